//! How far the games that were played may mislead: intervals for a number of games that was fixed
//! before the first of them. Where games may still be added there are [those](super::anytime)
//! that hold at any time.

use super::histogram::Histogram;
use super::quantile;
use super::score::WHOLE;

/// Where a value is expected, from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 0.975 quantile of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval for a mean score between 0 and 1, from the sum of the games' scores in
/// twelfths (Wilson 1927, "Probable inference, the law of succession, and statistical inference",
/// J. Am. Stat. Assoc. 22, pp. 209-212). Nothing without games.
///
/// It treats the score as a share of wins and losses, whose variance is p (1 - p). No score
/// between 0 and 1 with the mean p varies more, and draws vary less: with draws the interval is
/// wider than it need be.
pub fn wilson(twelfths: u64, games: u64) -> Option<Interval> {
    wilson_at(twelfths, games, Z)
}

/// Wilson's interval at the level that the normal quantile `z` stands for.
pub fn wilson_at(twelfths: u64, games: u64, z: f64) -> Option<Interval> {
    if games == 0 {
        return None;
    }
    let n = games as f64;
    Some(wilson_share(twelfths as f64 / (WHOLE as f64 * n), n, z))
}

/// Wilson's interval for a mean score `p` of `n` games.
pub fn wilson_share(p: f64, n: f64, z: f64) -> Interval {
    let shrink = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / shrink;
    let half = z / shrink * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At 0 and 1 only rounding could lead beyond.
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The mean of independent figures. Its interval comes from theirs: the squares of the distances
/// from each figure to the end of its interval add up (Zou and Donner 2008, "Construction of
/// confidence limits about effect measures: a general approach", Stat. Med. 27, pp. 1693-1702).
/// Nothing of nothing.
pub fn mean_of(figures: &[(f64, Interval)]) -> Option<(f64, Interval)> {
    let count = figures.len() as f64;
    let (mut sum, mut squares) = (0.0, [0.0; 2]);
    for &(figure, Interval { low, high }) in figures {
        sum += figure;
        squares[0] += (figure - low) * (figure - low);
        squares[1] += (high - figure) * (high - figure);
    }
    let (mean, [low, high]) = (sum / count, squares.map(|sum: f64| sum.sqrt() / count));
    (!figures.is_empty()).then_some((mean, Interval { low: mean - low, high: mean + high }))
}

/// Student's interval for a mean: mean -+ t s / sqrt(n) (Student 1908, "The probable error of a
/// mean", Biometrika 6). Nothing for fewer than two numbers, or where all are the same: they say
/// nothing about how others would vary.
pub fn student(numbers: &Histogram) -> Option<Interval> {
    student_with(numbers, t)
}

/// Student's interval with the chance `alpha` to miss.
pub fn student_at(numbers: &Histogram, alpha: f64) -> Option<Interval> {
    // Numbers that have a variance have freedom.
    student_with(numbers, |degrees| quantile::student(degrees, alpha / 2.0).unwrap_or(f64::NAN))
}

fn student_with(numbers: &Histogram, t: impl Fn(u64) -> f64) -> Option<Interval> {
    let (mean, variance) = (numbers.mean()?, numbers.variance()?);
    if variance == 0.0 {
        return None;
    }
    let count = numbers.count();
    let half = t(count - 1) * (variance / count as f64).sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

/// The 0.975 quantiles of Student's distribution with 1, 2, 3 and so on degrees of freedom
/// (computed with mpmath, as roots of the distribution function).
const T: [f64; 30] = [
    12.706_204_736_174_705,
    4.302_652_729_749_464,
    3.182_446_305_283_709_6,
    2.776_445_105_197_794_4,
    2.570_581_835_636_315_5,
    2.446_911_851_144_97,
    2.364_624_251_592_785_3,
    2.306_004_135_204_166_7,
    2.262_157_162_798_205_5,
    2.228_138_851_986_275,
    2.200_985_160_091_64,
    2.178_812_829_667_229,
    2.160_368_656_462_792_5,
    2.144_786_687_917_804,
    2.131_449_545_559_775_7,
    2.119_905_299_221_254_7,
    2.109_815_577_833_317,
    2.100_922_040_241_038_5,
    2.093_024_054_408_309_8,
    2.085_963_447_265_865,
    2.079_613_844_727_680_4,
    2.073_873_067_904_026_2,
    2.068_657_610_419_048_7,
    2.063_898_561_628_026,
    2.059_538_552_753_297_7,
    2.055_529_438_642_873,
    2.051_830_516_480_285_6,
    2.048_407_141_795_245,
    2.045_229_642_132_704_3,
    2.042_272_456_301_238,
];

/// The 0.975 quantile of Student's distribution with so many degrees of freedom: from the table,
/// and beyond it by the expansion around the normal quantile (Abramowitz and Stegun 1964,
/// "Handbook of mathematical functions", 26.7.5), whose error is below 10^-7 there.
pub fn t(degrees: u64) -> f64 {
    if let Some(&quantile) = degrees.checked_sub(1).and_then(|place| T.get(place as usize)) {
        return quantile;
    }
    quantile::expanded(Z, degrees as f64)
}

/// The interval of the difference of two mean scores, the second less the first, of separate
/// games: each as the sum of its scores in twelfths and its number of games (Newcombe 1998,
/// "Interval estimation for the difference between independent proportions: comparison of eleven
/// methods", Stat. Med. 17, pp. 873-890, method 10). Nothing where one has no games.
pub fn newcombe(first: (u64, u64), second: (u64, u64), z: f64) -> Option<Interval> {
    let bounds = |(twelfths, games): (u64, u64)| {
        let Interval { low, high } = wilson_at(twelfths, games, z)?;
        Some((twelfths as f64 / (WHOLE as f64 * games as f64), low, high))
    };
    let ((p1, low1, high1), (p2, low2, high2)) = (bounds(first)?, bounds(second)?);
    let root = |a: f64, b: f64| (a * a + b * b).sqrt();
    Some(Interval {
        low: p2 - p1 - root(p2 - low2, high1 - p1),
        high: p2 - p1 + root(high2 - p2, p1 - low1),
    })
}
