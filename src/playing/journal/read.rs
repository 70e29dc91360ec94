//! Reading a journal back: line by line, each told by its number.

use std::io::{self, BufRead};

use super::row::Form;
use crate::base::words::MOST_NAME_SIGNS;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> (Vec<Vec<u8>>, Result<u64, String>) {
        let mut lines = Lines::new(io::BufReader::with_capacity(1000, bytes));
        let mut whole = Vec::new();
        loop {
            match lines.next_line() {
                Ok(Some(line)) => whole.push(line.to_vec()),
                Ok(None) => return (whole, Ok(lines.bytes)),
                Err(fault) => return (whole, Err(fault.to_string())),
            }
        }
    }

    #[test]
    fn zeros_at_the_end_are_a_torn_line_however_many_there_are() {
        let whole = vec![b"one".to_vec(), b"two".to_vec()];
        let longest = LONGEST_LINE as usize;
        for torn in ["", "thr"] {
            for zeros in [0, 1, 4096, longest - 3, longest, longest + 1, 3 * longest, 10_000_000] {
                let bytes = ["one\ntwo\n", torn, &"\0".repeat(zeros)].concat();
                assert_eq!(lines(bytes.as_bytes()), (whole.clone(), Ok(8)), "{torn} {zeros}");
            }
        }
        // Zeros with something behind them, and whatever else has no end, are no torn line.
        for bytes in [
            "\0".repeat(2 * longest) + "x",
            "\0".repeat(2 * longest) + "\n",
            "0".repeat(longest) + &"\0".repeat(9),
        ] {
            let (found, fault) = lines(("one\ntwo\n".to_owned() + &bytes).as_bytes());
            let expected = Err("line 3: this line is no row: it has no end".to_owned());
            assert_eq!((found, fault), (whole.clone(), expected));
        }
    }
}
