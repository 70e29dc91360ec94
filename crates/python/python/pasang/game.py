"""Any sequential game of OpenSpiel, or a classic one of PettingZoo, as a command that `pasang run` starts.

    python -m pasang.game 'connect_four(rows=5,columns=6)'
    python -m pasang.game pettingzoo:tictactoe_v3

In an experiment: `[game]` with `command = ["python3", "-m", "pasang.game", "GAME"]`. Players: `random`; `mcts-N`,
Monte Carlo tree search with N simulations a move; `mcts-N-a` to `mcts-N-d`, from little exploration to much, which
make up a crew. Setups: `standard`, or parameters of the game, as `rows=5,columns=6`; options are parameters, too.
Where cards are hidden, `mcts` guesses them if OpenSpiel can draw them anew for the game, else it looks at them.
Needs `pip install pasang[openspiel]`, or for PettingZoo `pip install pettingzoo[classic]`.
"""

from __future__ import annotations

import copy
import difflib
import importlib
import json
import math
import os
import random
import re
import sys

_EXPLORATION = {"a": 0.5, "b": 1.0, "c": 1.4, "d": 2.0}
_PETTINGZOO = "pettingzoo:"
_MOST_MOVES = 10_000


class GameError(ValueError):
    """A game that cannot be played as it was asked for."""


class OpenSpielState:
    """A state whose chance nodes are passed at once; `hides` is set if players do not see all of it."""

    def __init__(self, state, hides, rng=None):
        self.state, self.hides = state, hides
        if rng:
            self.draw(rng)

    def draw(self, rng):
        """Draws the outcomes of chance, and returns them."""
        drawn = []
        while self.state.is_chance_node():
            outcomes, weights = zip(*self.state.chance_outcomes())
            drawn.append(rng.choices(outcomes, weights)[0])
            self.state.apply_action(drawn[-1])
        return tuple(drawn)

    @property
    def turn(self):
        """The seat to move, from 0; negative at the end."""
        return self.state.current_player()

    def moves(self):
        return self.state.legal_actions()

    def word(self, move):
        return self.state.action_to_string(self.turn, move).replace(" ", "_")

    def play(self, move, rng):
        self.state.apply_action(move)
        return self.draw(rng)

    def guess(self, rng):
        """Returns a copy in which what the player to move does not see is drawn anew, if the game can do that."""
        if self.hides:
            try:
                return OpenSpielState(self.state.resample_from_infostate(self.turn, rng.random), True)
            except Exception:  # most games cannot
                self.hides = False
        return OpenSpielState(self.state.clone(), self.hides)

    def returns(self):
        return self.state.returns()


class PettingZooState:
    """An environment with its rewards so far."""

    def __init__(self, env):
        self.env, self.rewards = env, dict.fromkeys(env.possible_agents, 0.0)

    @property
    def turn(self):
        env = self.env
        if not env.agents or all(env.terminations[it] or env.truncations[it] for it in env.agents):
            return -1
        return env.possible_agents.index(env.agent_selection)

    def moves(self):
        seen = self.env.observe(self.env.agent_selection)
        if not isinstance(seen, dict) or "action_mask" not in seen:
            raise GameError("the environment has no `action_mask`: it is no sequential game of the classic ones")
        return [move for move, is_legal in enumerate(seen["action_mask"]) if is_legal]

    def word(self, move):
        return str(move)

    def play(self, move, rng):
        self.env.step(move)
        for agent, reward in self.env.rewards.items():
            self.rewards[agent] += float(reward)
        return ()

    def guess(self, rng):
        """Returns a copy. Environments copy themselves as new ones, so their parts are copied."""
        other, env = object.__new__(PettingZooState), object.__new__(type(self.env))
        env.__dict__.update(copy.deepcopy(self.env.__dict__))
        other.env, other.rewards = env, dict(self.rewards)
        return other

    def returns(self):
        return list(self.rewards.values())


class OpenSpiel:
    """A game of OpenSpiel by its string."""

    def __init__(self, name):
        try:
            import pyspiel
        except ImportError as error:
            raise GameError("games of OpenSpiel need `pip install pasang[openspiel]`") from error
        self.pyspiel = pyspiel
        self.plain = self._load(name)
        self.name, self.seats, self.setups = name, self.plain.num_players(), ["standard", "*=*"]
        self.specification = self.plain.get_type().parameter_specification
        self.options = {key: ["*"] for key in self.specification}

    def _load(self, *words):
        try:
            game = self.pyspiel.load_game(*words)
        except self.pyspiel.SpielError as error:
            raise GameError(f"OpenSpiel cannot load `{words[0]}`: {error}") from error
        if game.get_type().dynamics != self.pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise GameError(f"`{words[0]}` is not sequential; `turn_based_simultaneous_game(game={words[0]})` is")
        if game.num_players() < 2:
            raise GameError(f"`{words[0]}` is a game for one")
        return game

    def start(self, setup, rules, seed, rng):
        changed = dict(rules)
        if setup != "standard":
            changed.update(part.split("=", 1) for part in setup.split(",") if "=" in part)
        for key, word in list(changed.items()):
            if key not in self.specification:
                near = difflib.get_close_matches(key, self.specification, 1)
                hint = f"; did you mean `{near[0]}`?" if near else ""
                raise GameError(f"`{self.name}` has no parameter `{key}`{hint}")
            kind = type(self.specification[key])
            try:
                changed[key] = word.lower() == "true" if kind is bool else kind(word) if kind in (int, float) else word
            except ValueError as error:
                raise GameError(f"`{key}` is `{word}`, and must be like {self.specification[key]}") from error
        if "rng_seed" in self.specification:
            changed["rng_seed"] = seed
        game = self.plain
        if changed:
            game = self._load(self.plain.get_type().short_name, {**self.plain.get_parameters(), **changed})
        self.low, self.high = game.min_utility(), game.max_utility()
        hides = game.get_type().information != self.pyspiel.GameType.Information.PERFECT_INFORMATION
        return OpenSpielState(game.new_initial_state(), hides, rng), game.num_players()


class PettingZoo:
    """A classic environment of PettingZoo."""

    def __init__(self, name):
        os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            raise GameError(f"PettingZoo has no classic `{name}` here ({error}): `pip install pettingzoo[classic]`") from error
        self.make, self.name = module.raw_env, name
        self.seats = len(self.make().possible_agents)
        self.low, self.high, self.setups, self.options = -1.0, 1.0, ["standard"], {}

    def start(self, setup, rules, seed, rng):
        if rules or setup != "standard":
            raise GameError(f"`{self.name}` has no setups and options")
        env = self.make()
        env.reset(seed=seed)
        return PettingZooState(env), len(env.possible_agents)


def search(state, simulations, exploration, scale, rng):
    """Returns the move with most visits of UCT (Kocsis and Szepesvari 2006), with random playouts."""
    low, high = scale
    root = {}  # move -> [visits, points of who moves, {outcomes of chance: the next such node}]
    for _ in range(simulations):
        game, node, path = state.guess(rng), root, []
        while game.turn >= 0:
            moves = game.moves()
            fresh = [move for move in moves if move not in node]
            if fresh:
                move = rng.choice(fresh)
            else:
                total = math.log(sum(node[move][0] for move in moves))
                move = max(moves, key=lambda it: node[it][1] / node[it][0] + exploration * math.sqrt(total / node[it][0]))
            entry = node.setdefault(move, [0, 0.0, {}])
            path.append((game.turn, entry))
            node = entry[2].setdefault(game.play(move, rng), {})
            if fresh:
                break
        while game.turn >= 0:
            game.play(rng.choice(game.moves()), rng)
        returns = game.returns()
        for turn, entry in path:
            entry[0] += 1
            entry[1] += (returns[turn] - low) / ((high - low) or 1.0)
    moves = state.moves()
    return max(moves, key=lambda move: tuple(root.get(move, (0, 0.0))[:2]))


def choose(state, player, scale, rng):
    """Returns the move of a player."""
    moves = state.moves()
    if player == "random" or len(moves) == 1:
        return rng.choice(moves)
    if not (found := re.fullmatch("mcts-([1-9][0-9]*)(?:-([a-d]))?", player)):
        raise GameError(f"unknown player `{player}`: there are `random`, `mcts-N`, and `mcts-N-a` to `mcts-N-d`")
    return search(state, int(found[1]), _EXPLORATION[found[2] or "c"], scale, rng)


def answer(game, asked):
    """Returns the answer to a question, both as dictionaries."""
    if "describe" in asked:
        return {"name": game.name, "seats": game.seats, "setups": game.setups, "options": game.options, "players": ["random", "mcts-*"]}
    rng, players = random.Random(asked["seed"]), asked["players"]
    state, seats = game.start(asked["setup"], asked["rules"], asked["seed"], rng)
    if len(players) != seats:
        raise GameError(f"`{game.name}` seats {seats}, and {len(players)} players are given: `seats = {seats}` below `[game]`")
    record = []
    while state.turn >= 0:
        if len(record) == _MOST_MOVES:
            return {"error": f"more than {_MOST_MOVES} moves"}
        move = choose(state, players[state.turn], (game.low, game.high), rng)
        record.append(state.word(move))
        state.play(move, rng)
    return {"scores": list(state.returns()), "plies": len(record), "record": " ".join(record)}


def main(words=None):
    """Answers questions, a line each, until stdin ends."""
    words = sys.argv[1:] if words is None else words
    if len(words) != 1 or words[0] in ("-h", "--help"):
        print(__doc__, file=sys.stderr)
        return 2
    # What libraries print must not stand between the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        name = words[0]
        game = PettingZoo(name[len(_PETTINGZOO):]) if name.startswith(_PETTINGZOO) else OpenSpiel(name)
        for line in sys.stdin:
            print(json.dumps(answer(game, json.loads(line))), file=out, flush=True)
    except GameError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
