//! Tables and report of a folder: written when all games are played, and rebuilt from the games.

use crate::base::digest::digest_of;
use crate::playing::Workers;
use crate::playing::prepared::Prepared;
use crate::report::{Digests, Document, brief, document, full, html};
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST, REPORT, TABLES};
use crate::results::tables::{self, tables};
use crate::results::{FolderError, Known, Manifest, Opened, Prefix, with_cells};
use crate::stats::{Overview, Tally, Verdict};

/// A compiled experiment with the summary of its games.
#[derive(Debug)]
pub struct Finished {
    pub prepared: Prepared,
    pub known: Known,
}

impl Finished {
    pub fn games(&self) -> u64 {
        self.known.played.tallies.iter().map(Tally::games).sum()
    }

    pub fn json(&self) -> serde_json::Value {
        tables::json(&self.prepared, &self.known)
    }

    /// Passes the statistics to `work`.
    fn with_cells<R>(&self, work: impl FnOnce(&Overview<'_>) -> R) -> R {
        with_cells(&self.prepared, &self.known, work)
    }

    /// Returns the full text output, `room` characters wide.
    pub fn full(&self, room: usize) -> String {
        self.with_cells(|all| full(all, room))
    }

    /// Returns the answer alone; with `chosen`, for random openings and for maximin.
    pub fn brief(&self, chosen: Option<&Finished>, room: usize) -> String {
        self.with_cells(|all| match chosen {
            None => brief(all, None, room),
            Some(it) => it.with_cells(|chosen| brief(all, Some(chosen), room)),
        })
    }

    /// Returns whether a cell is undecided, so that more games would help.
    pub fn is_open(&self) -> bool {
        self.with_cells(|all| {
            all.cells.iter().any(|cell| all.asked(cell).1 == Some(Verdict::Undecided))
        })
    }
}

/// Finishes a folder in which all games are played: writes tables, report and manifest. A shard
/// gets only its manifest: a merge makes the tables of the whole experiment.
pub fn finish(
    mut opened: Opened,
    games: Prefix,
    workers: &Workers,
) -> Result<Finished, FolderError> {
    opened.manifest.games = games.played.schedule.len();
    opened.manifest.finished = true;
    let known = opened.known(games, workers)?;
    // The sources of all tables.
    opened.manifest.files.clear();
    for name in [EXPERIMENT, JOURNAL] {
        let digest = opened.folder.digest(name)?;
        opened.manifest.files.extend(digest.map(|digest| (name.to_owned(), digest)));
    }
    if opened.manifest.is_part() {
        opened.folder.write(MANIFEST, opened.manifest.to_json().as_bytes())?;
        return Ok(Finished { prepared: opened.prepared, known });
    }
    let made = Made::of(opened, known);
    made.write()?;
    Ok(made.finished)
}

/// Returns the digests that a report names: experiment and journal from the manifest, and the
/// tables. Empty for an unfinished run.
pub fn digests(manifest: &Manifest, tables: &[(&'static str, Vec<u8>)]) -> Digests {
    if !manifest.finished {
        return Digests::new();
    }
    let truth =
        manifest.files.iter().filter(|(name, _)| [EXPERIMENT, JOURNAL].contains(&name.as_str()));
    let truth = truth.map(|(name, digest)| (name.clone(), digest.clone()));
    truth.chain(tables.iter().map(|(name, bytes)| ((*name).to_owned(), digest_of(bytes)))).collect()
}

/// Tables and report, computed from the games alone.
#[derive(Debug)]
pub struct Made {
    pub finished: Finished,
    pub report: Document,
    tables: Vec<(&'static str, Vec<u8>)>,
    folder: Folder,
    manifest: Manifest,
}

impl Made {
    fn of(opened: Opened, known: Known) -> Made {
        let Opened { folder, manifest, prepared, .. } = opened;
        let tables = tables(&prepared, &known);
        let digests = digests(&manifest, &tables);
        let report = document(&prepared, &known, &digests);
        let finished = Finished { prepared, known };
        Made { finished, report, tables, folder, manifest }
    }

    /// Writes tables, report and manifest, which has their digests if the run is finished. All are
    /// first written beside the old files, so that a full disk changes nothing. Tables that only
    /// another version makes are removed.
    pub fn write(&self) -> Result<(), FolderError> {
        let Made { report, tables, folder, .. } = self;
        let page = html(report);
        let files = || tables.iter().map(|(name, bytes)| (*name, bytes)).chain([(REPORT, &page)]);
        let mut manifest = self.manifest.clone();
        // A shard's manifest covers only what a merge reads, an unfinished run's nothing.
        if manifest.finished && !manifest.is_part() {
            manifest.files.retain(|name, _| [EXPERIMENT, JOURNAL].contains(&name.as_str()));
            manifest.files.extend(files().map(|(name, bytes)| (name.to_owned(), digest_of(bytes))));
        }
        let manifest = manifest.to_json();
        let written: Vec<(&str, &[u8])> = files()
            .map(|(name, bytes)| (name, bytes.as_slice()))
            .chain([(MANIFEST, manifest.as_bytes())])
            .collect();
        folder.write_all(&written)?;
        let is_made = |name: &str| files().any(|(made, _)| made == name);
        TABLES.into_iter().filter(|name| !is_made(name)).try_for_each(|name| folder.remove(name))
    }
}

/// Recomputes tables and report from the games; writes nothing.
pub fn rebuild(folder: &Folder, workers: &Workers) -> Result<Made, FolderError> {
    let opened = Opened::read(folder)?;
    folder.check_has_journal()?;
    opened.check_files()?;
    let known = opened.known(opened.games(workers)?, workers)?;
    Ok(Made::of(opened, known))
}
