"""Balance over strength classes and rule sets together: a second implementation of `crates/balance/src/joint.rs`, in NumPy.

    python3 analysis/joint.py FOLDER... [--table TABLE]   # joint scores; compared with the table of `pasang balance --out`
    python3 analysis/joint.py FOLDER... --validate        # patterns and a class left out, with components from the other patterns
    python3 analysis/joint.py FOLDER... --unseen FOLDER   # distance to another crew's scores, of cells alone and jointly
    python3 analysis/joint.py FOLDER... --columns FOLDER CLASS   # best first columns by another crew's games, and as expected
    python3 analysis/joint.py --simulate                  # statements told and true, in the model's world and in wrong ones
    python3 analysis/joint.py --cases > tests/data/balance/joint.txt
    python3 analysis/joint.py --opening-cases > tests/data/balance/openings.txt

docs/statistics.md has the model. Each cell's own posterior comes from its `counts.jsonl`, by `crew.py`. The joint posterior comes
from the mixed model equations (Henderson 1975) in the means of conditions, the patterns' fairness, and all their deviations; the
program's from the covariances of the scores, pattern by pattern. REML (Patterson and Thompson 1971) by Fisher scoring with
numerical derivatives takes a normal fairness with standard deviation 1, which the posterior does not use.
"""

import argparse
import copy
import math
import re
import sys
import tomllib
from itertools import groupby
from pathlib import Path
from statistics import NormalDist

import numpy as np

from crew import LETTERS, TYPICAL, Design, Z, best_of, posterior, values_of
from figures import class_of, pair_counts, percent, rows, table

SOURCE = Path(__file__).resolve().parents[1] / "crates"


def constants():
    """The program's constants: classes (loading, own variance), their pairs (amplification, own variance), toggles' deviations, loadings
    of their values, and single numbers by name."""
    number, text = lambda word: float(word.replace("_", "")), (SOURCE / "balance/src/joint.rs").read_text()
    found = re.findall(r'class\("(\w*)", \[([^]]*)\], \[([^]]*)\]\)', text)
    both = {name: [tuple(map(number, part.split(","))) for part in parts] for name, *parts in found}
    rules = (SOURCE / "core/src/games/brunei/rules.rs").read_text()
    toggles = {name: number(it) for name, it in re.findall(r'= "([\w-]+)" \[deviation: Some\(([\d._]+)\)', rules)}
    loadings = {name: number(it) for name, it in re.findall(r'\("([\w-]+)", (0\.[\d_]+)\)', rules)}
    text += (SOURCE / "balance/src/openings.rs").read_text() + (SOURCE / "balance/src/cell.rs").read_text()
    single = {name: number(it) for name, it in re.findall(r"const (\w+): f64 = ([\d._]+);", text)}
    single["COMMON"] = number(re.search(r"GameKind::Brunei => ([\d._]+),", text)[1])
    return both, toggles, loadings, single


BOTH, TOGGLES, LOADINGS, SINGLE = constants()
NEW = BOTH.pop("")[0]
CLASSES, PAIRS = ({name: parts[at] for name, parts in BOTH.items()} for at in (0, 1))
JUMP, REPLY, WIDE, BOT, COMMON = LOADINGS["jump"], LOADINGS["any-other"], 1.0, TYPICAL[4], SINGLE["COMMON"]
ALIKE, ROUNDS, WORTH = SINGLE["OF_KIND"], 40, 10
EFFECT, PAIR, INTERACTION, GAME = (SINGLE[name] for name in ("EFFECT", "PAIR", "INTERACTION", "GAME"))
KNOWN = list(CLASSES)
DEFAULT = {"game": "brunei", "reply": "diagonal", "entry": "slide", "jump": "stone", "entry-capture": "row-or-column", "capture": "whole",
           "stuck": "loses", "ka-stone": "unscored", "values": "customary"}
RULES = {"slide": DEFAULT, "jump": {**DEFAULT, "entry": "jump"}, "other": {**DEFAULT, "entry": "either", "reply": "any-other"}}


class Condition:
    """A class under a rule set, which is a table of toggles."""

    def __init__(self, name, rules):
        self.name, self.toggles = name, {toggle: rules[toggle] for toggle in TOGGLES}
        self.is_jump, self.is_reply = rules["entry"] == "jump", rules["reply"] != "diagonal"
        self.family = repr(sorted((toggle, value) for toggle, value in rules.items() if toggle not in TOGGLES))
        self.take(CLASSES, JUMP, REPLY)

    def with_own(self, own):
        found = copy.copy(self)
        found.own = own
        return found

    def take(self, classes, jump, reply):
        """Takes loading and own variance from components."""
        self.loading, self.own = classes.get(self.name, NEW)
        self.loading *= (jump if self.is_jump else 1) * (reply if self.is_reply else 1)


def prior(conditions, toggles=None):
    """Covariance of a pattern's deviations and own parts, over conditions."""
    same = lambda one, other: sum(by for toggle, by in (toggles or TOGGLES).items() if one.toggles[toggle] == other.toggles[toggle])
    found = np.array([[one.loading * other.loading * same(one, other) for other in conditions] for one in conditions])
    return found + np.diag([it.own for it in conditions])


def shared(one, other):
    """Covariance of what the bots of two scores have beyond all bots, for bots of variance 1."""
    return (1 if one[0] == other[0] else ALIKE) * len(one[1] & other[1]) / (len(one[1]) * len(other[1]))


def errors(scores, bot=BOT, common=COMMON):
    """Covariance of the errors of one pattern's scores, (condition, bots, mean, sd), but for what bots have on all patterns."""
    found = np.array([[(bot - common) * shared(one, other) for other in scores] for one in scores])
    return found + np.diag([it[3] ** 2 - common * shared(it, it) - found[at, at] for at, it in enumerate(scores)])


def agreed(conditions, patterns, bot=BOT, wide=WIDE, common=COMMON):
    """Own variances, those of the table or larger ones if the scores disagree: rounds of expectation maximisation with the table's
    as a prior worth WORTH patterns. From the covariance of all scores together."""
    at, all_ = [(pattern, it[0]) for pattern, scores in enumerate(patterns) for it in scores], [it for scores in patterns for it in scores]
    means = np.array([it[2] for it in all_]) - 0.5
    same_pattern = np.equal.outer([it[0] for it in at], [it[0] for it in at])
    noise, start = np.array([[common * shared(one, other) for other in all_] for one in all_]), 0
    for scores in patterns:
        noise[start:start + len(scores), start:start + len(scores)] += errors(scores, bot, common)
        start += len(scores)
    cells = list(dict.fromkeys(at))
    of_cell = np.array([[float(cell == it) for it in at] for cell in cells])
    of_condition = np.array([[float(condition == it[1]) for it in at] for condition in range(len(conditions))])
    fairness = np.array([[conditions[it[1]].loading * (it[0] == pattern) for it in at] for pattern in range(len(patterns))]).T
    table_, own = np.array([it.own for it in conditions]), np.array([it.own for it in conditions])
    index = [it[1] for it in at]
    between = (prior(conditions) - np.diag(table_))[np.ix_(index, index)] * same_pattern + noise + wide**2 * of_condition.T @ of_condition
    for _ in range(ROUNDS):
        inverse = np.linalg.inv(between + (of_cell.T * own[[it[1] for it in cells]]) @ of_cell)
        weighted = inverse @ fairness
        inverse -= weighted @ np.linalg.solve(fairness.T @ weighted, weighted.T)
        each = own[[it[1] for it in cells]]
        squares = (each * (of_cell @ inverse @ means)) ** 2 + each - each**2 * np.einsum("ij,jk,ik->i", of_cell, inverse, of_cell)
        for condition in range(len(conditions)):
            mine = [square for square, it in zip(squares, cells) if it[1] == condition]
            own[condition] = max(table_[condition], (WORTH * table_[condition] + sum(mine)) / (WORTH + len(mine)))
    return own


def joint(conditions, patterns, bot=BOT, wide=WIDE, common=COMMON):
    """Mean and covariance of all scores, by pattern and condition."""
    own = agreed(conditions, patterns, bot, wide, common)
    conditions = [it.with_own(by) for it, by in zip(conditions, own)]
    crews = list(dict.fromkeys((it[0], it[1]) for scores in patterns for it in scores))
    count, of, many = len(conditions), len(patterns), len(crews)
    size = count + of + of * count + many
    precision, right = np.zeros((size, size)), np.zeros(size)
    precision[:count, :count], right[:count] = np.eye(count) / wide**2, 0.5 / wide**2
    # What crews have on all patterns: sums of independent parts.
    values, axes = np.linalg.eigh(np.array([[common * shared(one, other) for other in crews] for one in crews]))
    parts = axes * np.sqrt(values.clip(0))
    precision[size - many:, size - many:] = np.eye(many)
    inverse, loadings = np.linalg.inv(prior(conditions)), np.array([it.loading for it in conditions])
    terms = np.zeros((of * count, size))
    for at, scores in enumerate(patterns):
        own = slice(count + of + at * count, count + of + (at + 1) * count)
        precision[own, own] += inverse
        lines = terms[at * count:(at + 1) * count]
        lines[:, :count], lines[:, count + at], lines[:, own] = np.eye(count), loadings, np.eye(count)
        seen, weights = lines[[it[0] for it in scores]], np.linalg.inv(errors(scores, bot, common))
        seen[:, size - many:] = parts[[crews.index((it[0], it[1])) for it in scores]]
        precision += seen.T @ weights @ seen
        right += seen.T @ weights @ np.array([it[2] for it in scores])
    covariance = np.linalg.inv(precision)
    return (terms @ covariance @ right).reshape(of, count), (terms @ covariance @ terms.T).reshape(of, count, of, count)


def kind_of(bot):
    """What bots of several strengths have in common: the evaluation of those that search."""
    name, _, options = bot.partition(":")
    options = dict(option.split("=") for option in options.split(",") if option)
    return options.get("eval", "fitted") if name in ("search", "slip") else bot


def crews_of(folder):
    """Cells that crews played: pattern by stones, class with toggles, rule set, bots, design, number of bots, and means and games of
    the pairs."""
    experiment = tomllib.loads((folder / "experiment.toml").read_text())
    crews = {f"crew:{name}": crew["members"] for name, crew in experiment["crew"].items()}
    lines = [row for row in pair_counts(folder) if row["bots"] in crews]
    for (setup, rules, bots), of in groupby(lines, lambda row: (row["setup"], row["rules"], row["bots"])):
        of, stones = list(of), experiment["setup"][setup]["rows"]
        images = {"mirror-column": [row[::-1] for row in stones], "mirror-row": stones[::-1], "half-turn": [row[::-1] for row in stones[::-1]]}
        design = Design([(row["first"], row["second"]) for row in of], LETTERS[:len(stones)], {name for name, image in images.items() if image == stones})
        place = {pair: at for at, pairs in enumerate(design.members) for pair in pairs}
        games, sums = np.zeros((2, len(design.members)))
        for row in of:
            at = place[row["first"], row["second"]]
            games[at], sums[at] = games[at] + row["games"], sums[at] + row["score"]
        name = class_of(bots.removeprefix("crew:"))
        yield setup, Condition(name, experiment["rule"][rules]), rules, frozenset(map(kind_of, crews[bots])), design, len(crews[bots]), sums / games.clip(1), games


def cells_of(folder):
    """Cells that crews played: pattern, class with toggles, rule set, bots, mean and standard deviation of its own posterior."""
    for setup, condition, rules, bots, design, many, means, games in crews_of(folder):
        (mean, covariance), _ = posterior(design, means, games, many, 2 * many, TYPICAL)
        yield setup, condition, rules, bots, design.weights @ mean, math.sqrt(design.weights @ covariance @ design.weights)


class Data:
    """Scores of folders by pattern: (condition, bots, mean, sd), of one family of rule sets."""

    def __init__(self, folders, family=None):
        self.conditions, self.labels, found = [], [], {}
        for setup, condition, rules, bots, mean, sd in (cell for folder in folders for cell in cells_of(folder)):
            if condition.family != (family := family or condition.family):
                continue
            key = condition.name, repr(condition.toggles)
            at = next((at for at, it in enumerate(self.conditions) if (it.name, repr(it.toggles)) == key), len(self.conditions))
            if at == len(self.conditions):
                self.conditions.append(condition)
                self.labels.append((condition.name, rules))
            found.setdefault(setup, []).append((at, bots, mean, sd))
        self.names, self.patterns = list(found), list(found.values())


def reml(data, patterns, steps=40):
    """Estimates (classes, toggles' variances, jump, reply), with standard errors in the same order."""
    names = list(dict.fromkeys(it.name for it in data.conditions))
    groups = [["reply"], ["entry"], ["jump", "entry-capture", "capture", "ka-stone", "values"]]
    groups = [group for group in groups if any(len({str(it.toggles[toggle]) for it in data.conditions}) > 1 for toggle in group)]
    has = [any(getattr(it, name) for it in data.conditions) for name in ("is_jump", "is_reply")]

    def unpacked(theta):
        loadings, own, rest = theta[:len(names)], theta[len(names):len(names) + 2], list(theta[len(names) + 2:])
        variances = {toggle: rest[at] for at, group in enumerate(groups) for toggle in group}
        jump, reply = ((rest.pop(len(groups)) if it else 1.0) for it in has)
        # One own variance for the weakest class, one for the others.
        return {name: (loadings[at], own[0 if name == "beginner" else 1]) for at, name in enumerate(names)}, variances, jump, reply

    def covariance(theta):
        classes, variances, jump, reply = unpacked(theta)
        for it in data.conditions:
            it.take(classes, jump, reply)
        same = {**{toggle: 0.0 for toggle in TOGGLES}, **variances}
        # Deviations are a part of fairness, whose variance is 1 under every rule set.
        loadings = np.array([it.loading for it in data.conditions])
        return prior(data.conditions, same) + np.outer(loadings, loadings) * (1 - sum(same.values()))

    theta = np.array([*([0.06] * len(names)), 1e-4, 1e-4, *([0.02] * len(groups)), *([1.0] * sum(has))])
    for _ in range(steps):
        base = covariance(theta)
        slopes = []
        for at in range(len(theta)):
            by = np.zeros(len(theta))
            by[at] = max(1e-3 * abs(theta[at]), 1e-7)
            slopes.append((covariance(theta + by) - covariance(theta - by)) / (2 * by[at]))
        parts = [(np.array([it[0] for it in scores]), np.array([it[2] for it in scores]), errors(scores)) for scores in patterns]
        inverses = [np.linalg.inv(base[np.ix_(at, at)] + noise) for at, _, noise in parts]
        whole, right = np.zeros(base.shape), np.zeros(len(base))
        for (at, means, _), inverse in zip(parts, inverses):
            np.add.at(whole, np.ix_(at, at), inverse)
            np.add.at(right, at, inverse @ means)
        means_covariance = np.linalg.pinv(whole)
        level = means_covariance @ right
        # The score of REML, and the information of the likelihood, which is nearly its own.
        slope, curve = np.zeros(len(theta)), np.zeros((len(theta), len(theta)))
        for (at, means, _), inverse in zip(parts, inverses):
            off = inverse @ (means - level[at])
            own = [each[np.ix_(at, at)] for each in slopes]
            lost = inverse @ means_covariance[np.ix_(at, at)] @ inverse
            slope += [(off @ each @ off - np.sum((inverse - lost) * each)) / 2 for each in own]
            products = [inverse @ each for each in own]
            curve += [[np.sum(one * other.T) / 2 for other in products] for one in products]
        step = np.linalg.solve(curve + 1e-9 * np.diag(np.diag(curve)), slope)
        after = theta + step * min(1.0, 0.5 / max(np.max(np.abs(step) / np.maximum(np.abs(theta), 1e-2)), 1e-9))
        after[len(names):len(names) + 2 + len(groups)] = after[len(names):len(names) + 2 + len(groups)].clip(0)
        done, theta = np.max(np.abs(after - theta)) < 1e-7, after
        if done:
            break
    covariance(theta)
    return unpacked(theta), theta, np.sqrt(np.diag(np.linalg.pinv(curve))), names, groups, has


def validate(data, parts=5):
    """Standardised errors of each class's scores on patterns left out, by the other classes, with components and means from the
    other patterns; and of the patterns' own scores by the mean alone."""
    found = {}
    for part in range(parts):
        train = [scores for at, scores in enumerate(data.patterns) if at % parts != part]
        (classes, *_), *_ = reml(data, train)
        for name, (loading, own) in classes.items():
            classes[name] = loading, max(own, CLASSES["club"][1])
        for it in data.conditions:
            it.take({**CLASSES, **classes}, JUMP, REPLY)
        for left in classes:
            hidden = [at for at, it in enumerate(data.conditions) if it.name == left]
            test = [[it for it in scores if it[0] not in hidden] for at, scores in enumerate(data.patterns) if at % parts == part]
            mean, covariance = joint(data.conditions, train + test)
            for at, scores in enumerate(scores for at, scores in enumerate(data.patterns) if at % parts == part):
                for condition, _, score, sd in (it for it in scores if it[0] in hidden):
                    place = len(train) + at
                    error, variance = score - mean[place, condition], covariance[place, condition, place, condition] + sd**2
                    found.setdefault(data.labels[condition], []).append((error, error / math.sqrt(variance)))
    for it in data.conditions:
        it.take(CLASSES, JUMP, REPLY)
    root = lambda of: math.sqrt(sum(it**2 for it in of) / len(of))
    table(["<class left out", "<rules", "error, points", "standardised"],
          [[*label, percent(root([it[0] for it in of])), f"{root([it[1] for it in of]):.2f}"] for label, of in found.items()])


def unseen(data, folder):
    """Distances to the scores of another crew, of each condition with its toggles: of the cells alone and of the joint scores."""
    mean, covariance = joint(data.conditions, data.patterns)
    lines = []
    others = list(cells_of(folder))
    for condition, label in enumerate(data.labels):
        off = []
        for setup, other, _, _, score, sd in others:
            if other.toggles != data.conditions[condition].toggles or setup not in data.names:
                continue
            at = data.names.index(setup)
            own = [it for it in data.patterns[at] if it[0] == condition]
            if own:
                off.append((own[0][2] - score, mean[at, condition] - score, own[0][3], math.sqrt(covariance[at, condition, at, condition]), sd))
        if off:
            off = np.array(off)
            root = lambda of: float(np.sqrt(np.mean(of**2)))
            level = off[:, :2].mean(0)
            z = np.mean(np.abs(off[:, 1]) < 1.96 * np.hypot(off[:, 3], off[:, 4]))
            lines.append([*label, *(percent(root(off[:, at])) for at in (0, 1)), *(percent(root(off[:, at] - level[at])) for at in (0, 1)),
                          *(percent(root(off[:, at])) for at in (2, 3, 4)), percent(float(z), 0)])
    table(["<class", "<rules", "alone", "jointly", "alone, less level", "jointly, less level", "nominal alone", "nominal jointly", "other's own", "within %"], lines)


def show(data, named):
    """Prints scores with their statements, and the greatest differences from a table of `pasang balance`."""
    mean, covariance = joint(data.conditions, data.patterns)
    lines, worst, others = [], 0.0, 0
    told = {(row["setup"], row["class"], row["rules"]): row for row in named}
    for at, name in enumerate(data.names):
        for condition, (class_, rules) in enumerate(data.labels):
            if condition not in [it[0] for it in data.patterns[at]]:
                continue
            score, sd = mean[at, condition], math.sqrt(covariance[at, condition, at, condition])
            made = [it[0] if it else "" for it in statements(score, sd)]
            lines.append([name, class_, rules, percent(float(score), 2), percent(sd, 2), *made])
            if row := told.get((name, class_, rules)):
                ends = [score, score - Z * sd, score + Z * sd]
                worst = max(worst, *(abs(float(row[key]) - end) for key, end in zip(("score", "score_low", "score_high"), ends)))
                others += made != [row["size"], row["direction"]]
    table(["<setup", "<class", "<rules", "score", "sd", "<size", "<direction"], lines)
    if told:
        print(f"\nGreatest difference: {worst:.7f} in {len(told)} rows; {others} of them have other statements")


def statements(mean, sd):
    """Size and direction that are told of a score, each with its probability: the first of within 5, within 10 and beyond 10 with .95
    or more, and a side with .975 or more; `None` if there is none."""
    within = [below(0.5 + most, mean, sd) - below(0.5 - most, mean, sd) for most in (0.05, 0.1)]
    sizes = {"within 5": within[0], "within 10": within[1], "beyond 10": 1 - within[1]}
    sides = {"first": 1 - below(0.5, mean, sd), "second": below(0.5, mean, sd)}
    told = lambda of, least: next(((name, chance) for name, chance in of.items() if chance >= least), None)
    return told(sizes, 0.95), told(sides, 0.975)


def below(at, mean, sd):
    """Probability that a normal score lies below a point."""
    return NormalDist(mean, sd).cdf(at)


def is_true(name, score):
    """Whether a size or a side is that of a score."""
    distance = abs(score - 0.5)
    return {"within 5": distance <= 0.05, "within 10": distance <= 0.1, "beyond 10": distance > 0.1, "first": score > 0.5, "second": score < 0.5}[name]


def error(games, bots):
    """Variance of pairs' means: those of a crew's bots that played a pair take two games each, on the board and on its mirror image."""
    return INTERACTION / np.minimum(bots, np.ceil(games / 2)).clip(1) + GAME / games.clip(1)


def openings(design, crews):
    """Means and covariances of the pairs in the class of each crew, (class, score, sd of the score, bots, means, games), by the games
    of all: Henderson's equations in the levels, the effects, the pairs, and the pairs of each class."""
    count, effects = design.loadings.shape
    names = list(dict.fromkeys(crew[0] for crew in crews))
    size = len(names) + effects + count * (1 + len(names))

    def terms(name):
        at, found = names.index(name), np.zeros((count, size))
        found[:, at] = 1
        found[:, len(names):len(names) + effects] = PAIRS[name][0] * design.loadings
        found[:, len(names) + effects:len(names) + effects + count] = PAIRS[name][0] * np.eye(count)
        from_ = len(names) + effects + count * (1 + at)
        found[:, from_:from_ + count] = np.eye(count)
        return found

    own = np.concatenate([np.full(count, PAIRS[name][1]) for name in names])
    equations = np.diag(1 / np.concatenate([np.ones(len(names)), np.full(effects, EFFECT), np.full(count, PAIR), own]))
    right = np.zeros(size)
    for name, _, _, bots, means, games in crews:
        known = (games > 0) / error(games, bots)
        equations += terms(name).T @ (known[:, None] * terms(name))
        right += terms(name).T @ (known * (means - 0.5))
    covariance = np.linalg.inv(equations)
    is_even, found = all(np.ptp(games / design.weights) < 1e-9 for *_, games in crews), []
    for name, score, sd, *_ in crews:
        mean, own = terms(name) @ covariance @ right, terms(name) @ covariance @ terms(name).T
        # What pairs deviate from the score is independent of it, or what the score tells of them stays (Jeffrey 1965).
        slope = np.ones(count) if is_even else own @ design.weights / (design.weights @ own @ design.weights)
        center = np.eye(count) - np.outer(slope, design.weights)
        found.append((slope * score + center @ (mean + 0.5), center @ own @ center.T + np.outer(slope, slope) * sd**2))
    return found


def opening_components(folders):
    """Amplifications and own variances by class, and the variances of effects and pairs, for each rule set that several classes
    played: REML over all patterns, by SciPy, in the principal components of a pattern's effects and pairs. The levels are left out by
    differences, and of a class all pairs have their mean number of games."""
    from scipy.linalg import helmert
    from scipy.optimize import minimize

    found, lines = {}, []
    for setup, condition, rules, _, design, bots, means, games in (cell for folder in folders for cell in crews_of(folder)):
        found.setdefault(rules, {}).setdefault(setup, {})[condition.name] = design, bots, means, games
    for rules, patterns in found.items():
        names = [name for name in KNOWN if all(name in of for of in patterns.values())]
        if len(names) < 2:
            continue
        base, spread, off, noise = names.index("club") if "club" in names else 0, [], [], []
        for of in patterns.values():
            design, contrasts = of[names[0]][0], contrasts_of(len(of[names[0]][0].members))
            # The axes are the same for all components.
            size, axes = np.linalg.eigh(contrasts @ design.loadings @ (contrasts @ design.loadings).T)
            spread.append(size)
            off.append(np.stack([axes.T @ contrasts @ of[name][2] for name in names], 1))
            noise.append(np.tile([error(of[name][3].mean(), of[name][1]) for name in names], (len(size), 1)))
        spread, off, noise = (np.concatenate(it) for it in (spread, off, noise))

        def unpacked(theta):
            scale, rest = np.exp(theta[:len(names)] - theta[base]), np.exp(theta[len(names):])
            return scale, rest[:len(names)], rest[len(names):]

        def loss(theta):
            scale, own, (effect, pair) = unpacked(theta)
            covariance = (effect * spread + pair)[:, None, None] * np.outer(scale, scale) + (own + noise)[:, :, None] * np.eye(len(names))
            rest = np.einsum("ki,kij,kj->", off, np.linalg.inv(covariance), off)
            return (np.linalg.slogdet(covariance)[1].sum() + rest) / 2

        start = np.log([*([1.0] * len(names)), *([0.002] * len(names)), 0.02, 0.004])
        bounds = [(-2, 2)] * len(names) + [(math.log(1e-5), 0)] * (len(names) + 2)
        scale, own, (effect, pair) = unpacked(minimize(loss, start, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-14, "gtol": 1e-7, "maxfun": 10**5}).x)
        lines += [(rules, name, scale[at] / scale[base], own[at], effect, pair) for at, name in enumerate(names)]
    return lines


def contrasts_of(size):
    """Orthonormal contrasts of so many means: each against the mean of those before it."""
    return np.array([[*([1.0] * at), -at, *([0.0] * (size - 1 - at))] for at in range(1, size)]) / np.sqrt([[at * (at + 1.0)] for at in range(1, size)])


def opening_cases():
    """Reference values for the program's tests, of boards with five columns."""
    for number, (group, names) in enumerate([("half-turn", ["quick", "club", "strong"]), ("none", ["beginner", "club"]), ("mirror-column", ["club", "quick", "club"])]):
        rng, legal = np.random.default_rng(number), [(first, reply) for first in "abcde" for reply in "abcde" if first != reply]
        design = Design(legal, "abcde", {group})
        at, crews = {pair: place for place, pairs in enumerate(design.members) for pair in pairs}, []
        print("case", group)
        for crew, name in enumerate(names):
            score, sd, bots = rng.normal(0.5, 0.03), 0.02 + 0.01 * rng.random(), int(rng.choice([4, 12]))
            print("crew", name, repr(float(score)), repr(float(sd)), bots)
            games, sums = np.zeros((2, len(design.members)))
            for pair in legal:
                played = int(rng.integers(0 if crew else 1, 30))
                twelfths = int(12 * rng.binomial(played, rng.random()))
                games[at[pair]], sums[at[pair]] = games[at[pair]] + played, sums[at[pair]] + twelfths / 12
                print("pair", crew, *pair, twelfths, played)
            crews.append((name, score, sd, bots, sums / games.clip(1), games))
        for crew, (mean, covariance) in enumerate(openings(design, crews)):
            for pairs, score, sd in zip(design.members, mean, np.sqrt(np.diag(covariance))):
                print("joint", crew, *pairs[0], repr(float(score)), repr(float(sd)))


def columns(folders, folder, name, trials=100):
    """How probable the first columns that all classes find best for this one are, on the mean over patterns: as told, and by the own games
    of another crew of the class; and how probable by such games if what is told is true: simulated, with the standard deviation."""
    rng, known, lines = np.random.default_rng(1), {}, {}
    # By Cholesky's factor, of which there is but one: eigenvectors, and draws by them, differ between machines.
    drawn = lambda mean, covariance, draws: mean + rng.normal(size=(draws, len(mean))) @ np.linalg.cholesky(covariance + 1e-12 * np.eye(len(mean))).T
    best = lambda design, mean, covariance, draws: best_of(values_of(drawn(mean, covariance, draws), design.first))
    for setup, condition, rules, _, _, bots, means, games in (cell for each in folders for cell in crews_of(each)):
        known.setdefault((setup, rules), []).append((condition.name, 0.5, 0.0, bots, means, games))
    for setup, _, rules, _, design, bots, means, games in crews_of(folder):
        crews = known[setup, rules]
        mean, covariance = openings(design, crews)[[crew[0] for crew in crews].index(name)]
        told, own = best(design, mean, covariance, 4000), lambda means, draws: best(design, *posterior(design, means, games, bots, 2 * bots, TYPICAL)[0], draws)
        top, noise = told.argmax(), np.sqrt(error(games, bots))
        expected = [own(each + noise * rng.normal(size=len(each)), 300)[top] for each in drawn(mean, covariance, trials)]
        lines.setdefault(rules, []).append((told[top], own(means, 4000)[top], expected))
    share = lambda found: float(np.mean(found))
    return [(rules, share([it[0] for it in of]), share([it[1] for it in of]), share([it[2] for it in of]), float(np.std(np.mean([it[2] for it in of], 0))))
            for rules, of in lines.items()]


WORLDS = ("the model's", "heavy tails (Student's, 3 degrees)", "bots differ twice as much", "crews have more in common (SD .01)")


def simulated(world, trials, rng):
    """Simulates 35 patterns, seven classes under slide: the share of intervals of scores and of means over
    patterns that cover, and of the sizes and sides that are told how
    many an experiment has, how many are true and how many should be; with the standard error of the true ones over experiments."""
    conditions, kinds, sampling = [Condition(name, DEFAULT) for name in KNOWN], frozenset(range(4)), 0.0235**2 - BOT / 4
    bot, shape = BOT * (2 if world == WORLDS[2] else 1), (35, len(KNOWN))
    tailed = (lambda shape: rng.standard_t(3, shape) / math.sqrt(3)) if world == WORLDS[1] else (lambda shape: rng.normal(size=shape))
    pattern = [(at, kinds, 0.0, math.sqrt(sampling + BOT / 4)) for at in range(len(KNOWN))]
    loadings, own = (np.array([getattr(it, name) for it in conditions]) for name in ("loading", "own"))
    covered, found = [], []
    for _ in range(trials):
        u = 0.49 + 0.013 * np.arange(len(KNOWN)) + loadings * tailed((35, 1)) + np.sqrt(own) * tailed(shape)
        of_kinds = lambda variance, many: math.sqrt(variance * (1 - ALIKE)) * rng.normal(size=(many, len(KNOWN), 4)) + math.sqrt(variance * ALIKE) * rng.normal(size=(many, 1, 4))
        bots = of_kinds(bot - COMMON, 35) + of_kinds(COMMON, 1)
        scores = u + bots.mean(2) + math.sqrt(sampling) * rng.normal(size=shape)
        if world == WORLDS[3]:
            scores += 0.01 * rng.normal(size=len(KNOWN))
        mean, covariance = joint(conditions, [[(at, kinds, score, sd) for (at, _, _, sd), score in zip(pattern, of)] for of in scores])
        sds = np.sqrt(np.diag(covariance.reshape(mean.size, -1))).reshape(shape)
        of_means = np.einsum("pcqc->c", covariance) ** 0.5 / 35
        covered.append([(np.abs(mean - u) < Z * sds).mean(), (np.abs((mean - u).mean(0)) < Z * of_means).mean()])
        told = [statements(*it) for it in zip(mean.ravel(), sds.ravel())]
        made = [[(chance, is_true(name, score)) for (name, chance), score in ((it[kind], score) for it, score in zip(told, u.ravel()) if it[kind])]
                for kind in (0, 1)]
        found.append([[len(of), sum(it[1] for it in of), sum(it[0] for it in of)] for of in made])
    found, covered = np.array(found, float), np.mean(covered, 0)
    lines = []
    for kind, label in enumerate(("size", "direction")):
        told, true, due = found[:, kind].T
        share = true.sum() / told.sum()
        error = np.std(true - share * told) * math.sqrt(trials) / told.sum()
        lines.append([world, label, *(percent(float(it)) for it in covered), f"{told.mean():.0f}", percent(float(due.sum() / told.sum())),
                      percent(float(share)), percent(float(error))])
    return lines


def cases():
    """Reference values for the program's tests: scores with gaps, bots in common, and two crews of one class."""
    for number, (labels, gaps) in enumerate([([("quick", "slide"), ("club", "slide"), ("club", "jump"), ("mine", "slide")], 0.3),
                                             ([("beginner", "slide"), ("strong", "slide"), ("strong", "other")], 0.0),
                                             ([("club", "slide")], 0.0)]):
        rng = np.random.default_rng(number)
        conditions = [Condition(name, RULES[rules]) for name, rules in labels]
        print("case", *(":".join(label) for label in labels))
        patterns = []
        for pattern in range(6):
            fairness, scores = rng.normal(), []
            for at, it in enumerate(conditions):
                for crew in ({0, 1, 2, 3}, {2, 3, 4}, {10 + at, 20 + at})[:1 + (number + pattern) % 3]:
                    if scores and rng.random() < gaps:
                        continue
                    bots = frozenset(crew)
                    score, sd = 0.53 + it.loading * fairness + 0.02 * rng.normal(), 0.02 + 0.01 * rng.random()
                    scores.append((at, bots, float(score), float(sd)))
                    print("score", pattern, at, ",".join(map(str, sorted(bots))), repr(float(score)), repr(float(sd)))
            patterns.append(scores)
        mean, covariance = joint(conditions, patterns)
        for pattern, at in np.ndindex(mean.shape):
            print("joint", pattern, at, repr(float(mean[pattern, at])), repr(math.sqrt(covariance[pattern, at, pattern, at])))
        for one, other in ((one, other) for other in range(len(labels)) for one in range(other)):
            by = np.zeros(mean.shape)
            by[:, one], by[:, other] = 1 / len(mean), -1 / len(mean)
            print("difference", one, other, repr(float((by * mean).sum())), repr(math.sqrt(np.tensordot(np.tensordot(by, covariance), by))))
        draws = rng.multivariate_normal(mean.ravel(), covariance.reshape(mean.size, -1), 400_000, method="eigh").reshape(-1, *mean.shape)
        for at in range(len(labels)):
            distance = np.abs(draws[:, :, at] - 0.5)
            nearest, near = np.bincount(distance.argmin(1), minlength=len(mean)) / len(draws), (distance <= 0.02).mean(0)
            print("nearest", at, *(f"{it:.6f}" for it in nearest))
            print("near", at, *(f"{it:.6f}" for it in near))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--table", type=Path, help="balance.csv of `pasang balance --out`")
    parser.add_argument("--unseen", type=Path, metavar="FOLDER", help="results of another crew")
    parser.add_argument("--columns", nargs=2, metavar=("FOLDER", "CLASS"), help="results of another crew of a class")
    for name in ("validate", "simulate", "cases", "opening-cases"):
        parser.add_argument(f"--{name}", action="store_true")
    given = parser.parse_args()
    if given.cases:
        return cases()
    if given.opening_cases:
        return opening_cases()
    if given.simulate:
        lines = [line for number, world in enumerate(WORLDS) for line in simulated(world, 60, np.random.default_rng(number))]
        return table(["<world", "<statement", "covered %", "means covered %", "told of 245", "expected %", "true %", "SE"], lines)
    if not given.folders:
        parser.error("name results folders")
    if given.columns:
        lines = columns(given.folders, Path(given.columns[0]), given.columns[1])
        return table(["<rules", "told %", "its games %", "expected %", "SD"], [[rules, *map(percent, shares)] for rules, *shares in lines])
    data = Data(given.folders)
    if given.validate:
        validate(data)
    elif given.unseen:
        unseen(data, given.unseen)
    else:
        show(data, rows(given.table) if given.table else [])


if __name__ == "__main__":
    main()
