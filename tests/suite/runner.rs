//! Runs under disturbance: threads, shards, kills, full disks, signals. The results folder always
//! ends with the same bytes.

use std::fs;
use std::path::Path;

use crate::support::{
    self, Files, LONG, Place, Running, amount, assert_same, has, program, skipped, until,
};
use pasang_core::base::random::GameRng;

/// Three setups, both games, two to four players, names that CSV must quote.
const SMALL: &str = r#"
title = "Small, and of everything"
seed = 7
games = 20
setups = ["catalogue-01", "mirror:catalogue-05", "mine.txt"]
rules = ["brunei-slide", "brunei-jump", "bell", "three, at a \"table\""]
bots = ["random", "greedy"]

[rule."three, at a \"table\""]
base = "bell"
players = 3
"#;

/// Creates a place with an experiment, and with a setup in the file `mine.txt`.
fn place(experiment: &str) -> Place {
    let place = Place::with(experiment);
    place.write_setup("mine.txt", "catalogue-07", "mine");
    place
}

/// Returns the files of an undisturbed run.
fn undisturbed(experiment: &str) -> Files {
    let place = place(experiment);
    place.good("run e.toml --out out");
    place.files("out")
}

/// Returns the size of a file, 0 if it is missing.
fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

#[test]
fn threads_places_and_names_change_no_byte() {
    let all = ["branching.csv", "cells.csv", "experiment.toml", "games.csv", "manifest.json"];
    let place = place(SMALL);
    for threads in [1, 2, 7] {
        place.good(&format!("run e.toml --out {threads} --threads {threads}"));
    }
    let one = place.files("1");
    for name in all {
        assert!(one.contains_key(name), "{name}");
    }
    assert_same(&place.files("2"), &one, "two threads");
    assert_same(&place.files("7"), &one, "seven threads");

    // Elsewhere, under another name, from another working directory, by an absolute path.
    place.write("deep/er/other name.toml", SMALL);
    place.write("work/.keep", "");
    place.write_setup("deep/er/mine.txt", "catalogue-07", "mine");
    let file = place.path("deep/er/other name.toml");
    let mut command = place.command("run --out ../deep/out");
    let ran = support::finished(command.arg(&file).current_dir(place.path("work")));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_same(&place.files("deep/out"), &one, "elsewhere");

    // Without --out, the folder is named after the file.
    let ran = support::finished(place.command("run").arg(&file));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(
        ran.stderr,
        "results are in results/other name\nthe report is results/other name/report.html\n"
    );
    assert_same(&place.files("results/other name"), &one, "the folder by default");
}

#[test]
fn five_shards_merged_are_the_whole() {
    // 7 games in 24 cells: 168 are not divisible by five.
    let experiment = SMALL.replace("games = 20", "games = 7");
    let place = place(&experiment);
    let said = place.good("run e.toml --out whole");
    for part in 1..=5 {
        place.good(&format!("run e.toml --shard {part}/5 --out s{part}"));
        assert_eq!(place.pasang(&format!("verify s{part}")).status, 0);
    }
    let merged = place.pasang("merge s3 s1 s5 s2 s4 --out merged --threads 2");
    assert_eq!((merged.status, merged.stdout), (0, said));
    assert_eq!(merged.stderr, "results are in merged\nthe report is merged/report.html\n");
    assert_same(&place.files("merged"), &place.files("whole"), "five shards");
    place.good("verify merged");

    // A single shard may be the whole.
    place.good("merge whole --out again");
    assert_same(&place.files("again"), &place.files("whole"), "one shard");
    // A merge is written beside its folder, under its name.
    for unnamed in [".", "..", "again/.."] {
        assert_eq!(place.pasang(&format!("merge whole --out {unnamed}")).status, 2, "{unnamed}");
    }
    assert!(!place.path("..part").exists());
}

#[test]
fn a_killed_or_interrupted_merge_is_given_again() {
    let place = place(&LONG.replace("15000", amount("3000", "6000")));
    place.shards(2);
    place.good("merge s1 s2 --out undisturbed");
    let merged = place.files("undisturbed");
    let merge = "merge s1 s2 --out m --threads 1";
    // Killed once a file exists, or has grown.
    for (name, bytes) in [
        ("manifest.json", 1),
        (".games.csv.part", 1),
        (".games.csv.part", amount(300_000, 1_000_000)),
        ("games.csv", 1),
        ("cells.csv", 1),
        (".report.html.part", 0),
    ] {
        let path = place.path(&format!(".m.part/{name}"));
        let mut run = place.start(merge);
        until("the merge is so far", || (path.exists() && size(&path) >= bytes) || !run.is_alive());
        // The run may have ended before the check.
        if run.is_alive() {
            run.signal("KILL");
        }
        run.end();
        // The folder is complete or missing: a finished merge is not repeated.
        if place.has("m") {
            assert_same(&place.files("m"), &merged, "in time");
            fs::remove_dir_all(place.path("m")).unwrap();
        }
    }
    let binary = program().display();
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let part = place.path(".m.part/.games.csv.part");
        // A run that ends before the check is complete, and another one is tried.
        let interrupted = (0..100).find_map(|_| {
            let mut run = place.start(merge);
            until("the merge writes", || size(&part) > 100_000 || !run.is_alive());
            if run.is_alive() {
                run.signal(signal);
            }
            let ran = run.end();
            if ran.status != 0 {
                return Some(ran);
            }
            assert_same(&place.files("m"), &merged, "in time");
            fs::remove_dir_all(place.path("m")).unwrap();
            None
        });
        let ran = interrupted.unwrap();
        let told =
            format!("stopped before the merge was finished; to merge again:\n  {binary} {merge}\n");
        assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr), (status, "", told));
        assert!(!place.has("m") && !place.has(".m.part"), "nothing is kept");
    }
    place.good(merge);
    assert_same(&place.files("m"), &merged, "in the end");
}

#[test]
fn killed_again_and_again_and_gone_on_with() {
    let place = place(LONG);
    place.good("run e.toml --out undisturbed --threads 2");
    let whole = place.bytes("undisturbed/games.csv");
    let journal = place.path("killed/games.csv");
    let mut rng = GameRng::new(2026, "journal sizes at which the run is killed");
    let mut sizes: Vec<u64> =
        (0..amount(4, 10)).map(|_| rng.below_u64(whole.len() as u64 / 2)).collect();
    sizes.sort_unstable();
    for (kill, &wanted) in sizes.iter().enumerate() {
        let threads = 1 + kill % 2;
        let before = size(&journal);
        let mut run = place.start(&format!("run e.toml --out killed --threads {threads}"));
        // Waits past the length at the last kill, so that each kill hits a playing run.
        until("the journal grows", || {
            let size = size(&journal);
            (size >= wanted && size > before) || !run.is_alive()
        });
        run.signal("KILL");
        // The status would differ if the run had ended before.
        assert_eq!(run.end().status, 128 + 9, "kill {kill} at {wanted} of {} bytes", whole.len());
        let found = fs::read(&journal).unwrap();
        assert!(found.len() < whole.len());
        let lines = found.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        assert!(found[..lines] == whole[..lines], "kill {kill}: no prefix of the whole journal");
        assert!(!place.text("killed/manifest.json").contains("\"finished\": true"));
        assert!(!place.has("killed/cells.csv"));
    }
    let sound = place.good("verify killed --games 50");
    assert!(sound.lines().any(|line| line.starts_with("unfinished: ")), "{sound}");
    place.good("run e.toml --out killed --threads 2");
    assert_same(&place.files("killed"), &place.files("undisturbed"), "after the kills");
}

/// Grows a small file system step by step, and runs the program in it until it has enough room, so
/// that each write fails once. Returns the files that could not be written, in order.
fn run_as_room_grows(place: &Place, disk: &str, words: &str) -> Vec<String> {
    let mut full: Vec<String> = Vec::new();
    let (mut kibibytes, mut tried) = (0, 0);
    loop {
        // One page more at first; later several, for a report is long.
        kibibytes += 4 * (1 + tried / 8);
        assert!(kibibytes < 4096, "there is never room enough");
        let option = format!("remount,size={kibibytes}k");
        let grown = place.shell(&format!("mount -o {option} '{}'", place.path(disk).display()));
        if grown.status != 0 {
            // Existing files do not fit.
            continue;
        }
        tried += 1;
        let ran = place.pasang(words);
        if ran.status == 0 {
            return full;
        }
        assert_eq!(ran.status, 1, "{ran:?}");
        let what =
            ran.stderr.strip_prefix("error: cannot write `").unwrap_or_else(|| panic!("{ran:?}"));
        let (file, what) = what.split_once('`').unwrap();
        let why = ": no space left on device; make room, then give the same command again\n";
        assert_eq!(what, why);
        full.push(file.to_owned());
    }
}

/// Mounts a file system in memory. Returns `false` if that is not permitted.
fn mount(place: &Place, disk: &str) -> bool {
    place.write(&format!("{disk}/.keep"), "");
    place.remove(&format!("{disk}/.keep"));
    place.shell(&format!("mount -t tmpfs -o size=4k none '{}'", place.path(disk).display())).status
        == 0
}

#[test]
fn a_full_disk_is_told_and_gone_on_from() {
    let experiment = SMALL.replace("games = 20", "games = 4");
    let whole = undisturbed(&experiment);
    let place = place(&experiment);
    if !mount(&place, "disk") {
        skipped("a_full_disk_is_told_and_gone_on_from", "mounting is not permitted here");
        return;
    }
    // Unmounts in any case.
    let unmount = Unmount(&place, "disk");
    let full = run_as_room_grows(&place, "disk", "run e.toml --out disk/out");
    for name in ["games.csv", "report.html"] {
        assert!(full.contains(&format!("disk/out/{name}")), "{name} among {full:?}");
    }
    assert_same(&place.files("disk/out"), &whole, "on a disk that was full");
    place.good("verify disk/out");

    // No room to rewrite the tables, or to extend: nothing is lost.
    place.shell("cat /dev/zero > disk/filler");
    let ran = place.pasang("report disk/out");
    assert_eq!(ran.status, 1, "{ran:?}");
    place.write("more.toml", experiment.replace("games = 4", "games = 6"));
    let ran = place.pasang("run more.toml --out disk/out");
    assert_eq!(ran.status, 1, "{ran:?}");
    place.remove("disk/filler");
    let full = run_as_room_grows(&place, "disk", "run more.toml --out disk/out");
    assert!(!full.is_empty());
    let more = undisturbed(&experiment.replace("games = 4", "games = 6"));
    assert_same(&place.files("disk/out"), &more, "extended on a disk that was full");
    drop(unmount);

    // Shards merged onto a full disk.
    place.shards(2);
    assert!(mount(&place, "disk"));
    let unmount = Unmount(&place, "disk");
    let full = run_as_room_grows(&place, "disk", "merge s1 s2 --out disk/merged");
    assert!(full.iter().any(|it| it == "disk/.merged.part/games.csv"), "{full:?}");
    assert_same(&place.files("disk/merged"), &whole, "merged onto a disk that was full");
    drop(unmount);
}

struct Unmount<'p>(&'p Place, &'p str);

impl Drop for Unmount<'_> {
    fn drop(&mut self) {
        self.0.shell(&format!("umount '{}'", self.0.path(self.1).display()));
    }
}

#[test]
fn a_limit_of_size_is_told_and_gone_on_from() {
    let whole = undisturbed(SMALL);
    let place = place(SMALL);
    // The signal sent at such a limit would kill the program silently.
    for (kibibytes, file) in [(1, "experiment.toml"), (8, "games.csv"), (64, "games.csv")] {
        let line = format!("ulimit -f {kibibytes}; exec pasang run e.toml --out out");
        let ran = place.shell(&line);
        let why = "file too large; make room, then give the same command again";
        assert_eq!(ran.stderr, format!("error: cannot write `out/{file}`: {why}\n"));
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
        let journal = size(&place.path("out/games.csv"));
        assert!(file != "games.csv" || journal == kibibytes * 1024, "{journal} bytes");
    }
    place.good("run e.toml --out out");
    assert_same(&place.files("out"), &whole, "after the limit");
}

#[test]
fn two_runs_do_not_meet_in_a_folder() {
    let place = place(&LONG.replace("games = 15000", "games = 2000"));
    place.good("run e.toml --out undisturbed");
    let mut first = place.start("run e.toml --out out --threads 1");
    until("the first run plays", || size(&place.path("out/games.csv")) > 1000 || !first.is_alive());
    // A stopped process still holds the lock.
    first.signal("STOP");
    let journal = place.bytes("out/games.csv");
    for words in ["run e.toml --out out", "report out", "run e.toml --out out --threads 1"] {
        let why = "error: `out` is in use by another run or `verify`: wait for it to end, or choose another --out\n";
        place.ends(words, 1, why);
    }
    // Reading is allowed.
    let seen = place.good("verify out");
    assert!(seen.contains("unfinished: "), "{seen}");
    assert!(place.bytes("out/games.csv") == journal);
    assert!(first.is_alive());
    first.signal("CONT");
    assert_eq!(first.end().status, 0);
    assert_same(&place.files("out"), &place.files("undisturbed"), "beside a second run");
}

#[test]
fn a_finished_run_is_extended() {
    let experiment = SMALL.to_owned();
    let place = place(&experiment);
    place.write("more.toml", experiment.replace("games = 20", "games = 31"));
    place.good("run e.toml --out out");
    let few = place.files("out");
    place.good("run e.toml --out out");
    assert_same(&place.files("out"), &few, "nothing left to play");
    let ran = place.pasang("run more.toml --out out");
    assert!(ran.stderr.contains("warning: games were added to finished results"), "{ran}");
    let more = place.files("out");
    let whole = undisturbed(&experiment.replace("games = 20", "games = 31"));
    assert_same(&more, &whole, "extended");

    place.good("run e.toml --out s --shard 2/3");
    place.good("run more.toml --out s --shard 2/3");
    place.good("run more.toml --out t --shard 2/3");
    let shards = ["s", "t"].map(|shard| place.files(shard));
    assert_same(&shards[0], &shards[1], "a shard extended");

    let why = "error: `out` holds this experiment with `games` = 31, and here it is 20: \
               results can be extended, not cut; choose another --out\n";
    place.ends("run e.toml --out out", 2, why);
    assert_same(&place.files("out"), &more, "refused");
}

#[test]
fn another_experiment_is_refused_by_the_key_that_differs() {
    let place = place(SMALL);
    place.good("run e.toml --out out");
    let before = place.files("out");
    for (from, to, how) in [
        ("seed = 7", "seed = 9", "`seed` is 7 there and 9 here"),
        (
            "players = 3",
            "players = 4",
            "`rule.\"three, at a \\\"table\\\"\".players` is 3 there and 4 here",
        ),
    ] {
        for text in [SMALL.to_owned(), SMALL.replace("games = 20", "games = 40")] {
            place.write("other.toml", text.replace(from, to));
            let why =
                format!("error: `out` holds another experiment: {how}; choose another --out\n");
            place.ends("run other.toml --out out", 2, &why);
        }
    }
    let (row, next) = ("bwbbwbwbbwb\n", "wwbwwbwwbww\n");
    let mine = place.text("mine.txt");
    place.write("mine.txt", mine.replacen(&format!("{row}{next}"), &format!("{next}{row}"), 1));
    let how = "holds another experiment: `setup.mine.rows[1]` is";
    place.refuses("run e.toml --out out", 2, how);
    assert_same(&place.files("out"), &before, "refused");
}

#[test]
fn a_seed_on_the_command_line_counts_and_a_drawn_one_is_kept() {
    let place = place(SMALL);
    place.write("nine.toml", SMALL.replace("seed = 7", "seed = 9"));
    place.write("none.toml", SMALL.replace("seed = 7", ""));
    place.good("run nine.toml --out nine");
    place.good("run e.toml --seed 9 --out by-option");
    assert_same(&place.files("by-option"), &place.files("nine"), "--seed");
    place.good("run none.toml --seed 9 --out without");
    assert_same(&place.files("without"), &place.files("nine"), "--seed without one in the file");

    let said = place.good("run none.toml --out drawn");
    let (first, table) = said.split_once('\n').unwrap();
    let seed = first.strip_prefix("seed ").unwrap();
    let seed = seed.strip_suffix(", drawn because none was given").unwrap();
    assert!(place.text("drawn/experiment.toml").contains(&format!("\nseed = {seed}\n")));
    assert!(place.text("drawn/manifest.json").contains(&format!("\n  \"seed\": {seed},\n")));
    let drawn = place.files("drawn");
    let again = format!("seed {seed}, with which this folder was begun\n{table}");
    assert_eq!(place.good("run none.toml --out drawn"), again, "the same seed again");
    let again = place.pasang("run none.toml --out drawn --json");
    let begun = format!("seed {seed}, with which this folder was begun");
    assert_eq!(again.stderr.lines().next(), Some(begun.as_str()), "{again:?}");
    assert_same(&place.files("drawn"), &drawn, "a drawn seed is kept");
    assert_eq!(place.good(&format!("run e.toml --seed {seed} --out given")), table);
    assert_same(&place.files("given"), &drawn, "the drawn seed given");
    let other = place.good("run none.toml --out drawn-again");
    assert_ne!(other.lines().next(), Some(first), "seeds are drawn anew");
}

#[test]
fn shards_are_not_begun_with_seeds_of_their_own() {
    let place = place(&SMALL.replace("seed = 7", ""));
    let why = "error: `--shard 2/5` of an experiment without a seed\n |\n \
               = help: give `--seed S`, or `seed = S` in the file: the same one to all shards\n";
    place.ends("run e.toml --shard 2/5 --out new", 2, why);
    assert!(!place.has("new"), "nothing is begun");
    // A folder that has its seed is resumed.
    let begun = place.good("run e.toml --shard 2/5 --out s --seed 9");
    let again = format!("seed 9, with which this folder was begun\n{begun}");
    assert_eq!(place.good("run e.toml --shard 2/5 --out s"), again);
}

/// Starts a run of the long experiment and waits for its first games.
fn playing(place: &Place, words: &str) -> Running {
    let journal = place.path("out/games.csv");
    let before = size(&journal);
    let mut run = place.start(words);
    until("the run plays", || size(&journal) > before + 100_000 || !run.is_alive());
    run
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let place = place(LONG);
    place.good("run e.toml --out undisturbed --threads 2");
    let mut go_on = String::new();
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let run = playing(&place, "run e.toml --out out --threads 1");
        run.signal(signal);
        let ran = run.end();
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{ran:?}");
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let games = place.text("out/games.csv").lines().count() - 1;
        let binary = program().display();
        assert_eq!(
            lines,
            [
                format!("stopped with {games} of 90000 games played; to go on:"),
                format!("  {binary} run e.toml --out out --threads 1"),
            ]
        );
        let sound = place.good("verify out --games 20");
        has(&sound, &format!("unfinished: {games} of 90000 games are there\n"));
        let report = place.good("report out");
        assert!(report.ends_with(&format!("unfinished: {games} of 90000 games\n")), "{report}");
        go_on = lines[1].to_owned();
    }
    // The printed command itself.
    let ran = place.shell(&go_on);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_same(&place.files("out"), &place.files("undisturbed"), "interrupted");
}

#[test]
fn a_command_to_go_on_is_quoted_for_the_shell() {
    let place = place(LONG);
    place.write("it's \"mine\" & yours.toml", LONG);
    let mut command = place.command("run --threads 1 --out");
    command.args(["out", "it's \"mine\" & yours.toml"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let run = Running::from(command.spawn().unwrap());
    until("the run plays", || size(&place.path("out/games.csv")) > 1000);
    run.signal("TERM");
    let ran = run.end();
    assert_eq!(ran.status, 143, "{ran:?}");
    let line = ran.stderr.lines().last().unwrap().to_owned();
    assert!(line.ends_with(r#" 'it'\''s "mine" & yours.toml'"#), "{line}");
    // The shell splits it into the same words.
    let words = place.shell(&format!("printf '%s\\n' {line}")).stdout;
    assert_eq!(words.lines().last(), Some("it's \"mine\" & yours.toml"));
}

#[test]
fn a_second_signal_ends_at_once_and_the_folder_is_good() {
    let place = place(&LONG.replace("15000", "5000"));
    place.good("run e.toml --out undisturbed");
    // Two simultaneous signals end the program, whether it receives one or two.
    let run = playing(&place, "run e.toml --out out --threads 1");
    run.signal("STOP");
    run.signal("INT");
    run.signal("TERM");
    run.signal("CONT");
    let ran = run.end();
    assert!([130, 143].contains(&ran.status), "{ran:?}");

    // A run blocked where it cannot check for signals, at a full pipe behind stdout that is never
    // read: the first signal is pending, the second ends it.
    let (_reader, mut writer) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut writer, &[b'.'; 1 << 16]).unwrap();
    let (interrupt, terminate) = (1 << (2 - 1), 1 << (15 - 1));
    let mut command = place.command("run e.toml --out out");
    command.stdout(writer).stderr(std::process::Stdio::piped());
    let mut run = Running::from(command.spawn().unwrap());
    let finished = || place.text("out/manifest.json").contains("\"finished\": true");
    until("the run is at its end", || finished() || !run.is_alive());
    // The last signal handler to be installed.
    until("the run listens", || run.signals("SigCgt") & terminate != 0);
    run.signal("INT");
    until("the signal is taken", || {
        (run.signals("SigPnd") | run.signals("ShdPnd")) & interrupt == 0
    });
    assert!(run.is_alive());
    // Signals within moments of the first count as the same one: repeats until one counts as the second.
    until("the run ends", || {
        let alive = run.is_alive();
        if alive {
            run.signal("INT");
        }
        !alive
    });
    let ran = run.end();
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (130, "", ""));

    place.good("verify out");
    place.good("run e.toml --out out");
    assert_same(&place.files("out"), &place.files("undisturbed"), "after two signals");
}

/// Returns the peak memory of a process, in kilobytes, after it ended successfully.
fn peak(mut run: Running) -> u64 {
    let mut peak = 0;
    // The peak only rises: at most the last millisecond is missed.
    while run.is_alive() {
        let mark = run.status("VmHWM").and_then(|mark| mark.strip_suffix(" kB")?.parse().ok());
        peak = peak.max(mark.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let ran = run.end();
    assert_eq!(ran.status, 0, "{ran:?}");
    peak
}

/// Takes minutes, and much disk: `cargo test --release --test suite -- --ignored memory --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn memory_stays_within_200_megabytes() {
    const MAX: u64 = 200_000;
    let one_cell =
        "seed = 1\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\nbots = [\"random\"]\n";
    for (what, head) in
        [("ten thousand games", "games = 10_000\n"), ("a million games", "games = 1_000_000\n")]
    {
        let place = Place::with(&format!("{head}{one_cell}"));
        let run = peak(place.start("run e.toml --out out"));
        println!("{what}: {} MB at most", run / 1000);
        let report = peak(place.start("report out"));
        println!("{what}, report: {} MB at most", report / 1000);
        assert!(run <= MAX && report <= MAX);
        let verify = peak(place.start("verify out"));
        println!("{what}, verify: {} MB at most", verify / 1000);
        let compare = peak(place.start("compare out out"));
        println!("{what}, compare: {} MB at most", compare / 1000);
        assert!(verify <= MAX && compare <= MAX);
    }
}
