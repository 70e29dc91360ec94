//! The cost of an experiment and what it can tell, by a few of its games and by the model.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::balance::VarianceComponents;
use super::effects::{Design, LEAST_SAMPLE};
use super::interval::{ALPHA, Interval, wilson_share};
use super::quantile;
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, Factorial, Lineup, Openings};
use crate::run::allotment::EVEN_ROUNDS;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::player::ExperimentPlayer;
use crate::text::terminal::Line;
use pasang_core::base::cancel::CancelToken;

/// Time for calibration, whatever the number of cells: at most this, where [`MIN`] does not ask for more.
/// Debug builds are for tests, which do not check the machine's speed.
const CALIBRATION: Duration = Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 500 });

/// Minimum number of games of a kind for an estimate of their size. To reach it on a slow machine,
/// calibration may take [`MAX_LENGTH`] times as long.
const MIN: u64 = 32;

/// Number of games of a kind that are enough: the standard error of their mean size is then about half a
/// percent.
const ENOUGH: u64 = 1_000;

/// Step between the sampled game indices: 2^64 over the golden ratio (Knuth, The Art of Computer
/// Programming, vol. 3, 6.4).
const INDEX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

const MAX_LENGTH: u32 = 2;

#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    pub setups: usize,
    pub rules: usize,
    pub bots: usize,
    pub cells: usize,
    /// Games per cell.
    pub games_a_cell: u64,
    pub games: u64,
    /// Number of opening pairs, of which each is played equally often after as many games a cell.
    pub opening_pairs: u64,
    /// Estimated time on these threads; `None` with engines.
    pub seconds: Option<f64>,
    pub threads: usize,
    /// Number of games played for calibration.
    pub calibration_games: u64,
    pub bytes: Option<u64>,
    /// Memory of all transposition tables.
    pub mebibytes: u64,
    /// Half-width of a cell's interval for the first player's score, at its widest.
    pub half_width: f64,
    /// Half-widths of the interval of the value with best openings, with games that are allotted and with
    /// even shares; `None` where games are not allotted, or no simulation tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_half_widths: Option<[f64; 2]>,
    /// Of a designed experiment over rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<DesignPlan>,
}

#[derive(Clone, Debug, Serialize)]
pub struct DesignPlan {
    pub combinations: usize,
    /// D-efficiency of the main effects, relative to all combinations.
    pub efficiency: f64,
    /// The largest correlation of a main effect with an interaction of two other values.
    pub largest_correlation: f64,
    /// The number of two-way interactions that cannot be told from another one, of all.
    pub aliased_interactions: usize,
    pub interactions: usize,
    /// By value: the expected half-widths of the interval of its effect on the first player's score,
    /// alone and jointly; for patterns of which those that play are a sample, if they are enough.
    pub half_widths: Vec<(String, [f64; 2])>,
    /// The games a cell after which each interval for the patterns that play is ±0.5 percentage points.
    pub games_for_half_a_point: u64,
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
pub fn plan(experiment: &Experiment, threads: usize, cancel: &CancelToken) -> Option<Plan> {
    // The cost does not depend on the seed.
    let compiled = CompiledExperiment::new(experiment.clone(), 0);
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

/// Estimates the cost by playing about as long as [`CALIBRATION`] at most, and at least one game per rule set
/// and line-up, however long it takes. `None` if cancelled.
fn cost(
    experiment: &Experiment,
    compiled: &CompiledExperiment,
    cancel: &CancelToken,
) -> Option<Cost> {
    let (schedule, cells) = (compiled.schedule(Shard::WHOLE), experiment.cell_count());
    // Games of the same rules and bots cost about the same on all setups, and share their time.
    // Each such kind has its own mean, however many of its games were played.
    let kinds = experiment.rules.len() * experiment.lineups.len();
    let all = experiment.games.saturating_mul(experiment.setups.len() as u64);
    let share = CALIBRATION / u32::try_from(kinds).unwrap_or(u32::MAX);
    let mut player = ExperimentPlayer::new(compiled).with(cancel, &[]);
    let (mut seconds_an_index, mut bytes_an_index, mut played) = (0.0, 0.0, 0);
    let (mut row, line) = (Vec::new(), Line::on_stderr());
    for kind in 0..kinds {
        let begin = Instant::now();
        line.write(|| format!("plays games of kind {} of {kinds}", kind + 1));
        let (mut games, mut bytes) = (0_u64, 0);
        while games == 0
            || games < ENOUGH.min(all) && begin.elapsed() < share
            || games < MIN.min(all) && begin.elapsed() < MAX_LENGTH * share
        {
            let setup = (kind as u64 + games) % experiment.setups.len() as u64;
            let cell = setup * kinds as u64 + kind as u64;
            // Each once if they are few; else spread over all games: later ones have more digits, and openings alternate.
            let turn = games / experiment.setups.len() as u64;
            let index = match all <= ENOUGH {
                true => turn,
                false => turn.wrapping_mul(INDEX_STEP) % experiment.games,
            };
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
