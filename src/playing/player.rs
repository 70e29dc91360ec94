//! Plays compiled games, or replays them from their records, one after the other.

use super::compiled_experiment::{AnyCell, CellGame, CompiledExperiment, PreparedCell, Seating};
use super::engine::build_bot;
use super::journal::{Row, write_row};
use crate::base::cancel::CancelToken;
use crate::experiment::Engine;
use crate::experiment::schedule::GameId;
use crate::games::{Outcome, Seat, bell, brunei, scores_at_table};
use crate::players::PlayableGame;
use crate::players::play::{GameRunner, ReplayError, replay};
use crate::stats::{GameStats, Round};

/// Each round has its own random stream: this many bits of the stream's number hold the index.
const INDEX_BITS: u32 = 46;

// The highest index and the highest round leave two bits for the seat.
const _: () = assert!(crate::experiment::MAX_GAMES <= 1 << INDEX_BITS);
const _: () = assert!(crate::experiment::MAX_ROUNDS <= 1 << (62 - INDEX_BITS));

/// Plays the games, or matches, of a compiled experiment, one after the other; each thread has its
/// own.
pub struct ExperimentPlayer<'s> {
    compiled: &'s CompiledExperiment,
    brunei: LineupRunners<brunei::Rules>,
    bell: LineupRunners<bell::Rules>,
    /// The rounds of the match played last, or the single game.
    rounds: Vec<Round>,
    moves_text: Vec<u8>,
    cancel: CancelToken,
    engines: &'s [Engine],
}

/// The bots of one game: a runner for each seating, and scratch space.
struct LineupRunners<G: PlayableGame> {
    tables: Vec<Option<(usize, GameRunner<G>)>>,
    first: Vec<G::Move>,
    moves: Vec<G::Move>,
}

impl<G: PlayableGame> LineupRunners<G> {
    fn new(seatings: usize) -> LineupRunners<G> {
        let tables = (0..seatings).map(|_| None).collect();
        LineupRunners { tables, first: Vec::new(), moves: Vec::new() }
    }

    /// Plays round number `place`, from 0, of the match with this index.
    fn play(
        &mut self,
        ready: &CellGame<G>,
        (cell, engines): (&PreparedCell, &[Engine]),
        (index, place): (u64, u64),
        Round { starter, facts }: &mut Round,
        cancel: &CancelToken,
    ) -> Option<()> {
        let (Seating { number, bots, key }, image) = cell.seating(index);
        let seats = bots.len();
        // The same line-up may sit at tables of two, three and four.
        let table = match &mut self.tables[*number] {
            Some((found, table)) if *found == seats => table,
            slot => {
                let (_, table) = slot
                    .insert((seats, GameRunner::with_bots(bots, |bot| build_bot(bot, engines))));
                table.set_cancel_token(cancel);
                table
            }
        };
        if let Some(start) = &cell.start_word {
            table.set_start(start);
        }
        table.set_first_player(*starter);
        table.set_image(image);
        facts.clear();
        // All rounds of a match have the same first moves: each pair comes up equally often.
        ready.first(cell, index, &mut self.moves, &mut self.first);
        let draws = place << INDEX_BITS | index;
        let played = table.play(&ready.game, &ready.start, key, draws, &self.first, facts);
        facts.finish(&played?);
        Some(())
    }

    fn replay(
        &mut self,
        ready: &CellGame<G>,
        indices: &[u32],
        facts: &mut GameStats,
    ) -> Result<(), ReplayError> {
        facts.clear();
        let played = replay(&ready.game, &ready.start, indices, &mut self.moves, facts)?;
        facts.finish(&played);
        Ok(())
    }
}

impl<'s> ExperimentPlayer<'s> {
    pub fn new(compiled: &'s CompiledExperiment) -> ExperimentPlayer<'s> {
        ExperimentPlayer {
            compiled,
            brunei: LineupRunners::new(compiled.seatings),
            bell: LineupRunners::new(compiled.seatings),
            rounds: vec![Round::default(); compiled.rounds() as usize],
            moves_text: Vec::new(),
            cancel: CancelToken::default(),
            engines: &[],
        }
    }

    /// Makes the player drop its game when `cancel` is set, and start the engines of its experiment
    /// if `asks_engines`. Engines are off by default: reading results runs no program named in
    /// them.
    #[must_use]
    pub fn with_halt(self, cancel: &CancelToken, asks_engines: bool) -> ExperimentPlayer<'s> {
        let all = &self.compiled.experiment().engines;
        ExperimentPlayer {
            cancel: cancel.clone(),
            engines: if asks_engines { all } else { &[] },
            ..self
        }
    }

    /// Plays a game, or all rounds of a match, and keeps the facts about it. `None` if it is
    /// dropped.
    pub fn play(&mut self, id: GameId) -> Option<()> {
        let cell = &self.compiled.cells[id.cell];
        let mut starter = Seat::FIRST;
        let seated = (cell, self.engines);
        for (place, round) in (0..).zip(&mut self.rounds) {
            round.starter = starter;
            let which = (id.index, place);
            match &cell.arena {
                AnyCell::Brunei(ready) => {
                    self.brunei.play(ready, seated, which, round, &self.cancel)?
                }
                AnyCell::Bell(ready) => {
                    self.bell.play(ready, seated, which, round, &self.cancel)?
                }
            }
            let plies = round.facts.indices.len();
            starter = self.compiled.next_starter(starter, plies, self.compiled.seats(id.cell));
        }
        Some(())
    }

    /// Replays a game from its record, or a match from the records of its rounds, without any bot,
    /// and keeps the facts about it. `Err` with the index of the faulty round.
    pub fn replay(&mut self, id: GameId, records: &[Vec<u32>]) -> Result<(), (usize, ReplayError)> {
        let cell = &self.compiled.cells[id.cell];
        let mut starter = Seat::FIRST;
        for (place, (round, indices)) in self.rounds.iter_mut().zip(records).enumerate() {
            round.starter = starter;
            let facts = &mut round.facts;
            let replayed = match &cell.arena {
                AnyCell::Brunei(ready) => self.brunei.replay(ready, indices, facts),
                AnyCell::Bell(ready) => self.bell.replay(ready, indices, facts),
            };
            replayed.map_err(|fault| (place, fault))?;
            starter =
                self.compiled.next_starter(starter, indices.len(), self.compiled.seats(id.cell));
        }
        Ok(())
    }

    /// Returns the rounds of the match played last, in order; a single game is one round.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Appends the journal's row of the game played last, or the rows of the match.
    pub fn write_rows(&mut self, id: GameId, lines: &mut Vec<u8>) {
        let seats = self.compiled.seats(id.cell);
        let form = self.compiled.form();
        let player = form.has_crew.then(|| self.compiled.crew_player(id));
        for (place, Round { starter, facts }) in (0..).zip(&self.rounds) {
            let Some((outcome, scores)) = facts.result() else { continue };
            let winners = outcome.winners.at_table(*starter, seats);
            let row = Row {
                id,
                game: id.number * form.rounds + place,
                round: (form.rounds > 1).then_some((place + 1, *starter)),
                player,
                labels: &self.compiled.cells[id.cell].labels,
                outcome: Outcome { winners, ..outcome },
                scores: scores_at_table(&scores, *starter, seats),
                indices: &facts.indices,
            };
            write_row(&row, &mut self.moves_text, lines);
        }
    }
}
