//! The lines that a person types, with a prompt or an echo.

use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

use anyhow::Context;

use crate::text::failure::CommandError;
use pasang_core::base::text::shortened;

/// Input of the person.
pub struct Talk {
    lines: Box<dyn BufRead>,
    /// Set if the input is a terminal: then a prompt is printed, else the input is echoed, which
    /// makes the output a transcript.
    asks: bool,
}

impl Talk {
    /// Reads from stdin or, if that was used for a setup, from the terminal.
    pub fn new(stdin_is_spent: bool) -> Talk {
        let terminal = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
        let terminal = stdin_is_spent.then(|| fs::File::open(terminal).ok()).flatten();
        match terminal {
            Some(terminal) => Talk { lines: Box::new(BufReader::new(terminal)), asks: true },
            None => {
                let asks = io::stdin().is_terminal();
                Talk { lines: Box::new(BufReader::new(io::stdin())), asks }
            }
        }
    }

    /// Returns the next line, trimmed; `None` at the end of the input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, CommandError> {
        let mut out = io::stdout().lock();
        if self.asks {
            write!(out, "\n{prompt}> ")?;
        }
        out.flush()?;
        let (mut bytes, failed) = (Vec::new(), "cannot read what is typed");
        let read = (&mut self.lines).take(MAX_LENGTH).read_until(b'\n', &mut bytes);
        let is_cut = read.context(failed)? as u64 == MAX_LENGTH && !bytes.ends_with(b"\n");
        if is_cut {
            self.lines.skip_until(b'\n').context(failed)?;
        }
        if bytes.is_empty() {
            if self.asks {
                writeln!(out)?;
            }
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let line = if is_cut { shortened(&line) } else { line };
        if !self.asks && !line.is_empty() {
            writeln!(out, "\n> {}", line.escape_debug())?;
        }
        if is_cut {
            writeln!(out, "a line of more than {MAX_LENGTH} bytes is no move and no command")?;
            return Ok(Some(String::new()));
        }
        Ok(Some(line))
    }
}

const MAX_LENGTH: u64 = 4096;
