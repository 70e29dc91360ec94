//! Profiles of how games play.

use std::collections::BTreeMap;

use pasang::answer::interval::{Interval, stratified};
use pasang::answer::profile::{CellProfile, UNEVENNESS, change};

use serde_json::Value;

use crate::support::{Place, amount, has, program, python};

const EXPERIMENT: &str = r#"
seed = 5
games = 60
openings = "all"
setups = ["catalogue-05"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["greedy"]
"#;

/// Length and ends are in the tables of the run, too. A second implementation, in Python and with rules
/// of its own, computes each measure from the games.
#[test]
fn measures_agree_with_other_tables_and_a_second_implementation() {
    let place = Place::with(EXPERIMENT);
    let positions = amount(40, 100);
    place.good(&format!("profile e.toml --out out --positions {positions} --each each.jsonl"));
    let rows = place.table("out/profile.csv").into_iter();
    let means: BTreeMap<_, _> =
        rows.map(|row| ((row["rules"], row["measure"]), row["mean"])).collect();
    for cell in place.table("out/cells.csv") {
        for (measure, column) in [("plies", "plies_mean"), ("stuck", "stuck_share")] {
            let [found, expected] = [means[&(cell["rules"], measure)], cell[column]]
                .map(|it| it.parse::<f64>().unwrap());
            assert!((found - expected).abs() < 1e-4, "{measure}: {found} {expected}");
        }
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/analysis/profile.py");
    let (out, each) = (place.path("out"), place.path("each.jsonl"));
    let mut check = python().unwrap();
    check.args([script, "check"]).arg(program()).args([out, each]).arg("60");
    let check = check.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&check.stdout), "60 games, 0 values differ\n", "{check:?}");
}

/// Profiles are the same by any number of threads, and from a copy without its journal. `verify` makes
/// them again, by the searches that the manifest names.
#[test]
fn profiles_depend_on_the_games_alone() {
    let small =
        EXPERIMENT.replace("games = 60", "games = 12").replace("catalogue-05", "fourfold-5-1");
    let place = Place::with(&small);
    let profile = |threads: u32| {
        place.good(&format!("profile out --positions 20 --eval linear --threads {threads}"));
        has(
            &place.good("verify out"),
            "profile.csv, report.html, profile.html: recomputed, all equal",
        );
        (place.text("out/profile.csv"), place.text("out/profile.html"))
    };
    place.good("run e.toml --out out");
    let first = profile(1);
    assert!(first == profile(3));
    // A profile is neither proved nor wrong where nothing says how it was made.
    place.copy("out", "alone");
    let manifest = place.text("alone/manifest.json");
    let (before, after) = manifest.split_once("  \"profile\": {").unwrap();
    let after = after.split_once("},\n").unwrap().1;
    place.write("alone/manifest.json", format!("{before}{after}"));
    let alone = place.json("verify alone --json");
    assert_eq!((&alone["verified"], &alone["differ"]), (&false.into(), &Value::Array(vec![])));
    has(&alone["not_proved"].to_string(), "profile.csv, profile.html (");
    // Nor does a search that there is not tell anything.
    place.write("alone/manifest.json", manifest.replace("\"nodes\": 20", "\"nodes\": 0"));
    has(&place.differs("alone").stdout, "manifest.json: `profile` names no search");
    // A sample of cells proves no file of the profile, and each is named.
    place.write("out/profile.html", first.1.replace("</body>", "forged</body>"));
    let some = place.json("verify out --games 1 --json");
    assert_eq!(some["verified"], false);
    has(&some["not_proved"].to_string(), "profile.csv, profile.html (");
    assert!(!some["agree"].to_string().contains("profile.csv"), "{some}");
    place.differs("out");
    place.remove("out/games.csv");
    assert!(profile(2) == first);
}

/// Two rule sets fit into twenty lines of eighty columns, whatever their names; the last sentence names
/// what differs.
#[test]
fn a_comparison_of_two_rule_sets_is_short() {
    let place = Place::with(
        r#"
        seed = 5
        games = 60
        openings = "all"
        setups = ["catalogue-05"]
        rules = ["a-rule-set-with-a-long-name", "brunei-slide"]
        bots = ["greedy"]
        [rule.a-rule-set-with-a-long-name]
        base = "bell"
        "#,
    );
    let told = place.good("profile e.toml --out out --positions 30 --each each.jsonl");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() <= 20 && lines.iter().all(|line| line.chars().count() <= 80), "{told}");
    has(&told, "first player score %");
    has(&told, "minutes, 15 s a ply");
    let finding = told.rsplit("\n\n").next().unwrap().replace('\n', " ");
    has(&finding, "brunei-slide against a-rule-set-with-a-long-name: brunei-slide");
    let said: Vec<&str> = finding
        .split(' ')
        .map(|word| if word.parse::<f64>().is_ok() { "N" } else { word })
        .collect();
    let said = said.join(" ");
    has(
        &said,
        ": brunei-slide makes shorter games, by N plies; brunei-slide has fewer moves to choose from, by N a ply",
    );
    assert!(finding.ends_with(". "), "{finding}");
    // The same command again writes the same values; others are not written over.
    let again = place.pasang("profile out --positions 30 --each each.jsonl");
    assert_eq!((again.status, again.stdout), (0, told));
    has(&again.stderr, "`each.jsonl` is there already, and the same");
    let other = place.pasang("profile out --positions 20 --each each.jsonl");
    assert_eq!(other.status, 2);
    has(&other.stderr, "`each.jsonl` is there already; nothing was written");
    // A profile of fewer games does not stay when games are added.
    place.write("e.toml", place.text("e.toml").replace("60", "120"));
    place.good("run e.toml --out out");
    assert!(!place.has("out/profile.csv") && !place.has("out/profile.html"));
}

/// Expected by hand: the distances are 0.2 (0.15 to 0.25) and 0 (0 to 0.05). Scores of 30 % and 70 % are
/// equally far from even.
#[test]
fn a_score_is_compared_with_even() {
    let cell = |mean: f64| CellProfile {
        number: 0,
        setup: String::new(),
        rules: String::new(),
        bots: String::new(),
        strata: 1,
        games: BTreeMap::new(),
        wear: Vec::new(),
        score: Some((mean, Interval { low: mean - 0.05, high: mean + 0.05 })),
    };
    let by = |from: f64, to: f64| {
        let (from, to) = (cell(from), cell(to));
        change(&vec![&from], &vec![&to], UNEVENNESS, 0.05).unwrap()
    };
    let (nearer, interval) = by(0.7, 0.5);
    let expected = [-0.2, -0.25, -0.2 + 0.005_f64.sqrt()];
    for (found, expected) in [nearer, interval.low, interval.high].into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
    let (equal, interval) = by(0.3, 0.7);
    assert!(equal.abs() < 1e-9 && interval.low < -0.07 && interval.high > 0.07);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let place = Place::played(EXPERIMENT);
    let refused = [
        ("profile nowhere.toml", "cannot read `nowhere.toml`"),
        ("profile out --seed 3", "these games are played already"),
        (
            "profile --setup bell-chequer --rules bell --set players=3 --bots greedy",
            "only games of two players are measured",
        ),
        ("profile e.toml --shard 1/2", "a shard has no profile"),
        ("profile out --eval none", "invalid value 'none' for '--eval <EVAL>'"),
    ];
    for (words, why) in refused {
        place.refuses(words, 2, &format!("error: {why}"));
    }
    assert!(!place.has("out/profile.csv") && !place.has("results"));
}

/// Expected by hand: means 2 and 6, variances of the means 1/3 and 4/3. So the mean is 4, its variance
/// 5/12, and Satterthwaite's degrees of freedom are (5/3)^2 / ((1/3)^2 / 2 + (4/3)^2 / 2) = 50/17, of
/// which 2 count; Student's quantile there is 4.30265.
#[test]
fn strata_count_alike_whatever_their_values() {
    let values = [(0, 1.0), (1, 4.0), (0, 2.0), (1, 6.0), (0, 3.0), (1, 8.0)];
    let (mean, interval) = stratified(&values, false, 0.05).unwrap();
    let half = 4.302_652_729_7 * (5.0_f64 / 12.0).sqrt();
    assert!((mean - 4.0).abs() < 1e-12);
    assert!((interval.unwrap().high - (4.0 + half)).abs() < 1e-6);
}
