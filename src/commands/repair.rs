//! `pasang repair`: searches for the smallest change that makes a pattern even.
//!
//! It plays a sequence of ordinary experiments, each in its own folder, so that it can be resumed and
//! verified: the original pattern; then, from the fewest changed stones on, candidates made by recolouring
//! whole orbits; the best of these in more games; and the best of those by both measures. The last experiment
//! uses fresh seeds and alone gives the answer, which avoids selection bias.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::exit::{CommandError, CommandResult, note, print, print_json, wrong};
use super::experiment_args::{ExperimentArgs, SEED};
use super::options::{Threads, whole, width};
use super::publish::CompletedRun;
use super::run::Run;
use crate::base::random::SeedKey;
use crate::base::text::{Keyword, is_control, plural};
use crate::board::{BoardSize, Colour, Stones, with_coordinates};
use crate::experiment::{Experiment, Fraction, Goal, HIGHEST_SEED};
use crate::games::setup::{Exchanges, Origin, Setup};
use crate::report::{percent, range, short};
use crate::results::folder::Folder;
use crate::results::with_experiment_stats;
use crate::stats::{Estimate, Table, Verdict};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang repair mine.txt")]
pub struct Repair {
    /// Pattern: a built-in setup, a file, or `-` for stdin
    #[arg(value_name = "NAME|FILE")]
    setup: String,
    /// Play by these rules [default: brunei-slide]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Set a toggle of the rules; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Bot in both seats [default: search:nodes=250]
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Equivalence margin around an even score; 0.08 is 42 to 58 %
    #[arg(long, value_name = "SHARE", default_value = "0.08", value_parser = Fraction::from_word)]
    within: Fraction,
    /// Random seed [default: 2026]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=HIGHEST_SEED - MAX_STAGES))]
    #[arg(allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Folder for all results [default: results/NAME-repair]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Maximum number of stages, each with its own seed.
const MAX_STAGES: u64 = 100;

/// Maximum number of sizes (changed stones, fewest first), and of patterns of each size.
const MAX_SIZES: usize = 3;
const MAX_PATTERNS: u64 = 240;

/// Folders for each number of changed stones.
const FOLDERS_PER_SIZE: usize = 6;

/// Games per pattern with random openings, and the maximum for maximin: for all candidates, for
/// those near to even, and for the answer.
const TRIED_GAMES: u64 = 60;
const NEAR_GAMES: (u64, u64) = (600, 1680);
const ANSWER_GAMES: (u64, u64) = (2400, 19_200);

/// Number of patterns that advance to each stage after the first.
const NEAR_PATTERNS: usize = 12;
const CHOSEN_PATTERNS: usize = 6;
const ANSWER_PATTERNS: usize = 3;

impl Repair {
    pub fn run(self) -> CommandResult {
        let args = ExperimentArgs::of(&self.setup, &self.rules, &self.set, &self.bot);
        let run = Run::of(args, self.threads);
        let seed = self.seed.unwrap_or(SEED);
        let mut args = run.args.read(Some(seed))?;
        args.within = Some(self.within);
        let [setup] = args.setups.as_slice() else {
            return Err(wrong(format!("`{}` is several setups", self.setup), "name one of them"));
        };
        if run.args.chosen(&args).is_none() {
            return Err(wrong(
                "patterns are mended under Brunei's rules alone",
                "in Bell's game hardly anything hangs on the first move",
            ));
        }
        let setup = setup.clone();
        let default = || Path::new("results").join(format!("{}-repair", run.args.name()));
        let out = self.out.clone().unwrap_or_else(default);
        let all = Exchanges::of(setup.stones, setup.symmetry());
        let most = 2 + FOLDERS_PER_SIZE * all.len().min(MAX_SIZES);
        let mut stages = Stages { run, args, out, next: seed, played: 0, most };
        let before = stages.both("before", vec![setup.clone()], ANSWER_GAMES)?.remove(0);
        let mut tried = 0;
        let mut after = None;
        if !before.is_even() {
            for (size, exchanges) in all.into_iter().take(MAX_SIZES) {
                let patterns = patterns(&setup, (size, &exchanges), seed);
                tried += patterns.len();
                let stage = |what: &str| format!("{size}-stones-{what}");
                let near = stages.drawn(&stage("tried"), patterns, TRIED_GAMES)?;
                let near =
                    stages.drawn(&stage("near"), nearest(near, NEAR_PATTERNS), NEAR_GAMES.0)?;
                let chosen =
                    stages.both(&stage("chosen"), nearest(near, CHOSEN_PATTERNS), NEAR_GAMES)?;
                let last = stages.both(
                    &stage("answer"),
                    nearest(chosen, ANSWER_PATTERNS),
                    ANSWER_GAMES,
                )?;
                after = last.into_iter().find(TrialResult::is_even);
                if after.is_some() {
                    break;
                }
            }
        }
        let bots = stages.args.lineups[0].to_string();
        let report = RepairReport { before, after, tried, within: self.within, bots };
        if let Some(after) = &report.after {
            let mut text = after.setup.to_text();
            let setup = self.setup.replace(is_control, " ");
            text.insert_str(0, &format!("# Made by `pasang repair {setup}`.\n"));
            Folder::at(&stages.out).write(MENDED, text.as_bytes())?;
        }
        match self.json {
            true => print_json(&report.to_json())?,
            false => print(report.text())?,
        }
        if report.after.is_some() {
            note(format_args!("the pattern is in {}", stages.out.join(MENDED).display()));
        }
        note(format_args!("all games are in the folders of {}", stages.out.display()));
        Ok(())
    }
}

/// File of the repaired pattern.
const MENDED: &str = "mended.txt";

/// Returns the patterns in which `size` stones of each colour are exchanged; if there are too many,
/// a random sample.
fn patterns(setup: &Setup, (size, exchanges): (u32, &Exchanges), seed: u64) -> Vec<Setup> {
    let count = exchanges.count();
    let mut numbers: BTreeSet<u64> = (0..count.min(MAX_PATTERNS)).collect();
    if count > MAX_PATTERNS {
        numbers.clear();
        let mut rng = SeedKey::new(seed, &[b"repair", &size.to_le_bytes()]).rng(0);
        while (numbers.len() as u64) < MAX_PATTERNS {
            numbers.insert(rng.below_u64(count));
        }
    }
    let artifacts = |number| Setup {
        name: format!("{}-{size}-{}", setup.name, number + 1),
        source: None,
        origin: Origin::Generated,
        stones: exchanges.nth(number),
        any_counts: setup.any_counts,
    };
    numbers.into_iter().map(artifacts).collect()
}

/// The sequence of experiments.
struct Stages {
    run: Run,
    /// Template of all experiments, with random openings.
    args: Experiment,
    out: PathBuf,
    /// Seed of the next experiment.
    next: u64,
    /// Number of experiments played, and its maximum.
    played: usize,
    most: usize,
}

impl Stages {
    /// Plays patterns with random openings.
    fn drawn(
        &mut self,
        name: &str,
        setups: Vec<Setup>,
        games: u64,
    ) -> Result<Vec<TrialResult>, CommandError> {
        let experiment = self.experiment(name, setups, games);
        Ok(TrialResult::of(&self.play(name, experiment)?))
    }

    /// Plays patterns with random openings, and for maximin.
    fn both(
        &mut self,
        name: &str,
        setups: Vec<Setup>,
        (games, most): (u64, u64),
    ) -> Result<Vec<TrialResult>, CommandError> {
        let drawn = self.experiment(name, setups, games);
        let Some(mut chosen) = self.run.args.chosen(&drawn) else { return Ok(Vec::new()) };
        if let Some(adaptive) = &mut chosen.adaptive {
            adaptive.goal = Goal::Maximin { width: drawn.within };
            chosen.games = most.next_multiple_of(adaptive.batch);
        }
        let mut all = TrialResult::of(&self.play(name, drawn)?);
        let chosen = TrialResult::of(&self.play(&format!("{name}-choice"), chosen)?);
        for (result, chosen) in all.iter_mut().zip(chosen) {
            result.figures.extend(chosen.figures);
        }
        Ok(all)
    }

    fn experiment(&mut self, name: &str, setups: Vec<Setup>, games: u64) -> Experiment {
        let seed = Some(self.next);
        self.next += 1;
        let title = format!("{} {name}", self.args.title);
        let experiment = Experiment { title, seed, setups, ..self.args.clone() };
        let games = games.next_multiple_of(experiment.opening_pairs());
        Experiment { games, ..experiment }
    }

    fn play(&mut self, name: &str, experiment: Experiment) -> Result<CompletedRun, CommandError> {
        self.played += 1;
        let (played, most) = (self.played, self.most);
        let patterns = plural(experiment.setups.len() as u64, "pattern");
        note(format_args!("stage {played} of at most {most}, {name}: {patterns}"));
        self.run.play(experiment, &self.out.join(name))
    }
}

/// Result of trying a pattern: its figures for random openings, and for maximin.
struct TrialResult {
    setup: Setup,
    figures: Vec<(Estimate, Option<Verdict>)>,
}

impl TrialResult {
    fn of(finished: &CompletedRun) -> Vec<TrialResult> {
        let setups = &finished.compiled.experiment().setups;
        let none = Estimate { mean: 0.5, interval: None, method: "" };
        with_experiment_stats(&finished.compiled, &finished.known, |all| {
            let figures = all.cells.iter().map(|cell| {
                let (score, verdict) = all.requested(cell);
                (score.unwrap_or(none), verdict)
            });
            let played = setups.iter().zip(figures);
            played
                .map(|(it, figure)| TrialResult { setup: it.clone(), figures: vec![figure] })
                .collect()
        })
    }

    /// Returns the distance from an even score, by the measure where it is larger.
    fn distance(&self) -> f64 {
        let each = self.figures.iter().map(|(score, _)| (score.mean - 0.5).abs());
        each.fold(0.0, f64::max)
    }

    /// Returns whether both measures are balanced within the margin, and both intervals contain 50 %.
    fn is_even(&self) -> bool {
        let is_open =
            |score: &Estimate| score.interval.is_some_and(|it| it.low < 0.5 && it.high > 0.5);
        let is_near = |verdict: &Option<Verdict>| *verdict == Some(Verdict::Balanced);
        self.figures.iter().all(|(score, verdict)| is_near(verdict) && is_open(score))
    }

    fn to_json(&self) -> Value {
        let figure = |place: usize| {
            let (score, verdict) = self.figures.get(place)?;
            let interval = score.interval.map(|it| [it.low, it.high]);
            Some(json!({ "first_score": score.mean, "interval": interval,
                         "verdict": verdict.map(Keyword::word) }))
        };
        let rows: Vec<String> = self.setup.board().lines().map(str::to_owned).collect();
        json!({ "rows": rows, "drawn": figure(0), "both_choose": figure(1) })
    }
}

/// Returns the `most` patterns nearest to even, nearest first.
fn nearest(mut results: Vec<TrialResult>, most: usize) -> Vec<Setup> {
    results.sort_by(|one, other| one.distance().total_cmp(&other.distance()));
    results.into_iter().take(most).map(|result| result.setup).collect()
}

/// Answer of a repair.
struct RepairReport {
    before: TrialResult,
    after: Option<TrialResult>,
    tried: usize,
    within: Fraction,
    bots: String,
}

impl RepairReport {
    fn text(&self) -> String {
        let RepairReport { before, after, tried, within, bots } = self;
        let name = &before.setup.name;
        let margin = short(within.share());
        let changed = after.as_ref().map(|after| {
            let black = (after.setup.stones.black - before.setup.stones.black).len();
            format!("{black} white stones of {name} become black and {black} black ones white")
        });
        let answer = match &changed {
            None if before.is_even() => {
                format!(
                    "{name} needs no repair: it is balanced within ±{margin} percentage points."
                )
            }
            None => format!(
                "No change was found that balances {name} within ±{margin} percentage points: {tried} patterns were tried."
            ),
            Some(changed) => {
                format!("{name} is balanced within ±{margin} percentage points if {changed}.")
            }
        };
        let figure = |(_, result): &(&str, &TrialResult), place: usize| {
            let (score, verdict) = result.figures.get(place)?;
            let sign = verdict.map_or("", Verdict::sign);
            Some(format!("{} {} {sign}", percent(score.mean), range(score)).trim().to_owned())
        };
        let after_it = after.iter().map(|after| ("after", after));
        let table = Table::of([("before", before)].into_iter().chain(after_it))
            .left("pattern", |(what, _)| *what)
            .left("random openings", |it| figure(it, 0))
            .left("best openings (maximin)", |it| figure(it, 1))
            .done();
        let mut text = format!("{answer}\n\n{}\n", table.text(width()));
        text += "First player's score in % with its 95 % CI: + favours the first player, - the second, = balanced\n\
                 within the margin; a balanced interval may exclude 50.\n";
        if let Some(after) = after {
            text += &format!("\n{}\n", beside(before.setup.stones, after.setup.stones));
            text += "Capital letters stand where stones change. ";
            text += &format!(
                "{tried} patterns were tried; the games of this answer have seeds of their own.\n"
            );
        }
        text + &format!("Games between {bots} bots: others may fare otherwise.\n")
    }

    fn to_json(&self) -> Value {
        json!({ "before": self.before.to_json(), "after": self.after.as_ref().map(TrialResult::to_json),
                "tried": self.tried, "within": self.within.share() })
    }
}

/// Draws two boards side by side, with their differences in capitals.
fn beside(before: Stones, after: Stones) -> String {
    let board = |stones: Stones| {
        with_coordinates(BoardSize::of(before), |point| {
            let sign = stones.at(point).map_or('_', Colour::sign);
            let is_new = before.at(point) != after.at(point);
            if is_new { sign.to_ascii_uppercase().to_string() } else { sign.to_string() }
        })
    };
    let (one, other) = (board(before), board(after));
    let width = one.lines().map(str::len).max().unwrap_or(0);
    let lines = one.lines().zip(other.lines());
    lines.map(|(one, other)| format!("{one:width$}    {other}\n")).collect()
}
