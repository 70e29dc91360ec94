//! What sums come to: figures with their intervals, of a seat of a cell, and of a bot under one rule set
//! over all setups; and the columns that they fill.

use pasang::stats::table::Filling;
use pasang::stats::{Histogram, Kind, MEAN, Measured, SHARE};

use super::ratio::{Ratio, Scale, ratio};
use super::sums::{Losses, Sums};

/// The moves of a player, and the games in which they were made, of one cell or of several.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    pub words: Vec<String>,
    /// A cell's number, or on how many setups it played.
    pub number: usize,
    /// What each game came to, by cell.
    pub cells: Vec<&'a Sums>,
    /// What the player's moves lost, by cell.
    pub losses: Vec<&'a Losses>,
    pub why_none: Option<&'static str>,
}

impl Player<'_> {
    pub fn sum(&self, of: impl Fn(&Sums) -> u64) -> u64 {
        self.cells.iter().map(|cell| of(cell)).sum()
    }

    fn over(&self, scale: Scale, each: impl Iterator<Item = Ratio>) -> Option<Measured> {
        ratio(&each.collect::<Vec<_>>(), scale, self.why_none)
    }

    /// Of moves.
    fn mean(&self, scale: Scale, of: impl Fn(&Losses) -> Ratio) -> Option<Measured> {
        self.over(scale, self.losses.iter().map(|losses| of(losses)))
    }

    /// Of games.
    fn of_games(&self, of: impl Fn(&Sums) -> &Histogram) -> Option<Measured> {
        self.over(Scale::Points, self.cells.iter().map(|cell| Ratio::of_numbers(of(cell))))
    }

    fn median(&self, of: impl Fn(&Sums) -> &Histogram) -> Option<f64> {
        let mut all = Histogram::default();
        self.cells.iter().for_each(|cell| all.merge(of(cell)));
        all.percentile(50)
    }

    pub fn moves(&self) -> u64 {
        self.losses.iter().map(|losses| losses.held.y).sum()
    }

    pub fn held(&self) -> Option<Measured> {
        self.mean(WHOLE, |losses| losses.held)
    }

    pub fn open_held(&self) -> Option<Measured> {
        self.mean(WHOLE, |losses| losses.open_held)
    }

    pub fn best(&self) -> Option<Measured> {
        self.mean(WHOLE, |losses| losses.best)
    }

    pub fn results(&self) -> Option<Measured> {
        self.mean(Scale::Share(2.0), |losses| losses.results)
    }

    fn points(&self) -> Option<Measured> {
        self.mean(Scale::Points, |losses| losses.points)
    }

    pub fn points_held(&self) -> Option<Measured> {
        self.mean(Scale::Points, |losses| losses.points_held)
    }

    pub fn by_then(&self) -> Option<Measured> {
        let each = self.cells.iter().map(|it| Ratio::of_games(it.by_then, it.solved_games));
        self.over(WHOLE, each)
    }

    pub fn decided_ply(&self) -> Option<Measured> {
        self.of_games(|cell| &cell.plies)
    }

    pub fn decided_stones(&self) -> Option<Measured> {
        self.of_games(|cell| &cell.stones)
    }
}

const WHOLE: Scale = Scale::Share(1.0);

type Rows<'a> = Filling<Player<'a>>;

/// Adds a mean and the ends of its interval at 95 %.
fn measured<'a>(
    rows: Rows<'a>,
    (name, kind, what): (&str, Kind, &str),
    of: fn(&Player<'a>) -> Option<Measured>,
) -> Rows<'a> {
    let ends = "its interval at 95 % for this row alone";
    let rows = rows.column(name, kind, what, |row| of(row).map(|it| it.mean));
    let rows = rows.empty("nothing was counted");
    rows.ends(name, kind, ends, |row| of(row).and_then(|it| it.interval))
}

pub fn columns(rows: Rows<'_>) -> Rows<'_> {
    let rows = rows
        .whole("games", "games played", |it| it.sum(|cell| cell.games))
        .whole("solved_games", "games with a solved position", |it| {
            it.sum(|cell| cell.solved_games)
        })
        .whole("positions", "solved positions of these games, whoever was to move", |it| {
            it.sum(|cell| cell.solved)
        })
        .whole(
            "positions_unsolved",
            "positions with so few stones that the budget did not suffice for, and those before them: not judged",
            |it| it.sum(|cell| cell.unsolved),
        )
        .whole("unsolved_games", "games that have such positions", |it| {
            it.sum(|cell| cell.unsolved_games)
        })
        .whole(
            "moves",
            "its moves between two positions of known worth, where it had a choice",
            Player::moves,
        );
    let kept = "the share of these moves that kept the result under best play";
    let rows = measured(rows, ("result_kept_share", SHARE, kept), Player::held);
    let best = "the share of these moves that kept result and margin: no move is better";
    let rows = measured(rows, ("value_kept_share", SHARE, best), Player::best);
    let lost = "what a move lost in results: 1 where a win became a loss, 1/2 where a win became a draw or a draw a loss";
    let rows = measured(rows, ("results_lost_mean", SHARE, lost), Player::results).whole(
        "open_moves",
        "those of these moves that were made in positions that were not lost",
        |it| it.losses.iter().map(|losses| losses.open_held.y).sum::<u64>(),
    );
    let open = "the share of them that kept the result";
    let rows = measured(rows, ("result_kept_open_share", SHARE, open), Player::open_held);
    let points =
        "what a move lost in points: the margin under best play before it less that after it";
    let rows = measured(rows, ("points_lost_mean", MEAN, points), Player::points);
    let held = "the same of the moves that kept the result";
    let rows = measured(rows, ("points_lost_kept_mean", MEAN, held), Player::points_held)
        .word(
            "share_method",
            "how the intervals of shares were made, or why there are none",
            |it| it.held().map(|it| it.method),
        )
        .word("points_method", "how those of points were made, or why there are none", |it| {
            it.points().map(|it| it.method)
        })
        .whole(
            "decided_by_then",
            "of the games with a solved position, those that the first such position decided, or a move before it",
            |it| it.sum(|cell| cell.by_then),
        );
    let rows = measured(rows, ("decided_by_then_share", SHARE, "their share"), Player::by_then);
    let ply = "of the other games, the ply, from 1, after which the result under best play was the game's for good";
    let rows = measured(rows, ("decided_ply_mean", MEAN, ply), Player::decided_ply).mean(
        "decided_ply_median",
        "the median of it",
        |it| it.median(|cell| &cell.plies),
    );
    let stones = "of those, the stones on the board when that move was made";
    measured(rows, ("decided_stones_mean", MEAN, stones), Player::decided_stones)
        .mean("decided_stones_median", "the median of it", |it| it.median(|cell| &cell.stones))
        .word(
            "decided_method",
            "how the intervals of these means were made, or why there are none",
            |it| it.decided_ply().map(|it| it.method),
        )
}
