"""Computes the figures with which analysis/check.py compares analysis/elo.py.

    pip install scipy==1.17.1 numpy==2.4.6 statsmodels==0.15.0
    python elo.py

Strengths and their errors come from statsmodels (a generalized linear model, binomial, fitted by
iteratively reweighted least squares) and, once more, from a plain maximisation by SciPy with the
information as a matrix of second differences; the two must agree. Errors that let setups differ are
statsmodels' too (cluster robust, with the factor S / (S - 1)). Nothing of the program is used.
"""

import random
import warnings
from pathlib import Path

import numpy
import scipy
import scipy.stats
import statsmodels
import statsmodels.api as sm
from scipy.optimize import minimize

ELO = 400 / numpy.log(10)
HERE = Path(__file__).parent
# With as many parameters as meetings the fit is perfect, as intended.
warnings.simplefilter("ignore")


def fit(players, meetings):
    """Returns strengths relative to player 0, then the seat advantage; covariances; Pearson's statistic by degrees of freedom."""
    design = numpy.zeros((len(meetings), players))
    for row, (first, second, *_) in enumerate(meetings):
        for player, sign in ((first, 1), (second, -1)):
            if player > 0:
                design[row, player - 1] += sign
        design[row, -1] = 1
    games = numpy.array([meeting[2] for meeting in meetings], float)
    score = numpy.array([meeting[3] for meeting in meetings], float)
    model = sm.GLM(score / games, design, family=sm.families.Binomial(), var_weights=games)
    found = model.fit(tol=1e-14, maxiter=200, scale=1.0)
    degrees = len(meetings) - players
    pearson = numpy.nan
    if degrees > 0:
        p = found.fittedvalues
        pearson = float(numpy.sum((score - games * p) ** 2 / (games * p * (1 - p))) / degrees)

    def loss(x):
        odds = design @ x
        return float(numpy.sum(games * numpy.logaddexp(0, odds) - score * odds))

    def slope(x):
        return design.T @ (games / (1 + numpy.exp(-(design @ x))) - score)

    plain = minimize(loss, numpy.zeros(players), jac=slope, method="BFGS", options={"gtol": 1e-7})
    assert numpy.allclose(plain.x, found.params, atol=1e-5), (plain.x, found.params)
    step = 1e-5
    second = numpy.array(
        [(slope(found.params + step * e) - slope(found.params - step * e)) / (2 * step)
         for e in numpy.eye(players)]
    )
    assert numpy.allclose(numpy.linalg.inv(second), found.cov_params(), rtol=1e-4, atol=1e-9)
    setups = numpy.array([meeting[4] for meeting in meetings])
    many = len(set(setups))
    between = numpy.full((players, players), numpy.nan)
    if many > 1:
        robust = model.fit(tol=1e-14, maxiter=200, scale=1.0, cov_type="cluster",
                           cov_kwds={"groups": setups, "use_correction": False})
        between = robust.cov_params() * many / (many - 1)
    return found.params, found.cov_params(), pearson, between, many


def cases():
    """Returns players, and meetings: first, second, games, score of the first, setup."""
    yield "two", 2, [(0, 1, 100, 30.5, 0), (1, 0, 100, 61, 0)]
    yield "chain", 4, [(0, 1, 60, 9, 0), (1, 0, 60, 48.5, 0), (1, 2, 60, 20, 0), (2, 1, 60, 45, 0),
                       (2, 3, 60, 28.5, 0), (3, 2, 60, 33, 0)]
    rng = random.Random(20261121)
    for number in range(4):
        players = 3 + number
        strengths = [rng.gauss(0, 1) for _ in range(players)]
        seat = rng.gauss(0, 0.3)
        meetings = []
        for setup in range(1 + number):
            shift = rng.gauss(0, 0.3 * number)
            for first in range(players):
                for second in range(players):
                    if first == second or abs(first - second) > 2:
                        continue
                    games = rng.choice([40, 60, 200])
                    p = 1 / (1 + numpy.exp(-(strengths[first] - strengths[second] + seat + shift)))
                    score = sum(rng.random() < p for _ in range(games))
                    draws = rng.randrange(4)
                    score = min(max(score + 0.5 * draws, 0.5), games - 0.5)
                    meetings.append((first, second, games, score, setup))
        yield f"drawn-{number}", players, meetings


def main():
    lines = [
        "# Elo from games: meetings (first, second, games, score of the first, setup), and what follows.",
        "# setups: how many, and the 0.975 quantile of Student's distribution with one less freedom.",
        "# difference, seat: with the standard errors of the games alone and between setups.",
        f"# Computed by elo.py with statsmodels {statsmodels.__version__}, "
        f"SciPy {scipy.__version__}, NumPy {numpy.__version__}.",
    ]
    for name, players, meetings in cases():
        lines.append(f"case\t{name}\t{players}")
        lines += ["meeting\t" + "\t".join(map(str, meeting)) for meeting in meetings]
        params, covariance, pearson, between, many = fit(players, meetings)
        lines.append(f"setups\t{many}\t{float(scipy.stats.t.ppf(0.975, many - 1))!r}")

        def errors(c):
            return "\t".join(repr(float(ELO * float(c @ of @ c) ** 0.5)) for of in (covariance, between))

        for one in range(players):
            for other in range(one):
                c = numpy.zeros(players)
                c[one - 1] += 1
                if other > 0:
                    c[other - 1] -= 1
                value = float(ELO * float(c @ params))
                lines.append(f"difference\t{one}\t{other}\t{value!r}\t{errors(c)}")
        seat = numpy.eye(players)[-1]
        lines.append(f"seat\t{float(ELO * float(params[-1]))!r}\t{errors(seat)}")
        lines.append(f"dispersion\t{pearson!r}")
    (HERE / "elo.tsv").write_text("\n".join(lines) + "\n", newline="\n")


if __name__ == "__main__":
    main()
