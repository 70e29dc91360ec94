//! `[choice]`: what does the first player score where both choose their first moves, and bots make all
//! others? [`pasang_core::choice`] says what is weighed; each cell decides for itself.

pub use pasang_core::choice::{End, First, Reply, Starts, Value, value};

use super::counted::Counted;
use super::find::Terms;
use super::tally::{Sums, Tally};
use super::verdict::{Verdict, standing};
use crate::base::halt::Halt;

/// The values of cells, all on the same terms.
#[derive(Clone, Debug)]
pub struct Choice {
    pub terms: Terms,
    /// How narrow a value's interval is to be; nothing where all games are played.
    pub width: Option<f64>,
    pub cells: Vec<Chooser>,
    /// Whether sharing out a round is to stop.
    pub halt: Halt,
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
        Choice { terms, width, cells: cells.collect(), halt: Halt::default(), rounds: 0 }
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
            let halt = &self.halt;
            match cell.starts.next_round(&sums, self.rounds, &self.terms, self.width, halt) {
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

/// A cell, and what is known of its value.
pub(crate) struct Weighed<'c> {
    pub(crate) cell: &'c Counted<'c>,
    pub(crate) chooser: &'c Chooser,
    pub(crate) value: Value,
}

impl<'c> Weighed<'c> {
    pub(crate) fn of(choice: &'c Choice, cell: &'c Counted<'c>) -> Weighed<'c> {
        let value = choice.value(cell.number, cell.tally);
        Weighed { cell, chooser: &choice.cells[cell.number], value }
    }

    /// What may be said of the value.
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::by_first(standing(self.value.joint, 0.5, self.cell.terms.within))
    }

    /// The first moves that may be best, joined by `/`, that of the value first.
    pub(crate) fn best(&self) -> String {
        self.chooser.starts.words(&self.value.best)
    }

    /// The first of them, and the reply to it. Of a move and its mirror image it is one: with the reply that is
    /// named it stands on one side.
    pub(crate) fn pair(&self) -> [String; 2] {
        let starts = &self.chooser.starts;
        let both = [starts.words(&self.value.best[..1]), starts.reply_words(&self.value, 1)];
        both.map(|words| words.split('/').next().unwrap_or_default().to_owned())
    }

    /// Whether none of the first moves is shown to be worse than another.
    pub(crate) fn may_be_any(&self) -> bool {
        self.value.best.len() == self.chooser.starts.firsts.len()
    }

    /// The first moves with a reply that is shown to leave less than one half, joined by `/`.
    pub(crate) fn losing(&self) -> String {
        self.chooser.starts.words(&self.value.losing)
    }
}
