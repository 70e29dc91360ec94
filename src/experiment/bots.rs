//! The line-ups of an experiment: `bots` and `swap`, and its crews, the tables `[crew.NAME]`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Experiment, Lineup, Located, unfit_name};
use crate::text::diagnostic::Diagnostic;
use crate::text::toml_reader::{Entry, OneOrList, Reader, Table, Value, Word, key, quoted_list};
use pasang_core::base::text::{MAX_NAME_SIGNS, plural};
use pasang_core::games::Seat;
use pasang_core::games::rules::NamedRules;
use pasang_core::players::bots::BotSpec;
use pasang_core::players::crew::{BuiltinCrew, Crew, PREFIX};

/// Reads the line-ups of an experiment, in order; `own` are its crews.
pub(super) fn read(
    whole: &Table<'_, '_>,
    rules: &[Located<NamedRules>],
    own: &OwnCrews,
) -> Vec<Lineup> {
    let reader = whole.reader();
    let swap = whole.read("swap", Reader::boolean) == Some(true);
    let list = whole.read("bots", Reader::list).unwrap_or_default();
    let entries = list.iter().filter_map(|value| reader.one_or_list(value, "bots"));
    let entries: Vec<OneOrList<'_>> = entries.collect();
    let lineups = resolve(&entries, (rules, swap), own, reader);
    if let (true, Some(value)) = (swap && lineups.len() == entries.len(), whole.value("swap")) {
        let what = "`swap` has nothing to swap";
        let why = "it is for lists of different bots in `bots`";
        reader.warn(Diagnostic::at(value.span(), what, why));
    }
    lineups
}

/// Finds the line-ups that words stand for. `own` are the crews of the experiment's file.
///
/// With `swap`, a list stands for all seatings of its bots: first as written, then the others in
/// lexicographic order by position in the list. Equal seatings count once.
pub(super) fn resolve(
    entries: &[OneOrList<'_>],
    (rules, swap): (&[Located<NamedRules>], bool),
    own: &OwnCrews,
    reader: &Reader<'_>,
) -> Vec<Lineup> {
    let seats = rules.first().map(|named| named.thing.rules.seats());
    let mut seen = BTreeSet::new();
    let mut lineups = Vec::new();
    for entry in entries {
        let Some(lineup) = lineup(entry, rules, own, reader) else { continue };
        let orders = match &lineup {
            Lineup::Bots(bots) if swap => orders(bots).into_iter().map(Lineup::Bots).collect(),
            _ => vec![lineup],
        };
        for lineup in orders {
            // A single name seats the same bots as a list that repeats it.
            let seated = match (&lineup, seats) {
                (Lineup::Bots(_), Some(seats)) => Lineup::Bots(lineup.seatings(seats).concat()),
                _ => lineup.clone(),
            };
            if seen.insert(seated) {
                lineups.push(lineup);
            } else {
                let what = format!("bots `{lineup}` are given twice");
                reader.fault(Diagnostic::repeated(entry.span.clone(), what));
            }
        }
    }
    lineups
}

/// Reads an entry of the list: a bot for all seats, a bot for each, or a crew.
fn lineup(
    OneOrList { words, is_list, span }: &OneOrList<'_>,
    rules: &[Located<NamedRules>],
    own: &OwnCrews,
    reader: &Reader<'_>,
) -> Option<Lineup> {
    if let ([word], false) = (words.as_slice(), is_list) {
        return match word.text.strip_prefix(PREFIX) {
            Some(name) => find_crew(name, word, own, reader).map(Lineup::Crew),
            None => bot(word, reader).map(Lineup::same),
        };
    }
    if let Some(crew) = words.iter().find(|word| word.text.starts_with(PREFIX)) {
        let expected = "its members play against themselves: it stands alone, for all seats";
        return reader.refuse(crew.span.clone(), "a crew in a list of seats", expected);
    }
    let bots: Vec<Option<BotSpec>> = words.iter().map(|word| bot(word, reader)).collect();
    let count = bots.len();
    let counted = plural(count as u64, "bot");
    let other = rules
        .iter()
        .map(|named| &named.thing)
        .find(|named| usize::from(named.rules.seats()) != count);
    if let Some(NamedRules { name, rules }) = other {
        let seats = rules.seats();
        let what = format!("a list of {counted}, and `{name}` seats {seats}");
        let expected = format!("expected {seats} bots, one a seat");
        let fault = Diagnostic::at(span.clone(), what, expected);
        reader.fault(fault.help("a word without a list is the same bot in every seat"));
        return None;
    }
    if !(2..=Seat::MAX).contains(&count) {
        let expected = format!("expected 2 to {} bots, one a seat", Seat::MAX);
        return reader.refuse(span.clone(), format!("a list of {counted}"), expected);
    }
    Some(Lineup::Bots(bots.into_iter().collect::<Option<_>>()?))
}

fn bot(word: &Word<'_>, reader: &Reader<'_>) -> Option<BotSpec> {
    let read = word.text.parse::<BotSpec>();
    let placed = read.map_err(|fault| {
        let span = reader.part(word, fault.span.clone().unwrap_or_default());
        reader.fault(Diagnostic { span: Some(span), ..fault });
    });
    placed.ok()
}

/// Returns every distinct seating of the bots, the one as written first.
pub(super) fn orders<B: Clone + Ord>(bots: &[B]) -> Vec<Vec<B>> {
    let mut orders = vec![Vec::new()];
    for _ in bots {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let places = (0..bots.len()).filter(|place| !order.contains(place));
            places.map(|place| [order.as_slice(), &[place]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let mut seen = BTreeSet::new();
    let seated = |order: Vec<usize>| order.into_iter().map(|place| bots[place].clone()).collect();
    orders.into_iter().map(seated).filter(|bots: &Vec<B>| seen.insert(bots.clone())).collect()
}

pub(super) const MAX_MEMBERS: usize = 100;

/// The crews that an experiment describes; `None` for a table with errors.
pub(super) type OwnCrews = BTreeMap<String, Option<Crew>>;

pub(super) fn crew(entry: &Entry<'_, '_>, reader: &Reader<'_>) -> Option<Crew> {
    let name = entry.key;
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.+".contains(sign);
    if !name.chars().all(is_plain) || unfit_name(name).is_some() {
        let what = format!("`{}` is no name of a crew", name.escape_debug());
        let expected =
            format!("expected letters, digits and `-_.+`, at most {MAX_NAME_SIGNS} of them");
        reader.fault_at(entry.key_span.clone(), what, expected);
    }
    let table = reader.subtable(entry.value, name, "a crew")?;
    table.refuse_unknown(&["members"]);
    let Some(value) = table.value("members") else {
        let what = format!("crew `{name}` lacks the key `members`");
        let expected = "expected `members = [\"search:nodes=1000\", ..]` below";
        return reader.refuse(entry.key_span.clone(), what, expected);
    };
    let list = reader.list(value, "members")?;
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
    if !(2..=MAX_MEMBERS).contains(&members.len()) {
        let what = format!("a crew of {}", plural(members.len() as u64, "member"));
        return reader.refuse(value.span(), what, format!("expected from 2 to {MAX_MEMBERS}"));
    }
    let crew = Crew { name: name.to_owned(), members };
    if Crew::builtin(name).is_some_and(|builtin| builtin != crew) {
        let what = format!("`crew:{name}` is built in, and has other members");
        return reader.refuse(entry.key_span.clone(), what, "expected another name");
    }
    Some(crew)
}

/// Finds the crew of this name, which a word ends with.
fn find_crew(name: &str, word: &Word<'_>, own: &OwnCrews, reader: &Reader<'_>) -> Option<Crew> {
    if let Some(crew) = own.get(name) {
        return crew.clone();
    }
    let crew = Crew::builtin(name);
    if crew.is_none() {
        let builtin = BuiltinCrew::all().map(|crew| crew.name);
        let names = builtin.chain(own.keys().map(String::as_str));
        let what = format!("unknown crew `{}`", name.escape_debug());
        let help = "a table `[crew.NAME]` with its `members` makes a crew";
        let fault = Diagnostic::at(reader.part(word, PREFIX.len()..word.text.len()), what, "");
        reader.fault(fault.help(help).did_you_mean(name, names));
    }
    crew
}

/// Returns whether only crews play: then the number of games has a default.
pub(super) fn are_all_crews(whole: &Table<'_, '_>) -> bool {
    let bots = whole.value("bots").and_then(|bots| bots.get_ref().as_array());
    bots.is_some_and(|bots| bots.iter().all(is_crew)) && whole.value("games").is_none()
}

fn is_crew(value: &Value<'_>) -> bool {
    value.get_ref().as_str().is_some_and(|word| word.starts_with(PREFIX))
}

pub(super) fn crews_to_toml(experiment: &Experiment) -> String {
    let table = |crew: &Crew| {
        let members = crew.members.iter().map(|bot| bot.to_canonical_string());
        format!("\n[crew.{}]\nmembers = {}\n", key(&crew.name), quoted_list(members))
    };
    experiment.crews().chain(&experiment.teams).map(table).collect()
}
