//! Comparison of games with perfect play: the figures against brute force with the reference implementation.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::reference::{self, ReferenceGame};
use crate::support::{Place, amount, table, until};
use crate::{Known, minimax};
use pasang::text::diagnostic::Source;
use pasang_core::games::rules::preset;
use pasang_core::games::setup::{Setup, builtin};

/// Two kinds of bots in different seats, rules with and without a loss by being stuck.
const SMALL: &str = r#"
seed = 7
games = 16
setups = ["catalogue-01", "catalogue-20"]
rules = ["brunei-slide", "score", "brunei-jump"]
bots = ["random", ["greedy", "random"]]
swap = true

[rule.score]
base = "pasang-emas"
stuck = "score-decides"
"#;

const FIVE_SETUP: &str = "name: five\n\nbbbwb\nwwwwb\nbw_wb\nbwwww\nbwbbb\n";

fn setup(name: &str) -> Setup {
    match name {
        "five" => Setup::parse(&Source::new("five.txt", FIVE_SETUP)).unwrap(),
        name => builtin(name).unwrap(),
    }
}

fn indices(record: &str) -> Vec<u32> {
    let digits = record.strip_prefix('m').unwrap().as_bytes();
    digits
        .chunks(2)
        .map(|pair| u32::from_str_radix(std::str::from_utf8(pair).unwrap(), 36).unwrap())
        .collect()
}

fn stones(game: &impl ReferenceGame) -> usize {
    game.board().iter().flatten().filter(|sign| "bw".contains(**sign)).count()
}

/// Plays a game with the reference implementation, and solves all positions with few stones by
/// brute force. Returns their values and descriptions as the table has them.
fn seen(mut game: impl ReferenceGame + Clone, moves: &[String], most: usize) -> [String; 2] {
    // Value of each position, with the stones on the board, the seat to move and the number of choices.
    let mut seen: Vec<((i32, i32), usize, u8, usize)> = Vec::new();
    let mut found = Known::new();
    for text in moves {
        if stones(&game) <= most {
            let worth = minimax(&game, &mut found);
            seen.push((worth, stones(&game), game.to_move(), game.moves().len()));
        }
        game.play(text);
    }
    assert!(game.ended().is_some());
    let end = minimax(&game, &mut found);
    let sign = |result: i32| ['s', 'd', 'f'][(result + 1) as usize];
    let worths = seen.iter().map(|it| it.0).chain([end]);
    let worths = worths.map(|(result, margin)| format!("{}{margin}", sign(result)));
    let positions = seen.iter().map(|(_, stones, seat, choices)| {
        format!("{}{choices}x{stones}", if *seat == 1 { 'f' } else { 's' })
    });
    [worths.collect::<Vec<_>>().join("/"), positions.collect::<Vec<_>>().join("/")]
}

/// Returns a game's moves as text, by the rules of the experiment above.
fn texts(rules: &str, setup: &str, record: &str) -> Vec<String> {
    let base = if rules == "score" { "pasang-emas" } else { rules };
    // The scoring of a stuck game does not affect moves.
    let mut position = preset(base).unwrap().start(&self::setup(setup)).unwrap();
    let text = |index: u32| {
        let mv = position.legal_moves()[index as usize];
        position.play(mv).unwrap();
        mv.to_string()
    };
    indices(record).into_iter().map(text).collect()
}

fn see((rules, setup): (&str, &str), moves: &[String], most: usize) -> [String; 2] {
    let board = self::setup(setup).board();
    let rows: Vec<&str> = board.lines().collect();
    if rules == "bell" {
        let rules = reference::bell::Rules::preset("bell");
        return seen(reference::bell::Game::new(&rules, &rows), moves, most);
    }
    let mut reference = match rules {
        "score" => reference::brunei::Rules::preset("pasang-emas"),
        rules => reference::brunei::Rules::preset(rules),
    };
    if rules == "score" {
        reference.set("stuck", "score-decides");
    }
    seen(reference::brunei::Game::new(&reference, &rows), moves, most)
}

#[test]
fn every_value_is_that_of_brute_force() {
    // Guards against an empty test.
    assert!(positions_by_brute_force(SMALL, 8) > 500);
    // A small board (rules 1.8), on which few stones are left early.
    let five = SMALL
        .replace("games = 16", "games = 30")
        .replace("\"catalogue-01\", \"catalogue-20\"", "\"five.txt\"")
        .replace("\"score\", \"brunei-jump\"", "\"pasang-emas\"");
    assert!(positions_by_brute_force(&five, 10) > 200);
    // Bell's games end with more stones on the board.
    let bell = SMALL.replace("\"brunei-slide\", \"score\", \"brunei-jump\"", "\"bell\"");
    assert!(positions_by_brute_force(&bell, 20) > 100);
}

/// Compares with brute force. Returns the number of positions with a choice.
fn positions_by_brute_force(experiment: &str, most: usize) -> usize {
    let place = played(experiment);
    let printed = place.good(&format!("judge out --stones {most}"));
    let (journal, worths) = (place.text("out/games.csv"), place.text("out/judge/worths.csv"));
    let (mut all, mut with_choice) = (0, 0);
    for (row, told) in table(&journal).into_iter().zip(table(&worths)) {
        let moves = texts(row["rules"], row["setup"], row["moves"]);
        let [worths, positions] = see((row["rules"], row["setup"]), &moves, most);
        assert_eq!((told["game"], told["unsolved"]), (row["game"], "0"));
        assert_eq!((told["worths"], told["positions"]), (&*worths, &*positions), "{row:?}");
        if !positions.is_empty() {
            let count = positions.split('/').count();
            assert_eq!(told["ply"], (moves.len() - count + 1).to_string());
            with_choice += positions.split('/').filter(|it| !it[1..].starts_with("1x")).count();
            all += count;
        }
    }
    assert_eq!(printed, format!("All {all} positions with so few stones are solved.\n"));
    with_choice
}

/// Creates a place with the results of an experiment in the folder `out`.
fn played(experiment: &str) -> Place {
    let place = Place::new();
    place.write("e.toml", experiment);
    place.write("five.txt", FIVE_SETUP);
    place.other("run e.toml --out out");
    assert!(place.has("out/cells.csv"));
    place
}

#[test]
fn threads_change_nothing_and_nothing_is_overwritten() {
    let place = played(&SMALL.replace("games = 16", "games = 40"));
    let said = place.good("judge out --stones 14 --threads 1");
    assert!(said.starts_with("All ") && said.ends_with(" are solved.\n"), "{said}");
    assert_eq!(place.good("judge out --stones 14 --threads 3 --out three"), said);
    let found = place.files("out/judge");
    assert_eq!(place.files("three"), found);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(names, ["datapackage.json", "worths.csv"]);
    // Every column is described, in order.
    let package: serde_json::Value = serde_json::from_slice(&found["datapackage.json"]).unwrap();
    for resource in package["resources"].as_array().unwrap() {
        let fields = resource["schema"]["fields"].as_array().unwrap();
        let described: Vec<&str> = fields.iter().map(|it| it["name"].as_str().unwrap()).collect();
        let file = place.text(&format!("three/{}", resource["path"].as_str().unwrap()));
        let header = file.lines().next().unwrap();
        assert_eq!(header, described.join(","));
    }
    place.refused("judge out --stones 14", "`out/judge` is there already; nothing was written");
    // Judging leaves the folder unchanged, so that it still verifies.
    let proved = place.other("verify out");
    assert!(proved.contains("played again: all equal"), "{proved}");
    assert!(
        proved.contains("; not proved: `judge` (`pasang-exact judge --out NEW` makes it again)\n")
    );
}

/// Returns the table of an interrupted run in a folder; `None` if there is none.
fn begun(place: &Place, folder: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(place.path(folder)).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let part = paths.find(|path| path.extension().is_some_and(|it| it == "part"))?;
    Some(part.join("worths.csv"))
}

/// After a kill, an interrupt, a full disk or a power failure no incomplete table is published, and
/// solved positions are not solved again.
#[test]
fn what_was_solved_is_kept_whatever_stops_it() {
    let games = amount(50, 100);
    let place = played(&SMALL.replace("games = 16", &format!("games = {games}")));
    let words = "judge out --stones 15";
    let said = place.good(&format!("{words} --out whole"));
    let whole = place.files("whole");
    let rows = |path: &Path| std::fs::read_to_string(path).unwrap_or_default().lines().count();
    let mut before = 0;
    for (signal, status) in [("KILL", 137), ("INT", 130), ("TERM", 143)] {
        let run = place.start(&format!("{words} --threads 1"));
        until("some more rows", || begun(&place, "out").is_some_and(|it| rows(&it) > before + 40));
        run.signal(signal);
        let ran = run.end();
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{ran}");
        assert!(!place.has("out/judge"));
        before = rows(&begun(&place, "out").unwrap());
        if signal != "KILL" {
            let told = format!(
                "stopped: {} of {} rows are there; the same command goes on",
                before - 1,
                18 * games
            );
            assert!(ran.stderr.contains(&told), "{ran}");
        }
    }
    // No file may grow.
    let path = begun(&place, "out").unwrap();
    let kibibytes = std::fs::metadata(&path).unwrap().len() / 1024 + 1;
    let line = format!("ulimit -f {kibibytes}; exec pasang-exact {words}");
    let ran = place.shell(&line);
    assert!(ran.status == 1 && ran.stderr.contains("file too large; make room"), "{ran}");
    assert!(!place.has("out/judge") && rows(&path) > before);
    // Power failure: the file has its length but not its bytes.
    let file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.set_len(file.metadata().unwrap().len() + 100).unwrap();
    let number = file.metadata().unwrap().ino();
    // Other options have a table of their own.
    place.good("judge out --stones 4 --out other");
    assert_eq!(place.good(words), said);
    assert_eq!(place.files("out/judge"), whole);
    assert_eq!(std::fs::metadata(place.path("out/judge/worths.csv")).unwrap().ino(), number);
    assert_eq!(begun(&place, "out"), None);
}

#[test]
fn a_budget_that_does_not_suffice_is_told() {
    let place = played(
        "seed = 3\ngames = 12\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-jump\"]\n\
         bots = [\"search:depth=2\"]\nopenings = \"all\"\n",
    );
    let said = place.good("judge out --stones 28 --nodes 2000");
    assert!(said.contains("budget did not suffice"), "{said}");
    let worths = place.text("out/judge/worths.csv");
    let unsolved: u64 =
        table(&worths).iter().map(|row| row["unsolved"].parse::<u64>().unwrap()).sum();
    assert!(unsolved > 50 && said.contains(&format!("For {unsolved} of ")), "{said}");
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let few = "games = 2\nseed = 1\nsetups = [\"catalogue-01\"]\nbots = [\"random\"]\n";
    let three = "rules = [\"three\"]\n[rule.three]\nbase = \"bell\"\nplayers = 3\n";
    let place = played(&format!("{few}{three}"));
    place.refused("judge out", "only games of two players can be solved");
    assert!(!place.has("out/judge"));
    let place = Place::new();
    place.refused("judge out --stones 0", "from 1 to 120");
    place.refused("judge out --nodes 10", "from 1000 to");
    assert_eq!(place.pasang("judge out").status, 2);
}
