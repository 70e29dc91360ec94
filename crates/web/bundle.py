"""Bundles the page into one file: its HTML, its style, its modules in order, and the core and the kept results of
crews, compressed and in Base64. `import` and `export` are removed.

Beside `NAME.html` it makes the folder `NAME-site`, to be served: the page again with what a browser installs, a manifest,
an icon, and a service worker that keeps the page for use without a network."""

import base64
import gzip
import hashlib
import json
import pathlib
import re
import sys

from known import rows

sys.path.append(str(pathlib.Path(__file__).parents[2] / "analysis"))
from figures import pair_counts

PAGE = pathlib.Path(__file__).parent / "page"
# Also included in a Worker.
CORE = ["core.js", "worker.js"]
MODULES = ["words.js", "core.js", "table.js", "why.js", "sound.js", "board.js", "levels.js", "kept.js", "files.js", "own.js", "setup.js", "draw.js", "because.js", "review.js",
           "picture.js", "share.js", "steps.js", "how.js", "matching.js", "pairing.js", "result.js", "play.js", "mygames.js", "task.js", "lesson.js", "balance.js", "book.js", "replay.js", "patterns.js", "games.js", "mend.js", "any.js", "fair.js", "daily.js", "solve.js", "puzzles.js", "code.js", "live.js", "message.js", "class.js", "tabs.js", "main.js"]
RESULTS = pathlib.Path(__file__).parents[2] / "experiments/results"
# Most bytes of the page as a server sends it, compressed: what a visitor loads, on a slow network in a quarter of a minute. The core is
# compressed already, and Base64 costs a third of the file and nothing on the way. Debian's compiler makes 630 kB; that of rustup, whose
# library is not built for size, 40 more: both are to pass.
MOST_BYTES = 675_000
# Classes of players, from weak to strong.
CREWS = ["beginner", "easy", "medium", "quick", "club", "strong", "master"]


def script(names):
    """The modules in order, without their comments, empty lines and the space before their lines."""
    text = "\n".join((PAGE / name).read_text() for name in names if (PAGE / name).exists())
    text = re.sub(r"^ *(/\*\*((?!\*/).)*\*/|//[^\n]*)\n", "", text, flags=re.M | re.S)
    text = re.sub(r"^ +|^\n", "", text, flags=re.M)
    text = re.sub(r"^import [^;]*;\n", "", text, flags=re.M)
    # All stand in one scope, where a second function of the same name would silently replace the first.
    functions = re.findall(r"^(?:export )?(?:async )?function (\w+)", text, flags=re.M)
    assert len(set(functions)) == len(functions), sorted(name for name in set(functions) if functions.count(name) > 1)
    return re.sub(r"^export (?=const|let|function|class|async)", "", text, flags=re.M)


def style():
    """The style sheet without its comments, empty lines and the space before its lines."""
    text = re.sub(r"/\*.*?\*/", "", (PAGE / "style.css").read_text(), flags=re.S)
    return re.sub(r"^ +|^\n", "", text, flags=re.M)


def packed(data):
    # build.sh brings it; what imports this file does without.
    from zopfli.gzip import compress

    return base64.b64encode(compress(data, numiterations=5)).decode()


def in_book(experiment):
    """Whether the book has the games of an experiment: it is about columns, under rule sets and by crews that the page names."""
    return bool(re.fullmatch("balance-(quick|club|strong)(-emas)?", experiment))


def class_of(crew):
    """The class of a crew: one of twelve has that of the crew of four."""
    return crew.removesuffix("12")


def levels():
    """Returns what the program carries of each known pattern, by pattern, rules and crew: size and direction, in ten-thousandths the score with
    its interval and the value with its own, size and direction of the value, and the best first moves with their probabilities and best replies."""
    found = {}
    for row in rows():
        if not row["rules"].startswith("bell") and row["crew"] in CREWS:
            figures = [f"{10_000 * row[key]:.0f}" for key in ("score", "low", "high", "value", "value_low", "value_high")]
            best = [f"{word}={share:.2f}={reply}={sure:.2f}" for word, share, reply, sure in row["best"]]
            found[row["setup"], row["rules"], row["crew"]] = " ".join([row["size"], row["direction"], *figures, *row["of_value"], *best])
    return found


def book():
    """Returns the kept results of crews, a line per pattern, rules and class: what is known of its level, and, if the book has its
    games, their crew, the number of games of each pair of first columns, and for each pair the sum of the first player's scores in
    halves."""
    played = {}
    for table in sorted(RESULTS.glob("balance*/counts.jsonl")):
        if not in_book(table.parent.name):
            continue
        sums, each = {}, {}
        for row in pair_counts(table.parent):
            games, crew = row["games"], row["bots"].removeprefix("crew:")
            key = row["setup"], row["rules"], class_of(crew)
            sums.setdefault(key, []).append(round(2 * row["score"]))
            assert each.setdefault(key, games) == games, "pairs with unequal games"
        # A small version of an experiment stands after it.
        played = {key: [crew, str(each[key]), " ".join(map(str, sums[key]))] for key in sums} | played
    known = levels()
    # The strongest crew stands last.
    order = sorted(known, key=lambda key: (key[:2], CREWS.index(key[2])))
    return "\n".join("\t".join([*key, known[key], *played.get(key, [])]) for key in order)


def served(page, folder):
    """Writes the folder to be served."""
    folder.mkdir(exist_ok=True)
    head = """<link rel="manifest" href="manifest.webmanifest">
<script>navigator.serviceWorker?.register("service-worker.js");</script>
"""
    page = with_parts(page, {"self": " 'self'", "served": head})
    icon = (PAGE / "icon.svg").read_text()
    manifest = {"name": "Pasang", "short_name": "Pasang", "start_url": "./", "display": "standalone", "background_color": "#faf7f0",
                "theme_color": "#faf7f0", "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}]}
    files = {"index.html": page, "icon.svg": icon, "manifest.webmanifest": json.dumps(manifest, indent=2) + "\n"}
    digest = hashlib.sha256("".join(files.values()).encode()).hexdigest()[:16]
    files["service-worker.js"] = with_parts((PAGE / "service-worker.js").read_text(), {"digest": digest})
    for name, text in files.items():
        (folder / name).write_text(text)


def with_parts(text, parts):
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def main(wasm, out):
    page = (PAGE / "index.html").read_text()
    parts = {"style": style(), "script": script(MODULES), "worker": script(CORE), "wasm": packed(pathlib.Path(wasm).read_bytes()),
             "book": packed(book().encode()),
             "puzzles": packed((PAGE / "puzzles.txt").read_bytes())}
    for name, text in parts.items():
        assert "</script" not in text, name
    page, out = with_parts(page, parts), pathlib.Path(out)
    served(page, out.with_name(f"{out.stem}-site"))
    page = with_parts(page, {"self": "", "served": ""}).replace("; manifest-src\"", "\"")
    assert "{{" not in page, "a part is missing"
    out.write_text(page)
    size = len(gzip.compress(page.encode(), 9, mtime=0))
    print(f"{out}: {len(page.encode())} bytes, {size} as a visitor loads it")
    assert size <= MOST_BYTES, f"more than {MOST_BYTES} bytes to load"


if __name__ == "__main__":
    main(*sys.argv[1:])
