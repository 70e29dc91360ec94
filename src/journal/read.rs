//! Reading a journal back: line by line, each told by its number.

use std::io::{self, BufRead};

use super::row::Form;

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
    /// How many lines belong together.
    rounds: u64,
    /// How many lines have been read, in whole matches.
    pub number: u64,
    /// How many bytes they have.
    pub bytes: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Lines<R> {
        Lines::by_match(input, Form { rounds: 1 })
    }

    /// The lines of a journal, to be read match by match.
    pub fn by_match(input: R, form: Form) -> Lines<R> {
        Lines { input, line: Vec::new(), rounds: form.rounds, number: 0, bytes: 0 }
    }

    /// The next whole line.
    ///
    /// # Errors
    /// When the input cannot be read, or a line has no end.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, JournalFault> {
        self.next_lines(1)
    }

    /// The next game's line, or the lines of the next match: all of them, or nothing where some
    /// are not there.
    ///
    /// # Errors
    /// When the input cannot be read, or a line has no end.
    pub fn next_rows(&mut self) -> Result<Option<&[u8]>, JournalFault> {
        self.next_lines(self.rounds)
    }

    fn next_lines(&mut self, count: u64) -> Result<Option<&[u8]>, JournalFault> {
        use io::Read;

        self.line.clear();
        for before in 0..count {
            let input = self.input.by_ref();
            let read = input.take(LONGEST_LINE).read_until(b'\n', &mut self.line)?;
            if read == 0 || self.line.last() != Some(&b'\n') {
                if read as u64 == LONGEST_LINE {
                    let line = self.number + before + 1;
                    return Err(JournalFault::at(line, "this line is no row: it has no end"));
                }
                return Ok(None);
            }
        }
        self.number += count;
        self.bytes += self.line.len() as u64;
        self.line.pop();
        Ok(Some(&self.line))
    }
}
