//! The tallies that threads add to, all at once.
//!
//! Each thread has a set of its own, so that none waits for another and each finds in its cache
//! what it added to last. Where there are very many cells, that would be much memory and no cache
//! would hold it: threads then share sets, and lock one cell at a time. All sums are whole numbers,
//! so that it makes no difference who adds what to which of them.

use std::sync::{Mutex, PoisonError};

use crate::playing::prepared::Prepared;
use crate::stats::{Round, Tally};

/// For each thread there are at most so many tallies, unless that is less than one for each cell.
/// A tally takes about ten kilobytes.
const TALLIES_A_THREAD: usize = 512;

/// Several sets of tallies, by cell.
#[derive(Debug)]
pub(super) struct Sums {
    sets: Vec<Vec<Mutex<Tally>>>,
}

impl Sums {
    /// Room for the games that so many threads play, to be added to those of `tallies`.
    pub(super) fn new(tallies: Vec<Tally>, prepared: &Prepared, threads: usize) -> Sums {
        let sets = TALLIES_A_THREAD * threads / tallies.len().max(1);
        Sums::of_sets(sets.clamp(1, threads.max(1)), tallies, prepared)
    }

    /// Room for so many sets, of which one is `tallies`.
    fn of_sets(sets: usize, tallies: Vec<Tally>, prepared: &Prepared) -> Sums {
        let empty = (1..sets).map(|_| prepared.tallies());
        let all = std::iter::once(tallies).chain(empty);
        Sums { sets: all.map(|set| set.into_iter().map(Mutex::new).collect()).collect() }
    }

    /// Adds a game of a cell that a thread has played, or the rounds of a match.
    pub(super) fn add(&self, thread: usize, cell: usize, rounds: &[Round]) {
        let tally = &self.sets[thread % self.sets.len()][cell];
        tally.lock().unwrap_or_else(PoisonError::into_inner).add_match(rounds);
    }

    /// The tallies of all games.
    pub(super) fn into_tallies(self) -> Vec<Tally> {
        let open = |tally: Mutex<Tally>| tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut sets = self.sets.into_iter().map(|set| set.into_iter().map(open));
        let mut all: Vec<Tally> = sets.next().into_iter().flatten().collect();
        // Each tally is let go as soon as it is added.
        sets.for_each(|set| all.iter_mut().zip(set).for_each(|(sum, part)| sum.merge(&part)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::fault::Source;
    use crate::experiment::Experiment;
    use crate::experiment::schedule::Shard;
    use crate::playing::player::Player;

    const GAMES: u64 = 30;

    /// Some games were played before; three threads then add the others, to as many sets as there
    /// are threads and to fewer.
    #[test]
    fn it_does_not_matter_which_threads_share_a_set() {
        let text = "games = 15\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\", \"bell\"]\n\
                    bots = [\"random\"]\n";
        let source = Source::new("small.toml", text);
        let experiment = Experiment::parse(&source, std::path::Path::new("")).unwrap();
        let prepared = Prepared::new(experiment.clone().settle(|| 7));
        let schedule = prepared.schedule(Shard::WHOLE);
        assert_eq!(schedule.len(), GAMES);
        let tallied = |places: std::ops::Range<u64>| {
            let (mut player, mut tallies) = (Player::new(&prepared), prepared.tallies());
            for id in places.map(|place| schedule.game(place)) {
                player.play(id);
                player.add_to(&mut tallies[id.cell]);
            }
            tallies
        };
        let (before, all) = (tallied(0..6), tallied(0..GAMES));
        for sets in 1..=3 {
            let sums = Sums::of_sets(sets, before.clone(), &prepared);
            std::thread::scope(|scope| {
                for thread in 0..3 {
                    let (sums, prepared, schedule) = (&sums, &prepared, &schedule);
                    scope.spawn(move || {
                        let mut player = Player::new(prepared);
                        let places = (6 + thread..GAMES).step_by(3);
                        for id in places.map(|place| schedule.game(place)) {
                            player.play(id);
                            sums.add(thread as usize, id.cell, player.rounds());
                        }
                    });
                }
            });
            assert_eq!(sums.into_tallies(), all, "{sets} sets");
        }
    }

    /// However many threads there are, many cells have few sets, and few cells one for each thread.
    #[test]
    fn there_are_fewer_sets_where_there_are_many_cells() {
        let text =
            "games = 1\nsetups = [\"catalogue-01\"]\nrules = [\"bell\"]\nbots = [\"random\"]\n";
        let source = Source::new("one.toml", text);
        let experiment = Experiment::parse(&source, std::path::Path::new("")).unwrap();
        let prepared = Prepared::new(experiment.clone().settle(|| 7));
        let sets = |cells: usize, threads: usize| {
            let tallies = vec![prepared.tally(0); cells];
            Sums::new(tallies, &prepared, threads).sets.len()
        };
        assert_eq!([sets(1, 1), sets(1, 64), sets(512, 64)], [1, 64, 64]);
        assert_eq!([sets(3744, 2), sets(3744, 16), sets(3744, 64)], [1, 2, 8]);
    }
}
