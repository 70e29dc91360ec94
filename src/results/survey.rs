//! What only the games themselves show: which of them are worth looking at. Read from the journal.

use crate::experiment::Experiment;
use crate::experiment::schedule::GameId;
use crate::games::{Scores, Seat};
use crate::playing::journal::{Fields, Form};
use crate::playing::prepared::Prepared;
use crate::stats::{Histogram, Tally};

/// What the journal shows.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Of all cells with the same rules and bots, in the order in which they first occur.
    pub groups: Vec<Sample>,
}

/// What the games of a cell, or of several, show.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The games worth looking at: representative, shortest, longest, closest.
    pub picks: [Option<Pick>; 4],
}

/// What the four picks are called, and why they are picked.
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
    /// How many plies it has.
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

/// Where the middle lies, and how wide the middle half of the games is.
#[derive(Clone, Copy, Debug, Default)]
struct Middle {
    median: f64,
    spread: f64,
}

impl Middle {
    fn of(numbers: &Histogram) -> Option<Middle> {
        let [q1, median, q3] = [25, 50, 75].map(|percent| numbers.percentile(percent));
        Some(Middle { median: median?, spread: (q3? - q1?).max(1.0) })
    }

    fn distance(self, number: i64) -> f64 {
        (number as f64 - self.median).abs() / self.spread
    }
}

/// What is looked for among the games of a cell, or of several.
#[derive(Debug)]
struct Hunt {
    plies: Option<Middle>,
    margin: Option<Middle>,
    sample: Sample,
}

impl Hunt {
    fn new<'t>(tallies: impl Iterator<Item = &'t Tally> + Clone) -> Hunt {
        let (mut plies, mut margin) = (Histogram::default(), Histogram::default());
        for tally in tallies {
            plies.merge(&tally.plies);
            margin.merge(&tally.margin_by_turn);
        }
        let (plies, margin) = (Middle::of(&plies), Middle::of(&margin));
        Hunt { plies, margin, sample: Sample::default() }
    }

    fn see(&mut self, row: &Row<'_>) {
        let middle = self.plies.map_or(0.0, |middle| middle.distance(row.plies))
            + self.margin.map_or(0.0, |middle| middle.distance(row.margin()));
        let distances = [middle, row.plies as f64, -(row.plies as f64), row.lead() as f64];
        for (pick, distance) in self.sample.picks.iter_mut().zip(distances) {
            // Of equally good ones the first is kept: the journal's order decides.
            if pick.as_ref().is_none_or(|pick| distance < pick.distance) {
                let mut ranks = Vec::new();
                if row.fields.read_moves(&mut ranks).is_none() {
                    continue;
                }
                let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
                let (winner, ending) = (text(row.fields.winner), text(row.fields.ending));
                *pick = Some(Pick {
                    id: row.id,
                    game: row.game,
                    starter: row.starter,
                    plies: row.plies,
                    winner,
                    ending,
                    scores: row.scores().collect(),
                    ranks,
                    distance,
                });
            }
        }
    }
}

/// What the survey needs of a row.
struct Row<'r> {
    id: GameId,
    game: u64,
    starter: Seat,
    plies: i64,
    scores: Scores,
    seats: u8,
    fields: &'r Fields<'r>,
}

impl<'r> Row<'r> {
    /// Reads a row: that of round number `place`, counted from 0, where it is one of several.
    fn read(id: GameId, place: u64, fields: &'r Fields<'r>, form: Form) -> Option<Row<'r>> {
        let game = id.number * form.rounds + place;
        let ((scores, seats), plies) = (fields.scores()?, fields.plies()?.into());
        Some(Row { id, game, starter: fields.starter()?, plies, scores, seats, fields })
    }

    fn scores(&self) -> impl Iterator<Item = i64> {
        self.scores.into_iter().take(self.seats.into()).map(i64::from)
    }

    /// The points of the first to move less the second's.
    fn margin(&self) -> i64 {
        let points =
            |turn: Seat| i64::from(self.scores[turn.at_table(self.starter, self.seats).index()]);
        points(Seat::FIRST) - points(Seat::SECOND)
    }

    /// By how much the highest score exceeds the one below it.
    fn lead(&self) -> i64 {
        let mut scores: Vec<i64> = self.scores().collect();
        scores.sort_unstable();
        scores.iter().rev().take(2).fold(0, |lead, score| (lead - score).abs())
    }
}

/// How many groups of cells with the same rules and bots there are.
pub fn group_count(experiment: &Experiment) -> usize {
    experiment.rules.len() * experiment.lineups.len()
}

/// Surveys games, one after the other.
#[derive(Debug)]
pub struct Surveyor {
    form: Form,
    groups: Vec<Hunt>,
}

impl Surveyor {
    /// Before any game; `tallies` are those of all games that will be seen.
    pub fn new(prepared: &Prepared, tallies: &[Tally]) -> Surveyor {
        let groups = group_count(prepared.experiment());
        let of_group = |group| Hunt::new(tallies.iter().skip(group).step_by(groups));
        Surveyor { form: prepared.form(), groups: (0..groups).map(of_group).collect() }
    }

    /// Sees a game, or a match, whose rows have these fields; says which row is none, counted from
    /// 0, where one is.
    pub fn see(&mut self, id: GameId, rows: &[Fields<'_>]) -> Result<(), u64> {
        let group = id.cell % self.groups.len();
        for (round, fields) in (0..).zip(rows) {
            let row = Row::read(id, round, fields, self.form).ok_or(round)?;
            self.groups[group].see(&row);
        }
        Ok(())
    }

    /// What was seen.
    pub fn finish(self) -> Survey {
        Survey { groups: self.groups.into_iter().map(|hunt| hunt.sample).collect() }
    }
}
