//! Openings of a table's games: the model of one crew's games, with variance components by REML.

use std::collections::BTreeMap;

use super::super::reml::{self, Seen, Within};
use super::super::{
    ALPHA, BalanceSummary, DRAWS, LEAST_VARIANCE, OpeningDesign, VarianceComponents, draws_key,
    posterior,
};
use super::answer::{Cell, Names};

/// Openings of the games of a class on a pattern.
#[derive(Clone, Debug)]
pub struct OpeningCell {
    /// Pattern.
    pub pattern: String,
    /// Class.
    pub class: String,
    /// First moves and replies.
    pub design: OpeningDesign,
    /// What they are worth.
    pub summary: BalanceSummary,
}

/// Openings of a table.
#[derive(Clone, Debug, Default)]
pub struct TableOpenings {
    /// Variance components of scores; `None` without openings.
    pub components: Option<VarianceComponents>,
    /// By class and pattern.
    pub cells: Vec<OpeningCell>,
}

/// Most pairs of a pattern, and most work, so that time is bounded.
const MOST_PAIRS: usize = 200;
const MOST_WORK: f64 = 3e9;

/// Scores by pair and player.
struct Scores {
    design: OpeningDesign,
    seen: Vec<Seen>,
}

/// Returns the scores of a cell's first seat by pair and player, and adds how single games vary.
fn scores(cell: &Cell<'_>, names: &Names, within: &mut Within) -> Scores {
    let mut pairs = BTreeMap::<u32, usize>::new();
    let mut words = Vec::new();
    let mut sums = BTreeMap::<(usize, i32), [f64; 3]>::new();
    for it in &cell.entries {
        let pair = *pairs.entry(it.opening).or_insert_with(|| {
            words.push(names.openings[it.opening as usize].clone());
            words.len() - 1
        });
        let player = if it.sitting.len() == 1 { it.sitting[0] } else { -1 };
        let sum = sums.entry((pair, player)).or_default();
        let [won, squares] = it.seats[0];
        *sum = [sum[0] + it.games, sum[1] + won, sum[2] + squares];
    }
    let keyed = words.into_iter().enumerate().map(|(at, words)| ([Some(at as u32), None], words));
    let design = OpeningDesign::new(keyed, &[], &[]);
    let mut seen = Vec::new();
    for ((pair, player), [games, won, squares]) in sums {
        let mean = won / games;
        within.squares += (squares - won * mean).max(0.0);
        within.freedom += (games - 1.0).max(0.0);
        seen.push(Seen { pair, bot: (player + 1) as usize, mean, games });
    }
    Scores { design, seen }
}

/// Finds the openings of all classes; `None` if they are too many.
pub(super) fn openings(classes: &[&[Cell<'_>]], names: &Names) -> Option<TableOpenings> {
    let mut within = Within::default();
    let mut all = Vec::new();
    let mut work = 0.0;
    for (class, cells) in classes.iter().enumerate() {
        for cell in *cells {
            let found = scores(cell, names, &mut within);
            let size = found.seen.len() as f64;
            work += 60.0 * size * size * size
                + (found.design.pairs.len() * found.design.pairs.len() * DRAWS) as f64;
            if found.design.pairs.len() > MOST_PAIRS || work > MOST_WORK {
                return None;
            }
            all.push((class, cell.pattern, found));
        }
    }
    let of_reml: Vec<reml::Cell<'_>> = all
        .iter()
        .map(|(.., it)| reml::Cell { design: &it.design, seen: it.seen.clone() })
        .collect();
    let mut components = reml::estimate(&of_reml, within);
    if all.iter().all(|(.., it)| it.design.replies.len() <= 1) {
        // Without replies a pair is its first move.
        components.column += components.pair;
        components.pair = 0.0;
    }
    let cell = |(class, pattern, Scores { design, seen }): (usize, u32, Scores)| {
        let VarianceComponents { interaction, game, bot, .. } = components;
        let error = |one: usize, other: usize| {
            let of_bot = if seen[one].bot == seen[other].bot { bot } else { 0.0 };
            let own = (interaction + game / seen[one].games).max(LEAST_VARIANCE);
            of_bot + if one == other { own } else { 0.0 }
        };
        let means: Vec<(usize, f64)> = seen.iter().map(|it| (it.pair, it.mean)).collect();
        let summary =
            posterior(&design, &means, &components, error, 0.0).summary(DRAWS, &draws_key(), ALPHA);
        OpeningCell {
            pattern: names.patterns[pattern as usize].clone(),
            class: names.classes[class].clone(),
            design,
            summary,
        }
    };
    let cells = all.into_iter().map(cell).collect();
    Some(TableOpenings { components: Some(components), cells })
}
