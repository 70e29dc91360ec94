//! Records the facts about one game that statistics use.

use pasang_core::games::{IndexedMove, Move, Outcome, Position, Scores, Seat};
use pasang_core::players::runner::GameResult;

/// The facts about one game that statistics use, recorded while it is played.
///
/// Reused from game to game: after the first games it does not allocate.
#[derive(Clone, Debug, Default)]
pub struct GameFacts {
    pub indices: Vec<u32>,
    choices: Vec<u32>,
    stretches: Vec<Stretch>,
    end: Option<(Outcome, Scores)>,
}

/// Consecutive plies of one phase.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    phase: usize,
    /// The first ply, from 0.
    from: usize,
    /// The points before it.
    before: Scores,
}

impl GameFacts {
    pub fn clear(&mut self) {
        self.indices.clear();
        self.choices.clear();
        self.stretches.clear();
        self.end = None;
    }

    /// Records a move before it is made.
    #[inline]
    pub fn see(&mut self, position: &Position, chosen: &IndexedMove<Move>) {
        let phase = position.phase_index();
        if self.stretches.last().is_none_or(|stretch| stretch.phase != phase) {
            let (from, before) = (self.indices.len(), position.scores().padded());
            self.stretches.push(Stretch { phase, from, before });
        }
        self.indices.push(chosen.index);
        self.choices.push(chosen.count);
    }

    /// Records the result after a game.
    pub fn finish(&mut self, played: &GameResult) {
        self.end = Some((played.outcome, played.last.scores().padded()));
    }

    /// Returns the outcome and the points, by turn; `None` before the game has ended.
    pub fn result(&self) -> Option<(Outcome, Scores)> {
        self.end
    }

    /// Returns the segments of the game: the phase, the number of legal moves at each ply, and the
    /// points that each seat gained.
    #[inline]
    pub(super) fn phase_segments(&self) -> impl Iterator<Item = (usize, &[u32], Scores)> {
        let at_the_end = self.end.map_or([0; Seat::MAX], |(_, scores)| scores);
        self.stretches.iter().enumerate().map(move |(place, stretch)| {
            let (to, after) = match self.stretches.get(place + 1) {
                Some(next) => (next.from, next.before),
                None => (self.choices.len(), at_the_end),
            };
            let gained = std::array::from_fn(|seat| after[seat] - stretch.before[seat]);
            (stretch.phase, &self.choices[stretch.from..to], gained)
        })
    }
}
