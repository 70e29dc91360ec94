"""Measures of how games play: a second implementation of `pasang profile`, and the simulated coverage of its intervals.

    pasang profile FOLDER --each EACH.jsonl
    python3 analysis/profile.py check PROGRAM FOLDER EACH.jsonl [GAMES]
    python3 analysis/profile.py coverage EACH.jsonl..
    python3 analysis/profile.py compare FOLDER.. [--measures plies,stuck]

`check` replays games and computes every measure anew from their positions, from the chances to win that EACH.jsonl lists for
each ply, and from the moves that it lists as compared. The legal moves of Brunei's game come from the rules of
crates/exact/proofs/check.py, which share no code with the program; those of Bell's from `pasang moves`. Definitions: docs/statistics.md.

`coverage` takes the games of several files (the same experiment with other seeds) as a population, draws samples of the
design from it, two games of each pair of first moves, with replacement, and counts how often the interval has the
population's mean. The samples are the same every time.

`compare` reads the kept profile.csv of folders with the same patterns and prints the means over patterns, by bots and rule set.
An asterisk marks a difference from the first rule set whose interval excludes zero jointly with those of all measures, rules and
bots (from the intervals of both means, Zou and Donner 2008; wider by the normal quantiles).
"""

import json
import math
import random
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import NormalDist, fmean, pvariance, variance

from figures import percent, rounded, rows, student, table, wilson

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "crates/exact/proofs"))
from check import Game  # noqa: E402

EVENTS = ["stuck", "leader_loses"]
NAMES = ["plies", "legal_moves", "decision_moves", "score_lead_changes", "stuck", "leader_loses", "coverage", "lead_change",
         "drama", "drama_max", "turning_point", "decided", "decisiveness", "stability", "good_moves", "clarity_narrowness",
         "agency"]


def lines_of(each):
    return [json.loads(line) for line in Path(each).read_text().splitlines()]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def legal_counts(program, game, rules):
    """The number of legal moves before each move."""
    positions, moves = game["positions"], [step["move"] for step in game["positions"][1:]]
    if rules["game"] == "bell":
        text = "\n".join(step["position"] for step in positions[:-1])
        listed = subprocess.run([program, "moves", "--json", "--position", "-"], input=text, check=True, capture_output=True, text=True)
        return [len(json.loads(line)["moves"]) for line in listed.stdout.splitlines()]
    board = positions[0]["rows"][::-1]
    colours = {"b": "black", "w": "white"}
    stones = {(x, y): colours[sign] for y, row in enumerate(board) for x, sign in enumerate(row) if sign in colours}
    own = Game(len(board), rules)
    position, counts = (stones, (None, None), (0, 0), 0, (), None), []
    for move in moves:
        legal = own.moves(position)
        counts.append(len(legal))
        position = legal[move]
    return counts


def landings(move):
    """The points on which a piece lands: `b4-c4xn3` on c4, a chain `a1-c1-c3` of hops on each but the first."""
    path = move.split("x")[0].split("-") if "-" in move else []
    return path[1:]


def of_moves(game, counts):
    steps = game["positions"]
    plies = len(steps) - 1
    ahead = [(one > two) - (one < two) for one, two in (step["scores"] for step in steps)]
    leads = [sign for sign in ahead if sign]
    winner = {"first": 1, "second": -1}.get(game["winner"], 0)
    visited = {point for step in steps[1:] for point in landings(step["move"])}
    side = len(steps[0]["rows"])
    return [plies, sum(counts) / plies, sum(count > 1 for count in counts) / plies,
            sum(one != two for one, two in zip(leads, leads[1:])), float(game["ending"] == "stuck"),
            float(ahead[-1] * winner == -1), len(visited) / (side * side)]


def of_curve(first, winner):
    """The measures of the first player's chances before each move."""
    plies = len(first)
    favourites = [{0} if chance > 0.5 else {1} if chance < 0.5 else {0, 1} for chance in first]
    both = [(chance, 1 - chance) for chance in first]
    winners = {"first": [0], "second": [1]}.get(winner, [0, 1])
    behind = [sum(max(pair) - pair[seat] for seat in winners) / len(winners) for pair in both]
    losers = [pair[seat] for pair in both for seat in (0, 1) if seat not in winners]
    passed = [ply for ply, pair in enumerate(both) if any(pair[seat] > max(losers, default=-1) for seat in winners)]

    def settled(is_so):
        if len(winners) == 2:
            return 1.0
        return max((ply + 1 for ply, pair in enumerate(both) if not is_so(pair[winners[0]])), default=0) / plies

    changes = sum(one != two for one, two in zip([set(), *favourites], favourites))
    return [changes / plies, sum(behind) / plies, max(behind), settled(lambda chance: chance > 0.5),
            settled(lambda chance: chance >= 0.9), (passed[0] if passed else plies) / plies,
            sum(pvariance(seat) for seat in zip(*both))]


def of_choices(compared):
    """The measures of the plies at which all moves are compared: chance and hundredths of a point of each."""
    found = []
    for moves in compared:
        chances, points = [chance for chance, _ in moves], [point for _, point in moves]
        mean = fmean(chances)
        bar = mean + 0.75 * (max(chances) - mean)
        found.append((sum(max(points) - point <= 100 for point in points), sum(it > bar for it in chances) / len(moves),
                      max(chances) - mean))
    return [fmean(column) for column in zip(*found)] if found else [0.0] * 3


def check(program, folder, each, most=200):
    rules = tomllib.loads((Path(folder) / "experiment.toml").read_text())["rule"]
    wrong = seen = 0
    for row in lines_of(each)[:int(most)]:
        game = json.loads(output(program, "replay", folder, str(row["game"]), "--json"))
        values = of_moves(game, legal_counts(program, game, rules[game["rules"]]))
        if row["chances"]:
            values += of_curve([chance / 1000 for chance in row["chances"]], game["winner"])
            values += of_choices([[(chance / 1000, points) for chance, points in moves] for _, moves in row["compared"]])
        seen += 1
        for name, value in zip(NAMES, values):
            # Sums in another order.
            if abs(row["values"][name] - value) > 1e-9:
                wrong += 1
                print(f"game {row['game']}: {name} is {row['values'][name]}, and {value} here")
    print(f"{seen} games, {wrong} values differ")
    return wrong == 0


def interval(strata, is_event):
    """The interval of a stratified mean, as src/answer/interval.rs makes it."""
    parts = [variance(stratum) / len(stratum) for stratum in strata]
    total = sum(parts)
    mean, count = fmean(fmean(stratum) for stratum in strata), len(strata)
    games = sum(map(len, strata))
    spread = total / count**2
    if is_event:
        return wilson(mean, min(mean * (1 - mean) / spread, 2 * games) if spread else games, 0.05)
    degrees = total**2 / sum(part**2 / (len(stratum) - 1) for part, stratum in zip(parts, strata)) if total else 1
    half = student(max(int(degrees), 1), steps=200) * math.sqrt(spread)
    return mean - half, mean + half


def coverage(files, pairs=60, samples=2000):
    population = [row for file in files for row in lines_of(file)]
    draw, lines = random.Random(1), []
    for name in NAMES:
        strata = [[] for _ in range(pairs)]
        for row in population:
            if name in row["values"]:
                strata[row["index"] % pairs].append(row["values"][name])
        truth = fmean(fmean(stratum) for stratum in strata)
        each = 8 if NAMES.index(name) < 7 else 2
        hits = 0
        for _ in range(samples):
            low, high = interval([draw.choices(stratum, k=each) for stratum in strata], name in EVENTS)
            hits += low <= truth <= high
        lines.append([name, sum(map(len, strata)), f"{truth:.4f}", f"{100 * hits / samples:.1f}"])
    table(["<measure", "games", "mean", "coverage %"], lines)


def compare(folders, measures):
    groups = {}
    for row in (row for folder in folders for row in rows(Path(folder) / "profile.csv")):
        if row["measure"] in measures:
            groups.setdefault((row["bots"], row["rules"]), {}).setdefault(row["measure"], []).append(row)
    normal, bots = NormalDist().inv_cdf, {bots for bots, _ in groups}
    wider = normal(1 - 0.025 / (len(NAMES) * max(len(groups) - len(bots), 1))) / normal(0.975)

    def pooled(found):
        """Mean over patterns, and the squared distances to the ends of its interval."""
        means = [float(row["mean"]) for row in found]
        ends = [[(float(row[f"mean_{end}"] or row["mean"]) - float(row["mean"])) ** 2 for row in found] for end in ("low", "high")]
        return fmean(means), *(sum(end) / len(means) ** 2 for end in ends)

    lines, first = [], {}
    for (bots, rules), found in sorted(groups.items(), key=lambda it: it[0][0]):
        line = [bots, rules]
        for name in measures:
            mean, low, high = pooled(found[name])
            base = first.setdefault((bots, name), (mean, low, high))
            by = mean - base[0]
            error = wider * math.sqrt((low + base[2]) if by > 0 else (high + base[1]))
            share = name not in ("plies", "legal_moves", "score_lead_changes", "good_moves")
            text = percent(mean) if share else rounded(mean, 2)
            line.append(text + ("*" if abs(by) > error else " "))
        lines.append(line)
    table(["<bots", "<rules", *measures], lines)


def main(args):
    if args[:1] == ["check"] and len(args) in (4, 5):
        return 0 if check(*args[1:]) else 1
    if args[:1] == ["compare"] and len(args) > 1:
        named = args.index("--measures") if "--measures" in args else len(args)
        compare(args[1:named], args[named + 1].split(",") if named < len(args) else NAMES)
        return 0
    if args[:1] == ["coverage"] and len(args) > 1:
        coverage(args[1:])
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
