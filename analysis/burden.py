"""Compares how hard it is to choose a move for the first player and for the second.

    python3 analysis/burden.py FOLDER [--games N] [--pasang PROGRAM]

Samples games of a kept folder with its journal by seed, and asks the program about a position of each seat in each game:

- an ending, the first in which the seat is to move with 14 stones or fewer, two moves or more, and a win: every answer is
  solved. *Keeps* is the share of moves after which the win still stands.
- one of its first five positions with both kas on the board, sampled by seed, with two moves or more: every answer is searched
  with 2,000 positions. *Gap* is the difference of the best and the second move, in points; positions with an answer that
  seems to end the game by stuck are left out.

Each game gives at most one position of each kind and seat, so the positions of a column are independent; intervals are Student's.
"""

import argparse
import json
import math
import random
import subprocess
from pathlib import Path
from statistics import fmean, stdev

from figures import percent, rounded, rows, student, table

ENDING = 14
MIDDLE = 5


def stones(word):
    return sum(word.partition(":")[0].count(sign) for sign in "bw")


def mover(word):
    return int(word.split(":")[2])


class Engine:
    """The program, over its line protocol."""

    def __init__(self, program):
        command = [program, "--quiet", "engine", "--bot", "search:nodes=2000,solve=14"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *orders):
        """Sends commands and returns the answer to the last one."""
        self.process.stdin.write("".join(f"{order}\n" for order in orders))
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def moves(self, word):
        said = self.ask(f"position word {word}", "state")
        return said[said.index("moves") + 1:] if "moves" in said else []

    def after(self, word, move):
        """Value of the position after a move, for its player: 1, 0 or -1 if it is proved, else points."""
        said = self.ask(f"position word {word} moves {move}", "state")
        if said[1] == "over":
            winners = said[said.index("winner") + 1].split("/")
            return (1 if winners == [str(mover(word))] else 0 if len(winners) > 1 else -1), None
        said = self.ask("go")
        kind, value, *_ = said[said.index("value") + 1:]
        if kind == "proved":
            return {"win": -1, "draw": 0, "loss": 1}[value], None
        return None, -float(value) if kind == "points" else None

    def keeps(self, word):
        """Share of moves that keep a win; None without a win or a choice."""
        moves = self.moves(word)
        results = [self.after(word, move)[0] for move in moves] if len(moves) > 1 else []
        return results.count(1) / len(results) if 1 in results else None

    def gap(self, word):
        """Difference of the best and the second move, in points; None where an answer is proved or ends by stuck."""
        values = sorted((self.after(word, move)[1] for move in self.moves(word)), key=lambda it: (it is None, it))
        return values[-1] - values[-2] if len(values) > 1 and None not in values else None


def mean(numbers):
    half = student(len(numbers) - 1) * stdev(numbers) / math.sqrt(len(numbers))
    return fmean(numbers), fmean(numbers) - half, fmean(numbers) + half


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--pasang", default="target/release/pasang")
    typed = parser.parse_args()
    draw = random.Random(1)
    games = draw.sample([row["game"] for row in rows(typed.folder / "games.csv")], typed.games)
    engine = Engine(typed.pasang)
    lines = []
    for seat, name in ((1, "first"), (2, "second")):
        keeps, gaps = [], []
        for game in games:
            command = [typed.pasang, "replay", str(typed.folder), game, "--words"]
            words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            own = [word for word in words if mover(word) == seat]
            kept = (engine.keeps(word) for word in own if stones(word) <= ENDING)
            keeps.extend([share for share in kept if share is not None][:1])
            middle = [word for word in own if ":main:" in word][:MIDDLE]
            gap = engine.gap(draw.choice(middle)) if middle else None
            gaps.extend([] if gap is None else [gap])
        shares, points = mean(keeps), mean(gaps)
        lines.append([name, len(keeps), percent(shares[0]), " to ".join(map(percent, shares[1:])),
                      len(gaps), rounded(points[0], 2), " to ".join(rounded(end, 2) for end in points[1:])])
    table(["<player", "endings won", "keeps, %", "<95 % CI", "positions", "gap", "<95 % CI"], lines)


if __name__ == "__main__":
    main()
