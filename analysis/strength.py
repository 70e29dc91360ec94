"""Regresses the first player's score on the strength of the bots.

Reads results folders (see rungs.py), one of which has games between different bots (elo.py), and prints for each rule set the
slope in percentage points per 100 Elo.

    python3 analysis/strength.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP] [--setups]

Ordinary least squares through the rungs: the mean score over all patterns (with `--setups` each one's own) on the bots' Elo.
Two things move the slope b = sum w y, with w = (x - mean x) / sum (x - mean x)^2. The squared half widths that belong to them
add up (Zou and Donner 2008, "Construction of confidence limits about effect measures", Stat. Med. 27, pp. 1693-1702):

- the rungs' residuals: Student's half width, with as many degrees of freedom as rungs less two, never narrower than the normal
  one that sampling error alone gives;
- the errors of the Elo (errors in variables). Those of a ladder are sums of steps from the weakest bot up, so two of
  them share the error as far as the weaker one goes. With h the half widths of their intervals the half width is
  b (sum w_i w_j min(h_i, h_j)^2)^(1/2).

In simulations (`coverage.py`) these 95 % confidence intervals covered the true slope in 95 or 96 % of cases; intervals that
take Elo as known covered it in 84 to 94 %. `Elo under` is the rule set under which the strength was measured; it may
differ under others. The slope does not extrapolate beyond the strongest bot.
"""

import math
from statistics import NormalDist, fmean

from figures import ALPHA, percent, rounded, student, table
from rungs import arguments, groups_of


def line(points):
    """Slope per 100 Elo with its interval, from (Elo, its half width, score, sampling variance)."""
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
    """Regression over all patterns, or of each, from a bot on."""
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
    parser.add_argument("--setups", action="store_true", help="print a line for each pattern")
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
    print("First player's score by the bots' strength (least squares)\n")
    table(["<rules", "<setup", "<Elo under", "bots", "from Elo", "to Elo", "pp per 100 Elo", "<95 % CI"], lines)


if __name__ == "__main__":
    main()
