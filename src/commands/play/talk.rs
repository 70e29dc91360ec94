//! What goes to and fro: lines that somebody types, and what is said to them.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

use crate::base::fault::STDIN;
use crate::base::terminal::{columns_of_stdout, is_lively};
use crate::board::{Point, Side, Trail};
use crate::commands::ended::{Done, print};
use crate::commands::options::board;

/// More signs of a line than any command has are not read.
const LONGEST: u64 = 4096;

/// What is told in sentences is no wider than this: longer lines are hard to read.
const WIDTH: usize = 80;

/// Who types, and how they are answered.
pub struct Talk {
    lines: Box<dyn BufRead>,
    /// Whether somebody types at a terminal: then they are asked, else what they say is repeated, so
    /// that the output tells the whole session.
    asks: bool,
    colours: bool,
}

impl Talk {
    /// Talks with whoever is at stdin; where a setup has been read from there, with the terminal.
    pub fn new(stdin_is_spent: bool) -> Talk {
        let colours = is_lively(&io::stdout());
        let terminal = stdin_is_spent.then(|| std::fs::File::open("/dev/tty").ok()).flatten();
        match terminal {
            Some(terminal) => {
                Talk { lines: Box::new(BufReader::new(terminal)), asks: true, colours }
            }
            None => {
                let asks = io::stdin().is_terminal();
                Talk { lines: Box::new(BufReader::new(io::stdin())), asks, colours }
            }
        }
    }

    /// The next line, trimmed; nothing at the end of all input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, io::Error> {
        let mut out = io::stdout().lock();
        if self.asks {
            write!(out, "\n{prompt}> ")?;
        }
        out.flush()?;
        let mut bytes = Vec::new();
        let read = (&mut self.lines).take(LONGEST).read_until(b'\n', &mut bytes);
        if read.unwrap_or(0) == 0 {
            if self.asks {
                writeln!(out)?;
            }
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.asks && !line.is_empty() {
            writeln!(out, "\n> {}", line.escape_debug())?;
        }
        Ok(Some(line))
    }

    /// Says something, a line or several.
    pub fn say(&self, text: impl Display) -> Done {
        print(format_args!("{text}\n"))
    }

    /// Says something in sentences, in lines that are not too long.
    pub fn tell(&self, text: &str) -> Done {
        self.say(wrapped(text, Talk::width()))
    }

    /// How many columns lines may have.
    pub fn width() -> usize {
        columns_of_stdout().map_or(WIDTH, |columns| columns.min(WIDTH))
    }

    /// Shows a board, with what the last move left behind where there are colours.
    pub fn board(&self, side: Side, sign: impl Fn(Point) -> char, trail: &Trail) -> Done {
        let board = board(side, sign, trail, self.colours);
        self.say(format_args!("\n{}", board.trim_end()))
    }
}

/// The text with line breaks between words, so that no line has more columns, if that can be.
fn wrapped(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let with = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && with > columns {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Whether a word names stdin, which is where commands come from.
pub fn is_stdin(word: &str) -> bool {
    word == STDIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three\n\nfour", 7), "one two\nthree\n\nfour");
        assert_eq!(wrapped("a longword b", 4), "a\nlongword\nb");
    }
}
