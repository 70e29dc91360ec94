"""Coverage of `pasang balance` on tables of any game, simulated with known truth.

    python analysis/table.py [REPETITIONS] [ends|more|seats|chess|wrong ..]

`ends`: true scores of .5, .8, .95 and .98 with 1 to 100 maps, 1 to 12 bots and 5 to 500 games. `more`: how often
the interval for one player more holds such a one, with 4 to 60 players. `seats`: AIs of unequal
strength that change seats on maps for four, in the form of Globulation's games.csv. `chess`: people with ratings, in the
form of a PGN's tags. `wrong`: unequal bots on few maps, of which one is favoured by a seat. Each world tells how often the
95 % interval held the truth, of patterns and of classes.
"""

import csv
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import product
from pathlib import Path

import numpy as np

PROGRAM = Path(__file__).parents[1] / "target/release/pasang"


def answer(header, rows, *options):
    """Returns the program's answer on a table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        ran = subprocess.run([PROGRAM, "balance", path, "--json", *options], capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


class Held:
    """Counts of intervals, and of those that held the truth."""

    def __init__(self):
        self.counts = defaultdict(lambda: [0, 0])

    def add(self, what, row, truth):
        if row["score_low"] is not None:
            count = self.counts[what]
            count[0] += row["score_low"] - 5e-7 <= truth <= row["score_high"] + 5e-7
            count[1] += 1

    def tell(self, world):
        shares = {what: held / count for what, (held, count) in self.counts.items() if count >= 20}
        held, count = np.sum(list(self.counts.values()), axis=0)
        worst = sorted(shares.items(), key=lambda it: it[1])[:3]
        told = "; ".join(f"{what} {share:.3f}" for what, share in worst)
        print(f"{world}: {held} of {count} held ({held / count:.3f}); lowest: {told}", flush=True)


def ends(rng, repetitions):
    """True scores up to the ends, whose bots differ by 0 or 2 points."""
    for spread in (0.0, 0.02):
        held = Held()
        for truth, maps, bots, games in product((0.5, 0.8, 0.95, 0.98), (1, 8, 30, 100), (1, 2, 4, 12), (5, 25, 100, 500)):
            for _ in range(max(1, repetitions * 4 // maps)):
                own = rng.normal(0, spread * 2 * np.sqrt(truth * (1 - truth)), bots)
                chances = np.clip(truth + own, 0, 1)
                counts = [games // bots + (bot < games % bots) for bot in range(bots)]
                rows = []
                for number, (bot, count) in product(range(maps), enumerate(counts)):
                    if count:
                        rows.append((number, bot, rng.binomial(count, chances[bot]) / count, count))
                for row in answer(("map", "bot", "score", "games"), rows)["balance"]:
                    held.add((truth, maps, bots, games), row, truth)
        held.tell(f"ends, bots differ by {spread}")


def more(rng, repetitions):
    """One player more, and the mean over all, where players differ by 0, 2.5, 5 and 10 points at a score of one half."""
    for spread in (0.0, 0.05, 0.1, 0.2):
        held, mean = Held(), Held()
        for truth, players, games in product((0.5, 0.8, 0.95, 0.98), (4, 8, 20, 60), (5, 20, 100)):
            for _ in range(repetitions):
                one = spread**-2 - 1 if spread else 1e12
                *chances, next_one = rng.beta(one * truth, one * (1 - truth), players + 1)
                rows = [(player, rng.binomial(games, chance) / games, games) for player, chance in enumerate(chances)]
                row, = answer(("bot", "score", "games"), rows)["balance"]
                mean.add((truth, players, games), row, truth)
                row |= {"score_low": row["one_more_low"], "score_high": row["one_more_high"]}
                held.add((truth, players, games), row, next_one)
        mean.tell(f"more, players differ by {spread}: the mean")
        held.tell(f"more, players differ by {spread}: one more")


def four_seats(rng, favour, games=300):
    """Returns rows of a game for four, and the true shares by map; one AI gains by the first seat."""
    skill = rng.normal(0, 0.6, 4)
    truth, rows = {}, []
    for number in range(4):
        seats = rng.normal(0, 0.25, 4)
        shares = np.exp(seats)
        truth[f"map {number}"] = shares / shares.sum()
        for game in range(games):
            order = (np.arange(4) + game) % 4
            odds = np.exp(seats + skill[order] + favour * (np.arange(4) == 0) * (order == 0))
            winner = rng.choice(4, p=odds / odds.sum()) + 1
            rows.append((f"map {number}", game % 4, *(f"ai {it}" for it in order), winner if rng.random() > 0.02 else "timeout"))
    return rows, truth


def seats(rng, repetitions):
    """AIs of unequal strength that rotate over the seats."""
    held = Held()
    for _ in range(repetitions):
        rows, truth = four_seats(rng, 0)
        for row in answer(("map", "rotation", "ai_1", "ai_2", "ai_3", "ai_4", "winner"), rows)["balance"]:
            held.add(f"seat {row['seat']}", row, truth[row["pattern"]][row["seat"] - 1])
    held.tell("seats")


def chess(rng, repetitions):
    """People with ratings, and the same without; the stronger has the first move more often."""
    for has_ratings in (True, False):
        held = Held()
        for _ in range(repetitions):
            ratings, rows = rng.normal(1600, 200, 40), []
            worth = rng.normal(0.2, 0.15)
            for _ in range(600):
                one, other = rng.choice(40, 2, replace=False)
                if ratings[one] < ratings[other] and rng.random() < 0.3:
                    one, other = other, one
                share = 1 / (1 + np.exp(-(ratings[one] - ratings[other]) * np.log(10) / 400 - worth))
                drawn = share * (1 - share)
                at = rng.random()
                result = "1/2-1/2" if at < drawn else "1-0" if at < share + drawn / 2 else "0-1"
                rows.append((f"p{one}", f"p{other}", result, round(ratings[one]), round(ratings[other])))
            header = ("White", "Black", "Result", "WhiteElo", "BlackElo")
            cut = 5 if has_ratings else 3
            row, = answer(header[:cut], [row[:cut] for row in rows])["balance"]
            held.add("all", row, 1 / (1 + np.exp(-worth)))
        held.tell(f"chess, {'with' if has_ratings else 'without'} ratings")


def wrong(rng, repetitions):
    """Worlds that the model does not have."""
    held = Held()
    for _ in range(repetitions):
        rows, truth = four_seats(rng, 0.5, 100)
        for row in answer(("map", "rotation", "ai_1", "ai_2", "ai_3", "ai_4", "winner"), rows)["balance"]:
            held.add(f"seat {row['seat']}", row, truth[row["pattern"]][row["seat"] - 1])
    held.tell("wrong, one of four AIs gains by the first seat")
    held = Held()
    for _ in range(repetitions):
        # Heavy tails, and bots that answer to the maps in opposite ways.
        maps, bots = 3, 4
        level = rng.uniform(0.3, 0.8, maps)
        own = rng.standard_t(3, (maps, bots)) * 0.05 / np.sqrt(3) + rng.standard_t(3, bots) * 0.03 / np.sqrt(3)
        chances = np.clip(level[:, None] + own, 0, 1)
        rows = [(number, bot, rng.binomial(40, chances[number, bot]) / 40, 40) for number, bot in product(range(maps), range(bots))]
        for row in answer(("map", "bot", "score", "games"), rows)["balance"]:
            held.add("maps", row, level[int(row["pattern"])])
    held.tell("wrong, bots of heavy tails")


WORLDS = {"ends": ends, "more": more, "seats": seats, "chess": chess, "wrong": wrong}

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for name in sys.argv[2:] or WORLDS:
        WORLDS[name](np.random.default_rng(2026), count)
