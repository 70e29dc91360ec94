//! `pasang repair`: its findings equal its folders, it preserves a pattern's properties, and it resumes.

use crate::support::{Place, table};

const GREEDY: &str = "repair fourfold-7-100 --bot greedy";

#[test]
fn what_is_found_is_what_the_last_games_say() {
    let place = Place::new();
    let said = place.good(&format!("{GREEDY} --json"));
    let told: serde_json::Value = serde_json::from_str(&said).unwrap();
    let folder = "results/fourfold-7-100-repair";
    let after = &told["after"];
    // The answer's folder has the pattern and its figures.
    let share = |figure: &serde_json::Value| figure.as_f64().unwrap();
    let name = place.text(&format!("{folder}/mended.txt"));
    let name = name.lines().find_map(|line| line.strip_prefix("name: ")).unwrap();
    for (key, file, column) in [
        ("drawn", "4-stones-answer/cells.csv", "first_score"),
        ("both_choose", "4-stones-answer-choice/choice.csv", "value"),
    ] {
        let rows = place.text(&format!("{folder}/{file}"));
        let rows = table(&rows);
        let row = rows.iter().find(|row| row["setup"] == name).unwrap();
        let mean = share(&after[key]["first_score"]);
        assert!((row[column].parse::<f64>().unwrap() - mean).abs() < 1e-6, "{key}");
        let [low, high] = [0, 1].map(|end| share(&after[key]["interval"][end]));
        assert!((0.42..0.5).contains(&low), "{key}: {low} {high}");
        assert!(0.5 < high && high <= 0.58, "{key}: {low} {high}");
    }
    // Counts and symmetry are preserved, with the fewest possible changes.
    let checked = place.good(&format!("setups check {folder}/mended.txt"));
    assert!(checked.contains("24 black, 24 white") && checked.contains("fourfold"), "{checked}");
    let rows = |key: &str| told[key]["rows"].to_string();
    let differ = rows("before").chars().zip(rows("after").chars()).filter(|(a, b)| a != b).count();
    assert_eq!(differ, 8);
    place.good(&format!("verify {folder}/4-stones-answer"));
}

#[test]
fn the_same_is_found_by_any_threads_and_after_an_interruption() {
    let [one, other] = [Place::new(), Place::new()];
    let whole = one.good(&format!("{GREEDY} --threads 1"));
    let said = other.good(&format!("{GREEDY} --threads 3"));
    assert_eq!(said, whole);
    // As if killed while the answer's games were played.
    let folder = "results/fourfold-7-100-repair/4-stones-answer";
    let journal = other.text(&format!("{folder}/games.csv"));
    other.begin(folder, "begun");
    std::fs::remove_dir_all(other.path(folder)).unwrap();
    other.copy("begun", folder);
    other.write(&format!("{folder}/games.csv"), &journal[..journal.len() / 2]);
    assert_eq!(other.good(GREEDY), whole);
    assert_eq!(other.text(&format!("{folder}/games.csv")), journal);
}

/// The written file names its command in one line.
#[test]
fn a_file_may_have_a_line_break_in_its_name() {
    let place = Place::new();
    place.write("a\nb.txt", place.good("setups show --text fourfold-7-100"));
    let repair = "pasang repair $'a\\nb.txt' --bot greedy";
    let ran = place.shell(repair);
    assert_eq!(ran.status, 0, "{ran:?}");
    let mended = "results/a-b-repair/mended.txt";
    assert!(place.text(mended).starts_with("# Made by `pasang repair a b.txt`.\nname: "));
    place.good(&format!("setups check {mended}"));
}

/// Few games cannot show equivalence within this margin: no pattern is called even.
#[test]
fn where_nothing_is_found_that_is_said() {
    let place = Place::new();
    let said = place.good("repair fourfold-5-1 --bot greedy --within 0.001");
    assert!(
        said.starts_with("No change was found that balances fourfold-5-1 within ±0.1"),
        "{said}"
    );
    assert!(!place.path("results/fourfold-5-1-repair/mended.txt").exists());
    for (words, said) in [
        ("repair bell-chequer --rules bell", "Brunei's rules alone"),
        ("repair catalogue", "several setups"),
        ("repair catalogue-05 --within 0.5", "expected a share below 0.5"),
    ] {
        let ran = place.pasang(words);
        assert!(ran.status == 2 && ran.stderr.contains(said), "{ran:?}");
    }
}
