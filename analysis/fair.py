"""Compares the patterns' scores with best openings (maximin) and with random openings.

Reads results folders and prints, for each rule set, each pattern's figures of both kinds, and the correlation of the two.

    python3 analysis/fair.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP] [--changes]

*Best openings* is the maximin value of a folder with `[choice]`, each bot in a column of its own, with the interval that holds
jointly for all cells of its folder, whenever sampling stopped. *Random openings* is the mean over the bots of the
other folders from `--from` on, as in favour.py. A pattern favours a player where the interval excludes one half. The
mean over patterns has Student's interval; SD is the standard deviation over patterns; r is Pearson's correlation of two
columns, not corrected for attenuation, with Fisher's interval.

`--changes` prints the effect of each rule set but the first, against the first: the mean difference over patterns, with
Student's interval, alone and jointly for all rule sets (Bonferroni).
"""

import math
import sys
import tomllib
from pathlib import Path
from statistics import correlation, fmean, stdev

from favour import favoured, verdict
from figures import ALPHA, ends, percent, rounded, rows, student, table
from rungs import arguments, read


def is_choice(folder):
    return "choice" in tomllib.loads((Path(folder) / "experiment.toml").read_text())


def chosen(folder):
    """Value and joint interval by rule set, bot and pattern."""
    found = {}
    for row in rows(Path(folder) / "choice.csv"):
        if not row["value"]:
            continue
        interval = float(row["value_joint_low"]), float(row["value_joint_high"])
        found.setdefault(row["rules"], {}).setdefault(row["bots"], {})[row["setup"]] = float(row["value"]), interval
    return found


def fisher(r, count):
    """Fisher's 95 % confidence interval of a correlation."""
    half = 1.959964 / math.sqrt(count - 3)
    return tuple(math.tanh(math.atanh(r) + sign * half) for sign in (-1, 1))


def figures(folders, start, rules=None, without=()):
    """Columns of each rule set, by name: pattern, figure and interval."""
    found = {}
    for folder in filter(is_choice, folders):
        for name, bots in chosen(folder).items():
            for bot, values in bots.items():
                # Folders of the same bots have different patterns.
                found.setdefault(name, {}).setdefault(f"best openings (maximin), {bot}", {}).update(values)
    for name, group in read([it for it in folders if not is_choice(it)], without).items():
        told, rungs = favoured(group, start)
        if told and name in found:
            found[name][f"random openings, {len(rungs)} bots"] = {it[0]: (it[2], it[3]) for it in told}
    for columns in found.values():
        for values in columns.values():
            for setup in set(without) & set(values):
                del values[setup]
    return {name: columns for name, columns in found.items() if not rules or name in rules}


def show(rules, columns):
    names = list(columns)
    first = columns[names[0]]
    print(f"Fairness of patterns: {rules}; the first player's score in %\n")
    for number, name in enumerate(names, 1):
        print(f"{number}: {name}")
    print()
    lines = []
    for setup in sorted(first, key=lambda it: -first[it][0]):
        line = [setup]
        for values in columns.values():
            score, interval = values.get(setup, (None, None))
            said = verdict(interval) if interval else ""
            line += [percent(score), ends(interval), said if said != "undecided" else "-"] if interval else ["", "", ""]
        lines.append(line)
    heads = [head for number in range(1, len(names) + 1) for head in (str(number), "<joint 95 % CI", "<favours")]
    table(["<setup", *heads], lines)
    print()
    lines = []
    for number, values in enumerate(columns.values(), 1):
        scores = [score for score, _ in values.values()]
        half = student(len(scores) - 1) * stdev(scores) / math.sqrt(len(scores))
        mean = fmean(scores)
        said = [verdict(interval) for _, interval in values.values()]
        like = []
        for other in names[number:]:
            both = [it for it in values if it in columns[other]]
            r = correlation([values[it][0] for it in both], [columns[other][it][0] for it in both])
            like.append(f"{rounded(r, 2)} ({' to '.join(rounded(end, 2) for end in fisher(r, len(both)))})")
        like += [""] * (len(names) - 1 - len(like))
        lines.append([str(number), len(scores), percent(mean), ends((mean - half, mean + half)), percent(stdev(scores)),
                      said.count("first"), said.count("second"), *([""] * (number - 1)), *like][:7 + len(names) - 1])
    heads = [f"<r with {number}" for number in range(2, len(names) + 1)]
    table(["<", "patterns", "mean", "<95 % CI", "SD", "first", "second", *heads], lines)


def changes(found):
    """Prints the effect of each rule set on the maximin values, against the first rule set."""
    first, *others = found
    lines = []
    for rules in others:
        for name in found[first].keys() & found[rules].keys():
            before, after = found[first][name], found[rules][name]
            by = [after[it][0] - before[it][0] for it in before if it in after]
            error = stdev(by) / math.sqrt(len(by))
            halves = [student(len(by) - 1, ALPHA / count) * error for count in (1, len(others))]
            apart = [" to ".join(percent(fmean(by) + sign * half, sign="+") for sign in (-1, 1)) for half in halves]
            lines.append([rules, len(by), percent(fmean(it[0] for it in after.values())), percent(fmean(by), sign="+"), *apart])
    print(f"Effect of each rule set with best openings (maximin), against {first}; the first player's score in %\n")
    table(["<rules", "patterns", "mean", "change", "<95 % CI", "<joint 95 % CI"], lines)


def main():
    reader = arguments(__doc__, pooling=True)
    reader.add_argument("--changes", action="store_true", help="print the effect of each rule set against the first")
    typed = reader.parse_args()
    found = figures(typed.folders, typed.start, typed.rules, typed.without)
    if not found:
        sys.exit("none of these folders has `[choice]`")
    if typed.changes:
        return changes(found)
    for place, (rules, columns) in enumerate(found.items()):
        print(end="\n" if place else "")
        show(rules, columns)


if __name__ == "__main__":
    main()
