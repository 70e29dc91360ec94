"""The board game Pasang of Brunei: rules, bots, an exact solver, experiments, and environments for learning.

>>> import pasang
>>> p = pasang.Position("catalogue-05", rules="brunei-slide")
>>> p.play("c")
>>> pasang.Bot("search:nodes=2000", seed=1).choose(p) in p.legal_moves()
True

Games and positions: `Position`, `Game`, `Outcome`, `play_game`. Players: `Bot`, `Analysis`, `solve`, `review`.
Experiments: `run`, `read`, `Results`, `Table`, `dataset`. Learning: `Batch`, `observe`, `action_of`, `move_of`,
`pasang.pettingzoo.env()`, `pasang.openspiel`.
"""

from ._native import ACTION_NUMBERING, PLANES, PRESETS, SETUPS, __version__
from ._native import Analysis, Batch, Bot, Error, Game, IllegalMoveError, Outcome, Position, Review, Solution, Table
from ._native import action_count, action_of, legal_actions, move_of, observe, play_game, review, solve
from .data import dataset
from .experiments import Results, RunError, read, run

__all__ = [
    "ACTION_NUMBERING", "PLANES", "PRESETS", "SETUPS", "__version__",
    "Analysis", "Batch", "Bot", "Error", "Game", "IllegalMoveError", "Outcome", "Position", "Results", "Review",
    "RunError", "Solution", "Table",
    "action_count", "action_of", "dataset", "legal_actions", "move_of", "observe", "play_game", "read", "review",
    "run", "solve",
]
