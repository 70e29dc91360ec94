//! Commands that play a game of the user's own: a question a line, an answer a line, both in JSON.
//!
//! A command may be slow, crash, hang, or answer nonsense. Any of this ends the run with a message that
//! names the game and the line to repeat it by hand; the games before are kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};
use wildmatch::WildMatchPattern;

use super::wire::{Heard, Manners, Wire};
use crate::experiment::game::{GameExperiment, GameOrder, MAX_GAME_SEATS, is_reserved};
use crate::text::diagnostic::{Diagnostic, Source};
use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::note;
use pasang_core::base::cancel::CancelToken;
use pasang_core::base::text::{all_of, is_control, plural, shell_word, shortened};

/// Manners of talking to commands.
const MANNERS: Manners =
    Manners { longest: MAX_ANSWER, buffered: 2, farewell: None, keeps_stderr: true };

/// The size limit of an answer, in bytes.
const MAX_ANSWER: u64 = 1 << 20;

/// The most words that an error lists.
const MAX_LISTED: usize = 20;

/// The most numbers that an answer tells beside the result.
const MAX_FACTS: usize = 200;

/// The time that a command has to describe itself.
const DESCRIBE_TIMEOUT: Duration = Duration::from_secs(20);

/// The time in which a second line behind the first answer of a command is noticed.
const SECOND_LINE: Duration = Duration::from_millis(100);

const DESCRIBE: &str = "{\"describe\": true}";

/// Form in which an answer tells the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    Winner,
    Scores,
    Places,
}

/// The answer to a question.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct GameAnswer {
    winner: Option<f64>,
    scores: Option<Vec<Number>>,
    places: Option<Vec<f64>>,
    /// The reason why the game has no result.
    error: Option<String>,
    seed: Option<u64>,
    #[serde(deserialize_with = "word")]
    pub first: String,
    #[serde(deserialize_with = "word")]
    pub reply: String,
    pub plies: Option<u64>,
    #[serde(deserialize_with = "word")]
    end: String,
    #[serde(deserialize_with = "word")]
    pub record: String,
    facts: Option<BTreeMap<String, Number>>,
}

/// Description that a command gives of itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Description {
    pub name: String,
    pub seats: Option<usize>,
    setups: Option<Vec<Value>>,
    players: Option<Vec<Value>>,
    options: Option<BTreeMap<String, Vec<Value>>>,
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
        let found = idle().pop();
        let is_new = found.is_none();
        let started = found.map_or_else(|| Wire::start(&self.experiment.command, MANNERS), Ok);
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
                Err(Some(format!("it wrote a line without a question: {}", shown(&line))))
            }
            _ => Ok(()),
        };
        let seconds = self.experiment.timeout;
        second(wire.hear(Instant::now(), &self.cancel))?;
        wire.say(line).map_err(|how| Some(ended(&how)))?;
        let answer = match wire.hear(Instant::now() + Duration::from_secs(seconds), &self.cancel) {
            Heard::Line(answer) => answer,
            Heard::TooLate => {
                let help = "`timeout = SECONDS` below `[game]` allows more";
                return Err(Some(format!("no answer within {seconds} s; {help}")));
            }
            Heard::Ended(how) => return Err(Some(ended(&how))),
            Heard::Cancelled => return Err(None),
        };
        // The rest of an answer that is too long is no second one.
        if is_new && answer.ends_with(b"\n") {
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
        let Ok(fields) = serde_json::from_slice::<Map<String, Value>>(&line) else {
            return Ok(None);
        };
        // Other answers, as of a game, are no description.
        const KEYS: [&str; 5] = ["name", "seats", "setups", "players", "options"];
        if !KEYS.iter().any(|key| fields.contains_key(*key)) {
            return Ok(None);
        }
        let found = serde_json::from_value(Value::Object(fields));
        found.map(Some).map_err(|error| format!("its description is wrong: {error}"))
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

fn ended(how: &str) -> String {
    format!("no answer: {how}; a command answers line by line until its stdin ends")
}

fn shown(line: &[u8]) -> String {
    format!("`{}`", shortened(String::from_utf8_lossy(line).trim()).replace("\\\"", "\""))
}

/// Reads a text, or a number in its place.
fn word<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(D::Error::custom(format!("`{other}`, expected a text"))),
    }
}

impl GameAnswer {
    /// Reads an answer; `Err` says what is wrong with it.
    fn read(line: &[u8], order: &GameOrder<'_>) -> Result<GameAnswer, String> {
        if line.len() as u64 >= MAX_ANSWER && !line.ends_with(b"\n") {
            return Err(format!("its answer is longer than {MAX_ANSWER} bytes: {}", shown(line)));
        }
        // An array would be read as the fields in order.
        let object: Result<Map<String, Value>, _> = serde_json::from_slice(line);
        let answer: GameAnswer = object
            .and_then(|it| serde_json::from_value(Value::Object(it)))
            .map_err(|error| format!("its answer {} is none: {error}", shown(line)))?;
        match answer.fault(order.players.len(), order.seed) {
            Some(what) => Err(format!("its answer {} {what}", shown(line))),
            None => Ok(answer),
        }
    }

    /// Returns what is wrong with the answer.
    fn fault(&self, seats: usize, seed: u64) -> Option<String> {
        let is_seat =
            |least: f64, it: f64| it.fract() == 0.0 && (least..=seats as f64).contains(&it);
        let lengths = [self.scores.as_ref().map(Vec::len), self.places.as_ref().map(Vec::len)];
        let results = usize::from(self.winner.is_some()) + lengths.iter().flatten().count();
        let name = self
            .facts
            .iter()
            .flat_map(BTreeMap::keys)
            .find(|name| name.is_empty() || name.contains(is_control) || is_reserved(name));
        if self.seed.is_some_and(|own| own != seed) {
            Some(format!("has another `seed` than the question, {seed}"))
        } else if self.error.is_none() && results != 1 {
            Some("must have one of `winner`, `scores`, `places` and `error`".to_owned())
        } else if self.winner.is_some_and(|it| !is_seat(0.0, it)) {
            Some(format!("must have as `winner` a seat from 1 to {seats}, or 0 for a draw"))
        } else if lengths.iter().flatten().any(|&length| length != seats) {
            Some(format!("must have a number for each of the {seats} seats"))
        } else if self.places.iter().flatten().any(|&it| !is_seat(1.0, it)) {
            Some(format!("must have places from 1 to {seats}"))
        } else if self.facts.as_ref().is_some_and(|facts| facts.len() > MAX_FACTS) {
            Some(format!("has more than {MAX_FACTS} facts"))
        } else {
            name.map(|name| {
                format!("has a fact `{}`: tables have such a column anyway", shortened(name))
            })
        }
    }

    /// Returns the result by the columns of its kind; `None` for a game without result.
    pub fn result(&self) -> Option<(ResultKind, Vec<String>)> {
        match (self.winner, &self.scores, &self.places) {
            _ if self.error.is_some() => None,
            (Some(0.0), ..) => Some((ResultKind::Winner, vec!["draw".to_owned()])),
            (Some(winner), ..) => Some((ResultKind::Winner, vec![winner.to_string()])),
            (_, Some(scores), _) => {
                Some((ResultKind::Scores, scores.iter().map(Number::to_string).collect()))
            }
            (.., places) => {
                let places = places.iter().flatten().map(f64::to_string);
                Some((ResultKind::Places, places.collect()))
            }
        }
    }

    /// Returns how the game ended, or why it has no result.
    pub fn end(&self) -> &str {
        self.error.as_ref().unwrap_or(&self.end)
    }

    /// Returns further numbers, sorted by name.
    pub fn facts(&self) -> impl Iterator<Item = (&String, &Number)> {
        self.facts.iter().flatten()
    }
}

impl Description {
    /// Checks that the command has all that an experiment names.
    pub fn check(&self, experiment: &GameExperiment) -> Result<(), Diagnostic> {
        let name = if self.name.is_empty() { "the command" } else { &self.name };
        let fits = |known: Option<&Vec<Value>>, word: &str, what: &str| {
            let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
            let Some(known) = known.map(|it| it.iter().map(text).collect::<Vec<_>>()) else {
                return Ok(());
            };
            if known.iter().any(|it| matches(it, word)) {
                return Ok(());
            }
            let known = || known.iter().map(String::as_str);
            let fault = Diagnostic::whole(format!("{name} has no {what} `{}`", shortened(word)));
            let fault = fault.help(format!("it has {}", all_of(known().take(MAX_LISTED))));
            Err(fault.did_you_mean(word, known()))
        };
        experiment.setups.iter().try_for_each(|it| fits(self.setups.as_ref(), it, "setup"))?;
        let mut players = experiment.lineups.iter().flat_map(|it| it.seatings.iter().flatten());
        players.try_for_each(|it| fits(self.players.as_ref(), it, "player"))?;
        let names = self.options.as_ref();
        let names = names.map(|all| all.keys().map(|it| it.as_str().into()).collect::<Vec<_>>());
        for factor in &experiment.options.factors {
            fits(names.as_ref(), &factor.toggle, "option")?;
            let values = self.options.as_ref().and_then(|all| all.get(&factor.toggle));
            let what = format!("value of the option `{}`:", factor.toggle);
            factor.values.iter().try_for_each(|it| fits(values, &it.word, &what))?;
        }
        match (self.seats, experiment.seats) {
            (Some(own), Some(seats)) if own != seats => {
                let what = format!("{name} has {}", plural(own as u64, "seat"));
                Err(Diagnostic::whole(what).help(format!("the experiment seats {seats}")))
            }
            (Some(own), _) if !(1..=MAX_GAME_SEATS).contains(&own) => {
                Err(Diagnostic::whole(format!("{name} has {}", plural(own as u64, "seat"))))
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether a word is a known one, in which `*` stands for any text.
fn matches(known: &str, word: &str) -> bool {
    known == word || WildMatchPattern::<'*', '\0'>::new(known).matches(word)
}

/// Starts a command, which the user must have allowed, lets it describe itself, and checks the
/// experiment against that.
pub fn introduce(
    experiment: &mut GameExperiment,
    engines: bool,
    cancel: &CancelToken,
) -> CommandResult {
    let command = experiment.shell_command();
    if !engines {
        let what = format!("the experiment starts another program: `{command}`");
        return Err(wrong(what, "`--engines` allows it, if you trust it"));
    }
    note(format_args!("starting `{command}`"));
    let described = GameCommands::new(experiment, cancel).describe();
    let help = "`command` below `[game]` is a program with its arguments, started in this folder";
    let Some(described) = described.map_err(|why| wrong(format!("`{command}`: {why}"), help))?
    else {
        note(format_args!("`{command}` does not describe itself: names are not checked"));
        return Ok(());
    };
    described.check(experiment).map_err(|fault| Source::new(command, "").faults(vec![fault]))?;
    cancel.meet("game", &described.name);
    experiment.seats = experiment.seats.or(described.seats);
    Ok(())
}
