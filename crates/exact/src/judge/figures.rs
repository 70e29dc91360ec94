//! What sums come to: figures with their intervals, of a seat of a cell, and of a bot under one rule set
//! over all setups; and the columns that they fill.

use pasang::stats::{Histogram, Measured, decimal};
use serde_json::{Value, json};

use super::ratio::{Ratio, Scale, ratio};
use super::sums::{Losses, Sums};

/// The moves of a player, and the games in which they were made, of one cell or of several.
#[derive(Clone, Debug)]
pub struct Figures<'a> {
    /// What each game came to, by cell.
    pub cells: Vec<&'a Sums>,
    /// What the player's moves lost, by cell.
    pub losses: Vec<&'a Losses>,
    /// Why there are no intervals, where there are none.
    pub why_none: Option<&'static str>,
}

impl Figures<'_> {
    fn sum(&self, of: impl Fn(&Sums) -> u64) -> u64 {
        self.cells.iter().map(|cell| of(cell)).sum()
    }

    fn measured(&self, scale: Scale, of: impl Fn(&Losses) -> &Ratio) -> Option<Measured> {
        let each: Vec<Ratio> = self.losses.iter().map(|losses| *of(losses)).collect();
        ratio(&each, scale, self.why_none)
    }

    fn of_cells(&self, scale: Scale, of: impl Fn(&Sums) -> Ratio) -> Option<Measured> {
        let each: Vec<Ratio> = self.cells.iter().map(|cell| of(cell)).collect();
        ratio(&each, scale, self.why_none)
    }

    fn median(&self, of: impl Fn(&Sums) -> &Histogram) -> Option<f64> {
        let mut all = Histogram::default();
        self.cells.iter().for_each(|cell| all.merge(of(cell)));
        all.percentile(50)
    }

    /// How many games have a solved position.
    pub fn solved_games(&self) -> u64 {
        self.sum(|cell| cell.solved_games)
    }

    /// How many of them were decided by their first solved position.
    pub fn by_then(&self) -> u64 {
        self.sum(|cell| cell.by_then)
    }

    /// Their share.
    pub fn by_then_share(&self) -> Option<Measured> {
        self.of_cells(SHARE, |cell| Ratio::of_games(cell.by_then, cell.solved_games))
    }

    /// How many moves were held against perfect play.
    pub fn moves(&self) -> u64 {
        self.losses.iter().map(|losses| losses.held.y).sum()
    }

    /// The share of moves that kept the result.
    pub fn held(&self) -> Option<Measured> {
        self.measured(SHARE, |losses| &losses.held)
    }

    /// The same in positions that were not lost.
    pub fn open_held(&self) -> Option<Measured> {
        self.measured(SHARE, |losses| &losses.open_held)
    }

    /// The share of moves that kept result and margin.
    pub fn best(&self) -> Option<Measured> {
        self.measured(SHARE, |losses| &losses.best)
    }

    /// How much of a result a move lost.
    pub fn results(&self) -> Option<Measured> {
        self.measured(Scale::Share(2.0), |losses| &losses.results)
    }

    /// How many points a move lost.
    fn points(&self) -> Option<Measured> {
        self.measured(Scale::Points, |losses| &losses.points)
    }

    /// The same of moves that kept the result.
    pub fn points_held(&self) -> Option<Measured> {
        self.measured(Scale::Points, |losses| &losses.points_held)
    }

    /// Of the games that were decided later, the ply with which they were.
    pub fn decided_ply(&self) -> Option<Measured> {
        self.of_cells(Scale::Points, |cell| Ratio::of_numbers(&cell.plies))
    }

    /// The stones before that move.
    pub fn decided_stones(&self) -> Option<Measured> {
        self.of_cells(Scale::Points, |cell| Ratio::of_numbers(&cell.stones))
    }
}

const SHARE: Scale = Scale::Share(1.0);

/// What stands in a column, or in three: a mean and the ends of its interval at 95 %.
enum Field {
    Whole(fn(&Figures<'_>) -> u64),
    /// With so many decimals.
    Mean(usize, fn(&Figures<'_>) -> Option<Measured>),
    Median(fn(&Figures<'_>) -> Option<f64>),
    /// How an interval was made, or why there is none.
    Method(fn(&Figures<'_>) -> Option<Measured>),
}

use Field::{Mean, Median, Method, Whole};

/// The columns of a player's row, each with what it means.
const COLUMNS: [(&str, Field, &str); 22] = [
    ("games", Whole(|it| it.sum(|cell| cell.games)), "games played"),
    ("solved_games", Whole(|it| it.solved_games()), "games with a solved position"),
    (
        "positions",
        Whole(|it| it.sum(|cell| cell.solved)),
        "solved positions of these games, whoever was to move",
    ),
    (
        "positions_unsolved",
        Whole(|it| it.sum(|cell| cell.unsolved)),
        "positions with so few stones that the budget did not suffice for, and those before them: not judged",
    ),
    (
        "unsolved_games",
        Whole(|it| it.sum(|cell| cell.unsolved_games)),
        "games that have such positions",
    ),
    (
        "moves",
        Whole(|it| it.moves()),
        "its moves between two positions of known worth, where it had a choice",
    ),
    (
        "result_kept_share",
        Mean(6, |it| it.held()),
        "the share of these moves that kept the result under best play",
    ),
    (
        "value_kept_share",
        Mean(6, |it| it.best()),
        "the share of these moves that kept result and margin: no move is better",
    ),
    (
        "results_lost_mean",
        Mean(6, |it| it.results()),
        "what a move lost in results: 1 where a win became a loss, 1/2 where a win became a draw or a draw a loss",
    ),
    (
        "open_moves",
        Whole(|it| it.losses.iter().map(|losses| losses.open_held.y).sum()),
        "those of these moves that were made in positions that were not lost",
    ),
    (
        "result_kept_open_share",
        Mean(6, |it| it.open_held()),
        "the share of them that kept the result",
    ),
    (
        "points_lost_mean",
        Mean(4, |it| it.points()),
        "what a move lost in points: the margin under best play before it less that after it",
    ),
    (
        "points_lost_kept_mean",
        Mean(4, |it| it.points_held()),
        "the same of the moves that kept the result",
    ),
    (
        "share_method",
        Method(|it| it.held()),
        "how the intervals of shares were made, or why there are none",
    ),
    (
        "points_method",
        Method(|it| it.points()),
        "how those of points were made, or why there are none",
    ),
    (
        "decided_by_then",
        Whole(|it| it.by_then()),
        "of the games with a solved position, those that the first such position decided, or a move before it",
    ),
    ("decided_by_then_share", Mean(6, |it| it.by_then_share()), "their share"),
    (
        "decided_ply_mean",
        Mean(4, |it| it.decided_ply()),
        "of the other games, the ply, from 1, after which the result under best play was the game's for good",
    ),
    ("decided_ply_median", Median(|it| it.median(|cell| &cell.plies)), "the median of it"),
    (
        "decided_stones_mean",
        Mean(4, |it| it.decided_stones()),
        "of those, the stones on the board when that move was made",
    ),
    ("decided_stones_median", Median(|it| it.median(|cell| &cell.stones)), "the median of it"),
    (
        "decided_method",
        Method(|it| it.decided_ply()),
        "how the intervals of these means were made, or why there are none",
    ),
];

/// The names of the columns.
pub fn names() -> Vec<String> {
    described().into_iter().map(|(name, ..)| name).collect()
}

/// The columns for other programs.
pub fn fields() -> impl Iterator<Item = Value> {
    described().into_iter().map(|(name, kind, what)| field(&name, kind, &what))
}

/// A column of a Frictionless table schema.
pub fn field(name: &str, kind: &str, what: &str) -> Value {
    json!({ "name": name, "type": kind, "description": what })
}

/// Each column's name, type and meaning.
fn described() -> Vec<(String, &'static str, String)> {
    let mut all = Vec::new();
    for (name, field, what) in &COLUMNS {
        let kind = match field {
            Whole(_) => "integer",
            Method(_) => "string",
            Mean(..) | Median(_) => "number",
        };
        all.push(((*name).to_owned(), kind, (*what).to_owned()));
        if let Mean(..) = field {
            for (end, which) in [("low", "lower"), ("high", "upper")] {
                let what = format!("the {which} end of its interval at 95 % for this row alone");
                all.push((format!("{name}_{end}"), kind, what));
            }
        }
    }
    all
}

/// The row of a player: empty fields where there is nothing to say.
pub fn values(figures: &Figures<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let number =
        |value: Option<f64>, digits| value.map_or_else(String::new, |value| decimal(value, digits));
    for (_, field, _) in &COLUMNS {
        match field {
            Whole(of) => all.push(of(figures).to_string()),
            Median(of) => all.push(number(of(figures), 4)),
            Method(of) => all.push(of(figures).map_or("", |it| it.method).to_owned()),
            Mean(digits, of) => {
                let found = of(figures);
                let interval = found.and_then(|found| found.interval);
                all.push(number(found.map(|found| found.mean), *digits));
                all.push(number(interval.map(|it| it.low), *digits));
                all.push(number(interval.map(|it| it.high), *digits));
            }
        }
    }
    all
}
