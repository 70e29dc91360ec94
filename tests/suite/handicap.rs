//! End-to-end tests of games with a handicap and with swapped sides.

use serde_json::Value;

use crate::support::{Place, has, table};

/// Plays a short experiment, and verifies it.
fn played(text: &str) -> Place {
    let place = Place::played(text);
    place.good("verify out");
    place
}

/// The recorded scores and the handicap decide the winner where scores count; the scores are those
/// of the stones, and a stuck player still loses. Half a point rules out draws.
#[test]
fn a_handicap_decides_with_the_scores_and_is_not_recorded() {
    for (rules, stuck, points) in [
        ("brunei-slide", "loses", 7.0),
        ("brunei-slide", "score-decides", 4.5),
        ("bell", "", -0.5_f64),
    ] {
        let stuck = if stuck.is_empty() { String::new() } else { format!("stuck = \"{stuck}\"") };
        let text = format!(
            "title = \"handicap\"\nseed = 3\ngames = 60\nsetups = [\"catalogue-01\"]\n\
             rules = [\"some\"]\nbots = [\"greedy\", \"mcts:playouts=20\"]\n\
             [rule.some]\nbase = \"{rules}\"\nhandicap = {points}\n{stuck}\n"
        );
        let place = played(&text);
        let mut by_points = 0;
        for game in place.table("out/games.csv") {
            let score = |seat: &str| game[&*format!("score_{seat}")].parse::<f64>().unwrap();
            let held = (score("1") - score("2")).total_cmp(&points) as i32;
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
        let kept = place.text("out/experiment.toml");
        assert!(
            kept.contains(&format!("handicap = {points}\n")) && !kept.contains("swap-sides"),
            "{kept}"
        );
    }
}

/// Half points are typed like whole ones, and a win without a higher score is explained.
#[test]
fn half_points_are_typed_and_a_win_without_more_points_is_explained() {
    let place = Place::new();
    place.good("run --setup catalogue-01 --bots random --games 60 --set handicap=-4.5 --out typed");
    has(&place.text("typed/experiment.toml"), "handicap = -4.5\n");
    let stuck = "bb.2./bww.b/.w_ww/1.wwb/.bwbb:main:1:4-5:brunei-slide";
    has(
        &place.good(&format!("solve --position {stuck}")),
        "winner  player 1\nscore   14-16\nby      stuck\n",
    );
    // Neither player can take the last stone, and the scores are equal.
    let small = "...../.1.../.b_../...../..2..:main:1:4-4:brunei-slide:stuck=score-decides";
    for (handicap, winner) in [("0.5", 2), ("-0.5", 1)] {
        let said = place.good(&format!("solve --position {small}:handicap={handicap}"));
        has(&said, &format!("winner  player {winner}\nscore   4-4\nby      points in advance\n"));
    }
}

/// The second player takes over a first player's best column; the games verify, and can be replayed.
#[test]
fn sides_are_changed_and_recorded() {
    let text = "title = \"swap\"\nseed = 3\ngames = 40\nsetups = [\"catalogue-01\"]\n\
                rules = [\"some\"]\nbots = [\"greedy\"]\n\
                [rule.some]\nbase = \"brunei-slide\"\nswap-sides = true\n";
    let place = played(text);
    let openings = place.table("out/openings.csv");
    let games = |second: &dyn Fn(&str) -> bool| -> u64 {
        let chosen = openings.iter().filter(|row| second(row["second"]));
        chosen.map(|row| row["games"].parse::<u64>().unwrap()).sum()
    };
    assert!(games(&|second| second == "swap") > 0, "{openings:?}");
    assert_eq!(games(&|_| true), 40);
    place.good("run out/experiment.toml --out again");
    assert!(place.bytes("out/games.csv") == place.bytes("again/games.csv"));
    // A list of openings may contain the swap, and `all` has it once for each column.
    let given = text.replace("seed", "openings = \"all\"\nseed").replace("40", "71");
    let swaps = played(&given).text("out/openings.csv");
    let swaps = table(&swaps);
    let swaps: Vec<_> = swaps.iter().filter(|row| row["second"] == "swap").collect();
    assert_eq!(swaps.len(), 11);
    assert!(swaps.iter().all(|row| row["games"] == "1"));
    let named = played(&text.replace("seed", "openings = [\"c swap\", \"c j\"]\nseed"));
    let named = named.text("out/openings.csv");
    assert_eq!(table(&named).iter().map(|row| row["second"]).collect::<Vec<_>>(), ["j", "swap"]);
    place.write(
        "wrong.toml",
        text.replace("seed", "openings = [\"c swap\"]\nseed").replace("true", "false"),
    );
    let why = "`c swap` begins no game on `catalogue-01` under `some`";
    place.refuses("run wrong.toml", 2, why);
}

/// On a board small enough to be solved, a first player gains nothing by a column that the second
/// may take: the player who chooses last gets the better side.
#[test]
fn a_swap_counts_among_the_replies_that_are_solved() {
    let place = Place::new();
    place.write("small.txt", "bbbwb\nwwwwb\nbw_wb\nbwwww\nbwbbb\n");
    let solved =
        |more: &str| -> Value { place.json(&format!("solve --setup small.txt --json {more}")) };
    let (reference, swap) = (solved(""), solved("--set swap-sides=true"));
    let columns = |found: &Value| -> Vec<i64> {
        let all = found["columns"].as_array().unwrap();
        all.iter().map(|column| column["result"][0].as_i64().unwrap()).collect()
    };
    // A column is never worth more than a draw to the player who chooses it.
    let expected: Vec<i64> = columns(&reference).into_iter().map(|result| -result.abs()).collect();
    assert_eq!(columns(&swap), expected);
}
