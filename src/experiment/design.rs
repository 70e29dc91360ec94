//! The design of an experiment: what plays what, whether a file or options of the command line ask for
//! it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::aliases::{self, SameNames};
use super::openings::{self, KEYWORDS};
use super::{
    Experiment, Factorial, Files, Lineup, Located, MAX_CELLS, Openings, Roster, bots, engines,
    factorial, rules, setups,
};
use crate::text::diagnostic::{Diagnostic, Diagnostics, LARGEST_FILE, Source};
use crate::text::toml_reader::{OneOrList, Reader, Word};
use pasang_core::base::text::{all_of, is_control, nearest};
use pasang_core::games::rules::{Game, NamedRules, preset};
use pasang_core::games::setup::Setup;
use pasang_core::players::bots::Name;
use pasang_core::players::crew::{Crew, PREFIX};
use std::path::Path;

/// Setups, rule sets, line-ups and first moves, each found and with its place.
pub(super) struct Design {
    /// The games a cell; `None` for a whole design of the crews.
    pub games: Option<u64>,
    pub setups: Vec<Located<Setup>>,
    pub rules: Vec<Located<NamedRules>>,
    pub factorial: Option<Factorial>,
    pub lineups: Vec<Lineup>,
    /// The crews of the file, whether they play or not.
    pub crews: bots::OwnCrews,
    pub openings: Option<Openings>,
}

impl Design {
    /// Returns the experiment of this design alone, and reports setups that cannot be played. `same`
    /// are the names that the experiment calls the same.
    pub(super) fn experiment(self, same: [SameNames; 2], reader: &Reader<'_>) -> Experiment {
        for Located { thing: setup, span } in &self.setups {
            let refused = self.rules.iter().find_map(|named| {
                let why = named.thing.rules.start(setup).err()?;
                Some((&named.thing.name, why.to_string()))
            });
            if let Some((rules, why)) = refused {
                let what = format!("setup `{}` cannot be played by `{rules}`", setup.name);
                reader.fault_at(span.clone(), what, why);
            }
        }
        let (setups, rules, aliases) = aliases::deduplicate(self.setups, self.rules, same, reader);
        let Design { games, factorial, lineups, crews, openings, .. } = self;
        let openings = openings.unwrap_or(match lineups.iter().any(|it| it.crew().is_some()) {
            true if factorial.is_some() => Openings::Shuffled,
            true => Openings::All,
            false => Openings::AsChosen,
        });
        let experiment = Experiment { setups, rules, aliases, ..Experiment::default() };
        let experiment = Experiment { factorial, lineups, openings, ..experiment };
        let is_team = |crew: &Crew| {
            experiment.is_team(crew) && experiment.crews().all(|it| it.name != crew.name)
        };
        let teams = crews.into_values().flatten().filter(is_team).collect();
        let games = games.unwrap_or_else(|| experiment.whole_design());
        Experiment { games, teams, ..experiment }
    }
}

/// Reports an experiment that is too large, or in which a crew would play unequally.
/// `place` returns the place of a key.
pub(super) fn check(
    experiment: &Experiment,
    place: impl Fn(&str) -> Option<Range<usize>>,
    reader: &Reader<'_>,
) {
    check_crew(experiment, &place, reader);
    limits(experiment, place("setups"), reader);
}

/// Reports a design in which a crew would play some pairs of first moves more often than others.
fn check_crew(
    experiment: &Experiment,
    place: &impl Fn(&str) -> Option<Range<usize>>,
    reader: &Reader<'_>,
) {
    let is_best = experiment.openings == Openings::Best;
    let is_of_crews = experiment.lineups.iter().all(|lineup| lineup.crew().is_some());
    if is_best && (!is_of_crews || experiment.factorial.is_some()) {
        let (key, what) = match is_of_crews {
            true => (
                "factorial",
                "`best` openings in a designed experiment, whose effects need random ones",
            ),
            false => {
                ("bots", "`best` openings between single bots, of which no model says what is open")
            }
        };
        let label = if is_of_crews { "leave one of both out" } else { "expected crews only" };
        let fault =
            Diagnostic { span: place(key), label: label.to_owned(), ..Diagnostic::whole(what) };
        return reader.fault(fault);
    }
    let Some(crew) = experiment.crews().next() else { return };
    let (turn, what) = match experiment.openings {
        Openings::Shuffled => {
            (experiment.whole_design(), "the players of a crew, which take turns")
        }
        Openings::Best => (experiment.opening_pairs(), "the games of a round"),
        _ => {
            (experiment.opening_pairs(), "the pairs of first moves that a crew plays equally often")
        }
    };
    let (turn, games) = (turn.max(1), experiment.games);
    let up = games.div_ceil(turn).saturating_mul(turn);
    let named = experiment.rules.iter().find(|named| named.rules.seats() != 2);
    let (key, what, expected) = if let Some(NamedRules { name, rules }) = named {
        let what = format!("`{crew}`, and `{name}` seats {}", rules.seats());
        ("rules", what, "crews play by twos".to_owned())
    } else if experiment.openings == Openings::AsChosen {
        let what = format!("`{crew}`, and the bots choose the first moves");
        ("openings", what, "expected `all` or a list of pairs".to_owned())
    } else if games != up {
        let what = format!("`games` = {games} is no multiple of {turn}, {what}");
        ("games", what, format!("expected a multiple, as {up}"))
    } else {
        return;
    };
    reader.fault(Diagnostic { span: place(key), label: expected, ..Diagnostic::whole(what) });
}

/// Reports an experiment that is too large.
fn limits(experiment: &Experiment, span: Option<Range<usize>>, reader: &Reader<'_>) {
    let refuse = |what: String, expected: String| {
        let fault = Diagnostic { span: span.clone(), label: expected, ..Diagnostic::whole(what) };
        reader.fault(fault.help("make several experiments of it"));
    };
    let lists = [experiment.setups.len(), experiment.rules.len(), experiment.lineups.len()];
    let cells = lists.into_iter().fold(1, |cells: u64, length| cells.saturating_mul(length as u64));
    if cells > MAX_CELLS {
        let [setups, rules, bots] = lists;
        let what = format!(
            "{setups} setups, {rules} rule sets and {bots} line-ups of bots make {cells} cells"
        );
        refuse(what, format!("expected at most {MAX_CELLS}"));
    } else if experiment.to_toml().len() as u64 > LARGEST_FILE {
        let what =
            "with every setup and rule set written out, this experiment is larger than 1 MiB";
        refuse(what.to_owned(), "the most that is read again".to_owned());
    }
}

/// The values of the options; paths are relative to the current folder.
#[derive(Clone, Copy)]
pub struct DesignOptions<'o> {
    /// `true` to play a pattern without other options by crews of several levels.
    pub for_levels: bool,
    pub setups: &'o [String],
    /// The rules [default: brunei-slide].
    pub rules: &'o [String],
    /// Toggles to set in each rule set, as `TOGGLE=VALUE`.
    pub set: &'o [String],
    /// Toggles to vary in all combinations, as `TOGGLE` or `TOGGLE=VALUE,..`.
    pub vary: &'o [String],
    /// The bots [default: crew:club].
    pub bots: &'o [String],
    pub roster: &'o Roster,
    /// `all`, `best`, `as-chosen`, or pairs of first moves between commas; `None` for those that fit.
    pub openings: Option<&'o str>,
}

impl DesignOptions<'_> {
    /// Makes the experiment, with defaults for what is left open; faults are shown in the options as typed,
    /// one a line.
    pub fn experiment(self) -> Result<Experiment, Diagnostics> {
        let for_levels = self.for_levels
            && self.rules.len() < 2
            && self.vary.is_empty()
            && self.bots.is_empty()
            && self.openings.is_none();
        let rules = or_default(self.rules, "brunei-slide");
        let bots = or_default(self.bots, "crew:club");
        DesignOptions { for_levels, rules: &rules, bots: &bots, ..self }.of_words()
    }

    /// Returns the question.
    fn title(self) -> String {
        // A title has a single line, and no folder: a pattern is the same from any.
        let file = |word: &'_ String| match Path::new(word).file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => word.clone(),
        };
        let files: Vec<String> = self.setups.iter().map(file).collect();
        let shown = all_of(files.iter().map(String::as_str)).replace('`', "");
        let shown = shown.replace(is_control, " ");
        let is_contest = |word: &String| {
            let mut bots = word.split('/');
            let first = bots.next();
            bots.any(|bot| Some(bot) != first)
        };
        match self.bots.iter().any(is_contest) {
            true => format!("Which bot is better on {shown}?"),
            false if !self.vary.is_empty() => format!("Which rules matter on {shown}?"),
            false => {
                let verb = if self.setups.len() > 1 { "Are" } else { "Is" };
                format!("{verb} {shown} fair?")
            }
        }
    }

    /// Returns the openings that fit rules and bots.
    fn default_openings(self) -> &'static str {
        let of_bell = |name: &String| matches!(preset(name), Some(Game::Bell(_)));
        // Bell's game has few first moves, and its games differ without random openings.
        let has_crew = self.bots.iter().any(|word| word.starts_with(PREFIX));
        match has_crew {
            true if !self.vary.is_empty() => "shuffled",
            false if self.rules.iter().any(of_bell) => "as-chosen",
            _ => "all",
        }
    }

    /// Returns the games a cell where no option says how many.
    fn games(self, experiment: &Experiment) -> u64 {
        let is_of_crew = |word: &String| word.starts_with(PREFIX) && !word.contains('/');
        let is_of_crews = self.bots.iter().all(is_of_crew);
        let design = experiment.whole_design();
        match self.vary {
            [] if self.for_levels => (design / 2).next_multiple_of(experiment.opening_pairs()),
            [] if is_of_crews => design,
            _ if is_of_crews => VARIED_GAMES.next_multiple_of(design),
            _ => GAMES.next_multiple_of(design),
        }
    }

    fn of_words(self) -> Result<Experiment, Diagnostics> {
        let openings = self.openings.unwrap_or_else(|| self.default_openings());
        let rules = match self.set {
            [] => self.rules.to_vec(),
            set => self.rules.iter().map(|base| format!("{base}+{}", set.join("+"))).collect(),
        };
        let mut text = String::new();
        let setups = words(&mut text, "--setup", self.setups);
        let rules = words(&mut text, "--rules", &rules);
        let bots = words(&mut text, "--bots", self.bots);
        let openings = words(&mut text, "--openings", [openings]).remove(0);
        let source = Source::new("options", &text);
        let mut own = BTreeMap::new();
        for (base, word) in self.rules.iter().zip(&rules).filter(|_| !self.set.is_empty()) {
            let mut rules = crate::text::rules::find(base)?.rules;
            crate::text::rules::set_all(&mut rules, self.set)?;
            own.insert(word.text.to_owned(), Some(rules));
        }
        let (reader, files) = (Reader::new(&source), Files::Typed);
        let place = |key: &str| match key {
            "setups" => setups.first(),
            "rules" => rules.first(),
            _ => Some(&openings),
        };
        let span_of = |key: &str| place(key).map(|word| word.span.clone());
        let entries: Vec<OneOrList<'_>> = bots.iter().map(seat_words).collect();
        let setups_found = setups::resolve(&setups, &BTreeMap::new(), files, &reader);
        let rules_found = rules::resolve(&rules, &own, files, &reader);
        let (rules_found, factorial) = match (self.vary, rules_found.as_slice()) {
            ([], _) | (_, []) => (rules_found, None),
            (vary, [base]) => {
                let (rules, factorial) = factorial::varied(vary, base)?;
                (rules, Some(factorial))
            }
            (_, [_, other, ..]) => {
                let what = "several `--rules` beside `--vary`";
                reader.fault_at(other.span.clone(), what, "expected one, whose toggles vary");
                (rules_found, None)
            }
        };
        let roster = self.roster;
        // Several names of the same stones are one pattern.
        let mut stones = setups_found.iter().map(|it| it.thing.stones);
        let first = stones.next();
        let for_levels = self.for_levels && stones.all(|other| Some(other) == first);
        let lineups = match for_levels {
            true => LEVELS.iter().filter_map(|it| Crew::builtin(it)).map(Lineup::Crew).collect(),
            false => bots::resolve(&entries, (&rules_found, false), &roster.crews, &reader),
        };
        // Anything unlike both keywords is read as pairs.
        let is_list = nearest(openings.text, KEYWORDS.map(|(word, _)| word)).is_none();
        let words = if is_list { parts(&openings, ',') } else { vec![openings.clone()] };
        let said = OneOrList { words, is_list, span: openings.span.clone() };
        let openings_found = openings::resolve(&said, &setups_found, &rules_found, &reader);
        let seated: Vec<Name> = engines::seated(&lineups).collect();
        let engines = roster.engines.iter().filter(|engine| seated.contains(&engine.name)).cloned();
        let design = Design {
            games: None,
            setups: setups_found,
            rules: rules_found,
            factorial,
            lineups,
            crews: roster.crews.clone(),
            openings: Some(openings_found),
        };
        let experiment = design.experiment([Vec::new(), Vec::new()], &reader);
        let games = DesignOptions { for_levels, ..self }.games(&experiment);
        let (title, engines) = (self.title(), engines.collect());
        let experiment = Experiment { title, engines, games, ..experiment };
        if reader.sound() {
            engines::check(&experiment, bots.first().map(|word| word.span.clone()), &reader);
            check(&experiment, span_of, &reader);
        }
        reader.finish(Some(experiment))
    }
}

/// Adds an option with each of its values to the text, one a line.
fn words<'w>(
    text: &mut String,
    option: &str,
    values: impl IntoIterator<Item = &'w (impl AsRef<str> + ?Sized + 'w)>,
) -> Vec<Word<'w>> {
    let word = |value: &'w _| {
        let value: &str = AsRef::as_ref(value);
        *text += &format!("{option} ");
        let span = text.len()..text.len() + value.len();
        *text += &format!("{value}\n");
        Word { text: value, span }
    };
    values.into_iter().map(word).collect()
}

/// Splits a word; its parts are without the spaces around them.
fn parts<'w>(word: &Word<'w>, between: char) -> Vec<Word<'w>> {
    let part = |part: &'w str| {
        let start = word.span.start + (part.as_ptr() as usize - word.text.as_ptr() as usize);
        Word { text: part, span: start..start + part.len() }
    };
    word.text.split(between).map(str::trim).map(part).collect()
}

fn seat_words<'w>(word: &Word<'w>) -> OneOrList<'w> {
    let words = parts(word, '/');
    OneOrList { is_list: words.len() > 1, words, span: word.span.clone() }
}

/// Returns the words given, or else the default.
pub fn or_default(given: &[String], default: &str) -> Vec<String> {
    if given.is_empty() { vec![default.to_owned()] } else { given.to_vec() }
}

/// Crews that play a pattern for the answer on all levels, half a design each: strengths are nearly
/// the same measurement, and weaker players cost less.
const LEVELS: [&str; 3] = ["medium", "quick", "club"];

/// Default games per cell of a single bot: 20 per opening pair under most rules, for an interval of
/// about ±3 points. A crew plays one whole design.
const GAMES: u64 = 1200;

/// Default games per cell of a crew with `--vary`, a multiple of its players.
const VARIED_GAMES: u64 = 48;
