//! The tables and the report, made again.

use std::io::{BufReader, Read};

use super::Search;
use crate::base::digest::digest_of;
use crate::commands::finish::digests;
use crate::report::{document, html};
use crate::results::folder::{MANIFEST, REPORT};
use crate::results::tables::tables;
use crate::results::{FolderError, Known, Opened};

/// What is said of a report that is another one than that of this program.
const ANOTHER: &str = "this program makes another one of the same figures";

impl Search<'_> {
    /// The tables and the report must be those that the tallies and the games make.
    pub(super) fn tables(&mut self, known: &Known) -> Result<(), FolderError> {
        let Opened { folder, prepared, manifest, .. } = &self.opened;
        let made = tables(prepared, known);
        let (mut equal, mut remade, mut differing) = (Vec::new(), Vec::new(), Vec::new());
        for (name, expected) in &made {
            // Which tables there are, the games say.
            if !manifest.files.contains_key(*name) && !manifest.is_part() {
                let what = match folder.has(name) {
                    true => "",
                    // Versions before it did not make this table.
                    false => ", which this program makes; `pasang report` adds it",
                };
                differing.push(format!("{MANIFEST}: it has no digest of {name}{what}"));
            }
            match folder.has(name) {
                // Told already.
                false if !self.is_slim() => {}
                false => match manifest.files.get(*name) {
                    Some(proven) if *proven == digest_of(expected) => remade.push(*name),
                    Some(_) => differing.push(format!(
                        "{name}: left out; made again, its digest is not that of the manifest"
                    )),
                    None => {}
                },
                true if self.is_equal(name, expected)? => equal.push(*name),
                true => differing.push(self.difference(name, expected)?),
            }
        }
        // The report says what the tables say, and names the digests of all files: what is wrong with one of those
        // is told of that alone.
        let report = html(&document(prepared, known, &digests(manifest, &made)));
        let proven = manifest.files.get(REPORT);
        self.findings.differ.extend(differing);
        if self.findings.differ.is_empty() {
            match folder.has(REPORT) {
                true if self.is_equal(REPORT, &report)? => equal.push(REPORT),
                true if proven.is_none() => {
                    let difference = self.difference(REPORT, &report)?;
                    self.differ(difference);
                }
                // The manifest proves it, so another version may have made it: figures are proved by the tables.
                true => {
                    self.agree(format!("{REPORT}: its digest is that of the manifest; {ANOTHER}"))
                }
                // One that was left out is told by its digest.
                false if proven == Some(&digest_of(&report)) => {
                    self.agree(format!("{REPORT}: made again, it has the manifest's digest"));
                }
                false if proven.is_some() => self.agree(format!("{REPORT}: left out; {ANOTHER}")),
                false => {}
            }
        }
        if !equal.is_empty() {
            self.agree(format!("{}: recomputed, all equal", equal.join(", ")));
        }
        if !remade.is_empty() {
            self.agree(format!("{}: made again, as the manifest has them", remade.join(", ")));
        }
        Ok(())
    }

    /// Where a file is not what the games make it.
    fn difference(&self, name: &str, expected: &[u8]) -> Result<String, FolderError> {
        let Opened { folder, manifest, .. } = &self.opened;
        let mut found = BufReader::with_capacity(1 << 16, folder.open_file(name)?).bytes();
        let same = expected.iter().take_while(|&made| {
            found.next().and_then(Result::ok).is_some_and(|found| found == *made)
        });
        let line = 1 + same.filter(|&&byte| byte == b'\n').count();
        let proven = manifest.files.get(name);
        let what = match proven.is_some() && folder.digest(name)?.as_ref() == proven {
            true => {
                "it is not what this program makes of the games; where another version made it, \
                 `pasang report` makes it again"
            }
            false => "it is not what the games make it",
        };
        Ok(format!("{name} line {line}: {what}"))
    }

    /// Whether a file has just these bytes; it may be far longer.
    fn is_equal(&self, name: &str, expected: &[u8]) -> Result<bool, FolderError> {
        let length =
            std::fs::metadata(self.opened.folder.file(name)).map_or(0, |found| found.len());
        let is_as_long = length == expected.len() as u64;
        Ok(is_as_long && self.opened.folder.read_up_to(name, length)? == expected)
    }
}
