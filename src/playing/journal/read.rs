//! Reading a journal back: line by line, each told by its number.

use std::io::{self, BufRead};

use super::row::Form;
use crate::base::words::MOST_NAME_SIGNS;

#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    #[error("line {line}: {what}")]
    Line {
        /// Which line, counted from 1, the header included.
        line: u64,
        what: String,
    },
    #[error(transparent)]
    Read(#[from] io::Error),
}

impl JournalFault {
    pub fn at(line: u64, what: impl Into<String>) -> JournalFault {
        JournalFault::Line { line, what: what.into() }
    }
}

/// Lines longer than this are no rows: the longest game of either has far fewer moves, and names
/// are no longer than [`MOST_NAME_SIGNS`].
const LONGEST_LINE: u64 = 1 << 16;

/// Three names, each sign of four bytes, in quotes, and a thousand moves written long.
const _: () = assert!(3 * (4 * MOST_NAME_SIGNS as u64 + 2) + 15 * 1000 < LONGEST_LINE);

/// The whole lines of a file, without their line breaks; a last line without one is left out,
/// for it may be torn. Where the system went down in the middle of a write, a file may have got its
/// length and not its bytes: zeros up to the end belong to the torn line, however many there are.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// How many lines belong together.
    rounds: u64,
    /// How many lines have been read, in whole matches.
    pub number: u64,
    pub bytes: u64,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines::by_match(input, Form { rounds: 1 })
    }

    /// The lines of a journal, to be read match by match.
    pub fn by_match(input: R, form: Form) -> Lines<R> {
        Lines { input, line: Vec::new(), rounds: form.rounds, number: 0, bytes: 0 }
    }

    pub fn next_line(&mut self) -> Result<Option<&[u8]>, JournalFault> {
        self.next_lines(1)
    }

    /// The next game's line, or the lines of the next match: all of them, or nothing where some
    /// are not there.
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
                if read as u64 == LONGEST_LINE && !self.only_zeros_follow()? {
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

    /// Whether the line read last is zeros at its end, and all that follows it.
    fn only_zeros_follow(&mut self) -> io::Result<bool> {
        let mut is_so = self.line.last() == Some(&0);
        while is_so {
            let piece = self.input.fill_buf()?;
            if piece.is_empty() {
                break;
            }
            is_so = piece.iter().all(|&byte| byte == 0);
            let length = piece.len();
            self.input.consume(length);
        }
        Ok(is_so)
    }

    /// Once there is no whole line any more: what there is of a torn one, without the zeros at its
    /// end.
    pub fn torn(&self) -> &[u8] {
        let zeros = self.line.iter().rev().take_while(|&&byte| byte == 0).count();
        &self.line[..self.line.len() - zeros]
    }
}
