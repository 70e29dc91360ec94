//! Games as text: written by the program and by people, and read back (docs/files.md).

use std::collections::BTreeMap;

use crate::support::{Place, has, table};
use pasang::text::diagnostic::Source;
use pasang_core::games::game_record::GameRecord;
use pasang_core::games::setup::builtin;
use pasang_core::games::{Move, Seat, rules};

/// Setups known and unknown to the program, rules with and without a name, for two and for four.
const EXPERIMENT: &str = r#"
title = "Shown to people # 1"
seed = 5
games = 3
setups = ["catalogue-05", "mirror:catalogue-32", "mine.txt"]
rules = ["pasang-emas", "house", "bell-ludii"]
bots = ["random", "greedy"]

[rule.house]
base = "brunei-jump"
stuck = "score-decides"
"#;

fn place() -> Place {
    let place = Place::with(EXPERIMENT);
    let own = place.quiet("pasang setups generate --symmetry none --seed 4");
    place.write("mine.txt", own);
    place.good("run e.toml --out out");
    place
}

/// Returns the indices of a game's moves, in the journal's digits.
fn digits(game: &GameRecord) -> String {
    let digit = |number: usize| char::from_digit(number as u32, 36).unwrap();
    let indices = game.positions().zip(&game.moves).flat_map(|(position, mv)| {
        let index = position.legal_moves().iter().position(|other| other == mv).unwrap();
        [digit(index / 36), digit(index % 36)]
    });
    std::iter::once('m').chain(indices).collect()
}

#[test]
fn what_is_exported_reads_back_as_the_games_of_the_journal() {
    let place = place();
    let text = place.good("export out");
    place.write("all.txt", &text);
    let games = pasang::text::read_game_records(&place.path("all.txt")).unwrap();
    let journal = place.text("out/games.csv");
    let rows = table(&journal);
    assert_eq!(games.len(), rows.len());
    let mut endings = BTreeMap::new();
    for (game, row) in games.iter().zip(&rows) {
        assert_eq!(game.name, row["game"]);
        assert_eq!(digits(game), row["moves"], "game {}", row["game"]);
        let seats = usize::from(game.start.seats());
        let players: Vec<&str> = game.about.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(players, vec![row["bots"]; seats]);
        let keys: Vec<&str> = game.about.iter().map(|&(key, _)| key).collect();
        let seats: Vec<&str> = Seat::first(seats as u8).map(Seat::word).collect();
        assert_eq!(keys, seats);
        *endings.entry(row["ending"]).or_insert(0) += 1;
    }
    assert_eq!(endings.len(), 3, "{endings:?}");
    // The results, as the journal has them.
    let results = text.lines().filter_map(|line| line.strip_prefix("result: "));
    for (result, row) in results.zip(&rows) {
        let scores = ["score_1", "score_2", "score_3", "score_4"].map(|column| row[column]);
        let scores: Vec<&str> = scores.into_iter().filter(|score| !score.is_empty()).collect();
        assert_eq!(result, format!("{} {} {}", row["winner"], scores.join("-"), row["ending"]));
    }
    // A known setup is named, an unknown one has its rows.
    assert!(text.contains("\nsetup: mirror:catalogue-32\n"), "{text}");
    assert!(!text.contains("setup: mine") && text.contains("\nname: "), "{text}");
    assert!(text.contains("\nrules: brunei-slide\nset: ") || text.contains("set: stuck"), "{text}");
    assert!(text.starts_with("# Games of Pasang"), "{text}");
}

#[test]
fn games_are_exported_by_their_numbers_wherever_they_come_from() {
    let place = place();
    let all = place.good("export out");
    let part = |text: &str| -> Vec<String> {
        text.split("\ngame: ").skip(1).map(|game| game.trim_end().to_owned()).collect()
    };
    let games = part(&all);
    let some = |numbers: &[usize]| -> Vec<String> {
        numbers.iter().map(|&number| games[number].clone()).collect()
    };
    assert_eq!(part(&place.good("export out 3")), some(&[3]));
    assert_eq!(part(&place.good("export out 7,1 10-12")), some(&[1, 7, 10, 11, 12]));
    // For programs: one line per game, which names the winner as the journal does.
    named_as_in_the_journal(&place);
    // Each agrees with `replay`.
    for (line, number) in place.good("export out 3,7 --json").lines().zip([3, 7]) {
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(line), read(&place.good(&format!("replay out {number} --json"))));
    }
    // Without a journal the bots play the games again.
    place.copy("out", "slim");
    place.remove("slim/games.csv");
    assert_eq!(place.good("export slim"), all);
    // A shard has its own.
    place.good("run e.toml --out shard --shard 2/4");
    assert_eq!(part(&place.good("export shard 0-5")), some(&[1, 5]));
}

/// Compares each game's end in `export --json` with the journal: it was in the last position alone.
fn named_as_in_the_journal(place: &Place) {
    let journal = place.text("out/games.csv");
    let (rows, text) = (table(&journal), place.good("export out --json"));
    assert_eq!(text.lines().count(), rows.len());
    for (line, row) in text.lines().zip(rows) {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(game["game"].to_string(), row["game"]);
        let said = ["winner", "ending"].map(|key| game[key].as_str().unwrap());
        assert_eq!(said, [row["winner"], row["ending"]]);
        let scores = game["scores"].as_array().unwrap().iter().map(ToString::to_string);
        let columns = ["score_1", "score_2", "score_3", "score_4"].map(|column| row[column]);
        let columns = columns.into_iter().filter(|score| !score.is_empty());
        assert!(scores.eq(columns), "{line}");
    }
}

#[test]
fn a_game_of_a_file_is_replayed_as_the_one_of_the_folder() {
    let place = place();
    place.write("all.txt", place.good("export out"));
    for number in [0, 13, 26, 53] {
        let folder = place.good(&format!("replay out {number}"));
        let file = place.good(&format!("replay all.txt {number}"));
        let steps = |text: &str| text.split_once('\n').unwrap().1.to_owned();
        assert_eq!(steps(&file), steps(&folder));
        assert!(file.starts_with(&format!("game {number}: ")), "{file}");
        assert_eq!(place.quiet(&format!("pasang export out {number} | pasang replay -")), file);
    }
    let said = place.good("replay all.txt 5 --svg pictures");
    assert_eq!(said, "");
    assert!(place.has("pictures/game-5-ply-000.svg"));
}

/// As written by a user who has seen docs/files.md once.
#[test]
fn of_an_illegal_move_without_end_the_beginning_is_repeated() {
    let place = Place::new();
    let long = "x".repeat(100_000);
    place.write("g.txt", format!("setup: catalogue-01\nmoves: c j {long}\n"));
    let ran = place.pasang("review g.txt");
    assert_eq!(ran.status, 2, "{ran:?}");
    has(&ran.stderr, &format!("error: move 3, `{}..`, is not legal for the first", &long[..40]));
    assert!(ran.stderr.len() < 1000, "{ran:?}");
}

#[test]
fn people_write_games_with_comments_numbers_and_names() {
    let place = Place::new();
    let page = include_str!("../../docs/files.md");
    let (_, text) = page.split_once("```text\n").unwrap();
    let (text, _) = text.split_once("```").unwrap();
    place.write("club.txt", text);
    let shown = place.good("replay club.txt");
    let title = "game 1: catalogue-01, brunei-slide+stuck=score-decides, Club evening, Bandar Seri Begawan, \
                 2026-11-20; first Ali; second Siti\n";
    assert!(shown.starts_with(title), "{shown}");
    has(&shown, "ply 3: player 1 plays b4-c4xn3, 11-9\n  three to the north\n");
    // A saved game is such a text, and a single text can be resumed.
    let ran =
        place.shell("printf 'j\\nsave mine.txt\\nquit\\n' | pasang play --two --load club.txt");
    assert_eq!(ran.status, 0, "{ran}");
    let ran = place.shell("printf 'save mine.txt\\nquit\\n' | pasang play --two --load club.txt");
    assert_eq!(ran.status, 0, "{ran}");
    assert!(place.good("replay mine.txt").contains("ply 4: player 2 plays k7-j7xw3"));
}

fn reread(text: &str) -> Result<GameRecord, String> {
    let games = GameRecord::parse_all(&Source::new("game.txt", text));
    games.map_err(|faults| faults.to_string()).map(|mut games| {
        assert_eq!(games.len(), 1, "{text}");
        games.remove(0)
    })
}

fn words(game: &GameRecord) -> Vec<String> {
    game.moves.iter().map(Move::to_string).collect()
}

#[test]
fn a_setup_alone_is_a_game_that_has_not_begun() {
    let setup = builtin("catalogue-05").unwrap();
    let written = reread(&setup.to_text()).unwrap();
    assert_eq!(written.start.rules(), rules::preset("brunei-slide").unwrap());
    assert_eq!(words(&written), [""; 0]);
    let text = "setup: catalogue-01\nmoves: 1.c 1...j # a comment\n{ who # else?\u{1b} }b4-c4xn3\n";
    let written = reread(text).unwrap();
    assert_eq!(words(&written), ["c", "j", "b4-c4xn3"]);
    assert_eq!(written.comments, [(2, "who # else?\u{fffd}".to_owned())]);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let board = builtin("catalogue-05").unwrap().to_text();
    for (text, place, part) in [
        (format!("rules: brunei-slid\n{board}"), "1:1", "`brunei-slide`"),
        (format!("# mine\nset: stuck = lost\n{board}"), "2:1", "lost"),
        (format!("rules: bell\n{}", board.replacen('_', "x", 1)), "11:", "`x`"),
        (
            "set: stuck=loses\nset: stuck = score-decides\nsetup: catalogue-01\n".to_owned(),
            "2:1",
            "`stuck` is set twice",
        ),
        ("evnt: x\nsetup: catalogue-01\n".to_owned(), "1:1", "`event`"),
        ("date: \u{1b}[2J\nsetup: catalogue-01\n".to_owned(), "1:7", "control"),
        ("date: 1\ndate: 2\nsetup: catalogue-01\n".to_owned(), "2:1", "twice"),
        ("third: Siti\nsetup: catalogue-01\n".to_owned(), "1:1", "`third` in a game of 2"),
        ("setup: catalogue-1\n".to_owned(), "1:", "catalogue-01"),
        (format!("setup: catalogue-01\n{board}"), "2:1", "named already"),
        ("# a\nsetup: catalogue-01\n1. c j\n".to_owned(), "3:1", "`moves:`"),
        ("setup: catalogue-01\nmoves: c {open\n".to_owned(), "2:10", "closed"),
        ("setup: catalogue-01\nmoves: c x\n".to_owned(), "2:10", "legal here"),
        ("\n\ngame: 2\nsetup: catalogue-01\nresult: first\nmoves: c\n".to_owned(), "5:9", "over"),
        ("result: maybe\nsetup: catalogue-01\nmoves: c\n".to_owned(), "1:9", "unfinished"),
    ] {
        let said = reread(&text).unwrap_err();
        assert!(said.contains(&format!("game.txt:{place}")), "{place}\n{said}");
        assert!(said.contains(part), "{part}\n{said}");
    }
}
