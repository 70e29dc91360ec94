"""Positions, games, bots and the solver, against the worked examples of the rules and the program's own output."""

import copy
import doctest
import json
import pickle
import random
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import pasang
from pasang import _native, experiments

START = "catalogue-01"


def program(*arguments, text=""):
    command = [experiments.program(), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def random_game(setup, rules, seed):
    """Yields the positions of a game of random moves."""
    chance, p = random.Random(seed), pasang.Position(setup, rules)
    while moves := p.legal_moves():
        yield p
        p = p.after(chance.choice(moves))
    yield p


def setup_of(preset):
    return "bell-chequer" if preset.startswith("bell") else "catalogue-05"


def played(*moves):
    p = pasang.Position(START)
    for move in moves:
        p.play(next(it for it in p.legal_moves() if it == move or it.startswith(move + "x")))
    return p


def test_neto_s_example():
    """J. P. Neto's diagrams, as docs/rules.md cites them."""
    p = pasang.Position(START)
    assert p.captures("c") == ["c1", "c2", "c3", "c4", "c5"] and p.captured_points("c") == 8
    p = played("c", "j")
    assert p.scores == (8, 9) and p.turn == 1 and p.phase == "entry"
    kas = {move.split("-")[0] for move in p.legal_moves()}
    assert kas == {"b1", "b2", "b3", "b4", "b5", "d1", "d2", "d3", "d4", "d5"}
    after = p.after(next(it for it in p.legal_moves() if it.startswith("b4-c4") and p.captured_points(it) == 3))
    assert {move.split("-")[0] for move in after.legal_moves()} == {"i7", "i9", "i10", "i11", "k7", "k9"}
    assert after.scores == (11, 9)


def test_the_stuck_player_loses():
    word = "..........1/.........../.........../.........../.........../w...._...../" \
           ".........../2........../.........../..b......../...........:main:1:85-89:brunei-slide"
    p = pasang.Position(word)
    [move] = [it for it in p.legal_moves() if it.startswith("k11-k2")]
    end = p.after(move)
    assert p.captures(move) == ["c2"]
    assert end.scores == (86, 89) and end.outcome.winner == 1 and end.outcome.ending == "stuck"
    assert end.legal_moves() == [] and end.remaining_points == 2
    assert pasang.Bot("greedy").choose(end) is None and pasang.Bot("search").analyze(end) is None
    found = pasang.solve(p)
    assert (found.is_proven, found.winner, found.margin, found.best_move[:5]) == (True, 1, -3, "k11-c")
    with pytest.raises(pasang.IllegalMoveError, match="the game is over here"):
        end.play("a1")
    over = pasang.Game.of(end, [])
    assert len(over) == 0 and pasang.solve(end).best_move is None
    assert pasang.legal_actions(end) == [] and pasang.observe(end).shape == (9, 11, 11)


@pytest.mark.parametrize("preset", pasang.PRESETS)
def test_moves_and_outcomes_are_the_program_s(preset):
    for seed in range(3):
        game = list(random_game(setup_of(preset), preset, seed))
        p = random.Random(seed).choice(game[:-1])
        listed = json.loads(program("moves", "--position", str(p), "--json"))
        assert sorted(it["move"] for it in listed["moves"]) == sorted(p.legal_moves())
        for it in listed["moves"]:
            assert it["takes"] == p.captures(it["move"]) and it["points"] == p.captured_points(it["move"])
        assert pasang.Position(p.diagram(), preset) == p == pasang.Position(str(p))
        assert p.perft(1) == len(p.legal_moves())
        end = game[-1]
        assert end.outcome is not None and end.outcome.winner in (None, *end.outcome.winners)


def test_values_are_copied_pickled_and_compared():
    p = played("c", "j")
    q = copy.copy(p)
    for other in (q, copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert other == p and hash(other) == hash(p) and other is not p
    q.play(q.legal_moves()[0])
    assert q != p and p == played("c", "j") and p != "c"
    game = pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
    late = game.positions()[-6]
    bot = pasang.Bot("search:nodes=500", seed=3)
    values = [game, game.outcome, bot.analyze(late), pasang.solve(late)]
    for value in values:
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert {game: 1}[pasang.Game(str(game))] == 1 and hash(game.outcome) == hash(copy.copy(game.outcome))
    assert repr(pickle.loads(pickle.dumps(bot))) == repr(bot) == 'pasang.Bot("search:nodes=500", seed=3)'
    assert p._repr_svg_().startswith("<svg")
    shown = [line.split()[1:] for line in program("setups", "show", START).splitlines()[-12:-1]]
    assert pasang.Position(START).rows() == ["".join(row) for row in shown]
    assert pasang.Position("\n".join(pasang.Position(START).rows())) == pasang.Position(START)


def test_a_pickled_bot_goes_on():
    p, bot = pasang.Position("catalogue-05"), pasang.Bot("random", seed=5)
    first = [bot.choose(p) for _ in range(7)]
    others = [pickle.loads(pickle.dumps(bot)), copy.copy(bot), copy.deepcopy(bot)]
    went_on = [bot.choose(p) for _ in range(20)]
    assert all([other.choose(p) for _ in range(20)] == went_on for other in others) and went_on[:7] != first


def test_a_file_of_a_position_is_one(tmp_path):
    p = played("c", "j")
    for name, text in [("word.txt", f"# a position\n{p}\n"), ("diagram.txt", p.diagram())]:
        (tmp_path / name).write_text(text)
        assert pasang.Position(str(tmp_path / name)) == p
    (tmp_path / "words.txt").write_text(f"{p}\n{p}\n")
    with pytest.raises(pasang.Error, match="2 positions are given"):
        pasang.Position(str(tmp_path / "words.txt"))
    assert pasang.Position(str(p), toggles={"stuck": "score-decides"}).rules == "brunei-slide+stuck=score-decides"


def test_one_bot_plays_for_all():
    assert pasang.play_game(START, "greedy", seed=1) == pasang.play_game(START, ["greedy", "greedy"], seed=1)


def test_bots_are_seeded_and_reviews_are_the_program_s(tmp_path):
    p = pasang.Position("catalogue-05")
    first = [pasang.Bot("random", seed=5).choose(p) for _ in range(5)]
    assert len(set(first)) == 1
    game = pasang.play_game("catalogue-05", "greedy random".split(), seed=7)
    assert game == pasang.play_game("catalogue-05", ["greedy", "random"], seed=7)
    assert game != pasang.play_game("catalogue-05", ["greedy", "random"], seed=8)
    (tmp_path / "game.txt").write_text(str(game))
    replayed = json.loads(program("replay", str(tmp_path / "game.txt"), "--json"))
    assert [it["move"] for it in replayed["positions"] if "move" in it] == game.moves
    told = json.loads(program("review", str(tmp_path / "game.txt"), "--json", "--positions", "300"))
    review = pasang.review(game, nodes=300)
    assert review == pasang.review(str(game), nodes=300) == told
    assert [it["played"]["move"] for it in review["plies"]] == game.moves


BAD = [
    (lambda: pasang.Position("catalogue-99"), pasang.Error, "catalogue-99"),
    (lambda: pasang.Position("catalogue-01", rules="brunei-slid"), pasang.Error, "did you mean `brunei-slide`"),
    (lambda: pasang.Position("catalogue-01", toggles={"stuck": "x"}), pasang.Error, "stuck"),
    (lambda: pasang.Position("catalogue-01", toggles={3: "x"}), TypeError, ""),
    (lambda: pasang.Position(3), TypeError, ""),
    (lambda: pasang.Position("bwb\nwbw\n"), pasang.Error, ""),
    (lambda: pasang.Position(str(pasang.Position()), rules="bell"), pasang.Error, "name no rules"),
    (lambda: pasang.Position().play("zz"), pasang.IllegalMoveError, "`zz` is not legal"),
    (lambda: pasang.Position().play(None), TypeError, ""),
    (lambda: pasang.Position().perft(2**31), pasang.Error, "200"),
    (lambda: pasang.Position().perft(-1), pasang.Error, "`depth` is a whole number from 0 to 200, not -1"),
    (lambda: pasang.Bot("grady"), pasang.Error, "greedy"),
    (lambda: pasang.Bot("greedy", seed=-1), pasang.Error, "`seed` is a whole number from 0 to 9223372036854775807, not -1"),
    (lambda: pasang.Bot("greedy", seed=2**64), pasang.Error, "`seed` is a whole number"),
    (lambda: pasang.Bot("greedy", seed="x"), TypeError, "`seed` is a whole number from 0 to 9223372036854775807, not 'x'"),
    (lambda: pasang.Bot("engine:x"), pasang.Error, "another program"),
    (lambda: pasang.Bot("greedy").choose("c"), TypeError, ""),
    (lambda: pasang.solve(pasang.Position(), table_mib=0), pasang.Error, "table_mib"),
    (lambda: pasang.solve(pasang.Position("bell-chequer", "bell", toggles={"players": 3})), pasang.Error, "two players"),
    (lambda: pasang.play_game(bots=["greedy"] * 3), pasang.Error, "3 bots for 2"),
    (lambda: pasang.play_game(bots=[]), pasang.Error, "0 bots for 2"),
    (lambda: pasang.play_game(bots=3), TypeError, "`3` is no bot"),
    (lambda: pasang.play_game(bots="engine:x"), pasang.Error, "another program"),
    (lambda: pasang.play_game(bots=["greedy"], opening=["c", "c"]), pasang.IllegalMoveError, ""),
    (lambda: pasang.Game("no game"), pasang.Error, ""),
    (lambda: pasang.Game(""), pasang.Error, ""),
    (lambda: pasang.review(3), TypeError, "pasang.Game"),
    (lambda: pasang.review("setup: catalogue-01\nmoves: c", nodes=0), pasang.Error, "'0' for '--positions <N>': expected a whole number from 1"),
    (lambda: pasang.action_of(pasang.Position(), "zz"), pasang.IllegalMoveError, ""),
    (lambda: pasang.move_of(pasang.Position(), -1), pasang.IllegalMoveError, "-1"),
    (lambda: pasang.move_of(pasang.Position(), 979), pasang.IllegalMoveError, "979"),
    (lambda: pasang.Batch(0), pasang.Error, "1048576"),
    (lambda: pasang.Batch(2**40), pasang.Error, "1048576"),
    (lambda: pasang.Batch(-1), pasang.Error, "`n` is a whole number"),
    (lambda: pasang.Batch(2.5), TypeError, "`n` is a whole number"),
    (lambda: pasang.Batch(4, threads=0), pasang.Error, "`threads` is a whole number"),
    (lambda: pasang.Batch(4, opponent="greedy", seat=3), pasang.Error, "from 1 to 2"),
    (lambda: pasang.Batch(4, seat=1), pasang.Error, "goes with `opponent`"),
    (lambda: pasang.Batch(4096, opponent="search"), pasang.Error, "MiB"),
    (lambda: pasang.Batch(4).step([0] * 4), pasang.Error, "reset"),
    (lambda: pasang.read(3), TypeError, ""),
    (lambda: pasang.read("/nowhere"), pasang.Error, "does not exist"),
    (lambda: pasang.read("/"), pasang.Error, "not a finished"),
    (lambda: pasang.dataset("openings-1926"), pasang.Error, "openings-2026"),
]


@pytest.mark.parametrize("at", range(len(BAD)))
def test_wrong_input_raises(at):
    call, error, words = BAD[at]
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


@pytest.mark.parametrize("work", [
    'pasang.Bot("search:hash=1048576,nodes=1").choose(pasang.Position())',
    "pasang.Batch(1 << 20).reset()",
])
def test_what_finds_no_memory_raises(work):
    code = f"""
        import resource
        import pasang
        resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))
        try:
            {work}
        except MemoryError as error:
            print("raised:", error)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.stdout.startswith("raised:"), done.stderr


def test_threads_share_a_position():
    p = pasang.Position()
    with ThreadPoolExecutor(1) as beside:
        counted = beside.submit(p.perft, 6)
        while not counted.done():
            p.legal_moves()
            p.play("c") if p.phase == "opening" and p.turn == 1 else None
    assert p.turn == 2 and counted.result() > 0


def test_two_threads_on_a_batch_are_told():
    batch = pasang.Batch(512, opponent="search:nodes=2000,hash=1", seat=2)
    with ThreadPoolExecutor(1) as beside:
        begun = beside.submit(batch.reset)
        with pytest.raises(RuntimeError, match="another thread is at work with this batch"):
            while not begun.done():
                batch.positions()
        begun.result()
    assert len(batch.positions()) == len(batch) == 512


def test_threads_share_objects():
    bot, batch, p = pasang.Bot("search:nodes=500", seed=1), pasang.Batch(64, opponent="greedy"), pasang.Position()
    batch.reset()
    wrong = []

    def work():
        for _ in range(30):
            try:
                bot.choose(p)
                batch.step(batch.random_actions())
                copy.copy(p).play("c")
            except RuntimeError:
                pass  # another thread has the batch
            except pasang.IllegalMoveError:
                pass  # another thread moved in between
            except BaseException as error:
                wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [it.start() for it in threads]
    [it.join() for it in threads]
    assert not wrong
    observation, mask = batch.reset()
    assert (mask.sum(1) == [len(it.legal_moves()) for it in batch.positions()]).all()


@pytest.mark.parametrize("name", [it for it in dir(_native) if not it.startswith("__")])
def test_examples_of_docstrings(name):
    value = getattr(_native, name)
    if doc := getattr(value, "__doc__", None):
        test = doctest.DocTestParser().get_doctest(doc, {"pasang": pasang}, name, None, None)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_example_of_the_module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(pasang, extraglobs={"pasang": pasang}).failed == 0


def test_errors_cross_processes():
    for error in (pasang.Error("wrong"), pasang.IllegalMoveError("illegal")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and again.args == error.args
