//! Short output, as printed without `--full`. Expected figures are computed here from the tables.

use std::collections::BTreeMap;

use crate::support::{Place, assert_same, has};

fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn averages_their_difference_and_both_ends_are_those_of_the_tables() {
    let place = Place::with(
        "seed = 1\ngames = 120\nsetups = [\"catalogue-distinct\"]\nrules = [\"brunei-slide\", \"brunei-jump\"]\n\
         bots = [\"random\"]\nopenings = \"all\"\n",
    );
    let said = place.good("run e.toml --out quick");
    assert!(said.lines().count() <= 26, "{said}");
    let rows = place.table("quick/cells.csv");
    let number = |row: &BTreeMap<&str, &str>, key: &str| row[key].parse::<f64>().unwrap();
    // Halves round away from zero.
    let percent = |share: f64| format!("{:.1}", (1000.0 * share).round() / 10.0);
    let mut means = Vec::new();
    for rules in ["brunei-slide", "brunei-jump"] {
        let of_rules: Vec<_> = rows.iter().filter(|row| row["rules"] == rules).collect();
        let count = of_rules.len() as f64;
        assert_eq!(of_rules.len(), 35);
        let mean = of_rules.iter().map(|row| number(row, "first_score")).sum::<f64>() / count;
        let half = |key: &str| {
            let squares =
                of_rules.iter().map(|row| (number(row, "first_score") - number(row, key)).powi(2));
            squares.sum::<f64>().sqrt() / count
        };
        let (low, high) = (half("first_score_low"), half("first_score_high"));
        let (least, most) = (percent(mean - low), percent(mean + high));
        let expected = format!("{} % (95 % CI {least} to {most}) under {rules}", percent(mean));
        assert!(in_a_line(&said).contains(&expected), "{expected}\n{said}");
        means.push((mean, low, high));

        let from_even =
            |row: &BTreeMap<&str, &str>| ((number(row, "first_score") - 0.5).abs() * 1e6).round();
        let mut ranked = of_rules.clone();
        ranked.sort_by(|one, other| from_even(other).total_cmp(&from_even(one)));
        let line = |row: &BTreeMap<&str, &str>| {
            let [low, high] =
                ["first_score_low", "first_score_high"].map(|key| percent(number(row, key)));
            format!("{} {} {low}-{high}", row["setup"], percent(number(row, "first_score")))
        };
        for (place, row) in ranked.iter().enumerate() {
            let is_told = in_a_line(&said).contains(&line(row));
            assert_eq!(is_told, !(5..31).contains(&place), "{place}: {}\n{said}", line(row));
        }
    }
    // Zou and Donner 2008: interval of a difference from the intervals of both terms.
    let [(one, low1, high1), (two, low2, high2)] = means[..] else { panic!() };
    let signed = |share: f64| format!("{}{}", if share > 0.0 { "+" } else { "" }, percent(share));
    let by = two - one;
    let expected = format!(
        "Under brunei-jump the first player's score differs by {} percentage points from that under brunei-slide (95 % CI {} to {}): not significant.",
        signed(by),
        signed(by - low2.hypot(high1)),
        signed(by + high2.hypot(low1))
    );
    assert!(in_a_line(&said).contains(&expected), "{expected}\n{said}");
}

#[test]
fn everything_is_printed_where_it_is_asked_for() {
    let place = Place::new();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/results/against-perfect-play");
    place.copy(kept, "out");
    let full = place.good("report out --full");
    let kept = place.text("out/summary.md");
    assert!(kept.contains(&format!("```text\n{full}```\n")), "{full}");
    assert_eq!(place.pasang("report out --full --json").status, 2);
}

#[test]
fn a_pattern_is_answered_in_twelve_lines_and_the_same_way_each_time() {
    let place = Place::new();
    let words = "run --setup catalogue-18 --bots search:nodes=250 --games 120";
    let ran = place.pasang(words);
    let last = ran.stderr.lines().filter(|line| !line.contains(" left, ")).count();
    let (said, folder) = (&ran.stdout, "results/catalogue-18-search-nodes=250-120");
    assert!(said.lines().count() + last <= 12, "{ran}");
    let row = &place.table(&format!("{folder}/cells.csv"))[0];
    assert_eq!(row["direction"], "second");
    assert!(said.starts_with("Is catalogue-18 fair"), "{said}");
    assert!(said.lines().next().unwrap().contains("No: the second player's, "), "{said}");
    let [mean, low, high] = ["first_score", "first_score_low", "first_score_high"]
        .map(|key| format!("{:.1}", (1000.0 * row[key].parse::<f64>().unwrap()).round() / 10.0));
    let shown = [row["size"], row["direction"]].map(str::to_owned);
    let shown: Vec<String> = shown.into_iter().filter(|it| !it.is_empty()).collect();
    let line = format!("120 {mean} {low}-{high} {}", shown.join(", "));
    assert!(in_a_line(said).contains(&line), "{said}");
    assert!(place.text(&format!("{folder}/experiment.toml")).contains("openings = \"all\"\n"));

    let files = place.files(folder);
    assert_eq!(&place.good(words), said);
    assert_same(&place.files(folder), &files, "the same command");
    // Other games go to another folder; few games allow no conclusion.
    let few = "run --setup catalogue-18 --bots greedy --openings as-chosen --seed 5";
    let ran = place.pasang(&format!("{few} --games 4"));
    assert!(place.has("results/catalogue-18-greedy-as-chosen-4-seed-5"), "{ran}");
    assert!(
        ran.stdout
            .starts_with("Is catalogue-18 fair? Open: these games show neither size nor side.\n"),
        "{ran}"
    );
    assert!(ran.stdout.contains("too few games"));
    // The text explains statements by a probability.
    let decimals: Vec<char> = ran.stdout.replace("97.5", "").chars().collect();
    let is_decimal = |it: &[char]| it[0].is_numeric() && it[1] == '.' && it[2].is_numeric();
    assert!(!decimals.windows(3).any(is_decimal), "{ran}");
}

#[test]
fn several_patterns_have_a_line_each() {
    let place = Place::new();
    let said = place.good("run --setup catalogue-18 --setup catalogue-22 --games 60 --bots greedy");
    let rows = place.table("results/catalogue-18-catalogue-22-greedy-60/cells.csv");
    assert!(said.starts_with("Are they fair"), "{said}");
    has(&in_a_line(&said), "Of 2 setups: 1 the second player's. setup");
    for row in rows {
        let lines = said.lines().filter(|line| line.starts_with(row["setup"])).count();
        assert_eq!(lines, 1, "{said}");
    }
}

#[test]
fn every_bot_on_a_command_is_in_the_answer() {
    let place = Place::new();
    let bots = "--bots random --bots greedy --games 60";
    let said = in_a_line(&place.good(&format!("run --setup catalogue {bots} --out many")));
    let rows = place.table("many/overall.csv");
    let random = rows.iter().find(|row| row["bots"] == "random").unwrap();
    let mean = 100.0 * random["first_score"].parse::<f64>().unwrap();
    has(&said, "over 35 setups, between greedy players; 50 % would be even. It is ");
    has(&said, &format!("It is {mean:.1} % (95 % CI "));
    has(&said, ") between random players. Under ");
    has(&said, "Games between random bots and between greedy bots, random openings");
    // Against each other, too: strength first, then the seat.
    let bots = format!("--bots random/greedy --bots greedy/random {bots}");
    let said = in_a_line(&place.good(&format!("run --setup catalogue-05 {bots} --out both")));
    has(&said, "games are played. Moving first is worth ");
    has(&said, "). Is catalogue-05 fair, with random openings? ");
    has(&said, " random 60 ");
    has(&said, " greedy 60 ");
}
