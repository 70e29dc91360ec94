//! Compiles an experiment for play: every cell with its game, its first position and its random
//! numbers.

use std::collections::BTreeMap;

use super::Tally;
use super::allotment::Allotment;
use super::journal::{Form, row_names};
use crate::experiment::schedule::{GameId, Schedule, Shard};
use crate::experiment::{Cell, Experiment, Lineup, Openings};
use pasang_balance::{OpeningDesign, Pair};
use pasang_core::base::random::SeedKey;
use pasang_core::games::game_record::GameRecord;
use pasang_core::games::{IndexedMove, Move, Position};
use pasang_core::players::bots::BotSpec;
use pasang_core::players::crew::{Crew, CrewPlayer, Image};
use pasang_core::players::runner::CellKeys;
use pasang_core::score::ScoreSum;

/// An experiment with its seed: the only kind that is played.
#[derive(Debug)]
pub struct CompiledExperiment {
    experiment: Experiment,
    pub seed: u64,
    pub(super) cells: Vec<PreparedCell>,
    /// The number of seatings of all line-ups.
    pub(super) seatings: usize,
    pub lineup_names: Vec<LineupNames>,
}

#[derive(Debug)]
pub(super) struct PreparedCell {
    /// The names as rows of the journal have them.
    pub(super) names: String,
    pub(super) start: Position,
    /// First moves that are played in turn, game by game; none if bots choose them.
    openings: Vec<[IndexedMove<Move>; 2]>,
    /// `true` if their order is random.
    is_shuffled: bool,
    /// The key of that order, independent of the bots.
    opening_key: SeedKey,
    /// Which of them come next, if they do not take turns.
    pub(super) allotment: Option<Allotment>,
    /// The players: one seating, or one for each member of the crew.
    seatings: Vec<Seating>,
    crew: Option<Crew>,
}

/// The names of a line-up, shared by all its cells.
#[derive(Debug)]
pub struct LineupNames {
    pub joined: String,
    /// One for all seats, or one for each.
    pub each: Vec<String>,
}

/// The bots of a game, seat by seat.
#[derive(Debug)]
pub(super) struct Seating {
    /// The number of the seating among those of all line-ups.
    pub(super) number: usize,
    pub(super) bots: Vec<BotSpec>,
    pub(super) key: SeedKey,
}

impl CompiledExperiment {
    /// Compiles an experiment with a seed, the experiment's own if it has one.
    pub fn new(experiment: Experiment, seed: u64) -> CompiledExperiment {
        let seed = experiment.seed.unwrap_or(seed);
        let experiment = Experiment { seed: Some(seed), ..experiment };
        // The number of each line-up's first seating.
        let (mut first, mut seatings) = (Vec::new(), 0);
        for lineup in &experiment.lineups {
            first.push(seatings);
            seatings += lineup.crew().map_or(1, |crew| crew.members.len());
        }
        let cells = experiment.cells().zip(first.iter().cycle());
        let cells = cells.map(|(cell, &first)| PreparedCell::new(&experiment, seed, &cell, first));
        let cells: Vec<PreparedCell> = cells.collect();
        let names = |lineup: &Lineup| LineupNames {
            joined: lineup.to_string(),
            each: match lineup {
                Lineup::Bots(bots) => bots.iter().map(ToString::to_string).collect(),
                Lineup::Crew(crew) => vec![crew.to_string()],
            },
        };
        let lineup_names = experiment.lineups.iter().map(names).collect();
        CompiledExperiment { experiment, seed, cells, seatings, lineup_names }
    }

    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Returns whether the rules are those of a designed experiment of two players.
    pub fn is_designed(&self) -> bool {
        let is_of_two = self.experiment.rules.iter().all(|named| named.rules.seats() == 2);
        self.experiment.factorial.is_some() && is_of_two
    }

    pub fn form(&self) -> Form {
        Form { has_crew: self.experiment.has_crew() }
    }

    /// Returns the member of a crew that plays this game, and the image of the board that it sees.
    pub fn crew_player(&self, id: GameId) -> Option<CrewPlayer> {
        self.cells[id.cell].crew_player(id.index)
    }

    pub fn bots(&self, id: GameId) -> &[BotSpec] {
        &self.cells[id.cell].seating(id.index).0.bots
    }

    /// Returns the number of pairs of first moves that are played in turn; 0 if the bots choose them.
    pub fn opening_pairs(&self, cell: usize) -> u64 {
        self.cells[cell].opening_pairs()
    }

    pub fn seats(&self, cell: usize) -> u8 {
        self.cells[cell].start.seats()
    }

    /// Returns the games, or a shard's part of them, in order.
    pub fn schedule(&self, shard: Shard) -> Schedule {
        Schedule::new(self.cells.len(), self.experiment.games, shard)
    }

    pub fn tallies(&self) -> Vec<Tally> {
        (0..self.cells.len()).map(|cell| self.tally(cell)).collect()
    }

    pub fn tally(&self, cell: usize) -> Tally {
        let rules = self.cells[cell].start.rules();
        Tally::new(rules.seats(), rules.phases().len())
    }

    /// Returns the game that a cell's recorded moves make, without its setup; it ends at an index that
    /// no move has.
    pub fn game(&self, cell: usize, indices: &[u32]) -> GameRecord {
        GameRecord::from_indices(self.cells[cell].start, indices)
    }

    /// Returns whether games are allotted round by round.
    pub(crate) fn is_allotted(&self) -> bool {
        self.cells.iter().any(|cell| cell.allotment.is_some())
    }

    /// Returns the game number before which the games that are known to be allotted end, from this one on.
    pub(super) fn round_end(&self, number: u64) -> u64 {
        let (cells, all) = (self.cells.len() as u64, self.schedule(Shard::WHOLE).all());
        let index = number / cells;
        let rests = self.cells.iter().filter_map(|cell| Some(cell.allotment.as_ref()?.rest(index)));
        rests.min().map_or(all, |rest| all.min((index + rest) * cells))
    }

    /// Allots the rounds that begin with the game of this number, by the score sums of the games before, by
    /// cell and pair.
    pub(super) fn allot(&self, number: u64, sum: impl Fn(usize, &Pair) -> ScoreSum) {
        let cells = self.cells.len() as u64;
        if !number.is_multiple_of(cells) {
            return;
        }
        for (at, cell) in self.cells.iter().enumerate() {
            if let Some(allotment) = &cell.allotment {
                allotment.allot(number / cells, |pair| sum(at, pair));
            }
        }
    }
}

/// The score sums of the games of a journal that is read from its start, which allot its later rounds.
#[derive(Clone, Debug)]
pub(crate) struct RoundSums(Vec<BTreeMap<Pair, ScoreSum>>);

impl RoundSums {
    /// Creates the sums of no games; `None` for an experiment without rounds.
    pub(crate) fn new(compiled: &CompiledExperiment) -> Option<RoundSums> {
        compiled.is_allotted().then(|| RoundSums(vec![BTreeMap::new(); compiled.cells.len()]))
    }

    /// Adds the next game, with its moves and the first player's score in twelfths.
    pub(crate) fn add(
        &mut self,
        compiled: &CompiledExperiment,
        id: GameId,
        moves: &[u32],
        twelfths: u64,
    ) {
        let pair = [0, 1].map(|ply| moves.get(ply).copied());
        let sum = self.0[id.cell].entry(pair).or_default();
        (sum.twelfths, sum.games) = (sum.twelfths + twelfths, sum.games + 1);
        compiled
            .allot(id.number + 1, |cell, pair| self.0[cell].get(pair).copied().unwrap_or_default());
    }
}

impl PreparedCell {
    fn new(
        experiment: &Experiment,
        seed: u64,
        cell: &Cell<'_>,
        first_seating: usize,
    ) -> PreparedCell {
        let rules = cell.rules.rules;
        let seats = rules.seats();
        let own = Some((cell.setup.stones, &rules)).filter(|_| !experiment.common_random);
        let bots = cell.lineup.seatings(seats);
        let keys: Vec<CellKeys> = bots.iter().map(|bots| CellKeys::new(seed, own, bots)).collect();
        // It is the same for all bots.
        let opening_key = keys[0].openings;
        let seatings = (first_seating..).zip(bots).zip(keys);
        let seatings =
            seatings.map(|((number, bots), keys)| Seating { number, bots, key: keys.games });
        let seatings: Vec<Seating> = seatings.collect();
        let names = row_names([&cell.setup.name, &cell.rules.name, &cell.lineup.to_string()]);
        // The experiment's reader has checked that games can be played from here, and that each
        // pair is legal.
        let Ok(start) = rules.start(cell.setup) else { unreachable!("the reader has seen it") };
        let pairs = experiment.openings.pairs(&start);
        let openings: Vec<_> = pairs.iter().filter_map(|&pair| start.indexed(pair)).collect();
        let crew = cell.lineup.crew().cloned();
        let is_best = experiment.openings == Openings::Best;
        let allotment = crew.as_ref().filter(|_| is_best).map(|crew| {
            let keys = openings.iter().map(|pair| pair.map(|mv| Some(mv.index))).collect();
            let design = OpeningDesign::of(&start, &pairs, cell.setup);
            Allotment::new(rules.kind(), crew, design, keys)
        });
        let is_shuffled = experiment.openings == Openings::Shuffled;
        PreparedCell { names, start, openings, is_shuffled, opening_key, allotment, seatings, crew }
    }

    /// Returns the number of games after which the first moves take their turn again.
    fn opening_pairs(&self) -> u64 {
        let is_in_turn = !self.is_shuffled && self.allotment.is_none();
        if is_in_turn { self.openings.len() as u64 } else { 1 }
    }

    /// Returns the opening of the game with this index; no moves if the bots choose them.
    pub(super) fn opening(&self, index: u64) -> &[IndexedMove<Move>] {
        let pairs = self.openings.len() as u64;
        let Some(place) = index.checked_rem(pairs) else { return &[] };
        if let Some(allotment) = &self.allotment {
            return &self.openings[allotment.game(index).0];
        }
        if !self.is_shuffled {
            return &self.openings[place as usize];
        }
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        self.opening_key.rng(u64::MAX - index / pairs).shuffle(&mut order);
        &self.openings[order[place as usize]]
    }

    fn crew_player(&self, index: u64) -> Option<CrewPlayer> {
        match &self.allotment {
            Some(allotment) => Some(allotment.game(index).1),
            None => self.crew.as_ref().map(|crew| crew.player(self.opening_pairs(), index)),
        }
    }

    /// Returns who plays the game with this index, and the image of the board that the bots see.
    pub(super) fn seating(&self, index: u64) -> (&Seating, Image) {
        let player = self.crew_player(index);
        let CrewPlayer { member, image } =
            player.unwrap_or(CrewPlayer { member: 0, image: Image::Board });
        (&self.seatings[member], image)
    }
}
