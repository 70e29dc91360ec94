//! Tables that grow row by row, in an order known beforehand, and can be resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::anyhow;
use pasang::commands::{Threads, listen};
use pasang::text::diagnostic::{in_words, what_to_do};
use pasang::text::failure::{CommandError, CommandResult, wrong};
use pasang::text::files::cut;
use pasang::text::messages::complain;
use pasang::text::terminal::Line;
use pasang_core::base::cancel::CancelToken;

/// Returns the error of a failed operation on a file.
pub fn failed(error: &io::Error, what: &str, path: &Path) -> CommandError {
    let (why, help) = (in_words(error), what_to_do(error));
    CommandError::Failed(anyhow!("cannot {what} `{}`: {why}{help}", path.display()))
}

/// Formats a line of a CSV file.
pub fn line(fields: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.write_record(fields);
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

pub struct AppendFile<'g, B, E> {
    pub path: &'g Path,
    pub header: &'g str,
    pub rows: usize,
    /// First fields of the row at an index: its subject.
    pub begin: B,
    /// Other fields of the row: its result; `None` if interrupted.
    pub end: E,
}

impl<B, E> AppendFile<'_, B, E>
where
    B: Fn(usize) -> Vec<String> + Sync,
    E: Fn(usize, &CancelToken) -> Option<Vec<String>> + Sync,
{
    /// Adds the rows that the file lacks. The file stays locked until the program ends. A line that
    /// was cut off in the middle is dropped.
    ///
    /// # Errors
    /// If the file cannot be read and written, another run writes it, it is not a prefix of this
    /// table (it is left unchanged then), or the user interrupts.
    pub fn grow(&self, threads: Threads) -> CommandResult {
        let workers = threads.workers()?;
        let failed = |error: io::Error| failed(&error, "go on with", self.path);
        let (mut file, text) = open(self.path).map_err(failed)?;
        let (mut done, bytes) = self.sound(&text)?;
        cut(&mut file, bytes as u64).map_err(failed)?;
        if bytes == 0 {
            file.write_all(self.header.as_bytes()).map_err(failed)?;
        }
        let interrupt = listen()?;
        let (progress, of) = (Line::on_stderr(), self.rows);
        let places: Vec<usize> = (done..of).collect();
        let row = |&place: &usize| {
            let end = (self.end)(place, interrupt.cancel())?;
            Some(line((self.begin)(place).into_iter().chain(end)))
        };
        let grown = workers.in_order(&places, interrupt.cancel(), row, |_, row: String| {
            file.write_all(row.as_bytes()).map_err(failed)?;
            done += 1;
            progress.write(|| format!("{done} of {of} rows"));
            Ok::<(), CommandError>(())
        });
        progress.clear();
        grown?;
        file.sync_all().map_err(failed)?;
        if interrupt.is_set() {
            complain(format_args!(
                "stopped: {done} of {of} rows are there; the same command goes on"
            ));
        }
        interrupt.ends()
    }

    /// Returns the number of rows that a text has of this table, and its length without a line that
    /// was cut off.
    fn sound(&self, text: &str) -> Result<(usize, usize), CommandError> {
        let commas = self.header.matches(',').count();
        let mut bytes = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let expected = match number {
                0 => Some(self.header.to_owned()),
                _ if number > self.rows => None,
                _ => Some(self::line((self.begin)(number - 1)).trim_end().to_owned() + ","),
            };
            let is_sound = expected.is_some_and(|expected| match line.strip_suffix('\n') {
                // Only a line that this program may have begun to write is dropped.
                None => expected.starts_with(line) || (number > 0 && line.starts_with(&expected)),
                Some(_) if number == 0 => line == expected,
                Some(row) => row.starts_with(&expected) && row.matches(',').count() == commas,
            });
            if !is_sound {
                let (path, number) = (self.path.display(), number + 1);
                return Err(wrong(
                    format!(
                        "`{path}` is not the beginning of what is asked for: line {number} is another"
                    ),
                    "name another file, or the options that it was begun with",
                ));
            }
            if !line.ends_with('\n') {
                return Ok((number.saturating_sub(1), bytes));
            }
            bytes += line.len();
        }
        Ok((text.matches('\n').count().saturating_sub(1), bytes))
    }
}

fn open(path: &Path) -> io::Result<(File, String)> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let mut file =
        OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(io::Error::other("another run writes it now"));
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    // A power failure in the middle of a write may leave a file with its length but without its
    // bytes.
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    bytes.truncate(bytes.len() - zeros);
    // A file that is not text is not a prefix of a table, either.
    Ok((file, String::from_utf8_lossy(&bytes).into_owned()))
}
