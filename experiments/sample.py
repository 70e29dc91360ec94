#!/usr/bin/env python3
"""Plays one cell of each of some kept folders again, drawn by a seed that is printed: also of those whose journal was left out.

    experiments/sample.py PASANG FOLDER... [--seed N]

Every file must have the digest that manifest.json names, and every cell its rows. A cell's games are the same whatever other cells
there are, so an experiment of that cell alone must make the same rows in every table, but for the columns that speak of all cells
together: what these say is computed here, of all cells. Of overall.csv, whose rows are about several cells, the digest alone is checked.
"""

import argparse
import csv
import hashlib
import json
import re
import subprocess
import tempfile
import tomllib
from math import erfc, sqrt
from pathlib import Path
from random import Random, SystemRandom
from statistics import NormalDist

ALPHA = 0.05
# Files of a kept folder that the manifest need not name.
OTHERS = {"manifest.json", "summary.md", "symmetry.csv", "judge", "run-info.json", ".lock"}
# Columns that tell of a crew's cell what the games of all cells say together.
SHOWN = ["size", "direction", "within_5", "within_10", "above_even"]
SCORE = ["score", "score_low", "score_high"]
OF_JOINT = {*SCORE, "unseen_low", "unseen_high", "value", "value_low", "value_high", "first_move", "best", *SHOWN, *(f"value_{it}" for it in SHOWN)}
# The same columns where crews play: scores in the other tables, and all of columns.csv.
OF_CREWS = {
    "cells.csv": {*(f"first_{it}" for it in SCORE), *SHOWN},
    "seats.csv": {*SCORE, "side"},
    "columns.csv": {"effect", "effect_low", "effect_high", "value", "value_low", "value_high", "best"},
}
OF_ALL = {
    "balance.csv": OF_JOINT,
}
POOLED = {"overall.csv"}


class Differs(Exception):
    """Something is not what it should be."""


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


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
    bots, rules, setup = names
    # A table without a digest is refused.
    head, *tables = re.split(r"^(?=\[)", text, flags=re.M)
    crew = bots.removeprefix("crew:") if isinstance(bots, str) else None
    kept = {"setup": {setup: experiment["setup"][setup]}}, {"crew": {crew: experiment.get("crew", {}).get(crew)}}, {"rule": {rules: experiment["rule"][rules]}}
    return head + "".join(it for it in tables if tomllib.loads(it) in kept)


def check_files(folder, manifest):
    """The digests of all files that are there."""
    for file in folder.iterdir():
        if file.name in manifest["files"]:
            if hashlib.sha256(file.read_bytes()).hexdigest() != manifest["files"][file.name]:
                raise Differs(f"{file.name} has another digest than manifest.json names")
        elif file.name not in OTHERS:
            raise Differs(f"{file.name} is not named by manifest.json")


def same(found, expected, what, within=1e-6):
    """Holds a column's figure to one that was computed; None stands for an empty field."""
    is_same = found == "" if expected is None else found != "" and abs(float(found) - expected) <= within
    if not is_same:
        raise Differs(f"{what} is {found or 'empty'} and should be {expected}")


def named(found, expected, what):
    if found != expected:
        raise Differs(f"{what} is {found!r} and should be {expected!r}")


def wilson(share, games, alpha):
    """Wilson's score interval (1927)."""
    z = NormalDist().inv_cdf(1 - alpha / 2)
    shrink = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / shrink
    half = z / shrink * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def chances(low, high, even=0.5):
    """The probabilities of a score within 5 and 10 points of even and above even, of a normal distribution with this 95 % interval,
    given a score from 0 to 1."""
    mean, sd = (low + high) / 2, (high - low) / 2 / NormalDist().inv_cdf(1 - ALPHA / 2)
    tail = lambda x: 0.5 * erfc((x - mean) / (sd * sqrt(2)))
    between = lambda low, high: (tail(max(low, 0)) - tail(min(high, 1))) / (tail(0) - tail(1))
    return [between(even - 0.05, even + 0.05), between(even - 0.1, even + 0.1), between(even, 1)]


def stated(row, what, prefix=""):
    """Both statements follow from their probabilities."""
    five, ten, above = (float(row[prefix + name]) for name in ("within_5", "within_10", "above_even"))
    size = "within 5" if five >= 0.95 else "within 10" if ten >= 0.95 else "beyond 10" if 1 - ten >= 0.95 else ""
    side = "first" if above >= 0.975 else "second" if above <= 0.025 else ""
    # Six decimals do not tell on which side of a limit a probability lies.
    if all(abs(chance - limit) > 2e-6 for chance in (five, ten, 1 - ten) for limit in (0.95,)):
        named(row[prefix + "size"], size, what % f"{prefix}size")
    if abs(abs(above - 0.5) - 0.475) > 2e-6:
        named(row[prefix + "direction"], side, what % f"{prefix}direction")


def seats(cell):
    return sum(bool(cell.get(f"wins_{seat}")) for seat in range(1, 5))


def check_cells(cells):
    """The columns of all rows that follow from counts: of single bots."""
    for number, cell in enumerate(cells):
        what = f"cells.csv: of cell {number} `%s`"
        if seats(cell) != 2 or not cell["within_5"]:
            continue
        stated(cell, what)
        if cell["interval_method"] == "wilson-95":
            games = int(cell["games"])
            share = (int(cell["wins_1"]) + int(cell["draws"]) / 2) / games
            same(cell["first_score"], share, what % "first_score")
            low, high = wilson(share, games, ALPHA)
            same(cell["first_score_low"], low, what % "first_score_low")
            same(cell["first_score_high"], high, what % "first_score_high")
            for name, chance in zip(("within_5", "within_10", "above_even"), chances(low, high)):
                same(cell[name], chance, what % name)


def check_balance(table):
    for row in table:
        what = f"balance.csv: of cell {row['cell']} `%s`"
        stated(row, what)
        stated(row, what, "value_")


def check_rows(name, kept, played, cell, is_of_crew):
    """The rows of a cell, but for its number and what speaks of all cells."""
    of_all = OF_ALL.get(name, set()) | (OF_CREWS.get(name, set()) if is_of_crew else set())
    kept = [row for row in kept if row["cell"] == str(cell)]
    if len(kept) != len(played):
        raise Differs(f"{name}: cell {cell} has {len(kept)} rows, and {len(played)} when played")
    for number, (row, expected) in enumerate(zip(kept, played)):
        for column in row:
            # Columns of seats that this cell lacks are empty.
            if column != "cell" and column not in of_all:
                named(row[column], expected.get(column, ""), f"{name}: of cell {cell}, in its row {number + 1}, `{column}`")


def check(pasang, folder, seed):
    """Says how many cells there are, and which one was played again."""
    manifest = json.loads((folder / "manifest.json").read_text())
    check_files(folder, manifest)
    text = (folder / "experiment.toml").read_text()
    experiment = tomllib.loads(text)
    cells = rows(folder / "cells.csv")
    tables = {path.name: rows(path) for path in folder.glob("*.csv") if path.name not in POOLED | {"games.csv"}}
    count = len(experiment["setups"]) * len(experiment["rules"]) * len(experiment["bots"])
    of_crews = [at for at in range(count) if str(experiment["bots"][at % len(experiment["bots"])]).startswith("crew:")]
    for name, table in tables.items():
        found = sorted({int(row["cell"]) for row in table})
        expected = of_crews if name in ("balance.csv", "columns.csv") else list(range(count))
        if found != expected or name in ("cells.csv", "balance.csv") and len(table) != len(expected):
            raise Differs(f"{name} has rows of {len(found)} cells, and there are {count}")
    named(manifest["games"], sum(int(cell["games"]) for cell in cells), "manifest.json: `games`")
    named(manifest["seed"], experiment["seed"], "manifest.json: `seed`")
    check_cells(cells)
    if "balance.csv" in tables:
        check_balance(tables["balance.csv"])
    cell = Random(f"{seed} {folder.name}").randrange(count)
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "out"
        command = [pasang, "--quiet", "run", "-", "--out", out]
        subprocess.run(command, input=alone(text, cell).encode(), stdout=subprocess.DEVNULL, check=True)
        for name, table in tables.items():
            check_rows(name, table, rows(out / name) if (out / name).exists() else [], cell, cell in of_crews)
        played = json.loads((out / "manifest.json").read_text())
        for bot, version in played["bots"].items():
            named(manifest["bots"].get(bot), version, f"manifest.json: the version of `{bot}`")
    return count, cell


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("pasang", type=Path)
    reader.add_argument("folders", type=Path, nargs="+")
    reader.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    given = reader.parse_args()
    for folder in given.folders:
        try:
            count, cell = check(given.pasang, folder, given.seed)
        except Differs as why:
            raise SystemExit(f"{folder}: {why} (--seed {given.seed})") from None
        print(f"{folder.name}: cell {cell} of {count} is the same (--seed {given.seed})")


if __name__ == "__main__":
    main()
