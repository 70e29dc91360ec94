//! Shards on a cluster: what they leave behind, what they are foretold to have, and what became of
//! them. What Slurm would do is done by hand; a real one runs the scripts in `tests/slurm/run.sh`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::page::{Example, examples, matches};
use crate::support::{Place, Ran, assert_same};
use serde_json::Value;

const PLAIN: &str = r#"
title = "Two setups"
seed = 3
games = 40
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide"]
bots = ["random"]
"#;

const ROUNDS: &str = r#"
title = "Three setups, by rounds"
seed = 3
setups = ["catalogue-01", "catalogue-02", "catalogue-03"]
rules = ["brunei-slide"]
bots = ["random"]

[find]
target = "most-balanced"
within = 0.01
batch = 10
max-games = 500
"#;

/// Tables and a report for each shard were forty times the games that they were made of.
#[test]
fn a_shard_writes_what_a_merge_reads_and_no_tables() {
    let without = format!("records = \"none\"\n{PLAIN}");
    for (experiment, truth) in [(PLAIN, "games.csv"), (&without, "tallies.json")] {
        let expected = ["experiment.toml", truth, "manifest.json"].map(str::to_owned).into();
        let place = Place::with(experiment);
        place.good("run e.toml --out whole");
        for part in 1..=3 {
            let ran = place.pasang(&format!("run e.toml --shard {part}/3 --out s{part}"));
            assert_eq!(ran.status, 0, "{ran:?}");
            // The summary of the part is still told; a report that is not there is not.
            assert!(ran.stdout.contains("catalogue-01"), "{ran:?}");
            assert_eq!(ran.stderr, format!("results are in s{part}\n"));
            let names: Vec<String> = place.files(&format!("s{part}")).into_keys().collect();
            assert_eq!(BTreeSet::from_iter(names), expected);
            let verified = place.good(&format!("verify s{part}"));
            assert!(verified.starts_with(&format!("experiment.toml, {truth}: digests agree\n")));
        }
        // Whoever wants the tables of a shard can have them, and they are looked at, too.
        place.good("report s2");
        let tables = ["branching.csv", "cells.csv", "openings.csv", "report.html"];
        assert!(tables.iter().all(|name| place.has(&format!("s2/{name}"))));
        let verified = place.good("verify s2");
        assert!(verified.contains("cells.csv, "), "{verified}");
        assert!(verified.contains("report.html: recomputed, all equal\n"), "{verified}");
        let cells = place.text("s2/cells.csv");
        place.write("s2/cells.csv", cells.replacen("random", "greedy", 1));
        let ran = place.pasang("verify s2");
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.stdout.contains("cells.csv line 2: it is not what the games make it"));
        // The merge does not look at them.
        place.good("merge s1 s2 s3 --out merged");
        assert_same(&place.files("merged"), &place.files("whole"), "three shards");
        place.good("verify merged");
        // What proves a shard must be there all the same.
        let manifest = place.text("s1/manifest.json");
        let line = manifest.lines().find(|line| line.contains("\"experiment.toml\":")).unwrap();
        place.write("s1/manifest.json", manifest.replace(&format!("{line}\n"), ""));
        let ran = place.pasang("verify s1");
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.stdout.contains("it has no digest of experiment.toml"), "{ran:?}");
    }
}

/// The same of a round's shards; the round that is merged has no report yet, and none is named.
#[test]
fn a_shard_of_a_round_writes_no_tables() {
    let place = Place::with(ROUNDS);
    for part in 1..=2 {
        place.good(&format!("run e.toml --round 1 --shard {part}/2 --out r{part}"));
        let names: Vec<String> = place.files(&format!("r{part}")).into_keys().collect();
        assert_eq!(names, ["experiment.toml", "games.csv", "manifest.json"]);
        place.good(&format!("verify r{part}"));
    }
    let ran = place.pasang("merge r1 r2 --out results");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, "results are in results\n"));
    // The whole round as one shard is a part as well.
    place.good("run e.toml --round 2 --after results --shard 1/1 --out r");
    assert!(!place.has("r/report.html"));
    place.good("verify r");
}

/// What `--json` says of a plan.
fn plan(place: &Place, words: &str) -> Value {
    serde_json::from_str(&place.good(&format!("plan e.toml --threads 1 --json {words}"))).unwrap()
}

/// A shard of a round was foretold the games of all rounds: fifty times too many.
#[test]
fn a_shard_is_foretold_the_games_that_it_has() {
    let rows = |place: &Place, folder: &str| {
        place.text(&format!("{folder}/games.csv")).lines().count() as u64 - 1
    };
    let place = Place::with(PLAIN);
    let foretold = plan(&place, "--shards 3");
    place.good("run e.toml --shard 1/3 --out s");
    assert_eq!(foretold["shard"]["games"], rows(&place, "s"));
    assert!(foretold["shard"].get("of_rounds").is_none());

    let place = Place::with(ROUNDS);
    let foretold = plan(&place, "--shards 4");
    place.good("run e.toml --round 1 --shard 1/4 --out s");
    // Three cells of ten games are thirty, and not three times five hundred.
    assert_eq!((foretold["shard"]["games"].as_u64(), rows(&place, "s")), (Some(8), 8));
    assert_eq!(foretold["shard"]["of_rounds"], 50);
    let share =
        |key: &str| foretold["shard"][key].as_f64().unwrap() / foretold[key].as_f64().unwrap();
    assert!((share("seconds") - 8.0 / 1500.0).abs() < 1e-9);
    assert!((share("bytes") - 8.0 / 1500.0).abs() < 1e-3);
    let said = place.good("plan e.toml --threads 1 --shards 4");
    assert!(said.contains("shard     one of 4 of round 1: 8 games, about "), "{said}");
    assert!(said.contains("; 50 rounds at most, later ones with fewer games\n"), "{said}");
}

/// Processors, and not machines, are what a cluster counts.
#[test]
fn core_hours_are_foretold() {
    let place = Place::with(&PLAIN.replace("games = 40", "games = 400000000"));
    let foretold = plan(&place, "--shards 100");
    let hours = foretold["shard"]["core_hours"].as_f64().unwrap();
    assert!((hours - foretold["seconds"].as_f64().unwrap() / 3600.0).abs() < 1e-9 * hours);
    // Four threads are four times as fast, and cost the same.
    let words = "plan e.toml --threads 4 --json --shards 100";
    let by_four: Value = serde_json::from_str(&place.good(words)).unwrap();
    let ratio = by_four["shard"]["core_hours"].as_f64().unwrap() / hours;
    assert!((0.4..2.5).contains(&ratio), "{ratio}");
    let said = place.good("plan e.toml --threads 1 --shards 100");
    let line = said.lines().find(|line| line.starts_with("in all    about ")).unwrap();
    assert!(line.ends_with(" core hours"), "{line}");
}

/// Shards of seconds were let pass.
#[test]
fn short_shards_are_warned_of_with_a_better_number() {
    let place = Place::with(&PLAIN.replace("games = 40", "games = 1000000000"));
    let shard = plan(&place, "--shards 1000000")["shard"].clone();
    let (whole, advised) = (&shard["whole_seconds"], shard["advised"].as_u64().unwrap());
    // Each of those would take ten minutes.
    let each = whole.as_f64().unwrap() / advised as f64;
    assert!((600.0..1200.0).contains(&each), "{shard}");
    let ran = place.pasang("plan e.toml --threads 1 --shards 1000000");
    // How long that is depends on the machine, and on what else it does.
    assert!(ran.stderr.starts_with("warning: each of 1000000 shards takes about "), "{ran:?}");
    assert!(ran.stderr.contains(" s, and "), "{ran:?}");
    assert!(ran.stderr.contains(" = help: `--shards "), "{ran:?}");
    assert!(ran.stderr.trim_end().ends_with(" minutes"), "{ran:?}");
    // Long ones are as they should be, and so is one alone.
    for shards in [1, 2] {
        let ran = place.pasang(&format!("plan e.toml --threads 1 --shards {shards}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    }

    let place = Place::with(ROUNDS);
    let ran = place.pasang("cluster slurm e.toml --shards 2 --out c");
    let warning = "warning: each of 2 shards of a round takes about ";
    assert!(ran.stderr.starts_with(warning), "{ran:?}");
    assert!(ran.stderr.contains("make `batch` larger, or use `pasang run`"), "{ran:?}");
    let line = ran.stdout.lines().find(|line| line.starts_with("in all "));
    assert!(line.is_some_and(|line| line.ends_with(" core hours at most")), "{ran:?}");
}

/// What Slurm is asked and told, on paper: `sbatch` and `squeue` that know only what stands in
/// files, and what the nodes would do, by hand.
struct Paper(Place);

impl Paper {
    fn new(place: Place) -> Paper {
        let tool = |name: &str, script: &str| {
            place.write(&format!("bin/{name}"), format!("#!/bin/bash\n{script}"));
            let path = place.path(&format!("bin/{name}"));
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        };
        tool("slurm-on-paper", "");
        // Numbers jobs from 101; an array that is submitted stands in the queue.
        tool(
            "sbatch",
            r#"
number=$(($(cat "$PAPER/number" 2>/dev/null || echo 100) + 1))
echo "$number" >"$PAPER/number"
echo "$*" >>"$PAPER/asked"
case $1 in
    --parsable)
        echo "$number"
        ranges=$(sed -n 's/.*--array=\([^ ]*\).*/\1/p' <<<"$*")
        for range in ${ranges//,/ }; do
            seq -f "%g $(pwd -P)" "${range%-*}" "${range#*-}" 2>/dev/null
        done >>"$PAPER/queue"
        true
        ;;
    *) echo "Submitted batch job $number" ;;
esac
"#,
        );
        tool(
            "squeue",
            r#"
case $* in
    *%T*) cat "$PAPER/state" ;;
    *%i*) cat "$PAPER/running" ;;
    *) cat "$PAPER/queue" ;;
esac 2>/dev/null
exit 0
"#,
        );
        tool("scontrol", "echo \"$*\" >>\"$PAPER/asked\"\n");
        // FOLDER SHARD [ROUND]
        tool(
            "plays",
            r#"
export SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$2 SLURM_CPUS_PER_TASK=1 SLURM_JOB_NAME=name
cd "$1" && bash shard.sbatch $3 >>"logs/shard-$2.log" 2>>"logs/slurm-$2.log"
"#,
        );
        // FOLDER [ROUND]
        tool(
            "merges",
            r#"
export SLURM_CPUS_PER_TASK=1 SLURM_JOB_NAME=name
cd "$1" && bash merge.sbatch $2 >>logs/merge.log 2>&1
"#,
        );
        // FOLDER [SHARD]: what is left in the queue.
        tool("waits", "echo \"${2:+$2 $(realpath \"$1\")}\" >\"$PAPER/queue\"\n");
        // FOLDER SHARD: the shard's program dies when it has played a little.
        tool(
            "is-killed",
            r#"
sed -i 's/^"$program" run/killed/' "$1/shard.sbatch"
sed -i "s|^program=.*|&\nkilled() { \"\$program\" run \"\$@\"; sed -i '\$d' \"\$folder/games.csv\"; sed -i 's/\"finished\": true/\"finished\": false/; /\"files\"/,\$d' \"\$folder/manifest.json\"; echo '\"files\": {}}' >>\"\$folder/manifest.json\"; return 137; }|" "$1/shard.sbatch"
plays "$1" "$2"
sed -i '/^killed()/d; s/^killed/"$program" run/' "$1/shard.sbatch"
"#,
        );
        Paper(place)
    }

    fn shell(&self, line: &str) -> Ran {
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_pasang")).parent().unwrap();
        let own = self.0.path("bin");
        let line = format!(
            "export PAPER='{own}' PATH='{own}:{}':\"$PATH\"\n{line}",
            program.display(),
            own = own.display()
        );
        self.0.shell(&line)
    }

    /// What a command that ends well prints.
    fn good(&self, line: &str) -> String {
        let ran = self.shell(line);
        assert_eq!(ran.status, 0, "{line}\n{ran:?}");
        ran.stdout
    }

    /// What was asked of sbatch and scontrol since this was looked at last.
    fn asked(&self) -> Vec<String> {
        let asked = if self.0.has("bin/asked") { self.0.text("bin/asked") } else { String::new() };
        let _ = fs::remove_file(self.0.path("bin/asked"));
        asked.lines().map(str::to_owned).collect()
    }

    fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }
}

/// `docs/clusters.md` showed a plain experiment's outputs below one that is played by rounds.
#[test]
fn the_page_on_clusters_shows_what_the_commands_print() {
    let page = include_str!("../../docs/clusters.md");
    let paper = Paper::new(Place::new());
    let examples = examples(page);
    assert!(examples.len() >= 15, "the page has lost its examples");
    for Example { command, shown } in &examples {
        let file = command.strip_prefix("cat ");
        if let Some(file) = file {
            paper.write(file, &(shown.join("\n") + "\n"));
        }
        let ran = paper.shell(&format!("exec 2>&1\n{command}"));
        let home = paper.0.path("").display().to_string();
        let printed = ran.stdout.replace(home.trim_end_matches('/'), "/home/me");
        let printed: Vec<&str> = printed.lines().collect();
        assert!(
            matches(shown, &printed),
            "`{command}` prints\n{}\nand the page shows\n{}",
            printed.join("\n"),
            shown.join("\n")
        );
    }
    // Both experiments were played, and as on one machine.
    for name in ["fair", "balanced"] {
        paper.0.good(&format!("run {name}.toml --out whole-{name}"));
        let whole = paper.0.files(&format!("whole-{name}"));
        assert_same(&paper.0.files(&format!("{name}/results")), &whole, name);
    }
}

/// The command changed into the cluster's folder, and counted from wherever `status` was given.
#[test]
fn what_status_prints_is_right_wherever_it_is_given() {
    let paper = Paper::new(Place::with(PLAIN));
    paper.good("pasang cluster slurm e.toml --shards 2 --out 'my c' --program pasang");
    let given = |paper: &Paper| {
        let status = paper.good("pasang cluster status 'my c'");
        let command = status.lines().last().unwrap().trim().to_owned();
        // Pasted into a shell that is elsewhere, and stays there.
        let said = paper.good(&format!("mkdir -p far/away; cd far/away; {command} >&2; pwd"));
        assert!(said.trim_end().ends_with("/far/away"), "{said}");
        (command, paper.asked())
    };
    let (command, asked) = given(&paper);
    assert!(command.starts_with("sh '/") && command.ends_with("/my c/submit.sh' 1-2"), "{command}");
    assert_eq!(asked.len(), 2, "{asked:?}");
    paper.good("plays 'my c' 1; plays 'my c' 2; waits 'my c'");
    let (command, asked) = given(&paper);
    assert!(command.ends_with("/my c/submit.sh' merge"), "{command}");
    assert_eq!(asked, ["--job-name=pasang-e --dependency=singleton merge.sbatch"]);
    // A folder that is in the way is moved from anywhere, too.
    paper.write("my c/shards/1/manifest.json", "nonsense");
    let status = paper.good("pasang cluster status 'my c'");
    let line = status.lines().find(|line| line.starts_with("  mv ")).unwrap().to_owned();
    paper.good(&format!("cd far/away; {line}"));
    assert!(paper.0.has("my c/foreign-1/manifest.json"));
}

/// Two arrays of one experiment met in their folders: tasks of both failed, and took both merges
/// with them.
#[test]
fn what_is_submitted_twice_is_refused_or_does_no_harm() {
    let paper = Paper::new(Place::with(ROUNDS));
    paper.good("pasang cluster slurm e.toml --shards 3 --out c --program pasang");
    paper.good("sh c/submit.sh");
    assert_eq!(
        paper.asked(),
        [
            "--parsable --job-name=pasang-e-1 --array=1-3 shard.sbatch 1",
            "--job-name=pasang-e-1 --dependency=afterok:101,singleton merge.sbatch 1",
        ]
    );
    let here = paper.0.path("c").canonicalize().unwrap().display().to_string();
    for (queue, words, named) in [
        (format!("1 {here}\n2 {here}\n3 {here}"), "", "shards 1 2 3"),
        (format!("2 {here}\nN/A {here}"), "1 1-2", "shards 2"),
        (format!("3 {here}"), "1 1-3:2%1", "shards 3"),
        (format!("10 {here}\n3 {here}"), "1 2,3", "shards 3"),
        (format!("N/A {here}"), "1 merge", "the merge"),
        (
            (1..=9).map(|it| format!("{it} {here}\n")).collect(),
            "1 1-9",
            "shards 1 2 3 4 5 and 4 more",
        ),
    ] {
        paper.write("bin/queue", &format!("{queue}\n"));
        let ran = paper.shell(&format!("sh c/submit.sh {words}"));
        assert_eq!(ran.status, 1, "{words}: {ran:?}");
        let first = ran.stderr.lines().next().unwrap();
        assert_eq!(first, format!("submitted already, and still in the queue: {named}"));
        assert!(paper.asked().is_empty());
    }
    // What is queued of it and not meant, or is another folder's, hinders nothing.
    for (queue, words) in [
        (format!("3 {here}\nN/A {here}"), "1 1-2"),
        (format!("2 {here}"), "1 1-3:2"),
        (format!("1 {here}x\n2 {here}/x\n3 /other {here}"), "1"),
        (format!("1 {here}\n2 {here}"), "1 merge"),
    ] {
        paper.write("bin/queue", &format!("{queue}\n"));
        let ran = paper.shell(&format!("sh c/submit.sh {words}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{queue} {words}");
    }
    paper.asked();
    // It has slipped through all the same: the folder is in use by a task that Slurm knows of.
    let hold = "mkdir -p c/rounds/1/2; exec 9>c/rounds/1/2/.lock; flock 9;";
    paper.write("bin/running", &format!("9_2 2 {here}\n7_2 2 {here}\n"));
    let ran = paper.shell(&format!("{hold} plays c 2 1"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let log = paper.0.text("c/logs/shard-2.log");
    assert!(
        log.ends_with("shard 2 was submitted twice: this job leaves it to the other one\n"),
        "{log}"
    );
    // Without another task it is a failure.
    paper.write("bin/running", &format!("7_2 2 {here}\n9_2 2 {here}/x\n9_3 3 {here}\n"));
    let ran = paper.shell(&format!("{hold} plays c 2 1"));
    assert_eq!(ran.status, 1, "{ran:?}");
    // One merge comes while a shard is still played by the other array: the other merge follows.
    paper.good("plays c 1 1; plays c 3 1");
    paper.write("bin/queue", &format!("2 {here}\n"));
    let log = |paper: &Paper| paper.0.text("c/logs/merge.log");
    assert_eq!(paper.shell("merges c 1").status, 0);
    assert!(
        log(&paper).ends_with("the merge that was submitted with them follows\n"),
        "{}",
        log(&paper)
    );
    assert!(!paper.0.has("c/logs/merge.turn"));
    paper.good("plays c 2 1");
    paper.write("bin/queue", "");
    paper.good("merges c 1");
    assert!(log(&paper).contains("round 2 follows"), "{}", log(&paper));
    // And once more, while the shards of the next round read the results.
    let results = paper.0.files("c/results");
    paper.asked();
    paper.good("merges c 1");
    assert!(log(&paper).ends_with("round 1 is in the results already: nothing to merge\n"));
    assert_same(&paper.0.files("c/results"), &results, "merged once more");
    assert!(paper.asked().is_empty());
}

/// A shard that failed was missing, and nothing pointed to its log.
#[test]
fn a_failed_shard_is_told_with_its_log() {
    let paper = Paper::new(Place::with(PLAIN));
    paper.good("pasang cluster slurm e.toml --shards 5 --out c --program pasang; waits c");
    paper.good("plays c 1");
    paper.good("sed -i 's/^program=.*/program=nowhere/' c/shard.sbatch");
    for part in [2, 3] {
        let ran = paper.shell(&format!("plays c {part}"));
        assert_eq!(ran.status, 127, "{ran:?}");
        let log = paper.0.text(&format!("c/logs/shard-{part}.log"));
        assert!(log.contains("nowhere"), "{log}");
        assert!(log.ends_with(&format!("shard {part} failed: exit status 127\n")), "{log}");
    }
    // The fourth is killed with its script, and Slurm says why.
    paper.write("c/logs/shard-4.turn", "shards/4: begun\n");
    paper.write(
        "c/logs/slurm-4.log",
        "slurmstepd: error: *** JOB 7 CANCELLED DUE TO TIME LIMIT ***\n",
    );
    let failed = "done        1: 1\n\
         missing     1: 5\n\
         failed      2: 2-3 (exit status 127: see c/logs/shard-2.log, and so on)\n\
         failed      1: 4 (ended without a word: see c/logs/shard-4.log and c/logs/slurm-4.log)\n";
    let status = paper.good("pasang cluster status c");
    assert!(status.starts_with(failed), "{status}");
    assert!(status.trim_end().ends_with("submit.sh 2-5"), "{status}");
    let json: Value = serde_json::from_str(&paper.good("pasang cluster status c --json")).unwrap();
    assert_eq!(json["missing"], serde_json::json!([5]));
    assert_eq!(
        json["failed"][1],
        serde_json::json!({
            "shard": 3, "why": "exit status 127", "games": null, "of": null,
            "log": "c/logs/shard-3.log",
        })
    );
    // Submitted again, they are at work.
    let here = paper.0.path("c").canonicalize().unwrap().display().to_string();
    paper.write("bin/queue", &format!("2 {here}\n3 {here}\n4 {here}\n"));
    let status = paper.good("pasang cluster status c");
    assert!(!status.contains("failed") && status.contains("queued      3: 2-4\n"), "{status}");
    // Where Slurm cannot be asked, the fourth may be at work.
    paper.write("bin/squeue", "#!/bin/sh\nexit 1\n");
    let status = paper.good("pasang cluster status c");
    assert!(status.contains("missing     2: 4-5\nfailed      2: 2-3 "), "{status}");
    // And once they are done, nothing is said any more. Nothing is left of their notes.
    paper.good("sed -i 's/^program=.*/program=pasang/' c/shard.sbatch");
    paper.good("for shard in 2 3 4 5; do plays c $shard; done");
    let status = paper.good("pasang cluster status c");
    assert!(status.starts_with("done        5: 1-5\nplayed "), "{status}");
    let logs: Vec<String> = fs::read_dir(paper.0.path("c/logs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with("shard-") || name.ends_with(".turn"))
        .collect();
    assert_eq!(logs, ["slurm-4.log"]);
    // A merge that fails is told, too.
    paper.good("mkdir c/results.part; chmod 0 c/results.part; mv c/shards/5 gone");
    assert_eq!(paper.shell("merges c").status, 2);
    let status = paper.good("pasang cluster status c");
    assert!(
        status.contains("merge       failed (exit status 2: see c/logs/merge.log)\n"),
        "{status}"
    );
}

/// Slurm calls each turn that another one follows an error, in the shard's log.
#[test]
fn another_turn_is_no_error() {
    let paper = Paper::new(Place::with(&PLAIN.replace("games = 40", "games = 100000000")));
    paper.good("pasang cluster slurm e.toml --shards 2 --out c --program pasang --time 100");
    paper.write("bin/state", "RUNNING\n");
    // What slurmstepd does to a job that is queued again.
    paper.good(
        "printf '#!/bin/bash\\necho \"$*\" >>\"$PAPER/asked\"\\n\
         echo \"slurmstepd: error: *** JOB 7 CANCELLED DUE TO JOB REQUEUE ***\" >&9\\n' >bin/scontrol",
    );
    // It has begun to play when it has a lock and, in a second, some games more.
    let turn = "export SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=2 SLURM_CPUS_PER_TASK=1; cd c; \
         bash shard.sbatch >>logs/shard-2.log 9>>logs/slurm-2.log 2>&9 & job=$!; \
         until [ -s logs/shard-2.turn ] && [ -s shards/2/games.csv ]; do sleep 0.05; done; \
         sleep 1; cat logs/shard-2.turn; kill -USR1 $job; wait $job";
    let ran = paper.shell(turn);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "shards/2: begun\n"), "{ran:?}");
    assert_eq!(paper.asked(), ["requeue 7_2"]);
    let log = paper.0.text("c/logs/shard-2.log");
    assert!(log.contains("stopped with "), "{log}");
    let last = "the time limit is near: shard 2 waits for another turn, and goes on by itself\n";
    assert!(log.ends_with(last), "{log}");
    assert!(!log.contains("error"), "{log}");
    let names: Vec<_> =
        fs::read_dir(paper.0.path("c/logs")).unwrap().map(|it| it.unwrap()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    // Somebody who cancels it finds it unfinished, and not failed.
    let ran = paper.shell(&turn.replace("-USR1", "-TERM"));
    assert_eq!(ran.status, 143, "{ran:?}");
    let status = paper.good("waits c; pasang cluster status c");
    assert!(status.contains("unfinished  1: 2 ("), "{status}");
    assert!(!status.contains("failed"), "{status}");
    // A limit that is too short for a single game is a failure.
    paper.write("bin/state", "RUNNING\n");
    paper.good("sed -i 's/^played() .*/played() { echo nothing new; }/' c/shard.sbatch");
    assert_eq!(paper.shell(turn).status, 143);
    let status = paper.good("pasang cluster status c");
    assert!(
        status.contains("(no game was finished in the time limit: give a longer --time with "),
        "{status}"
    );
}

/// What shards have cost is told from what each run wrote of itself, in whatever form.
#[test]
fn core_hours_are_told() {
    let paper = Paper::new(Place::with(PLAIN));
    paper.good("pasang cluster slurm e.toml --shards 2 --out c --program pasang");
    assert!(!paper.good("pasang cluster status c").contains("played"));
    paper.good("plays c 1; plays c 2; waits c");
    let info = |folder: &str, text: &str| paper.write(&format!("c/{folder}/run-info.json"), text);
    info("shards/1", r#"{"threads": 4, "seconds": 1800.0}"#);
    info("shards/2", r#"[{"threads": 1, "seconds": 3600}, {"threads": 2, "seconds": 900.0}]"#);
    let status = paper.good("pasang cluster status c");
    assert!(status.contains("played      about 3.5 core hours\n"), "{status}");
    let json: Value = serde_json::from_str(&paper.good("pasang cluster status c --json")).unwrap();
    assert_eq!(json["core_hours"], 3.5);
    // What cannot be read is nothing to complain of here.
    info("shards/1", "nonsense");
    assert!(paper.good("pasang cluster status c").contains("played      about 1.5 core hours\n"));
    // Merged results may tell it all when the shards are gone.
    paper.good("merges c; rm -r c/shards");
    info(
        "results",
        r#"{"runs": [{"threads": 4, "seconds": 1800.0}, {"threads": 1, "seconds": 5400}]}"#,
    );
    let status = paper.good("pasang cluster status c");
    assert!(status.contains("played      about 3.5 core hours\n"), "{status}");
}

/// `--mem lots` was written into the scripts, and so was a program that is not there.
#[test]
fn what_slurm_would_refuse_is_refused_before() {
    let place = Place::with(PLAIN);
    let refused = |words: &str, what: &str| {
        let ran = place.pasang(&format!("cluster slurm e.toml --shards 2 --out c {words}"));
        assert_eq!(ran.status, 2, "{words}: {ran:?}");
        assert!(ran.stderr.contains(what), "{words}: {}", ran.stderr);
        assert!(!place.has("c"));
    };
    for memory in ["lots", "1.5G", "5X", "G"] {
        refused(&format!("--mem {memory}"), "a whole number with `K`, `M`, `G` or `T`, as `500M`");
    }
    for time in ["soon", "0", "4:90", "04:90:00", "1-30", "UNLIMITED"] {
        refused(&format!("--time {time}"), "minutes and seconds go up to 59");
    }
    let help = "leave out --program to use this program where it is, or give the path";
    refused(
        "--program no-such-pasang",
        "--program no-such-pasang: there is no such program in PATH",
    );
    refused("--program no-such-pasang", help);
    refused("--program ./pasang", "--program ./pasang: there is no such file");
    refused("--program ./e.toml", "--program ./e.toml: it is no file that can be run");
    refused("--program /tmp/", "--program /tmp/: it is no file that can be run");
    // A path that is right here is right in the scripts, which run elsewhere.
    let link = place.path("my-pasang");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_pasang"), &link).unwrap();
    place.good("cluster slurm e.toml --shards 2 --out c --program ./my-pasang --mem 500M");
    let line = format!("\nprogram={}\n", link.display());
    assert!(place.text("c/shard.sbatch").contains(&line), "{line}");
    // More shards than a round has games were let pass, and less memory than bots want.
    place.write("r.toml", ROUNDS);
    let ran = place.pasang("cluster slurm r.toml --shards 31 --out r");
    assert!(ran.stderr.contains("--shards 31 is more than the 30 games of a round"), "{ran:?}");
    place.write("h.toml", PLAIN.replace("random", "search:depth=2,hash=300"));
    let ran = place.pasang("cluster slurm h.toml --shards 2 --out h --mem 1G --cpus 2");
    assert!(
        ran.stderr.contains("--mem 1G is too little for the bots' tables of 1200 MiB"),
        "{ran:?}"
    );
}
