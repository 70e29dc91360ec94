"""Who wins small patterns of which a sample is solved, and what that says of all patterns of their side.

    python3 analysis/solved.py FILE.csv

The file is one of `universe/`, of patterns taken in an order drawn by a seed. `at least` are patterns of which it is proved,
`at most` these and those that are open. The interval is for the share of all patterns of the side, at 95 %: from the least
share with which so many or more of a sample without replacement are no surprise, were all open ones otherwise, to the
greatest with which so many or fewer are none, were all open ones so (Clopper and Pearson, 1934, with hypergeometric
chances). It supposes nothing of the open ones. A pattern is known to be no loss where no first move of it need be solved
further to say so.
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


def main():
    (path,) = sys.argv[1:]
    solved = rows(path)
    of = ALL[len(solved[0]["rows"].split("/"))]
    # Of an open one it may be known that a first move is no loss, or none a win.
    held = [row["winner"] in ("first", "draw") or bool(row["wins"] or row["draws"]) for row in solved]
    capped = [row["winner"] in ("second", "draw") or not (row["wins"] or row["open"]) for row in solved]
    won = [row["winner"] == "first" for row in solved]
    lost = [row["winner"] == "second" for row in solved]
    open_ = [row["winner"] == "" for row in solved]
    lines = []
    for name, least, most in [
        ("the first player wins", sum(won), sum(not it for it in capped)),
        ("a draw", sum(row["winner"] == "draw" for row in solved), sum(not (a or b) for a, b in zip(won, lost))),
        ("the second player wins", sum(lost), sum(not it for it in held)),
    ]:
        low, high = interval(least, most, len(solved), of)
        lines.append([name, least, most, f"{rounded(100 * low / of, 0)} to {rounded(100 * high / of, 0)}"])
    table(["<perfect play", "at least", "at most", f"of all {of}, %"], lines)
    print(f"\n{len(solved)} patterns are looked at; of {sum(open_)} it is open who wins.")


if __name__ == "__main__":
    main()
