//! Compares the findings of the answers with the kept tables, over all bots of the
//! strength that they name. `analysis/check.py` covers the findings that need a script.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::figures::number;
use crate::support::has;

const ANSWERS: &str = include_str!("../../docs/answers.md");

/// Asserts that a page contains a phrase, wherever its lines break.
fn page_has(page: &str, phrase: &str) {
    has(&page.split_whitespace().collect::<Vec<_>>().join(" "), phrase);
}

/// Kept results on the first-move advantage with random columns and chosen other moves.
const FOLDERS: [&str; 3] = ["first-player", "first-player-strong", "first-player-strongest"];

/// Kept results on Bell's game.
const BELLS: [&str; 2] = ["bell", "toggles-bell"];

fn kept(name: &str, file: &str) -> String {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/results");
    std::fs::read_to_string(results.join(name).join(file)).unwrap()
}

/// Returns whether the bots search, as the bots of the findings do.
fn is_strong(bots: &str) -> bool {
    !["random", "greedy"].contains(&bots)
}

/// Returns the scores of both players over all patterns of each searching bot, in per cent.
fn scores(folders: &[&str], rules: &str) -> Vec<f64> {
    let mut scores = Vec::new();
    for folder in folders {
        let rows = quoted(folder, "overall.csv").into_iter();
        let of_it = rows.filter(|row| row["rules"] == rules && is_strong(&row["bots"]));
        scores.extend(of_it.map(|row| 100.0 * number(&row["first_score"])));
    }
    scores.sort_by(f64::total_cmp);
    scores
}

/// Formats the least and the greatest score as the pages do.
fn ends(scores: &[f64]) -> String {
    let [least, most] = [0, scores.len() - 1].map(|place| format!("{:.0}", scores[place]));
    if least == most { format!("{least} %") } else { format!("{least} to {most} %") }
}

/// Parses the rows of a kept table in which a bot's name has a comma.
fn quoted(name: &str, file: &str) -> Vec<BTreeMap<String, String>> {
    let text = kept(name, file);
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

#[test]
fn jump_changes_the_average_with_random_openings_by_less_than_three_points() {
    let differences: Vec<f64> = FOLDERS
        .iter()
        .flat_map(|folder| {
            let [slide, jump] =
                ["brunei-slide", "brunei-jump"].map(|rules| scores(&[folder], rules));
            jump.into_iter().zip(slide).map(|(jump, slide)| jump - slide).collect::<Vec<_>>()
        })
        .collect();
    assert!(differences.len() >= 3);
    assert!(differences.iter().all(|points| points.abs() < 3.0), "{differences:?}");
    assert!(differences.iter().any(|&points| points < 0.0));
}

#[test]
fn bells_first_player_has_what_the_answers_say() {
    let phrases = [
        ("bell", "choose their own first moves give the first player {}."),
        ("bell-of-three", "where 33 % is even, they give the first {},"),
        ("bell-of-four", "where 25 % is even, {}."),
    ];
    for (rules, phrase) in phrases {
        let scores = scores(&BELLS, rules);
        assert!(scores.len() >= 2, "{rules}: {scores:?}");
        page_has(ANSWERS, &phrase.replace("{}", &ends(&scores)));
    }
}
