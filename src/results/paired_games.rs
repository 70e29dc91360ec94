//! Compares cells with common random numbers, game by game.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::winners_of;
use crate::experiment::schedule::GameId;
use crate::experiment::{Cell, Experiment, Lineup, Openings};
use crate::playing::Workers;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::playing::journal::Fields;
use crate::stats::confidence_sequence::PairCounts;
use crate::stats::{self, Histogram, PairedCells, PairedComparison, PooledPairs, TWELFTHS};
use pasang_core::games::rules::NamedRules;
use pasang_core::games::{Move, Seat, Winners};

/// The number of games buffered, or the games of one index if these are more.
const MAX_WAITING: usize = 64 * 1024;

/// The number of indices in one task of a thread.
const AT_A_TIME: usize = 64;

#[derive(Clone, Debug, Default)]
pub struct PairedResults {
    pub pairs: Vec<PairedCells>,
    /// The pairs of the same rule sets and bots, pooled over several setups.
    pub together: Vec<PooledPairs>,
}

/// Accumulates the comparisons of rule sets as games arrive.
pub(super) struct PairedAccumulator<'s> {
    compiled: &'s CompiledExperiment,
    workers: &'s Workers,
    compared: PairedResults,
    waiting: Vec<Waiting>,
}

/// The games of one index, by cell. They are adjacent in the journal, and wait here for the last of
/// them.
struct Waiting {
    index: u64,
    records: Vec<Option<Record>>,
}

impl<'s> PairedAccumulator<'s> {
    pub(super) fn new(compiled: &'s CompiledExperiment, workers: &'s Workers) -> Self {
        let compared = PairedResults::before(compiled.experiment());
        PairedAccumulator { compiled, workers, compared, waiting: Vec::new() }
    }

    /// Adds a game, or a match.
    pub(super) fn see(&mut self, id: GameId, rows: &[Fields<'_>]) {
        if self.compared.pairs.is_empty() {
            return;
        }
        let cells = self.compiled.cell_count();
        if self.waiting.last().is_none_or(|last| last.index != id.index) {
            if self.waiting.len() * cells >= MAX_WAITING {
                self.compare_waiting();
            }
            self.waiting.push(Waiting { index: id.index, records: vec![None; cells] });
        }
        if let Some(last) = self.waiting.last_mut() {
            last.records[id.cell] = Record::read(rows, self.compiled.seats(id.cell));
        }
    }

    fn compare_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let PairedResults { pairs, together } = &mut self.compared;
        let part = |indices| compare(self.compiled, pairs, together, indices);
        let parts: Vec<(Vec<PairedComparison>, Vec<Histogram>)> =
            self.workers.install(|| waiting.par_chunks(AT_A_TIME).map(part).collect());
        for (paired, sums) in parts {
            pairs.iter_mut().zip(&paired).for_each(|(pair, part)| pair.paired.merge(part));
            together.iter_mut().zip(&sums).for_each(|(all, part)| all.sums.merge(part));
        }
    }

    pub(super) fn finish(mut self) -> PairedResults {
        self.compare_waiting();
        self.compared
    }
}

impl PairedResults {
    /// Returns the pairs of cells to compare, still without games: with `common-random`, each rule
    /// set with the first one of the same game and number of seats.
    fn before(experiment: &Experiment) -> PairedResults {
        if !experiment.common_random {
            return PairedResults::default();
        }
        let rules = &experiment.rules;
        let kind = |named: &NamedRules| (named.rules.kind(), named.rules.seats());
        let first = |own: &NamedRules| rules.iter().position(|other| kind(other) == kind(own));
        let first: Vec<usize> = rules.iter().filter_map(first).collect();
        let lineups = experiment.lineups.len();
        let pair = |cell: usize| {
            let own = cell / lineups % rules.len();
            let against = cell - (own - first[own]) * lineups;
            let paired = PairedComparison::default();
            (against != cell).then_some(PairedCells { against, cell, paired })
        };
        let pairs: Vec<PairedCells> = (0..experiment.cell_count()).filter_map(pair).collect();
        let setups = experiment.setups.len();
        let of_a_setup = experiment.cell_count() / setups.max(1);
        let mut together: BTreeMap<usize, PooledPairs> = BTreeMap::new();
        for (place, pair) in pairs.iter().enumerate().filter(|_| setups > 1) {
            together.entry(pair.cell % of_a_setup).or_default().pairs.push(place);
        }
        PairedResults { pairs, together: together.into_values().collect() }
    }
}

/// Counts pairs of games with one opening between two bots, each first once.
pub(super) struct SeatPairs {
    /// By cell, if the bots change seats in another: that cell.
    others: Vec<Option<usize>>,
    index: u64,
    /// Scores of the first players of this index, in twelfths, by cell.
    waiting: Vec<Option<u64>>,
    counts: Vec<PairCounts>,
}

impl SeatPairs {
    pub(super) fn new(experiment: &Experiment) -> SeatPairs {
        let cells: Vec<Cell<'_>> = experiment.cells().collect();
        let lineups = experiment.lineups.len();
        let has_openings = experiment.openings != Openings::AsChosen;
        let other = |(at, cell): (usize, &Cell<'_>)| {
            let Lineup::Bots(bots) = cell.lineup else { return None };
            let [one, other] = bots.as_slice() else { return None };
            let from = at - at % lineups;
            let changed = [*other, *one];
            let is_changed =
                |it: &Cell<'_>| matches!(it.lineup, Lineup::Bots(of) if *of == changed);
            let found = cells[from..from + lineups].iter().position(is_changed)?;
            (has_openings && one != other).then_some(from + found)
        };
        SeatPairs {
            others: cells.iter().enumerate().map(other).collect(),
            index: 0,
            waiting: vec![None; cells.len()],
            counts: vec![PairCounts::default(); cells.len()],
        }
    }

    /// Adds a game, of which those with the same index come one after the other.
    pub(super) fn see(&mut self, id: GameId, rows: &[Fields<'_>]) {
        let Some(other) = self.others[id.cell] else { return };
        if id.index != self.index {
            self.index = id.index;
            self.waiting.fill(None);
        }
        let Ok(winners) = winners_of(rows, 2) else { return };
        let score = stats::share(winners, Seat::FIRST);
        self.waiting[id.cell] = Some(score);
        if let Some(there) = self.waiting[other] {
            // Of the first cell's first player.
            let (cell, both) = match id.cell < other {
                true => (id.cell, score + TWELFTHS - there),
                false => (other, there + TWELFTHS - score),
            };
            self.counts[cell][(2 * both / TWELFTHS) as usize] += 1;
        }
    }

    /// Returns the counts, by the first of two cells, for the player that is first there.
    pub(super) fn finish(self) -> Vec<PairCounts> {
        self.counts
    }
}

#[derive(Clone, Debug)]
struct Record {
    winners: Winners,
    rounds: Vec<Vec<u32>>,
}

impl Record {
    fn read(rows: &[Fields<'_>], seats: u8) -> Option<Record> {
        let indices = |fields: &Fields<'_>| {
            let mut indices = Vec::new();
            fields.read_moves(&mut indices).map(|()| indices)
        };
        let rounds = rows.iter().map(indices).collect::<Option<_>>()?;
        Some(Record { winners: winners_of(rows, seats).ok()?, rounds })
    }

    /// Decodes the moves of each round.
    fn moves(&self, compiled: &CompiledExperiment, cell: usize) -> Vec<Vec<Move>> {
        self.rounds.iter().map(|round| compiled.game(cell, round).moves).collect()
    }
}

/// Returns the first ply, from 1 through all rounds, at which two games differ in a move, or only one
/// of them continues; `None` if all moves are equal. Moves are compared by value, since the rules may
/// give them other indices.
fn parting(one: &[Vec<Move>], other: &[Vec<Move>]) -> Option<usize> {
    let mut before = 0;
    for (one, other) in one.iter().zip(other) {
        let both = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        if both < one.len().max(other.len()) {
            return Some(before + both + 1);
        }
        before += both;
    }
    None
}

/// Compares the games of some indices. Returns the sums by pair of cells, and the sums over all
/// setups.
fn compare(
    compiled: &CompiledExperiment,
    pairs: &[PairedCells],
    together: &[PooledPairs],
    indices: &[Waiting],
) -> (Vec<PairedComparison>, Vec<Histogram>) {
    let mut sums = vec![PairedComparison::default(); pairs.len()];
    let mut of_setups = vec![Histogram::default(); together.len()];
    for Waiting { records, .. } in indices {
        let mut differences = vec![None; pairs.len()];
        let moves =
            |(cell, record): (usize, &Option<Record>)| Some(record.as_ref()?.moves(compiled, cell));
        let moves: Vec<Option<Vec<Vec<Move>>>> = records.iter().enumerate().map(moves).collect();
        for ((sum, difference), pair) in sums.iter_mut().zip(&mut differences).zip(pairs) {
            let game = |cell: usize| records[cell].as_ref().zip(moves[cell].as_ref());
            let [Some((one, moves)), Some((other, others))] = [pair.against, pair.cell].map(game)
            else {
                continue;
            };
            if let Some(ply) = parting(moves, others) {
                sum.parting.add(ply as i64);
            }
            sum.result_changed += u64::from(one.winners != other.winners);
            let score = |record: &Record| stats::share(record.winners, Seat::FIRST) as i64;
            let by = score(other) - score(one);
            sum.difference.add(by);
            *difference = Some(by);
        }
        for (sums, together) in of_setups.iter_mut().zip(together) {
            let all = together.pairs.iter().map(|&place| differences[place]);
            all.sum::<Option<i64>>().into_iter().for_each(|sum| sums.add(sum));
        }
    }
    (sums, of_setups)
}
