//! Crews of an experiment: the words `crew:NAME` in `bots`, and the tables `[crew.NAME]`.

use std::collections::BTreeMap;

use super::bots::bot;
use super::{Experiment, unfit_name};
use crate::base::diagnostic::Diagnostic;
use crate::base::text::MAX_NAME_SIGNS;
use crate::base::toml_reader::{Entry, Reader, Table, Value, Word, key, quoted_list};
use crate::players::crew::{CREWS, Crew, PREFIX};

const CREW_KEYS: [&str; 1] = ["members"];

const MAX_MEMBERS: usize = 100;

/// The crews that an experiment describes; `None` for a table with errors.
pub(super) type OwnCrews = BTreeMap<String, Option<Crew>>;

/// Reads the tables `[crew.NAME]`.
pub(super) fn read(whole: &Table<'_, '_>) -> OwnCrews {
    let reader = whole.reader();
    let entries = whole.named("crew").into_iter();
    entries.map(|entry| (entry.key.to_owned(), crew(&entry, reader))).collect()
}

fn crew(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Crew> {
    let name = entry.key;
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.+".contains(sign);
    if !name.chars().all(is_plain) || unfit_name(name).is_some() {
        let what = format!("`{}` is no name of a crew", name.escape_debug());
        let expected =
            format!("expected letters, digits and `-_.+`, at most {MAX_NAME_SIGNS} of them");
        reader.fault_at(entry.key_span.clone(), what, expected);
    }
    let table = reader.subtable(entry.value, name, "a crew")?;
    table.refuse_unknown(&CREW_KEYS);
    let Some(value) = table.value("members") else {
        let what = format!("crew `{name}` lacks the key `members`");
        let expected = "expected `members = [\"search:nodes=1000\", ..]` below";
        return reader.refuse(entry.key_span.clone(), what, expected);
    };
    let list = reader.some_list(value, "members", "expected at least one bot")?;
    let mut members = Vec::new();
    for value in list {
        let member = bot(&reader.word(value, "bots")?, reader)?;
        if member.is_external() {
            let what = format!("`{member}` in a crew");
            return reader.refuse(value.span(), what, "expected a bot that a seed reproduces");
        }
        if members.contains(&member) {
            let what = format!("bot `{member}` is given twice");
            return reader.refuse(value.span(), what, "members of a crew are different bots");
        }
        members.push(member);
    }
    if members.len() == 1 {
        let expected = "one bot alone does not tell what others would find";
        return reader.refuse(value.span(), "a crew of one member", expected);
    }
    if members.len() > MAX_MEMBERS {
        let what = format!("a crew of {} members", members.len());
        return reader.refuse(value.span(), what, format!("expected at most {MAX_MEMBERS}"));
    }
    let crew = Crew { name: name.to_owned(), members };
    if Crew::builtin(name).is_some_and(|builtin| builtin != crew) {
        let what = format!("`crew:{name}` is built in, and has other members");
        return reader.refuse(entry.key_span.clone(), what, "expected another name");
    }
    Some(crew)
}

/// Finds the crew that a word names; `None` if it is no word of a crew.
pub(super) fn find(word: &Word<'_>, own: &OwnCrews, reader: &Reader<'_>) -> Option<Option<Crew>> {
    let name = word.text.strip_prefix(PREFIX)?;
    if let Some(crew) = own.get(name) {
        return Some(crew.clone());
    }
    let crew = Crew::builtin(name);
    if crew.is_none() {
        let names = || CREWS.iter().map(|crew| crew.name).chain(own.keys().map(String::as_str));
        let what = format!("unknown crew `{}`", name.escape_debug());
        let help = "a table `[crew.NAME]` with its `members` makes a crew";
        let fault = Diagnostic::at(reader.part(word, PREFIX.len()..word.text.len()), what, "");
        reader.fault(fault.help(help).did_you_mean(name, names()));
    }
    Some(crew)
}

/// Returns whether only crews play: then the number of games has a default.
pub(super) fn are_all(whole: &Table<'_, '_>) -> bool {
    let bots = whole.value("bots").and_then(|bots| bots.get_ref().as_array());
    bots.is_some_and(|bots| bots.iter().all(is_crew)) && whole.value("games").is_none()
}

/// Returns whether a value is the word of a crew.
pub(super) fn is_crew(value: &Value<'_>) -> bool {
    value.get_ref().as_str().is_some_and(|word| word.starts_with(PREFIX))
}

pub(super) fn to_toml(experiment: &Experiment) -> String {
    let table = |crew: &Crew| {
        let members = crew.members.iter().map(|bot| bot.to_canonical_string());
        format!("\n[crew.{}]\nmembers = {}\n", key(&crew.name), quoted_list(members))
    };
    experiment.crews().map(table).collect()
}
