"""How often do the intervals of agree.py, parts.py, strength.py, elo.py and judge.py hold the truth, in simulated worlds whose truth is known?

    python3 analysis/coverage.py [SAMPLES]

Each world has patterns whose true scores at two rungs have a known correlation, and games that move them by chance. In
`normal` worlds the true scores are normal; in `two far` ones two of the patterns lie far from all others, as catalogue-18
and -39 do; in `far ones` they follow Student's distribution with four degrees of freedom. `reliability` is the part of
the variance of the scores that is not chance. For parts.py games are drawn: 35 patterns, 30 pairs of first moves with four
games each, three rungs. For strength.py rungs lie around a line, by as much as the kept ones do, and their Elo are off by what
the ladder's intervals say, step by step. For elo.py five players of known strength meet on setups that are alike, or on which
strengths and what the seat is worth differ. For judge.py games of one to twelve moves, each better or worse than others, are
played on two setups that differ. The samples are the same every time.
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
# The variance of a pattern in each kind of world.
VARIANCE = {"normal": 1.0, "two far": 33 / 35 + sum(by * by for by in FAR) / 35 - (sum(FAR) / 35) ** 2, "far ones": 2.0}


def patterns(kind, count, draw):
    """How far each pattern is from the mean, at all rungs alike."""
    normal = [draw.gauss(0, 1) for _ in range(count)]
    if kind == "two far":
        return [*FAR, *normal[2:]]
    if kind == "far ones":
        return [it / math.sqrt(draw.gammavariate(2, 2) / 4) for it in normal]
    return normal


def sample(kind, count, truth, reliability, draw):
    """Scores at two rungs, with what the games say of their variances."""
    own = math.sqrt(VARIANCE[kind] * (1 / truth - 1))
    chance = VARIANCE[kind] / truth * (1 / reliability - 1)
    spots = []
    for it in patterns(kind, count, draw):
        scores = [it + own * draw.gauss(0, 1) + math.sqrt(chance) * draw.gauss(0, 1) for _ in range(2)]
        # Some sixty games in excess of pairs tell the variance.
        spots.append((*scores, *(chance * draw.gammavariate(30, 1 / 30) for _ in range(2))))
    return spots


def covered(world, samples):
    """In how many samples something is said, the interval holds the truth, and it is all of -1 to 1."""
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


# The standard deviations of what belongs to a pattern, to a pattern with one bot, to a pair, to a pair with one bot.
DEVIATIONS = [0.08, 0.03, 0.10, 0.10]


def group_of_games(draw, patterns=35, pairs=30, games=4):
    """Three rungs whose games were drawn."""
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
    """The shares of the variance of such a game: it is 1/4 in all, as the mean score is even. Pairs are given, so that
    a part of what is theirs is the pattern's."""
    pattern, by_bot, pair, pair_by_bot = (it * it for it in DEVIATIONS)
    parts = [pattern + pair / pairs, by_bot + pair_by_bot / pairs]
    parts += [pair * (pairs - 1) / pairs, pair_by_bot * (pairs - 1) / pairs]
    return [part / 0.25 for part in (*parts, 0.25 - sum(parts))]


def covered_parts(samples):
    """Each part with its true share, the mean of those that were found, and how often the interval held it."""
    draw = random.Random("parts")
    found = list(zip(*(parts_of(group_of_games(draw)) for _ in range(samples))))
    for name, truth, each in zip(PARTS, true_parts(), found, strict=True):
        yield name, truth, fmean(share for share, _ in each), fmean(low <= truth <= high for _, (low, high) in each)


# The ladder's Elo of the rungs, with the half widths of their intervals from eight setups: of all, and from the third on.
LADDER = [(0, 0), (123, 76), (123, 76), (1166, 176), (1166, 176), (1267, 176), (1397, 207), (1397, 207), (1563, 218), (1563, 218),
          (1696, 207)]
SLOPES = [(name, points, around) for name, points in (("all", LADDER), ("strong", LADDER[3:])) for around in (0.003, 0.008)]


def slopes(points, around, draw, truth=0.004):
    """Scores that lie around a line over the true Elo by so much; and the line over the Elo that are seen."""
    seen, half, width = {}, 0.0, student(7)
    off = true_half = 0.0
    for elo, half in dict(points).items():
        # The steps' errors add up; the interval is as wide as seven degrees of freedom have it.
        off += draw.gauss(0, math.sqrt(max(half**2 - true_half**2, 0)) / width)
        true_half = max(half, true_half)
        seen[elo] = off
    wide = math.sqrt(draw.gammavariate(3.5, 1 / 3.5))
    chance = 0.003
    return [(elo + seen[elo], half * wide, 0.5 + truth * elo / 100 + draw.gauss(0, math.hypot(around, chance)), chance**2)
            for elo, half in points]


def covered_slopes(points, around, samples, truth=0.004):
    """How often the slope's interval holds the truth, and how often one that takes the Elo for known."""
    draw = random.Random(f"slope {len(points)} {around}")
    drawn = [slopes(points, around, draw) for _ in range(samples)]
    known = [[(elo, 0, score, chance) for elo, _, score, chance in it] for it in drawn]
    return [fmean(low <= truth <= high for _, (low, high) in map(line, lines)) for lines in (drawn, known)]


STRENGTHS = {"a": 0.0, "b": 0.4, "c": 0.5, "d": 1.3, "e": 2.0}
SEAT = 0.25
MEETINGS = [(one, other) for pair in ("ab", "bc", "cd", "de") for one, other in (pair, pair[::-1])] + [("a", "c"), ("c", "e")]


def covered_strengths(setups, deviation, samples, games=60):
    """How often the intervals of elo.py hold a step of the ladder, how often what the seat is worth, and what the strongest
    one's estimate is off by on average, in Elo."""
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


# By setup, how often a good game's move and a bad one's keeps.
KEPT = [(0.98, 0.70), (0.80, 0.30)]


def covered_ratios(samples, games=40):
    """How often the intervals of judge.py hold the share that is kept, and the points that are lost; and how often one that
    takes moves for independent."""
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
    table(["<world", "patterns", "correlation", "reliability", "told %", "held %", "no range %", "by bootstrap %"], lines)
    print()
    table(["<part", "true %", "found %", "held %"],
          [[name, *(percent(it) for it in figures)] for name, *figures in covered_parts(samples // 10)])
    print()
    lines = [[name, len(points), around, *map(percent, covered_slopes(points, around, samples))] for name, points, around in SLOPES]
    table(["<rungs", "bots", "around the line", "held %", "Elo for known %"], lines)
    print()
    lines = []
    for setups, deviation in [(1, 0), (3, 0), *((setups, by) for setups in (3, 8) for by in (0.15, 0.4))]:
        steps, seat, off = covered_strengths(setups, deviation, samples // 5)
        lines.append([setups, rounded(UNIT * deviation, 0), percent(steps), percent(seat), rounded(off, 1)])
    table(["setups", "they differ by Elo", "steps held %", "seat held %", "strongest off by"], lines)
    print()
    table(["shares held %", "points held %", "moves taken for independent %"], [list(map(percent, covered_ratios(samples)))])

if __name__ == "__main__":
    main()
