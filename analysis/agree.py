"""Do bots, and do rule sets, agree on the patterns?

Reads results folders (see rungs.py). For each two bots of a rule set, and for each two rule sets of a bot, it prints
how alike the patterns' true scores are: 1 where both rank and space them alike.

    python3 analysis/agree.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP] [--pairs | --between-rules]

With x and y the scores of S patterns, s and v their variances, and p and q the mean variances by chance, the true
scores vary by t = s - p and u = v - q, and together by c = cov(x, y), which chance does not change where games are drawn
apart. Their correlation is c / sqrt(t u): the one that was seen, corrected for attenuation (Spearman 1904, "The proof
and measurement of association between two things", Am. J. Psychol. 15, pp. 72-101). t / s is the rung's *reliability*,
the correlation with itself that another run would have.

The interval has all r from -1 to 1 for which c - r sqrt(t u) is no farther from 0 than Student's quantile times its
error if r is true (after Fieller 1954, "Some problems in interval estimation", J. R. Stat. Soc. B 16, pp. 175-185); the
error is that of the moments of normal numbers (for instance Anderson 2003, "An introduction to multivariate statistical
analysis", 3.4). In simulations (`coverage.py`) 95 to 98 of a hundred such intervals at 95 % held the truth, also with two
patterns far from all others, and 92 or more where far ones are common; 88 where these are and the games leave hardly any
chance. Two other intervals were tried. The jackknife's makes many reach from -1 to 1 where two patterns are far. A bootstrap
over patterns is narrower than it may be: it held the truth in 78 to 100 of a hundred, in fewer than 94 in most worlds. Where
the interval is all of -1 to 1 nothing is known, and none is printed.
"""

import math
from itertools import combinations

from figures import percent, rounded, student, table
from rungs import arguments, groups_of


def moments(spots):
    """The variances that were seen, the true ones, and the covariance, of (x, y, chance of x, chance of y)."""
    count = len(spots)
    x, y, p, q = (sum(spot[place] for spot in spots) / count for place in range(4))
    s = sum((spot[0] - x) ** 2 for spot in spots) / (count - 1)
    v = sum((spot[1] - y) ** 2 for spot in spots) / (count - 1)
    c = sum((spot[0] - x) * (spot[1] - y) for spot in spots) / (count - 1)
    return s, v, s - p, v - q, c


def correlation(spots):
    """Of the true scores, with its interval; nothing where the patterns differ no more than by chance."""
    s, v, t, u, c = moments(spots)
    if t <= 0 or u <= 0:
        return None
    root, width = math.sqrt(t * u), student(len(spots) - 1)
    squared = s * s * u / (2 * t) + v * v * t / (2 * u) + t * u - 2 * s * u - 2 * v * t

    def stays(r):
        error = (s * v + r**2 * squared + r**4 * t * u) / (len(spots) - 1)
        return (c - r * root) ** 2 <= width**2 * error

    r = min(max(c / root, -1.0), 1.0)
    tried = [r, *(step / 500 for step in range(-500, 501) if stays(step / 500))]
    return r, (min(tried), max(tried))


def agreement(one, other):
    """How alike two rungs see the patterns; nothing where it cannot be known."""
    together = one.rules != other.rules and one.folder == other.folder and one.shared
    if together or not (one.tells_chance and other.tells_chance):
        return None
    both = [(one.patterns[key], other.patterns[key]) for key in one.patterns if key in other.patterns]
    return correlation([(x.score, y.score, x.variance, y.variance) for x, y in both])


def reliability(rung):
    """The part of the variance of a rung's scores that is not chance."""
    s, _, t, _, _ = moments([(it.score, it.score, it.variance, it.variance) for it in rung.patterns.values()])
    return max(t / s, 0.0)


def shown(found):
    return rounded(found[0], 2) if found else "-"


def shown_interval(found):
    if not found or found[1] == (-1, 1):
        return "-"
    return " to ".join(rounded(end, 2) for end in found[1])


def between_bots(rules, group, start):
    """The bots of one rule set, each with all that stand behind it."""
    found = {(one, other): agreement(group[one], group[other]) for one, other in combinations(range(len(group)), 2)}
    print(f"Do bots agree on the patterns? {rules}, {len(group[0].patterns)} patterns\n")
    lines = []
    for place, rung in enumerate(group):
        score = sum(pattern.score for pattern in rung.patterns.values()) / len(rung.patterns)
        lines.append([
            place + 1, rung.bots, "" if rung.elo is None else rounded(rung.elo, 0), percent(score),
            rounded(reliability(rung), 2) if rung.tells_chance else "-",
            *("" if other <= place else shown(found[place, other]) for other in range(1, len(group)))])
    later = [f"r with {place}" if place == 2 else str(place) for place in range(2, len(group) + 1)]
    table(["row", "<bots", "Elo", "first %", "reliability", *later], lines)
    names = [rung.bots for rung in group]
    first = names.index(start) if start in names else 0
    pairs = {two: it for two, it in found.items() if min(two) >= first and it}
    if pairs:
        rs = [it[0] for it in pairs.values()]
        lowest = min(it[1][0] for it in pairs.values())
        least, most, lowest = (rounded(it, 2) for it in (min(rs), max(rs), lowest))
        print(f"From {names[first]} on: {least} to {most}; the lowest end of their intervals is {lowest}.")
    return [(names[one], names[other], it) for (one, other), it in found.items()]


def between_rules(groups):
    """Each two rule sets, between the strongest bot that plays both and of which it is known."""
    lines = []
    for one, other in combinations(groups, 2):
        those = {rung.bots: rung for rung in groups[other]}
        found = ((rung.bots, agreement(rung, those[rung.bots])) for rung in reversed(groups[one]) if rung.bots in those)
        bots, it = next(((bots, it) for bots, it in found if it), ("-", None))
        lines.append([one, other, bots, shown(it), shown_interval(it)])
    print("Do rule sets agree on the patterns?\n")
    table(["<rules", "<and", "<bots", "r", "<interval"], lines)
    print("Between the strongest bot that plays both, and of which it is known.")


def main():
    parser = arguments(__doc__, pooling=True)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pairs", action="store_true", help="each two bots in a line, with the interval")
    which.add_argument("--between-rules", action="store_true", help="rule sets, not bots")
    typed = parser.parse_args()
    groups = groups_of(typed)
    if typed.between_rules:
        return between_rules(groups)
    for place, (rules, group) in enumerate(groups.items()):
        print(end="\n" if place else "")
        pairs = between_bots(rules, group, typed.start)
        if typed.pairs:
            print()
            table(["<bots", "<and", "r", "<interval"],
                  [[one, other, shown(it), shown_interval(it)] for one, other, it in pairs])


if __name__ == "__main__":
    main()
