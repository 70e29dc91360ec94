"""Estimates the effect of changing one feature of a pattern on the first player's score.

    python3 analysis/changed.py --write experiments/results/drawn-patterns > experiments/changed-patterns.toml
    python3 analysis/changed.py FOLDER

The first command writes the experiment: random patterns of full symmetry, and one changed copy of each for each kind of change.
A change exchanges an orbit of white stones for a black one of the same size, so that symmetry and numbers stay. The
second command reads the folder of those games and compares each changed pattern with its original.

The mean change has Student's interval over patterns. SD is the standard deviation of the changes less the upper bound of both
scores' sampling variance. The last line is the SD of the difference of two unrelated patterns.
"""

import argparse
import math
import tomllib
from hashlib import sha256
from pathlib import Path
from statistics import fmean, stdev, variance

from figures import percent, rows, student, table
from why import ORBITS, board, chance, of_stones

PATTERNS = 60
FEATURES = {"rim": "white stones on the rim", "single": "stones with no neighbour of their colour"}
KINDS = {
    "rim": "eight white stones leave the rim for the inside",
    "axes": "four white stones leave the middle lines for the diagonals",
    "inside": "eight white stones go elsewhere inside",
    "single": "eight white stones go where most stones get to stand alone",
}


def orbit(x, y):
    """Orbit, under full symmetry, of the point at this distance from the middle, as columns and rows from 0."""
    return {(5 + a, 5 + b) for one, other in ((x, y), (y, x)) for a in (one, -one) for b in (other, -other)}


def exchanges(stones):
    """Each exchange of a white orbit for a black one of its size: both orbits, and the stones after it."""
    orbits = [orbit(*point) for point in ORBITS]
    for white in orbits:
        for black in orbits:
            if len(white) == len(black) and {stones[at] for at in white} == {2} and {stones[at] for at in black} == {1}:
                yield white, black, stones | dict.fromkeys(white, 1) | dict.fromkeys(black, 2)


def is_rim(points):
    return any(0 in at or 10 in at for at in points)


def is_axis(points):
    return any(5 in at for at in points)


def changed(stones, kind, name, others):
    """One change of a kind, drawn by the pattern's name, different from the others."""
    ways = [way for way in exchanges(stones) if len(way[0]) == (4 if kind == "axes" else 8) and way[2] not in others]
    if kind == "rim":
        ways = [way for way in ways if is_rim(way[0]) and not is_rim(way[1])]
    elif kind == "axes":
        ways = [way for way in ways if is_axis(way[0]) and not is_axis(way[1])]
    elif kind == "inside":
        ways = [way for way in ways if not is_rim(way[0] | way[1])]
    else:
        alone = [of_stones(way[2])[FEATURES["single"]] for way in ways]
        ways = [way for way, many in zip(ways, alone) if many == max(alone)]
    drawn = int(sha256(f"{name} {kind}".encode()).hexdigest(), 16)
    return ways[drawn % len(ways)][2] if ways else None


def text(stones):
    return ["".join("_bw"[stones.get((column, row), 0)] for column in range(11)) for row in range(10, -1, -1)]


def write(folder):
    drawn = tomllib.loads((Path(folder) / "experiment.toml").read_text())["setup"]
    found = {}
    for name, setup in drawn.items():
        stones = board(setup["rows"])
        ways = {}
        for kind in KINDS:
            ways[kind] = changed(stones, kind, name, ways.values())
        if all(ways.values()):
            number = name.rsplit("-", 1)[1]
            found[name] = [(f"{number}-{kind}", text(way)) for kind, way in ways.items()]
        if len(found) == PATTERNS:
            break
    print("""\
# What makes a pattern one side's? Of patterns that were drawn by chance one thing each is changed, and both are played.
# `analysis/changed.py` wrote this file, says what is changed, and reads the results.
title = "What changes who is ahead, where one thing about a pattern is changed?"
seed = 2046
games = 240
rules = ["brunei-slide"]
bots = ["search:nodes=250"]
openings = "all"
setups = [""")
    for name, others in found.items():
        print("    " + ", ".join(f'"{it}"' for it in [name, *(other for other, _ in others)]) + ",")
    print("]")
    for others in found.values():
        for name, lines in others:
            print(f"\n[setup.{name}]\nrows = [" + ", ".join(f'"{line}"' for line in lines) + "]")


def show(folder):
    experiment = tomllib.loads((Path(folder) / "experiment.toml").read_text())
    stones = {name: board(setup["rows"]) for name, setup in experiment["setup"].items()}
    cells = {row["setup"]: row for row in rows(Path(folder) / "cells.csv")}
    score = {name: float(row["first_score"]) for name, row in cells.items()}
    bases = [name for name in cells if name.rsplit("-", 1)[1] not in KINDS]
    lines, each = [], []
    for kind, about in KINDS.items():
        pairs = [(name, f"{name.rsplit('-', 1)[1]}-{kind}") for name in bases]
        by = [score[other] - score[name] for name, other in pairs]
        counted = [[of_stones(stones[it]) for it in pair] for pair in pairs]
        more = [fmean(after[feature] - before[feature] for before, after in counted) for feature in FEATURES.values()]
        half = student(len(by) - 1) * stdev(by) / math.sqrt(len(by))
        by_chance = fmean(chance(cells[name]) + chance(cells[other]) for name, other in pairs)
        spread = math.sqrt(max(variance(by) - by_chance, 0.0))
        each.append(spread)
        lines.append([about, *(f"{it:+.1f}" for it in more), percent(fmean(by), sign="+"),
                      f"{percent(fmean(by) - half, sign='+')} to {percent(fmean(by) + half, sign='+')}", percent(spread)])
    own = variance(score[name] for name in bases) - fmean(chance(cells[name]) for name in bases)
    lines.append(["another pattern", "", "", "", "", percent(math.sqrt(2 * max(own, 0.0)))])
    print(f"Effect of one change on the first player's score, in percentage points: {len(bases)} patterns, "
          f"{', '.join(experiment['rules'])}, {cells[bases[0]]['bots']}\n")
    table(["<change", "white on the rim", "single", "score", "<95 % CI", "SD"], lines)


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("folder")
    reader.add_argument("--write", action="store_true", help="write the experiment, from the folder of random patterns")
    given = reader.parse_args()
    (write if given.write else show)(given.folder)
