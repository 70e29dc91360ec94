//! The rule sets of an experiment: `rules`, and the tables `[rule.NAME]`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Files, Located, given_twice, not_found, unfit_name};
use crate::text::diagnostic::{Diagnostic, LARGEST_FILE};
use crate::text::toml_reader::{Entry, Reader, Table, Value, Word};
use pasang_core::games::Setting;
use pasang_core::games::rules::{Game, NamedRules, preset};

/// More rule sets than this exceed the size limit of a resolved experiment.
pub(super) const MAX_RULES: usize = LARGEST_FILE as usize / 100;

/// The rule sets of an experiment's own tables, by name; `None` for an invalid one.
pub(super) type OwnRules = BTreeMap<String, Option<Game>>;

const RENAME: &str =
    "rename the table `[rule.NAME]` in that file, or the file itself where it has none";

/// Reads the tables `[rule.NAME]` of an experiment, and finds the rule sets that it lists, in order.
/// `base` is the name of one that is used elsewhere.
pub(super) fn read(
    whole: &Table<'_, '_>,
    base: Option<&str>,
    files: Files<'_>,
) -> (OwnRules, Vec<Located<NamedRules>>) {
    let own = whole.named("rule", own_rule_set);
    let words = whole.read("rules", Reader::words).unwrap_or_default();
    let is_used = |name: &str| base == Some(name) || words.iter().any(|word| word.text == name);
    whole.warn_unused("rule", is_used, "`rules` does not name them");
    let found = resolve(&words, &own, files, whole.reader());
    (own, found)
}

/// Finds the rule sets that words stand for. `own` are those of the experiment's file.
pub(super) fn resolve(
    words: &[Word<'_>],
    own: &OwnRules,
    files: Files<'_>,
    reader: &Reader<'_>,
) -> Vec<Located<NamedRules>> {
    let found = words.iter().filter_map(|word| Some((word, find(word, own, files, reader)?)));
    let found: Vec<(&Word<'_>, NamedRules)> = found.collect();
    let mut seen: BTreeMap<String, Game> = BTreeMap::new();
    let mut all = Vec::new();
    for (word, named) in &found {
        let span = word.span.clone();
        let named = NamedRules { name: name_of(word.text, named, &found), rules: named.rules };
        match seen.insert(named.name.clone(), named.rules) {
            None => all.push(Located { thing: named, span }),
            Some(first) => {
                let is_same = first == named.rules;
                reader.fault(given_twice("rule set", &named.name, is_same, RENAME, span));
            }
        }
    }
    all
}

/// Returns the name of a rule set: that of its file where another file has other rules of the same name, as those that
/// `pasang rules show --set` prints.
fn name_of(word: &str, named: &NamedRules, all: &[(&Word<'_>, NamedRules)]) -> String {
    let is_other = |other: &NamedRules| other.name == named.name && other.rules != named.rules;
    let stem = Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let renamed = stem.map(|name| NamedRules { name, ..named.clone() });
    let renamed = renamed.filter(|it| unfit_name(&it.name).is_none() && wrong_claim(it).is_none());
    match renamed.filter(|_| word != named.name && all.iter().any(|(_, it)| is_other(it))) {
        Some(renamed) => renamed.name,
        None => named.name.clone(),
    }
}

/// Resolves an entry of the list: one of the experiment's own rule sets, a preset, or a file.
pub(super) fn find(
    entry: &Word<'_>,
    own: &OwnRules,
    files: Files<'_>,
    reader: &Reader<'_>,
) -> Option<NamedRules> {
    let Word { text: word, span } = entry.clone();
    if let Some(rules) = own.get(word) {
        return rules.map(|rules| NamedRules { name: word.to_owned(), rules });
    }
    if let Some(fault) = files.refuse(entry, preset(word).is_some()) {
        reader.fault(fault);
        return None;
    }
    let found = crate::text::rules::find_in(word, files.folder());
    let named = found.map_err(|faults| not_found(entry, faults, own.keys(), reader)).ok()?;
    let why = unfit_name(&named.name).map(|why| format!("{why}: of the rules in `{word}`"));
    if let Some(what) = why.or_else(|| wrong_claim(&named)) {
        reader.fault(Diagnostic::at(span, what, "found here").help(RENAME));
        return None;
    }
    Some(named)
}

/// Returns the reason why these rules may not have their name, if there is one: the name of a
/// preset means the same toggles in every experiment, and so does `PRESET+TOGGLE=VALUE`, as a
/// design names them.
pub(super) fn wrong_claim(named: &NamedRules) -> Option<String> {
    let name = &named.name;
    meaning(name)
        .filter(|known| *known != named.rules)
        .map(|_| format!("these rules differ from those that `{name}` means everywhere"))
}

/// Returns the rules that a name means in every experiment: a preset, or `PRESET+TOGGLE=VALUE+..` as a
/// design names them; `None` for any other name.
pub(super) fn meaning(name: &str) -> Option<Game> {
    let mut parts = name.split('+');
    let mut rules = preset(parts.next()?)?;
    for setting in parts {
        let (toggle, word) = setting.split_once('=')?;
        rules.set(toggle, word).ok()?;
    }
    Some(rules)
}

/// Reads a rule set defined in the experiment's file; `None` if it is invalid.
fn own_rule_set(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Game> {
    let name = entry.key;
    let refuse = |what, expected| reader.refuse(entry.key_span.clone(), what, expected);
    if let Some(why) = unfit_name(name) {
        return refuse(why, "expected plain text");
    }
    let table = reader.subtable(entry.value, name, "a rule set")?;
    let rules = crate::text::rules::from_table(&table)?;
    match wrong_claim(&NamedRules { name: name.to_owned(), rules }) {
        Some(what) => refuse(what, "expected another name"),
        None => Some(rules),
    }
}

/// Returns the value of a toggle that the rules have.
pub(super) fn setting(rules: &Game, toggle: &str) -> Setting {
    let mut settings = rules.toggles().into_iter();
    settings.find(|setting| setting.name == toggle).expect("a toggle of these rules")
}

/// Formats a toggle and its value as in the names of a design: `stuck=loses`, `values=1/2`.
fn label(rules: &Game, toggle: &str) -> String {
    format!("{toggle}={}", setting(rules, toggle).word)
}

/// Returns rules with each of these values of a toggle, and the value; reports those that are invalid
/// or given twice.
pub(super) fn variants<'v, 's>(
    toggle: &Entry<'_, '_>,
    values: &'v [Value<'s>],
    base: &Game,
    reader: &Reader<'_>,
) -> Vec<(Game, &'v Value<'s>)> {
    let mut seen = BTreeSet::new();
    let variant = |value: &'v Value<'s>| {
        let mut rules = *base;
        if !crate::text::rules::set(&mut rules, &Entry { value, ..toggle.clone() }, reader) {
            return None;
        }
        let label = label(&rules, toggle.key);
        if !seen.insert(label.clone()) {
            let what = format!("`{label}` is given twice");
            reader.fault(Diagnostic::repeated(value.span(), what));
        }
        Some((rules, value))
    };
    values.iter().filter_map(variant).collect()
}
