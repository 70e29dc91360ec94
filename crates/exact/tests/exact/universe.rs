//! Whole games solved, against plain minimax over the plain rules.

use std::collections::HashMap;

use crate::drawn::Board;
use crate::plain::{self, PlainGame, brunei};
use crate::support::{Place, table};

/// What is known of positions with both kas on the board, told by all that is seen of them.
type Known = HashMap<(Vec<Vec<char>>, Vec<u32>, u8), (i32, i32)>;

/// Result and margin in the first player's view, the result first: 1, 0 or -1, and points. Looks at
/// every position, and prunes nothing.
fn minimax(game: &brunei::Game, known: &mut Known) -> (i32, i32) {
    let board = game.board();
    let has = |ka| board.iter().flatten().any(|&sign| sign == ka);
    let key = (has('1') && has('2')).then(|| (board.clone(), game.scores(), game.to_move()));
    if let Some(&value) = key.as_ref().and_then(|key| known.get(key)) {
        return value;
    }
    let value = best_of_all(game, known);
    if let Some(key) = key {
        known.insert(key, value);
    }
    value
}

fn best_of_all(game: &brunei::Game, known: &mut Known) -> (i32, i32) {
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
        minimax(&next, known)
    });
    let values: Vec<(i32, i32)> = values.collect();
    let best = if game.to_move() == 1 { values.iter().max() } else { values.iter().min() };
    *best.expect("there are moves")
}

/// What plain minimax finds of every pair of first moves.
fn pairs(rules: &str, rows: &str) -> Vec<(String, String, (i32, i32))> {
    let rows: Vec<&str> = rows.split('/').collect();
    let board = Board::new("rows", &rows);
    let start = brunei::Game::new(&plain::brunei::Rules::preset(rules), &board.rows());
    let (mut known, mut pairs) = (Known::new(), Vec::new());
    for first in start.moves() {
        let mut after = start.clone();
        after.play(&first);
        for second in after.moves() {
            let mut pair = after.clone();
            pair.play(&second);
            pairs.push((first.clone(), second, minimax(&pair, &mut known)));
        }
    }
    pairs
}

#[test]
fn whole_games_are_solved_as_by_plain_minimax() {
    let place = Place::new();
    for rules in ["brunei-slide", "brunei-jump"] {
        place.good(&format!("universe --patterns 1 --rules {rules} --out {rules}.csv"));
        let text = place.text(&format!("{rules}.csv"));
        for row in table(&text) {
            let pairs = pairs(rules, row["rows"]);
            if (rules, row["setup"]) == ("brunei-slide", "fourfold-5-0") {
                // As another program has found it by plain minimax.
                assert_eq!((row["winner"], row["margin"]), ("draw", "0"));
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
            for (name, value) in [("wins", 1), ("draws", 0), ("loses", -1)] {
                let those = columns.iter().filter(|(_, (result, _))| *result == value);
                let those: Vec<&str> = those.map(|&(column, _)| column).collect();
                assert_eq!(row[name], those.join("/"), "{name}");
            }
        }
    }
}

/// All patterns of side 5, in parts and stopped on the way, are the same file; nothing of others is erased.
#[test]
fn parts_and_interrupted_files_are_the_same() {
    let place = Place::new();
    let said = place.good("universe --out all.csv --threads 2");
    assert!(said.starts_with("20 patterns, SHA-256 eb66dd5d0a9610a43ae7f92167"), "{said}");
    let all = place.text("all.csv");
    for part in 1..=2 {
        place.good(&format!("universe --out part-{part}.csv --shard {part}/2"));
    }
    assert_eq!(place.good("universe --merge part-2.csv part-1.csv --out merged.csv"), said);
    assert!(place.text("merged.csv") == all);
    place.write("begun.csv", &all[..1500]);
    assert_eq!(place.good("universe --out begun.csv"), said);
    assert!(place.text("begun.csv") == all);
    let is_another =
        |line| format!("is not the beginning of what is asked for: line {line} is another");
    place.refused("universe --out begun.csv --rules brunei-jump", &is_another(2));
    place.refused("universe --merge part-1.csv --out more.csv", "none of the parts has row 1");
    for (text, line) in [("my diary".to_owned(), 1), (all.clone() + "precious", 22)] {
        place.write("diary.csv", &text);
        place.refused("universe --out diary.csv", &is_another(line));
        place.refused("universe --merge part-1.csv part-2.csv --out diary.csv", "is there already");
        assert_eq!(place.text("diary.csv"), text);
    }
    place.write("latin.csv", [b'p', 0xe9, b'\n']);
    place.refused("universe --out latin.csv", "`latin.csv` is no text in UTF-8");
    let ran = place.run("universe --out /dev/null");
    assert!(ran.status == 1 && ran.stderr.contains("it is no plain file"), "{ran:?}");
    place.refused("universe --out other.csv --side 9", "expected 5 or 7");
    place.refused("universe --out other.csv --rules bell", "these rules are Bell's");
    place.write("rules.toml", "[rule.brunei-slide]\nbase = \"brunei-jump\"\n");
    place.refused("universe --out other.csv --rules rules.toml", "differ from the preset");
}

/// The page says what each column means.
#[test]
fn columns_are_documented() {
    let page = include_str!("../../../../docs/small-boards.md");
    let kept = include_str!("../../../../universe/fourfold-5-brunei-slide.csv");
    for column in kept.lines().next().unwrap().split(',') {
        assert!(page.contains(&format!("`{column}`")), "{column}");
    }
}
