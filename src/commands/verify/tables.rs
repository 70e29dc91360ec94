//! The tables and the report, made again.

use std::io::{BufReader, Read};

use super::Search;
use crate::base::digest::digest_of;
use crate::report::{Digests, document, html};
use crate::results::folder::{EXPERIMENT, JOURNAL, MANIFEST, REPORT};
use crate::results::tables::tables;
use crate::results::{FolderError, Known, Opened};

/// What is said of a report that is another one than that of this program.
const ANOTHER: &str = "this program makes another one of the same figures";

impl Search<'_> {
    /// The tables and the report must be those that the tallies and the games make; where the
    /// journal was left out, that of the games played again has this digest.
    pub(super) fn tables(
        &mut self,
        journal: Option<&str>,
        known: &Known,
    ) -> Result<(), FolderError> {
        let Opened { folder, prepared, manifest, .. } = &self.opened;
        let made = tables(prepared, known);
        // The report names the digests of the other files. What is wrong with one of those, or
        // with what the manifest says of it, is told of that alone.
        let mut report = Vec::new();
        for trusted in [Some(&manifest.files), None] {
            let mut digests = Digests::new();
            for (name, bytes) in &made {
                digests.insert((*name).to_owned(), digest_of(bytes));
            }
            for name in [EXPERIMENT, JOURNAL] {
                let proven = trusted.and_then(|files| files.get(name)).cloned();
                let digest = match proven.filter(|_| folder.has(name)) {
                    Some(proven) => Some(proven),
                    None if folder.has(name) => folder.digest(name)?,
                    None => journal.filter(|_| name == JOURNAL).map(str::to_owned),
                };
                digests.extend(digest.map(|digest| (name.to_owned(), digest)));
            }
            report = html(&document(prepared, known, &digests));
            let agrees = match folder.has(REPORT) {
                true => self.is_equal(REPORT, &report)?,
                false => manifest.files.get(REPORT) == Some(&digest_of(&report)),
            };
            if agrees {
                break;
            }
        }
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
        // What is not of these tables cannot be told of the report: it says what they say.
        let are_equal = differing.is_empty();
        self.findings.differ.extend(differing);
        let proven = manifest.files.get(REPORT);
        let is_made = proven == Some(&digest_of(&report));
        if folder.has(REPORT) {
            if self.is_equal(REPORT, &report)? {
                equal.push(REPORT);
            } else if proven.is_none() || folder.digest(REPORT)?.as_ref() != proven {
                let difference = self.difference(REPORT, &report)?;
                self.findings.differ.push(difference);
            } else if are_equal {
                // The manifest proves it, so another version may have made it: figures are proved by the tables.
                self.agree(format!("{REPORT}: its digest is that of the manifest; {ANOTHER}"));
            }
        } else if self.is_slim() && proven.is_some() {
            // A report that was left out is told by its digest.
            if is_made {
                self.agree(format!("{REPORT}: made again, it has the manifest's digest"));
            } else if are_equal {
                self.agree(format!("{REPORT}: left out; {ANOTHER}"));
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
