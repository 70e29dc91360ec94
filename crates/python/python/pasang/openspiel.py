"""Pasang as a game of OpenSpiel: importing this module registers `python_pasang`.

    import pasang.openspiel, pyspiel
    game = pyspiel.load_game("python_pasang(setup=catalogue-05,rules=brunei-slide)")

`rules` is a preset, also with toggles, such as `brunei-slide+stuck=score-decides`. Needs
`pip install pasang[openspiel]`.
"""

from __future__ import annotations

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError("`pasang.openspiel` needs `pip install pasang[openspiel]`") from error

from . import PLANES, Position, action_count, action_of, legal_actions, move_of, observe

_PARAMETERS = {"setup": "catalogue-01", "rules": "brunei-slide"}

_TYPE = pyspiel.GameType(
    short_name="python_pasang", long_name="Pasang of Brunei",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4, min_num_players=2,
    provides_information_state_string=True, provides_information_state_tensor=False,
    provides_observation_string=True, provides_observation_tensor=True,
    parameter_specification=dict(_PARAMETERS),
)


class PasangGame(pyspiel.Game):
    """A setup and rules."""

    def __init__(self, params=None):
        named = {**_PARAMETERS, **{key: value for key, value in (params or {}).items() if key in _PARAMETERS}}
        self.start = Position(named["setup"], named["rules"])
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(named["rules"]), max_chance_outcomes=0,
            num_players=self.start.players, min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
            max_game_length=130,  # every move captures some of 120 stones, but a change of sides
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self):
        return PasangState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return PasangObserver()


class PasangState(pyspiel.State):
    """A position with the moves that led to it."""

    def __init__(self, game):
        super().__init__(game)
        self.position = Position(str(game.start))

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.turn - 1

    def _legal_actions(self, player):
        return sorted(legal_actions(self.position)) if player == self.current_player() else []

    def _apply_action(self, action):
        self.position.play(move_of(self.position, action))

    def _action_to_string(self, player, action):
        return move_of(self.position, action)

    def _string_to_action(self, player, text):
        return action_of(self.position, text)

    def is_terminal(self):
        return self.position.outcome is not None

    def returns(self):
        outcome, players = self.position.outcome, self.position.players
        if outcome is None or outcome.winner is None:
            return [0.0] * players
        # Of three or four players each loser pays the winner the same.
        return [1.0 if number == outcome.winner else -1.0 / (players - 1) for number in range(1, players + 1)]

    def __str__(self):
        return str(self.position)


class PasangObserver:
    """The planes of `pasang.observe`, and the position as a string."""

    def __init__(self):
        self.tensor = np.zeros(PLANES * 121, np.float32)
        self.dict = {"observation": self.tensor.reshape((PLANES, 11, 11))}

    def set_from(self, state, player):
        self.dict["observation"][:] = observe(state.position)

    def string_from(self, state, player):
        return str(state.position)


pyspiel.register_game(_TYPE, PasangGame)
