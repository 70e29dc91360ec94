//! `pasang plan`: what an experiment will take.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::asked::Asked;
use super::ended::{Done, complain, note};
use super::options::{Threads, listen, whole};
use super::run::refuse_shards;
use crate::base::fault::{Fault, Source, drawn};
use crate::base::terminal::is_lively;
use crate::base::words::{all_of, core_hours, counted};
use crate::experiment::memory;
use crate::experiment::schedule::Shard;
use crate::tasks::plan::{CALIBRATION, Needed, Plan, ShardPlan, plan};

/// The options of `pasang plan`.
#[derive(Clone, Debug, Args)]
pub struct PlanCommand {
    #[command(flatten)]
    asked: Asked,
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
    pub fn run(self) -> Done {
        let experiment = self.asked.read(None)?;
        refuse_shards(&experiment, "--shards", self.shards.is_some())?;
        memory::check(&experiment, self.threads.count())?;
        let interrupt = listen()?;
        let Some(plan) = plan(&experiment, self.threads.count(), CALIBRATION, interrupt.halt())
        else {
            if interrupt.halt().why().is_none() {
                let what = "a game of each rule set and line-up had come to its end";
                complain(format_args!("stopped before {what}"));
            }
            return interrupt.ends();
        };
        let shard = self.shards.map(|shards| plan.shard(shards));
        if let Some(shard) = &shard {
            warn_if_short(shard, plan.threads);
        }
        let mut stdout = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &WithShard { plan: &plan, shard })?;
            writeln!(stdout)?;
            return Ok(());
        }
        write!(stdout, "{}", in_words(&plan))?;
        if let Some(shard) = shard {
            write!(stdout, "{}", shard_in_words(&plan, &shard))?;
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
         interval  first player's score within {:.2} points of 100 either way, {}\n",
        counted(*setups as u64, "setup"),
        counted(*rules as u64, "rule set"),
        counted(*bots as u64, "line-up"),
        duration(plan.seconds),
        counted(plan.threads as u64, "thread"),
        plan.calibration_games,
        units,
        size(plan.bytes),
        100.0 * plan.half_width,
        match plan.batch {
            None => "in each cell at 95 %",
            Some(_) => "in a cell that plays all its games, at 95 %",
        }
    );
    let same = [(&plan.same_setups, "stones"), (&plan.same_rules, "toggles")];
    let same = same.into_iter().flat_map(|(lists, what)| {
        lists.iter().map(move |names| {
            let names = all_of(names.iter().map(String::as_str));
            format!("same      {names} are the same {what}: they are played once\n")
        })
    });
    let looks = plan.batch.map_or("", |_| {
        "looks     that is for numbers fixed before; where results decide, a cell may take more or fewer\n"
    });
    text + &needed(&plan.needed, units) + looks + &same.collect::<String>()
}

/// How many games, or matches, answer which question.
fn needed(needed: &Needed, units: &str) -> String {
    let Needed { within, statements, detect, certify, certify_all, .. } = needed;
    let margin = 100.0 * within;
    let power = 100.0 * needed.power;
    let (joint, of_all) = match statements {
        1 => (String::new(), String::new()),
        many => {
            let by_as_many = needed.certify_all_power.map_or_else(String::new, |power| {
                format!("; that all {many} are, {}", chance(power))
            });
            (
                format!(" (by intervals that hold for all {many} at once at 95 %)"),
                format!(
                    "{by_as_many}\n          {certify_all} {units} a cell: \
                     {power:.0} % sure to show it of all {many}, if all are even"
                ),
            )
        }
    };
    let best = needed.best.map_or_else(String::new, |best| {
        format!("best      {best} {units} a setup: 95 % sure of one within {margin} points of the most balanced\n")
    });
    format!(
        "detect    {detect} {units} a cell: {power:.0} % sure to see a cell's bias of {margin} points of 100{joint}\n\
         balance   {certify} {units} a cell: {power:.0} % sure to show that an even cell is within {margin} points{of_all}\n\
         {best}"
    )
}

/// A chance in whole parts of a hundred.
fn chance(share: f64) -> String {
    match 100.0 * share {
        percent if percent < 1.0 => "less than 1 %".to_owned(),
        percent => format!("about {percent:.0} %"),
    }
}

/// What a shard takes, and what all of them do.
pub(super) fn shard_in_words(plan: &Plan, shard: &ShardPlan) -> String {
    let ShardPlan { shards, games, seconds, bytes, .. } = *shard;
    let (time, threads) = (duration(seconds), counted(plan.threads as u64, "thread"));
    let units = if plan.rounds.is_some() { "match" } else { "game" };
    let units = match (games, units) {
        (1, one) => one.to_owned(),
        (_, "match") => "matches".to_owned(),
        (_, one) => format!("{one}s"),
    };
    let hours = core_hours(shard.core_hours);
    format!(
        "shard     one of {shards}: {games} {units}, about {time} on {threads}, about {}\n\
         in all    {hours}\n",
        size(bytes)
    )
}

/// Says on stderr where shards are too short for a cluster, and what would be better.
pub(super) fn warn_if_short(shard: &ShardPlan, threads: usize) {
    let ShardPlan { shards, seconds, whole_seconds, .. } = *shard;
    let Some(advised) = shard.advised else { return };
    let what = format!(
        "each of {shards} shards takes about {}, and a job may wait for minutes until it starts",
        duration(seconds)
    );
    let whole = duration(whole_seconds);
    let threads = counted(threads as u64, "thread");
    let help = match advised {
        2.. => format!(
            "`--shards {advised}` makes it about {}",
            duration(whole_seconds / advised as f64)
        ),
        _ => format!(
            "without a cluster, `pasang run` takes about {whole} for all of it on one machine with {threads}"
        ),
    };
    let warning = Source::new("", "").warnings(vec![Fault::whole(what).help(help)]);
    note(drawn(&warning, is_lively(&std::io::stderr())));
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
