"""What does the first player score where both choose the best first moves?

Reads results folders in which every pair of first moves was played (see rungs.py), and prints for each rule set and bot the
score where pairs are drawn, and where both players choose.

    python3 analysis/choose.py FOLDER... [--from BOT] [--rules NAME] [--without SETUP]

Whoever picks the best of many pairs by their scores picks luck, too. So the games of all *other* rungs choose, and the
games of this one, which had no part in the choice, say what the chosen pair is worth. For each pattern the first player
takes the column whose worst reply leaves most, by the mean of the other rungs. The mean over the patterns has
Student's interval. With more games a pair both would choose better.
"""

import math
from statistics import fmean, stdev

from rungs import arguments, ends, groups_of, percent, pooled, student, table


def chosen(others, measured):
    """What the pair that both would choose by the games of others scores in this one's."""
    worst = {}
    for place, pair in enumerate(measured.pairs):
        if any(it.pairs[place].moves != pair.moves for it in others):
            return None
        score = fmean(it.pairs[place].score for it in others)
        column = pair.moves[0]
        if column not in worst or score < worst[column][0]:
            worst[column] = score, place
    best = max(worst.values(), key=lambda it: it[0])
    return measured.pairs[best[1]].score


def choices(group, start):
    """Each rung with its score where pairs are drawn, and where both choose, with its interval."""
    rungs = pooled(group, start)
    if len(rungs) < 2 or any(rung.openings != "all" for rung in rungs):
        return
    for rung in rungs:
        others = [it for it in rungs if it is not rung]
        scores = [chosen([it.patterns[key] for it in others], pattern) for key, pattern in rung.patterns.items()]
        if None in scores:
            continue
        score = fmean(scores)
        half = student(len(scores) - 1) * stdev(scores) / math.sqrt(len(scores))
        drawn = fmean(pattern.score for pattern in rung.patterns.values())
        yield rung, drawn, score, (max(score - half, 0.0), min(score + half, 1.0))


def main():
    typed = arguments(__doc__, pooling=True).parse_args()
    lines = [[rules, rung.bots, len(rung.patterns), percent(drawn), percent(score), ends(interval)]
             for rules, group in groups_of(typed).items() for rung, drawn, score, interval in choices(group, typed.start)]
    print("The first player's score in %: first moves drawn, and both choosing by the games of the other bots\n")
    table(["<rules", "<bots", "patterns", "drawn", "chosen", "<interval"], lines)


if __name__ == "__main__":
    main()
