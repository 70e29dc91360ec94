"""Data sets that fit in a seed: made anywhere, byte for byte, and checked by the digests that the module carries."""

from __future__ import annotations

import csv
import json
import os
import shutil
import tempfile
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Iterator

from ._native import Error, Game, solve
from .experiments import Results, RunError, StrPath, _call, _digest, run

_POSITIONS = {
    "game": ("integer", "the game's number, from 0, as in games.csv."),
    "ply": ("integer", "number of moves made before the position."),
    "position": ("string", "the position in one word, which pasang.Position reads."),
    "legal": ("integer", "number of legal moves."),
    "lead": ("integer", "the first player's points less the second player's."),
    "result": ("integer", "the game's result: 1 if the first player won, 0 for a draw, -1 if the second won."),
}

_ENDINGS = {
    **{name: _POSITIONS[name] for name in ("game", "ply", "position")},
    "value": ("integer", "the result under best play: 1 if the first player wins, 0 for a draw, -1 if the second wins."),
    "margin": ("integer", "the winner's final lead in points under best play; 0 for a draw."),
    "best_move": ("string", "a best move."),
}

_RESULTS = {1: 1, None: 0, 2: -1}


def dataset(name: str = "openings-2026", *, out: StrPath | None = None, progress: bool = False) -> Results:
    """Makes a data set, in about a minute, or opens the one that is there: `games`, `positions`, solved `endings`.

    The folder, by default `datasets/NAME`, has the tables as CSV, a Frictionless description (`datapackage.json`) and
    a Croissant one (`croissant.json`). Its bytes are the same on every machine; their SHA-256 digests are checked.
    """
    kept = resources.files(__package__) / "datasets"
    if name != "openings-2026":
        raise Error(f"no data set `{name}`; there is openings-2026")
    croissant = (kept / f"{name}.json").read_text(encoding="utf-8")
    sums = {it["contentUrl"]: it["sha256"] for it in json.loads(croissant)["distribution"]}
    folder = Path(out) if out is not None else Path("datasets") / name
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            with resources.as_file(kept / f"{name}.toml") as experiment:
                played = run(experiment, out=Path(place) / "run", progress=progress)
            _write(played, made := Path(place) / "made")
            (made / "croissant.json").write_text(croissant, encoding="utf-8", newline="\n")
            os.rename(made, folder)
    if wrong := [file for file, digest in sums.items() if _digest(folder / file) != digest]:
        raise RunError(f"`{folder}` has other bytes than the data set in {', '.join(wrong)}: move it away")
    return Results(folder)


def _write(played: Results, folder: Path) -> None:
    folder.mkdir()
    games = Game.parse_all(_call(["export", played.folder]))
    shutil.copy(played.folder / "games.csv", folder)
    package = json.loads((played.folder / "datapackage.json").read_text(encoding="utf-8"))
    described = [it for it in package["resources"] if it["name"] == "games"]
    for name, what, columns, rows in [
        ("positions", "Every fourth position of every game.", _POSITIONS, _positions),
        ("endings", "The position of each game ten moves before its end, solved.", _ENDINGS, _ending),
    ]:
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerows(chain([tuple(columns)], *map(rows, range(len(games)), games)))
        fields = [{"description": text, "name": it, "type": kind} for it, (kind, text) in columns.items()]
        described.append({**described[0], "description": what, "name": name, "path": f"{name}.csv"})
        described[-1]["schema"] = {"fields": fields, "missingValues": [""]}
    text = json.dumps({"name": "openings-2026", "profile": "tabular-data-package", "resources": described}, indent=2)
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
