#!/usr/bin/env python3
"""Lets two versions of the program play each other: `crates/workshop/match.py COMMIT [--rules NAME]..`

Builds the older commit and the working tree, seats the bots of both as engines (docs/protocol.md) of one experiment, in both
seats and with all pairs of first moves, and has `pasang run` play it: its summary has the Elo of the new bot over the old one,
with its interval. Below stands the processor time of both. Searches of one version may cost more than those of another:
where the times differ, change `--new-bot` and play again.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ROOT / "target/versions"
# What bash says of the time of its children goes into a file, once the engine has left.
ENGINE = '"$0" engine; times >> "$1"'


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
    typed = parser.parse_args()
    is_program = Path(typed.commit).is_file()
    programs = {"old": Path(typed.commit).resolve(), "new": ROOT / "target/release/pasang"} if is_program else built(typed.commit)
    with tempfile.TemporaryDirectory() as folder:
        asked = {"seed": typed.seed, "games": typed.games, "openings": "all", "swap": True, "setups": [typed.setup],
                 "rules": [typed.rules], "bots": [["engine:new", "engine:old"]]}
        lines = [f"{key} = {json.dumps(value)}" for key, value in asked.items()]
        for name, bot in (("new", typed.new_bot), ("old", typed.old_bot)):
            command = ["bash", "-c", ENGINE, str(programs[name]), str(Path(folder) / name)]
            lines += [f"[engine.{name}]", f"command = {json.dumps(command)}", f"options = {{ bot = {json.dumps(bot)} }}"]
        experiment = Path(folder) / "match.toml"
        experiment.write_text("\n".join(lines) + "\n")
        run(programs["new"], "run", experiment, "--out", Path(folder) / "out", "--threads", typed.threads)
        spent = {name: sum(seconds(line) for line in (Path(folder) / name).read_text().splitlines()[1::2]) for name in programs}
        print(f"seconds: new {typed.new_bot} {spent['new']:.1f}, old {typed.old_bot} {spent['old']:.1f}, "
              f"new by old {spent['new'] / spent['old']:.3f}")


if __name__ == "__main__":
    main()
