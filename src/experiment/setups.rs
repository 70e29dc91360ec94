//! The setups of an experiment: `setups`, and the tables `[setup.NAME]`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use super::{Placed, unfit, unfit_name};
use crate::base::fault::{Fault, Source};
use crate::base::toml_reader::{Entry, Reader, Table, Value};
use crate::base::words::nearest;
use crate::board::Stones;
use crate::games::setup::{GROUPS, Origin, Setup, builtins, known};
use crate::read::setups::NotFound;

/// The keys of a table `[setup.NAME]`.
const SETUP_KEYS: &[&str] = &["source", "origin", "stones", "rows"];

/// The one value of `stones`: other counts than 60 and 60 are meant.
const ANY: &str = "any";

const MIRROR: &str = "mirror:";

/// What stands before an entry that takes setups out of those named before it.
pub(super) const NOT: char = '!';

/// The setups that an experiment names, in order.
pub(super) fn read(whole: &Table<'_, '_>, folder: &Path) -> Vec<Placed<Setup>> {
    let reader = whole.reader();
    let own = own_setups(whole);
    let Some(list) = whole.value("setups").and_then(|list| reader.list(list, "setups")) else {
        return Vec::new();
    };
    let mut setups: Vec<Placed<Setup>> = Vec::new();
    let mut seen: BTreeMap<String, Stones> = BTreeMap::new();
    let mut used = BTreeSet::new();
    for value in list {
        let Some(word) = reader.string(value, "setups") else { continue };
        let span = value.span();
        let left_out = word.strip_prefix(NOT).filter(|_| !own.contains_key(word));
        let word = left_out.unwrap_or(word);
        used.insert(if own.contains_key(word) { word } else { word.trim_start_matches(MIRROR) });
        let found = find(word, &span, &own, folder, reader);
        if left_out.is_some() {
            let was_sound = reader.sound();
            let fault = leave_out(&found, &mut setups, word, &span);
            seen.retain(|name, _| setups.iter().any(|setup| setup.thing.name == *name));
            // Where an entry before it was refused, nobody knows what it would have left.
            if let Some(fault) = fault.filter(|_| was_sound) {
                reader.fault(fault);
            }
            continue;
        }
        let mut again = Vec::new();
        for setup in found {
            if seen.contains_key(&setup.name) {
                again.push(setup);
            } else {
                seen.insert(setup.name.clone(), setup.stones);
                setups.push(Placed { thing: setup, span: span.clone() });
            }
        }
        if let Some(fault) = given_twice(&again, &seen, &span) {
            reader.fault(fault);
        }
    }
    whole.warn_unused("setup", |name| used.contains(name), "`setups` does not name it");
    setups
}

/// Takes setups out of those named so far: all that have the same stones, for these are one setup
/// under several names. What to say where that is none of them, or all.
fn leave_out(
    found: &[Setup],
    setups: &mut Vec<Placed<Setup>>,
    word: &str,
    span: &Range<usize>,
) -> Option<Fault> {
    let stones: BTreeSet<Stones> = found.iter().map(|setup| setup.stones).collect();
    let before = setups.len();
    setups.retain(|setup| !stones.contains(&setup.thing.stones));
    let shown = word.escape_debug();
    if before == setups.len() {
        let what = format!("`{NOT}{shown}` leaves nothing out");
        let fault = Fault::at(span.clone(), what, "none of the setups named before it");
        Some(
            fault.help(format!("an entry with `{NOT}` stands behind those it takes setups out of")),
        )
    } else if setups.is_empty() {
        let what = format!("`{NOT}{shown}` leaves no setup");
        Some(Fault::at(span.clone(), what, "takes out all that are named before it"))
    } else {
        None
    }
}

/// What to say of setups whose names are taken by earlier ones.
fn given_twice(
    again: &[Setup],
    seen: &BTreeMap<String, Stones>,
    span: &Range<usize>,
) -> Option<Fault> {
    let first = again.first()?;
    let name = &first.name;
    if let Some(other) = again.iter().find(|setup| seen.get(&setup.name) != Some(&setup.stones)) {
        let what = format!("two setups are called `{}`", other.name);
        return Some(
            Fault::at(span.clone(), what, "the second of them")
                .help("a line `name: ..` in a setup's file gives it another name"),
        );
    }
    let what = match again.len() {
        1 => format!("setup `{name}` is given twice"),
        many => format!("{many} setups are given twice, `{name}` among them"),
    };
    Some(Fault::at(span.clone(), what, "once is enough"))
}

/// What is meant by an entry of the list: one of the experiment's own setups or its mirror image,
/// else what it means on the command line.
fn find(
    word: &str,
    span: &Range<usize>,
    own: &BTreeMap<String, Option<Setup>>,
    folder: &Path,
    reader: &Reader<'_>,
) -> Vec<Setup> {
    if let Some(setup) = own.get(word) {
        return setup.iter().cloned().collect();
    }
    if let Some(setup) = word.strip_prefix(MIRROR).and_then(|word| own.get(word)) {
        return setup.iter().map(Setup::mirrored).collect();
    }
    let mut setups = match crate::read::setups::find_all(word, folder) {
        Ok(setups) => setups,
        Err(NotFound::Word(fault)) => {
            let fault = Fault { span: Some(span.clone()), ..fault };
            reader.fault(match own_meant(word, own) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault,
            });
            return Vec::new();
        }
        Err(NotFound::File(faults)) => {
            reader.fault_elsewhere(span.clone(), faults);
            return Vec::new();
        }
    };
    setups.retain(|setup| match wrong_claim(&setup.name, setup.stones) {
        Some(what) => {
            reader.fault(
                Fault::at(span.clone(), what, "found here")
                    .help("a line `name: ..` in a setup's file gives it another name"),
            );
            false
        }
        None => true,
    });
    setups
}

/// The setup of the experiment's own that a misspelt word means, if that is nearer than any
/// built-in name.
fn own_meant<'o>(word: &str, own: &'o BTreeMap<String, Option<Setup>>) -> Option<&'o str> {
    let names = || own.keys().map(String::as_str);
    let known = names().chain(builtins().iter().map(|setup| setup.name.as_str()));
    let near = nearest(word, known.chain(GROUPS.iter().copied()))?;
    names().find(|&name| name == near)
}

/// Why a setup with these stones may not have this name, if it may not: a built-in name, and the
/// name of a built-in setup's mirror image, mean the same stones in every experiment.
fn wrong_claim(name: &str, stones: Stones) -> Option<String> {
    let group = name.trim_start_matches(MIRROR);
    if GROUPS.contains(&group) {
        return Some(format!("a setup is called `{name}`, as a group of setups is"));
    }
    let known = builtin_or_mirrored(name)?;
    (known.stones != stones)
        .then(|| format!("a setup is called `{name}` and has other stones than the known one"))
}

fn builtin_or_mirrored(name: &str) -> Option<Setup> {
    match name.strip_prefix(MIRROR) {
        Some(name) => builtin_or_mirrored(name).map(|setup| setup.mirrored()),
        None => known(name),
    }
}

/// The setups that the experiment's file brings along; nothing for those that are wrong.
fn own_setups(whole: &Table<'_, '_>) -> BTreeMap<String, Option<Setup>> {
    let reader = whole.reader();
    let tables = whole.value("setup");
    let tables = tables.and_then(|tables| reader.subtable(tables, "setup", "`setup`"));
    let entries = tables.iter().flat_map(|tables| tables.entries());
    entries.map(|entry| (entry.key.to_owned(), own_setup(&entry, reader))).collect()
}

fn own_setup(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Setup> {
    let name = entry.key;
    let at_name = |what: String, expected: &str| {
        reader.fault(Fault::at(entry.key_span.clone(), what, expected));
    };
    let comment = || name.contains('#').then(|| "a setup's name has a `#`".to_owned());
    if let Some(why) = unfit_name(name).or_else(comment) {
        at_name(why, "expected plain text");
        return None;
    }
    let table = reader.subtable(entry.value, name, "a setup")?;
    table.refuse_unknown(SETUP_KEYS);
    let source = table.value("source").map(|value| {
        let text = reader.string(value, "source")?;
        if text.is_empty() || unfit(text).is_some() || text.contains('#') {
            let what = "`source` holds signs that a setup's file cannot";
            reader.fault(Fault::at(
                value.span(),
                what,
                "expected a line of text without `#`, and without spaces around it",
            ));
            return None;
        }
        Some(text.to_owned())
    });
    let origin = table.value("origin").map(|value| reader.choice::<Origin>(value));
    let any_counts = table.value("stones").map(|value| {
        let word = reader.string(value, "stones")?;
        if word != ANY {
            reader.fault(
                Fault::at(
                    value.span(),
                    format!("unknown value `{word}` for `stones`"),
                    format!("expected `{ANY}`"),
                )
                .help("without this key a setup has 60 black and 60 white"),
            );
            return None;
        }
        Some(true)
    });
    let Some(rows) = table.value("rows") else {
        if !table.seems_to_have("rows", SETUP_KEYS) {
            at_name(
                format!("setup `{name}` has no `rows`"),
                "expected eleven rows of eleven signs",
            );
        }
        return None;
    };
    let stones = stones(name, rows, any_counts.is_some(), reader);
    let setup = Setup {
        name: name.to_owned(),
        source: source.map_or(Some(None), |source| source.map(Some))?,
        origin: origin.unwrap_or(Some(Origin::Designed))?,
        any_counts: any_counts.unwrap_or(Some(false))?,
        stones: stones?,
    };
    if let Some(what) = wrong_claim(name, setup.stones) {
        at_name(what, "expected another name");
        return None;
    }
    Some(setup)
}

/// Reads the rows as the board of a setup's file is read, and places what is wrong in them.
fn stones(name: &str, value: &Value<'_>, any_counts: bool, reader: &Reader<'_>) -> Option<Stones> {
    let list = reader.list(value, "rows")?;
    let rows: Vec<(&str, &Value<'_>)> =
        list.iter().filter_map(|row| Some((reader.string(row, "rows")?, row))).collect();
    if rows.len() != list.len() {
        return None;
    }
    let headers = if any_counts { "name: rows\nstones: any\n" } else { "name: rows\n" };
    let mut sheet = Source::new(format!("setup.{name}"), headers);
    // Where each row begins in the sheet.
    let mut starts = Vec::with_capacity(rows.len());
    for (row, value) in &rows {
        // These would be taken for other lines than rows.
        if row.trim().is_empty() || row.contains(['\n', '#', ':']) {
            let what = format!("`{}` is no row of a board", row.escape_debug());
            reader.fault(Fault::at(
                value.span(),
                what,
                "expected 11 signs, on a small board 5, 7 or 9",
            ));
            return None;
        }
        starts.push(sheet.text.len());
        sheet.text += row;
        sheet.text.push('\n');
    }
    let faults = match Setup::parse(&sheet) {
        Ok(setup) => return Some(setup.stones),
        Err(faults) => faults,
    };
    for fault in faults.list() {
        let place = fault.span.as_ref().and_then(|span| {
            let row = starts.partition_point(|&start| start <= span.start).checked_sub(1)?;
            let (text, value) = rows.get(row)?;
            let start = span.start - starts[row];
            let span = start..(start + span.len()).min(text.len());
            // A fault of a whole row is one of the whole text.
            let is_whole = span == (0..text.len());
            Some(if is_whole { value.span() } else { part(text, value, span, reader) })
        });
        // What the reader of files calls a header is a key here.
        let help = fault
            .help
            .as_ref()
            .map(|help| help.replace("the header `stones: any`", "`stones = \"any\"`"));
        let span = Some(place.unwrap_or(value.span()));
        reader.fault(Fault { span, help, ..fault.clone() });
    }
    None
}

/// Where a part of a text stands in the file: known where the text is written as it is, without
/// signs that are spelt otherwise.
fn part(text: &str, value: &Value<'_>, part: Range<usize>, reader: &Reader<'_>) -> Range<usize> {
    let span = value.span();
    let inner = span.start + 1..span.end.saturating_sub(1);
    match reader.source().text.get(inner.clone()) {
        Some(written) if written == text => inner.start + part.start..inner.start + part.end,
        _ => span,
    }
}
