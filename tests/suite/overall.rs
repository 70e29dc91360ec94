//! Pooled statistics: scores over all setups, compared with plain sums, and simulated.

use std::collections::BTreeMap;

use crate::statement::outcomes;
use crate::support::chance::uniform;
use crate::support::figures::{mean, near, number};
use crate::support::{Place, table};
use pasang::answer::{CellStats, ExperimentStats, Labels, pool_cells};
use pasang::run::Tally;
use pasang_core::base::random::GameRng;

/// The 0.975 quantile of the normal distribution: SciPy's `norm.ppf(0.975)`.
const Z: f64 = 1.959963984540054;

const SETUPS: [&str; 3] = ["catalogue-01", "catalogue-20", "catalogue-39"];
const GAMES: usize = 40;

/// Scores of the first player, by rules, bots, setup and index.
type Scores = BTreeMap<(String, String), BTreeMap<String, Vec<f64>>>;

fn scores(journal: &str) -> Scores {
    let mut scores = Scores::new();
    for row in table(journal) {
        let seats = if row["score_3"].is_empty() { 2.0 } else { 3.0 };
        let score = match row["winner"] {
            "draw" => 0.5,
            winners if winners.contains("first") => 1.0 / winners.split('/').count() as f64,
            _ => 0.0,
        };
        assert!(seats == 2.0 || row["winner"] != "draw");
        let group = scores.entry((row["rules"].to_owned(), row["bots"].to_owned())).or_default();
        group.entry(row["setup"].to_owned()).or_default().push(score);
    }
    scores
}

/// Returns Wilson's interval, from its definition: where (p - mean)^2 = z^2 p (1 - p) / n.
pub fn wilson(mean: f64, n: f64) -> [f64; 2] {
    let (a, b, c) = (1.0 + Z * Z / n, -(2.0 * mean + Z * Z / n), mean * mean);
    let root = (b * b - 4.0 * a * c).sqrt();
    [(-b - root) / (2.0 * a), (-b + root) / (2.0 * a)]
}

fn experiment(further: &str) -> String {
    format!(
        "seed = 5\ngames = {GAMES}\nsetups = [\"{}\"]\n\
         rules = [\"brunei-slide\", \"brunei-jump\", \"suntuk-off\", \"partial\", \"bell\", \"bell-3\"]\n\
         bots = [\"random\", \"greedy\"]\n{further}\n\
         [rule.suntuk-off]\nbase = \"brunei-slide\"\nstuck = \"score-decides\"\n\
         [rule.partial]\nbase = \"brunei-slide\"\ncapture = \"partial\"\n\
         [rule.bell-3]\nbase = \"bell\"\nplayers = 3\n",
        SETUPS.join("\", \"")
    )
}

#[test]
fn means_over_setups_are_those_of_the_rows() {
    let place = Place::with(&experiment(""));
    let said = place.good("run --full e.toml --out out");
    let scores = scores(&place.text("out/games.csv"));
    let overall = place.text("out/overall.csv");
    let rows = table(&overall);
    assert_eq!(rows.len(), 12);
    for row in &rows {
        let of_setups = &scores[&(row["rules"].to_owned(), row["bots"].to_owned())];
        assert_eq!(of_setups.len(), SETUPS.len());
        let means: Vec<f64> = of_setups.values().map(|scores| mean(scores)).collect();
        let all = mean(&means);
        near(number(row["first_score"]), all, 1e-6, "first_score");
        let ends = means.iter().map(|&score| (score, wilson(score, GAMES as f64)));
        let sides = ends.fold([0.0; 2], |[below, above], (score, [low, high])| {
            [below + (score - low).powi(2), above + (high - score).powi(2)]
        });
        let [below, above] = sides.map(|squares| squares.sqrt() / SETUPS.len() as f64);
        near(number(row["first_score_low"]), all - below, 1e-6, "low");
        near(number(row["first_score_high"]), all + above, 1e-6, "high");
        assert_eq!(row["first_score_method"], "squares-95");
        assert_eq!((row["setups"], row["games"]), ("3", "120"));
    }
    // The summary and `--json` have the same figures.
    let first = &rows[0];
    let percent = |column| format!("{:.1}", 100.0 * number(first[column]));
    let shown = format!(
        "3     {}  {}-{}",
        percent("first_score"),
        percent("first_score_low"),
        percent("first_score_high")
    );
    let (_, below) = said.split_once("\nAll setups together\n").unwrap();
    let line = below.lines().find(|line| line.starts_with("brunei-slide  random")).unwrap();
    assert!(line.contains(&shown), "{line}: {shown}");
    let json = place.json("report out --json");
    assert_eq!(json["overall"].as_array().unwrap().len(), 12);
    let score = json["overall"][0]["first_score"].as_f64().unwrap();
    near(score, number(first["first_score"]), 1e-6, "json");
    // One setup cannot be pooled.
    let one = experiment("").replace(", \"catalogue-20\", \"catalogue-39\"", "");
    place.write("one.toml", one);
    place.good("run one.toml --out one");
    assert!(!place.has("one/overall.csv"));
    // With different bots, the first player's score tells which one is stronger.
    let bots = "bots = [\"greedy\", [\"greedy\", \"random\"]]";
    let mixed = experiment("").replace("bots = [\"random\", \"greedy\"]", bots);
    place.write("mixed.toml", mixed.replace(", \"bell-3\"", ""));
    place.good("run mixed.toml --out mixed");
    assert!(place.table("mixed/overall.csv").iter().all(|row| row["bots"] == "greedy"));
    // If all setups draw the same numbers, their scores are not independent.
    place.write("common.toml", format!("common-random = true\n{}", place.text("mixed.toml")));
    place.good("run common.toml --out common");
    for row in place.table("common/overall.csv") {
        assert_eq!(row["first_score_method"], "none: the setups share random numbers");
        assert_eq!((row["first_score_low"], row["first_score_high"]), ("", ""));
    }
}

/// Coverage of the intervals over many simulated experiments with known truth.
#[test]
fn means_are_right_on_average() {
    let truths = [0.05, 0.3, 0.45, 0.5, 0.5, 0.55, 0.6, 0.9];
    let (games, drawn) = (60, 0.2);
    let truth = truths.iter().sum::<f64>() / truths.len() as f64;
    let mut rng = GameRng::new(31, "overall");
    let names: Vec<String> = (1..=truths.len()).map(|place| format!("setup {place}")).collect();
    let rounds = 2000;
    let mut held = 0;
    for _ in 0..rounds {
        let mut tally = |truth: f64| {
            // A draw takes equally from the wins and the losses.
            let draws = drawn * truth.min(1.0 - truth);
            let mut counts = [0; 3];
            for _ in 0..games {
                let chance = uniform(&mut rng);
                let place =
                    if chance < draws { 1 } else { 2 * usize::from(chance > draws / 2.0 + truth) };
                counts[place] += 1;
            }
            outcomes(counts[0], counts[1], counts[2])
        };
        let tallies: Vec<Tally> = truths.iter().map(|&truth| tally(truth)).collect();
        let cells: Vec<CellStats<'_>> = tallies
            .iter()
            .zip(&names)
            .enumerate()
            .map(|(number, (tally, setup))| {
                let labels = Labels { setup, rules: "r", bots: "b", each: &[], phases: &[] };
                CellStats { number, labels, tally, distinct: None, balance: None }
            })
            .collect();
        let all = ExperimentStats { cells, ..ExperimentStats::default() };
        let found = pool_cells(&all);
        let [found] = found.as_slice() else { panic!("one rule set, one line-up") };
        let interval = found.first.unwrap().interval.unwrap();
        held += u64::from(interval.low <= truth && truth <= interval.high);
    }
    // The standard deviation of the share of 2000 that hold is 0.5 points.
    let share = held as f64 / f64::from(rounds);
    assert!((0.935..0.985).contains(&share), "{share}");
}
