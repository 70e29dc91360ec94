"""Reads bots and patterns from results folders, for the scripts of this folder.

It reads `experiment.toml`, `openings.csv` and `cells.csv` of finished folders. A *rung* is one bot that plays itself under one rule
set, over some patterns. Patterns are identified by their stones and rule sets by their toggles, whatever their names. A bot
that plays one rule set in several folders is a rung in each. Rungs of one rule set are ordered by their Elo (elo.py) where
all have one, else as the folders are given.

A pattern's *true* score at a rung is the expected score. The observed score has a sampling variance that the games estimate.
Where the openings are fixed (stratified sampling), each opening counts alike and only the variance within openings counts: with
s_j^2 the variance of the n_j games of opening j, of K, the variance of the score is sum s_j^2 / n_j / K^2. That takes two
games of each opening. Where bots choose their first moves the games are identically distributed: with q = (S + 1) / (n + 2)
for the score S in n games the variance is q (1 - q) / n, less a quarter of the share of draws, divided by n.
"""

import argparse
import sys
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean

from elo import contests, ladders
from figures import rows, wilson

# Fewer patterns do not estimate how patterns differ.
LEAST_PATTERNS = 10


@dataclass
class Pair:
    """Games of a pattern with the same opening; all games where bots chose it."""

    moves: tuple
    games: int
    wins: int
    draws: int

    @property
    def score(self):
        return (self.wins + self.draws / 2) / self.games

    @property
    def variance(self):
        """Variance of a single game; None with fewer than two games."""
        if self.games < 2:
            return None
        squares = self.wins + self.draws / 4
        return max((squares - self.games * self.score**2) / (self.games - 1), 0.0)


@dataclass
class Pattern:
    """Games of a pattern at one rung."""

    name: str
    pairs: list
    chosen: bool

    @cached_property
    def games(self):
        return sum(pair.games for pair in self.pairs)

    @cached_property
    def score(self):
        return fmean(pair.score for pair in self.pairs)

    @cached_property
    def variance(self):
        """Sampling variance of the score; None where it cannot be estimated."""
        if self.chosen:
            return self.variance_of_a_game / self.games if self.games > 1 else None
        if any(pair.games < 2 for pair in self.pairs):
            return None
        return sum(pair.variance / pair.games for pair in self.pairs) / len(self.pairs) ** 2

    @property
    def variance_at_most(self):
        """Sampling variance if it can be estimated, else an upper bound."""
        if (known := self.variance) is not None:
            return known
        return self.variance_of_a_game * sum(1 / pair.games for pair in self.pairs) / len(self.pairs) ** 2

    @property
    def variance_of_a_game(self):
        """Variance of a single game, for identically distributed games."""
        scored = sum(pair.wins + pair.draws / 2 for pair in self.pairs)
        q = (scored + 1) / (self.games + 2)
        return max(q * (1 - q) - sum(pair.draws for pair in self.pairs) / 4 / self.games, 0.0)

    def interval(self, alpha):
        """Wilson's interval of the first player's score at level 1 - `alpha`."""
        scored = sum(pair.wins + pair.draws / 2 for pair in self.pairs)
        return wilson(scored / self.games, self.games, alpha)


@dataclass
class Rung:
    rules: str
    bots: str
    folder: str
    seed: int
    # True if the rule sets of the folder share random numbers.
    shared: bool
    openings: str
    elo: float | None = None
    # Half width of its 95 % interval, and the rule set under which it was measured.
    elo_half: float = 0.0
    elo_rules: str = ""
    # By their stones, in order.
    patterns: dict = field(default_factory=dict)

    @property
    def tells_chance(self):
        return all(pattern.variance is not None for pattern in self.patterns.values())


def read_folder(path, rule_names):
    """Rungs of a folder, and its ladder's rows; `rule_names` maps toggles to the names of rule sets."""
    experiment = tomllib.loads((path / "experiment.toml").read_text())
    # Of bots that met, directly or through others.
    ladder = [(contest.rules, step) for contest in contests(path) for step in ladders(contest.meetings)[0].steps]
    if "rounds" in experiment:
        print(f"{path} is left out: it has matches", file=sys.stderr)
        return [], ladder
    openings = experiment.get("openings", "as-chosen")
    openings = openings if isinstance(openings, str) else "given"
    names = {name: rule_names.setdefault(repr(sorted(rules.items())), name)
             for name, rules in experiment["rule"].items() if rules.get("players", 2) == 2}
    stones = {name: "/".join(setup["rows"]) for name, setup in experiment["setup"].items()}
    chosen = openings == "as-chosen"
    rungs = {}
    for row in rows(path / "openings.csv"):
        if "/" in row["bots"] or row["rules"] not in names:
            continue
        rung = rungs.get((row["rules"], row["bots"]))
        if rung is None:
            rung = Rung(names[row["rules"]], row["bots"], path.resolve().name, experiment["seed"],
                        experiment.get("common-random", False), openings)
            rungs[row["rules"], row["bots"]] = rung
        pattern = rung.patterns.setdefault(stones[row["setup"]], Pattern(row["setup"], [], chosen))
        games, wins, draws = int(row["games"]), int(row["wins_1"]), int(row["draws"])
        if chosen and pattern.pairs:
            [pair] = pattern.pairs
            pair.games, pair.wins, pair.draws = pair.games + games, pair.wins + wins, pair.draws + draws
        elif games > 0:
            pattern.pairs.append(Pair((row["first"], row["second"]), games, wins, draws))
    return list(rungs.values()), ladder


def read(folders, without=()):
    """Rungs of some folders by rule set, over the patterns that all rungs of the rule set have."""
    rungs, ladder, rule_names = [], [], {}
    for folder in folders:
        found, steps = read_folder(Path(folder), rule_names)
        for rung in found:
            same = [it for it in rungs if (it.rules, it.bots, it.seed) == (rung.rules, rung.bots, rung.seed)]
            if same:
                sys.exit(f"{same[0].folder} and {rung.folder} have the same seed, so they share the games of {rung.bots}")
        rungs += found
        ladder += steps
    for rung in rungs:
        # A ladder of another rule set is better than none.
        known = [(rules, step.elo) for rules, step in ladder if step.player == rung.bots and step.elo]
        known.sort(key=lambda it: it[0] != rung.rules)
        if known:
            rung.elo_rules, (rung.elo, rung.elo_half) = known[0]
    called = set()
    for rung in rungs:
        if (rung.rules, rung.bots) in called:
            rung.bots += f" in {rung.folder}"
        called.add((rung.rules, rung.bots))
    unknown = set(without) - {pattern.name for rung in rungs for pattern in rung.patterns.values()}
    if unknown:
        sys.exit(f"no such pattern: {', '.join(sorted(unknown))}")
    groups = {}
    for rung in rungs:
        groups.setdefault(rung.rules, []).append(rung)
    for group in groups.values():
        common = [key for key, pattern in group[0].patterns.items()
                  if pattern.name not in without and all(key in rung.patterns for rung in group)]
        for rung in group:
            rung.patterns = {key: rung.patterns[key] for key in common}
        if all(rung.elo is not None for rung in group):
            group.sort(key=lambda rung: rung.elo)
    return {rules: group for rules, group in groups.items() if len(group[0].patterns) >= LEAST_PATTERNS}


def pooled(group, bots):
    """Rungs of known sampling variance from one bot on, or from the first on."""
    names = [rung.bots for rung in group]
    start = names.index(bots) if bots in names else 0 if bots is None else len(group)
    return [rung for rung in group[start:] if rung.tells_chance]


def arguments(description, pooling=False):
    """Parser of folders, and of what to leave out of them."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders, taken together")
    parser.add_argument("--rules", action="append", help="use this rule set only; may be repeated")
    parser.add_argument("--without", action="append", default=[], metavar="SETUP", help="leave this pattern out; may be repeated")
    if pooling:
        parser.add_argument("--from", dest="start", metavar="BOT", help="use this bot and all stronger ones")
    return parser


def groups_of(arguments):
    """Rungs of the given folders, by rule set."""
    groups = read(arguments.folders, arguments.without)
    unknown = set(arguments.rules or ()) - set(groups)
    if unknown or not groups:
        sys.exit(f"these folders have {', '.join(groups) or 'no rule set'} with {LEAST_PATTERNS} patterns or more")
    if getattr(arguments, "start", None) and all(
            rung.bots != arguments.start for group in groups.values() for rung in group):
        sys.exit(f"no such bot: {arguments.start}")
    return {rules: group for rules, group in groups.items() if not arguments.rules or rules in arguments.rules}
