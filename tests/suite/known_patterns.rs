//! Scores of the kept patterns, and the comparison of a new pattern with them.

use std::collections::BTreeMap;

use crate::support::{Place, amount, table};

/// The scores with which a summary compares a pattern are those of the kept experiment.
/// `PASANG_WRITE=1 cargo test known_patterns` rewrites them.
#[test]
fn known_patterns_are_those_of_the_kept_results() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(root.join("experiments/results/quick/cells.csv")).unwrap();
    let line = |row: BTreeMap<&str, &str>| {
        let figures = ["first_score", "first_score_low", "first_score_high"]
            .map(|key| format!("{:.4}", row[key].parse::<f64>().unwrap()));
        format!("{},{},{},{}\n", row["rules"], row["bots"], row["setup"], figures.join(","))
    };
    let expected: String = table(&kept).into_iter().map(line).collect();
    let path = root.join("src/report/sections/known_patterns.csv");
    if std::env::var_os("PASANG_WRITE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert!(expected.lines().count() >= 35 * 2);
    let games = format!("games = {}\n", pasang::report::KNOWN_GAMES);
    assert!(include_str!("../../experiments/quick.toml").contains(&games));
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}

/// A pattern is compared with the others, whatever its name; the bounds of its score determine how
/// many are nearer to even. Expected figures are counted here from the tables.
#[test]
fn a_pattern_is_not_held_against_itself_and_not_more_sharply_than_it_is_known() {
    let place = Place::new();
    let kept = include_str!("../../experiments/results/quick/cells.csv");
    let from_even = |score: &str| (score.parse::<f64>().unwrap() - 0.5).abs();
    let known = |same: &[&str]| -> Vec<f64> {
        let rows = table(kept).into_iter();
        let wanted = rows.filter(|row| row["rules"] == "brunei-slide");
        let others = wanted.filter(|row| !same.contains(&row["setup"]));
        // Rounded like the program's table.
        others
            .map(|row| from_even(&format!("{:.4}", row["first_score"].parse::<f64>().unwrap())))
            .collect()
    };
    let rows = |name: &str| {
        let shown = place.good(&format!("setups show {name} --text"));
        let lines = shown.lines().filter(|line| !line.contains(':') && !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    };
    place.write("renamed.txt", rows("catalogue-18")).write("chequer.txt", rows("bell-chequer"));
    let mut told = 0;
    let patterns = [
        ("catalogue-01", Some("catalogue-01"), 6),
        ("generated-full-7-1", None, 120),
        ("renamed.txt", Some("catalogue-18"), 120),
        ("bell-chequer", Some("catalogue-39"), 120),
        ("catalogue-18", Some("catalogue-18"), 120),
        ("mirror:catalogue-18", Some("catalogue-18"), 120),
        ("catalogue-33", Some("catalogue-26"), 120),
        ("chequer.txt", Some("catalogue-39"), 120),
    ];
    let tried = amount(4, patterns.len());
    for &(setup, same, games) in &patterns[..tried] {
        let out = setup.replace(':', "-");
        let openings = "--openings all --games";
        let said =
            place.good(&format!("run --setup {setup} {openings} {games} --seed 1 --out out-{out}"));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let others = known(&Vec::from_iter(same));
        let other = if same.is_some() { "other " } else { "" };
        assert_eq!(others.len(), if same.is_some() { 34 } else { 35 }, "{setup}");
        let cells = place.text(&format!("out-{out}/cells.csv"));
        let row = table(&cells).remove(0);
        let bounds = ["first_joint_low", "first_joint_high"].map(|key| row[key]);
        let [low, high] = bounds.map(|bound| bound.parse::<f64>().unwrap());
        let ends = bounds.map(from_even);
        let least = if low < 0.5 && 0.5 < high { 0.0 } else { ends[0].min(ends[1]) };
        let nearer = |end: f64| others.iter().filter(|&&it| it < end).count();
        let (least, most) = (nearer(least), nearer(ends[0].max(ends[1])));
        let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let expected = format!(
            "Of the {} {other}known patterns {many} came out nearer to even (120 games each).",
            others.len()
        );
        let is_told = 2 * (most - least) <= others.len();
        told += usize::from(is_told);
        assert_eq!(said.contains(&expected), is_told, "{setup}: {expected}\n{said}");
        assert_eq!(said.contains("known patterns"), is_told, "{setup}: {said}");
        assert!(games > 6 || !is_told, "few games say little: {said}");
    }
    assert!(told >= amount(1, 3), "{told}");
}
