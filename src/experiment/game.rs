//! Experiments with a game of the user's own: the table `[game]` names a command that plays it.
//!
//! Setups, players and options are the command's own words. Each game is a question to the command, a
//! line of JSON, and follows from the seed, the words and the game's index alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;
use toml::de::DeValue;

use super::factorial::{Factor, Factorial, RUNS, drawn};
use super::schedule::{GameId, Schedule, Shard};
use super::{HIGHEST_SEED, MAX_CELLS, MAX_GAMES, bots::MAX_MEMBERS, bots::orders, unfit};
use crate::text::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::text::toml_reader::{
    Reader, Table, Value, key, quoted, quoted_list, quoted_one_or_list,
};
use pasang_core::base::random::SeedKey;
use pasang_core::base::text::{MAX_NAME_SIGNS, plural, shell_word};
use pasang_core::players::crew::PREFIX;

/// The keys of an experiment with a game of its own.
const KEYS: [&str; 9] =
    ["title", "seed", "games", "setups", "bots", "swap", "crew", "factorial", "game"];

const GAME_KEYS: [&str; 3] = ["command", "timeout", "seats"];

/// The default time limit of a game, in seconds.
const TIMEOUT: u64 = 60;

const MAX_TIMEOUT: u64 = 7 * 86_400;

pub const MAX_GAME_SEATS: usize = 16;

/// The setup of a game that has no others.
const ONLY_SETUP: &str = "standard";

/// The most players who are seated in all orders.
const MAX_SWAPPED: usize = 6;

/// Any language takes seeds below this.
const SEEDS: u64 = 1 << 31;

/// The columns of a table of games that no option and no fact can have as names.
const COLUMNS: &str = "pattern map setup start position level_seed class level strength bot ai \
     engine agent player first reply opening winner result won_by score place rank points rating elo \
     games count n plies end seed record rules players facts white black whiteelo blackelo";

/// Returns whether a table of games has a column of this name anyway: `score` and `score_1`, too.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let stem = if stem.len() < name.len() { stem.trim_end_matches('_') } else { name };
    let stem = stem.to_lowercase().replace([' ', '-', '.'], "_");
    COLUMNS.split(' ').any(|column| column == stem)
}

/// An experiment whose games a command plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameExperiment {
    pub title: String,
    pub seed: Option<u64>,
    /// The number of games of each cell.
    pub games: u64,
    pub setups: Vec<String>,
    pub lineups: Vec<GameLineup>,
    /// The options of the rules, and their levels in each rule set.
    pub options: Factorial,
    pub rules: Vec<Vec<usize>>,
    /// The number of rule sets that are drawn, as it is written; `None` for all.
    pub runs: Option<u64>,
    pub command: Vec<String>,
    /// The seconds that a game may take.
    pub timeout: u64,
    /// The number of seats; `None` if the command is to tell it.
    pub seats: Option<usize>,
}

/// Players who share a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLineup {
    /// The crew or the player; empty for different players in one game.
    pub class: String,
    /// The players of each game in turn: by seat, or one for all seats.
    pub seatings: Vec<Vec<String>>,
}

/// A game to play.
#[derive(Clone, Debug)]
pub struct GameOrder<'e> {
    pub id: GameId,
    pub setup: &'e str,
    /// The options with their values.
    pub rules: Vec<(&'e str, &'e str)>,
    pub class: &'e str,
    /// The players by seat.
    pub players: Vec<&'e str>,
    pub seed: u64,
}

impl GameOrder<'_> {
    /// Returns the question to the command.
    pub fn line(&self) -> String {
        let GameOrder { seed, setup, players, .. } = self;
        let rules: BTreeMap<&str, &str> = self.rules.iter().copied().collect();
        let (setup, rules, players) = (json!(setup), json!(rules), json!(players));
        format!(r#"{{"seed": {seed}, "setup": {setup}, "rules": {rules}, "players": {players}}}"#)
    }
}

impl GameExperiment {
    /// Parses an experiment; `None` if it has no table `[game]`. `seed` overrides its own. Words of the
    /// command that name files in `folder`, and none here, are completed by it.
    pub fn parse(
        source: &Source,
        folder: &Path,
        seed: Option<u64>,
    ) -> Result<Option<(GameExperiment, Diagnostics)>, Diagnostics> {
        let Ok((reader, table)) = Reader::parse(source) else { return Ok(None) };
        let whole = reader.table(&table, "an experiment with `[game]`");
        if !whole.value("game").is_some_and(|game| game.get_ref().is_table()) {
            return Ok(None);
        }
        let experiment = read(&whole, folder, seed);
        let warnings = reader.warnings();
        reader.finish(experiment).map(|experiment| Some((experiment, warnings)))
    }

    pub fn cell_count(&self) -> usize {
        self.setups.len() * self.rules.len() * self.lineups.len()
    }

    pub fn schedule(&self, shard: Shard) -> Schedule {
        Schedule::new(self.cell_count(), self.games, shard)
    }

    /// Returns the number of games of a cell after which each of its line-up's seatings had equally many.
    pub fn turn(&self) -> u64 {
        self.lineups.iter().map(|lineup| lineup.seatings.len() as u64).fold(1, super::lcm)
    }

    /// Returns the number of seats; the command, or else two, if the experiment does not say it.
    pub fn seat_count(&self) -> usize {
        self.seats.unwrap_or(2)
    }

    /// Returns whether players have a column by seat: different ones meet in some game, or seats are many.
    pub fn is_by_seat(&self) -> bool {
        let mut seatings = self.lineups.iter().flat_map(|lineup| &lineup.seatings);
        self.seat_count() > 2 || seatings.any(|players| players.len() > 1)
    }

    /// Returns a game: cells are ordered by setups, then rules, then line-ups.
    pub fn order(&self, id: GameId) -> GameOrder<'_> {
        let (rest, lineup) = (id.cell / self.lineups.len(), id.cell % self.lineups.len());
        let (setup, rules) = (rest / self.rules.len(), rest % self.rules.len());
        let (setup, lineup) = (self.setups[setup].as_str(), &self.lineups[lineup]);
        let levels = self.options.factors.iter().zip(&self.rules[rules]);
        let rules: Vec<(&str, &str)> = levels
            .map(|(factor, &level)| (factor.toggle.as_str(), factor.values[level].word.as_str()))
            .collect();
        let turn = (id.index % lineup.seatings.len() as u64) as usize;
        let players = lineup.seatings[turn].iter().map(String::as_str).cycle();
        let players: Vec<&str> = players.take(self.seat_count()).collect();
        let mut purpose: Vec<&[u8]> = vec![b"game of a command", setup.as_bytes()];
        purpose.extend(rules.iter().flat_map(|(name, value)| [name.as_bytes(), value.as_bytes()]));
        purpose.push(b"players");
        purpose.extend(players.iter().map(|player| player.as_bytes()));
        let key = SeedKey::new(self.seed.unwrap_or_default(), &purpose);
        let seed = key.rng(id.index).below_u64(SEEDS);
        GameOrder { id, setup, rules, class: &lineup.class, players, seed }
    }

    /// Returns the command as it is typed in a shell.
    pub fn shell_command(&self) -> String {
        self.command.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
    }

    /// Writes the experiment; the text reads back as the same one.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("title = {}\n", quoted(&self.title));
        }
        text.extend(self.seed.map(|seed| format!("seed = {seed}\n")));
        let word = |lineup: &GameLineup| match lineup.seatings.as_slice() {
            [players] => quoted_one_or_list(players),
            _ => quoted(&format!("{PREFIX}{}", lineup.class)),
        };
        let lineups: Vec<String> = self.lineups.iter().map(word).collect();
        let setups = quoted_list(&self.setups);
        let (games, lineups) = (self.games, lineups.join(", "));
        text += &format!("games = {games}\nsetups = {setups}\nbots = [{lineups}]\n\n[game]\n");
        text += &format!("command = {}\n", quoted_list(&self.command));
        text += &format!("timeout = {}\n", self.timeout);
        text.extend(self.seats.map(|seats| format!("seats = {seats}\n")));
        for GameLineup { class, seatings } in self.lineups.iter().filter(|it| it.seatings.len() > 1)
        {
            let members = quoted_list(seatings.concat());
            text += &format!("\n[crew.{}]\nmembers = {members}\n", key(class));
        }
        if !self.options.factors.is_empty() {
            text += &self.options.to_toml();
            text.extend(self.runs.map(|runs| format!("{RUNS} = {runs}\n")));
        }
        text
    }

    /// Returns the first line in which two experiments differ, but for the time limit; `None` if they are
    /// the same.
    pub fn difference(&self, other: &GameExperiment) -> Option<String> {
        let as_quick = GameExperiment { timeout: other.timeout, ..self.clone() };
        let (own, other) = (as_quick.to_toml(), other.to_toml());
        let (own, other) = (own.lines().chain([""; 64]), other.lines().chain([""; 64]));
        let (own, other) = own.zip(other).find(|(own, other)| own != other)?;
        Some(format!("there `{other}`, here `{own}`"))
    }
}

fn read(whole: &Table<'_, '_>, folder: &Path, seed: Option<u64>) -> Option<GameExperiment> {
    let reader = whole.reader();
    whole.refuse_unknown(&KEYS);
    for (key, example) in [("games", "games = 100"), ("bots", "bots = [\"NAME\"]")] {
        if whole.entry(key).is_none() {
            let what = format!("`{}` lacks the key `{key}`", reader.source().name);
            reader
                .fault(Diagnostic::whole(what).help(format!("write `{example}`, above `[game]`")));
        }
    }
    let seed = seed.or(whole.integer("seed", 0..=HIGHEST_SEED));
    let setups = match whole.value("setups") {
        Some(value) => words(reader, value, "setups")?,
        None => vec![ONLY_SETUP.to_owned()],
    };
    let game = reader.subtable(whole.value("game")?, "game", "`[game]`")?;
    game.refuse_unknown(&GAME_KEYS);
    let Some(value) = game.value("command") else {
        let expected = "expected `command = [\"PROGRAM\", \"ARGUMENT\"]` below";
        let span = whole.entry("game")?.key_span;
        return reader.refuse(span, "`[game]` lacks the key `command`", expected);
    };
    let expected = "expected a program, and its arguments behind it";
    let command = reader.some_list(value, "command", expected)?;
    let command = command.iter().map(|value| reader.string(value, "command"));
    let command: Vec<&str> = command.collect::<Option<_>>()?;
    let lineups = lineups(whole)?;
    let of_lists = lineups.iter().flat_map(|it| &it.seatings).map(Vec::len).find(|&it| it > 1);
    let seats = game.integer("seats", 1..=MAX_GAME_SEATS as u64).map(|it| it as usize);
    if let (Some(seats), Some(value)) =
        (seats.filter(|_| of_lists.is_some_and(|it| Some(it) != seats)), game.value("seats"))
    {
        let expected = format!("expected as many as each list of `bots` has, not {seats}");
        return reader.refuse(value.span(), "`seats` does not fit the lists of `bots`", expected);
    }
    let (options, rules, runs) = options(whole, seed.unwrap_or_default())?;
    let experiment = GameExperiment {
        title: whole.read("title", super::read::title).unwrap_or_default(),
        seed,
        games: whole.integer("games", 1..=MAX_GAMES)?,
        setups,
        lineups,
        options,
        rules,
        runs,
        command: command.iter().map(|word| completed(word, folder)).collect(),
        timeout: game.integer("timeout", 1..=MAX_TIMEOUT).unwrap_or(TIMEOUT),
        seats: seats.or(of_lists),
    };
    if experiment.cell_count() as u64 > MAX_CELLS {
        let what = format!("{} cells", experiment.cell_count());
        reader.fault(Diagnostic::whole(what).help(format!("{MAX_CELLS} is the most")));
    }
    let is_uneven = |it: &&GameLineup| !experiment.games.is_multiple_of(it.seatings.len() as u64);
    if let Some(lineup) = experiment.lineups.iter().find(is_uneven) {
        let (games, class) = (experiment.games, &lineup.class);
        let what = format!("`games = {games}` is no multiple of the members of `{PREFIX}{class}`");
        let help = format!("some of its {} play more games than others", lineup.seatings.len());
        reader.warn(Diagnostic::whole(what).help(help));
    }
    Some(experiment)
}

/// Returns a word of the command, or the path of the file that it names in the experiment's folder.
fn completed(word: &str, folder: &Path) -> String {
    let path = folder.join(word);
    let is_meant = !Path::new(word).exists() && path.is_file();
    if is_meant { path.display().to_string() } else { word.to_owned() }
}

/// Reads a word of the command's own; a number or a truth value counts as one.
fn word(reader: &Reader<'_>, value: &Value<'_>, name: &str) -> Option<String> {
    let word = match value.get_ref() {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(yes) => yes.to_string(),
        _ => reader.string(value, name)?.to_owned(),
    };
    let is_long = word.chars().count() > MAX_NAME_SIGNS;
    match unfit(&word).or(is_long.then_some("a name is too long")) {
        Some(why) => reader.refuse(value.span(), format!("{why} in `{name}`"), "expected a word"),
        None => Some(word),
    }
}

/// Reads a list of different words.
fn words(reader: &Reader<'_>, value: &Value<'_>, name: &str) -> Option<Vec<String>> {
    let list = reader.some_list(value, name, "expected at least one word")?;
    let (mut words, mut seen) = (Vec::new(), BTreeSet::new());
    for value in list {
        let word = word(reader, value, name)?;
        if !seen.insert(word.clone()) {
            reader.fault(Diagnostic::repeated(value.span(), format!("`{word}` is given twice")));
        }
        words.push(word);
    }
    Some(words)
}

/// Reads `bots`, with the crews that it names.
fn lineups(whole: &Table<'_, '_>) -> Option<Vec<GameLineup>> {
    let reader = whole.reader();
    let crews = whole.named("crew", |entry, reader| {
        let table = reader.subtable(entry.value, entry.key, "a crew")?;
        table.refuse_unknown(&["members"]);
        let members = words(reader, table.value("members")?, "members")?;
        (2..=MAX_MEMBERS).contains(&members.len()).then_some(members)
    });
    let swap = whole.read("swap", Reader::boolean) == Some(true);
    let mut all = Vec::new();
    for value in reader.some_list(whole.value("bots")?, "bots", "expected at least one")? {
        if let Some(list) = value.get_ref().as_array() {
            let seats = list.iter().map(|value| word(reader, value, "bots"));
            let seats: Vec<String> = seats.collect::<Option<_>>()?;
            let most = if swap { MAX_SWAPPED } else { MAX_GAME_SEATS };
            if !(2..=most).contains(&seats.len()) {
                let expected = format!("expected 2 to {most} players, one a seat");
                return reader.refuse(value.span(), plural(seats.len() as u64, "player"), expected);
            }
            let orders = if swap { orders(&seats) } else { vec![seats] };
            let lineup = |players| GameLineup { class: String::new(), seatings: vec![players] };
            all.extend(orders.into_iter().map(lineup));
            continue;
        }
        let word = word(reader, value, "bots")?;
        let Some(name) = word.strip_prefix(PREFIX) else {
            all.push(GameLineup { class: word.clone(), seatings: vec![vec![word]] });
            continue;
        };
        let Some(Some(members)) = crews.get(name) else {
            let what = format!("no crew `{name}`");
            let expected = "expected a table `[crew.NAME]` below, with 2 to 100 `members`";
            let fault = Diagnostic::at(value.span(), what, expected);
            reader.fault(fault.did_you_mean(name, crews.keys().map(String::as_str)));
            return None;
        };
        let seatings = members.iter().map(|member| vec![member.clone()]).collect();
        all.push(GameLineup { class: name.to_owned(), seatings });
    }
    check_lineups(&all, whole)?;
    let is_used = |name: &str| all.iter().any(|it| it.class == name && it.seatings.len() > 1);
    whole.warn_unused("crew", is_used, "`bots` does not name it");
    Some(all)
}

/// Refuses lists of different lengths, equal seatings, and players in two classes.
fn check_lineups(all: &[GameLineup], whole: &Table<'_, '_>) -> Option<()> {
    let refuse = |what: String, expected: &str| {
        whole.reader().refuse(whole.entry("bots")?.key_span, what, expected)
    };
    let mut seats = all.iter().flat_map(|it| &it.seatings).map(Vec::len).filter(|&it| it > 1);
    let first = seats.next();
    if seats.any(|count| Some(count) != first) {
        return refuse("lists of different lengths".to_owned(), "expected a player for each seat");
    }
    let mut seen = BTreeMap::new();
    for lineup in all {
        for players in &lineup.seatings {
            if seen.insert(players, &lineup.class).is_some() {
                let what = format!("`{}` is given twice", players.join("/"));
                return refuse(what, "a player has one class");
            }
        }
    }
    Some(())
}

/// Reads `[factorial]`: the options, their levels in each rule set, and how many are drawn.
fn options(whole: &Table<'_, '_>, seed: u64) -> Option<(Factorial, Vec<Vec<usize>>, Option<u64>)> {
    let reader = whole.reader();
    let Some(entry) = whole.entry("factorial") else {
        return Some((Factorial::default(), vec![Vec::new()], None));
    };
    let table = reader.subtable(entry.value, "factorial", "`factorial`")?;
    let mut factors = Vec::new();
    for entry in table.entries().filter(|entry| entry.key != RUNS) {
        let is_word = unfit(entry.key).is_none() && entry.key.len() <= MAX_NAME_SIGNS;
        if !is_word || is_reserved(entry.key) {
            let what = format!("no option can be called `{}`", entry.key.escape_debug());
            return reader.refuse(entry.key_span, what, "tables of games have that column anyway");
        }
        factors.push(Factor::of_words(entry.key, words(reader, entry.value, entry.key)?));
    }
    let options = Factorial { factors };
    let runs = table.entry(RUNS).filter(|entry| entry.value.get_ref().as_str() != Some("all"));
    let rules = match &runs {
        Some(runs) => drawn(&options, runs, seed, reader)?,
        None => options.combinations().or_else(|| {
            let what = "these options have too many combinations";
            reader.refuse(entry.key_span, what, "expected `runs = N`, to draw some of them")
        })?,
    };
    let runs = runs.and_then(|entry| reader.integer(entry.value, RUNS, 0..=u64::MAX));
    Some((options, rules, runs))
}
