//! The published figures of Pasang, and how near a results folder comes to them.
//!
//! Nor Jaidi Tuah, the author of the computer game Pasang Emas, measured them in more than 3,000
//! games of his program with 170,000 positions ("Game complexity", 11 November 2010). Weak
//! computer players met weak and strong ones, and strong met strong; how strong they were made no
//! difference to the figures, he says. Which single column his program forbids the second player
//! is not published, nor which setups were played how often.
//!
//! Shares were printed in whole per cent. So a distance from them is only known within bounds:
//! each share may have been half a point higher or lower before it was rounded.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::games::rules::Kind;
use crate::results::folder::{BRANCHING, CELLS, Folder};
use crate::results::{FolderError, Opened, Refusal};

/// Mean length in plies, and the longest game.
pub const PLIES: (f64, f64) = (56.0, 94.0);
/// Mean and greatest number of moves that was seen: opening, entry, main phase. In the opening
/// there are 11 choices and then 10.
pub const MOVES: [(f64, f64); 3] = [(10.5, 11.0), (31.0, 50.0), (6.0, 26.0)];
/// Mean number of moves over all positions.
pub const MEAN: f64 = 7.0;
/// The share of positions, of all phases, with 1, 2 and so on to 14 moves, and with more.
pub const SHARES: [f64; 15] =
    [0.03, 0.07, 0.09, 0.11, 0.12, 0.11, 0.10, 0.08, 0.06, 0.06, 0.05, 0.02, 0.01, 0.01, 0.08];
/// So much higher or lower may a share have been before it was rounded.
const ROUNDING: f64 = 0.005;

/// The phases of Brunei's game, in order.
const PHASES: [&str; 3] = ["opening", "entry", "main"];

/// How the games of some cells compare.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Their rules.
    pub rules: String,
    /// Their bots; nothing where those of all bots are taken together.
    pub bots: Option<String>,
    /// How many games.
    pub games: u64,
    /// How many positions where a move was made.
    pub positions: u64,
    /// The numbers of moves that occurred in the opening, the greatest first.
    pub opening: Vec<u64>,
    /// The mean number of moves at the entry.
    pub entry_mean: Option<f64>,
    /// The greatest number of moves at the entry.
    pub entry_most: Option<u64>,
    /// The mean number of moves in the main phase.
    pub main_mean: Option<f64>,
    /// The greatest number of moves in the main phase.
    pub main_most: Option<u64>,
    /// The mean number of moves over all positions.
    pub mean: Option<f64>,
    /// The mean length in plies.
    pub plies_mean: Option<f64>,
    /// The longest game.
    pub plies_most: Option<u64>,
    /// The share of positions with 1, 2 and so on to 14 moves, and with more.
    pub shares: Vec<f64>,
    /// How far the shares are from the published ones.
    pub distance: Distance,
}

/// A distance between two distributions: half the sum of the differences of shares (total
/// variation), which is the share of positions that would have to have another number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distance {
    /// From the shares as they were printed.
    pub printed: f64,
    /// No distance from the shares before they were rounded is less.
    pub least: f64,
    /// No distance from the shares before they were rounded is more.
    pub most: f64,
}

/// Which of two distributions is nearer to the published one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Nearer {
    /// How much farther the second is than the first, from the shares as they were printed.
    pub printed: f64,
    /// It is no less whatever the shares were before they were rounded.
    pub least: f64,
    /// It is no more whatever the shares were before they were rounded.
    pub most: f64,
}

/// The least and the most of something over all shares that one printed share may stand for; it is
/// the greatest and the least at an end of that stretch or where it bends.
fn bounds(printed: f64, bends: &[f64], of: impl Fn(f64) -> f64) -> (f64, f64) {
    let (low, high) = ((printed - ROUNDING).max(0.0), printed + ROUNDING);
    let bends = bends.iter().copied().filter(|bend| (low..=high).contains(bend));
    [low, high]
        .into_iter()
        .chain(bends)
        .map(of)
        .fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)))
}

impl Distance {
    /// The distance of these shares from the published ones.
    pub fn of(shares: &[f64]) -> Distance {
        let mut distance = Distance { printed: 0.0, least: 0.0, most: 0.0 };
        for (&printed, &share) in SHARES.iter().zip(shares) {
            let (least, most) = bounds(printed, &[share], |p| (share - p).abs());
            distance.printed += (share - printed).abs() / 2.0;
            distance.least += least / 2.0;
            distance.most += most / 2.0;
        }
        distance
    }
}

impl Nearer {
    /// Compares two distributions' distances. The same unrounded shares are what both are compared
    /// with, so this says more than their two distances do.
    pub fn of(first: &[f64], second: &[f64]) -> Nearer {
        let mut nearer = Nearer { printed: 0.0, least: 0.0, most: 0.0 };
        for (&printed, (&one, &other)) in SHARES.iter().zip(first.iter().zip(second)) {
            let by = |p: f64| (other - p).abs() - (one - p).abs();
            let (least, most) = bounds(printed, &[one, other], by);
            nearer.printed += by(printed) / 2.0;
            nearer.least += least / 2.0;
            nearer.most += most / 2.0;
        }
        nearer
    }
}

/// What is added up over cells.
#[derive(Clone, Debug, Default)]
struct Sums {
    games: u64,
    plies_most: u64,
    /// By phase: in how many positions there were so many moves.
    moves: [BTreeMap<u64, u64>; 3],
}

impl Sums {
    fn figures(&self, rules: &str, bots: Option<&str>) -> Figures {
        let all = || self.moves.iter().flatten();
        let positions = all().map(|(_, times)| times).sum::<u64>();
        let share = |some: u64| if positions > 0 { some as f64 / positions as f64 } else { 0.0 };
        let last = SHARES.len() as u64;
        let with = |wanted: u64| {
            let found = all().filter(|&(&moves, _)| moves.min(last) == wanted);
            share(found.map(|(_, times)| times).sum())
        };
        let shares: Vec<f64> = (1..=last).map(with).collect();
        let mean = |moves: &mut dyn Iterator<Item = (&u64, &u64)>| {
            let (sum, count) = moves
                .fold((0, 0), |(sum, count), (moves, times)| (sum + moves * times, count + times));
            (count > 0).then(|| sum as f64 / count as f64)
        };
        let [opening, entry, main] = &self.moves;
        let most = |moves: &BTreeMap<u64, u64>| moves.keys().next_back().copied();
        Figures {
            rules: rules.to_owned(),
            bots: bots.map(str::to_owned),
            games: self.games,
            positions,
            opening: opening.keys().rev().copied().collect(),
            entry_mean: mean(&mut entry.iter()),
            entry_most: most(entry),
            main_mean: mean(&mut main.iter()),
            main_most: most(main),
            mean: mean(&mut all()),
            plies_mean: (self.games > 0).then(|| positions as f64 / self.games as f64),
            plies_most: (self.games > 0).then_some(self.plies_most),
            distance: Distance::of(&shares),
            shares,
        }
    }
}

/// The figures of a folder's cells of Brunei's game: for each rule set those of all its cells, and
/// then for each rule set those of each line-up of bots, in the experiment's order. From the
/// tables: where the journal was left out, they are all there is without playing for minutes.
///
/// # Errors
/// When the tables are not there or are not those that the run wrote.
pub fn figures(folder: &Folder) -> Result<Vec<Figures>, FolderError> {
    let opened = Opened::read(folder)?;
    if !opened.manifest.finished {
        let run = folder.run_again();
        return Err(FolderError::Unfinished(folder.path().to_owned(), run));
    }
    let experiment = opened.experiment();
    for (name, proven) in [CELLS, BRANCHING].map(|name| (name, opened.manifest.files.get(name))) {
        let digest = folder.digest(name)?;
        if digest.is_none() {
            return Err(Refusal::WithoutTable(folder.path().to_owned(), name).into());
        }
        if digest.as_ref() != proven {
            let what = "this is not the file that the run finished with; \
                        `pasang report` makes it again";
            return Err(FolderError::Damaged(folder.file(name), what.to_owned()));
        }
    }
    let cells = sums(folder, experiment)?;
    let pool = |rules: &str, bots: Option<&str>| {
        let mut sums = Sums::default();
        for (cell, own) in experiment.cells().zip(&cells) {
            let of_bots = bots.is_none_or(|bots| cell.lineup.to_string() == bots);
            if cell.rules.name == rules && of_bots {
                sums.games += own.games;
                sums.plies_most = sums.plies_most.max(own.plies_most);
                for (all, own) in sums.moves.iter_mut().zip(&own.moves) {
                    own.iter().for_each(|(&moves, times)| *all.entry(moves).or_default() += times);
                }
            }
        }
        sums.figures(rules, bots)
    };
    let rules = experiment.rules.iter().filter(|named| named.rules.kind() == Kind::Brunei);
    let rules: Vec<&str> = rules.map(|named| named.name.as_str()).collect();
    if rules.is_empty() {
        return Err(Refusal::NothingPublished(folder.path().to_owned()).into());
    }
    let mut figures: Vec<Figures> = rules.iter().map(|rules| pool(rules, None)).collect();
    if experiment.lineups.len() > 1 {
        let bots: Vec<String> = experiment.lineups.iter().map(ToString::to_string).collect();
        figures
            .extend(rules.iter().flat_map(|rules| bots.iter().map(|bots| pool(rules, Some(bots)))));
    }
    Ok(figures)
}

/// What is wanted of a row of `cells.csv`.
#[derive(Deserialize)]
struct CellRow {
    cell: usize,
    games: u64,
    plies_max: Option<u64>,
}

/// What is wanted of a row of `branching.csv`.
#[derive(Deserialize)]
struct BranchingRow {
    cell: usize,
    phase: String,
    moves: u64,
    positions: u64,
}

/// The rows of a table. It is the one that the run finished with, however large.
fn rows<R: DeserializeOwned>(folder: &Folder, name: &str) -> Result<Vec<R>, FolderError> {
    let bytes = folder.read_up_to(name, u64::MAX)?;
    let rows = csv::Reader::from_reader(bytes.as_slice()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|_| no_table(folder, name))
}

/// That a table is another one than the experiment's.
fn no_table(folder: &Folder, name: &str) -> FolderError {
    let what = "this is no table of this experiment; `pasang report` makes it again";
    FolderError::Damaged(folder.file(name), what.to_owned())
}

/// What the tables say of each cell.
fn sums(folder: &Folder, experiment: &Experiment) -> Result<Vec<Sums>, FolderError> {
    let mut cells = vec![Sums::default(); experiment.cell_count()];
    for CellRow { cell, games, plies_max } in rows(folder, CELLS)? {
        let sums = cells.get_mut(cell).ok_or_else(|| no_table(folder, CELLS))?;
        sums.games = games * experiment.rounds();
        // Without games there is no longest.
        sums.plies_most = plies_max.unwrap_or(0);
    }
    for BranchingRow { cell, phase, moves, positions } in rows(folder, BRANCHING)? {
        let sums = cells.get_mut(cell).ok_or_else(|| no_table(folder, BRANCHING))?;
        // Phases of Bell's game are none of these.
        if let Some(phase) = PHASES.iter().position(|&name| name == phase) {
            *sums.moves[phase].entry(moves).or_default() += positions;
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }

    #[test]
    fn the_published_shares_are_a_whole() {
        near(SHARES.iter().sum(), 1.0);
    }

    #[test]
    fn the_published_shares_are_no_distance_from_themselves() {
        let own = Distance::of(&SHARES);
        assert_eq!((own.printed, own.least), (0.0, 0.0));
        // Fifteen shares, each half a point off.
        near(own.most, 15.0 * 0.005 / 2.0);
    }

    /// By hand: all positions have one move, so every other published share is missing.
    #[test]
    fn a_distance_is_the_share_that_would_have_to_move() {
        let mut shares = [0.0; 15];
        shares[0] = 1.0;
        let distance = Distance::of(&shares);
        near(distance.printed, 0.97);
        near(distance.least, (0.965 + 0.97 - 14.0 * 0.005) / 2.0);
        near(distance.most, (0.975 + 0.97 + 14.0 * 0.005) / 2.0);
    }

    #[test]
    fn nearer_is_told_where_no_rounding_explains_it() {
        // Two points moved from the first to the second share, and four.
        let moved = |by: f64| {
            let mut shares = SHARES;
            (shares[0], shares[1]) = (shares[0] - by, shares[1] + by);
            shares
        };
        let nearer = Nearer::of(&moved(0.02), &moved(0.025));
        near(nearer.printed, 0.005);
        near(nearer.least, 0.005);
        near(nearer.most, 0.005);
        // Half a point is not told from nothing.
        let nearer = Nearer::of(&moved(0.0), &moved(0.004));
        near(nearer.printed, 0.004);
        assert!(nearer.least < 0.0 && nearer.most > 0.0, "{nearer:?}");
    }
}
