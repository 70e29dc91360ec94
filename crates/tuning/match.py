#!/usr/bin/env python3
"""Lets two versions of the program play each other: `crates/tuning/match.py COMMIT [--rules NAME]..`

Builds the older commit and the working tree, seats the bots of both as engines (docs/protocol.md) of one experiment, in both
seats and with all pairs of first moves, and has `pasang run` play it; analysis/elo.py says the Elo of the new bot over the old one,
with its interval. Below stands the processor time of both. Searches of one version may cost more than those of another:
with `--equal-time` the number in `--new-bot` is first made such, by short matches of other games, that both take as long.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ROOT / "target/versions"
# What bash says of the time of its children goes into a file, once the engine has left.
ENGINE = '"$0" engine; times >> "$1"'
# Times are equal when they differ by less than this share; so often the budget is changed at most.
CLOSE, TRIALS = 0.03, 5


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, cwd=ROOT, **options)


def built(commit):
    """The program of an older commit, and that of the working tree."""
    if not (VERSIONS / "old").exists():
        run("git", "worktree", "add", "--quiet", "--force", "--detach", VERSIONS / "old", commit)
    run("git", "-C", VERSIONS / "old", "checkout", "--quiet", "--force", "--detach", commit)
    manifest = VERSIONS / "old/Cargo.toml"
    run("cargo", "build", "--quiet", "--release", "--manifest-path", manifest, "--target-dir", VERSIONS / "build")
    run("cargo", "build", "--quiet", "--release", "-p", "pasang")
    return {"old": VERSIONS / "build/release/pasang", "new": ROOT / "target/release/pasang"}


def seconds(text):
    """User and system time, as bash writes them of itself and then of its children: `0m1.500s 0m0.020s`."""
    times = (time.rstrip("s").split("m") for time in text.split())
    return sum(60 * int(minutes) + float(rest) for minutes, rest in times)


def played(programs, bots, typed, **changes):
    """Has the bots play each other; the processor time of each, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        asked = {"seed": typed.seed, "games": typed.games, "openings": "all", "swap": True, "setups": [typed.setup],
                 "rules": [typed.rules], "bots": [["engine:new", "engine:old"]], **changes}
        lines = [f"{key} = {json.dumps(value)}" for key, value in asked.items()]
        for name, bot in bots.items():
            command = ["bash", "-c", ENGINE, str(programs[name]), str(Path(folder) / name)]
            lines += [f"[engine.{name}]", f"command = {json.dumps(command)}", f"options = {{ bot = {json.dumps(bot)} }}"]
        experiment = Path(folder) / "match.toml"
        experiment.write_text("\n".join(lines) + "\n")
        run(programs["new"], "run", "--engines", experiment, "--out", Path(folder) / "out", "--threads", typed.threads, stdout=subprocess.DEVNULL)
        if not changes:
            run(sys.executable, ROOT / "analysis/elo.py", Path(folder) / "out")
        return {name: sum(seconds(line) for line in (Path(folder) / name).read_text().splitlines()[1::2]) for name in programs}


def at_equal_time(programs, bots, typed):
    """The same bots, the new one with the budget at which it takes as long as the old one."""
    found = re.search(r"(?<=nodes=)\d+|(?<=playouts=)\d+", bots["new"])
    if not found:
        raise SystemExit("--equal-time: the new bot has no `nodes` or `playouts`")
    budget, begin, end = int(found[0]), found.start(), found.end()
    for trial in range(TRIALS):
        bots = bots | {"new": typed.new_bot[:begin] + str(budget) + typed.new_bot[end:]}
        spent = played(programs, bots, typed, games=max(typed.games // 10, 2), seed=typed.seed + 1 + trial)
        ratio = spent["old"] / spent["new"]
        print(f"new {bots['new']}: {spent['new']:.1f} s, old {spent['old']:.1f} s", flush=True)
        if abs(ratio - 1) < CLOSE:
            break
        budget = max(round(budget * ratio), 1)
    return bots | {"new": typed.new_bot[:begin] + str(budget) + typed.new_bot[end:]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("commit", help="the older version, or the file of its program")
    parser.add_argument("--rules", default="brunei-slide")
    parser.add_argument("--setup", default="catalogue-distinct", help="a name or a group")
    parser.add_argument("--old-bot", default="search:nodes=8000")
    parser.add_argument("--new-bot", default="search:nodes=8000")
    parser.add_argument("--games", type=int, default=60, help="of each pattern and seat; of `brunei-slide` 60 are all pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--equal-time", action="store_true", help="change the budget of the new bot until both take as long")
    typed = parser.parse_args()
    is_program = Path(typed.commit).is_file()
    programs = {"old": Path(typed.commit).resolve(), "new": ROOT / "target/release/pasang"} if is_program else built(typed.commit)
    bots = {"new": typed.new_bot, "old": typed.old_bot}
    if typed.equal_time:
        bots = at_equal_time(programs, bots, typed)
    spent = played(programs, bots, typed)
    print(f"seconds: new {bots['new']} {spent['new']:.1f}, old {bots['old']} {spent['old']:.1f}, "
          f"new by old {spent['new'] / spent['old']:.3f}")


if __name__ == "__main__":
    main()
