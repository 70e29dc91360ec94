//! `pasang cite`: the contents of a methods section, compared with the folder's files.

use serde_json::Value;

use crate::support::{Place, has};

const EXPERIMENT: &str = r#"
title = "Who is ahead?"
seed = 17
games = 4
setups = ["catalogue-01", "catalogue-02"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["greedy", "random", ["greedy", "random"]]
openings = ["c j", "a k"]
common-random = true
"#;

/// Returns the text after a key at the beginning of a line.
fn line<'a>(text: &'a str, key: &str) -> &'a str {
    let found = text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    found.unwrap_or_else(|| panic!("{key}: {text}"))
}

#[test]
fn all_that_it_says_is_in_the_folder() {
    let place = Place::played(EXPERIMENT);
    let text = place.good("cite out");
    let manifest: Value = serde_json::from_str(&place.text("out/manifest.json")).unwrap();
    let digest = manifest["files"]["experiment.toml"].as_str().unwrap();
    let sum = place.quiet("sha256sum out/experiment.toml");
    assert_eq!(sum.split(' ').next(), Some(digest));
    assert_eq!(line(&text, "sha-256"), format!("{digest} (experiment.toml)"));
    assert_eq!(line(&text, "experiment"), "Who is ahead?");
    assert_eq!(line(&text, "seed"), "17");
    assert_eq!(line(&text, "games"), "48 games");
    assert_eq!(line(&text, "setups"), "catalogue-01, catalogue-02");
    assert_eq!(line(&text, "rules"), "brunei-slide, brunei-jump");
    assert_eq!(line(&text, "bots"), "greedy (version 1), random (version 1)");
    let design = "2 setups x 2 rule sets x 3 line-ups = 12 cells; games = 4; common-random = true; \
                  openings = [\"c j\", \"a k\"]";
    assert_eq!(line(&text, "design"), design);
    let version = env!("CARGO_PKG_VERSION");
    assert!(line(&text, "method").starts_with("docs/method.md"), "{text}");
    assert!(line(&text, "program").starts_with(&format!("pasang {version}")), "{text}");
    // The bibliography entry has the names of CITATION.cff.
    let citation = include_str!("../../CITATION.cff");
    let title = citation.split("\ntitle: \"").nth(1).unwrap().split('"').next().unwrap();
    assert!(text.contains(&format!("\n  title   = {{{{{title}}}}},\n")), "{text}");
    assert!(text.contains("\n  author  = {{The pasang authors}},\n"), "{text}");
    assert!(text.contains(&format!("\n  version = {{{version}")), "{text}");
    assert!(text.contains(&format!("experiment SHA-256 {digest}; seed 17}},\n}}\n")), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

#[test]
fn whoever_played_is_named_and_what_is_not_finished_is_refused() {
    let place = Place::played(EXPERIMENT);
    let info: Value = serde_json::from_str(&place.text("out/run-info.json")).unwrap();
    let mut older = info["runs"][0].clone();
    older["version"] = "0.2.9".into();
    older["commit"] = "abcdef012345".into();
    let runs = serde_json::json!({ "runs": [older, info["runs"][0]] });
    place.write("out/run-info.json", runs.to_string());
    let text = place.good("cite out");
    let program = line(&text, "program");
    assert!(program.starts_with("pasang 0.2.9, commit abcdef012345 and "), "{text}");
    let version = env!("CARGO_PKG_VERSION");
    has(&text, &format!("  version = {{0.2.9, commit abcdef012345 and {version}"));
    // Without run-info.json the current version is cited.
    place.remove("out/run-info.json");
    assert!(place.good("cite out").contains(&format!("pasang {version}")));

    let manifest = place.text("out/manifest.json");
    place.write("out/manifest.json", manifest.replace("\"finished\": true", "\"finished\": false"));
    place.refuses("cite out", 1, "`out` is not finished; to go on: pasang run");
    assert_eq!(place.pasang("cite nowhere").status, 2);
}

#[test]
fn a_long_list_of_names_is_told_by_where_it_stands() {
    let names: Vec<String> = (1..=101).map(|it| format!("generated-full-7-{it}")).collect();
    let of = |names: &[String]| {
        format!(
            "seed = 1\ngames = 1\nsetups = {names:?}\nrules = [\"brunei-slide\"]\nbots = [\"random\"]\n"
        )
    };
    let place = Place::with(&of(&names));
    place.good("run e.toml --out many");
    let text = place.good("cite many");
    let told = "101, such as generated-full-7-1; experiment.toml names all of them";
    assert_eq!(line(&text, "setups"), told);
    // Fewer are all named.
    place.write("e.toml", of(&names[1..]));
    place.good("run e.toml --out fewer");
    let text = place.good("cite fewer");
    assert_eq!(line(&text, "setups").split(", ").count(), 100);
}

#[test]
fn an_entry_has_what_the_metadata_has() {
    let citation = "title: \"a: b\"\ndate-released: 2027-03-01\nauthors:\n  - family-names: Bell\n    \
                    given-names: R. C.\n  - name: The club\nrepository-code: \"https://example.org/x\"\n";
    let expected = "@software{pasang,\n  author  = {Bell, R. C. and {The club}},\n  title   = {{a: b}},\n  \
                    year    = {2027},\n  version = {1},\n  url     = {https://example.org/x},\n  \
                    note    = {n},\n}\n";
    assert_eq!(pasang::show::citation::entry(citation, "1", "n"), expected);
}
