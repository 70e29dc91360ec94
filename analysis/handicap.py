"""Estimates what a point of handicap is worth, and the handicap that makes the game even.

Reads a folder whose rule sets differ by `handicap`, with three values or more, and prints for each line-up of bots what a point
is worth near an even score, and the handicap of an even game, from the games of `cells.csv`.

    python3 analysis/handicap.py FOLDER [--setups]

The first player's score at h points is modelled as p = 1 / (1 + exp(-(a - b h))), a logistic regression fitted by Newton's
method; over all setups, or with `--setups` for each. A point is worth b / 4, where the curve is steepest, with Wald's
interval. The game is even at a / b, with Fieller's interval: all h with (a - b h)^2 up to z^2 times its variance (Fieller
1954, "Some problems in interval estimation", J. R. Stat. Soc. B 16, pp. 175-185), which exists where b is significantly
positive. It is the handicap for bots that know of the points only where they play for the result; `search` and `greedy`
play for points and make the same moves with any handicap.
"""

import argparse
import math
import tomllib
from pathlib import Path
from statistics import NormalDist

from figures import ALPHA, percent, rounded, rows, table

Z = NormalDist().inv_cdf(1 - ALPHA / 2)


def fitted(tried):
    """a and b with their (co)variances (of a, of both, of b), from (points, games, score); None without a finite fit."""
    a = b = 0.0
    for _ in range(100):
        slope_a = slope_b = aa = ab = bb = 0.0
        for points, games, score in tried:
            p = 1 / (1 + math.exp(b * points - a))
            off, weight = score - games * p, games * p * (1 - p)
            slope_a, slope_b = slope_a + off, slope_b - off * points
            aa, ab, bb = aa + weight, ab - weight * points, bb + weight * points * points
        determinant = aa * bb - ab * ab
        if determinant <= 1e-9 * aa * bb:
            return None
        variances = bb / determinant, -ab / determinant, aa / determinant
        step_a = variances[0] * slope_a + variances[1] * slope_b
        step_b = variances[1] * slope_a + variances[2] * slope_b
        a, b = a + step_a, b + step_b
        if abs(step_a) + abs(step_b) < 1e-12 * (1 + abs(a) + abs(b)):
            return a, b, variances
    return None


def even(a, b, variances):
    """Handicap of an even game, with its interval; None where the slope is not significantly positive."""
    aa, ab, bb = variances
    square = b * b - Z * Z * bb
    if b <= 0 or square <= 0:
        return None
    middle = a * b - Z * Z * ab
    root = math.sqrt(max(middle * middle - square * (a * a - Z * Z * aa), 0.0))
    return a / b, ((middle - root) / square, (middle + root) / square)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--setups", action="store_true", help="print a line for each setup")
    typed = parser.parse_args()
    experiment = tomllib.loads((typed.folder / "experiment.toml").read_text())
    tried = {}
    for row in rows(typed.folder / "cells.csv"):
        rules = dict(experiment["rule"][row["rules"]])
        points = rules.pop("handicap", 0)
        key = repr(sorted(rules.items())), row["bots"], row["setup"] if typed.setups else "all"
        games = int(row["games"])
        tried.setdefault(key, []).append((points, games, games * float(row["first_score"])))
    lines = []
    for (_, bots, setup), games in tried.items():
        found = fitted(games) if len({points for points, _, _ in games}) > 2 else None
        if found:
            half = Z * math.sqrt(found[2][2])
            worth = [percent((found[1] + by) / 4, 2) for by in (0, -half, half)]
            at = even(*found)
            shown = [rounded(at[0], 1), " to ".join(rounded(end, 1) for end in at[1])] if at else ["-", "-"]
            lines.append([bots, setup, sum(it[1] for it in games), worth[0], " to ".join(worth[1:]), *shown])
    table(["<bots", "<setup", "games", "pp a point", "<95 % CI", "even at", "<95 % CI"], lines)


if __name__ == "__main__":
    main()
