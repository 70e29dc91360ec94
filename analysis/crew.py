"""Balance of patterns in the games of a crew: a second implementation of `crates/balance/src/cell.rs`, in NumPy.

    python3 analysis/crew.py FOLDER [--variances Q,G,H,V,B]      # compares with balance.csv (`alone`) and columns.csv of the folder
    python3 analysis/crew.py FOLDER --components                 # variance components, over all patterns of each rule set
    python3 analysis/crew.py --simulate [--variances Q,G,H,V,B]  # what the method reaches if these are the true components
    python3 analysis/crew.py --cases > tests/data/balance/cases.txt

A *player* is a bot on the board or on its mirror image. docs/statistics.md has the model. The posterior comes from the mixed
model equations (Henderson 1975, "Best linear unbiased estimation and prediction under a selection model", Biometrics 31), the
program's from the covariances of the scores. Of the components, v is pooled within player and pair, h comes from the mean
squares between players of a pair, b from those between bots; q and g are REML estimates (Patterson and Thompson 1971,
"Recovery of inter-block information when block sizes are unequal", Biometrika 58) by Fisher scoring, given h and v. Standard
errors are the jackknife's over patterns. With one game of each player at each pair only h + v is known, and stands as v.
"""

import argparse
import math
import sys
import tomllib
from itertools import groupby
from pathlib import Path
from statistics import NormalDist

import numpy as np

from figures import counts, percent, rows, table

TYPICAL = (0.017, 0.0075, 0.005, 0.195, 0.0005)
LETTERS, Z = "abcdefghijk", NormalDist().inv_cdf(0.975)
NORMALS = np.array([NormalDist().inv_cdf((at + 0.5) / 400) for at in range(400)])


class Design:
    """Pairs of first moves by their words, each with the legal pairs that it stands for; `loadings` are those on the effects."""

    def __init__(self, openings, columns, has):
        back = dict(zip(columns, reversed(columns)))
        turned = back if "half-turn" in has else {word: word for word in columns} if "mirror-row" in has else {}
        mirrored = lambda word: back.get(word, word) if "mirror-column" in has else word
        level = lambda word: min(word, mirrored(word))
        groups = {}
        for pair in openings:
            groups.setdefault(image if (image := tuple(map(mirrored, pair))) in groups else pair, []).append(pair)
        self.members = list(groups.values())
        self.words = [list(dict.fromkeys(level(pair[side]) for pair in groups)) for side in (0, 1)]
        places = [np.array([self.words[side].index(level(pair[side])) for pair in groups]) for side in (0, 1)]
        if {word for words in self.words for word in words} <= set(turned):
            sign, names = -1, [self.words[0], [level(turned[word]) for word in self.words[1]]]
        else:
            sign, names = 1, [[(side, word) for word in self.words[side]] for side in (0, 1)]
        known = list(dict.fromkeys(names[0] + names[1]))
        effects = [by * np.eye(len(known))[[known.index(name) for name in of]] for by, of in zip((1, sign), names)]
        self.loadings = effects[0][places[0]] + effects[1][places[1]]
        self.contrasts = [each - np.average(each, axis=0, weights=[1 + (mirrored(word) != word) for word in words])
                          for each, words in zip(effects, self.words)]
        self.first, self.weights = places[0], np.array([len(group) for group in self.members]) / len(openings)


def posterior(design, means, games, bots, players, variances):
    """Means and covariance of the pairs' scores, and of the effects: solves Henderson's equations in m, effects and g."""
    (q, g, h, v, b), (count, effects) = variances, design.loadings.shape
    known = (games > 0) / (h / games.clip(1, players) + v / games.clip(1))
    terms = np.hstack([np.ones((count, 1)), design.loadings, np.eye(count)])
    prior = np.diag(np.concatenate([[0], np.full(effects, 1 / q), np.full(count, 1 / g)]))
    covariance = np.linalg.inv(terms.T @ (known[:, None] * terms) + prior)
    solution = covariance @ (terms.T @ (known * means))
    return (terms @ solution, terms @ covariance @ terms.T + b / bots), (solution[1:1 + effects], covariance[1:1 + effects, 1:1 + effects])


def drawn(mean, covariance, draws, rng):
    """Draws of the pairs' scores, alike on every machine: Cholesky's factor is unique, eigenvectors are not where a pattern is symmetric."""
    return rng.multivariate_normal(mean, covariance, draws, method="cholesky")


def values_of(scores, first):
    """Least score of each first move, by draw."""
    return np.stack([scores[..., first == at].min(-1) for at in range(first.max() + 1)], -1)


def best_of(least):
    """Share of draws in which each first move is best, by its least scores."""
    return np.bincount(least.argmax(1), minlength=least.shape[1]) / len(least)


def within(mean, sd):
    """Probabilities that a normal score lies within 5 and within 10 percentage points of one half."""
    return [NormalDist(mean, max(sd, 1e-12)).cdf(0.5 + d) - NormalDist(mean, max(sd, 1e-12)).cdf(0.5 - d) for d in (0.05, 0.1)]


def summary(design, means, games, bots, players, variances, draws, rng):
    """Figures of a pattern by its own games, as in balance.csv and columns.csv."""
    (mean, covariance), (effects, spread) = posterior(design, means, games, bots, players, variances)
    score, sd = design.weights @ mean, math.sqrt(design.weights @ covariance @ design.weights)
    unseen, least = math.hypot(sd, math.sqrt(variances[4])), values_of(drawn(mean, covariance, draws, rng), design.first)
    values, best = least.max(1), best_of(least)
    moves = [(of @ effects, np.sqrt(np.diag(of @ spread @ of.T))) for of in design.contrasts]
    return {"score": (score, sd, unseen), "within": within(score, unseen), "value": (values.mean(), *np.quantile(values, [0.025, 0.975])),
            "moves": moves, "least": least.mean(0), "best": best}


def patterns_of(folder):
    """Cells that crews played with all openings: number, rules, design, players of each bot; games, sums and squares by player and pair."""
    experiment, words, found = tomllib.loads((folder / "experiment.toml").read_text()), {}, {}
    for row in counts(folder):
        pairs = words.setdefault(row["cell"], {}).setdefault(row["first"], {})
        pairs[row["second"]] = None
        if row["player"] != "all":
            found.setdefault(row["cell"], (row["setup"], row["rules"], []))[2].append(row)
    if not found:
        sys.exit(f"{folder} is kept without counts by player: experiments/results.sh says how to play it again")
    for cell, (setup, rules, games) in found.items():
        # Bell's first moves are no columns.
        stones = experiment["setup"][setup]["rows"] if all(len(word) == 1 for word in words[cell]) else []
        images = {"mirror-column": [row[::-1] for row in stones], "mirror-row": stones[::-1], "half-turn": [row[::-1] for row in stones[::-1]]}
        has = {name for name, image in images.items() if stones and image == stones}
        design = Design([(first, reply) for first, replies in words[cell].items() for reply in replies], LETTERS[:len(stones)], has)
        players = sorted({tuple(row["player"].split()) for row in games})
        place = {pair: at for at, pairs in enumerate(design.members) for pair in pairs}
        n, sums, squares = np.zeros((3, len(players), len(design.members)))
        for row in games:
            at = players.index(tuple(row["player"].split())), place[row["first"], row["second"]]
            # Of a win the square is 1, of a draw a quarter.
            n[at], sums[at], squares[at] = n[at] + row["games"], sums[at] + row["score"], squares[at] + (row["wins"] + row["score"]) / 2
        yield cell, rules, design, [list(of) for _, of in groupby(range(len(players)), lambda at: players[at][0])], n, sums, squares


def components_of(patterns):
    """Variance components q, g, h, v, b of some patterns."""
    within, freedom, between, between_freedom, weight = 0.0, 0, 0.0, 0, 0.0
    for *_, n, sums, squares in patterns:
        total, own = n.sum(0).clip(1), (sums**2 / n.clip(1)).sum()
        within, freedom = within + squares.sum() - own, freedom + (n - (n > 0)).sum()
        between, weight = between + own - (sums.sum(0) ** 2 / total).sum(), weight + (n.sum(0) - (n**2).sum(0) / total).sum()
        between_freedom += (n > 0).sum() - (n.sum(0) > 0).sum()
    v = within / freedom if freedom else between / between_freedom
    h = max((between - v * between_freedom) / weight, 0.0) if freedom else 0.0
    off = [(bots, n, sums - n * sums.sum(0) / n.sum(0).clip(1)) for *_, bots, n, sums, _ in patterns]
    b = np.mean([np.mean([(of[at].sum() / n[at].sum()) ** 2 for at in bots]) / (1 - 1 / len(bots)) - np.mean([v / n[at].sum() for at in bots])
                 for bots, n, of in off if len(bots) > 1] or [0])
    theta = np.array(TYPICAL[:2])
    for _ in range(20):
        slope, curve = np.zeros(2), np.zeros((2, 2))
        for _, _, design, _, n, sums, _ in patterns:
            seen, total = n.sum(0) > 0, n.sum(0)[n.sum(0) > 0]
            noise = h * (n[:, seen] ** 2).sum(0) / total**2 + v / total
            parts = [design.loadings[seen] @ design.loadings[seen].T, np.eye(len(total))]
            inverse = np.linalg.inv(theta[0] * parts[0] + theta[1] * parts[1] + np.diag(noise))
            projected = inverse - np.outer(inverse.sum(1), inverse.sum(0)) / inverse.sum()
            off = projected @ (sums.sum(0)[seen] / total)
            products = [projected @ part for part in parts]
            slope += [(off @ part @ off - np.trace(product)) / 2 for part, product in zip(parts, products)]
            curve += [[np.sum(one * other.T) / 2 for other in products] for one in products]
        theta = np.maximum(theta + np.linalg.solve(curve, slope), 1e-6)
    return np.array([*theta, h, v, max(b, 0.0)])


def between_bots(patterns):
    """Variance of bots on pairs, by products of the scores of a bot's two players, on the board and on its mirror image, less those of
    different bots; 0 if there are none. Where a pattern is its own mirror image both may see the same game."""
    found = []
    for *_, design, bots, n, sums, _ in patterns:
        both = [of for of in bots if len(of) == 2] if all(len(group) == 1 for group in design.members) else []
        for at in np.flatnonzero((n[sum(both, [])] > 0).all(0)) if len(both) > 1 else ():
            one, other = (np.array([sums[of[side], at] / n[of[side], at] for of in both]) for side in (0, 1))
            same = one @ other
            found.append(same / len(both) - (one.sum() * other.sum() - same) / (len(both) * (len(both) - 1)))
    return np.mean(found) if found else 0.0


def components(folder):
    """Prints the variance components of scores between 0 and 1, with standard errors, by rule set."""
    patterns, lines = list(patterns_of(folder)), []
    for rules in dict.fromkeys(pattern[1] for pattern in patterns):
        group = [pattern for pattern in patterns if pattern[1] == rules]
        errors = np.std([components_of(group[:at] + group[at + 1:]) for at in range(len(group))], 0) * math.sqrt(len(group) - 1)
        lines.append([rules, len(group), *(f"{one:.5f} ({error:.5f})" for one, error in zip(components_of(group), errors)), f"{between_bots(group):.5f}"])
    table(["<rules", "patterns", "column", "pair", "interaction", "game", "bot", "bots on pairs"], lines)


def compare(folder, variances):
    """Prints the figures of a folder, and their greatest differences from its tables, in percentage points."""
    balance, columns = ([*rows(folder / name)] if (folder / name).exists() else [] for name in ("balance.csv", "columns.csv"))
    lines, worst = [], {}
    for cell, rules, design, bots, n, sums, _ in patterns_of(folder):
        found = summary(design, sums.sum(0) / n.sum(0).clip(1), n.sum(0), len(bots), len(n), variances, 100_000, np.random.default_rng(1))
        (score, sd, _), of_draws = found["score"], found["value"]
        figures = np.clip([score, score - Z * sd, score + Z * sd], 0, 1)
        pairs = [(name, figure, row[name]) for row in balance if row["cell"] == cell for name, figure in zip(("alone", "alone_low", "alone_high"), figures)]
        for side, name in enumerate(("first", "second")):
            of_side = [row for row in columns if (row["cell"], row["side"]) == (cell, name)]
            pairs += [(f"{name} effect", figure, row["effect"]) for figure, row in zip(found["moves"][side][0], of_side)]
            pairs += [("best", figure, row["best"]) for figure, row in zip(found["best"], of_side) if name == "first"]
        for name, figure, text in pairs:
            worst[name] = max(worst.get(name, 0), abs(figure - float(text)))
        lines.append([cell, rules, int(n.sum()), *(percent(float(it)) for it in (score, *of_draws))])
    table(["cell", "<rules", "games", "score", "value", "low", "high"], lines)
    print("\nGreatest differences:", *(f"{name} {100 * most:.2f}" for name, most in worst.items()) if worst else ["no tables"])


def simulated(truth, games, bots, patterns, variances, rng, draws=2000):
    """Simulates patterns with the reply in the opposite quarter, and a bot more; returns what the method reached: of 35 patterns with how
    many a side is told, and how often the wrong one."""
    pairs = [(one, other) for one in LETTERS for other in LETTERS if other != "f" and (one == "f" or (one < "f") == (other > "f"))]
    design = Design(pairs, LETTERS, {"half-turn"})
    (q, g, h, v, b), (count, effects), players, each = variances, design.loadings.shape, 2 * bots, games // len(design.members)
    rest = b - h / (2 * count)  # Interactions are a part of the variance between bots.
    found, n = [], np.array([((np.arange(each)[:, None] + each * np.arange(count)) % players == player).sum(0) for player in range(players)])
    for _ in range(patterns):
        u = rng.normal(0.53, 0.04) + design.loadings @ rng.normal(0, math.sqrt(q), effects) + rng.normal(0, math.sqrt(g), count)
        spread = np.sqrt(h * (rng.choice([0.25, 1.75], count) if truth == "clipped" else np.ones(count)))
        scores = u + rng.normal(0, math.sqrt(rest), bots + 1).repeat(2)[:, None] + spread * rng.normal(size=(players + 2, count))
        if truth == "clipped":
            # The mean over all bots, by quadrature.
            u, scores = (u[:, None] + np.sqrt(spread**2 + rest)[:, None] * NORMALS).clip(0, 1).mean(1), scores.clip(0, 1)
            sums = rng.binomial(n, scores[:players])
        else:
            sums = n * scores[:players] + np.sqrt(v * n) * rng.normal(size=n.shape)
        (mean, covariance), _ = posterior(design, sums.sum(0) / each, np.full(count, each), bots, players, TYPICAL)
        if not found:
            noise, sd = drawn(np.zeros(count), covariance, draws, rng), math.sqrt(design.weights @ covariance @ design.weights)
        values = values_of(mean + noise, design.first).max(1)
        value, score, estimate = values_of(u, design.first).max(), design.weights @ u, design.weights @ mean
        found.append([abs(estimate - scores[players:].mean(0) @ design.weights) < Z * math.hypot(sd, math.sqrt(TYPICAL[4]))])
        for truth_of, at, low, high in ((value, values.mean(), *np.quantile(values, [0.025, 0.975])), (score, estimate, estimate - Z * sd, estimate + Z * sd)):
            found[-1] += [(at - truth_of) ** 2, low <= truth_of <= high, low > 0.5 or high < 0.5, low > 0.5 >= truth_of or high < 0.5 <= truth_of]
    unseen, *both = np.array(found, float).mean(0).tolist()
    figures = [(f"{100 * math.sqrt(square):.1f}", f"{covered:.3f}", f"{35 * side:.1f}", percent(wrong / side))
               for square, covered, side, wrong in (both[:4], both[4:])]
    return [truth, games, players, *figures[0], *figures[1], f"{unseen:.3f}"]


def cases():
    """Reference values for the program's tests, of boards with five columns."""
    for number, (group, drop) in enumerate([("half-turn", 0), ("mirror-row", 0), ("none", 0), ("mirror-column", 0), ("axes", 0), ("half-turn", 6)]):
        rng, openings = np.random.default_rng(number), [(first, reply) for first in "abcde" for reply in "abcde" if first != reply]
        design = Design(openings, "abcde", {"half-turn", "mirror-column", "mirror-row"} if group == "axes" else {group})
        print("case", group, 4, 8, *TYPICAL)
        at = {pair: place for place, pairs in enumerate(design.members) for pair in pairs}
        games, sums, truth = *np.zeros((2, len(design.members))), rng.normal(0.5, 0.2, len(design.members))
        for place, pair in enumerate(openings):
            played = 0 if place < drop else int(rng.integers(5, 40))
            twelfths = int(12 * rng.binomial(played, np.clip(truth[at[pair]], 0, 1))) + 6 * (played > 20)
            games[at[pair]], sums[at[pair]] = games[at[pair]] + played, sums[at[pair]] + twelfths / 12
            print("pair", *pair, twelfths, played)
        found = summary(design, sums / games.clip(1), games, 4, 8, TYPICAL, 400_000, rng)
        lines = [(name, *found[name]) for name in ("score", "within", "value")]
        lines += [("first", *line) for line in zip(design.words[0], *found["moves"][0], found["least"], found["best"])]
        for name, *line in lines + [("reply", *line) for line in zip(design.words[1], *found["moves"][1])]:
            print(name, *(it if isinstance(it, str) else f"{it:.9f}" for it in line))


def chances(mean):
    """Chances of a loss, a draw and a win, a tenth of the games at most drawn."""
    drawn = min(0.1, mean, 1 - mean)
    return [1 - mean - drawn / 2, drawn, mean - drawn / 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--variances", default=TYPICAL, type=lambda text: tuple(map(float, text.split(","))), metavar="Q,G,H,V,B", help="variance components")
    parser.add_argument("--patterns", type=int, default=2000, help="patterns that are simulated for each line")
    for name in ("components", "simulate", "cases"):
        parser.add_argument(f"--{name}", action="store_true")
    given = parser.parse_args()
    if given.simulate:
        table(["<truth", "games", "players", "value rms", "covered", "sides", "wrong %", "score rms", "covered", "sides", "wrong %", "unseen"],
              [simulated(truth, games, bots, given.patterns, given.variances, np.random.default_rng(2026))
               for truth in ("model", "clipped") for games, bots in ((480, 4), (960, 8), (1680, 8))])
    elif given.cases:
        cases()
    elif given.folder is None:
        parser.error("name a results folder")
    else:
        components(given.folder) if given.components else compare(given.folder, given.variances)


if __name__ == "__main__":
    main()
