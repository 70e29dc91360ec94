#!/usr/bin/env python3
"""Writes the tables of README.md in this folder from the certificates, log.csv, survey.csv and readings.csv.

With `--check` it writes nothing, and exits with 1 if the tables differ from the files.
"""
import csv
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent
RULES = ("pasang-emas", "brunei-slide", "brunei-jump", "geoludie", "geoludie-jump")


def certificates():
    with open(FOLDER / "log.csv", encoding="utf-8") as file:
        log = list(csv.DictReader(file))
    rows, sizes, lengths = {}, [], []
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        setup, after, claim = (next(line for line in text.split("\n") if line.startswith(key)).removeprefix(key).strip()
                               for key in ("setup:", "after:", "claim: player"))
        rules = path.stem.removeprefix(f"{setup}-").removesuffix("-" + after.replace(" ", "-"))
        link = f"[{after or 'start'}]({path.name})"
        rows.setdefault((setup, rules), {}).setdefault(claim[0], []).append(link)
        sizes.append(sum(line[:1].isdigit() and not line.startswith("0:") for line in text.split("\n")))
        lengths.append(len(text) / 1000)
    yield "| pattern | rules | player 1 wins after | player 2 wins after |"
    yield "|---|---|---|---|"
    for (setup, rules), of in rows.items():
        yield f"| `{setup}` | `{rules}` | " + " | ".join(", ".join(of.get(player, [])) for player in "12") + " |"
    yield ""
    nodes, seconds = (max(float(row[key]) for row in log) for key in ("positions looked at", "seconds"))
    yield f"They have up to {max(sizes)} positions and {max(lengths):.1f} KB, and took up to {nodes:.0f} nodes and {seconds:.2f} seconds (log.csv)."


def survey():
    with open(FOLDER / "survey.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    counts = {}
    for row in rows:
        cell = counts.setdefault(row["setup"], {}).setdefault(row["rules"], {})
        cell[row["winner"]] = cell.get(row["winner"], 0) + 1
    tried = ", ".join(sorted({row["tried"] for row in rows}))
    nodes = sum(int(row["nodes"]) for row in rows)
    proved = sum(row["winner"] in ("first", "second") for row in rows)
    yield f"{len(rows)} openings, a limit of {tried} nodes for each player, {nodes} nodes in all; {proved} openings are proved."
    yield ""
    yield "| pattern | " + " | ".join(RULES) + " |"
    yield "|---|" + "---|" * len(RULES)
    some = {setup for setup, cells in counts.items() if any(of.get(who) for of in cells.values() for who in ("first", "second"))}
    for setup, cells in counts.items():
        if setup not in some:
            continue
        words = []
        for rules in RULES:
            cell = cells.get(rules, {})
            left = cell.get("open", 0) + cell.get("neither", 0)
            words.append(f"{cell.get('first', 0)} / {cell.get('second', 0)} / {left}")
        yield f"| {setup} | " + " | ".join(words) + " |"
    yield ""
    yield f"In the other {len(counts) - len(some)} patterns every opening is open."


def readings():
    with open(FOLDER / "readings.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    won, lost = ([row for row in rows if row["value"] == f"stuck {end}"] for end in ("win", "loss"))
    said = []
    for some in (won, lost):
        by = {}
        for row in some:
            by.setdefault(row["setup"], []).append(f"`{row['first']} {row['second']}`")
        said.append("; ".join(f"`{setup}` " + ", ".join(openings) for setup, openings in by.items()))
    yield f"Of {len(rows)} openings the search sees {len(won)} as forced for the first player ({said[0]}), and {len(lost)} for"
    yield f"the second ({said[1]})."
    # Maximin value of the first column: points, or beyond any number of points.
    columns = {}
    for row in rows:
        kind, _, value = row["value"].partition(" ")
        points = float(value) if kind == "points" else {"win": 1e9, "loss": -1e9}[value]
        column = columns.setdefault(row["setup"], {}).setdefault(row["first"], points)
        columns[row["setup"]][row["first"]] = min(column, points)
    best = sorted(max(column.values()) for column in columns.values())
    yield f"The maximin values of the patterns are {best[0]:+.1f} to {best[-1]:+.1f} points for the first player."


def main():
    path = FOLDER / "README.md"
    before = after = path.read_text(encoding="utf-8")
    for name, lines in (("certificates", certificates()), ("survey", survey()), ("readings", readings())):
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
        head, rest = after.split(begin)
        after = head + begin + "\n" + "\n".join(lines) + "\n\n" + end + rest.split(end)[1]
    if "--check" in sys.argv:
        return int(before != after)
    path.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
