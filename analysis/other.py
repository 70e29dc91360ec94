"""Small games of known value, by Monte Carlo players of four strengths: whom the players favour, beside perfect play.

    python3 analysis/other.py               # the answer, from the kept counts
    python3 analysis/other.py svg           # its picture, docs/other-games.svg
    python3 analysis/other.py play          # the command of analysis/other.toml, which plays the games with OpenSpiel
    python3 analysis/other.py keep GAMES    # counts of the games.csv of its results folder, for analysis/other.csv
    python3 analysis/other.py solve         # the values by plain minimax, with OpenSpiel

Of each cell of game and class, with its four players, the first 80 games make a table, which `pasang balance` answers; the
other 240 test the answer. Left out: each player in turn, whose score the interval for one player more is to hold; and each
class, whose score a line through the other three is to foretell, in log odds over the logarithm of the simulations (least
squares, with the variance about the lines from the other games).
"""

import csv
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from statistics import fmean

from figures import mean_of, rows, table

HERE = Path(__file__).parent
PROGRAM, COUNTS = HERE.parent / "target/release/pasang", HERE / "other.csv"
# Games of OpenSpiel: for whom a win is forced, 1 the first, -1 the second, 0 neither.
GAMES = {
    "tic_tac_toe": 0, "connect_four(rows=4,columns=4)": 0, "connect_four(rows=5,columns=4)": 0,
    "mnk(m=4,n=4,k=3)": 1, "connect_four(rows=4,columns=5,x_in_row=3)": 1, "hex(board_size=3)": 1, "y(board_size=4)": 1,
    "breakthrough(rows=5,columns=4)": 1, "clobber(rows=4,columns=4)": 1, "dots_and_boxes(num_rows=2,num_cols=2)": 1,
    "nim(pile_sizes=3;4;5,is_misere=false)": 1, "oware(num_houses_per_player=3,num_seeds_per_house=2)": 1,
    "hex(num_cols=3,num_rows=4)": -1, "clobber(rows=3,columns=4)": -1, "dots_and_boxes(num_rows=2,num_cols=3)": -1,
    "nim(pile_sizes=1;3;5;7)": -1,
}
CLASSES = ["mcts-4", "mcts-16", "mcts-64", "mcts-256"]
FIRST, Z = 20, 1.959964


def keep(games):
    """Prints counts by cell, player and result, of the first games of each player and of the others."""
    counts, seen = Counter(), Counter()
    for row in rows(games):
        key, score = (row["pattern"], row["class"], row["bot"]), float(row["score_1"])
        seen[key] += 1
        counts[*key, "first" if seen[key] <= FIRST else "others", {-1: "second", 0: "draw", 1: "first"}[(score > 0) - (score < 0)]] += 1
    write = csv.writer(sys.stdout, lineterminator="\n")
    write.writerow(["pattern", "class", "bot", "part", "winner", "games"])
    write.writerows([*key, games] for key, games in sorted(counts.items()))


@cache
def kept():
    return rows(COUNTS)


def answer(parts, without=None):
    """The program's answer on the games of these parts, without a player's: the rows by game and class."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        with path.open("w", newline="") as file:
            write = csv.DictWriter(file, kept()[0], lineterminator="\n")
            write.writeheader()
            write.writerows(row for row in kept() if row["part"] in parts and not (without and row["bot"].endswith(without)))
        ran = subprocess.run([PROGRAM, "balance", path, "--json"], capture_output=True, text=True, check=True)
    return {(row["pattern"], row["class"]): row for row in json.loads(ran.stdout)["balance"]}


def sample(game, of_class, parts, player=""):
    """Mean score of the first player in these games, and its variance."""
    counts = defaultdict(int)
    for row in kept():
        if (row["pattern"], row["class"]) == (game, of_class) and row["part"] in parts and row["bot"].endswith(player):
            counts[row["winner"]] += int(row["games"])
    all_games = sum(counts.values())
    mean = (counts["first"] + counts["draw"] / 2) / all_games
    # A win and a loss more, so that equal results have a variance, too.
    square = (counts["first"] + 1 + counts["draw"] / 4) / (all_games + 2)
    return mean, (square - ((all_games * mean + 1) / (all_games + 2)) ** 2) / all_games


def holds(mean, low, high, found, variance):
    """Whether an interval and a later mean agree: their difference has its own interval (Newcombe 1998)."""
    reach = mean - low if found < mean else high - mean
    return abs(found - mean) <= math.hypot(reach, Z * math.sqrt(variance)) + 1e-9


def alone():
    """By class, how many intervals hold the later games of the same players, and those for one player more the player left out."""
    whole, held, one_more = answer(["first"]), Counter(), Counter()
    for (game, of_class), row in whole.items():
        held[of_class] += holds(row["score"], row["score_low"], row["score_high"], *sample(game, of_class, ["others"]))
    for player in "abcd":
        for (game, of_class), row in answer(["first"], f"-{player}").items():
            one_more[of_class] += holds(row["score"], row["one_more_low"], row["one_more_high"], *sample(game, of_class, ["first", "others"], f"-{player}"))
    return held, one_more


def log_odds(game, of_class, parts):
    """Log odds of a cell, with their variance."""
    mean, variance = sample(game, of_class, parts)
    size = 80 if parts == ["first"] else 240
    inner = (size * mean + 1) / (size + 2)
    return math.log(inner / (1 - inner)), variance / (inner * (1 - inner)) ** 2


def foretold(points, at, between):
    """A weighted line through points `(place, value, variance)`, at a place: its value, and its variance."""
    weights = [1 / (variance + between) for _, _, variance in points]
    total = sum(weights)
    middle = sum(w * x for w, (x, _, _) in zip(weights, points)) / total
    level = sum(w * y for w, (_, y, _) in zip(weights, points)) / total
    spread = sum(w * (x - middle) ** 2 for w, (x, _, _) in zip(weights, points))
    slope = sum(w * (x - middle) * y for w, (x, y, _) in zip(weights, points)) / spread
    return level + slope * (at - middle), 1 / total + (at - middle) ** 2 / spread + between


def about_lines(games):
    """Variance of the classes about the lines of games, by the method of moments (Paule and Mandel 1982)."""
    def excess(between):
        total = 0.0
        for points in games:
            for x, y, variance in points:
                total += (y - foretold(points, x, between)[0]) ** 2 / (variance + between)
        return total - 2 * len(games)

    low, high = 0.0, 10.0
    if excess(0.0) <= 0:
        return 0.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return (low + high) / 2


def left_out(with_lines=True):
    """By class, how many intervals of the line through the other classes hold it; without the variance about the lines if wanted."""
    points = {game: [(at, *log_odds(game, of_class, ["first"])) for at, of_class in enumerate(CLASSES)] for game in GAMES}
    held = Counter()
    for game in GAMES:
        between = about_lines([own for other, own in points.items() if other != game]) if with_lines else 0.0
        for at, of_class in enumerate(CLASSES):
            told, variance = foretold([it for it in points[game] if it[0] != at], at, between)
            found, of_found = log_odds(game, of_class, ["others"])
            held[of_class] += abs(told - found) <= Z * math.sqrt(variance + of_found)
    return held


def favoured(score, value):
    """Score of the side that perfect play favours."""
    return score if value > 0 else 1 - score


def directions():
    """By class, of the games with a forced win: the favoured side is shown to be ahead, neither is, the other one is."""
    found = {of_class: [0, 0, 0] for of_class in CLASSES}
    for (game, of_class), row in answer(["first"]).items():
        if value := GAMES[game]:
            found[of_class][{"first": 1 - value, "second": 1 + value, None: 1}[row["direction"]]] += 1
    return found


def advantages():
    """Mean score of the favoured side by class, over the games with a forced win, and the rise from the weakest to the strongest, with
    Student's intervals over games; and of the other games the mean distance from even."""
    score = {(game, of_class): sample(game, of_class, ["first", "others"])[0] for game in GAMES for of_class in CLASSES}
    won = {of_class: mean_of([favoured(score[game, of_class], value) for game, value in GAMES.items() if value]) for of_class in CLASSES}
    rise = mean_of([favoured(score[game, CLASSES[-1]], value) - favoured(score[game, CLASSES[0]], value) for game, value in GAMES.items() if value])
    drawn = {of_class: fmean(abs(score[game, of_class] - 0.5) for game, value in GAMES.items() if not value) for of_class in CLASSES}
    return won, rise, drawn, score


def short(game):
    """A game's name with its sizes alone."""
    name, _, parts = game.partition("(")
    return f"{name} {' '.join(part.rpartition('=')[2] for part in parts.rstrip(')').split(','))}".strip()


def tell():
    won, rise, drawn, score = advantages()
    value = {1: "first", 0: "draw", -1: "second"}
    table(["<first player %", "<value", *CLASSES], [[short(game), value[GAMES[game]], *(f"{100 * score[game, it]:.1f}" for it in CLASSES)] for game in GAMES])
    (held, one_more), lines, bare, shown = alone(), left_out(), left_out(False), directions()
    print()
    table(["<by class", *CLASSES], [
        ["favoured side %", *(f"{100 * won[it][0]:.1f}" for it in CLASSES)],
        ["drawn games, from even", *(f"{100 * drawn[it]:.1f}" for it in CLASSES)],
        *([f"{word} side shown", *(shown[it][at] for it in CLASSES)] for at, word in enumerate(("right", "no", "wrong"))),
        ["later games held, of 16", *(held[it] for it in CLASSES)],
        ["player left out held, of 64", *(one_more[it] for it in CLASSES)],
        ["class left out held, of 16", *(lines[it] for it in CLASSES)],
        ["the same, lines as exact", *(bare[it] for it in CLASSES)]])
    print(f"\nFrom {CLASSES[0]} to {CLASSES[-1]} the favoured side gains {100 * rise[0]:.1f} percentage points (95 % CI {100 * rise[1][0]:.1f} to {100 * rise[1][1]:.1f}).")


STYLE = """<style>.paper{fill:#fff}svg{font:13px sans-serif;fill:#222}path{fill:none;stroke-width:2}.first{stroke:#3b6fb6}.second{stroke:#9a6a00;stroke-dasharray:7 3}.draw{stroke:#777;stroke-dasharray:2 3}.axis{stroke:#999;stroke-width:1}
@media(prefers-color-scheme:dark){.paper{fill:#151515}svg{fill:#e8e8e8}.first{stroke:#8ab4f0}.second{stroke:#e0b050}}</style>
<rect class="paper" width="620" height="375"/>"""


def svg():
    """Draws the first player's score by class, a line a game, in the manner of its value."""
    score, (left, right, top, bottom) = advantages()[3], (50, 470, 20, 320)
    x, y = lambda at: left + (right - left) * at / (len(CLASSES) - 1), lambda share: bottom - (bottom - top) * share
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 375" role="img" aria-label="First player\'s score by strength, a line a game, in the manner of its value.">', STYLE]
    for share in (0, 0.25, 0.5, 0.75, 1):
        out += [f'<path class="axis" d="M{left} {y(share):.1f}H{right}"/>', f'<text x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{100 * share:.0f}</text>']
    out += [f'<text x="{x(at):.1f}" y="{bottom + 20}" text-anchor="middle">{name.removeprefix("mcts-")}</text>' for at, name in enumerate(CLASSES)]
    out.append(f'<text x="{(left + right) / 2:.0f}" y="{bottom + 42}" text-anchor="middle">simulations a move; first player %</text>')
    for game, value in GAMES.items():
        places = " ".join(f"{x(at):.1f},{y(score[game, it]):.1f}" for at, it in enumerate(CLASSES))
        out.append(f'<path class="{ {1: "first", 0: "draw", -1: "second"}[value]}" d="M{places}"><title>{short(game)}</title></path>')
    for at, (name, text) in enumerate((("first", "first wins"), ("draw", "drawn"), ("second", "second wins"))):
        out += [f'<path class="{name}" d="M490 {60 + 24 * at}h30"/>', f'<text x="526" y="{64 + 24 * at}">{text}</text>']
    print("\n".join([*out, "</svg>"]))


def play():
    """Answers the questions of `pasang run`, whose setups are games."""
    sys.path.insert(0, str(HERE.parent / "crates/python/python/pasang"))
    import game

    load = cache(game.OpenSpiel)
    for line in sys.stdin:
        asked = json.loads(line)
        told = {"seats": 2} if "describe" in asked else game.answer(load(asked["setup"]), {**asked, "setup": "standard"})
        print(json.dumps(told), flush=True)


def minimax(state, known):
    """Value of a state for the first player."""
    if state.is_terminal():
        return (state.returns()[0] > 0) - (state.returns()[0] < 0)
    turn = state.current_player()
    key = f"{turn}{state}"
    if key not in known:
        sign, best = 1 - 2 * turn, -1
        for move in state.legal_actions():
            best = max(best, sign * minimax(state.child(move), known))
            if best == 1:
                break
        known[key] = sign * best
    return known[key]


def solve():
    import pyspiel

    sys.setrecursionlimit(10_000)
    for name, value in GAMES.items():
        found = minimax(pyspiel.load_game(name).new_initial_state(), {})
        print(f"{found:+d} {name}")
        assert found == value, name


if __name__ == "__main__":
    word, *more = sys.argv[1:] or ["tell"]
    {"tell": tell, "play": play, "solve": solve, "keep": keep, "svg": svg}[word](*more)
