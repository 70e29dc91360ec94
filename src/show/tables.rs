//! The tables of a results folder: every column of every file, declared once.
//!
//! Shares and scores have six decimals, all other means four. `docs/columns.md` and
//! `datapackage.json` are generated from these declarations.

mod balance;
mod cells;
mod effects;
mod joint;
mod openings;
mod overall;
mod profile;

pub use balance::{balance, columns};
pub use cells::{cells, seats};
pub use effects::{effects, interactions, pattern_effects};
pub use joint::{joint_balance, joint_json};
pub use openings::{branching, openings};
pub use overall::overall;
pub use profile::profile;

use super::table::{Table, TableBuilder};
use crate::answer::cell_stats::{CellStats, Estimate};
use crate::answer::experiment_stats::ExperimentStats;
use crate::answer::pooled::pool_cells;
use crate::experiment::Experiment;
use crate::run::folder::PACKAGE;
use pasang_balance::Statement;
use pasang_core::base::text::Keyword;
use pasang_core::games::Seat;

/// The meaning of an empty field of the score margin.
const NOT_TWO: &str = "no games, or more than two seats";

/// The meaning of an empty field of a probability.
const NO_STATEMENT: &str = "no interval";

impl<R> TableBuilder<R> {
    /// Adds a number of points; `empty` is the meaning of an empty field.
    fn points(
        self,
        name: &str,
        what: &str,
        empty: &'static str,
        of: impl Fn(&R) -> Option<f64>,
    ) -> TableBuilder<R> {
        self.mean(name, what, of).unit("points").empty(empty)
    }

    /// Adds a mean score and its interval.
    fn score(self, name: &str, what: &str, of: impl Fn(&R) -> Option<Estimate>) -> TableBuilder<R> {
        self.share(name, what, |row| Some(of(row)?.mean)).ends(
            name,
            "its interval at 95 %",
            |row| of(row)?.interval,
        )
    }

    /// Adds both statements on a score, and the probabilities of which they are made. `of` names the
    /// score; the columns begin with `prefix`.
    fn statement(
        self,
        prefix: &str,
        of: &str,
        statement: impl Fn(&R) -> Option<Statement>,
    ) -> TableBuilder<R> {
        const NONE: &str = "not shown";
        let name = |column: &str| format!("{prefix}{column}");
        let size = format!(
            "how far {of} is from even, in percentage points, with probability 0.95: `within 5`, `within 10` or \
             `beyond 10`, the first that is shown"
        );
        let direction = format!("whom {of} favours, with probability 0.975: `first` or `second`");
        self.word(&name("size"), &size, |row| Some(statement(row)?.size()?.word()))
            .empty(NONE)
            .word(&name("direction"), &direction, |row| Some(statement(row)?.direction()?.word()))
            .empty(NONE)
            .share(&name("within_5"), "the probability of a distance of at most 5 points", |row| {
                Some(statement(row)?.within[0])
            })
            .empty(NO_STATEMENT)
            .share(&name("within_10"), "the probability of at most 10", |row| {
                Some(statement(row)?.within[1])
            })
            .empty(NO_STATEMENT)
            .share(&name("above_even"), "the probability of a score above even", |row| {
                Some(statement(row)?.first)
            })
            .empty(NO_STATEMENT)
    }

    /// Adds a cell's number and labels.
    fn cell<'c>(self, of: impl Fn(&R) -> &'c CellStats<'c>) -> TableBuilder<R> {
        self.whole("cell", "the cell's number, from 0", |row| of(row).number)
            .word("setup", "its setup", |row| of(row).labels.setup)
            .word("rules", "its rule set", |row| of(row).labels.rules)
            .word("bots", "its bots, joined by `/` where seats differ", |row| of(row).labels.bots)
    }
}

/// Returns the tables of an experiment's cells, in order.
pub fn tables(all: &ExperimentStats<'_>) -> Vec<Table> {
    let mut tables = vec![cells(all)];
    match all.effects {
        // Of its many cells each has few games.
        Some(found) => tables.extend([
            effects("effects.csv", found),
            interactions(found),
            pattern_effects("pattern-effects.csv", found),
        ]),
        None => tables.extend([seats(all), openings(all), branching(all)]),
    }
    if !pool_cells(all).is_empty() {
        tables.push(overall(all));
    }
    if all.cells.iter().any(|cell| cell.balance.is_some()) {
        tables.extend([balance(all), columns(all)]);
    }
    tables
}

/// Declares the columns of `games.csv`, the journal, with or without those of crews. Its rows are written in `journal`, for speed.
pub fn games(has_crew: bool) -> Table {
    // No row is made here.
    let (whole, word) = (|_: &()| 0_u64, |_: &()| "");
    let mut table = Table::file("games.csv", "One row a game, in order.", [])
        .whole("game", "the game's number in the experiment, from 0", whole)
        .whole("cell", "its cell's number, from 0", whole)
        .whole("index", "its number in the cell, from 0", whole)
        .word("setup", "the setup", word)
        .word("rules", "the rule set", word)
        .word("bots", "the bots, joined by `/` where seats differ", word)
        .word(
            "winner",
            "`first`, `second`, `third`, `fourth`; `draw` of two players; of three or four who share the \
             top, as `second/third`",
            word,
        )
        .word("ending", "`cleared`: no stone left; `stuck`: no move; `no-hops`: Bell's end", word);
    for seat in Seat::first(Seat::MAX as u8) {
        let what = format!("the {} player's points at the end", seat.word());
        table = table
            .whole(&format!("score_{seat}"), &what, whole)
            .unit("points")
            .empty("no such seat");
    }
    table = table
        .whole("plies", "moves of all players together", whole)
        .unit("plies")
        .word("moves_digest", "the first 16 hex digits of the SHA-256 of `moves`", word)
        .word(
            "moves",
            "the game: `m`, then for each ply its move's rank from 0, two base-36 digits",
            word,
        );
    if has_crew {
        let member = "the crew's member that played, from 1, in the order of `experiment.toml`";
        table = table
            .whole("member", &format!("{member}; only with a crew"), whole)
            .empty("no crew plays in this cell")
            .word(
                "image",
                "`board`, or `mirror`: the bots saw its mirror image; only with a crew",
                word,
            )
            .empty("no crew plays in this cell");
    }
    table.done()
}

/// Returns the files of all tables.
pub fn files(all: &ExperimentStats<'_>, experiment: &Experiment) -> Vec<(&'static str, Vec<u8>)> {
    let tables = tables(all);
    let mut files: Vec<(&str, Vec<u8>)> =
        tables.iter().map(|table| (table.file, table.csv())).collect();
    files.push((PACKAGE, package(experiment, &tables)));
    files
}

/// Describes all table files of a folder, the journal among them, as a tabular data package
/// (Frictionless).
fn package(experiment: &Experiment, tables: &[Table]) -> Vec<u8> {
    let journal = games(experiment.has_crew());
    let resources: Vec<_> = [&journal].into_iter().chain(tables).map(Table::resource).collect();
    let package = serde_json::json!({
        "profile": "tabular-data-package",
        "name": "pasang-results",
        "title": experiment.title,
        "resources": resources,
    });
    format!("{package:#}\n").into_bytes()
}

/// Returns the cells and the pooled results, and what crews say of their balance.
pub fn json(all: &ExperimentStats<'_>) -> serde_json::Value {
    let mut all_tables = serde_json::json!({
        "cells": cells(all).json(),
        "overall": overall(all).json(),
    });
    if all.cells.iter().any(|cell| cell.balance.is_some()) {
        all_tables["balance"] = balance(all).json();
        all_tables["columns"] = columns(all).json();
    }
    if let Some(joint) = all.joint {
        all_tables["joint"] = joint_json(joint);
    }
    if let Some(found) = all.effects {
        all_tables["effects"] = effects("effects.csv", found).json();
        all_tables["interactions"] = interactions(found).json();
    }
    if let Some(stopped) = &all.stopped {
        all_tables["stopped"] = stopped.as_str().into();
    }
    all_tables
}
