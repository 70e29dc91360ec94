//! Reads rules from a table of an experiment, a file of their own, or `--set`.

use std::path::Path;

use toml::Spanned;
use toml::de::DeValue;

use super::diagnostic::{Diagnostic, Diagnostics, Source, looks_like_a_file, read_text};
use super::toml_reader::{Entry, Reader, Table, Value};
use pasang_core::base::text::one_of;
use pasang_core::games::rules::{Game, GameKind, NamedRules, preset, presets};
use pasang_core::games::text_kind::TextKind;

/// The keys that name the game of a table.
const HEADS: [&str; 2] = ["game", "base"];

/// Reads the rules that a table of toggles describes: it names a `game`, whose first preset
/// provides the defaults, or a preset as its `base`.
pub fn from_table(table: &Table<'_, '_>) -> Option<Game> {
    let mut rules = start(table)?;
    for entry in table.entries().filter(|entry| !HEADS.contains(&entry.key)) {
        set(&mut rules, &entry, table.reader());
    }
    Some(rules)
}

fn start(table: &Table<'_, '_>) -> Option<Game> {
    let reader = table.reader();
    let game = table.value("game").map(|value| reader.choice::<GameKind>(value));
    let base = table.entry("base").map(|entry| (entry.clone(), base(&entry, reader)));
    match (game, base) {
        (None, None) => {
            let span = table.entries().next().map(|first| first.key_span).or(table.span());
            let what = "neither a `game` nor a `base` is named in these rules";
            let help = "rules hold at least `game = \"brunei\"` or `base = \"PRESET\"`";
            reader.fault(Diagnostic { span, ..Diagnostic::whole(what) }.help(help));
            None
        }
        (Some(game), None) => game.map(Game::default_of),
        (None, Some((_, base))) => base,
        (Some(game), Some((entry, base))) => {
            let (game, base) = (game?, base?);
            if base.kind() != game {
                let what = format!("`base` is a preset of {}, `game` says {game}", base.kind());
                return reader.refuse(entry.value.span(), what, "these contradict one another");
            }
            Some(base)
        }
    }
}

fn base(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Game> {
    let name = reader.string(entry.value, "base")?;
    let rules = preset(name);
    if rules.is_none() {
        let names: Vec<String> = presets().map(|preset| preset.name).collect();
        let names = || names.iter().map(String::as_str);
        let expected = format!("expected {}", one_of(names()));
        let fault =
            Diagnostic::at(entry.value.span(), format!("unknown preset `{name}`"), expected);
        reader.fault(fault.did_you_mean(name, names()));
    }
    rules
}

/// Sets one toggle to the entry's value; reports an error and returns `false` if either is invalid.
pub(crate) fn set(rules: &mut Game, entry: &Entry<'_, '_>, reader: &Reader<'_>) -> bool {
    if let Err(fault) = rules.set(entry.key, &text_of(entry.value, &reader.source().text)) {
        let span = if rules.has(entry.key) { entry.value.span() } else { entry.key_span.clone() };
        reader.fault(Diagnostic { span: Some(span), ..fault });
        return false;
    }
    true
}

/// Returns a value of a text as it is written there; a table, whatever its form, on one line.
fn text_of(value: &Value<'_>, text: &str) -> String {
    let DeValue::Table(table) = value.get_ref() else { return text[value.span()].to_owned() };
    let part = |(key, value): (&Spanned<_>, &Value<'_>)| {
        format!("{} = {}", key.get_ref(), text_of(value, text))
    };
    format!("{{ {} }}", table.iter().map(part).collect::<Vec<_>>().join(", "))
}

/// Finds rules by preset name, or in a file.
pub fn find(text: &str) -> Result<NamedRules, Diagnostics> {
    find_in(text, Path::new(""))
}

/// Finds rules as [`find`] does; paths are relative to the folder.
pub fn find_in(text: &str, folder: &Path) -> Result<NamedRules, Diagnostics> {
    if let Some(rules) = preset(text) {
        return Ok(NamedRules { name: text.to_owned(), rules });
    }
    let path = folder.join(text);
    if !looks_like_a_file(text, "toml", &path) {
        let names: Vec<String> = presets().map(|preset| preset.name).collect();
        let list = "`pasang rules list` names those there are; a file's name ends in `.toml`";
        let fault = Diagnostic::whole(format!("unknown rules `{}`", text.escape_debug()));
        return Err(fault.help(list).did_you_mean(text, names.iter().map(String::as_str)).into());
    }
    parse(&read_text(&path)?)
}

/// Reads the text of a file of rules: a table of toggles, or one table `[rule.NAME]` as in an
/// experiment.
pub fn parse(source: &Source) -> Result<NamedRules, Diagnostics> {
    let kind = TextKind::of(&source.text).filter(|&kind| kind != TextKind::Rules);
    let instead =
        |kind: TextKind| source.faults(vec![kind.instead_of("file of rules", &source.name)]);
    let (reader, table) = Reader::parse(source).map_err(|faults| kind.map_or(faults, instead))?;
    let whole = reader.table(&table, "a file of rules");
    if kind == Some(TextKind::Experiment) && whole.entry("rule").is_none() {
        return Err(instead(TextKind::Experiment));
    }
    let named = match whole.entry("rule") {
        Some(rule) => only_rule_set(&whole, &rule),
        None => {
            let stem = Path::new(&source.name).file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().into_owned();
            from_table(&whole).map(|rules| NamedRules { name, rules })
        }
    };
    reader.finish(named)
}

/// Reads the only rule set of a file in the form of an experiment.
fn only_rule_set(whole: &Table<'_, '_>, rule: &Entry<'_, '_>) -> Option<NamedRules> {
    let reader = whole.reader();
    for entry in whole.entries().filter(|entry| entry.key != "rule") {
        let expected = "expected one table `[rule.NAME]`, or toggles alone";
        reader.fault_at(entry.key_span, format!("`{}` beside `rule`", entry.key), expected);
    }
    let rule_sets = reader.subtable(rule.value, "rule", "`rule`")?;
    let mut rule_sets = rule_sets.entries();
    let Some(only) = rule_sets.next() else {
        let what = "this file holds no rule set";
        return reader.refuse(rule.key_span.clone(), what, "expected `[rule.NAME]`");
    };
    for another in rule_sets {
        let what = format!("a second rule set, `{}`", another.key);
        let fault = Diagnostic::at(another.key_span, what, "expected one a file");
        reader.fault(fault.help("an experiment's file may hold several"));
    }
    let table = reader.subtable(only.value, only.key, "a rule set")?;
    Some(NamedRules { name: only.key.to_owned(), rules: from_table(&table)? })
}

/// Applies `TOGGLE=VALUE` settings, as given on the command line, in order.
pub fn set_all(rules: &mut Game, settings: &[String]) -> Result<(), Diagnostics> {
    let mut changed = *rules;
    let faults = changed.set_all(settings.iter().map(String::as_str));
    if faults.is_empty() {
        *rules = changed;
        return Ok(());
    }
    // One setting a line, so that a message shows which of them is wrong.
    let placed = faults.into_iter().map(|(place, fault)| {
        let start: usize = settings[..place].iter().map(|setting| setting.len() + 1).sum();
        let span = fault.span.map(|span| start + span.start..start + span.end);
        Diagnostic { span, ..fault }
    });
    Err(Source::new("--set", settings.join("\n")).faults(placed.collect()))
}
