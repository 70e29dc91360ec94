"""Writes the figures that tests/suite/confidence_sequence.rs compares with.

Needs SciPy and mpmath (made with SciPy 1.17.1, mpmath 1.4.1). Run: python make.py

ln_gamma.csv, ln_beta.csv   mpmath, 40 digits.
intervals.csv               the set of p with B(S+1, F+1) / (p^S (1-p)^F) < 1/alpha, in 40 digits of
                            mpmath.
crossings.csv               the exact probability that p is outside the interval after any of the first
                            n games, by adding up all paths (each game's score has a known
                            distribution on 0, 1/2, 1); the interval's test itself by SciPy.
"""

import math
from pathlib import Path

import mpmath
import numpy as np
from scipy.special import betaln, xlogy, xlog1py

HERE = Path(__file__).parent
mpmath.mp.dps = 40


def write(name, header, rows):
    lines = [header] + [",".join(str(value) for value in row) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n")


def digits(value):
    return mpmath.nstr(value, 20, min_fixed=-5, max_fixed=20)


def gammas():
    xs = ["0.001", "0.0833333333333333", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "2", "2.0833", "3",
          "7.5", "12", "31.5", "32", "33.25", "100", "170.6", "171.7", "1000.5", "12345.0833",
          "1000000", "1000000.5", "10000000", "10000000.5", "10000000000", "10000000000.5"]
    write("ln_gamma.csv", "x,ln_gamma",
          [(x, digits(mpmath.loggamma(mpmath.mpf(float(x))))) for x in xs])


def betas():
    pairs = [(0.5, 0.5), (1, 1), (1, 2), (1.5, 3.25), (1, 1000001), (2, 10**7), (31, 33), (32, 32),
             (31.9, 10**6), (32.5, 10**6), (500.5, 501.5), (1000, 10**7), (500001, 500001),
             (380001.5, 620001.5), (5 * 10**6 + 1, 5 * 10**6 + 1), (5.1e6, 4.9e6 + 2),
             (10**10, 1), (5e9, 5e9), (1e9, 9e9)]
    write("ln_beta.csv", "a,b,ln_beta",
          [(repr(float(a)), repr(float(b)), digits(mpmath.log(mpmath.beta(a, b)) if a + b < 1e5 else
            mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(mpmath.mpf(a) + b)))
           for a, b in pairs])


def stake(s, f, p):
    s, f, p = mpmath.mpf(s), mpmath.mpf(f), mpmath.mpf(p)
    value = mpmath.loggamma(s + 1) + mpmath.loggamma(f + 1) - mpmath.loggamma(s + f + 2)
    if s:
        value -= s * mpmath.log(p)
    if f:
        value -= f * mpmath.log1p(-p)
    return value


def intervals():
    rows = []
    for games, score in [(1, "1"), (1, "0.5"), (2, "0"), (10, "5"), (10, "6.5"), (12, "4.25"),
                         (100, "38"), (100, "50"), (1000, "0"), (1000, "1000"), (1000, "512.5"),
                         (2000, "760"), (10**4, "5000"), (10**4, "2500"), (10**5, "50321.5"),
                         (10**6, "500000"), (10**6, "499000"), (10**7, "5000000"),
                         (10**7, "5012345.5"), (10**10, "5000000000")]:
        s = mpmath.mpf(score)
        f = games - s
        for alpha in ["0.05", "0.001", "0.0017241379310344827"]:
            most = -mpmath.log(float(alpha))
            mean = s / games
            def root(a, b):
                # Bisects until the floating-point limit.
                a, b = mpmath.mpf(a), mpmath.mpf(b)
                for _ in range(120):
                    c = (a + b) / 2
                    if stake(s, f, c) < most:
                        a = c
                    else:
                        b = c
                return a
            low = 0 if s == 0 else root(mean, 0)
            high = 1 if f == 0 else root(mean, 1)
            rows.append((int(s * 12), games, alpha, digits(mpmath.mpf(low)), digits(mpmath.mpf(high))))
    write("intervals.csv", "twelfths,games,alpha,low,high", rows)


def excluded(halves, n, p, alpha):
    """Returns an array: is p outside the interval after n games, by number of half points?"""
    s = halves / 2
    f = n - s
    return betaln(s + 1, f + 1) - xlogy(s, p) - xlog1py(f, -p) >= math.log(1 / alpha)


def crossings():
    rows = []
    cases = [  # chances of 0, 1/2, 1
        ("0.5", "0", "0.5"), ("0.62", "0", "0.38"), ("0.45", "0.1", "0.45"), ("0.25", "0.5", "0.25"),
        ("0.1", "0.2", "0.7"), ("0.05", "0", "0.95"), ("0", "1", "0")]
    for lost, drawn, won in cases:
        p = float(won) + float(drawn) / 2
        for alpha in [0.05, 0.2]:
            alive = np.array([1.0])
            out = 0.0
            for n in range(1, 2001):
                step = np.array([float(lost), float(drawn), float(won)])
                alive = np.convolve(alive, step)
                gone = excluded(np.arange(2 * n + 1), n, p, alpha)
                out += alive[gone].sum()
                alive[gone] = 0.0
                if n in (10, 100, 500, 2000):
                    rows.append((lost, drawn, won, alpha, n, f"{out:.12g}"))
    write("crossings.csv", "lost,drawn,won,alpha,games,chance", rows)


gammas()
betas()
intervals()
crossings()
