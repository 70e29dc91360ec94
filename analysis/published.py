"""Compares the games of a results folder with the published figures of Pasang.

Reads the folder's `cells.csv` (games, the longest) and `branching.csv` (positions by phase and number of moves), and prints
its rule sets of Brunei's game beside the published figures, with all bots together and by bots.

    python3 analysis/published.py FOLDER

Nor Jaidi Tuah, the author of the computer game Pasang Emas, measured them in more than 3,000 games of his program with
170,000 positions ("Game complexity", 11 November 2010). Weak computer players met weak and strong ones, and strong met
strong; according to him their strength made no difference to the figures. He did not publish which single column his
program forbids the second player, nor how often each setup was played.

The distance is the total variation distance, half the sum of the absolute differences of shares: the share of positions that
would need another number of moves. The published shares are rounded to whole per cent, so each may be half a percentage
point higher or lower, and the distance is known within bounds only; two rule sets are compared at the same unrounded
shares. Sampling error of the games comes on top: another seed shows how much.
"""

import argparse
import tomllib
from collections import Counter
from pathlib import Path

from figures import percent, rounded, rows, table

PHASES = ["opening", "entry", "main"]
# Shares of positions, of all phases, with 1, 2 and so on to 14 moves, and with more.
SHARES = [0.03, 0.07, 0.09, 0.11, 0.12, 0.11, 0.10, 0.08, 0.06, 0.06, 0.05, 0.02, 0.01, 0.01, 0.08]
ROUNDING = 0.005
# Each line: a name, the published figure, and the key below.
LINES = [
    ("games", "3000+", "games"), ("positions", "170000+", "positions"), ("opening, moves", "11, 10", "opening"),
    ("entry, mean", 31, "entry_mean"), ("entry, most seen", 50, "entry_most"),
    ("main phase, mean", 6, "main_mean"), ("main phase, most seen", 26, "main_most"),
    ("all positions, mean", 7, "mean"), ("plies, mean", 56, "plies_mean"), ("plies, longest", 94, "longest"),
]


def bounds(printed, bends, of):
    """Minimum and maximum of a piecewise linear function over all shares that round to a printed one."""
    low, high = max(printed - ROUNDING, 0.0), printed + ROUNDING
    values = [of(at) for at in (low, high, *(bend for bend in bends if low <= bend <= high))]
    return min(values), max(values)


def summed(parts):
    """Half sums of (as printed, at least, at most)."""
    return tuple(sum(part) / 2 for part in zip(*parts))


def distance(shares):
    """Total variation distance from the published shares: as printed, at least, at most."""
    return summed((abs(share - printed), *bounds(printed, [share], lambda p: abs(share - p)))
                  for printed, share in zip(SHARES, shares))


def nearer(first, second):
    """Difference of the second's distance and the first's: as printed, at least, at most."""
    def part(printed, one, other):
        by = lambda p: abs(other - p) - abs(one - p)
        return (by(printed), *bounds(printed, [one, other], by))

    return summed(part(*those) for those in zip(SHARES, first, second))


def mean(moves):
    return rounded(sum(many * times for many, times in moves.items()) / moves.total(), 1) if moves else ""


def figures(cells, branching):
    """Figures of some cells."""
    numbers = {row["cell"] for row in cells}
    phases = {phase: Counter() for phase in PHASES}
    for row in branching:
        if row["cell"] in numbers:
            phases[row["phase"]][int(row["moves"])] += int(row["positions"])
    every = sum(phases.values(), Counter())
    games, positions = sum(int(row["games"]) for row in cells), every.total()
    counts = Counter()
    for moves, times in every.items():
        counts[min(moves, len(SHARES))] += times
    shares = [counts[moves] / positions for moves in range(1, len(SHARES) + 1)]
    found = {
        "games": games, "positions": positions, "mean": mean(every), "shares": shares,
        "opening": ", ".join(str(many) for many in sorted(phases["opening"], reverse=True)),
        "plies_mean": rounded(positions / games, 1), "longest": max(int(row["plies_max"]) for row in cells),
        "distance": "{} ({}-{})".format(*(percent(it) for it in distance(shares))),
    }
    for phase in ("entry", "main"):
        found |= {f"{phase}_mean": mean(phases[phase]), f"{phase}_most": max(phases[phase], default="")}
    return found


def against(rules, first, other, by_bots):
    """Prints which of two rule sets is nearer; the answer counts only if it holds with every bot."""
    shown = lambda it: "{} ({} to {})".format(*(percent(part, 2, "+") for part in it))
    together = nearer(first["shares"], other["shares"])
    each = {bots: nearer(one["shares"], two["shares"]) for bots, (one, two) in by_bots.items()}
    print(f"{rules[1]} is farther than {rules[0]}, in percentage points (rounding bounds): {shown(together)}")
    for bots, it in each.items():
        print(f"  with {bots} {shown(it)}")
    if all(it[1] > 0 for it in (together, *each.values())):
        print(f"{rules[0]} is nearer with every bot, whatever the rounding")
    elif any(it[2] < 0 for it in each.values()):
        print("inconclusive: which is nearer depends on the bots")
    else:
        print("inconclusive: the difference is within the rounding")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder
    known = tomllib.loads((folder / "experiment.toml").read_text())["rule"]
    cells = [row for row in rows(folder / "cells.csv") if known[row["rules"]]["game"] == "brunei"]
    branching = rows(folder / "branching.csv")
    if not cells:
        parser.error(f"{folder} has no games by Brunei's rules")
    rules = list(dict.fromkeys(row["rules"] for row in cells))
    every = list(dict.fromkeys(row["bots"] for row in cells))
    of = {name: figures([row for row in cells if row["rules"] == name], branching) for name in rules}
    own = {(name, bots): figures([row for row in cells if (row["rules"], row["bots"]) == (name, bots)], branching)
           for name in rules for bots in every}
    lines = [[name, published, *(of[it][key] for it in rules)] for name, published, key in LINES]
    for place, share in enumerate(SHARES):
        name = {0: "% with 1 move", 14: "% with 15 or more"}.get(place, f"% with {place + 1}")
        lines.append([name, percent(share, 0), *(percent(of[it]["shares"][place]) for it in rules)])
    lines.append(["distance, %", "", *(of[it]["distance"] for it in rules)])
    table(["<", "published", *rules], lines)
    keys = ["entry_mean", "main_mean", "mean", "plies_mean", "longest", "distance"]
    if len(every) > 1:
        print()
        table(["<rules", "<bots", "entry", "main", "all", "plies", "longest", "distance, %"],
              [[*those, *(it[key] for key in keys)] for those, it in own.items()])
    print()
    first, *others = sorted(rules, key=lambda it: distance(of[it]["shares"])[0])
    for other in others:
        by_bots = {bots: (own[first, bots], own[other, bots]) for bots in every if len(every) > 1}
        against((first, other), of[first], of[other], by_bots)


if __name__ == "__main__":
    main()
