"""Fits the win probability to the expected lead and the points that are left: the formula of `pasang review` and of the page's bar.

    python3 analysis/chance.py FOLDER... [--games N] [--positions N] [--pasang PROGRAM]

The first N games of each folder are exported (games that are not kept are played again) and reviewed, those of two players.
Each position before the solved ending has V, the first player's final lead as the search expects it, and R, the points of the
stones on the board. The probability is 1 / (1 + exp(-V (a + b / R))): one half where no lead is expected, for either side.
a and b are the maximum likelihood estimates of this logistic regression, a draw being half a win (Newton's method); their
standard errors are cluster-robust over games. The table is the calibration: the observed share of wins by predicted
probability.
"""

import argparse
import json
import math
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor


def reviewed(program, positions, text):
    """V, R and the result for the first player, by position of a game; and the results where the search saw a stuck ending."""
    done = subprocess.run([program, "review", "-", "--json", "--positions", str(positions)], input=text,
                          capture_output=True, text=True, check=True)
    game = json.loads(done.stdout)
    winners = game["outcome"]["winners"]
    won = (1 in winners) / len(winners)
    worths = [(it["worth"], it["left"]) for it in game["points"]]
    stuck = [won if worth["stuck"] == "win" else 1 - won for worth, _ in worths if "stuck" in worth]
    return [(worth["lead"], left, won) for worth, left in worths if "lead" in worth], stuck


def shares(of_game, fitted):
    """Gradient and curvature of the log likelihood of a game's positions."""
    slope, curve = [0.0, 0.0], [[0.0, 0.0], [0.0, 0.0]]
    for lead, left, won in of_game:
        terms = (lead, lead / max(left, 1))
        chance = chance_of(terms, fitted)
        for i in range(2):
            slope[i] += (won - chance) * terms[i]
            for j in range(2):
                curve[i][j] += chance * (1 - chance) * terms[i] * terms[j]
    return slope, curve


def chance_of(terms, fitted):
    return 1 / (1 + math.exp(-sum(map(math.prod, zip(terms, fitted)))))


def fit(games):
    fitted = [0.1, 1.0]
    for _ in range(30):
        parts = [shares(game, fitted) for game in games]
        slope = [sum(part[0][i] for part in parts) for i in range(2)]
        (p, q), (_, s) = curve = [[sum(part[1][i][j] for part in parts) for j in range(2)] for i in range(2)]
        size = p * s - q * q
        inverse = [[s / size, -q / size], [-q / size, p / size]]
        fitted = [fitted[i] + sum(inverse[i][j] * slope[j] for j in range(2)) for i in range(2)]
    # Standard errors by games: the sandwich estimator.
    moved = [[sum(inverse[i][j] * part[0][j] for j in range(2)) for i in range(2)] for part in parts]
    return fitted, [math.sqrt(sum(it[i] ** 2 for it in moved)) for i in range(2)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--positions", type=int, default=10000)
    parser.add_argument("--pasang", default="target/release/pasang")
    asked = parser.parse_args()
    texts = []
    for folder in asked.folders:
        done = subprocess.run([asked.pasang, "export", folder, f"0-{asked.games - 1}"], capture_output=True, text=True, check=True)
        texts += ["game: " + text for text in re.split(r"^game: ", done.stdout, flags=re.M)[1:]]
    texts = [text for text in texts if "\nthird: " not in text]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda text: reviewed(asked.pasang, asked.positions, text), texts))
    games, stuck = [game for game, _ in found], [won for _, each in found for won in each]
    fitted, errors = fit(games)
    seen = [(chance_of((lead, lead / max(left, 1)), fitted), won) for game in games for lead, left, won in game]
    print(f"{len(games)} games, {len(seen)} positions")
    for name, value, error in zip("ab", fitted, errors):
        print(f"{name}  {value:.3f} +- {error:.3f}")
    print("\npredicted  positions  won %")
    # Each position is one of both players.
    both = seen + [(1 - chance, 1 - won) for chance, won in seen]
    for tenth in range(5, 10):
        won = [won for chance, won in both if int(chance * 10) == tenth]
        print(f"{tenth * 10} to {tenth * 10 + 10:<4}  {len(won):8}  {100 * sum(won) / max(len(won), 1):5.1f}")
    loss = -sum(won * math.log(chance) + (1 - won) * math.log(1 - chance) for chance, won in seen) / len(seen)
    print(f"\npositions in which the search sees a stuck ending: {len(stuck)}, won {100 * sum(stuck) / max(len(stuck), 1):.1f} %")
    print(f"log loss {loss:.4f} a position (of a coin: {math.log(2):.4f})")


main()
