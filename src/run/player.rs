//! Plays compiled games, or replays them from their records, one after the other.

use std::sync::Arc;

use super::compiled_experiment::{CompiledExperiment, Seating};
use super::journal::Row;
use super::measures::{MEASURES, values_of};
use super::{GameFacts, TWELFTHS, Tally, share};
use crate::experiment::schedule::GameId;
use pasang_core::base::cancel::CancelToken;
use pasang_core::games::{Position, Seat};
use pasang_core::players::bots::{BotSpec, Name};
use pasang_core::players::runner::{GameRunner, replay};
use pasang_core::profile::Profile;
use pasang_core::{Bot, Diagnostic};

/// A bot that is not one of the program's, by the name that experiments call it, `engine:NAME`.
#[derive(Clone)]
pub struct OwnBot {
    pub name: Name,
    /// Makes one for a seat.
    pub make: Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>,
}

// The number of a random stream, the index, leaves two bits for the seat.
const _: () = assert!(crate::experiment::MAX_GAMES <= 1 << 62);

/// Plays the games of a compiled experiment, one after the other; each thread has its own.
pub struct ExperimentPlayer<'s> {
    compiled: &'s CompiledExperiment,
    /// A runner for each seating, made when it first plays.
    runners: Vec<Option<GameRunner<'s>>>,
    /// The facts about the game played last.
    facts: GameFacts,
    /// `true` if measures of the games are wanted.
    is_designed: bool,
    cancel: CancelToken,
    own_bots: &'s [OwnBot],
}

impl<'s> ExperimentPlayer<'s> {
    pub fn new(compiled: &'s CompiledExperiment) -> ExperimentPlayer<'s> {
        ExperimentPlayer {
            compiled,
            runners: (0..compiled.seatings).map(|_| None).collect(),
            facts: GameFacts::default(),
            is_designed: compiled.is_designed(),
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

    /// Plays a game and keeps the facts about it. `None` if it is dropped.
    pub fn play(&mut self, id: GameId) -> Option<()> {
        let cell = &self.compiled.cells[id.cell];
        let (Seating { number, bots, key }, image) = cell.seating(id.index);
        let runner = match &mut self.runners[*number] {
            // The same line-up may sit at tables of two, three and four.
            Some(runner) if runner.seats() == bots.len() => runner.start(&cell.start),
            slot => slot.insert(seated(&cell.start, bots, self.own_bots, &self.cancel)),
        };
        runner.image(image).opening_moves(cell.opening(id.index)).key(key, id.index);
        let facts = &mut self.facts;
        facts.clear();
        let played = runner.run(&mut |position, chosen| facts.see(position, chosen));
        facts.finish(&played?);
        Some(())
    }

    /// Replays a game from its record, without any bot, and keeps the facts about it.
    pub fn replay(&mut self, id: GameId, indices: &[u32]) -> Result<(), Diagnostic> {
        let start = &self.compiled.cells[id.cell].start;
        let facts = &mut self.facts;
        facts.clear();
        let played = replay(start, indices, &mut |position, chosen| facts.see(position, chosen));
        facts.finish(&played?);
        Ok(())
    }

    /// Returns the facts about the game played last.
    pub fn facts(&self) -> &GameFacts {
        &self.facts
    }

    /// Returns the measures of the game played last, if the experiment is designed.
    pub fn measures(&self, id: GameId) -> Option<[f64; MEASURES]> {
        let (outcome, _) = self.facts.result().filter(|_| self.is_designed)?;
        let score = share(outcome.winners, Seat::FIRST) as f64 / TWELFTHS as f64;
        Some(values_of(score, &Profile::of(&self.compiled.game(id.cell, &self.facts.indices))))
    }

    /// Adds the game played last.
    pub fn add_to(&self, id: GameId, tally: &mut Tally) {
        tally.add(&self.facts, self.compiled.crew_player(id));
    }

    /// Appends the journal's row of the game played last.
    pub fn write_row(&self, id: GameId, lines: &mut Vec<u8>) {
        let Some((outcome, scores)) = self.facts.result() else { return };
        let row = Row {
            id,
            player: self.compiled.form().has_crew.then(|| self.compiled.crew_player(id)),
            names: &self.compiled.cells[id.cell].names,
            seats: self.compiled.seats(id.cell),
            outcome,
            scores,
            indices: &self.facts.indices,
        };
        row.write(lines);
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
