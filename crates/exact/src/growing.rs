//! Tables that are written row by row, by one run at a time, and gone on with.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

/// A table that grows. Other runs are kept out until it is dropped, or the program ends.
#[derive(Debug)]
pub struct Growing {
    file: File,
}

impl Growing {
    /// Opens a table, or begins one, and reads what it has.
    ///
    /// # Errors
    /// When it is no plain file, cannot be read and written, or another run writes it.
    pub fn open(path: &Path) -> io::Result<(Growing, String)> {
        if path.exists() && !path.is_file() {
            return Err(io::Error::other("it is no plain file"));
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another run writes it now"));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok((Growing { file }, text))
    }

    /// Leaves the first so many bytes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn cut(&self, bytes: usize) -> io::Result<()> {
        self.file.set_len(bytes as u64)
    }

    /// Adds lines.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn put(&mut self, lines: &[u8]) -> io::Result<()> {
        self.file.write_all(lines)?;
        self.file.flush()
    }
}

/// Whether a line without an end may be the beginning of one that begins like this.
pub fn may_be_cut(line: &str, begin: &str) -> bool {
    begin.starts_with(line) || line.starts_with(begin)
}
