//! Compares cells with common random numbers, game by game.

use std::collections::BTreeMap;

use crate::experiment::schedule::GameId;
use crate::experiment::{Cell, Experiment, Lineup, Openings};
use crate::stats::confidence_sequence::PairCounts;
use crate::stats::{self, PairedCells, PairedComparison, PooledPairs, TWELFTHS};
use pasang_core::games::rules::NamedRules;
use pasang_core::games::{Move, Seat, Winners};

#[derive(Clone, Debug, Default)]
pub struct PairedResults {
    pub pairs: Vec<PairedCells>,
    /// The pairs of the same rule sets and bots, pooled over several setups.
    pub together: Vec<PooledPairs>,
}

/// A game, or match, to be compared with others of its index.
#[derive(Clone, Debug)]
pub(super) struct ComparedGame {
    pub winners: Winners,
    /// The moves of each round, where rule sets are compared.
    pub moves: Vec<Vec<Move>>,
}

/// Compares the games of each index, which are adjacent in the journal.
pub(super) struct GameComparer {
    pub toggled: PairedResults,
    /// By cell, if two bots change seats in a later one: that cell.
    others: Vec<Option<usize>>,
    /// Pairs of games with one opening between two bots, each first once, by the first of two cells,
    /// for the player that is first there.
    seat_pairs: Vec<PairCounts>,
    index: u64,
    /// The games of this index, by cell.
    games: Vec<Option<ComparedGame>>,
}

impl GameComparer {
    pub(super) fn new(experiment: &Experiment) -> GameComparer {
        let lineups = &experiment.lineups;
        let other = |cell: Cell<'_>| {
            let Lineup::Bots(bots) = cell.lineup else { return None };
            let [one, other] = bots.as_slice() else { return None };
            let changed = Lineup::Bots(vec![*other, *one]);
            let there = lineups.iter().position(|it| *it == changed)?;
            let own = cell.number % lineups.len();
            let has_openings = experiment.openings != Openings::AsChosen;
            (has_openings && own < there).then_some(cell.number - own + there)
        };
        GameComparer {
            toggled: PairedResults::before(experiment),
            others: experiment.cells().map(other).collect(),
            seat_pairs: vec![PairCounts::default(); experiment.cell_count()],
            index: 0,
            games: vec![None; experiment.cell_count()],
        }
    }

    /// Returns whether any two cells are compared.
    pub(super) fn compares(&self) -> bool {
        !self.toggled.pairs.is_empty() || self.others.iter().any(Option::is_some)
    }

    /// Adds a game; `None` for one that cannot be read, or need not be.
    pub(super) fn see(&mut self, id: GameId, game: Option<ComparedGame>) {
        if id.index != self.index {
            self.compare();
            self.index = id.index;
        }
        self.games[id.cell] = game;
    }

    /// Compares the games of the index.
    fn compare(&mut self) {
        let games = &mut self.games;
        self.toggled.add(games);
        let score = |cell: usize| Some(stats::share(games[cell].as_ref()?.winners, Seat::FIRST));
        for (cell, (other, counts)) in self.others.iter().zip(&mut self.seat_pairs).enumerate() {
            if let Some((here, there)) = score(cell).zip(other.and_then(score)) {
                let both = here + TWELFTHS - there;
                counts[(2 * both / TWELFTHS) as usize] += 1;
            }
        }
        games.fill(None);
    }

    pub(super) fn finish(mut self) -> (PairedResults, Vec<PairCounts>) {
        self.compare();
        (self.toggled, self.seat_pairs)
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

    /// Compares the games, or matches, of one index, by cell.
    fn add(&mut self, games: &[Option<ComparedGame>]) {
        let compare = |PairedCells { against, cell, paired }: &mut PairedCells| {
            let (one, other) = games[*against].as_ref().zip(games[*cell].as_ref())?;
            if let Some(ply) = parting(&one.moves, &other.moves) {
                paired.parting.add(ply as i64);
            }
            paired.result_changed += u64::from(one.winners != other.winners);
            let score = |game: &ComparedGame| stats::share(game.winners, Seat::FIRST) as i64;
            let difference = score(other) - score(one);
            paired.difference.add(difference);
            Some(difference)
        };
        let differences: Vec<Option<i64>> = self.pairs.iter_mut().map(compare).collect();
        for together in &mut self.together {
            let all = together.pairs.iter().map(|&place| differences[place]);
            all.sum::<Option<i64>>().into_iter().for_each(|sum| together.sums.add(sum));
        }
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
