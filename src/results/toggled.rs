//! Cells that drew the same random numbers, compared game by game.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::winners_of;
use crate::experiment::Experiment;
use crate::experiment::schedule::GameId;
use crate::games::rules::Rules;
use crate::games::{Seat, Winners};
use crate::playing::Workers;
use crate::playing::journal::Fields;
use crate::playing::prepared::Prepared;
use crate::stats::{self, Histogram, Paired, Together, Toggled};

/// Games that are held at a time, or those of one index where these are more.
const MOST_WAITING: usize = 64 * 1024;

/// So many indices of these are one piece of work for a thread.
const AT_A_TIME: usize = 64;

/// What comparing came to.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Pair by pair.
    pub pairs: Vec<Toggled>,
    /// The pairs of the same rule sets and bots, where there are several setups.
    pub together: Vec<Together>,
}

/// Compares the games of rule sets, as they come.
pub(super) struct Toggles<'s> {
    prepared: &'s Prepared,
    workers: &'s Workers,
    pairings: Vec<[usize; 2]>,
    /// What was compared so far, by pairing.
    sums: Vec<Paired>,
    together: Vec<Together>,
    waiting: Vec<Waiting>,
}

/// The games of one index, by cell. They stand together, and wait here for the last of them.
struct Waiting {
    index: u64,
    records: Vec<Option<Record>>,
}

impl<'s> Toggles<'s> {
    /// Before any game; nothing where no cells are to be compared.
    pub(super) fn new(prepared: &'s Prepared, workers: &'s Workers) -> Option<Self> {
        let experiment = prepared.experiment();
        let pairings = pairings(experiment);
        let sums = vec![Paired::default(); pairings.len()];
        let (together, waiting) = (together(experiment, &pairings), Vec::new());
        (!pairings.is_empty()).then_some(Toggles {
            prepared,
            workers,
            pairings,
            sums,
            together,
            waiting,
        })
    }

    /// Sees a game, or a match, whose rows have these fields.
    pub(super) fn see(&mut self, id: GameId, rows: &[Fields<'_>]) {
        let cells = self.prepared.cell_count();
        if self.waiting.last().is_none_or(|last| last.index != id.index) {
            if self.waiting.len() * cells >= MOST_WAITING {
                self.compare_waiting();
            }
            self.waiting.push(Waiting { index: id.index, records: vec![None; cells] });
        }
        if let Some(last) = self.waiting.last_mut() {
            last.records[id.cell] = Record::read(rows, self.prepared.seats(id.cell));
        }
    }

    fn compare_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let compare = || compare(self.prepared, &self.pairings, &self.together, &waiting);
        for (paired, sums) in self.workers.install(compare) {
            self.sums.iter_mut().zip(&paired).for_each(|(sum, part)| sum.merge(part));
            self.together.iter_mut().zip(&sums).for_each(|(all, part)| all.sums.merge(part));
        }
    }

    /// What came of it.
    pub(super) fn finish(mut self) -> Compared {
        self.compare_waiting();
        let toggled = self.pairings.into_iter().zip(self.sums);
        let toggled = toggled.map(|([against, cell], paired)| Toggled { against, cell, paired });
        Compared { pairs: toggled.collect(), together: self.together }
    }
}

/// Which cells are compared game by game, each as the cell that is compared with and the one that
/// is: with `common-random`, each rule set with the first one of
/// the same game and number of seats.
fn pairings(experiment: &Experiment) -> Vec<[usize; 2]> {
    if !experiment.common_random {
        return Vec::new();
    }
    let rules = &experiment.rules;
    let alike =
        |one: &Rules, other: &Rules| (one.kind(), one.seats()) == (other.kind(), other.seats());
    let first: Vec<usize> = rules
        .iter()
        .map(|own| rules.iter().position(|other| alike(&other.rules, &own.rules)).unwrap_or(0))
        .collect();
    let lineups = experiment.lineups.len();
    let cell = |number: usize| {
        let own = number / lineups % rules.len();
        let against = number - (own - first[own]) * lineups;
        (against != number).then_some([against, number])
    };
    (0..experiment.cell_count()).filter_map(cell).collect()
}

/// The pairs of the same rule sets and bots, without sums yet; none where there is one setup.
fn together(experiment: &Experiment, pairings: &[[usize; 2]]) -> Vec<Together> {
    let setups = experiment.setups.len();
    let of_a_setup = experiment.cell_count() / setups.max(1);
    let mut together: BTreeMap<usize, Together> = BTreeMap::new();
    for (place, [_, cell]) in pairings.iter().enumerate() {
        together.entry(cell % of_a_setup).or_default().pairs.push(place);
    }
    together.into_values().filter(|_| setups > 1).collect()
}

/// What is compared of a game, or of a match.
#[derive(Clone, Debug)]
struct Record {
    winners: Winners,
    /// The ranks of the moves, of each round.
    rounds: Vec<Vec<u32>>,
}

impl Record {
    fn read(rows: &[Fields<'_>], seats: u8) -> Option<Record> {
        let ranks = |fields: &Fields<'_>| {
            let mut ranks = Vec::new();
            fields.read_moves(&mut ranks).map(|()| ranks)
        };
        let rounds = rows.iter().map(ranks).collect::<Option<_>>()?;
        Some(Record { winners: winners_of(rows, seats).ok()?, rounds })
    }

    /// The first ply, counted from 1 through all rounds, at which two records part.
    fn parting(
        &self,
        other: &Record,
        prepared: &Prepared,
        [own, others]: [usize; 2],
    ) -> Option<u32> {
        let mut before = 0;
        for (one, two) in self.rounds.iter().zip(&other.rounds) {
            if let Some(ply) = prepared.parting((own, one), (others, two)) {
                return Some(before + ply);
            }
            before += one.len() as u32;
        }
        None
    }
}

/// Compares the games of some indices; the sums by pair of cells, and those of all setups together,
/// in parts that add up.
fn compare(
    prepared: &Prepared,
    pairings: &[[usize; 2]],
    together: &[Together],
    indices: &[Waiting],
) -> Vec<(Vec<Paired>, Vec<Histogram>)> {
    let part = |indices: &[Waiting]| {
        let mut sums = vec![Paired::default(); pairings.len()];
        let mut of_setups = vec![Histogram::default(); together.len()];
        for Waiting { records, .. } in indices {
            let mut differences = vec![None; pairings.len()];
            let pairs = sums.iter_mut().zip(&mut differences).zip(pairings);
            for ((sum, difference), &[against, cell]) in pairs {
                let (Some(one), Some(other)) = (&records[against], &records[cell]) else {
                    continue;
                };
                if let Some(ply) = one.parting(other, prepared, [against, cell]) {
                    sum.parting.add(ply.into());
                }
                sum.result_changed += u64::from(one.winners != other.winners);
                let [score, others] =
                    [one, other].map(|record| stats::share(record.winners, Seat::FIRST) as i64);
                sum.difference.add(others - score);
                *difference = Some(others - score);
            }
            for (sums, together) in of_setups.iter_mut().zip(together) {
                let all = together.pairs.iter().map(|&place| differences[place]);
                all.sum::<Option<i64>>().into_iter().for_each(|sum| sums.add(sum));
            }
        }
        (sums, of_setups)
    };
    indices.par_chunks(AT_A_TIME).map(part).collect()
}
