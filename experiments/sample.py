#!/usr/bin/env python3
"""Plays one cell of each of some kept folders again, drawn by a seed that is told: also of those whose journal was left out.

    experiments/sample.py PASANG FOLDER... [--seed N]

A cell's games are the same whatever other cells there are, so an experiment of that cell alone must make the same figures,
but for those that speak of all cells together.
"""

import argparse
import csv
import re
import subprocess
import tempfile
import tomllib
from pathlib import Path
from random import Random, SystemRandom

SAME = ["games", "wins_1", "wins_2", "draws", "first_score", "margin_mean", "stuck_share", "plies_mean", "plies_max", "distinct_games"]
CHOSEN = ["value", "value_low", "value_high", "best", "pairs"]


def read(path, columns):
    with open(path, newline="") as file:
        return [[row[column] for column in columns] for row in csv.DictReader(file)]


def figures(folder):
    found = read(folder / "cells.csv", SAME)
    chosen = folder / "choice.csv"
    return [one + other for one, other in zip(found, read(chosen, CHOSEN))] if chosen.exists() else found


def alone(text, cell):
    """The experiment with the setup, the rule set and the line-up of this cell alone."""
    experiment = tomllib.loads(text)
    names = []
    # Cells are in the order of setups, then rules, then bots, and each has a line.
    for key in ("bots", "rules", "setups"):
        cell, place = divmod(cell, len(experiment[key]))
        names.append(experiment[key][place])
        lines = re.compile(rf"^{key} = \[\n(.*?)^\]\n", re.M | re.S)
        line = lines.search(text)[1].splitlines()[place]
        text = lines.sub(lambda _, key=key, line=line: f"{key} = [\n{line}\n]\n", text, count=1)
    _, rules, setup = names
    # A table that nothing names is refused.
    head, *tables = re.split(r"^(?=\[)", text, flags=re.M)
    kept = {"setup": {setup: experiment["setup"][setup]}}, {"rule": {rules: experiment["rule"][rules]}}, {"choice": experiment.get("choice")}
    return head + "".join(it for it in tables if tomllib.loads(it) in kept)


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("pasang", type=Path)
    reader.add_argument("folders", type=Path, nargs="+")
    reader.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    given = reader.parse_args()
    for folder in given.folders:
        kept = figures(folder)
        cell = Random(f"{given.seed} {folder.name}").randrange(len(kept))
        text = alone((folder / "experiment.toml").read_text(), cell)
        with tempfile.TemporaryDirectory() as place:
            out = Path(place) / "out"
            subprocess.run([given.pasang, "--quiet", "run", "-", "--out", out], input=text.encode(), stdout=subprocess.DEVNULL, check=True)
            found = figures(out)
        if found != [kept[cell]]:
            raise SystemExit(f"{folder}: cell {cell} is {kept[cell]} here, and {found} when played (--seed {given.seed})")
        print(f"{folder.name}: cell {cell} of {len(kept)} is the same (--seed {given.seed})")


if __name__ == "__main__":
    main()
