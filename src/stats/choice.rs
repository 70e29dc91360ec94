//! `[choice]`: what does the first player score where both choose their first moves, and bots make all
//! others? [`pasang_core::choice`] says what is weighed; each cell decides for itself.

pub use pasang_core::choice::{End, First, Reply, Starts, Value, value};

use super::find::Terms;
use super::tally::{Sums, Tally};
use super::verdict::{Verdict, standing};

/// The values of cells, all on the same terms.
#[derive(Clone, Debug)]
pub struct Choice {
    pub terms: Terms,
    /// How narrow a value's interval is to be; nothing where all games are played.
    pub width: Option<f64>,
    pub cells: Vec<Chooser>,
    rounds: u64,
}

/// A cell's first moves, and how it ended.
#[derive(Clone, Debug)]
pub struct Chooser {
    pub starts: Starts,
    /// Nothing while it goes on.
    pub end: Option<End>,
}

impl Choice {
    pub fn new(
        terms: Terms,
        width: Option<f64>,
        cells: impl IntoIterator<Item = Starts>,
    ) -> Choice {
        let cells = cells.into_iter().map(|starts| Chooser { starts, end: None });
        Choice { terms, width, cells: cells.collect(), rounds: 0 }
    }

    /// The chance of a mistake where something is said of all cells together.
    pub fn alpha_each(&self) -> f64 {
        self.terms.alpha / self.cells.len().max(1) as f64
    }

    /// Sees the tallies, and says which games are played in the next round: cells and indices, in order.
    pub fn next_round(&mut self, tallies: &[Tally]) -> Vec<(usize, u64)> {
        let mut games = Vec::new();
        for (number, (cell, tally)) in self.cells.iter_mut().zip(tallies).enumerate() {
            if cell.end.is_some() {
                continue;
            }
            let sums = cell.sums(tally);
            match cell.starts.next_round(&sums, self.rounds, &self.terms, self.width) {
                Ok(indices) => games.extend(indices.into_iter().map(|index| (number, index))),
                Err(end) => cell.end = Some(end),
            }
        }
        self.rounds += 1;
        games
    }

    /// What is known of a cell.
    pub fn value(&self, cell: usize, tally: &Tally) -> Value {
        Value::of(&self.cells[cell].sums(tally), self.terms.alpha, self.alpha_each())
    }
}

impl Chooser {
    /// What the games came to, by first move and reply.
    pub fn sums(&self, tally: &Tally) -> Vec<Vec<Sums>> {
        self.starts.sums(|reply| {
            let opening = tally.openings.get(&reply.pair);
            opening.map_or_else(Sums::default, |opening| Sums {
                twelfths: opening.first_score,
                games: opening.games,
            })
        })
    }
}

/// What may be said of a value.
pub fn verdict(value: &Value, within: f64) -> Verdict {
    Verdict::by_first(standing(value.joint, 0.5, within))
}

pub(crate) fn end_word(end: Option<End>) -> &'static str {
    match end {
        None => "open",
        Some(End::Narrow) => "width",
        Some(End::MostGames) => "max-games",
    }
}
