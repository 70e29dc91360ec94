"""Regresses the first player's score on the strength of the bots.

Reads `overall.csv` of results folders in which bots play themselves, and a ladder (elo.py); prints for each rule set the slope in
percentage points per 100 Elo.

    python3 analysis/strength.py FOLDER... --ladder FOLDER [--from BOT]

Ordinary least squares: the mean score over all patterns on the bots' Elo. Two things move the slope b = sum w y, with w =
(x - mean x) / sum (x - mean x)^2. The squared half widths that belong to them add up (Zou and Donner 2008, "Construction of
confidence limits about effect measures", Stat. Med. 27, pp. 1693-1702):

- the bots' residuals: Student's half width, with as many degrees of freedom as bots less two, never narrower than the normal
  one that sampling error alone gives;
- the errors of the Elo (errors in variables). Those of a ladder are sums of steps from the weakest bot up, so two of
  them share the error as far as the weaker one goes. With h the half widths of their intervals the half width is
  b (sum w_i w_j min(h_i, h_j)^2)^(1/2).

In simulations (`coverage.py`) these 95 % confidence intervals covered the true slope in 95 or 96 % of cases; intervals that
take Elo as known covered it in 84 to 94 %. Strength is measured under one rule set and may differ under others. The slope
does not extrapolate beyond the strongest bot.
"""

import argparse
import math
from pathlib import Path
from statistics import NormalDist, fmean

from elo import contests, ladders
from figures import ALPHA, percent, rounded, rows, student, table

NORMAL = NormalDist().inv_cdf(1 - ALPHA / 2)


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
    half = math.hypot(max(lying, NORMAL * chance), axis)
    return slope, (slope - half, slope + half)


def points_of(folders, elos):
    """Points of the bots of known Elo, by rule set."""
    found = {}
    for row in (row for folder in folders for row in rows(Path(folder) / "overall.csv")):
        if row["bots"] in elos:
            score, low, high = (float(row[it]) for it in ("first_score", "first_score_low", "first_score_high"))
            found.setdefault(row["rules"], []).append((*elos[row["bots"]], score, ((high - low) / 2 / NORMAL) ** 2))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders, taken together")
    parser.add_argument("--ladder", required=True, metavar="FOLDER", help="games between different bots, under one rule set")
    parser.add_argument("--from", dest="start", metavar="BOT", help="use this bot and all stronger ones")
    typed = parser.parse_args()
    [contest] = contests(typed.ladder)
    elos = {step.player: step.elo for step in ladders(contest.meetings)[0].steps}
    least = elos[typed.start][0] if typed.start else 0
    lines = []
    for rules, points in points_of(typed.folders, {bot: elo for bot, elo in elos.items() if elo[0] >= least}).items():
        if found := line(points):
            slope, ends = found
            strengths = [rounded(pick(elo for elo, *_ in points), 0) for pick in (min, max)]
            lines.append([rules, len(points), *strengths, percent(slope, 2, "+"), " to ".join(percent(end, 2, "+") for end in ends)])
    print(f"First player's score by the bots' strength (least squares; Elo under {contest.rules})\n")
    table(["<rules", "bots", "from Elo", "to Elo", "pp per 100 Elo", "<95 % CI"], lines)


if __name__ == "__main__":
    main()
