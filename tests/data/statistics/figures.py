"""Computes the figures with which tests/suite/statistics.rs compares the program's statistics.

    pip install scipy==1.17.1 numpy==2.4.6 mpmath==1.4.1 statsmodels==0.15.0
    python figures.py

Each figure comes from two sources that must agree, or from a library that is the usual reference
for it. Nothing of the program is used.
"""

import random
from pathlib import Path

import mpmath
import numpy
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

mpmath.mp.dps = 50
HERE = Path(__file__).parent
VERSIONS = (
    f"SciPy {scipy.__version__}, NumPy {numpy.__version__}, mpmath {mpmath.__version__}, "
    f"statsmodels {statsmodels.__version__}"
)


def write(name, what, columns, rows):
    lines = [f"# {what}", f"# Computed by figures.py with {VERSIONS}.", "\t".join(columns)]
    lines += ["\t".join(row) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n", newline="\n")


def near(one, other, tolerance):
    assert abs(mpmath.mpf(one) - mpmath.mpf(other)) <= tolerance * max(1, abs(other)), (one, other)


def samples():
    chance = random.Random(1927)
    yield [3, 5]
    yield [-1, 0, 1]
    yield [0, 0, 0, 1]
    yield [4, 4, 4, 4, 5]
    yield [-180, 180]
    for size in (10, 31, 32, 57, 200):
        yield [chance.randint(-60, 60) for _ in range(size)]
    yield [min(chance.randint(0, 40), chance.randint(0, 40)) for _ in range(333)]
    yield [int(chance.gauss(45, 6)) for _ in range(1000)]
    yield [5000 + chance.randint(0, 9) for _ in range(20)] + [-5000, -4097, -4096, 4095, 4096]


def coverage(games, win, draw):
    """Returns the interval's coverage, summed over all outcomes with SciPy."""
    lose = 1 - win - draw
    mean = win + draw / 2
    total = 0.0
    for draws in range(games + 1):
        some = stats.binom.pmf(draws, games, draw)
        if some < 1e-18:
            continue
        rest = games - draws
        wins = numpy.arange(rest + 1)
        chances = some * stats.binom.pmf(wins, rest, win / (win + lose))
        low, high = proportion_confint(wins + draws / 2, games, alpha=0.05, method="wilson")
        total += float(chances[(low <= mean) & (mean <= high)].sum())
    return total


rows = []
for sample in samples():
    # The interval of SciPy's one-sample t test.
    low, high = stats.ttest_1samp(sample, 0).confidence_interval(0.95)
    mean, sd = numpy.mean(sample), numpy.std(sample, ddof=1)
    # NumPy's default is definition 7 of Hyndman and Fan 1996.
    percentiles = numpy.percentile(sample, [5, 25, 50, 75, 95])
    figures = [mean, sd, low, high, *percentiles]
    rows.append([",".join(map(str, sample)), *(repr(float(figure)) for figure in figures)])
write(
    "samples.tsv",
    "Samples with their mean, standard deviation, 95 % t interval and percentiles.",
    ["sample", "mean", "sd", "low", "high", "p5", "p25", "p50", "p75", "p95"],
    rows,
)

chances = [
    (n, win, draw)
    for n in (10, 37, 120)
    for win, draw in [
        (0.5, 0.0), (0.47, 0.0), (0.12, 0.0), (0.9, 0.0), (0.45, 0.1), (0.3, 0.4), (0.05, 0.2),
    ]
] + [(1000, 0.5, 0.0), (1000, 0.57, 0.0), (1000, 0.013, 0.0)]
write(
    "coverage.tsv",
    "How likely Wilson's interval holds the true mean score, by wins and draws a game.",
    ["games", "win", "draw", "coverage"],
    [[str(n), str(w), str(d), repr(coverage(n, w, d))] for n, w, d in chances],
)
