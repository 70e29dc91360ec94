//! Files that are written: new ones, and tables that grow row by row and are gone on with.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::anyhow;
use pasang::base::fault::{Fault, Source, in_words};
use pasang::commands::Stop;

/// That something cannot be done with a file.
pub fn failed(error: &io::Error, what: &str, path: &Path) -> Stop {
    Stop::Failed(anyhow!("cannot {what} `{}`: {}", path.display(), in_words(error)))
}

/// That what was asked for is wrong.
pub fn wrong(what: impl Into<String>, help: &str) -> Stop {
    let fault = Fault::whole(what);
    let fault = if help.is_empty() { fault } else { fault.help(help) };
    Stop::Wrong(Source::new("", "").faults(vec![fault]))
}

/// A table whose rows are added one by one, in an order that is known before. Other runs are kept out
/// until it is dropped, or the program ends.
#[derive(Debug)]
pub struct Growing<'p> {
    path: &'p Path,
    file: File,
    /// The rows that were there, without their line breaks.
    pub rows: Vec<String>,
}

impl<'p> Growing<'p> {
    /// Opens a table, or begins one. `begin` says how the row at a place begins, as long as there are
    /// rows. What was cut off in the middle of a line is dropped.
    ///
    /// # Errors
    /// When it cannot be read and written, another run writes it, or it is not the beginning of this
    /// table: nothing is changed then.
    pub fn open(
        path: &'p Path,
        header: &str,
        begin: impl Fn(usize) -> Option<String>,
    ) -> Result<Growing<'p>, Stop> {
        let (file, text) = open(path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => {
                let what = format!("`{}` is no text in UTF-8, and so no table", path.display());
                wrong(what, "name another file")
            }
            _ => failed(&error, "go on with", path),
        })?;
        let commas = header.matches(',').count();
        let (mut rows, mut bytes) = (Vec::new(), 0);
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let expected = if number == 1 { Some(header.to_owned()) } else { begin(number - 2) };
            let is_sound = expected.is_some_and(|expected| match line.strip_suffix('\n') {
                // Only what this program may have begun to write is dropped.
                None => expected.starts_with(line) || (number > 1 && line.starts_with(&expected)),
                Some(_) if number == 1 => line == expected,
                Some(row) => row.starts_with(&expected) && row.matches(',').count() == commas,
            });
            if !is_sound {
                let what = format!(
                    "`{}` is not the beginning of what is asked for: line {number} is another",
                    path.display()
                );
                return Err(wrong(
                    what,
                    "name another file, or the options that it was begun with",
                ));
            }
            let Some(row) = line.strip_suffix('\n') else { break };
            bytes += line.len();
            if number > 1 {
                rows.push(row.to_owned());
            }
        }
        let mut table = Growing { path, file, rows };
        let cut = table.file.set_len(bytes as u64);
        cut.map_err(|error| failed(&error, "write", path))?;
        if bytes == 0 {
            table.put(header)?;
        }
        Ok(table)
    }

    /// Adds a line, which has its line break.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&mut self, line: &str) -> Result<(), Stop> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| failed(&error, "write", self.path))
    }
}

fn open(path: &Path) -> io::Result<(File, String)> {
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
    Ok((file, text))
}
