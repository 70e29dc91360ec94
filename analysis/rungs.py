"""What the scripts of this folder share: bots and patterns read from results folders.

Read are `experiment.toml`, `openings.csv` and `cells.csv` of finished folders. A *rung* is one
bot that plays itself under one rule set, over some patterns. A pattern is the same where its stones are, a rule set
where its toggles are, whatever they are called. A bot that plays one rule set in several folders is a rung in each.
Rungs of one rule set are ordered by their Elo (elo.py) where it is known of all, else as the folders are given.

A pattern's *true* score at a rung is what endlessly many games would come to. The score that was seen lies around it
by chance, with a variance that the games tell. Where pairs of first moves are given, each pair counts alike and
chance works within pairs only: with s_j^2 the variance of the n_j games of pair j, of K, the variance of the score is
sum s_j^2 / n_j / K^2. That takes two games of each pair. Where bots choose their first moves all games are alike: with
q = (S + 1) / (n + 2) for the score S in n games it is q (1 - q) / n, less a quarter of the share of draws, by n.
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

# Fewer patterns say nothing of how patterns differ.
LEAST_PATTERNS = 10


@dataclass
class Pair:
    """The games of a pattern that began with the same two moves; all of them where bots chose these."""

    moves: tuple
    games: int
    wins: int
    draws: int

    @property
    def score(self):
        return (self.wins + self.draws / 2) / self.games

    @property
    def variance(self):
        """Of a single game; nothing of fewer than two."""
        if self.games < 2:
            return None
        squares = self.wins + self.draws / 4
        return max((squares - self.games * self.score**2) / (self.games - 1), 0.0)


@dataclass
class Pattern:
    """A pattern's games at one rung."""

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
        """Of the score, by chance; nothing where it cannot be known."""
        if self.chosen:
            return self.variance_of_a_game / self.games if self.games > 1 else None
        if any(pair.games < 2 for pair in self.pairs):
            return None
        return sum(pair.variance / pair.games for pair in self.pairs) / len(self.pairs) ** 2

    @property
    def variance_at_most(self):
        """The variance where it is known, or else what it is at most."""
        if (known := self.variance) is not None:
            return known
        return self.variance_of_a_game * sum(1 / pair.games for pair in self.pairs) / len(self.pairs) ** 2

    @property
    def variance_of_a_game(self):
        """All games being alike."""
        scored = sum(pair.wins + pair.draws / 2 for pair in self.pairs)
        q = (scored + 1) / (self.games + 2)
        return max(q * (1 - q) - sum(pair.draws for pair in self.pairs) / 4 / self.games, 0.0)

    def interval(self, alpha):
        """Wilson's interval of the first player's score, which misses with the chance `alpha`."""
        scored = sum(pair.wins + pair.draws / 2 for pair in self.pairs)
        return wilson(scored / self.games, self.games, alpha)


@dataclass
class Rung:
    rules: str
    bots: str
    folder: str
    seed: int
    # Whether the rule sets of the folder share random numbers.
    shared: bool
    openings: str
    elo: float | None = None
    # How far it may be off, at 95 %, and under which rule set it was measured.
    elo_half: float = 0.0
    elo_rules: str = ""
    # By their stones, in order.
    patterns: dict = field(default_factory=dict)

    @property
    def tells_chance(self):
        return all(pattern.variance is not None for pattern in self.patterns.values())


def read_folder(path, rule_names):
    """The rungs of a folder, and its ladder's rows; `rule_names` has what rule sets are called by their toggles."""
    experiment = tomllib.loads((path / "experiment.toml").read_text())
    # Of bots that met, directly or by way of others.
    ladder = [(contest.rules, step) for contest in contests(path) for step in ladders(contest.meetings)[0].steps]
    if "rounds" in experiment or "find" in experiment or "choice" in experiment:
        print(f"{path} is left out: it has matches, or results decided how many games there are", file=sys.stderr)
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
    """The rungs of some folders by rule set, over the patterns that all rungs of the rule set have."""
    rungs, ladder, rule_names = [], [], {}
    for folder in folders:
        found, steps = read_folder(Path(folder), rule_names)
        for rung in found:
            same = [it for it in rungs if (it.rules, it.bots, it.seed) == (rung.rules, rung.bots, rung.seed)]
            if same:
                sys.exit(f"{same[0].folder} and {rung.folder} have one seed, so their games of {rung.bots} are the same")
        rungs += found
        ladder += steps
    for rung in rungs:
        # A ladder of another rule set says more than none.
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
    """The rungs from one bot on that know chance; from the first on where none is named."""
    names = [rung.bots for rung in group]
    start = names.index(bots) if bots in names else 0 if bots is None else len(group)
    return [rung for rung in group[start:] if rung.tells_chance]


def arguments(description, pooling=False):
    """What was typed: folders, and what to leave out of them."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders, taken together")
    parser.add_argument("--rules", action="append", help="say it of this rule set only; may be repeated")
    parser.add_argument("--without", action="append", default=[], metavar="SETUP", help="leave this pattern out")
    if pooling:
        parser.add_argument("--from", dest="start", metavar="BOT", help="of this bot and all stronger ones")
    return parser


def groups_of(arguments):
    """The rungs that were asked for, by rule set."""
    groups = read(arguments.folders, arguments.without)
    unknown = set(arguments.rules or ()) - set(groups)
    if unknown or not groups:
        sys.exit(f"these folders have {', '.join(groups) or 'no rule set'} with {LEAST_PATTERNS} patterns or more")
    if getattr(arguments, "start", None) and all(
            rung.bots != arguments.start for group in groups.values() for rung in group):
        sys.exit(f"no such bot: {arguments.start}")
    return {rules: group for rules, group in groups.items() if not arguments.rules or rules in arguments.rules}
