"""Numbers of moves, planes, batches, and the environments."""

import os
import random
import subprocess
import sys

import numpy as np
import psutil
import pytest

import pasang
from test_positions import random_game, setup_of

# Version 1, for ever: a number once given keeps its move. Computed by hand from the table in docs/python.md.
SAMPLES = [
    ([], "a", 0), ([], "k", 10), ([], "c", 2),
    # Enters with the stone of b4, point 34; in the row 0, in the column 1; black 0, white 1.
    (["c", "j"], "b4-c4xn3", 12 + (34 * 2 + 1) * 2 + 0),
]


def test_version_1():
    assert pasang.ACTION_NUMBERING == 1 and pasang.action_count() == 980
    for moves, move, number in SAMPLES:
        p = pasang.Position("catalogue-01")
        [p.play(it) for it in moves]
        assert pasang.action_of(p, move) == number and pasang.move_of(p, number) == move
    p = pasang.Position("catalogue-01", toggles={"swap-sides": True}).after("c")
    assert pasang.action_of(p, "swap") == 11


def by_hand(p, move):
    """Returns the number of a whole line's capture, from its notation alone."""
    start, rest = move.split("-")
    end = rest.split("x")[0]
    point = start if p.phase == "entry" else end
    at = (int(point[1:]) - 1) * 11 + "abcdefghijk".index(point[0])
    taken = p.captures(move)
    in_row = len({it[1:] for it in taken} | {end[1:]}) == 1
    sign = p.rows()[11 - int(taken[0][1:])]["abcdefghijk".index(taken[0][0])]
    return (12 if p.phase == "entry" else 496) + at * 4 + (0 if in_row else 2) + (sign == "w")


@pytest.mark.parametrize("preset", pasang.PRESETS)
def test_numbers_are_bijective(preset):
    count = pasang.action_count(preset)
    for seed in range(20):
        for p in random_game(setup_of(preset), preset, seed):
            moves, numbers = p.legal_moves(), pasang.legal_actions(p)
            assert len(set(numbers)) == len(numbers) == len(moves) and all(0 <= it < count for it in numbers)
            at = random.Random(seed).randrange(len(moves)) if moves else None
            if at is not None:
                assert pasang.move_of(p, numbers[at]) == moves[at] and pasang.action_of(p, moves[at]) == numbers[at]
                if "-" in moves[at] and count == 980:
                    assert numbers[at] == by_hand(p, moves[at])


def test_planes_show_the_board():
    for p in [*random_game("catalogue-05", "brunei-slide", 3), *random_game("bell-chequer", "bell", 3)]:
        planes, rows = pasang.observe(p), p.rows()[::-1]
        for plane, sign in [(0, "b"), (1, "w"), (2, str(p.turn)), (3, str(3 - p.turn))]:
            assert [[it == sign for it in row] for row in rows] == (planes[plane] == 1).tolist()
        flags = [p.phase in ("opening", "corner"), p.phase == "entry", p.turn == 1, p.scores[p.turn - 1], p.scores[2 - p.turn]]
        assert [(it.min(), it.max()) for it in planes[4:]] == [(it, it) for it in flags]


@pytest.mark.parametrize("options", [
    {}, {"opponent": "greedy"}, {"opponent": "random", "seat": 2, "random_opening": True},
    {"setup": "bell-chequer", "rules": "bell", "toggles": {"players": 3}, "opponent": "random"},
    {"setup": "catalogue-02", "rules": "traditional"},
])
def test_a_batch_plays_by_the_rules(options):
    chance = np.random.default_rng(1)
    batches = [pasang.Batch(33, seed=4, threads=threads, **options) for threads in (1, 4)]
    started = [it.reset() for it in batches]
    for _ in range(100):
        assert all((one == other).all() for one, other in zip(*started[:2]))
        observation, mask = started[0][:2]
        positions, actions = batches[0].positions(), []
        for p, own, planes in zip(positions, mask, observation):
            assert np.flatnonzero(own).tolist() == sorted(pasang.legal_actions(p))
            assert (planes == pasang.observe(p)).all()
            actions.append(chance.choice(np.flatnonzero(own)))
        assert batches[0].turns.tolist() == [p.turn for p in positions]
        started = [it.step(actions) for it in batches]
        _, _, reward, done = started[0]
        assert (reward[~done] == 0).all() and set(reward.tolist()) <= {-1, 0, 1}
        if not options.get("opponent"):
            for p, action, got, ended in zip(positions, actions, reward, done):
                end = p.after(pasang.move_of(p, action)).outcome
                assert (end is not None) == ended
                if end is not None:
                    assert got == (0 if end.winner is None else 1 if end.winner == p.turn else -1)
    again = batches[0].reset()
    assert all((one == other).all() for one, other in zip(again, batches[1].reset()))


def test_an_illegal_action_changes_nothing():
    batch = pasang.Batch(3)
    batch.reset()
    before = batch.positions()
    for actions in ([0, 0, 979], [0, 0]):
        with pytest.raises(pasang.Error):
            batch.step(actions)
    for actions in ([[0, 0, 0]], [0.5, 0, 0], ["a", "b", "c"], None, []):
        with pytest.raises(TypeError, match="`actions` are whole numbers, one per game in one row, not"):
            batch.step(actions)
    assert batch.positions() == before
    batch.step(np.zeros(3, np.uint8))


def test_games_that_the_opponent_ends_are_done_at_once():
    word = "..........1/.........../.........../.........../.........../w...._...../" \
           ".........../2........../.........../..b......../...........:main:1:85-89:brunei-slide"
    batch = pasang.Batch(5, word, opponent="search:nodes=100,hash=1", seat=2)
    _, mask = batch.reset()
    assert not mask.any()
    _, _, reward, done = batch.step(batch.random_actions())
    assert done.all() and (reward == -1).all()


def test_arrays_are_the_caller_s_while_it_has_them():
    batch = pasang.Batch(4, seed=2)
    kept = [batch.reset()[0]]
    copies = [it.copy() for it in kept]
    for _ in range(12):
        kept.append(batch.step(batch.random_actions())[0])
        copies.append(kept[-1].copy())
    assert all((one == other).all() for one, other in zip(kept, copies))
    view = batch.step(batch.random_actions())[0][0]
    copied = view.copy()
    for _ in range(5):
        batch.step(batch.random_actions())
    assert (view == copied).all()
    # What the caller does to its arrays stays with it.
    observation, mask = batch.reset()
    observation.shape, mask.flags.writeable = (4, -1), False
    del observation, mask
    for _ in range(3):
        observation, mask, _, _ = batch.step(batch.random_actions())
        assert observation.shape == (4, 9, 11, 11) and mask.flags.writeable


def test_memory_is_flat():
    """Over 200,000 games, or a million with PASANG_EXHAUSTIVE."""
    most = 1_000_000 if os.environ.get("PASANG_EXHAUSTIVE") else 200_000
    batch, process, games, sizes = pasang.Batch(4096, "catalogue-05", seed=1, threads=2), psutil.Process(), 0, []
    batch.reset()
    while games < most:
        games += int(batch.step(batch.random_actions())[3].sum())
        if games > most // 10 * (len(sizes) + 1):
            sizes.append(process.memory_info().rss >> 20)
    print(sizes)
    assert sizes[-1] <= sizes[0] + 16


@pytest.mark.parametrize("setup, rules", [("catalogue-05", "brunei-slide"), ("bell-chequer", "bell")])
def test_each_agent_observes_its_own_view(setup, rules):
    import pasang.pettingzoo

    env = pasang.pettingzoo.raw_env(setup=setup, rules=rules)
    env.reset(seed=1)
    for _ in range(12):
        p = pasang.Position(str(env._position))
        one, two = (env.observe(it)["observation"] for it in env.possible_agents)
        assert ([one, two][p.turn - 1] == pasang.observe(p)).all()
        assert (one[[0, 1, 4, 5]] == two[[0, 1, 4, 5]]).all() and (one[[2, 3, 7, 8]] == two[[3, 2, 8, 7]]).all()
        assert (one[6] == 1).all() and (two[6] == 0).all() and (one[7] == p.scores[0]).all() and (two[7] == p.scores[1]).all()
        env.step(pasang.legal_actions(p)[0])
    with pytest.raises(ValueError, match="no agent `nobody`; there are player_1, player_2"):
        env.observe("nobody")


def test_pettingzoo():
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.utils import turn_based_aec_to_parallel

    import pasang.pettingzoo

    for options in [{}, {"setup": "bell-chequer", "rules": "bell", "toggles": {"players": 4}}, {"rules": "traditional"}]:
        api_test(pasang.pettingzoo.env(**options), num_cycles=200)
    seed_test(pasang.pettingzoo.env, num_cycles=100)
    env = pasang.pettingzoo.env(render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        env.step(None if ended or cut else int(np.flatnonzero(observation["action_mask"])[0]))
    env.reset()
    assert "to-move: 1" in env.render()
    env.step(979)
    assert env.terminations == {"player_1": True, "player_2": True} and env.rewards["player_1"] == -1


@pytest.mark.parametrize("name, needs", [("pettingzoo", "gymnasium"), ("openspiel", "pyspiel")])
def test_what_is_not_installed_is_named(name, needs):
    code = f"import sys; sys.modules[{needs!r}] = None; import pasang.{name}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"needs `pip install pasang[{name}]`" in done.stderr


@pytest.mark.parametrize("preset", pasang.PRESETS)
def test_openspiel(preset):
    pyspiel = pytest.importorskip("pyspiel")
    import pasang.openspiel

    game = pyspiel.load_game(f"python_pasang(setup={setup_of(preset)},rules={preset})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
