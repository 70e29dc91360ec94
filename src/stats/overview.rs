//! How an experiment's cells hang together: what a summary needs to know beyond the figures.

use std::collections::{BTreeSet, HashMap};

use super::choice::Weighed;
use super::counted::{Counted, Measured};
use super::decider::Decider;
use super::paired::{Together, Toggled};
use super::verdict::Verdict;
use crate::games::Seat;

/// Why figures over several setups have no interval where they draw common random numbers.
pub(super) const SHARED: &str = "none: the setups share random numbers";

/// An experiment's cells, and how they hang together.
#[derive(Clone, Copy)]
pub struct Overview<'a> {
    pub cells: &'a [Counted<'a>],
    /// Pairs of cells with the same random numbers under two rule sets.
    pub toggled: &'a [Toggled],
    /// Those pairs, of all setups together.
    pub together: &'a [Together],
    /// Where every pair of first moves is played: with one setup, the names of the known patterns with its
    /// stones, or with those of its mirror image, which scores the same.
    pub known_as: Option<&'a [String]>,
    /// Names that stand for the same stones, and names that stand for the same toggles: of each list
    /// the first is the one that cells have.
    pub same: [&'a [Vec<String>]; 2],
    /// Whether the games of the same index drew the same random numbers in all cells.
    pub common_random: bool,
    /// How games began, in words; nothing where that is not known.
    pub begun: &'a str,
    /// Whether the experiment names the margin of its verdicts.
    pub names_margin: bool,
    /// What decided which games were played, where something did.
    pub decider: Option<&'a Decider>,
    /// The texts of a cell's first moves by their ranks.
    pub texts: &'a dyn Fn(usize, &[u32]) -> Vec<String>,
}

impl<'a> Overview<'a> {
    /// What is asked of a cell: the first player's score, or the value where both choose, with the interval that
    /// holds together with those of all cells; and who is ahead by it.
    pub fn asked(&self, cell: &Counted<'_>) -> (Option<Measured>, Option<Verdict>) {
        let Some(Decider::Choice(choice)) = self.decider else {
            return (cell.joint(Seat::FIRST), cell.verdict());
        };
        let it = Weighed::of(choice, cell);
        let (mean, interval) = (it.value.estimate, Some(it.value.joint));
        (Some(Measured { mean, interval, method: "" }), Some(it.verdict()))
    }

    /// Cells of which nothing is known but their figures.
    pub fn of(cells: &'a [Counted<'a>]) -> Overview<'a> {
        Overview {
            cells,
            toggled: &[],
            together: &[],
            known_as: None,
            same: [&[], &[]],
            common_random: false,
            begun: "",
            names_margin: false,
            decider: None,
            texts: &|_, _| Vec::new(),
        }
    }

    /// What is counted, one of it: a game, or a match of several rounds.
    pub fn unit(&self) -> &'static str {
        if self.has_matches() { "match" } else { "game" }
    }

    /// What is counted: games, or matches of several rounds.
    pub fn units(&self) -> &'static str {
        if self.has_matches() { "matches" } else { "games" }
    }

    /// Whether matches of several rounds stand where games stand.
    pub fn has_matches(&self) -> bool {
        self.cells.iter().any(|cell| cell.tally.matches.is_some())
    }

    /// The names of something of the cells, in the order in which they first occur.
    pub(crate) fn names(&self, name: impl Fn(&Counted<'a>) -> &'a str) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        self.cells.iter().map(name).filter(|&name| seen.insert(name)).collect()
    }

    /// The cells with the same rules and bots, together, in the order in which these first occur.
    pub(crate) fn groups(&self) -> Vec<Vec<&'a Counted<'a>>> {
        let mut groups: Vec<Vec<&Counted<'_>>> = Vec::new();
        let mut places = HashMap::new();
        for cell in self.cells {
            let name = (cell.labels.rules, cell.labels.bots);
            let place = *places.entry(name).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(cell);
        }
        groups
    }
}
