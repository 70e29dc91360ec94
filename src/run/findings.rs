//! Findings of a check: what agrees, what differs, and what is not proved.

use std::collections::BTreeSet;

use serde::Serialize;

use super::folder::{EXPERIMENT, Folder, JOURNAL, JUDGED, MANIFEST, beside_the_manifest};
use super::{FolderError, Manifest};
use crate::text::diagnostic::sanitized;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::interrupt::Signal;
use crate::text::messages::complain;
use pasang_core::base::random::SeedKey;
use pasang_core::base::text::is_control;

#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// `true` if every file of a finished folder's results is proved.
    pub verified: bool,
    /// Checks that passed, one per line.
    pub agree: Vec<String>,
    /// Differences, one per line.
    pub differ: Vec<String>,
    /// Claims of the folder that were not, or cannot be, recomputed.
    pub not_proved: Vec<String>,
    /// Files that are not part of the results, and logs of the runs.
    pub not_examined: Vec<String>,
    /// Reason why games and tables were not checked, if they were not.
    pub left_out: Option<&'static str>,
    pub interrupted: bool,
    /// Files that were recomputed and compared.
    #[serde(skip)]
    pub examined: Vec<&'static str>,
    /// Signal that ended the verification early.
    #[serde(skip)]
    pub signal: Option<Signal>,
    /// Pages that differ, and that another version may have made.
    #[serde(skip)]
    pub unproved_pages: Vec<&'static str>,
    /// `true` if files of a profile are not proved.
    #[serde(skip)]
    pub has_unproved: bool,
}

impl Findings {
    pub fn text(&self) -> String {
        // Names and keys are a stranger's: none may look like a line of its own, or steer the terminal.
        let plain = |line: &String| sanitized(line).replace('\n', "\u{fffd}");
        let mut text: String = self.agree.iter().map(|line| plain(line) + "\n").collect();
        text.extend(self.differ.iter().map(|line| format!("DIFFERS {}\n", plain(line))));
        if !self.not_examined.is_empty() {
            text += &format!("not examined: {}\n", plain(&self.not_examined.join(", ")));
        }
        if let Some(why) = self.left_out {
            text += &format!("rows, tables and games were not looked at: {why}\n");
        }
        if self.differ.is_empty() && !self.interrupted {
            text += if self.verified { "verified: nothing differs" } else { "nothing differs" };
            if !self.not_proved.is_empty() {
                text += &format!("; not proved: {}", plain(&self.not_proved.join(", ")));
            }
            text += "\n";
        }
        text
    }

    /// Says how many games of an unfinished run are there, and whether a torn row follows them.
    pub fn unfinished(&mut self, rows: u64, of: u64, is_torn: bool) {
        let torn = if is_torn { ", and a torn line behind them" } else { "" };
        self.agree.push(format!("unfinished: {rows} of {of} games are there{torn}"));
        if rows < of {
            self.not_proved.push(format!("{} games, which are still to be played", of - rows));
        }
    }

    /// Lists other files, logs of the runs, and names for which only the experiment vouches.
    pub fn list_not_examined(
        &mut self,
        folder: &Folder,
        manifest: &Manifest,
    ) -> Result<(), FolderError> {
        let Findings { examined, not_examined, not_proved, .. } = self;
        if folder.has(JUDGED) {
            not_proved.push(format!("`{JUDGED}` (`pasang-exact judge --out NEW` makes it again)"));
        }
        for name in folder.names()? {
            let is_examined = [MANIFEST, EXPERIMENT, JOURNAL, JUDGED].contains(&name.as_str())
                || examined.contains(&name.as_str())
                || manifest.files.contains_key(&name);
            if is_examined && folder.file(&name).is_symlink() {
                not_proved.push(format!("that `{name}` stays as it is: it is a link"));
            } else if !is_examined {
                let is_plain = !name.contains(is_control);
                not_examined.push(if is_plain { name } else { name.escape_debug().to_string() });
            }
        }
        Ok(())
    }

    pub fn verdict(&self) -> CommandResult {
        if let Some(signal) = self.signal {
            complain("stopped before everything was looked at");
            return Err(CommandError::Interrupted(signal));
        }
        match self.unproved_pages.as_slice() {
            _ if !self.differ.is_empty() => Err(CommandError::Differs),
            [] => Ok(()),
            pages => Err(CommandError::Failed(anyhow::anyhow!(
                "{} is not what this version of the program makes of the games",
                pages.join(", ")
            ))),
        }
    }
}

/// Returns the first line, from 1, in which two texts differ; `None` if they are equal.
pub fn differing_line(found: &[u8], expected: &[u8]) -> Option<usize> {
    let same = found.iter().zip(expected).take_while(|(found, expected)| found == expected);
    (found != expected).then(|| 1 + same.filter(|(byte, _)| **byte == b'\n').count())
}

/// Lists the files of which a manifest has no digest.
pub fn without(manifest: &Manifest, names: &[&str]) -> Vec<String> {
    let names = names.iter().filter(|name| !manifest.files.contains_key(**name));
    names.map(|name| format!("it has no digest of {name}")).collect()
}

/// Lists the digests of files that the experiment does not make. Names that no results have are
/// reported with the digests.
pub fn surplus(manifest: &Manifest, made: &[&str]) -> Vec<String> {
    let is_surplus = |name: &&str| manifest.files.contains_key(*name) && !made.contains(name);
    let mut names: Vec<&str> = beside_the_manifest().filter(is_surplus).collect();
    names.sort();
    let what = |name| format!("it has a digest of {name}, which this experiment does not make");
    names.into_iter().map(what).collect()
}

/// Checks each file against its digest in the manifest. A finished folder may leave out the journal,
/// whose games are then played again, and with it files that follow from them, which are made again.
pub fn digests(
    folder: &Folder,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Result<(), FolderError> {
    let (mut equal, mut left_out) = (Vec::new(), Vec::new());
    let is_slim = manifest.files.contains_key(JOURNAL) && !folder.has(JOURNAL);
    for (name, expected) in &manifest.files {
        if !beside_the_manifest().any(|known| known == name) {
            let what = format!("{MANIFEST}: it has a digest of `{name}`, which no results have");
            findings.differ.push(what);
            continue;
        }
        match folder.digest(name)? {
            Some(found) if found == *expected => equal.push(name.as_str()),
            Some(_) => {
                findings.differ.push(format!("{name}: its digest is not that of the manifest"));
            }
            None if is_slim && name != EXPERIMENT => left_out.push(name.as_str()),
            None => findings.differ.push(format!("{name}: it is gone")),
        }
    }
    if !equal.is_empty() {
        findings.agree.push(format!("{}: digests agree", equal.join(", ")));
    }
    if !left_out.is_empty() {
        findings.agree.push(format!("{}: left out of this folder", left_out.join(", ")));
    }
    Ok(())
}

/// Draws `count` places below `of`, in order.
pub fn draw(seed: u64, count: u64, of: u64) -> BTreeSet<u64> {
    // Floyd's sampling: `count` draws, whatever `of` is.
    let mut rng = SeedKey::new(seed, &[b"verify"]).rng(0);
    let mut drawn = BTreeSet::new();
    for last in of - count..of {
        let place = rng.below_u64(last + 1);
        if !drawn.insert(place) {
            drawn.insert(last);
        }
    }
    drawn
}
