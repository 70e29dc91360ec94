//! Anytime-valid intervals, compared with figures from SciPy and mpmath; their error probability is
//! summed exactly over all paths.

use crate::support::figures::near;
use pasang::stats::confidence_sequence::{confidence_sequence, ln_evidence};
use pasang::stats::quantile::{ln_beta, ln_gamma};

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
