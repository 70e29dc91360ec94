//! Shards: the files that they leave, and their numbers in schedulers. `tests/slurm/run.sh` runs the
//! recipe of docs/slurm.sh under Slurm.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Place, assert_same, has};
use pasang::experiment::Shard;

const PLAIN: &str = r#"
title = "Two setups"
seed = 3
games = 40
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide"]
bots = ["random"]
"#;

/// Regression: tables and a report for each shard took forty times the space of its games.
#[test]
fn a_shard_writes_what_a_merge_reads_and_no_tables() {
    let expected = ["experiment.toml", "games.csv", "manifest.json"].map(str::to_owned).into();
    let place = Place::with(PLAIN);
    place.good("run e.toml --out whole");
    for part in 1..=3 {
        let ran = place.pasang(&format!("run e.toml --shard {part}/3 --out s{part}"));
        assert_eq!(ran.status, 0, "{ran:?}");
        // The shard's summary is printed, without a link to a report.
        assert!(ran.stdout.contains("catalogue-01"), "{ran:?}");
        assert_eq!(ran.stderr, format!("results are in s{part}\n"));
        // It has its part of every cell.
        let [own, all] = [format!("s{part}"), "whole".to_owned()]
            .map(|it| place.table(&format!("{it}/games.csv")));
        let number = |row: &BTreeMap<&str, &str>, column| row[column].parse::<u64>().unwrap();
        let is_own =
            |row: &&BTreeMap<_, _>| (number(row, "index") + number(row, "cell")) % 3 == part - 1;
        assert!(own.iter().eq(all.iter().filter(is_own)), "{part}");
        let names: Vec<String> = place.files(&format!("s{part}")).into_keys().collect();
        assert_eq!(BTreeSet::from_iter(names), expected);
        let verified = place.good(&format!("verify s{part}"));
        assert!(verified.starts_with("experiment.toml, games.csv: digests agree\n"));
    }
    // `report` writes the tables of a shard on request, and `verify` then checks them.
    place.good("report s2");
    let tables = ["branching.csv", "cells.csv", "openings.csv", "report.html"];
    assert!(tables.iter().all(|name| place.has(&format!("s2/{name}"))));
    let verified = place.good("verify s2");
    assert!(verified.contains("cells.csv, "), "{verified}");
    assert!(verified.contains("report.html: recomputed, all equal\n"), "{verified}");
    let cells = place.text("s2/cells.csv");
    place.write("s2/cells.csv", cells.replacen("random", "greedy", 1));
    has(
        &place.differs("s2").stdout,
        "cells.csv line 2: it is not what this program makes of the games",
    );
    // The merge ignores them.
    place.good("merge s1 s2 s3 --out merged");
    assert_same(&place.files("merged"), &place.files("whole"), "three shards");
    place.good("verify merged");
    // The files that prove a shard are required all the same.
    let manifest = place.text("s1/manifest.json");
    let line = manifest.lines().find(|line| line.contains("\"experiment.toml\":")).unwrap();
    place.write("s1/manifest.json", manifest.replace(&format!("{line}\n"), ""));
    has(&place.differs("s1").stdout, "it has no digest of experiment.toml");
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
    assert_eq!("2/5".parse(), Ok(Shard { part: 2, of: 5 }));
    for text in ["0/0", "6/5", "1/0", "1", "a/b", "1/5/2", "-1/5", "1/1000001"] {
        assert_eq!(place.pasang(&format!("run e.toml --shard={text} --out none")).status, 2);
    }
}
