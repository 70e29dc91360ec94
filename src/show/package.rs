//! The tables of an experiment as files and as JSON.

use super::{Table, tables};
use crate::answer::ExperimentStats;
use crate::experiment::Experiment;
use crate::run::folder::PACKAGE;

/// Returns the files of all tables.
pub fn tables(all: &ExperimentStats<'_>, experiment: &Experiment) -> Vec<(&'static str, Vec<u8>)> {
    let tables = tables::tables(all);
    let mut files: Vec<(&str, Vec<u8>)> =
        tables.iter().map(|table| (table.file, table.csv())).collect();
    files.push((PACKAGE, package(experiment, &tables)));
    files
}

/// Describes all table files of a folder, the journal among them, as a tabular data package
/// (Frictionless).
fn package(experiment: &Experiment, tables: &[Table]) -> Vec<u8> {
    let journal = tables::games(experiment.has_crew());
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
        "cells": tables::cells(all).json(),
        "overall": tables::overall(all).json(),
    });
    if all.cells.iter().any(|cell| cell.balance.is_some()) {
        all_tables["balance"] = tables::balance(all).json();
        all_tables["columns"] = tables::columns(all).json();
    }
    if let Some(joint) = all.joint {
        all_tables["joint"] = tables::joint_json(joint);
    }
    if let Some(found) = all.effects {
        all_tables["effects"] = tables::effects("effects.csv", found).json();
        all_tables["interactions"] = tables::interactions(found).json();
    }
    all_tables
}
