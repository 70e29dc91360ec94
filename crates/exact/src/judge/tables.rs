//! `exact.csv` and `exact-bots.csv`: moves and games against perfect play, by cell and seat, and by
//! rule set and bot.

use crate::games::Seat;
use crate::stats::against::{Against, Decided};
use crate::stats::columns::{Kind, MEAN, SHARE, Table};
use crate::stats::counted::{Counted, Measured};
use crate::stats::overview::Overview;

/// A seat of a cell.
pub struct ExactRow<'c> {
    number: usize,
    cell: &'c Counted<'c>,
    seat: Seat,
    against: Against<'c>,
}

impl<'c> ExactRow<'c> {
    /// The rows of an experiment's cells; none where no positions are solved.
    pub fn all(cells: &'c [Counted<'c>]) -> impl Iterator<Item = ExactRow<'c>> {
        cells.iter().enumerate().flat_map(|(number, cell)| {
            let seats = [Seat::FIRST, Seat::SECOND].into_iter();
            seats.filter_map(move |seat| {
                let against = Against::of_seat(cell, seat)?;
                Some(ExactRow { number, cell, seat, against })
            })
        })
    }
}

/// The columns of `exact.csv`.
pub fn exact<'c>() -> Table<'c, ExactRow<'c>> {
    Table::new(
        "exact.csv",
        "One row a cell and seat, with `exact`: moves and games against perfect play.",
    )
    .cell(|row: &ExactRow<'c>| (row.number, row.cell.labels))
    .word("seat", "the seat whose moves these are: `first` or `second`", |row| row.seat.word())
    .word("bot", "the bot that sits there", |row| row.against.bot)
    .against(|row| &row.against)
}

/// A bot under one rule set, over all setups.
pub struct ExactBotRow<'c>(Against<'c>);

impl<'c> ExactBotRow<'c> {
    /// The rows of an experiment; none where no positions are solved.
    pub fn all(all: &Overview<'c>) -> impl Iterator<Item = ExactBotRow<'c>> {
        Against::bots(all).into_iter().map(ExactBotRow)
    }
}

/// The columns of `exact-bots.csv`.
pub fn exact_bots<'c>() -> Table<'c, ExactBotRow<'c>> {
    Table::new(
        "exact-bots.csv",
        "One row a rule set and bot, with `exact`: moves and games against perfect play, whatever the \
         setup, the seat and the other bot.",
    )
    .word("rules", "the rule set", |row: &ExactBotRow<'c>| row.0.rules)
    .word("bot", "the bot", |row| row.0.bot)
    .whole("setups", "on how many setups it played", |row| row.0.setups)
    .against(|row| &row.0)
}

/// A figure of a row's.
type Of<'c> = fn(&Against<'c>) -> Option<Measured>;

impl<'c, R: 'c> Table<'c, R> {
    /// Adds a mean with its interval.
    fn mean_of(
        self,
        (name, kind, unit): (&'static str, Kind, &'static str),
        (what, empty): (&'static str, &'static str),
        row: fn(&R) -> &Against<'c>,
        of: Of<'c>,
    ) -> Table<'c, R> {
        self.column(name, kind, what, move |it| of(row(it)).map(|found| found.mean))
            .unit(unit)
            .empty(empty)
            .ends(name, kind, "its interval at 95 % for this row alone", move |it| {
                of(row(it))?.interval
            })
            .units(unit)
    }

    /// Adds how intervals were made.
    fn made(
        self,
        (name, what, empty): (&'static str, &'static str, &'static str),
        row: fn(&R) -> &Against<'c>,
        of: Of<'c>,
    ) -> Table<'c, R> {
        self.word(name, what, move |it| of(row(it)).map(|found| found.method)).empty(empty)
    }

    /// Adds all that is told of moves and games against perfect play.
    fn against(self, row: fn(&R) -> &Against<'c>) -> Table<'c, R> {
        const MOVES: &str = "no moves";
        const KEPT: &str = "no such moves";
        const GAMES: &str = "no solved position";
        const LATER: &str = "no such games";
        let share = |name| (name, SHARE, "share");
        let points = |name| (name, MEAN, "points");
        self.whole("games", "games played", move |it| row(it).games())
            .whole("solved_games", "games with a solved position", move |it| row(it).solved_games())
            .whole("positions", "solved positions of these games, whoever was to move", move |it| {
                row(it).positions()[0]
            })
            .whole(
                "positions_unsolved",
                "positions with so few stones that `exact-nodes` did not suffice for, and those before \
                 them: not judged",
                move |it| row(it).positions()[1],
            )
            .whole("unsolved_games", "games that have such positions", move |it| {
                row(it).unsolved_games()
            })
            .whole(
                "moves",
                "its moves between two positions of known worth, where it had a choice",
                move |it| row(it).moves(),
            )
            .mean_of(
                share("result_kept_share"),
                ("the share of these moves that kept the result under best play", MOVES),
                row,
                Against::held,
            )
            .mean_of(
                share("value_kept_share"),
                ("the share of these moves that kept result and margin: no move is better", MOVES),
                row,
                Against::best,
            )
            .mean_of(
                share("results_lost_mean"),
                (
                    "what a move lost in results: 1 where a win became a loss, 1/2 where a win became a \
                     draw or a draw a loss",
                    MOVES,
                ),
                row,
                Against::results,
            )
            .whole("open_moves", "those of the moves made in positions that were not lost", move |it| {
                row(it).open_moves()
            })
            .mean_of(
                share("result_kept_open_share"),
                ("the share of those that kept the result", KEPT),
                row,
                Against::open_held,
            )
            .mean_of(
                points("points_lost_mean"),
                (
                    "what a move lost in points: the margin under best play before it less that after \
                     it, its result lost or not",
                    MOVES,
                ),
                row,
                Against::points,
            )
            .mean_of(
                points("points_lost_kept_mean"),
                ("the same of the moves that kept the result", KEPT),
                row,
                Against::points_held,
            )
            .made(
                ("share_method", "how the intervals of shares were made, or why there are none", MOVES),
                row,
                Against::held,
            )
            .made(
                ("points_method", "how those of points were made, or why there are none", MOVES),
                row,
                Against::points,
            )
            .whole(
                "decided_by_then",
                "of the games with a solved position, those that the first such position decided, or a \
                 move before it: the result under best play never changed from there on",
                move |it| row(it).by_then(),
            )
            .mean_of(
                share("decided_by_then_share"),
                ("their share", GAMES),
                row,
                Against::by_then_share,
            )
            .mean_of(
                ("decided_ply_mean", MEAN, "plies"),
                (
                    "of the other games, the ply, from 1, after which the result under best play was \
                     that of the game for good",
                    LATER,
                ),
                row,
                |it| it.decided(Decided::Ply),
            )
            .mean("decided_ply_median", "the median of it", move |it| {
                row(it).decided_median(Decided::Ply)
            })
            .unit("plies")
            .empty(LATER)
            .mean_of(
                ("decided_stones_mean", MEAN, "stones"),
                ("of those, the stones on the board when that move was made", LATER),
                row,
                |it| it.decided(Decided::Stones),
            )
            .mean("decided_stones_median", "the median of it", move |it| {
                row(it).decided_median(Decided::Stones)
            })
            .unit("stones")
            .empty(LATER)
            .made(
                ("decided_method", "how the intervals of these means were made, or why there are none", LATER),
                row,
                |it| it.decided(Decided::Ply),
            )
    }
}
