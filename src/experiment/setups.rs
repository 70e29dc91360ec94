//! The setups of an experiment: `setups`, and the tables `[setup.NAME]`.

use std::collections::BTreeMap;

use super::{Files, Located, given_twice, not_found, unfit, unfit_name};
use crate::text::diagnostic::{Diagnostic, Source};
use crate::text::toml_reader::{Entry, Reader, Table, Value, Word};
use pasang_core::board::Stones;
use pasang_core::games::setup::{GROUPS, Setup, generated, group, without_file};

const MIRROR: &str = "mirror:";

const RENAME: &str = "a line `name: ..` in a setup's file gives it another name";

/// Reads the setups of an experiment, in order.
pub(super) fn read(whole: &Table<'_, '_>, files: Files<'_>) -> Vec<Located<Setup>> {
    let reader = whole.reader();
    let own = whole.named("setup", own_setup);
    let words = whole.read("setups", Reader::words).unwrap_or_default();
    let is_used = |name: &str| {
        let is_it =
            |word: &Word<'_>| word.text == name || word.text.trim_start_matches(MIRROR) == name;
        words.iter().any(is_it)
    };
    whole.warn_unused("setup", is_used, "`setups` does not name it");
    resolve(&words, &own, files, reader)
}

/// Finds the setups that words stand for. `own` are those of the experiment's file.
pub(super) fn resolve(
    words: &[Word<'_>],
    own: &BTreeMap<String, Option<Setup>>,
    files: Files<'_>,
    reader: &Reader<'_>,
) -> Vec<Located<Setup>> {
    let mut setups: Vec<Located<Setup>> = Vec::new();
    let mut seen: BTreeMap<String, Stones> = BTreeMap::new();
    for word in words {
        let span = &word.span;
        let mut again = None;
        for setup in find(word, own, files, reader) {
            match seen.get(&setup.name) {
                Some(first) => {
                    again.get_or_insert((setup.name, *first == setup.stones));
                }
                None => {
                    seen.insert(setup.name.clone(), setup.stones);
                    setups.push(Located { thing: setup, span: span.clone() });
                }
            }
        }
        // A group may have many setups of another one.
        if let Some((name, is_same)) = again {
            reader.fault(given_twice("setup", &name, is_same, RENAME, span.clone()));
        }
    }
    setups
}

/// Resolves an entry of the list: one of the experiment's own setups or its mirror image, else the
/// same as on the command line.
fn find(
    entry: &Word<'_>,
    own: &BTreeMap<String, Option<Setup>>,
    files: Files<'_>,
    reader: &Reader<'_>,
) -> Vec<Setup> {
    let Word { text: word, span } = entry;
    if let Some(setup) = own.get(*word) {
        return setup.iter().cloned().collect();
    }
    if let Some(setup) = word.strip_prefix(MIRROR).and_then(|word| own.get(word)) {
        return setup.iter().map(Setup::mirrored).collect();
    }
    if let Some(fault) = files.refuse(entry, group(word).is_some() || meaning(word).is_some()) {
        reader.fault(fault);
        return Vec::new();
    }
    let found = crate::text::setups::find_all(word, files.folder());
    let mut setups = found.unwrap_or_else(|faults| {
        not_found(entry, faults, own.keys(), reader);
        Vec::new()
    });
    setups.retain(|setup| match wrong_claim(&setup.name, setup.stones) {
        Some(what) => {
            reader.fault(Diagnostic::at(span.clone(), what, "found here").help(RENAME));
            false
        }
        None => true,
    });
    setups
}

/// Returns the reason why a setup with these stones may not have this name, if there is one: the
/// name of a known or generated setup, or of its mirror image, means the same stones in every
/// experiment.
fn wrong_claim(name: &str, stones: Stones) -> Option<String> {
    let group = name.trim_start_matches(MIRROR);
    if GROUPS.contains(&group) {
        return Some(format!("a setup is called `{name}`, as a group of setups is"));
    }
    let known = meaning(name)?;
    (known.stones != stones)
        .then(|| format!("a setup is called `{name}` and has other stones than the known one"))
}

/// Returns the setup whose name means the same stones in every experiment; `None` for any other
/// name.
pub(super) fn meaning(name: &str) -> Option<Setup> {
    match name.strip_prefix(MIRROR) {
        Some(name) => meaning(name).map(|setup| setup.mirrored()),
        None => without_file(name).or_else(|| generated(name)),
    }
}

/// Reads a setup defined in the experiment's file; `None` if it is invalid.
fn own_setup(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Setup> {
    let name = entry.key;
    let refuse = |what, expected| reader.refuse(entry.key_span.clone(), what, expected);
    let comment = || name.contains('#').then(|| "a setup's name has a `#`".to_owned());
    if let Some(why) = unfit_name(name).or_else(comment) {
        return refuse(why, "expected plain text");
    }
    let table = reader.subtable(entry.value, name, "a setup")?;
    table.refuse_unknown(&["source", "origin", "stones", "rows"]);
    let Some(rows) = table.value("rows") else {
        return refuse(
            format!("setup `{name}` has no `rows`"),
            "expected eleven rows of eleven signs",
        );
    };
    let setup = as_a_file(name, &table, rows)?;
    match wrong_claim(name, setup.stones) {
        Some(what) => refuse(what, "expected another name"),
        None => Some(setup),
    }
}

/// Reads the table as the equivalent setup file, in which errors are shown.
fn as_a_file(name: &str, table: &Table<'_, '_>, rows: &Value<'_>) -> Option<Setup> {
    let reader = table.reader();
    let mut text = format!("name: {name}\n");
    for key in ["source", "origin", "stones"] {
        let Some(value) = table.value(key) else { continue };
        let word = reader.string(value, key)?;
        if word.is_empty() || unfit(word).is_some() || word.contains('#') {
            let what = format!("`{key}` holds signs that a setup's file cannot");
            let expected = "expected a line of text without `#`, and without spaces around it";
            return reader.refuse(value.span(), what, expected);
        }
        text += &format!("{key}: {word}\n");
    }
    for value in reader.list(rows, "rows")? {
        let row = reader.string(value, "rows")?;
        // These would be read as other lines than rows.
        if row.trim().is_empty() || row.contains(['\n', '#', ':']) {
            let what = format!("`{}` is no row of a board", row.escape_debug());
            let expected = "expected 11 signs, on a small board 5, 7 or 9";
            return reader.refuse(value.span(), what, expected);
        }
        text += &format!("{row}\n");
    }
    let setup = Setup::parse(&Source::new(format!("setup.{name}"), text));
    setup.map_err(|faults| reader.fault_elsewhere(rows.span(), faults)).ok()
}
