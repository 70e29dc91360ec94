//! How alike the patterns' true scores are at two rungs.
//!
//! # The figure
//!
//! With x and y the scores of S patterns at two rungs, and v and w their variances by chance, the true
//! scores vary by t = var(x) - mean(v) and u = var(y) - mean(w), and vary together by c = cov(x, y),
//! which chance does not change where the games are drawn apart. Their correlation is c / sqrt(t u):
//! the one that is seen, corrected for attenuation (Spearman 1904, "The proof and measurement of
//! association between two things", Am. J. Psychol. 15, pp. 72-101). t / var(x) is the rung's
//! *reliability*: the correlation with itself that another run would have.
//!
//! # The interval
//!
//! A quotient with a divisor that may be near zero has no good standard error. So each r from -1 to 1
//! is tried: those stay for which d = c - r sqrt(t u) is no farther from 0 than its error times Student's
//! quantile with S - 1 degrees of freedom (after Fieller 1954, "Some problems in interval estimation", J. R.
//! Stat. Soc. B 16, pp. 175-185). The error of d is the larger of two: the one that it has, if r is true, where
//! scores are normal, by the variances of second moments (for instance Anderson 2003, "An introduction to
//! multivariate statistical analysis", 3.4); and the jackknife's, which asks for no distribution and is too
//! small with few patterns. The interval speaks of a world of patterns of which these are a sample. Where
//! the patterns may not differ at all, it is all of -1 to 1.

use super::jackknife::{covariances, width};
use super::{Group, Pattern, Rung};
use crate::stats::interval::Interval;
use crate::stats::overview::Draws;
use crate::stats::rank::pearson;
use crate::words;

words! {
    /// What two rungs have in common.
    pub enum Between ("between") {
        /// The rule set: two bots are compared
        Bots = "bots",
        /// The bot: two rule sets are compared
        Rules = "rules",
    }
}

/// How alike two rungs are.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// What is compared.
    pub between: Between,
    /// The rule set, or the bot, that both have.
    pub of: String,
    /// The two bots, or the two rule sets.
    pub two: [String; 2],
    /// How many patterns.
    pub patterns: usize,
    /// The correlation of the scores that were seen.
    pub seen: Option<f64>,
    /// The reliability of each.
    pub reliability: [Option<f64>; 2],
    /// The correlation of the true scores, from -1 to 1.
    pub truth: Option<f64>,
    /// Its interval at 95 %.
    pub interval: Option<Interval>,
    /// How it was made, or why there is none.
    pub method: &'static str,
}

/// What is known of a pattern at two rungs: both scores, and both variances by chance.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The scores.
    pub scores: [f64; 2],
    /// Their variances by chance.
    pub chance: [f64; 2],
}

/// Second moments of some patterns, all but one.
#[derive(Clone, Copy, Debug)]
struct Moments {
    /// The variances of the scores that were seen.
    seen: [f64; 2],
    /// How they vary together.
    both: f64,
    /// The variances of the true scores.
    truth: [f64; 2],
}

impl Moments {
    fn of<'s>(spots: impl Iterator<Item = &'s Spot> + Clone) -> Moments {
        let count = spots.clone().count() as f64;
        let mean = |of: &dyn Fn(&Spot) -> f64| spots.clone().map(of).sum::<f64>() / count;
        let [x, y] = [0, 1].map(|at| mean(&|spot| spot.scores[at]));
        let sum = |of: &dyn Fn(&Spot) -> f64| spots.clone().map(of).sum::<f64>() / (count - 1.0);
        let both = sum(&|spot| (spot.scores[0] - x) * (spot.scores[1] - y));
        let seen = [(0, x), (1, y)].map(|(at, middle)| {
            sum(&|spot| (spot.scores[at] - middle) * (spot.scores[at] - middle))
        });
        let truth = [0, 1].map(|at| seen[at] - mean(&|spot| spot.chance[at]));
        Moments { seen, both, truth }
    }

    /// The variance of c - r sqrt(t u) of so many patterns, if r is the true correlation and scores are normal.
    fn error_if(&self, r: f64, patterns: usize) -> f64 {
        let ([s, v], [t, u], c) = (self.seen, self.truth, r * self.root());
        // How c - r sqrt(t u) changes with the two variances; with the covariance as much as that does.
        let by = [-0.5 * r * (u / t).sqrt(), -0.5 * r * (t / u).sqrt()];
        let own = by[0] * by[0] * 2.0 * s * s + by[1] * by[1] * 2.0 * v * v + s * v + c * c;
        let mixed = by[0] * by[1] * 2.0 * c * c + by[0] * 2.0 * s * c + by[1] * 2.0 * v * c;
        (own + 2.0 * mixed) / (patterns as f64 - 1.0)
    }

    /// The root of the product of the true variances; 0 where there are none.
    fn root(&self) -> f64 {
        let [t, u] = self.truth.map(|it| it.max(0.0));
        (t * u).sqrt()
    }
}

/// So many correlations are tried on either side of 0.
const STEPS: i32 = 500;

/// The correlation of true scores with its interval, both from -1 to 1; nothing where the patterns of
/// one rung do not differ by more than chance makes them.
pub fn correlation(spots: &[Spot]) -> Option<(f64, Interval)> {
    let all = Moments::of(spots.iter());
    let (a, b) = (all.both, all.root());
    if b <= 0.0 {
        return None;
    }
    let [[va, vab], [_, vb]] = covariances(spots.len(), |left_out| {
        let rest = spots.iter().enumerate().filter(|&(place, _)| place != left_out);
        let moments = Moments::of(rest.map(|(_, spot)| spot));
        [moments.both, moments.root()]
    });
    let t2 = width(spots.len()).powi(2);
    let stays = |r: f64| {
        let (off, jackknife) = (a - r * b, va - 2.0 * r * vab + r * r * vb);
        off * off <= t2 * jackknife.max(all.error_if(r, spots.len()))
    };
    let tried = || (-STEPS..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let truth = (a / b).clamp(-1.0, 1.0);
    let interval = Interval {
        low: tried().find(|&r| stays(r)).map_or(truth, |r| r.min(truth)),
        high: tried().rev().find(|&r| stays(r)).map_or(truth, |r| r.max(truth)),
    };
    Some((truth, interval))
}

/// All pairs of rungs of one rule set, and all pairs of rule sets under one bot, in order.
pub(super) fn all(groups: &[Group]) -> Vec<Agreement> {
    let mut found = Vec::new();
    for Group { rules, rungs } in groups {
        for (place, one) in rungs.iter().enumerate() {
            for other in &rungs[place + 1..] {
                let two = [one.bots.clone(), other.bots.clone()];
                found.extend(between(Between::Bots, rules, two, [one, other]));
            }
        }
    }
    for (place, group) in groups.iter().enumerate() {
        for other in &groups[place + 1..] {
            for one in &group.rungs {
                let same = |rung: &&Rung| rung.bots == one.bots;
                let Some(rung) = other.rungs.iter().find(same) else { continue };
                let two = [group.rules.clone(), other.rules.clone()];
                found.extend(between(Between::Rules, &one.bots, two, [one, rung]));
            }
        }
    }
    found
}

/// How alike two rungs are; nothing where they have too few patterns in common.
fn between(what: Between, of: &str, two: [String; 2], rungs: [&Rung; 2]) -> Option<Agreement> {
    let [one, other] = rungs;
    let both: Vec<(&Pattern, &Pattern)> = one
        .patterns
        .iter()
        .filter_map(|x| Some((x, other.patterns.iter().find(|y| y.key == x.key)?)))
        .collect();
    let patterns = both.len();
    if patterns < super::LEAST_PATTERNS {
        return None;
    }
    let spots: Option<Vec<Spot>> = both
        .iter()
        .map(|(x, y)| {
            let chance = [x.variance()?, y.variance()?];
            Some(Spot { scores: [x.mean(), y.mean()], chance })
        })
        .collect();
    let plain: Vec<(f64, f64)> = both.iter().map(|(x, y)| (x.mean(), y.mean())).collect();
    let seen = pearson(&plain);
    let shared = what == Between::Rules
        && rungs[0].source == rungs[1].source
        && rungs[0].draws == Draws::Common;
    let none = |method| Agreement {
        between: what,
        of: of.to_owned(),
        two: two.clone(),
        patterns,
        seen,
        reliability: [None; 2],
        truth: None,
        interval: None,
        method,
    };
    let Some(spots) = spots else { return Some(none("none: an opening has one game")) };
    let moments = Moments::of(spots.iter());
    let reliability = [0, 1].map(|at| {
        (moments.seen[at] > 0.0).then(|| (moments.truth[at] / moments.seen[at]).max(0.0))
    });
    let told = Agreement { reliability, ..none("none: the rule sets share random numbers") };
    if shared {
        return Some(told);
    }
    Some(match correlation(&spots) {
        None => Agreement { method: "none: the patterns differ no more than by chance", ..told },
        Some((truth, interval)) => {
            Agreement { truth: Some(truth), interval: Some(interval), method: "tried-95", ..told }
        }
    })
}
