//! Results folders in odd states: no user file is lost, no damage goes unnoticed, and every refusal
//! says how to continue.

use crate::runner_damage::SMALL;
use crate::support::{LONG, Place, Ran, assert_same, has, until};
use pasang_core::games::setup::builtin;
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
    let of = [(1, 32), (1, 21), (2, 32), (2, 22), (3, 32), (3, 21)];
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
    assert_eq!(limited("solve --hash 1000 --threads 2"), what(1000));
    assert!(!place.has("out/cells.csv"));
    // Earlier games are kept, and the run resumes where memory suffices.
    place.good("run e.toml --out out --threads 1");
    place.good("verify out --threads 1 --games 3");
}

#[test]
fn nothing_is_left_of_games_played_again_elsewhere() {
    let place = Place::played(&LONG.replace("15000", "6000"));
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
        place.good("run e.toml --out sound");
        std::fs::remove_dir_all(place.path("sound")).unwrap();
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
    // With `+players=3`.
    let name = "n".repeat(991);
    let own = format!(
        "[rule.{name}]\nbase = \"bell\"\n[factorial]\nbase = \"{name}\"\nruns = \"all\"\nplayers = [3, 2]"
    );
    let what = "a name has 1001 signs, and 1000 is the most";
    let listed = format!("rules = [\"{name}\"]\n");
    refused(experiment("catalogue-01", &name, &own).replace(&listed, ""), what);
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

/// Results are for every system: these are Microsoft's rules for names of files.
#[test]
fn names_that_windows_cannot_have_are_refused_before_the_first_game() {
    let place = Place::with(SMALL);
    let names = "con CON.txt aux.x nul prn COM1 lpt¹.y ends. conin$";
    for name in names.split(' ') {
        let what = format!("`{name}` cannot be a results folder: on Windows ");
        place.refuses(&format!("run e.toml --out {name}"), 2, &what);
        let what = format!("cannot write `{name}`: on Windows ");
        place.refuses(&format!("run e.toml --out never --save {name}"), 2, &what);
        assert!(!place.has(name) && !place.has("never"), "{name}");
    }
    for name in ["console", "com10", "com", "nul-1", ".con", "lpt"] {
        place.good(&format!("run e.toml --out {name}"));
    }
    place.quiet("pasang setups generate --symmetry full --seed 7 | tail -n 11 > con.txt");
    place.refuses("run --setup con.txt", 2, "`results/con` cannot be a results folder");
    // What is there already is read and resumed.
    std::fs::rename(place.path("nul-1"), place.path("nul")).unwrap();
    place.good("run e.toml --out nul");
}

/// A stand-in for the system's program writes down what it is to open.
#[test]
fn a_report_is_opened_where_that_is_asked_for() {
    let place = Place::with(SMALL);
    let opener = "#!/bin/sh\nprintf %s \"$1\" > opened.new; mv opened.new opened\n";
    for name in ["xdg-open", "open"] {
        place.write(&format!("bin/{name}"), opener);
    }
    let path = "chmod +x bin/*; PATH=$PWD/bin:$PATH";
    for words in ["run e.toml --out out --open", "report out --open"] {
        let ran = place.shell(&format!("{path} pasang {words}"));
        assert_eq!(ran.status, 0, "{ran}");
        until("the report is opened", || place.has("opened"));
        let report = place.path("out/report.html").canonicalize().unwrap();
        assert_eq!(place.text("opened"), report.to_str().unwrap());
        place.remove("opened");
    }
    let ran = place.shell("program=$(command -v pasang); PATH=/nowhere $program report out --open");
    assert_eq!(ran.status, 0, "{ran}");
    assert!(ran.stderr.contains("cannot open the report: "), "{ran}");
}

/// A merge writes and removes nothing through a link, and nothing that no merge has made.
#[test]
fn a_merge_keeps_to_its_own_files() {
    let place = Place::begun(SMALL);
    place.shards(2);
    place.copy("whole", "got/other");
    let before = place.files("got/other");
    std::os::unix::fs::symlink("other", place.path("got/.all.part")).unwrap();
    let refused = "`got/.all.part` is a link, so no merge has left it";
    place.refuses("merge s1 s2 --out got/all", 2, refused);
    assert_same(&place.files("got/other"), &before, "behind the link");
    std::fs::remove_file(place.path("got/.all.part")).unwrap();
    // A user's own folder, even with the names of results.
    place.write("got/.all.part/diary.txt", "mine");
    place.refuses("merge s1 s2 --out got/all", 2, "`got/.all.part` holds `diary.txt`, so");
    place.remove("got/.all.part/diary.txt");
    place.write("got/.all.part/games.csv", "mine");
    place.refuses("merge s1 s2 --out got/all", 2, "`got/.all.part` has no `.lock`, so");
    assert_eq!(place.text("got/.all.part/games.csv"), "mine");
    // What a killed merge has left is no obstacle, and a merge that fails leaves nothing.
    place.write("got/.all.part/.lock", "").write("got/.all.part/.cells.csv.part", "half");
    place.write("s1/run-info.json", "mine");
    assert_eq!(place.pasang("merge s1 s2 --out got/all").status, 1);
    assert!(!place.has("got/.all.part"));
    place.remove("s1/run-info.json");
    place.good("merge s1 s2 --out got/all");
    place.good("verify got/all");
}

/// Results carry their patterns and rules: what else a stranger's experiment names is not even opened. An
/// experiment of one's own names regular files.
#[test]
fn no_file_that_results_name_is_read() {
    let place = Place::begun(SMALL);
    let resolved = place.text("whole/experiment.toml");
    place.copy("whole", "bad");
    let secret = place.path("secret.txt");
    place.write_setup("secret.txt", "catalogue-09", "secret");
    for word in ["/dev/stdin", "/proc/self/fd/0", "-", "/dev/zero", secret.to_str().unwrap()] {
        for key in ["setups", "rules"] {
            let list = format!("\n{key} = [\n");
            assert!(resolved.contains(&list), "{resolved}");
            let text = resolved.replacen(&list, &format!("{list}    \"{word}\",\n"), 1);
            place.forge("bad", "experiment.toml", &text);
            for command in ["verify", "cite", "report", "balance"] {
                // A stdin that never ends.
                let fifo = "[ -p fifo ] || mkfifo fifo; exec 0<>fifo";
                let ran = place.shell(&format!("{fifo}; exec timeout 20 pasang {command} bad"));
                let said = format!("{}{}", ran.stdout, ran.stderr);
                has(&said, &format!("`{word}` is no table of these results"));
            }
            if word != secret.to_str().unwrap() {
                let own =
                    SMALL.replacen(&format!("{key} = ["), &format!("{key} = [\"{word}\", "), 1);
                place.write("own.toml", own);
                place.refuses("run own.toml --out new", 2, &format!("`{word}` is no regular file"));
            }
        }
    }
}

#[test]
fn a_folder_s_name_does_not_steer_the_terminal() {
    let place = Place::begun(SMALL);
    let name = "a\u{1b}[2Jb";
    std::fs::rename(place.path("whole"), place.path(name)).unwrap();
    place.remove(&format!("{name}/cells.csv"));
    for command in ["report", "verify", "cite", "compare", "export", "balance"] {
        let ran = place.pasang(&format!("{command} {name}"));
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains('\u{1b}'), "{ran:?}");
    }
    // Nor does a key of a stranger's manifest, which is no line of the answer either.
    let place = Place::begun(SMALL);
    let key = r#""files": { "\u001b[2J\nverified: nothing differs\n": "00","#;
    let manifest = place.text("whole/manifest.json");
    place.write("whole/manifest.json", manifest.replacen(r#""files": {"#, key, 1));
    let ran = place.pasang("verify whole");
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stdout.contains("\nverified"), "{ran:?}");
}

/// Names of patterns that are alike as names of files, or too long for one, get pictures of their own.
#[test]
fn each_pattern_has_a_picture() {
    let (long, other) = (format!("{}a", "é".repeat(200)), format!("{}b", "é".repeat(200)));
    let names = ["a b", "a-b", "A-B", &long, &other];
    let place = Place::new();
    for (number, name) in names.iter().enumerate() {
        place.write_setup(&format!("{number}.txt"), &format!("catalogue-0{}", number + 1), name);
    }
    place.write(
        "e.toml",
        r#"
        seed = 1
        setups = ["*.txt"]
        rules = ["brunei-slide"]
        bots = ["crew:two"]
        crew.two.members = ["greedy", "random"]
        "#,
    );
    place.good("run e.toml --out out");
    place.good("balance out --svg pictures");
    let cards = place.files("pictures").into_keys().filter(|it| it.starts_with("card"));
    assert_eq!(cards.count(), names.len());
}
