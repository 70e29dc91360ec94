//! What a search for differences has at hand, and what it finds.

use crate::playing::{Interrupt, Signal, Workers};
use crate::results::Opened;
use crate::results::folder::JOURNAL;

/// What was looked at, and what differs.
#[derive(Debug, Default)]
pub struct Findings {
    /// What was looked at and found right, a line each.
    pub agree: Vec<String>,
    /// What differs, a line each.
    pub differ: Vec<String>,
    /// Why the games, and what is made from them, were not looked at, where that is so.
    pub left_out: Option<&'static str>,
    /// The signal that ended the search before its end.
    pub interrupted: Option<Signal>,
}

pub(super) struct Search<'a> {
    pub(super) opened: Opened,
    pub(super) workers: &'a Workers,
    pub(super) interrupt: &'a Interrupt,
    pub(super) findings: Findings,
}

impl Search<'_> {
    pub(super) fn agree(&mut self, what: impl Into<String>) {
        self.findings.agree.push(what.into());
    }

    /// What the experiment counts: games, or matches.
    pub(super) fn units(&self) -> &'static str {
        self.opened.experiment().units()
    }

    /// Whether the journal was left out.
    pub(super) fn is_slim(&self) -> bool {
        !self.opened.folder.has(JOURNAL)
    }

    /// Whether the journal of a finished run was left out whose cells had a fixed number of games.
    pub(super) fn has_fixed_cells(&self) -> bool {
        let is_whole = !self.opened.manifest.is_part();
        self.opened.manifest.finished && is_whole && self.opened.experiment().find.is_none()
    }

    /// The journal is gone, and what was in it was nobody's seed.
    pub(super) fn lost(&mut self) {
        self.differ(format!("{JOURNAL}: it is gone, and no seed brings its games back"));
    }

    pub(super) fn differ(&mut self, what: impl Into<String>) {
        self.findings.differ.push(what.into());
    }
}
