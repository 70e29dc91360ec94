#!/usr/bin/env python3
"""What a match of several rounds makes of moving first, from single games as a Markov chain.

    python3 analysis/rounds.py                   # the first beginner's score over 1 to 9 rounds
    python3 analysis/rounds.py --count FOLDER    # writes rounds.csv from a folder's games.csv

A round is a game on the same pattern between equal bots, and begins as its custom says: by the player who captured last in the round
before, which is its last move; by its loser, or after a draw by the other player; or in turn. Rounds are independent but for who begins.
More rounds won decide the match. rounds.csv counts the games of each pattern and bot by winner and last mover. Intervals are by leaving out one bot
after the other (jackknife)."""

import argparse
import csv
import math
from collections import Counter, defaultdict
from pathlib import Path

COUNTS = Path(__file__).with_name("rounds.csv")
WINNERS, LAST = ("first", "draw", "second"), ("first", "second")
CUSTOMS = {"last": "the last capturer begins", "loser": "the loser begins", "turn": "in turn"}


def count(folder):
    counts = defaultdict(Counter)
    with (folder / "games.csv").open() as file:
        for row in csv.DictReader(file):
            if row["rules"] == "brunei-slide":
                last = LAST[1 - int(row["plies"]) % 2]
                counts[row["setup"], int(row["member"])][row["winner"], last] += 1
    with COUNTS.open("w", newline="") as file:
        write = csv.writer(file, lineterminator="\n")
        write.writerow(["setup", "member", *(f"{winner}_last_{last}" for winner in WINNERS for last in LAST)])
        for (setup, member), of in sorted(counts.items()):
            write.writerow([setup, member, *(of[winner, last] for winner in WINNERS for last in LAST)])


def read():
    with COUNTS.open() as file:
        rows = list(csv.reader(file))[1:]
    return [(setup, int(member), [int(it) for it in counts]) for setup, member, *counts in rows]


def scores(chances, custom, rounds):
    """The score, half for a draw, of a match of 1, 2 and up to this number of rounds for the player who begins the first."""
    found, states = [], {(0, 0): 1.0}  # (rounds won less lost, who begins: 0 the first beginner)
    for number in range(1, rounds + 1):
        after = defaultdict(float)
        for (lead, begins), chance in states.items():
            for (winner, last), of in chances.items():
                won = {"first": 1, "draw": 0, "second": -1}[winner]
                by_first = -won if begins else won
                if custom == "last":
                    following = begins if last == "first" else 1 - begins
                elif custom == "loser" and winner != "draw":
                    following = 0 if by_first < 0 else 1
                elif custom == "turn":
                    following = number % 2
                else:
                    following = 1 - begins
                after[lead + by_first, following] += chance * of
        states = after
        found.append(sum(chance * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0) for (lead, _), chance in states.items()))
    return found


def mean_scores(rows, custom, rounds):
    sums = defaultdict(lambda: [0] * 6)
    for setup, _, counts in rows:
        sums[setup] = [one + other for one, other in zip(sums[setup], counts)]
    pairs = [(winner, last) for winner in WINNERS for last in LAST]
    of_patterns = [scores({pair: it / sum(of) for pair, it in zip(pairs, of)}, custom, rounds) for of in sums.values()]
    return [sum(of) / len(of) for of in zip(*of_patterns)]


def estimates(custom, most=9):
    """By number of rounds: the mean score over patterns, and the ends of its 95 % interval."""
    rows = read()
    bots = sorted({bot for _, bot, _ in rows})
    found = {}
    means = mean_scores(rows, custom, most)
    without = [mean_scores([row for row in rows if row[1] != bot], custom, most) for bot in bots]
    for rounds, (mean, *left) in enumerate(zip(means, *without), 1):
        centre = sum(left) / len(left)
        error = math.sqrt((len(bots) - 1) / len(bots) * sum((it - centre) ** 2 for it in left))
        half = 2.201 * error  # Student's t of 11 degrees of freedom, for twelve bots
        found[rounds] = mean, mean - half, mean + half
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=Path)
    asked = parser.parse_args()
    if asked.count:
        return count(asked.count)
    print("rounds", *(f"{it:>24}" for it in CUSTOMS.values()))
    all_ = {custom: estimates(custom) for custom in CUSTOMS}
    for rounds in range(1, 10):
        cells = [f"{100 * mean:.1f} ({100 * low:.1f} to {100 * high:.1f})" for mean, low, high in (all_[it][rounds] for it in CUSTOMS)]
        print(f"{rounds:<6}", *(f"{it:>24}" for it in cells))


if __name__ == "__main__":
    main()
