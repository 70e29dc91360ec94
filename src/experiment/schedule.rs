//! The games of an experiment and their order: a pure function of its settings.
//!
//! Game number = index in its cell x number of cells + cell. So games of the same index lie side by
//! side, any prefix treats all cells alike, and an experiment with more games only adds to the end.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    pub number: u64,
    pub cell: usize,
    pub index: u64,
}

/// A part of an experiment's games: the games whose index plus cell is `part - 1` modulo `of`, so
/// that it has its part of every cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    pub part: u64,
    pub of: u64,
}

/// The games of an experiment, or of a shard of it, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    cells: u64,
    games: u64,
    shard: Shard,
}

impl Shard {
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    pub const MAX: u64 = 1_000_000;

    /// The version of the sharing. Version 1 shared by game number alone.
    pub const VERSION: u32 = 2;

    /// Returns the shard of `of` that has a game.
    pub fn of(id: GameId, of: u64) -> Shard {
        Shard { part: 1 + (id.index + id.cell as u64) % of, of }
    }

    /// Formats the shard for a manifest; `None` for the whole.
    pub fn word(self) -> Option<String> {
        (self != Shard::WHOLE).then(|| self.to_string())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let read = || {
            let (part, of) = text.split_once('/')?;
            let (part, of) = (part.parse().ok()?, of.parse().ok()?);
            // Schedulers that count from 0 give the last one this number.
            let part = if part == 0 { of } else { part };
            (1..=of).contains(&part).then_some(Shard { part, of })
        };
        let shard = read().ok_or("expected I/N with I from 1 to N, as `2/5`")?;
        if shard.of > Shard::MAX {
            return Err(format!("expected at most {} shards", Shard::MAX));
        }
        Ok(shard)
    }
}

impl Schedule {
    /// Creates a schedule of `games` games in each of `cells` cells, or the shard's part of them.
    pub fn new(cells: usize, games: u64, shard: Shard) -> Schedule {
        Schedule { cells: cells as u64, games, shard }
    }

    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Returns whether it has the games of one shard of several.
    pub fn is_part(&self) -> bool {
        self.shard != Shard::WHOLE
    }

    /// Returns the number of games of all shards: the upper bound of game numbers, exclusive.
    pub fn all(&self) -> u64 {
        self.cells * self.games
    }

    pub fn numbered(&self, number: u64) -> GameId {
        GameId { number, cell: (number % self.cells) as usize, index: number / self.cells }
    }

    pub fn len(&self) -> u64 {
        self.before(self.games)
    }

    /// Returns the place of the game with this number, from 0; `None` if it is not in the shard.
    pub fn place(&self, number: u64) -> Option<u64> {
        let id = self.numbered(number);
        let is_in = number < self.all() && Shard::of(id, self.shard.of) == self.shard;
        is_in.then(|| self.before(id.index) + id.cell as u64 / self.shard.of)
    }

    /// Returns the game at this place, from 0.
    pub fn game(&self, place: u64) -> GameId {
        let Shard { of, .. } = self.shard;
        // Of `of` indices in a row the shard has as many games as there are cells.
        let (mut index, mut end) = (place / self.cells * of, (place / self.cells + 1) * of);
        while end - index > 1 {
            let middle = index + (end - index) / 2;
            if self.before(middle) <= place {
                index = middle;
            } else {
                end = middle;
            }
        }
        let cell = self.first_cell(index) + (place - self.before(index)) * of;
        GameId { number: index * self.cells + cell, cell: cell as usize, index }
    }

    /// Returns the first cell whose game of this index the shard would have.
    fn first_cell(&self, index: u64) -> u64 {
        let Shard { part, of } = self.shard;
        (part - 1 + of - index % of) % of
    }

    /// Returns the number of the shard's games with a lower index.
    fn before(&self, index: u64) -> u64 {
        let Shard { part, of } = self.shard;
        let (turns, rest) = (index / of, index % of);
        // First cells go down from `part - 1`, by one an index, and below 0 on from `of - 1`. From
        // those below `cells % of` on, there is one game more.
        let (each, more) = (self.cells / of, self.cells % of);
        let (down, on) = (rest.min(part), rest.saturating_sub(part));
        let of_down = more.min(part).saturating_sub(part - down);
        let of_on = more.saturating_sub(of - on);
        turns * self.cells + rest * each + of_down + of_on
    }
}
