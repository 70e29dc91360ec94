"""Builds a set to print for a classroom: PDFs in English and Malay, by headless Chromium.

    print.py [--language en|ms] [--out FOLDER]

`pasang-lesson-en.pdf` is on A4: a lesson plan, the rules, a board, stones to cut out, a score sheet, puzzles and their
solutions. `pasang-cards-en.pdf` has the pattern cards, to be printed double-sided (long edge), and `pasang-board-a3-en.pdf` a
large board. The texts are in print_words.py; print_check.py checks sizes, stones and moves."""

import argparse
import base64
import html
import pathlib
import re
import tempfile
from shutil import which

import known
from check import BROWSERS, Browser, Window
from print_words import LANGUAGES, WORDS

PAGE = pathlib.Path(__file__).parent / "page"
ROOT = pathlib.Path(__file__).parents[2]
RULES = "brunei-slide"
CREWS = ["quick", "club", "strong"]

# Millimetres from point to point. Stones may be as wide, less a little.
SPACING = {"a4": 16, "a3": 24}
# Side of a stone's square on the sheet of stones, and the stone's diameter.
STONE_SQUARE, STONE = 15, 13.5
COLUMNS = "abcdefghijk"
MIDDLE = 5
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

# Puzzles of page/puzzles.txt, counted from 1, with their grades (as on the page) and the best play after the solution.
PUZZLES = [
    (1, 1, "i11-i2xw1 a1-a11xe1 i2-k2xn1 a11-a9xe1 k2-c2xn1 a9-b9xs1"),
    (3, 1, "d8-a8xn1 b10-b9xe1 a8-c8xs1 b9-b3xe1"),
    (5, 1, "k1-d1xn1 e11-f11xs1"),
    (24, 1, "c10-b10xn1 d3-c3xn1 b10-j10xs1 c3-k3xs1 j10-j4xw1 k3-k1xw1 j4-i4xs1 k1-j1xn1 i4-a4xn1 j1-j2xw1 a4-h4xs1 j2-a2xn1 h4-i4xs1"),
    (8, 2, "c8-c10xe2w1 b9-j9xn1s4 c10-a10xn1 j9-j1xe1 a10-k10xn1"),
    (9, 2, "b6-c6xn1 d3-d7xw1 c6-b6xn1 d7-e7xn1 b6-c6xn1 e7-e10xw1 c6-c2xw1 e10-a10xs1"),
    (17, 2, "j4-j3xe1 g2-g1xe1 j3-k3xs1 g1-j1xn1"),
    (28, 2, "c8-c3xe2w1 j7-a7xs1 c3-b3xs1 a7-i7xs1 b3-b2xe2w1 i7-j7xs1 b2-b1xe1 j7-k7xs1 b1-b4xw1 k7-a7xn1"),
    (4, 2, "c1-j1xn1 e7-f7xn1 j1-j10xw3 f7-a7xn1 j10-b10xs1 a7-c7xn1"),
    (14, 3, "e3-e4xw1 c5-c6xw1 e4-a4xn2s1 c6-c3xe1 a4-a5xe1 c3-b3xs1"),
    (19, 3, "b8-a8xn1 b7-b1xe1 a8-a7xe1 b1-k1xn1 a7-k7xn1 k1-a1xn1 k7-k10xw1 a1-b1xn1 k10-k3xw1 b1-j1xn1 k3-k6xw1 j1-i1xn1"),
    (22, 3, "a10-g10xn1 h9-h1xe1 g10-g2xe1 h1-h6xe1 g2-g10xe1 h6-h10xe1 g10-g2xe1 h10-i10xn1 g2-g11xe1 i10-i5xe1"),
]

# Pictures of the rules: the pattern or the pieces on an empty board, the moves before, and the move that is shown. A move with
# an even line is illegal; `window` is the part that is seen.
START = ["c", "j"]
# The first moves of the ka in the lesson plan (`plan-first`).
ENTRIES = ["b2-c2xe3", "i10-j10xe1"]
PICTURES = {
    "setup": {"pattern": "01", "window": "a1k11", "spacing": 3.9},
    "column": {"pattern": "01", "move": "c", "replies": "ghijk", "window": "a1k11", "spacing": 3.9},
    "entry": {"pattern": "01", "before": START, "move": "b2-c2xe3", "window": "a1g7", "spacing": 5.9},
    "line": {"pieces": "1a1 be2 be4 be5 wc4 2k11", "move": "a1-e1xn3", "window": "a1g7", "spacing": 5.9},
    "even": {"pieces": "1a1 be2 be4 wc3 2k11", "refused": "a1-e1xn2", "window": "a1g7", "spacing": 5.9},
    "both": {"pieces": "1a3 be4 be2 be1 wg3 2k11", "move": "a3-e3xn1s2", "window": "a1g7", "spacing": 5.9},
    "points": {"pieces": "1a3 we4 be2 be1 wg3 2k11", "move": "a3-e3xn1", "window": "a1g7", "spacing": 5.9},
    "stuck": {"pieces": "1g7 2a3 wc2 wd2 wc4 wd4", "turn": 2, "window": "a1g7", "spacing": 5.9},
}


class Words:
    """Texts in one language; `{page:KEY}` is a text of the page."""

    def __init__(self, language, texts=WORDS):
        self.language, self.at, self.texts = language, LANGUAGES.index(language), texts
        found = re.findall(r'^  "?([\w-]+)"?: \[\s*"([^"]*)",\s*"([^"]*)",?\s*\]', (PAGE / "words.js").read_text(), flags=re.M)
        self.page = {key: texts[self.at] for key, *texts in found}

    def __call__(self, key, **values):
        text = self.texts[key][self.at]
        text = re.sub(r"\{page:([\w-]+)\}", lambda it: self.page[it[1]].rstrip("."), text)
        return re.sub(r"\{(\w+)\}", lambda it: str(values[it[1]]), text)


class Position:
    """A position of Brunei's game; `play` trusts that a move is legal. `signs` has the pieces by point."""

    def __init__(self, signs, turn=1):
        self.signs, self.turn, self.scores = dict(signs), turn, [0, 0]
        self.way, self.taken = [], []

    @staticmethod
    def of_pattern(number):
        lines = (ROOT / f"setups/catalogue-{number}.txt").read_text().split("\n\n")[1].split()
        return Position({COLUMNS[x] + str(11 - y): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != "_"})

    def play(self, word):
        """Plays a move, and sets its way and the points that it takes."""
        if len(word) == 1:
            self.way, self.taken = [], [word + str(row) for row in (range(1, 6) if self.turn == 1 else range(7, 12))]
        else:
            origin, goal, takes = re.fullmatch(r"(\w\d+)-(\w\d+)x(\S+)", word).groups()
            self.way = [origin, goal]
            del self.signs[origin]
            self.signs[goal] = str(self.turn)
            self.taken = [point for direction, count in re.findall(r"([nesw])(\d+)", takes) for point in self.nearest(goal, direction, int(count))]
        for point in self.taken:
            self.scores[self.turn - 1] += {"b": 1, "w": 2}[self.signs.pop(point)]
        self.turn = 3 - self.turn
        return self

    def nearest(self, point, direction, count):
        (x, y), (right, up) = place(point), DIRECTIONS[direction]
        seen = []
        while len(seen) < count:
            x, y = x + right, y + up
            if name(x, y) in self.signs:
                seen.append(name(x, y))
        return seen

    def has_stones(self):
        return any(sign in "bw" for sign in self.signs.values())

    def copy(self):
        other = Position(self.signs, self.turn)
        other.scores = list(self.scores)
        return other

    def rows(self):
        """Returns the rows as the program writes them."""
        sign = lambda x, y: "_" if x == y == MIDDLE else self.signs.get(name(x, y), ".")
        return "/".join("".join(sign(x, y) for x in range(11)) for y in reversed(range(11)))


def place(point):
    return COLUMNS.index(point[0]), int(point[1:]) - 1


def name(x, y):
    return f"{COLUMNS[x]}{y + 1}"


def pictured(key):
    """Returns a picture's position before and after its move."""
    picture = PICTURES[key]
    if "pattern" in picture:
        before = Position.of_pattern(picture["pattern"])
    else:
        before = Position({piece[1:]: piece[0] for piece in picture["pieces"].split()}, picture.get("turn", 1))
    for word in picture.get("before", []):
        before.play(word)
    word = picture.get("move", picture.get("refused"))
    return before, before.copy().play(word) if word else None


def puzzles():
    """Yields each puzzle: its number, grade, setup, moves, solution, what the solution keeps, and the best play after it."""
    lines = (PAGE / "puzzles.txt").read_text().strip().split("\n")
    for number, (line, grade, rest) in enumerate(PUZZLES, 1):
        setup, moves, solution, keeps = lines[line - 1].split("\t")
        yield number, grade, setup, moves.split(), solution, keeps, rest.split()


def balances():
    """Returns the balance of each known pattern, by number and then by crew, the strongest last: the joint figures that the program
    carries (src/show/sections/known.rs)."""
    found = {}
    for row in known.rows():
        if row["rules"] == RULES and row["crew"] in CREWS:
            found.setdefault(row["setup"].removeprefix("catalogue-"), {})[row["crew"]] = row
    return {number: {crew: of[crew] for crew in CREWS} for number, of in sorted(found.items())}


# Drawing: x grows to the right, y downwards, a11 at 0 0.

def at(point):
    x, y = place(point)
    return x, 10 - y


def wood(has_name=False):
    """Columns and rows stop at the gadong, the marked diagonals run to its corners."""
    before, after = MIDDLE - 1, MIDDLE + 1
    lines = []
    for each in range(11):
        spans = [(0, before), (after, 10)] if each == MIDDLE else [(0, 10)]
        lines += [f'<path class="line" d="M{each} {begin}V{end}"/><path class="line" d="M{begin} {each}H{end}"/>' for begin, end in spans]
    corners = [(0, 0, before, before), (10, 0, after, before), (0, 10, before, after), (10, 10, after, after)]
    diagonals = [f'<path class="diagonal" d="M{x} {y}L{to_x} {to_y}"/>' for x, y, to_x, to_y in corners]
    named = f'<text class="gadong-name" x="{MIDDLE}" y="{MIDDLE + 0.1}">gadong</text>' if has_name else ""
    return "".join(diagonals) + f'<rect class="gadong" x="{before}" y="{before}" width="2" height="2"/>' + "".join(lines) + named


def disc(kind, x, y, radius):
    """A circle of four cubic curves: a PDF then has a tenth of the bytes that it has for SVG circles."""
    r, k = radius, radius * 0.5523
    quarters = [(0, k, k - r, r, -r, r), (-k, 0, -r, k - r, -r, -r), (0, -k, r - k, -r, r, -r), (k, 0, r, r - k, r, r)]
    return f'<path class="{kind}" d="M{x + r:g} {y:g}' + "".join("c" + " ".join(f"{each:.4g}" for each in quarter) for quarter in quarters) + 'z"/>'


def piece(sign, x, y):
    if sign in "bw":
        return disc(f"stone {sign}", x, y, 0.4)
    return f'<g class="ka k{sign}"><path d="M{x} {y - 0.5}l.5 .5l-.5 .5l-.5 -.5z"/><text x="{x}" y="{y + 0.22}">{sign}</text></g>'


def pieces(position):
    return "".join(piece(sign, *at(point)) for point, sign in position.signs.items())


def labels(corners, far, size):
    """Letters below and numbers to the left of a part of the board, this far from its points."""
    (left, low), (right, high) = corners
    letters = [(x, 10 - low + far, COLUMNS[x]) for x in range(left, right + 1)]
    numbers = [(left - far, 10 - y, y + 1) for y in range(low, high + 1)]
    return "".join(label(x, y, text, size) for x, y, text in letters + numbers)


def label(x, y, text, size):
    return f'<text x="{x:g}" y="{y + 0.36 * size:g}" style="font-size:{size}px">{text}</text>'


def svg(view, spacing, inside, kind):
    x, y, width, height = view
    return (f'<svg class="{kind}" viewBox="{x:g} {y:g} {width:g} {height:g}" style="width:{width * spacing:g}mm;height:{height * spacing:g}mm" role="img">{inside}</svg>')


def large_board(size):
    """The board to play on, with labels on all sides."""
    rim, far, text = 0.8, 0.59, 0.25
    sides = labels(((0, 0), (10, 10)), far, text)
    sides += "".join(label(x, -far, COLUMNS[x], text) + label(10 + far, 10 - x, x + 1, text) for x in range(11))
    frame = f'<rect class="rim" x="{0.02 - rim}" y="{0.02 - rim}" width="{9.96 + 2 * rim}" height="{9.96 + 2 * rim}" rx=".15"/>'
    return svg((-rim, -rim, 10 + 2 * rim, 10 + 2 * rim), SPACING[size], frame + wood(True) + sides, "board large")


def small_board(position, spacing, window="a1k11", marks="", below=""):
    """A position on the board or on a part of it, whose lines run on beyond it."""
    low, high = re.fullmatch(r"(\w\d+?)(\w\d+)", window).groups()
    (left, bottom), (right, top) = corners = place(low), place(high)
    room, beside = 0.55, 0.8
    view = (left - room - beside, 10 - top - room, right - left + 2 * room + beside, top - bottom + 2 * room + beside)
    identity = f"part-{window}-{spacing}"
    clip = f'<clipPath id="{identity}"><rect x="{left - room}" y="{10 - top - room}" width="{right - left + 2 * room}" height="{top - bottom + 2 * room}"/></clipPath>'
    seen = f'{clip}<g clip-path="url(#{identity})">{below}{wood()}{pieces(position)}{marks}</g>'
    return svg(view, spacing, seen + labels(corners, room + 0.4, round(min(0.6, max(0.4, 2.3 / spacing)), 2)), "board")


def way_of(way):
    if not way:
        return ""
    (x, y), (to_x, to_y) = at(way[0]), at(way[1])
    length = abs(to_x - x) + abs(to_y - y)
    right, down = (to_x - x) / length, (to_y - y) / length
    # From the edge of the piece to the edge of its goal, with a head.
    begin, end = (x + right * 0.5, y + down * 0.5), (to_x - right * 0.3, to_y - down * 0.3)
    neck = (end[0] - right * 0.3, end[1] - down * 0.3)
    points = [end, (neck[0] - down * 0.22, neck[1] + right * 0.22), (neck[0] + down * 0.22, neck[1] - right * 0.22)]
    head = " ".join(f"{px:g},{py:g}" for px, py in points)
    line = f'<path class="way" d="M{begin[0]:g} {begin[1]:g}L{neck[0]:g} {neck[1]:g}"/>' if length > 1 else ""
    return f'{line}<polygon class="way-end" points="{head}"/>' + disc("goal", to_x, to_y, 0.25)


def marks_of(after):
    """Marks of a move: its way, and what it takes."""
    return way_of(after.way) + "".join(disc("takes", *at(point), 0.44) for point in after.taken)


def picture(key):
    it, (before, after) = PICTURES[key], pictured(key)
    marks = marks_of(after) if after else ""
    if "refused" in it:
        marks = way_of(after.way) + "".join("<path class=\"no\" d=\"M{0} {1}l.7 .7m0 -.7l-.7 .7\"/>".format(x - 0.35, y - 0.35) for x, y in map(at, after.taken))
    below = "".join(f'<rect class="open" x="{COLUMNS.index(column) - 0.5}" y="-.5" width="1" height="5"/>' for column in it.get("replies", ""))
    return small_board(before, it["spacing"], it["window"], marks, below)


# Sheets.

def sheet(say, key, body, kind="", foot=None):
    foot = say("foot") if foot is None else foot
    return f'<section class="sheet {kind}" data-part="{key}">{body}<div class="foot"><span>{foot}</span><span>Pasang · {say(f"{key}-foot")}</span></div></section>'


def board_sheet(say, size):
    seat = lambda number, kind: f'<div class="seat {kind}"><b>{say("player", n=number)}</b>{say("tray")}</div>'
    return sheet(say, "board", f'<div class="table">{seat(2, "far")}{large_board(size)}{seat(1, "")}</div>', foot=say("board-size", mm=SPACING[size], paper=size.upper()))


def stones_sheet(say):
    across, down = 12, 11
    square, radius = STONE_SQUARE, STONE / 2
    signs = ["b"] * 64 + ["w"] * 64 + ["1", "1", "2", "2"]
    inside = ""
    for number, sign in enumerate(signs):
        x, y = (number % across + 0.5) * square, (number // across + 0.5) * square
        if sign in "bw":
            inside += disc(f"stone {sign}", x, y, radius)
        else:
            inside += f'<g transform="translate({x} {y}) scale({STONE})">{piece(sign, 0, 0)}</g>'
    cuts = "".join(f'<path class="cut" d="M{x * square} 0V{down * square}"/>' for x in range(across + 1)) + "".join(f'<path class="cut" d="M0 {y * square}H{across * square}"/>' for y in range(down + 1))
    grid = svg((0, 0, across * square, down * square), 1, inside + cuts, "pieces")
    ruler = svg((0, -6, 100, 10), 1, '<path d="M0 0H100M0 -2V2M50 -1V1M100 -2V2" fill="none" stroke="#1c1a18" stroke-width=".3"/>', "ruler")
    return sheet(say, "stones", f'<h1>{say("stones")}</h1><p>{say("stones-about")}</p>{grid}<div class="measure">{ruler}<p class="soft">{say("ruler")}</p></div>')


def rules_sheet(say):
    panels = [f'<div class="panel">{picture(key)}<div><h3>{number}. {say(f"rules-{key}")}</h3><p>{say(f"rules-{key}-about")}</p></div></div>' for number, key in enumerate(PICTURES, 1)]
    return sheet(say, "rules", f'<h1>{say("rules")}</h1><p>{say("rules-about")}</p><div class="panels">{"".join(panels)}</div><p class="soft">{say("rules-other")}</p>')


def score_sheet(say):
    heads = "".join(f'<th colspan="3">{say("player", n=number)}</th>' for number in (1, 2))
    parts = "".join(f'<th>{say("score-move")}</th><th>{say("score-points")}</th><th class="sum">{say("score-sum")}</th>' for _ in (1, 2))
    columns = '<colgroup><col style="width:7mm">' + '<col><col style="width:11mm"><col style="width:10mm">' * 2 + "</colgroup>"

    def block(numbers):
        cells = '<td></td><td></td><td class="sum"></td>' * 2
        return f'<table class="score" style="table-layout:fixed">{columns}<tr><th></th>{heads}</tr><tr><th></th>{parts}</tr>' + "".join(f"<tr><th>{number}</th>{cells}</tr>" for number in numbers) + "</table>"

    field = lambda key: f'<span>{key}<span class="blank">&nbsp;</span></span>'
    fields = [field(say("score-pattern")), field(say("score-date")), field(f'{say("player", n=1)} ({say("score-first")}):'), field(f'{say("player", n=2)}:')]
    count = lambda number: f"""<table class="count"><tr><th><b>{say("player", n=number)}</b></th><td>{say("score-stuck")} ☐</td></tr>
        <tr><td>{say("score-black")}</td><td>…… × 1 = ……</td></tr><tr><td>{say("score-white")}</td><td>…… × 2 = ……</td></tr><tr><td class="sum"><b>{say("score-all")}</b></td><td></td></tr></table>"""
    body = f"""<h1>{say("score")}</h1><div class="fields">{"".join(fields)}</div><div class="two">{block(range(1, 29))}{block(range(29, 57))}</div>
        <p class="soft" style="margin:1.5mm 0 2mm">{say("score-about")}</p><div class="two">{count(1)}{count(2)}</div>"""
    return sheet(say, "score", body)


def puzzle_sheets(say):
    cells = []
    for number, grade, setup, moves, _, keeps, _ in puzzles():
        position = replayed(setup, moves)
        asked = say("puzzle-asks", n=position.turn, one=position.scores[0], two=position.scores[1])
        cells.append(f'<div class="puzzle" data-puzzle="{number}"><h3>{number}. {"★" * grade}</h3><p>{asked}<br><b>{say(f"puzzle-{keeps}")}</b></p>{small_board(position, 5.6)}</div>')
    pages = [cells[:6], cells[6:]]
    return "".join(sheet(say, "puzzles", f'<h1>{say("puzzles")}</h1><p>{say("puzzles-about")}</p><div class="puzzles">{"".join(page)}</div>') for page in pages)


def replayed(setup, moves):
    position = Position.of_pattern(setup.removeprefix("catalogue-"))
    for word in moves:
        position.play(word)
    return position


def solution_sheet(say):
    cells = []
    for number, _, setup, moves, solution, keeps, rest in puzzles():
        before, after = replayed(setup, moves), replayed(setup, [*moves, solution])
        end = replayed(setup, [*moves, solution, *rest])
        colours = [before.signs[point] for point in after.taken]
        told = say("solution-move", **dict(zip(("origin", "goal"), after.way)), n=len(colours), colour=say(f"colour-{colours[0]}"), points=", ".join(after.taken))
        ends = "draw" if keeps == "draw" else "stuck" if end.has_stones() else "points"
        ended = say(f"solution-{ends}", n=before.turn, m=3 - before.turn, one=end.scores[0], two=end.scores[1])
        line = " ".join(f'<span class="move">{word}</span>' for word in rest)
        cells.append(f'<div class="solution">{small_board(before, 3.2, marks=marks_of(after))}<div><h3>{number}. {solution}</h3><p>{told}</p><p>{say("solution-then")} {line}. {ended}</p></div></div>')
    return sheet(say, "solutions", f'<h1>{say("solutions")}</h1><p>{say("solutions-about")}</p><div class="solutions">{"".join(cells)}</div>')


def plan_sheet(say):
    minutes = "".join(f"<tr><td>{when}</td><td>{say(key)}</td></tr>" for when, key in [("0–4", "plan-tell"), ("4–12", "plan-set-up"), ("12–18", "plan-first"), ("18–36", "plan-play"), ("36–40", "plan-count"), ("40–45", "plan-ask")])
    listed = lambda key, tag="ul": f"<{tag}>" + "".join(f"<li>{item}</li>" for item in say(key).split(" | ")) + f"</{tag}>"
    body = f"""<h1>{say("plan")}</h1><p>{say("plan-about")}</p><h2>{say("plan-prepare-head")}</h2>{listed("plan-prepare")}
        <h2>{say("plan-minutes-head")}</h2><table>{minutes}</table><h2>{say("plan-can-head")}</h2>{listed("plan-can")}
        <h2>{say("plan-fair-head")}</h2><p>{say("plan-fair-about")}</p>{listed("plan-fair", "ol")}<p>{say("plan-doubt")}</p>"""
    return sheet(say, "plan", body, "plan")


def front(say, number):
    if number is None:
        board = small_board(Position({}), 6.4)
        return f'<div class="card front" data-own="1"><div class="name"><b>{say("card-own")}</b>{say("card-name")}<span class="blank">&nbsp;</span></div>{board}</div>'
    return f'<div class="card front" data-pattern="{number}"><div class="name"><b>{number}</b>{say("card-name")}<span class="blank">&nbsp;</span></div>{small_board(Position.of_pattern(number), 6.4)}</div>'


def estimate(row):
    """Returns the first player's score in percent, with its interval."""
    return [100 * row[key] for key in ("score", "low", "high")]


def bound(share):
    """Rounds an end of an interval to whole percent, but shows on which side of 50 it is."""
    return f"{share:.1f}" if 0.05 <= abs(share - 50) < 0.5 else f"{share:.0f}"


def bar(row):
    """The first player's score from 0 to 100, with its interval."""
    mean, low, high = estimate(row)
    inside = f'<path class="scale" d="M0 3H100"/><rect class="reach" x="{low:.2f}" y="1.6" width="{high - low:.2f}" height="2.8"/><path class="even" d="M50 0V6"/><circle class="mean" cx="{mean:.2f}" cy="3" r="1.2"/>'
    ends = "".join(f'<text x="{x}" y="8.4">{share}</text>' for x, share in ((1, 0), (50, 50), (97, 100)))
    return svg((0, 0, 100, 9), 0.86, inside + ends, "bar")


def shown_on_card(say, row):
    """What a card says of a pattern's size and direction."""
    told = [say(f"card-{word}") for word in (row["size"], row["direction"]) if word != "open"]
    return ", ".join(told) or say("card-open")


def back(say, number, found):
    if number is None:
        return f'<div class="card back" data-own="1"><h3>{say("card-own")}</h3><p>{say("card-own-about")}</p></div>'
    classes, looks = "", []
    for crew, row in found.items():
        mean, *ends = estimate(row)
        mean, low, high = [f"{mean:.0f}", *map(bound, ends)]
        statement = shown_on_card(say, row)
        looks.append(say(f"card-looks-{crew}"))
        classes += f'<div class="class"><p>{say(f"card-{crew}")}: <b>{statement}</b></p>{bar(row)}<p>{say("card-score", mean=mean, low=low, high=high)}</p></div>'
    return f'<div class="card back" data-pattern="{number}"><h3>{say("card-back", number=number)}</h3>{classes}<p class="about">{say("card-about", looks=", ".join(looks))}</p></div>'


def card_sheets(say):
    """Fronts and backs by turns. A page turned over its long edge swaps left and right, so each row of backs is reversed."""
    found = balances()
    numbers = [*sorted(found), None]
    sheets = ""
    for first in range(0, len(numbers), 6):
        six = numbers[first:first + 6]
        swapped = [six[at ^ 1] for at in range(6)]
        for side, cards in (("fronts", [front(say, number) for number in six]), ("backs", [back(say, number, found.get(number)) for number in swapped])):
            sheets += f'<section class="sheet cards" data-part="cards" data-side="{side}">{"".join(cards)}</section>'
    return sheets


def documents(say):
    """Returns the documents by name: the paper and the sheets."""
    lesson = [plan_sheet(say), rules_sheet(say), board_sheet(say, "a4"), stones_sheet(say), score_sheet(say), puzzle_sheets(say), solution_sheet(say)]
    return {"lesson": ("a4", "".join(lesson)), "cards": ("a4", card_sheets(say)), "board-a3": ("a3", board_sheet(say, "a3"))}


def document(say, paper, sheets):
    size = {"a4": "210mm 297mm", "a3": "297mm 420mm"}[paper]
    return f"""<!doctype html><html lang="{say.language}"><meta charset="utf-8"><title>{html.escape(say("title"))}</title>
<style>{pathlib.Path(__file__).with_suffix(".css").read_text()}@page {{ size: {size} }}</style><body class="{paper}">{sheets}</body></html>"""


class Printer(Window):
    """Window of a browser that shows documents and prints them."""

    def show(self, text):
        frame = self.ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.ask("Page.setDocumentContent", frameId=frame, html=text)
        self.run("document.fonts.ready.then(() => 1)")

    def pdf(self):
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True, generateTaggedPDF=False)["data"])


def build(out, languages, look=None):
    """Writes the PDFs of these languages; `look` sees each document in the browser, with its file."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        printer = Printer(browser)
        for language in languages:
            say = Words(language)
            for name, (paper, sheets) in documents(say).items():
                printer.show(document(say, paper, sheets))
                file = out / f"pasang-{name}-{language}.pdf"
                file.write_bytes(printer.pdf())
                print(f"{file}: {file.stat().st_size} bytes")
                if look:
                    look(printer, name, language, file)
        browser.ask("Browser.close")
        browser.process.wait(20)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this language (default: all)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/print", help="folder for the PDFs")
    given = parser.parse_args()
    if not any(map(which, BROWSERS)):
        parser.error(f"a browser is needed to write PDFs: install one of {', '.join(BROWSERS)}")
    build(given.out, given.language or LANGUAGES)


if __name__ == "__main__":
    main()
