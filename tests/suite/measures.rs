//! `pasang measures`, and games with points given in advance and with sides changed, from outside.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Place, pasang};

/// Plays an experiment of a few games; the folder.
fn played(place: &Place, text: &str) -> String {
    place.write("experiment.toml", text);
    let (file, out) = (place.path("experiment.toml"), place.path("out"));
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let ran = pasang(&["run", file, "--out", out]);
    assert_eq!(ran.status, 0, "{ran}");
    out.to_owned()
}

fn rows(place: &Place, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(place.path("out").join(name)).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| names.iter().cloned().zip(fields).collect()).collect()
}

fn measured(folder: &str, options: &[&str]) -> Value {
    let ran = pasang(&[&["measures", folder, "--json"], options].concat());
    assert_eq!(ran.status, 0, "{ran}");
    serde_json::from_str(&ran.stdout).unwrap()
}

const LADDER: &str = r#"
title  = "a small ladder"
seed   = 4
games  = 12
setups = ["catalogue-01", "catalogue-32"]
rules  = ["brunei-slide"]
bots   = ["random", "greedy", ["random", "greedy"]]
swap   = true
"#;

#[test]
fn measures_are_the_same_for_any_threads_and_add_up() {
    let place = Place::new();
    let folder = played(&place, LADDER);
    let all = measured(&folder, &["--threads", "1"]);
    assert_eq!(all, measured(&folder, &["--threads", "3"]));
    let measures = all["measures"].as_array().unwrap();
    assert_eq!(measures.len(), 4, "a row for each line-up");
    let games = rows(&place, "games.csv");
    for row in measures {
        assert_eq!((&row["setups"], &row["games"]), (&2.into(), &24.into()));
        // The mean number of plies is that of the journal: the measures see its moves.
        let own = games.iter().filter(|game| game["bots"] == row["bots"].as_str().unwrap());
        let plies: f64 = own.map(|game| game["plies"].parse::<f64>().unwrap()).sum();
        let settled = row["settled"].as_f64().unwrap() * row["decided"].as_f64().unwrap();
        assert!(settled < plies);
        assert!(row["settled_low"].as_f64() < row["settled"].as_f64());
        for share in ["behind", "right_4", "right_16", "settled_share"] {
            assert!((0.0..=1.0).contains(&row[share].as_f64().unwrap()), "{row}");
        }
        let is_random = row["bots"] == "random";
        assert_eq!(row["tree_knuth"].is_null(), !is_random);
        if is_random {
            // The arithmetic mean exceeds the geometric one.
            assert!(row["tree_knuth"].as_f64() > row["tree_tuah"].as_f64());
        }
    }
    // Two rungs, on each setup: the greedy bot wins nearly all of 24 games.
    let skill = all["skill"].as_array().unwrap();
    assert_eq!(skill.len(), 2);
    assert!(skill.iter().all(|row| row["steps"] == 1 && row["games"] == 24), "{skill:?}");
    // By setup there is a row each, and the table says what JSON says.
    let file = place.path("measures.csv");
    let by_setup = measured(&folder, &["--setups", "--csv", file.to_str().unwrap()]);
    let by_setup = by_setup["measures"].as_array().unwrap();
    assert_eq!(by_setup.len(), 8);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 9);
    let documented = include_str!("../../docs/measures.md");
    for name in text.lines().next().unwrap().split(',') {
        let told = ["right_", "brier_"].iter().any(|start| name.starts_with(start))
            || ["_low", "_high"].iter().any(|end| name.ends_with(end))
            || ["rules", "bots", "setup", "setups", "games", "decided"].contains(&name);
        assert!(told || documented.contains(&format!("`{name}`")), "{name}");
    }
    // Some games of each cell.
    let some = measured(&folder, &["--games", "5"]);
    assert!(some["measures"].as_array().unwrap().iter().all(|row| row["games"] == 10));
    // People read the same in columns.
    let shown = pasang(&["measures", &folder, "--games", "5"]);
    assert!(
        shown.stdout.contains("drama") && shown.stdout.contains("Steps of strength"),
        "{shown}"
    );
}

/// Where the pairs of first moves are given there is no variety to be measured.
#[test]
fn given_openings_have_no_variety() {
    let place = Place::new();
    let given = LADDER.replace("seed ", "openings = \"all\"\nseed ").replace("12", "60");
    let folder = played(&place, &given);
    let measures = measured(&folder, &["--games", "2"]);
    let measures = measures["measures"].as_array().unwrap().clone();
    assert!(
        measures.iter().all(|row| row["opening_pairs"].is_null() && row["tree_knuth"].is_null())
    );
}

#[test]
fn a_folder_without_games_is_refused() {
    let place = Place::new();
    let folder = played(&place, LADDER);
    std::fs::remove_file(place.path("out").join("games.csv")).unwrap();
    let ran = pasang(&["measures", &folder]);
    assert!(
        ran.stderr.contains("has no `games.csv`; to play its games again: pasang run"),
        "{ran}"
    );
}

/// Who wins is what the recorded scores and the handicap say, where scores decide; the scores are
/// those of the stones, and whoever is stuck loses still.
#[test]
fn a_handicap_decides_with_the_scores_and_is_not_recorded() {
    for (rules, stuck) in
        [("brunei-slide", "loses"), ("brunei-slide", "score-decides"), ("bell", "")]
    {
        let place = Place::new();
        let stuck = if stuck.is_empty() { String::new() } else { format!("stuck = \"{stuck}\"") };
        let text = format!(
            "title = \"handicap\"\nseed = 3\ngames = 60\nsetups = [\"catalogue-01\"]\n\
             rules = [\"some\"]\nbots = [\"greedy\", \"mcts:playouts=20\"]\n\
             [rule.some]\nbase = \"{rules}\"\nhandicap = 7\n{stuck}\n"
        );
        let folder = played(&place, &text);
        let mut by_points = 0;
        for game in rows(&place, "games.csv") {
            let score = |seat: &str| game[&format!("score_{seat}")].parse::<i32>().unwrap();
            let held = (score("1") - score("2") - 7).signum();
            if game["ending"] == "stuck" && text.contains("\"loses\"") {
                let loser = if game["plies"].parse::<u32>().unwrap() % 2 == 0 { 1 } else { -1 };
                assert_eq!(game["winner"], if loser == 1 { "second" } else { "first" });
                continue;
            }
            by_points += 1;
            let winner = ["second", "draw", "first"][(held + 1) as usize];
            assert_eq!(game["winner"], winner, "{game:?}");
        }
        assert!(by_points > 5, "{by_points}");
        let kept = std::fs::read_to_string(place.path("out").join("experiment.toml")).unwrap();
        assert!(kept.contains("handicap = 7\n") && !kept.contains("swap-sides"), "{kept}");
        let verified = pasang(&["verify", &folder]);
        assert_eq!(verified.status, 0, "{verified}");
    }
}

/// A first player who takes the best column has it taken; the games verify, and are replayed.
#[test]
fn sides_are_changed_and_recorded() {
    let place = Place::new();
    let text = "title = \"swap\"\nseed = 3\ngames = 40\nsetups = [\"catalogue-01\"]\n\
                rules = [\"some\"]\nbots = [\"greedy\"]\n\
                [rule.some]\nbase = \"brunei-slide\"\nswap-sides = true\n";
    let folder = played(&place, text);
    let openings = rows(&place, "openings.csv");
    let games = |second: &dyn Fn(&str) -> bool| -> u64 {
        let chosen = openings.iter().filter(|row| second(&row["second"]));
        chosen.map(|row| row["games"].parse::<u64>().unwrap()).sum()
    };
    assert!(games(&|second| second == "swap") > 0, "{openings:?}");
    assert_eq!(games(&|_| true), 40);
    let verified = pasang(&["verify", &folder]);
    assert_eq!(verified.status, 0, "{verified}");
    let again = place.path("again");
    let kept = place.path("out").join("experiment.toml");
    let ran = pasang(&["run", kept.to_str().unwrap(), "--out", again.to_str().unwrap()]);
    assert_eq!(ran.status, 0, "{ran}");
    let journals =
        [place.path("out"), again].map(|at| std::fs::read(at.join("games.csv")).unwrap());
    assert!(journals[0] == journals[1]);
    // A list of openings may name it, and every pair has it once for each column.
    let given = text.replace("seed", "openings = \"all\"\nseed").replace("40", "71");
    let place = Place::new();
    played(&place, &given);
    let swaps = rows(&place, "openings.csv");
    let swaps: Vec<_> = swaps.iter().filter(|row| row["second"] == "swap").collect();
    assert_eq!(swaps.len(), 11);
    assert!(swaps.iter().all(|row| row["games"] == "1"));
    let place = Place::new();
    played(&place, &text.replace("seed", "openings = [\"c swap\", \"c j\"]\nseed"));
    let named = rows(&place, "openings.csv");
    assert_eq!(named.iter().map(|row| row["second"].as_str()).collect::<Vec<_>>(), ["j", "swap"]);
    place.write(
        "wrong.toml",
        text.replace("seed", "openings = [\"c swap\"]\nseed").replace("true", "false"),
    );
    let ran = pasang(&["run", place.path("wrong.toml").to_str().unwrap()]);
    assert_eq!(ran.status, 2, "{ran}");
    assert!(ran.stderr.contains("`swap` is no answer under `some`"), "{ran}");
}

/// On a board small enough to be solved, the first player can gain nothing by a column that the
/// second may take: whoever chooses last has the better side of each.
#[test]
fn a_swap_counts_among_the_replies_that_are_solved() {
    let place = Place::new();
    place.write("small.txt", "bbbwb\nwwwwb\nbw_wb\nbwwww\nbwbbb\n");
    let file = place.path("small.txt");
    let solved = |more: &[&str]| -> Value {
        let words = ["solve", "--setup", file.to_str().unwrap(), "--pairs", "--json"];
        let ran = pasang(&[&words, more].concat());
        assert_eq!(ran.status, 0, "{ran}");
        serde_json::from_str(&ran.stdout).unwrap()
    };
    let (plain, swap) = (solved(&[]), solved(&["--set", "swap-sides=true"]));
    let pairs = |found: &Value| found["pairs"].as_array().unwrap().len();
    assert_eq!(pairs(&swap), pairs(&plain) + 5);
    let columns = |found: &Value| -> Vec<i64> {
        let all = found["columns"].as_array().unwrap();
        all.iter().map(|column| column["result"][0].as_i64().unwrap()).collect()
    };
    // What a column is worth is what it is worth to whoever gets it: never more than nothing.
    let expected: Vec<i64> = columns(&plain).into_iter().map(|result| -result.abs()).collect();
    assert_eq!(columns(&swap), expected);
}

/// Three handicaps, no more of anything else, make a curve; two make none. The bots play for the
/// points that they are given, and the first player's score falls.
#[test]
fn several_handicaps_make_a_curve() {
    let text = |values: &str| {
        format!(
            "title = \"handicaps\"\nseed = 5\ngames = 150\nsetups = [\"catalogue-01\"]\n\
             rules = [\"brunei-slide\"]\nbots = [\"greedy\", \"random\"]\n[sweep]\nhandicap = {values}\n"
        )
    };
    let place = Place::new();
    let folder = played(&place, &text("[-20, 0, 20]"));
    let found = measured(&folder, &["--games", "1"]);
    let rows = found["handicap"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!((&row["games"], &row["handicaps"]), (&450.into(), &3.into()));
        assert_eq!(row["rules"], "brunei-slide+handicap=0");
        assert!(row["worth_low"].as_f64() > Some(0.0), "{row}");
        let [low, even, high] =
            ["even_low", "even", "even_high"].map(|it| row[it].as_f64().unwrap());
        assert!(low < even && even < high);
    }
    let place = Place::new();
    let folder = played(&place, &text("[0, 20]"));
    assert_eq!(measured(&folder, &["--games", "1"])["handicap"], Value::Array(Vec::new()));
}
