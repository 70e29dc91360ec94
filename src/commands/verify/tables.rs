//! The tables and the report, made again.

use std::io::Read;

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
                true => match self.difference(name, expected)? {
                    None => equal.push(*name),
                    Some(difference) => differing.push(difference),
                },
            }
        }
        // The report says what the tables say, and names the digests of all files: what is wrong with one of those
        // is told of that alone.
        let report = html(&document(prepared, known, &digests(manifest, &made)));
        let proven = manifest.files.get(REPORT);
        self.findings.differ.extend(differing);
        if self.findings.differ.is_empty() {
            let is_made = proven == Some(&digest_of(&report));
            let is_there = folder.has(REPORT);
            match if is_there { self.difference(REPORT, &report)? } else { None } {
                None if is_there => equal.push(REPORT),
                Some(difference) if proven.is_none() => self.differ(difference),
                // The manifest proves it, so another version may have made it: figures are proved by the tables.
                Some(_) => {
                    self.agree(format!("{REPORT}: its digest is that of the manifest; {ANOTHER}"));
                }
                // One that was left out is told by its digest.
                None if is_made => {
                    self.agree(format!("{REPORT}: made again, it has the manifest's digest"));
                }
                None if proven.is_some() => self.agree(format!("{REPORT}: left out; {ANOTHER}")),
                None => {}
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

    /// Where a file is not what the games make it, if it is not; it may be far longer.
    fn difference(&self, name: &str, expected: &[u8]) -> Result<Option<String>, FolderError> {
        let Opened { folder, manifest, .. } = &self.opened;
        let mut found = Vec::new();
        let read = folder.open_file(name)?.take(1 + expected.len() as u64).read_to_end(&mut found);
        read.map_err(|error| FolderError::Read(folder.file(name), error))?;
        if found == expected {
            return Ok(None);
        }
        let same = found.iter().zip(expected).take_while(|(found, made)| found == made);
        let line = 1 + same.filter(|(byte, _)| **byte == b'\n').count();
        let proven = manifest.files.get(name);
        let what = match proven.is_some() && folder.digest(name)?.as_ref() == proven {
            true => {
                "it is not what this program makes of the games; where another version made it, \
                 `pasang report` makes it again"
            }
            false => "it is not what the games make it",
        };
        Ok(Some(format!("{name} line {line}: {what}")))
    }
}
