//! Experiments whose games start from diagrams: positions later than the first.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::plain::{self, PlainGame};
use crate::support::{Place, table};

/// The position of a game after so many plies, as a diagram.
fn diagram(place: &Place, game: &str, ply: usize) -> String {
    let told: Value = serde_json::from_str(&place.good(&format!("replay {game} --json"))).unwrap();
    let position = &told["positions"][ply];
    let scores: Vec<String> =
        position["scores"].as_array().unwrap().iter().map(Value::to_string).collect();
    let rows = position["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap());
    let rows: Vec<&str> = rows.collect();
    // Two take turns, and the first begins.
    format!("to-move: {}\nscore: {}\n\n{}\n", ply % 2 + 1, scores.join("-"), rows.join("\n"))
}

/// A folder with diagrams out of games of both kinds.
fn place() -> Place {
    let place = Place::with(
        "seed = 4\ngames = 1\nsetups = [\"catalogue-01\", \"catalogue-08\"]\n\
         rules = [\"brunei-slide\", \"bell\"]\nbots = [\"random\"]\n",
    );
    place.good("run e.toml --out first");
    std::fs::create_dir(place.path("positions")).unwrap();
    place.write("positions/a.txt", diagram(&place, "first 0", 12));
    place.write("positions/b.txt", diagram(&place, "first 2", 15));
    place.write("bell.txt", diagram(&place, "first 1", 8));
    place.write(
        "later.toml",
        "title = \"Two endings\"\nseed = 9\ngames = 6\nsetups = [\"positions/*.txt\"]\n\
         rules = [\"brunei-slide\", \"pasang-emas\"]\nbots = [\"greedy\", [\"random\", \"search:depth=2\"]]\n",
    );
    place
}

#[test]
fn games_from_diagrams_are_games_by_the_plain_rules() {
    let place = place();
    place.good("run later.toml --out out");
    assert!(place.good("verify out").ends_with("verified: nothing differs\n"));
    let journal = place.text("out/games.csv");
    let rows = table(&journal);
    assert_eq!(rows.len(), 2 * 2 * 2 * 6);
    let names: BTreeSet<&str> = rows.iter().map(|row| row["setup"]).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a", "b"]);
    for row in &rows {
        let text = place.text(&format!("positions/{}.txt", row["setup"]));
        let rules = plain::brunei::Rules::preset(row["rules"]);
        let mut game = plain::brunei::Game::from_diagram(&rules, &text);
        let told: Value =
            serde_json::from_str(&place.good(&format!("replay out {} --json", row["game"])))
                .unwrap();
        for position in &told["positions"].as_array().unwrap()[1..] {
            game.play(position["move"].as_str().unwrap());
        }
        let ended = game.ended().unwrap();
        let winner = match ended.winners.as_slice() {
            [1] => "first",
            [2] => "second",
            _ => "draw",
        };
        let scores = game.scores();
        assert_eq!((winner, ended.ending), (row["winner"], row["ending"]));
        assert_eq!(
            [row["score_1"], row["score_2"]],
            [scores[0].to_string(), scores[1].to_string()]
        );
    }
    // What is resolved needs no file, and makes the same games.
    place.write("alone.toml", place.text("out/experiment.toml"));
    place.remove("positions/a.txt");
    place.good("run alone.toml --out again");
    assert_eq!(place.text("again/games.csv"), journal);
    // The same one is not played anew where it is changed: it is another experiment.
    place.write("alone.toml", place.text("alone.toml").replacen("to-move = 1", "to-move = 2", 1));
    let ran = place.pasang("run alone.toml --out again");
    assert!(ran.status == 2 && ran.stderr.contains("has another position there"), "{ran}");
    // As texts they read back.
    place.write("games.txt", place.good("export out"));
    for number in 0..table(&journal).len() {
        place.good(&format!("replay games.txt {number}"));
    }
}

#[test]
fn positions_with_the_same_stones_may_be_two() {
    let place = place();
    let text = place.text("positions/a.txt");
    let other = text.replacen("to-move: 1", "to-move: 2", 1);
    assert_ne!(other, text);
    place.write("positions/other.txt", &other).write("positions/twin.txt", &text);
    place.good("run later.toml --out out");
    let cells = place.text("out/cells.csv");
    let names: BTreeSet<&str> = table(&cells).iter().map(|row| row["setup"]).collect();
    // The twin is another name of the first.
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a", "b", "other"]);
    assert!(place.text("out/experiment.toml").contains("[\"a\", \"twin\"]"));
    let journal = place.text("out/games.csv");
    let rows = table(&journal);
    let moves = |name| -> Vec<&str> {
        rows.iter().filter(|row| row["setup"] == name).map(|row| row["moves"]).collect()
    };
    assert_ne!(moves("a"), moves("other"));
}

#[test]
fn what_does_not_go_with_diagrams_is_said() {
    let place = place();
    let later = place.text("later.toml");
    let over = "to-move: 1\nscore: 10-10\n\n..........1\n..........2\n".to_owned()
        + &"...........\n".repeat(3)
        + ".....\u{5f}.....\n"
        + &"...........\n".repeat(5);
    place.write("over.txt", over);
    place.write("broken.txt", place.text("positions/a.txt").replace("score: ", "scorn: "));
    for (from, to, said) in [
        ("games = 6", "games = 6\nopenings = \"all\"", "`openings` beside the diagram `a`"),
        ("games = 6", "games = 6\nrounds = 2", "`rounds` beside the diagram `a`"),
        ("\"pasang-emas\"", "\"bell\"", "setup `a` cannot be played by `bell`"),
        ("positions/*.txt", "bell.txt", "setup `bell` cannot be played by `brunei-slide`"),
        ("positions/*.txt", "over.txt", "the game is over in this position"),
        ("positions/*.txt", "mirror:positions/*.txt", "`mirror:` is for setups"),
        ("positions/*.txt", "broken.txt", "did you mean `score`?"),
        ("positions/*.txt", "none.txt", "none.txt"),
    ] {
        assert!(later.contains(from), "{from}");
        place.write("wrong.toml", later.replacen(from, to, 1));
        let ran = place.pasang("run wrong.toml");
        assert_eq!(ran.status, 2, "{to}: {ran}");
        assert!(ran.stderr.contains(said), "{said}: {ran}");
    }
    // In a table of the experiment's own nothing is passed over, either.
    let board = place.text("positions/a.txt");
    let rows: Vec<String> = board.lines().skip(3).map(|row| format!("\"{row}\"")).collect();
    let own = |keys: &str| format!("[setup.own]\n{keys}rows = [{}]\n", rows.join(", "));
    for (keys, said) in [
        ("to-move = 1\n", "the diagram `own` has no `score`"),
        ("score = \"3-4\"\n", "the diagram `own` has no `to-move`"),
        ("to-move = 1\nscore = \"3-4\"\nstones = \"any\"\n", "`stones` beside `to-move`"),
        ("to-move = 1\nscore = \"3-4\"\n", ""),
    ] {
        let text = later.replace("[\"positions/*.txt\"]", "[\"positions/*.txt\", \"own\"]");
        place.write("wrong.toml", format!("{text}{}", own(keys)));
        let ran = place.pasang("plan wrong.toml");
        assert_eq!(ran.status, if said.is_empty() { 0 } else { 2 }, "{keys}: {ran}");
        assert!(ran.stderr.contains(said), "{said}: {ran}");
    }
    // Bell's goes under his own rules, and drawn moves go behind any.
    place.write(
        "bell.toml",
        "seed = 1\ngames = 5\nopening-plies = 3\nsetups = [\"bell.txt\"]\nrules = [\"bell\"]\nbots = [\"greedy\"]\n",
    );
    place.good("run bell.toml --out bell");
    assert!(place.good("verify bell").ends_with("verified: nothing differs\n"));
    // Commands that take one position have an option for it.
    let ran = place.pasang("setups show positions/a.txt");
    assert!(ran.status == 2 && ran.stderr.contains("a diagram"), "{ran}");
}

/// What is read of a diagram goes wherever its games go.
#[test]
fn diagrams_are_told_in_reports_citations_and_games() {
    let place = place();
    place.good("run later.toml --out out");
    let report = place.good("report out --format markdown");
    assert!(report.contains("2 of 2 setups are no beginning of a game"), "{report}");
    assert!(place.good("cite out").contains("2 setups drawn as diagrams of later positions"));
    // Without an experiment, too, where moves are drawn behind it.
    place.good("run --setup positions/a.txt --games 4 --bots greedy --seed 1 --out alone");
    let journal = place.text("alone/games.csv");
    let games: BTreeSet<&str> = table(&journal).iter().map(|row| row["moves"]).collect();
    assert!(games.len() > 1, "{journal}");
}

/// A pipe can be read once only: whether a diagram is meant is not looked up in it.
#[cfg(unix)]
#[test]
fn a_pattern_comes_through_a_pipe() {
    let place = Place::new();
    place.quiet("pasang setups show --text catalogue-19 > pattern.txt");
    let run = "run --games 4 --bots random --seed 1";
    let ran = place.shell(&format!("pasang {run} --setup <(cat pattern.txt) --out piped"));
    assert_eq!(ran.status, 0, "{ran}");
    place.good(&format!("{run} --setup pattern.txt --out plain"));
    let moves = |folder: &str| -> Vec<String> {
        let journal = place.text(&format!("{folder}/games.csv"));
        table(&journal).iter().map(|row| row["moves"].to_owned()).collect()
    };
    assert_eq!(moves("piped"), moves("plain"));
}

/// Boards are read back as they are printed, wherever the kas stand: a `2` in the last column is no number
/// of a row.
#[test]
fn diagrams_may_have_their_rows_numbered() {
    let place = Place::new();
    for column in [0, 5, 10] {
        for (left, right) in [(true, true), (true, false), (false, false)] {
            for row in [1, 2, 10] {
                let mut rows = vec![vec!['.'; 11]; 11];
                rows[5][5] = '_';
                (rows[8][8], rows[0][3]) = ('b', '1');
                rows[11 - row][column] = '2';
                let lines = (0..11).map(|place| {
                    let signs: Vec<String> = rows[place].iter().map(char::to_string).collect();
                    let number = 11 - place;
                    let left = if left { format!("{number:>2}  ") } else { String::new() };
                    let right = if right { format!("  {number}") } else { String::new() };
                    format!("{left}{}{right}\n", signs.join(" "))
                });
                let board: String = lines.collect();
                place.write("numbered.txt", format!("to-move: 1\nscore: 3-4\n\n{board}"));
                let ran = place.pasang("moves --position numbered.txt");
                assert_eq!(ran.status, 0, "{board}\n{ran}");
            }
        }
    }
}
