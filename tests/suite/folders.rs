//! Results folders in odd states: no user file is lost, no damage goes unnoticed, and every refusal
//! says how to continue.

use std::os::unix::fs::symlink;

use crate::runner_damage::SMALL;
use crate::support::{LONG, Place, Ran, assert_same, until};
use pasang::games::setup::builtin;
use serde_json::Value;

/// Returns the message of an error of one line.
fn error(ran: &Ran, status: i32) -> &str {
    assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{ran:?}");
    let line = ran.stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{ran:?}"));
    let line = line.strip_suffix('\n').unwrap();
    assert!(!line.contains('\n'), "{ran:?}");
    line
}

#[test]
fn a_difference_is_told_by_the_status_whether_or_not_anybody_reads_it() {
    let place = Place::begun(SMALL);
    let journal = place.text("whole/games.csv");
    place.copy("whole", "bad");
    place.write("bad/games.csv", journal.replacen("random", "greedy", 1));
    let sound = std::fs::read_to_string("setups/catalogue-07.txt").unwrap();
    place.write("sound.txt", &sound);
    let (most, last) = sound.trim_end().rsplit_once('\n').unwrap();
    place.write("broken.txt", format!("{most}\n{}\n", last.replacen('b', "w", 1)));
    let (gone, nothing) = ("exec 9> >(true); wait $!; exec >&9;", "exec >/dev/null;");
    let full = "exec >/dev/full;";
    for (words, status) in [
        ("verify bad", 3),
        ("setups check broken.txt", 3),
        ("setups check sound.txt nowhere.txt", 2),
    ] {
        for stdout in [nothing, gone, full] {
            let ran = place.shell(&format!("{stdout} exec pasang {words}"));
            assert_eq!(ran.status, status, "{words}, {stdout} {ran:?}");
            let told = ran.stderr.contains("cannot write to stdout: no space left on device");
            assert_eq!(told, stdout == full, "{words}, {stdout} {ran:?}");
        }
    }
}

/// Returns the runs that `run-info.json` records: part, games and end.
fn runs(place: &Place, folder: &str) -> Vec<(Option<String>, u64, String)> {
    let info: Value =
        serde_json::from_str(&place.text(&format!("{folder}/run-info.json"))).unwrap();
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let run = |run: &Value| {
        assert_eq!(run["program"], "pasang");
        assert!(run["seconds"].as_f64().unwrap() > 0.0 && run["threads"].as_u64().unwrap() > 0);
        let ended = word(&run["ended"]).unwrap();
        (word(&run["shard"]), run["games"].as_u64().unwrap(), ended)
    };
    info["runs"].as_array().unwrap().iter().map(run).collect()
}

#[test]
fn every_run_that_added_games_is_told_of() {
    let done = || "done".to_owned();
    let place = Place::played(SMALL);
    assert_eq!(runs(&place, "out"), [(None, 96, done())]);
    let before = place.text("out/run-info.json");
    place.good("run e.toml --out out");
    assert_eq!(place.text("out/run-info.json"), before, "nothing was added");
    place.write("more.toml", SMALL.replace("= 12", "= 20"));
    place.good("run more.toml --out out");
    assert_eq!(runs(&place, "out"), [(None, 96, done()), (None, 64, done())]);

    place.shards(3);
    place.good("run more.toml --shard 3/3 --out s3");
    place.good("run more.toml --shard 1/3 --out s1");
    place.good("run more.toml --shard 2/3 --out s2");
    place.good("merge s3 s1 s2 --out merged");
    let shard = |part: u64, games| (Some(format!("{part}/3")), games, done());
    let of = [(1, 32), (1, 22), (2, 32), (2, 21), (3, 32), (3, 21)];
    assert_eq!(runs(&place, "merged"), of.map(|(part, games)| shard(part, games)));
    // It proves nothing; a foreign file is not replaced silently.
    place.write("s1/run-info.json", "mine");
    let why = error(&place.pasang("merge s3 s1 s2 --out again"), 1).to_owned();
    assert!(why.starts_with("`s1/run-info.json`: this does not tell of runs: "), "{why}");
    assert!(why.ends_with("; move it away: the games are there without it"), "{why}");
    place.good("verify s1");
}

#[test]
fn runs_that_were_stopped_or_killed_are_told_of() {
    let place = Place::with(LONG);
    let mut ends = Vec::new();
    for signal in ["TERM", "KILL", "INT"] {
        let number = ends.len();
        let info = place.path("s/run-info.json");
        let told = || std::fs::read_to_string(&info).unwrap_or_default();
        let mut run = place.start("run e.toml --shard 2/2 --out s --threads 1");
        // It is recorded before its first game is written.
        until("the run plays", || told().matches("\"ended\"").count() > number || !run.is_alive());
        run.signal(signal);
        assert_ne!(run.end().status, 0);
        ends.push(if signal == "KILL" { "broken-off" } else { "stopped" });
        if signal == "KILL" {
            assert!(told().contains("\"playing\""));
            // If nothing reached the disk, it added no games.
            place.good("run e.toml --shard 2/2 --out s --threads 1");
            let games: Vec<u64> = runs(&place, "s").iter().map(|run| run.1).collect();
            assert_eq!(games.iter().sum::<u64>(), 45_000, "{games:?}");
            std::fs::remove_dir_all(place.path("s")).unwrap();
            ends.clear();
        }
    }
    place.good("run e.toml --shard 2/2 --out s --threads 1");
    let told = runs(&place, "s");
    let shard = Some("2/2".to_owned());
    assert!(told.iter().all(|run| run.0 == shard && run.1 > 0));
    assert_eq!(told.iter().map(|run| run.1).sum::<u64>(), 45_000, "{told:?}");
    assert_eq!([told[0].2.as_str(), told[1].2.as_str()], ["stopped", "done"], "{told:?}");
}

#[test]
fn of_a_damaged_journal_the_message_says_how_to_go_on() {
    let place = Place::begun(SMALL);
    let journal = place.text("whole/games.csv");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    let before = |line: usize| lines[..line - 1].concat();
    for (line, damaged) in [
        (51, before(51) + &"0".repeat(1 << 17)),
        (51, before(51) + &"\0".repeat(1 << 17) + lines[60]),
        (40, before(40) + &lines[40..].concat()),
        (97, before(97) + &lines[96].replacen("no-hops", "x", 1)),
        (98, before(98) + "garbage\n"),
        (3, before(3) + "\n"),
    ] {
        place.copy("begun", "out");
        place.write("out/games.csv", &damaged);
        let run = "pasang run out/experiment.toml --out out";
        let cut = format!("sed -i '{line},$d' out/games.csv");
        let help = format!("; `{cut}` keeps the games before it, and `{run}` goes on from there");
        for words in ["run e.toml --out out", "report out"] {
            let why = error(&place.pasang(words), 1).to_owned();
            assert!(why.starts_with(&format!("`out/games.csv`: line {line}: ")), "{why}");
            assert!(why.ends_with(&help), "{words}: {why}\n{help}");
        }
        assert_eq!(place.shell(&cut).status, 0);
        place.good(run.trim_start_matches("pasang "));
        assert_same(&place.files("out"), &place.files("whole"), &help);
    }
    for (line, damaged) in [(1, lines[1..].concat()), (2, before(2) + "\n")] {
        place.copy("begun", "out");
        place.write("out/games.csv", &damaged);
        let why = error(&place.pasang("run e.toml --out out"), 1).to_owned();
        let run = "pasang run out/experiment.toml --out out";
        assert!(why.starts_with(&format!("`out/games.csv`: line {line}: ")), "{why}");
        assert!(why.ends_with(&format!("; move it away, and `{run}` plays its games again")));
    }
    // Bytes that are no text count as damage in results, and as faults in user files.
    for (name, status) in
        [("games.csv", 1), ("manifest.json", 1), ("run-info.json", 1), ("experiment.toml", 2)]
    {
        place.copy("begun", "out");
        let mut bytes = place.bytes(&format!("out/{name}"));
        let middle = bytes.len() / 2;
        bytes[middle] = 0xff;
        place.write(&format!("out/{name}"), bytes);
        place.refuses("run e.toml --out out", status, &format!("`out/{name}`"));
    }
    // Finished results are never cut: they would contradict the manifest.
    place.write("whole/games.csv", before(51) + "\n");
    let why = error(&place.pasang("report whole"), 1).to_owned();
    assert!(why.ends_with("`pasang verify` says what differs"), "{why}");
}

#[test]
fn nothing_is_written_through_a_link() {
    let place = Place::begun(SMALL);
    let whole = place.files("whole");
    place.write("mine.txt", "mine\n");
    let mine = place.path("mine.txt");
    let new = place.path("new.txt");
    place.write("x.toml", SMALL);
    for target in [&mine, &new] {
        // Temporary files, which are then renamed.
        place.shell("rm -rf out; mkdir out");
        for name in ["manifest.json", "games.csv", "cells.csv", "report.html"] {
            symlink(target, place.path(&format!("out/.{name}.part"))).unwrap();
        }
        place.good("run x.toml --out out");
        assert_eq!(place.text("mine.txt"), "mine\n");
    }
    for target in [&mine, &new] {
        for (name, words) in [
            ("games.csv", "run e.toml --out out"),
            ("games.csv", "merge whole --out out"),
            (".lock", "run e.toml --out out"),
            (".lock", "merge whole --out out"),
        ] {
            place.shell("rm -rf out; mkdir out");
            symlink(target, place.path(&format!("out/{name}"))).unwrap();
            let ran = place.pasang(words);
            let what = format!(
                "cannot write `out/{name}`: it is a link, and results are written to no other \
                 place than their folder: choose another --out"
            );
            let is_foreign = ran.status == 2 && ran.stderr.contains("choose another --out");
            assert!(is_foreign || error(&ran, 1) == what, "{words}: {ran:?}");
            assert_eq!(place.text("mine.txt"), "mine\n");
            assert!(!place.has("new.txt"));
        }
        // A merge writes here until its folder is whole.
        place.shell("rm -rf out .out.part; mkdir .out.part");
        symlink(target, place.path(".out.part/.games.csv.part")).unwrap();
        place.good("merge whole --out out");
        assert_eq!(place.text("mine.txt"), "mine\n");
        assert!(!place.has("new.txt"));
    }
    // The journal of an unfinished run on another disk is read, not written.
    place.shell(
        "rm -rf out; cp -r begun out; mv out/games.csv moved.csv; ln -s ../moved.csv out/games.csv",
    );
    let journal = place.bytes("moved.csv");
    place.good("verify out");
    let why = error(&place.pasang("run e.toml --out out"), 1).to_owned();
    assert!(why.starts_with("cannot write `out/games.csv`: it is a link"), "{why}");
    assert_eq!(place.bytes("moved.csv"), journal);
    assert_same(&place.files("whole"), &whole, "left alone");
}

/// Output paths must be new: an existing file is refused, as is a link to one, and nothing else is
/// written.
#[test]
fn what_is_there_is_never_written_over() {
    let place = Place::begun(SMALL);
    for (words, file, other) in [
        ("run --setup catalogue-01 --games 1 --save new.toml", "new.toml", "results"),
        (
            "setups generate --symmetry full --seed 7 --count 2 --out drawn",
            "drawn/generated-full-7-2.txt",
            "drawn/generated-full-7-1.txt",
        ),
        ("replay whole 0 --svg drawn", "drawn/game-0-ply-001.svg", "drawn/game-0-ply-000.svg"),
    ] {
        for make in
            ["printf mine >", "rm precious; ln -sf $PWD/precious", "printf mine > precious; :"]
        {
            place.write("drawn/.keep", "");
            place.shell(&format!("{make} {file}"));
            place.refuses(words, 2, &format!("`{file}` is there already; nothing was written"));
            assert!(!place.has(other), "{words}");
        }
        assert_eq!(place.text("precious"), "mine", "{words}");
    }
}

#[test]
fn what_is_no_file_or_far_too_large_is_refused_at_once() {
    let place = Place::begun(SMALL);
    for (folder, name) in [
        ("whole", "manifest.json"),
        ("begun", "manifest.json"),
        ("whole", "experiment.toml"),
        ("begun", "games.csv"),
        ("whole", "games.csv"),
    ] {
        for (make, what) in [
            ("mkfifo", "it is a pipe or a device, and a file is wanted"),
            ("truncate -s 1T", "has more than"),
        ] {
            if make != "mkfifo" && ["games.csv", "experiment.toml"].contains(&name) {
                // They are not read completely.
                continue;
            }
            place.copy(folder, "out");
            place.shell(&format!("rm out/{name}; {make} out/{name}"));
            let words = ["run e.toml --out out", "report out", "verify out", "compare out out"];
            // Unfinished folders are not compared.
            let some = if folder == "whole" { 4 } else { 3 };
            for words in &words[..some] {
                let ran = place.shell(&format!("timeout -s KILL 60 pasang {words}"));
                let why = error(&ran, 1);
                assert!(why.contains(&format!("`out/{name}`: ")), "{words}: {why}");
                assert!(why.contains(what), "{words}: {why}");
            }
        }
    }
    for name in ["cells.csv", "report.html"] {
        place.copy("whole", "out");
        place.shell(&format!("rm out/{name}; mkfifo out/{name}"));
        let ran = place.shell("timeout -s KILL 60 pasang verify out");
        assert!(error(&ran, 1).starts_with(&format!("cannot read `out/{name}`: ")), "{ran:?}");
    }
}

#[test]
fn memory_that_cannot_be_had_is_an_error_of_one_line() {
    let bots = "bots = [\"search:depth=1,hash=600\"]";
    let place = Place::with(&LONG.replace("15000", "8").replace("bots = [\"random\"]", bots));
    let limited = |words: &str| {
        let line = format!("ulimit -v 900000; exec pasang {words}");
        let ran = place.shell(&line);
        error(&ran, 1).to_owned()
    };
    let what = |mebibytes| {
        format!(
            "cannot get memory for a table of {mebibytes} MiB: lower `hash`, or use fewer threads"
        )
    };
    // Each seat has a table.
    assert_eq!(limited("run e.toml --out out --threads 1"), what(600));
    assert_eq!(limited("solve --hash 1000 --nodes 10"), what(1000));
    assert!(!place.has("out/cells.csv"));
    // Earlier games are kept, and the run resumes where memory suffices.
    place.good("run e.toml --out out --threads 1");
    place.good("verify out --threads 1 --games 3");
}

#[test]
fn nothing_is_left_of_games_played_again_elsewhere() {
    let place = Place::played(LONG);
    place.remove("out/games.csv");
    place.write("tmp/.keep", "");
    place.remove("tmp/.keep");
    let left = || std::fs::read_dir(place.path("tmp")).unwrap().count();
    for (signal, status) in [("KILL", 137), ("TERM", 143), ("INT", 130)] {
        let mut command = place.command("verify out --threads 1");
        command.env("TMPDIR", place.path("tmp"));
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut run = crate::support::Running::from(command.spawn().unwrap());
        let files = format!("/proc/{}/fd", run.id());
        let is_open = || {
            let files = std::fs::read_dir(&files).into_iter().flatten().flatten();
            let mut targets = files.filter_map(|file| std::fs::read_link(file.path()).ok());
            targets.any(|target| {
                let target = target.to_string_lossy();
                target.contains("/tmp/") && target.ends_with(" (deleted)")
            })
        };
        until("the journal is open", || is_open() || !run.is_alive());
        run.signal(signal);
        assert_eq!(run.end().status, status);
        assert_eq!(left(), 0, "{signal}");
    }
    let mut command = place.command("verify out");
    let ran = crate::support::finished(command.env("TMPDIR", place.path("tmp")));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("played again: the journal has the manifest's digest\n"));
    assert_eq!(left(), 0);
}

#[test]
fn names_that_a_table_cannot_hold_are_refused_before_the_first_game() {
    let place = Place::new();
    let rows = builtin("catalogue-07").unwrap().board();
    let toml = rows.lines().map(|row| format!("{row:?}")).collect::<Vec<_>>().join(", ");
    let experiment = |setups: &str, rules: &str, more: &str| {
        format!(
            "seed = 1\ngames = 2\nsetups = [{setups:?}]\nrules = [{rules:?}]\nbots = [\"random\"]\n{more}\n"
        )
    };
    let refused = |text: String, what: &str| {
        place.write("e.toml", text);
        place.refuses("run e.toml --out out", 2, what);
        assert!(!place.has("out"));
    };
    for first in ["=", "+", "-", "@", "＝"] {
        let name = format!("{first}1+1");
        let what =
            format!("a name begins with `{first}`, and a spreadsheet would run it as a formula");
        let own = format!("[setup.{name:?}]\nrows = [{toml}]");
        refused(experiment(&name, "bell", &own), &what);
        let own = format!("[rule.{name:?}]\nbase = \"bell\"");
        refused(experiment("catalogue-01", &name, &own), &what);
        place.write(&format!("{name}.toml"), "base = \"bell\"\n");
        refused(experiment("catalogue-01", &format!("./{name}.toml"), ""), &what);
        place.write("s.txt", format!("name: {name}\n\n{rows}\n"));
        refused(experiment("s.txt", "bell", ""), &what);
        place.refuses("setups check s.txt", 2, "s.txt:1:7");
        place.write(&format!("{name}.txt"), &rows);
        refused(
            experiment(&format!("./{name}.txt"), "bell", ""),
            "its file name does not serve as one",
        );
    }
    for name in ["1", "007", "1e5", "2026-11-22", "NaN", "inf", "NA", "None", "TRUE", "?"] {
        let own = format!("[rule.{name:?}]\nbase = \"bell\"");
        let what = "a number, a date or a missing value";
        refused(experiment("catalogue-01", name, &own), what);
    }
    for name in ["a", "a=b", "a+1", "é", "_a", "a1", "mine 2", "nap", "1 b"] {
        let own = format!("[rule.{name:?}]\nbase = \"bell\"");
        place.write("e.toml", experiment("catalogue-01", name, &own));
        place.good("plan e.toml");
    }
    // Characters that change the direction of writing would garble tables and messages.
    for sign in ['\u{61c}', '\u{200f}', '\u{2028}', '\u{202e}', '\u{2066}'] {
        let (name, what) = (format!("a{sign}b"), "control characters");
        let refused = |text: String| {
            // Rust and TOML escape them differently.
            refused(text.replace(&format!("{sign:?}").replace('\'', ""), &sign.to_string()), what);
        };
        refused(experiment(&name, "bell", &format!("[setup.{name:?}]\nrows = [{toml}]")));
        refused(experiment("catalogue-01", &name, &format!("[rule.{name:?}]\nbase = \"bell\"")));
        refused(format!("title = \"{name}\"\n{}", experiment("catalogue-01", "bell", "")));
        for header in ["name", "source"] {
            place.write("s.txt", format!("{header}: {name}\n\n{rows}\n"));
            refused(experiment("s.txt", "bell", ""));
        }
        place.write("g.txt", format!("first: {name}\nsetup: catalogue-01\nmoves: c\n"));
        place.refuses("review g.txt --json", 2, what);
    }
    for length in [1001, 70_000] {
        let name = "n".repeat(length);
        let what = format!("a name has {length} signs, and 1000 is the most");
        refused(experiment(&name, "bell", &format!("[setup.{name}]\nrows = [{toml}]")), &what);
        let own = format!("[rule.{name}]\nbase = \"bell\"");
        refused(experiment("catalogue-01", &name, &own), &what);
    }
    // With `+players=2`.
    let name = "n".repeat(991);
    let own = format!("[rule.{name}]\nbase = \"bell\"\n[sweep]\nplayers = [2, 3]");
    let what = "a name has 1001 signs, and 1000 is the most";
    refused(experiment("catalogue-01", &name, &own), what);
    // The longest allowed names, of the characters with the longest encoding.
    let (name, mirror) =
        ("a".to_owned() + &"\"".repeat(999), format!("mirror:{}", "\u{10330}".repeat(1000)));
    let own = format!(
        "[rule.'{name}']\nbase = \"bell\"\n[setup.{:?}]\nrows = [{toml}]",
        &mirror["mirror:".len()..]
    );
    place.write("e.toml", experiment(&mirror, &name, &own));
    let said = place.good("run e.toml --out out");
    place.good("verify out");
    assert_eq!(place.good("run out/experiment.toml --out out"), said);
}

#[test]
fn no_more_threads_are_started_than_can_work() {
    let place = Place::with(&SMALL.replace("games = 12", "games = 1"));
    place.good("run e.toml --out one --threads 1");
    place.good("run e.toml --out many --threads 1024");
    assert_same(&place.files("many"), &place.files("one"), "many threads");
    let info: Value = serde_json::from_str(&place.text("many/run-info.json")).unwrap();
    let cores = std::thread::available_parallelism().unwrap().get() as u64;
    assert_eq!(info["runs"][0]["threads"], (4 * cores).clamp(16, 1024));
}

#[test]
fn what_is_refused_has_put_nothing_into_the_folder() {
    let place = Place::begun(SMALL);
    place.write("other.toml", SMALL.replace("seed = 7", "seed = 8"));
    place.write("mine/experiment.toml", "title = \"mine\"\n");
    place.write("web/manifest.json", "{\"short_name\": \"app\"}");
    place.write("begun/cells.csv", "");
    for folder in ["whole", "begun"] {
        place.remove(&format!("{folder}/.lock"));
    }
    let huge = SMALL.replace("\"greedy\"", "\"search:depth=1,hash=1048576\"");
    place.write("huge.toml", huge);
    let names = |folder: &str| {
        let entries = std::fs::read_dir(place.path(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    for (folder, words, status) in [
        ("mine", "run e.toml --out mine", 2),
        ("mine", "report mine", 2),
        ("mine", "merge whole --out mine", 2),
        ("web", "run e.toml --out web", 1),
        ("whole", "run other.toml --out whole", 2),
        ("whole", "run e.toml --shard 1/2 --out whole", 2),
        ("begun", "run other.toml --out begun", 2),
    ] {
        let before = names(folder);
        place.refuses(words, status, "error: ");
        assert_eq!(names(folder), before, "{words}");
    }
    assert_eq!(place.pasang("run huge.toml --out new --threads 16").status, 2);
    assert!(!place.has("new"));
    let mut here = place.command("run ../e.toml --out .");
    let ran = crate::support::finished(here.current_dir(place.path("mine")));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert_eq!(names("mine"), ["experiment.toml"]);
}
