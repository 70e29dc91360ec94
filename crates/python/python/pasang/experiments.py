"""Experiments: played by the program `pasang`, which the wheel brings along, and read as tables."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import Executor, as_completed
from importlib import metadata
from pathlib import Path
from typing import Iterable, Mapping, Sequence, Union

from ._native import Error, Table, resolve

StrPath = Union[str, "os.PathLike[str]"]

class RunError(RuntimeError):
    """The program failed while it worked; the text is what it said."""


def program() -> str:
    """Returns the path of the program: that of the wheel, or the one that PASANG_PROGRAM names."""
    if named := os.environ.get("PASANG_PROGRAM"):
        return named
    files = metadata.files("pasang") or []
    places = [file.locate() for file in files if file.name in ("pasang", "pasang.exe")]
    for path in [*map(str, places), shutil.which("pasang")]:
        if path and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise RunError("the program `pasang` is not installed beside the module; PASANG_PROGRAM may name it")


def _call(arguments: Iterable[StrPath], progress: bool = False) -> str:
    """Runs the program and returns what it printed. Ctrl-C stops it where it can go on later."""
    command = [program(), *map(os.fspath, arguments)]
    said: list[str] = []
    # In a session of its own, so that Ctrl-C reaches it once: from here.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stdout, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", start_new_session=True,
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                said.append(line)
                if progress:
                    print(line, end="", file=sys.stderr, flush=True)
            status = process.wait()
        except BaseException:
            process.send_signal(signal.SIGINT)
            # It keeps the games that are finished, and gives the folder free.
            process.stderr.read()
            process.wait()
            raise
        stdout.seek(0)
        printed = stdout.read()
    text = "".join(said).strip()
    if status == 0:
        return printed
    if status == 2:
        raise Error(text)
    if status in (130, 143):
        raise KeyboardInterrupt(text)
    raise RunError(text or printed.strip() or f"the program ended with status {status}")


class Results:
    """A results folder, whose tables are attributes: `cells`, `games`, `balance`, `columns`, and so on.

    A table is read when it is first asked for; `tables` names those there are.
    """

    def __init__(self, folder: StrPath):
        self.folder = Path(folder)
        try:
            package = json.loads((self.folder / "datapackage.json").read_text(encoding="utf-8"))
            self._files: dict[str, str] = {it["name"]: it["path"] for it in package["resources"] if it.get("schema")}
        except (FileNotFoundError, NotADirectoryError):
            what = "is not a finished results folder" if self.folder.exists() else "does not exist"
            raise Error(f"`{self.folder}` {what}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Error(f"`{self.folder}/datapackage.json` does not describe tables") from None

    @property
    def tables(self) -> list[str]:
        """The names of the tables in the folder."""
        return [name for name, file in self._files.items() if (self.folder / file).exists()]

    @property
    def experiment(self) -> str:
        """The experiment, fully resolved, as text."""
        return (self.folder / "experiment.toml").read_text(encoding="utf-8")

    @property
    def report(self) -> Path:
        """The path of the report, a page for a browser."""
        return self.folder / "report.html"

    def summary(self) -> str:
        """Returns the answer in a few lines, as `pasang report` prints it, which makes the report again."""
        return _call(["report", self.folder])

    def verify(self) -> str:
        """Proves the folder: digests, tables and games. Raises `RunError` if something differs."""
        return _call(["verify", self.folder])

    def table(self, name: str) -> Table:
        """Returns a table by name."""
        file = self._files.get(name)
        if file is None or not (self.folder / file).exists():
            if not self.folder.is_dir():
                raise Error(f"`{self.folder}` is no longer there")
            there = ", ".join(self.tables)
            raise AttributeError(f"`{self.folder}` has no table `{name}`; there are {there}")
        return Table.read(str(self.folder), file)

    def __getattr__(self, name: str) -> Table:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, self.table(name))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __getstate__(self) -> dict[str, object]:
        return {"folder": self.folder, "_files": self._files}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"pasang.read({str(self.folder)!r})"


def read(folder: StrPath) -> Results:
    """Opens a finished results folder."""
    return Results(folder)


def run(
    experiment: StrPath | None = None,
    *,
    setup: str | Iterable[str] | None = None,
    rules: str | Iterable[str] | None = None,
    toggles: Mapping[str, object] | None = None,
    bots: str | Iterable[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    out: StrPath | None = None,
    threads: int | None = None,
    progress: bool = False,
    executor: Executor | None = None,
    shards: int | None = None,
) -> Results:
    """Plays an experiment, a file or a built-in name, and returns its results.

    The folder is the one that `pasang run` makes, byte for byte, and a folder that was interrupted is gone on with.
    Instead of an experiment, `setup` and what goes with it make one, as the options of the command do. With an
    `executor` of `concurrent.futures` (a process pool, `dask.distributed.Client.get_executor()`, Ray's pool) the
    games are played in `shards` by its workers, on other machines if it has some, and merged into the same bytes.
    """
    if (experiment is None) == (setup is None):
        raise Error("name an experiment or a `setup`, and not both")
    named = {"--setup": _words(setup), "--rules": _words(rules), "--bots": _words(bots)}
    first = named["--setup"][0] if experiment is None and named["--setup"] else experiment
    if first is None:
        raise Error("`setup` is empty")
    options = [word for option, values in named.items() for value in values for word in (option, value)]
    for toggle, value in (toggles or {}).items():
        word = str(value).lower() if isinstance(value, bool) else str(value)
        options += ["--set", f"{toggle.replace('_', '-')}={word}"]
    numbers = {"--games": games, "--seed": seed}
    options += [word for name, number in numbers.items() if number is not None for word in (name, f"{number:d}")]
    folder = Path(out) if out is not None else Path("results") / Path(first).stem
    positional = [] if experiment is None else ["--", os.fspath(experiment)]
    if executor is not None:
        count = shards if shards is not None else os.cpu_count() or 1
        if not 1 <= count <= 100_000:
            raise Error("`shards` is from 1 to 100000")
        return _run_in_shards(experiment, options, seed, games, folder, executor, count, threads)
    if threads is not None:
        options += ["--threads", f"{threads:d}"]
    _call(["run", *options, "--out", folder, *positional], progress)
    return Results(folder)


def _words(values: str | Iterable[str] | None) -> list[str]:
    return [values] if isinstance(values, str) else list(values or [])


def _run_in_shards(
    experiment: StrPath | None, options: Sequence[str], seed: int | None, games: int | None, folder: Path,
    executor: Executor, shards: int, threads: int | None,
) -> Results:
    if folder.exists():
        raise Error(f"`{folder}` is there already: with an executor results go to a new folder")
    text = _resolved(experiment, options, seed, games)
    parts = folder.with_name(folder.name + ".shards")
    parts.mkdir(parents=True, exist_ok=True)
    kept = parts / "experiment.toml"
    if kept.exists() and kept.read_text(encoding="utf-8") != text:
        raise Error(f"`{parts}` holds shards of another experiment; move it away")
    kept.write_text(text, encoding="utf-8")
    # Shards that an earlier call brought home are not played again.
    homes = {number: parts / f"{number}-of-{shards}" for number in range(1, shards + 1)}
    wanted = [number for number, home in homes.items() if not home.exists()]
    futures = {executor.submit(_play_shard, text, number, shards, threads or 1): number for number in wanted}
    try:
        for future in as_completed(futures):
            place = tempfile.mkdtemp(dir=parts)
            zipfile.ZipFile(io.BytesIO(future.result())).extractall(place)
            os.rename(place, homes[futures[future]])
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    _call(["merge", *homes.values(), "--out", folder])
    shutil.rmtree(parts)
    return Results(folder)


def _resolved(experiment: StrPath | None, options: Sequence[str], seed: int | None, games: int | None) -> str:
    """Returns an experiment as a text that means the same on every machine."""
    if experiment is None:
        with tempfile.TemporaryDirectory() as place:
            saved = Path(place) / "experiment.toml"
            # `plan` takes no seed, which comes last.
            _call(["plan", *options[: None if seed is None else -2], "--save", saved])
            return resolve(saved.read_text(encoding="utf-8"), ".", seed, None)
    path = Path(experiment)
    if path.exists():
        return resolve(path.read_text(encoding="utf-8"), path.parent, seed, games)
    return resolve(_call(["experiments", "show", "--", path]), ".", seed, games)


def _play_shard(experiment: str, number: int, shards: int, threads: int) -> bytes:
    """Plays a shard on a worker; returns its folder as an archive."""
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place) / "experiment.toml", Path(place) / "shard"
        file.write_text(experiment, encoding="utf-8")
        _call(["run", file, "--shard", f"{number}/{shards}", "--out", folder, "--threads", str(threads)])
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in folder.rglob("*"):
                archive.write(path, path.relative_to(folder))
        return packed.getvalue()
