"""Puts the page into one file: its skeleton, its style, its modules one behind the other, and the core as it is
sent, compressed and in letters. Modules name each other by `import` and `export`, which fall away here."""

import base64
import gzip
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).parent / "page"
# What a Worker has, too.
CORE = ["core.js", "worker.js"]
MODULES = ["words.js", "core.js", "table.js", "board.js", "levels.js", "files.js", "setup.js", "draw.js", "review.js",
           "play.js", "fair.js", "puzzles.js", "main.js"]
MOST_BYTES = 1_500_000


def script(names):
    text = "\n".join(f"// {name}\n" + (PAGE / name).read_text() for name in names if (PAGE / name).exists())
    text = re.sub(r"^import [^;]*;\n", "", text, flags=re.M)
    return re.sub(r"^export (?=const|let|function|class|async)", "", text, flags=re.M)


def main(wasm, out):
    core = base64.b64encode(gzip.compress(pathlib.Path(wasm).read_bytes(), 9, mtime=0)).decode()
    page = (PAGE / "index.html").read_text()
    parts = {"style": (PAGE / "style.css").read_text(), "script": script(MODULES), "worker": script(CORE), "wasm": core,
             "puzzles": (PAGE / "puzzles.txt").read_text()}
    for name, text in parts.items():
        assert "</script" not in text, name
        page = page.replace(f"{{{{{name}}}}}", text)
    assert "{{" not in page, "a part is missing"
    pathlib.Path(out).write_text(page)
    size = len(page.encode())
    print(f"{out}: {size} bytes")
    assert size <= MOST_BYTES, f"more than {MOST_BYTES} bytes"


main(*sys.argv[1:])
