//! `pasang plan`: estimates the cost of an experiment by playing a few of its games. It starts no
//! engine: what games of engines take is not known.

use clap::Args;
use indicatif::DecimalBytes;

use super::experiment_args::ExperimentArgs;
use super::game;
use super::options::{Threads, listen, seed};
use crate::answer::plan::{DesignPlan, Plan, plan};
use crate::run::duration;
use crate::text::failure::CommandResult;
use crate::text::messages::{complain, print, print_json};
use crate::text::numbers::rounded;
use pasang_core::base::text::plural;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang plan ladder --threads 8")]
pub struct PlanCommand {
    #[command(flatten)]
    args: ExperimentArgs,
    /// Random seed; overrides the file
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl PlanCommand {
    pub fn run(mut self) -> CommandResult {
        if let Some(experiment) = self.args.game(self.seed)? {
            let how = (self.args.engines, self.threads.started(), self.json);
            return game::plan(experiment, how);
        }
        self.args.for_levels = true;
        let experiment = self.args.read(self.seed)?;
        experiment.check_memory(self.threads.count())?;
        let interrupt = listen()?;
        let Some(plan) = plan(&experiment, self.threads.count(), interrupt.cancel()) else {
            if interrupt.cancel().why().is_none() {
                complain("stopped before one game of each rule set and line-up was finished");
            }
            return interrupt.ends();
        };
        if self.json { print_json(&plan) } else { print(in_words(&plan)) }
    }
}

/// The memory that a cell takes while it is played, verified or reported.
const KILOBYTES_A_CELL: u64 = 18;

fn in_words(plan: &Plan) -> String {
    let Plan { setups, rules, bots, cells, games_a_cell, games, .. } = plan;
    let played = format!("games     {games} ({games_a_cell} a cell)");
    let cost = match plan.seconds.zip(plan.bytes) {
        Some((seconds, bytes)) => format!(
            "time      about {} on {} (from {} games played now)\n\
             disk      about {} for games.csv\n",
            duration(seconds.max(1.0)),
            plural(plan.threads as u64, "thread"),
            plan.calibration_games,
            DecimalBytes(bytes),
        ),
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
        "cells     {cells} ({} x {} x {})\n\
         {played}\n\
         {pairs}{cost}{memory}\
         95 % CI   first player's score {} percentage points in each cell\n{value}{design}",
        plural(*setups as u64, "setup"),
        plural(*rules as u64, "rule set"),
        plural(*bots as u64, "line-up"),
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
