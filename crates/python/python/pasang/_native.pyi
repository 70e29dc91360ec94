"""
The board game Pasang of Brunei: rules, bots, a solver, tables of results, and environments.
"""

from collections.abc import Iterator
from collections.abc import Sequence
from os import PathLike
from typing_extensions import CapsuleType
from typing import Any, SupportsFloat, SupportsIndex, final

import numpy
from numpy.typing import ArrayLike, NDArray

ACTION_NUMBERING: int
PLANES: int
PRESETS: list[str]
SETUPS: list[str]
__version__: str

class Error(ValueError):
    """
    Wrong input, in the words of the program.
    """

class IllegalMoveError(Error):
    """
    A move that is not legal, with near misses.
    """

@final
class Analysis:
    """
    The analysis of a position by a bot.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, best_move: str, lead: SupportsFloat | SupportsIndex | None, win: SupportsFloat | SupportsIndex | None, is_proven: bool, line: Sequence[str], nodes: SupportsIndex) -> Analysis: ...
    def __repr__(self, /) -> str: ...
    @property
    def best_move(self, /) -> str:
        """
        The best move found.
        """
    @property
    def is_proven(self, /) -> bool:
        """
        `True` if the value is proven.
        """
    @property
    def lead(self, /) -> float | None:
        """
        The expected final lead of the player to move in points; `None` if the bot expects a player
        to get stuck, or makes no such estimate.
        """
    @property
    def line(self, /) -> list[str]:
        """
        The expected moves of both players, the best move first.
        """
    @property
    def nodes(self, /) -> int:
        """
        The number of positions searched.
        """
    @property
    def win(self, /) -> float | None:
        """
        The estimated or proven share of a win, from 0 to 1; `None` if the bot makes none.
        """

@final
class Balance:
    """
    The worth of each seat of a table's games. `patterns`, `classes`, `options`, `openings` and `facts`
    are tables; `required` is the verdict on what was required.
    """
    def __repr__(self, /) -> str: ...
    @property
    def classes(self, /) -> Table:
        """
        The classes' seats: the mean score over the patterns, and differences from the first class.
        """
    @property
    def facts(self, /) -> Table:
        """
        The facts: their means, and how much they change with the options.
        """
    @property
    def openings(self, /) -> Table:
        """
        The first player's openings, one row a pattern and class: effect on the score, and the
        probability to be the best against the best reply.
        """
    @property
    def options(self, /) -> Table:
        """
        The options of the rules: how much more the first player scores with one value than with another.
        """
    @property
    def patterns(self, /) -> Table:
        """
        The patterns, one row a class and seat (of two seats the first): the score with its 95 % interval
        for the mean over players, the two statements, size and direction, and their probabilities.
        """
    @property
    def required(self, /) -> str | None:
        """
        `shown`, `contrary` or `open`: the verdict on what was required; `None` if nothing was.
        """

@final
class Batch:
    """
    Many games at once, for learning. A game that ends is followed by the next one.

    Without an opponent both players' moves are yours, and a reward is the view of the player who
    made the last move; with an opponent, a bot, it plays its moves by itself, and rewards are
    yours: 1 for a win, 0 for a draw, -1 for a loss. The same seed and actions give the same games.

    >>> batch = pasang.Batch(64, "catalogue-05", opponent="greedy", seed=1)
    >>> observation, mask = batch.reset()
    >>> observation.shape, mask.shape
    ((64, 9, 11, 11), (64, 980))
    >>> observation, mask, reward, done = batch.step(batch.random_actions())
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, n: int, setup: str = "catalogue-01", rules: str | None = None, *, toggles: dict[str, Any] | None = None, seed: int = 0, opponent: str | None = None, seat: SupportsIndex | None = None, random_opening: bool = False, threads: int = 1) -> Batch:
        """
        Prepares `n` games; `reset()` begins them. `seat` is yours against an opponent, from 1; by
        default it alternates. `random_opening` draws the first two moves of each game.
        """
    def __repr__(self, /) -> str: ...
    def positions(self, /) -> list[Position]:
        """
        Returns the positions.
        """
    def random_actions(self, /) -> NDArray[numpy.int64]:
        """
        Draws a legal action for each game, by the batch's seed.
        """
    def reset(self, /) -> tuple[NDArray[numpy.uint8], NDArray[numpy.bool_]]:
        """
        Begins all games anew, the same ones each time. Returns observations and masks.

        Where the opponent ends a game before your first move, the mask is empty: give any action,
        and the game is done. The arrays are yours: they are used again when you let go of them.
        """
    def step(self, /, actions: ArrayLike) -> tuple[NDArray[numpy.uint8], NDArray[numpy.bool_], NDArray[numpy.float32], NDArray[numpy.bool_]]:
        """
        Makes a move in each game, by the numbers of the moves. Returns observations, masks, rewards
        and which games ended: of these the observation is that of the next game.
        """
    @property
    def turns(self, /) -> NDArray[numpy.uint8]:
        """
        The player to move in each game, from 1.
        """

@final
class Bot:
    """
    A bot, such as `"greedy"`, `"search:nodes=20000"`, `"mcts:playouts=500"` or `"random"`.

    The same bot with the same seed, asked about the same positions in the same order, chooses the
    same moves. A copied or pickled bot goes on with the same random numbers; the tables of its
    search begin empty, as after `new_game()`.

    >>> bot = pasang.Bot("search:nodes=2000", seed=1)
    >>> bot.choose(pasang.Position("catalogue-05")) in "abcdefghijk"
    True
    """
    def __new__(cls, /, spec: str, seed: int = 0) -> Bot: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str, int], int]: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, drawn: SupportsIndex) -> None:
        """
        Goes on where the random numbers of a pickled bot were.
        """
    def analyze(self, /, position: Position, *, nodes: int | None = None) -> Analysis | None:
        """
        Analyzes a position: the best move, its value, and the expected line. The same position has
        the same analysis. `nodes` limits the number of positions, by default as the bot does.
        """
    def choose(self, /, position: Position) -> str | None:
        """
        Chooses a move; `None` if the game is over.
        """
    def new_game(self, /) -> None:
        """
        Forgets what earlier moves left in the bot's tables.
        """
    @property
    def seed(self, /) -> int: ...
    @property
    def spec(self, /) -> str:
        """
        The specification, with every option that is not the default.
        """

@final
class Game:
    """
    A game: a start position and its moves.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __len__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, text: str) -> Game:
        """
        Reads a written game; of a text with several games the first.
        """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def last(self, /) -> Position:
        """
        The position after the last move.
        """
    @property
    def moves(self, /) -> list[str]:
        """
        The moves.
        """
    @staticmethod
    def of(start: Position, moves: Sequence[str]) -> Game:
        """
        Makes a game of a start position and moves.
        """
    @property
    def outcome(self, /) -> Outcome | None:
        """
        The outcome; `None` if the game did not end.
        """
    @staticmethod
    def parse_all(text: str) -> list[Game]:
        """
        Reads all games of a text.
        """
    def positions(self, /) -> list[Position]:
        """
        Returns the positions: before each move, and after the last.
        """
    @property
    def start(self, /) -> Position:
        """
        The start position.
        """

@final
class Outcome:
    """
    The end of a game.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, winner: SupportsIndex | None, winners: Sequence[SupportsIndex], ending: str, text: str) -> Outcome: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def ending(self, /) -> str:
        """
        `"cleared"`, `"stuck"`, or `"no-hops"`.
        """
    @property
    def text(self, /) -> str:
        """
        The outcome in words.
        """
    @property
    def winner(self, /) -> int | None:
        """
        The winner, from 1; `None` for a draw.
        """
    @property
    def winners(self, /) -> bytes:
        """
        The winner, or all who share the draw.
        """

@final
class Position:
    """
    A position, which knows its rules.

    Moves are written as in the program: a column such as `"c"`, a capture such as
    `"b4-c4xn3"`, in Bell's game the path of the stone.

    >>> p = pasang.Position("catalogue-05", rules="brunei-slide")
    >>> p.play("c")
    >>> p.turn, p.scores, len(p.legal_moves())
    (2, (6, 0), 5)

    Positions that are equal have the same hash; do not play on from one that is the key of a
    dictionary, but from its `after()`.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, setup: str = "catalogue-01", rules: str | None = None, *, toggles: dict[str, Any] | None = None) -> Position:
        """
        Starts a game from a setup: a built-in name, a file, or rows of text. A position string or
        a diagram is read as it is. `rules` is a preset or a file; `toggles` are set on top.
        """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        The picture that a notebook shows.
        """
    def after(self, /, move: str) -> Position:
        """
        Returns the position after a move.
        """
    def captured_points(self, /, move: str) -> int:
        """
        Returns the points that the mover gains by a move.
        """
    def captures(self, /, move: str) -> list[str]:
        """
        Returns the points of the board whose stones a move captures.
        """
    def diagram(self, /) -> str:
        """
        Returns the board and its headers as text, which `Position` reads under the same rules.
        """
    def legal_moves(self, /) -> list[str]:
        """
        The legal moves, in the canonical order; empty if the game is over.
        """
    def opening_pairs(self, /) -> list[tuple[str, str]]:
        """
        Returns all pairs of first moves.
        """
    @property
    def outcome(self, /) -> Outcome | None:
        """
        The outcome; `None` while the game goes on.
        """
    def path(self, /, move: str) -> list[str]:
        """
        Returns the path of the ka or stone that moves, from first to last point.
        """
    def perft(self, /, depth: int) -> int:
        """
        Counts the sequences of exactly `depth` moves, 200 at most.
        """
    @property
    def phase(self, /) -> str:
        """
        The phase: `"opening"`, `"entry"` or `"main"`; in Bell's game `"corner"` or `"hop"`.
        """
    def play(self, /, move: str) -> None:
        """
        Makes a move.
        """
    @property
    def players(self, /) -> int:
        """
        The number of players.
        """
    @property
    def remaining_points(self, /) -> int:
        """
        The points of the stones on the board.
        """
    def rows(self, /) -> list[str]:
        """
        Returns the rows of the board, from the top: `b` black, `w` white, digits for the kas.
        """
    @property
    def rules(self, /) -> str:
        """
        The name of the rules: a preset, with the toggles that differ from it.
        """
    @property
    def scores(self, /) -> tuple[int, ...]:
        """
        The points of each player, without a handicap.
        """
    @property
    def toggles(self, /) -> dict[str, str]:
        """
        Every toggle of the rules, with its value.
        """
    @property
    def turn(self, /) -> int:
        """
        The player to move, from 1.
        """

@final
class Solution:
    """
    The proven value of a position.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, winner: SupportsIndex | None, is_proven: bool, margin: SupportsIndex | None, best_move: str | None, nodes: SupportsIndex) -> Solution: ...
    def __repr__(self, /) -> str: ...
    @property
    def best_move(self, /) -> str | None:
        """
        A best move; `None` if the game is over or none is proven best.
        """
    @property
    def is_proven(self, /) -> bool:
        """
        `True` if the winner, or the draw, is proven.
        """
    @property
    def margin(self, /) -> int | None:
        """
        The winner's lead in points; `None` if it is not proven. It is negative where the other
        player leads and gets stuck.
        """
    @property
    def nodes(self, /) -> int:
        """
        The number of positions searched.
        """
    @property
    def winner(self, /) -> int | None:
        """
        The winner under best play, from 1; `None` for a draw or if it is not proven.
        """

@final
class Table:
    """
    A table. pandas, polars, DuckDB and pyarrow read it as it is (`__arrow_c_stream__`); without
    them a column is `table["name"]`. `table.columns` says what each column means.
    """
    def __arrow_c_stream__(self, /, requested_schema: Any | None = None) -> CapsuleType:
        """
        Returns the table as a stream of the Arrow C interface.
        """
    def __getitem__(self, column: str, /) -> list[Any]:
        """
        Returns a column as a list, with `None` where nothing is known.
        """
    def __iter__(self, /) -> Iterator[dict[str, Any]]:
        """
        Iterates over the rows, as dictionaries.
        """
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def columns(self, /) -> dict[str, str]:
        """
        The meaning of each column, by its name.
        """
    @staticmethod
    def read(path: str | PathLike[str], columns: Sequence[tuple[str, str, str, str]]) -> Table:
        """
        Reads a file of comma-separated values, whose columns have a name, a type (`integer`,
        `number`, `boolean` or `string`), a meaning and a unit.
        """
    def to_dicts(self, /) -> list[dict[str, Any]]:
        """
        Returns the rows as dictionaries.
        """
    def to_pandas(self, /) -> Any:
        """
        Returns the table as a pandas data frame.
        """

def action_count(rules: str = "brunei-slide", *, toggles: dict[str, Any] | None = None) -> int:
    """
    Returns the number of actions under rules: those of the mask.
    """

def action_of(position: Position, move: str) -> int:
    """
    Returns the number of a legal move.

    >>> pasang.action_of(pasang.Position("catalogue-05"), "c")
    2
    """

def balance_of(names: Sequence[str], values: Sequence[Sequence[str]], columns: Sequence[tuple[str, str]], factors: Sequence[str], facts: Sequence[str], require: str | None = None) -> Balance:
    """
    Analyses a table by its columns, all of one length; see `pasang.balance`.
    """

def columns_of(names: Sequence[str], columns: Sequence[tuple[str, str]], factors: Sequence[str], facts: Sequence[str]) -> list[int]:
    """
    Returns the places of the columns that `balance_of` reads, given what they mean.
    """

def legal_actions(position: Position) -> list[int]:
    """
    Returns the numbers of the legal moves, in the order of `legal_moves()`. Where moves are numbered
    by place, those from place 1,024 on have none.
    """

def move_of(position: Position, action: SupportsIndex) -> str:
    """
    Returns the legal move with a number.

    >>> pasang.move_of(pasang.Position("catalogue-05"), 2)
    'c'
    """

def observe(position: Position) -> NDArray[numpy.uint8]:
    """
    Returns the planes of a position in the view of the player to move, as an array of bytes:
    black stones, white stones, the own ka, other kas, then planes of one value: 1 in the opening,
    1 at an entry, 1 for the first player, the own points, the other's points (up to 255).
    """

def play_game(setup: str = "catalogue-01", bots: str | Sequence[str] = ..., *, rules: str | None = None, toggles: dict[str, Any] | None = None, seed: int = 0, opening: Sequence[str] = ...) -> Game:
    """
    Plays a game between bots: a list of one per player, or one for all.

    >>> game = pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
    >>> game == pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
    True
    """

def resolve(file: str | PathLike[str]) -> str:
    """
    Writes the experiment of a file fully resolved: it reads back as the same one on any machine.
    """

def solve(position: Position, *, nodes: int = 1000000, table_mib: int = 64) -> Solution:
    """
    Solves a position exactly: the winner under best play and the margin, as far as `nodes`
    positions suffice.

    >>> game = pasang.play_game("catalogue-05", ["search:nodes=500"], seed=3)
    >>> pasang.solve(game.positions()[-9])
    <Solution: player 1 wins by 6, 1042 positions>
    """
