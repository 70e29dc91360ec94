"""Tests that the documents show what the scripts of this folder print, and the scripts against figures from elsewhere.

    python3 analysis/check.py            # with BLESS=1 it rewrites the documents' blocks; read the difference

The `console` blocks of each page that call a script of this folder are run, in order and in one shell, and must print the
text below them. The main sentences are computed again from the kept tables. No two kept results contradict each other on a
pattern.
"""

import functools
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path
from statistics import correlation, fmean, median, stdev

import numpy as np

import chosen
import constants
import coverage
import elo
import fair
import figures
import handicap
import judge
import other
import rounds
import solved
import symmetry
from effects import by_pattern, by_stuck, predicted as predicted_by_pattern, scores_of
import truth
from joint import COMMON, columns

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["docs/answers.md", "docs/statistics.md", "analysis/README.md", "crates/exact/universe/README.md"]
README, MALAY, ANSWERS, METHOD, OTHER = (" ".join((ROOT / name).read_text().split())
                                         for name in ("README.md", "README.ms.md", "docs/answers.md", "docs/method.md", "docs/other-games.md"))
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


RESULTS = ROOT / "experiments/results"
# Strength classes whose games on the known patterns are kept, from weak to strong.
CLASSES = [name for name in ("quick", "club", "strong") if (RESULTS / f"balance-{name}/balance.csv").exists()]


def crew(name, rules="brunei-slide", what="score"):
    """Figures of the known patterns by the games of a crew's folder; none under rules that it did not play."""
    return fair.read([RESULTS / f"balance-{name}"], what).get(rules, {}).get(f"crew:{name}", {})


def classes(rules="brunei-slide"):
    return [name for name in CLASSES if crew(name, rules)]


JOINT = [f"experiments/results/balance-{name}" for name in ("levels", "quick", "club", "strong", "master", "master-jump")]


def balance(folders):
    """What `pasang balance` answers on kept folders."""
    [found] = printed([f"target/release/pasang balance {' '.join(folders)} --json"])
    return json.loads(found)


@functools.cache
def together():
    """What it answers on the kept classes."""
    return balance(JOINT)


def last_slope(found):
    """Gain of the first player by 100 Elo between the stronger classes under slide, and its interval."""
    slope = [it["slope"] for it in found["strengths"] if it["rules"] == "brunei-slide"][-1]
    return [slope[key] for key in ("mean", "low", "high")]


def joint(name, rules="brunei-slide"):
    """Rows of a class in the joint answer, by pattern."""
    return [it for it in together()["balance"] if (it["class"], it["rules"]) == (name, rules)]


def line(name, rules="brunei-slide", found=None):
    """Class of the joint answer, over the known patterns."""
    [it] = [it for it in (found or together())["classes"] if (it["class"], it["rules"]) == (name, rules)]
    return it


def number(of, name, rules="brunei-slide", found=None):
    """Number of patterns of which something is true, with the ends of its interval."""
    return [figures.rounded(line(name, rules, found)[of][key], 0) for key in ("mean", "low", "high")]


def mean(name, rules="brunei-slide", what="score"):
    """Mean over the known patterns and its interval, in per cent, by all games together. Values of patterns are independent, but for
    what bots have on all patterns."""
    if what == "score":
        return [figures.percent(line(name, rules)["score"][key]) for key in ("mean", "low", "high")]
    values = joint(name, rules)
    bots = 12 if name in ("quick", "club") else 4
    found, half = fmean(it["value"] for it in values), value_half(values, COMMON / bots)
    return [figures.percent(it) for it in (found, found - half, found + half)]


def value_half(rows, of_crew):
    """Half the interval of the mean value of patterns, with a variance of what the crew has on all of them."""
    own = math.hypot(*((it["value_high"] - it["value_low"]) / 2 for it in rows)) / len(rows)
    return math.hypot(own, fair.NORMAL.inv_cdf(1 - fair.ALPHA / 2) * math.sqrt(of_crew))


def shown(rows, start=""):
    """Patterns by the size and the direction that is shown, in the order of their names."""
    found = {name: [] for name in fair.SIZES + fair.SIDES}
    for row in sorted(rows, key=lambda it: it["setup"]):
        for name in filter(None, (row[start + "size"], row[start + "direction"])):
            found[name].append(row["setup"])
    return found


def wrong(rows):
    """Expected number of wrong statements among those that are shown."""
    chance = lambda row, name: {"within 5": row["within_5"], "within 10": row["within_10"], "beyond 10": 1 - row["within_10"],
                                "first": row["above_even"], "second": 1 - row["above_even"]}[name]
    return sum(1 - chance(row, name) for row in rows for name in filter(None, (row["size"], row["direction"])))


def short(names):
    """Names of patterns as the answers list them."""
    first, *others = (name.removeprefix("catalogue") for name in names)
    return f"catalogue{first}" + "".join(f", {it}" for it in others[:-1]) + (f" and {others[-1]}" if others else "")


def changed_rules(openings, what, folders):
    """The sentence of the answers on the rules that change the average significantly, between crews."""
    found = fair.read(folders, what)
    first, *others = found
    told = []
    for rules in others:
        [name] = found[rules]
        before, after = found[first][name], found[rules][name]
        by, (low, high) = figures.mean_of([after[it].mean - before[it].mean for it in before if it in after], fair.ALPHA / len(others))
        if low > 0 or high < 0:
            told.append(f"`{rules}` by {figures.percent(by, sign='+')} ({figures.percent(low, sign='+')} to {figures.percent(high, sign='+')})")
    if not told:
        return f"With {openings} openings no rule changes the average significantly"
    return f"With {openings} openings these change the average significantly, in percentage points (joint 95 % CI): {', '.join(told)}"


class Findings(unittest.TestCase):
    """The sentences of README and the answers, against the kept tables."""

    def says(self, phrase, *pages):
        for page in pages or (ANSWERS,):
            self.assertTrue(phrase in page, f"`{phrase}` is missing")

    def test_sizes_and_directions(self):
        strongest = CLASSES[-1]
        rows = joint(strongest)
        near, nearer, far, first = (number(of, strongest) for of in ("within_10", "within_5", "beyond_10", "first"))
        self.says("score of {} of the 35 patterns is within 10 percentage points of even (95 % CI {} to {}), of {} within 5 ({} to {}), "
                  "of {} beyond 10 ({} to {}); {} favour the first player ({} to {})".format(*near, *nearer, *far, *first), ANSWERS, METHOD)
        self.says("{} of the 35 patterns are within 10 percentage points of even (95 % CI {} to {}; with".format(*near), README)
        self.says("{} within 5 ({} to {}), and {} favour the first player ({} to {}; strong)".format(*nearer, *first), README)
        self.says("{} daripada 35 corak berada dalam lingkungan 10 mata peratusan daripada seimbang (selang keyakinan 95 %: {} hingga {}), "
                  "{} dalam lingkungan 5 ({} hingga {}), dan {} memihak kepada pemain pertama ({} hingga {}; strong)".format(*near, *nearer, *first), MALAY)
        told = shown(rows)
        on = lambda name: short(told[name])
        self.says(f"Within 5 are {on('within 5')}; within 10 {on('within 10').removeprefix('catalogue')}; beyond 10 {on('beyond 10').removeprefix('catalogue')}. "
                  f"The first player's are {len(told['first'])}, the second's {on('second').removeprefix('catalogue')}.")
        count = sum(map(len, told.values()))
        self.says(f"Of these {count} statements {figures.rounded(wrong(rows), 1)} are expected to be wrong")
        self.assertEqual({tuple(shown(joint(name))["second"]) for name in (strongest, "master")}, {tuple(told["second"])})
        self.assertEqual(set(told["second"]) - set(shown(joint("club"))["second"]), set())
        self.assertEqual(set(told["second"]) - {"catalogue-20"} - set(shown(joint("beginner"))["second"]), set())

    def test_other_bots_of_a_class(self):
        club, other = ({row["setup"]: row for row in figures.rows(ROOT / f"experiments/results/balance-{name}/balance.csv")
                        if row["rules"] == "brunei-slide"} for name in ("club", "unseen"))
        text = " ".join((ROOT / "docs/statistics.md").read_text().split())
        for what, phrase in (("score", "differ from club's by {} percentage points"), ("value", "with best openings by {},")):
            squares = [(float(club[name][what]) - float(other[name][what])) ** 2 for name in club]
            self.says(phrase.format(figures.percent(math.sqrt(sum(squares) / 35), 1)), text)
        within = [float(club[name]["unseen_low"]) <= float(other[name]["score"]) <= float(club[name]["unseen_high"]) for name in club]
        # At most one in twenty may lie outside, by chance two.
        self.assertGreaterEqual(sum(within), 33)
        self.says(f"{sum(within)} of its 35 scores lie within club's prediction intervals", text)
        self.says(f"{sum(within)} of its 35 scores lie in the prediction intervals", METHOD)
        unseen = fair.read([RESULTS / "balance-unseen"], "score")["brunei-slide"]["crew:other"]
        both = [(name, it, unseen[setup]) for setup, it in crew("club").items() for name in it.told]
        of = lambda names: [figures for name, *figures in both if name in names]
        again = [sum(name in other.told for name, _, other in both if name in names) for names in (fair.SIZES, fair.SIDES)]
        self.assertFalse(any(other.denies(name) for name, _, other in both))
        self.says(f"repeats {again[0]} of its {len(of(fair.SIZES))} sizes and {again[1]} of its {len(of(fair.SIDES))} directions, and contradicts none", text, METHOD)

    def test_held_out_bots(self):
        told, held = ({row["setup"]: row for row in found} for found in (joint("quick"), figures.rows(RESULTS / "balance-heldout/balance.csv")))
        sd = lambda row: (float(row["score_high"]) - float(row["score_low"])) / 2 / fair.Z
        off = [(float(held[it]["score"]) - told[it]["score"]) / math.hypot(sd(told[it]), sd(held[it])) for it in told]
        # What these bots' scores should be, with their own errors.
        due = lambda name, most: sum(sign * fair.NormalDist(told[name]["score"], math.hypot(sd(told[name]), sd(held[name]))).cdf(0.5 + sign * most / 100) for sign in (1, -1))
        shares = [[figures.percent(fmean(by), 0) for by in ([due(name, most) for name in told],
                                                             [abs(float(row["score"]) - 0.5) <= most / 100 for row in held.values()])] for most in (5, 10)]
        text = " ".join((ROOT / "docs/statistics.md").read_text().split())
        self.says(f"have {sum(abs(it) < fair.Z for it in off)} of their 35 scores in the joint intervals of their difference "
                  f"(standardised root mean square {figures.rounded(math.sqrt(fmean(it * it for it in off)), 2)})", text)
        self.assertLess(math.sqrt(fmean(it * it for it in off)), 1.2)
        self.says("Within 5 points of even should be {} % of these scores and within 10 {} %; {} and {} % are".format(*(it[0] for it in shares), *(it[1] for it in shares)), text)
        self.assertLess(max(abs(float(one) - float(other)) for one, other in shares), 10)
        every = [RESULTS / f"balance-{name}" for name in ("levels", *CLASSES, "master")]
        for name, folder, words in (("quick", "heldout", "of quick, told with {} %, have {} % by these bots' own few games, of which the model expects {} %"),
                                    ("club", "unseen", "For club and `balance-unseen` it is {}, {} and {} %")):
            (_, told, found, expected, _), = columns(every, RESULTS / f"balance-{folder}", name)
            self.says(words.format(*(figures.percent(it, 0) for it in (told, found, expected))), text)
            self.assertLess(abs(found - expected), 0.05)

    def test_chosen_columns(self):
        both, named, figure, told = ("brunei-slide", "brunei-jump"), "{} ({} to {})", lambda it: figures.percent(float(it)), {}
        for name in ("club", "strong"):
            folder = RESULTS / f"openings-{name}"
            judged, sizes = chosen.judged(folder, [RESULTS / "balance-unseen"]), [chosen.sizes(folder, rules) for rules in both]
            counts = [[found[it] for it in ("within_10", "within_5", "above_even")] for found, _ in sizes]
            halves = [np.array(judged[rules][0]) for rules in both]
            told[name] = {
                "counts": counts, "random": number("within_10", name), "half": figure(max(median(widths) for _, widths in sizes)),
                "unseen": judged[both[0]][1], "apart": [(of[:, 0] - of[:, 1]).tolist() for of in halves],
                "chances": [figures.percent(float(it), 0) for of in halves for it in of.mean(0)[2:]]}
            self.assertLess(max(abs(of.mean(0)[2] - of.mean(0)[3]) for of in halves), 0.05)
        club, strong = told.values()
        shown = lambda of: chosen.mean_shown(of, "+").replace(" (", ", ", 1).removesuffix(")")
        (ten, five, first), jump = strong["counts"]
        self.says("{} of the 35 patterns are within 10 percentage points of even (strong, slide; 95 % CI {} to {}; with random openings {}, {} to {}), ".format(*ten, *strong["random"]) +
                  "{} within 5 ({} to {}), {} favour the first player ({} to {}); ".format(*five, *first) +
                  "under jump {}, {} and {}.".format(*(named.format(*it) for it in jump)))
        (ten, five, first), jump = club["counts"]
        self.says("Between club players {} ({} to {}; with random openings {}, {} to {}), ".format(*ten, *club["random"]) +
                  "{} and {}; under jump {}, {} and {}.".format(*(named.format(*it) for it in (five, first, *jump))))
        self.says("with [best openings](docs/answers.md#is-it-fair-when-columns-are-chosen) {}, {} to {}), ".format(*strong["counts"][0][0]), README)
        apart = [shown(of) for of in club["apart"] + strong["apart"]]
        unseen = shown([one - other for one, other in club["unseen"]])
        self.says("the other half scores as told (club, slide: value less score {}; jump {}; strong {}; jump {}), and an unseen crew (club, slide: {}).".format(*apart, unseen))
        # No interval leaves out that they score just so.
        for of in (*apart, unseen):
            low, high = of.split(", ")[1].split(" to ")
            self.assertLess(float(low), 0, of)
            self.assertGreater(float(high), 0, of)
        self.says("That column is the best with probability {} % by the half's games, {} % by all (jump {} and {}; strong {} and {}, jump {} and {})".format(*club["chances"], *strong["chances"]))
        self.says(f"half of club's values are known to {club['half']} percentage points, strong's to {strong['half']}")

    def test_the_first_move(self):
        for rules in ("brunei-slide", "brunei-jump"):
            for name in classes(rules):
                for what in ("score", "value"):
                    it, low, high = mean(name, rules, what)
                    self.says(f"{it} ({low} to {high}")
        (random, low, high), (best, *ends) = mean(CLASSES[-1]), mean(CLASSES[-1], what="value")
        self.says(f"{random} % with random openings (95 % CI {low} to {high}) and {best} % with best openings ({ends[0]} to {ends[1]}; {CLASSES[-1]}), from", README)
        self.says(f"{random} % dengan pembukaan rawak (selang keyakinan 95 %: {low} hingga {high}", MALAY)
        scores = {it["class"]: it["score"] for it in together()["classes"] if it["rules"] == "brunei-slide"}
        weakest, masters = (figures.percent(scores[name]["mean"]) for name in ("beginner", "master"))
        self.says(f"{weakest} % between [beginners](docs/answers.md#fair-at-which-level) to {masters} % between masters", README)
        self.says(f"{weakest} % between beginners, {masters} % between masters")
        told = ["{} ({} to {})".format(*mean("master", rules, what)) for what in ("score", "value") for rules in ("brunei-slide", "brunei-jump")]
        self.says(f"| master | {' | '.join(told)} |")

    def test_patterns_and_such_patterns(self):
        such = line(CLASSES[-1])["over_such"]
        self.says("over such patterns {} to {} %".format(*(figures.percent(such[key]) for key in ("low", "high"))), ANSWERS)

    def test_classes_agree(self):
        def correlations(left_out=()):
            by = {name: [it.mean for setup, it in crew(name, what="alone").items() if setup not in left_out] for name in (*CLASSES, "master")}
            return {pair: correlation(by[pair[0]], by[pair[1]]) for pair in itertools.combinations(by, 2)}

        found, without = correlations(), correlations(("catalogue-18",))
        pairs = (("quick", "club"), ("quick", "strong"), ("club", "strong"))
        told = [figures.rounded(of[pair], 2) for of in (found, without) for pair in pairs]
        masters = [figures.rounded(of(by for pair, by in found.items() if "master" in pair), 2) for of in (min, max)]
        self.says("correlations of {} (quick and club), {} (quick and strong) and {} (club and strong); without catalogue-18 {}, {} and {}; "
                  "with masters {} to {}".format(*told, *masters), ANSWERS)
        self.says("correlations of {}, {} and {}".format(*told[:3]), METHOD)

    def test_the_highest_rungs(self):
        folders = [it for it in JOINT if not it.endswith("jump")] + [f"experiments/results/balance-{it}" for it in ("256k", "1m")]
        found = balance(folders)
        scores = {it["class"]: [figures.percent(it["score"][key]) for key in ("mean", "low", "high")] for it in found["classes"]}
        self.says("it is {} % ({} to {}; `balance-256k`)".format(*scores["deep"]))
        self.says("{} % ({} to {}; `balance-1m`)".format(*scores["deepest"]))
        self.says("from club to a million by {} percentage points per 100 Elo ({} to {})".format(*(figures.percent(it, 2) for it in last_slope(found))))
        # Of the five strongest classes the stronger half begins with masters.
        slope = last_slope(balance(folders[-5:]))
        self.says("whether it still grows beyond masters (by {}, {} to {})".format(*(figures.percent(it, 2, "+") for it in slope)))

    def test_the_line_over_strength(self):
        lines = [it for it in together()["strengths"] if it["rules"] == "brunei-slide"]
        (slope, low, high), (later, *ends) = ([figures.percent(it["slope"][key], 2) for key in ("mean", "low", "high")] for it in lines)
        self.says(f"{slope} percentage points per 100 Elo from beginner to master (95 % CI {low} to {high}), and {later} from quick on ({ends[0]} to {ends[1]})")
        self.says(f"{slope} percentage points more per 100 Elo (95 % CI {low} to {high})", METHOD)
        files = lambda side, *rules: [ROOT / f"crates/exact/universe/fourfold-{side}-brunei-{it}.csv" for it in rules]
        five = list(truth.lines_over_strength([RESULTS / "solved-5"], files(5, "slide", "jump")))
        seven = list(truth.lines_over_strength([RESULTS / "solved-7", RESULTS / "solved-7-master"], files(7, "slide")))
        # Up to quick, club and strong.
        off = [float(row[6]) for row in five + seven if row[3] in ("quick", "club", "strong")]
        self.assertTrue(all(float(row[6]) > 0 for row in five if row[6]) and all(float(row[6]) < 0 for row in seven if row[6]))
        least, most = (figures.rounded(of(map(abs, off)), 0) for of in (min, max))
        ends = [[float(it) for it in row[7].split(" to ")] for row in five + seven if row[3] in ("quick", "club", "strong")]
        self.assertEqual({low * high > 0 for low, high in ends}, {False, True})
        self.says(f"misses the truth of proved openings by {least} to {most} percentage points (not always significantly), above it on "
                  "side 5 and below it on side 7")
        self.says(f"misses perfect play by {least} to {most} percentage points", METHOD)
        elos = {f"crew:{it['class']}": it["elo"] for it in together()["classes"]}
        self.assertEqual(truth.ELO, {name: elos[name] for name in truth.ELO})
        loading = {name: float(by) for name, by in re.findall(r'class\("(\w+)", \[(\d[.\d]*),', (ROOT / "crates/balance/src/joint.rs").read_text())}
        ratio = figures.rounded(loading["master"] / loading["beginner"], 1)
        self.says(f"lies {ratio} times as far from its class's mean between masters as between beginners")

    def test_slide_jump_and_pasang_emas(self):
        signed = lambda share: figures.percent(share, sign="+")
        differences = [it["difference"] for it in together()["rules"] if it["class"] in CLASSES]
        least, *_, most = sorted(it["mean"] for it in differences)
        half = max(it["high"] - it["low"] for it in differences) / 2
        self.says(f"differs by {signed(least)} to {signed(most)} percentage points, known to {figures.percent(half)}")
        changed = []
        for rules, label, folder in (("brunei-jump", "jump", "balance-{}"), ("pasang-emas", "Pasang Emas", "balance-{}-emas")):
            for name in CLASSES:
                cells = []
                # Of each crew's own games.
                for what in ("alone", "own"):
                    slide, other = crew(name, what=what), fair.read([RESULTS / folder.format(name)], what)[rules][f"crew:{name}"]
                    by = [other[it].mean - slide[it].mean for it in slide]
                    (mean, ends), (_, (low, high)) = figures.mean_of(by), figures.mean_of(by, fair.ALPHA / 2)
                    star = r"\*" if low > 0 or high < 0 else ""
                    cells.append(f"{signed(mean)} ({signed(ends[0])} to {signed(ends[1])}){star}")
                    # Patterns that change significantly, jointly over all.
                    least_sure = fair.NORMAL.inv_cdf(1 - fair.ALPHA / 2 / len(by))
                    off = {it: change for it, change in zip(slide, by) if abs(change) > least_sure * math.hypot(other[it].sd, slide[it].sd)}
                    if rules == "brunei-jump":
                        changed.append((name, what, off))
                self.says(f"| {label}, {name} | {' | '.join(cells)} |")
        on = lambda off: " and ".join(f"{it.removeprefix('catalogue')} by {figures.percent(change, sign='+')}" for it, change in off.items())
        told = [f"between {name} bots on {on(off)}" for name, what, off in changed if off and what == "alone"]
        [(name, off)] = [(name, off) for name, what, off in changed if off and what == "own"]
        self.says(f"on single patterns it changes the score significantly (jointly over all 35): {', '.join(told)} percentage points; "
                  f"the value of {on(off).replace(' by ', f' between {name} bots by ')}")

    def test_levels(self):
        means, told = [], []
        for name in ("beginner", "easy", "medium", *CLASSES, "master"):
            rows = joint(name)
            means.append(fmean(it["score"] for it in rows))
            told.append(shown(rows))
            self.assertIn("catalogue-18", told[-1]["second"])
            self.assertIn("catalogue-18", told[-1]["beyond 10"])
        self.assertEqual(means, sorted(means))
        self.says("Between easy players {} patterns are within 10 percentage points of even (95 % CI {} to {}), between strong ones {} ({} to {})".format(
            *number("within_10", "easy"), *number("within_10", "strong")))
        even = {name: of["within 5"] for name, of in zip(("beginner", "easy", "medium", *CLASSES), told)}
        self.says(f"Between quick players {short(even['quick'])} are within 5")
        beginner, easy, even, *others = map(figures.percent, means)
        weak = f"the first player scores {beginner} % between beginners, {easy} % between easy bots and {even} % between medium ones"
        self.says(weak)
        self.says(f"{weak}, and {others[0]} to {others[-1]} % between quick, club, strong and master searches", METHOD)

    def test_rules_between_others(self):
        def effects(name, bots):
            rows = figures.rows(RESULTS / name / "effects.csv")
            rows = [row for row in rows if (row["bots"], row["measure"]) == (bots, "score") and row["toggle"] != "base"]
            shown = {row["value"] for row in rows if float(row["effect_joint_low"]) > 0 or float(row["effect_joint_high"]) < 0}
            return {row["value"]: row for row in rows}, shown

        of = lambda row, key="effect", sign="+": figures.percent(float(row[key]), sign=sign)
        weak = [effects("disputed-rules-levels", f"crew:{name}") for name in ("beginner", "medium")]
        for _, shown in weak:
            self.assertEqual(shown, {"score-decides"})
        stuck = [of(rows["score-decides"]) for rows, _ in weak]
        self.says("{} between beginners and {} between medium players".format(*stuck))
        bell, shown = effects("disputed-rules-bell", "crew:quick")
        self.assertEqual(shown, {"1/1"})
        ends = [of(bell["1/1"], f"effect_joint_{end}", "") for end in ("low", "high")]
        self.says(f"stones of equal value are worth {of(bell['1/1'], sign='')} percentage points to the first player (joint 95 % CI {ends[0]} to {ends[1]})")

    def test_rounds(self):
        games, of_kept = {}, {}
        for setup, _, (*counts,) in rounds.read():
            own = games.setdefault(setup, [0, 0, 0])
            games[setup] = [it + counts[at] + counts[at + 1] for it, at in zip(own, (0, 2, 4))]
        # Counted from the journal; the kept table, which has wins and draws by pair, counted the same games.
        for row in figures.pair_counts(RESULTS / "balance-quick"):
            if row["rules"] == "brunei-slide":
                first, of, draws = row["wins"], row["games"], round(2 * (row["score"] - row["wins"]))
                kept = of_kept.setdefault(row["setup"], [0, 0, 0])
                of_kept[row["setup"]] = [it + by for it, by in zip(kept, (first, draws, of - first - draws))]
        self.assertEqual(games, of_kept)
        self.says(f"the {sum(map(sum, games.values())):,} games of `balance-quick` under slide")
        last, loser, turn = (rounds.estimates(custom) for custom in ("last", "loser", "turn"))
        shown = lambda it: "{} % (95 % CI {} to {})".format(*map(figures.percent, it))
        ends = "{} % ({} to {})".format(*map(figures.percent, last[9]))
        self.says(f"begins scores {shown(last[2])}, over nine {ends}, after {figures.percent(last[1][0])} % in one")
        self.says(f"it is {figures.percent(loser[2][0])} and {figures.percent(loser[9][0])} %; in turn, {figures.percent(turn[2][0])} % over even numbers of rounds "
                  f"and {figures.percent(turn[3][0])} % over three")

    def test_rules_between_crews(self):
        folders = [RESULTS / f"balance-{name}" for name in ("toggles", "reply-middle", "reply-other", "reply-rotated")]
        rows = [row for row in figures.rows(RESULTS / "disputed-rules/effects.csv") if row["measure"] == "score" and row["toggle"] != "base"]
        is_shown = lambda row: float(row["effect_joint_low"]) > 0 or float(row["effect_joint_high"]) < 0
        told = {row["value"]: [figures.percent(float(row[key])) for key in ("effect", "effect_joint_low", "effect_joint_high")] for row in rows}
        self.assertEqual({row["value"] for row in rows if is_shown(row)}, {"score-decides", "first-decides", "far", "partial"})
        # What the sources contradict each other on, and a custom; what no source has.
        what_if = {"score-decides", "first-decides", "row", "1/1"}
        disputed = {value: ends for value, ends in told.items() if value not in what_if | {"partial"}}
        self.assertLess(max(abs(float(row["effect"])) for row in rows if row["value"] in disputed), 0.02)
        largest = max(abs(float(end)) for ends in disputed.values() for end in ends[1:])
        stuck, first, far, partial = (told[value] for value in ("score-decides", "first-decides", "far", "partial"))
        self.says("changes the first player's score by more than {} percentage points".format(figures.rounded(largest, 1)), README, ANSWERS)
        self.says("a jump from afar takes {} ({} to {})".format(*(it.removeprefix("-") for it in (far[0], far[2], far[1]))))
        self.says("partial capture, a custom, takes {} ({} to {})".format(*(it.removeprefix("-") for it in (partial[0], partial[2], partial[1]))))
        self.says("would score {} percentage points more with random openings (joint 95 % CI {} to {}; quick)".format(*stuck), METHOD)
        self.says("would score {} percentage points more with random openings (joint 95 % CI {} to {})".format(*stuck))
        self.says("it is {} ({} to {})".format(*first), ANSWERS, METHOD)
        # In the game as told and where scores decide: least squares on the rule sets' means, with products; and what the program predicts.
        by_toggle, chance = by_stuck(RESULTS / "disputed-rules", lambda *_: None)
        both_ends, predicted = by_toggle["entry", "first-decides"]
        as_told, decided = (figures.percent(float(it)) for it in both_ends)
        self.says(f"Then {as_told} more, and {decided} if the scores decided", README)
        self.says(f"scores {as_told} more where a stuck player loses, as the sources tell the game, and {decided} where the scores decide")
        self.assertLess(chance, 0.001)
        asked = "--set stuck=score-decides --set entry=first-decides --json"
        [said] = printed([f"target/release/pasang rules predict experiments/results/disputed-rules {asked} --quiet"])
        self.assertAlmostEqual(json.loads(said)["predictions"][0]["mean"], predicted, 5)
        terms, x, place, means = scores_of(RESULTS / "disputed-rules")
        others, row = [at for at in range(1, x.shape[1]) if at != place], np.zeros(x.shape[1])
        row[[0, place, 1 + terms.index(("entry", "first-decides"))]] = 1
        told, *_ = predicted_by_pattern(x, x[:, [place]] * x[:, others], means, row, row[place] * row[others])
        [said] = printed([f"target/release/pasang rules predict experiments/results/disputed-rules {asked} --setup catalogue-01 --quiet"])
        self.assertAlmostEqual(json.loads(said)["predictions"][0]["mean"], told[0], 5)
        held = (figures.percent(float(it)) for it in by_pattern(RESULTS / "disputed-rules", lambda *_: None))
        self.says("| rule sets left out, by pattern (`analysis/effects.py`) | {} % of scores lie in their intervals, {} % of sets with `stuck` and another change |".format(*held), METHOD)
        pair = [row for row in figures.rows(RESULTS / "disputed-rules/interactions.csv") if row["measure"] == "score" and float(row["chance"]) < 0.05]
        self.assertEqual([(row["value"], row["other_value"]) for row in pair], [("score-decides", "first-decides")])
        [base] = [row for row in figures.rows(RESULTS / "disputed-rules/effects.csv") if (row["measure"], row["toggle"]) == ("score", "base")]
        spread = next(row["patterns_sd"] for row in rows if row["value"] == "score-decides")
        tried = sum(row["measure"] == "score" for row in figures.rows(RESULTS / "disputed-rules/interactions.csv"))
        self.says(f"(standard deviation {figures.percent(float(spread))} percentage points)")
        self.says(f"differ by {figures.percent(float(base['lack_of_fit_sd']))} percentage points, and one of {tried} interactions is significant", ANSWERS, METHOD)
        # The sums of effects foretell each rule set of the single toggles, whose games are others.
        found, sums = fair.read(folders, "alone"), {(row["toggle"], row["value"]): float(row["effect"]) for row in rows}
        rules = {name: it for folder in folders for name, it in tomllib.loads((folder / "experiment.toml").read_text())["rule"].items()}
        word = lambda it: "{black}/{white}".format(**it) if isinstance(it, dict) else it
        base, *alone = found
        off = [fmean(after.mean - found[base]["crew:quick"][it].mean for it, after in found[name]["crew:quick"].items())
               - sum(sums[toggle, word(value)] for toggle, value in rules[name].items() if value != rules[base][toggle]) for name in alone]
        apart = figures.percent(math.hypot(*off) / math.sqrt(len(off)))
        self.says(f"| {len(off)} rule sets played alone, other games | effects differ from the predicted sums by {apart} percentage points", METHOD)
        self.says(f"(being stuck with who decides the entry, {figures.percent(float(pair[0]['effect']), sign='+')})")
        self.says("{} mata peratusan lebih dengan pembukaan rawak (selang keyakinan bersama 95 %: {} hingga {}; quick)".format(*stuck), MALAY)

    def test_how_games_play_under_all_rules(self):
        found = {(row["measure"], row["value"]): row for row in figures.rows(RESULTS / "disputed-rules/profile-effects.csv")}
        is_shown = lambda it: float(it["effect_joint_low"]) > 0 or float(it["effect_joint_high"]) < 0
        shown = lambda measure: {value for (of, value), it in found.items() if of == measure and it["toggle"] != "base" and is_shown(it)}
        self.assertEqual(shown("drama"), {"score-decides", "1/1", "partial"})
        self.assertEqual(shown("turning_point"), {"score-decides", "1/1"})
        by = lambda measure, value, sign=1: figures.percent(sign * float(found[measure, value]["effect"]))
        self.says(f"without the rule of being stuck drama falls by {by('drama', 'score-decides', -1)} percentage points and the turning "
                  f"point comes {by('turning_point', 'score-decides', -1)} earlier")

    def test_bells_game(self):
        bell = balance(["experiments/results/balance-bell"])
        rows = [it for it in bell["balance"] if it["rules"] == "bell"]
        half = value_half(rows, 0.2 * 0.0033 / 4)
        value, score = fmean(it["value"] for it in rows), line("quick", "bell", bell)["score"]
        for what, ends in (("score", [score[key] for key in ("mean", "low", "high")]), ("value", [value, value - half, value + half])):
            it, low, high = map(figures.percent, ends)
            self.says(f"{it} % ({low} to {high})")
            self.says(f"({low} to {high}", README)
            self.says(it, MALAY)
            self.assertIn("no rule changes", changed_rules("", {"score": "alone", "value": "own"}[what], [RESULTS / "balance-bell"]))
            slide, low, high = mean("quick", what=what)
            self.says(f"{slide} % ({low} to {high})")
        near, far, first = (number(of, "quick", "bell", bell) for of in ("within_10", "beyond_10", "first"))
        self.says("{} patterns are within 10 percentage points of even (95 % CI {} to {}) and {} beyond ({} to {}); {} favour the first player ({} to {})".format(
            *near, *far, *first))
        self.says(f"catalogue-04 gives the first player {figures.percent(next(it for it in rows if it['setup'] == 'catalogue-04')['score'], 0)} %")

    def test_the_worth_of_a_point(self):
        [row] = [line.split() for line in printed(["python3 analysis/handicap.py experiments/results/handicap"])[0].splitlines()
                 if line.startswith("search:nodes=1000")]
        point, low, high = (figures.rounded(float(row[at]), 1) for at in (3, 4, 6))
        self.says(f"worth {point} percentage points with random openings (95 % CI {low} to {high};", README, ANSWERS)
        self.says(f"bernilai {point} mata peratusan", MALAY)

    def test_perfect_play(self):
        told = {}
        for options, at in (("", 5), (" --decided", 3)):
            [lines] = printed([f"python3 analysis/judge.py experiments/results/against-perfect-play{options}"])
            for fields in map(str.split, lines.splitlines()):
                if fields and fields[0] in ("brunei-slide", "brunei-jump", "pasang-emas"):
                    told.setdefault((fields[1], options), []).append(float(fields[at]))
        ends = {key: [figures.rounded(of(found), 0) for of in (min, max)] for key, found in told.items()}
        self.says("in {} or {} % of the positions that are not lost".format(*ends["search:nodes=16000", ""]))
        self.says("greedy bots in {} to {} % and".format(*ends["greedy", ""]))
        self.says("random moves in {} to {} %.".format(*ends["random", ""]))
        self.says("between random players {} to {} % are decided by then".format(*ends["random", " --decided"]))
        self.says("searches of 16,000 positions {} to {} %".format(*ends["search:nodes=16000", " --decided"]))

    def test_strong_endings(self):
        [lines] = printed(["python3 analysis/judge.py experiments/results/strong-endings --by-stones"])
        told = {fields[2]: fields[3:] for fields in map(str.split, lines.splitlines()) if fields and fields[0] == "brunei-slide"}
        games = told["28"][0]
        [decided] = printed(["python3 analysis/judge.py experiments/results/strong-endings --decided"])
        [never] = [figures.rounded(float(line.split()[3]), 0) for line in decided.splitlines() if line.startswith("brunei-slide")]
        self.says(f"in {never} % of {games} games the result under perfect play never changes from 28 stones on.")

    def test_solved_samples(self):
        five, slide = (figures.rows(ROOT / f"crates/exact/universe/fourfold-{side}-brunei-slide.csv") for side in (5, 7))
        count = lambda rows, winner: solved.found(rows, winner)[0]
        self.says(f"the first player wins {count(five, 'first')} of 20 patterns of 5 by 5 that a quarter turn repeats, at least {count(slide, 'first')} of {len(slide)} of 7 by 7;", README)
        lines = printed(["python3 analysis/solved.py crates/exact/universe/fourfold-7-brunei-slide.csv"])[0].splitlines()
        first, draws = (" to ".join(lines[at].split()[-3::2]) for at in (1, 2))
        self.says(f"the first player wins {first} % under slide, {draws} % are draws (95 % CI, by a random sample of {len(slide)} of which "
                  f"{sum(row['winner'] == '' for row in slide)} are open).")
        emas, jump = (figures.rows(ROOT / f"crates/exact/universe/fourfold-5-{it}.csv") for it in ("pasang-emas", "brunei-jump"))
        self.says("{} are draws under slide, {} under jump and {} under Pasang Emas; the first player wins {}, {} and {}.".format(
            *(count(rows, winner) for winner in ("draw", "first") for rows in (five, jump, emas))))

    def test_symmetries(self):
        folder = RESULTS / "symmetry-quick"
        patterns = symmetry.read(folder)
        by = symmetry.groups_of(patterns)
        self.assertEqual([len(of) for of in by.values()][:6], [40] * 6)
        distance = lambda group: symmetry.shown(*symmetry.between_interval(by[group], "distance"))
        value = lambda group: symmetry.shown(*figures.mean_of(symmetry.array(by[group], "value").tolist()))
        least, ends = distance("none").split(" (")
        self.says(f"those without are {least} percentage points from even (root mean square; 95 % CI {ends}, "
                  f"after half a turn {distance('half-turn')}, with all symmetries {distance('full')}; ")
        club = symmetry.groups_of(symmetry.read(RESULTS / "symmetry-club"))
        of_club = (symmetry.shown(*symmetry.between_interval(club[group], "distance")) for group in ("none", "half-turn", "full"))
        self.says("for club {}, {} and {}.".format(*of_club))
        self.says(f"The mirror along column f gives {distance('mirror-column').removesuffix(')')}; quick), that along row 6: {distance('mirror-row')}, but best openings "
                  f"leave the first player {value('mirror-row').replace(' ', ' % ', 1)}, after half a turn {value('half-turn')}, without symmetry {value('none')}.")
        five, seven = ({group: figures.rows(ROOT / f"crates/exact/universe/{group}-{side}-brunei-slide.csv") for group in ("any", "mirror-row", "mirror-column", "half-turn")}
                       for side in (5, 7))
        count = lambda of, winner: {group: solved.found(rows, winner) for group, rows in of.items()}
        first, draws = ({group: least for group, (least, _) in count(five, winner).items()} for winner in ("first", "draw"))
        self.says(f"the first wins {first['any']} of {len(five['any'])} random patterns ({draws['any']} draws), mirrored along the middle row "
                  f"{first['mirror-row']} ({draws['mirror-row']}), column {first['mirror-column']} ({draws['mirror-column']}), after half a turn {first['half-turn']} ({draws['half-turn']}).")
        any_wins, row_wins, column_wins, turn_wins = count(seven, "first").values()
        any_ends, turn_ends = (" to ".join(figures.percent(it, 0) for it in solved.binomial_interval(*wins, len(seven["any"])))
                               for wins in (any_wins, turn_wins))
        self.assertEqual([len(rows) for rows in seven.values()], 4 * [row_wins[0]])
        self.says(f"On 7 by 7 these are at least {any_wins[0]} of {row_wins[0]} ({any_ends} %), {row_wins[0]}, {column_wins[0]}, and {turn_wins[0]} "
                  f"({turn_ends} %).")

        def farther(by, group):
            of, drawn = ([symmetry.between(by[known + group], "distance", is_drawn) for known in ("", "known ")] for is_drawn in (False, True))
            return symmetry.shown(of[1] - of[0], np.quantile(drawn[1] - drawn[0], [0.025, 0.975]), sign="+").removesuffix(")")

        both = [farther(by, group) + "; club " + farther(club, group).replace(" (", ", ", 1) for group in ("full", "fourfold")]
        self.says("their distance from even differs by {}) with all, by {}) after a quarter turn.".format(*both))
        [white, *others, _] = symmetry.foretold(patterns)
        self.says(f"foretells most: {white[1].replace(' ', ' % ', 1)} of the variance within groups")
        self.assertTrue(all(int(re.findall(r"[(](-?[0-9]+) to", line[1])[0]) <= 0 for line in others))
        self.says(f"({figures.rows(folder / 'symmetry.csv')[0]['games']} games a pattern)")
        [drawn] = printed(["python3 analysis/symmetry.py experiments/results/symmetry-club --svg"])
        self.assertEqual(drawn + "\n", (ROOT / "docs/symmetry.svg").read_text())

    def test_proved_openings(self):
        proved = {"catalogue-20": set(), "catalogue-39": set()}
        for proof in (ROOT / "crates/exact/proofs").glob("catalogue-*-brunei-slide-*-*.txt"):
            [setup] = re.findall("catalogue-[0-9]+", proof.name)
            pair = re.findall("-([a-k])-([a-k])[.]txt", proof.name)[0]
            # Both patterns are their own mirror image.
            proved[setup] |= {pair, tuple(chr(ord("a") + ord("k") - ord(column)) for column in pair)}
        counts = [len(pairs) for pairs in proved.values()]
        self.says(f"of the {60 * 35:,} openings of the 35 patterns under slide {sum(counts)} are [proved](../crates/exact/proofs/README.md), "
                  f"{counts[0]} of the 60 on catalogue-20 and {counts[1]} on catalogue-39.")

    def test_single_bots(self):
        found = {}
        for folder in ("first-player", "first-player-strong", "first-player-strongest"):
            for row in figures.rows(RESULTS / folder / "overall.csv"):
                if row["rules"] == "brunei-slide" and row["bots"].startswith("search:"):
                    found[row["bots"]] = float(row["first_score"])
        weak, *_, strong = found.values()
        text = " ".join((ROOT / "docs/statistics.md").read_text().split())
        self.says(f"give the first player {figures.percent(weak)} % on average, those of 64,000 positions {figures.percent(strong)} %", text)


class Constants(unittest.TestCase):
    """The models' constants are those that the kept tables give, and the documents tell them."""

    def test_constants_are_those_of_the_kept_tables(self):
        found = list(constants.from_tables())
        for name, at, _, told in found:
            self.assertTrue(math.isclose(told, at, rel_tol=0.025), f"{name}: {told} in the program, {at} estimated")
        by = {name: f"{told:f}".rstrip("0").removeprefix("0") for name, *_, told in found}
        loadings = ", ".join(by[f"loading: {name}"] for name in constants.CLASSES)
        self.says = Findings.says.__get__(self)
        self.says(f"{loadings}, from beginner to master; entry by jump multiplies it by {by['loading: jump']}, every reply but the diagonal "
                  f"one by {by['loading: reply']}", METHOD)
        entry, reply = (by[f"deviation: {name}"] for name in ("entry", "reply"))
        [others] = (it for name, it in by.items() if name.startswith("deviation: jump"))
        self.says(f"variance {reply} (reply), {entry} (entry), {others} (others)", METHOD)
        self.says(f"variance {by['own: beginner']} (beginner), {by['own: others']} (others)", METHOD)
        found = [means for folder in constants.MEMBERS for _, means, _ in constants.members(folder)]
        at, low, high = (f"{it:.5f}".removeprefix("0") for it in constants.common_part(found))
        self.says(f"the same on all patterns (by quick, club and strong {at}, 95 % CI {low} to {high}", METHOD)


class Contradictions(unittest.TestCase):
    """With random openings no pattern is shown to favour one player here and the other there."""

    def said(self):
        """Directions that are shown, by pattern and rule set."""
        found = {}
        for folder in sorted(it for it in RESULTS.iterdir() if it.is_dir()):
            experiment = tomllib.loads((folder / "experiment.toml").read_text())
            # On boards of 5 by 5 points weak bots contradict perfect play. Bots that choose their first columns have their own few.
            if folder.name == "solved-5" or experiment.get("openings", "as-chosen") == "as-chosen":
                continue
            stones = {name: "/".join(setup["rows"]) for name, setup in experiment["setup"].items()}
            toggles = {name: repr(sorted(rules.items())) for name, rules in experiment["rule"].items()}
            for row in itertools.chain(*map(figures.rows, (*folder.glob("cells.csv"), *folder.glob("balance.csv")))):
                # Of bots that look ahead: greedy ones, and crews that slip, see some patterns otherwise. Of crews by their own table.
                looks_ahead = row["bots"].startswith(("search:", "mcts:") if "wins_1" in row else "crew:") and folder.name != "balance-levels"
                if looks_ahead and "/" not in row["bots"] and row.get("direction"):
                    key = row["setup"], stones[row["setup"]], toggles[row["rules"]]
                    found.setdefault(key, []).append((row["direction"], f"{folder.name}: {row['bots']}"))
        return found

    def test_random_openings_have_one_answer(self):
        found = self.said()
        self.assertGreater(sum(len(said) > 1 for said in found.values()), 50)
        for (setup, *_), said in found.items():
            self.assertEqual(len({side for side, _ in said}), 1, (setup, said))
        self.assertIn("No two kept results from quick bots on contradict each other", ANSWERS)


class ByHand(unittest.TestCase):
    """The methods, against calculations by hand and by other programs."""

    def near(self, found, *expected, places=7):
        for one, other in zip(found, expected, strict=True):
            self.assertAlmostEqual(one, other, places)

    def test_quantiles_are_those_of_tables(self):
        self.near([figures.student(of) for of in (2, 4, 30)], 4.302652730, 2.776445105, 2.042272456)
        # Fisher and Yates's table, at 99 %.
        self.near([figures.student(of, 0.01) for of in (10, 30)], 3.169, 2.750, places=3)
        self.near(figures.wilson(0.3, 100, 0.05), 0.2189489, 0.3958485)

    def test_intervals_hold_the_truth(self):
        for setups, deviation, least in ((1, 0, 0.93), (3, 0, 0.94), (3, 0.4, 0.93), (8, 0.15, 0.93)):
            steps, seat, off = coverage.covered_strengths(setups, deviation, 100)
            self.assertGreater(min(steps, seat + 0.03), least, (setups, deviation))
            # The mean of many estimates is near the truth; odds that differ draw it a little to even.
            self.assertLess(abs(off), 12 + 200 * deviation**2, (setups, deviation))
        shares, points, plain = coverage.covered_ratios(400)
        self.assertGreater(min(shares, points), 0.92)
        self.assertLess(plain, 0.9)

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

    def test_shares_of_patterns_without_number(self):
        # SciPy 1.17.1: beta.ppf(0.025, 358, 43), beta.ppf(0.975, 359, 42); by hand for none of 40: 1 - 0.025^(1/40).
        self.near(solved.binomial_interval(358, 358, 400), 0.8607269465681883, 0.9232714126691961)
        self.near(solved.binomial_interval(0, 0, 40), 0.0, 1 - 0.025 ** (1 / 40))
        self.near(solved.binomial_interval(40, 40, 40), 0.025 ** (1 / 40), 1.0)

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


class OtherGames(unittest.TestCase):
    """The page on games of known value."""

    def says(self, *sentences):
        for sentence in sentences:
            self.assertIn(sentence, OTHER)

    def test_values(self):
        """Nim's are those of Bouton (1901): the second player wins if the piles have the nim-sum 0, as last taker or, with a pile above 1, as the other one."""
        for name, value in other.GAMES.items():
            if name.startswith("nim"):
                piles = name.partition("=")[2].rstrip(")").partition(",")[0].split(";")
                self.assertEqual(value, 1 if functools.reduce(lambda one, pile: one ^ int(pile), piles, 0) else -1)
        values = list(other.GAMES.values())
        self.says(f"the first player wins {values.count(1)}, the second {values.count(-1)}, and {values.count(0)} are drawn")
        self.assertEqual(len(values), 16)
        counts = other.kept()
        self.assertEqual(sum(int(row["games"]) for row in counts), 16 * 4 * 320)
        self.assertEqual({row["pattern"] for row in counts}, set(other.GAMES))

    def test_advantages(self):
        percent = lambda share: f"{100 * share:.1f}"
        (won, rise, _, score), shown, weak, strong = other.advantages(), other.directions(), other.CLASSES[0], other.CLASSES[-1]
        self.says(f"{percent(won[weak][0])} % between the weakest players and {percent(won[strong][0])} % between the strongest: "
                  f"{percent(rise[0])} percentage points more (95 % CI {percent(rise[1][0])} to {percent(rise[1][1])})",
                  f"in {shown[weak][0]} of {sum(shown[weak])} games between the weakest, in {shown[strong][0]} between the strongest",
                  f"{percent(score['breakthrough(rows=5,columns=4)', weak])} % between the weakest, so that the second",
                  f"scores {percent(score['connect_four(rows=4,columns=4)', strong])} % between the strongest")
        self.assertEqual([of_class[2] for of_class in shown.values()], [1, 1, 0, 0])
        self.assertEqual(other.answer(["first"])["breakthrough(rows=5,columns=4)", weak]["direction"], "second")
        nim = [score[game, it] for game in other.GAMES if game.startswith("nim") for it in other.CLASSES]
        self.assertLess(max(abs(it - 0.5) for it in nim), 0.06)

    def test_intervals(self):
        (held, one_more), lines, exact = other.alone(), other.left_out(), other.left_out(False)
        self.assertEqual(sum(held.values()), 64)
        self.says(f"{sum(one_more.values())} of 256 agree with the interval for one player more",
                  f"{sum(lines.values())} of 64 agree with a line", f"the strongest in {lines[other.CLASSES[-1]]} of 16; {sum(exact.values())}, if")

    def test_lines(self):
        """Three exact points on a line foretell a fourth; a variance between games that is simulated is found again (by hand: squares of 1, 2 and 1 over 6)."""
        told, variance = other.foretold([(0, 1.0, 1.0), (1, 3.0, 1.0), (2, 5.0, 1.0)], 3, 0.0)
        self.assertAlmostEqual(told, 7.0)
        self.assertAlmostEqual(variance, 1 / 3 + 4 / 2)
        # The residuals of 0, 1, 0, 1 about their line are -.2, .6, -.6, .2: squares of .8 with two degrees of freedom.
        self.assertAlmostEqual(other.about_lines([[(at, value, 0.0001) for at, value in enumerate((0.0, 1.0, 0.0, 1.0))]]), 0.4 - 0.0001, 4)

    def test_picture(self):
        [drawn] = printed(["python3 analysis/other.py svg"])
        self.assertEqual(drawn + "\n", (ROOT / "docs/other-games.svg").read_text())


if __name__ == "__main__":
    unittest.main()
