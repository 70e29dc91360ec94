"""The board game Pasang of Brunei: rules, bots, an exact solver, experiments, and environments for learning.

>>> import pasang
>>> p = pasang.Position("catalogue-05", rules="brunei-slide")
>>> p.play("c")
>>> pasang.Bot("search:nodes=2000", seed=1).choose(p) in p.legal_moves()
True

Games and positions: `Position`, `Game`, `Outcome`, `play_game`. Players: `Bot`, `Analysis`, `solve`, `review`.
Experiments: `run`, `read`, `Results`, `Table`, `dataset`. Tables of any game: `balance`. Learning: `Batch`, `observe`, `action_of`, `move_of`,
`pasang.pettingzoo.env()`, `pasang.openspiel`.

Bots, from weak to strong: `random`; `greedy`, which takes the most points; `search:nodes=N`, alpha-beta with N positions
a move; `mcts:playouts=N`, Monte Carlo tree search; in experiments also crews of four bots, such as `crew:club`, and
other programs, `engine:NAME`. A against B, each first as often as second, and what the first of the two named scores:

>>> run = pasang.run(setup="catalogue-05", bots=["greedy/random", "random/greedy"], games=60, seed=1, out="greedy-random")
>>> dict(zip(run.cells["bots"], run.cells["first_score"]))
{'greedy/random': 0.633333, 'random/greedy': 0.3}
"""

import copyreg
import inspect

from ._native import ACTION_NUMBERING, PLANES, PRESETS, SETUPS, __version__
from ._native import Analysis, Balance, Batch, Bot, Error, Game, IllegalMoveError, Outcome, Position, Solution, Table
from ._native import action_count, action_of, legal_actions, move_of, observe, solve
from .bots import play_game
from .data import dataset
from .experiments import Results, RunError, review, run
from .tables import balance

read = Results

__all__ = [
    "ACTION_NUMBERING", "PLANES", "PRESETS", "SETUPS", "__version__",
    "Analysis", "Balance", "Batch", "Bot", "Error", "Game", "IllegalMoveError", "Outcome", "Position", "Results", "RunError",
    "Solution", "Table",
    "action_count", "action_of", "balance", "dataset", "legal_actions", "move_of", "observe", "play_game", "read", "review",
    "run", "solve",
]


# For `copy` and `pickle`: what a value is made of, or the text that it reads back from.
for _kind in (Analysis, Outcome, Solution):
    copyreg.pickle(_kind, lambda it: (type(it), tuple(getattr(it, name) for name in inspect.signature(type(it)).parameters)))
for _kind in (Game, Position):
    copyreg.pickle(_kind, lambda it: (type(it), (str(it),)))
