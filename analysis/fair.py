"""Compares what crews of several strengths say of the balance of patterns.

Reads `balance.csv` of results folders and prints, for each rule set, each pattern's score with random openings or, with `--best`,
its value with best openings (maximin), and a summary.

    python3 analysis/fair.py FOLDER... [--rules NAME...] [--best] [--summary]
    python3 analysis/fair.py FOLDER... --changes
    python3 analysis/fair.py FOLDER... --rates

Intervals are those of the model of a crew (docs/statistics.md): for the mean over bots of the class. Verdicts with random
openings are the table's. A value favours a player jointly where its interval, as wide as a normal one that holds for all
cells of its folder together (Bonferroni), excludes one half. The sign after an interval tells what this pattern's interval says
alone: + the first player is ahead, - the second. The mean is over these patterns, whose estimates are independent; SD is the
standard deviation of the true scores, without the variance of the estimates; r is Pearson's correlation with Fisher's
interval. *Nearest* is the probability that a pattern is nearest to even by its score, for independent normal scores
(integrated by Simpson's rule).

`--changes` prints the effect of each rule set against the first of all folders, by the same crew: the mean difference over the
patterns, with Student's interval, alone and jointly for all these rule sets (Bonferroni). `--rates` counts what `pasang run --setup`
answers about one pattern alone, whose interval need not hold jointly with others, and what other crews answer about the
patterns of each answer.
"""

import argparse
import math
import sys
from pathlib import Path
from statistics import NormalDist, correlation, fmean, stdev, variance

from figures import ALPHA, ends, percent, rounded, rows, student, table

NORMAL = NormalDist()
Z = NORMAL.inv_cdf(1 - ALPHA / 2)
NEAREST = 4
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
            found.setdefault(row["rules"], {}).setdefault(row["bots"], {})[row["setup"]] = Figure(row, what, len(table_rows))
    return found


def fisher(r, count):
    """Fisher's 95 % confidence interval of a correlation."""
    half = Z / math.sqrt(count - 3)
    return tuple(math.tanh(math.atanh(r) + sign * half) for sign in (-1, 1))


def mean_of(differences, alpha=ALPHA):
    """Mean with Student's interval."""
    half = student(len(differences) - 1, alpha) * stdev(differences) / math.sqrt(len(differences))
    return fmean(differences), (fmean(differences) - half, fmean(differences) + half)


def mean_over(figures):
    """Mean of independent figures, and half the width of its interval."""
    figures = list(figures)
    return fmean(it.mean for it in figures), Z * math.hypot(*(it.sd for it in figures)) / len(figures)


def nearest(figures, steps=400):
    """Probability of each figure to be the nearest to one half."""
    width = max(abs(it.mean - 0.5) + 5 * it.sd for it in figures.values()) / steps
    distances = [at * width for at in range(steps + 1)]
    beyond = {name: [1 - NormalDist(it.mean, it.sd).cdf(0.5 + d) + NormalDist(it.mean, it.sd).cdf(0.5 - d) for d in distances]
              for name, it in figures.items()}
    all_ = [math.prod(beyond[name][at] for name in figures) for at in range(steps + 1)]
    chances = {}
    for name, it in figures.items():
        of = NormalDist(it.mean, it.sd)
        dense = [(of.pdf(0.5 + d) + of.pdf(0.5 - d)) * all_[at] / beyond[name][at] if beyond[name][at] > 1e-12 else 0.0 for at, d in enumerate(distances)]
        chances[name] = width / 3 * (dense[0] + 4 * sum(dense[1::2]) + 2 * sum(dense[2:-1:2]) + dense[-1])
    return dict(sorted(chances.items(), key=lambda of: -of[1]))


def show_patterns(crews, what):
    """One line for each pattern, the first crew's highest figure first."""
    names = dict.fromkeys(name for figures in crews.values() for name in figures)
    of = lambda name: fmean(figures[name].mean for figures in crews.values() if name in figures)
    lines = []
    for name in sorted(names, key=lambda it: -of(it)):
        line = [name]
        for figures in crews.values():
            it = figures.get(name)
            sign = {"first": "+", "second": "-", "": ""}[it.alone] if it else ""
            line += [percent(it.mean), f"{ends((it.low, it.high))} {sign}".strip(), it.verdict] if it else ["", "", ""]
        lines.append(line)
    last = "<verdict" if what == "score" else "<favours"
    table(["<setup", *(head for crew in crews for head in (crew.removeprefix("crew:"), "<95 % CI", last))], lines)
    print()


def show_summary(crews, what):
    lines, names = [], list(crews)
    for number, (crew, figures) in enumerate(crews.items(), 1):
        all_ = list(figures.values())
        mean, half = mean_over(all_)
        sd = math.sqrt(max(variance(it.mean for it in all_) - fmean(it.sd**2 for it in all_), 0))
        like = []
        for other in names[number:]:
            both = [it for it in figures if it in crews[other]]
            r = correlation([figures[it].mean for it in both], [crews[other][it].mean for it in both])
            like.append(f"{rounded(r, 2)} ({' to '.join(rounded(end, 2) for end in fisher(r, len(both)))})")
        # The model shrinks values.
        within = [percent(sd), *(sum(it.verdict == word for it in all_) for word in ("within 5", "within 10"))] if what == "score" else []
        jointly = [sum(it.verdict == word for it in all_) for word in ("first", "second")]
        alone = [sum(it.alone == word for it in all_) for word in ("first", "second")]
        lines.append([crew, len(all_), percent(mean), ends((mean - half, mean + half)), *within, *jointly, *alone, *[""] * (number - 1), *like])
    heads = ["SD", "within 5", "within 10"] if what == "score" else []
    table(["<crew", "patterns", "mean", "<95 % CI", *heads, "first", "second", "first alone", "second alone",
           *(f"<r with {name.removeprefix('crew:')}" for name in names[1:])], [line + [""] * (len(lines[0]) - len(line)) for line in lines])


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


def show_nearest(crews):
    print("\nNearest to even, with probability:")
    for crew, figures in crews.items():
        chances = list(nearest(figures).items())[:NEAREST]
        print(f"{crew}: " + ", ".join(f"{name} {percent(chance, 0)} %" for name, chance in chances))


def changes(folders):
    """Prints the effect of each rule set, against the first."""
    lines = []
    found = {what: read(folders, what) for what in ("score", "value")}
    first, *others = found["score"]
    for rules in others:
        for crew in (it for it in found["score"][first] if it in found["score"][rules]):
            line = [rules, crew]
            for what in ("score", "value"):
                before, after = found[what][first][crew], found[what][rules][crew]
                by = [after[it].mean - before[it].mean for it in before if it in after]
                told = [" to ".join(percent(end, sign="+") for end in mean_of(by, ALPHA / count)[1]) for count in (1, len(others))]
                line += [percent(fmean(by), sign="+"), *told]
            lines.append(line)
    print(f"Effect of each rule set on the first player's score, against {first}, in percentage points\n")
    table(["<rules", "<crew", "random", "<95 % CI", "<joint 95 % CI", "best", "<95 % CI", "<joint 95 % CI"], lines)


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders in which crews play")
    reader.add_argument("--rules", action="append", metavar="NAME", help="these rule sets only")
    reader.add_argument("--best", action="store_true", help="values with best openings in place of scores with random ones")
    reader.add_argument("--summary", action="store_true", help="leave the patterns out")
    reader.add_argument("--changes", action="store_true", help="print the effect of each rule set against the first")
    reader.add_argument("--rates", action="store_true", help="print how often each answer is given about one pattern alone")
    typed = reader.parse_args()
    what = "value" if typed.best else "score"
    found = {name: crews for name, crews in read(typed.folders, what).items() if name in (typed.rules or [name])}
    if not found:
        sys.exit("no crew played in these folders")
    if typed.changes:
        return changes(typed.folders)
    if typed.rates:
        return rates(found)
    openings = {"score": "random", "value": "best"}[what]
    for place, (rules, crews) in enumerate(found.items()):
        print(end="\n" if place else "")
        print(f"Balance of patterns: {rules}, {openings} openings; the first player's score in %\n")
        if not typed.summary:
            show_patterns(crews, what)
        show_summary(crews, what)
        if what == "score":
            show_nearest(crews)


if __name__ == "__main__":
    main()
