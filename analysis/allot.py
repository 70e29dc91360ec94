"""How much allotted games tell of the value with best openings, beside even shares: a simulation.

    python3 analysis/allot.py [--patterns N]

Patterns with the symmetries of a group are drawn from the model of `crew.py`, and a crew of four plays them. Even shares give each of the 60
pairs of first moves equally many games. Allotted games (`openings = "best"`) do so twice; each later round of 60 games is shared in
proportion to the probability, by the games before, that a pair decides the value (Thompson 1933). Printed are the mean half-width of the
value's 95 % interval, the share of intervals that hold the truth, and the root mean square error.
"""

import argparse

import numpy as np
from crew import LETTERS, TYPICAL, Design, drawn, posterior, values_of
from figures import percent, table

PAIRS = [(one, other) for one in LETTERS for other in LETTERS if other != "f" and (one == "f" or (one < "f") == (other > "f"))]
PLAYERS, BOTS, DRAWS, ENDS = 8, 4, 1000, (240, 480, 960, 1920)


def apportion(weights, seats):
    """Seats in proportion to weights, by largest remainders."""
    shares = np.floor(quotas := weights / weights.sum() * seats).astype(int)
    shares[np.argsort(shares - quotas, kind="stable")[:seats - shares.sum()]] += 1
    return shares


def draws_of(design, games, wins, rng):
    (mean, covariance), _ = posterior(design, wins / games.clip(1), games, BOTS, PLAYERS, TYPICAL)
    return drawn(mean, covariance, DRAWS, rng)


def deciding(draws, first):
    """Number of draws in which each pair decides the value."""
    best = values_of(draws, first).argmax(1)
    return np.bincount(np.where(first == best[:, None], draws, np.inf).argmin(1), minlength=len(first))


def played(design, is_allotted, rng):
    """Plays a pattern; yields half-width, whether the interval holds, and square error after each number of games."""
    (q, g, h, _, b), (count, effects) = TYPICAL, design.loadings.shape
    u = rng.normal(0.54, 0.08) + design.loadings @ rng.normal(0, q**0.5, effects) + rng.normal(0, g**0.5, count)
    of_players = u[:, None] + rng.normal(0, h**0.5, (count, PLAYERS)) + rng.normal(0, b**0.5, BOTS).repeat(2)
    each, games, wins = (design.weights * 60).round().astype(int), np.zeros(count, int), np.zeros(count)
    for turn in range(max(ENDS) // 60):
        shares = apportion(deciding(draws_of(design, games, wins, rng), design.first), 60) if is_allotted and turn > 1 else each
        for pair in np.flatnonzero(shares):
            who = (pair + games[pair] + np.arange(shares[pair])) % PLAYERS
            wins[pair] += (rng.random(len(who)) < of_players[pair, who].clip(0.02, 0.98)).sum()
        games += shares
        if games.sum() in ENDS:
            value, values = values_of(u, design.first).max(), values_of(draws_of(design, games, wins, rng), design.first).max(1)
            low, high = np.quantile(values, [0.025, 0.975])
            yield (high - low) / 2, low <= value <= high, (values.mean() - value) ** 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--patterns", type=int, default=200, help="patterns of each group and kind")
    given, lines = parser.parse_args(), []
    for group, has in (("none", set()), ("fourfold", {"half-turn"}), ("full", {"half-turn", "mirror-row", "mirror-column"})):
        for name in ("even", "best"):
            rng, design = np.random.default_rng(2026), Design(PAIRS, LETTERS, has)
            found = np.mean([list(played(design, name == "best", rng)) for _ in range(given.patterns)], 0)
            lines += [[group, name, games, percent(width), percent(held, 0), percent(square**0.5)] for games, (width, held, square) in zip(ENDS, found.tolist())]
    table(["<group", "<openings", "games", "half-width", "held %", "error"], lines)


if __name__ == "__main__":
    main()
