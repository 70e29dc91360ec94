//! What statistics need to know of one game.

use super::tally::only;
use crate::games::{Chosen, Game, Outcome, Scores, Seat, Winners};
use crate::players::play::{Played, Watch};

/// What statistics need to know of one game, learnt while it is played.
///
/// Used for game after game: after the first ones it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The rank of every ply, in order.
    pub ranks: Vec<u32>,
    /// The game's number among those that must begin alike: its index, or where given openings
    /// take turns, how often its opening has had its turn before.
    pub round: u64,
    /// How many moves there were at every ply.
    choices: Vec<u32>,
    /// The parts of the game, in order.
    stretches: Vec<Stretch>,
    lead: Lead,
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

/// Who has led so far. A seat leads while it alone has the most points.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    now: Option<Seat>,
    /// Who led last, now or earlier.
    last: Option<Seat>,
    changes: u32,
    /// After how many plies whoever leads now came to lead.
    since: u32,
}

impl Lead {
    #[inline]
    fn see(&mut self, leader: Option<Seat>, plies: usize) {
        if leader != self.now {
            self.now = leader;
            if leader.is_some() {
                self.since = plies as u32;
                // A lead regained after equal points is no change.
                self.changes += u32::from(self.last.is_some() && self.last != leader);
                self.last = leader;
            }
        }
    }
}

/// Who alone has the most points.
#[inline]
fn leader(scores: &Scores, seats: u8) -> Option<Seat> {
    only(Winners::by_score(scores, seats))
}

impl<G: Game> Watch<G> for Facts {
    #[inline]
    fn ply(&mut self, game: &G, position: &G::Position, chosen: &Chosen<G::Move>) {
        let (phase, scores) = (game.phase(position), game.scores(position));
        let plies = self.ranks.len();
        if self.stretches.last().is_none_or(|stretch| stretch.phase != phase) {
            self.stretches.push(Stretch { phase, from: plies, before: scores });
        }
        self.lead.see(leader(&scores, game.seats()), plies);
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
        self.lead = Lead::default();
        self.end = None;
    }

    /// Learns how the game ended. To be called after each.
    pub fn finish<G: Game>(&mut self, game: &G, played: &Played<G::Position>) {
        self.lead.see(leader(&played.scores, game.seats()), self.ranks.len());
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

    /// How often the lead went from one seat to another.
    pub(super) fn lead_changes(&self) -> u32 {
        self.lead.changes
    }

    /// The ply, counted from 1, with which the only winner came to lead and stayed in the lead to
    /// the end; nothing where the winners are several, or the winner does not lead.
    pub(super) fn lead_for_good(&self) -> Option<u32> {
        let winner = only(self.end?.0.winners)?;
        (self.lead.now == Some(winner)).then_some(self.lead.since)
    }
}
