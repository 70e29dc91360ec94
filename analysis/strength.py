"""How does the first player's score go with the strength of the bots?

Reads results folders (see rungs.py), one of which has games between different bots (elo.py), and prints for each rule set how much more
the first player scores for a hundred Elo.

    python3 analysis/strength.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP] [--setups]

A straight line through the rungs by least squares: the mean score over all patterns (with `--setups` each one's own)
over the bots' Elo. Two things move its slope, b = sum w y with w = (x - mean x) / sum (x - mean x)^2, and the squares of the
half widths of its interval that belong to them add up (Zou and Donner 2008, "Construction of confidence limits about effect
measures", Stat. Med. 27, pp. 1693-1702):

- how far the rungs lie from the line: Student's half width, with as many degrees of freedom as rungs less two, never narrower
  than the normal one that chance alone allows;
- how far the Elo are off: those of a ladder are sums of steps from the weakest bot up, so what two of them are off by they have
  in common as far as the weaker of the two goes, and with h the half widths of their intervals the half width is
  b (sum w_i w_j min(h_i, h_j)^2)^(1/2), with least squares' variance of a weighted sum.

In simulations (`coverage.py`) such intervals at 95 % held the true slope in 95 or 96 of a hundred cases; those that take Elo for
known, in 84 to 94. `Elo under` says under which rule set the bots' strength was measured: under others they may stand otherwise.
Nothing is said of bots stronger than the strongest: that the line goes on no game shows.
"""

import math
from statistics import NormalDist, fmean

from figures import ALPHA, percent, rounded, student, table
from rungs import arguments, groups_of


def line(points):
    """The slope for a hundred Elo, with its interval; of (Elo, its half width, score, chance)."""
    if len(points) < 3 or len({point[0] for point in points}) < 2:
        return None
    middle = fmean(elo for elo, *_ in points) / 100
    mean = fmean(score for _, _, score, _ in points)
    at = [elo / 100 - middle for elo, *_ in points]
    spread = sum(x * x for x in at)
    weights = [x / spread for x in at]
    slope = sum(weight * score for weight, (_, _, score, _) in zip(weights, points))
    around = sum((score - mean - slope * x) ** 2 for x, (_, _, score, _) in zip(at, points)) / (len(points) - 2)
    lying = student(len(points) - 2) * math.sqrt(around * sum(weight * weight for weight in weights))
    chance = math.sqrt(sum(weight * weight * variance for weight, (*_, variance) in zip(weights, points)))
    axis = slope * math.sqrt(max(0, sum(
        one * other * min(half, halves) ** 2
        for one, (_, half, _, _) in zip(weights, points) for other, (_, halves, _, _) in zip(weights, points)))) / 100
    half = math.hypot(max(lying, NormalDist().inv_cdf(1 - ALPHA / 2) * chance), axis)
    return slope, (slope - half, slope + half)


def lines_of(group, setups, start=None):
    """The line over all patterns, or that of each, from a bot on."""
    names = [rung.bots for rung in group]
    rungs = [rung for rung in group[names.index(start) if start in names else 0:] if rung.elo is not None]
    each = {key: [(rung.elo, rung.elo_half, rung.patterns[key].score, rung.patterns[key].variance_at_most) for rung in rungs]
            for key in group[0].patterns}
    if setups:
        return [(group[0].patterns[key].name, points, line(points)) for key, points in each.items()]
    points = [(rung.elo, rung.elo_half, fmean(it[place][2] for it in each.values()),
               sum(it[place][3] for it in each.values()) / len(each) ** 2) for place, rung in enumerate(rungs)]
    return [("all", points, line(points))]


def main():
    parser = arguments(__doc__, pooling=True)
    parser.add_argument("--setups", action="store_true", help="a line a pattern")
    typed = parser.parse_args()
    lines = []
    for rules, group in groups_of(typed).items():
        measured = "/".join(dict.fromkeys(rung.elo_rules for rung in group if rung.elo is not None))
        for setup, points, found in lines_of(group, typed.setups, typed.start):
            if found:
                slope, (low, high) = found
                strengths = [elo for elo, *_ in points]
                lines.append([
                    rules, setup, measured, len(points), rounded(min(strengths), 0), rounded(max(strengths), 0),
                    percent(slope, 2, "+"), " to ".join(percent(end, 2, "+") for end in (low, high))])
    print("The first player's score and the bots' strength\n")
    table(["<rules", "<setup", "<Elo under", "bots", "from Elo", "to Elo", "first % for 100 Elo", "<interval"], lines)


if __name__ == "__main__":
    main()
