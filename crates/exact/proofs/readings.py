#!/usr/bin/env python3
"""Evaluates every opening of the 35 patterns under slide by a strong search, into readings.csv, after
`cargo build --release` (ten minutes of one core). With `--check` it repeats a few openings, and exits with 1 if the
file differs.

A value is from the first player's view: points, or a stuck ending that the search expects. It proves nothing, but shows where to look.
"""
import csv
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent
PASANG = FOLDER.resolve().parents[2] / "target/release/pasang"
POSITIONS = 1000000
RULES = "brunei-slide"
HEAD = ["setup", "first", "second", "value"]


class Engine:
    """`pasang engine` (docs/protocol.md)."""

    def __init__(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([PASANG, "engine"], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.say(f"set bot search:nodes={POSITIONS}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def answer(self, line):
        self.say(line)
        return self.process.stdout.readline().rstrip("\n")

    def replies(self, setup, first):
        self.say(f"position rules {RULES} setup {setup} moves {first}")
        return self.answer("state").split(" moves ")[1].split()

    def value(self, setup, first, second):
        self.say(f"position rules {RULES} setup {setup} moves {first} {second}")
        # The first player enters first.
        assert self.answer("state").startswith("state turn 1 ")
        return self.answer(f"go positions {POSITIONS}").split(" value ")[1].split(" positions ")[0]


def main():
    engine = Engine()
    if "--check" in sys.argv:
        with open(FOLDER / "readings.csv", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["setup"] == "catalogue-39" and row["first"] == "f"]
        asked = [engine.value(row["setup"], row["first"], row["second"]) for row in rows]
        sys.exit(asked != [row["value"] for row in rows] or not rows)
    with open(FOLDER / "survey.csv", encoding="utf-8") as file:
        setups = dict.fromkeys(row["setup"] for row in csv.DictReader(file))
    with open(FOLDER / "readings.csv", "w", newline="", encoding="utf-8") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        write(HEAD)
        for setup in setups:
            for first in "abcdefghijk":
                for second in engine.replies(setup, first):
                    write([setup, first, second, engine.value(setup, first, second)])


if __name__ == "__main__":
    main()
