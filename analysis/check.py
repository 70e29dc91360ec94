"""Holds the documents to what the scripts of this folder print, and the scripts to figures made elsewhere.

    python3 analysis/check.py            # with BLESS=1 the documents' blocks are written anew; look at them

Of each page the `console` blocks that call a script of this folder are run, in order and in one shell, and must print
what stands there. What README says in words is held to the same figures.
"""

import math
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import agree
import choose
import coverage
import favour
import handicap
import published
import rungs
import strength
import truth

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["docs/answers.md", "docs/designs.md", "analysis/README.md"]
README = (ROOT / "README.md").read_text()
ANSWERS = " ".join((ROOT / "docs/answers.md").read_text().split())
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "end of what this command prints"


def printed(commands):
    """What each of some commands of one shell prints."""
    script = "".join(f"{command}\necho '{END}'\n" for command in commands)
    # The Python that runs this.
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ran = subprocess.run(["bash"], input=script, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PATH": path})
    outputs = ran.stdout.split(END + "\n")[:-1]
    assert len(outputs) == len(commands) and not ran.stderr, ran.stderr
    return [output.strip("\n") for output in outputs]


def read(*names, without=()):
    return rungs.read([ROOT / "experiments/results" / name for name in names], without)


def is_strong(rung):
    return rung.bots.split(" in ")[0] not in ("random", "greedy")


def each_two(group, ours=is_strong, theirs=is_strong):
    """What is known of how alike two rungs are."""
    for place, one in enumerate(group):
        for other in group[place + 1:]:
            if (ours(one) and theirs(other)) or (ours(other) and theirs(one)):
                if (found := agree.agreement(one, other)) is not None:
                    yield one, other, *found


class Documents(unittest.TestCase):
    """What stands in the pages."""

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


class Readme(unittest.TestCase):
    """What README says in words: of all bots from a strength on, another family and another seed among them."""

    FROM, BELL_FROM = "search:nodes=1000", "search:nodes=250"

    FOLDERS = ["first-player" + name for name in ("", "-strong", "-mcts", "-strongest", "-strongest-jump", "-strongest-slide")]
    FOLDERS += ["slide-vs-jump", "ladder"]

    @classmethod
    def setUpClass(cls):
        cls.groups = read(*cls.FOLDERS)
        cls.bells = read("bell-vs-brunei", "bell-strong", "bell-strongest", "ladder-bell")

    def slope_low(self, group):
        [(_, _, (_, (low, _)))] = strength.lines_of(group, setups=False)
        return low

    def contradicted(self, groups):
        statements = sum(len(group) * len(group[0].patterns) for group in groups.values())
        return [name for group in groups.values() for name in favour.contradicted(group, statements)]

    def test_moving_first(self):
        for rules in ("brunei-slide", "brunei-jump"):
            self.assertGreater(self.slope_low(self.groups[rules]), 0, rules)
        self.assertIn("more, the better both play", README)
        choices = [it for group in self.groups.values() for it in choose.choices(group, self.FROM)]
        self.assertGreaterEqual(len(choices), 24)
        for rung, _, score, _ in choices:
            self.assertGreater(score, 0.5, f"{rung.rules} {rung.bots}")
        for rules in {rung.rules for rung, *_ in choices}:
            self.assertTrue(any(low > 0.5 for rung, _, _, (low, _) in choices if rung.rules == rules), rules)
        self.assertTrue(all(high > 0.5 for _, _, _, (_, high) in choices))
        self.assertIn("Where both choose their columns, moving first pays as well.", README)

    def test_chosen_entries(self):
        chosen, _ = favour.favoured(read("first-player-chosen")["brunei-slide"], self.FROM)
        drawn, _ = favour.favoured(self.groups["brunei-slide"], self.FROM)
        sides = {it[0]: favour.verdict(it[3]) for it in chosen}
        self.assertEqual([setup for setup, side in sides.items() if side == "second"], ["catalogue-18"])
        self.assertEqual(list(sides.values()).count("first"), 6)
        self.assertIn("catalogue-18 alone is shown to favour the second player", README)
        self.assertIn("and six patterns the first; catalogue-39", README)
        # No pattern is one side's here and the other's there.
        for setup, _, _, interval in (it[:4] for it in drawn):
            self.assertNotEqual({sides[setup], favour.verdict(interval)}, {"first", "second"}, setup)
        one, other = ({it[0]: it[3] for it in found}["catalogue-39"] for found in (drawn, chosen))
        self.assertLess(one[1], other[0])

    def test_balanced_patterns(self):
        found, _ = favour.favoured(self.groups["brunei-slide"], self.FROM)
        verdicts = [favour.verdict(it[3]) for it in found]
        self.assertEqual(len(found), 35)
        first, second = verdicts.count("first"), verdicts.count("second")
        self.assertIn(f"{first} others favour the first player and {second} the second", README)
        found.sort(key=lambda it: favour.off(it[3]))
        nearest = [it[0].removeprefix("catalogue") for it in found[:5]]
        within = -int(-100 * favour.off(found[4][3]) // 1)
        self.assertIn(f"catalogue{', '.join(nearest[:4])} and {nearest[4]}, each within {within} points", README)
        scores = {it[0]: it[2] for it in found}
        for setup in ("catalogue-18", "catalogue-39"):
            self.assertTrue(0.2 < scores[setup] < 0.35, setup)
        self.assertEqual(self.contradicted(self.groups), [])
        swapped = read("swap-sides").values()
        both = [favour.contradicted(group, 6 * 35) for group in swapped]
        self.assertEqual(both, [[], ["catalogue-03", "catalogue-21"]])
        self.assertIn("choose their columns themselves do, on catalogue-03 and -21 (`swap-sides`)", ANSWERS)

    def test_patterns_carry_over(self):
        found = [it for group in self.groups.values() for it in each_two(group)]
        self.assertGreaterEqual(len(found), 30)
        for one, other, r, _ in found:
            self.assertGreater(r, 0.93, f"{one.rules}: {one.bots} and {other.bots}")
        jump = {rung.bots: rung for rung in self.groups["brunei-jump"] if is_strong(rung)}
        pairs = [agree.agreement(rung, jump[rung.bots]) for rung in self.groups["brunei-slide"] if rung.bots in jump]
        known = [it[0] for it in pairs if it]
        self.assertTrue(len(known) >= 3 and min(known) > 0.9, known)
        self.assertIn("The patterns stay what they are.", README)

    def test_intervals_and_the_patterns_that_are_far(self):
        def lowest(groups):
            return min(interval[0] for group in groups.values() for _, _, _, interval in each_two(group))

        few = read(*self.FOLDERS, without=("catalogue-18", "catalogue-39"))
        said = f"none reaches below {rungs.rounded(lowest(self.groups), 2)} under any rule set; without those two patterns, not below"
        self.assertIn(f"{said} {rungs.rounded(lowest(few), 2)}.", ANSWERS)
        least, second, *_ = sorted(r for _, _, r, _ in each_two(few.pop("brunei-slide")))
        self.assertIn(f"strong rungs falls to {rungs.rounded(least, 2)} and the others are {rungs.rounded(second, 2)} and more", ANSWERS)
        others = min(r for group in few.values() for _, _, r, _ in each_two(group))
        self.assertIn(f"without those two {rungs.rounded(others, 2)}.", ANSWERS)

    def test_depths_of_both_parities_agree(self):
        of = lambda start: lambda rung: rung.bots.startswith(start)
        groups = read("depths", "first-player").values()
        found = [it for group in groups for it in each_two(group, of("search:depth="), of("search:nodes="))]
        self.assertEqual(len(found), 2 * 3 * 2)
        self.assertTrue(all(r > 0.93 for _, _, r, _ in found))

    def test_bells_game(self):
        bell = self.bells["bell"]
        self.assertGreater(self.slope_low(bell), 0)
        found, _ = favour.favoured(bell, self.BELL_FROM)
        verdicts = [favour.verdict(it[3]) for it in found]
        self.assertNotIn("second", verdicts)
        self.assertIn(f"on {verdicts.count('first')} of 35 patterns, and on none for the second player", README)
        self.assertEqual(self.contradicted(self.bells), [])
        # Searches see the same patterns; the other family sees much of that, and not all.
        for one, other, r, _ in each_two(bell):
            families = {rung.bots.split(":")[0] for rung in (one, other)}
            low, high = (0.9, 1.0) if families == {"search"} else (0.75, 0.9)
            self.assertTrue(low < r <= high, f"{one.bots} and {other.bots}: {r}")
        self.assertIn("the two families see alike in part", README)


class ByHand(unittest.TestCase):
    """The methods, by sums made by hand and by other programs."""

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
        self.near([rungs.student(of) for of in (2, 4, 30)], 4.302652730, 2.776445105, 2.042272456)
        self.near(rungs.wilson(0.3, 100, 0.05), 0.2189489, 0.3958485)

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

    def test_one_rung_chooses_and_another_tells(self):
        def pattern(*wins):
            moves = ("ah", "ai", "bh", "bi")
            return rungs.Pattern("p", [rungs.Pair(words, 4, won, 0) for words, won in zip(moves, wins)], chosen=False)

        # Column a: 3/4 and 0; column b: 2/4 and 1/4. So b, answered by i, which scored 4 of 4 elsewhere.
        self.assertEqual(choose.chosen([pattern(3, 0, 2, 1)], pattern(0, 0, 0, 4)), 1)

    def test_the_curve_is_that_of_another_program(self):
        # NumPy, by the normal equations and the roots of Fieller's polynomial.
        found = handicap.fitted([(points, 100, score) for points, score in ((0, 62), (3, 55), (6, 43.5), (9, 30))])
        at, interval = handicap.even(*found)
        self.near((*found[:2], at, *interval), 0.56725565, 0.14848488, 3.82029247, 2.17017556, 5.22148637)
        self.assertIsNone(handicap.even(*handicap.fitted([(0, 100, 50), (3, 100, 51), (6, 100, 50)])))
        self.assertIsNone(handicap.fitted([(points, 100, 100) for points in (0, 3, 6)]))

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
            self.assertEqual(truth.share(counts), f"50 ({rungs.ends(rungs.wilson(0.5, trials, 0.05), 0)})")
        self.assertEqual(truth.share([(0, 0)]), "none")

    def test_halves_are_rounded_away_from_zero(self):
        # 5 of 40 patterns are 12.5 %, 205 of 400 games 51.25 %: formatted as they are, they would be 12 and 51.2.
        self.assertEqual([rungs.percent(5 / 40, 0), rungs.percent(205 / 400), rungs.percent(0.5125)], ["13", "51.3", "51.3"])
        self.assertEqual([rungs.rounded(it, 0) for it in (0.5, 2.5, -2.5, -0.4)], ["1", "3", "-3", "0"])
        self.assertEqual([rungs.percent(it, 2, "+") for it in (0.00625, -0.00625, 0)], ["+0.63", "-0.63", "+0.00"])
        self.assertEqual(rungs.rounded(1.005, 2), "1.01")

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
