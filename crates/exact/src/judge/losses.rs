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

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: games of 4 and 3 moves of the first player, of 2 and none of the second.
    fn sums() -> Exact {
        let first = Moves {
            moves: 4,
            held: 3,
            best: 2,
            halves: 2,
            points: 7,
            points_held: 1,
            open: 3,
            open_held: 2,
        };
        let later = Moves { moves: 3, held: 3, best: 3, ..Moves::default() };
        let second = Moves { moves: 2, held: 2, best: 1, points: 4, points_held: 4, ..later };
        let mut exact = Exact { solved: 12, unsolved: 3, unsolved_games: 1, ..Exact::default() };
        for [one, two] in [[first, second], [later, Moves::default()]] {
            exact.seats[0].add(&one);
            exact.seats[1].add(&two);
            let mut both = one;
            both.add(&two);
            exact.both.add(&both);
        }
        (exact.games, exact.by_then) = (2, 1);
        exact.plies.add(41);
        exact.stones.add(9);
        exact
    }

    #[test]
    fn sums_of_two_players_are_those_of_both() {
        let exact = sums();
        let Losses { held, best, results, points, points_held, open_held } = exact.of_both();
        assert_eq!((held.x, held.y, held.games), (8, 9, 2));
        assert_eq!((best.x, results.x, points.x), (6, 2, 11));
        assert_eq!((points_held.x, points_held.y), (5, 8));
        assert_eq!((open_held.x, open_held.y, open_held.games), (2, 3, 1));
        // The second player had no choice in one game.
        assert_eq!(exact.of_seat(Seat::SECOND).held.games, 1);
        let mut twice = exact.clone();
        twice.merge(&exact);
        assert_eq!((twice.games(), twice.of_both().points.x), (4, 22));
    }
}
