//! Summarizes an experiment's games: the source of all tables, summaries and reports.

use std::fs::File;

use super::error::FolderError;
use super::folder::JOURNAL;
use super::opened::Opened;
use super::reading::{Entry, Prefix, Rows, digest_of};
use super::survey::{Picks, Surveyor};
use super::toggled::{Compared, Toggles};
use crate::experiment::schedule::GameId;
use crate::playing::journal::{Fields, JournalFault, rows};
use crate::playing::{Played, Workers};
use crate::stats::{Census, Distinct};

/// The number of digests held at a time when distinct games are counted: 24 bytes each.
const MOST_DIGESTS: usize = 4 << 20;

/// A summary of an experiment's games: the source of all tables and reports.
#[derive(Clone, Debug)]
pub struct Known {
    pub played: Played,
    pub distinct: Vec<Distinct>,
    /// Paired comparisons of cells with common random numbers under two rule sets.
    pub toggled: Compared,
    /// The highlights of each group of cells with the same rules and bots.
    pub picks: Vec<Picks>,
}

impl Known {
    /// Summarizes the games of a valid journal beyond their tallies. `journal` opens the folder's
    /// journal, or one elsewhere, anew for each pass.
    pub fn read(
        opened: &Opened,
        played: Played,
        workers: &Workers,
        journal: impl Fn() -> Result<File, FolderError>,
    ) -> Result<Known, FolderError> {
        let prepared = &opened.prepared;
        let mut census = Census::new(prepared.cell_count(), MOST_DIGESTS);
        let mut toggles = Toggles::new(prepared, workers);
        let mut surveyor = Surveyor::new(prepared, &played.tallies);
        show_games(journal()?, opened, &played, |id, rows| {
            census.see(id.cell, digest_of(rows));
            toggles.see(id, rows);
            surveyor.see(id, rows)
        })?;
        // A single pass suffices, unless there are more distinct games than memory for them.
        while census.end_pass() {
            show_games(journal()?, opened, &played, |id, rows| {
                census.see(id.cell, digest_of(rows));
                Ok(())
            })?;
        }
        Ok(Known {
            distinct: census.into_counts(),
            toggled: toggles.finish(),
            picks: surveyor.finish(),
            played,
        })
    }
}

impl Opened {
    pub fn known(&self, found: Prefix, workers: &Workers) -> Result<Known, FolderError> {
        Known::read(self, found.played, workers, || self.folder.open_file(JOURNAL))
    }
}

/// Passes the rows of each game, or match, of a valid journal to `see`, which returns the index of
/// an invalid row as `Err`.
fn show_games(
    journal: File,
    opened: &Opened,
    played: &Played,
    mut see: impl FnMut(GameId, &[Fields<'_>]) -> Result<(), u64>,
) -> Result<(), FolderError> {
    let Opened { folder, prepared, .. } = opened;
    let form = prepared.form();
    let mut games = Rows::of_file(journal, folder, prepared, &played.schedule)?;
    while let Some(Entry { id, place, lines }) = games.next()? {
        let fields: Vec<Fields<'_>> = rows(lines, form).collect();
        see(id, &fields).map_err(|row| {
            folder.journal_error(JournalFault::at(form.line(place) + row, "this is no row"))
        })?;
    }
    Ok(())
}
