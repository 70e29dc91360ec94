//! What the files of a results folder are called.

/// The journal.
pub const JOURNAL: &str = "games.csv";
/// The statistics, a row a cell.
pub const CELLS: &str = "cells.csv";
/// The same of each seat of a cell.
pub const SEATS: &str = "seats.csv";
/// The statistics of openings.
pub const OPENINGS: &str = "openings.csv";
/// The statistics of rules and bots over all setups.
pub const OVERALL: &str = "overall.csv";
/// The statistics of how many moves there were.
pub const BRANCHING: &str = "branching.csv";
/// What each round came to, where matches are played.
pub const ROUNDS: &str = "rounds.csv";
/// Who is better, where different bots played one another.
pub const ELO: &str = "elo.csv";
/// What rules change on the same random numbers.
pub const PAIRED: &str = "paired.csv";
/// The report for people.
pub const REPORT: &str = "report.html";
/// The experiment, fully resolved.
pub const EXPERIMENT: &str = "experiment.toml";
/// What proves the rest.
pub const MANIFEST: &str = "manifest.json";
/// What may differ between two equal runs.
pub const RUN_INFO: &str = "run-info.json";
/// Empty; is there while shards are merged, so that a folder that was left half merged is told
/// from results that may not be lost.
pub const MERGING: &str = ".merging";
/// With `[find]`: what is proved of each setup.
pub const FIND: &str = "find.csv";

/// What all of these hold, column by column, for other programs.
pub const PACKAGE: &str = "datapackage.json";

/// All tables that results may have, and what describes them: what is made from the games and may be made again.
pub const TABLES: [&str; 10] =
    [CELLS, SEATS, OVERALL, OPENINGS, BRANCHING, ROUNDS, ELO, PAIRED, FIND, PACKAGE];

/// All files of results but the manifest.
pub(crate) fn beside_the_manifest() -> impl Iterator<Item = &'static str> {
    [EXPERIMENT, JOURNAL].into_iter().chain(TABLES).chain([REPORT, RUN_INFO])
}
