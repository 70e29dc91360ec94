//! The cells of an experiment with their labels and statistics, and the relations between them.

use std::collections::{BTreeSet, HashMap};

use super::cell_stats::{CellStats, Labels};
use super::crew_cells::{CrewBalance, has_random_openings};
use super::effects::LineupEffects;
use super::run_summary::RunSummary;
use crate::experiment::{Cell, Experiment, Openings};
use crate::run::{PairCounts, RunFolder};
use crate::text::setups::known_names;
use pasang_balance::answer::JointBalance;
use pasang_core::games::Move;
use pasang_core::games::rules::GameKind;

/// The reason why pooled figures have no interval with common random numbers.
pub(super) const SHARED: &str = "none: the setups share random numbers";

/// Formats a cell's first moves from their indices.
pub type MoveTexts<'a> = Box<dyn Fn(usize, &[u32]) -> Vec<String> + 'a>;

/// The cells of an experiment and the relations between them.
#[derive(Default)]
pub struct ExperimentStats<'a> {
    pub cells: Vec<CellStats<'a>>,
    /// Crews that met other bots, with the names of their members.
    pub contestants: Vec<(String, Vec<String>)>,
    /// Pairs of games with one opening in which two bots change seats, by the first of two cells.
    pub seat_pairs: &'a [Option<PairCounts>],
    /// The joint answer on the cells that crews play with random openings.
    pub joint: Option<&'a JointBalance>,
    /// `true` if crews share bots, so that a game counts for several: then there is no joint answer.
    pub shares_games: bool,
    /// The effects of the rules by line-up; `None` if the experiment is not designed.
    pub effects: Option<&'a [LineupEffects]>,
    /// If every pair of first moves is played: with one setup, the names of the known patterns with
    /// its stones, or with their mirror image, which scores the same.
    pub known_as: Option<Vec<String>>,
    /// Aliases of the same stones, and aliases of the same toggles: the first name of each list is
    /// the one that the cells have.
    pub same: [&'a [Vec<String>]; 2],
    /// `true` if games of the same index used the same random numbers in all cells.
    pub common_random: bool,
    /// A description of how games began; empty if unknown.
    pub begun: String,
    /// If the run could stop at looks: where it did.
    pub stopped: Option<String>,
    /// `true` if the first two moves were assigned, and not the bots' choice.
    pub given_openings: bool,
    /// `true` if the experiment lists its pairs of first moves.
    pub lists_openings: bool,
    /// `true` if games go where the value with best openings is open.
    pub allots_games: bool,
    pub texts: Option<MoveTexts<'a>>,
}

impl<'a> ExperimentStats<'a> {
    /// Formats a cell's first moves from their indices.
    pub fn texts(&self, cell: usize, indices: &[u32]) -> Vec<String> {
        self.texts.as_ref().map_or_else(Vec::new, |texts| texts(cell, indices))
    }

    /// Returns one label of each cell, without duplicates, in the order of first occurrence.
    pub(crate) fn names(&self, name: impl Fn(&CellStats<'a>) -> &'a str) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        self.cells.iter().map(name).filter(|&name| seen.insert(name)).collect()
    }

    /// Groups the cells by rules and bots, in the order of first occurrence.
    pub(crate) fn groups(&self) -> Vec<Vec<&CellStats<'a>>> {
        let mut groups: Vec<Vec<&CellStats<'a>>> = Vec::new();
        let mut places = HashMap::new();
        for cell in &self.cells {
            let name = (cell.labels.rules, cell.labels.bots);
            let place = *places.entry(name).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(cell);
        }
        groups
    }
}

/// Returns the statistics of an experiment: the source of tables, reports and the exit status.
pub fn experiment_stats<'a>(
    RunFolder { compiled, manifest, .. }: &'a RunFolder,
    known: &'a RunSummary,
) -> ExperimentStats<'a> {
    let experiment: &Experiment = compiled.experiment();
    let cell = |cell: Cell<'a>| {
        let names = &compiled.lineup_names[cell.number % experiment.lineups.len()];
        CellStats {
            number: cell.number,
            labels: Labels {
                setup: &cell.setup.name,
                rules: &cell.rules.name,
                bots: &names.joined,
                each: &names.each,
                phases: cell.rules.rules.phases(),
            },
            tally: &known.tallies[cell.number],
            distinct: Some(known.distinct[cell.number]),
            balance: known.balance.row(cell.number),
        }
    };
    let cells: Vec<CellStats<'_>> = experiment.cells().map(cell).collect();
    let CrewBalance { joint, is_joint, .. } = &known.balance;
    ExperimentStats {
        cells,
        contestants: experiment.contestants(),
        effects: known.effects.as_deref(),
        seat_pairs: &known.seat_pairs,
        joint: (*is_joint && !joint.rows.is_empty()).then_some(joint),
        shares_games: !is_joint && has_random_openings(experiment),
        known_as: (has_random_openings(experiment) && in_whole_turns(experiment)).then(|| {
            match experiment.setups.as_slice() {
                [only] => known_names(only),
                _ => Vec::new(),
            }
        }),
        begun: begun(experiment),
        stopped: manifest.looked.map(|it| it.told()),
        same: [&experiment.aliases.setups, &experiment.aliases.rules],
        common_random: experiment.common_random,
        given_openings: experiment.openings != Openings::AsChosen,
        allots_games: experiment.openings == Openings::Best,
        lists_openings: matches!(experiment.openings, Openings::Listed(_)),
        texts: Some(Box::new(|cell, indices| {
            compiled.game(cell, indices).moves.iter().map(Move::to_string).collect()
        })),
    }
}

/// Returns whether all pairs of first moves get equally many games, as far as the experiment fixes
/// this.
fn in_whole_turns(experiment: &Experiment) -> bool {
    experiment.games.is_multiple_of(experiment.opening_pairs())
}

fn begun(experiment: &Experiment) -> String {
    let is_brunei = experiment.rules.iter().all(|named| named.rules.kind() == GameKind::Brunei);
    let columns = if is_brunei { "columns" } else { "moves" };
    let pairs = match experiment.openings {
        Openings::AsChosen => String::new(),
        _ if !in_whole_turns(experiment) => {
            format!("pairs of first {columns} in turn, not equally often, ")
        }
        Openings::Shuffled => "random openings, ".to_owned(),
        Openings::Best => format!(
            "pairs of first {columns} more often the more the value with best openings depends on them, "
        ),
        Openings::All => format!("random openings (every pair of first {columns} equally often), "),
        Openings::Listed(_) => format!("the given pairs of first {columns} equally often, "),
    };
    let chosen = match experiment.openings {
        Openings::AsChosen => "all moves",
        _ if is_brunei => "entries and all else",
        _ => "all else",
    };
    format!("{pairs}{chosen} chosen by the bots")
}
