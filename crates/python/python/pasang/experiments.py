"""Experiments: played by the program `pasang`, which the wheel brings along, and read as tables."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import multiprocessing
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
import warnings
import zipfile
from concurrent.futures import Executor, as_completed
from importlib import metadata
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence, Union

from ._native import Error, Game, Table, resolve
from .bots import Player, served

StrPath = Union[str, "os.PathLike[str]"]


class RunError(RuntimeError):
    """The program failed while it worked; the text is what it said."""


def program() -> str:
    """Returns the path of the program: that of the wheel, or the one that PASANG_PROGRAM names."""
    if named := os.environ.get("PASANG_PROGRAM"):
        return named
    places = [it.locate() for it in metadata.files("pasang") or [] if it.name in ("pasang", "pasang.exe")]
    for path in [*map(str, places), shutil.which("pasang")]:
        if path and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise RunError("the program `pasang` is not installed beside the module; PASANG_PROGRAM may name it")


def _hear(stream: Any, said: list[str], progress: bool) -> None:
    with stream:
        for line in stream:
            said.append(line)
            if progress:
                print(line, end="", file=sys.stderr, flush=True)


def _call(
    arguments: Iterable[StrPath], progress: bool = False, stop: Path | None = None, environment: Mapping[str, str] = {},
) -> str:
    """Runs the program and returns what it printed. Ctrl-C stops it where it can go on later; so does a file `stop`."""
    # Its stdin is closed to stop it, and by the system if this process is killed.
    command = [program(), "--stop-with-stdin", *map(os.fspath, arguments)]
    said: list[str] = []
    # In a session of its own, so that Ctrl-C reaches it once: from here.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stdout:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, text=True,
            encoding="utf-8", start_new_session=True, env={**os.environ, **environment},
        )
        assert process.stdin is not None
        # What an engine has started may keep the pipe open: it is not waited for.
        hearing = threading.Thread(target=_hear, args=(process.stderr, said, progress), daemon=True)
        hearing.start()
        if stop is not None:
            threading.Thread(target=_watch, args=(process, stop), daemon=True).start()
        try:
            status = process.wait()
        finally:
            process.stdin.close()
            # It keeps the games that are finished, and gives the folder free.
            process.wait()
            hearing.join(1)
        stdout.seek(0)
        printed = stdout.read()
    if status == 0:
        return printed
    text = _in_python("".join(said).strip())
    if status == 2:
        raise Error(text)
    if status in (130, 143):
        raise KeyboardInterrupt(text)
    raise RunError(text or printed.strip() or f"the program ended with status {status}")


# What an option of the program is called here.
_OPTION = re.compile(r"(['`]?)--(bots|games|out|rules|seed|set|setup|shard|threads|engines)( <[^>]*>| [A-Z])?\1(?![\w`' ])")


def _in_python(text: str) -> str:
    """Returns what the program said without its marks, and with parameters for options."""
    text = re.sub("^error: ", "", text, flags=re.MULTILINE).removesuffix("\n\nFor more information, try '--help'.")
    # Quoted options keep their place above the marks.
    text = re.sub(r"^\d+ \| .*", lambda it: it[0].replace(" --", "   "), text, flags=re.MULTILINE)
    return _OPTION.sub(lambda it: f"`{'toggles' if it[2] == 'set' else it[2]}`", text)


def _watch(process: subprocess.Popen[str], stop: Path) -> None:
    parent = os.getppid()
    while process.poll() is None:
        # A worker outlives the process whose shards it plays, if that is killed.
        if multiprocessing.parent_process() is not None and os.getppid() != parent:
            stop.touch()
        if stop.exists():
            assert process.stdin is not None
            return process.stdin.close()
        time.sleep(0.2)


class Results:
    """A finished results folder: its tables are attributes, such as `cells` and `games`, read when first asked for."""

    def __init__(self, folder: StrPath):
        self.folder = Path(folder)
        try:
            package = self._of_command() or json.loads(_text(self.folder / "datapackage.json"))
            described = [it for it in package["resources"] if it.get("schema")]
            self._files: dict[str, str] = {it["name"]: it["path"] for it in described}
            # The folder may be a stranger's: no path leads out of it.
            if any(path != f"{name}.csv" or not re.fullmatch(r"[a-z][a-z0-9-]*", name) for name, path in self._files.items()):
                raise ValueError
            self._columns = {table["name"]: [
                (it["name"], it["type"], it.get("description", ""), it.get("unit", "")) for it in table["schema"]["fields"]
            ] for table in described}
        except Error:
            raise
        except (FileNotFoundError, NotADirectoryError):
            what = "is not a finished results folder" if self.folder.exists() else "does not exist"
            raise Error(f"`{self.folder}` {what}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Error(f"`{self.folder}/datapackage.json` does not describe tables") from None

    def _of_command(self) -> Any:
        """Describes the games of a command, by their header; `None` if the folder describes itself or is not finished."""
        is_one = not (self.folder / "datapackage.json").exists() and re.search(r"^\[game\]$", self.experiment, re.MULTILINE)
        if not is_one or not json.loads(_text(self.folder / "manifest.json"))["finished"]:
            return None
        with (self.folder / "games.csv").open(newline="", encoding="utf-8") as file:
            names = next(csv.reader(file))
        whole, facts = re.compile(r"plies|seed|place_\d+"), names[names.index("record") + 1:]
        kind = lambda name: "integer" if whole.fullmatch(name) else "number" if name in facts or name.startswith("score_") else "string"
        return {"resources": [{"name": "games", "path": "games.csv", "schema": {"fields": [{"name": it, "type": kind(it)} for it in names]}}]}

    @property
    def tables(self) -> list[str]:
        """The names of the tables in the folder."""
        return [name for name, file in self._files.items() if (self.folder / file).exists()]

    @property
    def experiment(self) -> str:
        """The experiment, fully resolved, as text."""
        return _text(self.folder / "experiment.toml")

    @property
    def report(self) -> Path:
        """The path of the report, a page for a browser."""
        return self.folder / "report.html"

    def summary(self) -> str:
        """Returns the answer in a few lines, as `pasang report` prints it, which makes the report again; of a command's games as `pasang balance` does."""
        return _call(["report" if (self.folder / "datapackage.json").exists() else "balance", self.folder])

    def verify(self, engines: bool = False) -> str:
        """Proves the folder: digests, tables and games, a command's with `engines`. Raises `RunError` if something differs or is not proved."""
        return _call(["verify", self.folder, *["--engines"] * engines])

    def profile(self, positions: int = 1000) -> Table:
        """Measures how the games play, with searches of so many positions: `pasang profile`, docs/statistics.md."""
        _call(["--quiet", "profile", self.folder, "--positions", str(positions)])
        kinds = {"cell": "integer", "games": "integer", **dict.fromkeys(("setup", "rules", "bots", "measure"), "string")}
        names = (self.folder / "profile.csv").read_text(encoding="utf-8").split("\n", 1)[0].split(",")
        return Table.read(self.folder / "profile.csv", [(it, kinds.get(it, "number"), "", "") for it in names])

    def table(self, name: str) -> Table:
        """Returns a table by name."""
        if not self.folder.is_dir():
            raise Error(f"`{self.folder}` is no longer there")
        if name == "games" and name not in self.tables:
            again = f"pasang.run({str(self.folder / 'experiment.toml')!r}, out=\"new\")"
            raise AttributeError(f"`{self.folder}` is kept without its games; {again} plays them again")
        if name not in self.tables:
            raise AttributeError(f"`{self.folder}` has no table `{name}`; there are {', '.join(self.tables)}")
        file = self._files[name]
        _must_be_file(self.folder / file)
        manifest = self.folder / "manifest.json"
        try:
            kept = json.loads(_text(manifest))["files"] if manifest.exists() else {}
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Error(f"`{manifest}` is no manifest") from None
        if file in kept and kept[file] != _digest(self.folder / file):
            what = "this is not the file that the run finished with; `verify()` says what differs"
            raise RunError(f"`{self.folder / file}`: {what}")
        return Table.read(self.folder / file, self._columns[name])

    def __getattr__(self, name: str) -> Table:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, self.table(name))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __reduce__(self) -> tuple[type[Results], tuple[Path]]:
        return Results, (self.folder,)

    def __repr__(self) -> str:
        return f"pasang.read({str(self.folder)!r})"


def review(game: Game | str, *, nodes: int = 20_000) -> dict[str, Any]:
    """Reviews a game of two players, or its text, by searches of so many positions: what `pasang review --json` prints."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "game.txt"
        file.write_text(game if isinstance(game, str) else Game.__str__(game), encoding="utf-8")
        return json.loads(_call(["review", "--json", "--positions", str(nodes), file]))


def run(
    experiment: StrPath | None = None, *, setup: StrPath | Iterable[str] | None = None,
    rules: StrPath | Iterable[str] | None = None, toggles: Mapping[str, object] | None = None,
    bots: str | Iterable[str] | None = None, games: int | None = None, seed: int | None = None,
    out: StrPath | None = None, threads: int | None = None, progress: bool = False,
    engines: bool = False, players: Mapping[str, Player] | None = None,
    executor: Executor | None = None, shards: int | None = None,
) -> Results:
    """Plays an experiment, a file or a built-in name, and returns its results.

    The folder is the one that `pasang run` makes, byte for byte, and a folder that was interrupted is gone on with.
    Instead of an experiment, `setup` and what goes with it make one, as the options of the command do. `games` are
    played in each cell: more, with a warning, where each pair of first moves would not be played equally often.
    The programs that a file names, as engines or as the command of a game of one's own, are started only with `engines`.

    `players` are bots in Python, by the names that `bots` calls them, `engine:NAME`: functions of a position, or objects
    with `choose`, that return a move. They play in this process, one move at a time; no seed brings their games back,
    unless they choose by the position alone.

    With an `executor` of `concurrent.futures` (a process pool, `dask.distributed.Client.get_executor()`, Ray's pool)
    the games are played in `shards` by its workers, on other machines if it has some, and merged into the same bytes;
    by default there are four shards a processor. Ctrl-C keeps the shards that are finished, for the same call later,
    and loses those that are not.
    """
    if (experiment is None) == (setup is None):
        raise Error("name an experiment or a `setup`, and not both")
    named = {"setup": setup, "rules": rules, "bots": bots}
    words = {name: [it] if isinstance(it, (str, os.PathLike)) else list(it) for name, it in named.items() if it is not None}
    if empty := [name for name, values in words.items() if not values]:
        raise Error(f"`{empty[0]}` is empty")
    options = [word for name, values in words.items() for value in values for word in (f"--{name}", value)]
    for toggle, value in (toggles or {}).items():
        options += ["--set", f"{toggle.replace('_', '-')}={str(value).lower()}"]
    given = {"--games": games, "--seed": seed, "--threads": threads}
    numbers = [word for name, it in given.items() if it is not None for word in (name, str(it))] + ["--engines"] * engines
    folder = Path(out) if out is not None else Path("results") / Path(experiment or words["setup"][0]).stem
    positional = [] if experiment is None else ["--", os.fspath(experiment)]
    if players is not None:
        if executor is not None or experiment is not None:
            raise Error("`players` go with `setup`, and play in this process: without an executor")
        with served(players) as (tables, environment, raised), tempfile.TemporaryDirectory() as place:
            (file := Path(place) / "players.toml").write_text(tables, encoding="utf-8")
            own = ["--players", file, *([] if engines else ["--engines"])]
            try:
                _call(["run", *options, *numbers, *own, "--out", folder], progress, environment=environment)
            except RunError as error:
                raise error from (raised[0] if raised else None)
    elif executor is None:
        _call(["run", *options, *numbers, "--out", folder, *positional], progress)
    else:
        if (count := 4 * (os.cpu_count() or 1) if shards is None else shards) < 1:
            raise Error(f"`shards` is at least 1, not {count}")
        text = _resolved(experiment, [*options, *positional])
        if seed is None and not re.search(r"^seed = ", text, re.MULTILINE):
            raise Error("the experiment has no seed: give one, the same to all shards")
        _run_in_shards(text, numbers, folder, executor, count)
    results = Results(folder)
    played = re.search(r"^games = (\d+)$", results.experiment, re.MULTILINE)
    if games is not None and played and int(played[1]) > int(games):
        what = f"{played[1]} games instead of {games}: each pair of first moves is played equally often"
        warnings.warn(what, stacklevel=2)
    return results


def _run_in_shards(text: str, numbers: Sequence[str], folder: Path, executor: Executor, shards: int) -> None:
    if folder.exists():
        raise Error(f"`{folder}` is there already: with an executor results go to a new folder")
    parts = folder.with_name(folder.name + ".shards").absolute()
    parts.mkdir(parents=True, exist_ok=True)
    asked, kept, stop = f"{text}# {' '.join(numbers)}\n", parts / "experiment.toml", parts / "stop"
    if any(parts.glob("*-of-*")) and kept.read_text(encoding="utf-8") != asked:
        raise Error(f"`{parts}` holds shards of another experiment; move it away")
    kept.write_text(asked, encoding="utf-8")
    stop.unlink(missing_ok=True)
    # Shards that an earlier call brought home are not played again.
    homes = {number: parts / f"{number}-of-{shards}" for number in range(1, shards + 1)}
    wanted = {number: home for number, home in homes.items() if not home.exists()}
    futures = {executor.submit(_play_shard, text, it, shards, numbers, stop): home for it, home in wanted.items()}
    try:
        for future in as_completed(futures):
            place = tempfile.mkdtemp(dir=parts)
            zipfile.ZipFile(io.BytesIO(future.result())).extractall(place)
            os.rename(place, futures[future])
    except BaseException as error:
        # Workers that see the file stop; on other machines they play their shards to the end.
        stop.touch()
        for future in futures:
            future.cancel()
        if isinstance(error, KeyboardInterrupt):
            kept_shards = f"{sum(home.exists() for home in homes.values())} of {shards} shards are kept in `{parts}`"
            raise KeyboardInterrupt(f"{kept_shards}; the same call goes on from there") from None
        raise
    _call(["merge", *homes.values(), "--out", folder])
    shutil.rmtree(parts)


def _resolved(experiment: StrPath | None, options: Sequence[StrPath]) -> str:
    """Returns an experiment as a text that means the same on every machine."""
    if experiment is not None and Path(experiment).exists():
        return resolve(experiment)
    with tempfile.TemporaryDirectory() as place:
        saved = Path(place) / "experiment.toml"
        _call(["plan", "--save", saved, *options])
        return saved.read_text(encoding="utf-8")


def _play_shard(experiment: str, number: int, shards: int, numbers: Sequence[str], stop: Path) -> bytes:
    """Plays a shard on a worker; returns its folder as an archive."""
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place) / "experiment.toml", Path(place) / "shard"
        file.write_text(experiment, encoding="utf-8")
        threads = [] if "--threads" in numbers else ["--threads", "1"]
        shard = ["--shard", f"{number}/{shards}", *numbers, *threads, "--out", folder]
        try:
            _call(["run", file, *shard], stop=stop)
        except KeyboardInterrupt:
            raise RunError("the shard was interrupted") from None
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in folder.rglob("*"):
                archive.write(path, path.relative_to(folder))
        return packed.getvalue()


def _must_be_file(path: Path) -> os.stat_result:
    """Refuses a link, a pipe or a device, which may lead anywhere or have no end."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode):
        raise Error(f"`{path}` is no regular file")
    return found


def _text(path: Path) -> str:
    if _must_be_file(path).st_size > 1 << 27:
        raise Error(f"`{path}` is larger than 128 MiB")
    return path.read_text(encoding="utf-8")


def _digest(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
