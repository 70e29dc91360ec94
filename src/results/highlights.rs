//! Selects highlights: games worth a look, found in the journal.

use crate::experiment::schedule::GameId;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::playing::journal::Fields;
use crate::stats::{Histogram, Tally};
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
    /// The distance from the criterion; the least wins.
    distance: f64,
}

/// The search for highlights among the games of some cells.
#[derive(Debug)]
struct HighlightSearch {
    /// The median length.
    median: f64,
    /// The number of games replayed.
    turned: u64,
    picks: Highlights,
}

impl HighlightSearch {
    /// Considers a game's row; `None` if it is invalid.
    fn see(
        &mut self,
        compiled: &CompiledExperiment,
        id: GameId,
        fields: &Fields<'_>,
    ) -> Option<()> {
        let ((scores, seats), plies) = (fields.scores()?, i64::from(fields.plies()?));
        let scores: Vec<i64> = scores.into_iter().take(seats.into()).map(i64::from).collect();
        let mut sorted = scores.clone();
        sorted.sort_unstable();
        // The lead of the highest score over the next one.
        let lead = sorted.iter().rev().take(2).fold(0, |lead, score| (lead - score).abs());
        // A ply more or less weighs as much as a point.
        let usual = (plies as f64 - self.median).abs() + lead as f64;
        let is_by_score = lead > 0 && fields.ending != b"stuck";
        let mut turned = None;
        if self.turned < MAX_TURNED && is_by_score {
            self.turned += 1;
            let behind = comeback(&compiled.game(id.cell, &fields.moves()?));
            turned = (behind > 0).then_some(-behind as f64);
        }
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        for (pick, distance) in self.picks.iter_mut().zip([Some(usual), turned]) {
            // Of equally good games the first is kept: the journal's order decides.
            let is_better = |it: &f64| pick.as_ref().is_none_or(|pick| *it < pick.distance);
            let Some(distance) = distance.filter(is_better) else { continue };
            let (winner, ending) = (text(fields.winner), text(fields.ending));
            let (scores, indices) = (scores.clone(), fields.moves()?);
            *pick = Some(Pick { id, winner, ending, scores, indices, distance });
        }
        Some(())
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
pub struct Surveyor<'p> {
    compiled: &'p CompiledExperiment,
    groups: Vec<HighlightSearch>,
}

impl<'p> Surveyor<'p> {
    /// Starts a search; `tallies` are the tallies of all games that will be seen.
    pub fn new(compiled: &'p CompiledExperiment, tallies: &[Tally]) -> Surveyor<'p> {
        let experiment = compiled.experiment();
        let groups = experiment.rules.len() * experiment.lineups.len();
        let of_group = |group| {
            let mut plies = Histogram::default();
            let tallies = tallies.iter().skip(group).step_by(groups);
            tallies.for_each(|tally| plies.merge(&tally.plies));
            let median = plies.percentile(50).unwrap_or(0.0);
            HighlightSearch { median, turned: 0, picks: Highlights::default() }
        };
        Surveyor { compiled, groups: (0..groups).map(of_group).collect() }
    }

    /// Considers a game; `None` if its row is invalid.
    pub fn see(&mut self, id: GameId, fields: &Fields<'_>) -> Option<()> {
        let group = id.cell % self.groups.len();
        self.groups[group].see(self.compiled, id, fields)
    }

    /// Returns the highlights by group.
    pub fn finish(self) -> Vec<Highlights> {
        self.groups.into_iter().map(|hunt| hunt.picks).collect()
    }
}
