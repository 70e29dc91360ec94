//! What is said of a pattern at every rung from some strength on.
//!
//! Each pattern at each rung has a verdict, as a cell has one: its interval holds with those of all
//! patterns, rungs and rule sets together. A pattern is
//!
//! - *lasting*, where from some rung on, the strongest among them, at least two rungs have the same
//!   verdict and no other verdict is between them;
//! - *contradicted*, where that is not so and two rungs have different verdicts;
//! - *open*, where neither is so: `undecided` is no verdict.
//!
//! Beside it stands the *pooled* score: the mean over the rungs from which on the patterns' true scores agree, each
//! rung counting alike. These are the strongest rungs of which any two have a true correlation of
//! [`AGREE`] or more, two of them at least; or those from a rung on that is named. A rung that does not tell chance
//! is not among them. Its interval adds up the squares of the distances to the ends of the
//! rungs' intervals (Zou and Donner 2008), and holds with those of all patterns of its rule set.

use super::agreement::{Agreement, Between};
use super::{Group, Pattern};
use crate::stats::interval::{Interval, mean_of};
use crate::stats::terms::ALPHA;
use crate::stats::verdict::{Verdict, standing};
use crate::words;

/// From this correlation of true scores on, two rungs are said to agree on the patterns.
pub const AGREE: f64 = 0.8;

words! {
    /// What rungs say of a pattern together.
    pub enum Across ("across") {
        /// The same from some strength on
        Lasting = "lasting",
        /// One thing and another
        Contradicted = "contradicted",
        /// Too little
        Open = "open",
    }
}

/// What the rungs of one rule set say of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Lasting {
    /// The rule set.
    pub rules: String,
    /// The pattern.
    pub setup: String,
    /// What they say together.
    pub across: Across,
    /// The verdict that lasts.
    pub verdict: Option<Verdict>,
    /// From which bot on.
    pub from: Option<String>,
    /// The verdict at each rung.
    pub verdicts: Vec<Verdict>,
    /// The first player's score at each rung.
    pub scores: Vec<f64>,
    /// The score over the rungs that agree.
    pub pooled: Option<Pooled>,
}

/// A score over several rungs.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooled {
    /// From which bot on.
    pub from: String,
    /// How many rungs.
    pub rungs: usize,
    /// How many games they have.
    pub games: u64,
    /// The mean of their scores.
    pub score: f64,
    /// Its interval, which holds with those of all patterns of the rule set.
    pub interval: Interval,
    /// What that interval says.
    pub verdict: Verdict,
}

/// What is said of every pattern of every rule set that has two rungs.
pub(super) fn all(
    groups: &[Group],
    agreements: &[Agreement],
    named: Option<&str>,
    within: f64,
) -> Vec<Lasting> {
    let statements: usize = groups.iter().map(|group| group.rungs.len() * group.count()).sum();
    let alpha = ALPHA / statements.max(1) as f64;
    let verdict = |interval: Interval| Verdict::of_first(standing(interval, 0.5, within));
    let mut found = Vec::new();
    for group in groups.iter().filter(|group| group.rungs.len() > 1) {
        let pooled = pooled(group, agreements, named);
        let alone = ALPHA / group.count().max(1) as f64;
        for place in 0..group.count() {
            let patterns: Vec<&Pattern> =
                group.rungs.iter().map(|rung| &rung.patterns[place]).collect();
            let verdicts: Vec<Verdict> = patterns
                .iter()
                .map(|pattern| pattern.interval(alpha).map_or(Verdict::Undecided, verdict))
                .collect();
            let (across, since) = together(&verdicts);
            let pooled = pooled.first().and_then(|&from| {
                let together: Vec<&Pattern> = pooled.iter().map(|&rung| patterns[rung]).collect();
                let (score, interval) = pool(&together, alone)?;
                Some(Pooled {
                    from: group.rungs[from].bots.clone(),
                    rungs: together.len(),
                    games: together.iter().map(|pattern| pattern.games()).sum(),
                    score,
                    interval,
                    verdict: verdict(interval),
                })
            });
            found.push(Lasting {
                rules: group.rules.clone(),
                setup: patterns[0].name().to_owned(),
                across,
                verdict: since.map(|since| verdicts[since]),
                from: since.map(|since| group.rungs[since].bots.clone()),
                scores: patterns.iter().map(|pattern| pattern.mean()).collect(),
                verdicts,
                pooled,
            });
        }
    }
    found
}

/// What verdicts, the weakest rung's first, say together; and of those that last, from which rung on.
fn together(verdicts: &[Verdict]) -> (Across, Option<usize>) {
    let same = |verdict: Verdict| {
        let since = verdicts.iter().rposition(|&it| it != verdict).map_or(0, |place| place + 1);
        (verdict != Verdict::Undecided && verdicts.len() - since >= 2).then_some(since)
    };
    if let Some(since) = verdicts.last().and_then(|&last| same(last)) {
        return (Across::Lasting, Some(since));
    }
    let mut said = verdicts.iter().filter(|&&verdict| verdict != Verdict::Undecided);
    let first = said.next();
    match said.any(|verdict| Some(verdict) != first) {
        true => (Across::Contradicted, None),
        false => (Across::Open, None),
    }
}

/// The rungs whose scores are pooled, of those that tell chance: from the one on that is named, or else the
/// strongest of which any two agree. None where the strongest two do not.
pub(super) fn pooled(group: &Group, agreements: &[Agreement], named: Option<&str>) -> Vec<usize> {
    let told: Vec<usize> =
        (0..group.rungs.len()).filter(|&place| group.rungs[place].tells_chance()).collect();
    let from = match named {
        Some(named) => group.rungs.iter().position(|rung| rung.bots == named),
        None => agreeing_from(group, &told, agreements),
    };
    from.map_or_else(Vec::new, |from| told.into_iter().filter(|&place| place >= from).collect())
}

/// From which of some rungs on any two of them agree on the patterns; nothing where the strongest two do not.
fn agreeing_from(group: &Group, rungs: &[usize], agreements: &[Agreement]) -> Option<usize> {
    let agree = |one: usize, other: usize| {
        let two = [&group.rungs[one].bots, &group.rungs[other].bots];
        agreements.iter().any(|it| {
            (it.between, &it.of) == (Between::Bots, &group.rules)
                && (&it.two[0], &it.two[1]) == (two[0], two[1])
                && it.truth.is_some_and(|truth| truth >= AGREE)
        })
    };
    let all_agree = |rungs: &[usize]| {
        let with_later = |place: usize| {
            let mut later = rungs[place + 1..].iter();
            later.all(|&other| agree(rungs[place], other))
        };
        rungs.len() > 1 && (0..rungs.len()).all(with_later)
    };
    (0..rungs.len()).find(|&from| all_agree(&rungs[from..])).map(|from| rungs[from])
}

/// The mean over rungs, and its interval.
fn pool(patterns: &[&Pattern], alpha: f64) -> Option<(f64, Interval)> {
    let each = patterns.iter().map(|pattern| Some((pattern.mean(), pattern.interval(alpha)?)));
    mean_of(&each.collect::<Option<Vec<_>>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{First, Second, Undecided};

    #[test]
    fn what_lasts_is_said_by_the_strongest() {
        for (verdicts, expected) in [
            (vec![First, First], (Across::Lasting, Some(0))),
            (vec![Second, First, First], (Across::Lasting, Some(1))),
            (vec![First, Undecided, First], (Across::Open, None)),
            (vec![First, Undecided, First, First], (Across::Lasting, Some(2))),
            (vec![First, First, Second], (Across::Contradicted, None)),
            (vec![First, First, Undecided], (Across::Open, None)),
            (vec![First], (Across::Open, None)),
            (vec![Undecided, Undecided], (Across::Open, None)),
        ] {
            assert_eq!(together(&verdicts), expected, "{verdicts:?}");
        }
    }
}
