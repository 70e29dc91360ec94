"""Kills, failed writes and damage, counted: no game is lost, no sound folder is refused, none that differs is called verified.

    python3 tests/load/load.py target/release/pasang [--kills 500] [--faults 500] [--damaged 2000] [--seed 1]

It prints what it tried and what became of it, and ends with 1 if anything was wrong. Linux only."""

import argparse
import collections
import hashlib
import json
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

EXPERIMENT = """
seed = 11
games = 120
setups = ["catalogue-05", "catalogue-18"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["crew:two"]
crew.two.members = ["greedy", "random"]
"""
# Files that depend on the clock, or that a run may leave.
LEFT_OUT = {"run-info.json", ".lock"}


class Load:
    def __init__(self, program, place, rng):
        self.program, self.place, self.rng, self.wrong = program, place, rng, []
        (place / "e.toml").write_text(EXPERIMENT)
        begin = time.monotonic()
        assert self.run("run", "e.toml", "--out", "whole").returncode == 0
        self.took = time.monotonic() - begin
        self.whole = self.files("whole")
        for number in (1, 2, 3):
            assert self.run("run", "e.toml", "--shard", f"{number}/3", "--out", f"part{number}").returncode == 0

    def files(self, folder):
        return {it.name: it.read_bytes() for it in (self.place / folder).iterdir() if it.is_file() and it.name not in LEFT_OUT}

    def run(self, *words, limit=None):
        """Runs the program; with a limit no file of it can grow beyond so many bytes."""

        def before():
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        ran = subprocess.run([self.program, *words], cwd=self.place, capture_output=True, text=True, timeout=120, preexec_fn=before)
        if ran.returncode not in range(8) or "panicked" in ran.stderr:
            self.wrong.append(f"{words} {limit}: ended with {ran.returncode}: {ran.stderr[-300:]}")
        return ran

    def must_be_whole(self, folder, how):
        if self.files(folder) != self.whole:
            self.wrong.append(f"{how}: {folder} is not what an undisturbed run writes")
        shutil.rmtree(self.place / folder)

    def commands(self):
        return [("run", "e.toml", "--out", "got"), ("merge", "part1", "part2", "part3", "--out", "got")]

    def kills(self, count):
        killed = 0
        while killed < count:
            words = self.rng.choice(self.commands())
            for _ in range(self.rng.randint(1, 4)):
                process = subprocess.Popen([self.program, *words], cwd=self.place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    process.wait(self.rng.random() * 1.2 * self.took)
                except subprocess.TimeoutExpired:
                    process.kill()
                    killed += 1
                process.wait()
            self.finish(words, "killed")
        return killed

    def finish(self, words, how):
        ran = self.run(*words)
        # A merge that had ended before its kill refuses to replace what is there.
        if ran.returncode != 0 and not (words[0] == "merge" and (self.place / "got/manifest.json").exists()):
            self.wrong.append(f"{how}, then {words}: {ran.stderr[-300:]}")
        self.must_be_whole("got", f"{how} {words[0]}")

    def faults(self, count):
        failed = 0
        largest = max(map(len, self.whole.values()))
        while failed < count:
            words = self.rng.choice(self.commands())
            ran = self.run(*words, limit=self.rng.randint(0, largest))
            if ran.returncode != 0:
                failed += 1
                if not ran.stderr.strip():
                    self.wrong.append(f"{words}: a failed write is not told")
            self.finish(words, "a write failed")
        return failed

    def mutated(self, data):
        at, kind = self.rng.randrange(max(len(data), 1)), self.rng.randrange(6)
        lines = data.splitlines(keepends=True)
        if kind == 0:
            return data[:at]
        if kind == 1:
            return data[:at] + bytes([data[at] ^ 1 << self.rng.randrange(8)]) + data[at + 1 :]
        if kind == 2:
            return data[:at] + bytes(self.rng.choice(b"0123456789,\n\"-.") for _ in range(self.rng.randint(1, 8))) + data[at:]
        if kind == 3:
            line = self.rng.randrange(len(lines))
            return b"".join(lines[:line] + lines[line:][:1] + lines[line:])
        if kind == 4:
            one, other = (self.rng.randrange(len(lines)) for _ in range(2))
            lines[one], lines[other] = lines[other], lines[one]
            return b"".join(lines)
        digits = [at for at, sign in enumerate(data) if chr(sign).isdigit()]
        at = self.rng.choice(digits) if digits else at
        return data[:at] + str(self.rng.randrange(10)).encode() + data[at + 1 :]

    def damaged(self, count):
        """Damages a file, in half of the folders with the digest in the manifest made anew."""
        found = collections.Counter()
        for _ in range(count):
            shutil.rmtree(self.place / "hurt", ignore_errors=True)
            shutil.copytree(self.place / "whole", self.place / "hurt")
            name = self.rng.choice(sorted(self.whole))
            data = self.mutated(self.whole[name])
            (self.place / "hurt" / name).write_bytes(data)
            is_forged = self.rng.random() < 0.5 and name != "manifest.json"
            if is_forged:
                manifest = json.loads(self.whole["manifest.json"])
                if name in manifest["files"]:
                    manifest["files"][name] = hashlib.sha256(data).hexdigest()
                    (self.place / "hurt/manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
            for command in ("cite", "balance", "export"):
                self.run(command, "hurt")
            ran = self.run("verify", "hurt")
            is_verified = ran.returncode == 0 and ran.stdout.rstrip().splitlines()[-1:] and "verified" in ran.stdout
            is_same = data == self.whole[name]
            if is_verified and not is_same:
                self.wrong.append(f"{name}, forged {is_forged}, is called verified: {ran.stdout[-200:]}")
            if is_same and not is_verified and not is_forged:
                self.wrong.append(f"{name}: a sound folder is refused: {ran.stdout[-200:]}{ran.stderr[-200:]}")
            found["verified" if is_verified else f"ended with {ran.returncode}"] += 1
        return dict(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    for name, usual in (("kills", 500), ("faults", 500), ("damaged", 2000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        load = Load(asked.program.resolve(), Path(place), random.Random(asked.seed))
        print(f"a run takes {load.took:.2f} s")
        print("kills:", load.kills(asked.kills), "wrong:", len(load.wrong), flush=True)
        print("failed writes:", load.faults(asked.faults), "wrong:", len(load.wrong), flush=True)
        print("damaged folders:", load.damaged(asked.damaged), "wrong:", len(load.wrong), flush=True)
    print("\n".join(load.wrong[:20]))
    raise SystemExit(bool(load.wrong))


main()
