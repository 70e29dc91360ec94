//! Moves and games against perfect play, as far as positions were solved, as sums.
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
//! results kept is also given for positions that were not lost.
//!
//! # When a game was decided
//!
//! It was decided for good with the move after which the exact result of every position was the
//! game's result. That is known where a solved position before the move had another result. Where
//! none had, the game was decided before its first solved position, or at it: by then, and nobody
//! knows when. Such games are counted apart.

use pasang::stats::Histogram;

use super::ratio::Ratio;
use super::worth::Judged;

/// What the moves of some players lost, as sums over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Adds a move from a position of one worth to one of another, both in its player's view.
    fn add(&mut self, before: (i32, i32), after: (i32, i32)) {
        let points = i64::from(before.1 - after.1);
        self.moves += 1;
        self.best += u64::from(before == after);
        self.halves += i64::from(before.0 - after.0);
        self.points += points;
        let is_held = before.0 == after.0;
        if is_held {
            self.held += 1;
            self.points_held += points;
        }
        if before.0 >= 0 {
            self.open += 1;
            self.open_held += u64::from(is_held);
        }
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
}

/// What the games of a cell come to against perfect play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub games: u64,
    /// What the moves of each seat lost.
    pub seats: [Losses; 2],
    /// What both seats' moves lost, a game's taken together.
    pub both: Losses,
    pub solved: u64,
    /// Those that the budget did not suffice for, and those before them.
    pub unsolved: u64,
    pub unsolved_games: u64,
    pub solved_games: u64,
    /// Those of them whose result was the one of the first solved position, and of all behind it.
    pub by_then: u64,
    /// Of the others: the ply, from 1, with which they were decided for good.
    pub plies: Histogram,
    /// The stones on the board when that move was made.
    pub stones: Histogram,
}

impl Sums {
    pub fn add(&mut self, game: &Judged) {
        let (mut seats, mut both) = ([Moves::default(); 2], Moves::default());
        let after = game.solved.iter().skip(1).map(|it| it.worth).chain([game.end]);
        for (solved, after) in game.solved.iter().zip(after).filter(|(it, _)| it.choices > 1) {
            let (before, after) = (solved.worth.for_seat(solved.seat), after.for_seat(solved.seat));
            seats[solved.seat.index() & 1].add(before, after);
            both.add(before, after);
        }
        self.seats.iter_mut().zip(&seats).for_each(|(sums, moves)| sums.add(moves));
        self.both.add(&both);
        self.games += 1;
        self.solved += game.solved.len() as u64;
        self.unsolved += game.unsolved as u64;
        self.unsolved_games += u64::from(game.unsolved > 0);
        self.solved_games += u64::from(!game.solved.is_empty());
        match game.solved.iter().rfind(|it| it.worth.result != game.end.result) {
            Some(decisive) => {
                self.plies.add(decisive.ply as i64);
                self.stones.add(decisive.stones.into());
            }
            None => self.by_then += u64::from(!game.solved.is_empty()),
        }
    }
}
