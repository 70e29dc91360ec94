//! `pasang repair`: its findings equal its folders, it preserves a pattern's properties, and it resumes.

use crate::support::{Place, has};

const REPAIR: &str = "repair fourfold-5-5 --bots crew:beginner";
const ANSWER: &str = "results/fourfold-5-5-repair/4-stones-answer";
const MENDED: &str = "results/fourfold-5-5-repair/mended.txt";

#[test]
fn what_is_found_is_what_the_last_games_say() {
    let place = Place::new();
    let told = place.json(&format!("{REPAIR} --json"));
    // The answer's folder has the pattern and its figures.
    let after = &told["after"];
    let name = place.text(MENDED);
    let name = name.lines().find_map(|line| line.strip_prefix("name: ")).unwrap();
    let rows = place.table(&format!("{ANSWER}/balance.csv"));
    let row = rows.iter().find(|row| row["setup"] == name).unwrap();
    for (column, figure) in [
        ("score", &after["score"]["mean"]),
        ("score_low", &after["score"]["interval"][0]),
        ("value", &after["value"]["mean"]),
        ("value_high", &after["value"]["interval"][1]),
        ("within_10", &after["probability"]),
    ] {
        let found = row[column].parse::<f64>().unwrap();
        assert!((found - figure.as_f64().unwrap()).abs() < 1e-6, "{column}: {row:?} {after}");
    }
    assert!(after["probability"].as_f64().unwrap() >= 0.95, "{after}");
    assert!(told["before"]["probability"].as_f64().unwrap() < 0.95, "{told}");
    // Counts and symmetry are preserved, with the fewest possible changes.
    let checked = place.good(&format!("setups check {MENDED}"));
    assert!(checked.contains("12 black, 12 white") && checked.contains("fourfold"), "{checked}");
    let rows = |key: &str| told[key]["rows"].to_string();
    let differ = rows("before").chars().zip(rows("after").chars()).filter(|(a, b)| a != b).count();
    assert_eq!(differ, 8);
    place.good(&format!("verify {ANSWER}"));
    has(&place.text(&format!("{ANSWER}/experiment.toml")), "\"crew:beginner\"");
}

#[test]
fn the_same_is_found_by_any_threads_and_after_an_interruption() {
    let [one, other] = [Place::new(), Place::new()];
    let whole = one.good(&format!("{REPAIR} --threads 1"));
    assert_eq!(other.good(&format!("{REPAIR} --threads 3")), whole);
    // As if killed while the answer's games were played.
    let journal = other.text(&format!("{ANSWER}/games.csv"));
    other.unfinish(ANSWER);
    other.write(&format!("{ANSWER}/games.csv"), &journal[..journal.len() / 2]);
    assert_eq!(other.good(REPAIR), whole);
    assert_eq!(other.text(&format!("{ANSWER}/games.csv")), journal);
}

/// The written file names its command in one line.
#[test]
fn a_file_may_have_a_line_break_in_its_name() {
    let place = Place::new();
    place.write("a\nb.txt", place.good("setups show --text fourfold-5-9"));
    let ran = place.shell("pasang repair $'a\\nb.txt'");
    assert_eq!(ran.status, 0, "{ran:?}");
    let mended = "results/a-b-repair/mended.txt";
    assert!(place.text(mended).starts_with("# Made by `pasang repair a b.txt`.\nname: "));
    place.good(&format!("setups check {mended}"));
}

/// White stones as few as these have few other places.
#[test]
fn where_nothing_is_found_that_is_said() {
    let place = Place::new();
    let rows = "bbwbb\nbbbbb\nwb_bw\nbbbbb\nbbwbb\n";
    let hint = "nearer to even: `pasang setups generate --symmetry half-turn`";
    place.write("plain.txt", format!("name: plain\nstones: any\n\n{rows}"));
    let said = place.good("repair plain.txt");
    let what = "No change was found that balances plain within 10 percentage points: 3 patterns were tried";
    assert!(said.starts_with(what) && !said.contains("half-turn"), "{said}");
    assert!(!place.has("results/plain-repair/mended.txt"));
    place.write(
        "other.txt",
        format!("name: other\nstones: any\n\n{}", "bbbbb\nbbbbb\nbb_bw\nbbbbb\nbbbbb\n"),
    );
    has(&place.good("repair other.txt").replace('\n', " "), hint);
    for (words, said) in [
        ("repair catalogue", "several setups"),
        ("repair catalogue-05 --bots greedy", "`greedy` is no crew"),
    ] {
        place.refuses(words, 2, said);
    }
}
