//! The published figures of Pasang.
//!
//! Nor Jaidi Tuah, the author of the computer game Pasang Emas, measured them in more than 3,000
//! games of his program with 170,000 positions ("Game complexity", 11 November 2010). Weak
//! computer players met weak and strong ones, and strong met strong; how strong they were made no
//! difference to the figures, he says. Which single column his program forbids the second player
//! is not published, nor which setups were played how often.
//!
//! Shares were printed in whole per cent. So a distance from them is only known within bounds:
//! each share may have been half a point higher or lower before it was rounded.

use serde::Serialize;

/// Mean length in plies, and the longest game.
pub const PLIES: (f64, f64) = (56.0, 94.0);
/// Mean and greatest number of moves that was seen: opening, entry, main phase. In the opening
/// there are 11 choices and then 10.
pub const MOVES: [(f64, f64); 3] = [(10.5, 11.0), (31.0, 50.0), (6.0, 26.0)];
/// Mean number of moves over all positions.
pub const MEAN: f64 = 7.0;
/// The share of positions, of all phases, with 1, 2 and so on to 14 moves, and with more.
pub const SHARES: [f64; 15] =
    [0.03, 0.07, 0.09, 0.11, 0.12, 0.11, 0.10, 0.08, 0.06, 0.06, 0.05, 0.02, 0.01, 0.01, 0.08];
/// So much higher or lower may a share have been before it was rounded.
const ROUNDING: f64 = 0.005;

/// The phases of Brunei's game, in order.
pub const PHASES: [&str; 3] = ["opening", "entry", "main"];

/// A distance between two distributions: half the sum of the differences of shares (total
/// variation), which is the share of positions that would have to have another number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distance {
    /// From the shares as they were printed.
    pub printed: f64,
    /// No distance from the shares before they were rounded is less.
    pub least: f64,
    /// No distance from the shares before they were rounded is more.
    pub most: f64,
}

/// Which of two distributions is nearer to the published one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Nearer {
    /// How much farther the second is than the first, from the shares as they were printed.
    pub printed: f64,
    /// It is no less whatever the shares were before they were rounded.
    pub least: f64,
    /// It is no more whatever the shares were before they were rounded.
    pub most: f64,
}

/// The least and the most of something over all shares that one printed share may stand for; it is
/// the greatest and the least at an end of that stretch or where it bends.
fn bounds(printed: f64, bends: &[f64], of: impl Fn(f64) -> f64) -> (f64, f64) {
    let (low, high) = ((printed - ROUNDING).max(0.0), printed + ROUNDING);
    let bends = bends.iter().copied().filter(|bend| (low..=high).contains(bend));
    [low, high]
        .into_iter()
        .chain(bends)
        .map(of)
        .fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)))
}

impl Distance {
    /// The distance of these shares from the published ones.
    pub fn of(shares: &[f64]) -> Distance {
        let mut distance = Distance { printed: 0.0, least: 0.0, most: 0.0 };
        for (&printed, &share) in SHARES.iter().zip(shares) {
            let (least, most) = bounds(printed, &[share], |p| (share - p).abs());
            distance.printed += (share - printed).abs() / 2.0;
            distance.least += least / 2.0;
            distance.most += most / 2.0;
        }
        distance
    }
}

impl Nearer {
    /// Compares two distributions' distances. The same unrounded shares are what both are compared
    /// with, so this says more than their two distances do.
    pub fn of(first: &[f64], second: &[f64]) -> Nearer {
        let mut nearer = Nearer { printed: 0.0, least: 0.0, most: 0.0 };
        for (&printed, (&one, &other)) in SHARES.iter().zip(first.iter().zip(second)) {
            let by = |p: f64| (other - p).abs() - (one - p).abs();
            let (least, most) = bounds(printed, &[one, other], by);
            nearer.printed += by(printed) / 2.0;
            nearer.least += least / 2.0;
            nearer.most += most / 2.0;
        }
        nearer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }

    #[test]
    fn the_published_shares_are_a_whole() {
        near(SHARES.iter().sum(), 1.0);
    }

    #[test]
    fn the_published_shares_are_no_distance_from_themselves() {
        let own = Distance::of(&SHARES);
        assert_eq!((own.printed, own.least), (0.0, 0.0));
        // Fifteen shares, each half a point off.
        near(own.most, 15.0 * 0.005 / 2.0);
    }

    /// By hand: all positions have one move, so every other published share is missing.
    #[test]
    fn a_distance_is_the_share_that_would_have_to_move() {
        let mut shares = [0.0; 15];
        shares[0] = 1.0;
        let distance = Distance::of(&shares);
        near(distance.printed, 0.97);
        near(distance.least, (0.965 + 0.97 - 14.0 * 0.005) / 2.0);
        near(distance.most, (0.975 + 0.97 + 14.0 * 0.005) / 2.0);
    }

    #[test]
    fn nearer_is_told_where_no_rounding_explains_it() {
        // Two points moved from the first to the second share, and four.
        let moved = |by: f64| {
            let mut shares = SHARES;
            (shares[0], shares[1]) = (shares[0] - by, shares[1] + by);
            shares
        };
        let nearer = Nearer::of(&moved(0.02), &moved(0.025));
        near(nearer.printed, 0.005);
        near(nearer.least, 0.005);
        near(nearer.most, 0.005);
        // Half a point is not told from nothing.
        let nearer = Nearer::of(&moved(0.0), &moved(0.004));
        near(nearer.printed, 0.004);
        assert!(nearer.least < 0.0 && nearer.most > 0.0, "{nearer:?}");
    }
}
