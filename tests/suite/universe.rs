//! Whole games solved, against plain minimax over the plain rules.

use crate::drawn::Board;
use crate::plain::{self, PlainGame, brunei};
use crate::support::{Place, table};

/// Result and margin in the first player's view, the result first: 1, 0 or -1, and points. Looks at
/// every position, prunes nothing and remembers nothing.
fn minimax(game: &brunei::Game, positions: &mut u64) -> (i32, i32) {
    *positions += 1;
    let moves = game.moves();
    if moves.is_empty() {
        let scores = game.scores();
        let margin = scores[0] as i32 - scores[1] as i32;
        return match game.ended().expect("no moves, no game").winners[..] {
            [1] => (1, margin),
            [2] => (-1, margin),
            _ => (0, 0),
        };
    }
    let values = moves.iter().map(|text| {
        let mut next = game.clone();
        next.play(text);
        minimax(&next, positions)
    });
    let values: Vec<(i32, i32)> = values.collect();
    let best = if game.to_move() == 1 { values.iter().max() } else { values.iter().min() };
    *best.expect("there are moves")
}

/// What plain minimax finds of every pair of first moves.
fn pairs(rules: &str, rows: &str, positions: &mut u64) -> Vec<(String, String, (i32, i32))> {
    let rows: Vec<&str> = rows.split('/').collect();
    let board = Board::new("rows", &rows);
    let start = brunei::Game::new(&plain::brunei::Rules::preset(rules), &board.rows());
    *positions += 1;
    let mut pairs = Vec::new();
    for first in start.moves() {
        let mut after = start.clone();
        after.play(&first);
        *positions += 1;
        for second in after.moves() {
            let mut pair = after.clone();
            pair.play(&second);
            pairs.push((first.clone(), second, minimax(&pair, positions)));
        }
    }
    pairs
}

#[test]
fn whole_games_are_solved_as_by_plain_minimax() {
    let place = Place::new();
    for rules in ["brunei-slide", "brunei-jump"] {
        place.good(&format!("universe --patterns 3 --rules {rules} --out {rules}.csv"));
        let text = place.text(&format!("{rules}.csv"));
        let mut draws = 0;
        for row in table(&text) {
            let mut positions = 0;
            let pairs = pairs(rules, row["rows"], &mut positions);
            if (rules, row["setup"]) == ("brunei-slide", "fourfold-5-0") {
                // Another program's count of all positions of this game.
                assert_eq!(positions, 488_710);
            }
            let letters = pairs.iter().map(|&(.., (result, _))| match result {
                1 => 'f',
                0 => 'd',
                _ => 's',
            });
            let letters: String = letters.collect();
            assert_eq!(row["results"], letters, "{rules} {}", row["setup"]);
            // The second player takes the least, the first the most of these.
            let mut columns: Vec<(&str, (i32, i32))> = Vec::new();
            for (first, _, value) in &pairs {
                match columns.last_mut().filter(|(column, _)| column == first) {
                    Some((_, least)) => *least = (*least).min(*value),
                    None => columns.push((first, *value)),
                }
            }
            let (result, margin) = columns.iter().map(|&(_, value)| value).max().unwrap();
            let winner = ["second", "draw", "first"][(result + 1) as usize];
            assert_eq!((row["winner"], row["margin"]), (winner, margin.to_string().as_str()));
            draws += u32::from(winner == "draw");
            for (name, value) in [("wins", 1), ("draws", 0), ("loses", -1)] {
                let those = columns.iter().filter(|(_, (result, _))| *result == value);
                let those: Vec<&str> = those.map(|&(column, _)| column).collect();
                assert_eq!(row[name], those.join("/"), "{name}");
            }
            // The command for one setup says the same, with the margin of each pair.
            let setup = row["setup"];
            let said = place.good(&format!("solve --setup {setup} --rules {rules} --pairs --json"));
            let said: serde_json::Value = serde_json::from_str(&said).unwrap();
            for (said, (first, second, (result, margin))) in
                said["pairs"].as_array().unwrap().iter().zip(&pairs)
            {
                assert_eq!(
                    (&said["first"], &said["second"]),
                    (&first.as_str().into(), &second.as_str().into())
                );
                assert_eq!(said["result"], serde_json::json!([result, result]));
                assert_eq!(said["margin"], serde_json::json!([margin, margin]), "{first} {second}");
            }
        }
        assert!(draws > 0, "no draw among the first of {rules}");
    }
}
