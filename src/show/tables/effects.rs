//! The tables of a designed experiment over rules: `effects.csv`, `interactions.csv`,
//! `pattern-effects.csv`, and those of its profile.

use crate::answer::effects::{Effect, Estimated, LineupEffects, MeasureEffects};
use crate::answer::interval::{ALPHA, Interval};
use crate::run::measures::measure;
use crate::show::{Table, TableBuilder};

/// A row of any of the tables: a line-up and a measure.
#[derive(Clone, Copy)]
struct Row<'e, T> {
    lineup: &'e LineupEffects,
    of: &'e MeasureEffects,
    it: T,
}

fn rows<'e, T: 'e>(
    all: &'e [LineupEffects],
    each: impl Fn(&'e LineupEffects, &'e MeasureEffects) -> Vec<T> + 'e,
) -> impl Iterator<Item = Row<'e, T>> {
    let measures = all.iter().flat_map(|lineup| lineup.measures.iter().map(move |of| (lineup, of)));
    measures.flat_map(move |(lineup, of)| {
        each(lineup, of).into_iter().map(move |it| Row { lineup, of, it })
    })
}

const ALL: &str = "its interval at 95 %, for all patterns of which those that played are a sample";

impl<'e, T> TableBuilder<Row<'e, T>> {
    fn measured(self) -> Self {
        self.word("bots", "the bots", |row: &Row<'e, T>| row.lineup.bots.as_str()).word(
            "measure",
            "`score`, the first player's, or a measure of `profile.csv`",
            |row| measure(row.of.measure).0,
        )
    }

    fn value(self, toggle: &str, value: &str, of: impl Fn(&Row<'e, T>) -> Option<usize>) -> Self {
        let word = |row: &Row<'e, T>, place: usize| match of(row) {
            Some(term) => row.lineup.terms[term][place].clone(),
            None => "base".to_owned(),
        };
        self.word(toggle, "the toggle; `base` for the level under the values of the base", |row| {
            word(row, 0)
        })
        .word(value, "its value", |row| word(row, 1))
    }

    fn effect(self, of: impl Fn(&Row<'e, T>) -> Estimated) -> Self {
        self.share(
            "effect",
            "how much it changes the measure, on average over the other rules",
            |row| of(row).mean,
        )
        .ends("effect", ALL, |row| of(row).interval(ALPHA))
    }
}

pub fn effects(file: &'static str, all: &[LineupEffects]) -> Table {
    let each = |_: &LineupEffects, of: &MeasureEffects| {
        let effects =
            of.effects.iter().enumerate().map(|(term, effect)| (Some(term), effect.clone()));
        std::iter::once((None, of.base.clone())).chain(effects).collect::<Vec<_>>()
    };
    type It<'e> = Row<'e, (Option<usize>, Effect)>;
    let joint = |row: &It<'_>, of: &Estimated| -> Option<Interval> {
        row.it.0.and_then(|_| of.interval(row.lineup.alpha()))
    };
    const WHAT: &str =
        "One row a toggle value other than the base's, measure and line-up, with `[factorial]`.";
    const PLAYED: &str = "the same for the patterns that played alone";
    const LACK: &str =
        "the standard deviation of what rule sets have beyond the sum of their effects";
    const CELL: &str = "the standard deviation of a cell's mean around the model of its pattern";
    const BOTS: &str = "the standard error of the effect between bots, pooled over the effects";
    const NO_TEST: &str = "one pattern, or as many effects as rule sets";
    Table::file(file, WHAT, rows(all, each))
        .measured()
        .value("toggle", "value", |row| row.it.0)
        .word("against", "the value that it is compared with", |row| {
            row.it.0.map_or(String::new(), |term| row.lineup.terms[term][2].clone())
        })
        .empty("the base")
        .effect(|row| row.it.1.all)
        .ends(
            "effect_joint",
            "the same when those of all effects on the measure are to hold",
            |row| joint(row, &row.it.1.all),
        )
        .ends("played", PLAYED, |row| row.it.1.played.interval(ALPHA))
        .ends(
            "played_joint",
            "the same when those of all effects on the measure are to hold",
            |row| joint(row, &row.it.1.played),
        )
        .share("patterns_sd", "the standard deviation of the effect between patterns", |row| {
            row.it.1.patterns_sd
        })
        .empty("one pattern")
        .share("lack_of_fit_sd", LACK, |row| Some(row.of.lack_of_fit?.0))
        .empty(NO_TEST)
        .share("lack_of_fit_chance", "the probability of as much by chance", |row| {
            Some(row.of.lack_of_fit?.1)
        })
        .empty(NO_TEST)
        .share("cell_sd", CELL, |row| row.of.components.cell.0.sqrt())
        .share("bots_sd", BOTS, |row| row.of.bots[row.it.0.map_or(0, |_| 1)].sqrt())
        .without_units()
        .done()
}

pub fn interactions(all: &[LineupEffects]) -> Table {
    let each = |_: &LineupEffects, of: &MeasureEffects| of.interactions.clone();
    const WHAT: &str = "One row a pair of toggle values, measure and line-up, with `[factorial]`.";
    Table::file("interactions.csv", WHAT, rows(all, each))
        .measured()
        .value("toggle", "value", |row| Some(row.it.terms[0]))
        .value("other_toggle", "other_value", |row| Some(row.it.terms[1]))
        .share(
            "effect",
            "how much more both change the measure than the sum of their effects",
            |row| row.it.effect.all.mean,
        )
        .ends("effect", ALL, |row| row.it.effect.all.interval(ALPHA))
        .share("chance", "the probability of any as large by chance (Bonferroni)", |row| {
            row.it.chance
        })
        .without_units()
        .done()
}

pub fn pattern_effects(file: &'static str, all: &[LineupEffects]) -> Table {
    let each = |_: &LineupEffects, of: &MeasureEffects| {
        let effects = std::iter::once(&of.base).chain(&of.effects).enumerate();
        let patterns = effects.flat_map(|(number, effect)| {
            let term = number.checked_sub(1);
            let patterns = effect.patterns.iter().zip(&effect.own).enumerate();
            patterns.map(move |(pattern, (it, own))| (term, pattern, *it, *own))
        });
        let mut patterns: Vec<(Option<usize>, usize, Estimated, f64)> = patterns.collect();
        patterns.sort_by_key(|&(term, pattern, ..)| (term, pattern));
        patterns
    };
    const WHAT: &str = "One row a pattern, toggle value, measure and line-up, with `[factorial]`.";
    Table::file(file, WHAT, rows(all, each))
        .measured()
        .value("toggle", "value", |row| row.it.0)
        .word("setup", "the pattern", |row| row.lineup.setups[row.it.1].as_str())
        .share(
            "effect",
            "how much it changes the measure on this pattern, shrunk to the mean",
            |row| row.it.2.mean,
        )
        .ends("effect", "its interval at 95 %", |row| row.it.2.interval(ALPHA))
        .share("own", "the estimate from the games on this pattern alone", |row| row.it.3)
        .without_units()
        .done()
}
