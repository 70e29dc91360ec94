//! Whole games solved, compared with plain minimax over the reference implementation.

use crate::random_rules::Board;
use crate::reference::{ReferenceGame, brunei};
use crate::support::{Place, amount, table};
use crate::{Known, minimax};

/// Returns every pair of first moves, and the position after it.
fn pairs(rules: &str, rows: &str) -> Vec<(String, String, brunei::Game)> {
    let rows: Vec<&str> = rows.split('/').collect();
    let board = Board::new("rows", &rows);
    let start = brunei::Game::new(&brunei::Rules::preset(rules), &board.rows());
    let mut pairs = Vec::new();
    for first in start.moves() {
        let mut after = start.clone();
        after.play(&first);
        for second in after.moves() {
            let mut pair = after.clone();
            pair.play(&second);
            pairs.push((first.clone(), second, pair));
        }
    }
    pairs
}

#[test]
fn whole_games_are_solved_as_by_plain_minimax() {
    let place = Place::new();
    let of = |rules| [(rules, ""), (rules, "--any --sample 1")];
    let all = ["brunei-slide", "brunei-jump"].into_iter().flat_map(of);
    for (rules, drawn) in all.take(amount(1, 4)) {
        let out = format!("{rules}{}.csv", drawn.len());
        place.good(&format!("universe --patterns 1 {drawn} --rules {rules} --out {out}"));
        let text = place.text(&out);
        for row in table(&text) {
            let mut known = Known::new();
            let pairs: Vec<(String, (i32, i32))> = pairs(rules, row["rows"])
                .into_iter()
                .map(|(first, _, pair)| (first, minimax(&pair, &mut known)))
                .collect();
            if (rules, row["setup"]) == ("brunei-slide", "fourfold-5-0") {
                // As found by another program with plain minimax.
                assert_eq!((row["winner"], row["margin"]), ("draw", "0"));
            }
            let letters = pairs.iter().map(|&(_, (result, _))| match result {
                1 => 'f',
                0 => 'd',
                _ => 's',
            });
            let letters: String = letters.collect();
            assert_eq!(row["results"], letters, "{rules} {}", row["setup"]);
            // The second player takes the minimum, the first the maximum of these.
            let mut columns: Vec<(&str, (i32, i32))> = Vec::new();
            for (first, value) in &pairs {
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

/// Depth-first proof-number search, whose certificates are checked, agrees with the kept winners of
/// side 7 wherever it ends.
#[test]
fn kept_winners_are_those_of_another_search() {
    let place = Place::new();
    let kept = [
        include_str!("../../universe/fourfold-7-brunei-slide.csv"),
        include_str!("../../universe/any-7-brunei-slide.csv"),
    ];
    for text in kept {
        let mut proved = 0;
        for row in table(text).iter().take(amount(1, 4)) {
            place.write("setup.txt", row["rows"].replace('/', "\n"));
            let pairs = pairs(row["rules"], row["rows"]);
            assert_eq!(pairs.len(), row["results"].len());
            let results = pairs.into_iter().zip(row["results"].chars());
            for ((first, second, _), letter) in results.step_by(amount(4, 1)) {
                let pair = format!("{first} {second}");
                let words = format!("--setup setup.txt --after '{pair}' --nodes 500000 --hash 16");
                let ran = place.shell(&format!("pasang-exact prove {words}"));
                let Some((_, claim)) = ran.stdout.split_once("\nclaim: player ") else { continue };
                let winner = match claim.split_once(" wins").map(|(player, _)| player) {
                    Some("1") => 'f',
                    Some("2") => 's',
                    _ => continue,
                };
                assert!(['o', winner].contains(&letter), "{} {pair}: {ran:?}", row["setup"]);
                proved += 1;
            }
        }
        assert!(proved >= amount(1, 4), "{proved} openings proved");
    }
}

/// Winners alone are those of the whole solution, without the margins of won games.
#[test]
fn winners_alone_have_no_margin() {
    let place = Place::new();
    place.good("universe --outcome --out winners.csv");
    let kept = include_str!("../../universe/fourfold-5-brunei-slide.csv");
    let fields = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let mut expected = fields(kept);
    let [winner, margin, goal] = ["winner", "margin", "goal"]
        .map(|name| expected[0].iter().position(|column| column == name).unwrap());
    expected.iter_mut().skip(1).for_each(|row| row[goal] = "outcome".to_owned());
    for row in expected.iter_mut().skip(1).filter(|row| row[winner] != "draw") {
        assert!(row[margin].parse::<i64>().is_ok(), "a decided pattern of side 5 has a margin");
        row[margin].clear();
    }
    assert_eq!(fields(&place.text("winners.csv")), expected);
}

/// The file of all patterns of side 5 is the same after an interruption, and describes its
/// contents; other files are never erased.
#[test]
fn interrupted_files_are_the_same_and_say_what_they_are_of() {
    let place = Place::new();
    let said = place.good("universe --out all.csv --threads 2");
    let kept = include_str!("../../universe/SHA256SUMS");
    let (digest, _) =
        kept.lines().find_map(|it| it.split_once("  fourfold-5-brunei-slide")).unwrap();
    assert_eq!(said, format!("20 patterns, SHA-256 {digest}\n"));
    let all = place.text("all.csv");
    for cut in [0, 30, 1500] {
        place.write("begun.csv", &all[..cut]);
        assert_eq!(place.good("universe --out begun.csv"), said);
        assert!(place.text("begun.csv") == all);
    }
    // Power failure in the middle of a write: the file has its length but not its bytes.
    for cut in [0, 300, all.find('\n').unwrap() + 1, all.len()] {
        place.write("begun.csv", all[..cut].to_owned() + &"\0".repeat(5000));
        assert_eq!(place.good("universe --out begun.csv"), said);
        assert!(place.text("begun.csv") == all);
    }
    let is_another =
        |line| format!("is not the beginning of what is asked for: line {line} is another");
    for other in ["--rules brunei-jump", "--nodes 10", "--sample 1", "--outcome"] {
        place.refused(&format!("universe --out begun.csv {other}"), &is_another(2));
    }
    for (text, line) in [("my diary".to_owned(), 1), (all.clone() + "precious", 22)] {
        place.write("diary.csv", &text);
        place.refused("universe --out diary.csv", &is_another(line));
        assert_eq!(place.text("diary.csv"), text);
    }
    place.write("latin.csv", [b'p', 0xe9, b'\n']);
    place.refused("universe --out latin.csv", &is_another(1));
    let ran = place.pasang("universe --out /dev/null");
    assert!(ran.status == 1 && ran.stderr.contains("it is no plain file"), "{ran:?}");
    place.refused("universe --out other.csv --side 9", "expected 5 or 7");
    place.refused("universe --out other.csv --any --patterns 2", "--sample <SEED>");
    place.refused("universe --out other.csv --rules bell", "these rules are Bell's");
    place.write("rules.toml", "[rule.brunei-slide]\nbase = \"brunei-jump\"\n");
    place.refused("universe --out other.csv --rules rules.toml", "differ from the preset");
    place.write("house.toml", "base = \"brunei-jump\"\nvalues = { black = 1, white = 1 }\n");
    place.good("universe --out house.csv --rules house.toml --sample 3 --patterns 1 --nodes 5000");
    let house = place.text("house.csv");
    let row = &table(&house)[0];
    let of = ["rules", "toggles", "sample", "limit"].map(|column| row[column]);
    assert_eq!(of, ["house", "entry=jump values=1/1", "3", "5000"]);
}

/// Patterns of any symmetry have as many black as white stones, and more of them only add rows.
#[test]
fn patterns_are_drawn_by_seed_and_number() {
    let place = Place::new();
    place.good("universe --any --sample 1 --patterns 400 --outcome --out any.csv");
    let text = place.text("any.csv");
    let kept = include_str!("../../universe/any-5-brunei-slide.csv");
    assert!(text == kept);
    let rows = table(&text);
    for row in &rows {
        let count = |sign| row["rows"].matches(sign).count();
        assert_eq!([count("b"), count("w"), count("_")], [12, 12, 1], "{}", row["setup"]);
    }
    // A point is black in half of the patterns: of 400, within five standard deviations of ten.
    for place in (0..29).filter(|place| place % 6 != 5 && *place != 14) {
        let black = rows.iter().filter(|row| row["rows"].as_bytes()[place] == b'b').count();
        assert!((150..=250).contains(&black), "{black} of 400");
    }
    place.good("universe --any --sample 1 --patterns 7 --outcome --out begun.csv");
    let begun = place.text("begun.csv");
    assert!(text.starts_with(&begun) && table(&begun).len() == 7);
    place.good("universe --any --sample 2 --patterns 7 --outcome --out other.csv");
    assert_ne!(table(&place.text("other.csv"))[0]["rows"], rows[0]["rows"]);
}

/// A lack of memory or threads is reported in one line, without a panic.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_had_is_an_error_of_one_line() {
    for (kibibytes, words, said) in [
        (900_000, "universe --hash 600 --threads 2", "cannot get memory for a table of 600 MiB"),
        (900_000, "survey --hash 600 --threads 2", "cannot get memory for a table of 600 MiB"),
        (60_000, "universe --hash 1 --threads 16", "cannot start threads"),
        (60_000, "survey --hash 1 --threads 16", "cannot start threads"),
    ] {
        let place = Place::new();
        // Large stacks: where there is no room for another, there is some for what the threads before it need.
        let ran = place.shell(&format!(
            "ulimit -v {kibibytes}; RUST_MIN_STACK=20000000 exec pasang-exact {words} --out t.csv"
        ));
        assert_eq!((ran.status, ran.stderr.lines().count()), (1, 1), "{ran}");
        assert!(ran.stderr.starts_with(&format!("error: {said}")), "{ran}");
    }
}

/// The page explains each column.
#[test]
fn columns_are_documented() {
    let page = include_str!("../../universe/README.md");
    let kept = include_str!("../../universe/fourfold-5-brunei-slide.csv");
    for column in kept.lines().next().unwrap().split(',') {
        assert!(page.contains(&format!("`{column}`")), "{column}");
    }
}
