//! Shards on a cluster: what they leave behind, what they are foretold to have, and what became of
//! them. What Slurm would do is done by hand; a real one runs the scripts in `tests/slurm/run.sh`.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Place, assert_same};

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
        let place = Place::with(experiment);
        place.good("run e.toml --out whole");
        for part in 1..=3 {
            let ran = place.pasang(&format!("run e.toml --shard {part}/3 --out s{part}"));
            assert_eq!(ran.status, 0, "{ran:?}");
            // The summary of the part is still told; a report that is not there is not.
            assert!(ran.stdout.contains("catalogue-01"), "{ran:?}");
            assert_eq!(ran.stderr, format!("results are in s{part}\n"));
            let names: Vec<String> = place.files(&format!("s{part}")).into_keys().collect();
            assert_eq!(names, ["experiment.toml", truth, "manifest.json"]);
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
