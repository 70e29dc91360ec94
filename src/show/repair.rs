//! A pattern before and after its repair.

use pasang_core::board::{BoardSize, Colour, Stones, Symmetry, with_coordinates};
use serde_json::{Value, json};

use super::{Table, percent, short};
use crate::answer::balance::Credible;
use crate::answer::interval::Interval;
use crate::answer::repair::{SURE, TrialResult};
use crate::experiment::Lineup;

/// Largest distance from an even score of an unseen bot, with the probability [`SURE`].
const WITHIN: f64 = 0.1;

impl TrialResult {
    /// Returns the scores with random and with best openings.
    fn scores(&self) -> Option<[Credible; 2]> {
        let row = self.row.as_ref()?;
        let score = Credible { mean: row.score.mean, interval: row.interval() };
        Some([score, row.openings.as_ref()?.summary.value])
    }

    pub fn to_json(&self) -> Value {
        let figure = |it: &Credible| json!({ "mean": it.mean, "interval": [it.interval.low, it.interval.high] });
        let scores = self.scores();
        let rows: Vec<String> = self.setup.board().lines().map(str::to_owned).collect();
        json!({ "rows": rows, "score": scores.map(|it| figure(&it[0])),
                "value": scores.map(|it| figure(&it[1])), "probability": self.probability() })
    }
}

pub struct RepairReport {
    pub before: TrialResult,
    pub after: Option<TrialResult>,
    pub tried: usize,
    pub bots: Lineup,
}

impl RepairReport {
    pub fn text(&self, width: usize) -> String {
        let RepairReport { before, after, tried, bots } = self;
        let name = &before.setup.name;
        let margin = short(WITHIN);
        let claim = |of: &TrialResult| {
            format!(
                "within {margin} percentage points of even with probability {} %",
                short(of.probability())
            )
        };
        let answer = match after {
            None if before.probability() >= SURE => {
                format!("{name} needs no repair: it is {}.", claim(before))
            }
            None => {
                let is_turned = before.setup.symmetry().elements().contains(&Symmetry::HalfTurn);
                let others = match is_turned {
                    true => "",
                    false => {
                        " Patterns that half a turn repeats are nearer to even: `pasang setups generate --symmetry half-turn`."
                    }
                };
                format!(
                    "No change was found that balances {name} within {margin} percentage points: {tried} patterns were \
                     tried.{others}"
                )
            }
            Some(after) => {
                let black = (after.setup.stones.black - before.setup.stones.black).len();
                format!(
                    "{name} is {} if {black} white stones become black and {black} black ones white.",
                    claim(after)
                )
            }
        };
        let figure = |of: &TrialResult, which: usize| {
            let it = of.scores()?[which];
            let Interval { low, high } = it.interval;
            Some(format!("{} {}-{}", percent(it.mean), percent(low), percent(high)))
        };
        let after_it = after.iter().map(|after| ("after", after));
        let table = Table::of([("before", before)].into_iter().chain(after_it))
            .left("pattern", |(what, _)| *what)
            .left("random openings", |(_, it)| figure(it, 0))
            .left("best openings", |(_, it)| figure(it, 1))
            .right(&format!("within {margin}"), |(_, it)| format!("{} %", short(it.probability())))
            .done();
        let mut text = format!("{answer}\n\n{}\n", table.text(width));
        text += "First player's score in % with its 95 % CI. Best openings: maximin.\n";
        if let Some(after) = after {
            text += &format!("\n{}\n", beside(before.setup.stones, after.setup.stones));
            text += "Capital letters stand where stones change. ";
            text += &format!(
                "{tried} patterns were tried; the games of this answer have seeds of their own.\n"
            );
        }
        text + &format!("Games of {bots}: people and other bots may score differently.\n")
    }

    pub fn to_json(&self) -> Value {
        json!({ "before": self.before.to_json(),
                "after": self.after.as_ref().map(TrialResult::to_json),
                "tried": self.tried, "within": WITHIN })
    }
}

/// Draws two boards side by side, with their differences in capitals.
fn beside(before: Stones, after: Stones) -> String {
    let board = |stones: Stones| {
        with_coordinates(BoardSize::of(before), |point| {
            let sign = stones.at(point).map_or('_', Colour::sign);
            let is_new = before.at(point) != after.at(point);
            if is_new { sign.to_ascii_uppercase().to_string() } else { sign.to_string() }
        })
    };
    let (one, other) = (board(before), board(after));
    let width = one.lines().map(str::len).max().unwrap_or(0);
    let lines = one.lines().zip(other.lines());
    lines.map(|(one, other)| format!("{one:width$}    {other}\n")).collect()
}
