"""Rates bots that played one another, in Elo, by the Bradley-Terry model.

Reads `experiment.toml` and `cells.csv` of finished folders, and prints a ladder for each rule set.

    python3 analysis/elo.py FOLDER...

The first of two players scores p = 1 / (1 + exp(-(a - b + s))): a and b are the strengths of the two, s is the value of moving
first (Zermelo 1929; Bradley and Terry 1952; the term for the order of play: Davidson and Beaver 1977). A draw is half a win and
half a loss, and 400 Elo are a factor of ten in the odds (A. E. Elo 1978, "The rating of chessplayers, past and present").
Strengths are maximum likelihood estimates, all setups of a rule set together. Two neighbours differ *significantly* where
the interval of their difference lies above zero; the intervals are not adjusted for multiple comparisons, so of twenty
equal pairs about one looks different.

- Setups, not games, are independent: a bot may be better on one than on another. With S of them the covariances are
  I^-1 (S / (S - 1) sum r r') I^-1: I is the information matrix, r the residuals of a setup's games by parameter (Liang and Zeger
  1986), with Student's quantile of S - 1 degrees of freedom; never narrower than the normal interval of I^-1. A setup and its mirror
  image are one.
- Of one setup the variances are those of I^-1, times Pearson's dispersion statistic where that is above one (McCullagh and
  Nelder 1989, 4.5).
- A repeated game adds no information: a cell counts its distinct games, with the mean score of all.
- A bot that never lost has no finite strength (Ford 1957). Bots then stand in groups, and between groups there is a bound at most:
  n games won of n bound the probability of a win by 0.025^(1/n) (Clopper and Pearson 1934), above zero Elo from six games on.
- Where seats were not swapped, strength and the value of moving first may not be identifiable.

In seeded simulations with known strengths (`coverage.py`) the intervals covered the truth in 94 to 97 % of cases on three and
eight setups on which strengths and the seat differ by 26 and by 70 Elo (one standard deviation), and in 99 % on three that are
alike.
"""

import argparse
import math
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist

from figures import ALPHA, percent, rounded, rows, student, table

# A factor of e in the odds.
UNIT = 400 / math.log(10)
NORMAL = NormalDist().inv_cdf(1 - ALPHA / 2)
# Beyond these odds, as a logarithm, there is no finite estimate.
MOST_ODDS = 30
NOT_SWAPPED, SEAT_DECIDES = "seats were not swapped", "the seat decides"


@dataclass
class Meeting:
    """Score of the first of two different players against the second, on one setup."""

    first: str
    second: str
    games: float
    score: float
    setup: int = 0


@dataclass
class Step:
    """A player's place on a ladder; figures are pairs of an estimate and the half width of its 95 % interval."""

    player: str
    group: int
    # Difference from the weakest of its group, and from the next.
    elo: tuple | None = None
    above: tuple | None = None
    # Lower bound where no game against the next was lost, or the reason for no estimate.
    at_least: float | None = None
    missing: str = ""

    @property
    def separated(self):
        low = self.above[0] - self.above[1] if self.above else self.at_least
        return None if low is None else low > 0


@dataclass
class Ladder:
    """Players that met, directly or through others, the strongest first."""

    steps: list
    setups: int
    seat: tuple | None = None
    dispersion: float | None = None
    missing: str = ""


@dataclass
class Contest:
    """Games between different bots under one rule set, with the totals by bot."""

    rules: str
    meetings: list = field(default_factory=list)
    setups: set = field(default_factory=set)
    totals: dict = field(default_factory=dict)


def inverse(matrix):
    """Inverse by Cholesky's decomposition; None for a singular matrix."""
    size = len(matrix)
    lower = [[0.0] * size for _ in matrix]
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - sum(lower[row][k] * lower[column][k] for k in range(column))
            if row != column:
                lower[row][column] = rest / lower[column][column]
            elif rest <= 1e-10 * matrix[row][row]:
                return None
            else:
                lower[row][row] = math.sqrt(rest)
    found = []
    for column in range(size):
        solved = [0.0] * size
        for row in range(size):
            solved[row] = ((row == column) - sum(lower[row][k] * solved[k] for k in range(row))) / lower[row][row]
        for row in reversed(range(size)):
            solved[row] = (solved[row] - sum(lower[k][row] * solved[k] for k in range(row + 1, size))) / lower[row][row]
        found.append(solved)
    return found


def times(matrix, vector):
    return [sum(one * other for one, other in zip(row, vector)) for row in matrix]


class Fit:
    """Strengths and seat term by maximum likelihood, with Newton's method from even strengths; `missing` is the reason for none."""

    def __init__(self, groups, meetings):
        # The first of each group counts as 0; the last parameter is the seat's.
        self.places = {player: None for group in groups for player in group}
        for place, player in enumerate(player for group in groups for player in group[1:]):
            self.places[player] = place
        self.values = [0.0] * (1 + sum(place is not None for place in self.places.values()))
        self.missing = self.fitted(meetings)
        if not self.missing:
            self.between(meetings)
            degrees = len(meetings) - len(self.values)
            self.dispersion = sum(map(self.off, meetings)) / degrees if degrees > 0 else None

    def terms(self, meeting):
        each = [(self.places[meeting.first], 1), (self.places[meeting.second], -1), (len(self.values) - 1, 1)]
        return [(place, sign) for place, sign in each if place is not None]

    def odds(self, meeting, values):
        """Log odds of the first player."""
        return sum(sign * values[place] for place, sign in self.terms(meeting))

    def expected(self, meeting):
        return 1 / (1 + math.exp(-self.odds(meeting, self.values)))

    def off(self, meeting):
        """Squared Pearson residual of a meeting."""
        p = self.expected(meeting)
        return (meeting.score - meeting.games * p) ** 2 / (meeting.games * p * (1 - p))

    def fitted(self, meetings):
        """Fits, and returns the reason if that is impossible."""
        done = False
        for step in range(100):
            size = len(self.values)
            information, slope = [[0.0] * size for _ in range(size)], [0.0] * size
            for meeting in meetings:
                p = self.expected(meeting)
                for row, sign in self.terms(meeting):
                    slope[row] += sign * (meeting.score - meeting.games * p)
                    for column, other in self.terms(meeting):
                        information[row][column] += sign * other * meeting.games * p * (1 - p)
            self.covariance = inverse(information)
            if self.covariance is None:
                # At the start all odds are even: a singular matrix there means that seats were not swapped.
                return SEAT_DECIDES if step else NOT_SWAPPED
            if done:
                break
            change = times(self.covariance, slope)
            longest = max(abs(self.odds(meeting, change)) for meeting in meetings)
            # No step changes the logarithm of any odds by more than 2.
            self.values = [value + by * min(1, 2 / longest if longest else 1) for value, by in zip(self.values, change)]
            # The covariances are still to be those of the last step.
            done = longest < 1e-12
        beyond = any(abs(self.odds(meeting, self.values)) > MOST_ODDS for meeting in meetings)
        return SEAT_DECIDES if beyond or not done else ""

    def between(self, meetings):
        """Sets the influence of each setup on the estimates."""
        residuals = {}
        for meeting in meetings:
            own = residuals.setdefault(meeting.setup, [0.0] * len(self.values))
            for place, sign in self.terms(meeting):
                own[place] += sign * (meeting.score - meeting.games * self.expected(meeting))
        self.pulls = [times(self.covariance, own) for own in residuals.values()]

    def estimate(self, terms):
        """Sum of parameters, and the half width of its interval."""
        terms = [(place, sign) for place, sign in terms if place is not None]
        value = sum(sign * self.values[place] for place, sign in terms)
        alone = sum(sign * other * self.covariance[row][column] for row, sign in terms for column, other in terms)
        setups = len(self.pulls)
        if setups > 1:
            pulled = sum(sum(sign * pull[place] for place, sign in terms) ** 2 for pull in self.pulls)
            half = max(student(setups - 1) * math.sqrt(pulled * setups / (setups - 1)), NORMAL * math.sqrt(max(alone, 0)))
        else:
            half = NORMAL * math.sqrt(max(alone, 0) * max(self.dispersion or 1, 1))
        return UNIT * value, UNIT * half

    def strength(self, player):
        place = self.places[player]
        return 0.0 if place is None else self.values[place]

    def difference(self, one, other):
        return self.estimate([(self.places[one], 1), (self.places[other], -1)])


def reached(players, links):
    """Players that each player reaches, also through others (Warshall 1962)."""
    found = {player: {other for one, other in links if one == player} for player in players}
    for by in players:
        for player in players:
            if by in found[player]:
                found[player] |= found[by]
    return found


def ladders(meetings):
    """Ladders of some meetings: one for each connected set of players."""
    meetings = [meeting for meeting in meetings if meeting.games > 0]
    players = list(dict.fromkeys(player for meeting in meetings for player in (meeting.first, meeting.second)))
    pairs = [(meeting, (meeting.first, meeting.second)) for meeting in meetings]
    met = reached(players, [link for _, (one, other) in pairs for link in ((one, other), (other, one))])
    # Along games that were not lost.
    above = reached(players, [(one, other) for it, (one, other) in pairs if it.score > 0]
                    + [(other, one) for it, (one, other) in pairs if it.score < it.games])
    found, seen = [], set()
    for player in players:
        if player not in seen:
            members = [other for other in players if other in met[player]]
            seen.update(members)
            found.append(ladder(members, [meeting for meeting in meetings if meeting.first in members], above))
    return found


def grouped(members, above):
    """Strongly connected groups of players, the higher groups first."""
    left = []
    for player in members:
        group = next((group for group in left if group[0] in above[player] and player in above[group[0]]), None)
        if group:
            group.append(player)
        else:
            left.append([player])
    groups = []
    while left:
        highest = next(group for group in left
                       if all(group[0] not in above[other[0]] for other in left if other is not group))
        groups.append(highest)
        left.remove(highest)
    return groups


def ladder(members, meetings, above):
    groups = grouped(members, above)
    group_of = {player: number for number, group in enumerate(groups, 1) for player in group}
    # Between groups the estimate is that the higher one always wins: those games add nothing.
    within = [meeting for meeting in meetings if group_of[meeting.first] == group_of[meeting.second]]
    fit = Fit(groups, within) if within else None
    found = Ladder([], len({meeting.setup for meeting in within}), missing=fit.missing if fit else "")
    if fit and not fit.missing:
        found.seat, found.dispersion = fit.estimate([(len(fit.values) - 1, 1)]), fit.dispersion
    else:
        fit = None
    for number, group in enumerate(groups, 1):
        # A stable sort: of equal ones the first named stands first.
        ordered = sorted(group, key=fit.strength, reverse=True) if fit else group
        for player in ordered:
            elo = fit.difference(player, ordered[-1]) if fit and len(group) > 1 else None
            found.steps.append(Step(player, number, elo))
    for upper, lower in zip(found.steps, found.steps[1:]):
        games = sum(it.games for it in meetings if {it.first, it.second} == {upper.player, lower.player})
        if upper.group == lower.group and fit:
            upper.above = fit.difference(upper.player, lower.player)
        elif upper.group == lower.group or lower.player not in above[upper.player]:
            upper.missing = found.missing or "no games tell"
        elif games:
            chance = math.log(0.025) / games
            upper.at_least = UNIT * (chance - math.log(-math.expm1(chance)))
        else:
            upper.missing = "shut out by way of others"
    return found


def contests(folder):
    """Games between different bots of a folder, by rule set, with two players."""
    experiment = tomllib.loads((Path(folder) / "experiment.toml").read_text())
    stones = {name: setup["rows"] for name, setup in experiment["setup"].items()}
    found = {}
    for row in rows(Path(folder) / "cells.csv"):
        bots, games = row["bots"].split("/"), int(row["games"])
        if len(bots) != 2 or bots[0] == bots[1] or games == 0 or experiment["rule"][row["rules"]].get("players", 2) != 2:
            continue
        contest = found.setdefault(row["rules"], Contest(row["rules"]))
        won = int(row["wins_1"]) + int(row["draws"]) / 2
        # A setup and its mirror image are one.
        lies = "/".join(stones[row["setup"]])
        setup = min(lies, "/".join(line[::-1] for line in stones[row["setup"]]))
        contest.setups.add(setup)
        different = int(row["distinct_games"] or games)
        contest.meetings.append(Meeting(*bots, different, different * won / games, setup))
        for bot, score in zip(bots, (won, games - won)):
            scored, played = contest.totals.get(bot, (0, 0))
            contest.totals[bot] = scored + score, played + games
    return list(found.values())


def printed(contest, found):
    """Prints a ladder."""
    lines = []
    for step in found.steps:
        scored, games = contest.totals[step.player]
        if step.above:
            elo, half = step.above
            above = f"{rounded(elo, 0)} ({rounded(elo - half, 0)} to {rounded(elo + half, 0)})"
        elif step.at_least is not None:
            above = f"{rounded(step.at_least, 0)} or more: no game lost" if step.separated else "no game lost of few"
        else:
            above = step.missing
        lines.append([step.player, games, percent(scored / games), rounded(step.elo[0], 0) if step.elo else "-", above,
                      "not significant" if step.separated is False else ""])
    setups = f"{len(contest.setups)} setup" + "s" * (len(contest.setups) > 1)
    print(f"Ratings in Elo (Bradley-Terry): {contest.rules}, {setups}\n")
    table(["<bot", "games", "score %", "Elo", "<above the next (95 % CI)", "<"], lines)
    if found.seat:
        seat, half = found.seat
        print(f"Moving first is worth {rounded(seat, 0)} Elo (95 % CI {rounded(seat - half, 0)} to {rounded(seat + half, 0)}).")
    if (found.dispersion or 0) > 1:
        print(f"Dispersion between cells: {rounded(found.dispersion, 2)} times the binomial variance.")
    if found.seat and found.setups == 1:
        print("These intervals hold for this setup only.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders, each rated by itself")
    found = [(contest, it) for folder in parser.parse_args().folders for contest in contests(folder)
             for it in ladders(contest.meetings)]
    if not found:
        parser.error("no two different bots played one another, two at a time")
    for contest, it in found:
        printed(contest, it)
        print()
    print("A difference of 100 Elo is a score of 64 %, 200 Elo 76 %, 400 Elo 91 %.")


if __name__ == "__main__":
    main()
