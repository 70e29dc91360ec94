//! The rows of a folder's journal, with faults that name the file.

use std::fs::File;
use std::io::BufReader;

use super::{Folder, FolderError, JOURNAL};
use crate::journal::{Form, Lines};

/// The rows behind the header, as far as they are whole.
#[derive(Debug)]
pub struct Rows<'f> {
    folder: &'f Folder,
    lines: Lines<BufReader<File>>,
}

impl Folder {
    /// The rows of the journal.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn rows(&self, form: Form) -> Result<Rows<'_>, FolderError> {
        let path = self.file(JOURNAL);
        let file = File::open(&path).map_err(|error| FolderError::Read(path, error))?;
        let mut lines = Lines::by_match(BufReader::with_capacity(1 << 16, file), form);
        lines.next_line().map_err(|fault| self.journal_error(fault))?;
        Ok(Rows { folder: self, lines })
    }
}

impl Rows<'_> {
    /// The next game's row, or the rows of the next match.
    ///
    /// # Errors
    /// When the journal cannot be read, or a line has no end.
    pub fn next_rows(&mut self) -> Result<Option<&[u8]>, FolderError> {
        self.lines.next_rows().map_err(|fault| self.folder.journal_error(fault))
    }
}
