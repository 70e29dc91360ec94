"""Simulates the stopping rules of `pasang match`: error rates under peeking, and games needed beside an SPRT.

    python3 analysis/stopping.py [MATCHES]

Two bots play cycles of 120 games; after a cycle, and then whenever there are a quarter more, the match stops if the confidence
sequence of docs/statistics.md answers the question. The sequential probability ratio test (Wald 1945) asks the same of elo0
and elo1 with errors of 5 %, and stops after any game. Games are won or lost independently; the samples are the same every time.
"""

import math
import random
import sys
from functools import cache
from statistics import fmean

from figures import rounded, table

CYCLE, MOST, ERROR = 120, 20_000, 0.05


def expected(elo):
    return 1 / (1 + 10 ** (-elo / 400))


@cache
def looks():
    cycles, found = 1, []
    while cycles * CYCLE < MOST:
        found.append(cycles * CYCLE)
        cycles += -(-cycles // 4)
    return [*found, MOST]


def evidence(won, games, share):
    """Logarithm of the wealth against a mean."""
    lost = games - won
    beta = math.lgamma(won + 1) + math.lgamma(lost + 1) - math.lgamma(games + 2)
    return beta - won * math.log(share) - lost * math.log(1 - share)


def excludes(won, games, share):
    """1 if the confidence sequence lies above a mean, -1 if below, else 0."""
    if evidence(won, games, share) < math.log(1 / ERROR):
        return 0
    return 1 if won / games > share else -1


def sequence(wins, answers):
    """Games until the sequence answers, and the answer, which holds where all its means are on their sides."""
    for games in looks():
        for answer, means in answers.items():
            if all(excludes(wins[games], games, expected(elo)) == side for elo, side in means):
                return games, answer
    return MOST, None


def sprt(wins, low, high):
    up, down = math.log(high / low), math.log((1 - high) / (1 - low))
    bound = math.log((1 - ERROR) / ERROR)
    for games in range(1, MOST + 1):
        ratio = wins[games] * up + (games - wins[games]) * down
        if abs(ratio) >= bound:
            return games, ratio > 0
    return MOST, None


def main(matches=400):
    lines = []
    for elo in (0, 5, 10, 20, 30, 50):
        draw, share = random.Random(1), expected(elo)
        found = []
        for _ in range(matches):
            wins = [0]
            for _ in range(MOST):
                wins.append(wins[-1] + (draw.random() < share))
            better = sequence(wins, {"better": [(0, 1)], "worse": [(0, -1)], "alike": [(-20, 1), (20, -1)]})
            bounds = sequence(wins, {"above": [(0, 1)], "below": [(20, -1)]})
            found.append((better, bounds, sprt(wins, expected(0), expected(20))))
        better, bounds, test = zip(*found)
        said = lambda results, answer: rounded(100 * fmean(it[1] == answer for it in results), 1)
        games = lambda results: round(fmean(it[0] for it in results))
        lines.append([elo, *(said(better, word) for word in ("better", "worse", "alike")), games(better),
                      said(bounds, "above"), games(bounds), said(test, True), games(test)])
    table(["Elo", "better %", "worse %", "alike %", "games", "above 0 %", "games", "SPRT: above %", "games"], lines)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
