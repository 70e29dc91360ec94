"""Experiments and their tables: the bytes of the program, by executors too; and what interrupts them."""

import filecmp
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import pasang
from pasang import experiments

# A shell ignores it for what it runs in the background, and so would every process begun here.
signal.signal(signal.SIGINT, signal.default_int_handler)

EXPERIMENT = """
seed = 11
games = 120
openings = "all"
setups = ["catalogue-05", "catalogue-09"]
rules = ["brunei-slide"]
bots = ["greedy"]
"""


def same(one, other):
    """Compares all files but the one that names the machine's time."""
    files = sorted(it for it in os.listdir(one) if it not in ("run-info.json", ".lock"))
    assert files == sorted(it for it in os.listdir(other) if it not in ("run-info.json", ".lock"))
    assert filecmp.cmpfiles(one, other, files, shallow=False) == (files, [], [])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    (folder / "ex.toml").write_text(EXPERIMENT)
    quiet = {"check": True, "capture_output": True, "cwd": folder}
    subprocess.run([experiments.program(), "run", "ex.toml", "--out", "program"], **quiet)
    pasang.run(folder / "ex.toml", out=folder / "module", threads=1)
    return folder


def test_the_bytes_are_the_program_s(made):
    same(made / "program", made / "module")
    results = pasang.read(made / "module")
    assert "nothing differs" in results.verify() and "95 %" in results.summary()
    measured = pasang.read(shutil.copytree(made / "module", made / "measured"))
    profile = {row["measure"]: row["mean"] for row in measured.profile(positions=20).to_dicts() if row["cell"] == 0}
    assert abs(profile["plies"] - results.cells.to_dicts()[0]["plies_mean"]) < 1e-3 and 0 < profile["drama"] < 1
    assert {"cells", "games", "openings"} <= set(results.tables) <= set(dir(results))
    assert results.experiment.startswith("title") and results.report.is_file()
    with pytest.raises(AttributeError, match="no table `nope`"):
        results.nope


CREW = EXPERIMENT.replace("greedy", "crew:plain") + """[crew.plain]
members = ["greedy", "random"]
"""
DESIGN = CREW.replace('rules = ["brunei-slide"]\n', "").replace('openings = "all"\n', "") + """[factorial]
base = "brunei-slide"
runs = "all"
stuck = ["loses", "score-decides"]
"""


@pytest.mark.parametrize("text, tables", [(CREW, ["balance", "cells"]), (DESIGN, ["effects", "cells", "overall"])])
def test_every_figure_is_the_program_s(tmp_path, text, tables):
    (tmp_path / "ex.toml").write_text(text)
    results = pasang.run(tmp_path / "ex.toml", out=tmp_path / "out")
    asked = [experiments.program(), "run", "ex.toml", "--out", "out"]
    told = lambda *more: subprocess.run([*asked, *more], check=True, capture_output=True, cwd=tmp_path, text=True).stdout
    found = json.loads(told("--json"))
    for name in tables:
        rows = results.table(name).to_dicts()
        assert len(rows) == len(found[name]) > 0
        for row, expected in zip(rows, found[name]):
            assert {key: row[key] for key in expected} == expected, name
    # The answer is the same text.
    assert results.summary() == told()


def test_ten_thousand_games_are_the_same(tmp_path):
    (tmp_path / "ex.toml").write_text(EXPERIMENT.replace("120", "5040"))
    results = pasang.run(tmp_path / "ex.toml", out=tmp_path / "r")
    exported = subprocess.run([experiments.program(), "export", tmp_path / "r"], capture_output=True, text=True).stdout
    games = pasang.Game.parse_all(exported)
    assert len(games) == len(results.games) == 10_080
    # The module writes each game as the program does, and finds the same scores and winners.
    head, written = exported[: exported.index("game: 0\n")], "\n".join(map(str, games))
    assert all(line.startswith("#") for line in head.split("\n")[:-2]) and head + written == exported
    winners = {None: "draw", 1: "first", 2: "second"}
    assert [winners[it.outcome.winner] for it in games] == results.games["winner"]
    assert [it.last.scores[0] for it in games] == results.games["score_1"]
    assert list(map(len, games)) == results.games["plies"]


@pytest.mark.parametrize("pool", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_an_executor_s_bytes_are_the_same(made, tmp_path, pool):
    with pool(2) as executor:
        pasang.run(made / "ex.toml", out=tmp_path / "r", executor=executor, shards=3)
        same(made / "program", tmp_path / "r")
        with pytest.raises(pasang.Error, match="there already"):
            pasang.run(made / "ex.toml", out=tmp_path / "r", executor=executor)
        with pytest.raises(pasang.Error, match="shards"):
            pasang.run(made / "ex.toml", out=tmp_path / "s", executor=executor, shards=0)
        options = {"setup": ["catalogue-05"], "bots": "greedy", "games": 60, "seed": 3}
        pasang.run(out=tmp_path / "t", executor=executor, shards=2, **options)
    pasang.run(out=tmp_path / "u", **options)
    assert filecmp.cmp(tmp_path / "t" / "games.csv", tmp_path / "u" / "games.csv", shallow=False)


def test_dask_goes_on_without_a_worker(made, tmp_path):
    from distributed import Client, LocalCluster

    (tmp_path / "ex.toml").write_text(EXPERIMENT.replace("greedy", "search:nodes=1500"))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        with ThreadPoolExecutor(1) as beside:
            run = beside.submit(
                pasang.run, tmp_path / "ex.toml", out=tmp_path / "r", executor=client.get_executor(), shards=6)
            while not list(tmp_path.glob("r.shards/*-of-6")):
                time.sleep(0.05)
            assert not run.done()
            next(iter(cluster.workers.values())).process.process._process.kill()
            run.result(300)
    pasang.run(tmp_path / "ex.toml", out=tmp_path / "s")
    same(tmp_path / "r", tmp_path / "s")


def test_tables_go_into_other_programs(made):
    import duckdb
    import pandas
    import polars
    import pyarrow

    games = pasang.read(made / "module").games
    assert len(games) == 240 and "first player" in pasang.read(made / "module").cells.columns["setup"] or games.columns
    table = pyarrow.table(games)
    described = json.loads((made / "module" / "datapackage.json").read_text())["resources"][0]["schema"]["fields"]
    for field in described:
        assert table.schema.field(field["name"]).metadata[b"description"].decode() == field["description"]
        assert games.columns[field["name"]] == field["description"]
    frame = games.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["plies"].tolist() == games["plies"]
    assert polars.DataFrame(games)["plies"].to_list() == games["plies"]
    assert duckdb.sql("select count(*), sum(plies) from games").fetchall() == [(240, sum(games["plies"]))]
    assert games.to_dicts()[5]["moves_digest"] == games["moves_digest"][5]
    with pytest.raises(KeyError, match="no column `x`"):
        games["x"]


BAD = [
    ({"experiment": "nope.toml"}, pasang.Error, "nope.toml"),
    ({"experiment": "--help"}, pasang.Error, ""),
    ({"experiment": 3}, TypeError, ""),
    ({}, pasang.Error, "not both"),
    ({"experiment": "ex.toml", "setup": "catalogue-01"}, pasang.Error, "not both"),
    ({"setup": []}, pasang.Error, "empty"),
    ({"setup": "catalogue-99"}, pasang.Error, "catalogue-99"),
    ({"setup": "catalogue-01", "games": 2.5}, pasang.Error, "'2.5' for `games`: expected a whole number from 1 to 1000000000000"),
    ({"setup": "catalogue-01", "games": 0}, pasang.Error, "'0' for `games`"),
    ({"setup": "catalogue-01", "bots": []}, pasang.Error, "`bots` is empty"),
    ({"setup": "catalogue-01", "rules": []}, pasang.Error, "`rules` is empty"),
    ({"setup": "catalogue-01", "seed": -1}, pasang.Error, "seed"),
    ({"setup": "catalogue-01", "seed": 2**64}, pasang.Error, "seed"),
    ({"setup": "catalogue-01", "threads": 0}, pasang.Error, "threads"),
    ({"setup": "catalogue-01", "toggles": {"stuck": 3}}, pasang.Error, "stuck"),
    ({"setup": "catalogue-01", "out": 3}, TypeError, ""),
]


@pytest.mark.parametrize("at", range(len(BAD)))
def test_wrong_calls_raise(at, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options, error, words = BAD[at]
    with pytest.raises(error) as raised:
        pasang.run(**options)
    told = str(raised.value)
    assert words in told and "--" not in told.replace("-->", "").replace("`--help`", "") and "error:" not in told and not (tmp_path / "results").exists()


def test_a_table_cut_at_the_end_of_a_line_raises(made, tmp_path):
    shutil.copytree(made / "module", tmp_path / "r")
    lines = (tmp_path / "r" / "games.csv").read_text().splitlines(keepends=True)
    (tmp_path / "r" / "games.csv").write_text("".join(lines[:50]))
    results = pasang.read(tmp_path / "r")
    for read in (lambda: results.games, results.summary):
        with pytest.raises(pasang.RunError, match="this is not the file that the run finished with"):
            read()
    assert len(results.cells) == 2


def test_more_games_than_asked_are_told(tmp_path):
    options = {"setup": "catalogue-05", "bots": "greedy", "games": 100, "seed": 1}
    with pytest.warns(UserWarning, match="120 games instead of 100"):
        assert len(pasang.run(out=tmp_path / "one", **options).games) == 120
    with ThreadPoolExecutor(2) as pool, pytest.warns(UserWarning, match="120 games instead of 100"):
        pasang.run(out=tmp_path / "two", executor=pool, shards=2, **options)
    same(tmp_path / "one", tmp_path / "two")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("pool", [None, "ProcessPoolExecutor(2)"])
def test_the_program_ends_with_a_killed_process(tmp_path, number, pool):
    code = f"""
        import pasang
        from concurrent.futures import ProcessPoolExecutor
        if __name__ == "__main__":
            pasang.run("ex.toml", out="r", executor={pool}, shards=2)
    """
    (tmp_path / "ex.toml").write_text(EXPERIMENT.replace("greedy", "search:nodes=100000"))
    (tmp_path / "run.py").write_text(textwrap.dedent(code))
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\necho $$ >> {tmp_path}/pids\nexec {experiments.program()} "$@"\n')
    program.chmod(0o755)
    process = subprocess.Popen([sys.executable, "run.py"], cwd=tmp_path, env={**os.environ, "PASANG_PROGRAM": str(program)})

    def working():
        pids = (tmp_path / "pids").read_text().split() if (tmp_path / "pids").exists() else []
        return [it for it in map("/proc/{}/cmdline".format, pids) if os.path.exists(it) and open(it).read()]

    while len(working()) < (1 if pool is None else 2):
        assert process.poll() is None
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(number)
    process.wait()
    end = time.monotonic() + 10
    while working():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_an_executor_goes_on_after_ctrl_c(tmp_path):
    code = """
        import pasang
        from concurrent.futures import ProcessPoolExecutor
        if __name__ == "__main__":
            try:
                with ProcessPoolExecutor(2) as pool:
                    pasang.run("ex.toml", out="r", executor=pool, shards=24, games=2400)
            except KeyboardInterrupt as error:
                print(error, flush=True)
    """
    (tmp_path / "ex.toml").write_text(EXPERIMENT.replace("greedy", "search:nodes=4000"))
    (tmp_path / "run.py").write_text(textwrap.dedent(code))
    process = subprocess.Popen([sys.executable, "run.py"], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    homes = tmp_path / "r.shards"
    while not list(homes.glob("*-of-24")):
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    printed, _ = process.communicate(timeout=60)
    assert time.monotonic() - begin < 10 and process.returncode == 0
    kept = len(list(homes.glob("*-of-24")))
    assert 1 <= kept < 24 and printed.startswith(f"{kept} of 24 shards are kept in `{homes}`")
    # The same call plays the others only; one of another experiment is refused.
    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(pasang.Error, match="shards of another experiment"):
            pasang.run(tmp_path / "ex.toml", out=tmp_path / "r", executor=pool, shards=24, games=1200)


def test_folders_that_change_raise(made, tmp_path):
    shutil.copytree(made / "module", tmp_path / "r")
    results = pasang.read(tmp_path / "r")
    lines = (tmp_path / "r" / "games.csv").read_text().splitlines()
    (tmp_path / "r" / "games.csv").write_text("\n".join([*lines[:3], lines[3].replace("catalogue", "x,y"), ""]))
    with pytest.raises(pasang.RunError, match="games.csv`: this is not the file that the run finished with"):
        results.games
    with pytest.raises(OSError, match="games.csv"):
        pasang.Table.read(tmp_path / "r" / "games.csv", results._columns["games"])
    with pytest.raises((pasang.Error, pasang.RunError)):
        results.verify()
    shutil.rmtree(tmp_path / "r")
    with pytest.raises(pasang.Error, match="no longer there"):
        results.cells
    (tmp_path / "r").mkdir()
    for text in ("", "[]", "{}", '{"resources": 3}'):
        (tmp_path / "r" / "datapackage.json").write_text(text)
        with pytest.raises(pasang.Error):
            pasang.read(tmp_path / "r")


LONG = {
    "choose": 'pasang.Bot("search:nodes=100000000000").choose(pasang.Position())',
    "analyze": 'pasang.Bot("search").analyze(pasang.Position(), nodes=10**11)',
    "solve": "pasang.solve(pasang.Position(), nodes=10**12)",
    "perft": "pasang.Position().perft(40)",
    "review": 'pasang.review(pasang.play_game(bots=["greedy"]), nodes=10**9)',
    "play_game": 'pasang.play_game(bots=["search:nodes=10000000000"])',
    "batch": 'pasang.Batch(64, opponent="search:nodes=100000000,hash=1", seat=2).reset()',
    "run": 'pasang.run(setup="catalogue-05", bots="search:nodes=100000", games=6000, out="r", seed=1)',
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops(name, tmp_path):
    code = f"""
        import sys, pasang
        print("begun", flush=True)
        try:
            {LONG[name]}
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stdout.readline() == "begun\n"
    time.sleep(2.0 if name == "run" else 0.5)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    try:
        assert process.communicate(timeout=60)[0] == "stopped\n" and process.wait() == 0
    finally:
        process.kill()
    assert time.monotonic() - begin < 30
    if name == "run":
        # The games so far are kept, and the folder is free.
        assert (tmp_path / "r" / "games.csv").exists()


def test_after_ctrl_c_a_batch_begins_anew():
    code = """
        import pasang, signal
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        def stop(*_): raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, stop)
        batch = pasang.Batch(64, opponent="search:nodes=100000000,hash=1", seat=2)
        try: batch.reset()
        except KeyboardInterrupt: pass
        try: batch.step(batch.random_actions())
        except pasang.Error as error: print(error)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert "call `reset()`" in done.stdout, done.stderr


@pytest.mark.parametrize("path", ["../secret.csv", "/dev/zero", "pipe.csv", "link.csv", "/etc/passwd"])
def test_a_stranger_s_paths_are_not_followed(made, tmp_path, path):
    folder = shutil.copytree(made / "module", tmp_path / "folder")
    (tmp_path / "secret.csv").write_bytes((folder / "cells.csv").read_bytes())
    os.mkfifo(folder / "pipe.csv")
    (folder / "link.csv").symlink_to("../secret.csv")
    package = json.loads((folder / "datapackage.json").read_text())
    [cells] = [it for it in package["resources"] if it["name"] == "cells"]
    cells["path"] = path
    # The name fits the path where it can.
    cells["name"] = path.removesuffix(".csv") if path in ("pipe.csv", "link.csv") else "cells"
    (folder / "datapackage.json").write_text(json.dumps(package))
    with pytest.raises(pasang.Error, match="does not describe tables|is no regular file"):
        pasang.read(folder).table(cells["name"])


def test_a_description_is_a_file(tmp_path):
    os.mkfifo(tmp_path / "datapackage.json")
    with pytest.raises(pasang.Error, match="is no regular file"):
        pasang.read(tmp_path)


def test_games_that_are_not_kept_are_asked_for(made, tmp_path):
    folder = shutil.copytree(made / "module", tmp_path / "slim")
    os.remove(folder / "games.csv")
    with pytest.raises(AttributeError, match="kept without its games; pasang.run"):
        pasang.read(folder).games


class Last:
    def choose(self, position):
        return position.legal_moves()[-1]


def test_bots_in_python_play(tmp_path):
    options = {"setup": "catalogue-05", "bots": ["engine:mine/greedy", "greedy/engine:mine"], "games": 20, "seed": 1}
    one = pasang.run(**options, players={"mine": Last()}, out=tmp_path / "one")
    two = pasang.run(**options, players={"mine": Last().choose}, out=tmp_path / "two", threads=2)
    assert (tmp_path / "one/games.csv").read_bytes() == (tmp_path / "two/games.csv").read_bytes() and len(one.games) == len(two.games)
    assert "no seed brings" in one.verify()
    with pytest.raises(pasang.RunError, match="ZeroDivisionError") as raised:
        pasang.run(**options, players={"mine": lambda position: 1 / 0}, out=tmp_path / "wrong")
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    game = pasang.play_game("catalogue-05", [Last(), "greedy"], seed=1, opening=["c"])
    assert game.outcome and game == pasang.play_game("catalogue-05", [Last().choose, "greedy"], seed=1, opening=["c"])
    positions = game.positions()
    assert all(move == it.legal_moves()[-1] for it, move in list(zip(positions, game.moves))[1:] if it.turn == 1)
    with pytest.raises(TypeError, match="is no bot"):
        pasang.play_game("catalogue-05", [3, "greedy"])


def test_what_an_engine_has_started_is_not_waited_for(tmp_path):
    (tmp_path / "engine.sh").write_text(f"(trap '' TERM; exec setsid -f sleep 30) &\nexec {experiments.program()} engine --bot random\n")
    (tmp_path / "ex.toml").write_text(
        EXPERIMENT.replace('"greedy"', '"engine:it"').replace("120", "20").replace('openings = "all"', "")
        + f'[engine.it]\ncommand = ["sh", "{tmp_path}/engine.sh"]\n'
    )
    begin = time.monotonic()
    pasang.run(tmp_path / "ex.toml", out=tmp_path / "out", engines=True)
    assert time.monotonic() - begin < 25


def test_the_program_ends_with_a_killed_process_that_has_forked(tmp_path):
    code = f"""
        import os, threading, time, pasang
        def fork():
            time.sleep(1)
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
        threading.Thread(target=fork).start()
        pasang.run("ex.toml", out="r")
    """
    (tmp_path / "ex.toml").write_text(EXPERIMENT.replace("greedy", "search:nodes=100000"))
    (tmp_path / "run.py").write_text(textwrap.dedent(code))
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\necho $$ > {tmp_path}/pid\nexec {experiments.program()} "$@"\n')
    program.chmod(0o755)
    process = subprocess.Popen([sys.executable, "run.py"], cwd=tmp_path, env={**os.environ, "PASANG_PROGRAM": str(program)})
    time.sleep(2.5)
    process.kill()
    process.wait()
    pid, end = (tmp_path / "pid").read_text().strip(), time.monotonic() + 10
    while os.path.exists(f"/proc/{pid}/cmdline") and open(f"/proc/{pid}/cmdline").read():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_game_of_one_s_own(tmp_path):
    """A command plays the games, with consent alone; the folder is read, answered and played again."""
    shutil.copy(Path(__file__).parents[3] / "examples/connect.py", tmp_path)
    text = (Path(__file__).parents[3] / "examples/connect.toml").read_text().replace("games = 48", "games = 4").replace('"python3"', json.dumps(sys.executable))
    (tmp_path / "connect.toml").write_text(text)
    with pytest.raises(pasang.Error, match="engines` allows it"):
        pasang.run(tmp_path / "connect.toml", out=tmp_path / "out")
    results = pasang.run(tmp_path / "connect.toml", out=tmp_path / "out", engines=True)
    games = results.games.to_dicts()
    assert results.tables == ["games"] and len(games) == 96 and results.experiment.count("[game]") == 1
    assert all(isinstance(it["plies"], int) and it["winner"] in ("1", "2", "draw") and it["line"] in ("3", "4") for it in games)
    found = pasang.balance(results.games, factor=["drop", "line"], fact="plies")
    plies = next(row for row in found.facts if row["option"] is None)
    assert plies["games"] == sum(it["class"] == plies["class"] for it in games) and plies["mean_low"] < plies["mean"] < plies["mean_high"]
    assert sum(found.classes["games"]) == 96 and set(found.options["option"]) == {"drop", "line"}
    assert "3 patterns, 96 games" in results.summary() and "96 of 96 games played again" in results.verify(engines=True)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    (tmp_path / "out/manifest.json").write_text(json.dumps({**manifest, "finished": False}))
    with pytest.raises(pasang.Error, match="is not a finished results folder"):
        pasang.read(tmp_path / "out")
