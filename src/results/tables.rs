//! Assembles the cells of an experiment with their labels, statistics and relations, and the tables
//! made from them.

use super::folder::PACKAGE;
use super::run_summary::RunSummary;
use crate::experiment::{AdaptiveDesign, Experiment, Fraction, Lineup, Openings};
use crate::games::rules::GameKind;
use crate::games::setup::builtins;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::stats::{
    CellStats, ExperimentStats, InferenceConfig, Labels, Sampling, Table, WITHIN, statements,
    tables,
};

/// Calls `work` with the cells of an experiment and their relations.
pub fn with_experiment_stats<R>(
    compiled: &CompiledExperiment,
    known: &RunSummary,
    work: impl FnOnce(&ExperimentStats<'_>) -> R,
) -> R {
    let experiment: &Experiment = compiled.experiment();
    let texts = |cell: usize, indices: &[u32]| compiled.opening_texts(cell, indices);
    let all_statements = known.played.tallies.iter().map(|tally| statements(tally.seats)).sum();
    let inference = |lineup: &Lineup| InferenceConfig {
        statements: all_statements,
        within: experiment.margin().map_or(WITHIN, Fraction::share),
        // With adaptive sampling the results are looked at before the end.
        sampling: known.played.sampler().map_or(Sampling::Fixed, |_| Sampling::Open),
        given_openings: experiment.openings != Openings::AsChosen,
        adaptive_allocation: experiment.adaptive.is_some_and(AdaptiveDesign::is_choice),
        mirror: lineup.is_self_play(),
    };
    // Shared by all cells of a line-up: there may be very many cells.
    let words = |lineup: &Lineup| match lineup {
        Lineup::Bots(bots) => bots.iter().map(ToString::to_string).collect(),
        Lineup::Crew(crew) => vec![crew.to_string()],
    };
    let lineups: Vec<(String, Vec<String>, InferenceConfig)> = experiment
        .lineups
        .iter()
        .map(|lineup| (lineup.to_string(), words(lineup), inference(lineup)))
        .collect();
    let cells: Vec<CellStats<'_>> = experiment
        .cells()
        .zip(&known.played.tallies)
        .zip(lineups.iter().cycle())
        .map(|((cell, tally), (bots, each, inference))| CellStats {
            number: cell.number,
            labels: Labels {
                setup: &cell.setup.name,
                rules: &cell.rules.name,
                bots,
                each,
                phases: cell.rules.rules.phases(),
            },
            tally,
            distinct: Some(known.distinct[cell.number]),
            inference: *inference,
        })
        .collect();
    work(&ExperimentStats {
        cells: &cells,
        toggled: &known.toggled.pairs,
        together: &known.toggled.together,
        known_as: (experiment.openings == Openings::All
            && experiment.opening_plies == 0
            && in_whole_turns(experiment))
        .then_some(&known_as(experiment)),
        begun: &begun(experiment),
        same: [&experiment.aliases.setups, &experiment.aliases.rules],
        common_random: experiment.common_random,
        names_margin: experiment.margin().is_some(),
        sampler: known.played.sampler(),
        texts: &texts,
    })
}

/// Returns whether all pairs of first moves get equally many games, as far as the experiment fixes
/// this.
fn in_whole_turns(experiment: &Experiment) -> bool {
    experiment.adaptive.is_some() || experiment.games.is_multiple_of(experiment.opening_pairs())
}

fn begun(experiment: &Experiment) -> String {
    let is_brunei = experiment.rules.iter().all(|named| named.rules.kind() == GameKind::Brunei);
    let columns = if is_brunei { "columns" } else { "moves" };
    let pairs = match experiment.openings {
        Openings::AsChosen => String::new(),
        Openings::All if experiment.adaptive.is_some_and(AdaptiveDesign::is_choice) => {
            "opening pairs allocated adaptively, ".to_owned()
        }
        _ if !in_whole_turns(experiment) => {
            format!("pairs of first {columns} in turn, not equally often, ")
        }
        Openings::All => format!("random openings (every pair of first {columns} equally often), "),
        Openings::Listed(_) => format!("the given pairs of first {columns} equally often, "),
    };
    let is_as_chosen = experiment.openings == Openings::AsChosen;
    let which = if is_as_chosen { "first" } else { "next" };
    let (drawn, chosen) = match experiment.opening_plies {
        0 if is_as_chosen => (String::new(), "all moves"),
        0 if is_brunei => (String::new(), "entries and all else"),
        0 => (String::new(), "all else"),
        1 => (format!("the {which} move random, "), "all else"),
        plies => (format!("the {which} {plies} moves random, "), "all else"),
    };
    format!("{pairs}{drawn}{chosen} chosen by the bots")
}

/// Returns the names of the known patterns that the only setup equals, as it is or as its mirror
/// image.
fn known_as(experiment: &Experiment) -> Vec<String> {
    let [setup] = experiment.setups.as_slice() else { return Vec::new() };
    let images = [setup.stones, setup.mirrored().stones];
    let known = builtins().iter().filter(|known| images.contains(&known.stones));
    known.map(|known| known.name.clone()).collect()
}

pub fn tables(compiled: &CompiledExperiment, known: &RunSummary) -> Vec<(&'static str, Vec<u8>)> {
    let experiment = compiled.experiment();
    with_experiment_stats(compiled, known, |all| {
        let tables = tables::tables(all);
        let resources = tables.iter().map(Table::resource).collect();
        let mut files: Vec<(&str, Vec<u8>)> =
            tables.iter().map(|table| (table.file, table.csv())).collect();
        files.push((PACKAGE, package(experiment, resources)));
        files
    })
}

/// Describes all table files of a folder, the journal among them, as a tabular data package
/// (Frictionless).
fn package(experiment: &Experiment, tables: Vec<serde_json::Value>) -> Vec<u8> {
    let journal = std::iter::once(
        tables::games(experiment.rounds.is_some(), experiment.has_crew()).resource(),
    );
    let package = serde_json::json!({
        "profile": "tabular-data-package",
        "name": "pasang-results",
        "title": experiment.title,
        "resources": journal.chain(tables).collect::<Vec<_>>(),
    });
    format!("{package:#}\n").into_bytes()
}

/// Returns the cells, the pooled results, and the decisions of adaptive sampling, if any.
pub fn json(compiled: &CompiledExperiment, known: &RunSummary) -> serde_json::Value {
    with_experiment_stats(compiled, known, |all| {
        let decisions = all.sampler.map(|sampler| tables::adaptive(all, sampler).json());
        serde_json::json!({
            "cells": tables::cells(all).json(),
            "overall": tables::overall(all).json(),
            "decisions": decisions,
        })
    })
}
