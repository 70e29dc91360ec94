"""The data set, the documents' snippets, and the types."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pasang

ROOT = Path(__file__).resolve().parents[3]


def test_the_data_set_fits_in_a_seed(tmp_path):
    made = pasang.dataset(out=tmp_path / "set")
    assert made.tables == ["games", "positions", "endings"] and len(made.games) == 2100
    one = made.positions.to_dicts()[777]
    p = pasang.Position(one["position"])
    assert len(p.legal_moves()) == one["legal"] and p.scores[0] - p.scores[1] == one["lead"]
    # It is opened, not made again; and other bytes are refused.
    assert len(pasang.dataset(out=tmp_path / "set").endings) == len(made.endings)
    import mlcroissant

    described = mlcroissant.Dataset(jsonld=tmp_path / "set" / "croissant.json")
    assert not described.metadata.ctx.issues.errors and not described.metadata.ctx.issues.warnings
    record = next(iter(described.records("endings")))
    assert record["endings/position"].decode() == made.endings["position"][0]
    with (tmp_path / "set" / "endings.csv").open("a") as file:
        file.write("\n")
    with pytest.raises(pasang.RunError, match="endings.csv"):
        pasang.dataset(out=tmp_path / "set")


def blocks(page):
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "crates/python/README.md"])
def test_snippets_of_pages_run(page, tmp_path):
    """All snippets of a page, in order, in one program."""
    snippets = blocks(ROOT / page)
    assert snippets
    code = "if __name__ == '__main__':\n" + "".join(
        f"    {line}\n" if line else "\n" for line in "\n".join(snippets).splitlines())
    (tmp_path / "page.py").write_text(code)
    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    done = subprocess.run([sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_types(tmp_path):
    """mypy accepts the package, a program that uses it, and the stubs against the module."""
    (tmp_path / "sample.py").write_text(
        "import pasang\n"
        "p = pasang.Position('catalogue-05', rules='brunei-slide', toggles={'stuck': 'score-decides'})\n"
        "moves: list[str] = p.legal_moves()\n"
        "chosen: str | None = pasang.Bot('greedy', seed=1).choose(p)\n"
        "outcome: pasang.Outcome | None = p.outcome\n"
        "observation, mask, reward, done = pasang.Batch(4).step([0, 0, 0, 0])\n"
        "cells: pasang.Table = pasang.read('x').cells\n")
    run = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "--strict"]
    done = subprocess.run([*run, "sample.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    (tmp_path / "wrong.py").write_text("import pasang\npasang.Position().play(3)\n")
    assert "arg-type" in subprocess.run([*run, "wrong.py"], cwd=tmp_path, capture_output=True, text=True).stdout
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "pasang._native", "--ignore-missing-stub"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("files, most", [("src/*.rs", 1480), ("python/pasang/*.py", 1180)])
def test_the_size_of_the_module(files, most):
    lines = sum(len(path.read_text().splitlines()) for path in (ROOT / "crates/python").glob(files))
    assert lines <= most
