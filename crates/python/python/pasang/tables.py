"""What each seat of any game is worth, from a table of results."""

from __future__ import annotations

import threading
from concurrent.futures import Future, TimeoutError
from typing import Any, Callable, Iterable, Sequence

from ._native import Balance, Error, balance_of, columns_of


def balance(frame: Any, *, factor: str | Sequence[str] = (), fact: str | Sequence[str] = (), require: str | None = None, **columns: str) -> Balance:
    """Tells what each seat of any game is worth, and which maps or patterns favour whom, from a table of results.

    `frame` is a data frame, a dictionary of lists, or whatever gives its columns by name. One row is a game, or `games`
    of them. Columns have the names that `pasang balance` reads: `winner`, `score` (the first player's, from 0 to 1),
    `place_1` and so on or `score_1` and so on; `pattern`, `class` (how strong the players are), `bot` or `bot_1`,
    `bot_2` by seat, `rating_1`, `first` and `reply` (what each began with). Others are named by keywords, as
    `pattern="map"` or `class_="level"`. `factor` names options of the rules, `fact` numbers whose means are wanted.
    `require` is judged as by the program's `--require`: `found.required` is `shown`, `contrary` or `open`.
    """
    given = [(name.rstrip("_"), called) for name, called in columns.items()]
    factors, facts = ([it] if isinstance(it, str) else list(it) for it in (factor, fact))
    names = _names(frame)
    keys = [names[at] for at in columns_of(list(map(str, names)), given, factors, facts)]
    used, found = list(map(str, keys)), [_column(frame, key) for key in keys]
    if len({len(it) for it in found}) > 1:
        raise Error("the columns have different lengths")
    if any(isinstance(it, bool) for it in dict(zip(used, found)).get(columns.get("winner", "winner"), [])):
        raise Error("`winner` is true or false and names no seat: the first player's result is `score`")
    return _interruptible(lambda: balance_of(used, [_words(it, name) for it, name in zip(found, used)], given, factors, facts, require))


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


def _names(frame: Any) -> list[Any]:
    """Returns the names of a frame's columns."""
    for attribute in ("column_names", "columns", "keys"):
        names = getattr(frame, attribute, None)
        if names is not None:
            return list(names() if callable(names) else names)
    names = getattr(getattr(frame, "dtype", None), "names", None)
    if names is None:
        raise Error("the table does not name its columns: give a data frame, or a dictionary of lists")
    return list(names)


def _column(frame: Any, key: Any) -> list[Any]:
    values: Iterable[Any] = frame[key]
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    return list(values)


def _words(values: list[Any], name: str) -> list[str]:
    """Writes values as a file would have them; what is missing is empty."""
    texts = []
    for row, value in enumerate(values):
        try:
            missing = value is None or type(value).__name__ == "NAType" or bool(value != value)
            whole = isinstance(value, float) and not missing and value.is_integer()
            text = "" if missing else str(int(value)) if whole or isinstance(value, bool) else str(value)
            text.encode()
        except (TypeError, ValueError) as error:
            raise Error(f"row {row}: `{name}` is no text or number: {error}") from None
        texts.append(text)
    return texts
