//! The tallies of results that record no games: the file that all else is made from.

use std::io::Write;

use serde::Deserialize;

use super::error::FolderError;
use super::folder::{Folder, TALLIES};
use super::manifest::FORMAT;
use super::opened::Opened;
use crate::base::digest::{Digester, digest_of};
use crate::playing::Played;
use crate::stats::Tally;

/// The truth of a run that records no games: written whole every few seconds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint {
    /// The number of the format.
    format: u32,
    /// How many games are played: the first so many of the schedule.
    games: u64,
    /// Their tallies, by cell.
    tallies: Vec<Tally>,
    /// The SHA-256 of all that stands before it in the file: until the run is finished, no manifest
    /// proves the sums.
    #[serde(default)]
    digest: Option<String>,
}

impl Checkpoint {
    /// What stands behind the sums.
    fn proof(digest: &str) -> String {
        format!(",\"digest\":\"{digest}\"}}\n")
    }

    /// Whether the file holds what was written, byte by byte.
    fn is_proven(&self, file: &[u8]) -> bool {
        let proof = Checkpoint::proof(self.digest.as_deref().unwrap_or_default());
        let sums = file.strip_suffix(proof.as_bytes());
        sums.is_some_and(|sums| self.digest == Some(digest_of(sums)))
    }
}

/// A tally has some ten kilobytes, and one of very many openings a megabyte or two.
const MOST_BYTES_A_TALLY: u64 = 1 << 24;

/// Reads the tallies of a folder that records no games.
///
/// # Errors
/// When they cannot be read, or are none of this experiment.
pub fn read_tallies(opened: &Opened) -> Result<Played, FolderError> {
    let Opened { folder, prepared, schedule, .. } = opened;
    opened.check_has_truth()?;
    let damaged = |what: String| folder.tallies_error(what);
    let empty = prepared.tallies();
    let most = (1 + empty.len() as u64).saturating_mul(MOST_BYTES_A_TALLY);
    let bytes = folder.read_up_to(TALLIES, most)?;
    let checkpoint: Checkpoint = serde_json::from_slice(&bytes)
        .map_err(|error| damaged(format!("these are no tallies: {error}")))?;
    let is_proven = checkpoint.is_proven(&bytes);
    let Checkpoint { format, games: reached, tallies, .. } = checkpoint;
    let fits = format == FORMAT
        && reached <= schedule.len()
        && tallies.len() == empty.len()
        && tallies.iter().zip(&empty).all(|(tally, own)| tally.fits(own, prepared.rounds()))
        && tallies.iter().map(|tally| u128::from(tally.games())).sum::<u128>() == reached.into();
    if !fits {
        return Err(damaged("these are no tallies of this experiment's games".to_owned()));
    }
    if !is_proven {
        return Err(damaged("these are not the tallies that a run has written".to_owned()));
    }
    Ok(Played { reached, tallies })
}

/// Writes the tallies of a folder that records no games.
///
/// # Errors
/// When they cannot be written.
pub fn write_tallies(folder: &Folder, played: &Played) -> Result<(), FolderError> {
    let Played { reached, tallies } = played;
    folder.write_with(TALLIES, |file| {
        let mut sums = Digester::before(file);
        write!(sums, "{{\"format\":{FORMAT},\"games\":{reached},\"tallies\":")?;
        serde_json::to_writer(&mut sums, tallies)?;
        let proof = Checkpoint::proof(&sums.finish());
        sums.to.write_all(proof.as_bytes())
    })
}
