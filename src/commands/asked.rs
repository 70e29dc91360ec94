//! Which experiment is meant: a file, one that the program brings along, or what options say.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::ended::{Stop, note, write_new, wrong};
use super::options::whole;
use super::run::draw_seed;
use crate::base::fault::{Fault, Faults, STDIN, STDIN_IN_WORDS, Source, drawn};
use crate::base::terminal::is_lively;
use crate::base::toml_reader::{key, quoted};
use crate::base::words::{all_of, nearest};
use crate::experiment::{Experiment, MOST_GAMES, SHIPPED, Shipped, shipped};
use crate::games::rules::{Rules, preset};
use crate::players::bots::BotSpec;

/// The options that say which experiment is meant.
#[derive(Clone, Debug, Args)]
pub struct Asked {
    /// A file, `-` for stdin, or a name of `pasang experiments list` [default: quick]
    #[arg(value_name = "EXPERIMENT.toml|NAME")]
    experiment: Option<PathBuf>,
    /// In place of an experiment: play this setup, a name, a group, a file or `-`; may be repeated
    #[arg(long, value_name = "NAME|FILE")]
    setup: Vec<String>,
    /// With --setup: under these rules, a name or a file; may be repeated [default: brunei-slide]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Vec<String>,
    /// With --setup: with this toggle of the rules set; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// With --setup: between these bots, several joined by `/` seat by seat; may be repeated
    /// [default: greedy and search:nodes=1000]
    #[arg(long, value_name = "BOT")]
    bots: Vec<String>,
    /// With --setup: so many games a cell [default: 240]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole::<u64>(1..=MOST_GAMES), allow_negative_numbers = true)]
    games: Option<u64>,
    /// With --setup: `all`, `as-chosen`, or pairs as `c j, a g` [default: all; for Bell as-chosen]
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,
    /// With --setup: write the experiment down, so that it can be played again from the file
    #[arg(long, value_name = "FILE.toml")]
    save: Option<PathBuf>,
}

/// Four times every pair of first moves of most rules.
const GAMES: u64 = 240;

const OPENINGS: [&str; 2] = ["all", "as-chosen"];

/// A player that takes what pays most, and one that looks some moves ahead.
const BOTS: [&str; 2] = ["greedy", "search:nodes=1000"];

impl Asked {
    /// Reads it, with this seed in place of its own where one is given, and says on stderr what is
    /// odd about it.
    pub fn read(&self, seed: Option<u64>) -> Result<Experiment, Stop> {
        self.check()?;
        if self.setup.is_empty() {
            let experiment = read_experiment(self.experiment.as_deref())?;
            return Ok(Experiment { seed: seed.or(experiment.seed), ..experiment });
        }
        let source = Source::new("the options", &self.as_toml()?);
        let experiment = Experiment::parse(&source, Path::new(""))?;
        // Played again from the file, the games are to be the same.
        let seed = seed.or_else(|| self.save.is_some().then(draw_seed));
        let experiment = Experiment { seed, ..experiment };
        if let Some(path) = &self.save {
            write_new(path, experiment.to_toml().as_bytes())?;
            note(format_args!("the experiment is in {}", path.display()));
        }
        Ok(experiment)
    }

    /// Refuses an experiment beside options that say it otherwise, and options that miss a setup.
    fn check(&self) -> Result<(), Stop> {
        let given = [
            ("--setup", !self.setup.is_empty()),
            ("--rules", !self.rules.is_empty()),
            ("--set", !self.set.is_empty()),
            ("--bots", !self.bots.is_empty()),
            ("--games", self.games.is_some()),
            ("--openings", self.openings.is_some()),
            ("--save", self.save.is_some()),
        ];
        let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) else {
            return Ok(());
        };
        let Some(experiment) = &self.experiment else {
            return match self.setup.is_empty() {
                true => Err(wrong(
                    format!("`{option}` goes with `--setup`, and there is none"),
                    "name a setup, as `--setup catalogue-07`",
                )),
                false => Ok(()),
            };
        };
        let word = experiment.display().to_string();
        let meant = match &word {
            word if word.parse::<BotSpec>().is_ok() => "--bots",
            word if preset(word).is_some() => "--rules",
            word if word.ends_with(".toml") || shipped(word).is_some() => {
                let what =
                    format!("`{option}` beside `{word}`, an experiment that says all itself");
                return Err(wrong(what, "leave one of them out"));
            }
            _ => "--setup",
        };
        Err(wrong(
            format!("`{word}` stands alone, where an experiment would, and `{option}` is given"),
            format!(
                "where it goes with those before it, type `{meant} {word}`: each has an option of its own"
            ),
        ))
    }

    /// Whether setups are given in place of an experiment.
    pub fn is_of_setups(&self) -> bool {
        !self.setup.is_empty()
    }

    /// What its results folder is called where nobody says.
    pub fn name(&self) -> String {
        let word = match (&self.experiment, self.setup.first()) {
            (Some(path), _) => path.display().to_string(),
            (None, Some(setup)) => setup.clone(),
            (None, None) => SHIPPED[0].name.to_owned(),
        };
        let stem = Path::new(&word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        match stem.as_deref() {
            None | Some(STDIN) => STDIN_IN_WORDS.to_owned(),
            // A glob is no name.
            Some(stem) if stem.contains(['*', '?', '{', '[']) => "setups".to_owned(),
            Some(stem) => stem.replace(':', "-"),
        }
    }

    /// The experiment that the options describe, as a file would.
    fn as_toml(&self) -> Result<String, Stop> {
        let list = |words: &[String]| {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            format!("[{}]", words.join(", "))
        };
        let rules = match self.rules.as_slice() {
            [] => vec!["brunei-slide".to_owned()],
            rules => rules.to_vec(),
        };
        let bots: Vec<String> = match self.bots.as_slice() {
            [] => BOTS.map(quoted).to_vec(),
            bots => bots.iter().map(|word| lineup(word)).collect(),
        };
        let mut text = String::new();
        let shown = all_of(self.setup.iter().map(String::as_str));
        let _ = writeln!(
            text,
            "title = {}",
            quoted(&format!("Is {} fair?", bare(&shown.replace('`', ""))))
        );
        let _ = writeln!(text, "games = {}", self.games.unwrap_or(GAMES));
        let _ = writeln!(text, "setups = {}", list(&self.setup));
        let _ = writeln!(text, "bots = [{}]", bots.join(", "));
        let of_bell = |name: &String| matches!(preset(name), Some(Rules::Bell(_)));
        match &self.openings {
            None if rules.iter().any(of_bell) => text += "opening-plies = 4\n",
            // Players that draw nothing play a game once.
            None => text += "openings = \"all\"\nopening-plies = 2\n",
            // Whatever is like neither word is meant as pairs: what is wrong with them is told.
            Some(word) if nearest(word, OPENINGS).is_none() => {
                let pairs: Vec<String> =
                    word.split(',').map(|pair| pair.trim().to_owned()).collect();
                let _ = writeln!(text, "openings = {}", list(&pairs));
            }
            Some(word) => {
                let _ = writeln!(text, "openings = {}", quoted(word));
            }
        }
        if self.set.is_empty() {
            let _ = writeln!(text, "rules = {}", list(&rules));
            return Ok(text);
        }
        let named = |base: &String| format!("{base}+{}", self.set.join("+"));
        let names: Vec<String> = rules.iter().map(named).collect();
        let _ = writeln!(text, "rules = {}", list(&names));
        for (base, name) in rules.iter().zip(&names) {
            let _ = writeln!(text, "\n[rule.{}]\nbase = {}", key(name), quoted(base));
            for setting in &self.set {
                let Some((toggle, value)) = setting.split_once('=') else {
                    return Err(wrong(
                        format!("`--set {setting}` is no toggle with a value"),
                        "expected `--set TOGGLE=VALUE`; `pasang rules show brunei-slide` lists them",
                    ));
                };
                let digits = value.strip_prefix('-').unwrap_or(value);
                let is_number = digits.bytes().all(|sign| sign.is_ascii_digit());
                let plain = is_number && !digits.is_empty() || ["false", "true"].contains(&value);
                let value = if plain { value.to_owned() } else { quoted(value) };
                let _ = writeln!(text, "{} = {value}", key(toggle));
            }
        }
        Ok(text)
    }
}

/// A bot as a file has it: a word, or one for each seat.
fn lineup(word: &str) -> String {
    let each: Vec<String> = word.split('/').map(quoted).collect();
    match each.as_slice() {
        [same] => same.clone(),
        each => format!("[{}]", each.join(", ")),
    }
}

/// A text for a title: in one line.
fn bare(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// Reads an experiment, or the quick one, and says on stderr what is odd about it.
pub fn read_experiment(path: Option<&Path>) -> Result<Experiment, Stop> {
    let Some(path) = path else { return Ok(SHIPPED[0].read()?) };
    if let Some(shipped) = meant(path) {
        return Ok(shipped.read()?);
    }
    let (experiment, mut warnings) =
        Experiment::read_with_warnings(path).map_err(|faults| or_shipped(path, faults))?;
    for names in &experiment.same.rules {
        let what =
            format!("rules {} are the same toggles", all_of(names.iter().map(String::as_str)));
        warnings.push(Fault::whole(what).help(format!("they are played once, as `{}`", names[0])));
    }
    if !warnings.is_empty() {
        note(drawn(&warnings, is_lively(&io::stderr())));
    }
    Ok(experiment)
}

/// The experiment that a word names, unless there is a file of that name.
fn meant(path: &Path) -> Option<Shipped> {
    shipped(path.to_str()?).filter(|_| !path.exists())
}

/// What is wrong with a file, or, where there is none, which experiment may have been meant.
fn or_shipped(path: &Path, faults: Faults) -> Faults {
    let names = || SHIPPED.iter().map(|shipped| shipped.name);
    let word = path.to_str().filter(|word| !word.contains(['/', '.']) && !path.exists());
    let Some(word) = word.filter(|&word| word != STDIN) else { return faults };
    let fault = Fault::whole(format!("there is no file `{word}`, and no experiment of that name"));
    Source::new("", "").faults(vec![fault.help(match nearest(word, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`pasang experiments list` names those that the program brings along".to_owned(),
    })])
}
