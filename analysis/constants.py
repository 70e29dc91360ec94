"""Every constant of the balance models, estimated from kept folders, beside the program's.

    python3 analysis/constants.py

Classes come from the folders of all classes under slide and jump, deviations of toggles and the loading of replies from all folders
of the known patterns, pairs from the former again, as means over rule sets (`joint.py`). What tells bots apart comes from the folders that
keep counts by member. A part that bots have on all patterns comes from the mean squares between bots (mean of the posterior from a flat
prior, interval of its quantiles), of scores less the mean of their pair of first moves.
"""

import math
from itertools import combinations
from pathlib import Path
from statistics import fmean, variance

import numpy as np

import crew
from figures import counts, pair_counts, table
from joint import COMMON, EFFECT, GAME, INTERACTION, LOADINGS, NEW, PAIR, PAIRS, SINGLE, TOGGLES, CLASSES, Data, opening_components, reml

RESULTS = Path(__file__).resolve().parents[1] / "experiments/results"
STRENGTHS = ["levels", "quick", "club", "strong", "master", "master-jump"]
RULES = ["quick-emas", "club-emas", "strong-emas", "reply-middle", "reply-other", "reply-rotated", "toggles"]
# The least own variance of pairs: where they are few games, no estimate is told from 0.
LEAST_PAIR = 0.0005


def folders(names):
    return [RESULTS / f"balance-{name}" for name in names]


# Folders whose games are counted by member.
MEMBERS = [*folders(("quick", "club")), RESULTS / "openings-strong"]


def from_tables():
    """Rows (constant, estimate, standard error or none, the program's) that kept tables tell."""
    found = []
    add = lambda *row: found.append(row)
    data, wide = Data(folders(STRENGTHS)), Data(folders(STRENGTHS + RULES))
    (classes, _, jump, _), theta, errors, names, *_ = reml(data, data.patterns)
    for name, error in zip(names, errors):
        add(f"loading: {name}", classes[name][0], error, CLASSES[name][0])
    for name, error in (("beginner", errors[len(names)]), ("others", errors[len(names) + 1])):
        told = {CLASSES[it][1] for it in names if (it == "beginner") == (name == "beginner")}
        add(f"own: {name}", classes[name if name == "beginner" else "club"][1], error, told.pop() if len(told) == 1 else math.nan)
    add("loading: jump", jump, errors[-1], LOADINGS["jump"])
    # Masters came later, and are few games.
    known = [classes[name][0] for name in names if name != "master"]
    add("loading: any other", fmean(known), None, NEW[0])
    add("own: any other", classes["beginner"][1] + variance(known), None, NEW[1])
    (_, deviations, _, reply), _, errors, names, groups, has = reml(wide, wide.patterns)
    for group, error in zip(groups, errors[len(names) + 2:]):
        told = {TOGGLES[name] for name in group}
        add(f"deviation: {', '.join(group)}", deviations[group[0]], error, told.pop() if len(told) == 1 else math.nan)
    add("loading: reply", reply, errors[-1], LOADINGS["any-other"])
    pairs, by_rules = {}, {}
    for rules, name, scale, own, effect, pair in opening_components(folders(STRENGTHS)):
        pairs.setdefault(name, []).append((scale, own))
        by_rules[rules] = effect, pair
    for name, of in pairs.items():
        scale, own = np.mean(of, 0)
        add(f"amplification: {name}", scale, None, PAIRS[name][0])
        add(f"own of pairs: {name}", max(own, LEAST_PAIR), None, PAIRS[name][1])
    for at, (name, told) in enumerate((("effect", EFFECT), ("pair", PAIR))):
        add(f"variance: {name}", fmean(it[at] for it in by_rules.values()), None, told)
    return found


def members(folder):
    """Mean scores by rule set, pattern and bot, less the means of their pairs of first moves; and the numbers of games. None where counts
    are kept without players."""
    means, sums = {(row["cell"], row["first"], row["second"]): row["score"] / row["games"] for row in pair_counts(folder)}, {}
    for row in counts(folder):
        if row["player"] != "all":
            of = sums.setdefault((row["rules"], row["setup"], int(row["player"].split()[0])), [0.0, 0])
            mean = means[row["cell"], row["first"], row["second"]]
            of[0], of[1] = of[0] + row["score"] - row["games"] * mean, of[1] + row["games"]
    setups, bots = (sorted({key[at] for key in sums}) for at in (1, 2))
    for rules in dict.fromkeys(key[0] for key in sums):
        keys = [[(rules, setup, bot) for bot in bots] for setup in setups]
        full = [of for of in keys if all(key in sums for key in of)]
        yield rules, np.array([[sums[key][0] / sums[key][1] for key in of] for of in full]), sum(sums[key][1] for of in full for key in of)


def centred(means):
    return means - means.mean(0) - means.mean(1)[:, None] + means.mean()


def common_part(found):
    """Posterior mean and 95 % interval of the variance that bots have on all patterns, from a flat prior: given it, the mean square
    between bots over P patterns is P times it and the mean square of bots by patterns, times a chi square over its degrees."""
    at = np.linspace(0, 0.002, 20001)
    log = np.zeros(len(at))
    for means in found:
        patterns, bots = means.shape
        rest = (centred(means) ** 2).sum() / ((patterns - 1) * (bots - 1))
        between, expected = patterns * means.mean(0).var(ddof=1), patterns * at + rest
        log -= (bots - 1) / 2 * (np.log(expected) + between / expected)
    weight = np.exp(log - log.max())
    total = weight.cumsum() / weight.sum()
    return (weight @ at) / weight.sum(), *(at[np.searchsorted(total, level)] for level in (0.025, 0.975))


def shared_part(pairs):
    """Covariances of bots under two rule sets: of what they have on all patterns, and on one. Each is the mean over folders, weighted
    by its precision if there is none, with the standard error of that."""
    found = []
    for one, other in pairs:
        patterns, bots = one.shape
        of_means, of_patterns = (bots - 1), (patterns - 1) * (bots - 1)
        rest = [(centred(it) ** 2).sum() / of_patterns for it in (one, other)]
        both = (centred(one) * centred(other)).sum() / of_patterns
        of_bots = np.cov(one.mean(0), other.mean(0))
        found.append([(of_bots[0, 1] - both / patterns, of_bots[0, 0] * of_bots[1, 1] / of_means), (both, rest[0] * rest[1] / of_patterns)])
    for at in (0, 1):
        weights = np.array([1 / it[at][1] for it in found])
        yield weights @ [it[at][0] for it in found] / weights.sum(), weights.sum() ** -0.5


def from_members():
    """Prints what games by member tell."""
    found, pairs, lines = [], [], []
    for folder in MEMBERS:
        of_folder = [(rules, means, games) for rules, means, games in members(folder) if len(means) > 1]
        for rules, means, games in of_folder:
            lines.append([folder.name, rules, *means.shape, games, "{:.6f} ({:.6f} to {:.6f})".format(*common_part([means]))])
        found += [means for _, means, _ in of_folder]
        pairs += combinations([means for _, means, _ in of_folder if len(means) == len(of_folder[0][1])], 2)
    lines.append(["all", "", "", "", "", "{:.6f} ({:.6f} to {:.6f})".format(*common_part(found))])
    table(["<class", "<rules", "patterns", "bots", "games", "common to all patterns (95 % CI)"], lines)
    print(f"The program takes {COMMON}, raised from {common_part(found)[0]:.6f} as `bot` is from .0003.")
    for what, (at, error) in zip(("on all patterns", "on one pattern"), shared_part(pairs)):
        print(f"Covariance of a bot's parts under two rule sets, {what}: {at:.6f} (SE {error:.6f})")
    for folder in MEMBERS:
        patterns = list(crew.patterns_of(folder))
        for rules in dict.fromkeys(pattern[1] for pattern in patterns):
            group = [pattern for pattern in patterns if pattern[1] == rules]
            told = " ".join(f"{it:.5f}" for it in crew.components_of(group))
            print(f"{folder.name}, {rules}: column, pair, interaction, game, bot {told}; bots on pairs {crew.between_bots(group):.5f}")
    print("The program:", *crew.TYPICAL, "; bots on pairs", INTERACTION, "games", GAME, "of kind", SINGLE["OF_KIND"])


def main():
    lines = [[name, f"{at:.6f}", f"{error:.6f}" if error else "", f"{told:g}"] for name, at, error, told in from_tables()]
    table(["<constant", "estimate", "SE", "the program's"], lines)
    from_members()


if __name__ == "__main__":
    main()
