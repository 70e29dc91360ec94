//! Reads an experiment from its text.

use std::path::Path;

use super::{
    BUILTIN_EXPERIMENTS, Experiment, Files, HIGHEST_SEED, KEYS, MAX_GAMES, aliases, bots,
    builtin_experiment,
    design::{self, Design},
    engines, factorial, openings, setups,
};
use crate::text::diagnostic::{Diagnostic, Diagnostics, STDIN, Source};
use crate::text::failure::CommandError;
use crate::text::messages::warn;
use crate::text::toml_reader::{Reader, Table, Value};
use pasang_core::base::text::{all_of, is_control, nearest};
use pasang_core::games::setup::builtin;
use pasang_core::games::text_kind::TextKind;
use pasang_core::players::bots::Name;

/// The required keys, with an example of each.
const REQUIRED: [(&str, &str); 4] = [
    ("games", "`games = 1000` plays a thousand games in every cell"),
    ("setups", "`setups = [\"catalogue\"]` takes all setups of the catalogue"),
    ("rules", "`rules = [\"brunei-slide\"]` takes one preset; `pasang rules list` names all"),
    ("bots", "`bots = [\"greedy\"]` puts the same bot in every seat"),
];

/// Returns an error for a file of another kind, which then is the only error. `whole` is `None` for
/// a text that is not TOML.
fn other(source: &Source, whole: Option<&Table<'_, '_>>) -> Option<Diagnostic> {
    let has_some = |keys: &[&str]| {
        whole.is_some_and(|whole| keys.iter().any(|key| whole.entry(key).is_some()))
    };
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
    files: Files<'_>,
    own_bots: &[Name],
) -> Result<(Experiment, Diagnostics), Diagnostics> {
    let instead = |fault| source.faults(vec![fault]);
    let (reader, table) =
        Reader::parse(source).map_err(|faults| other(source, None).map_or(faults, instead))?;
    let whole = reader.table(&table, "an experiment");
    if let Some(fault) = other(source, Some(&whole)) {
        return Err(instead(fault));
    }
    if whole.value("game").is_some_and(|game| game.get_ref().is_table()) {
        let what = format!("`{}` has a game of its own, which a command plays", source.name);
        let help =
            "`run`, `plan`, `verify`, `merge`, `cite` and `balance` take it: docs/any-game.md";
        return Err(instead(Diagnostic::whole(what).help(help)));
    }
    refuse_former(&whole);
    for (key, help) in REQUIRED {
        let is_default = match key {
            "games" => bots::are_all_crews(&whole),
            "rules" => whole.entry("factorial").is_some(),
            _ => false,
        };
        if whole.entry(key).is_none() && !is_default {
            let what = format!("`{}` lacks the key `{key}`", source.name);
            reader.fault(Diagnostic::whole(what).help(help));
        }
    }
    for key in ["setups", "rules", "bots"] {
        let expected = "expected at least one entry";
        whole.read(key, |reader, value, key| reader.some_list(value, key, expected));
    }
    let mut experiment = experiment(&whole, files);
    engines::describe(&mut experiment, own_bots);
    if reader.sound() {
        let is_crew =
            |name: &str| experiment.crews().chain(&experiment.teams).any(|crew| crew.name == name);
        whole.warn_unused("crew", is_crew, "`bots` does not name it");
        engines::fit(&experiment, &whole);
        design::check(&experiment, |key| whole.entry(key).map(|entry| entry.key_span), &reader);
    }
    let warnings = reader.warnings();
    reader.finish(Some(experiment)).map(|experiment| (experiment, warnings))
}

/// The keys that went with format 4.
const FORMER: [&str; 5] = ["rounds", "next-start", "opening-plies", "within", SWEEP];

/// The former key for all combinations of toggles.
const SWEEP: &str = "sweep";

/// Refuses unknown keys, and says of former ones what there is in their place, or which version reads
/// them.
fn refuse_former(whole: &Table<'_, '_>) {
    for entry in whole.entries().filter(|entry| FORMER.contains(&entry.key)) {
        let what = format!("`{}` is no key of experiments any more", entry.key);
        let fault = Diagnostic::at(entry.key_span, what, "it went with format 4 of the files");
        whole.reader().fault(fault.help(match entry.key {
            SWEEP => {
                "`[factorial]` with `base = \"PRESET\"` and `runs = \"all\"`, in place of `rules`, plays all \
                 combinations of the toggles below it"
            }
            _ => "the release 0.3.0 of pasang reads it",
        }));
    }
    whole.refuse_unknown_but(&KEYS, &FORMER);
}

fn experiment(whole: &Table<'_, '_>, files: Files<'_>) -> Experiment {
    let reader = whole.reader();
    let title = whole.read("title", title);
    let seed = whole.integer("seed", 0..=HIGHEST_SEED);
    let games = whole.integer("games", 1..=MAX_GAMES);
    let common_random = whole.read("common-random", Reader::boolean);
    let setups = setups::read(whole, files);
    let (rules, factorial) = factorial::rule_sets(whole, files);
    let crews = whole.named("crew", bots::crew);
    let lineups = bots::read(whole, &rules, &crews);
    let openings = whole.read("openings", Reader::one_or_list);
    let openings = openings.map(|said| openings::resolve(&said, &setups, &rules, reader));
    let (same, engines) = (aliases::read(whole), engines::read(whole));
    // Without games that crews need not have, the text has a fault.
    let games = if bots::are_all_crews(whole) { games } else { games.or(Some(1)) };
    let design = Design { games, setups, rules, factorial, lineups, crews, openings };
    Experiment {
        title: title.unwrap_or_default(),
        seed,
        engines,
        common_random: common_random.unwrap_or(false),
        ..design.experiment(same, reader)
    }
}

pub(super) fn title(reader: &Reader<'_>, value: &Value<'_>, key: &str) -> Option<String> {
    let title = reader.string(value, key)?;
    if title.contains(is_control) {
        let what = "control characters in `title`";
        return reader.refuse(value.span(), what, "expected a line of plain text");
    }
    Some(title.to_owned())
}

/// Reads an experiment, by default the first built-in one, and prints warnings on stderr.
pub fn read_experiment(
    path: Option<&Path>,
    stdin: Option<&Source>,
) -> Result<Experiment, CommandError> {
    let Some(path) = path else { return Ok(BUILTIN_EXPERIMENTS[0].read()?) };
    let named = path.to_str().and_then(builtin_experiment);
    if let Some(found) = named.filter(|_| !path.exists()) {
        return Ok(found.read()?);
    }
    let read = match stdin {
        Some(source) => self::read(source, Files::In(Path::new("")), &[]),
        None => Experiment::read_with_warnings(path),
    };
    let (experiment, mut warnings) = read.map_err(|faults| or_builtin(path, faults))?;
    // Duplicates within the catalogue are known.
    let is_own = |names: &&Vec<String>| names.iter().any(|name| builtin(name).is_none());
    let setups = experiment.aliases.setups.iter().filter(is_own);
    let setups = setups.map(|names| (names, "setups", "stones"));
    let rules = experiment.aliases.rules.iter().map(|names| (names, "rules", "toggles"));
    for (names, which, what) in rules.chain(setups) {
        let all = all_of(names.iter().map(String::as_str));
        let fault = Diagnostic::whole(format!("{which} {all} are the same {what}"));
        warnings.push(fault.help(format!("they are played once, as `{}`", names[0])));
    }
    warn(&warnings);
    Ok(experiment)
}

/// Returns the faults of a file or, if nothing seems to be meant as one, suggests a built-in
/// experiment.
fn or_builtin(path: &Path, faults: Diagnostics) -> Diagnostics {
    let word = path.display().to_string();
    let stem = word.split('.').next().unwrap_or_default();
    let near = nearest(stem, BUILTIN_EXPERIMENTS.iter().map(|it| it.name));
    let help = match near {
        _ if path.exists() || word == STDIN => return faults,
        _ if builtin(&word).is_some() => format!("`pasang run --setup {word}` plays this setup"),
        Some(near) => format!("did you mean `{near}`?"),
        None if stem != word => return faults,
        None => "`pasang experiments list` names those that the program brings along".to_owned(),
    };
    let what = format!("there is no file `{word}`, and no experiment of that name");
    Diagnostic::whole(what).help(help).into()
}
