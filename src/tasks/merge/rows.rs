//! The rows of several journals, put in game order.

use std::io::{ErrorKind, Write};

use crate::playing::Interrupt;
use crate::results::folder::JOURNAL;
use crate::results::{FolderError, Opened};

/// Writes the rows of all shards in game order.
pub(super) fn join_journals(
    shards: &[Opened],
    out: &Opened,
    games: u64,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    let mut fault = None;
    let written = out.folder.write_with(JOURNAL, |file| {
        file.write_all(out.prepared.form().header().as_bytes())?;
        write_rows(shards, games, file, (&mut fault, interrupt))
    });
    match fault {
        Some(fault) => Err(fault),
        None => written,
    }
}

/// Writes the rows of so many games, or matches, from each journal in turn, until somebody
/// interrupts. Where one of them cannot be read, `fault` says why.
fn write_rows(
    shards: &[Opened],
    games: u64,
    file: &mut impl Write,
    (fault, interrupt): (&mut Option<FolderError>, &Interrupt),
) -> std::io::Result<()> {
    let mut journals = Vec::new();
    for shard in shards {
        match shard.rows() {
            Ok(journal) => journals.push((&shard.folder, journal)),
            Err(found) => {
                *fault = Some(found);
                return Err(ErrorKind::NotFound.into());
            }
        }
    }
    for place in 0..games {
        if interrupt.is_set() {
            return Err(ErrorKind::Interrupted.into());
        }
        let turn = (place % journals.len() as u64) as usize;
        let (folder, journal) = &mut journals[turn];
        match journal.next() {
            Ok(Some(row)) => {
                file.write_all(row.lines)?;
                file.write_all(b"\n")?;
            }
            Ok(None) => {
                let what = "it ends too early; `pasang verify` says what differs".to_owned();
                *fault = Some(FolderError::Damaged(folder.file(JOURNAL), what));
                return Err(ErrorKind::UnexpectedEof.into());
            }
            Err(found) => {
                *fault = Some(found);
                return Err(ErrorKind::InvalidData.into());
            }
        }
    }
    Ok(())
}
