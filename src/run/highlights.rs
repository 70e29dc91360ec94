//! Selects highlights: games worth a look.

use std::collections::BTreeMap;

use super::compiled_experiment::CompiledExperiment;
use super::journal::Fields;
use super::{Histogram, Tally};
use crate::experiment::Experiment;
use crate::experiment::schedule::GameId;
use pasang_core::games::SeatScores;
use pasang_core::games::game_record::GameRecord;

/// The highlights of all cells with the same rules and bots, in the order of [`PICKS`].
pub type Highlights = [Option<Pick>; 2];

/// Their names and the criteria.
pub const PICKS: [(&str, &str); 2] = [
    ("A usual game", "of median length, and close"),
    ("A turn-round", "whose winner by score was farthest behind"),
];

/// The largest number of games of a group that are replayed in search of a comeback.
const MAX_TURNED: u64 = 1000;

/// A highlight.
#[derive(Clone, Debug)]
pub struct Pick {
    pub id: GameId,
    /// The winner, as in the journal.
    pub winner: String,
    /// The end reason, as in the journal.
    pub ending: String,
    /// The points at the end.
    pub scores: Vec<i64>,
    /// Its moves.
    pub indices: Vec<u32>,
}

impl Pick {
    /// Creates the highlight of a row; `None` if that is invalid.
    fn of(id: GameId, fields: &Fields<'_>) -> Option<Pick> {
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let (winner, ending) = (text(fields.winner), text(fields.ending));
        Some(Pick { id, winner, ending, scores: scores(fields)?, indices: fields.moves()? })
    }
}

/// A game that may become a highlight.
#[derive(Debug)]
struct Candidate {
    pick: Pick,
    /// The distance from the criterion; the least wins.
    distance: i64,
}

/// Returns the points at the end, by seat.
fn scores(fields: &Fields<'_>) -> Option<Vec<i64>> {
    let (scores, seats) = fields.scores()?;
    Some(scores.into_iter().take(seats.into()).map(i64::from).collect())
}

/// The search for highlights among the games of some cells.
#[derive(Debug, Default)]
struct HighlightSearch {
    /// By the number of plies the closest game: which of them is usual, the median says in the end.
    closest: BTreeMap<u32, Option<Candidate>>,
    turned: Option<Candidate>,
    /// The number of games replayed.
    replayed: u64,
}

impl HighlightSearch {
    /// Considers a game's row; `None` if it is invalid.
    fn see(
        &mut self,
        compiled: &CompiledExperiment,
        id: GameId,
        fields: &Fields<'_>,
    ) -> Option<()> {
        let mut sorted = scores(fields)?;
        sorted.sort_unstable();
        // The lead of the highest score over the next one.
        let lead = sorted.iter().rev().take(2).fold(0, |lead, score| (lead - score).abs());
        let offer = |best: &mut Option<Candidate>, distance: i64| {
            // Of equally good games the first is kept: the journal's order decides.
            if best.as_ref().is_none_or(|best| distance < best.distance) {
                *best = Some(Candidate { pick: Pick::of(id, fields)?, distance });
            }
            Some(())
        };
        offer(self.closest.entry(fields.plies()?).or_default(), lead)?;
        if self.replayed < MAX_TURNED && lead > 0 && fields.ending != b"stuck" {
            self.replayed += 1;
            let behind = comeback(&compiled.game(id.cell, &fields.moves()?));
            if behind > 0 {
                offer(&mut self.turned, -behind)?;
            }
        }
        Some(())
    }

    /// Returns the highlights of games with this median length.
    fn finish(self, median: f64) -> Highlights {
        // A ply more or less weighs as much as a point.
        let distance = |(plies, it): &(u32, Candidate)| {
            ((f64::from(*plies) - median).abs() + it.distance as f64, it.pick.id)
        };
        let closest = self.closest.into_iter().filter_map(|(plies, it)| Some((plies, it?)));
        let usual = closest.min_by(|one, other| {
            let ((one, first), (other, second)) = (distance(one), distance(other));
            one.total_cmp(&other).then(first.cmp(&second))
        });
        [usual.map(|(_, it)| it), self.turned].map(|it| Some(it?.pick))
    }
}

/// Returns the largest deficit, in points, of the player with the most points at the end.
fn comeback(game: &GameRecord) -> i64 {
    let scores: Vec<SeatScores> = game.positions().skip(1).map(|it| it.scores()).collect();
    let seats = usize::from(game.start.seats());
    let Some(last) = scores.last() else { return 0 };
    let Some(winner) = (0..seats).max_by_key(|&seat| last[seat]) else { return 0 };
    let behind = |scores: &SeatScores| {
        let most = scores[..seats].iter().max().copied().unwrap_or(0);
        i64::from(most) - i64::from(scores[winner])
    };
    scores.iter().map(behind).max().unwrap_or(0)
}

/// Searches games for highlights, one after the other.
#[derive(Debug)]
pub struct Surveyor(Vec<HighlightSearch>);

impl Surveyor {
    pub fn new(experiment: &Experiment) -> Surveyor {
        let groups = 0..experiment.rules.len() * experiment.lineups.len();
        Surveyor(groups.map(|_| HighlightSearch::default()).collect())
    }

    /// Considers the fields of a game's row.
    pub fn see(&mut self, compiled: &CompiledExperiment, id: GameId, fields: &Fields<'_>) {
        let groups = self.0.len();
        // A row that is none is no highlight.
        let _ = self.0[id.cell % groups].see(compiled, id, fields);
    }

    /// Returns the highlights by group; `tallies` are the tallies of all games seen.
    pub fn finish(self, tallies: &[Tally]) -> Vec<Highlights> {
        let groups = self.0.len();
        let median = |group: usize| {
            let mut plies = Histogram::default();
            let tallies = tallies.iter().skip(group).step_by(groups);
            tallies.for_each(|tally| plies.merge(&tally.plies));
            plies.percentile(50).unwrap_or(0.0)
        };
        (0..).zip(self.0).map(|(group, it)| it.finish(median(group))).collect()
    }
}
