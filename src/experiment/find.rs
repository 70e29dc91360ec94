//! Experiments that add games until something is known: `[find]`.

use std::collections::BTreeSet;
use std::fmt;

use super::read::margin;
use super::{Experiment, MOST_GAMES, Margin};
use crate::base::fault::Fault;
use crate::base::toml_reader::{Reader, Table, Value};
use crate::games::rules::Rules;

/// Which setup is nearest to an even score is looked for, for each rule set and line-up of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    /// Setups that differ by less need not be told apart.
    pub within: Margin,
    /// How sure it shall be, over all cells together.
    pub confidence: Confidence,
    /// How many games a cell plays before it is decided anew; its most games are a multiple of it.
    pub batch: u64,
}

/// A chance between a half and 1, in whole millionths, so that it is written as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confidence(Margin);

impl Confidence {
    /// The usual one.
    pub const USUAL: u32 = 950_000;

    /// So many millionths, if they are more than a half and less than all.
    pub fn from_millionths(millionths: u32) -> Option<Confidence> {
        Margin::from_millionths(Margin::WHOLE.checked_sub(millionths)?).map(Confidence)
    }

    /// The chance of a mistake that is left.
    pub fn alpha(self) -> f64 {
        self.0.share()
    }

    /// The chance in millionths.
    pub const fn millionths(self) -> u32 {
        Margin::WHOLE - self.0.millionths()
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(format!("0.{:06}", self.millionths()).trim_end_matches('0'))
    }
}

impl Find {
    /// The keys of the table with their values as TOML.
    pub(super) fn to_toml(self, most: u64) -> [(&'static str, String); 5] {
        [
            ("target", format!("\"{MOST_BALANCED}\"")),
            ("within", self.within.to_string()),
            ("confidence", self.confidence.to_string()),
            ("batch", self.batch.to_string()),
            ("max-games", most.to_string()),
        ]
    }
}

/// The one target that `[find]` knows.
const MOST_BALANCED: &str = "most-balanced";

/// The keys of `[find]`.
const KEYS: [&str; 5] = ["target", "within", "confidence", "batch", "max-games"];

/// Reads `[find]`, with the most games that a cell may play.
pub(super) fn read(whole: &Table<'_, '_>) -> Option<(Find, u64)> {
    let reader = whole.reader();
    let entry = whole.entry("find")?;
    if let Some(games) = whole.entry("games") {
        let expected = "`max-games` in `[find]` takes its place";
        reader.fault(Fault::at(games.key_span, "`games` beside `[find]`", expected));
    }
    let table = reader.subtable(entry.value, "find", "`find`")?;
    table.refuse_unknown(&KEYS);
    let lack = |key: &str, help: &str| {
        if !table.seems_to_have(key, &KEYS) {
            let what = format!("`[find]` lacks `{key}`");
            reader.fault(Fault::at(entry.key_span.clone(), what, "").help(help));
        }
    };
    let within = within(&table, &lack);
    let confidence = match table.value("confidence") {
        Some(value) => confidence(value, reader),
        None => Confidence::from_millionths(Confidence::USUAL),
    };
    let whole_number = |key: &'static str, help: &str| match table.value(key) {
        Some(value) => reader.integer(value, key, 1..=MOST_GAMES),
        None => {
            lack(key, help);
            None
        }
    };
    let batch = whole_number("batch", "`batch = 1000` decides after every thousand games");
    let most = whole_number("max-games", "`max-games = 100000` ends a cell that nothing decides");
    let (within, confidence, batch, most) = (within?, confidence?, batch?, most?);
    if most % batch != 0 {
        let span = table.value("max-games").map(|value| value.span()).unwrap_or_default();
        let what = format!("`max-games` is {most}, and `batch` is {batch}");
        let below = (most / batch).max(1) * batch;
        let expected = format!("expected a multiple of `batch`, such as {below}");
        reader.fault(Fault::at(span, what, expected));
    }
    Some((Find { within, confidence, batch }, most))
}

/// The target, which there is one of, and its margin.
fn within(table: &Table<'_, '_>, lack: &impl Fn(&str, &str)) -> Option<Margin> {
    let reader = table.reader();
    match table.value("target") {
        None => lack("target", "`target = \"most-balanced\"` is the one there is"),
        Some(value) => {
            let word = reader.string(value, "target")?;
            if word != MOST_BALANCED {
                let what = format!("unknown value `{word}` for `target`");
                let fault = Fault::at(value.span(), what, format!("expected `{MOST_BALANCED}`"));
                reader.fault(fault.did_you_mean(word, [MOST_BALANCED]));
            }
        }
    }
    match table.value("within") {
        Some(value) => margin(value, "within", reader),
        None => {
            lack("within", "`within = 0.01` need not tell setups apart that differ by less");
            None
        }
    }
}

fn confidence(value: &Value<'_>, reader: &Reader<'_>) -> Option<Confidence> {
    let share = reader.number(value, "confidence", 0.500001..=0.999999)?;
    let millionths = (share * 1e6).round() as u32;
    let same = |c: &Confidence| f64::from(c.millionths()) / 1e6 == share;
    let confidence = Confidence::from_millionths(millionths).filter(same);
    if confidence.is_none() {
        let what = "`confidence` has too many decimals";
        reader.fault(Fault::at(value.span(), what, "expected at most six"));
    }
    confidence
}

/// Notes what does not go together with the rest of the experiment.
pub(super) fn fits(experiment: &Experiment, whole: &Table<'_, '_>) {
    let (Some(find), Some(entry)) = (experiment.find, whole.entry("find")) else { return };
    let reader = whole.reader();
    if let Some(rounds) = whole.entry("rounds").filter(|_| experiment.rounds.is_some()) {
        let expected = "games are added until something is known, matches are not";
        let fault = Fault::at(rounds.key_span, "`rounds` beside `[find]`", expected);
        reader.fault(fault.help("leave it out, or play so many matches: `games = 1000`"));
    }
    if experiment.setups.len() < 2 {
        let what = "`[find]` with one setup";
        reader.fault(Fault::at(entry.key_span.clone(), what, "expected two setups at least"));
    }
    // Where pairs of first moves take turns, only whole turns have a mean that can be bet on.
    let mut seen = BTreeSet::new();
    let of_rules = |rules| experiment.setups.iter().map(move |setup| (rules, setup));
    let uneven = experiment.rules.iter().flat_map(of_rules).find_map(|(rules, setup)| {
        // Brunei's openings do not ask where the stones lie.
        let is_brunei = matches!(rules.rules, Rules::Brunei(_));
        if is_brunei && !seen.insert((&rules.name, setup.side())) {
            return None;
        }
        let pairs = experiment.openings.count(&rules.rules, setup.stones) as u64;
        (pairs > 0 && find.batch % pairs != 0).then_some((pairs, &rules.name))
    });
    if let Some((pairs, name)) = uneven {
        let what = format!(
            "`batch` is {}, and under `{name}` {pairs} pairs of first moves take turns",
            find.batch
        );
        let near = find.batch.div_ceil(pairs) * pairs;
        let expected = format!("expected a `batch` that is a multiple of {pairs}, such as {near}");
        reader.fault(Fault::at(entry.key_span.clone(), what, expected));
    }
}
