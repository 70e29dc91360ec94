#!/usr/bin/env python3
"""Brings kept results folders of format 2 (pasang 0.3.0) to format 3: `experiments/format3.py PASANG FOLDER ..`.

No game changes between the two formats, nor a row of `games.csv`. A folder with its journal gets its
tables and its report from `pasang report`. One whose journal was left out keeps the digest of it and
the figures of its tables: their columns are put into the order of those that PASANG writes for the
same experiment with few games, and columns that are no more are left out. A column that no old table
has stops it: then the games must be played again (`experiments/results.sh keep NAME`).
"""
import csv
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FEW = 2


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def experiment(text):
    """The experiment without the keys that are no more."""
    for key in re.findall(r"^(exact|exact-nodes|imported|to-move) = |^\[stop\]$", text, re.M):
        sys.exit(f"`{key}` is no key of format 3: retire the folder")
    return re.sub(r"^records = .*\n", "", text, flags=re.M)


def fewer(text):
    """The same experiment with few games a cell, between as many different bots that think next to nothing."""
    words = sorted(set(re.findall(r'(?:search|mcts):[^"/]*', text)))
    quick = {word: f"search:nodes={10 + number}" for number, word in enumerate(words)}
    text = re.sub(r'(?:search|mcts):[^"/]*', lambda found: quick[found[0]], text)
    batch = re.search(r"^batch = (\d+)$", text, re.M)
    if batch:
        return re.sub(r"^max-games = \d+$", f"max-games = {batch[1]}", text, flags=re.M)
    return re.sub(r"^games = \d+$", f"games = {FEW}", text, flags=re.M)


def rows(path):
    with open(path, newline="") as file:
        reader = csv.DictReader(file)
        return reader.fieldnames, list(reader)


SEATS = ["first", "second", "third", "fourth"]


def by_seat(row, seat, field):
    """A field of a seat's row, from the columns that format 2 had for each seat of a cell."""
    bots = row["bots"].split("/")
    return {
        "seat": str(seat),
        "bot": bots[seat - 1] if len(bots) > 1 else bots[0],
        "wins": row[f"wins_{seat}"],
        "standing": row[f"{SEATS[seat - 1]}_standing"],
        "points_mean": row[f"points_{seat}_mean"],
    }.get(field) or next(
        (row[old] for old in (f"{SEATS[seat - 1]}_{field}", f"{field.removeprefix('won_')}_{seat}") if old in row),
        "",
    )


def carried(folder, name, fields):
    """The rows of a table with these columns."""
    if name == "seats.csv":
        _, cells = rows(folder / "cells.csv")
        seats = lambda row: [seat for seat in range(1, 5) if row[f"wins_{seat}"] != ""]
        of_cell = ["cell", "setup", "rules", "bots"]
        field = lambda row, seat, name: row[name] if name in of_cell else by_seat(row, seat, name)
        return [[field(row, seat, name) for name in fields] for row in cells for seat in seats(row)]
    if not (folder / name).exists():
        sys.exit(f"{folder}: {name} is a new table, and its games must be played again")
    renamed = {"plies_median": "plies_p50"}
    old_fields, old = rows(folder / name)
    source = [renamed.get(field, field) for field in fields]
    missing = [field for field in source if field not in old_fields]
    if missing:
        sys.exit(f"{folder / name}: no old table has {', '.join(missing)}")
    return [[row[field] for field in source] for row in old]


def convert(program, folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    if manifest["format"] not in (2, 3):
        sys.exit(f"{folder} has format {manifest['format']}, neither 2 nor 3")
    text = experiment((folder / "experiment.toml").read_text())
    old = [name for name in manifest["files"] if name.endswith(".csv") and name != "games.csv"]
    is_slim = not (folder / "games.csv").exists()
    with tempfile.TemporaryDirectory() as place:
        sibling = Path(place) / "few"
        # Of one with its journal nothing but the number of the format is wanted.
        few = fewer(text) if is_slim else 'games = 1\nseed = 1\nsetups = ["catalogue-01"]\nrules = ["bell"]\nbots = ["random"]\n'
        (Path(place) / "few.toml").write_text(few)
        command = [program, "run", str(Path(place) / "few.toml"), "--out", str(sibling)]
        subprocess.run(command, check=True, capture_output=True)
        kept = json.loads((sibling / "manifest.json").read_text())
        (folder / "experiment.toml").write_text(text)
        manifest["format"] = kept["format"]
        files = {name: manifest["files"][name] for name in ("games.csv", "report.html") if name in manifest["files"]}
        files["experiment.toml"] = digest(folder / "experiment.toml")
        if not is_slim:
            for name in [*old, "datapackage.json", "report.html"]:
                (folder / name).unlink(missing_ok=True)
            files.pop("report.html", None)
        else:
            tables = [name for name in kept["files"] if name.endswith(".csv") and name != "games.csv"]
            made = {name: carried(folder, name, rows(sibling / name)[0]) for name in tables}
            for name in set(old) - set(tables):
                (folder / name).unlink()
            for name in tables:
                with open(folder / name, "w", newline="") as file:
                    writer = csv.writer(file, lineterminator="\n")
                    writer.writerow(rows(sibling / name)[0])
                    writer.writerows(made[name])
            (folder / "datapackage.json").write_bytes((sibling / "datapackage.json").read_bytes())
            files |= {name: digest(folder / name) for name in [*tables, "datapackage.json"]}
        manifest["files"] = dict(sorted(files.items()))
        (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    if not is_slim:
        done = subprocess.run([program, "report", str(folder)], check=True, capture_output=True, text=True)
        summary = folder / "summary.md"
        head = summary.read_text().split("```text\n")[0]
        summary.write_text(f"{head}```text\n{done.stdout}```\n")
        (folder / ".lock").unlink(missing_ok=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for name in sys.argv[2:]:
        convert(str(Path(sys.argv[1]).resolve()), Path(name))
        print(f"{name}: format 3")
