//! What README says in short is what the kept tables say, of all bots from the strength on that it names: another bot
//! of that strength, another family and another seed are among them. What it takes scripts for, `analysis/check.py` holds.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{has, table};

const README: &str = include_str!("../../README.md");

/// The kept results that ask about patterns.
const FOLDERS: [&str; 7] = [
    "first-player",
    "first-player-strong",
    "first-player-mcts",
    "first-player-strongest",
    "first-player-strongest-jump",
    "first-player-strongest-slide",
    "slide-vs-jump",
];

/// Those that ask about Bell's game.
const BELLS: [&str; 3] = ["bell-vs-brunei", "bell-strong", "bell-strongest"];

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
    for folder in FOLDERS {
        let text = kept(folder, "overall.csv");
        let of_it = |row: &&BTreeMap<&str, &str>| row["rules"] == rules && is_strong(row["bots"]);
        scores.extend(table(&text).iter().filter(of_it).map(|row| number(row, "first_score")));
    }
    scores
}

#[test]
fn moving_first_is_worth_what_readme_says() {
    for (rules, word) in [("brunei-slide", "slide"), ("brunei-jump", "jump")] {
        let scores = scores(rules);
        assert!(scores.len() >= 6, "{rules}: {scores:?}");
        let least = scores.iter().copied().fold(1.0, f64::min);
        let most = scores.iter().copied().fold(0.0, f64::max);
        has(README, &format!("{:.0} to {:.0} % under {word}", 100.0 * least, 100.0 * most));
    }
}

/// The same where the bots choose their entries.
#[test]
fn moving_first_is_worth_what_readme_says_where_entries_are_chosen() {
    let text = kept("first-player-chosen", "overall.csv");
    let rows = table(&text);
    let said = [("brunei-slide", "slide"), ("brunei-jump", "jump")].map(|(rules, word)| {
        let of_it = |row: &&BTreeMap<&str, &str>| row["rules"] == rules && is_strong(row["bots"]);
        let scores = rows.iter().filter(of_it).map(|row| 100.0 * number(row, "first_score"));
        let [less, more] = scores.collect::<Vec<_>>()[..] else { panic!("{rules}") };
        format!("{less:.1} and {more:.1} % under {word}")
    });
    has(README, &said.join(", "));
}

#[test]
fn jump_changes_what_readme_says() {
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

/// In every line of two players, and more from rung to rung of search.
#[test]
fn bells_first_player_is_ahead() {
    let mut searches: Vec<(u64, f64)> = Vec::new();
    for folder in BELLS {
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
    has(README, &format!("{} to {} points more", WORDS[least], WORDS[most]));
    // The page in Malay says the same.
    let malay = include_str!("../../README.ms.md");
    let words: Vec<&str> = malay.split_whitespace().collect();
    let said = format!("{} hingga {} mata", MALAY[least], MALAY[most]);
    assert!(words.join(" ").contains(&said), "{said}");
}
