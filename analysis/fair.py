"""How often the answer about one pattern says what, and how often other crews repeat it.

    python3 analysis/fair.py FOLDER...

Reads `balance.csv` of results folders and counts, for each rule set and crew, what `pasang run --setup` answers about one pattern
alone, whose interval need not hold jointly with others, and what other crews answer about the patterns of each answer. For
`check.py` it has the figures of patterns, whose intervals are those of the model of a crew (docs/statistics.md), and means of
differences with Student's interval.
"""

import argparse
import math
import sys
from pathlib import Path
from statistics import NormalDist, fmean

from figures import ALPHA, class_of, rows, table

NORMAL = NormalDist()
Z = NORMAL.inv_cdf(1 - ALPHA / 2)
VERDICTS = {"balanced-5": "within 5", "balanced-10": "within 10", "first": "first", "second": "second", "inconclusive": "?"}


class Figure:
    """A score or value of a cell, with its 95 % interval and what the interval that holds jointly says."""

    def __init__(self, row, what, cells):
        self.mean, self.low, self.high = (float(row[name]) for name in (what, what + "_low", what + "_high"))
        self.sd = (self.high - self.low) / 2 / Z
        wider = NORMAL.inv_cdf(1 - ALPHA / 2 / cells) / Z
        self.joint = side(self.mean - wider * (self.mean - self.low), self.mean + wider * (self.high - self.mean))
        self.verdict = VERDICTS[row["verdict"]] if what == "score" else self.joint or "?"
        self.alone = side(self.low, self.high)
        near = [of for of in ("within 5", "within 10") if float(row[of.replace(" ", "_")]) >= 0.95]
        self.answer = near[0] if near else self.alone or "inconclusive"


def side(low, high):
    return "first" if low > 0.5 else "second" if high < 0.5 else ""


def read(folders, what):
    """Figures by rule set, crew and pattern."""
    found = {}
    for folder in map(Path, folders):
        table_rows = rows(folder / "balance.csv") if (folder / "balance.csv").exists() else []
        for row in table_rows:
            found.setdefault(row["rules"], {}).setdefault(class_of(row["bots"]), {})[row["setup"]] = Figure(row, what, len(table_rows))
    return found


def fisher(r, count):
    """Fisher's 95 % confidence interval of a correlation."""
    half = Z / math.sqrt(count - 3)
    return tuple(math.tanh(math.atanh(r) + sign * half) for sign in (-1, 1))


def mean_over(figures):
    """Mean of independent figures, and half the width of its interval."""
    figures = list(figures)
    return fmean(it.mean for it in figures), Z * math.hypot(*(it.sd for it in figures)) / len(figures)


ANSWERS = ("within 5", "within 10", "first", "second", "inconclusive")


def rates(found):
    """Prints how often each answer is given, and by how many other crews."""
    lines = []
    for rules, crews in found.items():
        for one, figures in crews.items():
            said = {answer: [name for name, it in figures.items() if it.answer == answer] for answer in ANSWERS}
            lines.append([rules, one, "", *(len(names) for names in said.values())])
            for other in (it for it in crews if it != one):
                again = [[crews[other][name].answer for name in names if name in crews[other]] for names in said.values()]
                of = lambda answer: sum(it == answer or answer[:6] == it[:6] == "within" for it in again[ANSWERS.index(answer)])
                lines.append([rules, one, "again by " + other, *(f"{of(it)} of {len(again[at])}" for at, it in enumerate(ANSWERS))])
    table(["<rules", "<crew", "<", *ANSWERS], lines)


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders in which crews play")
    found = read(reader.parse_args().folders, "score")
    if not found:
        sys.exit("no crew played in these folders")
    rates(found)


if __name__ == "__main__":
    main()
