//! Proof of a results folder: its digests, its rows, its tables, and its games played again.

mod games;
mod look;
mod sample;
mod slim;
mod tables;

use self::look::look;
use crate::experiment::memory;
use crate::playing::{Interrupt, Signal, Workers};
use crate::results::folder::{Folder, JOURNAL};
use crate::results::{FolderError, Opened};

/// Looks for differences: checks digests, rows and tables, and plays games again, so many drawn
/// by the folder's seed or all of them. Where the journal was left out, whole cells are drawn instead,
/// unless results decide how many games these have.
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

/// What was looked at, and what differs.
#[derive(Debug, Default)]
pub struct Findings {
    /// What was looked at and found right, a line each.
    pub agree: Vec<String>,
    /// What differs, a line each.
    pub differ: Vec<String>,
    /// Why the games, and what is made from them, were not looked at, where that is so.
    pub left_out: Option<&'static str>,
    /// The signal that ended the search before its end.
    pub interrupted: Option<Signal>,
}

struct Search<'a> {
    opened: Opened,
    workers: &'a Workers,
    interrupt: &'a Interrupt,
    findings: Findings,
}

impl Search<'_> {
    fn agree(&mut self, what: impl Into<String>) {
        self.findings.agree.push(what.into());
    }

    /// What the experiment counts: games, or matches.
    fn units(&self) -> &'static str {
        self.opened.experiment().units()
    }

    /// Whether the journal was left out.
    fn is_slim(&self) -> bool {
        !self.opened.folder.has(JOURNAL)
    }

    /// Whether the journal of a finished run was left out whose cells had a fixed number of games.
    fn has_fixed_cells(&self) -> bool {
        let is_whole = !self.opened.manifest.is_part();
        self.opened.manifest.finished && is_whole && self.opened.experiment().find.is_none()
    }

    /// The journal is gone, and what was in it was nobody's seed.
    fn lost(&mut self) {
        self.differ(format!("{JOURNAL}: it is gone, and no seed brings its games back"));
    }

    fn differ(&mut self, what: impl Into<String>) {
        self.findings.differ.push(what.into());
    }
}
