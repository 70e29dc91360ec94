#!/usr/bin/env python3
"""Checks proofs of forced wins at Pasang: `check.py FILE...`

Plain Python 3. It has its own rules of the game and shares no code with the program `pasang`, which
wrote the proofs and has a separate checker, `pasang-exact check`. README.md beside it defines proofs
and their grammar; names.py has the stones of named setups.
Exit status: 0 if every file proves its claim, 3 if one does not, 2 if one is no proof.
"""
import re
import sys

from names import rows_of

TOGGLES = {
    "reply": ("diagonal", "diagonal-or-middle", "any-other", "any-but-rotated"),
    "entry": ("slide", "jump", "either", "first-decides"),
    "jump": ("stone", "column", "far"),
    "entry-capture": ("row-or-column", "row"),
    "capture": ("whole", "partial"),
    "stuck": ("loses", "score-decides"),
    "ka-stone": ("unscored", "scored"),
    "values": None,
}
LETTERS = "abcdefghijk"
# The largest file that is read, in bytes.
LARGEST = 1 << 26
# Control characters, characters that change the direction of writing, and invisible ones.
STEERS = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


class NoProof(Exception): """The text is no proof."""
class Wrong(Exception): """The proof does not prove what it claims."""


class Game:
    """The rules: a board's side, and the toggles.

    A position is (stones, kas, scores, whose turn, passages, the first player's way in): stones and
    their colours by point; players are 0 and 1; a point is (column, row), counted from 0.
    """

    def __init__(self, side, rules):
        self.side, self.half, self.rules = side, (side - 1) // 2, rules
        self.rays = {}
        points = {(x, y) for x in range(side) for y in range(side)} - {(self.half, self.half)}
        for origin, name in ((origin, name) for origin in points for name in STEPS):
            ray, (right, up) = [origin], STEPS[name]
            while ray[-1] in points:
                ray.append((ray[-1][0] + right, ray[-1][1] + up))
            self.rays[origin, name] = ray[1:-1]

    def own_rows(self, player):
        return range(self.half) if player == 0 else range(self.half + 1, self.side)

    def moves(self, position):
        """Returns every legal move's text, with the position after it."""
        stones, kas, _, player, passages, _ = position
        found = {}
        if stones and len(passages) < 2:
            for column in self.columns(passages):
                taken = [(column, row) for row in self.own_rows(player)]
                after = (kas, passages + (column,), position[5])
                found[LETTERS[column]] = self.taken(position, stones, 0, taken, after)
        elif stones and kas[player] is None:
            self.enter(found, position)
        elif stones:
            for name in STEPS:
                for to in self.rays[kas[player], name]:
                    if to in stones or to == kas[1 - player]:
                        break
                    axis = "ew" if name in "ns" else "ns"
                    self.capture(found, position, stones, 0, (kas[player], to, axis), position[5])
        return found

    def columns(self, passages):
        if not passages:
            return range(self.side)
        first, middle, reply = passages[0], self.half, self.rules["reply"]
        others = [column for column in range(self.side) if column != first]
        if first == middle or reply == "any-other":
            return others
        if reply == "any-but-rotated":
            return [column for column in range(self.side) if column != self.side - 1 - first]
        opposite = [column for column in others if (column - middle) * (first - middle) < 0]
        return opposite + [middle] if reply == "diagonal-or-middle" else opposite

    def enter(self, found, position):
        """Adds the entries: a stone of the own rows slides or jumps into the passage, and captures as a ka."""
        stones, _, _, player, passages, first_way = position
        entry = self.rules["entry"]
        entry = first_way or entry if entry == "first-decides" else entry
        ways = (entry,) if entry in ("slide", "jump") else ("slide", "jump")
        for row in self.own_rows(player):
            to = (passages[player], row)
            for origin in ((column, row) for column in range(self.side)):
                away = abs(origin[0] - to[0])
                way = "slide" if away == 1 else "jump"
                if origin not in stones or away == 0 or way not in ways:
                    continue
                between = ((origin[0] + to[0]) // 2, row)
                may = {"stone": away == 2 and between in stones, "column": away == 2, "far": True}
                if way == "jump" and not may[self.rules["jump"]]:
                    continue
                rest = {point: stones[point] for point in stones if point != origin}
                worth = self.rules["values"][stones[origin]] * (self.rules["ka-stone"] == "scored")
                for axis in ("ew", "ns")[: 1 if self.rules["entry-capture"] == "row" else 2]:
                    move = (origin, to, axis)
                    self.capture(found, position, rest, worth, move, first_way or way)

    def capture(self, found, position, stones, worth, move, way):
        """Adds every capture of a line from a landing point, to both sides along an axis."""
        origin, to, axis = move
        _, kas, _, player, passages, _ = position
        seen = []
        for name in axis:
            line = []
            for point in self.rays[to, name]:
                stops = line and point in stones and stones[point] != stones[line[0]]
                if stops or point == kas[1 - player]:
                    break
                if point in stones:
                    line.append(point)
            seen.append(line)
        ahead, behind = seen
        together = ahead and behind and stones[ahead[0]] == stones[behind[0]]
        for these, those in [seen] if together else [(ahead, []), ([], behind)]:
            whole = (len(these), len(those))
            if sum(whole) % 2 == 0:
                continue
            parts = [whole]
            if self.rules["capture"] == "partial":
                parts = [(n, m) for n in range(whole[0] + 1) for m in range(whole[1] + 1)]
            for part in (part for part in parts if sum(part) % 2 == 1):
                text = "-".join(LETTERS[x] + str(y + 1) for x, y in (origin, to)) + "x"
                text += "".join(f"{side}{count}" for side, count in zip(axis, part) if count)
                placed = (to, kas[1]) if player == 0 else (kas[0], to)
                points, after = these[: part[0]] + those[: part[1]], (placed, passages, way)
                found[text] = self.taken(position, stones, worth, points, after)

    def taken(self, position, stones, worth, points, after):
        """Returns the position after capturing stones and scoring `worth` additional points."""
        kas, passages, way = after
        scores, player, rest = list(position[2]), position[3], dict(stones)
        scores[player] += worth + sum(self.rules["values"][rest.pop(point)] for point in points)
        return (rest, kas, tuple(scores), 1 - player, passages, way)

    def end(self, position):
        """Returns the end of a position without moves: by stuck or not, and the winner; None is a draw."""
        if position[0] and self.rules["stuck"] == "loses":
            return True, 1 - position[3]
        first, second = position[2]
        return bool(position[0]), None if first == second else int(second > first)


class Proof:
    def __init__(self, text):
        lines = list(enumerate(text.replace("\r\n", "\n").removesuffix("\n").split("\n"), 1))
        for at, line in lines:
            if re.search("[\x00-\x1f\x7f-\x9f]", line):
                raise NoProof(f"line {at}: a control character")
        self.lines = iter([(at, line) for at, line in lines if not line.startswith("#")])
        if self.header("proof") != "1" or self.header("game") != "brunei":
            raise NoProof("proofs of format 1 about the game `brunei` are read")
        self.setup = self.header("setup")
        if not self.setup:
            raise NoProof("the setup has no name")
        self.rules = {name: self.toggle(name, words) for name, words in TOGGLES.items()}
        after = self.header("after")
        self.after = self.words(after) if after else []
        claims = r"player ([12]) (wins by stuck|wins|does not lose)"
        claim = re.fullmatch(claims, self.header("claim"))
        if not claim or self.next()[1]:
            raise NoProof("expected a claim that proofs have, and a blank line")
        self.winner, self.claim = int(claim[1]) - 1, claim[2]
        self.read_board()
        self.read_positions()

    def next(self):
        for line in self.lines:
            return line
        raise NoProof("the text ends before the proof does")

    def header(self, key):
        at, line = self.next()
        found = re.fullmatch(key + r":(?: ([^ ](?:.*[^ ])?))?", line)
        if found:
            return found[1] or ""
        raise NoProof(f"line {at}: expected `{key}: ..`")

    def words(self, text):
        words = text.split(" ")
        if all(words):
            return words
        raise NoProof("words have one blank between them")

    def toggle(self, name, words):
        value = self.header(name)
        if words is None:
            values = re.fullmatch(r"\{ black = ([0-9]), white = ([0-9]) \}", value)
            if values:
                return {"b": int(values[1]), "w": int(values[2])}
        elif value in words:
            return value
        raise NoProof(f"`{value}` is no value of `{name}`")

    def read_board(self):
        rows = []
        while row := self.next()[1]:
            rows.append(row)
        self.rows = rows
        self.side = side = len(rows)
        if side not in (5, 7, 9, 11) or any(len(row) != side for row in rows):
            raise NoProof("a board has 5, 7, 9 or 11 rows of as many signs")
        self.stones = {(x, y): sign for y, row in enumerate(rows[::-1]) for x, sign in enumerate(row)}
        for (x, y), sign in self.stones.items():
            if sign not in ("_" if x == y == (side - 1) // 2 else "bw"):
                raise NoProof("a board has `b` or `w` on every point, and `_` in the middle")
        del self.stones[side // 2, side // 2]

    def read_positions(self):
        """Reads, by number: the line's number, and (reply, answer, next) or (reply, None, None)."""
        self.positions = {}
        while (told := self.next())[1] != "end":
            at, line = told
            number, colon, steps = line.partition(": ")
            expected = ("0", "1") if not self.positions else (str(max(self.positions) + 1),)
            if not colon or number not in expected:
                raise NoProof(f"line {at}: expected position {expected[-1]}, or `end`")
            read = []
            for step in [steps] if number == "0" else steps.split("; "):
                words = [""] * (number == "0") + self.words(step)
                is_end = len(words) == 2 and words[1] == "." and number != "0"
                if not is_end and (len(words) != 3 or not re.fullmatch(r"[1-9][0-9]{0,8}|\.", words[2])):
                    raise NoProof(f"line {at}: expected REPLY ANSWER NEXT")
                read.append((words[0], None, None) if is_end else words)
            self.positions[int(number)] = (at, read)
        if any(line for _, line in self.lines):
            raise NoProof("something follows the end")


def check(proof):
    """Checks a proof, and returns the proven statement in words."""
    game, told = Game(proof.side, proof.rules), dict(proof.positions)
    if proof.claim == "wins by stuck" and proof.rules["stuck"] != "loses":
        raise Wrong("no player wins by stuck where `stuck` is `score-decides`")
    if (rows_of(proof.setup) or proof.rows) != proof.rows:
        raise Wrong(f"the setup is called `{proof.setup}` and has other stones than that")
    position = (proof.stones, (None, None), (0, 0), 0, (), None)
    for word in proof.after:
        moves = game.moves(position)
        if word not in moves:
            raise Wrong(f"`{word}` is not legal before the proof begins")
        position = moves[word]
    first = told.pop(0, None)
    is_winners = position[3] == proof.winner
    if not game.moves(position) or is_winners != bool(first) or not (first or told):
        raise Wrong("the proof has no begin: `0:` where it is the winner's turn, else `1:`")
    reached = {}

    def identity(position):
        stones, kas, scores, player, passages, way = position
        # Scores that do not count, and passages and ways that bind no more, are left out.
        scores = None if proof.claim == "wins by stuck" else scores
        way = way if kas[1] is None and proof.rules["entry"] == "first-decides" else None
        open_to = [column for column, ka in zip(passages, kas) if ka is None]
        return stones, kas, scores, player, open_to, way

    def over(position, at):
        by_stuck, winner = game.end(position)
        holds = {"wins by stuck": by_stuck and winner == proof.winner,
                 "wins": winner == proof.winner, "does not lose": winner != 1 - proof.winner}
        if game.moves(position) or not holds[proof.claim]:
            raise Wrong(f"line {at}: the game does not end here as is claimed")

    def follow(number, position, step, at):
        _, answer, following = step
        moves = game.moves(position)
        if answer not in moves:
            raise Wrong(f"line {at}: the answer `{answer}` is not legal")
        position = moves[answer]
        if following == ".":
            return over(position, at)
        following = int(following)
        if following <= number or following not in told:
            raise Wrong(f"line {at}: no position {following} is described further below")
        if identity(reached.setdefault(following, position)) != identity(position):
            raise Wrong(f"line {at}: this does not lead to position {following}")

    if first:
        follow(0, position, first[1][0], first[0])
    else:
        reached[1] = position
    for number, (at, steps) in told.items():
        position = reached.pop(number, None)
        missing = game.moves(position) if position else {}
        if not missing:
            raise Wrong(f"line {at}: no move leads to position {number}, or the game is over there")
        for step in steps:
            if step[0] not in missing:
                raise Wrong(f"line {at}: `{step[0]}` is not legal here, or is given twice")
            position = missing.pop(step[0])
            over(position, at) if step[1] is None else follow(number, position, step, at)
        if missing:
            raise Wrong(f"line {at}: position {number} has no answer to `{min(missing)}`")
    after = f"after `{' '.join(proof.after)}`" if proof.after else "from the first move"
    return f"{proof.setup}, {after}: player {proof.winner + 1} {proof.claim} ({len(told)} positions)"


def main(names, status=0):
    sys.stdout.reconfigure(errors="replace")
    for name in names:
        try:
            with open(name, "rb") as file:
                text = file.read(LARGEST + 1)
            if len(text) > LARGEST:
                raise NoProof("a proof has 64 MiB at most")
            said = check(Proof(text.decode("utf-8-sig")))
        except (Wrong, NoProof, OSError, UnicodeDecodeError) as why:
            is_wrong = isinstance(why, Wrong)
            said = f"{'wrong' if is_wrong else 'no proof'}: {why}"
            status = max(status, 3 if is_wrong else 2)
        print(STEERS.sub("\ufffd", f"{name}: {said}"))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
