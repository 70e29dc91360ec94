//! The experiments built into the program.

use std::path::Path;

use super::Experiment;
use crate::text::diagnostic::{Diagnostic, Diagnostics, STDIN, Source};
use crate::text::failure::CommandError;
use crate::text::messages::warn;
use pasang_core::base::text::{all_of, nearest};
use pasang_core::games::setup::builtin;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinExperiment {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! builtin {
    ($($name:literal,)+) => {
        &[$(BuiltinExperiment {
            name: $name,
            text: include_str!(concat!("../../experiments/", $name, ".toml")),
        }),+]
    };
}

pub const BUILTIN_EXPERIMENTS: &[BuiltinExperiment] = builtin![
    "quick",
    "balance-quick",
    "balance-club",
    "balance-strong",
    "balance-master",
    "balance-master-jump",
    "balance-256k",
    "balance-1m",
    "balance-quick-emas",
    "balance-club-emas",
    "balance-strong-emas",
    "balance-unseen",
    "balance-heldout",
    "balance-levels",
    "balance-toggles",
    "disputed-rules",
    "disputed-rules-bell",
    "disputed-rules-levels",
    "balance-unsymmetric",
    "symmetry-quick",
    "symmetry-club",
    "openings-club",
    "openings-strong",
    "balance-reply-middle",
    "balance-reply-other",
    "balance-reply-rotated",
    "balance-bell",
    "profile-rules",
    "profile-reply",
    "profile-bell",
    "first-player",
    "first-player-strong",
    "first-player-strongest",
    "toggles-bell",
    "bell",
    "handicap",
    "ladder",
    "ladder-strong",
    "ladder-levels",
    "solved-5",
    "solved-7",
    "solved-7-master",
    "against-perfect-play",
    "strong-endings",
];

pub fn builtin_experiment(name: &str) -> Option<BuiltinExperiment> {
    BUILTIN_EXPERIMENTS.iter().copied().find(|builtin| builtin.name == name)
}

impl BuiltinExperiment {
    /// Reads the experiment; the tests make sure that it is valid.
    pub fn read(self) -> Result<Experiment, Diagnostics> {
        let name = format!("experiments/{}.toml", self.name);
        // None of them names a file.
        Experiment::parse(&Source::new(&name, self.text), Path::new(""))
    }
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
        Some(source) => Experiment::parse_with_warnings(source),
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
