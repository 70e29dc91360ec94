//! Moves and games against perfect play, as far as positions were solved.
//!
//! # What a move loses
//!
//! A position is worth a result and a margin in points, both under best play: first the result
//! counts, and among equal results the margin. So the winner plays for as many points as can be had
//! by a win, and the loser for as few. A move loses
//!
//! - in *results*, the result before it less the result after it: 1 where a win became a loss, 1/2
//!   where a win became a draw or a draw a loss, else 0;
//! - in *points*, the margin before it less the margin after it. Where the result is kept, that is
//!   0 or more. Where the result is lost, it compares the margin of, say, a win with that of a loss:
//!   where a stuck player loses whatever the scores are, it can then be less than 0. So the mean over
//!   moves that keep the result stands beside the mean over all.
//!
//! Counted are moves of positions with few stones in which there was a choice; a move that was the
//! only one loses nothing. A player whose position is lost can lose no result: so the share of
//! results kept is also told for positions that were not lost.
//!
//! # When a game was decided
//!
//! It was decided for good with the move after which the exact result of every position was the
//! game's result. That is known where a solved position before the move had another result. Where
//! none had, the game was decided before its first solved position, or at it: by then, and nobody
//! knows when. Such games are counted apart.

use serde::{Deserialize, Serialize};

use super::facts::Facts;
use super::histogram::Histogram;
use super::ratio::Ratio;
use crate::games::Seat;

/// What the moves of some players lost, as sums over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Losses {
    /// Moves that kept the result, by all moves.
    pub held: Ratio,
    /// Moves that kept result and margin, by all moves.
    pub best: Ratio,
    /// Half results lost, by all moves.
    pub results: Ratio,
    /// Points lost, by all moves.
    pub points: Ratio,
    /// Points lost by moves that kept the result, by those moves.
    pub points_held: Ratio,
    /// Moves that kept the result in positions that were not lost, by moves in such positions.
    pub open_held: Ratio,
}

/// The same of one game.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    moves: u64,
    held: u64,
    best: u64,
    halves: i64,
    points: i64,
    points_held: i64,
    open: u64,
    open_held: u64,
}

impl Moves {
    fn add(&mut self, other: &Moves) {
        self.moves += other.moves;
        self.held += other.held;
        self.best += other.best;
        self.halves += other.halves;
        self.points += other.points;
        self.points_held += other.points_held;
        self.open += other.open;
        self.open_held += other.open_held;
    }
}

impl Losses {
    /// All of them, in order.
    fn all(&self) -> [&Ratio; 6] {
        let Losses { held, best, results, points, points_held, open_held } = self;
        [held, best, results, points, points_held, open_held]
    }

    fn add(&mut self, game: &Moves) {
        self.held.add(game.held as i64, game.moves);
        self.best.add(game.best as i64, game.moves);
        self.results.add(game.halves, game.moves);
        self.points.add(game.points, game.moves);
        self.points_held.add(game.points_held, game.held);
        self.open_held.add(game.open_held as i64, game.open);
    }

    fn merge(&mut self, other: &Losses) {
        self.held.merge(&other.held);
        self.best.merge(&other.best);
        self.results.merge(&other.results);
        self.points.merge(&other.points);
        self.points_held.merge(&other.points_held);
        self.open_held.merge(&other.open_held);
    }

    /// Whether the sums of these games can be what they are.
    fn is_possible(&self, games: u64) -> bool {
        let Losses { held, best, results, points, points_held, open_held } = self;
        let of_moves = [held, best, results, points];
        let is_part = |some: &Ratio| some.x >= 0 && some.x.unsigned_abs() <= some.y;
        self.all().iter().all(|ratio| ratio.is_possible() && ratio.games <= games)
            && of_moves.iter().all(|ratio| (ratio.games, ratio.y) == (held.games, held.y))
            && [held, best, open_held].into_iter().all(is_part)
            && best.x <= held.x
            && open_held.y <= held.y
            && points_held.y == held.x.unsigned_abs()
            && points_held.x >= 0
            // Each move that lost its result lost one half or two.
            && results.x >= held.y as i64 - held.x
            && results.x <= 2 * (held.y as i64 - held.x)
            // A move that loses its result was made in a position that was not lost.
            && open_held.y as i64 - open_held.x == held.y as i64 - held.x
    }
}

/// What the games of a cell come to against perfect play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Exact {
    /// By seat.
    seats: [Losses; 2],
    /// Of both seats' moves of a game together.
    both: Losses,
    /// Positions that were solved, and those that the budget did not suffice for.
    solved: u64,
    unsolved: u64,
    /// Games with a position that was not solved.
    unsolved_games: u64,
    /// Games with a solved position.
    games: u64,
    /// Those of them whose result was the one of the first solved position, and of all behind it.
    by_then: u64,
    /// Of the others: the ply, from 1, with which they were decided for good.
    plies: Histogram,
    /// The stones on the board when that move was made.
    stones: Histogram,
}

impl Exact {
    /// Adds a game of two seats.
    pub fn add(&mut self, facts: &Facts) {
        let mut game = [Moves::default(); 2];
        for judged in facts.judged() {
            if judged.of < 2 {
                continue;
            }
            let (before, after) =
                (judged.before.for_seat(judged.seat), judged.after.for_seat(judged.seat));
            let (halves, points) = (before.0 - after.0, before.1 - after.1);
            let held = u64::from(halves == 0);
            let open = u64::from(before.0 >= 0);
            game[judged.seat.index() & 1].add(&Moves {
                moves: 1,
                held,
                best: u64::from(before == after),
                halves: halves.into(),
                points: points.into(),
                points_held: if held == 1 { points.into() } else { 0 },
                open,
                open_held: open * held,
            });
        }
        self.seats.iter_mut().zip(&game).for_each(|(sums, moves)| sums.add(moves));
        let mut both = game[0];
        both.add(&game[1]);
        self.both.add(&both);
        let (solved, unsolved) = (facts.worths().len() as u64, facts.unsolved() as u64);
        self.solved += solved;
        self.unsolved += unsolved;
        self.unsolved_games += u64::from(unsolved > 0);
        if solved == 0 {
            return;
        }
        self.games += 1;
        match facts.decided() {
            Some((ply, stones)) => {
                self.plies.add(ply as i64);
                self.stones.add(stones.into());
            }
            None => self.by_then += 1,
        }
    }

    /// Adds the games of another.
    pub fn merge(&mut self, other: &Exact) {
        self.seats.iter_mut().zip(&other.seats).for_each(|(sums, other)| sums.merge(other));
        self.both.merge(&other.both);
        self.solved += other.solved;
        self.unsolved += other.unsolved;
        self.unsolved_games += other.unsolved_games;
        self.games += other.games;
        self.by_then += other.by_then;
        self.plies.merge(&other.plies);
        self.stones.merge(&other.stones);
    }

    /// Whether so many games can come to this: what has been added up in two ways must be equal.
    pub(super) fn fits(&self, games: u64) -> bool {
        let [first, second] = &self.seats;
        let sums = first.all().into_iter().zip(second.all()).zip(self.both.all());
        let later = i128::from(self.plies.count());
        [first, second, &self.both].into_iter().all(|losses| losses.is_possible(self.games))
            && sums.into_iter().all(|((first, second), both)| {
                first.x.checked_add(second.x) == Some(both.x)
                    && first.y.checked_add(second.y) == Some(both.y)
            })
            && self.games <= games
            && self.unsolved_games <= games
            && self.unsolved_games <= self.unsolved
            && self.games <= self.solved
            && self.both.held.y <= self.solved
            && i128::from(self.by_then) + later == self.games.into()
            && i128::from(self.stones.count()) == later
    }

    /// What a seat's moves lost.
    pub fn of_seat(&self, seat: Seat) -> &Losses {
        &self.seats[seat.index() & 1]
    }

    /// What all moves lost.
    pub fn of_both(&self) -> &Losses {
        &self.both
    }

    /// How many positions were solved, and for how many the budget did not suffice.
    pub fn positions(&self) -> [u64; 2] {
        [self.solved, self.unsolved]
    }

    /// How many games have a solved position.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games have a position that the budget did not suffice for.
    pub fn unsolved_games(&self) -> u64 {
        self.unsolved_games
    }

    /// How many games were decided by their first solved position.
    pub fn by_then(&self) -> u64 {
        self.by_then
    }

    /// Of the games that were decided behind it: the ply with which, and the stones on the board
    /// when that move was made.
    pub fn decided(&self) -> [&Histogram; 2] {
        [&self.plies, &self.stones]
    }
}
