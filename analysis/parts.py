"""Splits the variance of a game's score into components: the pattern, the opening, the bot, and the rest.

Reads results folders (see rungs.py) and prints the variance components of each rule set, in per cent.

    python3 analysis/parts.py FOLDER... [--rules NAME] [--without SETUP]

A rung, a pattern, an opening (a pair of first moves) and a game of it are drawn at random. The variance of the first player's
score, less the rung's mean, is the sum of five components:

- pattern: the mean covariance of true scores between two rungs, over patterns;
- pattern x bot: the mean variance of true scores within a rung, less that;
- opening: the mean covariance between two rungs over the openings within a pattern;
- opening x bot: their mean variance within a rung, less that;
- residual: the variance within an opening. Where bots choose their first moves it includes the openings'.

These are estimates by the method of moments with sampling variance subtracted; negative ones count as 0. Intervals are the
jackknife's over patterns (Efron and Stein 1981, "The jackknife estimate of variance", Ann. Stat. 9), of the share and of its
cube root, whose distribution is more even (Wilson and Hilferty 1931, "The distribution of chi-square", PNAS 17, pp.
684-688), whichever reaches farther. In simulations their coverage was 92 % or more.
"""

import math
from itertools import combinations
from statistics import fmean, variance

from figures import ends, percent, student, table
from rungs import arguments, groups_of

PARTS = ["pattern", "pattern x bot", "opening", "opening x bot", "residual"]


def sums_of(patterns):
    """Sums of one pattern at each rung: scores, their variances, and openings about the score: at one rung, at two, within."""
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
    """Share of each component, from the sums of some patterns."""
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
    """Share of each component with its interval; None with fewer than two rungs of known variance and equal openings."""
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
        # The root is of no use where a share may be zero.
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
    print("Variance components of a game's score, in %\n")
    table(["<rules", *(name for part in PARTS for name in (part, "<95 % CI"))], lines)


if __name__ == "__main__":
    main()
