//! The cells of an experiment and the relations between them that a summary needs.

use std::collections::{BTreeSet, HashMap};

use super::cell_stats::CellStats;
use super::effects::LineupEffects;
use crate::run::PairCounts;
use pasang_balance::answer::JointBalance;

/// The reason why pooled figures have no interval with common random numbers.
pub(super) const SHARED: &str = "none: the setups share random numbers";

/// Formats a cell's first moves from their indices.
pub type MoveTexts<'a> = Box<dyn Fn(usize, &[u32]) -> Vec<String> + 'a>;

/// The cells of an experiment and the relations between them.
#[derive(Default)]
pub struct ExperimentStats<'a> {
    pub cells: Vec<CellStats<'a>>,
    /// Crews that met other bots, with the names of their members.
    pub contestants: Vec<(String, Vec<String>)>,
    /// Pairs of games with one opening in which two bots change seats, by the first of two cells.
    pub seat_pairs: &'a [PairCounts],
    /// The joint answer on the cells that crews play with random openings.
    pub joint: Option<&'a JointBalance>,
    /// `true` if crews share bots, so that a game counts for several: then there is no joint answer.
    pub shares_games: bool,
    /// The effects of the rules by line-up; `None` if the experiment is not designed.
    pub effects: Option<&'a [LineupEffects]>,
    /// If every pair of first moves is played: with one setup, the names of the known patterns with
    /// its stones, or with their mirror image, which scores the same.
    pub known_as: Option<Vec<String>>,
    /// Aliases of the same stones, and aliases of the same toggles: the first name of each list is
    /// the one that the cells have.
    pub same: [&'a [Vec<String>]; 2],
    /// `true` if games of the same index used the same random numbers in all cells.
    pub common_random: bool,
    /// A description of how games began; empty if unknown.
    pub begun: String,
    /// `true` if the experiment lists its pairs of first moves.
    pub lists_openings: bool,
    /// `true` if games go where the value with best openings is open.
    pub allots_games: bool,
    pub texts: Option<MoveTexts<'a>>,
}

impl<'a> ExperimentStats<'a> {
    /// Formats a cell's first moves from their indices.
    pub fn texts(&self, cell: usize, indices: &[u32]) -> Vec<String> {
        self.texts.as_ref().map_or_else(Vec::new, |texts| texts(cell, indices))
    }

    /// Returns one label of each cell, without duplicates, in the order of first occurrence.
    pub(crate) fn names(&self, name: impl Fn(&CellStats<'a>) -> &'a str) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        self.cells.iter().map(name).filter(|&name| seen.insert(name)).collect()
    }

    /// Groups the cells by rules and bots, in the order of first occurrence.
    pub(crate) fn groups(&self) -> Vec<Vec<&CellStats<'a>>> {
        let mut groups: Vec<Vec<&CellStats<'a>>> = Vec::new();
        let mut places = HashMap::new();
        for cell in &self.cells {
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
