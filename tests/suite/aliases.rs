//! Deduplication: one thing under several names is played once, and pooled once.

use crate::setup_files::with_flipped;
use crate::support::Place;
use pasang_core::board::{Colour, PointSet};
use pasang_core::games::setup::{Setup, builtin};

const RULES: &str = "rules = [\"brunei-slide\"]\n";

fn experiment(setups: &[&str], rest: &str) -> String {
    format!("seed = 11\nsetups = [\"{}\"]\n{RULES}{rest}", setups.join("\", \""))
}

/// A symmetric pattern and its mirror image, and twins of the catalogue.
#[test]
fn equal_stones_are_played_once() {
    let place = Place::new();
    let names = ["catalogue-13", "mirror:catalogue-13", "catalogue-26", "catalogue-33"];
    let rest = "games = 30\nbots = [\"random\", [\"greedy\", \"random\"]]\nswap = true\n";
    place.write("many.toml", experiment(&names, rest));
    place.write("few.toml", experiment(&["catalogue-13", "catalogue-26"], rest));
    let ran = place.pasang("run --full many.toml --out many");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let few = place.good("run --full few.toml --out few");
    // All games and figures equal those of the experiment that names each once.
    for file in ["games.csv", "cells.csv", "overall.csv", "openings.csv"] {
        assert_eq!(
            place.text(&format!("many/{file}")),
            place.text(&format!("few/{file}")),
            "{file}"
        );
    }
    let said = ran.stdout.replace('\n', " ");
    let names = "Same stones: catalogue-13 = mirror:catalogue-13, catalogue-26 = catalogue-33. Each is one setup";
    assert!(said.contains(names), "{said}");
    assert!(!few.contains("Same stones"), "{few}");
    // The names are kept in the folder, and it can be resumed elsewhere.
    assert!(place.text("many/experiment.toml").contains("[\"catalogue-26\", \"catalogue-33\"]"));
    assert_eq!(place.pasang("verify many").status, 0);
    assert_eq!(place.good("report --full many"), ran.stdout);
    assert_eq!(place.good("run --full many/experiment.toml --out again"), ran.stdout);
    let again = place.text("again/experiment.toml");
    assert_eq!(again, place.text("many/experiment.toml"));
    assert_eq!(place.pasang("run many.toml --out many").status, 0);
    let plan = place.good("plan many.toml");
    assert!(plan.contains("2 setups"), "{plan}");
}

/// Copies of a file, of a known pattern, and a rule set under two names.
#[test]
fn two_names_of_ones_own_are_refused_with_both() {
    let place = Place::new();
    for copy in ["one", "two"] {
        place.write_setup(&format!("{copy}.txt"), "catalogue-07", copy);
    }
    let rest = "games = 30\nbots = [\"random\"]\n";
    let house = "[rule.house]\nbase = \"brunei-jump\"\nentry = \"slide\"\n";
    let rules = experiment(&["catalogue-01"], rest).replace("-slide\"]", "-slide\", \"house\"]");
    for (text, what) in [
        (experiment(&["one.txt", "two.txt"], rest), "`one` and `two` are the same stones"),
        (
            experiment(&["catalogue", "two.txt"], rest),
            "`catalogue-07` and `two` are the same stones",
        ),
        (
            experiment(&["two.txt", "catalogue-07"], rest),
            "`two` and `catalogue-07` are the same stones",
        ),
        (
            experiment(&["one.txt", "mirror:one.txt"], rest),
            "`one` and `mirror:one` are the same stones",
        ),
        (rules + house, "`brunei-slide` and `house` are the same toggles"),
    ] {
        place.write("e.toml", text);
        place.refuses("run e.toml", 2, what);
    }
}

/// The catalogue is 35 setups without duplicates, in tables and in the report.
#[test]
fn twins_of_the_catalogue_count_once() {
    let place = Place::new();
    place.write("all.toml", experiment(&["catalogue"], "games = 2\nbots = [\"random\"]\n"));
    let said = place.good("run --full all.toml --out all");
    assert_eq!(place.table("all/cells.csv").len(), 35);
    for pair in ["19 = catalogue-38", "25 = catalogue-36", "26 = catalogue-33", "29 = catalogue-37"]
    {
        assert!(said.replace('\n', " ").contains(&format!("catalogue-{pair}")), "{pair}: {said}");
    }
    let (_, names) = said.split_once("Same stones").unwrap();
    let (names, _) = names.split_once("Distinct games").unwrap();
    assert!(names.lines().all(|line| line.chars().count() <= 100), "{names}");
}

/// Stones on Bell's store do not distinguish setups if all rules are Bell's.
#[test]
fn stones_under_the_store_are_no_stones_in_bells_game() {
    let place = Place::new();
    let setup = builtin("catalogue-01").unwrap();
    let stone = |colour| {
        let mut store = PointSet::STORE.into_iter();
        store.find(|&point| setup.stones.at(point) == Some(colour)).unwrap()
    };
    let swapped = with_flipped(&setup, &[Colour::White, Colour::Black].map(stone));
    place.write("under.txt", Setup { name: "under".to_owned(), ..swapped }.to_text());
    let rest = "games = 4\nbots = [\"random\"]\n";
    let both = experiment(&["catalogue-01", "under.txt"], rest);
    place.write("bell.toml", both.replace("brunei-slide", "bell"));
    place.write("both.toml", both.replace("\"brunei-slide\"", "\"brunei-slide\", \"bell\""));
    place.refuses("run bell.toml", 2, "`catalogue-01` and `under` are the same stones");
    place.good("run both.toml --out both");
    assert_eq!(place.table("both/cells.csv").len(), 4);
}
