//! `counts.jsonl`: the exact counts of a run's games, of which answers are made where the journal is not at
//! hand. A line of JSON for each cell.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::crew_cells::{CrewBalance, crew_cell};
use super::{CellStats, Estimate, ExperimentStats, RunSummary};
use crate::experiment::{Cell, Openings};
use crate::run::folder::COUNTS;
use crate::run::seat_pairs::others;
use crate::run::{Count, DistinctGames, FolderError, PairCounts, RunFolder, add_each, lines_of};
use pasang_balance::answer::CrewCell;
use pasang_balance::{Pair, described};
use pasang_core::games::Seat;
use pasang_core::score::{ScoreSum, TWELFTHS};

/// The key of the counts of all games of a pair of first moves, of any player.
const ALL: &str = "all";

/// The detail in which games are counted. Folders that are kept without their games may have coarse counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Cell,
    Pair,
    Player,
}

/// Counts by pair of first moves and player; a player is a crew's member, from 1, and the image of the
/// board that it saw.
type Moves = Vec<(String, String, BTreeMap<String, Count>)>;

/// The games of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellCounts {
    cell: usize,
    setup: String,
    rules: String,
    bots: String,
    /// The number of distinct games, and the multiplicity of the most frequent one.
    distinct: [u64; 2],
    /// In a match of two, the pairs of games in which its bots change seats, in the first of two cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat_pairs: Option<PairCounts>,
    openings: Moves,
}

impl CellCounts {
    fn of(all: &ExperimentStats<'_>, cell: &CellStats<'_>, detail: Detail) -> CellCounts {
        let mut openings = Moves::new();
        for (pair, opening) in &cell.tally.openings {
            let indices: Vec<u32> = pair.iter().copied().flatten().collect();
            let mut words = all.texts(cell.number, &indices).into_iter();
            let [first, second] = [(); 2].map(|()| words.next().unwrap_or_default());
            let players = opening.players.iter().filter(|_| detail == Detail::Player);
            let players = players
                .map(|(player, count)| (format!("{} {}", player.member + 1, player.image), *count));
            let mut counts: BTreeMap<String, Count> = players.collect();
            if counts.is_empty() {
                counts.insert(ALL.to_owned(), opening.count());
            }
            openings.push((first, second, counts));
        }
        if detail == Detail::Cell && !openings.is_empty() {
            let all = total(openings.iter().flat_map(|it| it.2.values()));
            openings = vec![(String::new(), String::new(), [(ALL.to_owned(), all)].into())];
        }
        let distinct = cell.distinct.map_or([0; 2], |it| [it.games, it.largest]);
        CellCounts {
            cell: cell.number,
            setup: cell.labels.setup.to_owned(),
            rules: cell.labels.rules.to_owned(),
            bots: cell.labels.bots.to_owned(),
            distinct,
            seat_pairs: all.seat_pairs.get(cell.number).copied().flatten(),
            openings,
        }
    }

    /// Returns the first player's scores by pair of first moves.
    fn pairs(&self) -> BTreeMap<[&str; 2], ScoreSum> {
        let pairs = self.openings.iter();
        pairs
            .map(|(first, second, counts)| ([&**first, &**second], score(total(counts.values()))))
            .collect()
    }

    /// Returns the count of all games.
    fn total(&self) -> Count {
        total(self.openings.iter().flat_map(|it| it.2.values()))
    }

    /// Returns the first player's score over all games.
    pub fn score(&self) -> ScoreSum {
        score(self.total())
    }

    /// Returns whether the counts are the same, whatever the cell is called.
    pub fn is_alike(&self, other: &CellCounts) -> bool {
        (self.distinct, &self.openings) == (other.distinct, &other.openings)
    }

    /// Returns whether its games are counted all together.
    fn is_coarse(&self) -> bool {
        self.openings.iter().any(|(first, ..)| first.is_empty())
    }

    /// Returns whether there are several games, all identical.
    fn one_game(&self) -> bool {
        self.distinct[0] == 1 && self.distinct[1] > 1
    }

    /// Returns the cell of a crew as the joint model takes it; `None` if counts are not by its pairs of first
    /// moves.
    fn of_crew(&self, cell: &Cell<'_>, openings: &Openings) -> Option<CrewCell> {
        let start = cell.rules.rules.start(cell.setup).ok()?;
        let (pairs, sums) = (openings.pairs(&start), self.pairs());
        let words: BTreeMap<Pair, [String; 2]> = described(&start, &pairs).into_iter().collect();
        let words_of = |pair: &Pair| words.get(pair).map(|[one, two]| [&**one, &**two]);
        let known: BTreeSet<[&str; 2]> = words.keys().filter_map(words_of).collect();
        let sum = |pair: &Pair| words_of(pair).and_then(|it| sums.get(&it)).copied();
        let found = crew_cell(cell, (&start, &pairs), |pair| sum(pair).unwrap_or_default());
        found.filter(|_| sums.keys().all(|it| known.contains(it)))
    }

    /// Returns whether these can be the counts of all games of a cell.
    fn is_of(&self, cell: &Cell<'_>, games: u64, has_pairs: bool) -> bool {
        let labels = [&cell.setup.name, &cell.rules.name, &cell.lineup.to_string()];
        let counts = self.openings.iter().flat_map(|(.., counts)| counts.values());
        // What is no win counts a half at most, or with more than two seats nearly a whole.
        let half = TWELFTHS / 2;
        let (step, most) = if cell.rules.rules.seats() == 2 { (half, half) } else { (1, TWELFTHS) };
        let is_possible = |&[of, wins_1, twelfths]: &Count| {
            of <= games
                && wins_1 <= of
                && twelfths.is_multiple_of(step)
                && (TWELFTHS * wins_1..=TWELFTHS * wins_1 + most * (of - wins_1))
                    .contains(&twelfths)
        };
        let pairs =
            self.seat_pairs.iter().flatten().try_fold(0, |all: u64, &of| all.checked_add(of));
        [&self.setup, &self.rules, &self.bots] == labels
            && self.cell == cell.number
            && (self.seat_pairs.is_none() || has_pairs)
            && pairs.is_some_and(|it| it <= games)
            && counts.clone().all(is_possible)
            && counts.map(|it| it[0]).try_fold(0, u64::checked_add) == Some(games)
            // Sums that are none would overflow.
            && self.pairs().len() == self.openings.len()
    }
}

fn total<'c>(counts: impl Iterator<Item = &'c Count>) -> Count {
    let mut all = [0; 3];
    counts.for_each(|it| add_each(&mut all, it));
    all
}

/// Returns the first player's scores.
fn score([games, _, twelfths]: Count) -> ScoreSum {
    ScoreSum { games, twelfths }
}

/// Returns the counts of all cells.
pub fn counts(all: &ExperimentStats<'_>) -> Vec<u8> {
    at_detail(all, Detail::Player)
}

/// Returns the coarser counts that a folder may have that is kept without its games.
pub fn coarse_counts(all: &ExperimentStats<'_>) -> [Vec<u8>; 2] {
    [Detail::Pair, Detail::Cell].map(|detail| at_detail(all, detail))
}

fn at_detail(all: &ExperimentStats<'_>, detail: Detail) -> Vec<u8> {
    lines_of(all.cells.iter().map(|cell| CellCounts::of(all, cell, detail)))
}

impl RunFolder {
    /// Reads the counts of a finished folder, by cell.
    ///
    /// # Errors
    /// If they are missing, not those that the run wrote, or cannot be those of its games.
    pub fn counts(&self) -> Result<Vec<CellCounts>, FolderError> {
        let counts: Option<Vec<CellCounts>> = self.lines(COUNTS)?;
        let experiment = self.experiment();
        let is_whole = |counts: &Vec<CellCounts>| {
            let cells = experiment.cells().zip(others(experiment));
            counts.len() == experiment.cell_count()
                && cells
                    .zip(counts)
                    .all(|((cell, other), it)| it.is_of(&cell, experiment.games, other.is_some()))
        };
        counts.filter(is_whole).ok_or_else(|| self.no_table(COUNTS))
    }

    /// Reads the cells that crews played, as the joint model takes them.
    pub fn crew_cells(&self) -> Result<Vec<CrewCell>, FolderError> {
        let (counts, experiment) = (self.counts()?, self.experiment());
        let cells =
            experiment.cells().zip(&counts).filter(|(cell, _)| cell.lineup.crew().is_some());
        let found = cells.map(|(cell, it)| it.of_crew(&cell, &experiment.openings));
        found.collect::<Option<_>>().ok_or_else(|| self.too_coarse())
    }

    /// Returns the error of counts that do not tell pairs of first moves.
    fn too_coarse(&self) -> FolderError {
        let run = self.folder.run_into(Path::new("NEW"));
        let what = format!(
            "is kept without counts by pair of first moves; to play its games again: {run}"
        );
        FolderError::refused(self.folder.path(), what)
    }

    /// Answers on the cells of crews from their counts.
    fn balance_of(&self, counts: &[CellCounts]) -> Result<CrewBalance, FolderError> {
        let experiment = self.experiment();
        let mut crews =
            experiment.cells().zip(counts).filter(|(cell, _)| cell.lineup.crew().is_some());
        if crews.any(|(_, it)| it.is_coarse()) {
            return Err(self.too_coarse());
        }
        let mut is_whole = true;
        let found = CrewBalance::of(experiment, |cell| {
            let found = counts[cell.number].of_crew(cell, &experiment.openings);
            is_whole &= found.is_some();
            found
        });
        if is_whole { Ok(found) } else { Err(self.no_table(COUNTS)) }
    }

    /// Summarizes a finished folder from its counts, of games for two: answers need no more, but lengths, ends
    /// and highlights are lacking. `None` for other games and for designed experiments.
    pub fn counted(&self) -> Result<Option<RunSummary>, FolderError> {
        let (experiment, manifest) = (self.experiment(), &self.manifest);
        let mut tallies = self.compiled.tallies();
        let of_two = tallies.iter().all(|tally| tally.seats == 2);
        if !manifest.finished || manifest.is_part() || !of_two || experiment.factorial.is_some() {
            return Ok(None);
        }
        self.check_files()?;
        let counts = self.counts()?;
        // Only this answer needs them: what versions before wrote lacks them.
        let lacks = others(experiment)
            .iter()
            .zip(&counts)
            .any(|(other, it)| other.is_some() != it.seat_pairs.is_some());
        if lacks {
            return Err(self.no_table(COUNTS));
        }
        for (tally, counts) in tallies.iter_mut().zip(&counts) {
            tally.count(counts.total());
        }
        let distinct = counts.iter().map(|it| {
            let [games, largest] = it.distinct;
            DistinctGames { games, largest }
        });
        Ok(Some(RunSummary {
            balance: self.balance_of(&counts)?,
            distinct: distinct.collect(),
            seat_pairs: counts.iter().map(|it| it.seat_pairs).collect(),
            effects: None,
            picks: Vec::new(),
            games: self.schedule.len(),
            tallies,
        }))
    }

    /// Reads the counts of each cell, with the estimate of the first player's score.
    pub fn scores(&self) -> Result<Vec<(CellCounts, Option<Estimate>)>, FolderError> {
        let counts = self.counts()?;
        let balance = self.balance_of(&counts)?;
        let estimate = |it: &CellCounts| {
            Estimate::of_seat(Seat::FIRST, it.score(), it.one_game(), balance.row(it.cell))
        };
        Ok(counts.into_iter().map(|it| (estimate(&it), it)).map(|(of, it)| (it, of)).collect())
    }
}
