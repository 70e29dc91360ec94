//! The known patterns that the program carries, and the comparison of a new pattern with them.

use std::collections::BTreeMap;
use std::path::Path;

use pasang_core::games::rules::preset;
use serde_json::{Value, json};

use crate::support::{Place, has, table};

/// The figures that the program carries are those of the kept crews.
/// `PASANG_WRITE=1 cargo test known_patterns` rewrites them.
#[test]
fn known_patterns_are_those_of_the_kept_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = root.join("experiments/results");
    let names = std::fs::read_dir(&kept).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("balance-")).collect();
    // The one plays the common rules once more, for comparison with others; the other has crews of
    // weak players, who say little of a pattern.
    names.retain(|name| name != "balance-toggles" && name != "balance-levels");
    names.sort();
    let mut expected = String::new();
    for name in names {
        let read = |table: &str| std::fs::read_to_string(kept.join(&name).join(table)).unwrap();
        let (balance, columns) = (read("balance.csv"), read("columns.csv"));
        let mut best: BTreeMap<&str, Vec<(f64, &str)>> = BTreeMap::new();
        for row in table(&columns).iter().filter(|row| row["side"] == "first") {
            best.entry(row["cell"]).or_default().push((row["best"].parse().unwrap(), row["move"]));
        }
        for row in table(&balance).iter().filter(|row| preset(row["rules"]).is_some()) {
            let figures = "score_low score_high unseen_low unseen_high value_low value_high score value \
                 within_5 within_10 value_within_5 value_within_10";
            let figures =
                figures.split(' ').map(|key| format!("{:.4}", row[key].parse::<f64>().unwrap()));
            let figures: Vec<String> = figures.collect();
            let best = best.get_mut(row["cell"]).unwrap();
            best.sort_by(|one, other| other.0.total_cmp(&one.0));
            let told = best.iter().filter(|(chance, _)| *chance >= 0.01);
            let told: Vec<String> =
                told.map(|(chance, word)| format!("{word}={chance:.2}")).collect();
            let labels = [row["rules"], row["bots"], row["setup"], row["verdict"]].join(",");
            expected += &format!("{labels},{},{}\n", figures.join(","), told.join(" "));
        }
    }
    let path = root.join("src/report/sections/known_patterns.csv");
    if std::env::var_os("PASANG_WRITE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert!(expected.lines().count() >= 35 * 2);
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}

/// A known pattern is answered at once under any of its names, by all crews that played it; other
/// options play games.
#[test]
fn a_known_pattern_is_answered_at_once() {
    let place = Place::new();
    let said = place.good("run --setup catalogue-18");
    has(&said, "Is catalogue-18 fair under brunei-slide? No: the second player is favoured.");
    has(&said, "\ncrew:quick ");
    has(&said, "plays new games");
    assert!(!place.has("results"));
    for twin in ["mirror:catalogue-18", "bell-chequer"] {
        has(&place.good(&format!("run --setup {twin} --rules brunei-jump")), "\ncrew:quick ");
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
        has(&said, "mirror image of catalogue-25 and catalogue-36.");
        assert_eq!([best(&own), best(&said)], ["d", "h"]);
    }
    let told = place.pasang("run --setup catalogue-18 --out new --games 480 --shard 1/60").stderr;
    assert!(!told.contains("known results"), "{told}");
    let known = "Is catalogue-18 fair under brunei-slide? No: the second player is favoured.";
    let told = place.pasang("run --setup catalogue-18 --json --out same --shard 1/60");
    has(&told.stderr, &format!("known results of more games: {known}"));
    // The same as data, without a game, by the names of `balance.csv`.
    let data = place.json("run --setup catalogue-18 --json");
    assert!(!place.has("results") && data.as_object().unwrap().len() == 1, "{data}");
    let played: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!(played["known"], data["known"]);
    let said = place.good("run --setup catalogue-18 --bots crew:quick");
    has(&said, "Of the 34 other known patterns 34 came out nearer to even.");
    let table = place.text("results/catalogue-18-crew-quick/balance.csv");
    let row = data["known"][0].as_object().unwrap();
    let unknown = ["cell", "games", "score_joint_low", "score_joint_high"];
    let columns = table.lines().next().unwrap().split(',');
    let mut columns = columns.filter(|column| !unknown.contains(column)).chain(["best"]);
    assert!(columns.all(|column| row.contains_key(column)), "{row:?}");
    assert_eq!((&row["bots"], &row["verdict"]), (&json!("crew:quick"), &json!("second")));
}
