//! Arguments that specify an experiment: a file, a built-in experiment, or a design given by
//! options.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use super::options::whole;
use crate::experiment::game::GameExperiment;
use crate::experiment::{
    BUILTIN_EXPERIMENTS, DesignOptions, Experiment, MAX_GAMES, Openings, Roster,
    builtin_experiment, read_experiment,
};
use crate::text::diagnostic::{Diagnostics, STDIN, STDIN_IN_WORDS, Source, read_text};
use crate::text::failure::{CommandError, CommandResult};
use crate::text::messages::{note, warn};
use crate::text::new_files::{folder_name, write_new};
use pasang_core::base::text::{all_of, is_control};
use pasang_core::games::setup::Setup;

/// Options that specify an experiment.
#[derive(Clone, Debug, Default, Args)]
#[command(group = ArgGroup::new("what").args(["experiment", "setup"]))]
pub struct ExperimentArgs {
    /// Experiment file, `-`, or name from `experiments list` [default: quick]
    #[arg(value_name = "EXPERIMENT.toml|NAME")]
    pub(super) experiment: Option<PathBuf>,
    /// Play this setup instead of an experiment; may be repeated
    ///
    /// A built-in setup, a group of setups, a file, or `-` for stdin.
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) setup: Vec<String>,
    /// With --setup: play by these rules (repeatable) [default: brunei-slide]
    #[arg(long, value_name = "NAME|FILE", requires = "setup", conflicts_with = "experiment")]
    pub(super) rules: Vec<String>,
    /// With --setup: set a toggle of the rules; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE", requires = "setup", conflicts_with = "experiment")]
    pub(super) set: Vec<String>,
    /// With --setup: vary a toggle, `stuck` or `entry=slide,jump`; may be repeated
    ///
    /// All combinations are played, and the effect of each value is estimated from all games.
    #[arg(long, value_name = "TOGGLE[=VALUES]", requires = "setup", conflicts_with = "experiment")]
    #[arg(hide_short_help = true)]
    pub(super) vary: Vec<String>,
    /// With --setup: bots that play; may be repeated [default: crews]
    ///
    /// `A/B` names a bot for each seat; `--bots A/B --bots B/A` plays both orders.
    #[arg(long, value_name = "BOT", requires = "setup", conflicts_with = "experiment")]
    pub(super) bots: Vec<String>,
    /// With --setup: file with `[crew.NAME]` and `[engine.NAME]`
    #[arg(long, value_name = "FILE.toml", requires = "setup", conflicts_with = "experiment")]
    pub(super) players: Option<PathBuf>,
    /// Games per cell; overrides the file [default with --setup: one design]
    #[arg(long, value_name = "N", requires = "what", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>(1..=MAX_GAMES))]
    pub(super) games: Option<u64>,
    /// With --setup: pairs of first moves [default: all]
    ///
    /// `all`, `shuffled`, `best` (games go where their value is open), `as-chosen` (by the bots), or a list of pairs, as `c j, a g`.
    #[arg(long, value_name = "OPENINGS", requires = "setup", conflicts_with = "experiment")]
    pub(super) openings: Option<String>,
    /// Start the programs of the tables `[engine.NAME]` and `[game]`
    #[arg(long, hide_short_help = true)]
    pub(super) engines: bool,
    /// Plays a pattern without bots by crews of several levels.
    #[arg(skip)]
    pub(super) for_levels: bool,
    /// Write the experiment, fully resolved, to a file
    #[arg(long, value_name = "FILE.toml")]
    pub(super) save: Option<PathBuf>,
    /// Text that was read from stdin.
    #[arg(skip)]
    pub(super) stdin: Option<Source>,
}

/// Default seed: the same command plays the same games.
pub const SEED: u64 = 2026;

impl ExperimentArgs {
    /// Reads the experiment, with `seed` overriding its own, and prints warnings on stderr.
    pub fn read(&self, seed: Option<u64>) -> Result<Experiment, CommandError> {
        let (experiment, seed) = match self.setup.is_empty() {
            true => (read_experiment(self.experiment.as_deref(), self.stdin.as_ref())?, seed),
            false => (self.of_options()?, seed.or(Some(SEED))),
        };
        let games = self.games(&experiment);
        let experiment = Experiment { seed: seed.or(experiment.seed), games, ..experiment };
        for names in experiment.aliases.setups.iter().filter(|_| self.is_of_setups()) {
            let all = all_of(names.iter().map(String::as_str));
            note(format_args!("{all} are the same stones, and played once, as `{}`", names[0]));
        }
        self.save(&experiment.to_toml())?;
        Ok(experiment)
    }

    /// Reads an experiment whose games a command plays; `None` if it is another one.
    pub fn game(&mut self, seed: Option<u64>) -> Result<Option<GameExperiment>, CommandError> {
        let Some(path) = self.experiment.as_deref() else { return Ok(None) };
        let is_builtin = path.to_str().and_then(builtin_experiment).is_some() && !path.exists();
        let source = if is_builtin { None } else { read_text(path).ok() };
        let Some(source) = source else { return Ok(None) };
        let folder = path.parent().unwrap_or(Path::new(""));
        let found = GameExperiment::parse(&source, folder, seed);
        self.stdin = Some(source).filter(|_| path.as_os_str() == STDIN);
        let Some((mut experiment, warnings)) = found? else { return Ok(None) };
        warn(&warnings);
        experiment.games = self.games.unwrap_or(experiment.games);
        self.save(&experiment.to_toml())?;
        Ok(Some(experiment))
    }

    /// Writes the experiment to the file that is named for it.
    fn save(&self, text: &str) -> CommandResult {
        let Some(path) = &self.save else { return Ok(()) };
        write_new(path, text.as_bytes())?;
        note(format_args!("the experiment is in {}", path.display()));
        Ok(())
    }

    /// Returns the games per cell, which the option gives in whole designs, or in whole turns of a file's pairs.
    fn games(&self, experiment: &Experiment) -> u64 {
        let Some(args) = self.games else { return experiment.games };
        let (pairs, design) = (experiment.opening_pairs(), experiment.whole_design());
        // A file may ask for less than a whole design.
        let whole = match self.is_of_setups() || experiment.openings == Openings::Shuffled {
            true => design,
            false => pairs,
        };
        let games = args.checked_next_multiple_of(whole).unwrap_or(args);
        if games > args {
            let why = match (pairs, whole > pairs) {
                (1, _) => "every member of the crew plays equally often".to_owned(),
                (_, is_crew) => {
                    let whom = if is_crew { " by every member of the crew" } else { "" };
                    format!(
                        "each of the {pairs} pairs of first moves is played equally often{whom}"
                    )
                }
            };
            note(format_args!("{games} games instead of {args}: {why}"));
        }
        games
    }

    /// Returns the name of the results folder: the setups, and every option that is not the default.
    pub fn folder(&self, seed: Option<u64>) -> String {
        let mut parts = vec![self.name()];
        let named = self.setup.iter().skip(1).chain(&self.rules);
        parts.extend(named.map(|word| stem(word).unwrap_or_default()));
        parts.extend(
            self.set.iter().chain(&self.vary).chain(&self.bots).chain(&self.openings).cloned(),
        );
        parts.extend(self.games.map(|games| games.to_string()));
        parts.extend(seed.map(|seed| format!("seed-{seed}")));
        folder_name(parts)
    }

    /// Returns the setup and the preset if the options name nothing else: results of its stones may be
    /// known.
    pub fn known_pattern<'e>(&self, experiment: &'e Experiment) -> Option<(&'e Setup, &'e str)> {
        let is_plain = self.set.is_empty()
            && self.vary.is_empty()
            && self.bots.is_empty()
            && self.players.is_none()
            && self.games.is_none()
            && self.openings.is_none();
        let ([setup], [rules]) = (experiment.setups.as_slice(), experiment.rules.as_slice()) else {
            return None;
        };
        (is_plain && self.is_of_setups()).then_some((setup, rules.name.as_str()))
    }

    /// Returns the argument if it is a folder of results, for commands that take either.
    pub fn results(&self) -> Option<&Path> {
        self.experiment.as_deref().filter(|path| path.is_dir())
    }

    pub fn is_of_setups(&self) -> bool {
        !self.setup.is_empty()
    }

    pub fn name(&self) -> String {
        let word = match (&self.experiment, self.setup.first()) {
            (Some(path), _) => path.display().to_string(),
            (None, Some(setup)) => setup.clone(),
            (None, None) => BUILTIN_EXPERIMENTS[0].name.to_owned(),
        };
        match stem(&word).as_deref() {
            None | Some(STDIN) => STDIN_IN_WORDS.to_owned(),
            // A glob cannot be a folder name.
            Some(stem) if stem.contains(['*', '?', '{', '[']) => "setups".to_owned(),
            Some(stem) => stem.replace(|sign| sign == ':' || is_control(sign), "-"),
        }
    }

    /// Returns the experiment that the options ask for.
    fn of_options(&self) -> Result<Experiment, Diagnostics> {
        DesignOptions {
            for_levels: self.for_levels,
            setups: &self.setup,
            rules: &self.rules,
            set: &self.set,
            vary: &self.vary,
            bots: &self.bots,
            roster: &read_roster(self.players.as_deref())?,
            openings: self.openings.as_deref(),
        }
        .experiment()
    }
}

/// Reads the file of crews and engines, if there is one.
pub fn read_roster(path: Option<&Path>) -> Result<Roster, Diagnostics> {
    path.map_or(Ok(Roster::default()), Roster::read)
}

fn stem(word: &str) -> Option<String> {
    Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned())
}
