//! `pasang plan`: estimates the cost of an experiment by playing a few of its games. It starts no
//! engine: what games of engines take is not known.

use std::time::{Duration, Instant};

use clap::Args;
use indicatif::DecimalBytes;
use serde::Serialize;

use super::exit::{CommandResult, complain, print, print_json};
use super::experiment_args::ExperimentArgs;
use super::game;
use super::options::{Threads, listen, seed};
use crate::answer::balance::VarianceComponents;
use crate::answer::effects::{Design, LEAST_SAMPLE};
use crate::answer::interval::{Interval, wilson_share};
use crate::answer::{ALPHA, quantile};
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, Factorial, Lineup, Openings};
use crate::run::allotment::EVEN_ROUNDS;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::duration;
use crate::run::player::ExperimentPlayer;
use crate::text::numbers::rounded;
use pasang_core::base::cancel::CancelToken;
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

/// Total time for calibration, whatever the number of cells. Debug builds are for tests, which do
/// not check the machine's speed.
const CALIBRATION: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 1500 });

/// Minimum number of games of a kind for an estimate of their size. To reach it on a slow machine,
/// calibration may take [`MAX_LENGTH`] times as long.
const MIN: u64 = 32;

/// Step between the sampled game indices: 2^64 over the golden ratio (Knuth, The Art of Computer
/// Programming, vol. 3, 6.4).
const INDEX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

const MAX_LENGTH: u32 = 4;

#[derive(Clone, Debug, Serialize)]
struct Plan {
    setups: usize,
    rules: usize,
    bots: usize,
    cells: usize,
    /// Games per cell.
    games_a_cell: u64,
    games: u64,
    /// Number of opening pairs, of which each is played equally often after as many games a cell.
    opening_pairs: u64,
    /// Estimated time on these threads; `None` with engines.
    seconds: Option<f64>,
    threads: usize,
    /// Number of games played for calibration.
    calibration_games: u64,
    bytes: Option<u64>,
    /// Memory of all transposition tables.
    mebibytes: u64,
    /// Half-width of a cell's interval for the first player's score, at its widest.
    half_width: f64,
    /// Half-widths of the interval of the value with best openings, with games that are allotted and with
    /// even shares; `None` where games are not allotted, or no simulation tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    value_half_widths: Option<[f64; 2]>,
    /// Of a designed experiment over rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    design: Option<DesignPlan>,
}

#[derive(Clone, Debug, Serialize)]
struct DesignPlan {
    combinations: usize,
    /// D-efficiency of the main effects, relative to all combinations.
    efficiency: f64,
    /// The largest correlation of a main effect with an interaction of two other values.
    largest_correlation: f64,
    /// The number of two-way interactions that cannot be told from another one, of all.
    aliased_interactions: usize,
    interactions: usize,
    /// By value: the expected half-widths of the interval of its effect on the first player's score,
    /// alone and jointly; for patterns of which those that play are a sample, if they are enough.
    half_widths: Vec<(String, [f64; 2])>,
    /// The games a cell after which each interval for the patterns that play is ±0.5 percentage points.
    games_for_half_a_point: u64,
}

/// Returns what a designed experiment can tell; `None` if its combinations are too many.
fn design_plan(experiment: &Experiment, factorial: &Factorial) -> Option<DesignPlan> {
    let levels = experiment.rules.iter().filter_map(|named| factorial.levels(&named.rules));
    let design = Design::new(factorial, levels.collect());
    let all = factorial.combinations()?;
    let whole = Design::new(factorial, all.iter().map(|row| factorial.effective(row)).collect());
    let (largest_correlation, [aliased_interactions, interactions]) = design.aliases();
    let VarianceComponents { column, pair, interaction, game, .. } =
        *VarianceComponents::of(experiment.rules[0].rules.kind());
    let of_a_game = 2.0 * column + pair + interaction + game;
    let (setups, games) = (experiment.setups.len() as f64, experiment.games as f64);
    let terms = factorial.terms();
    let joint = ALPHA / (terms.len() * experiment.lineups.len()) as f64;
    let factors = design.factors();
    let is_sample = experiment.setups.len() >= LEAST_SAMPLE;
    let between = if is_sample { BETWEEN_PATTERNS * BETWEEN_PATTERNS / setups } else { 0.0 };
    let normal = quantile::normal(ALPHA / 2.0);
    // As the run will tell it: of such patterns, by Student's t.
    let quantile = |tail| match is_sample {
        true => quantile::student(experiment.setups.len() as u64 - 1, tail).unwrap_or(f64::NAN),
        false => quantile::normal(tail),
    };
    let half_widths = terms.iter().zip(&factors).map(|(&term, factor)| {
        let error = (of_a_game * factor / (setups * games) + between).sqrt();
        (factorial.name(term), [ALPHA, joint].map(|alpha| quantile(alpha / 2.0) * error))
    });
    let widest = factors.iter().copied().fold(0.0, f64::max);
    let error = HALF_A_POINT / normal;
    Some(DesignPlan {
        combinations: all.len(),
        efficiency: design.efficiency(&whole),
        largest_correlation,
        aliased_interactions,
        interactions,
        half_widths: half_widths.collect(),
        games_for_half_a_point: (of_a_game * widest / (setups * error * error)).ceil() as u64,
    })
}

const HALF_A_POINT: f64 = 0.005;

/// Standard deviation of effects between patterns: the root mean square over the disputed rules of
/// Brunei's game (`experiments/results/disputed-rules/effects.csv`).
const BETWEEN_PATTERNS: f64 = 0.0233;

/// Estimates the cost of an experiment. `None` if cancelled.
fn plan(experiment: &Experiment, threads: usize, cancel: &CancelToken) -> Option<Plan> {
    // The cost does not depend on the seed.
    let compiled = CompiledExperiment::new(experiment.clone().with_seed(|| 0));
    let cost = match experiment.is_all_seeded() {
        true => Some(cost(experiment, &compiled, cancel)?),
        false => None,
    };
    Some(Plan {
        setups: experiment.setups.len(),
        rules: experiment.rules.len(),
        bots: experiment.lineups.len(),
        cells: experiment.cell_count(),
        games_a_cell: experiment.games,
        games: compiled.schedule(Shard::WHOLE).all(),
        opening_pairs: experiment.opening_pairs(),
        seconds: cost.as_ref().map(|cost| cost.seconds / threads as f64),
        threads,
        calibration_games: cost.as_ref().map_or(0, |cost| cost.played),
        bytes: cost.map(|cost| cost.bytes),
        mebibytes: experiment.mebibytes_a_thread() * threads as u64,
        half_width: half_width(experiment, ALPHA),
        value_half_widths: value_half_widths(experiment),
        design: experiment.factorial.as_ref().and_then(|it| design_plan(experiment, it)),
    })
}

struct Cost {
    seconds: f64,
    bytes: u64,
    played: u64,
}

/// Estimates the cost by playing about as long as [`CALIBRATION`], at least one game per rule set
/// and line-up. `None` if cancelled.
fn cost(
    experiment: &Experiment,
    compiled: &CompiledExperiment,
    cancel: &CancelToken,
) -> Option<Cost> {
    let (schedule, cells) = (compiled.schedule(Shard::WHOLE), experiment.cell_count());
    // Games of the same rules and bots cost about the same on all setups, and share their time.
    // Each such kind has its own mean, however many of its games were played.
    let kinds = experiment.rules.len() * experiment.lineups.len();
    let share = CALIBRATION / u32::try_from(kinds).unwrap_or(u32::MAX);
    let mut player = ExperimentPlayer::new(compiled).with(cancel, &[]);
    let (mut seconds_an_index, mut bytes_an_index, mut played) = (0.0, 0.0, 0);
    let mut row = Vec::new();
    for kind in 0..kinds {
        let begin = Instant::now();
        let (mut games, mut bytes) = (0_u64, 0);
        while games == 0
            || begin.elapsed() < share
            || games < MIN && begin.elapsed() < MAX_LENGTH * share
        {
            let setup = (kind as u64 + games) % experiment.setups.len() as u64;
            let cell = setup * kinds as u64 + kind as u64;
            // Spread over all games: later ones have more digits, and openings alternate.
            let index = games.wrapping_mul(INDEX_STEP) % experiment.games;
            let number = index * cells as u64 + cell;
            let id = schedule.numbered(number);
            player.play(id)?;
            row.clear();
            player.write_row(id, &mut row);
            bytes += row.len();
            games += 1;
        }
        let mean = |sum: f64| sum / games as f64 * experiment.setups.len() as f64;
        seconds_an_index += mean(begin.elapsed().as_secs_f64());
        bytes_an_index += mean(bytes as f64);
        played += games;
    }
    let header = compiled.form().header().len() as u64;
    let games = experiment.games as f64;
    let bytes = header + (bytes_an_index * games) as u64;
    Some(Cost { seconds: seconds_an_index * games, bytes, played })
}

/// Returns the half-width of a cell's interval at an even score, its widest, after all games.
fn half_width(experiment: &Experiment, alpha: f64) -> f64 {
    let games = match experiment.openings {
        // Others are played where they tell least of the mean over all pairs.
        Openings::Best => experiment.games.min(EVEN_ROUNDS * experiment.opening_pairs()),
        _ => experiment.games,
    };
    let z = quantile::normal(alpha / 2.0);
    if let Some(crew) = experiment.lineups.iter().find_map(Lineup::crew) {
        let VarianceComponents { interaction, game, bot, .. } =
            *VarianceComponents::of(experiment.rules[0].rules.kind());
        let met = (crew.players() * experiment.opening_pairs()) as f64;
        let bots = crew.members.len() as f64;
        return z * (interaction / met + game / games as f64 + bot / bots).sqrt();
    }
    let Interval { low, high } = wilson_share(0.5, games as f64, z);
    (high - low) / 2.0
}

/// The memory that a cell takes while it is played, verified or reported.
const KILOBYTES_A_CELL: u64 = 18;

/// Games a cell, and mean half-widths of the interval of the value with best openings, with games that are
/// allotted and with even shares (`analysis/allot.py`: 60 pairs of first moves, a crew of four, patterns with
/// the symmetries of the known ones).
const VALUE_HALF_WIDTHS: [(u64, [f64; 2]); 4] =
    [(240, [0.098, 0.118]), (480, [0.075, 0.104]), (960, [0.060, 0.092]), (1920, [0.053, 0.082])];

/// Returns what simulations say of the value's interval after about as many games: those of the table with
/// the nearest logarithm.
fn value_half_widths(experiment: &Experiment) -> Option<[f64; 2]> {
    let is_simulated = experiment.openings == Openings::Best && experiment.opening_pairs() == 60;
    let ratio = |games: u64| {
        let (more, less) = (games.max(experiment.games), games.min(experiment.games));
        more as f64 / less as f64
    };
    let nearest = VALUE_HALF_WIDTHS
        .into_iter()
        .min_by(|(one, _), (other, _)| ratio(*one).total_cmp(&ratio(*other)))?;
    (is_simulated && ratio(nearest.0) < 1.5).then_some(nearest.1)
}

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
