"""How does the first player's score go with the strength of the bots?

Reads results folders (see rungs.py), one of which has a ladder (`elo.csv`), and prints for each rule set how much more
the first player scores for a hundred Elo.

    python3 analysis/strength.py FOLDER... [--rules NAME] [--without SETUP] [--setups]

A straight line through the rungs by least squares: the mean score over all patterns (with `--setups` each one's own)
over the bots' Elo. Its interval is Student's, from how far the rungs lie from the line, with as many degrees of freedom as
rungs less two; never narrower than the normal one that chance alone allows. The Elo are taken as they are. What the
line says 400 Elo above the strongest bot, ten times the odds, is an extrapolation, which nothing but the line speaks for.
"""

import math
from statistics import NormalDist, fmean

from rungs import ALPHA, arguments, ends, groups_of, percent, student, table

BEYOND = 400


def line(points):
    """The slope for a hundred Elo, and the score beyond, each with its interval; of (Elo, score, chance)."""
    if len(points) < 3 or len({point[0] for point in points}) < 2:
        return None
    middle = fmean(elo for elo, _, _ in points) / 100
    mean = fmean(score for _, score, _ in points)
    at = [elo / 100 - middle for elo, _, _ in points]
    spread = sum(x * x for x in at)
    slope = sum(x * score for x, (_, score, _) in zip(at, points)) / spread
    around = sum((score - mean - slope * x) ** 2 for x, (_, score, _) in zip(at, points)) / (len(points) - 2)

    def half(weights):
        lying = student(len(points) - 2) * math.sqrt(around * sum(weight * weight for weight in weights))
        chance = math.sqrt(sum(weight * weight * variance for weight, (_, _, variance) in zip(weights, points)))
        return max(lying, NormalDist().inv_cdf(1 - ALPHA / 2) * chance)

    beyond = (max(elo for elo, _, _ in points) + BEYOND) / 100 - middle
    there = mean + slope * beyond
    by = half([x / spread for x in at])
    by_there = half([1 / len(points) + beyond * x / spread for x in at])
    end = lambda share: min(max(share, 0.0), 1.0)
    return (slope, (slope - by, slope + by)), (end(there), (end(there - by_there), end(there + by_there)))


def lines_of(group, setups):
    """The line over all patterns, or that of each."""
    rungs = [rung for rung in group if rung.elo is not None]
    each = {key: [(rung.elo, rung.patterns[key].score, rung.patterns[key].variance_at_most) for rung in rungs]
            for key in group[0].patterns}
    if setups:
        return [(group[0].patterns[key].name, points, line(points)) for key, points in each.items()]
    points = [(rung.elo, fmean(it[place][1] for it in each.values()),
               sum(it[place][2] for it in each.values()) / len(each) ** 2) for place, rung in enumerate(rungs)]
    return [("all", points, line(points))]


def main():
    parser = arguments(__doc__)
    parser.add_argument("--setups", action="store_true", help="a line a pattern")
    typed = parser.parse_args()
    lines = []
    for rules, group in groups_of(typed).items():
        for setup, points, found in lines_of(group, typed.setups):
            if found:
                (slope, (low, high)), (there, interval) = found
                strengths = [elo for elo, _, _ in points]
                lines.append([
                    rules, setup, len(points), f"{min(strengths):.0f}", f"{max(strengths):.0f}", f"{100 * slope:+.2f}",
                    f"{100 * low:+.2f} to {100 * high:+.2f}", f"{max(strengths) + BEYOND:.0f}", percent(there), ends(interval)])
    print("The first player's score and the bots' strength\n")
    table(["<rules", "<setup", "bots", "from Elo", "to Elo", "first % for 100 Elo", "<interval", "beyond, at Elo", "first %",
           "<interval"], lines)
    print("Beyond: an extrapolation, which nothing but the line speaks for.")


if __name__ == "__main__":
    main()
