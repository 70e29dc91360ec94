//! Experiments that add games until something is known: `[find]`.

use std::collections::BTreeSet;

use super::read::millionths;
use super::{Experiment, MOST_GAMES, Margin};
use crate::base::fault::Fault;
use crate::base::toml_reader::Table;
use crate::games::rules::Rules;

/// Which setup is nearest to an even score is looked for, for each rule set and line-up of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    /// Setups that differ by less need not be told apart.
    pub within: Margin,
    /// The chance of a mistake, over all cells together.
    pub alpha: Margin,
    /// How many games a cell plays before it is decided anew; its most games are a multiple of it.
    pub batch: u64,
}

impl Find {
    pub fn confidence(self) -> Margin {
        Margin(Margin::WHOLE - self.alpha.0)
    }

    pub(super) fn to_toml(self, most: u64) -> String {
        let (Find { within, batch, .. }, confidence) = (self, self.confidence());
        format!(
            "target = \"{MOST_BALANCED}\"\nwithin = {within}\nconfidence = {confidence}\n\
             batch = {batch}\nmax-games = {most}\n"
        )
    }
}

const MOST_BALANCED: &str = "most-balanced";

/// The keys of `[find]`, and what to write for those without which there is none.
const KEYS: [&str; 5] = ["target", "within", "confidence", "batch", "max-games"];
const REQUIRED: [(&str, &str); 4] = [
    ("target", "`target = \"most-balanced\"` is the one there is"),
    ("within", "`within = 0.01` need not tell setups apart that differ by less"),
    ("batch", "`batch = 1000` decides after every thousand games"),
    ("max-games", "`max-games = 100000` ends a cell that nothing decides"),
];

/// The chance of a mistake where `confidence` is not there.
const USUAL: Margin = Margin(50_000);

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
    for (key, help) in REQUIRED {
        if table.value(key).is_none() && !table.seems_to_have(key, &KEYS) {
            let what = format!("`[find]` lacks `{key}`");
            reader.fault(Fault::at(entry.key_span.clone(), what, "").help(help));
        }
    }
    if let Some(value) = table.value("target")
        && let Some(word) = reader.string(value, "target").filter(|&word| word != MOST_BALANCED)
    {
        let what = format!("unknown value `{word}` for `target`");
        let fault = Fault::at(value.span(), what, format!("expected `{MOST_BALANCED}`"));
        reader.fault(fault.did_you_mean(word, [MOST_BALANCED]));
    }
    let within = table.value("within").and_then(|it| Margin::read(it, "within", reader));
    let alpha = table.value("confidence").map_or(Some(USUAL), |value| {
        let sure = millionths(value, "confidence", 0.500001..=0.999999, reader)?;
        Some(Margin(Margin::WHOLE - sure))
    });
    let number =
        |key| table.value(key).and_then(|value| reader.integer(value, key, 1..=MOST_GAMES));
    let (batch, most) = (number("batch"), number("max-games"));
    let (within, alpha, batch, most) = (within?, alpha?, batch?, most?);
    if most % batch != 0 {
        let span = table.value("max-games").map(|value| value.span()).unwrap_or_default();
        let what = format!("`max-games` is {most}, and `batch` is {batch}");
        let below = (most / batch).max(1) * batch;
        let expected = format!("expected a multiple of `batch`, such as {below}");
        reader.fault(Fault::at(span, what, expected));
    }
    Some((Find { within, alpha, batch }, most))
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
