//! Compiles an experiment for play: every cell with its game, its first position and its random
//! numbers.

use std::num::{NonZeroU32, NonZeroU64};

use crate::base::random::SeedKey;
use crate::experiment::schedule::{GameId, Schedule, Shard};
use crate::experiment::{Cell, Lineup, NextStart, Openings, SeededExperiment};
use crate::games::game_record::GameRecord;
use crate::games::rules::Game;
use crate::games::setup::Setup;
use crate::games::{Seat, bell, brunei};
use crate::players::PlayableGame;
use crate::players::bots::BotSpec;
use crate::players::crew::{Crew, CrewPlayer, Image};
use crate::players::play::CellKeys;
use crate::playing::journal::{Form, RowLabels};
use crate::stats::Tally;
use crate::stats::balance::{CellBalance, OpeningDesign, VarianceComponents};

#[derive(Debug)]
pub struct CompiledExperiment {
    experiment: SeededExperiment,
    pub(super) cells: Vec<PreparedCell>,
    /// The number of seatings of all line-ups.
    pub(super) seatings: usize,
    pub lineup_names: Vec<LineupNames>,
}

#[derive(Debug)]
pub(super) struct PreparedCell {
    pub(super) labels: RowLabels,
    pub(super) arena: AnyCell,
    phases: usize,
    /// The key of the random moves after the openings, and their number; independent of the bots.
    drawn: (SeedKey, u8),
    seats: u8,
    /// The players: one seating, or one for each member of the crew.
    seatings: Vec<Seating>,
    crew: Option<Crew>,
    /// The description of the start for external engines, if the cell has any.
    pub(super) start_word: Option<String>,
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

/// A game of either kind: the only place that distinguishes them.
#[derive(Debug)]
pub(super) enum AnyCell {
    Brunei(CellGame<brunei::Rules>),
    Bell(CellGame<bell::Rules>),
}

#[derive(Debug)]
pub(super) struct CellGame<G: PlayableGame> {
    pub(super) game: G,
    pub(super) start: G::Position,
    /// First moves that are played in turn, game by game; none if bots choose them.
    openings: Vec<[G::Move; 2]>,
}

impl CompiledExperiment {
    pub fn new(experiment: SeededExperiment) -> CompiledExperiment {
        // The number of each line-up's first seating.
        let (mut first, mut seatings) = (Vec::new(), 0);
        for lineup in &experiment.lineups {
            first.push(seatings);
            seatings += lineup.crew().map_or(1, |crew| crew.members.len());
        }
        let cells = experiment.cells().zip(first.iter().cycle());
        let cells = cells.map(|(cell, &first)| PreparedCell::new(&experiment, &cell, first));
        let cells: Vec<PreparedCell> = cells.collect();
        let names = |lineup: &Lineup| LineupNames {
            joined: lineup.to_string(),
            each: match lineup {
                Lineup::Bots(bots) => bots.iter().map(ToString::to_string).collect(),
                Lineup::Crew(crew) => vec![crew.to_string()],
            },
        };
        let lineup_names = experiment.lineups.iter().map(names).collect();
        CompiledExperiment { experiment, cells, seatings, lineup_names }
    }

    pub fn experiment(&self) -> &SeededExperiment {
        &self.experiment
    }

    /// Returns the number of rounds for each index of a cell: 1 for single games.
    pub fn rounds(&self) -> u64 {
        self.experiment.rounds()
    }

    pub fn form(&self) -> Form {
        Form { rounds: self.rounds(), has_crew: self.experiment.has_crew() }
    }

    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the member of a crew that plays this game, and the image of the board that it sees.
    pub fn crew_player(&self, id: GameId) -> Option<CrewPlayer> {
        self.cells[id.cell].crew_player(id.index)
    }

    /// Returns the bots of a game, seat by seat.
    pub fn bots(&self, id: GameId) -> &[BotSpec] {
        &self.cells[id.cell].seating(id.index).0.bots
    }

    /// Returns the number of pairs of first moves that are played in turn; 0 if the bots choose them.
    pub fn opening_pairs(&self, cell: usize) -> u64 {
        self.cells[cell].opening_pairs()
    }

    pub fn seats(&self, cell: usize) -> u8 {
        self.cells[cell].seats
    }

    /// Returns the first mover of the next round, after one of `plies` plies. Seats take turns one
    /// after the other in both games, and every move captures: the player who made the last move
    /// captured the last stone.
    pub(super) fn next_starter(&self, starter: Seat, plies: usize, seats: u8) -> Seat {
        match self.experiment.rounds.map(|rounds| rounds.next_start) {
            Some(NextStart::Alternate) => starter.next(seats),
            Some(NextStart::LastCapturer) => {
                let turns = plies.checked_sub(1).map_or(0, |last| last % usize::from(seats));
                (0..turns).fold(starter, |seat, _| seat.next(seats))
            }
            None => starter,
        }
    }

    /// Returns the games, or a shard's part of them, in order.
    pub fn schedule(&self, shard: Shard) -> Schedule {
        Schedule::new(self.cells.len(), self.experiment.games, shard)
    }

    pub fn tallies(&self) -> Vec<Tally> {
        (0..self.cells.len()).map(|cell| self.tally(cell)).collect()
    }

    /// Returns the balance of each cell that a crew plays.
    pub fn balances(&self, tallies: &[Tally]) -> Vec<Option<CellBalance>> {
        let statements = self.cells.iter().filter(|cell| cell.crew.is_some()).count() as u64;
        let balance = |(cell, (prepared, tally)): (Cell<'_>, (&PreparedCell, &Tally))| {
            let (crew, design) = (cell.lineup.crew()?, prepared.opening_design(cell.setup));
            let components = VarianceComponents::of(cell.rules.rules.kind());
            CellBalance::of(design, |pair| tally.opening(pair), crew, components, statements)
        };
        self.experiment.cells().zip(self.cells.iter().zip(tallies)).map(balance).collect()
    }

    pub fn tally(&self, cell: usize) -> Tally {
        let PreparedCell { seats, phases, .. } = &self.cells[cell];
        Tally::new(*seats, *phases).of_rounds(self.rounds())
    }

    /// Returns the game that a cell's recorded moves make, without its setup; it ends at an index that
    /// no move has.
    pub fn game(&self, cell: usize, indices: &[u32]) -> GameRecord {
        match &self.cells[cell].arena {
            AnyCell::Brunei(ready) => ready.game(indices),
            AnyCell::Bell(ready) => ready.game(indices),
        }
    }
}

impl PreparedCell {
    fn new(experiment: &SeededExperiment, cell: &Cell<'_>, first_seating: usize) -> PreparedCell {
        let rules = cell.rules.rules;
        let seats = rules.seats();
        let own = Some((cell.setup.stones, &rules)).filter(|_| !experiment.common_random);
        let bots = cell.lineup.seatings(seats);
        let keys: Vec<CellKeys> =
            bots.iter().map(|bots| CellKeys::new(experiment.seed(), own, bots)).collect();
        // The key of the openings is the same for all bots.
        let drawn = (keys[0].openings, experiment.opening_plies);
        let seatings = (first_seating..).zip(bots).zip(keys);
        let seatings =
            seatings.map(|((number, bots), keys)| Seating { number, bots, key: keys.games });
        let seatings: Vec<Seating> = seatings.collect();
        let labels =
            RowLabels::new(&cell.setup.name, &cell.rules.name, &cell.lineup.to_string(), seats);
        let arena = match rules {
            Game::Brunei(rules) => {
                AnyCell::Brunei(CellGame::new(rules, cell, &experiment.openings))
            }
            Game::Bell(rules) => AnyCell::Bell(CellGame::new(rules, cell, &experiment.openings)),
        };
        let has_engine = cell.lineup.bots().iter().any(|bot| bot.is_external());
        let start_word = has_engine.then(|| rules.start_in_an_order(&cell.setup.board()));
        let phases = rules.phases().len();
        let crew = cell.lineup.crew().cloned();
        PreparedCell { labels, arena, phases, drawn, seats, seatings, crew, start_word }
    }

    fn opening_design(&self, setup: &Setup) -> OpeningDesign {
        match &self.arena {
            AnyCell::Brunei(CellGame { game, start, openings }) => {
                OpeningDesign::of(game, start, openings, Some(setup))
            }
            AnyCell::Bell(CellGame { game, start, openings }) => {
                OpeningDesign::of(game, start, openings, None)
            }
        }
    }

    fn opening_pairs(&self) -> u64 {
        (match &self.arena {
            AnyCell::Brunei(ready) => ready.openings.len(),
            AnyCell::Bell(ready) => ready.openings.len(),
        }) as u64
    }

    fn crew_player(&self, index: u64) -> Option<CrewPlayer> {
        self.crew.as_ref().map(|crew| crew.player(self.opening_pairs(), index))
    }

    /// Returns who plays the game with this index, and the image of the board that the bots see.
    pub(super) fn seating(&self, index: u64) -> (&Seating, Image) {
        let player = self.crew_player(index);
        let CrewPlayer { member, image } =
            player.unwrap_or(CrewPlayer { member: 0, image: Image::Board });
        (&self.seatings[member], image)
    }
}

impl<G: PlayableGame> CellGame<G> {
    fn new(game: G, cell: &Cell<'_>, openings: &Openings) -> CellGame<G> {
        // The experiment's reader has checked that games can be played from here, and that each
        // pair is legal.
        let Ok(start) = cell.setup.start(&game) else { unreachable!("the reader has seen it") };
        let openings = openings.pairs(&game, &start);
        CellGame { game, start, openings }
    }

    /// Sets `first` to the forced first moves of the game with this index: the assigned opening,
    /// and the random moves after it.
    pub(super) fn first(
        &self,
        PreparedCell { drawn: (key, plies), .. }: &PreparedCell,
        index: u64,
        legal: &mut Vec<G::Move>,
        first: &mut Vec<G::Move>,
    ) {
        first.clear();
        if let Some(pairs) = NonZeroU64::new(self.openings.len() as u64) {
            first.extend(self.openings[(index % pairs) as usize]);
        }
        if *plies == 0 {
            return;
        }
        let mut position = self.start;
        first.iter().for_each(|&mv| self.game.apply(&mut position, mv));
        let mut rng = key.rng(index);
        for _ in 0..*plies {
            self.game.moves(&position, legal);
            // The game may be over by then.
            let Some(moves) = NonZeroU32::new(legal.len() as u32) else { break };
            let mv = legal[rng.below(moves.get()) as usize];
            self.game.apply(&mut position, mv);
            first.push(mv);
        }
    }

    fn game(&self, indices: &[u32]) -> GameRecord {
        let (mut position, mut legal) = (self.start, Vec::new());
        let moves = indices.iter().map_while(|&index| {
            let mv = self.game.move_at(&position, index, &mut legal)?.mv;
            let wrapped = self.game.wrap_move(&position, mv);
            self.game.apply(&mut position, mv);
            Some(wrapped)
        });
        GameRecord::new_unchecked(self.game.wrap(self.start), moves.collect())
    }
}
