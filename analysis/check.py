"""Tests that the documents show what the scripts of this folder print, and the scripts against figures from elsewhere.

    python3 analysis/check.py            # with BLESS=1 it rewrites the documents' blocks; read the difference

The `console` blocks of each page that call a script of this folder are run, in order and in one shell, and must print the
text below them. No two kept results contradict each other on a pattern, except as the answers say.
"""

import math
import os
import re
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path

import agree
import changed
import coverage
import elo
import fair
import figures
import handicap
import judge
import published
import rungs
import solved
import strength
import truth
import uneven

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["docs/answers.md", "analysis/README.md", "universe/README.md"]
README, MALAY, ANSWERS = (" ".join((ROOT / name).read_text().split()) for name in ("README.md", "README.ms.md", "docs/answers.md"))
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "end of what this command prints"


def printed(commands):
    """Output of each command, run in one shell."""
    script = "".join(f"{command}\necho '{END}'\n" for command in commands)
    # The Python that runs this.
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ran = subprocess.run(["bash"], input=script, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PATH": path})
    outputs = ran.stdout.split(END + "\n")[:-1]
    assert len(outputs) == len(commands) and not ran.stderr, ran.stderr
    return [output.strip("\n") for output in outputs]


class Documents(unittest.TestCase):
    """The pages."""

    def test_pages_show_what_the_scripts_print(self):
        self.maxDiff = None
        for name in PAGES:
            with self.subTest(name):
                self.shows(name)

    def shows(self, name):
        page = (ROOT / name).read_text()
        blocks = [match for match in BLOCK.finditer(page) if "analysis/" in match[1]]
        self.assertTrue(blocks, f"{name} has lost its examples")
        commands = [line[2:] for match in blocks for line in match[1].splitlines() if line.startswith("$ ")]
        outputs = iter(printed(commands))
        made = page
        for match in blocks:
            lines = [line for line in match[1].splitlines() if line.startswith("$ ")]
            text = "".join("\n".join(filter(None, (line, next(outputs)))) + "\n" for line in lines)
            made = made.replace(match[0], f"```console\n{text}```")
        if os.environ.get("BLESS"):
            (ROOT / name).write_text(made)
        self.assertEqual(made, page, name)


    def test_readme_has_the_worth_of_a_point(self):
        (found,) = handicap.prices(ROOT / "experiments/results/price").values()
        self.assertEqual(len(found), 35)
        point = figures.percent(next(iter(found.values()))[1] / 4)
        self.assertIn(f"is worth {point} percentage points", README)
        self.assertIn(f"bernilai {point} mata peratusan", MALAY)

    def test_readme_repeats_figures_of_the_answers(self):
        for row, phrase in (("reply-any-other 35 45.1 -6.8 -9.6 to -4.0 -10.8 to -2.9", "6.8 percentage points (joint 95 % CI 2.9 to 10.8;"),
                            ("1 35 56.0 51.3-60.7", "56.0 % (95 % CI 51.3 to 60.7;")):
            self.assertIn(row, ANSWERS)
            self.assertIn(phrase, README)


class Contradictions(unittest.TestCase):
    """No pattern significantly favours one player here and the other there, except as the answers say."""

    def said(self):
        """Significant verdicts by pattern and rule set, each with its kind of openings."""
        found = {}
        for folder in sorted(it for it in (ROOT / "experiments/results").iterdir() if it.is_dir()):
            experiment = tomllib.loads((folder / "experiment.toml").read_text())
            # On boards of 5 by 5 points weak bots contradict perfect play.
            if folder.name == "small-boards" or "rounds" in experiment:
                continue
            stones = {name: "/".join(setup["rows"]) for name, setup in experiment["setup"].items()}
            toggles = {name: repr(sorted(rules.items())) for name, rules in experiment["rule"].items()}
            drawn = experiment.get("opening-plies", 0) > 0
            measure = "best openings" if "choice" in experiment else "random entries" if drawn else "random openings"
            if "choice" not in experiment and experiment.get("openings", "as-chosen") == "as-chosen":
                # Bots that choose their first columns by themselves each have their own few.
                measure = "own openings"
            table = "choice.csv" if "choice" in experiment else "cells.csv"
            for row in figures.rows(folder / table):
                # Of bots that look ahead: greedy ones see some patterns otherwise.
                if row["bots"].startswith(("search:", "mcts:")) and "/" not in row["bots"] and row.get("verdict") in ("first", "second"):
                    key = row["setup"], stones[row["setup"]], toggles[row["rules"]]
                    of = f"{measure} by {row['bots']}" if measure == "own openings" else measure
                    found.setdefault(key, []).append((of, row["verdict"], f"{folder.name}: {row['bots']}"))
        return found

    def test_one_measure_has_one_answer_but_where_the_answers_say_so(self):
        differ = set()
        for (setup, *_), said in self.said().items():
            for measure in {it[0] for it in said}:
                if len({side for of, side, _ in said if of == measure}) > 1:
                    differ.add(setup)
        named = re.search(r"contradict each other on (\S*) alone\.", ANSWERS)
        self.assertEqual({named and named[1]}, differ)

    def test_where_measures_differ_the_answers_say_so(self):
        differ = {setup for (setup, *_), said in self.said().items() if len({side for _, side, _ in said}) > 1}
        # The same over several bots.
        folders = [ROOT / "experiments/results" / name for name in ("choice", "choice-strong", "first-player", "first-player-strong", "first-player-strongest", "first-player-second")]
        columns = list(fair.figures(folders, "search:nodes=1000")["brunei-slide"].values())
        drawn = {setup: fair.verdict(interval) for setup, (_, interval) in columns[-1].items()}
        self.assertEqual(sorted(setup for setup, side in drawn.items() if side == "second"), ["catalogue-03", "catalogue-18"])
        for setup in columns[0]:
            sides = {fair.verdict(values[setup][1]) for values in columns if setup in values} & {"first", "second"}
            differ |= {setup} if len(sides) > 1 else set()
        named = re.search(r"they also do on: (.*?)\.", ANSWERS)
        self.assertEqual(named and named[1].split(", "), sorted(differ))

    def test_readme_counts_the_verdicts_that_another_evaluation_confirms(self):
        sides = []
        for name in ("choice", "choice-second"):
            rows = figures.rows(ROOT / "experiments/results" / name / "choice.csv")
            sides.append([row["verdict"] for row in rows])
            self.assertEqual(len(rows), 35)
        pairs = [pair for pair in zip(*sides) if {"first", "second"} >= set(pair)]
        same = sum(one == other for one, other in pairs)
        self.assertEqual((same, len(pairs) - same), (7, 1))
        self.assertIn("bots with another evaluation confirm seven and contradict one", README)
        self.assertIn("bot dengan penilaian lain mengesahkan tujuh dan menyangkal satu", MALAY)

    def test_there_is_something_to_contradict(self):
        measures = {it[0].split(" by ")[0] for said in self.said().values() for it in said}
        self.assertEqual(measures, {"best openings", "random openings", "own openings", "random entries"})


class Changed(unittest.TestCase):
    """Patterns with one change."""

    def test_symmetry_and_numbers_stay_and_so_does_the_rest(self):
        found = tomllib.loads((ROOT / "experiments/results/changed-patterns/experiment.toml").read_text())["setup"]
        base = lambda name: "generated-full-2044-" + name.split("-")[0]
        others = [name for name in found if name.split("-")[1] in changed.KINDS]
        self.assertEqual(len(others), 4 * changed.PATTERNS)
        for name in others:
            before, after = ("".join(found[it]["rows"]) for it in (base(name), name))
            # As text: a half turn reads it from behind, the mirror each row, the diagonal makes columns rows.
            rows = found[name]["rows"]
            self.assertEqual((after.count("b"), after.count("w")), (60, 60), name)
            self.assertTrue(rows == [row[::-1] for row in rows] == ["".join(column) for column in zip(*rows)], name)
            self.assertEqual(sum(a != b for a, b in zip(before, after)), 8 if name.endswith("axes") else 16, name)
            rim = [sum(text[11 * y + x] == "w" for y in range(11) for x in range(11) if {x, y} & {0, 10}) for text in (before, after)]
            self.assertTrue(rim[1] - rim[0] == -8 if name.endswith("rim") else rim[0] == rim[1] or not name.endswith("inside"), name)


class ByHand(unittest.TestCase):
    """The methods, against calculations by hand and by other programs."""

    def near(self, found, *expected, places=7):
        for one, other in zip(found, expected, strict=True):
            self.assertAlmostEqual(one, other, places)

    def test_chance_works_within_pairs(self):
        # Scores 1, 1, 0, 1/2 have the mean 5/8 and the variance 11/48; scores 0, 0 none.
        pairs = [rungs.Pair("ak", 4, 2, 1), rungs.Pair("bk", 2, 0, 0)]
        given = rungs.Pattern("p", pairs, chosen=False)
        self.near((given.score, given.variance), 5 / 16, 11 / 768)
        # All six games alike: the score 2.5 of 6, one draw.
        chosen = rungs.Pattern("p", [rungs.Pair("", 6, 2, 1)], chosen=True)
        self.near((chosen.score, chosen.variance), 2.5 / 6, (3.5 / 8 * 4.5 / 8 - 0.25 / 6) / 6)
        one = rungs.Pattern("p", [rungs.Pair("ak", 1, 1, 0)], chosen=False)
        self.assertIsNone(one.variance)
        self.near([one.variance_at_most], 2 / 9)

    def test_quantiles_are_those_of_tables(self):
        self.near([figures.student(of) for of in (2, 4, 30)], 4.302652730, 2.776445105, 2.042272456)
        # Fisher and Yates's table, at 99 %.
        self.near([figures.student(of, 0.01) for of in (10, 30)], 3.169, 2.750, places=3)
        self.near(figures.wilson(0.3, 100, 0.05), 0.2189489, 0.3958485)

    def test_correlations_without_chance_are_pearsons(self):
        # In R cor(c(1,2,3,4), c(2,1,4,3)) is 0.6.
        r, _ = agree.correlation([(x, y, 0, 0) for x, y in ((1, 2), (2, 1), (3, 4), (4, 3))])
        self.near([r], 0.6)

    def test_intervals_hold_the_truth(self):
        for world in coverage.WORLDS:
            told, held, nothing = coverage.covered(world, 150)
            self.assertGreater(told, 135, world)
            far = world[0] == "far ones" and world[3] > 0.9
            self.assertGreater(held, (0.8 if far else 0.87) * told, world)
            self.assertLess(nothing, 0.1 * told, world)

        for name, points, around in coverage.SLOPES:
            held, known = coverage.covered_slopes(points, around, 400)
            self.assertGreater(held, 0.93, name)
            self.assertGreater(held, known, name)
        for setups, deviation, least in ((1, 0, 0.93), (3, 0, 0.94), (3, 0.4, 0.93), (8, 0.15, 0.93)):
            steps, seat, off = coverage.covered_strengths(setups, deviation, 100)
            self.assertGreater(min(steps, seat + 0.03), least, (setups, deviation))
            # The mean of many estimates is near the truth; odds that differ draw it a little to even.
            self.assertLess(abs(off), 12 + 200 * deviation**2, (setups, deviation))
        shares, points, plain = coverage.covered_ratios(400)
        self.assertGreater(min(shares, points), 0.92)
        self.assertLess(plain, 0.9)
        for part, truth, found, held in coverage.covered_parts(20):
            self.assertLess(abs(found - truth), 0.15 * truth + 0.004, part)
            self.assertGreater(held, 0.75, part)

    def test_the_line_is_that_of_another_program(self):
        # NumPy's least squares with the textbook's covariances.
        points = [(0, 0, 0.48, 0), (400, 0, 0.50, 0), (900, 0, 0.55, 0), (1200, 0, 0.53, 0)]
        slope, (low, _) = strength.line(points)
        self.near((slope, low), 0.005132743, -0.003404111)
        # Chance alone may be wider.
        wide = strength.line([(elo, 0, score, 0.02) for elo, _, score, _ in points])
        self.assertLess(wide[1][0], low)
        # A strongest bot that is off by 120 Elo, the others known: its weight is 575 / 847500 for an Elo.
        one = strength.line([*points[:3], (1200, 120, 0.53, 0)])
        self.near([one[1][0]], slope - math.hypot(slope - low, slope * 120 * 575 / 847500))
        # All off by the same change nothing.
        same = strength.line([(elo, 120, score, 0) for elo, _, score, _ in points])
        self.near([same[1][0]], low)

    def test_strengths_are_those_of_another_program(self):
        # tests/data/statistics/elo.py says where the figures come from.
        cases = (ROOT / "tests/data/statistics/elo.tsv").read_text().split("case\t")[1:]
        for case in cases:
            (name, _), *lines = (line.split("\t") for line in case.splitlines())
            meetings = [elo.Meeting(one, other, float(games), float(score), setup)
                        for kind, one, other, games, score, setup in (line for line in lines if line[0] == "meeting")]
            [ladder] = elo.ladders(meetings)
            [(_, setups, quantile)], [(_, dispersion)] = ([line for line in lines if line[0] == kind]
                                                          for kind in ("setups", "dispersion"))
            self.assertEqual(ladder.setups, int(setups), name)
            wider = 1.0
            if dispersion == "nan":
                self.assertIsNone(ladder.dispersion)
            else:
                self.near([ladder.dispersion], float(dispersion), places=6)
                wider = math.sqrt(max(ladder.dispersion, 1.0))

            def holds(found, value, alone, between):
                normal = 1.959963984540054 * float(alone)
                half = normal * wider if setups == "1" else max(normal, float(quantile) * float(between))
                self.near(found, value, half, places=5)

            differences = {(one, other): (float(value), *errors) for kind, one, other, value, *errors
                           in (line for line in lines if line[0] == "difference")}
            differences |= {(other, one): (-value, *errors) for (one, other), (value, *errors) in differences.items()}
            [seat] = [line for line in lines if line[0] == "seat"]
            holds(ladder.seat, float(seat[1]), *seat[2:])
            for upper, lower in zip(ladder.steps, ladder.steps[1:]):
                holds(upper.above, *differences[upper.player, lower.player])
                holds(upper.elo, *differences[upper.player, ladder.steps[-1].player])
                self.assertGreaterEqual(upper.above[0], 0, name)
        self.assertEqual(len(cases), 6)

    def test_a_bot_that_never_lost_has_a_bound_and_no_estimate(self):
        # The bound of Clopper and Pearson: 0.025^(1/20) = 0.831566, 277.39 Elo (SciPy 1.17.1, `beta.ppf(0.025, 20, 1)`).
        lost = [elo.Meeting("a", "b", 10, 0), elo.Meeting("b", "a", 10, 10)]
        [ladder] = elo.ladders(lost)
        self.near([ladder.steps[0].at_least], 277.39, places=2)
        self.assertEqual([ladder.steps[0].player, ladder.steps[0].separated, ladder.seat], ["b", True, None])
        # The games of the other group are those of two players alone.
        others = [elo.Meeting("b", "c", 10, 4), elo.Meeting("c", "b", 10, 3)]
        [ladder], [alone] = elo.ladders(lost + others), elo.ladders(others)
        self.assertEqual([(step.player, step.group, step.elo is None) for step in ladder.steps],
                         [("b", 1, False), ("c", 1, False), ("a", 2, True)])
        self.assertEqual((ladder.seat, ladder.steps[0].above), (alone.seat, alone.steps[0].above))
        self.assertEqual(ladder.steps[1].missing, "shut out by way of others")
        # Five games are too few: 0.025^(1/5) = 0.478.
        [ladder] = elo.ladders([elo.Meeting("a", "b", 5, 5)])
        self.assertIs(ladder.steps[0].separated, False)

    def test_strengths_that_games_do_not_identify_have_no_estimate(self):
        meeting = elo.Meeting
        [ladder] = elo.ladders([meeting("a", "b", 50, 30)])
        self.assertEqual((ladder.steps[0].missing, ladder.steps[0].elo, ladder.seat), (elo.NOT_SWAPPED, None, None))
        # Three players without a swap, in a circle: here the seat can be told.
        [ladder] = elo.ladders([meeting("a", "b", 50, 30), meeting("b", "c", 50, 30), meeting("c", "a", 50, 30)])
        self.near([ladder.seat[0]], 400 * math.log10(1.5), places=6)
        [ladder] = elo.ladders([meeting("a", "b", 50, 50), meeting("b", "a", 50, 50)])
        self.assertEqual(ladder.steps[0].missing, elo.SEAT_DECIDES)
        # Players that never met, not even by way of others.
        apart = [meeting("a", "c", 50, 30), meeting("c", "a", 50, 30), meeting("b", "d", 50, 10), meeting("d", "b", 50, 10),
                 meeting("e", "a", 0, 0)]
        self.assertEqual([[step.player for step in ladder.steps] for ladder in elo.ladders(apart)], [["a", "c"], ["b", "d"]])
        # Two that lost every game to a third: the games do not compare them.
        [ladder] = elo.ladders([meeting("a", "b", 9, 0), meeting("c", "b", 9, 0)])
        self.assertEqual([(step.player, step.missing) for step in ladder.steps[:2]],
                         [("b", ""), ("a", "no games tell")])

    def test_ratios_over_games_by_hand(self):
        # Games with 3 points in 2 moves, 0 in 4, 5 in 2 and nothing in 0 have 8 points in 8 moves; the residuals are 1, -4 and 3,
        # whose squares add up to 26; 3 / 2 * 26 / 64 is the variance, and 4.30265273 Student's quantile with two degrees.
        mean, (low, _) = judge.ratio([[(3, 2), (0, 4), (5, 2), (0, 0)]])
        self.near((mean, low), 1, 1 - 4.30265273 * math.sqrt(1.5 * 26 / 64))
        # One cell with (1, 2), (2, 2), another with (4, 2), (5, 2): residuals lie half a point off their mean within each.
        mean, (low, _) = judge.ratio([[(1, 2), (2, 2)], [(4, 2), (5, 2)]])
        self.near((mean, low), 1.5, 1.5 - 4.30265273 * math.sqrt(2 / 64))
        # Where all moves of a game are alike it says no more than one, where all games are each counts as one; and the moves
        # never count as more than there are.
        t = figures.student(99)
        for games, share, moves in (([(5 * (game % 4 > 0), 5) for game in range(100)], 0.75, 99), ([(5, 5)] * 100, 1, 100),
                                    ([((1, 3, 2)[min(game, 2)], 4) for game in range(100)], 0.5, 400)):
            self.near(judge.ratio([games], 1)[1], *figures.wilson_at(share, moves, t))

    def test_a_judged_game_by_hand(self):
        # The second player throws a draw away with the second of the moves that were looked at; the last move is the only one.
        row = {"ply": "31", "worths": "d0/d0/f3/f1/f1", "positions": "f4x12/s2x11/f3x8/s1x7"}
        seats, decided = judge.judged(row)
        self.assertEqual(decided, (32, 11))
        first, second = seats["f"], seats["s"]
        self.assertEqual((first.moves, first.kept, first.best, first.points_kept, first.open), (2, 2, 1, 2, 2))
        self.assertEqual((second.moves, second.kept, second.halves, second.open, second.open_kept), (1, 0, 1, 1, 0))
        self.assertIs(judge.judged({**row, "worths": "f3/f3/f3/f1/f1"})[1], False)
        self.assertIsNone(judge.judged({"ply": "", "worths": "s-2", "positions": ""})[1])

    def test_distances_from_even_by_hand(self):
        # Scores 0.6 and 0.5 in 100 games without a draw: (S + 1) / (n + 2) is 61 / 102 and 1/2.
        patterns = [rungs.Pattern("p", [rungs.Pair("", 100, wins, 0)], chosen=True) for wins in (60, 50)]
        squares = [0.01 - 61 * 41 / 102**2 / 100, -0.0025]
        mean = sum(squares) / 2
        self.near([uneven.distance(patterns)[0]], math.sqrt(mean))

    def test_shares_of_all_patterns_hold_the_truth(self):
        # Whatever is true of 30 patterns, 8 of them, drawn one by one, miss it in a twentieth of all ways at most, whatever is open.
        for so in range(31):
            ways = {0: 1.0}
            for drawn in range(8):
                after = {}
                for found, share in ways.items():
                    hit = (so - found) / (30 - drawn)
                    for more, by in ((1, hit), (0, 1 - hit)):
                        after[found + more] = after.get(found + more, 0.0) + share * by
                ways = after
            for open_ in (0, 1):
                missed = 0.0
                for found, share in ways.items():
                    low, high = solved.interval(max(found - open_, 0), min(found + open_, 8), 8, 30)
                    missed += 0 if low <= so <= high else share
                self.assertLessEqual(missed, 0.05 + 1e-9, so)
        # And it is no wider than it must be: where none of 8 is so, the chance that all 8 miss those that are is more than a fortieth.
        tail = lambda so: math.prod((30 - so - at) / (30 - at) for at in range(8))
        self.assertEqual(solved.interval(0, 0, 8, 30), (0, max(so for so in range(31) if tail(so) > 0.025)))
        self.assertEqual(solved.interval(3, 3, 8, 8), (3, 3))

    def test_the_interval_of_a_correlation_by_hand(self):
        # By hand, r = 0.5 of 28 pairs: atanh is log(3) / 2, the half width 1.96 / 5, and tanh(x) (e^2x - 1) / (e^2x + 1).
        self.near(fair.fisher(0.5, 28), 0.15601, 0.73582, places=4)

    def test_the_curve_is_that_of_another_program(self):
        # NumPy, by the normal equations and the roots of Fieller's polynomial.
        found = handicap.fitted([(points, 100, score) for points, score in ((0, 62), (3, 55), (6, 43.5), (9, 30))])
        at, interval = handicap.even(*found)
        self.near((*found[:2], at, *interval), 0.56725565, 0.14848488, 3.82029247, 2.17017556, 5.22148637)
        self.assertIsNone(handicap.even(*handicap.fitted([(0, 100, 50), (3, 100, 51), (6, 100, 50)])))
        self.assertIsNone(handicap.fitted([(points, 100, 100) for points in (0, 3, 6)]))

    def test_prices_by_value_are_those_of_another_program(self):
        # NumPy's weighted least squares, with a column for each setup and one for the points.
        made = handicap.by_values({
            "p": [(-6, 0.70, 0.58, 0.80), (0, 0.55, 0.46, 0.64), (6, 0.48, 0.35, 0.60)],
            "q": [(-6, 0.45, 0.36, 0.55), (0, 0.30, 0.22, 0.41)],
        })
        found = {
            "p": (0.29278504, 0.08534086, 3.43077214, 0.37421514, 10.47152193),
            "q": (-0.76998260, 0.08534086, -9.02243794, -19.35897634, -5.37883594),
        }
        for setup, expected in found.items():
            a, b, variances = made[setup]
            at, interval = handicap.even(a, b, variances)
            self.near((a, b, at, *interval), *expected, places=6)

    def test_shares_pairs_and_choices_are_told_apart(self):
        # Two columns of two replies each. By the truth the second player wins: each column has a reply that wins for
        # him. By the games column `a` wins for the first: 0.55 of all games, 0.6 after the best pairs.
        held = truth.held([0.9, 0.6, 0.2, 0.5], ["a", "a", "b", "b"], (0.0, [1.0, 0.0, 0.0, 0.5]))
        self.assertEqual(held[0], ((2, 3), (False, 1), (False, 1)))
        self.near(held[1], 0.55, 0.375)

    def test_pairs_that_are_alike_within_a_pattern_widen_the_interval(self):
        # Two patterns of ten pairs each, all right in one and none in the other: the variance of two clusters is
        # 2 (25 + 25) / 20 = 5 a pair, against 0.25, so they say no more than one trial; ten halves say as much as pairs.
        for counts, trials in (([(10, 10), (0, 10)], 1), ([(5, 10), (5, 10)], 20)):
            self.assertEqual(truth.share(counts), f"50 ({figures.ends(figures.wilson(0.5, trials, 0.05), 0)})")
        self.assertEqual(truth.share([(0, 0)]), "none")

    def test_halves_are_rounded_away_from_zero(self):
        # 5 of 40 patterns are 12.5 %, 205 of 400 games 51.25 %: formatted as they are, they would be 12 and 51.2.
        self.assertEqual([figures.percent(5 / 40, 0), figures.percent(205 / 400), figures.percent(0.5125)], ["13", "51.3", "51.3"])
        self.assertEqual([figures.rounded(it, 0) for it in (0.5, 2.5, -2.5, -0.4)], ["1", "3", "-3", "0"])
        self.assertEqual([figures.percent(it, 2, "+") for it in (0.00625, -0.00625, 0)], ["+0.63", "-0.63", "+0.00"])
        self.assertEqual(figures.rounded(1.005, 2), "1.01")

    def test_distances_by_hand(self):
        # All positions have one move, so every other published share is missing.
        found = published.distance([1] + [0] * 14)
        self.near(found, 0.97, (0.965 + 0.97 - 14 * 0.005) / 2, (0.975 + 0.97 + 14 * 0.005) / 2)
        moved = lambda by: [published.SHARES[0] - by, published.SHARES[1] + by, *published.SHARES[2:]]
        self.near(published.nearer(moved(0.02), moved(0.025)), 0.005, 0.005, 0.005)
        _, least, most = published.nearer(moved(0), moved(0.004))
        self.assertTrue(least < 0 < most)


if __name__ == "__main__":
    unittest.main()
