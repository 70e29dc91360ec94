//! `[choice]`: estimates the maximin value of each cell, the first player's score when both players
//! choose their first moves and bots make all others. See [`pasang_core::maximin`]; each cell stops
//! by its own rule.

pub use pasang_core::maximin::{End, FirstMove, MaximinEstimate, OpeningMatrix, Reply, value};

use super::best_arm::StoppingRule;
use super::cell_stats::CellStats;
use super::tally::{ScoreSum, Tally};
use super::verdict::{Verdict, standing};
use crate::base::cancel::CancelToken;

/// The maximin designs of all cells, with the same stopping rule.
#[derive(Clone, Debug)]
pub struct Maximin {
    pub stopping: StoppingRule,
    /// The target width of a value's interval; `None` if all games are played.
    pub width: Option<f64>,
    pub cells: Vec<CellMaximin>,
    /// Cancels the allocation of a round.
    pub cancel: CancelToken,
    rounds: u64,
}

/// A cell's first moves and the reason why it ended.
#[derive(Clone, Debug)]
pub struct CellMaximin {
    pub openings: OpeningMatrix,
    /// `None` while the cell is running.
    pub end: Option<End>,
}

impl Maximin {
    pub fn new(
        stopping: StoppingRule,
        width: Option<f64>,
        cells: impl IntoIterator<Item = OpeningMatrix>,
    ) -> Maximin {
        let cells = cells.into_iter().map(|openings| CellMaximin { openings, end: None });
        Maximin {
            stopping,
            width,
            cells: cells.collect(),
            cancel: CancelToken::default(),
            rounds: 0,
        }
    }

    /// Returns the error level of each cell in simultaneous statements (Bonferroni).
    pub fn alpha_each(&self) -> f64 {
        self.stopping.alpha / self.cells.len().max(1) as f64
    }

    /// Returns the games of the next round, as pairs of cell and index, in order. Empty if every
    /// cell has ended.
    pub fn next_round(&mut self, tallies: &[Tally]) -> Vec<(usize, u64)> {
        let mut games = Vec::new();
        for (number, (cell, tally)) in self.cells.iter_mut().zip(tallies).enumerate() {
            if cell.end.is_some() {
                continue;
            }
            let sums = cell.sums(tally);
            let cancel = &self.cancel;
            match cell.openings.next_round(&sums, self.rounds, &self.stopping, self.width, cancel) {
                Ok(indices) => games.extend(indices.into_iter().map(|index| (number, index))),
                Err(end) => cell.end = Some(end),
            }
        }
        self.rounds += 1;
        games
    }

    /// Estimates the value of a cell.
    pub fn value(&self, cell: usize, tally: &Tally) -> MaximinEstimate {
        MaximinEstimate::of(&self.cells[cell].sums(tally), self.stopping.alpha, self.alpha_each())
    }
}

impl CellMaximin {
    /// Returns the score sums by first move and reply.
    pub fn sums(&self, tally: &Tally) -> Vec<Vec<ScoreSum>> {
        self.openings.sums(|reply| {
            let opening = tally.openings.get(&reply.pair);
            opening.map_or_else(ScoreSum::default, |opening| ScoreSum {
                twelfths: opening.first_score,
                games: opening.games,
            })
        })
    }
}

/// A cell and its maximin estimate.
pub(crate) struct CellValue<'c> {
    pub(crate) cell: &'c CellStats<'c>,
    pub(crate) design: &'c CellMaximin,
    pub(crate) value: MaximinEstimate,
}

impl<'c> CellValue<'c> {
    pub(crate) fn of(choice: &'c Maximin, cell: &'c CellStats<'c>) -> CellValue<'c> {
        let value = choice.value(cell.number, cell.tally);
        CellValue { cell, design: &choice.cells[cell.number], value }
    }

    /// Returns the verdict on the value, from its simultaneous interval.
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::by_first(standing(self.value.joint, 0.5, self.cell.inference.within))
    }

    /// Lists the first moves that may be best, joined by `/`, the maximin move first.
    pub(crate) fn best(&self) -> String {
        self.design.openings.words(&self.value.best)
    }

    /// Returns the first of them and the reply to it. Of a move and its mirror image only one is
    /// named, so that the reply belongs to it.
    pub(crate) fn pair(&self) -> [String; 2] {
        let openings = &self.design.openings;
        let both = [openings.words(&self.value.best[..1]), openings.reply_words(&self.value, 1)];
        both.map(|words| words.split('/').next().unwrap_or_default().to_owned())
    }

    /// Returns whether no first move is significantly worse than another.
    pub(crate) fn all_may_be_best(&self) -> bool {
        self.value.best.len() == self.design.openings.firsts.len()
    }

    /// Lists the first moves with a reply that significantly favours the second player, joined by
    /// `/`.
    pub(crate) fn refuted(&self) -> String {
        self.design.openings.words(&self.value.refuted)
    }
}
