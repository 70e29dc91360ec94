"""Balance of games that are not Pasang, from tables of several kinds."""

import random
import signal
import subprocess
import sys
import textwrap
import time

import pandas
import pytest

import pasang


def simulated(seed=1, maps=12, classes=("club",), spread=0.08, games=2):
    """Rows of map, class, opening, reply, bot and score, and the true scores."""
    rng, rows, truth = random.Random(seed), [], {}
    for number in range(maps):
        fairness = rng.gauss(0, spread)
        for rank, class_ in enumerate(classes):
            truth[f"map {number}", class_] = 0.55 + (1 + 0.3 * rank) * fairness
            bots = [rng.gauss(0, 0.02) for _ in range(6)]
            for opening in "ABCD":
                for bot, own in enumerate(bots):
                    chance = min(max(truth[f"map {number}", class_] + own, 0), 1)
                    rows += [(f"map {number}", class_, opening, f"bot {bot}", float(rng.random() < chance)) for _ in range(games)]
    return pandas.DataFrame(rows, columns=["pattern", "class", "first", "bot", "score"]), truth


def test_intervals_hold_the_true_scores():
    held = []
    for seed in range(12):
        frame, truth = simulated(seed, classes=("club", "master"))
        found = pasang.balance(frame).patterns.to_dicts()
        assert len(found) == len(truth)
        held += [row["score_low"] <= truth[row["pattern"], row["class"]] <= row["score_high"] for row in found]
        wrong = [row for row in found if row["direction"] == ("second" if truth[row["pattern"], row["class"]] > 0.5 else "first")]
        assert len(wrong) <= 1
    assert 0.92 <= sum(held) / len(held) <= 0.985, sum(held) / len(held)


def test_frames_of_every_kind_say_the_same():
    frame, _ = simulated(maps=3)
    of_frame = pasang.balance(frame)
    assert "of 3 patterns within" in repr(of_frame)
    as_lists = {name: frame[name].tolist() for name in frame}
    for other in (pasang.balance(as_lists), pasang.balance(frame.rename(columns={"first": "move", "bot": "crew"}), first="move", bot="crew")):
        assert other.patterns.to_dicts() == of_frame.patterns.to_dicts()
    best = sum(of_frame.openings["best"])
    assert abs(best - 3) < 1e-4 and set(of_frame.openings["first"]) == set("ABCD")
    assert "95 % interval" in of_frame.classes.columns["score_low"]


def test_winners_of_four_seats():
    rng = random.Random(4)
    rows = [("ABCD"[it % 4:] + "ABCD"[:it % 4], rng.choices((1, 2, 3, 4), (4, 2, 2, 2))[0]) for it in range(400)]
    frame = {f"bot_{seat + 1}": [order[seat] for order, _ in rows] for seat in range(4)} | {"winner": [float(won) for _, won in rows]}
    found = pasang.balance(frame, require="seat 1 within 5")
    seats = found.classes.to_dicts()
    assert [it["seat"] for it in seats] == [1, 2, 3, 4] and seats[0]["direction"] == "above" and found.required in ("contrary", "open")


def test_few_games_have_no_interval():
    row, = pasang.balance({"score": [1]}).patterns.to_dicts()
    assert row["score_low"] is None and "at least 5 games" in row["lack"]
    row, = pasang.balance({"pattern": ["a"], "bot": ["x"], "score": [1], "games": [21]}).patterns.to_dicts()
    assert 0.8 < row["score_low"] < 0.9 and row["score_high"] == 1


@pytest.mark.parametrize(
    "frame, message",
    [
        ({"pattern": ["a"]}, "no column of results"),
        ({"pattern": ["a", "b"], "score": [0.5, "x"]}, "row 1: `score` is `x`"),
        ({"pattern": ["a"], "score": [None]}, "none of the 1 games has a result"),
        ({"pattern": ["a"], "score": [50]}, "row 0: `score` is `50`"),
        ({"pattern": ["a"], "score": [1], "games": [0]}, "row 0: `games` is `0`"),
        ({"pattern": ["a"], "score": [1, 0]}, "different lengths"),
        ({"pattern": [], "score": []}, "no rows"),
        ({"pattern": ["a"], "score": [10**400]}, "row 0: `score` is"),
        ({"pattern": ["a"], "score": [1], "games": [2**63]}, "row 0: the games add up to more than"),
        ({"pattern": ["a"], "score": [1], "games": [float("inf")]}, "row 0: `games`"),
        ({"pattern": ["a", "b"], "score": [1, 1], "games": [2**53, 2**53]}, "row 1: the games add up to"),
        ({"pattern": ["\ud800"], "score": [1]}, "row 0: `pattern` is no text"),
        ({"pattern": [str(it) for it in range(100_001)], "score": [1] * 100_001}, "more than 100000 patterns"),
        ({"pattern": ["a"] * 20_001, "bot": range(20_001), "score": [1] * 20_001}, "more than 20000 players"),
        ({"bot_1": ["a", "a"], "bot_2": ["b", "b"], "winner": [1, 3]}, "row 1: `winner` is `3`: there is no seat 3"),
        ({"winner": [True, False]}, "`winner` is true or false"),
        ({"winner": ["1-0", "2"]}, "row 1: `winner` is `2`, of another kind"),
    ],
)
def test_wrong_tables_are_refused(frame, message):
    with pytest.raises(pasang.Error, match=message):
        pasang.balance(frame)


def test_columns_are_named():
    with pytest.raises(pasang.Error, match="there is no column `map`"):
        pasang.balance({"pattern": ["a"], "score": [1]}, pattern="map")
    with pytest.raises(pasang.Error, match="no column has the meaning `components`"):
        pasang.balance({"pattern": ["a"], "score": [1]}, components="pattern")


def test_ctrl_c_stops_a_balance():
    code = """
        import random, signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        import pasang
        rows = range(3000)
        frame = {"pattern": [f"map {it}" for it in rows], "bot": [f"bot {it % 500}" for it in rows], "score": [it % 2 for it in rows]}
        print("begun", flush=True)
        pasang.balance(frame)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(0.5)
    if process.poll() is None:
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait()
        assert time.monotonic() - begin < 5


def test_rows_are_iterated():
    found = pasang.balance(simulated()[0]).patterns
    assert list(found) == found.to_dicts() and len(found) == len(list(found)) == 12
