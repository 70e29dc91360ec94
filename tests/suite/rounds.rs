//! Experiments whose next games depend on results: the same bytes however they are played, and
//! decisions that can be proved.

use crate::support::{Files, Place, assert_same, table};

/// Two contests between four setups.
const FIND: &str = r#"title = "Which is the most balanced?"
seed = 5
setups = ["catalogue-01", "catalogue-02", "catalogue-03", "catalogue-13"]
rules = ["brunei-slide", "pasang-emas"]
bots = ["greedy"]

[find]
target = "most-balanced"
within = 0.05
batch = 200
max-games = 1400
"#;

/// A place where the experiment has been played without a stop, into `whole`.
fn played(experiment: &str) -> (Place, Files) {
    let place = Place::with(experiment);
    place.good("run e.toml --out whole --threads 2");
    let files = place.files("whole");
    (place, files)
}

fn text<'f>(files: &'f Files, name: &str) -> &'f str {
    std::str::from_utf8(&files[name]).unwrap()
}

#[test]
fn threads_and_stops_change_no_byte() {
    let (place, whole) = played(FIND);
    place.good("run e.toml --out other --threads 3");
    assert_same(&place.files("other"), &whole, "three threads");
    // Some cells stopped before others, or nothing was tried here.
    let rows = table(text(&whole, "cells.csv"));
    let games: Vec<u64> = rows.iter().map(|row| row["games"].parse().unwrap()).collect();
    assert!(games.iter().min() < games.iter().max(), "{games:?}");

    // Any prefix of the journal, cut within a line, behind one, or at the end of a round.
    place.good("run e.toml --out begun --round 1");
    let journal = &whole["games.csv"];
    let line_ends: Vec<usize> =
        (0..journal.len()).filter(|&at| journal[at] == b'\n').map(|at| at + 1).collect();
    let round = 200 * rows.len();
    let cuts = [
        0,
        10,
        line_ends[0],
        line_ends[1] + 5,
        line_ends[round.min(line_ends.len() - 1)],
        line_ends[round + 1],
        line_ends[line_ends.len() / 2] + 1,
        line_ends[line_ends.len() - 2],
        journal.len() - 1,
        journal.len(),
    ];
    for (number, cut) in cuts.into_iter().enumerate() {
        let name = format!("cut-{number}");
        place.copy("begun", &name);
        place.write(&format!("{name}/games.csv"), &journal[..cut]);
        place.good(&format!("run e.toml --out {name}"));
        assert_same(&place.files(&name), &whole, &format!("cut at {cut}"));
    }
}

#[test]
fn rounds_and_shards_merge_into_the_bytes_of_one_machine() {
    let (place, whole) = played(FIND);
    for of in [1, 3] {
        let base = format!("merged-{of}");
        let one = format!("one-{of}");
        let mut round = 0;
        loop {
            round += 1;
            let after = if round == 1 { String::new() } else { format!("--after {base}") };
            let mut shards = Vec::new();
            for part in 1..=of {
                let out = format!("shard-{of}-{round}-{part}");
                let shard = format!("--round {round} --shard {part}/{of} {after}");
                // One machine alone needs no --shard; with --after it plays the round by itself.
                if of > 1 || round > 1 {
                    place.good(&format!("run e.toml --out {out} {shard}"));
                    place.good(&format!("verify {out}"));
                    shards.push(out);
                }
            }
            if shards.is_empty() {
                place.good(&format!("run e.toml --out {base} --round {round}"));
            } else {
                shards.reverse();
                place.good(&format!("merge {} --out {base}", shards.join(" ")));
            }
            place.good(&format!("run e.toml --out {one} --round {round} --threads 1"));
            assert_same(&place.files(&base), &place.files(&one), &format!("round {round}"));
            place.good(&format!("verify {base}"));
            if place.text(&format!("{base}/manifest.json")).contains("\"finished\": true") {
                break;
            }
        }
        assert!(round > 3, "{round}");
        assert_same(&place.files(&base), &whole, "all rounds");
        // There is nothing behind the last round.
        let more = round + 1;
        let ran =
            place.pasang(&format!("run e.toml --out x --round {more} --shard 1/2 --after {base}"));
        let expected =
            format!("error: there is no round {more}: all is decided after round {round}\n");
        assert_eq!((ran.status, ran.stderr), (2, expected));
    }
    // A merge that is given again, or that broke off, ends with the same bytes.
    place.good("run e.toml --out again --round 1");
    for part in 1..=3 {
        place.good(&format!(
            "run e.toml --out again-{part} --round 2 --shard {part}/3 --after again"
        ));
    }
    let shards = "again-1 again-2 again-3";
    place.good(&format!("merge {shards} --out again"));
    let merged = place.files("again");
    place.good(&format!("merge {shards} --out again"));
    assert_same(&place.files("again"), &merged, "merged twice");
    let journal = &merged["games.csv"];
    place.write("again/games.csv", &journal[..journal.len() - 1000]);
    place.good(&format!("merge {shards} --out again"));
    assert_same(&place.files("again"), &merged, "after a merge that broke off");
}

#[test]
fn what_cannot_be_is_refused() {
    let (place, _) = played(FIND);
    place.good("run e.toml --out base --round 1");
    for part in 1..=2 {
        place.good(&format!("run e.toml --out s{part} --round 2 --shard {part}/2 --after base"));
    }
    let other = FIND.replace("seed = 5", "seed = 7");
    place.write("other.toml", other);
    place.good("run other.toml --out other --round 1");
    place.write(
        "plain.toml",
        FIND.split("[find]").next().unwrap().replace("seed", "games = 5\nseed"),
    );
    for (words, expected) in [
        (
            "run e.toml --out x --shard 1/2",
            "`--shard` alone: the games of this experiment depend on the results of earlier ones",
        ),
        ("run plain.toml --out x --round 1", "`--round` without `[find]`"),
        (
            "run e.toml --out x --round 2 --shard 1/2",
            "round 2 depends on those before it: name the folder that has them, as --after DIR",
        ),
        (
            "run e.toml --out x --round 3 --shard 1/2 --after base",
            "`base` has 1 whole rounds: round 3 cannot be played yet",
        ),
        (
            "run e.toml --out x --round 2 --shard 1/2 --after other",
            "`other` holds another experiment: `seed` is 7 there and 5 here",
        ),
        (
            "run e.toml --out s1 --round 2 --shard 2/2 --after base",
            "`s1` holds shard 1/2 of round 2",
        ),
        ("merge s1 --out base", "missing: 2/2"),
        ("merge s1 s2 --out empty", "`empty` is empty: shards of round 2"),
        ("merge s1 s2 --out other", "`other` holds another experiment"),
        ("merge s1 s2 --out whole", "`whole` is finished"),
    ] {
        let ran = place.pasang(words);
        assert_eq!(ran.status, 2, "{words}\n{ran:?}");
        assert!(ran.stderr.contains(expected), "{words}\n{}", ran.stderr);
    }
    // What the manifest of a shard says of its round must be a round of the experiment.
    let manifest = place.text("s1/manifest.json");
    let cells = &manifest[manifest.find("\"cells\"").unwrap()..];
    let first = cells[..cells.find("200").unwrap() + 3].to_owned();
    for (from, to) in [
        ("\"number\": 2", "\"number\": 3".to_owned()),
        ("\"number\": 2", "\"number\": 0".to_owned()),
        ("\"number\": 2", format!("\"number\": {}", u64::MAX)),
        ("\"batch\": 200", "\"batch\": 0".to_owned()),
        (&first, first.replace("200", "400")),
        (&first, first.replacen('0', "8", 1)),
    ] {
        assert!(manifest.contains(from), "{from}");
        place.write("s1/manifest.json", manifest.replacen(from, &to, 1));
        let ran = place.pasang("verify s1");
        let told = "DIFFERS manifest.json: `round` is none of this experiment\n";
        assert_eq!(ran.status, 3, "{to}: {ran:?}");
        assert!(ran.stdout.contains(told), "{to}: {ran:?}");
    }
    place.write("s1/manifest.json", manifest);
    // Refused merges have changed nothing.
    place.good("verify base");
    place.good("merge s1 s2 --out base");
}

#[test]
fn decisions_are_proved() {
    let name = "find.csv";
    let (place, whole) = played(FIND);
    let said = place.good("verify whole");
    assert!(
        said.contains(&format!(
            "cells.csv, openings.csv, branching.csv, {name}, datapackage.json, report.html: recomputed"
        )),
        "{said}"
    );
    assert!(said.contains(" rounds: decided anew, each as it was played\n"), "{said}");
    // A changed decision differs, even where the manifest was made to agree with it.
    let changed = text(&whole, name).replacen("out", "close", 1);
    assert_ne!(changed, text(&whole, name));
    place.copy("whole", "changed");
    place.write(&format!("changed/{name}"), &changed);
    let ran = place.pasang("verify changed");
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.contains(&format!("DIFFERS {name}: its digest")), "{}", ran.stdout);
    let digest = |file: &str| place.shell(&format!("sha256sum {file}")).stdout[..64].to_owned();
    let (old, new) = (digest(&format!("whole/{name}")), digest(&format!("changed/{name}")));
    let manifest = text(&whole, "manifest.json").replace(&old, &new);
    place.write("changed/manifest.json", manifest);
    let ran = place.pasang("verify changed");
    assert_eq!(ran.status, 3);
    assert!(ran.stdout.contains(&format!("DIFFERS {name} line")), "{}", ran.stdout);
    // The report makes it anew.
    place.copy("whole", "report");
    place.remove(&format!("report/{name}"));
    let report = place.good("report report");
    assert_same(&place.files("report"), &whole, "report");
    assert_eq!(report, place.good("run e.toml --out whole"));
    let json: serde_json::Value =
        serde_json::from_str(&place.good("report report --json")).unwrap();
    assert_eq!(json["decisions"].as_array().unwrap().len(), table(text(&whole, name)).len());
    // Without the journal all rounds are played and decided again.
    place.copy("whole", "slim");
    place.remove("slim/games.csv");
    let said = place.good("verify slim");
    assert!(said.contains("played again: the journal has the manifest's digest"), "{said}");
    // The other commands know such folders too.
    let numbers: Vec<&str> = text(&whole, "games.csv")
        .lines()
        .skip(1)
        .map(|line| line.split(',').next().unwrap())
        .collect();
    let last = numbers.last().unwrap();
    let shown = place.good(&format!("replay whole {last}"));
    assert!(shown.starts_with(&format!("game {last}: ")), "{shown}");
    assert_eq!(shown, place.good(&format!("replay slim {last}")));
    place.good("compare whole report");
    place.good("plan e.toml");
    // A journal whose games were chosen otherwise is none of this experiment's.
    let swapped: Vec<&str> = text(&whole, "games.csv").lines().collect();
    let shortened =
        swapped[..swapped.len() - 2].join("\n") + "\n" + swapped[swapped.len() - 1] + "\n";
    place.write("changed/games.csv", shortened);
    assert_eq!(place.pasang("verify changed").status, 3);
}

/// With more games only rounds are added: folders that were finished, or stopped anywhere, can be
/// gone on with.
#[test]
fn more_games_are_only_added() {
    let (longer, most) = (FIND, "1400");
    let (place, whole) = played(longer);
    let shorter = longer.replace(most, "400");
    place.write("e.toml", &shorter);
    place.good("run e.toml --out short");
    assert!(place.text("short/find.csv").contains("max-games"));
    place.good("run e.toml --out stopped --round 2");
    place.write("e.toml", longer);
    for folder in ["short", "stopped"] {
        place.good(&format!("run e.toml --out {folder}"));
        assert_same(&place.files(folder), &whole, folder);
    }
    // Back is no way.
    place.write("e.toml", &shorter);
    let ran = place.pasang("run e.toml --out short");
    assert_eq!(ran.status, 2);
    let expected = format!("`max-games` = {most}, and here it is 400");
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
}

/// Who starts always loses on this pattern between greedy bots: no match differs from another in
/// what it comes to, and still a number of them says only so much. Wilson's interval for 40 of which
/// none is won ends at z^2 / (40 + z^2).
#[test]
fn rounds_without_spread_have_an_interval() {
    let place = Place::with(
        "seed = 1\ngames = 40\nrounds = 2\nnext-start = \"alternate\"\n\
         setups = [\"catalogue-19\"]\nrules = [\"brunei-slide\"]\nbots = [\"greedy\"]\n",
    );
    place.good("run e.toml --out out");
    let rounds = place.text("out/rounds.csv");
    let all = &table(&rounds)[2];
    assert_eq!((all["round"], all["starter_score"]), ("", "0.000000"), "{rounds}");
    assert_eq!((all["starter_score_low"], all["starter_score_high"]), ("0.000000", "0.087622"));
    assert_eq!(all["first_score"], "0.500000");
    let ends = (all["first_score_low"], all["first_score_high"]);
    assert_eq!(
        (ends, all["interval_method"]),
        (("0.351995", "0.648005"), "wilson-95 over matches")
    );
}
