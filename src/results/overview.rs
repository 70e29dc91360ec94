//! The cells of an experiment with their names, what is known of each, and how they hang together.

use std::collections::HashMap;

use super::known::Known;
use crate::board::Stones;
use crate::experiment::{Experiment, Lineup, Margin, Openings};
use crate::games::setup::{Setup, builtins};
use crate::playing::prepared::Prepared;
use crate::stats::{Counted, Labels, Overview, Terms, WITHIN, statements};

/// Cells with their names, and how they hang together, shown to whoever makes something of them.
pub fn with_cells<R>(
    prepared: &Prepared,
    known: &Known,
    work: impl FnOnce(&Overview<'_>) -> R,
) -> R {
    let experiment: &Experiment = prepared.experiment();
    let texts = |cell: usize, ranks: &[u32]| prepared.opening_texts(cell, ranks);
    let all_statements = known.played.tallies.iter().map(|tally| statements(tally.seats)).sum();
    let terms = |lineup: &Lineup| Terms {
        statements: all_statements,
        within: experiment.margin().map_or(WITHIN, Margin::share),
        sampling: known.sampling,
        given_openings: experiment.openings != Openings::AsChosen,
        mirror: lineup.bots().windows(2).all(|pair| pair[0] == pair[1]),
    };
    // The same for all cells of a line-up, and there may be very many cells.
    let words = |lineup: &Lineup| lineup.bots().iter().map(ToString::to_string).collect();
    let lineups: Vec<(String, Vec<String>, Terms)> = experiment
        .lineups
        .iter()
        .map(|lineup| (lineup.to_string(), words(lineup), terms(lineup)))
        .collect();
    let cells: Vec<Counted<'_>> = experiment
        .cells()
        .zip(&known.played.tallies)
        .zip(lineups.iter().cycle())
        .map(|((cell, tally), (bots, each, terms))| Counted {
            labels: Labels {
                setup: &cell.setup.name,
                rules: &cell.rules.name,
                bots,
                each,
                phases: cell.rules.rules.phases(),
            },
            tally,
            distinct: known.distinct.as_ref().map(|distinct| distinct[cell.number]),
            terms: *terms,
        })
        .collect();
    work(&Overview {
        cells: &cells,
        toggled: &known.toggled.pairs,
        together: &known.toggled.together,
        mirrors: &mirrors(experiment),
        known_as: (experiment.openings == Openings::All).then_some(&known_as(experiment)),
        same: [&experiment.same.setups, &experiment.same.rules],
        common_random: experiment.common_random,
        names_margin: experiment.margin().is_some(),
        decider: known.played.decider(),
        texts: &texts,
    })
}

/// Pairs of setups that are each other's mirror image, and not the same.
fn mirrors(experiment: &Experiment) -> Vec<[String; 2]> {
    let setups = &experiment.setups;
    let key = |stones: Stones| (stones.black.bits(), stones.white.bits());
    let places: HashMap<(u128, u128), usize> =
        setups.iter().enumerate().rev().map(|(place, setup)| (key(setup.stones), place)).collect();
    let twin = |(place, setup): (usize, &Setup)| {
        let mirrored = setup.mirrored();
        let twin = *places.get(&key(mirrored.stones))?;
        (twin > place && mirrored.stones != setup.stones)
            .then(|| [setup.name.clone(), setups[twin].name.clone()])
    };
    setups.iter().enumerate().filter_map(twin).collect()
}

/// Which known patterns the only setup is, as it lies or as its mirror image.
fn known_as(experiment: &Experiment) -> Vec<String> {
    let [setup] = experiment.setups.as_slice() else { return Vec::new() };
    let images = [setup.stones, setup.mirrored().stones];
    let known = builtins().iter().filter(|known| images.contains(&known.stones));
    known.map(|known| known.name.clone()).collect()
}
