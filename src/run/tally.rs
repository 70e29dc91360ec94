//! Sums over the games of a cell.

use std::collections::BTreeMap;

use super::game_facts::GameFacts;
use super::histogram::Histogram;
use super::score::{TWELFTHS, WinCounts, add_each, only, part, place, share};
pub use pasang_balance::Pair;
use pasang_core::games::{EndReason, Seat};
use pasang_core::players::crew::CrewPlayer;
pub use pasang_core::score::ScoreSum;

/// The numbers of games, of those that the first seat won alone, and its score in twelfths of a game.
pub type Count = [u64; 3];

/// The sums over the games with the same first two moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub games: u64,
    /// The number of games that the first seat won alone.
    pub wins_1: u64,
    pub draws: u64,
    /// The first seat's score, in twelfths of a game.
    pub first_score: u64,
    /// The total score margin, the first seat's points less the second's; 0 with more than two
    /// seats.
    pub margin: i64,
    /// The move indices of all games; `None` if two differ.
    pub alike: Option<Vec<u32>>,
    /// The games of each player of a crew.
    pub players: BTreeMap<CrewPlayer, Count>,
}

impl Opening {
    /// Returns whether there were several games, all identical.
    pub fn one_game(&self) -> bool {
        self.games > 1 && self.alike.is_some()
    }

    /// The first seat's scores.
    pub fn sum(&self) -> ScoreSum {
        ScoreSum { twelfths: self.first_score, games: self.games }
    }

    pub fn count(&self) -> Count {
        [self.games, self.wins_1, self.first_score]
    }

    /// Takes note of the moves of games that are about to be counted; `None` if these differ.
    fn compare(&mut self, indices: Option<&[u32]>) {
        if self.games == 0 {
            self.alike = indices.map(<[u32]>::to_vec);
        } else if self.alike.as_deref() != indices {
            self.alike = None;
        }
    }

    fn merge(&mut self, other: &Opening) {
        self.compare(other.alike.as_deref());
        self.games += other.games;
        self.wins_1 += other.wins_1;
        self.draws += other.draws;
        self.first_score += other.first_score;
        self.margin += other.margin;
        for (player, count) in &other.players {
            add_each(self.players.entry(*player).or_default(), count);
        }
    }
}

/// The sums over the games of a cell. Merging the tallies of any parts of the games, in any order,
/// gives the tally of all of them.
///
/// No sum can overflow: with 10^10 games of fewer than 10^4 plies, points and moves each, no count
/// is beyond 10^18, and 64 bits hold 1.8 times 10^19, or half of it with a sign. Sums of squares
/// are computed on demand, with 128 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub seats: u8,
    /// By end reason, in the order of [`EndReason`].
    pub endings: [WinCounts; 3],
    /// By seat, in twelfths of a game.
    pub scores: [u64; Seat::MAX],
    /// The score margin, the first seat's points less the second's; empty with more than two seats.
    pub margin: Histogram,
    pub plies: Histogram,
    pub points: Vec<[u64; Seat::MAX]>,
    /// The numbers of legal moves by phase, at every ply.
    pub moves: Vec<Histogram>,
    /// In the order of the move indices.
    pub openings: BTreeMap<Pair, Opening>,
}

impl Tally {
    /// Creates the tally of no games.
    pub fn new(seats: u8, phases: usize) -> Tally {
        Tally {
            seats,
            points: vec![[0; Seat::MAX]; phases],
            moves: vec![Histogram::default(); phases],
            ..Tally::default()
        }
    }

    /// Adds a game, of a player of a crew; ignores an unfinished one.
    pub fn add(&mut self, facts: &GameFacts, player: Option<CrewPlayer>) {
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
            self.margin.add(margin);
        }
        self.plies.add(facts.indices.len() as i64);
        for (phase, choices, gained) in facts.phase_segments() {
            add_each(&mut self.points[phase], &gained.map(u64::from));
            let moves = &mut self.moves[phase];
            choices.iter().for_each(|&of| moves.add(of.into()));
        }
        let pair = [0, 1].map(|ply| facts.indices.get(ply).copied());
        let opening = self.openings.entry(pair).or_default();
        opening.compare(Some(&facts.indices));
        let count = [1, (winner == Some(Seat::FIRST)).into(), share(outcome.winners, Seat::FIRST)];
        opening.games += count[0];
        opening.wins_1 += count[1];
        opening.draws += u64::from(winner.is_none());
        opening.first_score += count[2];
        opening.margin += margin;
        if let Some(player) = player {
            add_each(opening.players.entry(player).or_default(), &count);
        }
    }

    /// Counts games for two of which no more is known.
    pub fn count(&mut self, [games, wins_1, first_score]: Count) {
        let draws = (first_score - TWELFTHS * wins_1) / (TWELFTHS / 2);
        let known = [
            (Some(Seat::FIRST), wins_1),
            (Some(Seat::SECOND), games - wins_1 - draws),
            (None, draws),
        ];
        known.into_iter().for_each(|(winner, of)| self.endings[0][place(winner)] += of);
        add_each(&mut self.scores, &[first_score, TWELFTHS * games - first_score, 0, 0]);
    }

    pub fn merge(&mut self, other: &Tally) {
        debug_assert_eq!((self.seats, self.moves.len()), (other.seats, other.moves.len()));
        let endings = self.endings.iter_mut().zip(&other.endings);
        endings.for_each(|(sums, other)| add_each(sums, other));
        add_each(&mut self.scores, &other.scores);
        self.margin.merge(&other.margin);
        self.plies.merge(&other.plies);
        self.points.iter_mut().zip(&other.points).for_each(|(sums, other)| add_each(sums, other));
        self.moves.iter_mut().zip(&other.moves).for_each(|(moves, other)| moves.merge(other));
        for (&pair, opening) in &other.openings {
            self.openings.entry(pair).or_default().merge(opening);
        }
    }

    pub fn games(&self) -> u64 {
        self.endings.iter().flatten().sum()
    }

    /// The number of games that `seat` won alone.
    pub fn wins(&self, seat: Seat) -> u64 {
        self.won(Some(seat))
    }

    /// The number of games with several winners.
    pub fn draws(&self) -> u64 {
        self.won(None)
    }

    /// The share of games with several winners; `None` without games.
    pub fn draws_share(&self) -> Option<f64> {
        part(self.draws(), self.games())
    }

    /// The share of games that ended with a player stuck; `None` without games.
    pub fn stuck_share(&self) -> Option<f64> {
        part(self.endings[EndReason::Stuck as usize].iter().sum(), self.games())
    }

    fn won(&self, winner: Option<Seat>) -> u64 {
        self.endings.iter().map(|ending| ending[place(winner)]).sum()
    }

    /// The total score of a seat, in twelfths of a game.
    pub fn score(&self, seat: Seat) -> u64 {
        self.scores[seat.index()]
    }

    /// A seat's scores over all games.
    pub fn sum(&self, seat: Seat) -> ScoreSum {
        ScoreSum { twelfths: self.score(seat), games: self.games() }
    }

    /// The first seat's scores over the games with these first two moves.
    pub fn opening(&self, pair: &Pair) -> ScoreSum {
        self.openings.get(pair).map(Opening::sum).unwrap_or_default()
    }

    /// The points that a seat gained over all games.
    pub fn points(&self, seat: Seat) -> u64 {
        self.points.iter().map(|points| points[seat.index()]).sum()
    }
}
