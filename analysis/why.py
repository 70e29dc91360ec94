"""Predicts how much a pattern favours the first player, by ten-fold cross-validation.

    python3 analysis/why.py FOLDER [--rules NAME]

Reads a folder in which many patterns of full symmetry were played with random openings, by bots that do not look ahead and by
one that does, the last one. The latter's score is predicted by linear least squares from the stones; from what the rules
make of them before the entries (entries by slide, counted here anew); and from the games of `random` and `greedy`. R2 is
the share of the scores' variance that is explained: patterns are dealt into ten parts, and each is predicted by the fit to
the other nine. Sampling error of the scores cannot be predicted. Below 0 the prediction is worse than the mean.
"""

import argparse
import tomllib
from pathlib import Path
from statistics import fmean, pvariance

from figures import percent, rows, table

PARTS = 10
CENTRE = (5, 5)
# A point of each orbit of full symmetry, from the middle.
ORBITS = [(column, row) for column in range(1, 6) for row in range(column + 1)]


def board(rows):
    """Stones by column and row from 0, row 0 the lowest; 1 for black and 2 for white."""
    return {(column, 10 - at): "_bw".index(sign)
            for at, row in enumerate(rows) for column, sign in enumerate(row) if sign != "_"}


def seen(stones, at, step):
    """Colour and number of the stones in sight from a point in a direction, up to the other colour."""
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
    """Points of each odd line along a row or column from a point."""
    (one, many), (other, more) = (seen(stones, at, (sign * step[0], sign * step[1])) for sign in (1, -1))
    found = [(one, many + more)] if one == other else [(one, many), (other, more)]
    return [colour * count for colour, count in found if count % 2]


def entries(stones, passage, own_rows):
    """Points of each entry by slide into a passage."""
    gains = []
    for row in own_rows:
        for beside in (passage - 1, passage + 1):
            if (beside, row) in stones:
                left = {point: stone for point, stone in stones.items() if point != (beside, row)}
                for step in ((1, 0), (0, 1)):
                    gains += lines(left, (passage, row), step)
    return gains


def of_stones(stones):
    """Features of the board before the first move."""
    def is_alone(at):
        near = ((at[0] + x, at[1] + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        return all(stones.get(point) != stones[at] for point in near)
    pairs = [(first, second) for first in range(11) for second in range(11)
             if (second > 5 if first < 5 else second < 5 if first > 5 else second != 5)]
    gains = []
    for first, second in pairs:
        left = {at: stone for at, stone in stones.items()
                if not (at[0] == first and at[1] < 5) and not (at[0] == second and at[1] > 5)}
        gains.append(entries(left, first, range(5)))
    return {
        "white stones on the rim": sum(stone == 2 for at, stone in stones.items() if 0 in at or 10 in at),
        "stones with no neighbour of their colour": sum(map(is_alone, stones)),
        "entries of a player, on average": fmean(map(len, gains)),
        "points of the best entry, on average": fmean(max(gain, default=0) for gain in gains),
    }


def fit(lessons):
    """Coefficients of linear least squares, from pairs of numbers and a value."""
    size = len(lessons[0][0]) + 1
    sums = [[0.0] * (size + 1) for _ in range(size)]
    for numbers, value in lessons:
        row = [1.0, *numbers, value]
        for line, by in zip(sums, row):
            for at, other in enumerate(row):
                line[at] += by * other
    for i in range(size):
        # A constant gets no slope.
        sums[i][i] += 1e-9
        for k in range(i + 1, size):
            by = sums[k][i] / sums[i][i]
            sums[k] = [one - by * other for one, other in zip(sums[k], sums[i])]
    slopes = [0.0] * size
    for i in reversed(range(size)):
        slopes[i] = (sums[i][size] - sum(sums[i][j] * slopes[j] for j in range(i + 1, size))) / sums[i][i]
    return slopes


def missed(lessons):
    """Mean squared error of cross-validation."""
    misses = []
    for part in range(PARTS):
        start, *slopes = fit([lesson for at, lesson in enumerate(lessons) if at % PARTS != part])
        for numbers, value in lessons[part::PARTS]:
            misses.append((value - start - sum(by * number for by, number in zip(slopes, numbers))) ** 2)
    return fmean(misses)


def read(folder, rules):
    """Stones of each pattern, and its rows of `cells.csv` by bot."""
    experiment = tomllib.loads((Path(folder) / "experiment.toml").read_text())
    cells = {}
    for row in rows(Path(folder) / "cells.csv"):
        if row["rules"] == rules:
            cells.setdefault(row["setup"], {})[row["bots"]] = row
    return [(board(experiment["setup"][name]["rows"]), of) for name, of in cells.items()]


def chance(row):
    """Upper bound of a score's sampling variance: that of identically distributed games."""
    score, games = float(row["first_score"]), int(row["games"])
    return (score * (1 - score) - int(row["draws"]) / games / 4) / games


def main(folder, rules):
    patterns = read(folder, rules)
    *others, last = patterns[0][1]
    scores = [float(cells[last]["first_score"]) for _, cells in patterns]
    print(f"Predictors of the first player's score: {len(patterns)} patterns, {rules}, {last}, mean {percent(fmean(scores))} %\n")
    counted = [of_stones(stones) for stones, _ in patterns]
    told = {name: [[of[name]] for of in counted] for name in counted[0]}
    told["all of these"] = [list(of.values()) for of in counted]
    told["the colours of all points"] = [[float(stones[5 + x, 5 + y]) for x, y in ORBITS] for stones, _ in patterns]
    for bot in others:
        for what, column in [("games that end stuck", "stuck_share"), ("first player's score", "first_score")]:
            told[f"{bot}: {what}"] = [[float(cells[bot][column])] for _, cells in patterns]
    told["all four"] = [sum(each, []) for each in zip(*list(told.values())[-4:])]
    seen = pvariance(scores)
    lines = []
    for name, numbers in told.items():
        lessons = list(zip(numbers, scores))
        slope = percent(fit(lessons)[1] / (100 if ":" in name else 1), 2, sign="+") if len(numbers[0]) == 1 else ""
        lines.append([name, slope, percent(1 - missed(lessons) / seen, 0)])
    table(["<predictor", "pp per unit", "R2, %"], lines)
    print(f"\nThe scores have a standard deviation of {percent(seen ** 0.5)} percentage points; sampling error is "
          f"{percent(fmean(chance(cells[last]) for _, cells in patterns) / seen, 0)} % of their variance\n"
          "at most. The unit of shares and scores is one percentage point.")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder")
    asked.add_argument("--rules", default="brunei-slide")
    main(**vars(asked.parse_args()))
