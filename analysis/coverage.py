"""Simulates the coverage of the intervals of agree.py, parts.py, strength.py, elo.py and judge.py.

    python3 analysis/coverage.py [SAMPLES]

Each world has patterns whose true scores at two rungs have a known correlation, and games that add sampling error. In
`normal` worlds the true scores are normal; in `two far` ones two of the patterns are outliers, as catalogue-18 and -39 are; in
`far ones` they follow Student's distribution with four degrees of freedom. `reliability` is the share of the variance of the
scores that is not sampling error. For parts.py games are simulated: 35 patterns, 30 openings with four games each, three
rungs. For strength.py rungs lie around a line, with the residuals of the kept ones, and their Elo have the errors of
the ladder's intervals, step by step. For elo.py five players of known strength meet on setups that are alike, or on which
strengths and the value of moving first differ. For judge.py games of one to twelve moves, each better or worse than
others, are played on two setups that differ. The samples are the same every time.
"""

import math
import random
import sys

from statistics import fmean

from agree import correlation, moments
from elo import UNIT, Meeting, ladders
from judge import ratio
from parts import PARTS, parts_of
from figures import percent, rounded, student, table, wilson_at
from rungs import Pair, Pattern, Rung
from strength import line

# Kind, patterns, the true correlation, the reliability.
WORLDS = [(kind, 35, truth, 0.87) for kind in ("normal", "two far", "far ones") for truth in (0.5, 0.9, 0.97, 1.0)]
WORLDS += [(kind, 35, truth, 0.55) for kind in ("normal", "two far") for truth in (0.5, 0.9, 1.0)]
WORLDS += [("normal", 20, 0.9, 0.55)]
WORLDS += [(kind, 35, 0.97, 0.99) for kind in ("normal", "two far", "far ones")]
FAR = [-3.5, -4.5]
# Variance of a pattern in each kind of world.
VARIANCE = {"normal": 1.0, "two far": 33 / 35 + sum(by * by for by in FAR) / 35 - (sum(FAR) / 35) ** 2, "far ones": 2.0}


def patterns(kind, count, draw):
    """Deviation of each pattern from the mean, common to all rungs."""
    normal = [draw.gauss(0, 1) for _ in range(count)]
    if kind == "two far":
        return [*FAR, *normal[2:]]
    if kind == "far ones":
        return [it / math.sqrt(draw.gammavariate(2, 2) / 4) for it in normal]
    return normal


def sample(kind, count, truth, reliability, draw):
    """Scores at two rungs, with their estimated sampling variances."""
    own = math.sqrt(VARIANCE[kind] * (1 / truth - 1))
    chance = VARIANCE[kind] / truth * (1 / reliability - 1)
    spots = []
    for it in patterns(kind, count, draw):
        scores = [it + own * draw.gauss(0, 1) + math.sqrt(chance) * draw.gauss(0, 1) for _ in range(2)]
        # Some sixty games beyond one an opening estimate the variance.
        spots.append((*scores, *(chance * draw.gammavariate(30, 1 / 30) for _ in range(2))))
    return spots


def covered(world, samples):
    """Numbers of samples with an estimate, with an interval that covers the truth, and with one that spans -1 to 1."""
    draw = random.Random(str(world))
    found = [it for it in (correlation(sample(*world, draw)) for _ in range(samples)) if it]
    holds = sum(low - 1e-9 <= world[2] <= high + 1e-9 for _, (low, high) in found)
    return len(found), holds, sum(interval == (-1, 1) for _, interval in found)


def bootstrapped(spots, draw, times=300):
    """The interval that was not chosen: the middle 95 of a hundred correlations of patterns drawn with replacement."""
    found = []
    for _ in range(times):
        _, _, t, u, c = moments(draw.choices(spots, k=len(spots)))
        found.append(min(max(c / math.sqrt(t * u), -1.0), 1.0) if min(t, u) > 0 else 1.0)
    found.sort()
    return found[round(0.025 * times)], found[round(0.975 * times) - 1]


def covered_by_bootstrap(world, samples):
    draw = random.Random(str(world))
    found = [bootstrapped(sample(*world, draw), draw) for _ in range(samples)]
    return fmean(low - 1e-9 <= world[2] <= high + 1e-9 for low, high in found)


# Standard deviations of the components: pattern, pattern x bot, opening, opening x bot.
DEVIATIONS = [0.08, 0.03, 0.10, 0.10]


def group_of_games(draw, patterns=35, pairs=30, games=4):
    """Three rungs with simulated games."""
    group = [Rung("rules", f"bot-{place}", "", 0, False, "all") for place in range(3)]
    of_pattern, by_bot, of_pair, of_pair_by_bot = DEVIATIONS
    for number in range(patterns):
        all_alike = draw.gauss(0.5, of_pattern)
        each_pair = [draw.gauss(0, of_pair) for _ in range(pairs)]
        for rung in group:
            own = all_alike + draw.gauss(0, by_bot)
            chances = [own + it + draw.gauss(0, of_pair_by_bot) for it in each_pair]
            wins = [sum(draw.random() < chance for _ in range(games)) for chance in chances]
            rung.patterns[number] = Pattern(str(number), [Pair(place, games, won, 0) for place, won in enumerate(wins)], False)
    return group


def true_parts(pairs=30):
    """True shares of the components: the total is 1/4, as the mean score is even. The openings are fixed, so a part of
    their variance is the pattern's."""
    pattern, by_bot, pair, pair_by_bot = (it * it for it in DEVIATIONS)
    parts = [pattern + pair / pairs, by_bot + pair_by_bot / pairs]
    parts += [pair * (pairs - 1) / pairs, pair_by_bot * (pairs - 1) / pairs]
    return [part / 0.25 for part in (*parts, 0.25 - sum(parts))]


def covered_parts(samples):
    """Each component with its true share, the mean estimate, and the coverage of the interval."""
    draw = random.Random("parts")
    found = list(zip(*(parts_of(group_of_games(draw)) for _ in range(samples))))
    for name, truth, each in zip(PARTS, true_parts(), found, strict=True):
        yield name, truth, fmean(share for share, _ in each), fmean(low <= truth <= high for _, (low, high) in each)


# The ladder's Elo of the rungs with the half widths of their intervals, from eight setups: all rungs, and from the fourth on.
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
    lines = []
    for world in WORLDS:
        kind, count, truth, reliability = world
        told, holds, nothing = covered(world, samples)
        other = covered_by_bootstrap(world, samples // 10)
        lines.append([kind, count, truth, reliability,
                      *(percent(it) for it in (told / samples, holds / told, nothing / told, other))])
    table(["<world", "patterns", "correlation", "reliability", "estimated %", "coverage %", "uninformative %", "bootstrap coverage %"], lines)
    print()
    table(["<component", "true %", "estimated %", "coverage %"],
          [[name, *(percent(it) for it in figures)] for name, *figures in covered_parts(samples // 10)])
    print()
    lines = [[name, len(points), around, *map(percent, covered_slopes(points, around, samples))] for name, points, around in SLOPES]
    table(["<rungs", "bots", "residual SD", "coverage %", "coverage with Elo as known %"], lines)
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
