"""Experiments: played by the program `pasang`, which the wheel brings along, and read as tables."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import Executor, as_completed
from importlib import metadata
from pathlib import Path
from typing import Iterable, Mapping

from ._native import Error, Table, resolve

__all__ = ["Results", "RunError", "program", "read", "run"]


class RunError(RuntimeError):
    """The program failed while it worked; the text is what it said."""


def program() -> str:
    """Returns the path of the program: that of the wheel, or the one that PASANG_PROGRAM names."""
    if named := os.environ.get("PASANG_PROGRAM"):
        return named
    try:
        files = metadata.files("pasang") or []
    except metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name in ("pasang", "pasang.exe") and "bin" in (folder := file.locate().parent).name.lower() + "bin":
            path = folder / file.name
            if path.is_file() and os.access(path, os.X_OK):
                return str(path)
    if found := shutil.which("pasang"):
        return found
    raise RunError("the program `pasang` is not installed beside the module; PASANG_PROGRAM may name it")


def _call(arguments: Iterable[str | os.PathLike[str]], progress: bool = False) -> str:
    """Runs the program and returns what it printed. Ctrl-C stops it where it can go on later."""
    command = [program(), *map(os.fspath, arguments)]
    said: list[str] = []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stdout, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", start_new_session=True,
    ) as process:
        try:
            for line in process.stderr:
                said.append(line)
                if progress:
                    print(line, end="", file=sys.stderr, flush=True)
            status = process.wait()
        except BaseException:
            process.send_signal(signal.SIGINT)
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
    raise RunError(text or f"the program ended with status {status}")


class Results:
    """A results folder, whose tables are attributes: `cells`, `games`, `balance`, `columns`, and so on.

    A table is read when it is first asked for; `tables` names those there are.
    """

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = Path(folder)
        try:
            package = json.loads((self.folder / "datapackage.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            is_there = self.folder.is_dir()
            what = "is not a finished results folder" if is_there else "does not exist"
            raise Error(f"`{self.folder}` {what}") from None
        self._files = {it["name"]: it["path"] for it in package["resources"] if it.get("schema")}

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
        """Returns the answer in a few lines, as `pasang report` prints it."""
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / self.folder.name
            shutil.copytree(self.folder, copy)
            return _call(["report", copy])

    def verify(self) -> str:
        """Proves the folder: digests, tables and games. Raises `RunError` if something differs."""
        return _call(["verify", self.folder])

    def table(self, name: str) -> Table:
        """Returns a table by name."""
        file = self._files.get(name)
        if file is None or not (self.folder / file).exists():
            there = ", ".join(self.tables)
            raise AttributeError(f"`{self.folder}` has no table `{name}`; there are {there}")
        return Table.read(str(self.folder), file)

    def __getattr__(self, name: str) -> Table:
        if name.startswith("_"):
            raise AttributeError(name)
        table = self.table(name)
        self.__dict__[name] = table
        return table

    def __dir__(self):
        return [*super().__dir__(), *self.tables]

    def __getstate__(self):
        return {"folder": self.folder, "_files": self._files}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"pasang.read({str(self.folder)!r})"


def read(folder: str | os.PathLike[str]) -> Results:
    """Opens a finished results folder."""
    return Results(folder)


def run(
    experiment: str | os.PathLike[str] | None = None,
    *,
    setup: str | Iterable[str] | None = None,
    rules: str | Iterable[str] | None = None,
    toggles: Mapping[str, object] | None = None,
    bots: str | Iterable[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
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
    arguments: list[str | os.PathLike[str]] = [] if experiment is None else [experiment]
    lists = {"--setup": setup, "--rules": rules, "--bots": bots}
    for option, values in lists.items():
        for value in [values] if isinstance(values, str) else values or []:
            arguments += [option, value]
    for toggle, value in (toggles or {}).items():
        arguments += ["--set", f"{toggle}={str(value).lower() if isinstance(value, bool) else value}"]
    for option, number in {"--games": games, "--seed": seed}.items():
        if number is not None:
            arguments += [option, str(number)]
    first = experiment if setup is None else (setup if isinstance(setup, str) else next(iter(setup)))
    folder = Path(out) if out is not None else Path("results") / Path(os.fspath(first)).stem
    if executor is not None:
        return _run_in_shards(arguments, folder, executor, shards or os.cpu_count() or 1, threads)
    workers = [] if threads is None else ["--threads", str(threads)]
    _call(["run", *arguments, "--out", folder, *workers], progress)
    return Results(folder)


def _run_in_shards(arguments, folder: Path, executor: Executor, shards: int, threads: int | None) -> Results:
    if folder.exists():
        raise Error(f"`{folder}` is there already: with an executor results go to a new folder")
    experiment = _resolved(arguments)
    parts = folder.with_name(folder.name + ".shards")
    parts.mkdir(parents=True, exist_ok=True)
    kept = parts / "experiment.toml"
    if kept.exists() and kept.read_text(encoding="utf-8") != experiment:
        raise Error(f"`{parts}` holds shards of another experiment; move it away")
    kept.write_text(experiment, encoding="utf-8")
    # Shards that an earlier call brought home are not played again.
    wanted = [number for number in range(1, shards + 1) if not (parts / f"{number}-of-{shards}").exists()]
    futures = {executor.submit(_play_shard, experiment, number, shards, threads or 1): number for number in wanted}
    try:
        for future in as_completed(futures):
            _unpack(future.result(), parts / f"{futures[future]}-of-{shards}")
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    _call(["merge", *(parts / f"{number}-of-{shards}" for number in range(1, shards + 1)), "--out", folder])
    shutil.rmtree(parts)
    return Results(folder)


def _resolved(arguments) -> str:
    """Returns an experiment as a text that means the same on every machine."""
    words = [os.fspath(word) for word in arguments]
    if words[0].startswith("--setup"):
        with tempfile.TemporaryDirectory() as place:
            saved = Path(place) / "experiment.toml"
            _call(["plan", *words, "--save", saved])
            return _with_options(saved.read_text(encoding="utf-8"), ".", [])
    path = Path(words[0])
    text = path.read_text(encoding="utf-8") if path.exists() else _call(["experiments", "show", words[0]])
    return _with_options(text, path.parent, words[1:])


def _with_options(text: str, base, options: list[str]) -> str:
    given = dict(zip(options[::2], options[1::2]))
    return resolve(text, str(base), *(int(given[it]) if it in given else None for it in ("--seed", "--games")))


def _play_shard(experiment: str, number: int, shards: int, threads: int) -> bytes:
    """Plays a shard on a worker; returns its folder as an archive."""
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place) / "experiment.toml", Path(place) / "shard"
        file.write_text(experiment, encoding="utf-8")
        _call(["run", file, "--shard", f"{number}/{shards}", "--out", folder, "--threads", str(threads)])
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            archive.add(folder, arcname=".")
        return packed.getvalue()


def _unpack(packed: bytes, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(place, filter="data")
        shutil.copytree(place, folder)
