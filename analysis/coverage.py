"""Simulates the coverage of the intervals of elo.py and judge.py.

    python3 analysis/coverage.py [SAMPLES]

For elo.py five players of known strength meet on setups that are alike, or on which strengths and
the value of moving first differ. For judge.py games of one to twelve moves, each better or worse than others, are played
on two setups that differ. The samples are the same every time.
"""

import math
import random
import sys

from statistics import fmean

from elo import UNIT, Meeting, ladders
from judge import ratio
from figures import percent, rounded, table, wilson_at

STRENGTHS = {"a": 0.0, "b": 0.4, "c": 0.5, "d": 1.3, "e": 2.0}
SEAT = 0.25
MEETINGS = [(one, other) for pair in ("ab", "bc", "cd", "de") for one, other in (pair, pair[::-1])] + [("a", "c"), ("c", "e")]


def covered_strengths(setups, deviation, samples, games=60):
    """Coverage of the intervals of elo.py for a step of the ladder and for the value of moving first, and the bias of the
    strongest player's estimate, in Elo."""
    draw = random.Random(f"strengths {setups} {deviation}")
    steps, seats, sums = [], [], []
    for _ in range(samples):
        meetings = []
        for setup in range(setups):
            own = {player: draw.gauss(strength, deviation) for player, strength in STRENGTHS.items()}
            seat = draw.gauss(SEAT, deviation)
            for first, second in MEETINGS:
                p = 1 / (1 + math.exp(own[second] - own[first] - seat))
                meetings.append(Meeting(first, second, games, sum(draw.random() < p for _ in range(games)), setup))
        [found] = ladders(meetings)
        for upper, lower in zip(found.steps, found.steps[1:]):
            truth = UNIT * (STRENGTHS[upper.player] - STRENGTHS[lower.player])
            steps.append(abs(upper.above[0] - truth) <= upper.above[1])
        seats.append(abs(found.seat[0] - UNIT * SEAT) <= found.seat[1])
        elo = {step.player: step.elo[0] for step in found.steps}
        sums.append(elo["e"] - elo["a"] - UNIT * STRENGTHS["e"])
    return fmean(steps), fmean(seats), fmean(sums)


# By setup, the probability that a move of a good game and of a bad one keeps the result.
KEPT = [(0.98, 0.70), (0.80, 0.30)]


def covered_ratios(samples, games=40):
    """Coverage of the intervals of judge.py for the share kept and for the points lost; and of one that takes moves as
    independent."""
    draw = random.Random("ratios")
    truth = fmean(chance for chances in KEPT for chance in chances)
    shares, points, plain = [], [], []
    for _ in range(samples):
        cells = []
        for chances in KEPT:
            each = [(draw.randint(1, 12), draw.choice(chances)) for _ in range(games)]
            cells.append([(sum(draw.random() < chance for _ in range(moves)), moves) for moves, chance in each])
        share, (low, high) = ratio(cells, 1)
        shares.append(low <= truth <= high)
        low, high = ratio([[(3 * (moves - kept), moves) for kept, moves in games] for games in cells])[1]
        points.append(low <= 3 * (1 - truth) <= high)
        low, high = wilson_at(share, sum(moves for games in cells for _, moves in games), 1.96)
        plain.append(low <= truth <= high)
    return fmean(shares), fmean(points), fmean(plain)


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    lines = []
    for setups, deviation in [(1, 0), (3, 0), *((setups, by) for setups in (3, 8) for by in (0.15, 0.4))]:
        steps, seat, off = covered_strengths(setups, deviation, samples // 5)
        lines.append([setups, rounded(UNIT * deviation, 0), percent(steps), percent(seat), rounded(off, 1)])
    table(["setups", "SD between setups, Elo", "coverage of steps %", "of the seat %", "bias of the strongest"], lines)
    print()
    table(["coverage of shares %", "of points %", "with moves as independent %"], [list(map(percent, covered_ratios(samples)))])


if __name__ == "__main__":
    main()
