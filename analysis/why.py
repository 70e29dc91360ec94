"""Why is a pattern the first player's, or the second's? A model that a reader understands, tried on patterns that it
has not seen.

    python3 analysis/why.py FOLDER [--bots BOT] [--rules NAME]

Reads a folder in which many patterns were played with every pair of first columns equally often. Of each pair some
things are counted on the board, before anybody has entered (NAMES says which): by the rules of Brunei's game with slide,
written here anew. A straight line through all of them foretells the score of a pair, and the mean over a pattern's pairs
that of the pattern. *Foretold* is the share of the patterns' true variance: patterns are dealt into ten parts, each is
foretold by a line through the other nine, and what chance adds to the variance of scores is taken out, as rungs.py has it.
*Alone* is a line through one thing alone; *without*, all but that one. The slope says by how many points of a hundred the
first player scores more where the thing is one more, all others as they are.
"""

import argparse
import tomllib
from pathlib import Path
from statistics import fmean, pvariance

from rungs import Pair, percent, rows, table

PARTS = 10
CENTRE = (5, 5)


def board(rows):
    """Where stones lie: column and row from 0, row 0 the lowest; 1 for black and 2 for white."""
    return {(column, 10 - at): "_bw".index(sign)
            for at, row in enumerate(rows) for column, sign in enumerate(row) if sign != "_"}


def seen(stones, at, step):
    """The stones of one colour in sight from a point in a direction: how many, of which colour."""
    (column, row), colour, count = at, 0, 0
    while True:
        column, row = column + step[0], row + step[1]
        if (column, row) == CENTRE or not (0 <= column < 11 and 0 <= row < 11):
            return colour, count
        stone = stones.get((column, row), 0)
        if stone:
            if colour not in (0, stone):
                return colour, count
            colour, count = stone, count + 1


def lines(stones, at, step):
    """What can be taken along a row or column from a point: the points of each odd line."""
    (one, many), (other, more) = (seen(stones, at, (sign * step[0], sign * step[1])) for sign in (1, -1))
    found = [(one, many + more)] if one == other else [(one, many), (other, more)]
    return [colour * count for colour, count in found if count % 2]


def entries(stones, passage, own_rows):
    """What each entry by slide takes, of the player whose passage this is."""
    gains = []
    for row in own_rows:
        for beside in (passage - 1, passage + 1):
            if (beside, row) in stones:
                left = {point: stone for point, stone in stones.items() if point != (beside, row)}
                for step in ((1, 0), (0, 1)):
                    gains += lines(left, (passage, row), step)
    return gains


# What is counted of a pair of first columns.
NAMES = [
    "points of the first player's column",
    "points of the second player's column",
    "entries of the first player",
    "entries of the second player",
    "points of the first player's best entry",
    "points of the second player's best entry",
    "the second column lies opposite",
    "the first player's column is the middle one",
    "steps from the middle, first player",
    "single stones on the board",
    "white stones on the rim",
]


def counted(stones, first, second):
    lower, upper = range(5), range(6, 11)
    left = {at: stone for at, stone in stones.items()
            if not (at[0] == first and at[1] in lower) and not (at[0] == second and at[1] in upper)}
    own, other = entries(left, first, lower), entries(left, second, upper)
    return [
        sum(stones[first, row] for row in lower),
        sum(stones[second, row] for row in upper),
        len(own), len(other), max(own, default=0), max(other, default=0),
        float(second == 10 - first), float(first == 5), abs(first - 5),
    ]


def of_pattern(stones):
    def same(at, step):
        return stones.get((at[0] + step[0], at[1] + step[1])) == stones[at]
    single = sum(not any(same(at, step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))) for at in stones)
    return [single, sum(stone == 2 for at, stone in stones.items() if 0 in at or 10 in at)]


def products(patterns):
    """The sums of products of all things and the score, a game of a pair counting once: what a line is fitted from."""
    size = len(NAMES) + 2
    sums = [[0.0] * size for _ in range(size)]
    for things, pair in (it for pattern in patterns for it in pattern):
        row = [1.0, *things, pair.score]
        for line, value in zip(sums, row):
            by = pair.games * value
            for at, other in enumerate(row):
                line[at] += by * other
    return sums


def fit(sums, chosen):
    """The straight line through some of the things: least squares, by the normal equations."""
    kept = [0, *(1 + at for at in chosen), len(NAMES) + 1]
    size = len(kept) - 1
    of = [[sums[i][j] for j in kept] for i in kept[:-1]]
    for i in range(size):
        # What never varies gets no slope.
        of[i][i] += 1e-6
        for k in range(i + 1, size):
            by = of[k][i] / of[i][i]
            of[k] = [one - by * other for one, other in zip(of[k], of[i])]
    slopes = [0.0] * size
    for i in reversed(range(size)):
        slopes[i] = (of[i][size] - sum(of[i][j] * slopes[j] for j in range(i + 1, size))) / of[i][i]
    return slopes


def score(pattern):
    return fmean(pair.score for _, pair in pattern)


def foretold(patterns, parts, chosen):
    """The share of the patterns' true variance that is foretold of patterns not seen, and that variance."""
    misses = []
    for part in range(PARTS):
        others = [sums for at, sums in enumerate(parts) if at != part]
        slopes = fit([[sum(cells) for cells in zip(*lines)] for lines in zip(*others)], chosen)
        for pattern in patterns[part::PARTS]:
            said = slopes[0]
            for by, at in zip(slopes[1:], chosen):
                said += by * fmean(things[at] for things, _ in pattern)
            misses.append((score(pattern) - said) ** 2)
    chance = fmean(sum(pair.variance / pair.games for _, pair in pattern) / len(pattern) ** 2 for pattern in patterns)
    true = pvariance([score(pattern) for pattern in patterns]) - chance
    return 1 - (fmean(misses) - chance) / true, true


def read(folder, bots, rules):
    """Each pattern's pairs: what is counted of each, and its games."""
    experiment = tomllib.loads((Path(folder) / "experiment.toml").read_text())
    boards = {name: board(setup["rows"]) for name, setup in experiment["setup"].items()}
    patterns = {}
    for row in rows(Path(folder) / "openings.csv"):
        if bots in (None, row["bots"]) and row["rules"] == rules:
            stones = boards[row["setup"]]
            first, second = ("abcdefghijk".index(row[key]) for key in ("first", "second"))
            pair = Pair((row["first"], row["second"]), int(row["games"]), int(row["wins_1"]), int(row["draws"]))
            pattern = patterns.setdefault(row["setup"], [])
            pattern.append((counted(stones, first, second) + of_pattern(stones), pair))
    return list(patterns.values())


def main(folder, bots, rules):
    patterns = read(folder, bots, rules)
    parts = [products(patterns[part::PARTS]) for part in range(PARTS)]
    every = range(len(NAMES))
    share, true = foretold(patterns, parts, every)
    slopes = fit([[sum(cells) for cells in zip(*lines)] for lines in zip(*parts)], every)
    print(f"Why is a pattern the first player's? {len(patterns)} patterns, {rules}, "
          f"first player's score {percent(fmean(map(score, patterns)))} %\n")
    lines = [[name, percent(slopes[1 + at], sign="+"), percent(foretold(patterns, parts, [at])[0], 0),
              percent(foretold(patterns, parts, [it for it in every if it != at])[0], 0)] for at, name in enumerate(NAMES)]
    table(["<counted of a pair of columns", "slope", "alone %", "without %"], lines)
    print(f"\nAll together foretell {percent(share, 0)} % of the variance of the patterns' true scores, whose standard deviation is "
          f"{percent(true ** 0.5)} points.")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder")
    asked.add_argument("--bots")
    asked.add_argument("--rules", default="brunei-slide")
    main(**vars(asked.parse_args()))
