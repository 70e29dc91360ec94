"""Compares bots with perfect play on small boards that are solved.

Reads results folders in which every opening was played, and files of solved patterns, as `crates/exact/universe` has them and
`pasang-exact universe` makes them. It prints a line for each rule set and bot, over the patterns whose openings are all
proved.

    python3 analysis/truth.py FOLDER [FOLDER..] --truth FILE.csv [FILE.csv..]

`openings` is the share of decided openings whose score favours the proved winner; `winner` the share of decided patterns whose
mean score over all openings does; `maximin` the share of all patterns whose maximin value over the observed scores has
the proved result. Each has Wilson's 95 % confidence interval, with the effective number of independent trials where the
openings of a pattern are alike. `r` is the correlation of the mean score with the proved one over patterns, `bias` the
difference of their means.

With `--line` crews are compared with the truth over all proved openings, also of patterns that have others: first the score
of a class, then the line of the mean score over the Elo (on the usual board) of all classes up to this one, at the Elo of the
strongest class. This is what an extrapolation from weaker classes would have said of perfect play; of the last class, the
fitted line itself. Student's intervals over patterns, as if these were a sample, do not include the errors of the Elo.
"""

import argparse
import sys
import tomllib
from pathlib import Path
from statistics import StatisticsError, correlation, fmean

from figures import ALPHA, mean_of, pair_counts, percent, rounded, rows, table, wilson

# Value of a result for the first player; `o`, not proved, is not among them.
WORTH = {"f": 1.0, "d": 0.5, "s": 0.0}


def truths(files):
    """Result of each pattern and of its openings, by rule set and stones; None where it is not proved."""
    known = {}
    for row in (row for file in files for row in rows(file)):
        key, said = (row["rules"], row["rows"]), [WORTH.get(it) for it in (row["winner"][:1], *row["results"])]
        before = known.get(key, said)
        if len(before) != len(said) or any(one != other for one, other in zip(before, said) if None not in (one, other)):
            sys.exit(f"two files contradict each other on {row['setup']} under {row['rules']}")
        known[key] = [other if one is None else one for one, other in zip(before, said)]
    return {key: (result, openings) for key, (result, *openings) in known.items()}


def played(folders):
    """First move and score of each opening, by rule set and bot, then by stones."""
    found, first = {}, {}
    for number, folder in enumerate(folders):
        setups = tomllib.loads((folder / "experiment.toml").read_text())["setup"]
        for row in pair_counts(folder):
            stones = "/".join(setups[row["setup"]]["rows"])
            if first.setdefault((row["rules"], row["bots"], stones), number) != number:
                sys.exit(f"{folder} has games of {row['bots']} on {row['setup']}, as a folder before it")
            score = row["score"] / row["games"]
            found.setdefault((row["rules"], row["bots"]), {}).setdefault(stones, []).append((row["first"], score))
    return found


def side(share):
    """The favoured player: 1, -1, or 0 for an even score."""
    return (share > 0.5 + 1e-9) - (share < 0.5 - 1e-9)


def held(scores, firsts, truth):
    """Right answers and their total for (openings, winner, maximin) of a pattern, and the mean scores observed and
    proved."""
    result, proved = truth
    decided = [(score, exact) for score, exact in zip(scores, proved) if exact != 0.5]
    worst = {}
    for first, score in zip(firsts, scores):
        worst[first] = min(worst.get(first, 1.0), score)
    mean = fmean(scores)
    pairs = sum(side(score) == side(exact) for score, exact in decided), len(decided)
    winner = (side(mean) == side(result) != 0, int(result != 0.5))
    return (pairs, winner, (side(max(worst.values())) == side(result), 1)), (mean, fmean(proved))


def share(counts):
    """Share over patterns, in per cent, with its interval."""
    found, of = (sum(it) for it in zip(*counts))
    if of == 0:
        return "none"
    mean, clusters = found / of, len(counts)
    chance, alike = mean * (1 - mean), 1.0
    if of > clusters > 1 and chance > 0:
        varies = sum((some - mean * all) ** 2 for some, all in counts) * clusters / (clusters - 1) / of
        alike = max(varies / chance, 1.0)
    low, high = wilson(mean, of / alike, ALPHA)
    return f"{percent(mean, 0)} ({percent(low, 0)}-{percent(high, 0)})"


def line(rules, bots, patterns, known):
    """Line of a bot; None without a solved pattern."""
    counts, means = [], []
    for stones, openings in patterns.items():
        truth = known.get((rules, stones))
        if truth and None not in (truth[0], *truth[1]) and len(truth[1]) == len(openings):
            count, mean = held([score for _, score in openings], [first for first, _ in openings], truth)
            counts.append(count)
            means.append(mean)
    if not counts:
        return None
    try:
        r = rounded(correlation(*zip(*means)), 2)
    except StatisticsError:
        r = "none"
    excess = fmean(games - exact for games, exact in means)
    return [rules, bots, len(counts), *(share(it) for it in zip(*counts)), r, rounded(excess, 2)]


# Elo of the classes above random moves (`pasang balance --json`), and of the strongest rung.
ELO = {"crew:beginner": 87, "crew:easy": 295, "crew:medium": 621, "crew:quick": 1105, "crew:club": 1308, "crew:strong": 1454, "crew:master": 1593}


def proved(folders, files):
    """Means over the proved openings of each pattern, by rule set: the truth, and the scores of each class."""
    known, found = truths(files), {}
    for (rules, bots), patterns in played(folders).items():
        for stones, openings in patterns.items():
            _, exact = known.get((rules, stones), (None, []))
            both = [(score, it) for (_, score), it in zip(openings, exact) if it is not None]
            if both:
                of = found.setdefault(rules, {}).setdefault(stones, {})
                of[bots], of["truth"] = (fmean(it) for it in zip(*both))
    return found


def extrapolated(patterns, classes, elo):
    """Line through the classes at this Elo less the truth."""
    middle = fmean(ELO[it] for it in classes)
    spread = sum((ELO[it] - middle) ** 2 for it in classes)
    weights = {it: 1 / len(classes) + (ELO[it] - middle) * (elo - middle) / spread for it in classes}
    return excess(patterns, lambda of: sum(weights[it] * of[it] for it in classes))


def excess(patterns, score):
    """Mean of a score less the truth, and its interval over patterns."""
    mean, ends = mean_of([score(of) - of["truth"] for of in patterns])
    return [percent(mean, 1, "+"), " to ".join(percent(end, 1, "+") for end in ends)]


# Fewest classes of a line.
LEAST_CLASSES = 3


def lines_over_strength(folders, files):
    """Rows of the table of `--line`."""
    for rules, found in proved(folders, files).items():
        patterns = list(found.values())
        if len({(len(stones), *of) for stones, of in found.items()}) > 1:
            sys.exit(f"not all classes played the same patterns, of one size, under {rules}")
        classes = [it for it in ELO if it in patterns[0]]
        if len(classes) < LEAST_CLASSES or len(patterns) < 2:
            continue
        truth = percent(fmean(of["truth"] for of in patterns))
        for count, name in enumerate(classes, 1):
            of_line = extrapolated(patterns, classes[:count], ELO[classes[-1]]) if count >= LEAST_CLASSES else ["", ""]
            yield [rules, len(patterns), truth, name.removeprefix("crew:"), *excess(patterns, lambda of: of[name]), *of_line]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="results folder")
    parser.add_argument("--truth", nargs="+", required=True, metavar="FILE", help="files of solved patterns")
    parser.add_argument("--line", action="store_true", help="compare the line over strength with the truth")
    typed = parser.parse_args()
    if typed.line:
        lines = list(lines_over_strength(typed.folders, typed.truth))
        if not lines:
            sys.exit(f"a line takes {LEAST_CLASSES} crews of known Elo, and two patterns of these files, by the same rules")
        table(["<rules", "patterns", "truth %", "<class", "off by", "<95 % CI", "line off by", "<95 % CI"], lines)
        return
    known = truths(typed.truth)
    lines = [line(*key, patterns, known) for key, patterns in played(typed.folders).items()]
    if not any(lines):
        sys.exit("no pattern of these files was played by the same rules")
    columns = ["<rules", "<bots", "<patterns", "<openings %", "<winner %", "<maximin %", "<r", "<bias"]
    table(columns, [it for it in lines if it])


if __name__ == "__main__":
    main()
