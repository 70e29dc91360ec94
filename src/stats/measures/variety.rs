//! How openings vary: the entropy of the pairs of first moves.
//!
//! The entropy of the shares that were seen is too small on the mean, by about (K - 1) / 2n for K
//! different pairs in n games, which is added (Miller 1955, "Note on the bias of information
//! estimates", in: Information theory in psychology, pp. 95-100). Its variance is that of the
//! logarithms of the shares, by n (Basharin 1959, "On a statistical estimate for the entropy of a
//! sequence of independent random variables", Theory Probab. Appl. 4, pp. 333-336).

use std::collections::BTreeMap;

use crate::stats::openings::Pair;

/// An entropy, with the variance of its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entropy {
    pub(super) nats: f64,
    pub(super) variance: f64,
}

impl Entropy {
    /// That of the pairs of so many games each; nothing without games.
    pub(super) fn of(pairs: &BTreeMap<Pair, u64>) -> Option<Entropy> {
        let games = pairs.values().sum::<u64>() as f64;
        let (mut first, mut second) = (0.0, 0.0);
        for &times in pairs.values() {
            let share = times as f64 / games;
            let log = -libm::log(share);
            first += share * log;
            second += share * log * log;
        }
        let bias = (pairs.len() as f64 - 1.0) / (2.0 * games);
        let variance = ((second - first * first) / games).max(0.0);
        (games > 0.0).then_some(Entropy { nats: first + bias, variance })
    }

    /// The mean of several; nothing where there is none.
    pub(super) fn mean(each: &[Entropy]) -> Option<Entropy> {
        let count = each.len() as f64;
        let nats = each.iter().map(|entropy| entropy.nats).sum::<f64>() / count;
        let variance = each.iter().map(|entropy| entropy.variance).sum::<f64>() / (count * count);
        (count > 0.0).then_some(Entropy { nats, variance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Key;

    fn pairs(times: &[u64]) -> BTreeMap<Pair, u64> {
        (0..).map(|rank| [Some(rank), None]).zip(times.iter().copied()).collect()
    }

    /// By hand: two pairs, three games to one: 3/4 ln 4/3 + 1/4 ln 4 = 0.562335, and 1/8 for bias;
    /// 3/16 ln(3)^2 / 4 is the variance.
    #[test]
    fn an_entropy_by_hand() {
        let found = Entropy::of(&pairs(&[3, 1])).unwrap();
        assert!((found.nats - 0.562_335_144_618_808_3 - 0.125).abs() < 1e-12);
        assert!((found.variance - 3.0 / 16.0 * 3f64.ln().powi(2) / 4.0).abs() < 1e-12);
        assert_eq!(Entropy::of(&pairs(&[])), None);
        let alone = Entropy::of(&pairs(&[9])).unwrap();
        assert_eq!((alone.nats, alone.variance), (0.0, 0.0));
    }

    /// Of sixty pairs, equally likely, the estimate finds the sixty, and its variance what it is off
    /// by, where there are some games for each.
    #[test]
    fn drawn_pairs_are_as_many_as_there_are() {
        let key = Key::new(1, &[b"variety"]);
        let found = (0..200).map(|sample| {
            let mut stream = key.stream(sample);
            let mut times = [0; 60];
            // Not all alike, or there is no variance of the first order.
            (0..600).for_each(|_| times[stream.below(60).min(stream.below(60)) as usize] += 1);
            let seen: Vec<u64> = times.into_iter().filter(|&times| times > 0).collect();
            Entropy::of(&pairs(&seen)).unwrap()
        });
        let found: Vec<Entropy> = found.collect();
        // The least of two numbers below 60 is k in 119 - 2 k of 3600 cases.
        let shares = (0..60).map(|k| (119.0 - 2.0 * f64::from(k)) / 3600.0);
        let truth: f64 = shares.map(|share: f64| -share * share.ln()).sum();
        let mean = found.iter().map(|it| it.nats).sum::<f64>() / 200.0;
        assert!((mean - truth).abs() < 0.005, "{mean} {truth}");
        let spread = found.iter().map(|it| (it.nats - mean).powi(2)).sum::<f64>() / 199.0;
        let told = found.iter().map(|it| it.variance).sum::<f64>() / 200.0;
        assert!((spread / told - 1.0).abs() < 0.35, "{spread} {told}");
    }
}
