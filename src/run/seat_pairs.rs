//! Counts pairs of games with one opening in which the bots of two contestants change seats.

use std::collections::BTreeSet;

use super::{PairCounts, TWELFTHS};
use crate::experiment::meetings::contestant_of;
use crate::experiment::schedule::GameId;
use crate::experiment::{Cell, Experiment, Lineup, Openings};

/// Compares the games of each index, which are adjacent in the journal.
#[derive(Debug)]
pub(crate) struct SeatPairs {
    /// By cell, if two bots change seats in a later one: that cell.
    others: Vec<Option<usize>>,
    has_some: bool,
    /// Pairs of games with one opening between two bots, each first once, by the first of two cells,
    /// for the player that is first there.
    counts: Vec<PairCounts>,
    index: u64,
    /// The first player's scores of this index in twelfths, by cell.
    scores: Vec<Option<u64>>,
}

impl SeatPairs {
    pub(crate) fn new(experiment: &Experiment) -> SeatPairs {
        let cells = experiment.cell_count();
        let others = others(experiment);
        SeatPairs {
            has_some: others.iter().any(Option::is_some),
            others,
            counts: vec![PairCounts::default(); cells],
            index: 0,
            scores: vec![None; cells],
        }
    }

    /// Adds a game by its first player's score in twelfths; `None` for one that cannot be read, or
    /// need not be.
    pub(crate) fn see(&mut self, id: GameId, score: Option<u64>) {
        if !self.has_some {
            return;
        }
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

    /// Returns the counts of the cells that have some.
    pub(crate) fn finish(mut self) -> Vec<Option<PairCounts>> {
        self.count();
        let all = self.others.iter().zip(self.counts);
        all.map(|(other, counts)| other.map(|_| counts)).collect()
    }
}

/// Returns by cell, if its two bots change seats in a later one: that cell. None unless there are two
/// contestants: more are rated by their scores alone.
pub(crate) fn others(experiment: &Experiment) -> Vec<Option<usize>> {
    let lineups = &experiment.lineups;
    let is_of_two = experiment.openings != Openings::AsChosen && has_two_contestants(experiment);
    let other = |cell: Cell<'_>| {
        let (one, other) = cell.lineup.pair().filter(|_| is_of_two)?;
        let changed = Lineup::Bots(vec![other, one]);
        let there = lineups.iter().position(|it| *it == changed)?;
        let own = cell.number % lineups.len();
        (own < there).then_some(cell.number - own + there)
    };
    experiment.cells().map(other).collect()
}

fn has_two_contestants(experiment: &Experiment) -> bool {
    let crews = experiment.contestants();
    let met = experiment.lineups.iter().filter_map(Lineup::pair);
    let bots: Vec<String> =
        met.flat_map(|(one, other)| [one.to_string(), other.to_string()]).collect();
    bots.iter().map(|bot| contestant_of(&crews, bot)).collect::<BTreeSet<_>>().len() == 2
}
