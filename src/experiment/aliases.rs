//! Aliases: setups with the same stones, rule sets with the same toggles.
//!
//! Games follow from stones, toggles and bots, never from names: under two names the same games
//! would be played twice, and count twice wherever setups are pooled, ranked or counted. So twins
//! whose names mean the same everywhere, as those of the catalogue, are played once, under the first
//! of their names; the others are recorded, as the table `[same]` of a resolved experiment. Two names
//! for one thing of the user's own are refused.

use std::collections::BTreeMap;

use super::{Located, NamedRules, rules, setups, unfit};
use crate::text::diagnostic::Diagnostic;
use crate::text::toml_reader::{Reader, Table, Value};
use pasang_core::board::PointSet;
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;

/// Lists of aliases: each begins with the name that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    pub setups: Vec<Vec<String>>,
    pub rules: Vec<Vec<String>>,
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
    setups: Vec<Located<Setup>>,
    rules: Vec<Located<NamedRules>>,
    [said_of_setups, said_of_rules]: [SameNames; 2],
    reader: &Reader<'_>,
) -> (Vec<Setup>, Vec<NamedRules>, Aliases) {
    // Bell's store hides nine points: if all rules are Bell's, stones that differ there alone are
    // the same.
    let all_are_bells = rules.iter().all(|named| matches!(named.thing.rules, Game::Bell(_)));
    let hidden = if all_are_bells { PointSet::STORE } else { PointSet::EMPTY };
    let (setups, same_setups) = Kind {
        what: "stones",
        key: |setup: &Setup| setup.stones.without(hidden),
        name: |setup| &setup.name,
        meaning: |name| Some(setups::meaning(name)?.stones.without(hidden)),
    }
    .merged(setups, said_of_setups, reader);
    let (rules, same_rules) = Kind {
        what: "toggles",
        key: |named: &NamedRules| named.rules,
        name: |named| &named.name,
        meaning: rules::meaning,
    }
    .merged(rules, said_of_rules, reader);
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

/// Things that may have several names.
struct Kind<T, K, Key, Meaning>
where
    Key: Fn(&T) -> K,
    Meaning: Fn(&str) -> Option<K>,
{
    /// The property that equal ones share.
    what: &'static str,
    key: Key,
    name: fn(&T) -> &String,
    /// Returns what a name means in every experiment.
    meaning: Meaning,
}

impl<T, K: Ord, Key: Fn(&T) -> K, Meaning: Fn(&str) -> Option<K>> Kind<T, K, Key, Meaning> {
    /// Keeps the first of all things with the same key, and returns the lists of aliases.
    fn merged(
        &self,
        things: Vec<Located<T>>,
        lists: SameNames,
        reader: &Reader<'_>,
    ) -> (Vec<T>, Vec<Vec<String>>) {
        let mut kept: Vec<T> = Vec::new();
        let mut names: Vec<Vec<String>> = Vec::new();
        let mut places: BTreeMap<K, usize> = BTreeMap::new();
        for Located { thing, span } in things {
            let place = *places.entry((self.key)(&thing)).or_insert(kept.len());
            let name = (self.name)(&thing).clone();
            let Some(names) = names.get_mut(place) else {
                names.push(vec![name]);
                kept.push(thing);
                continue;
            };
            if names.iter().chain([&name]).any(|it| (self.meaning)(it).is_none()) {
                let what = format!("`{}` and `{name}` are the same {}", names[0], self.what);
                let fault = Diagnostic::at(span, what, "the second of them");
                reader.fault(fault.help("leave one of them out: its games would count twice"));
            }
            names.push(name);
        }
        for Located { thing: list, span } in lists {
            let (first, others) = (&list[0], &list[1..]);
            let fault = |what: String, expected| reader.fault_at(span.clone(), what, expected);
            let Some(place) = kept.iter().position(|thing| (self.name)(thing) == first) else {
                fault(format!("`{first}` is not played"), "expected a name that is");
                continue;
            };
            for other in others {
                if names.iter().flatten().any(|known| known == other) {
                    fault(format!("`{other}` is named elsewhere too"), "expected another name");
                } else if (self.meaning)(other) != Some((self.key)(&kept[place])) {
                    let what = format!("`{other}` does not mean the {} of `{first}`", self.what);
                    fault(what, "expected a name that the program knows");
                } else {
                    names[place].push(other.clone());
                }
            }
        }
        names.retain(|names| names.len() > 1);
        (kept, names)
    }
}
