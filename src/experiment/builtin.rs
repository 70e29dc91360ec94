//! The experiments built into the program.

use std::path::Path;

use super::Experiment;
use crate::text::diagnostic::{Diagnostics, Source};

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
