"""Completes the type stubs that maturin generates with the types that it cannot know: arrays, constants, exceptions.

    python crates/python/stubs.py GENERATED.pyi KEPT.pyi
"""

import re
import sys
from pathlib import Path

BYTES, FLAGS = "NDArray[numpy.uint8]", "NDArray[numpy.bool_]"

# Each replaces at least one place.
KNOWN = {
    "from _typeshed import Incomplete, SupportsGetItem\n": "",
    "from os import PathLike\n": "from collections.abc import Sequence\nfrom os import PathLike\n",
    # Python before 3.13 has it there only.
    "from types import CapsuleType\n": "from typing_extensions import CapsuleType\n",
    "from typing import Any, SupportsFloat, SupportsIndex, final\n":
        "from typing import Any, SupportsFloat, SupportsIndex, final\n\nimport numpy\n"
        "from numpy.typing import ArrayLike, NDArray\n\n"
        "ACTION_NUMBERING: int\nPLANES: int\nPRESETS: list[str]\nSETUPS: list[str]\n__version__: str\n\n"
        "class Error(ValueError):\n    \"\"\"\n    Wrong input, in the words of the program.\n    \"\"\"\n\n"
        "class IllegalMoveError(Error):\n    \"\"\"\n    A move that is not legal, with near misses.\n    \"\"\"\n",
    "\ndef __getattr__(name: str) -> Incomplete: ...\n": "",
    "def __new__(self, /,": "def __new__(cls, /,",
    "random_actions(self, /) -> Incomplete": "random_actions(self, /) -> NDArray[numpy.int64]",
    "turns(self, /) -> Incomplete": f"turns(self, /) -> {BYTES}",
    "observe(position: Position) -> Incomplete": f"observe(position: Position) -> {BYTES}",
    "tuple[Any, Any, Any, Any]": f"tuple[{BYTES}, {FLAGS}, NDArray[numpy.float32], {FLAGS}]",
    "tuple[Any, Any]": f"tuple[{BYTES}, {FLAGS}]",
    "toggles: dict | None": "toggles: dict[str, Any] | None",
    "def toggles(self, /) -> dict:": "def toggles(self, /) -> dict[str, str]:",
    "def columns(self, /) -> dict:": "def columns(self, /) -> dict[str, str]:",
    "def scores(self, /) -> tuple:": "def scores(self, /) -> tuple[int, ...]:",
    "column: str, /) -> list:": "column: str, /) -> list[Any]:",
    "def to_dicts(self, /) -> list[dict]:": "def to_dicts(self, /) -> list[dict[str, Any]]:",
    "def __iter__(self, /) -> Iterator:": "def __iter__(self, /) -> Iterator[dict[str, Any]]:",
    "SupportsGetItem[int, ": "Sequence[",
}

generated, kept = map(Path, sys.argv[1:])
text = generated.read_text()
for found, meant in KNOWN.items():
    if found not in text:
        sys.exit(f"the generated stubs no longer have {found!r}")
    text = text.replace(found, meant)
# Annotations of arguments that the module reads by itself.
text = re.sub(r': "([^"]+)"', r": \1", text)
if "Incomplete" in text:
    sys.exit("a type is not known: " + next(line for line in text.splitlines() if "Incomplete" in line))
kept.write_text(text)
