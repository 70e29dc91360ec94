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
OTHERS = {"manifest.json", "summary.md", "judge", "run-info.json", ".lock"}
# Columns that depend on the number of cells, by table.
OF_ALL = {
    "cells.csv": {"verdict", "first_joint_low", "first_joint_high", "p_holm"},
    "seats.csv": {"joint_low", "joint_high", "standing"},
    "balance.csv": {"score_joint_low", "score_joint_high", "verdict"},
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


def lies(low, high, within, words):
    """Where an interval lies: within the margin, above one half, below, or none of these."""
    even, above, below, neither = words
    if low >= 0.5 - within and high <= 0.5 + within:
        return even
    return above if low > 0.5 else below if high < 0.5 else neither


def seats(cell):
    return sum(bool(cell.get(f"wins_{seat}")) for seat in range(1, 5))


def check_cells(cells):
    """The columns of all rows that follow from counts, and those that speak of all cells: Bonferroni's intervals, the
    verdicts, and Holm's values of p."""
    statements = sum(1 if seats(cell) == 2 else seats(cell) for cell in cells)
    values = {}
    for number, cell in enumerate(cells):
        if cell["interval_method"] != "wilson-95":
            continue
        what, games = f"cells.csv: of cell {number} `%s`", int(cell["games"])
        share, value = float(cell["first_score"]), float(cell["p_value"])
        if seats(cell) == 2:
            share = (int(cell["wins_1"]) + int(cell["draws"]) / 2) / games
            same(cell["first_score"], share, what % "first_score")
            value = erfc(abs(share - 0.5) / sqrt(0.5 / games))
            same(cell["p_value"], value, what % "p_value")
        values[number] = value
        low, high = wilson(share, games, ALPHA / statements)
        same(cell["first_joint_low"], low, what % "first_joint_low")
        same(cell["first_joint_high"], high, what % "first_joint_high")
        if seats(cell) == 2:
            verdict = lies(low, high, float(cell["within"]), ["balanced", "first", "second", "undecided"])
            named(cell["verdict"], verdict, what % "verdict")
    most = 0.0
    for place, number in enumerate(sorted(values, key=values.get)):
        most = max(most, min(values[number] * (len(values) - place), 1.0))
        # With more than two players the value itself is known to six decimals.
        within = 2e-6 if all(seats(cell) == 2 for cell in cells) else len(values) * 1e-6
        same(cells[number]["p_holm"], most, f"cells.csv: of cell {number} `p_holm`", within + most / 1000)


def check_seats(table, cells):
    statements = sum(1 if seats(cell) == 2 else seats(cell) for cell in cells)
    for row in table:
        cell = cells[int(row["cell"])]
        if cell["interval_method"] == "wilson-95":
            low, high = wilson(float(row["score"]), int(cell["games"]), ALPHA / statements)
            what = f"seats.csv: of cell {row['cell']} "
            same(row["joint_low"], low, what + "`joint_low`", 3e-6)
            same(row["joint_high"], high, what + "`joint_high`", 3e-6)
            if seats(cell) == 2:
                standing = lies(low, high, float(cell["within"]), ["even", "ahead", "behind", "open"])
                named(row["standing"], standing, what + "`standing`")


def check_balance(table):
    """The joint intervals and the verdicts of all cells: as the other intervals, with Bonferroni's quantile."""
    ratio = NormalDist().inv_cdf(1 - ALPHA / len(table) / 2) / NormalDist().inv_cdf(1 - ALPHA / 2)
    for row in table:
        what, score = f"balance.csv: of cell {row['cell']} ", float(row["score"])
        low, high = (score + ratio * (float(row[f"score_{end}"]) - score) for end in ("low", "high"))
        # Ends of shares are cut off at 0 and 1.
        if 0 < float(row["score_low"]) and float(row["score_high"]) < 1:
            same(row["score_joint_low"], max(low, 0), what + "`score_joint_low`", 3e-6)
            same(row["score_joint_high"], min(high, 1), what + "`score_joint_high`", 3e-6)
        ends = float(row["score_joint_low"]), float(row["score_joint_high"])
        sure = [name for name, column in (("balanced-5", "within_5"), ("balanced-10", "within_10")) if float(row[column]) >= 0.95]
        side = "first" if ends[0] > 0.5 else "second" if ends[1] < 0.5 else "inconclusive"
        named(row["verdict"], [*sure, side][0], what + "`verdict`")


def check_rows(name, kept, played, cell):
    """The rows of a cell, but for its number and what speaks of all cells."""
    kept = [row for row in kept if row["cell"] == str(cell)]
    if len(kept) != len(played):
        raise Differs(f"{name}: cell {cell} has {len(kept)} rows, and {len(played)} when played")
    for number, (row, expected) in enumerate(zip(kept, played)):
        for column in row:
            # Columns of seats that this cell lacks are empty.
            if column != "cell" and column not in OF_ALL.get(name, ()):
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
    check_seats(tables.get("seats.csv", []), cells)
    if "balance.csv" in tables:
        check_balance(tables["balance.csv"])
    cell = Random(f"{seed} {folder.name}").randrange(count)
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "out"
        command = [pasang, "--quiet", "run", "-", "--out", out]
        subprocess.run(command, input=alone(text, cell).encode(), stdout=subprocess.DEVNULL, check=True)
        for name, table in tables.items():
            check_rows(name, table, rows(out / name) if (out / name).exists() else [], cell)
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
