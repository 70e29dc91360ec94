//! Which experiment is meant: a file, one that the program brings along, or what options say.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::ended::{Stop, note, write_new, wrong};
use super::options::{command_line_without, whole};
use crate::base::fault::{Fault, Faults, STDIN, STDIN_IN_WORDS, Source, drawn};
use crate::base::terminal::is_lively;
use crate::base::toml_reader::{key, quoted, quoted_list, quoted_one_or_list};
use crate::base::words::{all_of, is_control, nearest};
use crate::experiment::{
    Experiment, Goal, Lineup, MOST_GAMES, Margin, Openings, SHIPPED, Sought, USUAL, shipped,
};
use crate::games::rules::{Rules, preset};
use crate::games::setup::builtin;
use crate::players::bots::BotSpec;

/// The options that say which experiment is meant.
#[derive(Clone, Debug, Default, Args)]
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
    /// With --setup: between these bots, several joined by `/` seat by seat; may be repeated, as for both
    /// orders: `--bots A/B --bots B/A`
    /// [default: search:nodes=250]
    #[arg(long, value_name = "BOT")]
    bots: Vec<String>,
    /// So many games a cell, whatever the file says; with --setup [default: 1200]
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

/// Twenty times every pair of first moves of most rules: a score is known within three points of a hundred.
const GAMES: u64 = 1200;

/// So many times as many games halve a range.
const MORE: u64 = 4;

/// Where both choose: so many times as many games at most, until the value is known so well.
const CHOICE_TIMES: u64 = 3;
const CHOICE_BATCH: u64 = 240;
const CHOICE_WIDTH: Margin = Margin(120_000);

/// There a search takes moves within so many hundredths of a point of the best as often as it. Without that it plays
/// nearly the same game from a pair of columns again and again, and the value is that of a few lines of its own.
const CHOICE_SPREAD: u16 = 25;

/// The seed where none is given: the same command plays the same games.
pub const SEED: u64 = 2026;

const OPENINGS: [&str; 2] = ["all", "as-chosen"];

/// A player that looks some moves ahead: that of the quick experiment, whose patterns a new one is held against.
const BOTS: [&str; 1] = ["search:nodes=250"];

/// How messages call the text that is made of options; nobody is shown it.
const OPTIONS: &str = "the options";

/// A folder's name has so many signs at most.
const LONGEST_NAME: usize = 100;

impl Asked {
    /// A pattern, between two of a bot.
    pub fn of(setup: &str, rules: &Option<String>, set: &[String], bot: &Option<String>) -> Asked {
        let list = |word: &Option<String>| word.iter().cloned().collect();
        Asked {
            setup: vec![setup.to_owned()],
            rules: list(rules),
            set: set.to_vec(),
            bots: list(bot),
            ..Asked::default()
        }
    }

    /// Reads it, with this seed in place of its own where one is given, and says on stderr what is
    /// odd about it.
    pub fn read(&self, seed: Option<u64>) -> Result<Experiment, Stop> {
        self.check()?;
        if self.setup.is_empty() {
            let experiment = read_experiment(self.experiment.as_deref())?;
            if let (Some(sought), Some(games)) = (experiment.sought, self.games) {
                let what = format!(
                    "`--games {games}` beside `[{}]`, which plays until it knows",
                    sought.key()
                );
                return Err(wrong(what, "`max-games` in the file says how many at most"));
            }
            let games = self.games(&experiment, experiment.games);
            return Ok(Experiment { seed: seed.or(experiment.seed), games, ..experiment });
        }
        let source = Source::new(OPTIONS, &self.as_toml()?);
        let experiment = Experiment::parse(&source, Path::new(""))
            .map_err(|faults| Stop::Wrong(self.as_typed(faults)))?;
        let usual = GAMES.next_multiple_of(experiment.opening_pairs());
        let games = self.games(&experiment, usual);
        let experiment = Experiment { seed: seed.or(Some(SEED)), games, ..experiment };
        for names in &experiment.same.setups {
            let all = all_of(names.iter().map(String::as_str));
            note(format_args!("{all} are the same stones, and played once, as `{}`", names[0]));
        }
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
            ("--games", self.games.is_some() && !self.is_of_a_file()),
            ("--openings", self.openings.is_some()),
            ("--save", self.save.is_some()),
        ];
        let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) else {
            return Ok(());
        };
        let Some(experiment) = &self.experiment else {
            if self.is_of_setups() {
                return Ok(());
            }
            let what = format!("`{option}` goes with `--setup`, and there is none");
            return Err(wrong(what, "name a setup, as `--setup catalogue-07`"));
        };
        let word = experiment.display().to_string();
        let meant = match &word {
            word if word.parse::<BotSpec>().is_ok() => "--bots",
            word if preset(word).is_some() => "--rules",
            _ if self.is_of_a_file() => {
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

    /// Whether an experiment is named that says all itself.
    fn is_of_a_file(&self) -> bool {
        let word = self.experiment.as_deref().and_then(Path::to_str);
        word.is_some_and(|word| word == STDIN || word.ends_with(".toml") || shipped(word).is_some())
    }

    /// How many games a cell has: as many as are asked for, rounded up so that each pair of first moves is played
    /// equally often, or as usual.
    fn games(&self, experiment: &Experiment, usual: u64) -> u64 {
        let pairs = experiment.opening_pairs();
        let Some(asked) = self.games else { return usual };
        let games = asked.checked_next_multiple_of(pairs).unwrap_or(asked);
        if games > asked {
            note(format_args!(
                "{games} games instead of {asked}: each of the {pairs} pairs of first moves is played equally often"
            ));
        }
        games
    }

    /// The same where both players choose their columns; nothing where they are not drawn, or players differ or
    /// come from outside.
    pub fn chosen(&self, drawn: &Experiment) -> Option<Experiment> {
        let is_plain = |lineup: &Lineup| {
            let bots = lineup.in_seats(2);
            bots[0] == bots[1] && !bots[0].is_outside()
        };
        let is_asked = self.is_of_setups() && self.openings.is_none();
        let is_there = drawn.openings == Openings::All && drawn.lineups.iter().all(is_plain);
        // With four times as many games as usual a range is half as wide; thousandths are near enough.
        let usual = GAMES.next_multiple_of(drawn.opening_pairs());
        let times = (drawn.games as f64 / usual as f64).max(1.0);
        let thousandths = (f64::from(CHOICE_WIDTH.0) / times.sqrt() / 1000.0).round().max(1.0);
        let goal = Goal::Choice { width: Some(Margin(1000 * thousandths as u32)) };
        let spread = |lineup: &Lineup| Lineup::same(lineup.bots()[0].spread_by(CHOICE_SPREAD));
        let mut lineups: Vec<Lineup> = drawn.lineups.iter().map(spread).collect();
        // Whoever asks for a bot with and without a spread gets each of them as it is.
        if lineups.iter().collect::<BTreeSet<_>>().len() < lineups.len() {
            lineups.clone_from(&drawn.lineups);
        }
        (is_asked && is_there).then(|| Experiment {
            title: format!("{} Where both choose", drawn.title),
            games: (CHOICE_TIMES * drawn.games).next_multiple_of(CHOICE_BATCH),
            sought: Some(Sought { goal, alpha: USUAL, batch: CHOICE_BATCH }),
            lineups,
            ..drawn.clone()
        })
    }

    /// The command that would tell more than this many games a cell, without what goes to another place.
    pub fn with_more_games(&self, games: u64) -> String {
        let rest = command_line_without(&["--games", "--save", "--out"]);
        format!("{rest} --games {}", (games * MORE).max(GAMES))
    }

    /// What is wrong with the options, in the words in which they were typed.
    fn as_typed(&self, faults: Faults) -> Faults {
        let (whole, texts) = faults.apart();
        let (own, others): (Vec<Faults>, Vec<Faults>) =
            texts.into_iter().partition(|text| text.source().name == OPTIONS);
        let typed = own.iter().flat_map(|text| {
            text.list().iter().map(|fault| self.fault_as_typed(text.source(), fault))
        });
        let mut all: Vec<Fault> = Vec::new();
        for fault in whole.into_iter().chain(typed) {
            // Of several rule sets each has the toggle.
            if !all.contains(&fault) {
                all.push(fault);
            }
        }
        let mut all = Source::new("", "").faults(all);
        others.into_iter().for_each(|text| all.push_elsewhere(text));
        all
    }

    fn fault_as_typed(&self, source: &Source, fault: &Fault) -> Fault {
        let span = fault.span.clone().unwrap_or(0..0);
        let begin = source.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let name = source.text[begin..].split(" = ").next().unwrap_or_default();
        let word = source.text[span].trim_matches('"');
        let is_of = |setting: &&String| setting.split_once('=').is_some_and(|it| key(it.0) == name);
        let option = match name {
            "setups" => format!("--setup {word}"),
            "rules" => format!("--rules {word}"),
            "bots" => format!("--bots {word}"),
            "openings" => format!("--openings {word}"),
            "games" => format!("--games {word}"),
            _ => self.set.iter().find(is_of).map_or_else(String::new, |it| format!("--set {it}")),
        };
        let is_named = fault.what.contains(&format!("`{word}`")) || option.is_empty();
        let what = match is_named {
            true => fault.what.clone(),
            false => format!("`{option}`: {}", fault.what),
        };
        let mut help: Vec<&str> = vec![&fault.expected];
        help.extend(fault.help.as_deref());
        help.retain(|words| !words.is_empty());
        Fault { help: (!help.is_empty()).then(|| help.join("; ")), ..Fault::whole(what) }
    }

    /// What the results folder of options is called: after the setups, and all that is not as it is usually.
    pub fn folder(&self, seed: Option<u64>) -> String {
        let mut parts = vec![self.name()];
        let named = self.setup.iter().skip(1).chain(&self.rules);
        parts.extend(named.map(|word| stem(word).unwrap_or_default()));
        parts.extend(self.set.iter().chain(&self.bots).chain(&self.openings).cloned());
        parts.extend(self.games.map(|games| games.to_string()));
        parts.extend(seed.map(|seed| format!("seed-{seed}")));
        let is_plain = |sign: char| sign.is_alphanumeric() || "-_.=".contains(sign);
        let name = parts.join("-").replace(|sign| !is_plain(sign), "-");
        name.chars().take(LONGEST_NAME).collect()
    }

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
        match stem(&word).as_deref() {
            None | Some(STDIN) => STDIN_IN_WORDS.to_owned(),
            // A glob is no name.
            Some(stem) if stem.contains(['*', '?', '{', '[']) => "setups".to_owned(),
            Some(stem) => stem.replace(|sign| sign == ':' || is_control(sign), "-"),
        }
    }

    /// The experiment that the options describe, as a file would.
    fn as_toml(&self) -> Result<String, Stop> {
        let rules = match self.rules.as_slice() {
            [] => vec!["brunei-slide".to_owned()],
            rules => rules.to_vec(),
        };
        let bots: Vec<String> = match self.bots.as_slice() {
            [] => BOTS.map(quoted).to_vec(),
            bots => {
                let each = bots.iter().map(|word| word.split('/').map(str::to_owned).collect());
                each.map(|each: Vec<String>| quoted_one_or_list(&each)).collect()
            }
        };
        let mut text = String::new();
        let mut add = |key: &str, value: String| text += &format!("{key} = {value}\n");
        // A title is a line.
        let shown = all_of(self.setup.iter().map(String::as_str)).replace('`', "");
        let shown = shown.replace(is_control, " ");
        let is_contest = |word: &String| {
            let mut bots = word.split('/');
            let first = bots.next();
            bots.any(|bot| Some(bot) != first)
        };
        let title = match self.bots.iter().any(is_contest) {
            true => format!("Which bot is better on {shown}?"),
            false => format!("Is {shown} fair?"),
        };
        add("title", quoted(&title));
        add("games", self.games.unwrap_or(GAMES).to_string());
        add("setups", quoted_list(&self.setup));
        add("bots", format!("[{}]", bots.join(", ")));
        let of_bell = |name: &String| matches!(preset(name), Some(Rules::Bell(_)));
        match &self.openings {
            // Bell's has hardly a first move to choose, and games that differ all the same.
            None if rules.iter().any(of_bell) => {}
            None => add("openings", quoted("all")),
            // Whatever is like neither word is meant as pairs: what is wrong with them is told.
            Some(word) if nearest(word, OPENINGS).is_none() => {
                add("openings", quoted_list(word.split(',').map(str::trim)));
            }
            Some(word) => add("openings", quoted(word)),
        }
        if self.set.is_empty() {
            add("rules", quoted_list(&rules));
            return Ok(text);
        }
        let named = |base: &String| format!("{base}+{}", self.set.join("+"));
        let names: Vec<String> = rules.iter().map(named).collect();
        add("rules", quoted_list(&names));
        for (base, name) in rules.iter().zip(&names) {
            text += &format!("\n[rule.{}]\nbase = {}\n", key(name), quoted(base));
            for setting in &self.set {
                let Some((toggle, value)) = setting.split_once('=') else {
                    return Err(wrong(
                        format!("`--set {setting}` is no toggle with a value"),
                        "expected `--set TOGGLE=VALUE`; `pasang rules show brunei-slide` lists them",
                    ));
                };
                let digits = value.strip_prefix('-').unwrap_or(value);
                let is_number = digits
                    .splitn(2, '.')
                    .all(|part| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit()));
                let plain = is_number || ["false", "true"].contains(&value);
                let value = if plain { value.to_owned() } else { quoted(value) };
                text += &format!("{} = {value}\n", key(toggle));
            }
        }
        Ok(text)
    }
}

fn stem(word: &str) -> Option<String> {
    Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

/// Reads an experiment, or the quick one, and says on stderr what is odd about it.
pub fn read_experiment(path: Option<&Path>) -> Result<Experiment, Stop> {
    let Some(path) = path else { return Ok(SHIPPED[0].read()?) };
    let named = path.to_str().and_then(shipped);
    if let Some(shipped) = named.filter(|_| !path.exists()) {
        return Ok(shipped.read()?);
    }
    let (experiment, mut warnings) =
        Experiment::read_with_warnings(path).map_err(|faults| or_shipped(path, faults))?;
    // That patterns of the catalogue are twins is known.
    let is_own = |names: &&Vec<String>| names.iter().any(|name| builtin(name).is_none());
    let setups = experiment.same.setups.iter().filter(is_own);
    let setups = setups.map(|names| (names, "setups", "stones"));
    let rules = experiment.same.rules.iter().map(|names| (names, "rules", "toggles"));
    for (names, which, what) in rules.chain(setups) {
        let all = all_of(names.iter().map(String::as_str));
        let fault = Fault::whole(format!("{which} {all} are the same {what}"));
        warnings.push(fault.help(format!("they are played once, as `{}`", names[0])));
    }
    if !warnings.is_empty() {
        note(drawn(&warnings, is_lively(&io::stderr())));
    }
    Ok(experiment)
}

/// What is wrong with a file, or, where there is none, which experiment may have been meant.
fn or_shipped(path: &Path, faults: Faults) -> Faults {
    let names = || SHIPPED.iter().map(|shipped| shipped.name);
    let word = path.to_str().filter(|word| !word.contains('/') && !path.exists());
    let Some(word) = word.filter(|&word| word != STDIN) else { return faults };
    let stem = word.split('.').next().unwrap_or_default();
    let near = nearest(stem, names());
    // Of a file that is not there, a neighbour may have been named.
    if stem != word && (near.is_none() || faults.list().iter().any(|it| it.help.is_some())) {
        return faults;
    }
    let fault = Fault::whole(format!("there is no file `{word}`, and no experiment of that name"));
    Source::new("", "").faults(vec![fault.help(match near {
        _ if builtin(word).is_some() => format!("`pasang run --setup {word}` plays this setup"),
        Some(near) => format!("did you mean `{near}`?"),
        None => "`pasang experiments list` names those that the program brings along".to_owned(),
    })])
}
