//! The tables and the report, made again.

use std::io::{BufReader, Read};

use super::search::Search;
use crate::base::digest::digest_of;
use crate::experiment::schedule::Schedule;
use crate::report::{Digests, Exporter, Html, document};
use crate::results::folder::{EXPERIMENT, JOURNAL, MANIFEST, REPORT, TALLIES};
use crate::results::tables::tables;
use crate::results::{FolderError, Known, Opened};

impl Search<'_> {
    /// The tables and the report must be those that the tallies and the games make; where the
    /// journal was left out, that of the games played again has this digest.
    pub(super) fn tables(
        &mut self,
        journal: Option<&str>,
        schedule: &Schedule,
        known: &Known,
    ) -> Result<(), FolderError> {
        let Opened { folder, prepared, manifest, .. } = &self.opened;
        let mut equal = Vec::new();
        let mut made = tables(prepared, known);
        // The report names the digests of the other files. What is wrong with one of those, or
        // with what the manifest says of it, is told of that alone.
        let mut report = Vec::new();
        for trusted in [Some(&manifest.files), None] {
            let mut digests = Digests::new();
            for (name, bytes) in &made {
                digests.insert((*name).to_owned(), digest_of(bytes));
            }
            for name in [EXPERIMENT, JOURNAL, TALLIES] {
                let told = trusted.and_then(|files| files.get(name)).cloned();
                let digest = match told.filter(|_| folder.has(name)) {
                    Some(told) => Some(told),
                    None if folder.has(name) => folder.digest(name)?,
                    None => journal.filter(|_| name == JOURNAL).map(str::to_owned),
                };
                digests.extend(digest.map(|digest| (name.to_owned(), digest)));
            }
            report = Html.export(&document(prepared, schedule, known, &digests));
            let agrees = match folder.has(REPORT) {
                true => self.is_equal(REPORT, &report)?,
                false => manifest.files.get(REPORT) == Some(&digest_of(&report)),
            };
            if agrees {
                break;
            }
        }
        // A report that was left out is told by its digest. One that is as the run finished it, and is not
        // what this program makes of the same figures, is another version's: figures are proved by the tables.
        let told = manifest.files.get(REPORT);
        let (is_there, is_made) = (folder.has(REPORT), told == Some(&digest_of(&report)));
        let is_left_out = self.is_slim() && !is_there;
        let is_of_another = match is_there {
            true => !is_made && told.is_some() && folder.digest(REPORT)?.as_ref() == told,
            false => !is_made && told.is_some() && is_left_out,
        };
        if is_of_another {
            let what = "as the run finished it; this program makes another one of the same figures";
            self.findings.agree.push(format!("{REPORT}: {what}"));
        } else if is_left_out && is_made {
            let what = format!("{REPORT}: made again, it has the manifest's digest");
            self.findings.agree.push(what);
        }
        if !is_of_another {
            made.push((REPORT, report));
        }
        for (name, expected) in made {
            // Which tables there are, the games say.
            if !manifest.files.contains_key(name) && !manifest.is_part() {
                self.findings.differ.push(format!("{MANIFEST}: it has no digest of {name}"));
            }
            if !folder.has(name) {
                // Told already.
                continue;
            }
            if self.is_equal(name, &expected)? {
                equal.push(name);
                continue;
            }
            let mut found = BufReader::with_capacity(1 << 16, folder.open_file(name)?).bytes();
            let same = expected.iter().take_while(|&made| {
                found.next().and_then(Result::ok).is_some_and(|found| found == *made)
            });
            let line = 1 + same.filter(|&&byte| byte == b'\n').count();
            self.findings
                .differ
                .push(format!("{name} line {line}: it is not what the games make it"));
        }
        if !equal.is_empty() {
            self.agree(format!("{}: recomputed, all equal", equal.join(", ")));
        }
        Ok(())
    }

    /// Whether a file has just these bytes; it may be far longer.
    fn is_equal(&self, name: &str, expected: &[u8]) -> Result<bool, FolderError> {
        let length =
            std::fs::metadata(self.opened.folder.file(name)).map_or(0, |found| found.len());
        let is_as_long = length == expected.len() as u64;
        Ok(is_as_long && self.opened.folder.read_up_to(name, length)? == expected)
    }
}
