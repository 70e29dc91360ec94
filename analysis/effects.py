"""Effects of rules in a designed experiment: a second implementation of `src/answer/effects.rs`, in NumPy.

    python3 analysis/effects.py FOLDER      # compares with effects.csv, interactions.csv and pattern-effects.csv of the folder
    python3 analysis/effects.py FOLDER --stuck   # effects where being stuck loses and where scores decide, each rule set held out
    python3 analysis/effects.py FOLDER --held-out  # predictions by pattern, each rule set held out, from the folder's counts.jsonl
    python3 analysis/effects.py --simulate  # coverage, family-wise errors and power of the method, with known effects
    python3 analysis/effects.py --cases > tests/data/effects/cases.json

docs/statistics.md has the model. Estimates come from a least squares solver, mean squares from projections of all cells, and
the tails from SciPy, where the program has closed forms of its own. `--mixed` adds what statsmodels' REML says of the cases.
"""

import argparse
import csv
import json
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy import special, stats

from figures import pair_counts

BOT = 0.0005


def factors_of(experiment):
    table = experiment["factorial"]
    of = {name: (it if isinstance(it, list) else it["values"]) for name, it in table.items()}
    when = {name: ({} if isinstance(it, list) else it["when"]) for name, it in table.items()}
    rules = [experiment["rule"][name] for name in experiment["rules"]]
    word = lambda it: f'{it["black"]}/{it["white"]}' if isinstance(it, dict) else str(it)
    terms = [(name, word(value)) for name, values in of.items() for value in values[1:]]
    active = lambda rule, name: all(rule[other] in among for other, among in when[name].items())
    has = lambda rule, name, value: active(rule, name) and word(rule[name]) == value
    rows = [[1.0] + [float(has(rule, *term)) for term in terms] for rule in rules]
    return terms, np.array(rows)


def satterthwaite(parts):
    variance = sum(part for part, _ in parts)
    squares = sum(part**2 / degrees for part, degrees in parts)
    return variance, max(variance**2 / squares, 1.0) if squares > 0 else 1.0


def shrinkage(patterns, squares, noise):
    """Posterior mean and variance of the share of noise, whose prior is 1 / (2 sqrt b): a gamma distribution cut at 1."""
    if noise == 0:
        return 0.0, 0.0
    a, x = patterns / 2, squares / noise / 2
    mean, square = (special.gammainc(a + k, x) / special.gammainc(a, x) * special.poch(a, k) / x**k for k in (1, 2))
    return mean, square - mean**2


class Fit:
    """The model of one measure: `means` by pattern and rule set, `bots` by bot, pattern and rule set."""

    def __init__(self, x, means, bots, is_score):
        self.x, self.means, self.bots, self.is_score = x, means, bots, is_score
        (self.patterns, runs), count = means.shape, x.shape[1]
        project = np.eye(runs) - x @ np.linalg.pinv(x)
        centre = np.eye(self.patterns) - 1 / self.patterns
        self.free = runs - count
        self.degrees = (self.patterns - 1) * self.free
        self.cell = np.sum((centre @ means @ project) ** 2) / self.degrees
        self.squares = np.sum((means.mean(axis=0) @ project) ** 2) * self.patterns
        lack = self.squares / self.free
        self.lack = max((lack - self.cell) / self.patterns, 0.0)
        self.chance_of_lack = stats.f.sf(lack / self.cell, self.free, self.degrees)
        self.mains = list(np.linalg.pinv(x))
        self.pairs = []
        for one in range(1, count):
            for other in range(one + 1, count):
                column = x[:, one] * x[:, other]
                rest = project @ column
                if rest @ rest > 1e-9 * (column @ column):
                    self.pairs.append(((one - 1, other - 1), rest / (rest @ rest)))

    def between_bots(self, contrasts):
        bots = len(self.bots)
        if bots < 2:
            return 0.0, 1.0
        found = []
        for contrast in contrasts:
            effects = self.bots @ contrast
            centred = effects - effects.mean(axis=1, keepdims=True) - effects.mean(axis=0) + effects.mean()
            rest = np.sum(centred**2) / ((bots - 1) * (self.patterns - 1))
            found.append(effects.mean(axis=1).var(ddof=1) - rest / self.patterns)
        return max(np.mean(found), 0.0) / bots, len(contrasts) * (bots - 1)

    def estimate(self, contrast, bots, is_pair=False):
        own, factor = self.means @ contrast, contrast @ contrast
        mean, spread, noise = own.mean(), own.var(ddof=1), self.cell * factor
        lack = (self.lack * factor, self.free)
        if is_pair:
            left = (self.squares - self.patterns * mean**2 / factor) / (self.free - 1)
            lack = (max((left - self.cell) / self.patterns, 0.0) * factor, self.free - 1)
        between = max(spread - noise, 0.0)
        share, varies = shrinkage(self.patterns, (self.patterns - 1) * spread, noise)
        far = own - mean
        shared = (noise * (1 - share + share / self.patterns), self.degrees)
        parts = [[shared, (varies * it**2, self.patterns - 1), lack, bots] for it in far]
        return {
            "mean": mean,
            "all": satterthwaite([(spread / self.patterns, self.patterns - 1), lack, bots]),
            "played": satterthwaite([(noise / self.patterns, self.degrees), lack, bots]),
            "patterns_sd": between**0.5,
            "patterns": list(own - share * far),
            "of_patterns": [satterthwaite(it) for it in parts],
            "own": list(own),
        }

    def results(self):
        level = (BOT / len(self.bots), 65535.0) if self.is_score else self.between_bots(self.mains[:1])
        of_mains, of_pairs = self.between_bots(self.mains[1:]), self.between_bots([it for _, it in self.pairs])
        effects = [self.estimate(it, of_mains) for it in self.mains[1:]]
        interactions = []
        for terms, contrast in self.pairs:
            it = self.estimate(contrast, of_pairs, is_pair=True)
            variance, degrees = it["all"]
            tail = 2 * stats.t.sf(abs(it["mean"]) / variance**0.5, degrees)
            interactions.append({"terms": terms, "chance": min(tail * len(self.pairs), 1.0), **it})
        return {"base": self.estimate(self.mains[0], level), "effects": effects, "interactions": interactions,
                "lack_of_fit": [self.lack**0.5, self.chance_of_lack], "cell": self.cell}


def interval(it, alpha):
    variance, degrees = it["all"]
    half = stats.t.ppf(1 - alpha / 2, int(degrees)) * variance**0.5
    return it["mean"] - half, it["mean"] + half


def compare(folder):
    experiment = tomllib.loads((folder / "experiment.toml").read_text())
    terms, x = factors_of(experiment)
    sums = defaultdict(lambda: np.zeros(4))
    places = {name: at for at, name in enumerate(experiment["rules"])}, {name: at for at, name in enumerate(experiment["setups"])}
    for row in csv.DictReader((folder / "games.csv").open()):
        score = {"first": 1.0, "second": 0.0}.get(row["winner"], 0.5)
        key = row["bots"], places[1][row["setup"]], places[0][row["rules"]], int(row.get("member") or 1)
        sums[key] += (1, score, float(row["plies"]), row["ending"] == "stuck")
    table = {name: list(csv.DictReader((folder / f"{name}.csv").open())) for name in ("effects", "interactions", "pattern-effects")}
    worst = 0.0
    for bots in dict.fromkeys(key[0] for key in sums):
        members = sorted({key[3] for key in sums if key[0] == bots})
        cells = np.array([[[sums[bots, p, r, m] for r in range(len(x))] for p in range(len(places[1]))] for m in members])
        for at, measure in enumerate(("score", "plies", "stuck"), 1):
            whole = cells.sum(axis=0)
            fit = Fit(x, whole[..., at] / whole[..., 0], cells[..., at] / cells[..., :1][..., 0], at == 1).results()
            own = lambda name: [row for row in table[name] if (row["bots"], row["measure"]) == (bots, measure)]
            expected = [fit["base"], *fit["effects"]]
            lines = [(it["mean"], *interval(it, 0.05), it["patterns_sd"]) for it in expected]
            found = [[float(row[key]) for key in ("effect", "effect_low", "effect_high", "patterns_sd")] for row in own("effects")]
            pairs = [(it["mean"], *interval(it, 0.05), it["chance"]) for it in fit["interactions"]]
            of_pairs = [[float(row[key]) for key in ("effect", "effect_low", "effect_high", "chance")] for row in own("interactions")]
            patterns = [it for of in expected for it in zip(of["patterns"], of["own"])]
            of_patterns = [[float(row[key]) for key in ("effect", "own")] for row in own("pattern-effects")]
            for one, other in ((lines, found), (pairs, of_pairs), (patterns, of_patterns)):
                worst = max(worst, np.abs(np.array(one) - np.array(other)).max())
    print(f"largest difference {worst:.1e}, of figures with six decimals")
    return worst > 1e-6


def simulated(rng, x, effects, games, patterns=35, bots=4, sd=(0.07, 0.02, 0.005), pair=None, size=0.0):
    """Scores by bot, pattern and rule set; `sd` between patterns, of their effects, and of bots' effects."""
    own = effects + np.concatenate([[sd[0]], np.full(len(effects) - 1, sd[1])]) * rng.normal(size=(patterns, len(effects)))
    of_bot = sd[2] * rng.normal(size=(bots, 1, len(effects)))
    rate = (own + of_bot) @ x.T + (size * x[:, pair[0] + 1] * x[:, pair[1] + 1] if pair else 0.0)
    return rng.binomial(games // bots, np.clip(rate, 0.01, 0.99)) / (games // bots)


def simulate(folder, runs):
    terms, x = factors_of(tomllib.loads((folder / "experiment.toml").read_text()))
    rng, effects = np.random.default_rng(1), np.array([0.53] + [0.06] + [0.01, -0.02] * len(terms))[: x.shape[1]]
    covered, family, pairs_wrong, found = [], 0, 0, 0
    two = [at for at, (name, _) in enumerate(terms) if [it for it, _ in terms].count(name) == 1][:2]
    for number in range(runs):
        pair = two if number % 2 else None
        bots = simulated(rng, x, effects, 48, pair=pair, size=0.03)
        fit = Fit(x, bots.mean(axis=0), bots, True).results()
        if pair is None:
            ends = [interval(it, 0.05) for it in fit["effects"]]
            covered += [low <= true <= high for (low, high), true in zip(ends, effects[1:])]
            joint = [interval(it, 0.05 / len(effects[1:])) for it in fit["effects"]]
            family += any(not low <= true <= high for (low, high), true in zip(joint, effects[1:]))
            pairs_wrong += any(it["chance"] < 0.05 for it in fit["interactions"])
        else:
            found += any(it["chance"] < 0.05 and list(it["terms"]) == pair for it in fit["interactions"])
    half = runs - runs // 2
    print(f"coverage {np.mean(covered):.3f}; experiments with a wrong joint interval {family / half:.3f}, with a false "
          f"interaction {pairs_wrong / half:.3f}; interactions of 3 points found {found / (runs // 2):.2f}")


def by_stuck(folder, say=print):
    """Effects on the mean score under both ends of a stuck game, by the rule sets' means in overall.csv, and errors of rule sets that are
    held out one by one, by effects that add and by effects that being stuck changes. Returns, by toggle and value, both effects and the
    score with the value where scores decide; and the probability that all products are chance."""
    experiment = tomllib.loads((folder / "experiment.toml").read_text())
    terms, x = factors_of(experiment)
    rows = list(csv.DictReader((folder / "overall.csv").read_text().splitlines()))
    means = {row["rules"]: float(row["first_score"]) for row in rows if row["bots"] == rows[0]["bots"]}
    y, stuck = np.array([means[name] for name in experiment["rules"]]), 1 + [name for name, _ in terms].index("stuck")
    others = [at for at in range(1, x.shape[1]) if at != stuck]
    models, squares, left = (x, np.hstack([x, x[:, [stuck]] * x[:, others]])), [], []
    for name, model in zip(("effects add", "being stuck changes effects"), models):
        hat = model @ np.linalg.pinv(model)
        rest = y - hat @ y
        squares.append(rest @ rest)
        left.append(len(y) - model.shape[1])
        errors = rest / (1 - np.diag(hat))
        both = [errors[(x[:, stuck] * x[:, at]) > 0] for at in others]
        say(f"{name}: held out {100 * np.sqrt(np.mean(errors**2)):.2f} points (root mean square); greatest mean error of the sets with "
              f"stuck and one other change {100 * max(abs(it.mean()) for it in both):.2f}")
    change = left[0] - left[1]
    f = (squares[0] - squares[1]) / change / (squares[1] / left[1])
    chance = stats.f.sf(f, change, left[1])
    say(f"F {f:.2f} on {change} and {left[1]} degrees of freedom, p {chance:.1e}")
    both, found = np.linalg.pinv(models[1]), {}
    fitted = both @ y
    for at, place in enumerate(others):
        contrasts = both[place], both[place] + both[x.shape[1] + at]
        told = [f"{100 * it @ y:+.1f} (SE {100 * np.sqrt(it @ it * squares[1] / left[1]):.1f})" for it in contrasts]
        say("=".join(terms[place - 1]), "stuck loses", told[0], "scores decide", told[1])
        effects = [it @ y for it in contrasts]
        found[terms[place - 1]] = effects, fitted[0] + fitted[stuck] + effects[1]
    return found, chance


def predicted(x, products, means, row, pairs):
    """Scores of a row of the additive model `x` on each pattern, and the variance of each, as `rules predict` has them: products are the same
    on all patterns."""
    patterns, runs = means.shape
    with_products, whole = np.hstack([x, products]), np.concatenate([row, pairs])
    additive, both = np.linalg.pinv(x), np.linalg.pinv(with_products)
    shared = both[x.shape[1]:] @ means.mean(axis=0)
    own = np.hstack([(means - products @ shared) @ additive.T, np.tile(shared, (patterns, 1))]) @ whole
    centred, free = means - means.mean(axis=0), runs - x.shape[1]
    cell = np.sum((centred - centred @ additive.T @ x.T) ** 2) / ((patterns - 1) * free)
    left = runs - with_products.shape[1]
    rest = means.mean(axis=0) - with_products @ both @ means.mean(axis=0)
    lack = max((patterns * rest @ rest / left - cell) / patterns, 0.0)
    weights = whole @ both
    noise = cell * weights @ weights
    far = own - own.mean()
    share, varies = shrinkage(patterns, far @ far, noise)
    return own - share * far, noise * (1 - share + share / patterns) + varies * far**2 + lack * (1 + weights @ weights), cell


def held_out(x, stuck, means):
    """Errors of each rule set on each pattern, predicted from all others, and their variances with that of the cell's own games; and
    whether the set has the changer's value and another change."""
    others = [at for at in range(1, x.shape[1]) if at != stuck]
    products = x[:, [stuck]] * x[:, others]
    errors, variances = np.empty_like(means), np.empty_like(means)
    for at in range(len(x)):
        rest = np.arange(len(x)) != at
        told, variance, cell = predicted(x[rest], products[rest], means[:, rest], x[at], products[at])
        errors[:, at], variances[:, at] = means[:, at] - told, variance + cell
    return errors, variances, products.any(axis=1)


def scores_of(folder):
    """Terms and rows of a design, the column of being stuck, and the scores of the first line-up by pattern and rule set."""
    experiment = tomllib.loads((folder / "experiment.toml").read_text())
    terms, x = factors_of(experiment)
    sums, bots = defaultdict(lambda: np.zeros(2)), None
    for row in pair_counts(folder):
        bots = bots or row["bots"]
        if row["bots"] == bots:
            sums[row["setup"], row["rules"]] += row["score"], row["games"]
    means = np.array([[np.divide(*sums[setup, rules]) for rules in experiment["rules"]] for setup in experiment["setups"]])
    return terms, x, 1 + [name for name, _ in terms].index("stuck"), means


def by_pattern(folder, say=print):
    """How many scores of rule sets left out lie in their 95 % intervals, pattern by pattern."""
    errors, variances, both = held_out(*scores_of(folder)[1:])
    inside = np.abs(errors) < stats.norm.ppf(0.975) * np.sqrt(variances)
    say(f"{inside.size} cells held out: {100 * inside.mean():.1f} % of scores are within their intervals, {100 * inside[:, both].mean():.1f} % of the sets "
        f"with both changes; root mean square error {100 * np.sqrt(np.mean(errors**2)):.1f} points, standardised {np.sqrt(np.mean(errors**2 / variances)):.2f}")
    return inside.mean(), inside[:, both].mean()


def cases(is_mixed):
    text = Path("tests/data/effects/design.toml").read_text()
    terms, x = factors_of(tomllib.loads(text))
    rng = np.random.default_rng(7)
    bots = simulated(rng, x, np.array([0.5] + [0.05, -0.03] * len(terms))[: x.shape[1]], 40, patterns=10, sd=(0.15, 0.15, 0.04), pair=(0, 1), size=0.1)
    games = 10
    sums = np.moveaxis(np.rint(bots * games), 0, 2)
    out = {"games": games, "sums": sums.astype(int).tolist()}
    for name, is_score in (("score", True), ("other", False)):
        out[name] = Fit(x, bots.mean(axis=0), bots, is_score).results()
    if is_mixed:
        out["mixed"] = mixed(x, bots.mean(axis=0))
    print(json.dumps(out))


def mixed(x, means):
    """Fixed effects, their standard errors and the components of the cells by statsmodels' REML, with patterns and their effects random."""
    from statsmodels.regression.mixed_linear_model import MixedLM

    patterns, runs = means.shape
    groups, all_x = np.repeat(np.arange(patterns), runs), np.tile(x, (patterns, 1))
    fit = MixedLM(means.ravel(), all_x, groups, exog_re=all_x).fit(reml=True, method=["lbfgs", "bfgs"])
    return {"effects": list(fit.fe_params), "errors": list(fit.bse_fe), "cell": fit.scale}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--simulate", type=int, metavar="RUNS")
    parser.add_argument("--cases", action="store_true")
    parser.add_argument("--stuck", action="store_true")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--mixed", action="store_true")
    args = parser.parse_args()
    if args.cases:
        cases(args.mixed)
    elif args.stuck:
        by_stuck(args.folder)
    elif args.held_out:
        by_pattern(args.folder)
    elif args.simulate:
        simulate(args.folder, args.simulate)
    else:
        sys.exit(int(compare(args.folder)))
