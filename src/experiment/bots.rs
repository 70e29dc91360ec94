//! The line-ups of an experiment: `bots` and `swap`.

use std::collections::BTreeSet;

use super::crews::{self, OwnCrews};
use super::{Lineup, Located, bot};
use crate::base::diagnostic::Diagnostic;
use crate::base::text::plural;
use crate::base::toml_reader::{Reader, Table, Value};
use crate::games::Seat;
use crate::games::rules::NamedRules;
use crate::players::bots::BotSpec;

/// Reads the line-ups of an experiment, in order.
///
/// With `swap`, a list stands for all seatings of its bots: first as written, then the others in
/// lexicographic order by position in the list. Equal seatings count once.
pub(super) fn read(whole: &Table<'_, '_>, rules: &[Located<NamedRules>]) -> Vec<Located<Lineup>> {
    let reader = whole.reader();
    let own = crews::read(whole);
    let swap = whole.read("swap", Reader::boolean);
    let list = whole.read("bots", Reader::list).unwrap_or_default();
    let mut swapped = false;
    let seats = rules.first().map(|named| named.thing.rules.seats());
    let mut seen = BTreeSet::new();
    let mut lineups = Vec::new();
    for value in list {
        let Some(lineup) = lineup(value, rules, &own, reader) else { continue };
        let orders = match (swap, &lineup) {
            (Some(true), Lineup::Bots(bots)) => orders(bots),
            _ => vec![lineup],
        };
        swapped |= orders.len() > 1;
        for lineup in orders {
            // A single name seats the same bots as a list that repeats it.
            let seated = match (&lineup, seats) {
                (Lineup::Bots(_), Some(seats)) => Lineup::Bots(lineup.seatings(seats).concat()),
                _ => lineup.clone(),
            };
            if seen.insert(seated) {
                lineups.push(Located { thing: lineup, span: value.span() });
            } else {
                let what = format!("bots `{lineup}` are given twice");
                reader.fault_at(value.span(), what, "once is enough");
            }
        }
    }
    if let (Some(true), Some(value), false) = (swap, whole.value("swap"), swapped) {
        let what = "`swap` has nothing to swap";
        reader.warn(Diagnostic::at(
            value.span(),
            what,
            "it is for lists of different bots in `bots`",
        ));
    }
    lineups
}

/// Reads an entry of the list: a bot for all seats, a bot for each, or a crew.
fn lineup(
    value: &Value<'_>,
    rules: &[Located<NamedRules>],
    own: &OwnCrews,
    reader: &Reader<'_>,
) -> Option<Lineup> {
    if value.get_ref().as_array().is_none() {
        return match crews::find(value, own, reader) {
            Some(crew) => crew.map(Lineup::Crew),
            None => bot::read(value, reader).map(Lineup::same),
        };
    }
    let list = reader.list(value, "bots")?;
    if let Some(crew) = list.iter().find(|value| crews::is_crew(value)) {
        let expected = "its members play against themselves: it stands alone, for all seats";
        return reader.refuse(crew.span(), "a crew in a list of seats", expected);
    }
    let bots: Vec<Option<BotSpec>> = list.iter().map(|value| bot::read(value, reader)).collect();
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
        let fault = Diagnostic::at(value.span(), what, expected);
        reader.fault(fault.help("a word without a list is the same bot in every seat"));
        return None;
    }
    if !(2..=Seat::MAX).contains(&count) {
        let expected = format!("expected 2 to {} bots, one a seat", Seat::MAX);
        return reader.refuse(value.span(), format!("a list of {counted}"), expected);
    }
    Some(Lineup::Bots(bots.into_iter().collect::<Option<_>>()?))
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
