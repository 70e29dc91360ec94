"""Estimates the winners of all small patterns from a solved random sample.

    python3 analysis/solved.py FILE.csv

The file is one of `crates/exact/universe`, of patterns in a random order. `at least` counts the patterns that have this result, `at most`
also the unsolved ones that may. The 95 % confidence interval is for the share of all patterns of the board size, whatever the
unsolved ones are: from the least share with which `at least` or more is plausible in such a sample, to the greatest with
which `at most` or fewer is (Clopper and Pearson 1934; fourfold patterns are drawn without replacement, so their
probabilities are hypergeometric). Last come all their openings, by result.
"""

import argparse
import sys
from math import comb, exp, lgamma, log

from figures import ALPHA, percent, rounded, rows, table

# Number of fourfold patterns of each board size, with equal numbers of black and white stones.
ALL = {5: 20, 7: 924}


def chance(found, drawn, so, of):
    """Hypergeometric probability of `found` or more in a sample of `drawn`, where `so` of all have the property."""
    return sum(comb(so, it) * comb(of - so, drawn - it) for it in range(found, min(drawn, so) + 1)) / comb(of, drawn)


def interval(least, most, drawn, of, alpha=ALPHA):
    """Interval for the number of all that have a property that `least` to `most` of the sample have."""
    low = next(so for so in range(least, of + 1) if chance(least, drawn, so, of) > alpha / 2)
    # The upper bound follows from those without the property.
    others = drawn - most
    high = of - next(no for no in range(others, of + 1) if chance(others, drawn, no, of) > alpha / 2)
    return low, high


def binomial_interval(least, most, drawn, alpha=ALPHA):
    """Interval for the share of patterns that have a property, drawn from more than can be counted."""
    ways = [lgamma(drawn + 1) - lgamma(it + 1) - lgamma(drawn - it + 1) for it in range(drawn + 1)]

    def lowest(found):
        low, high = 0.0, 1.0
        for _ in range(60):
            share = (low + high) / 2
            plausible = sum(exp(ways[it] + it * log(share) + (drawn - it) * log(1 - share)) for it in range(found, drawn + 1))
            low, high = (share, high) if plausible <= alpha / 2 else (low, share)
        return low

    return lowest(least), 1 - lowest(drawn - most)


def possible(row):
    """Results that a pattern may have, from what is known of its first moves."""
    if row["winner"]:
        return {row["winner"]}
    return {"first", "draw", "draw" if row["draws"] else "second"}


def found(solved, winner):
    """How many patterns have a result at least, and at most."""
    return sum(row["winner"] == winner for row in solved), sum(winner in possible(row) for row in solved)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("path", metavar="FILE.csv")
    path = parser.parse_args().path
    solved = rows(path)
    kinds = {(row["rules"], row["limit"], len(row["rows"]), row["setup"].split("-")[0]) for row in solved}
    if len(kinds) != 1 or [int(row["place"]) for row in solved] != list(range(len(solved))):
        sys.exit(f"{path} is no file of `crates/exact/universe`: its rows are not the patterns of a size and rule set, in order")
    [(*_, kind)] = kinds
    drawn, of = len(solved), ALL[len(solved[0]["rows"].split("/"))] if kind == "fourfold" else None
    if of and not solved[0]["sample"] and drawn < of:
        sys.exit(f"{path} is no random sample: its patterns are the first ones by number")
    words = {"first": "the first player wins", "draw": "a draw", "second": "the second player wins"}
    lines = []
    for winner, name in words.items():
        least, most = found(solved, winner)
        ends = (it / of for it in interval(least, most, drawn, of)) if of else binomial_interval(least, most, drawn)
        lines.append([name, least, most, " to ".join(percent(end, 0) for end in ends)])
    table(["<perfect play", "at least", "at most", f"% of all{f' {of}' if of else ''}, 95 % CI"], lines)
    print(f"\n{drawn} patterns; the winner of {sum(row['winner'] == '' for row in solved)} is open.")
    results = "".join(row["results"] for row in solved)
    first, draws, second, unknown = (percent(results.count(result) / len(results), 0) for result in "fdso")
    print(f"Openings: the first player wins {first} %, draws {draws} %, loses {second} %; {unknown} % are open.")


if __name__ == "__main__":
    main()
