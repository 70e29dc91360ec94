"""How near do bots come to the truth on small boards that are solved whole?

Reads results folders in which every pair of first moves was played (see rungs.py), and files of solved patterns, as
`universe/` has them and `pasang-exact universe` makes them. A line for each rule set and bot, over the patterns of which all
pairs are proved.

    python3 analysis/truth.py FOLDER... --truth FILE.csv [FILE.csv..] [--rules NAME] [--without SETUP]

`pairs` is the share of decided pairs of first moves after which the games' score is on the side of the proved winner;
`winner` the share of decided patterns whose mean score over all pairs is; `choice` the share of all patterns where each
side's best pairs, by the games, have the proved result. Each has Wilson's interval at 95 %, for as many independent trials
as vary as much as the patterns do, where pairs of one pattern are alike. `r` is the correlation of the mean score with the
proved one over patterns, `excess` the difference of their means.
"""

import sys
from statistics import StatisticsError, correlation, fmean

from figures import ALPHA, percent, rounded, rows, table, wilson
from rungs import arguments, groups_of

# What a result is worth to the first player; `o`, not proved, is none of them.
WORTH = {"f": 1.0, "d": 0.5, "s": 0.0}


def truths(files):
    """By rule set and stones: the pattern's result, and those of its pairs in order, where all are proved."""
    known = {}
    for row in (row for file in files for row in rows(file)):
        if row["winner"] and set(row["results"]) <= set(WORTH):
            key, said = (row["rules"], row["rows"]), (WORTH[row["winner"][0]], [WORTH[it] for it in row["results"]])
            if known.setdefault(key, said) != said:
                sys.exit(f"two files say different things of {row['setup']} under {row['rules']}")
    return known


def side(share):
    """Who is ahead: 1, 0 or -1."""
    return (share > 0.5 + 1e-9) - (share < 0.5 - 1e-9)


def held(scores, firsts, truth):
    """A pattern held against the truth: of (pairs, winner, choice) how many are right and how many there are, and the
    mean scores by the games and by the truth."""
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
    """A share over patterns, in per cent, with its interval."""
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


def line(rung, known):
    """What a rung's games come to; nothing where they have no solved pattern."""
    counts, means = [], []
    for stones, pattern in rung.patterns.items():
        truth = known.get((rung.rules, stones))
        if truth and len(truth[1]) == len(pattern.pairs):
            count, mean = held([it.score for it in pattern.pairs], [it.moves[0] for it in pattern.pairs], truth)
            counts.append(count)
            means.append(mean)
    if not counts:
        return None
    try:
        r = rounded(correlation(*zip(*means)), 2)
    except StatisticsError:
        r = "none"
    excess = fmean(games - exact for games, exact in means)
    return [rung.rules, rung.bots, len(counts), *(share(it) for it in zip(*counts)), r, rounded(excess, 2)]


def main():
    parser = arguments(__doc__)
    parser.add_argument("--truth", nargs="+", required=True, metavar="FILE", help="files of solved patterns")
    typed = parser.parse_args()
    known = truths(typed.truth)
    lines = [line(rung, known) for group in groups_of(typed).values() for rung in group]
    if not any(lines):
        sys.exit("no pattern of these files was played by the same rules")
    columns = ["<rules", "<bots", "<patterns", "<pairs %", "<winner %", "<choice %", "<r", "<excess"]
    table(columns, [it for it in lines if it])


if __name__ == "__main__":
    main()
