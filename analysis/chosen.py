"""What chosen columns are worth, judged by games that did not choose them.

    python3 analysis/chosen.py FOLDER [OTHERS ..]

The folder is of an experiment with `openings = "best"`. By the model of `crew.py` half of the crew's bots choose the first move and the
reply to it; the others' games say what that pair scores, over some halvings. The value that the choosing half tells is the maximum of
minima of what it knows, and flatters itself if it exceeds the judged score. In folders of other crews, with all openings, the pair that
all of the folder's games choose has games of its own. Printed are means over patterns with Student's intervals (1908): the value, the
score as judged, the difference, and the probability to be the best that the chosen first move has by the half and by all games.
"""

import argparse
import itertools
from pathlib import Path
from statistics import median

import numpy as np
from crew import patterns_of
from figures import mean_of, pair_counts, percent, rows, table
from symmetry import chosen, shown

HALVINGS = 20


def halves(design, bots, n, sums, rng):
    """By halving: value, judged score, and the probability of the chosen first move by the half and by all games."""
    *_, by_all = chosen(design, n, sums, len(bots), rng)
    every = list(itertools.combinations(range(len(bots)), len(bots) // 2))
    for at in rng.choice(len(every), min(HALVINGS, len(every)), replace=False):
        half, rest = (sum((of for place, of in enumerate(bots) if (place in every[at]) == is_in), []) for is_in in (True, False))
        place, value, best = chosen(design, n[half], sums[half], len(every[at]), rng)
        if n[rest, place].any():
            first = design.first[place]
            yield value, sums[rest, place].sum() / n[rest, place].sum(), best[first], by_all[first]


def judged(folder, others):
    """By rules: for each pattern the means over halvings; and by other crews the value and the score of the pair that all games choose."""
    known, found = {}, {}
    for row in (row for other in others for row in pair_counts(other)):
        of = known.setdefault((row["setup"], row["rules"], row["first"], row["second"]), np.zeros(2))
        of += row["score"], row["games"]
    setups = {row["cell"]: row["setup"] for row in pair_counts(folder)}
    for cell, rules, design, bots, n, sums, _ in patterns_of(folder):
        rng = np.random.default_rng(int(cell))
        place, value, _ = chosen(design, n, sums, len(bots), rng)
        score, games = sum((known.get((setups[cell], rules, *pair), np.zeros(2)) for pair in design.members[place]), np.zeros(2))
        by_half, by_others = found.setdefault(rules, ([], []))
        by_half.append(np.mean(list(halves(design, bots, n, sums, rng)), 0))
        by_others += [(value, score / games)] if games else []
    return found


def number(chances):
    """Mean and 95 % interval of how many of independent statements are true."""
    shares = np.ones(1)
    for chance in chances:
        shares = np.convolve(shares, [1 - chance, chance])
    return round(sum(chances)), *(int(np.searchsorted(shares.cumsum(), level)) for level in (0.025, 0.975))


def sizes(folder, rules):
    """How many patterns have their value within 5 and within 10 points of even, and above it, by the folder's balance.csv; and the half widths
    of the values' intervals."""
    of = [row for row in rows(folder / "balance.csv") if row["rules"] == rules]
    counts = {name: number([float(row[f"value_{name}"]) for row in of]) for name in ("within_5", "within_10", "above_even")}
    return counts, [(float(row["value_high"]) - float(row["value_low"])) / 2 for row in of]


def mean_shown(sample, sign="-"):
    return shown(*mean_of(list(sample)), sign=sign)


def lines(found):
    for rules, sides in found.items():
        for who, of in zip(("other half", "other crews"), map(np.array, sides)):
            if len(of):
                chances = [f"{100 * it:.0f}" for it in of[:, 2:].mean(0)] or ["", ""]
                yield [rules, who, len(of), mean_shown(of[:, 0]), mean_shown(of[:, 1]), mean_shown(of[:, 0] - of[:, 1], "+"), *chances]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("others", type=Path, nargs="*")
    given = parser.parse_args()
    heads = ["<rules", "<judged by", "patterns", "<value", "<score", "<value less score", "chance by half", "by all"]
    found = judged(given.folder, given.others)
    table(heads, list(lines(found)))
    for rules in found:
        counts, halves_of = sizes(given.folder, rules)
        told = ", ".join(f"{name} {at} ({low} to {high})" for name, (at, low, high) in counts.items())
        print(f"{rules}: of the values {told}; half width {percent(median(halves_of))}, at most {percent(max(halves_of))}")


if __name__ == "__main__":
    main()
