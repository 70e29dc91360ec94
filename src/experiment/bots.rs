//! The line-ups of an experiment: `bots` and `swap`.

use std::collections::BTreeSet;

use super::crews::{self, OwnCrews};
use super::{Lineup, Located};
use crate::base::diagnostic::Diagnostic;
use crate::base::text::plural;
use crate::base::toml_reader::{OneOrList, Reader, Table, Word};
use crate::games::Seat;
use crate::games::rules::NamedRules;
use crate::players::bots::BotSpec;
use crate::players::crew::PREFIX;

/// Reads the line-ups of an experiment, in order.
pub(super) fn read(whole: &Table<'_, '_>, rules: &[Located<NamedRules>]) -> Vec<Located<Lineup>> {
    let reader = whole.reader();
    let own = crews::read(whole);
    let swap = whole.read("swap", Reader::boolean) == Some(true);
    let list = whole.read("bots", Reader::list).unwrap_or_default();
    let entries = list.iter().filter_map(|value| reader.one_or_list(value, "bots"));
    let entries: Vec<OneOrList<'_>> = entries.collect();
    let lineups = resolve(&entries, (rules, swap), &own, reader);
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
) -> Vec<Located<Lineup>> {
    let seats = rules.first().map(|named| named.thing.rules.seats());
    let mut seen = BTreeSet::new();
    let mut lineups = Vec::new();
    for entry in entries {
        let Some(lineup) = lineup(entry, rules, own, reader) else { continue };
        let orders = match &lineup {
            Lineup::Bots(bots) if swap => orders(bots),
            _ => vec![lineup],
        };
        for lineup in orders {
            // A single name seats the same bots as a list that repeats it.
            let seated = match (&lineup, seats) {
                (Lineup::Bots(_), Some(seats)) => Lineup::Bots(lineup.seatings(seats).concat()),
                _ => lineup.clone(),
            };
            if seen.insert(seated) {
                lineups.push(Located { thing: lineup, span: entry.span.clone() });
            } else {
                let what = format!("bots `{lineup}` are given twice");
                reader.fault_at(entry.span.clone(), what, "once is enough");
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
        return match crews::find(word, own, reader) {
            Some(crew) => crew.map(Lineup::Crew),
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

/// Reads the word of one bot.
pub(super) fn bot(word: &Word<'_>, reader: &Reader<'_>) -> Option<BotSpec> {
    let read = word.text.parse::<BotSpec>();
    let placed = read.map_err(|fault| {
        let span = reader.part(word, fault.span.clone().unwrap_or_default());
        reader.fault(Diagnostic { span: Some(span), ..fault });
    });
    placed.ok()
}

/// Returns every distinct seating of the bots, the one as written first.
fn orders(bots: &[BotSpec]) -> Vec<Lineup> {
    let mut orders = vec![Vec::new()];
    for _ in bots {
        let places = 0..bots.len();
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let places = places.clone().filter(|place| !order.contains(place));
                places.map(|place| [order.as_slice(), &[place]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    let mut seen = BTreeSet::new();
    let seated =
        orders.into_iter().map(|order| order.into_iter().map(|place| bots[place]).collect());
    seated.filter(|bots: &Vec<BotSpec>| seen.insert(bots.clone())).map(Lineup::Bots).collect()
}
