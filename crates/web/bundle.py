"""Bundles the page into one file: its HTML, its style, its modules in order, and the core and the kept results of
`[choice]`, compressed and in Base64. `import` and `export` are removed."""

import base64
import csv
import gzip
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).parent / "page"
# Also included in a Worker.
CORE = ["core.js", "worker.js"]
MODULES = ["words.js", "core.js", "table.js", "board.js", "levels.js", "files.js", "setup.js", "draw.js", "review.js",
           "play.js", "book.js", "fair.js", "puzzles.js", "main.js"]
RESULTS = pathlib.Path(__file__).parents[2] / "experiments/results"
MOST_BYTES = 1_500_000


def script(names):
    text = "\n".join(f"// {name}\n" + (PAGE / name).read_text() for name in names if (PAGE / name).exists())
    text = re.sub(r"^import [^;]*;\n", "", text, flags=re.M)
    return re.sub(r"^export (?=const|let|function|class|async)", "", text, flags=re.M)


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def book():
    """Returns the kept results of games where both players choose, a line per pattern, rules and bots, from the folder with
    most games: games, value and its interval, the first columns that may be best, and the pairs played:
    `cj:129:368:203:558`, games, score and its interval in thousandths."""
    thousandth = lambda share: str(round(1000 * float(share)))
    lines = {}
    # Results for single toggles, and for other players, are kept without their pairs.
    for folder in sorted(table.parent for table in RESULTS.glob("choice*/openings.csv")):
        pairs = {}
        for row in csv.DictReader(open(folder / "openings.csv")):
            # Identical games have no interval: it is then 0 to 1.
            ends = [row["joint_low"] or 0, row["joint_high"] or 1]
            figures = [row["games"], *map(thousandth, [row["first_score"], *ends])]
            pairs.setdefault(row["cell"], []).append(":".join([row["first"] + row["second"], *figures]))
        for row in csv.DictReader(open(folder / "choice.csv")):
            value = [thousandth(row[key]) for key in ("value", "value_low", "value_high")]
            key = (row["setup"], row["rules"], row["bots"])
            line = (int(row["games"]), "\t".join([*key, row["games"], *value, row["best"], " ".join(pairs.get(row["cell"], []))]))
            lines[key] = max(line, lines.get(key, line))
    assert lines, "no results of `[choice]` are kept"
    return "\n".join(line for _, (_, line) in sorted(lines.items()))


def main(wasm, out):
    page = (PAGE / "index.html").read_text()
    parts = {"style": (PAGE / "style.css").read_text(), "script": script(MODULES), "worker": script(CORE), "wasm": packed(pathlib.Path(wasm).read_bytes()),
             "book": packed(book().encode()),
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
