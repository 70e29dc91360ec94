//! `pasang repair`: searches for the smallest change that makes a pattern even.
//!
//! It plays a sequence of ordinary experiments, each in its own folder, so that it can be resumed and
//! verified: the original pattern; then, from the fewest changed stones on, candidates made by recolouring
//! whole orbits, in a few games of one bot; the best of these between the crew; and the best of those again. The
//! last experiment uses fresh seeds and alone gives the answer, which avoids selection bias.

use std::path::{Path, PathBuf};

use clap::Args;

use super::experiment_args::{ExperimentArgs, SEED};
use super::options::{Threads, whole};
use super::run::Run;
use crate::answer::repair::{SURE, TrialResult, nearest, patterns};
use crate::experiment::{Experiment, HIGHEST_SEED, Lineup};
use crate::run::folder::Folder;
use crate::show::publish::publish;
use crate::show::repair::RepairReport;
use crate::show::width;
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{note, print, print_json};
use pasang_core::base::text::{is_control, plural};
use pasang_core::games::setup::{Exchanges, Setup};

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
    /// Crew that plays
    #[arg(long, value_name = "CREW", default_value = "crew:quick")]
    bots: String,
    /// Random seed [default: 2026]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=HIGHEST_SEED - MAX_STAGES))]
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

/// Maximum number of sizes: changed stones, fewest first.
const MAX_SIZES: usize = 3;

/// Folders for each number of changed stones.
const FOLDERS_PER_SIZE: usize = 3;

/// Games per opening pair in which one bot tries all candidates.
const TRIED_TURNS: u64 = 1;

/// Whole designs of the crew that a pattern gets: those near to even, and the answer.
const NEAR_DESIGNS: u64 = 1;
const ANSWER_DESIGNS: u64 = 2;

/// Number of patterns that advance to each stage after the first.
const NEAR_PATTERNS: usize = 12;
const ANSWER_PATTERNS: usize = 3;

impl Repair {
    pub fn run(self) -> CommandResult {
        let args = ExperimentArgs {
            setup: vec![self.setup.clone()],
            rules: self.rules.iter().cloned().collect(),
            set: self.set.clone(),
            bots: vec![self.bots.clone()],
            ..ExperimentArgs::default()
        };
        let run = Run::of(args, self.threads);
        let seed = self.seed.unwrap_or(SEED);
        let args = run.args.read(Some(seed))?;
        let [setup] = args.setups.as_slice() else {
            return Err(wrong(format!("`{}` is several setups", self.setup), "name one of them"));
        };
        if args.lineups[0].crew().is_none() {
            let what = format!("`{}` is no crew", self.bots);
            return Err(wrong(what, "one bot alone does not tell what others would find"));
        }
        let setup = setup.clone();
        let default = || Path::new("results").join(format!("{}-repair", run.args.name()));
        let out = self.out.clone().unwrap_or_else(default);
        let all = Exchanges::of(setup.stones, setup.symmetry());
        let most = 2 + FOLDERS_PER_SIZE * all.len().min(MAX_SIZES);
        let crew = args.lineups[0].clone();
        let one_bot = Lineup::same(crew.bots()[0]);
        let mut stages = Stages { run, args, out, seed, played: 0, most };
        let before = stages.play("before", vec![setup.clone()], &crew, ANSWER_DESIGNS)?.remove(0);
        let is_even = |result: &TrialResult| result.probability() >= SURE;
        let mut tried = 0;
        let mut after = None;
        if !is_even(&before) {
            for (size, exchanges) in all.into_iter().take(MAX_SIZES) {
                let patterns = patterns(&setup, (size, &exchanges), seed);
                tried += patterns.len();
                let stage = |what: &str| format!("{size}-stones-{what}");
                let near = stages.play(&stage("tried"), patterns, &one_bot, TRIED_TURNS)?;
                let near = nearest(near, NEAR_PATTERNS);
                let last = stages.play(&stage("near"), near, &crew, NEAR_DESIGNS)?;
                let last = nearest(last, ANSWER_PATTERNS);
                let last = stages.play(&stage("answer"), last, &crew, ANSWER_DESIGNS)?;
                after = last.into_iter().find(is_even);
                if after.is_some() {
                    break;
                }
            }
        }
        let report = RepairReport { before, after, tried, bots: crew };
        if let Some(after) = &report.after {
            let setup = self.setup.replace(is_control, " ");
            let text = format!("# Made by `pasang repair {setup}`.\n{}", after.setup.to_text());
            Folder::at(&stages.out).write(MENDED, text.as_bytes())?;
        }
        if self.json {
            print_json(&report.to_json())?
        } else {
            print(report.text(width()))?
        }
        if report.after.is_some() {
            note(format_args!("the pattern is in {}", stages.out.join(MENDED).display()));
        }
        note(format_args!("all games are in the folders of {}", stages.out.display()));
        Ok(())
    }
}

const MENDED: &str = "mended.txt";

struct Stages {
    run: Run,
    /// Template of all experiments, with random openings.
    args: Experiment,
    out: PathBuf,
    /// Seed of the first experiment; each has the next one.
    seed: u64,
    /// Number of experiments played, and its maximum.
    played: usize,
    most: usize,
}

impl Stages {
    fn play(
        &mut self,
        name: &str,
        setups: Vec<Setup>,
        bots: &Lineup,
        designs: u64,
    ) -> Result<Vec<TrialResult>, CommandError> {
        let seed = Some(self.seed + self.played as u64);
        self.played += 1;
        let lineups = vec![bots.clone()];
        let experiment = Experiment { setups, lineups, seed, ..self.args.clone() };
        let (played, most) = (self.played, self.most);
        let patterns = plural(experiment.setups.len() as u64, "pattern");
        note(format_args!("stage {played} of at most {most}, {name}: {patterns}"));
        let title = format!("{} {name}", self.args.title);
        let games = designs * experiment.whole_design();
        let experiment = Experiment { title, games, ..experiment };
        let out = self.out.join(name);
        let (run_folder, summary) = self.run.play_on(experiment, &out, (None, None))?;
        publish(&run_folder, &summary)?;
        Ok(TrialResult::all(&run_folder.experiment().setups, &summary))
    }
}
