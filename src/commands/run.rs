//! `pasang run`: plays an experiment into a results folder, or resumes or extends it.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::exit::status;
use super::experiment_args::ExperimentArgs;
use super::game;
use super::options::{Form, Threads, listen, seed};
use crate::answer::any_tables::of_game;
use crate::answer::looks::{Looks, games_in};
use crate::answer::requirement::{gate, may_require, of_experiment, of_table};
use crate::answer::run_summary::play_and_summarize;
use crate::answer::{ALPHA, RunSummary, experiment_stats};
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, Openings, announce};
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::folder::{EXPERIMENT, Folder, JOURNAL};
use crate::run::game_command::introduce;
use crate::run::{
    ADDED, FolderError, GameFolder, Looked, Manifest, OpenQuestion, RunFolder, draw_seed, enter,
    settle, stopped,
};
use crate::show::any_game::required;
use crate::show::publish::publish;
use crate::show::{known_pattern, tables, text, width};
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{note, print, print_json};
use crate::text::setups::known_images;
use pasang_balance::table::{Gate, Verdict};
use pasang_core::base::text::wrapped;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang run ladder --threads 8\n  pasang run --setup mine.txt --rules brunei-jump --bots search:nodes=1000"
)]
pub struct Run {
    #[command(flatten)]
    pub(super) args: ExperimentArgs,
    /// Results folder [default: results/NAME, after the file's name]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Random seed; overrides the file
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,
    /// Play only shard I of N
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub(super) shard: Shard,
    /// Requirement to be shown, as `within 10`
    ///
    /// Also `first 45..55`, of rules or options varied by design `no option beyond 3`, or of a game of several seats
    /// `seat 3 within 5`. The exit status is 4 if the contrary is shown, and 5 if neither is.
    #[arg(long, value_name = "WHAT")]
    require: Option<String>,
    /// Stop when what is required, or else the size of each cell, is decided
    ///
    /// At most `games` a cell are played. Looks come after whole turns, and share an error of 5 %.
    #[arg(long, value_name = "decided", value_parser = ["decided"], hide_possible_values = true)]
    until: Option<String>,
    #[command(flatten)]
    pub(super) form: Form,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Maximum number of folders tried with `--setup`: `results/mine`, `results/mine-2` and so on.
const MAX_FOLDERS: usize = 1000;

impl Run {
    /// Creates a runner for several experiments, with default options.
    pub(super) fn of(args: ExperimentArgs, threads: Threads) -> Run {
        let (shard, form) = (Shard::WHOLE, Form::default());
        Run { args, out: None, seed: None, shard, require: None, until: None, form, threads }
    }

    /// Returns the default results folder. With `--setup`, where an edited pattern is a new
    /// experiment, it is the first folder that is free or holds this experiment already.
    pub(super) fn free_folder(&self, name: &str, experiment: &Experiment) -> PathBuf {
        let later = (2..=MAX_FOLDERS).map(|number| format!("{name}-{number}"));
        let folders = std::iter::once(name.to_owned()).chain(later);
        let mut folders = folders.map(|name| Path::new("results").join(name));
        let is_free = |folder: &PathBuf| {
            let settled = settle(&Folder::at(folder), experiment.clone(), self.shard);
            !matches!(settled, Err(FolderError::OtherExperiment(_)))
        };
        let first = Path::new("results").join(name);
        let folder = folders.find(is_free).unwrap_or(first.clone());
        if folder != first {
            let (first, folder) = (first.display(), folder.display());
            note(format_args!(
                "`{first}` holds games of another pattern or other rules, so these are in `{folder}`"
            ));
        }
        folder
    }

    pub fn run(mut self) -> CommandResult {
        let gate = gate(self.require.as_deref())?;
        if let Some(experiment) = self.args.game(self.seed)? {
            return self.run_game(experiment, gate.as_ref());
        }
        self.args.for_levels = true;
        let experiment = self.args.read(self.seed)?;
        gate.as_ref().map_or(Ok(()), |gate| may_require(gate, &experiment))?;
        let known = self
            .args
            .known_pattern(&experiment)
            .and_then(|(setup, rules)| known_pattern(&setup.name, &known_images(setup), rules));
        if let Some((known, rows)) = known.as_ref().filter(|_| self.is_plain()) {
            return match self.form.json {
                true => print_json(&json!({ "known": rows })),
                false => print(text(known, width())),
            };
        }
        let looks = self.looks_of(&experiment)?;
        let (run_folder, summary) = self.play_into_its_folder(experiment)?;
        let out = run_folder.folder.path();
        let all = publish(&run_folder, &summary)?;
        run_folder.warnings.iter().for_each(note);
        let games = run_folder.experiment().games;
        // What looks left open before is not decided without them.
        let before = run_folder.manifest.looked.map_or(ALPHA, Looked::error);
        let error = looks.map_or(ALPHA, |looks| looks.error(games)).min(before);
        let is_asked = gate.is_some() || looks.is_some();
        let judged = is_asked.then(|| of_experiment(&all, gate.as_ref(), error)).transpose()?;
        if self.form.json {
            let mut tables = tables::json(&all);
            if let Some((_, rows)) = &known {
                tables["known"] = rows.clone();
            }
            if let Some(judged) = &judged {
                tables["required"] = required(judged);
            }
            print_json(&tables)?;
        } else {
            self.form.print(&all)?;
        }
        if let Some((_, told)) = judged.as_ref().filter(|_| looks.is_some()) {
            self.form.say(wrapped(told, width()).trim_end())?;
        }
        if let Some((known, _)) = known {
            note(format_args!("known results of more games: {}", known.lead.join(" ")));
        }
        note(format_args!("results are in {}", out.display()));
        self.form.name_report(out);
        let Some((verdict, told)) = judged.filter(|_| gate.is_some()) else { return Ok(()) };
        if looks.is_none() {
            note(told);
        }
        status(Some(verdict))
    }

    /// Returns whether an option says how to play.
    pub(super) fn has_options(&self) -> bool {
        self.out.is_some() || self.seed.is_some() || self.args.games.is_some()
    }

    /// Returns whether the answer alone is asked for.
    fn is_plain(&self) -> bool {
        self.out.is_none()
            && self.seed.is_none()
            && self.shard == Shard::WHOLE
            && self.require.is_none()
            && self.until.is_none()
            && self.args.save.is_none()
            && !self.form.full
            && !self.form.open
    }

    /// Plays an experiment into the folder that the options name, or its own.
    pub(super) fn play_into_its_folder(
        &self,
        experiment: Experiment,
    ) -> Result<(RunFolder, RunSummary), CommandError> {
        let out = match self.out.clone() {
            Some(out) => out,
            None if self.args.is_of_setups() => {
                self.free_folder(&self.args.folder(self.seed), &experiment)
            }
            None => Path::new("results").join(self.args.name()),
        };
        let Some(looks) = self.looks_of(&experiment)? else {
            return self.play_on(experiment, &out, (None, None));
        };
        let gate = gate(self.require.as_deref())?;
        let play = |games, look| {
            let experiment = Experiment { games, ..experiment.clone() };
            self.play_on(experiment, &out, (look, looks.stopped(games)))
        };
        let open = |(run_folder, summary): &(_, _), error| {
            let all = experiment_stats(run_folder, summary);
            let (verdict, told) = of_experiment(&all, gate.as_ref(), error)?;
            Ok((verdict == Verdict::Open).then_some(told))
        };
        looks.play(games_in(&out), play, open)
    }

    fn looks_of(&self, experiment: &Experiment) -> Result<Option<Looks>, CommandError> {
        self.looks(experiment.turn(), experiment.games, experiment.cell_count())
    }

    /// Plans the looks of a run that stops when its question is answered; `None` for another one.
    pub(super) fn looks(
        &self,
        turn: u64,
        games: u64,
        cells: usize,
    ) -> Result<Option<Looks>, CommandError> {
        if self.until.is_some() && self.shard != Shard::WHOLE {
            let what = format!("`--shard {}` with `--until decided`", self.shard);
            return Err(wrong(what, "where it stops follows from all games: play it whole"));
        }
        Ok(self.until.as_ref().map(|_| Looks::new(turn, games, cells)))
    }

    /// Refuses a shard whose seed would be drawn: each would have its own, and they would not make up one
    /// experiment.
    fn must_have_seed(&self, seed: Option<u64>, folder: &Folder) -> CommandResult {
        if seed.is_some() || self.shard == Shard::WHOLE || folder.has(EXPERIMENT) {
            return Ok(());
        }
        let what = format!("`--shard {}` of an experiment without a seed", self.shard);
        let help = "give `--seed S`, or `seed = S` in the file: the same one to all shards";
        Err(wrong(what, help))
    }

    /// Plays an experiment into a folder, or resumes it there, after a look if there was one.
    pub(super) fn play_on(
        &self,
        experiment: Experiment,
        out: &Path,
        (look, stopped): (Option<OpenQuestion>, Option<Looked>),
    ) -> Result<(RunFolder, RunSummary), CommandError> {
        let folder = Folder::at(out);
        self.must_have_seed(experiment.seed, &folder)?;
        if experiment.openings == Openings::Best && self.shard != Shard::WHOLE {
            let what = format!("`--shard {}` with `openings = \"best\"`", self.shard);
            let help = "each round of games follows from all games before: play it whole, or a part of \
                        the setups on each machine";
            return Err(wrong(what, help));
        }
        let named = experiment.seed;
        // Validate before creating or touching the folder.
        let settled = settle(&folder, experiment, self.shard)?;
        let is_begun = settled.seed.is_some();
        let compiled = CompiledExperiment::new(settled, draw_seed());
        let experiment = compiled.experiment();
        experiment.check_memory(self.threads.started())?;
        announce(&experiment.engines, self.args.engines)?;
        let workers = self.threads.workers()?.with_engines(&experiment.engines);
        let lock = enter(&folder, experiment, self.shard)?;
        if named.is_none() && look.is_none() {
            let seed = compiled.seed;
            // The run goes on even if stdout is closed.
            let _ = match is_begun {
                true => {
                    self.form.say(format_args!("seed {seed}, with which this folder was begun"))
                }
                false => self.form.say(format_args!("seed {seed}, drawn because none was given")),
            };
        }
        let interrupt = listen()?;
        let how = (self.shard, look, stopped);
        let (mut run_folder, summary) =
            play_and_summarize(&folder, compiled, how, &workers, &interrupt)?;
        run_folder.lock = Some(lock);
        Ok((run_folder, summary))
    }

    /// Plays an experiment into its folder, or goes on with it there, and prints the answer.
    fn run_game(&self, mut experiment: GameExperiment, gate: Option<&Gate>) -> CommandResult {
        let out = self.out.clone().unwrap_or_else(|| Path::new("results").join(self.args.name()));
        let looks = self.looks(experiment.turn(), experiment.games, experiment.cell_count())?;
        let (folder, shard) = (Folder::at(&out), self.shard);
        self.must_have_seed(experiment.seed, &folder)?;
        let is_drawn = experiment.seed.is_none() && !folder.has(EXPERIMENT);
        let interrupt = listen()?;
        introduce(&mut experiment, self.args.engines, interrupt.cancel())?;
        let mut experiment = settle(&folder, experiment, shard)?;
        experiment.seats = experiment.seats.or(Some(experiment.seat_count()));
        let seed = *experiment.seed.get_or_insert_with(draw_seed);
        if let Some(gate) = gate {
            let varies = experiment.options.factors.iter().any(|it| it.values.len() > 1);
            gate.check(experiment.seat_count(), varies)?;
        }
        let _lock = enter(&folder, &experiment, shard)?;
        if let Some(manifest) = folder.manifest()? {
            folder.check_files(&manifest)?;
        }
        if is_drawn {
            // The run goes on even if stdout is closed.
            let _ = self.form.say(format_args!("seed {seed}, drawn because none was given"));
        }
        let workers = self.threads.workers()?;
        let complete = |experiment: GameExperiment, look| {
            let before = folder.manifest()?;
            let looked = looks.and_then(|looks| looks.stopped(experiment.games));
            let mut games = GameFolder { folder: &folder, experiment: &experiment, shard, looked };
            let all = games.schedule().len();
            games.looked = games.looked.or(Manifest::looked_at(before.as_ref(), all));
            let before = before.filter(|manifest| manifest.finished);
            if (before.as_ref().is_none_or(|before| before.games < all || !folder.has(JOURNAL)))
                && let Some((signal, reached)) = games.play((&workers, &interrupt), look)?
            {
                return Err(stopped(signal, reached, all));
            }
            if looks.is_none() && before.is_some_and(|before| before.games < all) {
                note(ADDED);
            }
            Ok(experiment)
        };
        let experiment = match looks {
            None => complete(experiment, None)?,
            Some(looks) => {
                let there = folder.game()?.map_or(0, |experiment| experiment.games);
                let play =
                    |games, look| complete(GameExperiment { games, ..experiment.clone() }, look);
                let open = |played: &GameExperiment, error| {
                    // Games without result may be followed by others.
                    let Ok(Ok(found)) = of_game(&folder, played) else {
                        return Ok(Some("no result".to_owned()));
                    };
                    let (verdict, told) = of_table(gate, &found, error)?;
                    Ok((verdict == Verdict::Open).then_some(told))
                };
                looks.play(there, play, open)?
            }
        };
        note(format_args!("results are in {}", out.display()));
        game::answer(&folder, &experiment, (gate, looks), self.form.json)
    }
}
