//! Reading a journal back: line by line, each told by its number.

use std::io::{self, BufRead};

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    /// A line is not what it should be.
    #[error("line {line}: {what}")]
    Line {
        /// Which line, counted from 1, the header included.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
}

impl JournalFault {
    /// A fault of a line.
    pub fn at(line: u64, what: impl Into<String>) -> JournalFault {
        JournalFault::Line { line, what: what.into() }
    }
}

/// Lines longer than this are no rows: the longest game of either has far fewer moves.
const LONGEST_LINE: u64 = 1 << 16;

/// The whole lines of a file, without their line breaks; a last line without one is left out,
/// for it may be torn.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// How many whole lines have been read.
    pub number: u64,
    /// How many bytes they have.
    pub bytes: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, line: Vec::new(), number: 0, bytes: 0 }
    }

    /// The next whole line.
    ///
    /// # Errors
    /// When the input cannot be read, or a line has no end.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, JournalFault> {
        use io::Read;

        self.line.clear();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line)?;
        if self.line.last() != Some(&b'\n') {
            if read as u64 == LONGEST_LINE {
                return Err(JournalFault::at(
                    self.number + 1,
                    "this line is no row: it has no end",
                ));
            }
            return Ok(None);
        }
        self.line.pop();
        self.number += 1;
        self.bytes += read as u64;
        Ok(Some(&self.line))
    }
}
