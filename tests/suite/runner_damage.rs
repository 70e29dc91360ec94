//! Results folders with changed files: `verify` names the file and the line, and no command builds
//! on them.

use std::process::Command;

use crate::support::{Place, Ran, assert_same, finished, has, program, skipped};

/// Three setups, both games, two and three players; eight cells.
pub const SMALL: &str = r#"
seed = 7
games = 12
setups = ["catalogue-01", "catalogue-05"]
rules = ["brunei-slide", "bell-of-three"]
bots = ["random", "greedy"]

[rule.bell-of-three]
base = "bell"
players = 3
"#;

/// Returns the lines of `verify`'s output that report differences.
fn differences(ran: &Ran) -> Vec<&str> {
    ran.stdout.lines().filter_map(|line| line.strip_prefix("DIFFERS ")).collect()
}

/// Verifies a folder, whose differences must begin so.
fn differs_in(place: &Place, folder: &str, expected: &[&str]) {
    let ran = place.differs(folder);
    let told = differences(&ran);
    let begins = told.iter().zip(expected).all(|(told, why)| told.starts_with(why));
    assert!(begins && told.len() == expected.len(), "{expected:?}\n{ran}");
}

/// Returns the fields of the journal's row at a line, counted from 1.
fn fields(journal: &str, line: usize) -> Vec<String> {
    journal.lines().nth(line - 1).unwrap().split(',').map(str::to_owned).collect()
}

/// Returns the journal with the row of a line replaced.
fn with_row(journal: &str, line: usize, fields: &[String]) -> String {
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    lines[line - 1] = fields.join(",");
    lines.join("\n") + "\n"
}

const NOT_THE_FILE: &str =
    "this is not the file that the run finished with; `pasang verify` says what differs";

#[test]
fn an_edited_journal_is_found_out_line_by_line() {
    let place = Place::begun(SMALL);
    assert_eq!(
        place.good("verify begun").lines().last(),
        Some("verified: nothing differs"),
        "the folder that is not finished is one that the program could have left"
    );
    let journal = place.text("whole/games.csv");
    // Game 9 of cell 1: Brunei's, between greedy bots. Every column of it, edited.
    let line = 11;
    let row = fields(&journal, line);
    assert_eq!(row[..6].join(","), "9,1,1,catalogue-01,brunei-slide,greedy");
    let column = |column: usize, to: &str| {
        let mut edited = row.clone();
        assert_ne!(edited[column], to);
        edited[column] = to.to_owned();
        with_row(&journal, line, &edited)
    };
    let names = "game,cell,index,setup,rules,bots,winner,ending,score_1,score_2,score_3,score_4,\
                 plies,moves_digest,moves";
    let names: Vec<&str> = names.split(',').collect();
    assert_eq!(journal.lines().next(), Some(names.join(",").as_str()));
    let mut edits: Vec<(String, String)> = Vec::new();
    let winner = if row[6] == "1" { "2" } else { "1" };
    let ending = if row[7] == "stuck" { "cleared" } else { "stuck" };
    let digest = row[13].replace(|sign: char| sign == row[13].chars().next().unwrap(), "x");
    for (place, to) in [
        (1, "2"),
        (2, "2"),
        (3, "catalogue-05"),
        (4, "bell-of-three"),
        (5, "random"),
        (6, winner),
        (7, ending),
        (8, "1"),
        (9, "1"),
        (10, "0"),
        (11, "0"),
        (12, "7"),
        (13, &digest),
    ] {
        let (name, was) = (names[place], &row[place]);
        edits.push((column(place, to), format!("column `{name}` is `{to}`, expected `{was}`")));
    }
    let moves = &row[14];
    let plies = row[12].parse::<usize>().unwrap();
    edits.push((
        column(14, &format!("mzy{}", &moves[3..])),
        "ply 1 is recorded as move 1294 of 11".to_owned(),
    ));
    let shorter = column(14, &moves[..moves.len() - 2]);
    edits.push((shorter, format!("the game goes on after its last recorded ply, {}", plies - 1)));
    let longer = column(14, &format!("{moves}00"));
    edits.push((longer, format!("ply {} is recorded as move 0 of 0", plies + 1)));
    edits.push((column(14, &moves[1..]), "its moves are no record of a game".to_owned()));
    edits.push((
        column(14, &moves.to_uppercase().replace('0', "-")),
        "its moves are no record of a game".to_owned(),
    ));
    // Too few and too many fields, needless quotes, a line break of another system.
    let text = row.join(",");
    let whole_line = |to: &str| journal.replace(&format!("\n{text}\n"), &format!("\n{to}\n"));
    edits.push((
        whole_line(&text.replacen("catalogue-01", "\"catalogue-01\"", 1)),
        "it is written otherwise than this program writes it".to_owned(),
    ));
    edits.push((whole_line(&format!("{text}\r")), "its moves are no record of a game".to_owned()));
    edits.push((column(0, "10"), "expected game 9, found `10`".to_owned()));
    edits.push((whole_line(""), "expected game 9, found ``".to_owned()));
    edits.push((whole_line("9,1"), "its moves are no record of a game".to_owned()));
    for (journal, what) in edits {
        let what = format!("line {line}: {what}");
        assert_refused(&place, &journal, &what);
    }
}

/// Puts a journal into a finished and an unfinished folder: `verify` must report the difference
/// `what`, and neither `run` nor `report` may use it or change anything.
fn assert_refused(place: &Place, journal: &str, what: &str) {
    for (from, seen_at_once) in [("whole", true), ("begun", false)] {
        place.copy(from, "out");
        place.write("out/games.csv", journal);
        let before = place.files("out");
        let ran = place.differs("out");
        let told = format!("games.csv {what}");
        let mut expected = vec!["games.csv: its digest is not that of the manifest", &told];
        if !seen_at_once {
            expected.remove(0);
        }
        assert_eq!(differences(&ran), expected, "{what}");
        for words in ["run e.toml --out out", "report out", "report out --json"] {
            let ran = place.pasang(words);
            let why = if seen_at_once { NOT_THE_FILE } else { what };
            let said = ran.stderr.strip_prefix(&format!("error: `out/games.csv`: {why}"));
            // Other tests cover how to continue from there.
            let help = said.unwrap_or_else(|| panic!("{words}: {why}\n{ran:?}"));
            let run = "`pasang run out/experiment.toml --out out`";
            assert_eq!(help.contains(run), !seen_at_once, "{words}: {help}");
            assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{words}");
        }
        assert_same(&place.files("out"), &before, "refused and left alone");
    }
}

#[test]
fn rows_that_are_missing_moved_or_too_many_are_found_out() {
    let place = Place::begun(SMALL);
    let journal = place.text("whole/games.csv");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    let rows = lines.len() - 1;
    assert_eq!(rows, 96);
    let removed: String = [&lines[..20], &lines[21..]].concat().concat();
    assert_refused(&place, &removed, "line 21: expected game 19, found `20`");
    let mut swapped = lines.clone();
    swapped.swap(30, 34);
    assert_refused(&place, &swapped.concat(), "line 31: expected game 29, found `33`");
    let mut neighbours = lines.clone();
    neighbours.swap(1, 9);
    // From the same cell: valid moves under the number of another game.
    assert_refused(&place, &neighbours.concat(), "line 2: expected game 0, found `8`");
    let mut twice = lines.clone();
    twice.insert(50, lines[49]);
    assert_refused(&place, &twice.concat(), "line 51: expected game 49, found `48`");
    let beyond = journal.clone() + lines[rows];
    assert_refused(&place, &beyond, "line 98: there are more rows than the experiment has games");
    let garbage = journal.clone() + "garbage\n";
    assert_refused(&place, &garbage, "line 98: there are more rows than the experiment has games");
    let header = journal.replacen("winner", "Winner", 1);
    assert_refused(&place, &header, "line 1: this is not the header of a journal");
    assert_refused(&place, &lines[1..].concat(), "line 1: this is not the header of a journal");
    let endless = lines[..50].concat() + &"0".repeat(1 << 17);
    assert_refused(&place, &endless, "line 51: this line is no row: it has no end");
}

#[test]
fn torn_and_cut_journals_are_gone_on_with_where_the_run_was_not_finished() {
    let place = Place::begun(SMALL);
    let journal = place.text("whole/games.csv");
    let ends: Vec<usize> = journal.match_indices('\n').map(|(at, _)| at + 1).collect();
    let rows = ends.len() - 1;
    let cut = |bytes: usize| journal[..bytes].to_owned();
    let zeros = |count: usize| "\0".repeat(count);
    for (journal, games, torn) in [
        (cut(ends[40]), 40, false),
        (cut(ends[40] + 1), 40, true),
        (cut(ends[41] - 1), 40, true),
        (cut(ends[0]), 0, false),
        (cut(ends[0] - 1), 0, true),
        (cut(10), 0, true),
        (cut(0), 0, false),
        (cut(journal.len()) + "\0\0\0\0", rows, true),
        // After a power failure a file may have its length but not its bytes.
        (cut(ends[40]) + &zeros(4 << 10), 40, true),
        (cut(ends[40] + 9) + &zeros((64 << 10) - 9), 40, true),
        (cut(ends[40] + 9) + &zeros(64 << 10), 40, true),
        (cut(ends[41] - 1) + &zeros(10 << 20), 40, true),
        (zeros(1 << 20), 0, true),
        (cut(20) + &zeros(1 << 20), 0, true),
        (cut(journal.len()) + "garbage", rows, true),
    ] {
        place.copy("begun", "out");
        place.write("out/games.csv", &journal);
        let ran = place.pasang("verify out");
        let behind = if torn { ", and a torn line behind them" } else { "" };
        let told = format!("unfinished: {games} of {rows} games are there{behind}\n");
        assert!(ran.stdout.contains(&told), "{ran:?}");
        assert_eq!(ran.status, 0, "{ran:?}");
        place.good("run e.toml --out out");
        assert_same(&place.files("out"), &place.files("whole"), &told);

        // A finished run cannot have such a journal.
        place.copy("whole", "out");
        place.write("out/games.csv", &journal);
        let before = place.files("out");
        let ran = place.differs("out");
        let how = if torn { "is torn" } else { "is missing" };
        let told = format!("games.csv line {} {how}: the finished run had {rows} rows", games + 2);
        // Tables and report are only reported as unchanged.
        let digest = "games.csv: its digest is not that of the manifest";
        assert_eq!(differences(&ran), [digest, told.as_str()], "{ran:?}");
        assert_eq!(ran.stdout.matches("report.html").count(), 1, "{ran:?}");
        for words in ["run e.toml --out out", "report out"] {
            place.ends(words, 1, &format!("error: `out/games.csv`: {NOT_THE_FILE}\n"));
        }
        assert_same(&place.files("out"), &before, "refused and left alone");
    }
}

#[test]
fn games_of_another_seed_are_found_out() {
    let place = Place::begun(SMALL);
    place.write("other.toml", SMALL.replace("seed = 7", "seed = 8"));
    place.good("run other.toml --out other");
    place.write("begun/games.csv", place.bytes("other/games.csv"));
    let before = place.files("begun");
    let why = "this is not the game that the seed makes: the journal is of another run";
    let run = "`pasang run begun/experiment.toml --out begun`";
    let said = format!(
        "error: `begun/games.csv`: line 2: {why}; move it away, and {run} plays its games again\n"
    );
    place.ends("run e.toml --out begun", 1, &said);
    assert_same(&place.files("begun"), &before, "refused and left alone");
    differs_in(&place, "begun", &["games.csv line 2: played again, column `"]);
    assert_eq!(differences(&place.differs("begun --games 90")).len(), 1);

    // A valid row of another game in the middle: only replaying the game detects it.
    let (journal, other) = (place.text("whole/games.csv"), place.text("other/games.csv"));
    let row = fields(&other, 60);
    place.write("begun/games.csv", with_row(&journal, 60, &row));
    differs_in(&place, "begun", &["games.csv line 60: played again, column `"]);
    // In a finished run the digest is wrong too, and the tables do not match the games.
    place.write("whole/games.csv", with_row(&journal, 60, &row));
    let ran = place.differs("whole");
    let told = differences(&ran);
    assert_eq!(told[0], "games.csv: its digest is not that of the manifest");
    assert!(told[1].starts_with("cells.csv line "), "{ran:?}");
    assert!(told.last().unwrap().starts_with("games.csv line 60: played again, "), "{ran:?}");
    place.ends("compare whole begun", 1, &format!("error: `whole/games.csv`: {NOT_THE_FILE}\n"));
}

#[test]
fn edited_tables_are_found_out_and_made_again() {
    let place = Place::begun(SMALL);
    for name in ["cells.csv", "openings.csv", "branching.csv"] {
        let bytes = place.bytes(&format!("whole/{name}"));
        let middle = bytes.len() / 2;
        let line = 1 + bytes[..middle].iter().filter(|&&byte| byte == b'\n').count();
        for edited in [
            [&bytes[..middle], &[bytes[middle] ^ 1], &bytes[middle + 1..]].concat(),
            [&bytes[..middle], &bytes[middle + 1..]].concat(),
        ] {
            // Deleting one of equal adjacent bytes is noticed after the last of them.
            let same = edited.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
            let line = line + bytes[middle..same].iter().filter(|&&byte| byte == b'\n').count();
            place.copy("whole", "out");
            place.write(&format!("out/{name}"), &edited);
            assert_eq!(
                differences(&place.differs("out")),
                [
                    format!("{name}: its digest is not that of the manifest"),
                    format!(
                        "{name} line {line}: it is not what this program makes of the games (`pasang report` makes it again)"
                    ),
                ]
            );
            place.good("report out");
            assert_same(&place.files("out"), &place.files("whole"), "report");
            place.good("verify out");
        }
        place.copy("whole", "out");
        place.remove(&format!("out/{name}"));
        assert_eq!(differences(&place.differs("out")), [format!("{name}: it is gone")]);
        place.good("run e.toml --out out");
        assert_same(&place.files("out"), &place.files("whole"), "run");
    }
}

#[test]
fn an_edited_manifest_is_found_out() {
    let place = Place::begun(SMALL);
    let manifest = place.text("whole/manifest.json");
    let of = |name: &str| {
        let line = manifest.lines().find(|line| line.contains(&format!("\"{name}\": "))).unwrap();
        line.to_owned() + "\n"
    };
    let digest = |name: &str| (of(name), of(name).replace(['0', '1'], "2"));
    let differs = |(from, to): (String, String), told: &[&str]| {
        assert!(manifest.contains(&from), "{from}");
        place.copy("whole", "out");
        place.write("out/manifest.json", manifest.replacen(&from, &to, 1));
        assert_eq!(differences(&place.differs("out")), told);
    };
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    for name in ["experiment.toml", "games.csv", "cells.csv", "openings.csv", "branching.csv"] {
        differs(digest(name), &[&format!("{name}: its digest is not that of the manifest")]);
        if name != "openings.csv" {
            let without = format!("manifest.json: it has no digest of {name}");
            differs((of(name), String::new()), &[&without]);
        }
    }
    for (line, from, to) in [
        (4, "\"seed\": 7", "\"seed\": 6"),
        (5, "\"games\": 96", "\"games\": 95"),
        (7, "\"greedy\": 1,\n    \"random\": 1", "\"random\": 1"),
        (2, "\"format\": 3,\n", "\"format\":  3,\n"),
    ] {
        let told = format!("manifest.json: line {line} is not what experiment.toml makes it");
        differs(pair(from, to), &[&told]);
    }
    differs(
        pair("\"finished\": true", "\"finished\": false"),
        &["manifest.json: it has digests, and says that the run is not finished"],
    );
}

#[test]
fn files_that_cannot_be_read_as_what_they_are_end_in_an_error() {
    let place = Place::begun(SMALL);
    let refused =
        |name: &str, bytes: Option<&[u8]>, status: i32, stderr: &str, differs: &[&str]| {
            place.copy("whole", "out");
            match bytes {
                Some(bytes) => {
                    place.write(&format!("out/{name}"), bytes);
                }
                None => place.remove(&format!("out/{name}")),
            }
            if differs.is_empty() {
                place.refuses("verify out", status, stderr);
            } else {
                differs_in(&place, "out", differs);
            }
            for words in ["report out", "compare out whole", "replay out 3", "merge out --out m"] {
                place.refuses(words, status, stderr);
            }
        };
    let none = |name: &str| format!("error: `out` is no results folder: it has no `{name}`\n");
    refused("manifest.json", None, 2, &none("manifest.json"), &[]);
    refused("experiment.toml", None, 2, &none("experiment.toml"), &[]);
    let no_manifest = "error: `out/manifest.json`: this is no manifest: ";
    for text in ["", "{}", "nonsense", "[1]", "{\"format\": 3}"] {
        let differs = "manifest.json: this is no manifest: ";
        refused("manifest.json", Some(text.as_bytes()), 1, no_manifest, &[differs]);
    }
    let manifest = place.text("whole/manifest.json");
    for (number, version) in [(1, "0.1.0"), (2, "0.3.0")] {
        let format = manifest.replacen("\"format\": 3", &format!("\"format\": {number}"), 1);
        let why = &format!(
            "error: this folder has format {number}, this program reads format 3: the release {version} of pasang reads it\n"
        );
        refused("manifest.json", Some(format.as_bytes()), 1, why, &[]);
        // The format number decides, regardless of the other contents.
        let other = format!("{{\"format\": {number}, \"proof\": \"x\"}}");
        refused("manifest.json", Some(other.as_bytes()), 1, why, &[]);
    }
    let shard = manifest.replacen("\"games\"", "\"shard\": \"4/3\",\n  \"games\"", 1);
    let why = "`shard` is `4/3`, which is none";
    let differs = format!("manifest.json: {why}");
    refused("manifest.json", Some(shard.as_bytes()), 1, why, &[&differs]);
    let version = manifest.replacen("\"greedy\": 1", "\"greedy\": 2", 1);
    let why =
        "error: these games need version 2 of the bot `greedy`, this program plays version 1\n";
    refused("manifest.json", Some(version.as_bytes()), 1, why, &[]);
    let unknown = manifest.replacen("\"greedy\": 1", "\"deep\": 3", 1);
    let why =
        "error: these games need version 3 of the bot `deep`, this program does not know it\n";
    // The verified experiment has no such bot.
    let differs = "manifest.json: line 7 is not what experiment.toml makes it";
    refused("manifest.json", Some(unknown.as_bytes()), 1, why, &[differs]);
    let experiment = place.text("whole/experiment.toml");
    let broken = experiment.replace("games = 12", "games = -12");
    let differs = [
        "experiment.toml: line 3, column 9: `games` is out of range",
        "experiment.toml: its digest is not that of the manifest",
    ];
    let stderr = "out/experiment.toml:3:9";
    refused("experiment.toml", Some(broken.as_bytes()), 2, stderr, &differs);
    // If the experiment is verified too, a bot unknown to this program means another version.
    let deep = experiment.replace("\"greedy\"", "\"deep\"");
    let digest = pasang::base::digest::digest_of(deep.as_bytes());
    let old = pasang::base::digest::digest_of(experiment.as_bytes());
    place.write("whole/manifest.json", unknown.replace(&old, &digest));
    place.write("whole/experiment.toml", &deep);
    place.ends("verify whole", 1, why);
    place.write("whole/experiment.toml", &experiment);
    place.write("whole/manifest.json", &manifest);

    place.copy("whole", "results/mine");
    for words in ["verify", "report", "compare whole", "compare", "merge --out m", "replay"] {
        let refused = |folder: &str, why: &str| {
            let behind = match words {
                "compare" => " whole",
                "replay" => " 1",
                _ => "",
            };
            place.ends(&format!("{words} {folder}{behind}"), 2, &format!("error: {why}\n"));
        };
        refused("nowhere", "there is no results folder `nowhere`");
        refused("e.toml", "`e.toml` is a file, and a results folder is wanted");
    }
}

#[test]
fn without_its_truth_a_folder_says_how_to_play_it_again() {
    let place = Place::begun(SMALL);
    let refused = |words: &str, folder: &str, options: &str, out: &str| {
        let before = place.files(folder);
        let command = format!("run {folder}/experiment.toml{options} --out {out}");
        let why = format!(
            "error: `{folder}` has no `games.csv`; to play its games again: pasang {command}\n"
        );
        place.ends(words, 2, &why);
        assert_same(&place.files(folder), &before, words);
        command
    };
    let whole = place.files("whole");
    place.remove("whole/games.csv");
    // Finished results may be kept in this state: another folder is proposed.
    refused("merge whole --out m", "whole", "", "NEW");
    let command = refused("report whole --json", "whole", "", "NEW");
    place.good(&command);
    assert_same(&place.files("NEW"), &whole, "played again");

    // A shard is replayed as that shard.
    place.shards(2);
    let shard = place.files("s2");
    place.remove("s2/games.csv");
    let command = refused("merge s1 s2 --out m", "s2", " --shard 2/2", "s2");
    assert!(!place.has("m"), "nothing is begun");
    place.good(&command);
    assert_same(&place.files("s2"), &shard, "played again");

    // Tables need games, also tables of an unfinished run.
    place.good("report begun");
    place.remove("begun/games.csv");
    refused("report begun", "begun", "", "begun");
}

#[test]
fn what_a_killed_writer_left_half_written_is_removed_by_the_next() {
    let place = Place::begun(SMALL);
    let parts = [".cells.csv.part", ".report.html.part", ".manifest.json.part"];
    for words in ["report whole", "run e.toml --out whole"] {
        for part in parts {
            place.write(&format!("whole/{part}"), "half");
        }
        place.write("whole/.mine.part", "another's");
        place.good(words);
        assert!(parts.iter().all(|part| !place.has(&format!("whole/{part}"))), "{words}");
        place.remove("whole/.mine.part");
    }
}

#[test]
fn any_byte_of_what_proves_the_games_is_found_out() {
    let text = "seed = 7\ngames = 2\nsetups = [\"catalogue-01\"]\nrules = [\"bell\"]\n\
                bots = [\"random\"]\n";
    let place = Place::begun(text);
    let manifest = place.text("whole/manifest.json");
    // A folder of another version is not damaged: these two digits hold the version.
    let versions =
        ["\"format\": ", "\"random\": "].map(|key| manifest.find(key).unwrap() + key.len());
    for name in ["experiment.toml", "manifest.json", "games.csv"] {
        let bytes = place.bytes(&format!("whole/{name}"));
        let is_version = |at: usize| name == "manifest.json" && versions.contains(&at);
        let others = versions.into_iter().filter(|&at| is_version(at));
        for at in (0..bytes.len()).step_by(7).chain(others) {
            // Another digit, letter or sign; every fifth byte becomes invalid text instead.
            let flip = if at % 5 == 0 && !is_version(at) { 0x80 } else { 1 };
            let mut edited = bytes.clone();
            edited[at] ^= flip;
            place.write(&format!("whole/{name}"), &edited);
            let ran = place.pasang("verify whole");
            let what = format!("{name}, byte {at}: {ran:?}");
            if is_version(at) {
                assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{what}");
                continue;
            }
            assert_eq!((ran.status, ran.stderr.as_str()), (3, ""), "{what}");
            let told = differences(&ran);
            assert!(!told.is_empty() && told.iter().all(|line| line.contains(": ")), "{what}");
        }
        place.write(&format!("whole/{name}"), &bytes);
    }
    place.good("verify whole");
}

#[test]
fn an_edited_experiment_is_found_out() {
    let place = Place::begun(SMALL);
    let experiment = place.text("whole/experiment.toml");
    for (from, to, told) in [
        ("seed = 7", "seed = 6", "manifest.json: line 4 is not what experiment.toml makes it"),
        ("games = 12", "games = 13", "manifest.json: line 5 is not what experiment.toml makes it"),
        ("    \"greedy\",\n", "", "manifest.json: line 5 is not what experiment.toml makes it"),
        (
            "title = \"\"",
            "title = \"mine\"",
            "experiment.toml: its digest is not that of the manifest",
        ),
        (
            "seed = 7",
            "# mine\nseed = 7",
            "experiment.toml: it is not written as this program resolves it",
        ),
    ] {
        assert!(experiment.contains(from), "{from}");
        let edited = experiment.replacen(from, to, 1);
        place.copy("whole", "out");
        place.write("out/experiment.toml", &edited);
        let before = place.files("out");
        has(&place.differs("out").stdout, &format!("DIFFERS {told}\n"));
        for words in ["run e.toml --out out", "report out"] {
            let ran = place.pasang(words);
            assert!([1, 2].contains(&ran.status), "{ran:?}");
            assert_eq!(ran.stdout, "");
        }
        let why = match told.strip_prefix("manifest.json: line 4") {
            Some(_) => {
                "`out/manifest.json`: `seed` is 7, and that of experiment.toml is 6; if these are \
                        results, `pasang run out/experiment.toml --out NEW` plays their games again"
                    .to_owned()
            }
            None => format!("`out/experiment.toml`: {NOT_THE_FILE}"),
        };
        let ran = place.pasang("run out/experiment.toml --out out");
        assert_eq!(ran.stderr, format!("error: {why}\n"));
        assert_same(&place.files("out"), &before, "refused and left alone");
    }
}

#[test]
fn other_peoples_files_are_not_overwritten() {
    let place = Place::with(SMALL);
    for name in [
        "experiment.toml",
        "games.csv",
        "cells.csv",
        "openings.csv",
        "branching.csv",
        "run-info.json",
    ] {
        place.write(&format!("{name}.d/{name}"), SMALL);
        place.good("run e.toml --shard 1/1 --out shard");
        for words in ["run e.toml --out", "merge shard --out"] {
            let why = format!(
                "error: `{name}.d` has `{name}` and no `manifest.json`, \
                 so it is no results folder: choose another --out\n"
            );
            place.ends(&format!("{words} {name}.d"), 2, &why);
        }
        assert_eq!(place.text(&format!("{name}.d/{name}")), SMALL);
    }
    place.write("web/manifest.json", "{\"short_name\": \"app\"}");
    let why = "error: `web/manifest.json`: this is no manifest: ";
    place.refuses("run e.toml --out web", 1, why);
    assert_eq!(place.text("web/manifest.json"), "{\"short_name\": \"app\"}");
    place.ends(
        "run e.toml --out e.toml",
        2,
        "error: `e.toml` is a file, and a results folder is wanted\n",
    );
}

#[test]
fn without_permission_to_write_there_is_an_error_and_reading_goes_on() {
    let place = Place::played(SMALL);
    // The test binary's folder may be unreadable to other users.
    std::fs::copy(program(), place.path("pasang")).unwrap();
    place.write("shut/.keep", "");
    place.shell("chmod 755 . pasang out shut; chmod -R a+r out; mkdir -m 700 hidden");
    let as_nobody = |words: &str| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "./pasang"]);
        finished(command.args(words.split_whitespace()).current_dir(place.path("")))
    };
    let test = "without_permission_to_write_there_is_an_error_and_reading_goes_on";
    let id = place.shell("setpriv --reuid=65534 --regid=65534 --clear-groups ./pasang --version");
    if id.status != 0 {
        return skipped(test, &format!("no other user can be had here: {}", id.stderr.trim_end()));
    }
    let before = place.files("out");
    let refused = |words: &str, why: &str| {
        let Ran { status, stdout, stderr } = as_nobody(words);
        assert_eq!(
            (status, stdout, stderr),
            (1, String::new(), format!("error: {why}\n")),
            "{words}"
        );
    };
    refused("run e.toml --out shut/new", "cannot write `shut/new`: permission denied");
    refused("run e.toml --out shut", "cannot write `shut/.lock`: permission denied");
    refused("run e.toml --out out", "cannot write `out/.lock`: permission denied");
    refused("report out", "cannot write `out/.lock`: permission denied");
    refused("merge out --out shut/m", "cannot write `shut/.m.part`: permission denied");
    refused("replay out 0 --svg shut/pictures", "cannot write `shut/pictures`: permission denied");
    refused("verify hidden", "cannot read `hidden/experiment.toml`: permission denied");
    assert_same(&place.files("out"), &before, "left alone");
    for words in ["verify out", "compare out out", "replay out 5"] {
        let ran = as_nobody(words);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{words}");
    }
    // Output to stdout is the same as in a writable folder: with an inaccessible lock, and with an
    // accessible lock but tables that cannot be written.
    place.shell("mkdir open; cp out/* open; cp -r open locked; chmod -R a+rX open locked");
    place.shell("touch locked/.lock; chmod 666 locked/.lock");
    let printed = place.good("report open --json");
    for folder in ["out", "locked"] {
        let ran = as_nobody(&format!("report {folder} --json"));
        assert_eq!((ran.status, ran.stdout.as_str()), (0, printed.as_str()), "{folder}");
        assert_eq!(ran.stderr, "");
    }
    refused("report locked", "cannot write `locked/cells.csv`: permission denied");
    assert_same(&place.files("out"), &before, "printed and left alone");
    assert_same(&place.files("locked"), &before, "printed and left alone");
    // An unreadable file.
    place.shell("chmod 600 out/games.csv");
    refused("verify out", "cannot read `out/games.csv`: permission denied");
    refused("replay out 5", "cannot read `out/games.csv`: permission denied");
}

/// The report is the file that people share.
#[test]
fn a_forged_report_is_found_or_named_as_unproved() {
    let place = Place::begun(SMALL);
    let forged = place.text("whole/report.html").replacen("catalogue-01", "catalogue-02", 1);
    place.copy("whole", "out");
    place.forge("out", "report.html", &forged);
    differs_in(&place, "out", &["report.html line "]);
    // If another or an unknown version may have made it, it is not proved.
    let runs = place.text("out/run-info.json");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(runs.contains(&version), "{runs}");
    place.write("out/run-info.json", runs.replace(&version, "\"version\": \"0.1.0\""));
    let verdict = place.good("verify out");
    let verdict = verdict.lines().last().unwrap();
    assert!(verdict.contains("; not proved: report.html (another version"), "{verdict}");
    place.remove("out/run-info.json");
    let told = place.json("verify out --json");
    assert!(told["not_proved"][0].as_str().unwrap().starts_with("report.html ("), "{told}");
    assert!(!told.to_string().contains("same figures"), "{told}");
}

#[test]
fn the_files_are_exactly_those_that_the_experiment_makes() {
    let place = Place::begun(SMALL);
    for name in ["balance.csv", "columns.csv", "rounds.csv", "run-info.json"] {
        place.copy("whole", "out");
        let bytes = if place.has(&format!("out/{name}")) {
            place.bytes("out/run-info.json")
        } else {
            b"x\n".to_vec()
        };
        place.forge("out", name, bytes);
        assert_eq!(
            differences(&place.differs("out")),
            [format!(
                "manifest.json: it has a digest of {name}, which this experiment does not make"
            )]
        );
    }
    // Other files are not part of the results, and are named.
    place.copy("whole", "out");
    place.write("out/balance.csv", "x\n").write("out/summary.md", "x\n");
    let told = place.good("verify out");
    assert!(told.contains("not examined: balance.csv, run-info.json, summary.md\n"), "{told}");
    // A shard proves its games alone.
    place.good("run e.toml --shard 1/2 --out part");
    place.copy("part", "out");
    place.forge("out", "cells.csv", "x\n");
    let told = place.differs("out");
    let what = "manifest.json: it has a digest of cells.csv, which this experiment does not make";
    assert!(differences(&told).contains(&what), "{told:?}");
}

#[test]
fn tables_of_an_unfinished_folder_are_compared_with_its_games() {
    let place = Place::begun(SMALL);
    place.copy("begun", "out");
    place.good("report out");
    assert!(place.good("verify out").contains("report.html: recomputed, all equal\n"));
    for name in ["cells.csv", "report.html"] {
        let sound = place.text(&format!("out/{name}"));
        place.write(&format!("out/{name}"), sound.replace("catalogue-01", "catalogue-02"));
        let ran = place.differs("out");
        assert!(differences(&ran)[0].starts_with(&format!("{name} line ")), "{ran:?}");
        place.write(&format!("out/{name}"), sound);
    }
    // Without games there are none.
    place.remove("out/games.csv");
    assert!(
        differences(&place.differs("out")).contains(&"cells.csv: it is there, and no games are")
    );
}

#[test]
fn other_names_of_known_setups_are_not_proved() {
    let place = Place::new();
    let head = |setups: &str, rules: &str| {
        format!(
            "seed = 1\ngames = 1\nsetups = [\"{setups}\"]\nrules = [\"{rules}\"]\nbots = [\"random\"]\n"
        )
    };
    let swept = "brunei-slide+stuck=score-decides";
    let rule = |toggle: &str| {
        head("catalogue-01", swept)
            + &format!("[rule.\"{swept}\"]\nbase = \"brunei-slide\"\n{toggle}\n")
    };
    place.write(
        "e.toml",
        rule("stuck = \"score-decides\"") + "[same]\nsetups = [[\"catalogue-01\", \"mine\"]]\n",
    );
    place.good("run e.toml --out out");
    let verdict = place.good("verify out");
    let verdict = verdict.lines().last().unwrap();
    assert!(
        verdict
            .ends_with("; not proved: that `mine` has the same stones or toggles as `[same]` says"),
        "{verdict}"
    );
}

/// An unchanged run writes nothing; a run that repairs writes temporary files first.
#[test]
fn a_finished_run_that_is_given_again_leaves_its_files() {
    let place = Place::begun(SMALL);
    let inodes = || place.quiet("stat -c '%n %i %Y %Z' whole/[a-z]*");
    let before = inodes();
    place.good("run e.toml --out whole");
    assert_eq!(inodes(), before);
    let whole = place.files("whole");
    // With a file size limit below the report's size.
    place.write("whole/cells.csv", "edited\n");
    let edited = place.files("whole");
    let ran = place.shell("ulimit -f 16; exec pasang run e.toml --out whole");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert_same(&place.files("whole"), &edited, "after a run without room");
    place.good("run e.toml --out whole");
    assert_same(&place.files("whole"), &whole, "after a run with room");
}

#[test]
fn verify_beside_a_run_gives_no_false_alarm() {
    let place = Place::begun(SMALL);
    place.copy("whole", "out");
    place.write("out/cells.csv", "edited\n");
    // Any program that holds the lock, as a run does.
    let lock =
        std::fs::File::options().read(true).append(true).open(place.path("out/.lock")).unwrap();
    lock.lock().unwrap();
    place.ends("verify out", 1, "error: `out` is in use by a run: verify it once that has ended\n");
    place.copy("whole", "sound");
    // Closing it might leave the lock to a child of another test, which has its file until it is a program.
    lock.unlock().unwrap();
    place.differs("out");
}

/// Without games an engine experiment is unfinished, not failed.
#[test]
fn an_engine_experiment_without_games_is_unfinished() {
    let engine = "[engine.mine]\ncommand = [\"false\"]\n";
    let place = Place::with(
        &(SMALL
            .replace("\"random\", \"greedy\"", "\"engine:mine\"")
            .replace(", \"bell-of-three\"", "")
            .split("[rule")
            .next()
            .unwrap()
            .to_owned()
            + engine),
    );
    place.refuses("run e.toml --out out", 1, "");
    let _ = std::fs::remove_file(place.path("out/games.csv"));
    let told = place.good("verify out");
    assert!(told.contains("unfinished: 0 of 24 games are there\n"), "{told}");
}

/// Values other than figures: number of games, shard, file names.
#[test]
fn small_claims_are_held_or_named() {
    let place = Place::begun(SMALL);
    let verdict = |told: &str| told.lines().last().unwrap().to_owned();
    // An unfinished run may have recorded its planned number of games.
    place.copy("begun", "out");
    let manifest = place.text("out/manifest.json");
    place.write("out/manifest.json", manifest.replace("\"games\": 96", "\"games\": 4800"));
    let told = verdict(&place.good("verify out"));
    let what = "; not proved: `games` of manifest.json, which is 4800 where the experiment has 96";
    assert!(told.ends_with(what), "{told}");
    // File names are printed on the terminal.
    place.copy("whole", "out");
    place.write("out/z\nverified: nothing differs", "x").write("out/\u{1b}[A", "x");
    place.write("out/cells.csv", "x\n");
    let told = place.differs("out").stdout;
    let what = "not examined: \\u{1b}[A, run-info.json, z\\nverified: nothing differs\n";
    assert!(told.ends_with(what), "{told}");
    // A foreign file under one of the program's own names is reported.
    place.copy("whole", "out");
    place.write("out/.lock", "x");
    assert!(place.good("verify out").contains("not examined: .lock, run-info.json\n"));
    // A shard has one spelling.
    place.good("run e.toml --shard 1/3 --out out-part");
    place.copy("out-part", "out");
    let manifest = place.text("out/manifest.json");
    place.write("out/manifest.json", manifest.replace("\"1/3\"", "\"01/3\""));
    let ran = place.differs("out");
    assert!(differences(&ran)[0].contains("is not what experiment.toml makes it"), "{ran:?}");
}

/// The digest of a deleted journal is the only evidence of its games.
#[test]
fn a_run_says_that_its_games_are_not_those_that_were_proved() {
    let place = Place::begun(SMALL);
    place.remove("whole/games.csv");
    let manifest = place.text("whole/manifest.json");
    let line = manifest.lines().find(|line| line.contains("games.csv")).unwrap();
    place.good("run e.toml --out whole");
    place.remove("whole/games.csv");
    place.write("whole/manifest.json", manifest.replace(line, &line.replace(['0', '1', '2'], "3")));
    let ran = place.pasang("run e.toml --out whole");
    let what = "warning: the games are not those that `manifest.json` had a digest of";
    assert!(ran.status == 0 && ran.stderr.contains(what), "{ran:?}");
}
