//! Adaptive experiments: the same bytes for any way of running them, and verifiable decisions.

use crate::support::{Files, Place, assert_same, has, table};

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

/// Maximin values of three of them, one its own mirror image, to a given precision.
const CHOICE: &str = r#"title = "Is it fair when both choose?"
seed = 5
setups = ["catalogue-01", "catalogue-18", "catalogue-13"]
rules = ["brunei-slide"]
bots = ["greedy"]

[choice]
width = 0.28
batch = 200
max-games = 1400
"#;

/// Creates a place where the experiment was run without interruption, into `whole`.
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
    [FIND, CHOICE].into_iter().for_each(no_byte_changes);
}

fn no_byte_changes(experiment: &str) {
    let (place, whole) = played(experiment);
    place.good("run e.toml --out other --threads 3");
    assert_same(&place.files("other"), &whole, "three threads");
    // Some cells stop before others; otherwise nothing is tested here.
    let rows = table(text(&whole, "cells.csv"));
    let games: Vec<u64> = rows.iter().map(|row| row["games"].parse().unwrap()).collect();
    assert!(games.iter().min() < games.iter().max(), "{games:?}");

    // Any prefix of the journal: cut within a line, after one, or at the end of a round.
    place.copy("whole", "begun");
    place.unfinish("begun");
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

/// Later games depend on earlier ones, so a shard cannot know its part.
#[test]
fn shards_are_refused() {
    for (experiment, key) in [(FIND, "find"), (CHOICE, "choice")] {
        let place = Place::with(experiment);
        let ran = place.pasang("run e.toml --out x --shard 1/2");
        assert_eq!(ran.status, 2, "{ran:?}");
        let why = format!(" with `[{key}]`: which games are played depends on earlier ones");
        has(&ran.stderr, &why);
        assert!(!place.has("x"));
    }
}

#[test]
fn decisions_are_proved() {
    are_proved(FIND, "find.csv", ("out", "close"));
    are_proved(CHOICE, "choice.csv", ("undecided", "first"));
}

fn are_proved(experiment: &str, name: &str, (found, forged): (&str, &str)) {
    let (place, whole) = played(experiment);
    let said = place.good("verify whole");
    let tables = format!("cells.csv, seats.csv, openings.csv, branching.csv, {name}");
    has(&said, &format!("{tables}, datapackage.json, report.html: recomputed"));
    assert!(said.contains(" rounds: decided anew, each as it was played\n"), "{said}");
    // A changed decision is detected, even with a matching manifest.
    let changed = text(&whole, name).replacen(found, forged, 1);
    assert_ne!(changed, text(&whole, name));
    place.copy("whole", "changed");
    place.write(&format!("changed/{name}"), &changed);
    has(&place.differs("changed").stdout, &format!("DIFFERS {name}: its digest"));
    let digest = |file: &str| place.shell(&format!("sha256sum {file}")).stdout[..64].to_owned();
    let (old, new) = (digest(&format!("whole/{name}")), digest(&format!("changed/{name}")));
    let manifest = text(&whole, "manifest.json").replace(&old, &new);
    place.write("changed/manifest.json", manifest);
    has(&place.differs("changed").stdout, &format!("DIFFERS {name} line"));
    // `report` writes it again.
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
    // The other commands accept such folders too.
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
    // A journal with a different allocation of games does not belong to this experiment.
    let swapped: Vec<&str> = text(&whole, "games.csv").lines().collect();
    let shortened =
        swapped[..swapped.len() - 2].join("\n") + "\n" + swapped[swapped.len() - 1] + "\n";
    place.write("changed/games.csv", shortened);
    place.differs("changed");
}

/// Raising the number of games only adds rounds: finished folders, and interrupted ones, are
/// extended.
#[test]
fn more_games_are_only_added() {
    only_adds(FIND, "find.csv");
    only_adds(CHOICE, "choice.csv");
}

fn only_adds(longer: &str, name: &str) {
    let most = "1400";
    let (place, whole) = played(longer);
    let shorter = longer.replace(most, "400");
    place.write("e.toml", &shorter);
    place.good("run e.toml --out short");
    assert!(place.text(&format!("short/{name}")).contains("max-games"));
    place.copy("short", "stopped");
    place.unfinish("stopped");
    let journal = place.text("short/games.csv");
    let rows: Vec<&str> = journal.split_inclusive('\n').collect();
    place.write("stopped/games.csv", rows[..rows.len() - 77].concat());
    place.write("e.toml", longer);
    for folder in ["short", "stopped"] {
        place.good(&format!("run e.toml --out {folder}"));
        assert_same(&place.files(folder), &whole, folder);
    }
    // Lowering it is refused.
    place.write("e.toml", &shorter);
    let ran = place.pasang("run e.toml --out short");
    assert_eq!(ran.status, 2);
    has(&ran.stderr, &format!("`max-games` = {most}, and here it is 400"));
}

/// The starter always loses on this pattern between greedy bots: all matches have the same result,
/// and the interval still has a width. Wilson's interval for no win in 40 ends at z^2 / (40 + z^2).
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
