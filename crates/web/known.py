"""What the program carries of the known patterns, one row a pattern, rule set and class: src/show/sections/known_patterns.csv."""

import csv
import pathlib

KNOWN = pathlib.Path(__file__).parents[2] / "src/show/sections/known_patterns.csv"
FIGURES = "low high unseen_low unseen_high value_low value_high score value within_5 within_10 above_even value_within_5 value_within_10 value_above_even".split()


def rows():
    for rules, bots, setup, *figures, best, size, direction, value_size, value_direction in csv.reader(KNOWN.open()):
        row = dict(zip(FIGURES, map(float, figures), strict=True))
        of_value = value_size.replace(" ", "-"), value_direction
        firsts = [(word, float(share), reply, float(sure)) for word, share, reply, sure in (first.split("=") for first in best.split())]
        yield {**row, "rules": rules, "crew": bots.removeprefix("crew:"), "setup": setup, "size": size.replace(" ", "-"), "direction": direction, "of_value": of_value, "best": firsts}


def brief(say, size, direction):
    """Both statements in few words, as the page says them; `say` returns the text of a key."""
    told = [say(f"short-{word}") for word in (size, direction) if word != "open"]
    return ", ".join(told) or say("short-open")
