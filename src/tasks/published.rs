//! How near the games of a results folder come to the published figures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::games::rules::Kind;
use crate::results::folder::{BRANCHING, CELLS, Folder};
use crate::results::{FolderError, Opened, Refusal};
use crate::stats::published::{Distance, PHASES, SHARES};

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
    let experiment = opened.experiment();
    let cells = sums(&opened)?;
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

/// What the tables say of each cell.
fn sums(opened: &Opened) -> Result<Vec<Sums>, FolderError> {
    let experiment = opened.experiment();
    let mut cells = vec![Sums::default(); experiment.cell_count()];
    for CellRow { cell, games, plies_max } in opened.rows_of(CELLS)? {
        let sums = cells.get_mut(cell).ok_or_else(|| opened.no_table(CELLS))?;
        sums.games = games * experiment.rounds();
        // Without games there is no longest.
        sums.plies_most = plies_max.unwrap_or(0);
    }
    for BranchingRow { cell, phase, moves, positions } in opened.rows_of(BRANCHING)? {
        let sums = cells.get_mut(cell).ok_or_else(|| opened.no_table(BRANCHING))?;
        // Phases of Bell's game are none of these.
        if let Some(phase) = PHASES.iter().position(|&name| name == phase) {
            *sums.moves[phase].entry(moves).or_default() += positions;
        }
    }
    Ok(cells)
}
