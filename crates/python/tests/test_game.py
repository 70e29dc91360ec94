"""Games of other libraries as a command for `pasang run`."""

import json
import random
import subprocess
import sys

import pytest

from pasang import game


def talk(name, *questions):
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    ran = subprocess.run([sys.executable, "-m", "pasang.game", name], input=lines, capture_output=True, text=True)
    return [json.loads(line) for line in ran.stdout.splitlines()], ran


def question(seed=1, setup="standard", rules=None, players=("mcts-8-a", "random")):
    return {"seed": seed, "setup": setup, "rules": rules or {}, "players": list(players)}


def test_an_openspiel_game_follows_from_the_seed():
    pytest.importorskip("pyspiel")
    name = "connect_four(rows=4,columns=4)"
    (told, one, other, again), ran = talk(name, {"describe": True}, question(), question(2), question())
    assert ran.returncode == 0 and told["seats"] == 2 and told["options"]["x_in_row"] == ["*"]
    assert one == again != other and len(one["scores"]) == 2
    (short,), _ = talk(name, question(rules={"x_in_row": "2"}, setup="rows=5"))
    assert short["plies"] < 12


def test_chance_hidden_cards_and_more_seats():
    pytest.importorskip("pyspiel")
    for name, seats in [("pig", 2), ("leduc_poker", 2), ("hearts", 4), ("euchre", 4)]:
        asked = question(players=["mcts-2", "random"] * (seats // 2))
        (one, again), ran = talk(name, asked, asked)
        assert one == again and len(one["scores"]) == seats, ran.stderr


@pytest.mark.parametrize("name, asked, said", [
    ("connect_four", question(rules={"rwos": "5"}), "has no parameter `rwos`; did you mean `rows`?"),
    ("connect_four", question(players=["mtcs-8", "random"]), "unknown player `mtcs-8`"),
    ("hearts", question(), "seats 4, and 2 players are given"),
    ("no_such_game", question(), "OpenSpiel cannot load `no_such_game`"),
    ("matrix_pd", question(), "is not sequential"),
])
def test_what_cannot_be_played_is_said(name, asked, said):
    pytest.importorskip("pyspiel")
    answers, ran = talk(name, asked)
    assert answers == [] and ran.returncode == 2 and said in ran.stderr


def test_a_pettingzoo_game_follows_from_the_seed():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pygame")
    (one, other, again), ran = talk("pettingzoo:tictactoe_v3", question(), question(2), question())
    assert one == again != other and sum(one["scores"]) == 0, ran.stderr


class Nim:
    """Takes one or two of some stones; who takes the last wins."""

    def __init__(self, stones, turn=0):
        self.stones, self.mover = stones, turn

    @property
    def turn(self):
        return self.mover if self.stones else -1

    def moves(self):
        return [it for it in (1, 2) if it <= self.stones]

    def play(self, move, rng):
        self.stones, self.mover = self.stones - move, 1 - self.mover
        return ()

    def guess(self, rng):
        return Nim(self.stones, self.mover)

    def returns(self):
        return [1.0, -1.0] if self.mover == 1 else [-1.0, 1.0]


def test_the_search_finds_the_winning_move():
    for stones in (4, 5, 7, 8):
        assert game.choose(Nim(stones), "mcts-800", (-1.0, 1.0), random.Random(1)) == stones % 3
