//! The cells of an experiment and the relations between them that a summary needs.

use std::collections::{BTreeSet, HashMap};

use super::adaptive_sampler::AdaptiveSampler;
use super::cell_stats::{CellStats, Estimate};
use super::maximin::CellValue;
use super::paired::{PairedCells, PooledPairs};
use super::verdict::Verdict;
use crate::games::Seat;

/// The reason why pooled figures have no interval with common random numbers.
pub(super) const SHARED: &str = "none: the setups share random numbers";

/// The cells of an experiment and the relations between them.
#[derive(Clone, Copy)]
pub struct ExperimentStats<'a> {
    pub cells: &'a [CellStats<'a>],
    /// Pairs of cells with the same random numbers under two rule sets.
    pub toggled: &'a [PairedCells],
    /// The same pairs, pooled over all setups.
    pub together: &'a [PooledPairs],
    /// If every pair of first moves is played: with one setup, the names of the known patterns with
    /// its stones, or with their mirror image, which scores the same.
    pub known_as: Option<&'a [String]>,
    /// Aliases of the same stones, and aliases of the same toggles: the first name of each list is
    /// the one that the cells have.
    pub same: [&'a [Vec<String>]; 2],
    /// `true` if games of the same index used the same random numbers in all cells.
    pub common_random: bool,
    /// A description of how games began; empty if unknown.
    pub begun: &'a str,
    /// `true` if the experiment sets the equivalence margin of its verdicts.
    pub names_margin: bool,
    /// The adaptive sampler; `None` for a fixed sample size.
    pub sampler: Option<&'a AdaptiveSampler>,
    /// Formats a cell's first moves from their indices.
    pub texts: &'a dyn Fn(usize, &[u32]) -> Vec<String>,
}

impl<'a> ExperimentStats<'a> {
    /// Returns the main estimate of a cell, the first player's score or the maximin value, with its
    /// simultaneous interval, and the verdict on it.
    pub fn requested(&self, cell: &CellStats<'_>) -> (Option<Estimate>, Option<Verdict>) {
        let Some(AdaptiveSampler::Choice(choice)) = self.sampler else {
            return (cell.simultaneous(Seat::FIRST), cell.verdict());
        };
        let it = CellValue::of(choice, cell);
        let (mean, interval) = (it.value.estimate, Some(it.value.joint));
        (Some(Estimate { mean, interval, method: "" }), Some(it.verdict()))
    }

    /// Creates an overview of cells without any relation between them.
    pub fn of(cells: &'a [CellStats<'a>]) -> ExperimentStats<'a> {
        ExperimentStats {
            cells,
            toggled: &[],
            together: &[],
            known_as: None,
            same: [&[], &[]],
            common_random: false,
            begun: "",
            names_margin: false,
            sampler: None,
            texts: &|_, _| Vec::new(),
        }
    }

    /// The unit of counting, singular: a game, or a match of several rounds.
    pub fn unit(&self) -> &'static str {
        if self.has_matches() { "match" } else { "game" }
    }

    /// The unit of counting, plural: games, or matches of several rounds.
    pub fn units(&self) -> &'static str {
        if self.has_matches() { "matches" } else { "games" }
    }

    /// Returns whether the unit is a match of several rounds.
    pub fn has_matches(&self) -> bool {
        self.cells.iter().any(|cell| cell.tally.matches.is_some())
    }

    /// Returns one label of each cell, without duplicates, in the order of first occurrence.
    pub(crate) fn names(&self, name: impl Fn(&CellStats<'a>) -> &'a str) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        self.cells.iter().map(name).filter(|&name| seen.insert(name)).collect()
    }

    /// Groups the cells by rules and bots, in the order of first occurrence.
    pub(crate) fn groups(&self) -> Vec<Vec<&'a CellStats<'a>>> {
        let mut groups: Vec<Vec<&CellStats<'_>>> = Vec::new();
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
