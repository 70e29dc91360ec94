"""Builds the set to print, and checks it: page sizes and counts, and the board's lines, in the PDFs; stones, moves and puzzles
against the program; and in the browser that no text is cut off, and that backs lie behind their fronts.

    print_check.py PROGRAM"""

import csv
import json
import math
import re
import subprocess
import sys
import time
import zlib

import print as sheets
from print_words import LANGUAGES, WORDS

POINTS_PER_MM = 72 / 25.4
PAPERS = {"a4": (210, 297), "a3": (297, 420)}
PARTS = {"lesson": ["plan", "rules", "board", "stones", "score", "puzzles", "puzzles", "solutions"], "cards": ["cards"] * 12, "board-a3": ["board"]}
# Millimetres of a sheet's edge on which printers may print nothing, and beyond which a line is in the wrong place.
EDGE, PRECISION = 6, 0.1
# Points of the smallest text.
SMALLEST = 5

# Describes each sheet: its part, its text, what is cut off or too near to the edge, and the stones of its cards.
LOOK = """(() => {
    const mm = (pixels) => pixels * 25.4 / 96;
    const texts = (sheet) => [...sheet.querySelectorAll("*")].filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
    const box = (it) => { const range = document.createRange(); range.selectNodeContents(it); return range.getBoundingClientRect(); };
    const inside = (inner, outer, edge) => inner.left >= outer.left + edge && inner.right <= outer.right - edge && inner.top >= outer.top + edge && inner.bottom <= outer.bottom - edge;
    const card = (it, sheet) => {
        const at = it.getBoundingClientRect(), page = sheet.getBoundingClientRect();
        const stones = [...it.querySelectorAll(".stone")].map((stone) => {
            const { x, y, width, height } = stone.getBBox();
            return [stone.classList[1], x + width / 2, y + height / 2];
        });
        return { number: it.dataset.pattern ?? null, text: it.textContent, left: mm(at.left - page.left), right: mm(page.right - at.right), top: mm(at.top - page.top), width: mm(at.width), stones };
    };
    return [...document.querySelectorAll(".sheet")].map((sheet) => {
        const page = sheet.getBoundingClientRect(), foot = sheet.querySelector(".foot")?.getBoundingClientRect().top ?? page.bottom;
        const wrong = [];
        for (const it of [sheet, ...sheet.querySelectorAll("*:not(svg *)")]) {
            if (it instanceof HTMLElement && getComputedStyle(it).display !== "inline" && (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)) wrong.push(["cut off", it.className || it.tagName, it.textContent.trim().slice(0, 60)]);
        }
        for (const it of texts(sheet)) {
            const at = it instanceof SVGElement ? it.getBoundingClientRect() : box(it);
            const outer = (it.closest(".card") ?? sheet).getBoundingClientRect();
            if (!inside(at, outer, it.closest(".card") ? 4 : EDGE * 96 / 25.4)) wrong.push(["too near to the edge", it.textContent.trim().slice(0, 60)]);
            if (!it.closest(".foot") && at.bottom > foot) wrong.push(["over the foot", it.textContent.trim().slice(0, 60)]);
            const scale = it instanceof SVGElement ? it.getScreenCTM().a : 1;
            if (parseFloat(getComputedStyle(it).fontSize) * Math.abs(scale) * 0.75 < SMALLEST) wrong.push(["too small", it.textContent.trim().slice(0, 60)]);
        }
        const cards = [...sheet.querySelectorAll(".card")].map((it) => card(it, sheet));
        const stones = ["b", "w"].map((sign) => sheet.querySelectorAll(`.pieces .stone.${sign}`).length);
        return { part: sheet.dataset.part, side: sheet.dataset.side, text: sheet.textContent, width: mm(page.width), height: mm(page.height), puzzles: sheet.querySelectorAll("[data-puzzle]").length, wrong, cards, stones };
    });
})()""".replace("EDGE", str(EDGE)).replace("SMALLEST", str(SMALLEST))


class Pdf:
    """As much of a PDF as Chromium writes: pages with their sizes, and the lines drawn on them, in millimetres."""

    def __init__(self, data):
        self.objects = {int(number): body for number, body in re.findall(rb"(\d+) 0 obj\s(.*?)endobj", data, flags=re.S)}
        catalog = next(body for body in self.objects.values() if b"/Type /Catalog" in body)
        self.pages = list(self.under(int(re.search(rb"/Pages (\d+) 0 R", catalog)[1])))

    def under(self, number):
        body = self.objects[number]
        kids = re.search(rb"/Kids\s*\[(.*?)\]", body, flags=re.S)
        if not kids:
            yield body
            return
        for kid in re.findall(rb"(\d+) 0 R", kids[1]):
            yield from self.under(int(kid))

    def size(self, page):
        box = re.search(rb"/MediaBox\s*\[([^]]*)\]", self.pages[page])[1]
        left, bottom, right, top = map(float, box.split())
        return (right - left) / POINTS_PER_MM, (top - bottom) / POINTS_PER_MM

    def content(self, page):
        body = self.objects[int(re.search(rb"/Contents (\d+) 0 R", self.pages[page])[1])]
        data = re.search(rb"stream\r?\n(.*)\r?\nendstream", body, flags=re.S)[1]
        return zlib.decompressobj().decompress(data).decode("latin-1") if b"FlateDecode" in body else data.decode("latin-1")

    def lines(self, page):
        """Yields each stroked straight line with both its ends."""
        now, saved, path, begin = (1, 0, 0, 1, 0, 0), [], [], None
        for text in self.content(page).split("\n"):
            *operands, operator = text.split() or [""]
            if operator == "q":
                saved.append(now)
            elif operator == "Q":
                now = saved.pop()
            elif operator == "cm":
                a, b, c, d, e, f = map(float, operands)
                A, B, C, D, E, F = now
                now = (a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F)
            elif operator in ("m", "l"):
                x, y = map(float, operands)
                a, b, c, d, e, f = now
                point = ((a * x + c * y + e) / POINTS_PER_MM, (b * x + d * y + f) / POINTS_PER_MM)
                if operator == "l":
                    path.append((begin, point))
                begin = point
            elif operator in ("c", "re"):
                path.append(None)
            elif operator in ("S", "f", "n", "f*", "B"):
                if operator == "S" and len(path) == 1 and path[0]:
                    yield path[0]
                path = []


class Program:
    def __init__(self, program):
        self.program = program

    def run(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True, check=True).stdout

    def ask(self, orders):
        """Asks the engine, and returns the lines of its answers."""
        return subprocess.run([self.program, "engine"], input="\n".join(orders) + "\n", capture_output=True, text=True, check=True).stdout.split("\n")

    def board(self, order):
        """Returns the legal moves, each with what it takes, and the words of the last line."""
        lines = [line for line in self.ask([order, "board"]) if line]
        assert lines[-1].startswith("board "), (order, lines)
        moves = {}
        for line in lines[:-1]:
            word, rest = line.split()[1], line.partition(" takes ")[2].partition(" points ")[0]
            moves[word] = rest.split()
        return moves, lines[-1].split()


def has_the_board(pdf, page, size):
    """The points are as far from one another as said, all lines meet in them, and the board is in the middle."""
    width, height = PAPERS[size]
    step = sheets.SPACING[size]
    lines = [line for line in pdf.lines(page) if max(abs(a - b) for a, b in zip(*line)) > 2 * step]
    left, low = (min(end[axis] for line in lines for end in line) for axis in (0, 1))
    assert all(abs(edge + 5 * step - whole / 2) < 1 for edge, whole in ((left, width), (low, height))), (size, left, low)

    def point(place):
        at = [(place[0] - left) / step, (place[1] - low) / step]
        whole = [round(each) for each in at]
        assert all(abs(each - near) * step <= PRECISION for each, near in zip(at, whole)), ("a line ends beside a point", place, at)
        return tuple(whole)

    found = sorted(tuple(sorted(map(point, line))) for line in lines)
    spans = lambda each: [(0, 4), (6, 10)] if each == 5 else [(0, 10)]
    expected = [((each, begin), (each, end)) for each in range(11) for begin, end in spans(each)]
    expected += [((begin, each), (end, each)) for each in range(11) for begin, end in spans(each)]
    expected += [((0, 0), (4, 4)), ((6, 6), (10, 10)), ((0, 10), (4, 6)), ((6, 4), (10, 0))]
    assert found == sorted(expected), (size, set(found) ^ set(expected))


def has_the_patterns(cards, program, known):
    """Each card has the stones of the built-in setup, and its back what the crews found."""
    rows = {}
    for card in cards["fronts"]:
        signs = {(round(x), round(y)): sign for sign, x, y in card["stones"]}
        assert all(abs(x - round(x)) + abs(y - round(y)) < 0.01 for _, x, y in card["stones"]), card["number"]
        rows[card["number"]] = "/".join("".join("_" if x == y == 5 else signs.get((x, y), ".") for x in range(11)) for y in range(11))
    assert rows.pop(None).count(".") == 120, "the card of one's own is not empty"
    listed = [it["name"] for it in json.loads(program.run("setups", "list", "--json")) if it["name"].startswith("catalogue-") and not any(other.startswith("catalogue-") and other < it["name"] for other in it["same_as"])]
    assert [f"catalogue-{number}" for number in rows] == listed, listed
    for number, found in rows.items():
        assert found == "/".join(json.loads(program.run("setups", "show", f"catalogue-{number}", "--json"))["rows"]), number
    for card in cards["backs"]:
        if card["number"]:
            for statement, mean in known[f"catalogue-{card['number']}"]:
                assert statement in card["text"] and f" {mean} " in card["text"], (card["number"], statement, mean, card["text"])


def lies_behind(fronts, backs):
    """Printed on both sides and flipped over the long edge, a back lies behind its front."""
    behind = {card["number"]: card for card in backs}
    assert len(fronts) == len(backs) == len(behind) == 6
    for card in fronts:
        other = behind[card["number"]]
        assert all(abs(one - two) <= PRECISION for one, two in [(card["left"], other["right"]), (card["top"], other["top"]), (card["width"], other["width"])]), card["number"]


def known_of(say):
    """Returns the statements and rounded scores that the program carries, by pattern."""
    known = {}
    for row in sheets.known.rows():
        if row["rules"] == sheets.RULES and row["crew"] in sheets.CREWS:
            said = f"{say('card-' + row['crew'])}: {sheets.shown_on_card(say, row)}"
            known.setdefault(row["setup"], []).append((said, f"{100 * row['score']:.0f}"))
    return known


def has_true_figures():
    """The lesson plan's length of a game is that of the class club, and its share of classes that of a fair coin."""
    (plies,) = [float(row["plies_mean"]) for row in csv.DictReader((sheets.ROOT / "experiments/results/balance-club/overall.csv").open()) if row["rules"] == sheets.RULES]
    seconds, lopsided = 18 * 60 / plies, 2 * sum(math.comb(12, wins) for wins in range(9, 13)) / 2**12
    for play, ask, seven in zip(WORDS["plan-play"], WORDS["plan-ask"], ("one class of seven", "satu daripada tujuh kelas")):
        assert f" {plies:.0f} " in play and f" {seconds:.0f} " in play, (plies, seconds)
        assert round(1 / lopsided) == 7 and seven in ask, lopsided


def has_legal_pictures(program):
    """The pictures of the rules and the first moves of the lesson plan are as the program plays them."""
    for key, picture in sheets.PICTURES.items():
        before, after = sheets.pictured(key)
        order = f"position rules {sheets.RULES} setup catalogue-{picture['pattern']} moves {' '.join(picture.get('before', []))}" if "pattern" in picture else f"position word {before.rows()}:main:{before.turn}:0-0:{sheets.RULES}"
        legal, told = program.board(order.removesuffix(" moves "))
        assert told[1] == before.rows(), (key, told)
        if key == "stuck":
            assert told[told.index("over") + 1] == "stuck", told
        elif "move" in picture:
            assert sorted(legal[picture["move"]]) == sorted(after.taken), (key, legal)
        elif "refused" in picture:
            way = picture["refused"].partition("x")[0]
            assert not any(word.startswith(f"{way}x") for word in legal), (key, legal)
            assert len(after.taken) % 2 == 0
        if "replies" in picture:
            replies, _ = program.board(f"{order.removesuffix(' moves ')} moves {picture['move']}")
            assert "".join(sorted(replies)) == picture["replies"], replies
    position = sheets.Position.of_pattern("01")
    for word in sheets.START:
        position.play(word)
    for number, word in enumerate(sheets.ENTRIES):
        legal, _ = program.board(f"position setup catalogue-01 moves {' '.join(sheets.START + sheets.ENTRIES[:number])}")
        position.play(word)
        assert sorted(legal[word]) == sorted(position.taken)
        for text in WORDS["plan-first"]:
            assert "–".join(position.way) in text and ", ".join(sorted(position.taken)) in text, (word, text)


def proves_all_puzzles(program):
    """Of the legal moves of each of the page's endings its solution alone keeps the result, by the solver; no position stands twice. Puzzles of other kinds are
    for the page, whose own check proves them."""
    puzzles = [it for it in (line.split("\t") for line in (sheets.PAGE / "puzzles.txt").read_text().strip().split("\n")) if it[3] in ("win", "draw")]
    games = [f"position rules {sheets.RULES} setup {setup} moves {moves}" for setup, moves, *_ in puzzles]
    listed = program.ask([order for game in games for order in (game, "word", "board")])
    starts = [line.split()[1] for line in listed if line.startswith("word ")]
    assert len(set(starts)) == len(games), "a position stands twice"
    number, moves = 0, []
    for line in listed:
        if line.startswith("move "):
            moves.append((number, line.split()[1]))
        number += line.startswith("board ")
    after = [line.split()[1] for line in program.ask([order for number, word in moves for order in (f"{games[number]} {word}", "word")]) if line.startswith("word ")]
    found = subprocess.run([program.program, "solve", "--outcome", "--position", "-"], input="\n".join(dict.fromkeys(after)) + "\n", capture_output=True, text=True, check=True)
    winners = dict(re.findall(r"^(\S+:main:\S+)\n(?:.*\n)?winner +(.*)", found.stdout, flags=re.M))
    keeping = {}
    for (number, word), at in zip(moves, after, strict=True):
        kept = f"player {starts[number].split(':')[2]}" if puzzles[number][3] == "win" else "neither player"
        assert at in winners, at
        # Nothing wins where a draw is all that can be kept.
        if kept in winners[at] or f"player {starts[number].split(':')[2]}" in winners[at]:
            keeping.setdefault(number, []).append(word)
    assert keeping == {number: [solution] for number, (_, _, solution, _) in enumerate(puzzles)}, keeping
    return len(puzzles)


def has_sound_puzzles(program):
    """Each puzzle's position is the program's, its grade the page's, and its solution leads to what the solver proves."""
    for number, grade, setup, moves, solution, keeps, rest in sheets.puzzles():
        position, game = sheets.replayed(setup, moves), f"position rules {sheets.RULES} setup {setup} moves {' '.join(moves)}"
        legal, told = program.board(game)
        assert told[1] == position.rows() and told[told.index("turn") + 1] == str(position.turn) and told[-1] == "{}-{}".format(*position.scores), (number, told)
        assert solution in legal, number
        answers = program.ask([game, *(order for depth in range(1, 6) for order in (f"set bot search:depth={depth}", "go"))])
        found = [line.split()[1] == solution for line in answers if line.startswith("bestmove ")]
        needed = 5 - (found[::-1] + [False]).index(False)
        assert grade == (1 if needed == 0 else 2 if needed < 5 else 3), (number, needed)
        proved = {}
        for word in legal:
            at = next(line for line in program.ask([f"{game} {word}", "word"]) if line.startswith("word ")).split()[1]
            proved[word] = program.run("solve", "--outcome", "--position", at)
        kept = f"player {position.turn}" if keeps == "win" else "neither player"
        assert [word for word, said in proved.items() if kept in said.split("\n")[0]] == [solution], (number, proved)
        after = sheets.replayed(setup, [*moves, solution])
        line = program.run("solve", "--position", f"{after.rows()}:main:{after.turn}:{after.scores[0]}-{after.scores[1]}:{sheets.RULES}")
        end = sheets.replayed(setup, [*moves, solution, *rest])
        _, told = program.board(f"{game} {solution} {' '.join(rest)}")
        assert "over" in told and "score {}-{}".format(*end.scores) in " ".join(told), (number, told)
        assert re.search(r"score +(\S+)", line)[1] == "{}-{}".format(*end.scores) and kept in line, (number, line)
        assert ("stuck" in told) == end.has_stones(), (number, told)


def main(path):
    begin, program = time.monotonic(), Program(path)
    untranslated = {key for key, texts in WORDS.items() if len(set(texts)) == 1 or not all(texts)}
    assert untranslated == {"card-name", "card-own"}, untranslated
    has_true_figures()
    has_legal_pictures(program)
    has_sound_puzzles(program)
    count = proves_all_puzzles(program)

    def look(printer, name, language, file):
        say, pdf, seen = sheets.Words(language), Pdf(file.read_bytes()), printer.run(LOOK)
        paper = "a3" if name.endswith("a3") else "a4"
        assert [sheet["part"] for sheet in seen] == PARTS[name], (name, language)
        assert len(pdf.pages) == len(seen), (file, len(pdf.pages), len(seen))
        for page, sheet in enumerate(seen):
            assert not sheet["wrong"], (file.name, page + 1, sheet["wrong"])
            assert "{" not in sheet["text"], (file.name, page + 1)
            assert all(abs(found - size) < 0.3 for found, size in zip((*pdf.size(page), sheet["width"], sheet["height"]), PAPERS[paper] * 2)), (file.name, pdf.size(page))
            if sheet["part"] == "board":
                has_the_board(pdf, page, paper)
            if sheet["part"] == "stones":
                assert min(sheet["stones"]) >= 60, sheet["stones"]
        if name == "lesson":
            assert sum(sheet["puzzles"] for sheet in seen) == 12
        if name == "cards":
            sides = {side: [card for sheet in seen if sheet["side"] == side for card in sheet["cards"]] for side in ("fronts", "backs")}
            has_the_patterns(sides, program, known_of(say))
            for at in range(0, len(seen), 2):
                lies_behind(seen[at]["cards"], seen[at + 1]["cards"])

    sheets.build(sheets.ROOT / "target/print", LANGUAGES, look)
    print(f"sizes, lines, stones, moves and puzzles are right, {count} puzzles are proved: {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
