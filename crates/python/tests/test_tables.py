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
    assert "of 3 are within" in repr(of_frame) and of_frame.components["game"] > 0.15
    as_lists = {name: frame[name].tolist() for name in frame}
    by_mean = frame.groupby(["pattern", "class", "first", "bot"], sort=False)["score"].agg(["mean", "count"]).reset_index()
    of_means = pasang.balance(by_mean.rename(columns={"mean": "score", "count": "games"}), components=of_frame.components)
    for other in (pasang.balance(as_lists), pasang.balance(frame.rename(columns={"first": "opening"}), first="opening")):
        assert other.patterns.to_dicts() == of_frame.patterns.to_dicts()
    for one, other in zip(of_means.patterns["score"], of_frame.patterns["score"]):
        assert abs(one - other) < 1e-9
    best = sum(of_frame.openings["best"])
    assert abs(best - 3) < 1e-9 and set(of_frame.openings["first"]) == set("ABCD")
    assert of_frame.classes["loading"] == [0.0] and "95 % interval" in of_frame.classes.columns["score_low"]


@pytest.mark.parametrize(
    "frame, message",
    [
        ({"pattern": ["a"]}, "no column `score`"),
        ({"score": [1]}, "no column `pattern`"),
        ({"pattern": ["a", "b"], "score": [0.5, "x"]}, "row 1: `score` is `x`"),
        ({"pattern": ["a"], "score": [None]}, "row 0: `score` is `None`"),
        ({"pattern": ["a"], "score": [50]}, "row 0: `score` is `50`"),
        ({"pattern": [None], "score": [1]}, "row 0: `pattern` is missing"),
        ({"pattern": ["a"], "score": [1], "games": [0]}, "row 0: `games` is `0`"),
        ({"pattern": ["a"], "score": [1, 0]}, "different lengths"),
        ({"pattern": [], "score": []}, "no rows"),
        ({"pattern": ["a"], "score": [10**400]}, "row 0: `score` is"),
        ({"pattern": ["a"], "score": [1], "games": [2**63]}, "row 0: `games` is no whole number from 1 to"),
        ({"pattern": ["a"], "score": [1], "games": [float("inf")]}, "row 0: `games`"),
        ({"pattern": ["a", "b"], "score": [1, 1], "games": [2**53, 2**53]}, "`games` adds up to"),
        ({"pattern": ["\ud800"], "score": [1]}, "row 0: `pattern` is no text of Unicode"),
        ({"pattern": [str(it) for it in range(50_000)], "score": [1] * 50_000}, "50000 different values, and 4000 are the most"),
        ({"pattern": ["a"] * 20_000, "bot": range(20_000), "score": [1] * 20_000}, "`bot` have 20000 different values"),
    ],
)
def test_wrong_tables_are_refused(frame, message):
    with pytest.raises(pasang.Error, match=message):
        pasang.balance(frame)


def test_components_are_named():
    with pytest.raises(pasang.Error, match="not column, pair"):
        pasang.balance({"pattern": ["a"], "score": [1]}, components={"bot": 0.1})
    with pytest.raises(pasang.Error, match="no variance"):
        pasang.balance({"pattern": ["a"], "score": [1]}, components=dict.fromkeys(("column", "pair", "interaction", "game", "bot"), -1.0))
    for value in (float("nan"), 1e308, None, 10**400):
        with pytest.raises(pasang.Error, match="`column` is no variance, a number from 0 to 1000000"):
            pasang.balance({"pattern": ["a"], "score": [1]}, components={"pair": 0.1, "interaction": 0.1, "game": 0.1, "bot": 0.1, "column": value})


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
