"""Bots written in Python: a function of a position, or an object with `choose`, that returns a legal move.

The program asks for moves by its line protocol (docs/protocol.md). What it starts as an engine, `pasang._relay`, passes
the lines on to the process that has the bot.
"""

from __future__ import annotations

import copy
import os
import secrets
import socket
import sys
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Sequence, Union

from ._native import Bot, Error, Game, Position
from ._native import play_game as _play_game

Choose = Callable[[Position], str]
Player = Union[str, Choose, Any]


def _choose(bot: Player) -> Choose:
    choose = getattr(bot, "choose", bot)
    if not callable(choose):
        raise TypeError(f"`{bot!r:.60}` is no bot: a word, a function of a position, or an object with `choose`")
    return choose


def play_game(
    setup: str = "catalogue-01", bots: Player | Sequence[Player] = "random", *, rules: str | None = None,
    toggles: dict[str, Any] | None = None, seed: int = 0, opening: Sequence[str] = (),
) -> Game:
    """Plays a game between bots: a list of one per player, or one for all.

    A bot is a word, or written in Python: a function of a position, or an object with `choose`, that returns a move.

    >>> game = pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
    >>> game == pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
    True
    """
    named = [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
    if all(isinstance(it, str) for it in named):
        return _play_game(setup, bots, rules=rules, toggles=toggles, seed=seed, opening=list(opening))
    start = Position(setup, rules, toggles=toggles)
    if len(named) not in (1, start.players):
        raise Error(f"{len(named)} bots for {start.players} players")
    named *= start.players // len(named)
    players = [Bot(it, seed=seed + at).choose if isinstance(it, str) else _choose(it) for at, it in enumerate(named)]
    position, moves = start, []
    while position.legal_moves():
        move = opening[len(moves)] if len(moves) < len(opening) else players[position.turn - 1](copy.copy(position))
        position = position.after(move)
        moves.append(move)
    return Game.of(start, moves)


def position_of(order: str) -> Position:
    """Returns the position of the protocol's order `position`."""
    before, _, moves = order.partition(" moves ")
    words = before.split()
    given = list(zip(words[::2], words[1::2]))
    one = dict(given)
    toggles = dict(value.split("=", 1) for key, value in given if key == "set")
    position = Position(one["rows"].replace("/", "\n"), one["rules"], toggles=toggles)
    for move in moves.split():
        position.play(move)
    return position


@contextmanager
def served(players: Mapping[str, Player]) -> Iterator[tuple[str, dict[str, str], list[BaseException]]]:
    """Answers for bots while a run lasts: gives the engines' tables, the environment, and what the bots raised."""
    bots, raised, token = {name: _choose(it) for name, it in players.items()}, [], secrets.token_hex(16)
    one_at_a_time = threading.Lock()

    def answer(connection: socket.socket) -> None:
        with connection, connection.makefile("rw", encoding="utf-8", newline="\n") as wire:
            known, _, name = wire.readline().strip().partition(" ")
            if not secrets.compare_digest(known, token) or name not in bots:
                return
            position = ""
            for line in wire:
                order, _, rest = line.strip().partition(" ")
                said = {"hello": f"id {name}, in Python\nhello 1", "isready": "readyok"}.get(order)
                if order == "position":
                    position = rest
                elif order == "go":
                    try:
                        with one_at_a_time:
                            said = f"bestmove {bots[name](position_of(position))}"
                    except BaseException as error:
                        raised.append(error)
                        said = "error " + " ".join(f"{type(error).__name__}: {error}".split())[:1000]
                if said is not None:
                    wire.write(said + "\n")
                    wire.flush()

    with socket.create_server(("127.0.0.1", 0)) as server:
        def accept() -> None:
            while True:
                try:
                    threading.Thread(target=answer, args=(server.accept()[0],), daemon=True).start()
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        python, place = os.path.basename(sys.executable), os.path.dirname(sys.executable)
        tables = "".join(f'[engine.{it}]\ncommand = ["{python}", "-m", "pasang._relay", "{it}"]\n' for it in bots)
        path = os.pathsep.join(filter(None, (place, os.environ.get("PATH"))))
        yield tables, {"PASANG_BOTS": f"{server.getsockname()[1]} {token}", "PATH": path}, raised
