//! What only the games themselves show: which of them are worth looking at. Read from the journal.

use crate::experiment::schedule::GameId;
use crate::games::Seat;
use crate::playing::journal::Fields;
use crate::playing::prepared::Prepared;
use crate::stats::{Histogram, Tally};

/// The games worth looking at of all cells with the same rules and bots, in the order of [`PICKS`].
pub type Picks = [Option<Pick>; 4];

/// What they are called, and why they are picked.
pub const PICKS: [(&str, &str); 4] = [
    ("Representative", "nearest to the median length and margin"),
    ("Shortest", "fewest plies"),
    ("Longest", "most plies"),
    ("Closest", "smallest margin at the end"),
];

/// A game worth looking at, be it a round of a match or not.
#[derive(Clone, Debug)]
pub struct Pick {
    /// Which, or of which match.
    pub id: GameId,
    /// The number of the game among all.
    pub game: u64,
    /// The seat that was the first to move.
    pub starter: Seat,
    pub plies: i64,
    /// The winner as the journal says.
    pub winner: String,
    /// What ended it, as the journal says.
    pub ending: String,
    /// The points at the end.
    pub scores: Vec<i64>,
    /// Its moves.
    pub ranks: Vec<u32>,
    /// How far it is from what is looked for.
    distance: f64,
}

/// Where the middle lies, and how wide the middle half of the games is; nothing of no games.
type Middle = Option<(f64, f64)>;

fn middle(numbers: &Histogram) -> Middle {
    let [q1, median, q3] = [25, 50, 75].map(|percent| numbers.percentile(percent));
    Some((median?, (q3? - q1?).max(1.0)))
}

fn distance(number: i64, middle: Middle) -> f64 {
    middle.map_or(0.0, |(median, spread)| (number as f64 - median).abs() / spread)
}

/// What is looked for among the games of some cells, and what was found.
#[derive(Debug)]
struct Hunt {
    plies: Middle,
    margin: Middle,
    picks: Picks,
}

impl Hunt {
    fn new<'t>(tallies: impl Iterator<Item = &'t Tally>) -> Hunt {
        let (mut plies, mut margin) = (Histogram::default(), Histogram::default());
        for tally in tallies {
            plies.merge(&tally.plies);
            margin.merge(&tally.margin_by_turn);
        }
        Hunt { plies: middle(&plies), margin: middle(&margin), picks: Picks::default() }
    }

    /// Sees a row, that of the game with this number; nothing where it is none.
    fn see(&mut self, id: GameId, game: u64, fields: &Fields<'_>) -> Option<()> {
        let ((scores, seats), plies) = (fields.scores()?, i64::from(fields.plies()?));
        let starter = fields.starter()?;
        let points = |turn: Seat| i64::from(scores[turn.at_table(starter, seats).index()]);
        let margin = points(Seat::FIRST) - points(Seat::SECOND);
        let scores: Vec<i64> = scores.into_iter().take(seats.into()).map(i64::from).collect();
        let mut sorted = scores.clone();
        sorted.sort_unstable();
        // By how much the highest score exceeds the one below it.
        let lead = sorted.iter().rev().take(2).fold(0, |lead, score| (lead - score).abs());
        let from_middle = distance(plies, self.plies) + distance(margin, self.margin);
        let distances = [from_middle, plies as f64, -(plies as f64), lead as f64];
        for (pick, distance) in self.picks.iter_mut().zip(distances) {
            // Of equally good ones the first is kept: the journal's order decides.
            if pick.as_ref().is_none_or(|pick| distance < pick.distance) {
                let mut ranks = Vec::new();
                fields.read_moves(&mut ranks)?;
                let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
                let (winner, ending) = (text(fields.winner), text(fields.ending));
                let scores = scores.clone();
                *pick = Some(Pick {
                    id,
                    game,
                    starter,
                    plies,
                    winner,
                    ending,
                    scores,
                    ranks,
                    distance,
                });
            }
        }
        Some(())
    }
}

/// Surveys games, one after the other.
#[derive(Debug)]
pub struct Surveyor {
    rounds: u64,
    groups: Vec<Hunt>,
}

impl Surveyor {
    /// Before any game; `tallies` are those of all games that will be seen.
    pub fn new(prepared: &Prepared, tallies: &[Tally]) -> Surveyor {
        let experiment = prepared.experiment();
        let groups = experiment.rules.len() * experiment.lineups.len();
        let of_group = |group| Hunt::new(tallies.iter().skip(group).step_by(groups));
        Surveyor { rounds: prepared.rounds(), groups: (0..groups).map(of_group).collect() }
    }

    /// Sees a game, or a match, whose rows have these fields; says which row is none, counted from
    /// 0, where one is.
    pub fn see(&mut self, id: GameId, rows: &[Fields<'_>]) -> Result<(), u64> {
        let group = id.cell % self.groups.len();
        for (round, fields) in (0..).zip(rows) {
            self.groups[group].see(id, id.number * self.rounds + round, fields).ok_or(round)?;
        }
        Ok(())
    }

    /// What was seen.
    pub fn finish(self) -> Vec<Picks> {
        self.groups.into_iter().map(|hunt| hunt.picks).collect()
    }
}
