"""Simulates the stopping rules of `pasang match`: error rates under peeking, and games needed beside an SPRT.

    python3 analysis/stopping.py [MATCHES]

Two bots play cycles of 60 pairs of games, a pair with one opening from both seats; after a cycle, and then whenever there are a
quarter more, the match stops if the confidence sequence of docs/statistics.md answers the question: by pairs, as the program does,
or by single games. Openings are as uneven as those of Brunei's patterns: a pair's mean score has the variance .094, where even ones
would have .125. The sequential probability ratio test (Wald 1945) of 0 against 20 Elo uses the pairs' variance (normal
approximation), with errors of 5 %, and looks after every pair. The samples are the same every time.
"""

import math
import sys
from functools import cache
from statistics import fmean

import numpy as np

from figures import rounded, table

CYCLE, MOST, ERROR, SPREAD, VARIANCE = 60, 10_000, 0.05, 0.249, 0.094
STAKES = [0.7 / 2**step for step in range(6)]
SCORES = [halves / 4 for halves in range(5)]
BETTER = {"better": [(0, 1)], "worse": [(0, -1)], "alike": [(-20, 1), (20, -1)]}


def expected(elo):
    return 1 / (1 + 10 ** (-elo / 400))


@cache
def looks():
    cycles, found = 1, []
    while cycles * CYCLE < MOST:
        found.append(cycles * CYCLE)
        cycles += -(-cycles // 4)
    return [*found, MOST]


def singly(counts, share):
    """1 if the confidence sequence of single games lies above a mean, -1 if below, else 0."""
    games = 2 * sum(counts)
    won = 2 * sum(score * count for score, count in zip(SCORES, counts))
    lost = games - won
    wealth = math.lgamma(won + 1) + math.lgamma(lost + 1) - math.lgamma(games + 2) - won * math.log(share) - lost * math.log(1 - share)
    return 0 if wealth < math.log(1 / ERROR) else 1 if won / games > share else -1


def wealth(counts, share):
    """Wealth of a stake of 1 that was bet on a higher mean."""
    logs = [sum(count * math.log1p(stake * (score / share - 1)) for score, count in zip(SCORES, counts)) for stake in STAKES]
    most = max(logs)
    return most + math.log(fmean(math.exp(it - most) for it in logs))


def paired(counts, share):
    most = math.log(2 / ERROR)
    return 1 if wealth(counts, share) >= most else -1 if wealth(counts[::-1], 1 - share) >= most else 0


def sequence(sums, excludes, answers):
    """Games until the sequence answers, and the answer, which holds where all its means are on their sides."""
    for pairs in looks():
        counts = [at[pairs] for at in sums]
        for answer, means in answers.items():
            if all(excludes(counts, expected(elo)) == side for elo, side in means):
                return 2 * pairs, answer
    return 2 * MOST, None


def sprt(means):
    low, high = 0.5, expected(20)
    ratios = (high - low) * (means - np.arange(MOST + 1) * (low + high) / 2) / VARIANCE
    stops = np.flatnonzero(np.abs(ratios) >= math.log((1 - ERROR) / ERROR))
    return (2 * stops[0], ratios[stops[0]] > 0) if len(stops) else (2 * MOST, None)


def played(draw, elo):
    """Sums of pairs by score, and of their means, after each pair."""
    openings = draw.normal(0, SPREAD, MOST).clip(-0.47, 0.47)
    shares = expected(elo) + np.stack([openings, -openings])
    halves = 2 * (draw.random((2, MOST)) < shares).sum(0)
    after = lambda of: np.concatenate([[0], np.cumsum(of)])
    return [after(halves == at) for at in range(len(SCORES))], after(halves / 4)


def main(matches=400):
    lines = []
    for elo in (0, 10, 20, 30, 70):
        draw, found = np.random.default_rng(1), []
        for _ in range(matches):
            sums, means = played(draw, elo)
            found.append((sequence(sums, paired, BETTER), sequence(sums, singly, BETTER), sprt(means)))
        by_pairs, by_games, test = zip(*found)
        said = lambda results, answer: rounded(100 * fmean(it[1] == answer for it in results), 1)
        games = lambda results: round(fmean(it[0] for it in results))
        lines.append([elo, *(said(by_pairs, word) for word in BETTER), games(by_pairs), games(by_games), said(test, True), games(test)])
    table(["Elo", "better %", "worse %", "alike %", "games", "by single games", "SPRT: above %", "games"], lines)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
