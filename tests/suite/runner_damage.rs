//! Results folders with changed files: `verify` names the file and the line, and no command builds
//! on them.

use std::process::Command;

use crate::support::{Place, Ran, amount, assert_same, finished, program, skipped};

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
        Some("nothing differs; not proved: tables and report, which are still to be made"),
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
    // Terminals obey control characters.
    let what = format!("column `setup` is `\u{fffd}[31mred\u{fffd}`, expected `{}`", row[3]);
    edits.push((column(3, "\u{1b}[31mred\u{7}"), what));
    edits.push((column(0, "\u{1b}9"), "expected game 9, found `\u{fffd}9`".to_owned()));
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
    let exchanged = |one: usize, other: usize| {
        let mut lines = lines.clone();
        lines.swap(one, other);
        lines.concat()
    };
    for (journal, what) in [
        (lines[..20].concat() + &lines[21..].concat(), "line 21: expected game 19, found `20`"),
        (exchanged(30, 34), "line 31: expected game 29, found `33`"),
        // From the same cell: valid moves under the number of another game.
        (exchanged(1, 9), "line 2: expected game 0, found `8`"),
        (lines[..50].concat() + &lines[49..].concat(), "line 51: expected game 49, found `48`"),
        (
            journal.clone() + lines[rows],
            "line 98: there are more rows than the experiment has games",
        ),
        (
            journal.clone() + "garbage\n",
            "line 98: there are more rows than the experiment has games",
        ),
        (journal.replacen("winner", "Winner", 1), "line 1: this is not the header of a journal"),
        (lines[1..].concat(), "line 1: this is not the header of a journal"),
        (
            lines[..50].concat() + &"0".repeat(1 << 17),
            "line 51: this line is no row: it has no end",
        ),
    ] {
        assert_refused(&place, &journal, what);
    }
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
    ]
    .into_iter()
    .step_by(amount(2, 1))
    {
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
        for at in (0..bytes.len()).step_by(amount(21, 7)).chain(others) {
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
    refused("report locked", "cannot write `locked/counts.jsonl`: permission denied");
    assert_same(&place.files("out"), &before, "printed and left alone");
    assert_same(&place.files("locked"), &before, "printed and left alone");
    // An unreadable file.
    place.shell("chmod 600 out/games.csv");
    refused("verify out", "cannot read `out/games.csv`: permission denied");
    refused("replay out 5", "cannot read `out/games.csv`: permission denied");
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
