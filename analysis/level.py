#!/usr/bin/env python3
"""How well does `pasang level` find the level of bots of known strength, from three games each?

    analysis/level.py [PROGRAM [SETS]]      default: target/release/pasang, 12 sets a bot

The bots are those of `experiments/ladder-levels.toml`, whose Elo above `random` is taken from the kept
games; the games are new ones, on patterns that the ladder does not play, of a bot against itself. Both
sides of three games make an estimate. Prints, for each bot and in all, the mean error, the root mean
square error, and how many 95 % intervals hold the true level.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/pasang"
SETS = int(sys.argv[2]) if len(sys.argv) > 2 else 12
SETUPS = ["catalogue-02", "catalogue-12", "catalogue-25"]
LADDER = pathlib.Path(__file__).parent.parent / "experiments/results/ladder-levels"


def pasang(*words, text=None):
    return subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, check=True).stdout


def errors(bot, elo, folder):
    """The errors of all estimates, and how many intervals hold the truth."""
    out = f"{folder}/{bot.replace(':', '-')}"
    setups = [word for setup in SETUPS for word in ("--setup", setup)]
    games = -(-SETS // len(SETUPS)) * 3
    pasang("run", *setups, "--bots", bot, "--rules", "brunei-slide", "--games", str(games), "--seed", "77", "--out", out)
    found, held = [], 0
    for number in range(SETS):
        text = pasang("export", out, f"{3 * number}-{3 * number + 2}")
        [player] = json.loads(pasang("level", "-", "--json", text=text))
        level = player["level"]
        found.append(level["elo"] - elo)
        held += (level["low"] or 0) <= elo <= (level["high"] or 1e9)
    return found, held


def rms(values):
    return (sum(value * value for value in values) / len(values)) ** 0.5


def main():
    ratings = json.loads(pasang("match", str(LADDER), "--json"))["bots"]
    bottom = next(bot["elo"] for bot in ratings if bot["bot"] == "random")
    every, held_by_all, estimates = [], 0, 0
    print(f"{'bot':30}  Elo  mean error  rms error  95 % CI holds")
    with tempfile.TemporaryDirectory() as folder:
        for rating in sorted(ratings, key=lambda bot: bot["elo"]):
            bot, elo = rating["bot"], rating["elo"] - bottom
            if bot in ("random", "greedy"):
                continue
            found, held = errors(bot, elo, folder)
            print(f"{bot:30} {elo:4.0f} {sum(found) / len(found):+11.0f} {rms(found):10.0f} {held:8} of {len(found)}", flush=True)
            every += found
            held_by_all += held
            estimates += len(found)
    print(f"{'all':30}      {sum(every) / len(every):+11.0f} {rms(every):10.0f} {100 * held_by_all / estimates:8.1f} %")


if __name__ == "__main__":
    main()
