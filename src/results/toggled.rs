//! Cells that drew the same random numbers, compared game by game.

use rayon::prelude::*;

use crate::experiment::{Experiment, Records};
use crate::game::{Seat, Winners};
use crate::journal::Fields;
use crate::rules::Rules;
use crate::runner::Crew;
use crate::schedule::GameId;
use crate::stage::Stage;
use crate::stats::{self, Change, Paired, Toggled, match_winners};

/// Games that are held at a time, or those of one index where these are more.
const MOST_WAITING: usize = 64 * 1024;

/// So many indices of these are one piece of work for a thread.
const AT_A_TIME: usize = 64;

/// Compares the games of rule sets, as they come.
pub(super) struct Toggles<'s> {
    stage: &'s Stage,
    crew: &'s Crew,
    pairings: Vec<[usize; 2]>,
    /// What was compared so far, by pairing.
    sums: Vec<Paired>,
    waiting: Vec<Waiting>,
}

/// The games of one index, by cell. They stand together, and wait here for the last of them.
struct Waiting {
    index: u64,
    records: Vec<Option<Record>>,
}

impl<'s> Toggles<'s> {
    /// Before any game; nothing where no cells are to be compared.
    pub(super) fn new(experiment: &Experiment, stage: &'s Stage, crew: &'s Crew) -> Option<Self> {
        let pairings = pairings(experiment);
        let sums = vec![Paired::default(); pairings.len()];
        let waiting = Vec::new();
        (!pairings.is_empty()).then_some(Toggles { stage, crew, pairings, sums, waiting })
    }

    /// Sees a game, or a match, whose rows have these fields.
    pub(super) fn see(&mut self, id: GameId, rows: &[Fields<'_>]) {
        let cells = self.stage.cell_count();
        if self.waiting.last().is_none_or(|last| last.index != id.index) {
            if self.waiting.len() * cells >= MOST_WAITING {
                self.compare_waiting();
            }
            self.waiting.push(Waiting { index: id.index, records: vec![None; cells] });
        }
        if let Some(last) = self.waiting.last_mut() {
            last.records[id.cell] = Record::read(rows, self.stage.seats(id.cell));
        }
    }

    fn compare_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let compare = || compare(self.stage, &self.pairings, &waiting);
        for part in self.crew.install(compare) {
            self.sums.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
        }
    }

    /// What came of it.
    pub(super) fn finish(mut self) -> Vec<Toggled> {
        self.compare_waiting();
        let toggled = self.pairings.into_iter().zip(self.sums);
        toggled.map(|([against, cell], paired)| Toggled { against, cell, paired }).collect()
    }
}

/// Which cells are compared game by game, each as the cell that is compared with and the one that
/// is: with `common-random`, and where games are recorded, each rule set with the first one of
/// the same game and number of seats.
fn pairings(experiment: &Experiment) -> Vec<[usize; 2]> {
    if !experiment.common_random || experiment.records == Records::None {
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

/// What is compared of a game, or of a match.
#[derive(Clone, Debug)]
struct Record {
    winners: Winners,
    /// The ranks of the moves, of each round.
    rounds: Vec<Vec<u32>>,
}

impl Record {
    fn read(rows: &[Fields<'_>], seats: u8) -> Option<Record> {
        let (mut rounds, mut winners) = (Vec::new(), Vec::new());
        for fields in rows {
            let mut ranks = Vec::new();
            fields.read_moves(&mut ranks)?;
            rounds.push(ranks);
            winners.push(fields.winners()?);
        }
        let winners = match winners.as_slice() {
            [only] => *only,
            _ => match_winners(winners.into_iter(), seats),
        };
        Some(Record { winners, rounds })
    }

    /// The first ply, counted from 1 through all rounds, at which two records part.
    fn parting(&self, other: &Record, stage: &Stage, [own, others]: [usize; 2]) -> Option<u32> {
        let mut before = 0;
        for (one, two) in self.rounds.iter().zip(&other.rounds) {
            if let Some(ply) = stage.parting((own, one), (others, two)) {
                return Some(before + ply);
            }
            before += one.len() as u32;
        }
        None
    }
}

/// Compares the games of some indices; the sums by pair of cells, in parts that add up.
fn compare(stage: &Stage, pairings: &[[usize; 2]], indices: &[Waiting]) -> Vec<Vec<Paired>> {
    let part = |indices: &[Waiting]| {
        let mut sums = vec![Paired::default(); pairings.len()];
        for Waiting { records, .. } in indices {
            for (sum, &[against, cell]) in sums.iter_mut().zip(pairings) {
                let (Some(one), Some(other)) = (&records[against], &records[cell]) else {
                    continue;
                };
                let parting = one.parting(other, stage, [against, cell]);
                let same = one.winners == other.winners;
                let result = if same { Change::Same } else { Change::Changed };
                let scores = [one, other].map(|record| stats::share(record.winners, Seat::FIRST));
                sum.add(parting, scores, result);
            }
        }
        sums
    };
    indices.par_chunks(AT_A_TIME).map(part).collect()
}
