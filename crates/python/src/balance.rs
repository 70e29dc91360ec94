//! Balance of any game, from a table of scores.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray};
use pasang_core::balance::answer::{ClassLine, JointRow};
use pasang_core::balance::observations::{Observation, TableBalance, TableCell};
use pasang_core::balance::{Estimate, FirstMoveSummary, OpeningMove};
use pasang_core::base::text::Keyword;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use crate::table::Table;
use crate::wrong;

/// Balance of the patterns or maps of a table of scores. `patterns`, `classes` and `openings` are
/// tables, `components` the variance components of scores.
#[pyclass(frozen, module = "pasang")]
pub struct Balance {
    all: TableBalance,
    games: u64,
}

// Arrays are made of iterators that know their lengths.
fn words<'a, T>(rows: &'a [T], of: impl Fn(&'a T) -> &'a str) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(rows.iter().map(of)))
}

fn numbers<T>(rows: &[T], of: impl Fn(&T) -> f64) -> ArrayRef {
    Arc::new(Float64Array::from_iter_values(rows.iter().map(of)))
}

/// Names of the components, in the order of their fields.
const COMPONENTS: [&str; 5] = ["column", "pair", "interaction", "game", "bot"];

/// Meanings of the ends of intervals.
const LOW: &str = "lower end of its 95 % interval";
const HIGH: &str = "upper end";

#[pymethods]
impl Balance {
    /// The patterns, one row a class: the first player's score with its 95 % interval for the mean over
    /// bots, and the two statements, size and direction, with their probabilities.
    #[getter]
    fn patterns(&self) -> Table {
        let rows = &self.all.joint.rows;
        let own = |row: &JointRow| {
            let is_of = |it: &&TableCell| (&it.pattern, &it.class) == (&row.setup, &row.class);
            self.all.cells.iter().find(is_of).map(|it| it.summary.value)
        };
        let values: Vec<Estimate> = rows.iter().filter_map(own).collect();
        let word = |of: fn(&JointRow) -> &str| words(rows, of);
        let number = |of: fn(&JointRow) -> f64| numbers(rows, of);
        let value = |of: fn(&Estimate) -> f64| numbers(&values, of);
        let games = Int64Array::from_iter_values(rows.iter().map(|it| it.games as i64));
        Table::of(
            "patterns",
            [
                ("pattern", "pattern, map or start", word(|it| &it.setup)),
                ("class", "class of the bots", word(|it| &it.class)),
                ("games", "games", Arc::new(games)),
                (
                    "score",
                    "the first player's score, each opening equally often, from all classes together",
                    number(|it| it.score.mean),
                ),
                ("score_low", LOW, number(|it| it.interval().low)),
                ("score_high", HIGH, number(|it| it.interval().high)),
                (
                    "size",
                    "`within 5`, `within 10` or `beyond 10` percentage points of even, with probability 0.95; \
                     empty if none is shown",
                    word(|it| it.statement.size().map_or("", Keyword::word)),
                ),
                (
                    "direction",
                    "`first` or `second` player favoured, with probability 0.975; empty if neither is shown",
                    word(|it| it.statement.direction().map_or("", Keyword::word)),
                ),
                ("within_5", "probability of 45 to 55 %", number(|it| it.statement.within[0])),
                ("within_10", "probability of 40 to 60 %", number(|it| it.statement.within[1])),
                ("above_even", "probability of more than 50 %", number(|it| it.statement.first)),
                (
                    "nearest",
                    "probability to be the nearest to even of its class",
                    number(|it| it.nearest),
                ),
                (
                    "value",
                    "score with the best opening and the best reply to it, from the row's own games",
                    value(|it| it.mean),
                ),
                ("value_low", LOW, value(|it| it.interval.low)),
                ("value_high", HIGH, value(|it| it.interval.high)),
            ],
        )
    }

    /// The classes: the first player's mean score over the patterns, and how it answers to fairness.
    #[getter]
    fn classes(&self) -> Table {
        let lines = &self.all.joint.classes;
        let loading = |line: &ClassLine| {
            let found = self.all.classes.iter().find(|it| it.name == line.class);
            found.map_or(0.0, |it| it.loading)
        };
        let number = |of: fn(&ClassLine) -> f64| numbers(lines, of);
        Table::of(
            "classes",
            [
                ("class", "class of the bots", words(lines, |it| &it.class)),
                ("score", "mean score over the patterns", number(|it| it.score.mean)),
                ("score_low", LOW, number(|it| it.score.low)),
                ("score_high", HIGH, number(|it| it.score.high)),
                (
                    "loading",
                    "change of its scores with a standard deviation of the patterns' fairness; 0 if unknown",
                    numbers(lines, loading),
                ),
            ],
        )
    }

    /// The first player's openings, one row a pattern and class: effect on the score, and the
    /// probability to be the best against the best reply.
    #[getter]
    fn openings(&self) -> Table {
        type Opening<'b> = (&'b TableCell, &'b OpeningMove, &'b FirstMoveSummary);
        let firsts = |cell| {
            let TableCell { design, summary, .. }: &TableCell = cell;
            design.firsts.iter().zip(&summary.firsts).map(move |(mv, it)| (cell, mv, it))
        };
        let all: Vec<Opening<'_>> = self.all.cells.iter().flat_map(firsts).collect();
        let number = |of: fn(&FirstMoveSummary) -> f64| numbers(&all, |(.., it)| of(it));
        Table::of(
            "openings",
            [
                ("pattern", "pattern, map or start", words(&all, |it| &it.0.pattern)),
                ("class", "class of the bots", words(&all, |it| &it.0.class)),
                ("first", "what the first player began with", words(&all, |it| &it.1.words[0])),
                (
                    "effect",
                    "effect on the score, less the mean of the openings",
                    number(|it| it.effect.mean),
                ),
                ("effect_low", LOW, number(|it| it.effect.interval.low)),
                ("effect_high", HIGH, number(|it| it.effect.interval.high)),
                ("value", "score after the best reply", number(|it| it.value.mean)),
                ("best", "probability to be the best", number(|it| it.best)),
            ],
        )
    }

    /// The variance components of scores: between first moves and replies (`column`), pairs, bots at a
    /// pair (`interaction`), games, and bots.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        COMPONENTS.into_iter().zip(self.all.components.values()).into_py_dict(py)
    }

    fn __repr__(&self) -> String {
        let mut text = String::new();
        for line in &self.all.joint.classes {
            let class =
                if line.class.is_empty() { String::new() } else { format!("{}: ", line.class) };
            text += &format!(
                "{class}the first player scores {:.1} % ({:.1} to {:.1}); of the patterns {}\n",
                100.0 * line.score.mean,
                100.0 * line.score.low,
                100.0 * line.score.high,
                self.all.joint.told(line),
            );
        }
        format!("{text}{} games; 95 % intervals for the mean over such bots", self.games)
    }
}

/// Analyses a table by its columns; see `pasang.balance`.
#[pyfunction]
#[pyo3(signature = (pattern, score, class_name, first, reply, bot, games, components = None))]
#[expect(clippy::too_many_arguments, reason = "the columns of a table")]
pub fn balance_of(
    py: Python<'_>,
    pattern: Vec<String>,
    score: Vec<f64>,
    class_name: Vec<String>,
    first: Vec<String>,
    reply: Vec<String>,
    bot: Vec<String>,
    games: Vec<u64>,
    components: Option<[f64; 5]>,
) -> PyResult<Balance> {
    let words = pattern.into_iter().zip(class_name).zip(first.into_iter().zip(reply)).zip(bot);
    let table = words.zip(score.into_iter().zip(games));
    let row = |((((pattern, class), (first, reply)), bot), (score, games))| Observation {
        pattern,
        class,
        first,
        reply,
        bot,
        score,
        games,
    };
    let table: Vec<Observation> = table.map(row).collect();
    let all = py.detach(|| TableBalance::of(&table, components.map(From::from))).map_err(wrong)?;
    Ok(Balance { all, games: table.iter().map(|it| it.games).sum() })
}
