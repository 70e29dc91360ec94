"""Simulates the coverage of the intervals of strength.py, elo.py and judge.py.

    python3 analysis/coverage.py [SAMPLES]

For strength.py bots lie around a line, with the residuals of the kept ones, and their Elo have the errors of the ladder's
intervals, step by step. For elo.py five players of known strength meet on setups that are alike, or on which strengths and
the value of moving first differ. For judge.py games of one to twelve moves, each better or worse than others, are played
on two setups that differ. The samples are the same every time.
"""

import math
import random
import sys

from statistics import fmean

from elo import UNIT, Meeting, ladders
from judge import ratio
from figures import percent, rounded, student, table, wilson_at
from strength import line

# The ladder's Elo of bots with the half widths of their intervals, from eight setups: all, and from the fourth on.
LADDER = [(0, 0), (123, 76), (123, 76), (1166, 176), (1166, 176), (1267, 176), (1397, 207), (1397, 207), (1563, 218), (1563, 218),
          (1696, 207)]
SLOPES = [(name, points, around) for name, points in (("all", LADDER), ("strong", LADDER[3:])) for around in (0.003, 0.008)]


def slopes(points, around, draw, truth=0.004):
    """Points of scores that scatter around a line over the true Elo, with the observed Elo."""
    seen, half, width = {}, 0.0, student(7)
    off = true_half = 0.0
    for elo, half in dict(points).items():
        # The steps' errors add up; the interval has seven degrees of freedom.
        off += draw.gauss(0, math.sqrt(max(half**2 - true_half**2, 0)) / width)
        true_half = max(half, true_half)
        seen[elo] = off
    wide = math.sqrt(draw.gammavariate(3.5, 1 / 3.5))
    chance = 0.003
    return [(elo + seen[elo], half * wide, 0.5 + truth * elo / 100 + draw.gauss(0, math.hypot(around, chance)), chance**2)
            for elo, half in points]


def covered_slopes(points, around, samples, truth=0.004):
    """Coverage of the slope's interval, and of one that takes the Elo as known."""
    draw = random.Random(f"slope {len(points)} {around}")
    drawn = [slopes(points, around, draw) for _ in range(samples)]
    known = [[(elo, 0, score, chance) for elo, _, score, chance in it] for it in drawn]
    return [fmean(low <= truth <= high for _, (low, high) in map(line, lines)) for lines in (drawn, known)]


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
    lines = [[name, len(points), around, *map(percent, covered_slopes(points, around, samples))] for name, points, around in SLOPES]
    table(["<bots", "number", "residual SD", "coverage %", "coverage with Elo as known %"], lines)
    print()
    lines = []
    for setups, deviation in [(1, 0), (3, 0), *((setups, by) for setups in (3, 8) for by in (0.15, 0.4))]:
        steps, seat, off = covered_strengths(setups, deviation, samples // 5)
        lines.append([setups, rounded(UNIT * deviation, 0), percent(steps), percent(seat), rounded(off, 1)])
    table(["setups", "SD between setups, Elo", "coverage of steps %", "of the seat %", "bias of the strongest"], lines)
    print()
    table(["coverage of shares %", "of points %", "with moves as independent %"], [list(map(percent, covered_ratios(samples)))])


if __name__ == "__main__":
    main()
