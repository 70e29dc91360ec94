"""Pasang as a PettingZoo environment: `pasang.pettingzoo.env()`. Needs `pip install pasang[pettingzoo]`."""

from __future__ import annotations

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("`pasang.pettingzoo` needs `pip install pasang[pettingzoo]`") from error

from . import PLANES, Position, action_count, legal_actions, move_of, observe


def env(**options) -> AECEnv:
    """Makes the environment, with checks of the order of calls and of actions. Options as in `raw_env`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class raw_env(AECEnv):
    """Pasang: players take turns; at the end 1 to the winner, -1 to the others, 0 for a draw.

    `setup`, `rules` and `toggles` as in `pasang.Position`. An observation is a dictionary of `observation`, the
    planes of `pasang.observe`, and `action_mask`. An illegal action loses the game for its player.
    """

    metadata = {"name": "pasang_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, setup="catalogue-01", rules="brunei-slide", toggles=None, render_mode=None):
        super().__init__()
        self._start = self._position = Position(setup, rules, toggles=toggles)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(1, self._start.players + 1)]
        self.agents = list(self.possible_agents)
        self._actions = action_count(rules, toggles=toggles)
        planes, mask = Box(0, 255, (PLANES, 11, 11), np.uint8), Box(0, 1, (self._actions,), np.int8)
        space = {"observation": planes, "action_mask": mask}
        self.observation_spaces = {agent: Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self._position = Position(str(self._start))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.turn - 1]

    def observe(self, agent):
        if agent not in self.possible_agents:
            raise ValueError(f"no agent `{agent}`; there are {', '.join(self.possible_agents)}")
        mask = np.zeros(self._actions, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[legal_actions(self._position)] = 1
        planes, seat = observe(self._position), self.possible_agents.index(agent) + 1
        if seat != self._position.turn:
            # The view of another player: kas, seat and points change.
            scores = list(self._position.scores)
            planes[[2, 3]] = planes[[3, 2]]
            planes[6], planes[7] = seat == 1, min(scores.pop(seat - 1), 255)
            planes[8] = min(max(scores), 255)
        return {"observation": planes, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        if is_legal := int(action) in legal_actions(self._position):
            self._position.play(move_of(self._position, int(action)))
            outcome = self._position.outcome
            if outcome is not None and outcome.winner is not None:
                winner = self.possible_agents[outcome.winner - 1]
                self.rewards = {name: 1 if name == winner else -1 for name in self.agents}
            self.agent_selection = self.possible_agents[self._position.turn - 1]
        else:
            self.rewards = {name: -1 if name == agent else 1 for name in self.agents}
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        if not is_legal or outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        if self.render_mode != "human":
            return self._position.diagram()
        print(self._position.diagram())
