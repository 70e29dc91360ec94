//! Facts that games tell beside their results, as numbers: their means, and the effects of options on them.

use super::cells::Names;
use super::effects::{Mean, OptionEffect, Told, effects};
use super::{Fact, LEAST_GAMES, Table};
use crate::ALPHA;
use crate::quantile::student;

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
    /// Ends of its 95 % interval, for these patterns and players; `None` with few games, or where a pattern
    /// or value of an option has one.
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
        let sums = table.facts.range(from..[from[0] + 1, 0, 0]);
        for (at, fact) in names.facts.iter().enumerate() {
            let mut patterns: Vec<(u32, Vec<(u32, Fact)>)> = Vec::new();
            for (&[_, pattern, combo], facts) in sums.clone() {
                let Some(&sum) = facts.get(at).filter(|it| it[0] > 0.0) else { continue };
                if patterns.last().is_none_or(|it| it.0 != pattern) {
                    patterns.push((pattern, Vec::new()));
                }
                if let Some((_, all)) = patterns.last_mut() {
                    all.push((combo, sum));
                }
            }
            let first = table.first_facts.get(at).copied().flatten().unwrap_or_default();
            found.extend(known(&patterns, names, (class, fact), first));
        }
    }
    found
}

fn known(
    patterns: &[(u32, Vec<(u32, Fact)>)],
    names: &Names,
    (class, fact): (&str, &str),
    first: f64,
) -> Option<FactAnswer> {
    if patterns.is_empty() {
        return None;
    }
    let count = patterns.len() as f64;
    let of = |&(combo, sums): &(u32, Fact)| Mean {
        combo,
        games: sums[0],
        played: sums[0],
        sum: sums[1],
        variance: around(sums) / (sums[0] - 1.0),
    };
    let means: Vec<Vec<Mean>> = patterns.iter().map(|it| it.1.iter().map(of).collect()).collect();
    let games = |of: &[Mean]| of.iter().map(|it| it.games).sum::<f64>();
    let mean = means.iter().map(|it| it.iter().map(|it| it.sum).sum::<f64>() / games(it));
    let mean = first + mean.sum::<f64>() / count;
    let parts =
        means.iter().flat_map(|of| of.iter().map(move |it| (it, it.games / games(of) / count)));
    let half = Mean::error(parts)
        .and_then(|(error, degrees)| Some(error * student(degrees, 0.5 * ALPHA)?));
    let games = means.iter().map(|it| games(it)).sum::<f64>() as u64;
    let half = half.filter(|_| games >= LEAST_GAMES);
    let interval = half.map(|half| [mean - half, mean + half]);
    let effects = match interval {
        Some(_) => effects(&means, &names.options, &names.factors, class, Told::Fact),
        None => Vec::new(),
    };
    let (class, fact) = (class.to_owned(), fact.to_owned());
    Some(FactAnswer { class, fact, games, mean, interval, effects })
}
