//! Histograms of integers.

use std::collections::BTreeMap;

/// A histogram of integers; means and percentiles are computed from it without loss.
///
/// Counts have 64 bits, and sums are taken with 128: 10^9 games of a hundred plies with a thousand
/// moves each are far from either bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The counts of 0, 1, 2 and so on; the last one is not 0.
    from_zero: Vec<u64>,
    /// The counts of all other numbers; none is 0.
    others: BTreeMap<i64, u64>,
}

/// Numbers from this on are kept in the map: ordinary games do not have such numbers, but specially
/// made boards and rules do.
const FAR: i64 = 4096;

impl Histogram {
    #[inline]
    pub fn add(&mut self, number: i64) {
        match self.from_zero.get_mut(number as usize) {
            // A negative number wraps to an index far beyond the list's end.
            Some(count) => *count += 1,
            None => self.add_many(number, 1),
        }
    }

    fn add_many(&mut self, number: i64, times: u64) {
        if times == 0 {
            return;
        }
        if !(0..FAR).contains(&number) {
            *self.others.entry(number).or_default() += times;
            return;
        }
        let place = number as usize;
        if place >= self.from_zero.len() {
            self.from_zero.resize(place + 1, 0);
        }
        self.from_zero[place] += times;
    }

    pub fn merge(&mut self, other: &Histogram) {
        other.iter().for_each(|(number, times)| self.add_many(number, times));
    }

    /// Returns the numbers that occurred, in order, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        let from = self.from_zero.iter().enumerate().map(|(place, &times)| (place as i64, times));
        let pair = |(&number, &times): (&i64, &u64)| (number, times);
        let (below, above) = (self.others.range(..0).map(pair), self.others.range(0..).map(pair));
        below.chain(from).chain(above).filter(|&(_, times)| times > 0)
    }

    pub fn count(&self) -> u64 {
        self.iter().map(|(_, times)| times).sum()
    }

    pub fn sum(&self) -> i128 {
        self.iter().map(|(number, times)| i128::from(number) * i128::from(times)).sum()
    }

    pub fn squares(&self) -> i128 {
        self.iter().map(|(number, times)| i128::from(number).pow(2) * i128::from(times)).sum()
    }

    pub fn greatest(&self) -> Option<i64> {
        self.iter().last().map(|(number, _)| number)
    }

    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| self.sum() as f64 / count as f64)
    }

    /// Returns the sample variance, with the divisor n - 1; `None` for fewer than two numbers.
    pub fn variance(&self) -> Option<f64> {
        let count = i128::from(self.count());
        if count < 2 {
            return None;
        }
        // Exact until the last step: n (n - 1) s^2 = n sum(x^2) - sum(x)^2.
        let spread = count * self.squares() - self.sum().pow(2);
        Some(spread as f64 / count as f64 / (count - 1) as f64)
    }

    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns a percentile, interpolated linearly; `percent` is at most 100 (Hyndman and Fan 1996,
    /// "Sample quantiles in statistical packages", definition 7, the default of R and NumPy).
    /// `None` if empty.
    pub fn percentile(&self, percent: u8) -> Option<f64> {
        let last = self.count().checked_sub(1)?;
        let hundredths = u128::from(last) * u128::from(percent.min(100));
        let place = (hundredths / 100) as u64;
        let (low, high) = (self.at(place)?, self.at((place + 1).min(last))?);
        let part = (hundredths % 100) as i128 * i128::from(high - low);
        Some((i128::from(low) * 100 + part) as f64 / 100.0)
    }

    /// Returns the number at index `place` of the sorted numbers, from 0.
    fn at(&self, place: u64) -> Option<i64> {
        let mut passed = 0;
        self.iter()
            .find(|&(_, times)| {
                passed += times;
                passed > place
            })
            .map(|(number, _)| number)
    }
}
