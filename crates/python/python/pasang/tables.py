"""Balance of any game for two, from a table of scores."""

from __future__ import annotations

import threading
from concurrent.futures import Future, TimeoutError
from typing import Any, Callable, Iterable

from ._native import Balance, Error, balance_of

# The largest variance, the most maps times classes, or bots, and the most games: they fit into memory and numbers.
MOST, MOST_NAMES, MOST_GAMES = 1_000_000, 4_000, 1 << 53

COMPONENTS = ("column", "pair", "interaction", "game", "bot")


def balance(
    frame: Any,
    *,
    pattern: str = "pattern",
    score: str = "score",
    first: str = "first",
    reply: str = "reply",
    bot: str = "bot",
    class_: str = "class",
    games: str = "games",
    components: dict[str, float] | None = None,
) -> Balance:
    """Tells which maps or patterns of any game favour the player who moves first, from a table of its games.

    `frame` is a data frame, a dictionary of lists, or whatever gives its columns by name; the arguments name them.
    `score` is the first player's, from 0 to 1: of one game, or the mean of `games`. The other columns may be missing:
    `first` and `reply`, what each began with; `bot`, which played both sides; `class`, how strong it is. Bots and
    openings vary: the intervals are for the mean over such bots, each opening equally often. Classes tell of each other.
    Without `components` the variances are estimated from the table by restricted maximum likelihood.
    """
    patterns = _column(frame, pattern)
    if patterns is None or (scores := _column(frame, score)) is None:
        raise Error(f"the table has no column `{pattern if patterns is None else score}`: name it, as in balance(frame, score=\"result\")")
    if components is not None and set(components) == set(COMPONENTS):
        components = {name: _float(it) for name, it in components.items()}
        if wrong := [name for name, it in components.items() if not 0 <= it <= MOST]:
            raise Error(f"`components`: `{wrong[0]}` is no variance, a number from 0 to {MOST}")
    elif components is not None:
        raise Error(f"`components` has {', '.join(map(str, components))}, and not {', '.join(COMPONENTS)}")
    words = [_column(frame, name) for name in (class_, first, reply, bot)]
    counts = _column(frame, games)
    if any(it is not None and len(it) != len(patterns) for it in (scores, counts, *words)):
        raise Error("the columns have different lengths")
    texts = [[""] * len(patterns) if it is None else _words(it, name) for it, name in zip(words, (class_, first, reply, bot))]
    maps = _words(patterns, pattern)
    for what, values in ((f"`{pattern}` and `{class_}`", zip(maps, texts[0])), (f"`{bot}`", texts[3])):
        if (there := len(set(values))) > MOST_NAMES:
            raise Error(f"{what} have {there} different values, and {MOST_NAMES} are the most: make several tables of it")
    numbers = [1] * len(maps) if counts is None else [_whole(it, games, row) for row, it in enumerate(counts)]
    if sum(numbers) > MOST_GAMES:
        raise Error(f"`{games}` adds up to {sum(numbers)}, and {MOST_GAMES} are the most")
    return _interruptible(lambda: balance_of(
        maps,
        [_number(it, score, row) for row, it in enumerate(scores)],
        *texts,
        numbers,
        None if components is None else [components[name] for name in COMPONENTS],
    ))


def _interruptible(work: Callable[[], Balance]) -> Balance:
    """Works in a thread, so that Ctrl-C does not wait for it."""
    found: Future[Balance] = Future()

    def fulfil() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=fulfil, daemon=True).start()
    while True:
        try:
            return found.result(timeout=0.05)
        except TimeoutError:
            if found.done():
                raise


def _column(frame: Any, name: str) -> list[Any] | None:
    try:
        values: Iterable[Any] = frame[name]
    except (KeyError, IndexError, ValueError):
        return None
    except Exception as error:  # polars and others have errors of their own
        if "notfound" in type(error).__name__.lower():
            return None
        raise
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    return list(values)


def _words(values: list[Any], name: str) -> list[str]:
    for row, value in enumerate(values):
        if value is None or value != value:
            raise Error(f"row {row}: `{name}` is missing")
    texts = list(map(str, values))
    for row, text in enumerate(texts):
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            raise Error(f"row {row}: `{name}` is no text of Unicode: {ascii(text)}")
    return texts


def _float(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return float("nan")


def _number(value: Any, name: str, row: int) -> float:
    found = _float(value)
    if not 0 <= found <= 1:
        raise Error(f"row {row}: `{name}` is `{value}`, and not a number from 0 to 1")
    return found


def _whole(value: Any, name: str, row: int) -> int:
    try:
        found = int(value)
    except (TypeError, ValueError, OverflowError):
        found = 0
    if found > MOST_GAMES:
        raise Error(f"row {row}: `{name}` is no whole number from 1 to {MOST_GAMES}")
    if found < 1 or found != value:
        raise Error(f"row {row}: `{name}` is `{value}`, and not a whole number from 1")
    return found
