//! What README says in short is what the kept tables say, of all bots from the strength on that it names: another bot
//! of that strength, another family and another seed are among them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::{Place, table};

const README: &str = include_str!("../../README.md");

/// The kept results that ask about patterns, and the ladder that says how strong the bots are.
const FOLDERS: [&str; 8] = [
    "first-player",
    "first-player-strong",
    "first-player-mcts",
    "first-player-strongest",
    "first-player-strongest-jump",
    "first-player-strongest-slide",
    "slide-vs-jump",
    LADDER,
];
const LADDER: &str = "ladder";

/// Those that ask about Bell's game, and its ladder.
const BELLS: [&str; 4] = ["bell-vs-brunei", "bell-strong", "bell-strongest", "ladder-bell"];

/// From this bot on README speaks of patterns.
const FROM: &str = "search:nodes=1000";

fn kept(name: &str, file: &str) -> String {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/results");
    std::fs::read_to_string(results.join(name).join(file)).unwrap()
}

fn number(row: &BTreeMap<&str, &str>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// Whether a bot is as strong as the one from which on README speaks.
fn is_strong(bots: &str) -> bool {
    !["random", "greedy"].contains(&bots)
}

/// The scores over all patterns of each strong bot under a rule set.
fn scores(rules: &str) -> Vec<f64> {
    let mut scores = Vec::new();
    for folder in FOLDERS.iter().filter(|&&folder| folder != LADDER) {
        let text = kept(folder, "overall.csv");
        let of_it = |row: &&BTreeMap<&str, &str>| row["rules"] == rules && is_strong(row["bots"]);
        scores.extend(table(&text).iter().filter(of_it).map(|row| number(row, "first_score")));
    }
    scores
}

/// What `pasang carry` writes of folders together.
fn carried(folders: &[&str], from: &str) -> (Place, PathBuf) {
    let place = Place::new();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/results");
    let folders: Vec<String> =
        folders.iter().map(|name| results.join(name).display().to_string()).collect();
    place.good(&format!("carry {} --from {from} --out carried", folders.join(" ")));
    let path = place.path("carried");
    (place, path)
}

#[test]
fn moving_first_is_worth_what_readme_says() {
    for (rules, word) in [("brunei-slide", "slide"), ("brunei-jump", "jump")] {
        let scores = scores(rules);
        assert!(scores.len() >= 6, "{rules}: {scores:?}");
        let least = scores.iter().copied().fold(1.0, f64::min);
        let most = scores.iter().copied().fold(0.0, f64::max);
        let said = format!("{:.0} to {:.0} % under {word}", 100.0 * least, 100.0 * most);
        assert!(README.contains(&said), "{said}: {scores:?}");
    }
    let (_place, folder) = carried(&FOLDERS, FROM);
    let axis = std::fs::read_to_string(folder.join("axis.csv")).unwrap();
    let choosing = std::fs::read_to_string(folder.join("choosing.csv")).unwrap();
    for rules in ["brunei-slide", "brunei-jump"] {
        // More, the better both play: the slope's interval lies above 0.
        let rows = table(&axis);
        let row = rows.iter().find(|row| row["rules"] == rules && row["setup"].is_empty()).unwrap();
        assert!(number(row, "slope_low") > 0.0, "{row:?}");
    }
    // Where both choose it pays as well: under no rules, and between no bots, does it come out otherwise.
    let strong = table(&choosing).into_iter().filter(|row| is_strong(row["bots"]));
    let strong: Vec<BTreeMap<&str, &str>> = strong.collect();
    assert!(strong.len() >= 24);
    assert!(strong.iter().all(|row| number(row, "chosen_score") > 0.5), "{strong:?}");
    let shown = strong.iter().filter(|row| number(row, "chosen_score_low") > 0.5).count();
    assert!(2 * shown > strong.len(), "{shown} of {}", strong.len());
}

#[test]
fn patterns_are_as_balanced_as_readme_says() {
    let (_place, folder) = carried(&FOLDERS, FROM);
    let text = std::fs::read_to_string(folder.join("lasting.csv")).unwrap();
    let rows = table(&text);
    let slide: Vec<_> = rows.iter().filter(|row| row["rules"] == "brunei-slide").collect();
    assert_eq!(slide.len(), 35);
    let many = |verdict: &str| slide.iter().filter(|row| row["pooled_verdict"] == verdict).count();
    let said = format!(
        "{} others favour the first player and {} the second",
        many("first"),
        many("second")
    );
    assert!(README.contains(&said), "{said}");
    // The five that are nearest to even: how far each may be off at most.
    let bound = |row: &BTreeMap<&str, &str>| {
        let [low, high] =
            ["pooled_score_low", "pooled_score_high"].map(|column| number(row, column));
        (high - 0.5).abs().max((low - 0.5).abs())
    };
    let mut bounds: Vec<(f64, &str)> = slide.iter().map(|row| (bound(row), row["setup"])).collect();
    bounds.sort_by(|one, other| one.0.total_cmp(&other.0));
    let [first, others @ .., last] =
        [0, 1, 2, 3, 4].map(|place| bounds[place].1.strip_prefix("catalogue").unwrap());
    let said = format!("catalogue{first}, {} and {last}, each within", others.join(", "));
    assert!(README.contains(&said), "{said}");
    assert!(
        README.contains(&format!("each within {:.0} points", (100.0 * bounds[4].0).ceil())),
        "{bounds:?}"
    );
    for setup in ["catalogue-18", "catalogue-39"] {
        let row = slide.iter().find(|row| row["setup"] == setup).unwrap();
        assert!((0.2..0.35).contains(&number(row, "pooled_score")), "{row:?}");
    }
    // No two of these bots contradict each other.
    let contradicted = rows.iter().filter(|row| row["across"] == "contradicted").count();
    assert_eq!(contradicted, 0);
}

#[test]
fn the_patterns_carry_over_as_readme_says() {
    let (_place, folder) = carried(&FOLDERS, FROM);
    let text = std::fs::read_to_string(folder.join("agreement.csv")).unwrap();
    let rows = table(&text);
    let strong = |bots: &str| is_strong(bots) && !bots.starts_with("greedy in");
    let mut found = 0;
    // With a game an opening a rung tells of the average and not of patterns.
    let told = rows.iter().filter(|row| !row["correlation"].is_empty());
    for row in told.filter(|row| row["between"] == "bots") {
        if strong(row["first"]) && strong(row["second"]) {
            assert!(number(row, "correlation") > 0.93, "{row:?}");
            found += 1;
        }
    }
    assert!(found >= 2 * 15, "{found}");
    // Slide or jump: the patterns stay what they are.
    let between = rows.iter().filter(|row| {
        let two = [row["first"], row["second"]];
        row["between"] == "rules" && two == ["brunei-slide", "brunei-jump"] && strong(row["of"])
    });
    let between: Vec<f64> = between
        .filter(|row| !row["correlation"].is_empty())
        .map(|row| number(row, "correlation"))
        .collect();
    assert!(between.len() >= 3 && between.iter().all(|&it| it > 0.9), "{between:?}");
    // Jump gives the first player one to three points more, whoever of these plays.
    let overall = kept("slide-vs-jump", "overall.csv");
    for row in
        table(&overall).iter().filter(|row| row["rules"] == "brunei-jump" && is_strong(row["bots"]))
    {
        let difference = 100.0 * number(row, "difference");
        assert!((1.0..3.0).contains(&difference), "{row:?}");
    }
    for name in ["first-player", "first-player-strong", "first-player-mcts"] {
        let text = kept(name, "overall.csv");
        let rows = table(&text);
        let of = |rules: &str, bots: &str| {
            let row = rows.iter().find(|row| row["rules"] == rules && row["bots"] == bots);
            row.map(|row| number(row, "first_score"))
        };
        for bots in ["search:nodes=1000", "search:nodes=4000", "search:nodes=16000"] {
            let (Some(slide), Some(jump)) = (of("brunei-slide", bots), of("brunei-jump", bots))
            else {
                continue;
            };
            assert!((0.01..0.03).contains(&(jump - slide)), "{bots}: {slide} {jump}");
        }
        // The other family is named as the one that does not bear it out.
        if let [Some(slide), Some(jump)] =
            ["brunei-slide", "brunei-jump"].map(|rules| of(rules, "mcts:playouts=640"))
        {
            assert!((jump - slide).abs() < 0.01, "{slide} {jump}");
        }
    }
    // Nor do the strongest.
    let strongest = [("", "brunei-slide"), ("-jump", "brunei-jump")].map(|(name, rules)| {
        let text = kept(&format!("first-player-strongest{name}"), "overall.csv");
        let rows = table(&text);
        number(rows.iter().find(|row| row["rules"] == rules).unwrap(), "first_score")
    });
    let [slide, jump] = strongest;
    assert!((jump - slide).abs() < 0.01, "{slide} {jump}");
    assert!(README.contains("between stronger ones and between `mcts` bots that is not shown"));
}

/// Bots that look so many moves ahead, of both parities and with another seed, see the same patterns as those
/// that look at so many positions.
#[test]
fn depths_of_both_parities_agree() {
    let place = Place::new();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/results");
    let [depths, first] =
        ["depths", "first-player"].map(|it| results.join(it).display().to_string());
    place.good(&format!("carry {depths} {first} --out carried"));
    let text = place.text("carried/agreement.csv");
    let mut found = 0;
    for row in table(&text).iter().filter(|row| row["between"] == "bots") {
        let (one, other) = (row["first"], row["second"]);
        if one.starts_with("search:depth=") && other.starts_with("search:nodes=") {
            assert!(number(row, "correlation") > 0.93, "{row:?}");
            found += 1;
        }
    }
    assert_eq!(found, 2 * 3 * 2);
}

/// In every line of two players, more from rung to rung of search, and on most patterns for good.
#[test]
fn bells_first_player_is_ahead() {
    let mut searches: Vec<(u64, f64)> = Vec::new();
    for folder in &BELLS[..3] {
        let text = kept(folder, "overall.csv");
        for row in table(&text).iter().filter(|row| row["rules"] == "bell") {
            assert!(number(row, "first_score") > 0.535, "{row:?}");
            assert!(number(row, "first_score_low") > 0.5, "{row:?}");
            if let Some(nodes) = row["bots"].strip_prefix("search:nodes=") {
                searches.push((nodes.parse().unwrap(), number(row, "first_score")));
            }
        }
    }
    searches.sort_by_key(|&(nodes, _)| nodes);
    assert!(searches.is_sorted_by(|one, other| one.1 < other.1), "{searches:?}");
    let [(250, least), .., (64_000, most)] = searches[..] else { panic!("{searches:?}") };
    let said = format!("{:.0} to {:.0} % between bots that search", 100.0 * least, 100.0 * most);
    assert!(README.contains(&said), "{said}");
    let (_place, folder) = carried(&BELLS, "search:nodes=250");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let axis = read("axis.csv");
    let slope =
        table(&axis).into_iter().find(|row| row["rules"] == "bell" && row["setup"].is_empty());
    assert!(number(&slope.unwrap(), "slope_low") > 0.0);
    let lasting = read("lasting.csv");
    let rows = table(&lasting).into_iter().filter(|row| row["rules"] == "bell");
    let rows: Vec<BTreeMap<&str, &str>> = rows.collect();
    assert!(
        rows.iter().all(|row| row["across"] != "contradicted" && row["pooled_verdict"] != "second")
    );
    let ahead = rows.iter().filter(|row| row["pooled_verdict"] == "first").count();
    let said = format!("on {ahead} of 35 patterns");
    assert!(README.contains(&said), "{said}");
    // Searches see the same patterns; the other family sees much of that, and not all.
    let agreement = read("agreement.csv");
    let of_bell = |row: &&BTreeMap<&str, &str>| row["between"] == "bots" && row["of"] == "bell";
    for row in table(&agreement).iter().filter(of_bell) {
        let two = [row["first"], row["second"]];
        if two.iter().all(|bots| is_strong(bots)) {
            let of_two_families = two.iter().any(|bots| bots.starts_with("mcts"));
            let range = if of_two_families { 0.75..0.9 } else { 0.9..1.01 };
            assert!(range.contains(&number(row, "correlation")), "{row:?}");
        }
    }
}

/// What README says of the one rule that matters, and that no other is shown to.
#[test]
fn one_rule_changes_the_average_as_readme_says() {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    const MALAY: [&str; 10] =
        ["nol", "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "lapan", "sembilan"];
    let text = kept("toggles", "overall.csv");
    let mut shown: Vec<f64> = Vec::new();
    for row in table(&text).iter().filter(|row| !row["difference_joint_low"].is_empty()) {
        let ends = ["difference_joint_low", "difference_joint_high"].map(|it| number(row, it));
        let is_shown = ends[0] > 0.0 || ends[1] < 0.0;
        assert_eq!(is_shown, row["rules"] == "stuck-score-decides", "{row:?}");
        if is_shown {
            shown.push(100.0 * number(row, "difference"));
        }
    }
    assert_eq!(shown.len(), 3);
    shown.sort_by(f64::total_cmp);
    let [least, most] = [shown[0], shown[2]].map(|points| points.round() as usize);
    let said = format!("{} to {} points more", WORDS[least], WORDS[most]);
    assert!(README.contains(&said), "{said}");
    // The page in Malay says the same.
    let malay = include_str!("../../README.ms.md");
    let words: Vec<&str> = malay.split_whitespace().collect();
    let said = format!("{} hingga {} mata", MALAY[least], MALAY[most]);
    assert!(words.join(" ").contains(&said), "{said}");
}
