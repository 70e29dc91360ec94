//! The rows of a folder's journal, with faults that name the file.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use super::{Folder, FolderError, JOURNAL};
use crate::playing::journal::{Form, Lines};

/// The rows behind the header, as far as they are whole.
#[derive(Debug)]
pub struct Rows<'f> {
    folder: &'f Folder,
    lines: Lines<BufReader<Input>>,
}

/// Where rows are read from.
#[derive(Debug)]
enum Input {
    Own(File),
    /// One that others read, too, each from a place of its own.
    Shared {
        file: Arc<File>,
        at: u64,
    },
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        use std::os::unix::fs::FileExt;
        #[cfg(windows)]
        use std::os::windows::fs::FileExt;

        match self {
            Input::Own(file) => file.read(bytes),
            Input::Shared { file, at } => {
                #[cfg(unix)]
                let length = file.read_at(bytes, *at)?;
                #[cfg(windows)]
                let length = file.seek_read(bytes, *at)?;
                *at += length as u64;
                Ok(length)
            }
        }
    }
}

impl Folder {
    /// The rows of the journal.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn rows(&self, form: Form) -> Result<Rows<'_>, FolderError> {
        let input = match &self.nameless {
            Some(journal) => Input::Shared { file: Arc::clone(journal), at: 0 },
            None => Input::Own(self.open_file(JOURNAL)?),
        };
        let mut lines = Lines::by_match(BufReader::with_capacity(1 << 16, input), form);
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
