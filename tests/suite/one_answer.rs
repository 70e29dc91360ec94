//! One question has one answer: terminal, report, JSON, tables and pictures of one folder say the same.

use serde_json::Value;

use crate::support::{Place, has};

const EXPERIMENT: &str = r#"
seed = 4
setups = ["catalogue-05", "catalogue-18"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["crew:plain"]
[crew.plain]
members = ["greedy", "random"]
"#;
const ASKED: &str = "e.toml --out out";

/// Returns the text of a page or picture, without tags, in single blanks.
fn text(page: &str) -> String {
    let parts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let words: Vec<&str> = parts.flat_map(str::split_whitespace).collect();
    words.join(" ").replace("&#39;", "'")
}

fn percent(share: &Value) -> String {
    format!("{:.1}", 100.0 * share.as_f64().unwrap())
}

fn signed(share: &Value) -> String {
    format!("{:+.1}", 100.0 * share.as_f64().unwrap())
}

/// Says both statements as the terminal does.
fn shown(row: &Value) -> String {
    let words = [&row["size"], &row["direction"]].into_iter().filter_map(Value::as_str);
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_pattern_is_as_even_wherever_one_asks() {
    let place = Place::with(EXPERIMENT);
    let terminal = text(&place.good(&format!("run {ASKED}")));
    let all = place.json(&format!("run {ASKED} --json"));
    let balance = place.json("balance out --json");
    place.good("balance out --out table --svg pictures");
    let report = text(&place.text("out/report.html"));
    let figures = [
        "score",
        "score_low",
        "score_high",
        "value",
        "value_low",
        "value_high",
        "within_5",
        "within_10",
    ];
    let [kept, made, cells] =
        ["out/balance.csv", "table/balance.csv", "out/cells.csv"].map(|name| place.table(name));
    for row in all["balance"].as_array().unwrap() {
        let is_own = |other: &&Value| ["setup", "rules"].iter().all(|key| other[key] == row[key]);
        let others = [&all["joint"]["balance"], &balance["balance"]];
        let others = others.map(|it| it.as_array().unwrap().iter().find(is_own).unwrap());
        for key in figures.into_iter().chain([
            "size",
            "direction",
            "value_size",
            "value_direction",
            "first_move",
        ]) {
            others.iter().for_each(|other| assert_eq!(other[key], row[key], "{key} {row}"));
        }
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let [setup, rules] = ["setup", "rules"].map(|key| word(&row[key]));
        let (score, low, high) =
            (percent(&row["score"]), percent(&row["score_low"]), percent(&row["score_high"]));
        for table in [&kept, &made, &cells] {
            let is_cells = std::ptr::eq(table, &cells);
            let found =
                table.iter().find(|it| it["setup"] == setup && it["rules"] == rules).unwrap();
            let first = if is_cells { "first_score" } else { "score" };
            for (end, key) in [("", "score"), ("_low", "score_low"), ("_high", "score_high")] {
                let told: f64 = found[format!("{first}{end}").as_str()].parse().unwrap();
                assert_eq!(told, row[key].as_f64().unwrap(), "{key} {row}");
            }
            assert_eq!(
                (found["size"], found["direction"]),
                (word(&row["size"]).as_str(), word(&row["direction"]).as_str())
            );
        }
        has(&terminal, &format!("{setup} {rules} random {score} {low}-{high}"));
        let told = format!("{score} {low}\u{2013}{high}");
        assert!(report.contains(&told), "{told}");
        if rules == "brunei-slide" {
            let told = format!("{setup} {score} ({low}-{high}), {}", shown(row));
            has(&text(&place.text("pictures/patterns.svg")), &told);
            has(
                &text(&place.text(&format!("pictures/card-{setup}.svg"))),
                &format!("plain {score} ({low}-{high})"),
            );
        }
    }
    // What the rules change.
    let [line] = balance["rules"].as_array().unwrap().as_slice() else { panic!("{balance}") };
    assert_eq!(&all["joint"]["rules"][0], line);
    let [by, low, high] = ["mean", "low", "high"].map(|key| signed(&line["difference"][key]));
    let told = format!("brunei-jump less brunei-slide {by} ({low} to {high})");
    has(&text(&place.good("balance out --html page.html")), &told);
    has(&text(&place.text("page.html")), &told);
    let told = format!(
        "Under brunei-jump the first player's score differs by {by} percentage points from that under brunei-slide \
         (95 % CI {low} to {high})"
    );
    assert!(terminal.contains(&told) && report.contains(&told), "{told}");
}

/// The kept games of class club, which were allotted to openings.
#[test]
fn allotted_games_tell_of_best_openings_first() {
    let place = Place::new();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/results/openings-club");
    let terminal = text(&place.good(&format!("balance {kept} --html page.html")));
    let told = &place.json(&format!("balance {kept} --json"))["best_openings"][0];
    let told = text(told.as_str().unwrap());
    has(&told, "With best openings, club under brunei-slide: 19 of 35 patterns are within 10");
    has(&text(&place.text("page.html")), &told);
    let [first, then] = [&*told, "With random openings:"].map(|it| terminal.find(it).unwrap());
    assert!(first < then);
    place.write("games.csv", "winner\n1\n");
    for (more, what) in
        [("games.csv", "were allotted to openings"), ("--fact x", "are about tables")]
    {
        place.refuses(&format!("balance {kept} {more}"), 2, what);
    }
}
