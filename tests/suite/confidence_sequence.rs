//! Anytime-valid intervals, compared with figures from SciPy and mpmath; their error probability is
//! summed exactly over all paths.

use crate::support::amount;
use crate::support::figures::near;
use pasang::answer::confidence_sequence::{
    confidence_sequence, ln_evidence, pair_mean, paired_confidence_sequence,
};
use pasang::answer::interval::Interval;
use pasang::answer::quantile::{ln_beta, ln_gamma};
use pasang::run::PairCounts;
use pasang_core::base::random::SeedKey;

/// Parses the rows of a table below its header.
fn rows(table: &str) -> Vec<Vec<f64>> {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("`{text}` is no number"));
    table.lines().skip(1).map(|line| line.split(',').map(number).collect()).collect()
}

#[test]
fn ln_gamma_agrees_with_mpmath() {
    for row in rows(include_str!("../data/anytime/ln_gamma.csv")) {
        near(ln_gamma(row[0]), row[1], 1e-15, &format!("ln gamma({})", row[0]));
    }
}

#[test]
fn ln_beta_agrees_with_mpmath() {
    for row in rows(include_str!("../data/anytime/ln_beta.csv")) {
        let (a, b) = (row[0], row[1]);
        near(ln_beta(a, b), row[2], 4e-15, &format!("ln beta({a}, {b})"));
        assert_eq!(ln_beta(a, b).to_bits(), ln_beta(b, a).to_bits(), "({a}, {b}) and turned round");
    }
}

/// The bits are equal on every machine, not only the rounded numbers.
#[test]
fn ends_have_the_same_bits_everywhere() {
    let interval = confidence_sequence(6_150, 1_000, 0.05);
    let bits = [interval.low, interval.high].map(f64::to_bits);
    assert_eq!(bits, [0x3fdd_3c2d_53aa_60ad, 0x3fe2_2d04_9b97_e6eb], "{interval:?}");
}

#[test]
fn intervals_agree_with_mpmath() {
    let rows = rows(include_str!("../data/anytime/intervals.csv"));
    assert!(rows.len() > 50);
    for row in rows {
        let (twelfths, games, alpha) = (row[0] as u64, row[1] as u64, row[2]);
        let interval = confidence_sequence(twelfths, games, alpha);
        let what = format!("{twelfths} twelfths in {games} games at {alpha}");
        // At 10^10 games the logarithms themselves have an absolute error near 10^-6.
        near(interval.low, row[3], 2e-11, &what);
        near(interval.high, row[4], 2e-11, &what);
    }
}

#[test]
fn the_interval_is_where_the_evidence_is_small() {
    for (twelfths, games) in [(0, 5), (60, 5), (7, 3), (600, 100), (451, 100), (61_003, 10_000)] {
        let interval = confidence_sequence(twelfths, games, 0.01);
        let most = 100_f64.ln();
        for step in 1..1000 {
            let p = f64::from(step) / 1000.0;
            let inside = interval.low <= p && p <= interval.high;
            let evidence = ln_evidence(twelfths, games, p);
            assert_eq!(inside, evidence < most, "{twelfths}, {games}, {p}: {interval:?}");
        }
    }
    let whole = confidence_sequence(0, 0, 0.05);
    assert_eq!((whole.low, whole.high), (0.0, 1.0));
    assert_eq!(ln_evidence(0, 0, 0.3), 0.0);
}

/// Returns the probability that `wrong` has held at some game up to each of the numbers `games`,
/// for games that score 0, 1/2 and 1 with these `chances`. Paths on which it holds are removed game
/// by game.
fn ever_wrong(chances: [f64; 3], games: &[u64], wrong: impl Fn(u64, u64) -> bool) -> Vec<f64> {
    let mut alive = vec![1.0];
    let (mut out, mut found) = (0.0, Vec::new());
    for n in 1..=*games.last().unwrap() {
        let mut next = vec![0.0; alive.len() + 2];
        for (place, chance) in alive.iter().enumerate() {
            chances.iter().enumerate().for_each(|(half, c)| next[place + half] += chance * c);
        }
        for (half, chance) in next.iter_mut().enumerate() {
            if *chance > 0.0 && wrong(6 * half as u64, n) {
                out += *chance;
                *chance = 0.0;
            }
        }
        alive = next;
        if games.contains(&n) {
            found.push(out);
        }
    }
    found
}

/// For any share of draws, and with a look after every single game, the probability that the
/// interval ever excludes the truth stays below alpha and equals SciPy's figure.
#[test]
fn the_truth_is_seldom_ever_outside() {
    for row in rows(include_str!("../data/anytime/crossings.csv")) {
        let (chances, alpha, games) = ([row[0], row[1], row[2]], row[3], row[4] as u64);
        if games != 500 {
            continue;
        }
        let p = row[2] + row[1] / 2.0;
        let most = (1.0 / alpha).ln();
        let outside = |twelfths, n| ln_evidence(twelfths, n, p) >= most;
        let chance = ever_wrong(chances, &[games], outside)[0];
        near(chance, row[5], 1e-9, &format!("{chances:?} at {alpha}"));
        assert!(chance <= alpha);
        // Computes every end of the interval, beside its test.
        if alpha == 0.05 {
            let outside = |twelfths, n| {
                let interval = confidence_sequence(twelfths, n, alpha);
                p < interval.low || p > interval.high
            };
            let by_ends = ever_wrong(chances, &[100], outside)[0];
            let by_test = ever_wrong(chances, &[100], |s, n| ln_evidence(s, n, p) >= most)[0];
            near(by_ends, by_test, 1e-12, "the ends and the test");
        }
    }
}

/// Of pairs that all have the same two scores the wealth is that of a coin, by hand: with 20 pairs won
/// outright, sum over shares t of (1 + t (1 / p - 1))^20 / 6 is 40 at the lower end.
#[test]
fn pairs_are_bet_on_as_written() {
    let counts: PairCounts = [0, 0, 0, 0, 20];
    let Interval { low, high } = paired_confidence_sequence(&counts, 0.05);
    let shares = [0.7, 0.35, 0.175, 0.0875, 0.04375, 0.021875_f64];
    let wealth: f64 = shares.iter().map(|t| (1.0 + t * (1.0 / low - 1.0)).powi(20) / 6.0).sum();
    near(wealth, 40.0, 1e-9, "wealth at the lower end");
    assert_eq!((high, pair_mean(&counts)), (1.0, 1.0));
    // The other player's interval is the mirror image.
    let mixed: PairCounts = [3, 5, 40, 9, 6];
    let [one, other] = [mixed, [6, 9, 40, 5, 3]].map(|it| paired_confidence_sequence(&it, 0.05));
    near(one.low, 1.0 - other.high, 1e-12, "mirrored");
    let none = paired_confidence_sequence(&[0; 5], 0.05);
    assert_eq!((none.low, none.high), (0.0, 1.0));
}

/// Where openings decide most games, pairs are split, and say more than their games one by one; the
/// truth is outside of any interval of a match in less than 5 % of matches.
#[test]
fn pairs_say_more_where_openings_are_uneven() {
    let counts: PairCounts = [30, 2, 400, 3, 65];
    let games = 2 * counts.iter().sum::<u64>();
    let twelfths = (pair_mean(&counts) * games as f64 * 12.0).round() as u64;
    let [pairs, singles] =
        [paired_confidence_sequence(&counts, 0.05), confidence_sequence(twelfths, games, 0.05)];
    assert!(pairs.high - pairs.low < 0.7 * (singles.high - singles.low), "{pairs:?} {singles:?}");
    let mut rng = SeedKey::new(3, &[b"pairs"]).rng(0);
    let matches = amount(30_usize, 400);
    let is_missed = |_: &usize| {
        let mut counts = PairCounts::default();
        (0..400).any(|_| {
            // A pair is won, split or lost with probabilities 1/4, 1/2 and 1/4.
            counts[[0, 2, 2, 4][rng.below_u64(4) as usize]] += 1;
            let Interval { low, high } = paired_confidence_sequence(&counts, 0.05);
            low > 0.5 || high < 0.5
        })
    };
    let missed = (0..matches).filter(is_missed).count();
    assert!(missed <= matches / 20, "{missed} of {matches}");
}
