//! External engines that play in an experiment: the tables `[engine.NAME]`.

use std::ops::Range;
use std::time::Duration;

use super::{Experiment, Lineup};
use crate::text::diagnostic::Diagnostic;
use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::note;
use crate::text::toml_reader::{Entry, Reader, Table, Value, key, quoted, quoted_list};
use pasang_core::base::text::{is_control, listed, shell_word};
use pasang_core::players::bots::{BotSpec, MAX_LENGTH, Name};
use std::sync::Once;

const ENGINE_KEYS: [&str; 5] = ["command", "options", "positions", "milliseconds", "patience"];

const MAX_BUDGET: u64 = 1_000_000_000;

const MAX_PATIENCE: u64 = 86_400;

/// The command in results of a bot of the program that played.
const OWN: &str = "a bot of the program that ran this";

/// The default time limit for an answer, in seconds.
const PATIENCE: u64 = 60;

/// An external engine: its command line and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Its name: `engine:NAME` in `bots`.
    pub name: Name,
    pub command: Vec<String>,
    /// The options to set before its first game, key and value.
    pub options: Vec<(String, String)>,
    /// The budget of positions a move, if any.
    pub positions: Option<u64>,
    /// The budget of milliseconds a move, if any.
    pub milliseconds: Option<u64>,
    /// The seconds that an answer may take beyond the time budget.
    pub patience: u64,
}

impl Engine {
    pub(crate) fn limit(&self) -> Duration {
        let thinking = Duration::from_millis(self.milliseconds.unwrap_or(0));
        thinking.saturating_add(Duration::from_secs(self.patience))
    }

    /// Returns the budgets of a move, by their names.
    fn budgets(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [("positions", self.positions), ("milliseconds", self.milliseconds)];
        all.into_iter().filter_map(|(name, budget)| Some((name, budget?)))
    }

    pub(crate) fn go(&self) -> String {
        self.budgets().fold("go".to_owned(), |go, (name, budget)| format!("{go} {name} {budget}"))
    }
}

/// Reads the engines of an experiment, in the order of their names.
pub(super) fn read(whole: &Table<'_, '_>) -> Vec<Engine> {
    whole.named("engine", engine).into_values().flatten().collect()
}

fn engine(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Engine> {
    let refuse = |what, expected| reader.refuse(entry.key_span.clone(), what, expected);
    let Some(name) = Name::new(entry.key) else {
        let what = format!("`{}` is no name of an engine", entry.key.escape_debug());
        return refuse(what, format!("expected letters and digits, {MAX_LENGTH} bytes at most"));
    };
    let table = reader.subtable(entry.value, entry.key, "an engine")?;
    table.refuse_unknown(&ENGINE_KEYS);
    let word = |value: &Value<'_>, name: &str| {
        let text = reader.string(value, name)?;
        if text.is_empty() || text.contains(is_control) {
            let what = format!("`{name}` has an empty text, or one with control characters");
            return reader.refuse(value.span(), what, "expected a line of plain text");
        }
        Some(text.to_owned())
    };
    let Some(value) = table.value("command") else {
        let what = format!("engine `{}` lacks the key `command`", entry.key);
        return refuse(what, "expected `command = [\"PROGRAM\", \"ARGUMENT\"]` below".to_owned());
    };
    let expected = "expected a program, and its arguments behind it";
    let list = reader.some_list(value, "command", expected)?;
    let command = list.iter().map(|value| word(value, "command")).collect::<Option<_>>()?;
    let mut options = Vec::new();
    if let Some(value) = table.value("options") {
        let table = reader.subtable(value, "options", "`options`")?;
        for option in table.entries() {
            let value = word(option.value, option.key)?;
            let is_no_part = |sign: char| sign.is_whitespace() || is_control(sign);
            if option.key.is_empty() || option.key.contains(is_no_part) {
                let what = format!("option `{}` is no word", option.key.escape_debug());
                reader.fault_at(option.key_span, what, "expected one without blanks");
            }
            options.push((option.key.to_owned(), value));
        }
    }
    let positions = table.integer("positions", 1..=MAX_BUDGET);
    let milliseconds = table.integer("milliseconds", 1..=MAX_BUDGET);
    let patience = table.integer("patience", 1..=MAX_PATIENCE).unwrap_or(PATIENCE);
    Some(Engine { name, command, options, positions, milliseconds, patience })
}

/// Describes the bots of the calling program that play and have no table.
pub(super) fn describe(experiment: &mut Experiment, own_bots: &[Name]) {
    let is_described = |name: &Name| experiment.engines.iter().any(|engine| engine.name == *name);
    let is_seated = |name: &Name| seated(&experiment.lineups).any(|it| it == *name);
    let new = own_bots.iter().filter(|name| is_seated(name) && !is_described(name));
    let engine = |&name: &Name| Engine {
        name,
        command: vec![OWN.to_owned()],
        options: Vec::new(),
        positions: None,
        milliseconds: None,
        patience: PATIENCE,
    };
    let new: Vec<Engine> = new.map(engine).collect();
    experiment.engines.extend(new);
    experiment.engines.sort_by_key(|engine| engine.name);
}

/// Warns of engines that no line-up seats, and reports engines without a description.
pub(super) fn fit(experiment: &Experiment, whole: &Table<'_, '_>) {
    let is_seated = |name: &str| seated(&experiment.lineups).any(|it| it.as_str() == name);
    whole.warn_unused("engine", is_seated, "no bot is called so");
    // An invalid table has its own error.
    if whole.reader().sound() {
        let span = whole.entry("bots").map(|entry| entry.key_span);
        check(experiment, span, whole.reader());
    }
}

/// Reports an engine without a description.
pub(super) fn check(experiment: &Experiment, span: Option<Range<usize>>, reader: &Reader<'_>) {
    let is_described = |name: &Name| experiment.engines.iter().any(|engine| engine.name == *name);
    if let Some(name) = seated(&experiment.lineups).find(|name| !is_described(name)) {
        let expected = format!("expected a table `[engine.{name}]` with its `command`");
        let what = format!("nothing says what `engine:{name}` is");
        reader.fault(Diagnostic { span, label: expected, ..Diagnostic::whole(what) });
    }
}

/// Returns the names of the engines that play.
pub(super) fn seated(lineups: &[Lineup]) -> impl Iterator<Item = Name> {
    lineups.iter().flat_map(Lineup::bots).filter_map(|bot| match bot {
        BotSpec::External(name) => Some(*name),
        _ => None,
    })
}

pub(super) fn to_toml(engines: &[Engine]) -> String {
    let mut text = String::new();
    for engine in engines {
        text += &format!("\n[engine.{}]\n", key(engine.name.as_str()));
        text += &format!("command = {}\n", quoted_list(&engine.command));
        if !engine.options.is_empty() {
            let options = engine.options.iter();
            let options: Vec<String> =
                options.map(|(name, value)| format!("{} = {}", key(name), quoted(value))).collect();
            text += &format!("options = {{ {} }}\n", options.join(", "));
        }
        text.extend(engine.budgets().map(|(name, budget)| format!("{name} = {budget}\n")));
        text += &format!("patience = {}\n", engine.patience);
    }
    text
}

/// Says which programs an experiment starts; refuses without the user's consent.
pub fn announce(engines: &[Engine], may_start: bool) -> CommandResult {
    static SAID: Once = Once::new();
    let start = |engine: &Engine| {
        let words: Vec<_> = engine.command.iter().map(|word| shell_word(word)).collect();
        format!("`{}` as engine:{}", words.join(" "), engine.name)
    };
    let all: Vec<String> = engines.iter().map(start).collect();
    match may_start || all.is_empty() {
        true => SAID.call_once(|| all.iter().for_each(|it| note(format_args!("starting {it}")))),
        false => {
            let what = format!("the experiment starts other programs: {}", listed(all, "and"));
            return Err(wrong(what, "`--engines` allows it, if you trust them"));
        }
    }
    Ok(())
}
