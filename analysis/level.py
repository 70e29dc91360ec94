#!/usr/bin/env python3
"""How well does `pasang level` find the level of bots of known strength?

    analysis/level.py [PROGRAM [BOT..]]     default: target/release/pasang, eleven bots

The bots are of `experiments/ladder-levels.toml`, whose Elo above `random` is taken from the kept games; the games are new ones,
of a bot against itself, one on each of the 35 patterns, with three openings in turn. Both sides of a game make an
estimate; games with too few moves are left out. Prints by bot and by pattern the mean error, the root mean square error, and
how many 95 % intervals hold the true level.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from figures import percent, rounded, table

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/pasang"
BOTS = sys.argv[2:] or ["slip:precision=0.2", "slip:precision=0.4", "slip:precision=1", "slip:precision=2,nodes=400", "search:nodes=30",
                        "search:nodes=100", "search:nodes=250", "search:nodes=1000", "mcts:playouts=40", "mcts:playouts=160", "mcts:playouts=640"]
LADDER = pathlib.Path(__file__).parent.parent / "experiments/results/ladder-levels"
PATTERNS, OPENINGS, SEED = 35, 3, 4711


def pasang(*words, text=None):
    return subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, check=True).stdout


def errors(bot, elo, folder):
    """Error of the estimate on each pattern, and whether its interval holds the truth."""
    out = f"{folder}/{bot.replace(':', '-')}"
    pasang("run", "--setup", "catalogue-distinct", "--bots", bot, "--rules", "brunei-slide", "--games", str(OPENINGS), "--seed", str(SEED), "--out", out)
    found = {}
    for place in range(PATTERNS):
        # Games take turns over the patterns, and each round has another opening.
        text = pasang("export", out, str(place + PATTERNS * (place % OPENINGS)))
        [name] = [line.split()[1] for line in text.splitlines() if line.startswith("setup:")]
        [player] = json.loads(pasang("level", "-", "--json", text=text))
        level = player["level"]
        if not level["too_few"]:
            found[name] = level["elo"] - elo, (level["low"] or 0) <= elo <= (level["high"] or 1e9)
    return found


def line(name, elo, found):
    off, held = zip(*found)
    rms = (sum(it * it for it in off) / len(off)) ** 0.5
    return [name, elo, rounded(sum(off) / len(off), 0, "+"), rounded(rms, 0), f"{sum(held)} of {len(held)}", percent(sum(held) / len(held))]


def main():
    ratings = {it["bot"]: it["elo"] for it in json.loads(pasang("match", str(LADDER), "--json"))["bots"]}
    by_bot, by_pattern = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for bot in BOTS:
            by_bot[bot] = errors(bot, ratings[bot] - ratings["random"], folder)
            for name, found in by_bot[bot].items():
                by_pattern.setdefault(name, []).append(found)
    head = ["Elo", "mean error", "rms error", "95 % CI holds", "%"]
    lines = [line(bot, rounded(ratings[bot] - ratings["random"], 0), found.values()) for bot, found in by_bot.items()]
    every = line("all", "", [it for found in by_bot.values() for it in found.values()])
    table(["<bot", *head], [*lines, every])
    print()
    table(["<pattern", *head], [line(name, "", found) for name, found in sorted(by_pattern.items())])


if __name__ == "__main__":
    main()
