//! `exact` and `exact-nodes`: games are held against perfect play, as far as their positions can be
//! solved. No game changes by it.

use super::{Named, Placed, Rounds};
use crate::base::fault::Fault;
use crate::base::toml_reader::Table;
use crate::players::judge::Few;

/// No position has more stones.
pub const MOST_STONES: u64 = 120;

/// How many positions are looked at for one of a game's at most, where an experiment does not say:
/// some seconds.
pub const NODES: u64 = 100_000_000;

/// With fewer, hardly a position is solved.
pub const FEWEST_NODES: u64 = 1000;

/// So many would take a year.
pub const MOST_NODES: u64 = 1_000_000_000_000;

/// Which positions are solved; nothing where none are.
pub(super) fn read(
    whole: &Table<'_, '_>,
    rules: &[Placed<Named>],
    rounds: Option<Rounds>,
) -> Option<Few> {
    let reader = whole.reader();
    let stones = whole.value("exact");
    let nodes = whole.value("exact-nodes");
    let Some(value) = stones else {
        if let Some(value) = nodes {
            let what = "`exact-nodes` without `exact`";
            let expected = "expected `exact = 20`, so many stones, beside it";
            reader.fault(Fault::at(value.span(), what, expected));
        }
        return None;
    };
    let span = value.span();
    let stones = reader.integer(value, "exact", 1..=MOST_STONES);
    let nodes = match nodes {
        Some(value) => reader.integer(value, "exact-nodes", FEWEST_NODES..=MOST_NODES),
        None => Some(NODES),
    };
    let many = rules.iter().map(|named| &named.thing).find(|named| named.rules.seats() != 2);
    if let Some(Named { name, rules }) = many {
        let what = format!("`exact` beside `{name}`, which seats {}", rules.seats());
        let fault =
            Fault::at(span.clone(), what, "expected rules for two: only these can be solved");
        reader.fault(
            fault.help("leave out `exact`, or play those rules in an experiment of their own"),
        );
    }
    if rounds.is_some() {
        let what = "`exact` beside `rounds`";
        let fault = Fault::at(span, what, "expected single games: it is these that are solved");
        reader.fault(fault.help("leave out `rounds`: bots play each round like any other game"));
    }
    Some(Few { stones: stones? as u8, nodes: nodes? })
}
