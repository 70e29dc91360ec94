//! Aliases: setups with the same stones, rule sets with the same toggles.
//!
//! Games follow from stones, toggles and bots, never from names: under two names the same games
//! would be played twice, and count twice wherever setups are pooled, ranked or counted. So each is
//! played once, under the first of its names. The others are recorded, as the table `[same]` of a
//! resolved experiment.

use std::collections::BTreeMap;

use super::{Experiment, Located, NamedRules, rules, setups, unfit};
use crate::base::toml_reader::{Reader, Table, Value};
use pasang_core::board::PointSet;
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;

/// Lists of aliases: each begins with the name that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    pub setups: Vec<Vec<String>>,
    pub rules: Vec<Vec<String>>,
}

impl Experiment {
    /// Returns the names in `[same]` that only the experiment defines: apart from it nothing says
    /// which stones or toggles they stand for.
    pub fn unproved_names(&self) -> Vec<&str> {
        let Aliases { setups, rules } = &self.aliases;
        let setups = setups.iter().flat_map(|list| &list[1..]);
        let setups = setups.filter(|name| setups::meaning(name).is_none());
        let rules = rules.iter().flat_map(|list| &list[1..]);
        let rules = rules.filter(|name| rules::meaning(name).is_none());
        setups.chain(rules).map(String::as_str).collect()
    }
}

/// Lists of names that an experiment calls the same, with their places.
pub(super) type SameNames = Vec<Located<Vec<String>>>;

/// Reads the table `[same]`: the names of setups, and those of rule sets.
pub(super) fn read(whole: &Table<'_, '_>) -> [SameNames; 2] {
    let reader = whole.reader();
    let table = whole.read("same", |reader, value, key| reader.subtable(value, key, "`[same]`"));
    if let Some(table) = &table {
        table.refuse_unknown(&["setups", "rules"]);
    }
    ["setups", "rules"].map(|key| {
        let value = table.as_ref().and_then(|table| table.value(key));
        value.map_or_else(Vec::new, |value| lists(value, key, reader))
    })
}

/// Removes duplicate setups and rule sets, and returns the aliases: the ones that the experiment
/// lists, and the duplicates found.
pub(super) fn deduplicate(
    setups: Vec<Setup>,
    rules: Vec<NamedRules>,
    [said_of_setups, said_of_rules]: [SameNames; 2],
    reader: &Reader<'_>,
) -> (Vec<Setup>, Vec<NamedRules>, Aliases) {
    // Bell's store hides nine points: if all rules are Bell's, stones that differ there alone are
    // the same.
    let all_are_bells = rules.iter().all(|named| matches!(named.rules, Game::Bell(_)));
    let hidden = if all_are_bells { PointSet::STORE } else { PointSet::EMPTY };
    let stones = |setup: &Setup| setup.stones.without(hidden);
    let claims = |setup: &Setup, name: &str| setups::wrong_claim(name, setup.stones, hidden);
    let (setups, same_setups) =
        merged(setups, stones, |setup| &setup.name, claims, said_of_setups, reader);
    let claims = |named: &NamedRules, name: &str| {
        rules::wrong_claim(&NamedRules { name: name.to_owned(), rules: named.rules })
    };
    let (rules, same_rules) =
        merged(rules, |named| named.rules, |named| &named.name, claims, said_of_rules, reader);
    (setups, rules, Aliases { setups: same_setups, rules: same_rules })
}

fn lists(value: &Value<'_>, key: &str, reader: &Reader<'_>) -> SameNames {
    let lists = reader.list(value, key).unwrap_or_default();
    let list = |value: &Value<'_>| {
        let names = reader.words(value, key)?;
        let names: Vec<String> = names.iter().map(|name| name.text.to_owned()).collect();
        let unfit = names.iter().find_map(|name| unfit(name));
        if names.len() < 2 || unfit.is_some() {
            let what = unfit.unwrap_or("a list of `[same]` with fewer than two names");
            let expected = "expected a name that is played, and its other names behind it";
            return reader.refuse(value.span(), what, expected);
        }
        Some(Located { thing: names, span: value.span() })
    };
    lists.iter().filter_map(list).collect()
}

/// Keeps the first of all things with the same key, and returns the lists of aliases.
fn merged<T, K: Ord>(
    things: Vec<T>,
    key: impl Fn(&T) -> K,
    name: impl Fn(&T) -> &String,
    wrong_claim: impl Fn(&T, &str) -> Option<String>,
    lists: SameNames,
    reader: &Reader<'_>,
) -> (Vec<T>, Vec<Vec<String>>) {
    let mut kept: Vec<T> = Vec::new();
    let mut names: Vec<Vec<String>> = Vec::new();
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    for thing in things {
        let place = *places.entry(key(&thing)).or_insert(kept.len());
        match names.get_mut(place) {
            Some(names) => names.push(name(&thing).clone()),
            None => {
                names.push(vec![name(&thing).clone()]);
                kept.push(thing);
            }
        }
    }
    for Located { thing: list, span } in lists {
        let (first, others) = (&list[0], &list[1..]);
        let fault = |what: String, expected| reader.fault_at(span.clone(), what, expected);
        let Some(place) = kept.iter().position(|thing| name(thing) == first) else {
            fault(format!("`{first}` is not played"), "expected a name that is");
            continue;
        };
        for other in others {
            if names.iter().flatten().any(|known| known == other) {
                fault(format!("`{other}` is named elsewhere too"), "expected another name");
            } else if let Some(what) = wrong_claim(&kept[place], other) {
                fault(what, "expected a name of the same thing");
            } else {
                names[place].push(other.clone());
            }
        }
    }
    names.retain(|names| names.len() > 1);
    (kept, names)
}
