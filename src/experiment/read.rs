//! Reads an experiment from its text.

use std::path::Path;

use super::{
    Experiment, Fraction, HIGHEST_SEED, Located, MAX_CELLS, MAX_GAMES, MAX_OPENING_PLIES, Openings,
    aliases, bots, crews, engines, openings, rounds, rules, setups,
};
use crate::base::diagnostic::{Diagnostic, Diagnostics, LARGEST_FILE, Source};
use crate::base::text::is_control;
use crate::base::toml_reader::{Reader, Table, Value, kind};
use crate::games::rules::NamedRules;
use crate::games::setup::Setup;
use crate::games::text_kind::TextKind;

const KEYS: [&str; 19] = [
    "title",
    "seed",
    "games",
    "setups",
    "rules",
    "bots",
    "swap",
    "openings",
    "opening-plies",
    "common-random",
    "rounds",
    "next-start",
    "within",
    "crew",
    "engine",
    "rule",
    "setup",
    "same",
    "sweep",
];

/// The required keys, with an example of each.
const REQUIRED: [(&str, &str); 4] = [
    ("games", "`games = 1000` plays a thousand games in every cell"),
    ("setups", "`setups = [\"catalogue\"]` takes all setups of the catalogue"),
    ("rules", "`rules = [\"brunei-slide\"]` takes one preset; `pasang rules list` names all"),
    ("bots", "`bots = [\"greedy\"]` puts the same bot in every seat"),
];

impl Fraction {
    pub(super) fn read(reader: &Reader<'_>, value: &Value<'_>, name: &str) -> Option<Fraction> {
        reader.millionths(value, name, 0.000001..=0.499999).map(Fraction)
    }

    /// Reads a margin from an option of the command line.
    pub fn from_word(word: &str) -> Result<Fraction, String> {
        let share = word.parse().ok().filter(|share| (0.000001..=0.499999).contains(share));
        let whole = |share: f64| Fraction((share * f64::from(Fraction::WHOLE)).round() as u32);
        share.map(whole).ok_or_else(|| "expected a share below 0.5, as 0.1".to_owned())
    }
}

/// Returns an error for a file of another kind, which then is the only error. `whole` is `None` for
/// a text that is not TOML.
fn other(source: &Source, whole: Option<&Table<'_, '_>>) -> Option<Diagnostic> {
    let seems_to_have = |key: &&str, keys: &[&str]| {
        whole.is_some_and(|it| it.entry(key).is_some() || it.seems_to_have(key, keys))
    };
    let has_some = |keys: &[&str]| keys.iter().any(|key| seems_to_have(key, keys));
    let has_required = has_some(&REQUIRED.map(|(key, _)| key));
    let name = &source.name;
    match TextKind::of(&source.text) {
        Some(TextKind::Experiment) => None,
        Some(kind) if whole.is_none() || (kind == TextKind::Rules && !has_required) => {
            Some(kind.instead_of("experiment", name))
        }
        None if !has_some(&KEYS) && !source.text.trim().is_empty() => {
            let what = format!("`{name}` is no experiment: it has none of the keys of one");
            let help = "`experiments/quick.toml` is a short one; docs/files.md explains every key";
            Some(Diagnostic::whole(what).help(help))
        }
        _ => None,
    }
}

pub(super) fn read(
    source: &Source,
    folder: &Path,
) -> Result<(Experiment, Diagnostics), Diagnostics> {
    let instead = |fault| source.faults(vec![fault]);
    let (reader, table) =
        Reader::parse(source).map_err(|faults| other(source, None).map_or(faults, instead))?;
    let whole = reader.table(&table, "an experiment");
    if let Some(fault) = other(source, Some(&whole)) {
        return Err(instead(fault));
    }
    whole.refuse_unknown(&KEYS);
    for (key, help) in REQUIRED {
        let seeks = |key| whole.entry(key).is_some() || whole.seems_to_have(key, &KEYS);
        let is_default = key == "games" && crews::are_all(&whole);
        if !seeks(key) && !is_default {
            // A key of tables is easily mistaken for the key of the list.
            let one = key.trim_end_matches('s');
            let list = whole.value(one).filter(|it| it.get_ref().as_table().is_none());
            reader.fault(match list {
                Some(list) => {
                    let what = format!("`{one}` is {}", kind(list.get_ref()));
                    let expected = format!("expected tables `[{one}.NAME]`");
                    Diagnostic::at(list.span(), what, expected)
                        .help(format!("did you mean `{key}`?"))
                }
                None => {
                    let what = format!("`{}` lacks the key `{key}`", source.name);
                    Diagnostic::whole(what).help(help)
                }
            });
        }
    }
    for key in ["setups", "rules", "bots"] {
        let expected = "expected at least one entry";
        whole.read(key, |reader, value, key| reader.some_list(value, key, expected));
    }
    let experiment = experiment(&whole, folder);
    if let Some(experiment) = experiment.as_ref().filter(|_| reader.sound()) {
        crews::check(experiment, &whole);
        engines::fit(experiment, &whole);
        limits(experiment, &whole);
    }
    let warnings = reader.warnings();
    reader.finish(experiment).map(|experiment| (experiment, warnings))
}

fn experiment(whole: &Table<'_, '_>, folder: &Path) -> Option<Experiment> {
    let reader = whole.reader();
    let title = whole.read("title", title);
    let seed = whole.integer("seed", 0..=HIGHEST_SEED);
    let games = whole.integer("games", 1..=MAX_GAMES);
    let common_random = whole.read("common-random", Reader::boolean);
    let within = whole.read("within", Fraction::read);
    let rounds = rounds::read(whole);
    let setups = setups::read(whole, folder);
    let rules = rules::read(whole, folder);
    let lineups = bots::read(whole, &rules);
    let context = openings::OpeningContext { setups: &setups, rules: &rules };
    let openings = whole.value("openings").map(|value| openings::read(value, context, reader));
    let opening_plies = whole.integer("opening-plies", 0..=MAX_OPENING_PLIES.into());
    for setup in &setups {
        refuse_unplayable(setup, &rules, reader);
    }
    let has_crew = lineups.iter().any(|lineup| lineup.thing.crew().is_some());
    let (setups, rules, same) = aliases::deduplicate(whole, things(setups), things(rules));
    let is_design = games.is_none() && crews::are_all(whole);
    let experiment = Experiment {
        title: title.unwrap_or_default(),
        seed,
        games: if is_design { 1 } else { games? },
        rounds,
        setups,
        rules,
        aliases: same,
        lineups: things(lineups),
        engines: engines::read(whole),
        common_random: common_random.unwrap_or(false),
        openings: openings.unwrap_or(if has_crew { Openings::All } else { Openings::AsChosen }),
        opening_plies: opening_plies.unwrap_or(0) as u8,
        within,
    };
    Some(match is_design {
        true => Experiment { games: experiment.design(), ..experiment },
        false => experiment,
    })
}

fn things<T>(placed: Vec<Located<T>>) -> Vec<T> {
    placed.into_iter().map(|placed| placed.thing).collect()
}

fn title(reader: &Reader<'_>, value: &Value<'_>, key: &str) -> Option<String> {
    let title = reader.string(value, key)?;
    if title.contains(is_control) {
        let what = "control characters in `title`";
        return reader.refuse(value.span(), what, "expected a line of plain text");
    }
    Some(title.to_owned())
}

/// Reports a setup that cannot be played under one of the rule sets.
fn refuse_unplayable(setup: &Located<Setup>, rules: &[Located<NamedRules>], reader: &Reader<'_>) {
    let Located { thing: setup, span } = setup;
    let name = &setup.name;
    let refused = rules.iter().find_map(|named| {
        let why = named.thing.rules.start(setup).err()?;
        Some((&named.thing.name, why.to_string()))
    });
    if let Some((rules, why)) = refused {
        let what = format!("setup `{name}` cannot be played by `{rules}`");
        reader.fault_at(span.clone(), what, why);
    }
}

/// Asks a game why it cannot be played from a setup.
/// Reports an experiment that is too large.
fn limits(experiment: &Experiment, whole: &Table<'_, '_>) {
    let span = whole.entry("setups").map(|entry| entry.key_span);
    let refuse = |what: String, expected: String| {
        let fault = Diagnostic { span: span.clone(), label: expected, ..Diagnostic::whole(what) };
        whole.reader().fault(fault.help("make several experiments of it"));
    };
    let lists = [experiment.setups.len(), experiment.rules.len(), experiment.lineups.len()];
    let cells = lists.into_iter().fold(1, |cells: u64, length| cells.saturating_mul(length as u64));
    if cells > MAX_CELLS {
        let [setups, rules, bots] = lists;
        let what = format!(
            "{setups} setups, {rules} rule sets and {bots} line-ups of bots make {cells} cells"
        );
        refuse(what, format!("expected at most {MAX_CELLS}"));
    } else if experiment.games.saturating_mul(experiment.rounds()) > MAX_GAMES {
        let (games, rounds) = (experiment.games, experiment.rounds());
        let what = format!("{games} matches of {rounds} rounds a cell");
        refuse(what, format!("expected at most {MAX_GAMES} rounds in all"));
    } else if experiment.to_toml().len() as u64 > LARGEST_FILE {
        let what =
            "with every setup and rule set written out, this experiment is larger than 1 MiB";
        refuse(what.to_owned(), "the most that is read again".to_owned());
    }
}
