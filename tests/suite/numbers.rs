//! Numbers and tables as readers see them.

use pasang::run::Histogram;
use pasang::show::Table;
use pasang_core::base::text::{decimal, half_away, rounded};

#[test]
fn decimals_are_plain() {
    assert_eq!(decimal(-0.000_04, 4), "0.0000");
    assert_eq!(decimal(-0.000_06, 4), "-0.0001");
    assert_eq!(decimal(0.125, 2), "0.12");
    assert_eq!(decimal(f64::NAN, 4), "");
    assert_eq!(decimal(f64::NEG_INFINITY, 4), "");
}

/// As rounded by hand: 205 of 400 games are 51.25 %, though the share 0.5125 is not exact in
/// binary.
#[test]
fn readers_see_halves_rounded_away_from_zero() {
    for (value, digits, text) in [
        (0.5, 0, "1"),
        (2.5, 0, "3"),
        (-2.5, 0, "-3"),
        (12.5, 0, "13"),
        (0.125, 2, "0.13"),
        (-0.125, 2, "-0.13"),
        (100.0 * 205.0 / 400.0, 1, "51.3"),
        (0.5125 * 100.0, 1, "51.3"),
        (0.285 * 100.0, 0, "29"),
        (1.005, 2, "1.01"),
        (51.249_999, 1, "51.2"),
        (-0.04, 1, "0.0"),
        (f64::NAN, 1, ""),
    ] {
        assert_eq!(rounded(value, digits), text, "{value}");
    }
    assert_eq!(format!("{:+.2}", half_away(-0.625, 2)), "-0.63");
}

fn grid(names: [&str; 2]) -> Table {
    Table::of(names)
        .left("setup", |name| *name)
        .left("bots", |_| "greedy")
        .right("games", |_| "1000")
        .right("first %", |_| "51.2")
        .left("interval", |_| "49.1-53.3")
        .right("plies", |_| "45.1")
        .done()
}

#[test]
fn what_does_not_fit_follows_below_beside_the_names() {
    let text = "setup  bots    games  first %\n\
                one    greedy   1000     51.2\n\
                two    greedy   1000     51.2\n\
                \n\
                setup  bots    interval   plies\n\
                one    greedy  49.1-53.3   45.1\n\
                two    greedy  49.1-53.3   45.1\n";
    assert_eq!(grid(["one", "two"]).text(35), text);
}

#[test]
fn where_names_are_long_rows_have_numbers() {
    let text = "row  setup                   bots\n  \
                1  one-with-a-long-name    greedy\n  \
                2  other-with-a-long-name  greedy\n\
                \n\
                row  games  first %  interval   plies\n  \
                1   1000     51.2  49.1-53.3   45.1\n  \
                2   1000     51.2  49.1-53.3   45.1\n";
    assert_eq!(grid(["one-with-a-long-name", "other-with-a-long-name"]).text(40), text);
}

#[test]
fn numbers_come_back_in_order() {
    let mut histogram = Histogram::default();
    let numbers = [7, -1, 0, 7, -4096, -4097, 4095, 4096, i64::MIN, i64::MAX, -1];
    numbers.iter().for_each(|&number| histogram.add(number));
    let mut sorted = numbers;
    sorted.sort();
    let listed: Vec<i64> = histogram
        .iter()
        .flat_map(|(number, times)| std::iter::repeat_n(number, times as usize))
        .collect();
    assert_eq!(listed, sorted);
    assert_eq!(histogram.greatest(), Some(i64::MAX));
}
