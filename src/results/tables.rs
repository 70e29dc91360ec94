//! The tables of a results folder, and what `--json` shows of them.

use super::folder::PACKAGE;
use super::known::Known;
use super::overview::with_cells;
use crate::experiment::Experiment;
use crate::playing::prepared::Prepared;
use crate::stats::table::Table;
use crate::stats::tables;

/// The tables, by file name.
pub fn tables(prepared: &Prepared, known: &Known) -> Vec<(&'static str, Vec<u8>)> {
    let experiment = prepared.experiment();
    with_cells(prepared, known, |all| {
        let tables = tables::tables(all);
        let resources = tables.iter().map(Table::resource).collect();
        let mut files: Vec<(&str, Vec<u8>)> =
            tables.iter().map(|table| (table.file, table.csv())).collect();
        files.push((PACKAGE, package(experiment, resources)));
        files
    })
}

/// What all files of a folder that are tables hold, for other programs: a tabular data package
/// (Frictionless). The journal is one of them.
fn package(experiment: &Experiment, tables: Vec<serde_json::Value>) -> Vec<u8> {
    let journal = std::iter::once(tables::games(experiment.rounds.is_some()).resource());
    let package = serde_json::json!({
        "profile": "tabular-data-package",
        "name": "pasang-results",
        "title": experiment.title,
        "resources": journal.chain(tables).collect::<Vec<_>>(),
    });
    format!("{package:#}\n").into_bytes()
}

/// The cells, what they come to over all setups, who is better where different bots played one
/// another, and what was decided where something was.
pub fn json(prepared: &Prepared, known: &Known) -> serde_json::Value {
    with_cells(prepared, known, |all| {
        let decisions = all.decider.map(|find| tables::find(all, find).json());
        serde_json::json!({
            "cells": tables::cells(all).json(),
            "overall": tables::overall(all).json(),
            "elo": tables::elo(all).json(),
            "decisions": decisions,
        })
    })
}
