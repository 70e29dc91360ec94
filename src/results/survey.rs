//! What only the games themselves show: where things happen on the board, and which games are
//! worth looking at. Read from the journal; all sums are whole numbers.

use crate::board::Point;
use crate::experiment::Experiment;
use crate::experiment::schedule::GameId;
use crate::games::{Game, Scores, Seat};
use crate::playing::journal::{Fields, Form};
use crate::playing::prepared::{Prepared, Visit};
use crate::stats::{Histogram, Tally};

/// So many games, about, are looked at move by move for the maps of the board: the first ones of
/// each cell. More would hardly change the maps, and the time that a report takes stays short
/// however many games there are.
const WATCHED: u64 = 10_000;

/// With more cells than this, only the cells of the same rules and bots together are surveyed.
pub const MOST_CELLS: usize = 210;

/// How many points the board has.
const POINTS: usize = Point::COUNT as usize;

/// What the journal shows.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Of all cells with the same rules and bots, in the order in which they first occur.
    pub groups: Vec<Sample>,
    /// Of each cell; of none where there are too many.
    pub cells: Vec<Sample>,
}

/// What the games of a cell, or of several, show.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Where things happened, in the games that were watched.
    pub maps: Maps,
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

/// How often things happened on each point.
#[derive(Clone, Debug)]
pub struct Maps {
    /// How many games were watched.
    pub games: u64,
    /// How many positions in them stood after a move with both kas on the board.
    pub positions: u64,
    /// In how many of these a seat's ka stood there.
    pub kas: [[u64; POINTS]; 2],
    /// In how many games a seat took a stone there.
    pub taken: [[u64; POINTS]; Seat::MOST],
}

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

impl Default for Maps {
    fn default() -> Maps {
        Maps { games: 0, positions: 0, kas: [[0; POINTS]; 2], taken: [[0; POINTS]; Seat::MOST] }
    }
}

impl Maps {
    fn merge(&mut self, other: &Maps) {
        self.games += other.games;
        self.positions += other.positions;
        let all = self.kas.iter_mut().chain(&mut self.taken);
        let others = other.kas.iter().chain(&other.taken);
        for (sums, others) in all.zip(others) {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
    }
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
            plies.merge(tally.plies());
            margin.merge(tally.margin_by_turn());
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
pub struct Surveyor<'s> {
    prepared: &'s Prepared,
    form: Form,
    groups: Vec<Hunt>,
    /// Of none where there are too many cells.
    cells: Vec<Hunt>,
    /// So many games of each cell are watched.
    watched: u64,
    ranks: Vec<u32>,
}

impl<'s> Surveyor<'s> {
    /// Before any game; `tallies` are those of all games that will be seen.
    pub fn new(prepared: &'s Prepared, tallies: &[Tally]) -> Surveyor<'s> {
        let groups = group_count(prepared.experiment());
        let of_group = |group| Hunt::new(tallies.iter().skip(group).step_by(groups));
        let surveyed = if tallies.len() <= MOST_CELLS { tallies.len() } else { 0 };
        let of_cell = |tally| Hunt::new(std::iter::once(tally));
        let form = prepared.form();
        Surveyor {
            prepared,
            form,
            groups: (0..groups).map(of_group).collect(),
            cells: tallies.iter().take(surveyed).map(of_cell).collect(),
            watched: (WATCHED / tallies.len().max(1) as u64 / form.rounds).max(1),
            ranks: Vec::new(),
        }
    }

    /// Sees a game, or a match, whose rows have these fields; says which row is none, counted from
    /// 0, where one is.
    ///
    /// # Errors
    /// When a row is none.
    pub fn see(&mut self, id: GameId, rows: &[Fields<'_>]) -> Result<(), u64> {
        for (round, fields) in (0..).zip(rows) {
            self.see_round(id, round, fields).ok_or(round)?;
        }
        Ok(())
    }

    fn see_round(&mut self, id: GameId, round: u64, fields: &Fields<'_>) -> Option<()> {
        let row = Row::read(id, round, fields, self.form)?;
        let group = id.cell % self.groups.len();
        let hunts = [self.groups.get_mut(group), self.cells.get_mut(id.cell)];
        let hunts = hunts.into_iter().flatten();
        if id.index >= self.watched {
            hunts.for_each(|hunt| hunt.see(&row));
            return Some(());
        }
        fields.read_moves(&mut self.ranks)?;
        let mut seen = Maps::default();
        self.prepared.visit(id.cell, &self.ranks, Watcher(&mut seen)).ok()?;
        hunts.for_each(|hunt| {
            hunt.see(&row);
            hunt.sample.maps.merge(&seen);
        });
        Some(())
    }

    /// What was seen.
    pub fn finish(self) -> Survey {
        let samples = |hunts: Vec<Hunt>| hunts.into_iter().map(|hunt| hunt.sample).collect();
        Survey { groups: samples(self.groups), cells: samples(self.cells) }
    }
}

/// Watches where things happen on the board; of rounds by turn, the first to move is player 1.
struct Watcher<'m>(&'m mut Maps);

impl Visit for Watcher<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) {
        let maps = self.0;
        let mut position = start;
        maps.games += 1;
        for &mv in moves {
            let taken = &mut maps.taken[game.to_move(&position).index()];
            game.taken(&position, mv).for_each(|point| taken[usize::from(point.index())] += 1);
            game.apply(&mut position, mv);
            if let [Some(first), Some(second)] = game.kas(&position) {
                maps.positions += 1;
                maps.kas[0][usize::from(first.index())] += 1;
                maps.kas[1][usize::from(second.index())] += 1;
            }
        }
    }
}
