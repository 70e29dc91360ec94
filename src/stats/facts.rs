//! What statistics need to know of one game.

use crate::games::{Chosen, Outcome, Scores, Seat};
use crate::players::Game;
use crate::players::play::{Played, Watch};

/// What statistics need to know of one game, learnt while it is played.
///
/// Used for game after game: after the first ones it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub ranks: Vec<u32>,
    choices: Vec<u32>,
    stretches: Vec<Stretch>,
    end: Option<(Outcome, Scores)>,
}

/// Plies in a row that belong to one phase.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    phase: usize,
    /// The first ply, counted from 0.
    from: usize,
    /// The points before it.
    before: Scores,
}

impl<G: Game> Watch<G> for Facts {
    #[inline]
    fn ply(&mut self, game: &G, position: &G::Position, chosen: &Chosen<G::Move>) {
        let (phase, scores) = (game.phase(position), game.scores(position));
        let plies = self.ranks.len();
        if self.stretches.last().is_none_or(|stretch| stretch.phase != phase) {
            self.stretches.push(Stretch { phase, from: plies, before: scores });
        }
        self.ranks.push(chosen.rank);
        self.choices.push(chosen.of);
    }
}

impl Facts {
    /// Forgets the last game. To be called before each.
    pub fn clear(&mut self) {
        self.ranks.clear();
        self.choices.clear();
        self.stretches.clear();
        self.end = None;
    }

    /// Learns how the game ended. To be called after each.
    pub fn finish<P>(&mut self, played: &Played<P>) {
        self.end = Some((played.outcome, played.scores));
    }

    /// How the game ended, and the points, by turn; nothing before it did.
    pub fn result(&self) -> Option<(Outcome, Scores)> {
        self.end
    }

    /// The stretches of the game: each one's phase, its plies' numbers of moves, and what each
    /// seat gained in it.
    #[inline]
    pub(super) fn stretches(&self) -> impl Iterator<Item = (usize, &[u32], Scores)> {
        let at_the_end = self.end.map_or([0; Seat::MOST], |(_, scores)| scores);
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
