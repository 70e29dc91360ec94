//! `pasang run`: plays an experiment into a results folder.

use std::cell::OnceCell;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use clap::Args;

use super::asked::Asked;
use super::ended::{Done, Stop, complain, note};
use super::options::{Form, Threads, listen, name_report, whole};
use crate::base::fault::{Fault, Source};
use crate::base::words::{counted, shell_word};
use crate::experiment::memory;
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, HIGHEST_SEED};
use crate::results::folder::{EXPERIMENT, Folder};
use crate::results::{FolderError, Refusal, admit};
use crate::tasks::run::{Ended, run};
use crate::tasks::settle::settle;

/// The options of `pasang run`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang run fair.toml --threads 8\n  pasang run --setup mine.txt --rules brunei-jump --bots search:nodes=1000"
)]
pub struct Run {
    #[command(flatten)]
    asked: Asked,
    /// The results folder [default: results/NAME, after the file's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this seed, whatever the file says
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    #[arg(allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Play only part I of N of the games
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

/// With `--setup` so many folders are tried, `results/mine`, `results/mine-2` and so on.
const MOST_FOLDERS: usize = 1000;

impl Run {
    /// The folder after the experiment's name. A pattern that is changed and tried again is another
    /// experiment each time: with `--setup` it gets the next folder that is free, or holds it already.
    fn free_folder(&self, experiment: &Experiment) -> Result<PathBuf, Stop> {
        let first = Path::new("results").join(self.asked.name());
        if !self.asked.is_of_setups() {
            return Ok(first);
        }
        for number in 1..=MOST_FOLDERS {
            let folder = match number {
                1 => first.clone(),
                number => first.with_file_name(format!("{}-{number}", self.asked.name())),
            };
            match settle(&Folder::at(&folder), experiment.clone(), || 0) {
                Err(FolderError::Foreign(Refusal::OtherExperimentThere(..))) => {}
                _ => return Ok(folder),
            }
        }
        Ok(first)
    }

    /// Plays, and prints the table.
    pub fn run(self) -> Done {
        let experiment = self.asked.read(self.seed)?;
        refuse_shards(&experiment, "--shard", self.shard != Shard::WHOLE)?;
        let out = self.out.clone();
        let out = match out {
            Some(out) => out,
            None => self.free_folder(&experiment)?,
        };

        let folder = Folder::at(&out);
        if experiment.seed.is_none() && !folder.has(EXPERIMENT) {
            self.refuse_seeds_apart()?;
        }
        let named = experiment.seed;
        let seed = OnceCell::new();
        let draw = || *seed.get_or_init(draw_seed);
        // What is refused has made no folder, and put nothing into somebody's.
        let wanted = settle(&folder, experiment, draw)?;
        memory::check(&wanted, self.threads.started())?;
        let workers = self.threads.workers()?.asking_engines();
        admit(&folder, wanted.seed(), self.shard)?;
        folder.create()?;
        let _lock = folder.lock()?;
        // Another run may have begun there since.
        let experiment = settle(&folder, wanted.into_experiment(), draw)?;
        let drawn = seed.get().copied();
        // Who reads no results may still want them in the folder.
        let _ = match (named, drawn) {
            (None, Some(seed)) => {
                self.form.say(format_args!("seed {seed}, drawn because none was given"))
            }
            (None, None) => {
                let seed = experiment.seed();
                self.form.say(format_args!("seed {seed}, with which this folder was begun"))
            }
            _ => Ok(()),
        };
        let interrupt = listen()?;
        let units = experiment.units();
        let ended = run(&folder, experiment, self.shard, &workers, &interrupt);
        for (who, times, what) in interrupt.halt().borne() {
            let games = counted(times, "game");
            complain(format_args!(
                "{who} failed in {games}, and its moves were drawn from there; the first time: {what}"
            ));
        }
        match ended? {
            Ended::Finished(finished) => {
                self.form.print(&finished)?;
                note(format_args!("results are in {}", out.display()));
                name_report(&out);
                Ok(())
            }
            Ended::Interrupted { signal, games, of, round } => {
                match round {
                    None => complain(format_args!(
                        "stopped with {games} of {of} {units} played; to go on:"
                    )),
                    Some(round) => complain(format_args!(
                        "stopped in round {round} with {games} games played; to go on:"
                    )),
                }
                complain(format_args!("  {}", command_line()));
                Err(Stop::Interrupted(signal))
            }
        }
    }
}

impl Run {
    /// Each part of an experiment would draw a seed of its own, and together they would be none.
    fn refuse_seeds_apart(&self) -> Done {
        if self.shard == Shard::WHOLE {
            return Ok(());
        }
        let what = format!("`--shard {}` of an experiment without a seed", self.shard);
        let help = "give `--seed S`, or `seed = S` in the file: the same one to all shards";
        Err(Source::new("", "").faults(vec![Fault::whole(what).help(help)]).into())
    }
}

/// Where results decide which games are played, nobody knows a part of them beforehand.
pub(super) fn refuse_shards(experiment: &Experiment, option: &str, is_there: bool) -> Done {
    if experiment.find.is_none() || !is_there {
        return Ok(());
    }
    let what = format!("`{option}` with `[find]`: which games are played depends on earlier ones");
    let help = "leave it out: `pasang run` plays on as many threads as there are";
    Err(Source::new("", "").faults(vec![Fault::whole(what).help(help)]).into())
}

/// A seed nobody has chosen; the standard library's hash maps are seeded by the system.
pub(super) fn draw_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() >> 1
}

/// The command as it was typed, quoted where a shell wants it.
pub(super) fn command_line() -> String {
    let words = std::env::args_os().map(|word| shell_word(&word.to_string_lossy()));
    words.collect::<Vec<_>>().join(" ")
}
