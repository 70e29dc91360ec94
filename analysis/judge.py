"""Compares the moves of bots with perfect play, where few stones are left.

Reads `experiment.toml`, `games.csv` and `judge/worths.csv` of a folder after `pasang-exact judge`.

    python3 analysis/judge.py FOLDER [--decided|--by-stones]

A position is worth a result and a margin in points, both under perfect play: the result counts first, then the margin. A
move keeps the result or loses it, in *results* 1 where a win became a loss and 1/2 where a win became a draw or a draw a loss.
In *points*, counted of moves that keep the result, it loses the margin before it less the margin after it. Only positions
with few stones and a choice count. With `--decided`: a game was decided for good with the move after which every position
had the game's result; where all had, it was decided before the first solved position. With `--by-stones`, for numbers
of stones: of the games that came to a position with this number or fewer, the share that ended as perfect play would from
the first of these; and how often the result under perfect play changed from there on, in a game.

Games are independent, the moves of a game are not (cluster sampling). With x and y what a game adds to either sum, X and Y the
sums and R = X / Y, the residuals e = x - R y have a variance within each cell, and that of R is sum over the cells of
n / (n - 1) sum (e - mean of e)^2, divided by Y^2 (Cochran 1977, "Sampling techniques", 3rd ed., 2.11, 6.5 and 6.11: a ratio's
linearised variance, and strata). Games without a counted move are left out; those alone in their cell count as varying
like the others. A mean of points has Student's interval, with as many degrees of freedom as games less cells. A share has
Wilson's, with the effective number of independent moves that would have that variance (Korn and Graubard 1998, Survey
Methodology 24, pp. 193-201; Franco, Little, Louis and Slud 2019, J. Surv. Stat. Methodol. 7, pp. 334-364), and no more than
were counted; where all games are equal, each counts as one. In simulations (`coverage.py`) these 95 % intervals covered the
truth in 93 to 97 % of cases, intervals that take moves as independent in fewer than 88 %. Where bots chose one and the same
game, or rule sets share random numbers, there is none.
"""

import argparse
import math
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from figures import ends, percent, rounded, rows, student, table, wilson_at


@dataclass
class Moves:
    """Losses of one player's moves in one game."""

    moves: int = 0
    kept: int = 0
    best: int = 0
    halves: int = 0
    points_kept: int = 0
    open: int = 0
    open_kept: int = 0

    def add(self, before, after):
        kept = before[0] == after[0]
        self.moves += 1
        self.best += before == after
        self.halves += before[0] - after[0]
        if kept:
            self.kept += 1
            self.points_kept += before[1] - after[1]
        if before[0] >= 0:
            self.open += 1
            self.open_kept += kept


@dataclass
class Player:
    """A bot under one rule set: by cell, the losses in each game, and when the games were decided."""

    moves: dict = field(default_factory=dict)
    decided: dict = field(default_factory=dict)
    courses: dict = field(default_factory=dict)
    # The recorded games, by cell.
    records: dict = field(default_factory=dict)
    setups: set = field(default_factory=set)


def worth(text):
    return {"f": 1, "d": 0, "s": -1}[text[0]], int(text[1:])


def judged(row):
    """Losses of both seats in a game, and when it was decided: None if no position was solved, False if it was decided
    before the first solved position, else the ply and the stones before it."""
    worths = [worth(it) for it in row["worths"].split("/")]
    seats = {"f": Moves(), "s": Moves()}
    positions = row["positions"].split("/") if row["positions"] else []
    decided = False if positions else None
    for place, position in enumerate(positions):
        choices, stones = map(int, position[1:].split("x"))
        if worths[place][0] != worths[-1][0]:
            decided = int(row["ply"]) + place, stones
        if choices > 1:
            sign = 1 if position[0] == "f" else -1
            seats[position[0]].add(*(tuple(sign * it for it in worths[at]) for at in (place, place + 1)))
    return seats, decided


def course(row):
    """Stones and result under perfect play of each solved position; the result of the game."""
    results = [worth(it)[0] for it in row["worths"].split("/")]
    stones = [int(it.split("x")[1]) for it in row["positions"].split("/")] if row["positions"] else []
    return list(zip(stones, results)), results[-1]


def settled(course, most):
    """Of a game's first position of `most` stones or fewer: whether the game ended as perfect play would from there, and
    how often that result changed; None without such a position."""
    positions, end = course
    results = [result for stones, result in positions if stones <= most] + [end]
    changes = sum(result != after for result, after in zip(results, results[1:]))
    return (results[0] == end, changes) if len(results) > 1 else None


def players(folder):
    """Players by rule set and bot."""
    games = {row["game"]: row for row in rows(folder / "games.csv")}
    found = {}
    for row in rows(folder / "judge/worths.csv"):
        game = games[row["game"]]
        seats, decided = judged(row)
        bots = game["bots"].split("/") * (1 if "/" in game["bots"] else 2)
        for bot in dict.fromkeys(bots):
            player = found.setdefault((game["rules"], bot), Player())
            own = [it for name, it in zip(bots, seats.values()) if name == bot]
            together = Moves(*(sum(getattr(it, name) for it in own) for name in Moves.__dataclass_fields__))
            player.moves.setdefault(game["cell"], []).append(together)
            player.decided.setdefault(game["cell"], []).append(decided)
            player.courses.setdefault(game["cell"], []).append(course(row))
            player.records.setdefault(game["cell"], []).append(game["moves"])
            player.setups.add(game["setup"])
    return found


def ratio(cells, most=None):
    """Ratio of sums over games, from (x, y) by cell, with its interval; of shares up to `most`, or of any number."""
    cells = [[game for game in games if game[1]] for games in cells]
    games = [game for each in cells for game in each]
    if not games:
        return None
    y = sum(game[1] for game in games)
    plain = sum(game[0] for game in games) / y
    variance, freedom = 0.0, 0
    for each in cells:
        if len(each) > 1:
            left = [one - plain * of for one, of in each]
            mean = sum(left) / len(left)
            variance += len(left) / (len(left) - 1) * sum((it - mean) ** 2 for it in left)
            freedom += len(left) - 1
    mean = plain / (most or 1)
    if not freedom:
        return mean, None
    variance *= len(games) / sum(len(each) for each in cells if len(each) > 1) / y**2
    # Below this there is only rounding error.
    variance = variance if variance > 1e-24 else 0.0
    if most:
        moves = min(mean * (1 - mean) * most**2 / variance, y) if variance else len(games)
        return mean, wilson_at(mean, moves, student(freedom))
    half = student(freedom) * math.sqrt(variance)
    return (mean, (mean - half, mean + half)) if half else (mean, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a results folder after `pasang-exact judge`")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--decided", action="store_true", help="print when games were decided")
    either.add_argument("--by-stones", action="store_true", help="print how many games have their result by then")
    typed = parser.parse_args()
    shared = tomllib.loads((typed.folder / "experiment.toml").read_text()).get("common-random", False)
    lines = []
    for (rules, bot), player in players(typed.folder).items():
        one = any(len(games) > 1 and len(set(games)) == 1 for games in player.records.values())
        has_none = one or shared and len(player.setups) > 1

        def over(x, y, most=None, of=player.moves, has_none=has_none):
            found = ratio([[(x(it), y(it)) for it in games] for games in of.values()], most)
            return (found[0], None) if found and has_none else found

        def share(found):
            return [percent(found[0]) if found else "", ends(found[1]) if found and found[1] else ""]

        def number(found, digits):
            ranged = " to ".join(rounded(end, digits) for end in found[1]) if found and found[1] else ""
            return [rounded(found[0], digits) if found else "", ranged]

        if typed.by_stones:
            seen = (stones for games in player.courses.values() for positions, _ in games for stones, _ in positions)
            for most in range(max(seen, default=0), 3, -3):
                found = {cell: [it for it in (settled(game, most) for game in games) if it] for cell, games in player.courses.items()}
                kept = over(lambda it: it[0], lambda it: 1, 1, found)
                changes = over(lambda it: it[1], lambda it: 1, None, found)
                lines.append([rules, bot, most, sum(map(len, found.values())), *share(kept), *number(changes, 2)])
        elif typed.decided:
            solved = {cell: [it for it in games if it is not None] for cell, games in player.decided.items()}
            later = {cell: [it for it in games if it] for cell, games in solved.items()}
            by_then = over(lambda it: not it, lambda it: 1, 1, solved)
            means = [over(lambda it, at=at: it[at], lambda it: 1, None, later) for at in (0, 1)]
            games = sum(map(len, solved.values()))
            lines.append([rules, bot, games, *share(by_then), sum(map(len, later.values())), *number(means[0], 1), *number(means[1], 1)])
        else:
            kept, open_kept, best = (over(lambda it, x=x: getattr(it, x), lambda it, y=y: getattr(it, y), 1)
                                     for x, y in (("kept", "moves"), ("open_kept", "open"), ("best", "moves")))
            results = over(lambda it: it.halves, lambda it: it.moves, 2)
            points = over(lambda it: it.points_kept, lambda it: it.kept)
            moves = sum(it.moves for games in player.moves.values() for it in games)
            lines.append([rules, bot, moves, *share(kept), share(open_kept)[0], share(best)[0],
                          rounded(results[0], 4) if results else "", *number(points, 2)])
    if typed.by_stones:
        print("Games that end as perfect play would, by the stones left\n")
        table(["<rules", "<bot", "stones", "games", "agree %", "<95 % CI", "changes", "<95 % CI"], lines)
    elif typed.decided:
        print("When games were decided, under perfect play\n")
        table(["<rules", "<bot", "games", "before %", "<95 % CI", "later", "ply", "<95 % CI", "stones", "<95 % CI"], lines)
    else:
        print("Moves compared with perfect play\n")
        table(["<rules", "<bot", "moves", "kept %", "<95 % CI", "not lost %", "best %", "lost results", "lost points", "<95 % CI"], lines)


if __name__ == "__main__":
    main()
