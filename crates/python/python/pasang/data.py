"""Data sets that fit in a seed: made anywhere, byte for byte, and checked by the digests that the module carries."""

from __future__ import annotations

import csv
import json
import os
import shutil
import tempfile
from itertools import chain
from pathlib import Path
from typing import Any, Iterator

from ._native import Error, Game, solve
from .experiments import Results, RunError, StrPath, _call, _digest, run

_RESULTS = {1: 1, None: 0, 2: -1}
_TYPES = {"sc:Integer": "integer", "sc:Text": "string"}


def dataset(name: str = "openings-2026", *, out: StrPath | None = None, progress: bool = False) -> Results:
    """Makes a data set, in about a minute, or opens the one that is there: `games`, `positions`, solved `endings`.

    The folder, by default `datasets/NAME`, has the tables as CSV, a Frictionless description (`datapackage.json`) and
    a Croissant one (`croissant.json`). Its bytes are the same on every machine; their SHA-256 digests are checked.
    """
    if name != "openings-2026":
        raise Error(f"no data set `{name}`; there is openings-2026")
    kept = Path(__file__).parent / "datasets"
    croissant = json.loads((kept / f"{name}.json").read_text(encoding="utf-8"))
    sums = {it["contentUrl"]: it["sha256"] for it in croissant["distribution"]}
    folder = Path(out) if out is not None else Path("datasets") / name
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            played = run(kept / f"{name}.toml", out=Path(place) / "run", progress=progress)
            _write(played, made := Path(place) / "made", {it["name"]: it for it in croissant["recordSet"]})
            shutil.copy(kept / f"{name}.json", made / "croissant.json")
            os.rename(made, folder)
    if wrong := [file for file, digest in sums.items() if _digest(folder / file) != digest]:
        raise RunError(f"`{folder}` has other bytes than the data set in {', '.join(wrong)}: move it away")
    return Results(folder)


def _write(played: Results, folder: Path, described: dict[str, Any]) -> None:
    """Writes the tables: the games, and the others with the columns that the Croissant description has."""
    folder.mkdir()
    games = Game.parse_all(_call(["export", played.folder]))
    shutil.copy(played.folder / "games.csv", folder)
    package = json.loads((played.folder / "datapackage.json").read_text(encoding="utf-8"))
    tables = [it for it in package["resources"] if it["name"] == "games"]
    for name, rows in [("positions", _positions), ("endings", _ending)]:
        columns = [(it["description"], it["name"], _TYPES[it["dataType"]]) for it in described[name]["field"]]
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerows(chain([[column for _, column, _ in columns]], *map(rows, range(len(games)), games)))
        fields = [dict(zip(("description", "name", "type"), it)) for it in columns]
        tables.append({**tables[0], "description": described[name]["description"], "name": name, "path": f"{name}.csv"})
        tables[-1]["schema"] = {"fields": fields, "missingValues": [""]}
    text = json.dumps({"name": "openings-2026", "profile": "tabular-data-package", "resources": tables}, indent=2)
    (folder / "datapackage.json").write_text(text + "\n", encoding="utf-8", newline="\n")


def _positions(number: int, game: Game) -> Iterator[tuple[object, ...]]:
    result = _RESULTS[game.outcome.winner if game.outcome else None]
    for ply, it in enumerate(game.positions()[:-1]):
        if ply % 4 == 0:
            yield number, ply, it, len(it.legal_moves()), it.scores[0] - it.scores[1], result


def _ending(number: int, game: Game) -> Iterator[tuple[object, ...]]:
    if len(game) >= 16:
        it = game.positions()[-11]
        found = solve(it, nodes=1_000_000, table_mib=16)
        if found.is_proven and found.margin is not None:
            yield number, len(game) - 10, it, _RESULTS[found.winner], found.margin, found.best_move
