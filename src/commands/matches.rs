//! `pasang match`: which bot is better, and by how much.
//!
//! A match is an ordinary experiment: every pair of first moves from both seats. Two bots play whole
//! cycles of these until a confidence sequence answers the question, which may be asked after every
//! cycle; the folder then holds an experiment of as many games. More bots play a fixed number.

use std::path::PathBuf;

use clap::Args;

use super::experiment_args::{ExperimentArgs, read_roster};
use super::options::{Form, Threads, number, seed, whole};
use super::run::Run;
use crate::answer::looks::{Looks, games_in};
use crate::answer::{ExperimentStats, experiment_stats};
use crate::experiment::meetings::{Contestant, games_of_a_cycle, pairs};
use crate::experiment::{Experiment, Lineup, or_default};
use crate::run::RunFolder;
use crate::run::folder::Folder;
use crate::show::contest::{Standings, text, to_json};
use crate::show::publish::publish;
use crate::show::{contest, width};
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{note, print, print_json};
use crate::text::new_files::folder_name;
use pasang_core::players::bots::BotSpec;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang match search:nodes=1000 search:nodes=1200\n  pasang match random greedy search:depth=2 search:nodes=1000\n  pasang match results/mine"
)]
pub struct Match {
    /// Bots or crews that meet, or a folder of results with bots that met
    ///
    /// Two play until it is clear which is better, or that both are within 20 Elo. Every member of a
    /// crew meets every bot of the others.
    #[arg(value_name = "BOT|CREW|RESULTS", required = true)]
    words: Vec<String>,
    /// Play on this setup; may be repeated [default: catalogue-05]
    #[arg(long, value_name = "NAME|FILE")]
    setup: Vec<String>,
    /// Play by these rules; may be repeated [default: brunei-slide]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Vec<String>,
    /// Set a toggle of the rules; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Pairs of first moves, as `c j, a g`, or `as-chosen` [default: all]
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,
    /// Most games of a pair of bots, in whole cycles [default: 20000, of three bots or more one cycle]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=MAX_GAMES))]
    games: Option<u64>,
    #[command(flatten)]
    question: Question,
    /// File with tables `[crew.NAME]` and `[engine.NAME]` of players
    #[arg(long, value_name = "FILE.toml")]
    players: Option<PathBuf>,
    /// Start the programs of the tables `[engine.NAME]`
    #[arg(long)]
    engines: bool,
    /// Random seed [default: 2026]
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Results folder [default: results/NAME, after setup and bots]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Question of a match of two; by default which bot is better.
#[derive(Clone, Copy, Debug, Args)]
struct Question {
    /// Ask whether the first bot is this much stronger than the second, or less than `--elo1`
    #[arg(long, value_name = "ELO", requires = "elo1", allow_negative_numbers = true)]
    #[arg(value_parser = number(-2000.0..=2000.0))]
    elo0: Option<f64>,
    /// The other bound of the question
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    #[arg(value_parser = number(-2000.0..=2000.0))]
    elo1: Option<f64>,
    /// Stop when the score's interval is this narrow, in percentage points
    #[arg(long, value_name = "POINTS", conflicts_with = "elo0")]
    #[arg(value_parser = number(0.1..=50.0))]
    until: Option<f64>,
}

const MAX_GAMES: u64 = 1_000_000_000;

/// Default maximum of games of two bots.
const MOST: u64 = 20_000;

impl Match {
    pub fn run(self) -> CommandResult {
        if let [only] = self.words.as_slice() {
            return self.rate(only);
        }
        let contestants = self.contestants()?;
        self.question.check(contestants.len())?;
        let run = Run::of(self.design(&contestants), self.threads);
        let experiment = run.args.read(self.seed)?;
        let out = match &self.out {
            Some(out) => out.clone(),
            None => run.free_folder(&self.name(), &experiment),
        };
        let (each, is_of_two) =
            (games_of_a_cycle(&experiment, &contestants), contestants.len() == 2);
        let cycles = self.games.unwrap_or(if is_of_two { MOST } else { each }).div_ceil(each);
        if let Some(games) = self.games.filter(|&games| games < cycles * each) {
            let limit = cycles * each;
            note(format_args!(
                "up to {limit} games instead of {games}: each pair of first moves is played equally often"
            ));
        }
        let (cycle, most) = (experiment.opening_pairs(), cycles * experiment.opening_pairs());
        let looks = Looks::new(if is_of_two { cycle } else { most }, most, experiment.cell_count());
        let play = |games, look| {
            let experiment = Experiment { games, ..experiment.clone() };
            run.play_on(experiment, &out, (look, looks.stopped(games)))
        };
        let open = |(run_folder, summary): &(_, _), _| {
            let standings = standings(&experiment_stats(run_folder, summary))?;
            let is_open = self.question.asked().answer(&standings).is_none();
            Ok(is_open.then(|| standings.in_brief()))
        };
        let (run_folder, summary) = looks.play(games_in(&out), play, open)?;
        let all = publish(&run_folder, &summary)?;
        self.show(&standings(&all)?)?;
        note(format_args!("results are in {}", out.display()));
        Form::default().name_report(&out);
        Ok(())
    }

    /// Rates the bots that met in a folder of results.
    fn rate(&self, word: &str) -> CommandResult {
        let path = PathBuf::from(word);
        if !path.is_dir() {
            let what = format!("`{word}` meets no other bot, and is no folder of results");
            return Err(wrong(what, "name two bots or more"));
        }
        let has_lists = [&self.setup, &self.rules, &self.set].iter().any(|list| !list.is_empty());
        let has_files = self.out.is_some() || self.players.is_some();
        let says_how = self.games.is_some() || self.seed.is_some() || self.openings.is_some();
        if has_lists || has_files || says_how {
            return Err(wrong(
                "these games are played already",
                "leave out the options of a match",
            ));
        }
        let run_folder = RunFolder::read(&Folder::open(&path)?)?;
        if !run_folder.manifest.finished {
            let what = format!("`{word}` is not finished");
            let help = format!(
                "to go on, give its `pasang match BOT BOT ..` again, or: {}",
                run_folder.folder.run_again()
            );
            return Err(wrong(what, help));
        }
        let known = match run_folder.counted()? {
            Some(counted) => counted,
            // A shard, or a designed experiment.
            None => {
                run_folder.check_files()?;
                run_folder.folder.check_has_journal()?;
                let workers = self.threads.workers()?;
                run_folder.summarize(run_folder.games(&workers)?, &workers)?
            }
        };
        let standings = standings(&experiment_stats(&run_folder, &known))?;
        self.question.check(standings.bots.len())?;
        self.show(&standings)
    }

    fn contestants(&self) -> Result<Vec<Contestant>, CommandError> {
        let lineups = read_roster(self.players.as_deref())?.find(&self.words)?;
        let contestant = |(word, lineup): (&String, Lineup)| {
            (word.clone(), lineup.bots().iter().map(BotSpec::to_string).collect())
        };
        let contestants: Vec<Contestant> = self.words.iter().zip(lineups).map(contestant).collect();
        for (at, (word, bots)) in contestants.iter().enumerate() {
            for (other, theirs) in &contestants[..at] {
                if let Some(bot) = bots.iter().find(|bot| theirs.contains(bot)) {
                    let what = format!("`{bot}` plays for `{other}` and for `{word}`");
                    return Err(wrong(what, "a bot against itself is a draw"));
                }
            }
        }
        Ok(contestants)
    }

    /// Returns the experiment in which every bot meets every bot of the other contestants.
    fn design(&self, contestants: &[Contestant]) -> ExperimentArgs {
        ExperimentArgs {
            setup: or_default(&self.setup, "catalogue-05"),
            rules: self.rules.clone(),
            set: self.set.clone(),
            bots: pairs(contestants),
            players: self.players.clone(),
            engines: self.engines,
            openings: self.openings.clone().or_else(|| Some("all".to_owned())),
            ..ExperimentArgs::default()
        }
    }

    fn name(&self) -> String {
        let seed = self.seed.map(|seed| format!("seed-{seed}"));
        let lists = [&self.words, &self.setup, &self.rules, &self.set].into_iter().flatten();
        let parts = lists.chain(&self.openings).cloned().chain(seed);
        folder_name(["match".to_owned()].into_iter().chain(parts))
    }

    fn show(&self, standings: &Standings) -> CommandResult {
        let answer = self.question.asked().answer(standings);
        match self.json {
            true => print_json(&to_json(standings, answer)),
            false => print(text(standings, answer, width())),
        }
    }
}

impl Question {
    /// Refuses a question that is asked of two bots if there are more.
    fn check(&self, bots: usize) -> CommandResult {
        if self.until.or(self.elo0).is_some() && bots > 2 {
            return Err(wrong("`--elo0` and `--until` are about two bots", "name two"));
        }
        match self.elo0.zip(self.elo1) {
            Some((low, high)) if low >= high => {
                Err(wrong(format!("`--elo0 {low}` is not below `--elo1 {high}`"), "exchange them"))
            }
            _ => Ok(()),
        }
    }

    /// Returns what is asked of two bots.
    fn asked(&self) -> contest::Question {
        match (self.until, self.elo0.zip(self.elo1)) {
            (Some(points), _) => contest::Question::Width(points / 100.0),
            (None, Some((low, high))) => contest::Question::Elo([low, high]),
            (None, None) => contest::Question::Better,
        }
    }
}

/// Counts the games between contestants.
fn standings(all: &ExperimentStats<'_>) -> Result<Standings, CommandError> {
    let none = || wrong("no two bots met there", "`pasang match BOT BOT` plays a match");
    Standings::of(all).ok_or_else(none)
}
