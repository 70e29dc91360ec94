//! The keys of an experiment.

use super::Margin;
use crate::base::fault::Fault;
use crate::base::toml_reader::{Reader, Value};

/// The keys of an experiment.
pub(super) const KEYS: [&str; 20] = [
    "title",
    "seed",
    "games",
    "setups",
    "rules",
    "bots",
    "swap",
    "round-robin",
    "openings",
    "opening-plies",
    "common-random",
    "rounds",
    "next-start",
    "within",
    "engine",
    "rule",
    "setup",
    "find",
    "same",
    "sweep",
];

/// The keys without which there is no experiment, and what to write for each.
pub(super) const REQUIRED: [(&str, &str); 4] = [
    ("games", "`games = 1000` plays a thousand games in every cell"),
    ("setups", "`setups = [\"catalogue\"]` takes all setups of the catalogue"),
    ("rules", "`rules = [\"brunei-slide\"]` takes one preset; `pasang rules list` names all"),
    ("bots", "`bots = [\"greedy\"]` puts the same bot in every seat"),
];

/// A share that is exact in six decimals.
pub(super) fn margin(value: &Value<'_>, name: &str, reader: &Reader<'_>) -> Option<Margin> {
    let share = reader.number(value, name, 0.000001..=0.499999)?;
    let millionths = (share * 1e6).round() as u32;
    // The nearest number with six decimals must be the very number that was written.
    let margin = Margin::from_millionths(millionths).filter(|margin| margin.share() == share);
    if margin.is_none() {
        let what = format!("`{name}` has too many decimals");
        reader.fault(Fault::at(value.span(), what, "expected at most six"));
    }
    margin
}
