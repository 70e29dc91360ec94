//! The games of an opened folder.

use std::collections::BTreeSet;

use super::error::FolderError;
use super::names::JOURNAL;
use super::opened::Opened;
use super::reading::{Prefix, each_recorded, find_number, find_rows, read_journal};
use super::refusal::Refusal;
use crate::experiment::schedule::GameId;
use crate::playing::journal::JournalFault;
use crate::playing::player::Player;
use crate::playing::{Interrupt, Workers};

impl Opened {
    /// The games that are there; none where there is no journal.
    ///
    /// # Errors
    /// When they cannot be read, or are none of this experiment.
    pub fn games(&self, workers: &Workers) -> Result<Prefix, FolderError> {
        match self.folder.has(JOURNAL) {
            true => read_journal(self, workers),
            false => Ok(Prefix::empty(&self.prepared, &self.schedule)),
        }
    }

    /// Plays the first and the last of the recorded games again: each row is sound, and all of them
    /// may still be those of another seed. Whoever interrupts this comes back to it before any game
    /// is added.
    ///
    /// # Errors
    /// When one of them is another game.
    pub fn check_seed(&self, found: &Prefix, interrupt: &Interrupt) -> Result<(), FolderError> {
        if found.played.reached == 0 {
            return Ok(());
        }
        let mut player = Player::new(&self.prepared).heeding(interrupt.halt());
        let schedule = &found.played.schedule;
        for place in BTreeSet::from([0, found.played.reached - 1]) {
            if !self.experiment().is_seeded(schedule.game(place).cell) {
                continue;
            }
            let Some(records) = find_rows(self, schedule, place)? else { continue };
            if player.play(schedule.game(place)).is_none() {
                break;
            }
            let played = player.rounds().iter().map(|round| &round.facts.ranks);
            let differing = (0..).zip(played.zip(&records)).find(|(_, (made, row))| made != row);
            if let Some((row, _)) = differing {
                let what =
                    "this is not the game that the seed makes: the journal is of another run";
                let line = self.prepared.form().line(place) + row;
                return Err(self.folder.journal_error(JournalFault::at(line, what)));
            }
        }
        Ok(())
    }

    /// Shows the games, or matches, that are wanted by their numbers one after the other, in the
    /// order in which they were played: those of the journal, or, where it was left out, as the
    /// bots play them again. What is known of each is with the player.
    ///
    /// # Errors
    /// When the journal cannot be read, a row that is wanted is wrong, or whoever sees them stops.
    /// Where games are played in rounds, the journal must be there.
    pub fn each<E: From<FolderError>>(
        &self,
        wanted: impl Fn(u64) -> bool,
        mut see: impl FnMut(GameId, &Player<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.folder.has(JOURNAL) {
            return each_recorded(self, wanted, see);
        }
        if self.schedule.is_open() {
            self.folder.check_has_journal()?;
        }
        if !self.experiment().is_all_seeded() {
            return Err(FolderError::from(Refusal::Lost(self.folder.path().into())).into());
        }
        let mut player = Player::new(&self.prepared);
        let games = (0..self.schedule.len()).map(|place| self.schedule.game(place));
        for id in games.filter(|id| wanted(id.number)) {
            player.play(id);
            see(id, &player)?;
        }
        Ok(())
    }

    /// The moves of the game with this number, or of each round of the match, from the journal;
    /// nothing where it has not been played.
    ///
    /// # Errors
    /// When the journal cannot be read, or the row is wrong.
    pub fn recorded(&self, number: u64) -> Result<Option<Vec<Vec<u32>>>, FolderError> {
        match self.schedule.place(number).filter(|_| !self.schedule.is_open()) {
            Some(place) => find_rows(self, &self.schedule, place),
            None => find_number(self, number),
        }
    }
}
