//! What moves lose against perfect play.
//!
//! A position is worth a result and a margin in points, both under best play: first the result
//! counts, and among equal results the margin. So the winner plays for as many points as can be had
//! by a win, and the loser for as few. A move loses
//!
//! - in *results*, the result before it less the result after it: 1 where a win became a loss, 1/2
//!   where a win became a draw or a draw a loss, else 0;
//! - in *points*, the margin before it less the margin after it, told of moves that keep the result:
//!   there it is 0 or more.
//!
//! Counted are moves of positions with few stones in which there was a choice; a move that was the
//! only one loses nothing. A player whose position is lost can lose no result: so the share of
//! results kept is also given for positions that were not lost.

use pasang::stats::rounded;

use super::worth::Judged;

pub const WORDS: &str = "Moves of positions with few stones, where there was a choice. kept: the share that kept the \
                         result that\nbest play has; not lost: the same in positions that were not lost; best: the \
                         share that kept the margin\nin points, too. lost: what a move lost on average, in results \
                         (1 from a win to a loss, 1/2 to or from a\ndraw), and in points where it kept the result.\n";

/// The moves of a seat, or of a bot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    moves: u64,
    held: u64,
    best: u64,
    halves: i64,
    points_held: i64,
    open: u64,
    open_held: u64,
}

impl Moves {
    /// Those of both seats of a game.
    pub fn of(game: &Judged) -> [Moves; 2] {
        let mut seats = [Moves::default(); 2];
        let after = game.solved.iter().skip(1).map(|it| it.worth).chain([game.end]);
        for (solved, after) in game.solved.iter().zip(after).filter(|(it, _)| it.choices > 1) {
            let (before, after) = (solved.worth.for_seat(solved.seat), after.for_seat(solved.seat));
            seats[solved.seat.index() & 1].add(before, after);
        }
        seats
    }

    /// Adds a move from a position of one worth to one of another, both in its player's view.
    fn add(&mut self, before: (i32, i32), after: (i32, i32)) {
        let is_held = before.0 == after.0;
        self.moves += 1;
        self.best += u64::from(before == after);
        self.halves += i64::from(before.0 - after.0);
        if is_held {
            self.held += 1;
            self.points_held += i64::from(before.1 - after.1);
        }
        if before.0 >= 0 {
            self.open += 1;
            self.open_held += u64::from(is_held);
        }
    }

    pub fn merge(&mut self, other: &Moves) {
        self.moves += other.moves;
        self.held += other.held;
        self.best += other.best;
        self.halves += other.halves;
        self.points_held += other.points_held;
        self.open += other.open;
        self.open_held += other.open_held;
    }

    pub fn figures(&self) -> Vec<String> {
        let part = |sum: f64, of: u64, digits| match of {
            0 => String::new(),
            of => rounded(sum / of as f64, digits),
        };
        let share = |some: u64, of| part(100.0 * some as f64, of, 1);
        vec![
            self.moves.to_string(),
            share(self.held, self.moves),
            share(self.open_held, self.open),
            share(self.best, self.moves),
            part(self.halves as f64 / 2.0, self.moves, 4),
            part(self.points_held as f64, self.held, 2),
        ]
    }
}
