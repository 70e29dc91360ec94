#!/usr/bin/env python3
"""An engine of Pasang that plays at random: an example of the line protocol of docs/protocol.md.

It knows no rules itself. It asks a `pasang engine` of its own which moves are legal, so that PASANG in the
environment, or `pasang` in the PATH, must be the program. Try it:

    [engine.random]
    command = ["python3", "docs/random_engine.py"]
"""
import os
import random
import subprocess
import sys

PROGRAM = os.environ.get("PASANG", "pasang")


class Rules:
    """Asks an engine of the program itself for the legal moves of a position."""

    def __init__(self):
        self.engine = subprocess.Popen(
            [PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def legal(self, position):
        print(position, "state", sep="\n", file=self.engine.stdin, flush=True)
        answer = self.engine.stdout.readline().split()
        if answer[:2] != ["state", "turn"]:
            raise ValueError(" ".join(answer))
        return answer[answer.index("moves") + 1 :]


def say(line):
    print(line, flush=True)


def main():
    rules, chance, position = Rules(), random.Random(0), "position"
    for line in sys.stdin:
        order, *rest = line.split() or [""]
        if order == "hello":
            say("id random-example 1\noption seed 0\nhello 1")
        elif order == "isready":
            say("readyok")
        elif order == "set" and rest[:1] == ["seed"] and len(rest) == 2:
            chance.seed(int(rest[1]))
        elif order == "position":
            position = line.strip()
        elif order == "go":
            try:
                say("bestmove " + chance.choice(rules.legal(position)))
            except ValueError as wrong:
                say(f"error {wrong}")
        elif order == "quit":
            break
        elif order not in ("stop", ""):
            say(f"error unknown order {order}")


main()
