//! The sums over a cell's games.

use std::collections::BTreeMap;

use super::facts::Facts;
use super::histogram::Histogram;
use super::matches::{Matches, Round};
use super::score::{Alike, Won, add_each, only, part, place, share};
use crate::games::{Ending, Seat};
use crate::players::Game;
pub use pasang_core::choice::{Pair, Sums};

/// What the games came to that began with the same two moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub games: u64,
    /// How many the first seat won.
    pub wins_1: u64,
    pub draws: u64,
    /// What the first seat scored, in twelfths of a game.
    pub first_score: u64,
    /// The sum of the first seat's points less the second's; 0 beyond two seats.
    pub margin: i64,
    pub alike: Alike,
}

impl Opening {
    /// Whether there were several games, and all of them the same one.
    pub fn one_game(&self) -> bool {
        self.games > 1 && self.alike.one()
    }

    fn merge(&mut self, other: &Opening) {
        self.games += other.games;
        self.wins_1 += other.wins_1;
        self.draws += other.draws;
        self.first_score += other.first_score;
        self.margin += other.margin;
        self.alike.merge(&other.alike);
    }
}

/// The sums over a cell's games. Tallies of any parts of the games, added in any order, are equal
/// to the tally of all of them.
///
/// No sum can overflow: with 10^10 games of fewer than 10^4 plies, points and moves each, none of
/// the counts is beyond 10^18, and 64 bits hold 1.8 times 10^19, or half of it with a sign. Sums
/// of squares are only taken when they are asked for, with 128 bits.
///
/// Where games are rounds of matches, the sums here go by turn: the first seat is that of whoever
/// was the first to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub seats: u8,
    /// By ending, in the order of [`Ending`].
    pub endings: [Won; 3],
    /// By seat, in twelfths of a game.
    pub scores: [u64; Seat::MOST],
    /// The first seat's points less the second's; nothing beyond two seats.
    pub margin_by_turn: Histogram,
    pub plies: Histogram,
    pub points: Vec<[u64; Seat::MOST]>,
    /// How many moves there were, by phase, wherever one was made.
    pub moves: Vec<Histogram>,
    /// In the order of their ranks.
    pub openings: BTreeMap<Pair, Opening>,
    /// The matches, where the games are rounds of such.
    pub matches: Option<Matches>,
}

impl Tally {
    pub fn new(seats: u8, phases: usize) -> Tally {
        Tally {
            seats,
            points: vec![[0; Seat::MOST]; phases],
            moves: vec![Histogram::default(); phases],
            ..Tally::default()
        }
    }

    /// The tally of no matches, of so many rounds each; one round is a game.
    #[must_use]
    pub fn of_rounds(self, rounds: u64) -> Tally {
        Tally { matches: (rounds > 1).then(|| Matches::new(rounds)), ..self }
    }

    /// Adds a match, or a game, that of one round.
    pub fn add_match(&mut self, rounds: &[Round]) {
        rounds.iter().for_each(|round| self.add(&round.facts));
        if let Some(matches) = &mut self.matches {
            matches.add(rounds, self.seats);
        }
    }

    /// Adds a game; one that is not finished changes nothing.
    pub fn add(&mut self, facts: &Facts) {
        let Some((outcome, scores)) = facts.result() else { return };
        let winner = only(outcome.winners);
        self.endings[outcome.ending as usize][place(winner)] += 1;
        for seat in Seat::first(self.seats) {
            self.scores[seat.index()] += share(outcome.winners, seat);
        }
        let margin = match self.seats {
            2 => i64::from(scores[0]) - i64::from(scores[1]),
            _ => 0,
        };
        if self.seats == 2 {
            self.margin_by_turn.add(margin);
        }
        self.plies.add(facts.ranks.len() as i64);
        for (phase, choices, gained) in facts.stretches() {
            add_each(&mut self.points[phase], &gained.map(u64::from));
            let moves = &mut self.moves[phase];
            choices.iter().for_each(|&of| moves.add(of.into()));
        }
        let pair = [0, 1].map(|ply| facts.ranks.get(ply).copied());
        let opening = self.openings.entry(pair).or_default();
        opening.games += 1;
        opening.wins_1 += u64::from(winner == Some(Seat::FIRST));
        opening.draws += u64::from(winner.is_none());
        opening.first_score += share(outcome.winners, Seat::FIRST);
        opening.margin += margin;
        opening.alike.add(&facts.ranks);
    }

    pub fn merge(&mut self, other: &Tally) {
        debug_assert_eq!((self.seats, self.moves.len()), (other.seats, other.moves.len()));
        let endings = self.endings.iter_mut().zip(&other.endings);
        endings.for_each(|(sums, other)| add_each(sums, other));
        add_each(&mut self.scores, &other.scores);
        self.margin_by_turn.merge(&other.margin_by_turn);
        self.plies.merge(&other.plies);
        self.points.iter_mut().zip(&other.points).for_each(|(sums, other)| add_each(sums, other));
        self.moves.iter_mut().zip(&other.moves).for_each(|(moves, other)| moves.merge(other));
        for (&pair, opening) in &other.openings {
            self.openings.entry(pair).or_default().merge(opening);
        }
        if let (Some(matches), Some(other)) = (&mut self.matches, &other.matches) {
            matches.merge(other);
        }
    }

    /// How many games were added, be they rounds of matches or not.
    pub fn rounds(&self) -> u64 {
        self.endings.iter().flatten().sum()
    }

    /// How many games were added, or how many matches.
    pub fn games(&self) -> u64 {
        self.matches.as_ref().map_or_else(|| self.rounds(), Matches::count)
    }

    /// How many games, or matches, this seat won alone.
    pub fn wins(&self, seat: Seat) -> u64 {
        self.won(Some(seat))
    }

    /// How many games, or matches, several seats won together.
    pub fn draws(&self) -> u64 {
        self.won(None)
    }

    /// The share of games, or matches, that several seats won together.
    pub fn draws_share(&self) -> Option<f64> {
        part(self.draws(), self.games())
    }

    /// The share of games, or of the rounds of matches, that ended with somebody stuck.
    pub fn stuck_share(&self) -> Option<f64> {
        part(self.endings[Ending::Stuck as usize].iter().sum(), self.rounds())
    }

    fn won(&self, winner: Option<Seat>) -> u64 {
        match &self.matches {
            Some(matches) => matches.wins[place(winner)],
            None => self.endings.iter().map(|ending| ending[place(winner)]).sum(),
        }
    }

    /// How many games ended like this and were won by this seat alone, or by several together; of
    /// rounds, seat 1 is whoever was the first to move.
    pub fn ended(&self, ending: Ending, winner: Option<Seat>) -> u64 {
        self.endings[ending as usize][place(winner)]
    }

    /// What a seat scored, in twelfths of a game, or of a match.
    pub fn score(&self, seat: Seat) -> u64 {
        self.matches.as_ref().map_or(&self.scores, |matches| &matches.scores)[seat.index()]
    }

    /// The first seat's scores of games, or of matches.
    pub fn first(&self) -> Sums {
        Sums { twelfths: self.score(Seat::FIRST), games: self.games() }
    }

    /// The first seat's points less the second's, at the end of a game, or of a match; nothing
    /// beyond two seats.
    pub fn margin(&self) -> &Histogram {
        self.matches.as_ref().map_or(&self.margin_by_turn, |matches| &matches.margin)
    }

    /// The points that a seat gained, over all games; of rounds, seat 1 is whoever was the first
    /// to move.
    pub fn points(&self, seat: Seat) -> u64 {
        self.points.iter().map(|points| points[seat.index()]).sum()
    }

    /// Whether there were several games, or matches, and all of them the same one.
    pub fn one_game(&self) -> bool {
        if let Some(matches) = &self.matches {
            return matches.count() > 1 && matches.alike.one();
        }
        let mut openings = self.openings.values();
        matches!((openings.next(), openings.next()), (Some(only), None) if only.one_game())
    }
}

/// The texts of the moves with these ranks, one after the other from a position; as many as there
/// are such moves.
pub fn opening_texts<G: Game>(game: &G, start: &G::Position, ranks: &[u32]) -> Vec<String> {
    let mut position = *start;
    let mut moves = Vec::new();
    let mut texts = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        let Some(chosen) = game.ranked(&position, rank, &mut moves) else { break };
        texts.push(game.word(&position, chosen.mv));
        game.apply(&mut position, chosen.mv);
    }
    texts
}
