//! Sums over matches of several rounds: match results, and the score of the first to move in each
//! round.
//!
//! Seats here are seats at the table: seat 1 starts round 1, and the rules of the match say who
//! starts the others. A round counts as a game does, in twelfths; the match goes to the highest
//! sum.

use super::game_stats::GameStats;
use super::histogram::Histogram;
use super::score::{WinCounts, add_each, only, place, share};
use pasang_core::games::{Seat, Winners, scores_at_table};

#[derive(Clone, Debug)]
pub struct Round {
    /// The seat that moved first.
    pub starter: Seat,
    /// The facts about its game, by turn: the first to move is the first player.
    pub facts: GameStats,
}

/// Returns the winners of a match from the winners of its rounds: the seats with the highest sum of
/// scores.
pub fn match_winners(rounds: &[Winners], seats: u8) -> Winners {
    let mut sums = [0; Seat::MAX];
    for &winners in rounds {
        for seat in Seat::first(seats) {
            sums[seat.index()] += share(winners, seat) as u16;
        }
    }
    Winners::by_score(&sums, seats)
}

/// Returns the winners of a match; `None` before it has ended.
pub fn winners_of(rounds: &[Round], seats: u8) -> Option<Winners> {
    let each = rounds.iter().map(|Round { starter, facts }| {
        let (outcome, _) = facts.result()?;
        Some(outcome.winners.at_table(*starter, seats))
    });
    Some(match_winners(&each.collect::<Option<Vec<Winners>>>()?, seats))
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// The number of matches that each seat won alone, and of shared wins.
    pub wins: WinCounts,
    /// By seat, in twelfths of a match.
    pub scores: [u64; Seat::MAX],
    /// The score margin of a match: seat 1's points less seat 2's over all rounds; empty with more
    /// than two seats.
    pub margin: Histogram,
    /// The total score of the starters of a match's rounds, in twelfths of a round.
    pub starters: Histogram,
    /// The total score of seat 1 over a match's rounds, in twelfths of a round.
    pub first: Histogram,
    pub rounds: Vec<RoundSums>,
}

/// The sums over all rounds of the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundSums {
    /// The number of rounds in which seat 1 moved first.
    pub first_starts: u64,
    /// The score of the first to move, in twelfths.
    pub starter_score: u64,
    /// The score of seat 1, in twelfths.
    pub first_score: u64,
}

impl Matches {
    pub(super) fn new(rounds: u64) -> Matches {
        Matches { rounds: vec![RoundSums::default(); rounds as usize], ..Matches::default() }
    }

    /// Adds a match whose rounds have all ended.
    pub(super) fn add(&mut self, rounds: &[Round], seats: u8) {
        let Some(winners) = winners_of(rounds, seats) else { return };
        self.wins[place(only(winners))] += 1;
        for seat in Seat::first(seats) {
            self.scores[seat.index()] += share(winners, seat);
        }
        let (mut margin, mut starters, mut first) = (0, 0, 0);
        for (round, sums) in rounds.iter().zip(&mut self.rounds) {
            let Some((outcome, scores)) = round.facts.result() else { continue };
            let [one, two, ..] = scores_at_table(&scores, round.starter, seats);
            margin += i64::from(one) - i64::from(two);
            let starter_score = share(outcome.winners, Seat::FIRST);
            let seated = outcome.winners.at_table(round.starter, seats);
            let first_score = share(seated, Seat::FIRST);
            sums.first_starts += u64::from(round.starter == Seat::FIRST);
            sums.starter_score += starter_score;
            sums.first_score += first_score;
            starters += starter_score as i64;
            first += first_score as i64;
        }
        if seats == 2 {
            self.margin.add(margin);
        }
        self.starters.add(starters);
        self.first.add(first);
    }

    pub(super) fn merge(&mut self, other: &Matches) {
        add_each(&mut self.wins, &other.wins);
        add_each(&mut self.scores, &other.scores);
        self.margin.merge(&other.margin);
        self.starters.merge(&other.starters);
        self.first.merge(&other.first);
        for (sums, other) in self.rounds.iter_mut().zip(&other.rounds) {
            sums.first_starts += other.first_starts;
            sums.starter_score += other.starter_score;
            sums.first_score += other.first_score;
        }
    }

    pub fn count(&self) -> u64 {
        self.wins.iter().sum()
    }
}
