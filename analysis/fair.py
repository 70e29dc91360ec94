"""How often the answer about a pattern says what, and how often other crews say the same.

    python3 analysis/fair.py FOLDER...

Reads `balance.csv` of results folders and counts, for each rule set and crew, the sizes and directions that are told, the expected
number of wrong ones, and what other crews tell of the patterns with each statement. For `check.py` it has the figures of patterns,
whose intervals are those of the model (docs/statistics.md), and means of differences with Student's interval.
"""

import argparse
import math
import sys
from pathlib import Path
from statistics import NormalDist, fmean

from figures import ALPHA, class_of, rows, table

NORMAL = NormalDist()
Z = NORMAL.inv_cdf(1 - ALPHA / 2)
SIZES, SIDES = ("within 5", "within 10", "beyond 10"), ("first", "second")


class Figure:
    """A `score` or `value` of a cell, with its 95 % interval, and the statements on it; by all games of the folder. A score `alone` is by
    the games of its row, so is a value less what all games add to the score (`own`): what a rule changes is told by these, since the
    others draw rule sets to each other."""

    def __init__(self, row, what):
        name = "value" if what == "own" else what
        self.mean, self.low, self.high = (float(row[name + end]) for end in ("", "_low", "_high"))
        if what == "own":
            more = float(row["alone"]) - float(row["score"])
            self.mean, self.low, self.high = self.mean + more, self.low + more, self.high + more
        self.sd = (self.high - self.low) / 2 / Z
        start = "value_" if what in ("value", "own") else ""
        self.size, self.direction = row[start + "size"], row[start + "direction"]
        within, above = float(row[start + "within_10"]), float(row[start + "above_even"])
        chances = {"within 5": float(row[start + "within_5"]), "within 10": within, "beyond 10": 1 - within, "first": above, "second": 1 - above}
        self.told = [name for name in (self.size, self.direction) if name]
        self.wrong = sum(1 - chances[name] for name in self.told)

    def denies(self, name):
        """Whether its statements contradict one."""
        others = [of for of in SIDES if of != name] if name in SIDES else ["beyond 10"] if name.startswith("within") else ["within 5", "within 10"]
        return any(it in others for it in self.told)


def read(folders, what):
    """Figures by rule set, crew and pattern."""
    found = {}
    for folder in map(Path, folders):
        for row in rows(folder / "balance.csv") if (folder / "balance.csv").exists() else []:
            found.setdefault(row["rules"], {}).setdefault(class_of(row["bots"]), {})[row["setup"]] = Figure(row, what)
    return found


def fisher(r, count):
    """Fisher's 95 % confidence interval of a correlation."""
    half = Z / math.sqrt(count - 3)
    return tuple(math.tanh(math.atanh(r) + sign * half) for sign in (-1, 1))


def mean_over(figures):
    """Mean of independent figures, and half the width of its interval."""
    figures = list(figures)
    return fmean(it.mean for it in figures), Z * math.hypot(*(it.sd for it in figures)) / len(figures)


def rates(found):
    """Prints how often each statement is told, and by how many other crews, or its contrary."""
    lines = []
    for rules, crews in found.items():
        for one, figures in crews.items():
            told = {name: [setup for setup, it in figures.items() if name in it.told] for name in SIZES + SIDES}
            lines.append([rules, one, "", *(len(setups) for setups in told.values()), f"{sum(it.wrong for it in figures.values()):.1f}"])
            for other in (it for it in crews if it != one):
                again = {name: [crews[other][setup] for setup in setups if setup in crews[other]] for name, setups in told.items()}
                lines.append([rules, one, "again by " + other, *(f"{sum(name in it.told for it in of)} of {len(of)}" for name, of in again.items()), ""])
                lines.append([rules, one, "denied by " + other, *(f"{sum(it.denies(name) for it in of)}" for name, of in again.items()), ""])
    table(["<rules", "<crew", "<", *SIZES, *SIDES, "expected wrong"], lines)


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders in which crews play")
    found = read(reader.parse_args().folders, "score")
    if not found:
        sys.exit("no crew played in these folders")
    rates(found)


if __name__ == "__main__":
    main()
