//! `pasang setups` for programs; `tests/data/commands/setups.txt` has the output for users.

use crate::support::Place;
use pasang::games::setup::builtin;

#[test]
fn the_list_names_every_setup_and_its_twins() {
    let folder = Place::new();
    let seen = folder.shell("pasang setups list").to_string();
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines.len(), 1 + 40 + 3 + 1);
    assert_eq!(lines[0], "name          symmetry   black  white  same as");
    assert_eq!(lines[1], "catalogue-01  fourfold      60     60");
    assert_eq!(lines[4], "catalogue-04  diagonals     60     60");
    assert_eq!(lines[40], "bell-chequer  full          60     60  catalogue-39");
    let played = "as far as they were played: generated-full-2044-N, N";
    assert_eq!(lines[42], format!("even   {played} 739 879 1010"));
    assert_eq!(lines[43], format!("uneven {played} 294 1183 1188"));
    assert_eq!(lines[44], "-- exit 0");
    // The catalogue lists these twins.
    for (twin, first) in [(33, 26), (36, 25), (37, 29), (38, 19)] {
        assert!(lines[twin].ends_with(&format!("  60  catalogue-{first}")), "{}", lines[twin]);
        assert!(lines[first].ends_with(&format!("  60  catalogue-{twin}")), "{}", lines[first]);
    }
    let json = folder.quiet("pasang setups list --json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 40);
    assert_eq!(json[32]["name"], "catalogue-33");
    assert_eq!(json[32]["same_as"], serde_json::json!(["catalogue-26"]));
    assert_eq!(json[39]["origin"], "bell");
}

/// Invisible characters, and those that change the direction of writing, are not printed on a terminal.
#[test]
fn a_strangers_words_are_shown_harmless() {
    let folder = Place::new();
    let (name, safe) = ("a\u{feff}b\u{200b}c\u{ad}", "a\u{fffd}b\u{fffd}c\u{fffd}");
    folder.write(
        "mine.txt",
        format!("name: {name}\nsource: {name}\n{}", builtin("catalogue-32").unwrap().board()),
    );
    let shown = folder.quiet("pasang setups show mine.txt");
    assert!(shown.starts_with(&format!("{safe}\n  source    {safe}\n")), "{shown}");
    // Files keep the name unchanged.
    assert!(folder.quiet("pasang setups show --text mine.txt").contains(name));
    let experiment =
        "seed = 1\ngames = 1\nsetups = [\"mine.txt\"]\nrules = [\"bell\"]\nbots = [\"random\"]\n";
    folder.write("e.toml", format!("title = \"{name}\"\n{experiment}"));
    let cited = folder.shell("pasang run e.toml -q --out out && pasang cite out").stdout;
    assert!(cited.contains(&format!("experiment  {safe}\n")), "{cited}");
    assert!(cited.contains(&format!("setups      {safe}\n")), "{cited}");
}
