//! The tables of a results folder, and what `--json` shows of them.

use super::known::Known;
use super::names::PACKAGE;
use super::overview::with_cells;
use crate::experiment::Experiment;
use crate::playing::prepared::Prepared;
use crate::stats::Carrying;
use crate::stats::columns::{self, Description};
use crate::stats::table::Table;
use crate::stats::tables::{self, PartRow};

/// The tables, by file name.
pub fn tables(prepared: &Prepared, known: &Known) -> Vec<(&'static str, Vec<u8>)> {
    let experiment = prepared.experiment();
    with_cells(prepared, known, |all| {
        let tables = tables::tables(all);
        let mut resources: Vec<serde_json::Value> = tables.iter().map(Table::resource).collect();
        let mut files: Vec<(&str, Vec<u8>)> =
            tables.iter().map(|table| (table.file, table.csv())).collect();
        let mut older = Vec::new();
        if let Some(carrying) = Carrying::of_cells(all) {
            older.extend(carried(&carrying));
        }
        for (described, bytes) in older {
            resources.push(described.resource());
            files.push((described.file, bytes));
        }
        files.push((PACKAGE, package(experiment, resources)));
        files
    })
}

/// The tables of what carries over from rung to rung: those that have rows.
fn carried(carrying: &Carrying) -> Vec<(Description, Vec<u8>)> {
    let mut files = vec![filled(tables::agreement(), carrying.agreements.iter())];
    if !carrying.parts.is_empty() {
        files.push(filled(tables::parts(), PartRow::all(&carrying.parts)));
    }
    if !carrying.lasting.is_empty() {
        files.push(filled(tables::lasting(), carrying.lasting.iter()));
    }
    if !carrying.axes.is_empty() {
        files.push(filled(tables::axis(), carrying.axes.iter()));
    }
    if !carrying.choosing.is_empty() {
        files.push(filled(tables::choosing(), carrying.choosing.iter()));
    }
    files
}

/// What carries over from rung to rung, as JSON.
pub fn carried_json(carrying: &Carrying) -> serde_json::Value {
    serde_json::json!({
        "agreement": tables::agreement().json(carrying.agreements.iter()),
        "parts": tables::parts().json(PartRow::all(&carrying.parts)),
        "lasting": tables::lasting().json(carrying.lasting.iter()),
        "axis": tables::axis().json(carrying.axes.iter()),
        "choosing": tables::choosing().json(carrying.choosing.iter()),
    })
}

/// The files of what carries over, by name.
pub fn carried_files(carrying: &Carrying) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    carried(carrying).into_iter().map(|(described, bytes)| (described.file, bytes))
}

/// A file that is a table, with what its columns are.
fn filled<R>(
    table: columns::Table<'_, R>,
    rows: impl Iterator<Item = R>,
) -> (Description, Vec<u8>) {
    (table.described(), table.csv(rows))
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
            "carrying": Carrying::of_cells(all).map(|carrying| carried_json(&carrying)),
            "decisions": decisions,
        })
    })
}
