"""Reads, computes and prints figures, for all scripts of this folder."""

import csv
import itertools
import json
import math
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from statistics import NormalDist, fmean, stdev

ALPHA = 0.05


def class_of(crew):
    """The class of a crew: one of twelve has that of the crew of four."""
    return crew.removesuffix("12")


def rows(path):
    """The rows of a table, by column."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def counts(folder):
    """The games of a results folder by cell, pair of first moves and player, from its counts.jsonl: games, those that the first player
    won alone, and its score. A player is a crew's member and the image of the board that it saw, or `all`."""
    with open(Path(folder) / "counts.jsonl") as file:
        for cell in map(json.loads, file):
            labels = {key: str(cell[key]) for key in ("cell", "setup", "rules", "bots")}
            for first, second, players in cell["openings"]:
                for player, (games, wins, twelfths) in players.items():
                    yield labels | {"first": first, "second": second, "player": player, "games": games, "wins": wins, "score": twelfths / 12}


def pair_counts(folder):
    """The same by pair of first moves, whoever played."""
    pair = lambda row: tuple(row[key] for key in ("cell", "first", "second"))
    for _, of in itertools.groupby(counts(folder), pair):
        of = list(of)
        yield of[0] | {key: sum(row[key] for row in of) for key in ("games", "wins", "score")}


def wilson(share, games, alpha):
    """Wilson's score interval (1927)."""
    return wilson_at(share, games, NormalDist().inv_cdf(1 - alpha / 2))


def wilson_at(share, games, z):
    """Wilson's score interval with `z` standard errors to either side."""
    shrink = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(middle - half, 0.0), min(middle + half, 1.0)


@cache
def student(degrees, alpha=ALPHA, steps=2000):
    """Two-sided quantile of Student's distribution (1908), by default at 95 %: the root of the distribution function, whose
    density is integrated by Simpson's rule."""
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def beyond(end):
        height = end / steps
        density = [scale * (1 + (at * height) ** 2 / degrees) ** (-(degrees + 1) / 2) for at in range(steps + 1)]
        return 0.5 - height / 3 * (density[0] + 4 * sum(density[1::2]) + 2 * sum(density[2:-1:2]) + density[-1])

    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle) > alpha / 2 else (low, middle)
    return (low + high) / 2


def mean_of(sample, alpha=ALPHA):
    """Mean of a sample with Student's interval."""
    half = student(len(sample) - 1, alpha) * stdev(sample) / math.sqrt(len(sample))
    return fmean(sample), (fmean(sample) - half, fmean(sample) + half)


def table(columns, lines):
    """Prints columns, those whose name begins with `<` to the left."""
    heads = [column.lstrip("<") for column in columns]
    widths = [max(len(str(line[place])) for line in [heads, *lines]) for place in range(len(heads))]
    for line in [heads, *lines]:
        fields = [f"{str(text):<{width}}" if column.startswith("<") else f"{str(text):>{width}}"
                  for text, width, column in zip(line, widths, columns)]
        print("  ".join(fields).rstrip())


def rounded(number, digits, sign="-"):
    """Rounds half away from zero, as the program does, also where the binary fraction is slightly below the half."""
    shown = Decimal(repr(round(number, 10))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{shown if shown else abs(shown):{sign}f}"


def percent(share, digits=1, sign="-"):
    return rounded(100 * share, digits, sign)


def ends(interval, digits=1):
    """An interval of shares, in per cent."""
    return "-".join(percent(end, digits) for end in interval)
