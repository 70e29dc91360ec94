//! Plays compiled games, or replays them from their records, one after the other.

use std::sync::Arc;

use super::compiled_experiment::{CompiledExperiment, Seating};
use super::journal::Row;
use crate::base::cancel::CancelToken;
use crate::experiment::schedule::GameId;
use crate::stats::{GameStats, Round};
use pasang_core::games::{Outcome, Position, Seat, scores_at_table};
use pasang_core::players::bots::{BotSpec, Name};
use pasang_core::players::runner::{GameRunner, replay};
use pasang_core::{Bot, Diagnostic};

/// A bot that is not one of the program's, by the name that experiments call it, `engine:NAME`.
#[derive(Clone)]
pub struct OwnBot {
    pub name: Name,
    /// Makes one for a seat.
    pub make: Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>,
}

/// Each round has its own random stream: this many bits of the stream's number hold the index.
const INDEX_BITS: u32 = 46;

// The highest index and the highest round leave two bits for the seat.
const _: () = assert!(crate::experiment::MAX_GAMES <= 1 << INDEX_BITS);
const _: () = assert!(crate::experiment::MAX_ROUNDS <= 1 << (62 - INDEX_BITS));

/// Plays the games, or matches, of a compiled experiment, one after the other; each thread has its
/// own.
pub struct ExperimentPlayer<'s> {
    compiled: &'s CompiledExperiment,
    /// A runner for each seating, made when it first plays.
    runners: Vec<Option<GameRunner<'s>>>,
    /// The rounds of the match played last, or the single game.
    rounds: Vec<Round>,
    cancel: CancelToken,
    own_bots: &'s [OwnBot],
}

impl<'s> ExperimentPlayer<'s> {
    pub fn new(compiled: &'s CompiledExperiment) -> ExperimentPlayer<'s> {
        let round = Round { starter: Seat::FIRST, facts: GameStats::default() };
        ExperimentPlayer {
            compiled,
            runners: (0..compiled.seatings).map(|_| None).collect(),
            rounds: vec![round; compiled.experiment().rounds() as usize],
            cancel: CancelToken::default(),
            own_bots: &[],
        }
    }

    /// Makes the player drop its game when `cancel` is set, and seat these bots under their names.
    /// Without them no engine plays: reading results runs no program named in them.
    #[must_use]
    pub fn with(self, cancel: &CancelToken, own_bots: &'s [OwnBot]) -> ExperimentPlayer<'s> {
        ExperimentPlayer { cancel: cancel.clone(), own_bots, ..self }
    }

    /// Plays a game, or all rounds of a match, and keeps the facts about it. `None` if it is
    /// dropped.
    pub fn play(&mut self, id: GameId) -> Option<()> {
        let cell = &self.compiled.cells[id.cell];
        let (Seating { number, bots, key }, image) = cell.seating(id.index);
        let runner = match &mut self.runners[*number] {
            // The same line-up may sit at tables of two, three and four.
            Some(runner) if runner.seats() == bots.len() => runner.start(&cell.start),
            slot => slot.insert(seated(&cell.start, bots, self.own_bots, &self.cancel)),
        };
        let mut starter = Seat::FIRST;
        // All rounds of a match have the same first moves: each pair comes up equally often.
        runner.image(image).opening_moves(cell.opening(id.index));
        let plies = self.compiled.experiment().opening_plies;
        runner.random_moves(&cell.opening_key, id.index, plies);
        for (place, round) in (0..).zip(&mut self.rounds) {
            round.starter = starter;
            let facts = &mut round.facts;
            facts.clear();
            runner.first_player(starter).key(key, place << INDEX_BITS | id.index);
            let played = runner.run(&mut |position, chosen| facts.see(position, chosen));
            facts.finish(&played?);
            let plies = facts.indices.len();
            starter = self.compiled.next_starter(starter, plies, cell.start.seats());
        }
        Some(())
    }

    /// Replays a game from its record, or a match from the records of its rounds, without any bot,
    /// and keeps the facts about it. `Err` with the index of the faulty round.
    pub fn replay(&mut self, id: GameId, records: &[Vec<u32>]) -> Result<(), (usize, Diagnostic)> {
        let start = &self.compiled.cells[id.cell].start;
        let mut starter = Seat::FIRST;
        for (place, (round, indices)) in self.rounds.iter_mut().zip(records).enumerate() {
            round.starter = starter;
            let facts = &mut round.facts;
            facts.clear();
            let played =
                replay(start, indices, &mut |position, chosen| facts.see(position, chosen));
            facts.finish(&played.map_err(|fault| (place, fault))?);
            starter = self.compiled.next_starter(starter, indices.len(), start.seats());
        }
        Ok(())
    }

    /// Returns the rounds of the match played last, in order; a single game is one round.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Appends the journal's row of the game played last, or the rows of the match.
    pub fn write_rows(&self, id: GameId, lines: &mut Vec<u8>) {
        let (seats, names) = (self.compiled.seats(id.cell), &self.compiled.cells[id.cell].names);
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
                names,
                seats,
                outcome: Outcome { winners, ..outcome },
                scores: scores_at_table(&scores, *starter, seats),
                indices: &facts.indices,
            };
            row.write(lines);
        }
    }
}

/// Seats the bots of the program, and those of the caller by their names.
fn seated<'s>(
    start: &Position,
    bots: &[BotSpec],
    own_bots: &[OwnBot],
    cancel: &CancelToken,
) -> GameRunner<'s> {
    let mut runner = GameRunner::new(start);
    runner.specs(bots);
    for (seat, bot) in Seat::first(start.seats()).zip(bots) {
        let own = own_bots.iter().find(|own| *bot == BotSpec::External(own.name));
        own.into_iter().for_each(|own| _ = runner.player(seat, (own.make)()));
    }
    runner.set_cancel_token(cancel);
    runner
}
