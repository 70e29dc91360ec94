//! Proof of a results folder: its digests, its rows, its tables, and its games played again.

mod elsewhere;
mod games;
mod look;
mod sample;
mod search;
mod slim;
mod tables;

use self::look::look;
pub use self::search::Findings;
use self::search::Search;
use crate::experiment::memory;
use crate::playing::{Interrupt, Workers};
use crate::results::FolderError;
use crate::results::folder::Folder;

/// Looks for differences: checks digests, rows and tables, and plays games again, so many drawn
/// by the folder's seed or all of them. Where the journal was left out, whole cells are drawn instead,
/// unless results decide how many games these have.
///
/// # Errors
/// When something cannot be read, or needs another version of the program.
pub fn verify(
    folder: &Folder,
    games: Option<u64>,
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<Findings, FolderError> {
    let mut findings = Findings::default();
    let Some(opened) = look(folder, &mut findings)? else { return Ok(findings) };
    let mut search = Search { opened, workers, interrupt, findings };
    search.manifest()?;
    search.digests()?;
    if !search.is_experiment_proven()? {
        search.findings.left_out = Some(OF_ANOTHER_EXPERIMENT);
        return Ok(search.findings);
    }
    // The games are played again, by bots that want as much memory as they did.
    memory::check(search.opened.experiment(), workers.threads())?;
    match games.filter(|_| search.has_fixed_cells()) {
        _ if !search.is_slim() => search.with_journal(games)?,
        _ if !search.opened.experiment().is_all_seeded() => search.lost(),
        Some(games) => search.some_cells(games)?,
        None => search.slim()?,
    }
    search.findings.interrupted = interrupt.signal();
    Ok(search.findings)
}

/// Why games were not looked at.
const OF_ANOTHER_EXPERIMENT: &str = "they are not those of this experiment";
