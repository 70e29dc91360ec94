//! Assembles the cells of an experiment with their labels, statistics and relations.

use super::crew_cells::{CrewBalance, has_random_openings};
use super::run_summary::RunSummary;
use super::{CellStats, ExperimentStats, InferenceConfig, Labels};
use crate::experiment::{Cell, Experiment, Openings};
use crate::run::compiled_experiment::CompiledExperiment;
use pasang_core::games::Move;
use pasang_core::games::rules::GameKind;
use pasang_core::games::setup::{Setup, builtin, builtins};

/// Returns the statistics of an experiment: the source of tables, reports and the exit status.
pub fn experiment_stats<'a>(
    compiled: &'a CompiledExperiment,
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
            tally: &known.played.tallies[cell.number],
            distinct: Some(known.distinct[cell.number]),
            inference: InferenceConfig {
                given_openings: experiment.openings != Openings::AsChosen,
                mirror: cell.lineup.is_self_play(),
            },
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
        same: [&experiment.aliases.setups, &experiment.aliases.rules],
        common_random: experiment.common_random,
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

/// Returns the names of the known patterns with these stones, or with their mirror image.
pub fn known_names(setup: &Setup) -> Vec<String> {
    let images = [setup.stones, setup.mirrored().stones];
    let known = builtins().iter().filter(|known| images.contains(&known.stones));
    known.map(|known| known.name.clone()).collect()
}

/// Returns the names of the known patterns with these stones; if there are none, of those with the
/// mirror image, and `true`.
pub fn known_images(setup: &Setup) -> (Vec<String>, bool) {
    let has_stones = |name: &String| builtin(name).is_some_and(|it| it.stones == setup.stones);
    let (own, mirrored): (Vec<_>, Vec<_>) = known_names(setup).into_iter().partition(has_stones);
    if own.is_empty() { (mirrored, true) } else { (own, false) }
}
