//! Ratios of sums over games, where games are independent of one another and what is counted
//! within a game is not: the points that moves lost, by the number of moves.
//!
//! With `x` and `y` what a game brings to either sum, `X` and `Y` the sums and `R = X / Y`, the
//! residuals `e = x - R y` have a variance within each cell, and the variance of `R` is
//!
//! ```text
//! sum over the cells of  n / (n - 1) * sum (e - mean of e in the cell)^2,  by Y^2
//! ```
//!
//! (Cochran 1977, "Sampling techniques", 3rd ed., 2.11, 6.5 and 6.11: a ratio's linearised variance,
//! and strata). Games in which nothing was counted, `y = 0`, say nothing and are left out.
//!
//! A mean of points has Student's interval, with as many degrees of freedom as there are games less
//! the cells. A share has Wilson's, for as many independent moves as would have that variance (Korn
//! and Graubard 1998, "Confidence intervals for proportions with small expected number of positive
//! counts estimated from survey data", Survey Methodology 24, pp. 193-201; Franco, Little, Louis
//! and Slud 2019, "Comparative study of confidence intervals for proportions in complex sample
//! surveys", J. Surv. Stat. Methodol. 7, pp. 334-364), and for no more than were counted. Where no
//! game differs from another, each counts as one.

use pasang::stats::interval::{Interval, t, wilson_share};
use pasang::stats::{Histogram, Measured};

/// What two numbers of each game come to.
///
/// No sum can overflow: with 10^10 games of 10^4 each, the sums of products are below 10^18.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// How many games had anything to count.
    pub games: u64,
    /// The sum that is divided.
    pub x: i64,
    /// The sum that it is divided by.
    pub y: u64,
    xx: u64,
    xy: i64,
    yy: u64,
}

/// What a ratio is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Between 0 and so much.
    Share(f64),
    /// Anything.
    Points,
}

impl Ratio {
    pub fn add(&mut self, x: i64, y: u64) {
        if y == 0 {
            return;
        }
        self.games += 1;
        self.x += x;
        self.y += y;
        self.xx += x.unsigned_abs().pow(2);
        self.xy += x * y as i64;
        self.yy += y.pow(2);
    }

    /// Of so many games those that something holds of: each counts as one.
    pub fn of_games(some: u64, of: u64) -> Ratio {
        Ratio { games: of, x: some as i64, y: of, xx: some, xy: some as i64, yy: of }
    }

    pub fn of_numbers(numbers: &Histogram) -> Ratio {
        let (games, sum) = (numbers.count(), numbers.sum() as i64);
        Ratio { games, x: sum, y: games, xx: numbers.squares() as u64, xy: sum, yy: games }
    }

    pub fn merge(&mut self, other: &Ratio) {
        self.games += other.games;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// The sum of squared distances of the residuals from their mean.
    fn spread(&self, ratio: f64) -> f64 {
        let [x, y] = [self.x as f64, self.y as f64];
        let squares =
            self.xx as f64 - 2.0 * ratio * self.xy as f64 + ratio * ratio * self.yy as f64;
        let sum = x - ratio * y;
        (squares - sum * sum / self.games as f64).max(0.0)
    }
}

/// The ratio over several cells, with its interval at 95 %, unless it is told why there is none;
/// nothing where nothing was counted.
pub fn ratio(cells: &[Ratio], scale: Scale, why_none: Option<&'static str>) -> Option<Measured> {
    let mut all = Ratio::default();
    cells.iter().for_each(|cell| all.merge(cell));
    if all.y == 0 {
        return None;
    }
    let unit = match scale {
        Scale::Share(whole) => whole,
        Scale::Points => 1.0,
    };
    let y = all.y as f64;
    let plain = all.x as f64 / y;
    let mean = plain / unit;
    let none = |method| Some(Measured { mean, interval: None, method });
    if let Some(why) = why_none {
        return none(why);
    }
    let mut variance = 0.0;
    let mut freedom = 0;
    for cell in cells.iter().filter(|cell| cell.games > 1) {
        let games = cell.games as f64;
        variance += games / (games - 1.0) * cell.spread(plain);
        freedom += cell.games - 1;
    }
    if freedom == 0 {
        return none("none: one game a cell");
    }
    // Games that were alone in their cells have a share in the sums, and none in the variance: they
    // count as varying like the others.
    let alone = cells.iter().filter(|cell| cell.games == 1).count() as f64;
    let others = all.games as f64 - alone;
    variance *= all.games as f64 / others / (y * y);
    let (interval, method) = match scale {
        Scale::Points if variance > 0.0 => {
            let half = t(freedom) * variance.sqrt();
            (Some(Interval { low: mean - half, high: mean + half }), "t-95 over games")
        }
        Scale::Points => (None, "none: no spread"),
        Scale::Share(_) => {
            // No moves but as many games, where they are all alike.
            let moves = match variance > 0.0 {
                true => (mean * (1.0 - mean) * unit * unit / variance).min(y),
                false => all.games as f64,
            };
            (Some(wilson_share(mean, moves, t(freedom))), "wilson-95 over games")
        }
    };
    Some(Measured { mean, interval, method })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pasang_core::base::random::Key;

    fn of(games: &[(i64, u64)]) -> Ratio {
        let mut sums = Ratio::default();
        games.iter().for_each(|&(x, y)| sums.add(x, y));
        sums
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }

    /// By hand: games with 3 points in 2 moves, 0 in 4, 5 in 2 and nothing in 0 have 8 points in 8
    /// moves; the residuals are 1, -4 and 3, whose squares add up to 26; 3 / 2 * 26 / 64 is the
    /// variance, and 4.302 652 73 Student's quantile with two degrees of freedom.
    #[test]
    fn a_mean_of_points_by_hand() {
        let games = [(3, 2), (0, 4), (5, 2), (0, 0)];
        let found = ratio(&[of(&games)], Scale::Points, None).unwrap();
        near(found.mean, 1.0);
        let half = 4.302_652_729_749_464 * (1.5 * 26.0_f64 / 64.0).sqrt();
        let interval = found.interval.unwrap();
        near(interval.low, 1.0 - half);
        near(interval.high, 1.0 + half);
        assert_eq!(found.method, "t-95 over games");
        assert_eq!(ratio(&[of(&[(0, 0)])], Scale::Points, None), None);
        let found = ratio(&[of(&games)], Scale::Points, Some("none: because")).unwrap();
        assert_eq!((found.mean, found.interval, found.method), (1.0, None, "none: because"));
    }

    /// By hand: one cell with (1, 2), (2, 2), another with (4, 2), (5, 2): 12 points in 8 moves.
    /// Residuals are -2, -1 and 1, 2; within each cell they lie half a point off their mean, so
    /// the squares add up to 1/2 in either, and twice that is each one's part of the variance.
    #[test]
    fn what_cells_differ_by_is_no_chance() {
        let cells = [of(&[(1, 2), (2, 2)]), of(&[(4, 2), (5, 2)])];
        let found = ratio(&cells, Scale::Points, None).unwrap();
        near(found.mean, 1.5);
        let half = 4.302_652_729_749_464 * (2.0_f64 / 64.0).sqrt();
        near(found.interval.unwrap().low, 1.5 - half);
        // As one cell they would differ by chance.
        let mut one = cells[0];
        one.merge(&cells[1]);
        let wider = ratio(&[one], Scale::Points, None).unwrap().interval.unwrap();
        assert!(wider.low < 1.5 - half);
    }

    /// Where all moves of a game are alike, a game says no more than one move does: the share is as
    /// sure as that of so many games, up to the freedom that the mean took.
    #[test]
    fn a_share_counts_moves_by_what_they_say() {
        let games: Vec<(i64, u64)> =
            (0..100).map(|game| (5 * i64::from(game % 4 > 0), 5)).collect();
        let found = ratio(&[of(&games)], Scale::Share(1.0), None).unwrap();
        let expected = wilson_share(0.75, 99.0, t(99));
        near(found.interval.unwrap().low, expected.low);
        near(found.interval.unwrap().high, expected.high);
        // Where all are the same, too, and where each game has one.
        let all: Vec<(i64, u64)> = vec![(5, 5); 100];
        let found = ratio(&[of(&all)], Scale::Share(1.0), None).unwrap();
        assert_eq!(found.interval, Some(wilson_share(1.0, 100.0, t(99))));
        // Never more than were counted, however evenly they lie: most games keep two of four.
        let even: Vec<(i64, u64)> =
            (0..100).map(|game| ([1, 3].get(game).map_or(2, |it| *it), 4)).collect();
        let found = ratio(&[of(&even)], Scale::Share(1.0), None).unwrap();
        let expected = wilson_share(0.5, 400.0, t(99));
        near(found.interval.unwrap().low, expected.low);
    }

    /// Games of one to twelve moves, each game better or worse than others, on two setups that differ:
    /// 95 of 100 intervals have to hold the true value, give or take what chance does in 3000
    /// trials. Intervals that took moves for independent would hold it much less often.
    #[test]
    fn intervals_hold_as_often_as_they_say() {
        const TRIALS: u64 = 3000;
        let key = Key::new(0, &[b"intervals of ratios"]);
        // By cell, the chances in hundredths that a good game's move and a bad one's keeps.
        let cells = [[98, 70], [80, 30]];
        let truth = (0.98 + 0.70 + 0.80 + 0.30) / 4.0;
        let (mut shares, mut points, mut plain) = (0, 0, 0);
        for trial in 0..TRIALS {
            let mut stream = key.stream(trial);
            let mut kept = [Ratio::default(); 2];
            let mut lost = [Ratio::default(); 2];
            for (cell, chances) in cells.iter().enumerate() {
                for _ in 0..40 {
                    let moves = 1 + stream.below(12);
                    let chance = chances[stream.below(2) as usize];
                    let held = (0..moves).filter(|_| stream.below(100) < chance).count() as i64;
                    kept[cell].add(held, moves.into());
                    lost[cell].add(3 * (i64::from(moves) - held), moves.into());
                }
            }
            let holds = |interval: Interval, truth: f64| {
                u64::from((interval.low..=interval.high).contains(&truth))
            };
            let share = ratio(&kept, Scale::Share(1.0), None).unwrap();
            shares += holds(share.interval.unwrap(), truth);
            let point = ratio(&lost, Scale::Points, None).unwrap();
            points += holds(point.interval.unwrap(), 3.0 * (1.0 - truth));
            let moves = (kept[0].y + kept[1].y) as f64;
            plain += holds(wilson_share(share.mean, moves, t(1000)), truth);
        }
        let of_hundred = |holds: u64| holds as f64 * 100.0 / TRIALS as f64;
        // Four standard deviations of chance are 1.6.
        for holds in [shares, points] {
            assert!((93.2..=96.7).contains(&of_hundred(holds)), "{}", of_hundred(holds));
        }
        assert!(of_hundred(plain) < 88.0, "{}", of_hundred(plain));
    }
}
