//! What is known of an experiment's games: all that tables, summaries and reports are made from.

use super::error::FolderError;
use super::folder::Folder;
use super::opened::Opened;
use super::reading::{Entry, Prefix, Rows, digest_of};
use super::survey::{Survey, Surveyor};
use super::toggled::{Compared, Toggles};
use crate::experiment::schedule::GameId;
use crate::playing::journal::{Fields, JournalFault, rows};
use crate::playing::prepared::Prepared;
use crate::playing::{Played, Workers};
use crate::stats::{Census, Distinct, Sampling};

/// Digests that are held at a time when distinct games are counted: 24 bytes each.
const MOST_DIGESTS: usize = 4 << 20;

/// What is known of an experiment's games: all that tables and summaries are made from.
#[derive(Clone, Debug)]
pub struct Known {
    /// The games, and their tallies.
    pub played: Played,
    /// The distinct games, by cell.
    pub distinct: Option<Vec<Distinct>>,
    /// Cells with the same random numbers under two rule sets.
    pub toggled: Option<Compared>,
    /// What only the games themselves show.
    pub survey: Option<Survey>,
    /// Whether the number of games was fixed before the first of them.
    pub sampling: Sampling,
}

impl Known {
    /// What the games of a sound journal say beside their tallies. The journal may lie in another
    /// folder than the results.
    pub fn read(
        journal: &Folder,
        opened: &Opened,
        played: Played,
        workers: &Workers,
    ) -> Result<Known, FolderError> {
        let prepared = &opened.prepared;
        let mut census = Census::new(prepared.cell_count(), MOST_DIGESTS);
        let mut toggles = Toggles::new(prepared, workers);
        let mut surveyor = Surveyor::new(prepared, &played.tallies);
        show_games(journal, prepared, &played, |id, rows| {
            census.see(id.cell, digest_of(rows));
            if let Some(toggles) = &mut toggles {
                toggles.see(id, rows);
            }
            surveyor.see(id, rows)
        })?;
        // Once is enough, unless there are more different games than memory for them.
        while census.end_pass() {
            show_games(journal, prepared, &played, |id, rows| {
                census.see(id.cell, digest_of(rows));
                Ok(())
            })?;
        }
        Ok(Known {
            distinct: Some(census.into_counts()),
            toggled: toggles.map(Toggles::finish),
            survey: Some(surveyor.finish()),
            // Who decides by results when to stop has looked.
            sampling: match played.decider() {
                Some(_) => Sampling::Open,
                None => opened.manifest.sampling(),
            },
            played,
        })
    }

    /// What tallies alone say.
    pub fn of_tallies(played: Played, sampling: Sampling) -> Known {
        Known { played, distinct: None, toggled: None, survey: None, sampling }
    }
}

impl Opened {
    /// What is known of the games that are there.
    pub fn known(&self, found: Prefix, workers: &Workers) -> Result<Known, FolderError> {
        Known::read(&self.folder, self, found.played, workers)
    }
}

/// Shows the rows of each of the games of a sound journal, or those of each match, to whatever learns
/// from them; that may say which row is none, counted from 0.
fn show_games(
    journal: &Folder,
    prepared: &Prepared,
    played: &Played,
    mut see: impl FnMut(GameId, &[Fields<'_>]) -> Result<(), u64>,
) -> Result<(), FolderError> {
    let form = prepared.form();
    let mut journal_rows = Rows::of(journal, prepared, &played.schedule)?;
    while let Some(Entry { id, place, lines }) = journal_rows.next()? {
        let fields: Vec<Fields<'_>> = rows(lines, form).collect();
        see(id, &fields).map_err(|row| {
            journal.journal_error(JournalFault::at(form.line(place) + row, "this is no row"))
        })?;
    }
    Ok(())
}
