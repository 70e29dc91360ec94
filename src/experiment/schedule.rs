//! The games of an experiment and their order: a pure function of its settings.
//!
//! Game number = index in its cell x number of cells + cell. So games of the same index lie side by
//! side, any prefix treats all cells alike, and an experiment with more games only adds to the end.
//!
//! With adaptive sampling, games are played in rounds. A round has one batch of each cell that was
//! chosen for it: the first game of each, then the second of each, and so on. The numbers of games
//! stay the same; only their order is by rounds.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    pub number: u64,
    pub cell: usize,
    pub index: u64,
}

/// A part of an experiment's games: the games whose number is `part - 1` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    pub part: u64,
    pub of: u64,
}

/// The games of an experiment, or of a shard of it, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    cells: u64,
    games: u64,
    shard: Shard,
    rounds: Option<Vec<Round>>,
    /// The ratio of indices to games of a cell, if it plays only some of them.
    spread: u64,
}

/// A batch of each chosen cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub batch: u64,
    /// The chosen cells, in order, and the index of the first game of each. With a batch of one a
    /// cell may occur several times, in the order of the indices.
    pub cells: Vec<(usize, u64)>,
    /// The number of games in the rounds before it.
    start: u64,
}

impl Shard {
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    pub const MAX: u64 = 1_000_000;

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
        Schedule { cells: cells as u64, games, shard, rounds: None, spread: 1 }
    }

    /// Creates a schedule in rounds, still without any, of at most `games` games in each of `cells`
    /// cells, from `spread` times as many indices.
    pub fn in_rounds(cells: usize, games: u64, spread: u64) -> Schedule {
        Schedule { rounds: Some(Vec::new()), spread, ..Schedule::new(cells, games, Shard::WHOLE) }
    }

    /// Returns whether games are played in rounds and there is none yet.
    pub fn is_open(&self) -> bool {
        self.rounds.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns the known rounds; empty if games are not played in rounds.
    pub fn rounds(&self) -> &[Round] {
        self.rounds.as_deref().unwrap_or_default()
    }

    /// Adds a round of these cells, each with the index of its first game.
    pub fn add_round(&mut self, batch: u64, cells: Vec<(usize, u64)>) {
        let start = self.all();
        let rounds = self.rounds.get_or_insert_default();
        rounds.push(Round { batch, cells, start });
    }

    pub fn most(&self) -> u64 {
        self.cells * self.games
    }

    /// Returns the upper bound of game numbers, exclusive.
    pub fn numbers(&self) -> u64 {
        self.most() * self.spread
    }

    fn all(&self) -> u64 {
        match &self.rounds {
            None => self.most(),
            Some(rounds) => {
                let after = |last: &Round| last.start + last.batch * last.cells.len() as u64;
                rounds.last().map_or(0, after)
            }
        }
    }

    pub fn numbered(&self, number: u64) -> GameId {
        GameId { number, cell: (number % self.cells) as usize, index: number / self.cells }
    }

    pub fn len(&self) -> u64 {
        let all = self.all();
        (all + self.shard.of - self.shard.part) / self.shard.of
    }

    pub fn place(&self, number: u64) -> Option<u64> {
        let before = self.shard.part - 1;
        let whole = self.place_in_all(number)?;
        let place = whole.checked_sub(before)? / self.shard.of;
        (whole % self.shard.of == before && place < self.len()).then_some(place)
    }

    /// Returns the position of the game with this number among the games of all shards.
    fn place_in_all(&self, number: u64) -> Option<u64> {
        let Some(rounds) = &self.rounds else { return Some(number) };
        let id = self.numbered(number);
        rounds.iter().find_map(|round| {
            let wanted = (id.cell, id.index);
            let chosen = round.cells.partition_point(|&first| first <= wanted).checked_sub(1)?;
            let (cell, from) = round.cells[chosen];
            let offset = id.index.checked_sub(from).filter(|_| cell == id.cell)?;
            let place = round.start + offset * round.cells.len() as u64 + chosen as u64;
            (offset < round.batch).then_some(place)
        })
    }

    /// Returns the game at this position, from 0.
    pub fn game(&self, place: u64) -> GameId {
        let whole = place * self.shard.of + self.shard.part - 1;
        let Some(rounds) = &self.rounds else { return self.numbered(whole) };
        let round = &rounds[rounds.partition_point(|round| round.start <= whole) - 1];
        let (place, chosen) = (whole - round.start, round.cells.len() as u64);
        let (cell, from) = round.cells[(place % chosen) as usize];
        let index = from + place / chosen;
        GameId { number: index * self.cells + cell as u64, cell, index }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_take_turns() {
        let schedule = Schedule::new(3, 2, Shard::WHOLE);
        let games: Vec<(u64, usize, u64)> = (0..schedule.len())
            .map(|place| schedule.game(place))
            .map(|game| (game.number, game.cell, game.index))
            .collect();
        assert_eq!(games, [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 0, 1), (4, 1, 1), (5, 2, 1)]);
    }

    #[test]
    fn shards_share_the_games_out() {
        for (cells, games, of) in [(1, 1, 3), (3, 7, 1), (3, 7, 2), (5, 4, 7), (2, 3, 6)] {
            let whole = Schedule::new(cells, games, Shard::WHOLE);
            let mut found: Vec<GameId> = (1..=of)
                .map(|part| Schedule::new(cells, games, Shard { part, of }))
                .flat_map(|shard| (0..shard.len()).map(move |place| shard.game(place)))
                .collect();
            found.sort();
            for part in 1..=of {
                let shard = Schedule::new(cells, games, Shard { part, of });
                for game in &found {
                    let place = shard.place(game.number);
                    assert_eq!(place.is_some(), game.number % of == part - 1);
                    assert!(place.is_none_or(|place| shard.game(place) == *game));
                }
                assert_eq!(shard.place(found.len() as u64 + part - 1), None);
            }
            let all: Vec<GameId> = (0..whole.len()).map(|place| whole.game(place)).collect();
            assert_eq!(found, all);
        }
    }

    #[test]
    fn more_games_only_add_to_the_end() {
        let (few, many) = (Schedule::new(4, 5, Shard::WHOLE), Schedule::new(4, 9, Shard::WHOLE));
        assert!((0..few.len()).all(|place| few.game(place) == many.game(place)));
    }

    #[test]
    fn rounds_have_a_batch_of_each_chosen_cell() {
        let mut schedule = Schedule::in_rounds(3, 6, 1);
        assert_eq!(schedule.len(), 0);
        schedule.add_round(2, vec![(0, 0), (1, 0), (2, 0)]);
        schedule.add_round(2, vec![(0, 2), (2, 2)]);
        schedule.add_round(2, vec![(1, 2)]);
        let games: Vec<GameId> = (0..schedule.len()).map(|place| schedule.game(place)).collect();
        let cells_and_indices: Vec<(usize, u64)> =
            games.iter().map(|game| (game.cell, game.index)).collect();
        let first = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
        let then = [(0, 2), (2, 2), (0, 3), (2, 3), (1, 2), (1, 3)];
        assert_eq!(cells_and_indices, [first, then].concat());
        for (place, game) in games.iter().enumerate() {
            assert_eq!(game.number, game.index * 3 + game.cell as u64);
            assert_eq!(schedule.numbered(game.number), *game);
            assert_eq!(schedule.place(game.number), Some(place as u64));
        }
        assert_eq!(schedule.place(3 * 4 + 1), None);
    }

    #[test]
    fn a_batch_of_one_may_have_several_games_of_a_cell() {
        let mut schedule = Schedule::in_rounds(2, 6, 5);
        let games = [(0, 3), (0, 8), (1, 0), (1, 1)];
        schedule.add_round(1, games.to_vec());
        schedule.add_round(1, vec![(0, 13), (1, 2)]);
        for (place, (cell, index)) in (0..).zip(games.into_iter().chain([(0, 13), (1, 2)])) {
            let game = GameId { number: index * 2 + cell as u64, cell, index };
            assert_eq!(schedule.game(place), game);
            assert_eq!(schedule.place(game.number), Some(place));
        }
        assert_eq!((schedule.len(), schedule.most(), schedule.numbers()), (6, 12, 60));
        assert_eq!([2 * 4, 2 * 3 + 1].map(|number| schedule.place(number)), [None, None]);
    }

    #[test]
    fn shards_are_read_strictly() {
        assert_eq!("2/5".parse(), Ok(Shard { part: 2, of: 5 }));
        assert_eq!("0/5".parse(), Ok(Shard { part: 5, of: 5 }));
        for text in ["0/0", "6/5", "1/0", "1", "a/b", "1/5/2", "-1/5", "1/1000001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
