"""Which symmetry evens out a pattern, and what else of it foretells who is favoured.

    python3 analysis/symmetry.py FOLDER --table > FOLDER/symmetry.csv     # from a folder with its games.csv
    python3 analysis/symmetry.py FOLDER [--foretold | --svg]     # docs/symmetry.svg is that of symmetry-club

The folder is that of `experiments/symmetry-quick.toml` or `symmetry-club.toml`. By pattern the table has the first player's score with
random openings and the variance of its error; the value with best openings by the model of `crew.py`; and `judged`: half of the crew's
bots choose first move and reply, by the model, and the score there is that of the others' games, over all halvings: no choice flatters
itself.

Printed are means over the patterns of a group with Student's intervals (1908). `spread` is the standard deviation of the scores with random
openings between patterns, `distance` their root mean square distance from even, both without errors of the scores, with intervals of a
bootstrap of patterns (Efron 1979). Differences have Welch's intervals (1947). `--foretold` predicts what the groups' means leave of a
figure by ridge regression (Hoerl and Kennard 1970) on what the stones show, each pattern from all others: the share of the variance between
patterns that is foretold.
"""

import argparse
import itertools
import math
import tomllib
from pathlib import Path

import numpy as np
from crew import TYPICAL, best_of, drawn, patterns_of, posterior, values_of
from figures import mean_of, percent, rows, student, table

GROUPS = [known + group for known in ("", "known ") for group in ("none", "mirror-column", "mirror-row", "half-turn", "fourfold", "full")]
DRAWS = 2000
COLUMNS = ["setup", "games", "score", "error", "value", "judged"]
MEASURES = {"spread": lambda score, error: score.var(-1, ddof=1) - error.mean(-1),
            "distance": lambda score, error: ((score - 0.5) ** 2 - error).mean(-1)}


def chosen(design, n, sums, bots, rng):
    """First move and reply that these players' games choose, the mean of the value, and the probability of each first move to be the best."""
    games = n.sum(0)
    (mean, covariance), _ = posterior(design, sums.sum(0) / games.clip(1), games, bots, len(n), TYPICAL)
    draws = drawn(mean, covariance, DRAWS, rng)
    least = values_of(draws, design.first)
    replies = np.flatnonzero(design.first == least.mean(0).argmax())
    return replies[best_of(-draws[:, replies]).argmax()], least.max(1).mean(), best_of(least)


def make(folder):
    """Prints the table of a folder."""
    setups = list(tomllib.loads((folder / "experiment.toml").read_text())["setup"])
    _, _, h, v, b = TYPICAL
    print(*COLUMNS, sep=",")
    for cell, _, design, bots, n, sums, _ in patterns_of(folder):
        setup, rng, games, judged = setups[int(cell)], np.random.default_rng(int(cell)), n.sum(0), []
        for half in itertools.combinations(bots, len(bots) // 2):
            place, *_ = chosen(design, n[sum(half, [])], sums[sum(half, [])], len(half), rng)
            rest = sum((bot for bot in bots if bot not in half), [])
            judged += [sums[rest, place].sum() / n[rest, place].sum()] if n[rest, place].any() else []
        _, value, _ = chosen(design, n, sums, len(bots), rng)
        means, weights = sums.sum(0) / games, design.weights
        error = (weights**2 * (h / games.clip(1, len(n)) + v / games)).sum() + b / len(bots)
        print(setup, int(games.sum()), *(f"{it:.6f}" for it in (weights @ means, error, value, np.mean(judged or [np.nan]))), sep=",")


class Pattern:
    """A row of the table with its stones."""

    def __init__(self, row, stones):
        self.score, self.error, self.value, self.judged = (float(row[name]) for name in COLUMNS[2:])
        board = np.array([[{"b": -1, "w": 1, "_": 0}[sign] for sign in line] for line in stones])
        images = {"mirror-column": board[:, ::-1], "mirror-row": board[::-1], "half-turn": board[::-1, ::-1], "fourfold": np.rot90(board)}
        has = [name for name, image in images.items() if (image == board).all()]
        group = "full" if len(has) == 4 else "fourfold" if "fourfold" in has else has[0] if len(has) == 1 else "none" if not has else "other"
        self.group = group if row["setup"].startswith("generated") else "known " + group
        # The first player's rows are the last five.
        near, far = board[6:], board[:5]
        self.features = {
            "white stones, first player's half less the other": near.sum() - far.sum(),
            "most points of a first column, likewise": near.sum(0).max() - far.sum(0).max(),
            "odd runs, likewise": odd_runs(near) - odd_runs(far),
            "odd runs": odd_runs(board),
            "equal neighbours": (board[:, 1:] == board[:, :-1]).mean() + (board[1:] == board[:-1]).mean(),
            "points equal after half a turn": (board == images["half-turn"]).mean(),
            "points equal in the mirror of row 6": (board == images["mirror-row"]).mean(),
        }


def odd_runs(board):
    """Share of the runs of one colour, in rows and columns, whose length is odd."""
    runs = [len(list(run)) for line in [*board, *board.T] for colour, run in itertools.groupby(line) if colour]
    return np.mean([length % 2 for length in runs])


def array(patterns, name):
    found = np.array([getattr(it, name) for it in patterns])
    return found[~np.isnan(found)]


def between(group, measure, drawn=False):
    """A measure between patterns, or those of a bootstrap of patterns."""
    at = np.random.default_rng(GROUPS.index(group[0].group)).integers(len(group), size=(DRAWS, len(group))) if drawn else slice(None)
    return np.sqrt(MEASURES[measure](array(group, "score")[at], array(group, "error")[at]).clip(0))


def between_interval(group, measure):
    return between(group, measure), np.quantile(between(group, measure, True), [0.025, 0.975])


def shown(mean, interval, digits=1, sign="-"):
    return f"{percent(float(mean), digits, sign)} ({' to '.join(percent(float(end), digits, sign) for end in interval)})"


def welch(one, other):
    """Difference of means, the second's less the first's, with its interval."""
    parts = [np.var(it, ddof=1) / len(it) for it in (one, other)]
    freedom = sum(parts) ** 2 / sum(part**2 / (len(it) - 1) for part, it in zip(parts, (one, other)))
    mean, half = np.mean(other) - np.mean(one), student(int(freedom)) * math.sqrt(sum(parts))
    return mean, (mean - half, mean + half)


def groups_of(patterns):
    by = {group: [it for it in patterns if it.group == group] for group in GROUPS}
    return {group: of for group, of in by.items() if len(of) > 2}


def answer(patterns):
    """Prints the figures of groups, and differences."""
    by, names, heads = groups_of(patterns), ("score", "value", "judged"), ("<random openings", "<best openings", "<judged")
    lines = [[group, len(of), *(shown(*mean_of(array(of, name).tolist())) for name in names),
              *(shown(*between_interval(of, it)) for it in MEASURES)] for group, of in by.items()]
    table(["<group", "patterns", *heads, *(f"<{it}" for it in MEASURES)], lines)
    pairs, lines = [("none", group) for group in by if group in GROUPS[1:6]], []
    for one, other in pairs + [(group, "known " + group) for group in by if "known " + group in by]:
        line = [shown(*welch(array(by[one], name), array(by[other], name)), sign="+") for name in names]
        for it in MEASURES:
            drawn = between(by[other], it, True) - between(by[one], it, True)
            line.append(shown(between(by[other], it) - between(by[one], it), np.quantile(drawn, [0.025, 0.975]), sign="+"))
        lines.append([f"{other} less {one}", *line])
    print()
    table(["<difference", *heads, *(f"<{it}" for it in MEASURES)], lines)


def left_out(groups, inputs, target):
    """Errors of predictions of each pattern from all others, by the groups' means and a ridge on inputs."""
    spread = inputs - groups @ (groups.T @ inputs / groups.sum(0)[:, None])
    x = np.hstack([groups, spread / spread.std(0)]) if inputs.size else groups
    penalty = np.diag([0.0] * groups.shape[1] + [0.1 * len(x)] * inputs.shape[1])
    hat = x @ np.linalg.solve(x.T @ x + penalty, x.T)
    return (target - hat @ target) / (1 - np.diag(hat))


def foretold(patterns):
    """What the stones foretell of patterns left out, beyond the means of the groups: lines of a table."""
    by, lines = groups_of([it for it in patterns if not it.group.startswith("known")]), []
    all_ = sum(by.values(), [])
    groups = np.eye(len(by))[[list(by).index(it.group) for it in all_]]
    inputs, error = np.array([list(it.features.values()) for it in all_], float), array(all_, "error")
    targets = [(array(all_, "score"), error.mean()), (array(all_, "value"), 0), ((array(all_, "score") - 0.5) ** 2 - error, 0)]
    for name, at in [*((name, [place]) for place, name in enumerate(all_[0].features)), ("all together", list(range(inputs.shape[1])))]:
        line = [name]
        for target, noise in targets:
            alone, found = (left_out(groups, inputs[:, columns], target) ** 2 for columns in ([], at))
            line.append(shown(*mean_of(((alone - found) / (alone.mean() - noise)).tolist()), digits=0))
        lines.append(line)
    return lines


STYLE = """<style>.paper{fill:#fff}svg{font:13px sans-serif;fill:#222}.dot{stroke:#3b6fb6}.dots{stroke:#9a6a00}.dot,.dots{stroke-width:4.4;stroke-linecap:round}.axis{stroke:#999}.even{stroke:#777;stroke-dasharray:3 3}
@media(prefers-color-scheme:dark){.paper{fill:#151515}svg{fill:#e8e8e8}.dot{stroke:#8ab4f0}.dots{stroke:#e0b050}}</style>"""
NAMES = {"none": "none", "mirror-column": "mirror, column f", "mirror-row": "mirror, row 6", "half-turn": "half turn", "fourfold": "quarter turn",
         "full": "all"}


def svg(patterns):
    """A row of dots for each group of random patterns: scores with random openings, and values with best ones."""
    by, step, height = groups_of(patterns), 52, 400
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img" aria-label="First player\'s scores of random patterns by symmetry.">',
           STYLE, f'<rect class="paper" width="640" height="{height}"/>', '<text x="8" y="20">symmetry</text>']
    for left, measure, sign, head in ((130, "score", "dot", "random openings"), (390, "value", "dots", "best openings")):
        place = lambda score: left + 230 * score
        out += [f'<text x="{left}" y="20">{head}, first player\'s %</text>', f'<path class="even" d="M{place(0.5):g} 30V{height - 38}"/>',
                f'<path class="axis" d="M{left} {height - 38}H{left + 230}"/>']
        out += [f'<text x="{place(at / 100):g}" y="{height - 20}" text-anchor="middle">{at}</text>' for at in (0, 25, 50, 75, 100)]
        for row, (name, told) in enumerate(NAMES.items()):
            base, stacks, dots = 34 + step * (row + 1), {}, ""
            if left == 130:
                out.append(f'<text x="8" y="{base}">{told}</text>')
            for score in sorted(array(by[name], measure).clip(0, 1)):
                column = round(score * 46)
                stacks[column] = stacks.get(column, 0) + 1
                dots += f"M{place(column / 46):g} {base - 4.6 * (stacks[column] - 1):g}h0"
            out.append(f'<path class="{sign}" d="{dots}"/>')
    print("\n".join([*out, "</svg>"]))


def read(folder):
    setups = tomllib.loads((folder / "experiment.toml").read_text())["setup"]
    return [Pattern(row, setups[row["setup"]]["rows"]) for row in rows(folder / "symmetry.csv")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--table", action="store_true", help="make the table of a folder with its games")
    parser.add_argument("--foretold", action="store_true", help="what the stones foretell of patterns left out")
    parser.add_argument("--svg", action="store_true", help="draw the patterns of each group")
    given = parser.parse_args()
    if given.table:
        make(given.folder)
    elif given.svg:
        svg(read(given.folder))
    elif given.foretold:
        table(["<foretold, %", "<score", "<value", "<square distance"], foretold(read(given.folder)))
    else:
        answer(read(given.folder))


if __name__ == "__main__":
    main()
