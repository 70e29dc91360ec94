"""Who wins small patterns of which a sample is solved, and what that says of all patterns of their side.

    python3 analysis/solved.py FILE.csv

The file is one of `universe/`, of patterns taken in an order drawn by a seed. `at least` so many patterns have this result for
certain; `at most` so many have it, counting those of which it is open. The interval is for the share of all patterns of the side, at 95 %, whatever the
open ones are: from the least share with which `at least` or more of a sample without replacement are no surprise, to the greatest with
which `at most` or fewer are none (Clopper and Pearson, 1934, with hypergeometric chances).
"""

import sys
from math import comb

from figures import ALPHA, rounded, rows, table

# How many patterns of each side look the same after a quarter turn, with as many black as white stones.
ALL = {5: 20, 7: 924}


def chance(found, drawn, so, of):
    """The chance of so many or more of what is drawn, where `so` of all are so."""
    return sum(comb(so, it) * comb(of - so, drawn - it) for it in range(found, min(drawn, so) + 1)) / comb(of, drawn)


def interval(least, most, drawn, of, alpha=ALPHA):
    """Of how many of all it may be true, where it is of `least` to `most` of those drawn."""
    low = next(so for so in range(least, of + 1) if chance(least, drawn, so, of) > alpha / 2)
    # So many or fewer are so where the others are not.
    others = drawn - most
    high = of - next(no for no in range(others, of + 1) if chance(others, drawn, no, of) > alpha / 2)
    return low, high


def possible(row):
    """The results that a pattern may have, by what is known of its first moves."""
    if row["winner"]:
        return {row["winner"]}
    return {"first", "draw", "draw" if row["draws"] else "second"}


def main():
    (path,) = sys.argv[1:]
    solved = rows(path)
    of = ALL[len(solved[0]["rows"].split("/"))]
    words = {"first": "the first player wins", "draw": "a draw", "second": "the second player wins"}
    lines = []
    for winner, name in words.items():
        least = sum(row["winner"] == winner for row in solved)
        most = sum(winner in possible(row) for row in solved)
        low, high = interval(least, most, len(solved), of)
        lines.append([name, least, most, f"{rounded(100 * low / of, 0)} to {rounded(100 * high / of, 0)}"])
    table(["<perfect play", "at least", "at most", f"of all {of}, %"], lines)
    print(f"\n{len(solved)} patterns; of {sum(row['winner'] == '' for row in solved)} it is open who wins.")


if __name__ == "__main__":
    main()
