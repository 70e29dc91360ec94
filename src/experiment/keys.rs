//! The keys of an experiment.

use super::Margin;
use crate::base::fault::Fault;
use crate::base::toml_reader::{Reader, Value};

/// The keys of an experiment, and what each means.
pub(super) const KEYS: [(&str, &str); 24] = [
    ("title", "What the experiment asks, in a line"),
    ("seed", "What the random numbers are made from; without it one is drawn"),
    ("games", "How many games each cell has; a cell is one setup, one rule set, one bot a seat"),
    (
        "setups",
        "Names, groups, files and globs (relative to this file), mirror:NAME, ranges such as \
         catalogue-{01..10}, [setup.NAME]; !NAME leaves out what is named before",
    ),
    ("rules", "Presets, files (relative to this file), [rule.NAME]"),
    ("bots", "A word: the same bot in every seat; a list of words: seat by seat"),
    ("swap", "Whether a list of different bots is played in every seat order"),
    ("round-robin", "Whether each of the bots meets each other one, in both seats"),
    (
        "openings",
        "The first moves: as bots choose, all, or a list of pairs: \"c j\", \"c *\" for any answer",
    ),
    ("opening-plies", "So many moves behind the openings are drawn, alike for all bots"),
    ("common-random", "Whether games with the same index draw the same numbers in all cells"),
    ("rounds", "How many rounds make a match, which then stands where a game stands"),
    ("next-start", "Who moves first in the next round of a match"),
    ("records", "Which games are kept one by one"),
    (
        "exact",
        "Positions with so many stones or fewer are solved, and moves held against perfect play",
    ),
    ("exact-nodes", "With `exact`: for one position so many are looked at, at most"),
    ("within", "The margin of a verdict: a share between 0 and 0.5, such as 0.02"),
    (
        "engine",
        "Other programs that play, [engine.NAME], as the bot engine:NAME (docs/protocol.md)",
    ),
    ("rule", "Rule sets of this experiment's own, [rule.NAME]"),
    ("setup", "Setups of this experiment's own, [setup.NAME]"),
    ("find", "In place of `games`: setups play until the most balanced one is known"),
    ("same", "Names that stand for the same stones, or for the same toggles"),
    (
        "sweep",
        "TOGGLE = [VALUES]: every combination, for each of the rules whose game has the toggle, as \
         BASE+toggle=value",
    ),
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
