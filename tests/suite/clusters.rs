//! Shards: what they leave behind, what they are foretold to have, and what schedulers call them. A real
//! Slurm runs the script of `pasang cluster slurm` in `tests/slurm/run.sh`.

use std::collections::BTreeSet;

use crate::support::{Place, assert_same};
use serde_json::Value;

const PLAIN: &str = r#"
title = "Two setups"
seed = 3
games = 40
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide"]
bots = ["random"]
"#;

/// Tables and a report for each shard were forty times the games that they were made of.
#[test]
fn a_shard_writes_what_a_merge_reads_and_no_tables() {
    let expected = ["experiment.toml", "games.csv", "manifest.json"].map(str::to_owned).into();
    let place = Place::with(PLAIN);
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
        assert!(verified.starts_with("experiment.toml, games.csv: digests agree\n"));
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

/// What `--json` says of a plan.
fn plan(place: &Place, words: &str) -> Value {
    serde_json::from_str(&place.good(&format!("plan e.toml --threads 1 --json {words}"))).unwrap()
}

#[test]
fn a_shard_is_foretold_the_games_that_it_has() {
    let rows = |place: &Place, folder: &str| {
        place.text(&format!("{folder}/games.csv")).lines().count() as u64 - 1
    };
    let place = Place::with(PLAIN);
    let foretold = plan(&place, "--shards 3");
    place.good("run e.toml --shard 1/3 --out s");
    assert_eq!(foretold["shard"]["games"], rows(&place, "s"));
    // Of two shards neither has games of both cells.
    let cells = foretold["cells"].as_u64().unwrap();
    let told = |words: &str| place.good(words).contains("shards each has games of all");
    let words = "plan e.toml --shards";
    assert!(told(&format!("{words} {cells}")) && !told(&format!("{words} {}", cells + 1)));
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
    let hours = by_four["shard"]["core_hours"].as_f64().unwrap();
    assert!((hours - by_four["seconds"].as_f64().unwrap() / 900.0).abs() < 1e-9 * hours);
    let said = place.good("plan e.toml --threads 1 --shards 100");
    let line = said.lines().find(|line| line.starts_with("shard     one of 100: ")).unwrap();
    assert!(line.contains("; in all about ") && line.ends_with(" core hours"), "{line}");
}

/// Some schedulers count tasks from 0.
#[test]
fn shard_0_is_the_last_one() {
    let place = Place::with(PLAIN);
    for part in 0..3 {
        place.good(&format!("run e.toml --shard {part}/3 --out s{part}"));
    }
    place.good("run e.toml --shard 3/3 --out last");
    assert_same(&place.files("s0"), &place.files("last"), "0/3 and 3/3");
    place.good("run e.toml --out whole");
    place.good("merge s0 s1 s2 --out merged");
    assert_same(&place.files("merged"), &place.files("whole"), "three shards");
    assert_eq!(place.pasang("run e.toml --shard 0/0 --out none").status, 2);
}
