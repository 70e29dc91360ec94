//! Adaptive designs: `[find]` (best-arm identification) and `[choice]` (maximin).

use std::collections::BTreeSet;

use super::{Experiment, Fraction, MAX_GAMES, Openings};
use crate::base::diagnostic::Diagnostic;
use crate::base::toml_reader::{Entry, Reader, Table};
use crate::games::rules::Rules;

/// The goal of an adaptive design, and how games are added to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdaptiveDesign {
    pub goal: Goal,
    /// The error level: with `[find]` over all cells together, with `[choice]` in each.
    pub alpha: Fraction,
    /// The number of games a cell plays between decisions; its maximum is a multiple of it.
    pub batch: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `[find]`: the setup nearest to an even score, for each rule set and line-up of bots.
    MostBalanced {
        /// The indifference zone: setups that differ by less need not be told apart.
        within: Fraction,
    },
    /// `[choice]`: the first player's score in each cell when both players choose their first
    /// moves.
    Maximin {
        /// The target width of its interval; `None` plays the maximum of each cell.
        width: Option<Fraction>,
    },
}

impl AdaptiveDesign {
    pub fn key(self) -> &'static str {
        match self.goal {
            Goal::MostBalanced { .. } => "find",
            Goal::Maximin { .. } => "choice",
        }
    }

    pub fn is_choice(self) -> bool {
        matches!(self.goal, Goal::Maximin { .. })
    }

    /// Returns the indifference zone of `[find]`; `None` for `[choice]`.
    pub fn within(self) -> Option<Fraction> {
        match self.goal {
            Goal::MostBalanced { within } => Some(within),
            Goal::Maximin { .. } => None,
        }
    }

    pub(super) fn to_toml(self, most: u64) -> String {
        let goal = match self.goal {
            Goal::MostBalanced { within } => {
                format!("target = \"{MOST_BALANCED}\"\nwithin = {within}\n")
            }
            Goal::Maximin { width } => {
                width.map_or_else(String::new, |width| format!("width = {width}\n"))
            }
        };
        let (confidence, batch) = (Fraction(Fraction::WHOLE - self.alpha.0), self.batch);
        let key = self.key();
        format!("\n[{key}]\n{goal}confidence = {confidence}\nbatch = {batch}\nmax-games = {most}\n")
    }
}

const MOST_BALANCED: &str = "most-balanced";

/// The keys of `[find]` and of `[choice]`, and an example for each required one.
const FIND: [&str; 5] = ["target", "within", "confidence", "batch", "max-games"];
const CHOICE: [&str; 4] = ["width", "confidence", "batch", "max-games"];
const REQUIRED: [(&str, &str); 4] = [
    ("target", "`target = \"most-balanced\"` is the one there is"),
    ("within", "`within = 0.01` need not tell setups apart that differ by less"),
    ("batch", "`batch = 1000` decides after every thousand games"),
    ("max-games", "`max-games = 100000` ends a cell that nothing decides"),
];

/// The default error level, if `confidence` is missing.
pub const DEFAULT: Fraction = Fraction(50_000);

/// The limit of games in `[choice]`: game numbers are spread over the pairs of first moves, and
/// must still fit integers.
const MAX_OF_CHOICE: u64 = 1_000_000_000;

/// Reads `[find]` or `[choice]`, with the maximum number of games of a cell.
pub(super) fn read(whole: &Table<'_, '_>) -> Option<(AdaptiveDesign, u64)> {
    let reader = whole.reader();
    let (find, choice) = (whole.entry("find"), whole.entry("choice"));
    if let (Some(_), Some(choice)) = (&find, &choice) {
        let what = "`[choice]` beside `[find]`";
        reader.fault(Diagnostic::at(choice.key_span.clone(), what, "expected one of them"));
    }
    let is_choice = find.is_none();
    let (key, what, keys) = match is_choice {
        true => ("choice", "`choice`", &CHOICE[..]),
        false => ("find", "`find`", &FIND[..]),
    };
    let entry = find.or(choice)?;
    if let Some(games) = whole.entry("games") {
        let what = format!("`games` beside `[{key}]`");
        let expected = format!("`max-games` in `[{key}]` takes its place");
        reader.fault(Diagnostic::at(games.key_span, what, expected));
    }
    let table = reader.subtable(entry.value, key, what)?;
    table.refuse_unknown(keys);
    for (needed, help) in REQUIRED.into_iter().filter(|(needed, _)| keys.contains(needed)) {
        if table.value(needed).is_none() && !table.seems_to_have(needed, keys) {
            let what = format!("`[{key}]` lacks `{needed}`");
            reader.fault(Diagnostic::at(entry.key_span.clone(), what, "").help(help));
        }
    }
    if let Some(value) = table.value("target").filter(|_| !is_choice)
        && let Some(word) = reader.string(value, "target").filter(|&word| word != MOST_BALANCED)
    {
        let what = format!("unknown value `{word}` for `target`");
        let fault = Diagnostic::at(value.span(), what, format!("expected `{MOST_BALANCED}`"));
        reader.fault(fault.did_you_mean(word, [MOST_BALANCED]));
    }
    let goal = match is_choice {
        true => Some(Goal::Maximin { width: table.read("width", Fraction::read) }),
        false => table.read("within", Fraction::read).map(|within| Goal::MostBalanced { within }),
    };
    let alpha = table.value("confidence").map_or(Some(DEFAULT), |value| {
        let sure = reader.millionths(value, "confidence", 0.500001..=0.999999)?;
        Some(Fraction(Fraction::WHOLE - sure))
    });
    let most = if is_choice { MAX_OF_CHOICE } else { MAX_GAMES };
    let (batch, most) = (table.integer("batch", 1..=most), table.integer("max-games", 1..=most));
    let (goal, alpha, batch, most) = (goal?, alpha?, batch?, most?);
    if most % batch != 0 {
        let span = table.value("max-games").map(|value| value.span()).unwrap_or_default();
        let what = format!("`max-games` is {most}, and `batch` is {batch}");
        let below = (most / batch).max(1) * batch;
        let expected = format!("expected a multiple of `batch`, such as {below}");
        reader.fault(Diagnostic::at(span, what, expected));
    }
    Some((AdaptiveDesign { goal, alpha, batch }, most))
}

/// Reports conflicts with the rest of the experiment.
pub(super) fn check_conflicts(experiment: &Experiment, whole: &Table<'_, '_>) {
    let Some(adaptive) = experiment.adaptive else { return };
    let (key, reader) = (adaptive.key(), whole.reader());
    let Some(entry) = whole.entry(key) else { return };
    if let Some(rounds) = whole.entry("rounds").filter(|_| experiment.rounds.is_some()) {
        let expected = "games are added until something is known, matches are not";
        let what = format!("`rounds` beside `[{key}]`");
        let fault = Diagnostic::at(rounds.key_span, what, expected);
        reader.fault(fault.help("leave it out, or give the number of matches: `games = 1000`"));
    }
    match adaptive.is_choice() {
        true => check_choice_conflicts(experiment, whole, &entry),
        false => check_find_conflicts(experiment, adaptive, reader, &entry),
    }
}

/// Players choose their first moves, and bots all others: nothing else may decide one.
fn check_choice_conflicts(experiment: &Experiment, whole: &Table<'_, '_>, choice: &Entry<'_, '_>) {
    let refuse = |key: &str, is_there: bool, expected: &str| {
        if let Some(entry) = whole.entry(key).filter(|_| is_there) {
            let what = format!("`{key}` beside `[choice]`");
            whole.reader().fault(Diagnostic::at(entry.key_span, what, expected));
        }
    };
    let all = "both choose among all their first moves: leave it out, or `openings = \"all\"`";
    refuse("openings", experiment.openings != Openings::All, all);
    let drawn = "behind the first moves the bots choose, and nothing is drawn: leave it out";
    refuse("opening-plies", experiment.opening_plies > 0, drawn);
    let common =
        "each cell plays where its own doubt is, so no games belong together: leave it out";
    refuse("common-random", experiment.common_random, common);
    let many = experiment.rules.iter().find(|named| named.rules.seats() != 2);
    if let Some(named) = many {
        let what =
            format!("`[choice]` with {} players, under `{}`", named.rules.seats(), named.name);
        let expected = "expected two: what one gains the other loses";
        whole.reader().fault(Diagnostic::at(choice.key_span.clone(), what, expected));
    }
}

fn check_find_conflicts(
    experiment: &Experiment,
    find: AdaptiveDesign,
    reader: &Reader<'_>,
    entry: &Entry<'_, '_>,
) {
    if experiment.setups.len() < 2 {
        let what = "`[find]` with one setup";
        reader.fault(Diagnostic::at(entry.key_span.clone(), what, "expected two setups at least"));
    }
    // If pairs of first moves take turns, only whole turns have a mean that the betting martingale
    // covers.
    let mut seen = BTreeSet::new();
    let of_rules = |rules| experiment.setups.iter().map(move |setup| (rules, setup));
    let uneven = experiment.rules.iter().flat_map(of_rules).find_map(|(rules, setup)| {
        // Brunei's openings depend on the board size only, not on the stones.
        let is_brunei = matches!(rules.rules, Rules::Brunei(_));
        if is_brunei && !seen.insert((&rules.name, setup.side())) {
            return None;
        }
        let pairs = experiment.openings.count(&rules.rules, setup.stones) as u64;
        (pairs > 0 && !find.batch.is_multiple_of(pairs)).then_some((pairs, &rules.name))
    });
    if let Some((pairs, name)) = uneven {
        let what = format!(
            "`batch` is {}, and under `{name}` {pairs} pairs of first moves take turns",
            find.batch
        );
        let near = find.batch.div_ceil(pairs) * pairs;
        let expected = format!("expected a `batch` that is a multiple of {pairs}, such as {near}");
        reader.fault(Diagnostic::at(entry.key_span.clone(), what, expected));
    }
}
