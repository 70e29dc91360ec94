//! Rule sets with their sources: as tables, as TOML and as JSON.

use serde_json::{Map, Value, json};

use super::{Table, width};
use crate::text::toml_reader::key;
use pasang_core::base::text::Keyword;
use pasang_core::games::rules::{self, Game, GameKind, NamedRules};
use pasang_core::games::{Setting, Standing};

/// Returns a rule set as JSON.
pub fn described(named: &NamedRules) -> Value {
    let (name, rules) = (called(named), &named.rules);
    let as_json = |toml: &str| serde_json::to_value(toml.parse::<toml::Value>().ok()).ok();
    let value =
        |toggle: Setting| (toggle.name.to_owned(), as_json(&toggle.value).unwrap_or_default());
    let standing = |toggle: Setting| (toggle.name.to_owned(), json!(toggle.standing.word()));
    json!({
        "name": name,
        "game": rules.kind().to_string(),
        "who": rules::source_of(name),
        "toggles": rules.toggles().into_iter().map(value).collect::<Map<_, _>>(),
        "standings": rules.toggles().into_iter().map(standing).collect::<Map<_, _>>(),
    })
}

/// Lists the toggles in which a preset differs from the first of its game.
fn differences(rules: &Game) -> String {
    let toggle = |toggle: Setting| format!("{}={}", toggle.name, toggle.value.trim_matches('"'));
    rules.differences().into_iter().map(toggle).collect::<Vec<_>>().join(" ")
}

/// Name of a changed preset: a preset's own name means the same toggles everywhere.
const CHANGED: &str = "mine";

fn called(named: &NamedRules) -> &str {
    let is_other = rules::preset(&named.name).is_some_and(|preset| preset != named.rules);
    if is_other { CHANGED } else { &named.name }
}

/// One line an effect of the kept experiments over disputed rules: the game, the toggle, the value that
/// it is compared with, and the value with the change and its joint interval.
const EFFECTS: &str = include_str!("known_effects.csv");

/// Writes the known effects of a toggle's values as a comment.
fn effects(rules: &Game, toggle: &str) -> String {
    let start = format!("{},{toggle},", rules.kind());
    let own = EFFECTS.lines().filter_map(|line| line.strip_prefix(&start)?.split_once(','));
    let (against, told): (Vec<&str>, Vec<&str>) = own.unzip();
    against.first().map(|it| format!("#   against {it}: {}\n", told.join(", "))).unwrap_or_default()
}

/// Writes the standing of a value on which the sources do not agree.
fn standing(standing: Standing) -> String {
    match standing.source() {
        Some(source) => format!(" ({}: {source})", standing.word()),
        None if standing == Standing::WhatIf => format!(" ({})", standing.word()),
        None => String::new(),
    }
}

/// Lists the presets, and what the sources say of the values of toggles.
pub fn table_of_presets() -> String {
    let table = Table::of(rules::presets())
        .left("name", |it| it.name.clone())
        .left("game", |it| it.rules.kind().to_string())
        .left("unlike the first", |it| differences(&it.rules))
        .left("who plays so", |it| rules::source_of(&it.name))
        .done();
    let standings = GameKind::ALL.iter().flat_map(|&kind| {
        let toggles = rules::standings(kind).into_iter();
        toggles.map(move |(toggle, values)| (kind, toggle, values))
    });
    let of = |standing: &'static str| {
        move |(_, _, values): &(GameKind, &str, Vec<(String, Standing)>)| {
            let own = values.iter().filter(|(_, it)| it.word() == standing);
            own.map(|(value, _)| value.as_str()).collect::<Vec<_>>().join(" ")
        }
    };
    let values = Table::of(standings)
        .left("game", |(kind, ..)| kind.to_string())
        .left("toggle", |(_, toggle, _)| (*toggle).to_owned())
        .left("agreed", of("agreed"))
        .left("disputed", of("disputed"))
        .left("custom", of("custom"))
        .left("what if", of("what if"))
        .done();
    format!("{}\n{}", table.text(width()), values.text(width()))
}

/// Writes a rule set as TOML, with what the sources and the kept results say of its values.
pub fn shown(named: &NamedRules) -> String {
    let mut text = format!("[rule.{}]\ngame = \"{}\"\n", key(called(named)), named.rules.kind());
    if EFFECTS.lines().any(|line| line.starts_with(&format!("{},", named.rules.kind()))) {
        text += "# Under a toggle: changes of the first player's score in percentage points (joint 95 % CI; quick, 35 patterns)\n";
    }
    let toggles = named.rules.toggles();
    // Implied toggles are shown as comments, so that they stay implied where this is pasted.
    let mark = |toggle: &Setting| if toggle.is_omitted { "# " } else { "" };
    let width = |toggle: &Setting| mark(toggle).len() + toggle.name.len() + toggle.value.len();
    let widest = toggles.iter().map(width).max().unwrap_or(0);
    for toggle in &toggles {
        let pad = " ".repeat(widest - width(toggle));
        let (mark, Setting { name, value, meaning, .. }) = (mark(toggle), toggle);
        text += &format!("{mark}{name} = {value}{pad}  # {meaning}{}\n", standing(toggle.standing));
        text += &effects(&named.rules, name);
    }
    text
}
