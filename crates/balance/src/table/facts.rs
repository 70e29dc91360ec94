//! Facts that games tell beside their results, as numbers: their means, and the effects of options on them.

use super::cells::Names;
use super::effects::{Mean, OptionEffect, effects};
use super::{Fact, Table};
use crate::ALPHA;
use pasang_core::score::normal_quantile;

/// A fact about the games of a class.
#[derive(Clone, Debug)]
pub struct FactAnswer {
    /// Class.
    pub class: String,
    /// Name of the fact.
    pub fact: String,
    /// Games that tell it.
    pub games: u64,
    /// Mean over the patterns, each of which counts alike.
    pub mean: f64,
    /// Ends of its 95 % interval, on these patterns; `None` if no two games have pattern and options in
    /// common.
    pub interval: Option<[f64; 2]>,
    /// Effects of the options of the rules.
    pub effects: Vec<OptionEffect>,
}

/// Returns the sum of squares around the mean.
fn around([games, sum, squares]: Fact) -> f64 {
    (squares - sum * sum / games).max(0.0)
}

/// Returns what is known of each fact in the games of each class.
pub(super) fn facts(table: &Table, names: &Names) -> Vec<FactAnswer> {
    let mut found = Vec::new();
    for (number, class) in names.classes.iter().enumerate() {
        let from = [number as u32, 0, 0];
        let sums = || table.facts.range(from..[from[0] + 1, 0, 0]);
        for (at, fact) in names.facts.iter().enumerate() {
            let mut patterns: Vec<(u32, Vec<(u32, Fact)>)> = Vec::new();
            for (&[_, pattern, combo], facts) in sums() {
                let Some(&sum) = facts.get(at).filter(|it| it[0] > 0.0) else { continue };
                if patterns.last().is_none_or(|it| it.0 != pattern) {
                    patterns.push((pattern, Vec::new()));
                }
                if let Some((_, all)) = patterns.last_mut() {
                    all.push((combo, sum));
                }
            }
            found.extend(known(&patterns, names, class, fact));
        }
    }
    found
}

fn known(
    patterns: &[(u32, Vec<(u32, Fact)>)],
    names: &Names,
    class: &str,
    fact: &str,
) -> Option<FactAnswer> {
    if patterns.is_empty() {
        return None;
    }
    let whole = |all: &Vec<(u32, Fact)>| {
        all.iter().fold([0.0; 3], |sum, it| [0, 1, 2].map(|at: usize| sum[at] + it.1[at]))
    };
    let of_patterns: Vec<Fact> = patterns.iter().map(|it| whole(&it.1)).collect();
    let count = of_patterns.len() as f64;
    let games: f64 = of_patterns.iter().map(|it| it[0]).sum();
    let mean = of_patterns.iter().map(|it| it[1] / it[0]).sum::<f64>() / count;
    // Of games with equal options on a pattern.
    let all = || patterns.iter().flat_map(|it| &it.1);
    let freedom = all().map(|it| it.1[0] - 1.0).sum::<f64>();
    let variance = all().map(|it| around(it.1)).sum::<f64>() / freedom;
    let error = (variance * of_patterns.iter().map(|it| 1.0 / it[0]).sum::<f64>()).sqrt() / count;
    let half = normal_quantile(0.5 * ALPHA) * error;
    let interval = (freedom > 0.0).then_some([mean - half, mean + half]);
    let of = |&(combo, [games, sum, _]): &(u32, Fact)| Mean { combo, games, sum, variance };
    let means: Vec<Vec<Mean>> = patterns.iter().map(|it| it.1.iter().map(of).collect()).collect();
    let effects = match freedom > 0.0 {
        true => effects(&means, &names.options, &names.factors, class, f64::INFINITY),
        false => Vec::new(),
    };
    let (class, fact) = (class.to_owned(), fact.to_owned());
    Some(FactAnswer { class, fact, games: games as u64, mean, interval, effects })
}
