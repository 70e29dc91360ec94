#!/usr/bin/env python3
"""Intervals for the difference of two shares, p2 - p1, at 95 %: Newcombe (1998), "Interval
estimation for the difference between independent proportions", Statistics in Medicine 17,
method 10. The ends of the Wilson intervals that it builds on are found here as the roots of
(p - x)^2 = z^2 x (1 - x) / n, with fifty digits. Scores are sums in twelfths of a game.

    python3 newcombe.py > newcombe.tsv
"""

from decimal import Decimal as D, getcontext
from fractions import Fraction
import random

getcontext().prec = 50
Z = D("1.959963984540054235524594430520551527955507219756")


def dec(x):
    return D(x.numerator) / D(x.denominator)


def wilson(p, n):
    # (n + z^2) x^2 - (2 n p + z^2) x + n p^2 = 0
    p, n = dec(p), D(n)
    a, b, c = n + Z * Z, -(2 * n * p + Z * Z), n * p * p
    root = max(b * b - 4 * a * c, D(0)).sqrt()
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def newcombe(s1, n1, s2, n2):
    p1, p2 = Fraction(s1, 12 * n1), Fraction(s2, 12 * n2)
    (l1, u1), (l2, u2) = wilson(p1, n1), wilson(p2, n2)
    d = dec(p2 - p1)
    p1, p2 = dec(p1), dec(p2)
    low = d - ((p2 - l2) ** 2 + (u1 - p1) ** 2).sqrt()
    high = d + ((u2 - p2) ** 2 + (p1 - l1) ** 2).sqrt()
    return d, low, high


# The worked examples of Newcombe's table II, as differences p1 - p2 of a/m and b/n.
PUBLISHED = [
    ((56, 70), (48, 80), ("0.0524", "0.3339")),
    ((9, 10), (3, 10), ("0.1705", "0.8090")),
    ((6, 7), (2, 7), ("0.0582", "0.8062")),
    ((5, 56), (0, 29), ("-0.0381", "0.1926")),
    ((0, 10), (0, 20), ("-0.1611", "0.2775")),
    ((0, 10), (0, 10), ("-0.2775", "0.2775")),
    ((10, 10), (0, 20), ("0.6791", "1.0000")),
    ((10, 10), (0, 10), ("0.6075", "1.0000")),
]
for (a, m), (b, n), (low, high) in PUBLISHED:
    _, found_low, found_high = newcombe(12 * b, n, 12 * a, m)
    q = D("0.0001")
    assert (found_low.quantize(q), found_high.quantize(q)) == (D(low), D(high)), (a, m, b, n)

print("# Made by newcombe.py beside this file, which cites its source.")
print("sum_1\tgames_1\tsum_2\tgames_2\tdifference\tlow\thigh")
cases = [(12 * b, n, 12 * a, m) for (a, m), (b, n), _ in PUBLISHED]
draw = random.Random(1998)
for _ in range(24):
    n1, n2 = (draw.choice([1, 2, 7, 40, 1000, 10**6, 10**9]) for _ in range(2))
    cases.append((draw.randint(0, 12 * n1), n1, draw.randint(0, 12 * n2), n2))
for case in cases:
    print(*case, *(f"{x:.18f}" for x in newcombe(*case)), sep="\t")
