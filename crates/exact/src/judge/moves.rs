//! Losses of moves against perfect play.
//!
//! A position has a result and a margin in points under best play: the result counts first, and
//! among equal results the margin. The winner thus plays for as many points as a win allows, and
//! the loser concedes as few as possible. A move loses
//!
//! - in *results*, the result before it less the result after it: 1 from a win to a loss, 1/2 from
//!   a win to a draw or from a draw to a loss, else 0;
//! - in *points*, the margin before it less the margin after it, for moves that keep the result:
//!   there it is 0 or more.
//!
//! Moves count in positions with few stones where there was a choice; an only move loses nothing. A
//! player in a lost position can lose no result: the share of results kept is therefore also given
//! for positions that were not lost.

use pasang::stats::rounded;

use super::exact_value::JudgedPosition;

pub const WORDS: &str = "Moves of positions with few stones, where there was a choice. kept: the share that kept the \
                         result that\nbest play has; not lost: the same in positions that were not lost; best: the \
                         share that kept the margin\nin points, too. lost: what a move lost on average, in results \
                         (1 from a win to a loss, 1/2 to or from a\ndraw), and in points where it kept the result.\n";

/// Counts and losses of the moves of a seat, or of a bot.
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
    /// Returns the statistics of both seats of a game.
    pub fn of(game: &JudgedPosition) -> [Moves; 2] {
        let mut seats = [Moves::default(); 2];
        let after = game.solved.iter().skip(1).map(|it| it.worth).chain([game.end]);
        for (solved, after) in game.solved.iter().zip(after).filter(|(it, _)| it.choices > 1) {
            let (before, after) = (solved.worth.for_seat(solved.seat), after.for_seat(solved.seat));
            seats[solved.seat.index() & 1].add(before, after);
        }
        seats
    }

    /// Adds a move by the values before and after it, both in its player's view.
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
