//! The known patterns that the program carries, and the comparison of a new pattern with them.

use std::path::Path;
use std::sync::LazyLock;

use pasang_balance::joint::Condition;
use pasang_core::games::rules::preset;
use serde_json::{Value, json};

use crate::support::{Place, has};

/// Kept results of each game's presets, by class.
const KEPT: [&str; 2] = [
    "balance-levels balance-quick balance-club balance-strong balance-master balance-master-jump balance-quick-emas balance-club-emas balance-strong-emas",
    "balance-bell",
];

/// Answers `pasang balance` on kept folders, with pictures.
fn kept(names: &str) -> (Value, Place) {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/results");
    let folders = names.split(' ').map(|name| results.join(name).display().to_string());
    let (place, folders) = (Place::new(), folders.collect::<Vec<_>>().join(" "));
    (place.json(&format!("balance {folders} --json --svg pictures")), place)
}

static PRESETS: LazyLock<(Value, Place)> = LazyLock::new(|| kept(KEPT[0]));

/// The answer on all classes under slide and jump.
pub static STRENGTHS: LazyLock<(Value, Place)> =
    LazyLock::new(|| kept(KEPT[0].split(" balance-quick-emas").next().unwrap()));

/// The figures that the program carries are those of `pasang balance` on the kept crews' folders.
/// `PASANG_WRITE=1 cargo test known_patterns` rewrites them.
#[test]
fn known_patterns_are_those_of_the_kept_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut expected = String::new();
    for joint in [&PRESETS.0, &kept(KEPT[1]).0] {
        let rows = joint["balance"].as_array().unwrap();
        for row in rows.iter().filter(|row| preset(row["rules"].as_str().unwrap()).is_some()) {
            let text = |key: &str| row[key].as_str().unwrap();
            let figures = "score_low score_high unseen_low unseen_high value_low value_high score value \
                           within_5 within_10 above_even value_within_5 value_within_10 value_above_even";
            let of = |key: &str| format!("{:.6}", row[key].as_f64().unwrap());
            let figures: Vec<String> = figures.split(' ').map(of).collect();
            let is_own =
                |it: &&Value| ["setup", "class", "rules"].iter().all(|key| it[key] == row[key]);
            let moves = joint["openings"].as_array().unwrap().iter().filter(is_own);
            let moves = moves.filter(|it| it["best"].as_f64().unwrap() >= 0.01);
            let named = |it: &Value| {
                let [moved, reply] = ["move", "reply"].map(|key| it[key].as_str().unwrap());
                let [best, reply_best] =
                    ["best", "reply_best"].map(|key| it[key].as_f64().unwrap());
                format!("{moved}={best:.2}={reply}={reply_best:.2}")
            };
            let moves: Vec<String> = moves.map(named).collect();
            let labels =
                [text("rules"), &format!("crew:{}", text("class")), text("setup")].join(",");
            let said = ["size", "direction", "value_size", "value_direction"]
                .map(|key| row[key].as_str().unwrap_or("open"));
            let [figures, said] = [figures.join(","), said.join(",")];
            expected += &format!("{labels},{figures},{},{said}\n", moves.join(" "));
        }
    }
    let path = root.join("src/show/sections/known_patterns.csv");
    if std::env::var_os("PASANG_WRITE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert!(expected.lines().count() >= 35 * 2);
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}

/// The means that predictions for a pattern of one's own start from are those of the kept classes.
#[test]
fn known_means_are_those_of_the_kept_results() {
    let classes = PRESETS.0["classes"].as_array().unwrap();
    for line in classes {
        let rules = preset(line["rules"].as_str().unwrap()).unwrap();
        let class = line["class"].as_str().unwrap();
        // Too few games of this class to predict it.
        let Some(known) = Condition::known_mean(class, &rules) else {
            assert_eq!(class, "master");
            continue;
        };
        let [mean, low, high] =
            ["mean", "low", "high"].map(|key| line["score"][key].as_f64().unwrap());
        assert!(
            (known.mean - mean).abs() < 1e-4 && (known.sd - (high - low) / 3.92).abs() < 1e-3,
            "{line}"
        );
    }
    assert_eq!(classes.len(), 14);
}

/// The answers' sentence on the crew `master` is what its games say with those of the other classes.
#[test]
fn the_strongest_crew_has_the_score_that_the_answers_tell() {
    let classes = STRENGTHS.0["classes"].as_array().unwrap();
    let score = &classes.iter().find(|line| line["class"] == "master").unwrap()["score"];
    let [mean, low, high] =
        ["mean", "low", "high"].map(|key| format!("{:.1}", 100.0 * score[key].as_f64().unwrap()));
    let said =
        include_str!("../../docs/answers.md").split_whitespace().collect::<Vec<_>>().join(" ");
    has(&said, &format!("| master | {mean} ({low} to {high})"));
}

const KNOWN: &str =
    "Is catalogue-18 fair under brunei-slide? No: the second player's, by more than 10 percentage";

/// A known pattern is answered at once under any of its names, by all crews that played it; other
/// options play games.
#[test]
fn a_known_pattern_is_answered_at_once() {
    let place = Place::new();
    let said = place.good("run --setup catalogue-18");
    has(&said, KNOWN);
    for level in ["beginner", "quick", "strong"] {
        has(&said, &format!("\n{level} "));
    }
    has(&said, "plays new games");
    assert!(!place.has("results"));
    for twin in ["mirror:catalogue-18", "bell-chequer"] {
        has(&place.good(&format!("run --setup {twin} --rules brunei-jump")), "\nquick ");
    }
    // A file is known by its stones; in the mirror image the other column is the best.
    let file = place.good("setups show mirror:catalogue-25");
    let rows: Vec<&str> =
        file.lines().filter(|line| line.split_whitespace().count() == 12).collect();
    place.write("mine.txt", rows.join("\n"));
    let best = |said: &str| said.split("probability: ").nth(1).unwrap()[..1].to_owned();
    let own = place.good("run --setup catalogue-25");
    for image in ["mirror:catalogue-25", "mine.txt"] {
        let said = place.good(&format!("run --setup {image}"));
        has(&said.replace('\n', " "), "mirror image of catalogue-25 and catalogue-36.");
        assert_eq!([best(&own), best(&said)], ["d", "h"]);
    }
    let told = place.pasang("run --setup catalogue-18 --out new --games 480 --shard 1/60").stderr;
    assert!(!told.contains("known results"), "{told}");
    let told = place.pasang("run --setup catalogue-18 --json --out same --shard 1/60");
    has(&told.stderr, &format!("known results of more games: {KNOWN}"));
    // The same as data, without a game, by the names of `balance.csv`.
    let data = place.json("run --setup catalogue-18 --json");
    assert!(!place.has("results") && data.as_object().unwrap().len() == 1, "{data}");
    let played: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!(played["known"], data["known"]);
    let few = "seed = 1\ngames = 60\nsetups = [\"catalogue-18\"]\nrules = [\"brunei-slide\"]\nbots = [\"crew:beginner\"]\n";
    place.write("few.toml", few);
    let said = place.good("run few.toml --out own");
    has(&said, "Of the 34 other known patterns 34 came out nearer to even.");
    let table = place.text("own/balance.csv");
    let is_beginner = |row: &&Value| row["bots"] == "crew:beginner";
    let row = data["known"].as_array().unwrap().iter().find(is_beginner).unwrap();
    let row = row.as_object().unwrap();
    let unknown = ["cell", "games", "alone", "alone_low", "alone_high", "first_move"];
    let columns = table.lines().next().unwrap().split(',');
    let mut columns = columns.filter(|column| !unknown.contains(column)).chain(["best"]);
    assert!(columns.all(|column| row.contains_key(column)), "{row:?}");
    assert_eq!((&row["size"], &row["direction"]), (&json!("beyond 10"), &json!("second")));
}

/// A pattern of one's own is answered for all levels: three play, the others are predicted where the
/// rules have known means, and are left out where they have none.
#[test]
fn a_pattern_of_ones_own_is_answered_for_all_levels() {
    let place = Place::new();
    place.write("mine.txt", place.good("setups generate --symmetry full --seed 7"));
    let asked = "run --setup mine.txt --shard 1/20 --quiet";
    let said = place.good(&format!("{asked} --out slide"));
    has(&said, "Is generated-full-7-1 fair under brunei-slide? ");
    has(&said, "*: predicted from the games of the others.");
    let levels = ["beginner *", "easy *", "medium", "quick", "club", "strong *"];
    assert!(levels.iter().all(|level| said.contains(&format!("\n{level} "))), "{said}");
    assert!(said.trim_end().lines().count() <= 20, "{said}");
    let told = place.json(&format!("{asked} --out slide --json"));
    let rows = told["joint"]["balance"].as_array().unwrap();
    let of = |key: &str| rows.iter().map(|row| row[key].clone()).collect::<Vec<Value>>();
    assert_eq!(of("class"), ["beginner", "easy", "medium", "quick", "club", "strong"]);
    assert_eq!(of("games"), [0, 0, 12, 12, 12, 0]);
    assert!(rows[0]["alone"].is_null() && rows[2]["alone"].is_number(), "{rows:?}");
    let said = place.good(&format!("{asked} --set stuck=score-decides --out stuck"));
    has(&said, "\nmedium ");
    assert!(!said.contains("predicted") && !said.contains("strong"), "{said}");
    // One crew alone is answered as one class.
    has(&place.good("run --setup mine.txt --bots crew:quick --shard 1/40 -q"), "openings  first");
}
