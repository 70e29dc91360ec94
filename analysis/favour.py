"""Which patterns favour somebody, and which are nearest to even, by the games of several bots together?

Reads results folders (see rungs.py) and prints, for each rule set, the patterns of which somebody is shown to be ahead, and
those nearest to even.

    python3 analysis/favour.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP] [--nearest N]

A pattern's score is the mean over the rungs from the one that is named on, each counting alike; without a name, over all.
Rungs that have one game a pair are not among them. Its interval adds up the squares of the distances to the ends of
the rungs' Wilson intervals (Zou and Donner 2008, "Construction of confidence limits about effect measures: a general
approach", Stat. Med. 27, pp. 1693-1702), each at 0.05 by the number of patterns: those of all patterns of a rule set
hold together at 95 % (Bonferroni). Somebody is ahead where it leaves out one half; within two points of one
half a pattern is balanced. Two bots contradict each other where their own intervals, at 0.05 by the number of all
patterns, bots and rule sets, show different things.
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
    """The mean of independent figures with their intervals."""
    score = fmean(figure for figure, _ in figures)
    low = math.hypot(*(figure - low for figure, (low, _) in figures)) / len(figures)
    high = math.hypot(*(high - figure for figure, (_, high) in figures)) / len(figures)
    return score, (score - low, score + high)


def off(interval):
    """How far from even at most."""
    return max(abs(end - 0.5) for end in interval)


def favoured(group, start):
    """Of each pattern its name, games, score, interval, and score with each bot; and from which bot on, how many."""
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
    """The patterns on which two bots' own verdicts differ."""
    def said(key):
        return {verdict(rung.patterns[key].interval(ALPHA / statements)) for rung in group} - {"undecided"}

    return [group[0].patterns[key].name for key in group[0].patterns if len(said(key)) > 1]


def show(rules, group, start, statements, most):
    found, rungs = favoured(group, start)
    if not found:
        return
    each = lambda scores: " ".join(percent(score) for score in scores)
    print(f"Which patterns favour somebody? {rules}, from {rungs[0].bots} on, {len(rungs)} bots\n")
    found.sort(key=lambda it: -it[2])
    told = [(verdict(it[3]), *it) for it in found if verdict(it[3]) != "undecided"]
    table(["<who is ahead", "<setup", "first %", "<interval", "<first % with each bot"],
          [[who, name, percent(score), ends(interval), each(scores)] for who, name, _, score, interval, scores in told])
    first, second = (sum(it[0] == who for it in told) for who in ("first", "second"))
    both = contradicted(group, statements)
    print(f"Of {len(found)} patterns {first} favour the first player, {second} the second. "
          f"Two bots contradict each other on {', '.join(both) or 'none'}.\n")
    found.sort(key=lambda it: off(it[3]))
    table(["<nearest to even", "games", "first %", "<interval", "at most off", "<first % with each bot"],
          [[name, games, percent(score), ends(interval), percent(off(interval)), each(scores)]
           for name, games, score, interval, scores in found[:most]])
    best = off(found[0][3])
    farther = sum(max(it[3][0] - 0.5, 0.5 - it[3][1]) > best for it in found)
    print(f"{farther} of {len(found)} are shown to be less even than {found[0][0]}.")


def main():
    parser = arguments(__doc__, pooling=True)
    parser.add_argument("--nearest", type=int, default=5, metavar="N", help="how many of those nearest to even")
    typed = parser.parse_args()
    groups = groups_of(typed)
    statements = sum(len(group) * len(group[0].patterns) for group in groups.values())
    for place, (rules, group) in enumerate(groups.items()):
        print(end="\n" if place else "")
        show(rules, group, typed.start, statements, typed.nearest)


if __name__ == "__main__":
    main()
