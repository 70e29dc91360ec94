//! What only the games themselves show: which of them is worth looking at. Read from the journal.

use crate::experiment::schedule::GameId;
use crate::games::Seat;
use crate::playing::journal::Fields;
use crate::playing::prepared::Prepared;
use crate::stats::{Histogram, Tally};

/// A usual game of some cells, of median length, and close; be it a round of a match or not.
#[derive(Clone, Debug)]
pub struct Pick {
    /// Which, or of which match.
    pub id: GameId,
    /// The number of the game among all.
    pub game: u64,
    /// The seat that was the first to move.
    pub starter: Seat,
    /// The winner as the journal says.
    pub winner: String,
    /// What ended it, as the journal says.
    pub ending: String,
    /// The points at the end.
    pub scores: Vec<u16>,
    /// Its moves.
    pub ranks: Vec<u32>,
    /// How far it is from what is looked for.
    distance: f64,
}

/// Surveys games, one after the other.
#[derive(Debug)]
pub struct Surveyor {
    rounds: u64,
    /// Of all cells with the same rules and bots the median length, and the pick so far.
    groups: Vec<(f64, Option<Pick>)>,
}

impl Surveyor {
    /// Before any game; `tallies` are those of all games that will be seen.
    pub fn new(prepared: &Prepared, tallies: &[Tally]) -> Surveyor {
        let experiment = prepared.experiment();
        let groups = experiment.rules.len() * experiment.lineups.len();
        let of_group = |group| {
            let mut plies = Histogram::default();
            let tallies = tallies.iter().skip(group).step_by(groups);
            tallies.for_each(|tally| plies.merge(&tally.plies));
            (plies.percentile(50).unwrap_or(0.0), None)
        };
        Surveyor { rounds: prepared.rounds(), groups: (0..groups).map(of_group).collect() }
    }

    /// Sees a game, or a match, whose rows have these fields; says which row is none, counted from
    /// 0, where one is.
    pub fn see(&mut self, id: GameId, rows: &[Fields<'_>]) -> Result<(), u64> {
        let group = id.cell % self.groups.len();
        for (round, fields) in (0..).zip(rows) {
            let game = id.number * self.rounds + round;
            self.row(group, id, game, fields).ok_or(round)?;
        }
        Ok(())
    }

    /// Sees a row, that of the game with this number; nothing where it is none.
    fn row(&mut self, group: usize, id: GameId, game: u64, fields: &Fields<'_>) -> Option<()> {
        let (median, pick) = &mut self.groups[group];
        let ((scores, seats), plies) = (fields.scores()?, f64::from(fields.plies()?));
        let starter = fields.starter()?;
        let scores = scores[..usize::from(seats)].to_vec();
        let mut sorted = scores.clone();
        sorted.sort_unstable();
        // By how much the highest score exceeds the one below it.
        let lead = sorted.iter().rev().take(2).fold(0, |lead, &score| score.abs_diff(lead));
        // A ply more or less weighs as much as a point.
        let distance = (plies - *median).abs() + f64::from(lead);
        // Of equally good ones the first is kept: the journal's order decides.
        if pick.as_ref().is_none_or(|pick| distance < pick.distance) {
            let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
            let (winner, ending) = (text(fields.winner), text(fields.ending));
            let mut ranks = Vec::new();
            fields.read_moves(&mut ranks)?;
            *pick = Some(Pick { id, game, starter, winner, ending, scores, ranks, distance });
        }
        Some(())
    }

    /// What was seen.
    pub fn finish(self) -> Vec<Option<Pick>> {
        self.groups.into_iter().map(|(_, pick)| pick).collect()
    }
}
