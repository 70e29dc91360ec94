//! Commands that play a game of the user's own: a question a line, an answer a line, both in JSON.
//!
//! A command may be slow, crash, hang, or answer nonsense. Any of this ends the run with a message that
//! names the game and the line to repeat it by hand; the games before are kept.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use wildmatch::WildMatchPattern;

use super::wire::{Heard, Manners, Wire};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::text::{all_of, is_control, plural, shell_word, shortened};
use crate::experiment::game::{GameExperiment, GameOrder, MAX_GAME_SEATS, is_reserved};

/// Manners of talking to commands.
const MANNERS: Manners =
    Manners { longest: MAX_ANSWER, buffered: 2, farewell: None, keeps_stderr: true };

/// The size limit of an answer, in bytes.
const MAX_ANSWER: u64 = 1 << 20;

/// The most numbers that an answer tells beside the result.
const MAX_FACTS: usize = 200;

/// The time that a command has to describe itself.
const DESCRIBE_TIMEOUT: Duration = Duration::from_secs(20);

/// The time in which a second line behind the first answer of a command is noticed.
const SECOND_LINE: Duration = Duration::from_millis(20);

const DESCRIBE: &str = "{\"describe\": true}";

/// Form in which an answer tells the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    Winner,
    Scores,
    Places,
}

/// The answer to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameAnswer {
    /// The result, a field for each of its columns; `None` for a game without result.
    pub result: Option<(ResultKind, Vec<String>)>,
    pub first: String,
    pub reply: String,
    pub plies: String,
    /// How the game ended, or why it has no result.
    pub end: String,
    pub record: String,
    /// Further numbers, sorted by name.
    pub facts: Vec<(String, String)>,
}

/// Description that a command gives of itself.
#[derive(Clone, Debug, Default)]
pub struct Description {
    pub name: String,
    pub seats: Option<usize>,
    setups: Option<Vec<String>>,
    players: Option<Vec<String>>,
    options: Option<Vec<(String, Vec<String>)>>,
}

/// The processes of a command, one for each thread that plays.
pub struct GameCommands<'e> {
    experiment: &'e GameExperiment,
    idle: Mutex<Vec<Wire>>,
    cancel: CancelToken,
}

impl<'e> GameCommands<'e> {
    pub fn new(experiment: &'e GameExperiment, cancel: &CancelToken) -> GameCommands<'e> {
        GameCommands { experiment, idle: Mutex::default(), cancel: cancel.clone() }
    }

    /// Plays a game; `None` if it was cancelled, or if it failed, which cancels the run with a message.
    /// `row` is its row in the journal, from 1.
    pub fn play(&self, order: &GameOrder<'_>, row: u64) -> Option<GameAnswer> {
        let line = order.line();
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, mut is_new) = (idle().pop(), false);
        let started = found.map_or_else(
            || {
                is_new = true;
                Wire::start(&self.experiment.command, MANNERS)
            },
            Ok,
        );
        let mut wire = started.map_err(|why| self.fail(order, row, &why, "")).ok()?;
        let answer = match self.ask(&mut wire, &line, is_new) {
            Ok(answer) => GameAnswer::read(&answer, order),
            Err(why) => Err(why?),
        };
        match answer {
            Ok(answer) => {
                idle().push(wire);
                Some(answer)
            }
            Err(why) => {
                self.fail(order, row, &why, &wire.stderr());
                None
            }
        }
    }

    /// Asks for a game; `Err(None)` if it was cancelled.
    fn ask(&self, wire: &mut Wire, line: &str, is_new: bool) -> Result<Vec<u8>, Option<String>> {
        let second = |heard| match heard {
            Heard::Line(line) => {
                Err(Some(format!("it wrote a line that nobody asked for: {}", shown(&line))))
            }
            _ => Ok(()),
        };
        let seconds = self.experiment.timeout;
        second(wire.hear(Instant::now(), &self.cancel))?;
        wire.say(line).map_err(Some)?;
        let answer = match wire.hear(Instant::now() + Duration::from_secs(seconds), &self.cancel) {
            Heard::Line(answer) => answer,
            Heard::TooLate => {
                let help = "`timeout = SECONDS` below `[game]` allows more";
                return Err(Some(format!("no answer within {seconds} s; {help}")));
            }
            Heard::Ended(how) => return Err(Some(format!("no answer: {how}"))),
            Heard::Cancelled => return Err(None),
        };
        if is_new {
            second(wire.hear(Instant::now() + SECOND_LINE, &self.cancel))?;
        }
        Ok(answer)
    }

    /// Cancels the run because of a game.
    fn fail(&self, order: &GameOrder<'_>, row: u64, why: &str, stderr: &str) {
        let stderr = match stderr {
            "" => String::new(),
            text => format!("\nit wrote to stderr:\n  {}", text.replace('\n', "\n  ")),
        };
        let why = format!("`{}`: {why}{stderr}", self.experiment.shell_command());
        self.cancel.fail(failure(self.experiment, order, row, &why));
    }

    /// Lets a process of its own describe the game; `Ok(None)` if it does not.
    ///
    /// # Errors
    /// If the command cannot be started, or says what no description has.
    pub fn describe(&self) -> Result<Option<Description>, String> {
        let mut wire = Wire::start(&self.experiment.command, MANNERS)?;
        let limit = DESCRIBE_TIMEOUT.min(Duration::from_secs(self.experiment.timeout));
        if wire.say(DESCRIBE).is_err() {
            return Ok(None);
        }
        let Heard::Line(line) = wire.hear(Instant::now() + limit, &self.cancel) else {
            return Ok(None);
        };
        match serde_json::from_slice(&line) {
            Ok(Value::Object(fields)) => Description::read(&fields),
            _ => Ok(None),
        }
    }
}

/// Returns the message about the game of a row.
pub fn failure(experiment: &GameExperiment, order: &GameOrder<'_>, row: u64, why: &str) -> String {
    let rules = order.rules.iter().map(|(name, value)| format!(", {name} = {value}"));
    let (number, players) = (order.id.number, order.players.join(", "));
    let (setup, seed, rules) = (order.setup, order.seed, rules.collect::<String>());
    format!(
        "row {row}, game {number} (setup {setup}{rules}, players {players}, seed {seed}): {why}\n\
         to play it by hand:\n  {}\n",
        repeat(experiment, order)
    )
}

/// Returns what is typed in a shell to ask for a game again.
fn repeat(experiment: &GameExperiment, order: &GameOrder<'_>) -> String {
    let line = order.line();
    let echo = if line.contains('\\') { "printf '%s\\n'" } else { "echo" };
    format!("{echo} {} | {}", shell_word(&line), experiment.shell_command())
}

fn shown(line: &[u8]) -> String {
    format!("`{}`", shortened(String::from_utf8_lossy(line).trim()))
}

impl GameAnswer {
    /// Reads an answer; `Err` says what is wrong with it.
    fn read(line: &[u8], order: &GameOrder<'_>) -> Result<GameAnswer, String> {
        if line.len() as u64 >= MAX_ANSWER && !line.ends_with(b"\n") {
            return Err(format!("its answer is longer than {MAX_ANSWER} bytes: {}", shown(line)));
        }
        let fields: Map<String, Value> = serde_json::from_slice(line)
            .map_err(|_| format!("its answer is no JSON object: {}", shown(line)))?;
        let wrong = |name: &str, expected: &str| match fields.get(name) {
            Some(value) => {
                Err(format!("`{name}` is `{}`, expected {expected}", shortened(&value.to_string())))
            }
            None => Ok(()),
        };
        if fields.get("seed").is_some_and(|seed| seed.as_u64() != Some(order.seed)) {
            wrong("seed", &format!("{}, as asked: this answers another question", order.seed))?;
        }
        let text = |name: &str| match fields.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(number)) if name != "error" => Ok(number.to_string()),
            _ => wrong(name, "a text").map(|()| String::new()),
        };
        let plies = match fields.get("plies") {
            None | Some(Value::Null) => String::new(),
            Some(plies) if whole(plies).is_some() => whole(plies).unwrap_or_default().to_string(),
            _ => return wrong("plies", "a whole number").map(|()| GameAnswer::default()),
        };
        let has_error = fields.contains_key("error");
        let mut answer = GameAnswer {
            result: if has_error { None } else { Some(result(&fields, order.players.len())?) },
            first: text("first")?,
            reply: text("reply")?,
            plies,
            end: text(if has_error { "error" } else { "end" })?,
            record: text("record")?,
            facts: facts(&fields)?,
        };
        if has_error && answer.end.is_empty() {
            answer.end = "error".to_owned();
        }
        Ok(answer)
    }
}

/// Reads the result of a game: the winner, scores or places.
fn result(fields: &Map<String, Value>, seats: usize) -> Result<(ResultKind, Vec<String>), String> {
    let given = [
        ("winner", ResultKind::Winner),
        ("scores", ResultKind::Scores),
        ("places", ResultKind::Places),
    ];
    let mut given =
        given.iter().filter_map(|(name, kind)| Some((*name, *kind, fields.get(*name)?)));
    let Some((name, kind, value)) = given.next() else {
        return Err("its answer has no `winner`, `scores`, `places` or `error`".to_owned());
    };
    if let Some((other, ..)) = given.next() {
        return Err(format!(
            "its answer has both `{name}` and `{other}`: one of them tells the result"
        ));
    }
    let wrong = |expected: String| {
        format!("`{name}` is `{}`, expected {expected}", shortened(&value.to_string()))
    };
    if kind == ResultKind::Winner {
        let expected = || wrong(format!("a seat from 1 to {seats}, or 0 for a draw"));
        let seat = whole(value).filter(|&seat| seat <= seats as u64).ok_or_else(expected)?;
        let word = if seat == 0 { "draw".to_owned() } else { seat.to_string() };
        return Ok((kind, vec![word]));
    }
    let is_fit = |value: &Value| match kind {
        ResultKind::Places => whole(value).is_some_and(|it| (1..=seats as u64).contains(&it)),
        _ => value.is_number(),
    };
    let what = if kind == ResultKind::Places { "place from 1" } else { "number" };
    let list = value.as_array().filter(|list| list.len() == seats && list.iter().all(is_fit));
    let list =
        list.ok_or_else(|| wrong(format!("a list of {}, one a seat", plural(seats as u64, what))))?;
    let text = |value: &Value| whole(value).map_or_else(|| value.to_string(), |it| it.to_string());
    Ok((kind, list.iter().map(text).collect()))
}

/// Returns a whole number, also one that is written as `1.0`.
fn whole(value: &Value) -> Option<u64> {
    let float = value.as_f64().filter(|it| (0.0..1e15).contains(it) && it.fract() == 0.0);
    value.as_u64().or(float.map(|it| it as u64))
}

/// Reads the facts: numbers by their names.
fn facts(fields: &Map<String, Value>) -> Result<Vec<(String, String)>, String> {
    let Some(value) = fields.get("facts").filter(|value| !value.is_null()) else {
        return Ok(Vec::new());
    };
    let all = value.as_object().ok_or("`facts` is no object of numbers")?;
    if all.len() > MAX_FACTS {
        return Err(format!("it tells more than {MAX_FACTS} facts"));
    }
    let fact = |(name, value): (&String, &Value)| {
        let shown = shortened(name);
        if name.is_empty() || name.contains(is_control) || is_reserved(name) {
            return Err(format!("no fact can be called `{shown}`: tables have that column anyway"));
        }
        match value.is_number() {
            true => Ok((name.clone(), value.to_string())),
            false => Err(format!("the fact `{shown}` is no number")),
        }
    };
    let mut facts = all.iter().map(fact).collect::<Result<Vec<_>, _>>()?;
    facts.sort();
    Ok(facts)
}

impl Description {
    /// Reads a description; `Ok(None)` for an answer that is none, as of a game.
    fn read(fields: &Map<String, Value>) -> Result<Option<Description>, String> {
        const KEYS: [&str; 5] = ["name", "seats", "setups", "players", "options"];
        if !KEYS.iter().any(|key| fields.contains_key(*key)) {
            return Ok(None);
        }
        let wrong = |key: &str, expected: &str| {
            format!("its description has a wrong `{key}`: expected {expected}")
        };
        let list = |value: &Value| -> Option<Vec<String>> {
            let word = |value: &Value| match value {
                Value::String(text) => Some(text.clone()),
                Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
                _ => None,
            };
            value.as_array()?.iter().map(word).collect()
        };
        let words = |key: &str| {
            let value = fields.get(key).map(list);
            value.map(|list| list.ok_or_else(|| wrong(key, "a list of words"))).transpose()
        };
        let seats = |value: &Value| {
            let seats = value.as_u64().and_then(|seats| usize::try_from(seats).ok());
            let seats = seats.filter(|seats| (1..=MAX_GAME_SEATS).contains(seats));
            seats.ok_or_else(|| wrong("seats", &format!("a number from 1 to {MAX_GAME_SEATS}")))
        };
        let options = |value: &Value| {
            let options = value.as_object().map(|all| {
                all.iter().map(|(name, value)| Some((name.clone(), list(value)?))).collect()
            });
            options.flatten().ok_or_else(|| wrong("options", "lists of values by their names"))
        };
        Ok(Some(Description {
            name: fields.get("name").and_then(Value::as_str).unwrap_or_default().to_owned(),
            seats: fields.get("seats").map(seats).transpose()?,
            setups: words("setups")?,
            players: words("players")?,
            options: fields.get("options").map(options).transpose()?,
        }))
    }

    /// Returns what of an experiment the command does not have.
    pub fn check(&self, experiment: &GameExperiment) -> Result<(), Diagnostic> {
        let name = if self.name.is_empty() { "the command" } else { &self.name };
        let fits = |known: &Option<Vec<String>>, word: &String, what: &str| {
            let Some(known) = known else { return Ok(()) };
            if known.iter().any(|it| matches(it, word)) {
                return Ok(());
            }
            let fault = Diagnostic::whole(format!("{name} has no {what} `{}`", shortened(word)));
            let known = known.iter().map(String::as_str);
            let listed = all_of(known.clone().take(20));
            Err(fault.help(format!("it has {listed}")).did_you_mean(word, known))
        };
        experiment.setups.iter().try_for_each(|it| fits(&self.setups, it, "setup"))?;
        let players = experiment.lineups.iter().flat_map(|it| it.seatings.iter().flatten());
        players.into_iter().try_for_each(|it| fits(&self.players, it, "player"))?;
        for factor in self.options.iter().flat_map(|_| &experiment.options.factors) {
            let own = self.options.iter().flatten();
            let names = Some(own.clone().map(|(name, _)| name.clone()).collect());
            fits(&names, &factor.toggle, "option")?;
            let values = own.filter(|(name, _)| matches(name, &factor.toggle));
            let values = Some(values.flat_map(|(_, values)| values.clone()).collect());
            let what = format!("value of the option `{}`:", factor.toggle);
            factor.values.iter().try_for_each(|it| fits(&values, &it.word, &what))?;
        }
        match (self.seats, experiment.seats) {
            (Some(own), Some(seats)) if own != seats => {
                let what = format!("{name} has {}", plural(own as u64, "seat"));
                Err(Diagnostic::whole(what).help(format!("the experiment seats {seats}")))
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether a word is a known one, in which `*` stands for any text.
fn matches(known: &str, word: &str) -> bool {
    known == word || WildMatchPattern::<'*', '\0'>::new(known).matches(word)
}
