"""Computes the figures with which tests/suite/verdict.rs compares verdicts, quantiles and rankings.

    pip install scipy==1.17.1 numpy==2.4.6 mpmath==1.4.1 statsmodels==0.15.0
    python figures.py

Nothing of the program is used.
"""

import random
from pathlib import Path

import mpmath
import numpy
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint, proportions_ztest

mpmath.mp.dps = 40
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


def digits(number):
    return mpmath.nstr(mpmath.mpf(number), 18)


# The normal quantile: SciPy's, and the root of mpmath's erfc.
tails = [0.5, 0.4, 0.25, 0.1, 0.05, 0.025, 0.01, 0.005, 0.025 / 30, 1e-3, 0.025 / 105, 1e-4, 1e-5,
         1e-6, 1e-7, 1e-8, 1e-9, 1e-12, 1e-20, 1e-50, 1e-100, 1e-300]
rows = []
for tail in tails:
    guess = mpmath.mpf(float(stats.norm.isf(tail)))
    root = mpmath.findroot(lambda x: mpmath.log(mpmath.erfc(x / mpmath.sqrt(2)) / 2) - mpmath.log(mpmath.mpf(tail)), guess)
    near(root, guess, 1e-12)
    rows.append([repr(tail), digits(root)])
write("normal.tsv", "Beyond which number this part of the normal distribution lies.", ["tail", "quantile"], rows)

# Student's quantile: SciPy's, and the root of mpmath's distribution function.
rows = []
for df in [1, 2, 3, 4, 5, 7, 10, 15, 29, 30, 31, 60, 100, 300, 999, 1000, 1001, 1500, 10_000, 10**6, 10**9]:
    for tail in [0.4, 0.1, 0.025, 0.005, 0.025 / 105, 1e-5, 1e-7, 1e-9]:
        n = mpmath.mpf(df)
        guess = mpmath.mpf(float(stats.t.isf(tail, df)))

        def log_tail(t):
            return mpmath.log(mpmath.betainc(n / 2, mpmath.mpf(1) / 2, 0, n / (n + t * t), regularized=True) / 2)

        if df <= 10_000:
            root = mpmath.findroot(lambda t: log_tail(t) - mpmath.log(mpmath.mpf(tail)), (guess, guess * (1 + mpmath.mpf("1e-8"))))
            near(root, guess, 1e-7)
        else:
            root = guess
        rows.append([str(df), repr(tail), digits(root)])
write("student.tsv", "Beyond which number this part of Student's distribution lies.", ["df", "tail", "quantile"], rows)

# Wilson's interval and the score test at several levels.
rows = []
for games, twelfths in [(10, 66), (100, 600), (100, 606), (1000, 6588), (2000, 12744), (2000, 0), (50_000, 301_200), (10**6, 6_030_000)]:
    for alpha in [0.05, 0.05 / 30, 0.05 / 105, 1e-9]:
        low, high = proportion_confint(twelfths / 12, games, alpha=alpha, method="wilson")
        _, p = proportions_ztest(twelfths / 12, games, value=0.5, prop_var=0.5)
        rows.append([str(games), str(twelfths), repr(alpha), repr(float(low)), repr(float(high)), repr(float(p))])
write("wilson.tsv", "Wilson's interval that misses with the chance alpha, and the score test of one half.",
      ["games", "twelfths", "alpha", "low", "high", "p"], rows)

# Holm's adjustment.
chance = random.Random(1979)
rows = []
for size in [1, 2, 5, 30]:
    values = [chance.random() ** 4 for _ in range(size)]
    if size == 5:
        values[3] = values[1]
    adjusted = multipletests(values, method="holm")[1]
    rows.append([",".join(map(repr, values)), ",".join(repr(float(value)) for value in adjusted)])
write("holm.tsv", "Values of p and Holm's adjusted ones.", ["values", "adjusted"], rows)

# Student's interval at several levels.
rows = []
for size in [5, 31, 400]:
    sample = [chance.choice([-12, -6, 0, 0, 0, 6, 12]) for _ in range(size)]
    for alpha in [0.05, 0.05 / 6, 1e-6]:
        low, high = stats.ttest_1samp(sample, 0).confidence_interval(1 - alpha)
        rows.append([",".join(map(str, sample)), repr(alpha), repr(float(low)), repr(float(high))])
write("paired.tsv", "Student's interval of a mean that misses with the chance alpha.", ["sample", "alpha", "low", "high"], rows)

# Newcombe's interval at several levels.
rows = []
for a, n, b, m in [(56, 70, 48, 80), (510, 1000, 560, 1000), (5, 10, 9, 10), (30_000, 60_000, 30_600, 60_000)]:
    for alpha in [0.05, 0.05 / 7]:
        low, high = confint_proportions_2indep(b, m, a, n, method="newcomb", compare="diff", alpha=alpha)
        rows.append([str(12 * a), str(n), str(12 * b), str(m), repr(alpha), repr(float(low)), repr(float(high))])
write("newcombe.tsv", "Newcombe's interval of a difference, second less first, in twelfths and games.",
      ["twelfths_1", "games_1", "twelfths_2", "games_2", "alpha", "low", "high"], rows)
