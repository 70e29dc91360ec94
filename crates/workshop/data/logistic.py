"""Writes logistic.tsv: samples drawn by chance, and the coefficients of a penalised logistic
regression in three stages, found by SciPy's general minimiser.

    python logistic.py > logistic.tsv

The last stage is held near 0 with a strength of 4 (16 positions, a quarter each), the others near
the stage after them with 100. A term is held in proportion to its mean square in the stage; where
that is 0 as if it were 1; the first one as if it were at least 25.
"""
import numpy as np
from scipy.optimize import minimize

rng = np.random.default_rng(7)
print("# made by logistic.py")
stages = 3
rows = []
for stage in range(stages):
    for _ in range((60, 300, 400)[stage]):
        difference = int(rng.integers(-3, 4)) if stage == 0 else int(rng.integers(-30, 31))
        features = [1, int(rng.integers(0, 9)), int(rng.integers(0, 2)), 0]
        if stage == 2:
            features[3] = int(rng.integers(-2, 3))
        odds = 0.06 * difference + 0.3 - 0.1 * features[1] + 0.8 * features[2]
        result = 1 if rng.random() < 0.1 else 2 * int(rng.random() < 1 / (1 + np.exp(-odds)))
        rows.append([stage, result, difference] + features)
        print("sample", *rows[-1], sep="\t")
rows = np.array(rows, float)


def regress(X, y, near, hold):
    square = (X ** 2).mean(0)
    ridge = hold * np.where(square > 0, square, 1)
    ridge[0] = max(ridge[0], hold * 25)

    def cost(c):
        z = X @ c
        return (np.logaddexp(0, z) - y * z).sum() + 0.5 * (ridge * (c - near) ** 2).sum()

    def slope(c):
        return X.T @ (1 / (1 + np.exp(-X @ c)) - y) + ridge * (c - near)

    c = near
    for method in ("BFGS", "trust-constr", "BFGS"):
        c = minimize(cost, c, jac=slope, method=method, options={"gtol": 1e-11}).x
    z = X @ c
    return c, (np.logaddexp(0, z) - y * z).mean()


near_score, near_all = np.zeros(1), np.zeros(5)
fits = []
for stage in reversed(range(stages)):
    here = rows[rows[:, 0] == stage]
    X, y = here[:, 2:], here[:, 1] / 2
    hold = 4 if stage == stages - 1 else 100
    near_score, loss_by_score = regress(X[:, :1], y, near_score, hold)
    near_all, loss = regress(X, y, near_all, hold)
    fits.append([*near_all, loss_by_score, loss])
for fit in reversed(fits):
    print("fit", *(repr(float(x)) for x in fit), sep="\t")
