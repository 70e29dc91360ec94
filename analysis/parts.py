"""To what does the result of one game belong: the pattern, the first two moves, the bot, or chance?

Reads results folders (see rungs.py) and prints, for each rule set, the parts of the variance of a game's score.

    python3 analysis/parts.py FOLDER... [--rules NAME] [--without SETUP]

Take a rung, a pattern, a pair of first moves and a game of it, each drawn at random, and the first player's score less
the rung's mean. Its variance is the sum of five:

- pattern: what patterns have in common at all rungs, the mean covariance of true scores between two rungs;
- pattern by bot: the mean variance of true scores at one rung, less that;
- pair: how the pairs of first moves of a pattern differ from its mean at all rungs alike, the mean covariance over
  pairs within patterns between two rungs;
- pair by bot: their mean variance at one rung, less that;
- chance: what is left within a pair. Where bots choose their first moves it has what is the pairs'.

These are moments with chance taken out; below 0 counts as 0. Intervals are the jackknife's over patterns (Efron and Stein
1981, "The jackknife estimate of variance", Ann. Stat. 9), of the share and of its cube root, whose distribution is more
even (Wilson and Hilferty 1931, "The distribution of chi-square", PNAS 17, pp. 684-688): whichever reaches farther. In
simulations they held the truth in 92 of 100 samples or more.
"""

import math
from itertools import combinations
from statistics import fmean, variance

from figures import ends, percent, student, table
from rungs import arguments, groups_of

PARTS = ["pattern", "pattern by bot", "pair", "pair by bot", "chance"]


def sums_of(patterns):
    """Of one pattern at each rung: scores, their chance, and pairs about the score: at one rung, at two, within."""
    count = len(patterns[0].pairs)
    off = [[pair.score - it.score for pair in it.pairs] for it in patterns]
    pair = within = 0.0
    for it, distances in zip(patterns, off):
        variances = [pair.variance for pair in it.pairs]
        of_means = fmean(of / pair.games for of, pair in zip(variances, it.pairs))
        within += fmean(variances) / len(patterns)
        pair += (fmean(by * by for by in distances) - of_means * (count - 1) / count) / len(patterns)
    pairs = fmean(fmean(a * b for a, b in zip(one, other)) for one, other in combinations(off, 2))
    return [it.score for it in patterns], [it.variance for it in patterns], pair, pairs, within


def shares(sums):
    """Each part's share, from the sums of some patterns."""
    scores = list(zip(*(it[0] for it in sums)))
    middle = [fmean(it) for it in scores]

    def covariance(one, other):
        products = ((a - middle[one]) * (b - middle[other]) for a, b in zip(scores[one], scores[other]))
        return math.fsum(products) / (len(sums) - 1)

    rungs = range(len(scores))
    own = fmean(covariance(rung, rung) - fmean(it[1][rung] for it in sums) for rung in rungs)
    common = fmean(covariance(one, other) for one, other in combinations(rungs, 2))
    pair, pairs, within = (fmean(it[place] for it in sums) for place in (2, 3, 4))
    parts = [common, own - common, pairs, pair - pairs, within]
    return [part / sum(parts) for part in parts]


def parts_of(group):
    """Each part's share with its interval; nothing with fewer than two rungs that know chance and their pairs."""
    group = [rung for rung in group if rung.tells_chance]
    if len(group) < 2 or len({rung.openings for rung in group}) > 1:
        return None
    each = [[rung.patterns[key] for rung in group] for key in group[0].patterns]
    if any([pair.moves for pair in it.pairs] != [pair.moves for pair in its[0].pairs] for its in each for it in its):
        return None
    sums = [sums_of(patterns) for patterns in each]
    count, found = len(sums), shares(sums)
    without = list(zip(*(shares(sums[:place] + sums[place + 1:]) for place in range(count))))

    def half(numbers):
        return student(count - 1) * math.sqrt(variance(numbers) * (count - 1) ** 2 / count)

    def end(share):
        return min(max(share, 0.0), 1.0)

    lines = []
    for share, left in zip(found, without):
        low, high = share - half(left), share + half(left)
        # Where a share may be none its root says nothing.
        if min(left) > 0:
            root, by = math.cbrt(share), half([math.cbrt(it) for it in left])
            low, high = min(low, (root - by) ** 3), max(high, (root + by) ** 3)
        lines.append((end(share), (end(low), end(high))))
    return lines


def main():
    groups = groups_of(arguments(__doc__).parse_args())
    found = {rules: parts_of(group) for rules, group in groups.items()}
    lines = [[rules, *(text for share, interval in parts for text in (percent(share), ends(interval)))]
             for rules, parts in found.items() if parts]
    print("What decides a game? In % of the variance of its score\n")
    table(["<rules", *(name for part in PARTS for name in (part, "<interval"))], lines)


if __name__ == "__main__":
    main()
