//! Measures of a game of a designed experiment: its score, and those of its profile.

use std::ops::Range;

use pasang_core::profile;

/// The number of measures: the first player's score, and those of a game's profile.
pub const MEASURES: usize = 1 + profile::MEASURES.len();

/// The score and the measures that a game's moves have, and those of games whose positions are searched.
pub const OF_MOVES: Range<usize> = 0..1 + profile::OF_MOVES;
pub const OF_SEARCHES: Range<usize> = OF_MOVES.end..MEASURES;

/// Returns the name of a measure in tables, and for readers.
pub fn measure(number: usize) -> (&'static str, &'static str) {
    match number.checked_sub(1) {
        None => ("score", "first player's score"),
        Some(number) => (profile::MEASURES[number].0, profile::MEASURES[number].1),
    }
}

/// Returns a game's measures; 0 for those that it lacks.
pub fn values_of(score: f64, profile: &profile::Profile) -> [f64; MEASURES] {
    let mut values = [0.0; MEASURES];
    values[0] = score;
    values[1..].iter_mut().zip(&profile.values).for_each(|(to, value)| *to = *value);
    values
}

/// Sums over the games that one bot of a line-up played in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasureSums {
    pub games: u64,
    pub sums: [f64; MEASURES],
    pub squares: [f64; MEASURES],
}

impl MeasureSums {
    pub fn add(&mut self, values: [f64; MEASURES]) {
        self.games += 1;
        self.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        self.squares.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * value);
    }
}
