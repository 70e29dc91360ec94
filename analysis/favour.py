"""Lists the patterns that significantly favour a player, and the most balanced ones, over several bots.

Reads results folders (see rungs.py) and prints both lists for each rule set.

    python3 analysis/favour.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP] [--nearest N]

A pattern's score is the unweighted mean over the rungs from `--from` on, or over all. Rungs with one game an opening are left
out. The confidence interval adds the squared distances to the ends of the rungs' Wilson intervals (Zou and Donner 2008,
"Construction of confidence limits about effect measures: a general approach", Stat. Med. 27, pp. 1693-1702), each at level
0.05 divided by the number of patterns: the intervals of a rule set hold jointly at 95 % (Bonferroni). A pattern favours
a player where its interval excludes one half, and is balanced where the interval lies within two percentage points of
one half. Two bots contradict each other where their own intervals, at 0.05 divided by the number of all patterns, bots and
rule sets, show opposite verdicts.
"""

import math
from statistics import fmean

from figures import ALPHA, ends, percent, table
from rungs import arguments, groups_of, pooled

WITHIN = 0.02


def verdict(interval):
    low, high = interval
    if low >= 0.5 - WITHIN and high <= 0.5 + WITHIN:
        return "balanced"
    return "first" if low > 0.5 else "second" if high < 0.5 else "undecided"


def mean_of(figures):
    """Mean of independent figures, with its interval."""
    score = fmean(figure for figure, _ in figures)
    low = math.hypot(*(figure - low for figure, (low, _) in figures)) / len(figures)
    high = math.hypot(*(high - figure for figure, (_, high) in figures)) / len(figures)
    return score, (score - low, score + high)


def off(interval):
    """Upper bound of the distance from an even score."""
    return max(abs(end - 0.5) for end in interval)


def favoured(group, start):
    """Name, games, score, interval and score with each bot of each pattern; and the rungs that were pooled."""
    rungs = pooled(group, start)
    found = []
    for key in group[0].patterns if rungs else ():
        patterns = [rung.patterns[key] for rung in rungs]
        alpha = ALPHA / len(group[0].patterns)
        score, interval = mean_of([(it.score, it.interval(alpha)) for it in patterns])
        each = [rung.patterns[key].score for rung in group]
        found.append((patterns[0].name, sum(it.games for it in patterns), score, interval, each))
    return found, rungs


def contradicted(group, statements):
    """Patterns on which two bots' own verdicts are opposite."""
    def said(key):
        return {verdict(rung.patterns[key].interval(ALPHA / statements)) for rung in group} - {"undecided"}

    return [group[0].patterns[key].name for key in group[0].patterns if len(said(key)) > 1]


def show(rules, group, start, statements, most):
    found, rungs = favoured(group, start)
    if not found:
        return
    each = lambda scores: " ".join(percent(score) for score in scores)
    print(f"Patterns that favour a player: {rules}, from {rungs[0].bots} on, {len(rungs)} bots\n")
    found.sort(key=lambda it: -it[2])
    told = [(verdict(it[3]), *it) for it in found if verdict(it[3]) != "undecided"]
    table(["<favours", "<setup", "first %", "<joint 95 % CI", "<first % with each bot"],
          [[who, name, percent(score), ends(interval), each(scores)] for who, name, _, score, interval, scores in told])
    first, second = (sum(it[0] == who for it in told) for who in ("first", "second"))
    both = contradicted(group, statements)
    print(f"Of {len(found)} patterns {first} favour the first player, {second} the second. "
          f"Two bots contradict each other on {', '.join(both) or 'none'}.\n")
    found.sort(key=lambda it: off(it[3]))
    table(["<most balanced", "games", "first %", "<joint 95 % CI", "bias at most", "<first % with each bot"],
          [[name, games, percent(score), ends(interval), percent(off(interval)), each(scores)]
           for name, games, score, interval, scores in found[:most]])
    best = off(found[0][3])
    farther = sum(max(it[3][0] - 0.5, 0.5 - it[3][1]) > best for it in found)
    print(f"{farther} of {len(found)} are significantly less balanced than {found[0][0]}.")


def main():
    parser = arguments(__doc__, pooling=True)
    parser.add_argument("--nearest", type=int, default=5, metavar="N", help="number of most balanced patterns to list")
    typed = parser.parse_args()
    groups = groups_of(typed)
    statements = sum(len(group) * len(group[0].patterns) for group in groups.values())
    for place, (rules, group) in enumerate(groups.items()):
        print(end="\n" if place else "")
        show(rules, group, typed.start, statements, typed.nearest)


if __name__ == "__main__":
    main()
