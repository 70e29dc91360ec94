//! Statements on cells and the intervals behind them, compared with figures from other programs, and
//! their rate of errors.

use crate::statistics::{histogram, stats};
use crate::support::chance::uniform;
use crate::support::figures::{near, number, rows};
use crate::support::has;
use pasang::answer::interval::{self, Interval, newcombe, student};
use pasang::answer::{CellStats, Labels, quantile};
use pasang::run::{DistinctGames, Histogram, ScoreSum, TWELFTHS, Tally};
use pasang::show::{PLAIN, full, text};
use pasang_balance::{Direction, Normal, Size, Statement, shown};
use pasang_core::base::random::SeedKey;
use pasang_core::base::text::Keyword;
use pasang_core::games::Seat;

fn numbers(list: &str) -> Vec<f64> {
    list.split(',').map(number).collect()
}

/// Returns Wilson's interval at an error level.
fn wilson(twelfths: u64, games: u64, alpha: f64) -> Interval {
    interval::wilson(ScoreSum { twelfths, games }, quantile::normal(alpha / 2.0)).unwrap()
}

// Figures from other programs.

#[test]
fn the_normal_quantile_agrees_with_scipy_and_mpmath() {
    let rows = rows(include_str!("../data/verdict/normal.tsv"));
    assert!(rows.len() > 20);
    for row in rows {
        let (tail, expected) = (number(row[0]), number(row[1]));
        near(quantile::normal(tail), expected, 2e-15, row[0]);
        // Inverse: twice the tail lies beyond the quantile on both sides.
        let beyond = quantile::normal_beyond(quantile::normal(tail));
        assert!((beyond / (2.0 * tail) - 1.0).abs() < 1e-12, "{tail}: {beyond}");
    }
}

#[test]
fn students_quantile_agrees_with_scipy_and_mpmath() {
    let rows = rows(include_str!("../data/verdict/student.tsv"));
    assert!(rows.len() > 150);
    for row in rows {
        let quantile = quantile::student(row[0].parse().unwrap(), number(row[1])).unwrap();
        near(quantile, number(row[2]), 1e-9, &row.join(" "));
    }
    assert_eq!(quantile::student(0, 0.025), None);
}

#[test]
fn wilsons_interval_and_its_test_agree_with_statsmodels_at_every_level() {
    for row in rows(include_str!("../data/verdict/wilson.tsv")) {
        let (games, twelfths) = (row[0].parse().unwrap(), row[1].parse().unwrap());
        let (alpha, what) = (number(row[2]), row.join(" "));
        let interval = wilson(twelfths, games, alpha);
        near(interval.low, number(row[3]), 1e-12, &what);
        near(interval.high, number(row[4]), 1e-12, &what);
    }
}

#[test]
fn students_and_newcombes_intervals_agree_at_every_level() {
    for row in rows(include_str!("../data/verdict/paired.tsv")) {
        let mut sample = Histogram::default();
        numbers(row[0]).iter().for_each(|&number| sample.add(number as i64));
        let Interval { low, high } = student(&sample, number(row[1])).unwrap();
        near(low, number(row[2]), 1e-9, row[1]);
        near(high, number(row[3]), 1e-9, row[1]);
    }
    for row in rows(include_str!("../data/verdict/newcombe.tsv")) {
        let whole = |place: usize| row[place].parse::<u64>().unwrap();
        let sum = |place| ScoreSum { twelfths: whole(place), games: whole(place + 1) };
        let z = quantile::normal(number(row[4]) / 2.0);
        let found = newcombe(sum(0), sum(2), z).unwrap();
        near(found.low, number(row[5]), 1e-12, row[4]);
        near(found.high, number(row[6]), 1e-12, row[4]);
    }
}

/// Creates a cell of two seats with these numbers of wins, draws and losses.
pub fn outcomes(wins: u64, draws: u64, losses: u64) -> Tally {
    let margins = [(1, wins), (0, draws), (-1, losses)].map(|(by, games)| vec![by; games as usize]);
    Tally {
        endings: [[wins, losses, 0, 0, draws], [0; 5], [0; 5]],
        scores: [12 * wins + 6 * draws, 12 * losses + 6 * draws, 0, 0],
        margin: histogram(&margins.concat()),
        ..Tally::new(2, 0)
    }
}

const LABELS: Labels<'static> =
    Labels { setup: "s", rules: "r", bots: "b", each: &[], phases: &[] };

fn counted(tally: &Tally) -> CellStats<'_> {
    CellStats { number: 0, labels: LABELS, tally, distinct: None, balance: None }
}

#[test]
fn three_seats_are_held_to_a_third() {
    let cell = |scores: [u64; 3]| -> Tally {
        let [one, two, three] = scores;
        Tally {
            endings: [[0; 5], [0; 5], [one, two, three, 0, 0]],
            scores: [12 * one, 12 * two, 12 * three, 0],
            ..Tally::new(3, 0)
        }
    };
    let told = |scores| {
        let tally = cell(scores);
        let of = |seat| counted(&tally).statement(seat).unwrap();
        Seat::first(3).map(of).map(|it| (it.size(), it.direction())).collect::<Vec<_>>()
    };
    assert_eq!(told([33_300, 33_400, 33_300]), [(Some(Size::Within5), None); 3]);
    assert_eq!(told([17, 17, 16]), [(None, None); 3]);
    let uneven = told([330, 470, 200]);
    assert_eq!(uneven[0], (Some(Size::Within5), None));
    assert_eq!(uneven[1], (Some(Size::Beyond10), Some(Direction::First)));
    assert_eq!(uneven[2], (Some(Size::Beyond10), Some(Direction::Second)));
}

#[test]
fn where_all_games_are_one_there_is_no_interval_and_no_statement() {
    let tally = outcomes(600, 0, 400);
    let one_game = DistinctGames { games: 1, largest: 1000 };
    let cell = CellStats { distinct: Some(one_game), ..counted(&tally) };
    assert_eq!(cell.statement(Seat::FIRST), None);
    let score = cell.score(Seat::FIRST).unwrap();
    assert_eq!((score.interval, score.method), (None, "none: one distinct game"));
    assert_eq!(cell.margin().unwrap().method, "none: one distinct game");
    let told = counted(&tally).statement(Seat::FIRST).unwrap();
    assert_eq!(told.direction(), Some(Direction::First));
}

/// Below 90 % distinct games there is a warning.
#[test]
fn few_different_games_are_warned_of() {
    let tally = outcomes(500, 0, 500);
    let said = |games| {
        let distinct = Some(DistinctGames { games, largest: 7 });
        let cell = CellStats { distinct, ..counted(&tally) };
        text(&full(&stats(&[cell])), PLAIN)
    };
    let few = said(899);
    let few = few.replace('\n', " ");
    assert!(few.contains("Warning: in 1 cell fewer than 90 % of the games are distinct"), "{few}");
    assert!(few.contains("s, r, b: 89.9 %, one game 7 times"), "{few}");
    let enough = said(900);
    assert!(!enough.contains("Warning"), "{enough}");
    assert!(enough.contains("Distinct games: at least 90.0 % in every cell"), "{enough}");
}

/// An even cell of single bots is stated to favour a player about as seldom as 5 % allow, and one just beyond
/// 5 or 10 points to lie within them, summed over all counts of wins with their binomial probability. A
/// few counts slightly exceed it.
#[test]
fn statements_are_false_about_as_seldom_as_they_may_be() {
    let mut sum = 0.0;
    let numbers = [50, 60, 100, 120, 250, 500, 1000, 2000, 20_000];
    for games in numbers {
        let chance_that = |p: f64, is_said: &dyn Fn(Statement) -> bool| {
            let n = games as f64;
            let mut log = n * (1.0 - p).ln();
            let mut chance = 0.0;
            for wins in 0..=games {
                let Interval { low, high } = wilson(TWELFTHS * wins, games, 0.05);
                let score = Normal { mean: 0.5 * (low + high), sd: 0.5 * (high - low) / 1.959_964 };
                if is_said(Statement::of(score)) {
                    chance += log.exp();
                }
                let wins = wins as f64;
                log += (n - wins).ln() - (wins + 1.0).ln() + (p / (1.0 - p)).ln();
            }
            chance
        };
        let uneven = chance_that(0.5, &|it| it.direction().is_some());
        assert!(uneven <= 1.35 * 0.05, "{games}: {uneven}");
        sum += uneven / 0.05;
        for p in [0.45 - 1e-9, 0.55 + 1e-9] {
            let said = chance_that(p, &|it| it.size() == Some(Size::Within5));
            assert!(said <= 1.35 * 0.05, "{games}: {said}");
        }
        let said = chance_that(0.6, &|it| it.size() == Some(Size::Beyond10));
        assert!(said <= 1.35 * 0.05, "{games}: {said}");
    }
    let mean = sum / numbers.len() as f64;
    assert!((0.7..1.1).contains(&mean), "{mean}");
}

fn normal(mean: f64, sd: f64) -> Statement {
    Statement::of(Normal { mean, sd })
}

/// Ranks sizes by how near to even they say that a score is.
fn nearness(of: Option<Size>) -> i32 {
    match of {
        Some(Size::Within5) => 2,
        Some(Size::Within10) => 1,
        None => 0,
        Some(Size::Beyond10) => -1,
    }
}

/// A hundred thousand random cells: a mean nearer to even is never told as farther from it, less
/// error never weakens a statement, and the other seat and the other board get the same statements.
#[test]
fn statements_are_monotone_and_symmetric() {
    let mut rng = SeedKey::new(2026, &[b"statement"]).rng(0);
    let mut unit = || uniform(&mut rng);
    for _ in 0..100_000 {
        let (mean, sd) = (unit(), 0.7 * libm::pow(unit(), 3.0) + 1e-4);
        let told = normal(mean, sd);
        let nearer = normal(0.5 + (mean - 0.5) * unit(), sd);
        assert!(
            nearness(nearer.size()) >= nearness(told.size()),
            "{mean} {sd}: {told:?}, {nearer:?}"
        );
        assert!(nearer.within[0] >= told.within[0] - 1e-9);
        let more = normal(mean, sd * unit());
        if told.size().is_some() {
            let at_even = [0.05, 0.1].iter().any(|it| ((mean - 0.5).abs() - it).abs() < 1e-9);
            let is_kept = more.size() == told.size()
                || (told.size() == Some(Size::Within10) && more.size() == Some(Size::Within5));
            assert!(is_kept || at_even, "{mean} {sd}: {told:?}, {more:?}");
        }
        assert!(told.direction().is_none() || more.direction() == told.direction());
        let mirrored = normal(1.0 - mean, sd);
        let exchanged = told.exchanged();
        assert_eq!(mirrored.size(), exchanged.size());
        assert!((mirrored.first - exchanged.first).abs() < 1e-9);
        assert!((mirrored.within[1] - exchanged.within[1]).abs() < 1e-9);
    }
}

/// Probabilities of the normal distribution from a table: one standard deviation holds 0.682689.
#[test]
fn probabilities_are_those_of_the_table() {
    let told = normal(0.5, 0.05);
    assert!((told.within[0] - 0.682_689).abs() < 1e-6 && (told.first - 0.5).abs() < 1e-9);
    assert!((normal(0.6, 0.05).first - 0.977_250).abs() < 1e-6);
    assert_eq!(normal(0.541, 0.018).brief(), "within 10, first");
    assert_eq!(normal(0.66, 0.02).brief(), "beyond 10, first");
    assert_eq!(normal(0.5, 0.02).brief(), "within 5");
    assert_eq!(normal(0.58, 0.02).brief(), "first");
    assert_eq!(normal(0.5, 3.0).brief(), "open");
}

#[test]
fn statements_are_counted() {
    let told = shown([normal(0.5, 0.02), normal(0.66, 0.02), normal(0.5, 0.2)]);
    assert_eq!(
        told,
        "1 within 5, 1 beyond 10 and 1 the first player's; of these 3 statements fewer than 0.1 are expected \
         to be wrong"
    );
}

#[test]
fn draws_are_counted() {
    let told = Statement::of_scores([0.5, 0.52, 0.58, 0.7], 0.5);
    assert_eq!(told, Statement { within: [0.5, 0.75], first: 0.75 });
}

/// The page says each statement that the program makes, in words of its own.
#[test]
fn the_page_has_words_for_each_statement() {
    let page = include_str!("../../crates/web/page/words.js");
    let sizes = Size::ALL.iter().map(|it| it.word());
    for word in sizes.chain(Direction::ALL.iter().map(|it| it.word())).chain(["open"]) {
        has(page, &format!("\n  \"short-{}\": [", word.replace(' ', "-")));
    }
}
