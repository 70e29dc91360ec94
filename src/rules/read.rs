//! Rules from TOML: from a table of an experiment, from a file of their own, from `--set`.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Kind, Named, Rules, nearest_preset, preset, presets};
use crate::bell;
use crate::brunei;
use crate::fault::{Fault, Faults, Source};
use crate::game::Values;
use crate::table::{Entry, Reader, Table, Value};
use crate::words::{Choice, one_of};

/// Says which game a table is about.
const HEADS: [&str; 2] = ["game", "base"];

/// The names of a game's toggles, in the order of the documentation.
pub fn toggles(kind: Kind) -> Vec<&'static str> {
    let rules = match kind {
        Kind::Brunei => Rules::Brunei(brunei::Rules::default()),
        Kind::Bell => Rules::Bell(bell::Rules::default()),
    };
    rules.toggles().into_iter().map(|toggle| toggle.name).collect()
}

/// The rules that a table of toggles describes: it names a `game`, whose first preset then fills
/// in what the table leaves out, or a preset as its `base`.
pub fn from_table(table: &Table<'_, '_>) -> Option<Rules> {
    let mut rules = start(table)?;
    for entry in table.entries().filter(|entry| !HEADS.contains(&entry.key)) {
        set(&mut rules, &entry, table.reader());
    }
    Some(rules)
}

fn start(table: &Table<'_, '_>) -> Option<Rules> {
    let reader = table.reader();
    let game = table.value("game").map(|value| reader.choice::<Kind>(value));
    let base = table.entry("base").map(|entry| (entry.clone(), base(&entry, reader)));
    match (game, base) {
        (None, None) => {
            let span = table.entries().next().map(|entry| entry.key_span);
            reader.fault(Fault {
                what: "these rules name neither a `game` nor a `base`".to_owned(),
                span,
                expected: "expected `game = \"brunei\"` or `base = \"PRESET\"` among them"
                    .to_owned(),
                help: None,
            });
            None
        }
        (Some(game), None) => Some(match game? {
            Kind::Brunei => Rules::Brunei(brunei::Rules::default()),
            Kind::Bell => Rules::Bell(bell::Rules::default()),
        }),
        (None, Some((_, base))) => base,
        (Some(game), Some((entry, base))) => {
            let (game, base) = (game?, base?);
            if base.kind() != game {
                reader.fault(Fault::at(
                    entry.value.span(),
                    format!("`base` is a preset of {}, `game` says {game}", base.kind()),
                    "these contradict one another",
                ));
                return None;
            }
            Some(base)
        }
    }
}

fn base(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Rules> {
    let name = reader.string(entry.value, "base")?;
    let rules = preset(name);
    if rules.is_none() {
        let names: Vec<String> = presets().map(|preset| preset.name).collect();
        let names = || names.iter().map(String::as_str);
        reader.fault(
            Fault::at(
                entry.value.span(),
                format!("unknown preset `{name}`"),
                format!("expected {}", one_of(names())),
            )
            .did_you_mean(name, names()),
        );
    }
    rules
}

/// Sets one toggle to the entry's value; what is wrong with either is noted.
pub fn set(rules: &mut Rules, entry: &Entry<'_, '_>, reader: &Reader<'_>) {
    fn choose<C: Choice>(choice: &mut C, value: &Value<'_>, reader: &Reader<'_>) {
        if let Some(chosen) = reader.choice(value) {
            *choice = chosen;
        }
    }
    let value = entry.value;
    match rules {
        Rules::Brunei(rules) => match entry.key {
            "reply" => choose(&mut rules.reply, value, reader),
            "entry" => choose(&mut rules.entry, value, reader),
            "entry-capture" => choose(&mut rules.entry_capture, value, reader),
            "capture" => choose(&mut rules.capture, value, reader),
            "stuck" => choose(&mut rules.stuck, value, reader),
            "ka-stone" => choose(&mut rules.ka_stone, value, reader),
            "values" => values(&mut rules.values, value, reader),
            _ => unknown(Kind::Brunei, entry, reader),
        },
        Rules::Bell(rules) => match entry.key {
            "players" => {
                if let Some(players) = reader.integer(value, "players", 2..=4) {
                    rules.players = players as u8;
                }
            }
            "diagonals" => choose(&mut rules.diagonals, value, reader),
            "even-chain" => choose(&mut rules.even_chain, value, reader),
            "max-chain" => max_chain(&mut rules.max_chain, value, reader),
            "values" => values(&mut rules.values, value, reader),
            _ => unknown(Kind::Bell, entry, reader),
        },
    }
}

fn max_chain(max_chain: &mut u8, value: &Value<'_>, reader: &Reader<'_>) {
    let Some(hops) = reader.integer(value, "max-chain", 1..=u64::from(bell::MAX_CHAIN)) else {
        return;
    };
    if hops % 2 == 0 {
        reader.fault(Fault::at(
            value.span(),
            format!("`max-chain` is {hops}"),
            "expected an odd number: a turn captures an odd number of stones",
        ));
        return;
    }
    *max_chain = hops as u8;
}

fn values(values: &mut Values, value: &Value<'_>, reader: &Reader<'_>) {
    let Some(table) = reader.subtable(value, "values", "`values`") else { return };
    table.refuse_unknown(&["black", "white"]);
    for (key, points) in [("black", &mut values.black), ("white", &mut values.white)] {
        let read = |value| reader.integer(value, key, 0..=u64::from(Values::MOST));
        if let Some(number) = table.value(key).and_then(read) {
            *points = number as u8;
        }
    }
}

fn unknown(kind: Kind, entry: &Entry<'_, '_>, reader: &Reader<'_>) {
    let key = entry.key;
    let (own, other) = match kind {
        Kind::Brunei => (toggles(Kind::Brunei), Kind::Bell),
        Kind::Bell => (toggles(Kind::Bell), Kind::Brunei),
    };
    let what = if toggles(other).contains(&key) {
        format!("`{key}` is a toggle of {other}, and these are rules of {kind}")
    } else {
        format!("unknown toggle `{key}`")
    };
    reader.fault(
        Fault::at(
            entry.key_span.clone(),
            what,
            format!("{kind} has {}", one_of(own.iter().copied())),
        )
        .did_you_mean(key, own.iter().copied()),
    );
}

/// Finds rules by preset name, or in a file.
///
/// # Errors
/// When there is neither, or something is wrong with the file.
pub fn find(text: &str) -> Result<Named, Faults> {
    if let Some(rules) = preset(text) {
        return Ok(Named { name: text.to_owned(), rules });
    }
    let path = Path::new(text);
    if !crate::fault::looks_like_a_file(path, "toml") {
        let fault = Fault::whole(format!("unknown rules `{text}`"));
        return Err(Source::new("--rules", text).faults(vec![match nearest_preset(text) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("`pasang rules list` names the presets; anything else is a file"),
        }]));
    }
    read_file(path)
}

/// Reads a file of rules: a table of toggles, or one table `[rule.NAME]` as in an experiment.
///
/// # Errors
/// When it cannot be read, or something is wrong with it.
pub fn read_file(path: &Path) -> Result<Named, Faults> {
    let source = Source::read(path)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (reader, table) = Reader::parse(&source);
    let whole = reader.table(&table, "a file of rules");
    let (name, rules) = match whole.entry("rule") {
        None => (stem, from_table(&whole)),
        Some(entry) => {
            whole.refuse_unknown(&["rule"]);
            match reader.subtable(entry.value, "rule", "`rule`") {
                Some(named) if named.entries().count() == 1 => {
                    named.entries().next().map_or((None, None), |entry| {
                        let table = reader.subtable(entry.value, entry.key, "a rule set");
                        let rules = table.and_then(|table| from_table(&table));
                        (Some(entry.key.to_owned()), rules)
                    })
                }
                Some(_) => {
                    reader.fault(Fault::at(
                        entry.key_span,
                        "this file holds several rule sets",
                        "expected one",
                    ));
                    (None, None)
                }
                None => (None, None),
            }
        }
    };
    let named = name.zip(rules).map(|(name, rules)| Named { name, rules });
    reader.finish(named)
}

/// Applies `TOGGLE=VALUE` settings, as given on the command line, in order.
///
/// # Errors
/// When any of them is no setting of the game, or a toggle is set twice.
pub fn set_all(rules: &mut Rules, settings: &[String]) -> Result<(), Faults> {
    // A line for each, so that a message tells which of them is wrong.
    let source = Source::new("--set", settings.join("\n"));
    let reader = Reader::new(&source);
    let mut changed = *rules;
    let mut seen: Vec<&str> = Vec::new();
    let mut start = 0;
    for setting in settings {
        let span = start..start + setting.len();
        start = span.end + 1;
        let Some((key, text)) = setting.split_once('=') else {
            let expected = "expected TOGGLE=VALUE";
            reader.fault(Fault::at(span, format!("`{setting}` sets nothing"), expected));
            continue;
        };
        let value_start = span.end - text.len();
        let value = read_value(text.trim(), value_start + text.len() - text.trim_start().len());
        let key = key.trim();
        let entry = Entry { key, key_span: span.start..span.start + key.len(), value: &value };
        if seen.contains(&key) {
            let what = format!("`{key}` is set twice");
            reader.fault(Fault::at(entry.key_span, what, "once is enough"));
            continue;
        }
        seen.push(key);
        set(&mut changed, &entry, &reader);
    }
    reader.finish(Some(())).map(|()| *rules = changed)
}

/// A value as TOML, or a bare word as a text; its span counts from `start`.
fn read_value(text: &str, start: usize) -> Value<'_> {
    let span = start..start + text.len();
    let parsed = DeValue::parse(text).map(Spanned::into_inner);
    let value = parsed.unwrap_or_else(|_| DeValue::String(DeString::Borrowed(text)));
    let inner = match value {
        // The parts of a table are placed at the table: their own places count from its start.
        DeValue::Table(table) => DeValue::Table(
            table
                .into_iter()
                .map(|(key, value)| {
                    let moved =
                        |inner: std::ops::Range<usize>| start + inner.start..start + inner.end;
                    let (key_span, value_span) = (moved(key.span()), moved(value.span()));
                    (
                        Spanned::new(key_span, key.into_inner()),
                        Spanned::new(value_span, value.into_inner()),
                    )
                })
                .collect::<DeTable<'_>>(),
        ),
        other => other,
    };
    Spanned::new(span, inner)
}
