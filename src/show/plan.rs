//! The cost of an experiment and what it can tell, in words.

use indicatif::DecimalBytes;

use crate::answer::game_plan::GamePlan;
use crate::answer::plan::{DesignPlan, Plan};
use crate::experiment::game::GameExperiment;
use crate::run::duration;
use crate::run::folder::JOURNAL;
use pasang_core::base::text::{plural, rounded};
use serde_json::{Value, json};

/// The memory that a cell takes while it is played, verified or reported.
const KILOBYTES_A_CELL: u64 = 18;

/// Says what an experiment will take.
pub fn in_words(plan: &Plan) -> String {
    let Plan { setups, rules, bots, cells, games_a_cell, games, .. } = plan;
    let played = format!("games     {games} ({games_a_cell} a cell)");
    let cost = match plan.seconds.zip(plan.bytes) {
        Some(cost) => cost_in_words(cost, plan.threads, plan.calibration_games),
        None => "time      not known: `plan` starts no engine\n".to_owned(),
    };
    let memory = match plan.mebibytes {
        0 => String::new(),
        most => format!("memory    up to {most} MiB for transposition tables\n"),
    };
    // Of few cells it is not worth a word.
    let of_cells = *cells as u64 * KILOBYTES_A_CELL / 1000;
    let memory = match of_cells {
        0..100 => memory,
        most => format!("{memory}memory    about {most} MB for the cells\n"),
    };
    let pairs = match (plan.opening_pairs, games_a_cell % plan.opening_pairs) {
        (_, 0) => String::new(),
        (pairs, _) => format!(
            "openings  not each equally often: {games_a_cell} is no multiple of the {pairs} pairs of first moves\n"
        ),
    };
    let value = plan.value_half_widths.map_or(String::new(), |[allotted, even]| {
        let [allotted, even] = [allotted, even].map(width);
        format!(
            "value     with best openings about {allotted} percentage points in each cell, {even} with even shares (simulated)\n"
        )
    });
    let design = plan.design.as_ref().map(|design| design_in_words(design, plan));
    let design = design.unwrap_or_default();
    format!(
        "cells     {cells} ({})\n\
         {played}\n\
         {pairs}{cost}{memory}\
         95 % CI   first player's score {} percentage points in each cell\n{value}{design}",
        factors([*setups, *rules, *bots]),
        width(plan.half_width),
    )
}

fn width(half: f64) -> String {
    match 100.0 * half {
        least if least < 0.005 => "less than \u{b1}0.01".to_owned(),
        half => format!("\u{b1}{}", rounded(half, 2)),
    }
}

fn design_in_words(design: &DesignPlan, plan: &Plan) -> String {
    let DesignPlan { combinations, aliased_interactions, interactions, .. } = design;
    let clear = match design.largest_correlation < 1e-6 {
        true => "uncorrelated with".to_owned(),
        false => format!("correlated up to {} with", rounded(design.largest_correlation, 2)),
    };
    let effect = |(name, [alone, joint]): &(String, [f64; 2])| {
        format!("effect    {name} {}, jointly {}\n", width(*alone), width(*joint))
    };
    let games = design.games_for_half_a_point;
    format!(
        "design    {} of {combinations}, D-efficiency {}; main effects are {clear} interactions\n\
         aliases   {aliased_interactions} of {interactions} interactions cannot be told from another one\n\
         {}\
         \u{b1}0.5      each alone, for these patterns, after {games} games a cell, {} in all\n",
        plural(plan.rules as u64, "rule set"),
        rounded(design.efficiency, 2),
        design.half_widths.iter().map(effect).collect::<String>(),
        games * plan.cells as u64,
    )
}

/// Says how long games take and how large they are, from this many that were played.
fn cost_in_words((seconds, bytes): (f64, u64), threads: usize, played: u64) -> String {
    format!(
        "time      about {} on {} (from {played} games played now)\n\
         disk      about {} for {JOURNAL}\n",
        duration(seconds.max(1.0)),
        plural(threads as u64, "thread"),
        DecimalBytes(bytes)
    )
}

/// Names the numbers of setups, rule sets and line-ups.
pub fn factors(counts: [usize; 3]) -> String {
    let named = counts.iter().zip(["setup", "rule set", "line-up"]);
    named.map(|(&count, what)| plural(count as u64, what)).collect::<Vec<_>>().join(" x ")
}

/// Returns the number of cells, and what they are made of.
pub fn design_of_game(experiment: &GameExperiment) -> String {
    let GameExperiment { setups, rules, lineups, .. } = experiment;
    let counts = [setups.len(), rules.len(), lineups.len()];
    format!("{} ({})", experiment.cell_count(), factors(counts))
}

/// Returns what an experiment of a command's games will take as JSON.
pub fn game_json(experiment: &GameExperiment, plan: &GamePlan) -> Value {
    json!({
        "cells": experiment.cell_count(), "games_a_cell": experiment.games, "games": plan.all,
        "calibration_games": plan.played, "seconds": plan.seconds, "bytes": plan.bytes,
        "half_width": plan.half_width,
    })
}

/// Says what an experiment of a command's games will take, on this many threads.
pub fn game_in_words(experiment: &GameExperiment, plan: &GamePlan, threads: usize) -> String {
    let GamePlan { played, all, seconds, bytes, half_width } = *plan;
    let cost = match played {
        0 => format!(
            "time      not known: with `--engines` a few games are played by `{}`\n",
            experiment.shell_command()
        ),
        _ => cost_in_words((seconds, bytes), threads, played),
    };
    let (width, cells) = (rounded(100.0 * half_width, 2), design_of_game(experiment));
    let games = experiment.games;
    format!(
        "cells     {cells}\ngames     {all} ({games} a cell)\n{cost}\
         95 % CI   a seat's share of wins \u{b1}{width} percentage points in each cell\n"
    )
}
