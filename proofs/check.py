#!/usr/bin/env python3
"""Checks proofs of forced wins at Pasang: `proofs/check.py FILE...`

Plain Python 3. It has its own rules of the game and shares no code with the program `pasang`, which
wrote the proofs and has a check of its own, `pasang check`. docs/proofs.md says what a proof is.

Exit status: 0 where every file proves what it claims, 3 where one does not, 2 where one is no proof.
"""
import re
import sys

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
CLAIMS = ("wins by stuck", "wins", "does not lose")
NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)


class NoProof(Exception):
    """The text is no proof."""


class Wrong(Exception):
    """The proof does not prove what it claims."""


class Game:
    """The rules: a board's side, and the toggles."""

    def __init__(self, side, rules):
        self.side, self.half, self.rules = side, (side - 1) // 2, rules
        self.centre = (self.half, self.half)
        self.rays = {}
        for column in range(side):
            for row in range(side):
                for step in (NORTH, EAST, SOUTH, WEST):
                    ray, x, y = [], column + step[0], row + step[1]
                    while 0 <= x < side and 0 <= y < side and (x, y) != self.centre:
                        ray.append((x, y))
                        x, y = x + step[0], y + step[1]
                    self.rays[(column, row), step] = ray

    def name(self, point):
        return "abcdefghijk"[point[0]] + str(point[1] + 1)

    def start(self, stones):
        """A position: stones, kas, scores, whose turn (0 or 1), passages, the first player's way in."""
        return (frozenset(stones.items()), (None, None), (0, 0), 0, (), None)

    def own_rows(self, player):
        return range(self.half) if player == 0 else range(self.half + 1, self.side)

    def moves(self, position):
        """Every legal move's text, with the position after it."""
        stones, kas, _, player, passages, _ = position
        board = dict(stones)
        if not board:
            return {}
        if len(passages) < 2:
            return dict(self.opening(position, board, column) for column in self.columns(passages))
        if kas[player] is None:
            return self.entries(position, board)
        return self.main(position, board)

    def columns(self, passages):
        """The columns that may be taken."""
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

    def opening(self, position, board, column):
        _, kas, scores, player, passages, way = position
        taken = [(column, row) for row in self.own_rows(player)]
        after = (passages + (column,), way)
        return "abcdefghijk"[column], self.taken(board, kas, scores, player, taken, after)

    def entries(self, position, board):
        """A stone of the own rows slides or jumps into the passage, and captures as a ka."""
        _, kas, scores, player, passages, first_way = position
        ways = {"slide": ["slide"], "jump": ["jump"]}.get(self.rules["entry"], ["slide", "jump"])
        if self.rules["entry"] == "first-decides" and first_way:
            ways = [first_way]
        found, passage = {}, passages[player]
        for row in self.own_rows(player):
            to = (passage, row)
            for column in range(self.side):
                origin = (column, row)
                if origin not in board or not self.enters(board, passage, column, row, ways):
                    continue
                rest = dict(board)
                stone = rest.pop(origin)
                scored = list(scores)
                if self.rules["ka-stone"] == "scored":
                    scored[player] += self.rules["values"][stone]
                way = "slide" if abs(column - passage) == 1 else "jump"
                after = (passages, first_way or way)
                axes = [(EAST, WEST)]
                if self.rules["entry-capture"] == "row-or-column":
                    axes.append((NORTH, SOUTH))
                for axis in axes:
                    self.captures(found, rest, kas, scored, player, (origin, to, axis), after)
        return found

    def enters(self, board, passage, column, row, ways):
        away = abs(column - passage)
        if away == 1:
            return "slide" in ways
        if away == 0 or "jump" not in ways:
            return False
        between = ((column + passage) // 2, row)
        return {"stone": away == 2 and between in board, "column": away == 2,
                "far": True}[self.rules["jump"]]

    def main(self, position, board):
        """The ka goes any way over empty points, and captures across its way."""
        _, kas, scores, player, passages, way = position
        found, origin, other = {}, kas[player], kas[1 - player]
        for step in (NORTH, EAST, SOUTH, WEST):
            axis = (EAST, WEST) if step in (NORTH, SOUTH) else (NORTH, SOUTH)
            for to in self.rays[origin, step]:
                if to in board or to == other:
                    break
                self.captures(found, board, kas, scores, player, (origin, to, axis), (passages, way))
        return found

    def captures(self, found, board, kas, scores, player, move, after):
        """Adds every capture of a line from a landing point along an axis."""
        origin, to, axis = move
        seen = []
        for step in axis:
            line = []
            for point in self.rays[to, step]:
                if point == kas[1 - player]:
                    break
                if point in board:
                    if line and board[point] != board[line[0]]:
                        break
                    line.append(point)
            seen.append(line)
        ahead, behind = seen
        if ahead and behind and board[ahead[0]] == board[behind[0]]:
            lines = [(ahead, behind)]
        else:
            lines = [(ahead, []), ([], behind)]
        for these, those in lines:
            if (len(these) + len(those)) % 2 == 0:
                continue
            parts = [(len(these), len(those))]
            if self.rules["capture"] == "partial":
                parts = [(n, m) for n in range(len(these) + 1) for m in range(len(those) + 1)
                         if (n + m) % 2 == 1]
            for n, m in parts:
                words = {NORTH: "n", EAST: "e", SOUTH: "s", WEST: "w"}
                sides = [(words[step], count) for step, count in zip(axis, (n, m)) if count]
                text = f"{self.name(origin)}-{self.name(to)}x"
                text += "".join(f"{side}{count}" for side, count in sides)
                placed = tuple(to if seat == player else kas[seat] for seat in (0, 1))
                found[text] = self.taken(board, placed, scores, player, these[:n] + those[:m], after)

    def taken(self, board, kas, scores, player, points, after):
        """The position after stones are captured."""
        rest, scored = dict(board), list(scores)
        for point in points:
            scored[player] += self.rules["values"][rest.pop(point)]
        passages, way = after
        return (frozenset(rest.items()), kas, tuple(scored), 1 - player, passages, way)

    def ended(self, position, moves):
        """How a position without a move ended: whether by stuck, and who won; None is a draw."""
        if moves:
            return None
        stones, _, (first, second), player, _, _ = position
        if stones and self.rules["stuck"] == "loses":
            return True, 1 - player
        return bool(stones), None if first == second else int(second > first)


class Proof:
    """A proof as its text tells it."""

    def __init__(self, text):
        lines = [line.rstrip("\r") for line in text.split("\n")]
        self.lines = [(number, line) for number, line in enumerate(lines, 1)
                      if not line.startswith("#")]
        self.place = 0
        if self.header("proof") != "1":
            raise NoProof("proofs of format 1 are read, and this is another")
        if self.header("game") != "brunei":
            raise NoProof("proofs are about the game with kas, `brunei`")
        self.setup = self.header("setup")
        self.rules = {name: self.toggle(name, words) for name, words in TOGGLES.items()}
        self.after = self.header("after").split()
        claim = re.fullmatch(r"player ([12]) (.*)", self.header("claim"))
        if not claim or claim[2] not in CLAIMS:
            raise NoProof("the claim is none that proofs have")
        self.winner, self.claim = int(claim[1]) - 1, claim[2]
        if self.next()[1].strip():
            raise NoProof("a blank line should come before the board")
        self.read_board()
        self.read_positions()

    def next(self):
        if self.place == len(self.lines):
            raise NoProof("the text ends before the proof does")
        self.place += 1
        return self.lines[self.place - 1]

    def header(self, key):
        number, line = self.next()
        found, colon, value = line.partition(":")
        if not colon or found != key:
            raise NoProof(f"line {number}: expected `{key}: ..`")
        return value.strip()

    def toggle(self, name, words):
        value = self.header(name)
        if words is None:
            values = re.fullmatch(r"\{ black = ([0-9]), white = ([0-9]) \}", value)
            if not values:
                raise NoProof(f"`{value}` is no value of `{name}`")
            return {"b": int(values[1]), "w": int(values[2])}
        if value not in words:
            raise NoProof(f"`{value}` is no value of `{name}`")
        return value

    def read_board(self):
        """The rows, the highest first."""
        rows = []
        number, line = self.next()
        while line.strip():
            rows.append(line.strip())
            number, line = self.next()
        self.side = len(rows)
        half = (self.side - 1) // 2
        if self.side not in (5, 7, 9, 11) or any(len(row) != self.side for row in rows):
            raise NoProof(f"line {number}: a board has 5, 7, 9 or 11 rows of as many signs")
        self.stones = {}
        for y, row in enumerate(reversed(rows)):
            for x, sign in enumerate(row):
                if (sign == "_") != ((x, y) == (half, half)) or sign not in "bw_":
                    raise NoProof("a board has `b` or `w` on every point, and `_` in the middle")
                if sign != "_":
                    self.stones[x, y] = sign

    def read_positions(self):
        """Positions by number: the line's number, and replies with answers and what follows."""
        self.positions = {}
        while True:
            at, line = self.next()
            if line == "end":
                break
            number, colon, steps = line.partition(":")
            expected = ("0", "1") if not self.positions else (str(max(self.positions) + 1),)
            if not colon or number not in expected:
                raise NoProof(f"line {at}: expected position {expected[-1]}, or `end`")
            told = [step.split() for step in steps.split(";")]
            if number == "0":
                told = [[None] + step for step in told[:1]] if len(told) == 1 else [[]]
            for step in told:
                shape = [None, self.is_next] if len(step) == 2 else [None, None, self.is_next]
                if len(step) != len(shape) or not shape[-1](step[-1], len(step)):
                    raise NoProof(f"line {at}: expected REPLY ANSWER NEXT")
            self.positions[int(number)] = (at, told)
        if any(line.strip() for _, line in self.lines[self.place:]):
            raise NoProof("something follows the end")

    @staticmethod
    def is_next(word, words):
        return word == "." or words == 3 and bool(re.fullmatch(r"[1-9][0-9]*", word))


def check(proof):
    """What the proof proves, in words."""
    game = Game(proof.side, proof.rules)
    position = game.start(proof.stones)
    for word in proof.after:
        moves = game.moves(position)
        if word not in moves:
            raise Wrong(f"`{word}` is not legal before the proof begins")
        position = moves[word]
    if game.ended(position, game.moves(position)):
        raise Wrong("the game is over where the proof begins")
    positions = dict(proof.positions)
    first = positions.pop(0, None)
    if (position[3] == proof.winner) != (first is not None):
        raise Wrong("a first move `0:` is told where it is the winner's turn, and only there")
    reached = {}

    def identity(position):
        stones, kas, scores, player, passages, way = position
        if proof.claim == "wins by stuck":
            scores = None
        # What the kas' way in was matters only until both are in.
        return (stones, kas, scores, player, (passages, way) if None in kas else None)

    def over(position, moves, at):
        ended = game.ended(position, moves)
        if ended is None:
            raise Wrong(f"line {at}: the game is not over here")
        by_stuck, winner = ended
        holds = {"wins by stuck": by_stuck and winner == proof.winner,
                 "wins": winner == proof.winner,
                 "does not lose": winner != 1 - proof.winner}
        if not holds[proof.claim]:
            raise Wrong(f"line {at}: the game does not end here as is claimed")

    def follow(number, position, answer, following, at):
        moves = game.moves(position)
        if answer not in moves:
            raise Wrong(f"line {at}: the answer `{answer}` is not legal")
        position = moves[answer]
        if following == ".":
            return over(position, game.moves(position), at)
        following = int(following)
        if following <= number or following not in positions:
            raise Wrong(f"line {at}: no position {following} is told further below")
        there = reached.setdefault(following, position)
        if there is not position and identity(there) != identity(position):
            raise Wrong(f"line {at}: this does not lead to position {following}")

    if first is not None:
        follow(0, position, first[1][0][1], first[1][0][2], first[0])
    else:
        reached[1] = position
    if first is None and not positions:
        raise Wrong("the proof has no position")
    for number, (at, steps) in positions.items():
        if number not in reached:
            raise Wrong(f"line {at}: no move leads to position {number}")
        position = reached[number]
        missing = game.moves(position)
        if not missing:
            raise Wrong(f"line {at}: the game is over in position {number}")
        for reply, *answered in steps:
            if reply not in missing:
                raise Wrong(f"line {at}: `{reply}` is not legal in position {number}, or is told twice")
            position = missing.pop(reply)
            if len(answered) == 1:
                over(position, game.moves(position), at)
            else:
                follow(number, position, answered[0], answered[1], at)
        if missing:
            raise Wrong(f"line {at}: position {number} has no answer to `{min(missing)}`")
        del reached[number]
    after = f"after `{' '.join(proof.after)}`" if proof.after else "from the first move"
    return f"{proof.setup}, {after}: player {proof.winner + 1} {proof.claim} ({len(positions)} positions)"


def main(names):
    status = 0
    for name in names:
        try:
            with open(name, encoding="utf-8") as file:
                print(f"{name}: {check(Proof(file.read()))}")
        except Wrong as why:
            print(f"{name}: wrong: {why}")
            status = max(status, 3)
        except (NoProof, OSError, UnicodeDecodeError) as why:
            print(f"{name}: no proof: {why}")
            status = status or 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
