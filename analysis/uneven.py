"""Estimates how far patterns lie from an even score, all together.

Reads `cells.csv` of results folders whose games are identically distributed: bots chose all their moves, or the first ones were
random.

    python3 analysis/uneven.py FOLDER...

One pattern that favours the first player and one that favours the second have an even mean without being even. So the figure is
the root mean square of p - 1/2 over the patterns, where p are their true scores. The observed scores x have a sampling
variance v (rungs.py), so the mean of (x - 1/2)^2 - v is unbiased for its square. The confidence interval is Student's over
the patterns, taken as a sample of other patterns; below 0 it is cut.
"""

import argparse
import math
import tomllib
from pathlib import Path
from statistics import fmean, stdev

from figures import percent, rows, student, table
from rungs import Pair, Pattern


def distance(patterns):
    """Root mean square, and its interval."""
    squares = [(pattern.score - 0.5) ** 2 - pattern.variance for pattern in patterns]
    half = student(len(squares) - 1) * stdev(squares) / math.sqrt(len(squares))
    mean = fmean(squares)
    return [math.sqrt(max(square, 0)) for square in (mean, mean - half, mean + half)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders")
    lines = []
    for folder in map(Path, parser.parse_args().folders):
        experiment = tomllib.loads((folder / "experiment.toml").read_text())
        if experiment.get("openings", "as-chosen") != "as-chosen":
            parser.error(f"the games of {folder} are not identically distributed")
        groups = {}
        for row in rows(folder / "cells.csv"):
            games, wins, draws = (int(row[name]) for name in ("games", "wins_1", "draws"))
            if games > 1 and experiment["rule"][row["rules"]].get("players", 2) == 2 and "/" not in row["bots"]:
                pattern = Pattern(row["setup"], [Pair("", games, wins, draws)], chosen=True)
                groups.setdefault((row["rules"], row["bots"]), []).append(pattern)
        for (rules, bots), patterns in groups.items():
            if len(patterns) > 1:
                root, low, high = map(percent, distance(patterns))
                lines.append([rules, bots, len(patterns), root, f"{low} to {high}"])
    print("Root mean square distance from an even score, in percentage points\n")
    table(["<rules", "<bots", "patterns", "RMS", "<95 % CI"], lines)


if __name__ == "__main__":
    main()
