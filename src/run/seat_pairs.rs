//! Counts pairs of games with one opening in which two bots change seats.

use super::{PairCounts, TWELFTHS};
use crate::experiment::schedule::GameId;
use crate::experiment::{Cell, Experiment, Lineup, Openings};

/// Compares the games of each index, which are adjacent in the journal.
#[derive(Debug)]
pub(crate) struct SeatPairs {
    /// By cell, if two bots change seats in a later one: that cell.
    others: Vec<Option<usize>>,
    /// Pairs of games with one opening between two bots, each first once, by the first of two cells,
    /// for the player that is first there.
    counts: Vec<PairCounts>,
    index: u64,
    /// The first player's scores of this index in twelfths, by cell.
    scores: Vec<Option<u64>>,
}

impl SeatPairs {
    pub(crate) fn new(experiment: &Experiment) -> SeatPairs {
        let lineups = &experiment.lineups;
        let other = |cell: Cell<'_>| {
            let Lineup::Bots(bots) = cell.lineup else { return None };
            let [one, other] = bots.as_slice() else { return None };
            let changed = Lineup::Bots(vec![*other, *one]);
            let there = lineups.iter().position(|it| *it == changed)?;
            let own = cell.number % lineups.len();
            let has_openings = experiment.openings != Openings::AsChosen;
            (has_openings && own < there).then_some(cell.number - own + there)
        };
        SeatPairs {
            others: experiment.cells().map(other).collect(),
            counts: vec![PairCounts::default(); experiment.cell_count()],
            index: 0,
            scores: vec![None; experiment.cell_count()],
        }
    }

    /// Returns whether any two bots change seats.
    pub(crate) fn has_some(&self) -> bool {
        self.others.iter().any(Option::is_some)
    }

    /// Adds a game by its first player's score in twelfths; `None` for one that cannot be read, or
    /// need not be.
    pub(crate) fn see(&mut self, id: GameId, score: Option<u64>) {
        if id.index != self.index {
            self.count();
            self.index = id.index;
        }
        self.scores[id.cell] = score;
    }

    /// Counts the pairs of the index.
    fn count(&mut self) {
        let scores = &mut self.scores;
        for (cell, (other, counts)) in self.others.iter().zip(&mut self.counts).enumerate() {
            if let Some((here, there)) = scores[cell].zip(other.and_then(|other| scores[other])) {
                let both = here + TWELFTHS - there;
                counts[(2 * both / TWELFTHS) as usize] += 1;
            }
        }
        scores.fill(None);
    }

    pub(crate) fn finish(mut self) -> Vec<PairCounts> {
        self.count();
        self.counts
    }
}
