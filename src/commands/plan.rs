//! `pasang plan`: what an experiment will take.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{Done, Threads, listen, note, read_experiment};
use crate::cli::whole;
use crate::memory;
use crate::plan::{Needed, Plan, ShardPlan, plan};
use crate::schedule::Shard;
use crate::words::{all_of, counted};

/// The options of `pasang plan`.
#[derive(Clone, Debug, Args)]
pub struct PlanCommand {
    /// The experiment [default: the one built in]
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
    /// Say, too, what each of so many shards takes on --threads threads of its own
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=Shard::MOST))]
    #[arg(allow_negative_numbers = true)]
    shards: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl PlanCommand {
    /// Plays a little, and says what to expect.
    ///
    /// # Errors
    /// When something is wrong with the experiment.
    pub fn run(self) -> Done {
        let experiment = read_experiment(self.experiment.as_deref())?;
        memory::check(&experiment, self.threads.count())?;
        let interrupt = listen()?;
        let Some(plan) = plan(&experiment, self.threads.count(), interrupt.halt()) else {
            note("stopped before a game of each rule set and line-up had come to its end");
            return interrupt.ends();
        };
        let shard = self.shards.map(|shards| plan.shard(shards));
        let mut stdout = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &WithShard { plan: &plan, shard })?;
            writeln!(stdout)?;
            return Ok(());
        }
        write!(stdout, "{}", in_words(&plan))?;
        if let Some(shard) = shard {
            write!(stdout, "{}", shard_in_words(&shard, plan.threads))?;
        }
        Ok(())
    }
}

/// The plan, and a shard's where one was asked for.
#[derive(Serialize)]
struct WithShard<'p> {
    #[serde(flatten)]
    plan: &'p Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardPlan>,
}

fn in_words(plan: &Plan) -> String {
    let Plan { setups, rules, bots, cells, games_a_cell, games, .. } = plan;
    let units = if plan.rounds.is_some() { "matches" } else { "games" };
    let played = match plan.rounds {
        Some(rounds) => format!("matches   {games} ({games_a_cell} a cell), {rounds} rounds each"),
        None => format!("games     {games} ({games_a_cell} a cell)"),
    };
    let played = match plan.batch {
        Some(batch) => format!("{played} at most: results decide after every {batch} a cell"),
        None => played,
    };
    let text = format!(
        "cells     {cells} ({} x {} x {})\n\
         {played}\n\
         time      about {} on {} (from {} {} played now)\n\
         disk      about {} for games.csv\n\
         interval  first player's score within {:.2} points of 100 either way, in each cell at 95 %\n",
        counted(*setups as u64, "setup"),
        counted(*rules as u64, "rule set"),
        counted(*bots as u64, "line-up"),
        duration(plan.seconds),
        counted(plan.threads as u64, "thread"),
        plan.calibration_games,
        units,
        size(plan.bytes),
        100.0 * plan.half_width
    );
    let same = plan.same_rules.iter().map(|names| {
        let names = all_of(names.iter().map(String::as_str));
        format!("same      {names} are the same toggles: their cells have the same games\n")
    });
    text + &needed(&plan.needed, units) + &same.collect::<String>()
}

/// How many games, or matches, answer which question.
fn needed(needed: &Needed, units: &str) -> String {
    let Needed { within, statements, detect, certify, .. } = needed;
    let margin = 100.0 * within;
    let joint = match statements {
        1 => String::new(),
        many => format!(" (all {many} at once at 95 %)"),
    };
    let power = 100.0 * needed.power;
    let best = needed.best.map_or_else(String::new, |best| {
        format!("best      {best} {units} a setup: 95 % sure of one within {margin} points of the most balanced\n")
    });
    format!(
        "detect    {detect} {units} a cell: {power:.0} % sure to see a bias of {margin} points of 100{joint}\n\
         balance   {certify} {units} a cell: {power:.0} % sure to show that an even cell is within {margin} points\n\
         {best}"
    )
}

fn shard_in_words(shard: &ShardPlan, threads: usize) -> String {
    let ShardPlan { shards, games, seconds, bytes } = *shard;
    let (time, threads) = (duration(seconds), counted(threads as u64, "thread"));
    format!(
        "shard     one of {shards}: {games} games, about {time} on {threads}, about {}\n",
        size(bytes)
    )
}

/// A length of time in the unit that suits it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 90.0 * 60.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// A number of bytes in the unit that suits it.
fn size(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e7 => format!("{:.1} MB", b / 1e6),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}
