//! The designed experiment over rules: its design, its games, its effects and predictions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::experiments::{sound, whats};
use crate::support::{Place, amount, has};
use pasang::answer::effects::{
    Components, Design, DesignedCells, Effect, Estimated, Interaction, LineupEffects,
    MeasureEffects, Predictor,
};
use pasang::experiment::{Experiment, Openings};
use pasang::run::measures::{MEASURES, MeasureSums, OF_MOVES, OF_SEARCHES};
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::rules::GameKind;
use serde_json::Value;

/// Experiment of two patterns, without its table.
const HEAD: &str = "seed = 3\ngames = 8\nsetups = [\"catalogue-01\", \"catalogue-02\"]\n\
                    bots = [\"crew:beginner\"]\n";

/// Bots whose games take no time.
const PLAIN: &str = "crew:plain\"]\n[crew.plain]\n\
                     members = [\"greedy\", \"random\", \"mirror\", \"search:depth=1";

/// Table of three toggles, one of them nested.
const TABLE: &str = "[factorial]\nbase = \"brunei-slide\"\nruns = 8\n\
                     stuck = [\"score-decides\", \"loses\"]\nentry = [\"slide\", \"jump\", \"either\"]\n\
                     jump = { when = { entry = [\"jump\", \"either\"] }, values = [\"stone\", \"far\"] }\n";

fn rules(experiment: &Experiment) -> Vec<&str> {
    experiment.rules.iter().map(|named| named.name.as_str()).collect()
}

/// The design follows from the seed alone, and keeps its rule sets on every machine.
#[test]
fn a_design_is_a_balanced_choice_of_rule_sets() {
    let experiment = sound(&format!("{HEAD}{TABLE}"));
    assert_eq!(experiment.openings, Openings::Shuffled);
    assert_eq!(experiment.whole_design(), 8);
    let named = rules(&experiment);
    assert_eq!(named.len(), 8);
    assert_eq!(named.iter().filter(|name| name.contains("stuck=score-decides")).count(), 4);
    assert!(named.iter().all(|name| !name.contains("jump=far") || name.contains("entry=")));
    let factorial = experiment.factorial.as_ref().unwrap();
    // The base's value comes first.
    let names: Vec<String> = factorial.terms().iter().map(|&it| factorial.name(it)).collect();
    assert_eq!(names, ["stuck=score-decides", "entry=jump", "entry=either", "jump=far"]);
    assert_eq!(sound(&experiment.to_toml()), experiment);
    assert_eq!(factorial.combinations().unwrap().len(), 10);
    // Jump does nothing beside slide, which need not be said.
    let implied = TABLE.replace("{ when = { entry = [\"jump\", \"either\"] }, values = ", "");
    assert_eq!(sound(&format!("{HEAD}{}", implied.replace("\"far\"] }", "\"far\"]"))), experiment);
}

/// The first toggle changes slowest, and the base's values come first.
#[test]
fn all_combinations_are_those_of_the_listed_values() {
    let toggles = "stuck = [\"score-decides\", \"loses\"]\nreply = [\"diagonal\", \"any-other\"]\n";
    let base = "[factorial]\nbase = \"brunei-slide\"\nruns = \"all\"\n";
    let experiment = sound(&format!("{HEAD}{base}{toggles}"));
    let names: Vec<&str> = experiment.rules.iter().map(|it| it.name.as_str()).collect();
    let one = ["brunei-slide", "brunei-slide+reply=any-other"];
    let other =
        ["brunei-slide+stuck=score-decides", "brunei-slide+stuck=score-decides+reply=any-other"];
    assert_eq!(names, [one, other].concat());
}

/// Every choice of three rules of the built-in experiment has all its combinations equally often.
#[test]
fn the_built_in_design_has_strength_three() {
    let experiment = sound(include_str!("../../experiments/disputed-rules.toml"));
    let factorial = experiment.factorial.as_ref().unwrap();
    let rows: Vec<Vec<Option<usize>>> =
        experiment.rules.iter().map(|it| factorial.levels(&it.rules).unwrap()).collect();
    assert_eq!(rows.len(), 128);
    let is_flat = |at: &usize| factorial.factors[*at].when.is_empty();
    let flat: Vec<usize> = (0..factorial.factors.len()).filter(is_flat).collect();
    assert_eq!(flat.len(), 7);
    for &one in &flat {
        for &two in flat.iter().filter(|&&it| it > one) {
            for &three in flat.iter().filter(|&&it| it > two) {
                let mut counts = BTreeMap::new();
                rows.iter().for_each(|row| {
                    *counts.entry([row[one], row[two], row[three]]).or_insert(0) += 1;
                });
                let all: usize = [one, two, three]
                    .iter()
                    .map(|&it| factorial.factors[it].values.len())
                    .product();
                assert!(counts.len() == all && counts.values().all(|&it| it == 128 / all));
            }
        }
    }
}

/// Wrong designs: what of [`TABLE`] is replaced by what, and the message.
const REFUSED: [(&str, &str, &str); 21] = [
    ("runs = 8", "run = 8", "unknown key `run`"),
    ("{ entry = [\"jump\", \"either\"] }", "{}", "`when` is empty"),
    ("runs = 8\n", "", "`factorial` lacks the key `runs`"),
    ("base = \"brunei-slide\"\n", "", "`factorial` lacks the key `base`"),
    ("brunei-slide", "brunei-slid", "unknown rules `brunei-slid`"),
    ("runs = 8", "runs = 11", "11 rule sets, and there are 10 combinations"),
    ("runs = 8", "runs = 1", "`runs` is out of range"),
    (
        "entry = [\"slide\", \"jump\", \"either\"]",
        "entry = { when = { jump = \"far\" }, values = [\"jump\", \"either\"] }",
        "`when` of `entry` names `jump`",
    ),
    ("{ entry = [\"jump\", \"either\"] }", "{ entry = [] }", "`entry` is an empty list"),
    ("runs = 8", "runs = 4", "4 rule sets cannot tell 4 effects apart"),
    ("runs = 8", "runs = \"some\"", "`some` is no number of rule sets"),
    ("\"score-decides\", \"loses\"", "\"loses\"", "`stuck` does not vary"),
    ("\"score-decides\", \"loses\"", "", "`stuck` is an empty list"),
    ("\"score-decides\", \"loses\"", "\"loses\", \"loses\"", "`stuck=loses` is given twice"),
    ("\"score-decides\", \"loses\"", "\"loses\", \"wins\"", "unknown value `wins` for `stuck`"),
    ("stuck = [", "stuc = [", "unknown toggle `stuc`"),
    ("entry = [\"slide\"", "stuck = [\"slide\"", "duplicate key"),
    (
        "{ entry = [\"jump\", \"either\"] }",
        "{ reply = [\"diagonal\"] }",
        "`reply` is no other toggle of this table",
    ),
    (
        "when = { entry = [\"jump\", \"either\"] }",
        "when = { entry = \"first-decides\" }",
        "`entry` does not take this value here",
    ),
    (", values = [\"stone\", \"far\"]", "", "`jump` lacks its `values`"),
    ("[factorial]", "rules = [\"brunei-slide\"]\n[factorial]", "`base` beside `rules`"),
];

#[test]
fn a_wrong_design_is_refused() {
    for (what, with, message) in REFUSED {
        assert!(TABLE.contains(what), "{what}");
        let text = format!("{HEAD}{}", TABLE.replace(what, with));
        let found = whats(&text);
        assert!(found.iter().any(|it| it.contains(message)), "{message}: {found:?}");
    }
}

/// Listed rule sets of which some are no combinations, or that leave two effects together.
#[test]
fn listed_rule_sets_must_tell_effects_apart() {
    let both = "stuck = [\"loses\", \"score-decides\"]\ncapture = [\"whole\", \"partial\"]\n";
    for (rules, message) in [
        (
            "\"brunei-slide\", \"a\"",
            "the effects of `stuck=score-decides` and `capture=partial` cannot be told apart",
        ),
        (
            "\"brunei-slide\", \"traditional\"",
            "the effect of `stuck=score-decides` cannot be told from those of the others",
        ),
        (
            "\"brunei-slide\", \"a\", \"brunei-jump\"",
            "`brunei-jump` changes `entry`, which `factorial` lacks",
        ),
        ("\"brunei-slide\", \"a\", \"bell\"", "`bell` has a value that `factorial` does not list"),
    ] {
        let own = "[rule.a]\nbase = \"traditional\"\nstuck = \"score-decides\"\n";
        let text = format!("{HEAD}rules = [{rules}]\n[factorial]\n{both}{own}");
        let found = whats(&text);
        assert!(found.iter().any(|it| it == message), "{message}: {found:?}");
    }
}

/// A setup that a rule set cannot play, and games with which a crew's members would play unequally.
#[test]
fn what_cannot_be_played_writes_nothing() {
    let place = Place::new();
    place.write("e.toml", format!("{HEAD}{TABLE}").replace("games = 8", "games = 12"));
    place.refuses("run e.toml --out out", 2, "`games` = 12 is no multiple of 8");
    place.write("e.toml", format!("{HEAD}{TABLE}").replace("runs =", "run ="));
    place.refuses("run e.toml --out out", 2, "did you mean `runs`?");
    let small = "wbw\nb_b\nwbw\n";
    place.write("small.txt", small);
    let text = format!("{HEAD}{TABLE}").replace("\"catalogue-02\"", "\"small.txt\"");
    place.write("e.toml", text);
    place.refuses("run e.toml --out out", 2, "small.txt");
    assert!(!place.has("out"));
}

/// Pairs of first columns come in a random order, each once in every turn, and another one in each cell;
/// the members of a crew and the images of the board take turns.
#[test]
fn shuffled_openings_are_a_fair_sample_of_any_length() {
    let text = "seed = 5\ngames = 120\nsetups = [\"catalogue-01\", \"catalogue-02\"]\n\
                rules = [\"brunei-slide\"]\nbots = [\"crew:mine\"]\nopenings = \"shuffled\"\n\
                [crew.mine]\nmembers = [\"random\", \"greedy\"]\n";
    let place = Place::played(text);
    let games = place.table("out/games.csv");
    let first_two = |game: &BTreeMap<&str, &'static str>| game["moves"].get(1..5).unwrap();
    let mut orders = BTreeSet::new();
    for cell in ["0", "1"] {
        let own: Vec<_> = games.iter().filter(|game| game["cell"] == cell).collect();
        for turn in own.chunks(60) {
            let order: Vec<&str> = turn.iter().map(|game| first_two(game)).collect();
            assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), 60);
            orders.insert(order);
        }
        for (index, game) in own.iter().enumerate() {
            let player = (["1", "1", "2", "2"][index % 4], ["board", "mirror"][index % 2]);
            assert_eq!((game["member"], game["image"]), player);
        }
    }
    assert_eq!(orders.len(), 4);
    // Every pair has been played alike: the crew's model takes them.
    assert!(place.has("out/balance.csv"));
}

/// Shards, an interrupted run and a larger number of games make the same folder, which `verify` proves;
/// a prediction for the base is its estimate, also without the games.
#[test]
fn a_designed_experiment_plays_like_any_other() {
    let place = Place::begun(&format!("{HEAD}{TABLE}").replace("crew:beginner", PLAIN));
    place.good("run e.toml --out begun");
    place.shards(3);
    place.good("merge s1 s2 s3 --out merged");
    for folder in ["begun", "merged"] {
        crate::support::assert_same(&place.files(folder), &place.files("whole"), folder);
    }
    let more = place.text("e.toml").replace("games = 8", "games = 16");
    place.write("e.toml", &more);
    let said = place.good("run e.toml --out whole").replace('\n', " ");
    // After few games nothing says that effects add, but how large interactions would have been found.
    assert!(said.contains("would be found in nine of ten experiments"), "{said}");
    assert!(!said.contains("Effects add"), "{said}");
    place.good("run e.toml --out large");
    crate::support::assert_same(&place.files("large"), &place.files("whole"), "more games");
    place.good("verify large");
    let effects = place.table("large/effects.csv");
    assert_eq!(effects.len(), OF_MOVES.len() * 5);
    let near = |value: &Value, text: &str| {
        assert!(
            (value.as_f64().unwrap() - text.parse::<f64>().unwrap()).abs() < 2e-6,
            "{value} {text}"
        );
    };
    // Tables are left out with the games; commands that read a folder leave it as it is.
    place.copy("large", "slim");
    for name in [".lock", "games.csv", "cells.csv", "counts.jsonl"] {
        place.remove(&format!("slim/{name}"));
    }
    let names = || -> BTreeSet<_> {
        std::fs::read_dir(place.path("slim")).unwrap().map(|it| it.unwrap().file_name()).collect()
    };
    let there = names();
    has(
        &place.good("verify slim"),
        "\ncells.csv, counts.jsonl, games.csv: left out of this folder\n",
    );
    for words in ["rules predict slim", "cite slim", "export slim", "replay slim 1"] {
        place.good(words);
    }
    place.refuses("balance slim", 2, "`slim` varies rules by design");
    place.refuses("compare slim slim", 2, "`slim` has no `counts.jsonl`");
    assert_eq!(names(), there);
    place.remove("large/cells.csv");
    has(&place.differs("large").stdout, "DIFFERS cells.csv: it is gone\n");
    place.remove("large/games.csv");
    let base = place.json("rules predict large --json");
    let first = &base["predictions"][0];
    near(&first["mean"], effects[0]["effect"]);
    let jump = place.json("rules predict large --set entry=jump --setup catalogue-02 --json");
    assert_eq!(jump["predictions"].as_array().unwrap().len(), OF_MOVES.len());
    let stuck = place.json("rules predict large --set stuck=score-decides --json");
    let sum = first["mean"].as_f64().unwrap() + effects[1]["effect"].parse::<f64>().unwrap();
    near(&stuck["predictions"][0]["mean"], &sum.to_string());
    let unknown = "rules predict large --set capture=partial";
    place.refuses(unknown, 2, "`capture` did not vary in this experiment");
    place.refuses(
        "rules predict large --set jump=column --set entry=jump",
        2,
        "no game of this experiment",
    );
    place.refuses("rules predict large --setup catalogue-03", 2, "`catalogue-03` is no pattern");
    place.refuses("rules predict large --setup catalogue-03 --svg new", 2, "is no pattern");
    let unfit = format!("new/{}", "x".repeat(300));
    place.refuses(&format!("rules predict large --svg {unfit}"), 1, "cannot write `new/x");
    place.refuses("profile nowhere --svg new", 2, "there is no file `nowhere`");
    assert!(!place.has("new"));
    place.refuses("balance large", 2, "`large` varies rules by design");
    place.refuses("rules predict large --even --set stuck=loses", 2, "cannot be used with");
    // Each of the Pareto set is less even than those before it, and livelier.
    let even = place.json("rules predict large --even --json --svg pictures");
    let of = |it: &Value, place: usize| it["predictions"][place]["mean"].as_f64().unwrap();
    let all: Vec<(i64, f64)> = even
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (((of(it, 0) - 0.5).abs() * 200.0).round() as i64, of(it, 2)))
        .collect();
    assert!(!all.is_empty() && all.windows(2).all(|it| it[0].0 <= it[1].0 && it[0].1 < it[1].1));
    // Weighed shorter games come first, and the command plays these rules.
    let shorter = place.json("rules predict large --even --weigh plies=-1,fairness=0 --json");
    let shorter = shorter.as_array().unwrap();
    assert!(shorter.windows(2).all(|it| of(&it[0], 1) <= of(&it[1], 1)), "{shorter:?}");
    // No word names the experiment's own crew.
    assert!(shorter[0]["run"].is_null(), "{shorter:?}");
    has(
        &place.good("rules predict large --even"),
        "play the experiment's own file with these rules",
    );
    place.write("greedy.toml", format!("{HEAD}{TABLE}").replace("crew:beginner", "greedy"));
    place.good("run greedy.toml --games 64 --out greedy");
    let shorter = place.json("rules predict greedy --even --weigh plies=-1,fairness=0 --json");
    let run = shorter[0]["run"].as_str().unwrap();
    place.good(&format!("{} --games 8 --out confirm", run.replacen("pasang ", "", 1)));
    let again = sound(&place.text("confirm/experiment.toml"));
    let [rules] = again.rules.as_slice() else { panic!("{run}") };
    let settings = rules.rules.toggles();
    for change in shorter[0]["changes"].as_str().unwrap().split_whitespace() {
        assert!(settings.iter().any(|it| change == format!("{}={}", it.name, it.word)), "{run}");
    }
    assert_eq!((again.seed, again.setups.len()), (Some(4), 2));
    for (weights, said) in [
        ("plies", "expected `fairness` or a measure"),
        ("plies=inf", "expected `fairness` or a measure"),
        ("plies=1e308", "expected `fairness` or a measure"),
        ("plies=1,plies=-1", "`plies` has two weights"),
        ("drama=1", "`drama` is no measure of these results"),
    ] {
        place.refuses(&format!("rules predict large --even --weigh {weights}"), 2, said);
    }
    let picture = place.text("pictures/effects.svg");
    for term in effects.iter().filter(|it| it["measure"] == "score" && it["toggle"] != "base") {
        let shown = format!("{} = {}, not {}", term["toggle"], term["value"], term["against"]);
        assert_eq!(picture.matches(&shown).count(), 2, "{shown}");
    }
    // Estimates that lack a pattern, or have no number there, predict nothing, whatever the digests say.
    let text = place.text("large/effects.jsonl");
    let own = text.find("\"own\":[").unwrap() + 7;
    let [first, second] = [own, own + 1 + text[own..].find("],").unwrap()].map(|at| at + 1);
    let lacking = format!("{}{}", &text[..first], &text[second + 1..]);
    for forged in
        [lacking, text.replacen("\"cell_sd\":", "\"cell_sd\":null,\"cell\":", 1), "{}".into()]
    {
        assert_ne!(forged, text);
        place.forge("large", "effects.jsonl", forged);
        place.refuses("rules predict large", 1, "`large/effects.jsonl`: this is no table");
    }
}

/// The effects of rules on what searches measure are differences of means over the games, of which
/// `--each` has a line each; predictions take them in, and `verify` proves them.
#[test]
fn rules_change_how_games_play_as_their_games_say() {
    let place = Place::new();
    let said = place.good(
        "run --setup catalogue-01 --setup catalogue-02 --vary stuck --bots crew:beginner --games 16 \
         --seed 5 --out two",
    );
    has(&said, "Which rules matter? stuck=score-decides ");
    let told = place.good("profile two --positions 50 --each each.jsonl");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    has(&told, "over 32 games under 2 rule sets on 2 patterns, searched to 50 nodes a position");
    let each = place.text("each.jsonl");
    let games: Vec<Value> = each.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let mean = |setup: u64, rules: u64, measure: &str| {
        let is_own = |it: &&Value| it["cell"] == 2 * setup + rules;
        let values: Vec<f64> =
            games.iter().filter(is_own).map(|it| it["values"][measure].as_f64().unwrap()).collect();
        assert_eq!(values.len(), 8);
        values.iter().sum::<f64>() / 8.0
    };
    let effects = place.table("two/profile-effects.csv");
    let patterns = place.table("two/profile-pattern-effects.csv");
    assert_eq!((effects.len(), patterns.len()), (2 * OF_SEARCHES.len(), 4 * OF_SEARCHES.len()));
    let near = |found: &str, expected: f64| {
        let found: f64 = found.parse().unwrap();
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    };
    let said = place.json("rules predict two --set stuck=score-decides --json");
    let said = said["predictions"].as_array().unwrap();
    assert_eq!(said.len(), MEASURES);
    for (at, row) in effects.iter().enumerate() {
        let measure = row["measure"];
        let by = |setup| mean(setup, 1, measure) - mean(setup, 0, measure);
        let [base, changed] =
            [0, 1].map(|rules| (mean(0, rules, measure) + mean(1, rules, measure)) / 2.0);
        near(row["effect"], if row["toggle"] == "base" { base } else { changed - base });
        let own = patterns.iter().filter(|it| it["measure"] == measure && it["toggle"] == "stuck");
        own.zip(0..).for_each(|(it, setup)| near(it["own"], by(setup)));
        let predicted = said.iter().find(|it| it["measure"] == measure).unwrap();
        assert!((predicted["mean"].as_f64().unwrap() - changed).abs() < 1e-6, "{at} {predicted}");
    }
    let name = "two/profile-effects.csv";
    has(
        &place.good("verify two"),
        "profile-effects.csv, profile-pattern-effects.csv, profile-effects.jsonl",
    );
    has(&place.good("verify two --games 3"), "(3 cells not measured again; ");
    let table = place.text(name);
    place.write(
        name,
        table.replacen(
            ",drama,stuck,score-decides,loses,",
            ",drama,stuck,score-decides,loses,1",
            1,
        ),
    );
    assert_ne!(place.text(name), table);
    has(&place.differs("two").stdout, "DIFFERS profile-effects.csv line 5");
    place.write(name, &table);
    place.write("two/profile-effects.jsonl", "{}");
    place.refuses("rules predict two", 1, "`two/profile-effects.jsonl`: this is no table");
    place.remove("two/profile-effects.jsonl");
    let said = place.json("rules predict two --json");
    assert_eq!(said["predictions"].as_array().unwrap().len(), OF_MOVES.len());
}

/// Values have in `rules show` the effects that the kept experiments found.
#[test]
fn known_effects_are_those_of_the_kept_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut expected = String::new();
    for (game, folder) in [("brunei", "disputed-rules"), ("bell", "disputed-rules-bell")] {
        let table = root.join("experiments/results").join(folder).join("effects.csv");
        for row in csv::Reader::from_path(table).unwrap().deserialize() {
            let row: BTreeMap<String, String> = row.unwrap();
            let points = |name: &str| {
                let text = format!("{:+.1}", 100.0 * row[name].parse::<f64>().unwrap());
                if ["+0.0", "-0.0"].contains(&text.as_str()) { "0.0".to_owned() } else { text }
            };
            if row["measure"] == "score" && row["toggle"] != "base" {
                expected += &format!(
                    "{game},{},{},{} {} ({} to {})\n",
                    row["toggle"],
                    row["against"],
                    row["value"],
                    points("effect"),
                    points("effect_joint_low"),
                    points("effect_joint_high")
                );
            }
        }
    }
    let path = root.join("src/show/known_effects.csv");
    if std::env::var_os("PASANG_WRITE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}

/// One pattern tells of itself, as far as its games vary: here by the pooled variance of two samples, and
/// Student's t of SciPy.
#[test]
fn few_patterns_tell_of_themselves() {
    let place = Place::new();
    let words = "run --setup catalogue-05 --vary stuck --bots random --games 60 --seed 4 --out out";
    let ran = place.good(words).split_whitespace().collect::<Vec<_>>().join(" ");
    has(
        &ran,
        "stuck=score-decides does not significantly change the first player's score on catalogue-05: ",
    );
    let mut scores = [Vec::new(), Vec::new()];
    for row in place.table("out/games.csv") {
        let score = match row["winner"] {
            "first" => 1.0,
            "second" => 0.0,
            _ => 0.5,
        };
        scores[row["cell"].parse::<usize>().unwrap()].push(score);
    }
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let squares = |of: &Vec<f64>| of.iter().map(|it| (it - mean(of)).powi(2)).sum::<f64>();
    let variance = scores.iter().map(squares).sum::<f64>() / 118.0;
    let half = 1.980_272 * (variance / 30.0).sqrt();
    let effect = &place.table("out/effects.csv")[1];
    let of = |name: &str| effect[name].parse::<f64>().unwrap();
    assert!((of("effect") - (mean(&scores[1]) - mean(&scores[0]))).abs() < 2e-6);
    for (end, sign) in [("effect_low", -1.0), ("effect_high", 1.0)] {
        assert!((of(end) - of("effect") - sign * half).abs() < 5e-6, "{end} {half}");
    }
}

/// Returns a number with the standard normal distribution, nearly: a sum of twelve uniform ones.
fn normal(rng: &mut GameRng) -> f64 {
    let uniform = |_| f64::from(rng.below(1 << 24)) / f64::from(1 << 24);
    (0..12).map(uniform).sum::<f64>() - 6.0
}

/// Number of simulated games of each of four bots in a cell.
const SIMULATED: u64 = 12;

/// Simulates the games of a design by the scores of its rule sets, pattern by pattern.
fn simulated(scores: &[Vec<f64>], rng: &mut GameRng) -> Vec<Vec<Vec<MeasureSums>>> {
    let mut bot = |score: f64| {
        let wins = (0..SIMULATED).filter(|_| f64::from(rng.below(1 << 24)) < score * 16_777_216.0);
        let sums = [wins.count() as f64; MEASURES];
        MeasureSums { games: SIMULATED, sums, squares: sums }
    };
    let mut cell = |score: &f64| (0..4).map(|_| bot(*score)).collect();
    scores.iter().map(|row| row.iter().map(&mut cell).collect()).collect()
}

/// Fits the model to simulated games.
fn fitted(experiment: &Experiment, sums: &[Vec<Vec<MeasureSums>>]) -> LineupEffects {
    let factorial = experiment.factorial.as_ref().unwrap();
    let levels = experiment.rules.iter().map(|it| factorial.levels(&it.rules).unwrap()).collect();
    let cells = DesignedCells {
        bots: "crew:mine",
        game: GameKind::Brunei,
        setups: vec!["a"; sums.len()],
        sums: sums.iter().map(|row| row.iter().map(Vec::as_slice).collect()).collect(),
    };
    LineupEffects::of(factorial, &Design::new(factorial, levels), &[cells], OF_MOVES).remove(0)
}

/// Intervals of effects hold the true ones, for the mean and for each of few patterns or many, whether
/// patterns differ much or little; and half widths on single patterns are alike from game to game.
#[test]
fn intervals_hold_known_effects_on_any_number_of_patterns() {
    let experiment = sound(include_str!("../data/effects/design.toml"));
    let factorial = experiment.factorial.as_ref().unwrap();
    let rows: Vec<Vec<f64>> = experiment
        .rules
        .iter()
        .map(|it| factorial.row(&factorial.levels(&it.rules).unwrap()))
        .collect();
    let known = [0.5, 0.06, -0.02, 0.01, -0.02, 0.01];
    let mut rng = SeedKey::new(1, &[b"effects"]).rng(0);
    for patterns in [2, 3, 5, 10, 35] {
        for sd in [0.01, 0.02, 0.05] {
            let (mut means, mut singles, mut halves) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..amount(20, 250) {
                let own = |rng: &mut GameRng| -> Vec<f64> {
                    let sds = [0.07, sd, sd, sd, sd, sd];
                    known.iter().zip(sds).map(|(it, sd)| it + sd * normal(rng)).collect()
                };
                let owns: Vec<Vec<f64>> = (0..patterns).map(|_| own(&mut rng)).collect();
                let score = |own: &Vec<f64>, row: &Vec<f64>| -> f64 {
                    own.iter().zip(row).map(|(it, by)| it * by).sum()
                };
                let of = |own: &Vec<f64>| rows.iter().map(|row| score(own, row)).collect();
                let scores: Vec<Vec<f64>> = owns.iter().map(of).collect();
                let found = fitted(&experiment, &simulated(&scores, &mut rng));
                for (at, effect) in found.measures[1].effects.iter().enumerate() {
                    let all = owns.iter().map(|own| own[at + 1]);
                    let mean = all.clone().sum::<f64>() / f64::from(patterns);
                    let mean = if patterns < 5 { mean } else { known[at + 1] };
                    let holds = |it: &Estimated, value: f64| {
                        let it = it.interval(0.05).unwrap();
                        (it.low < value && value < it.high, (it.high - it.low) / 2.0)
                    };
                    means.push(holds(effect.told(), mean).0);
                    for (it, value) in effect.patterns.iter().zip(all) {
                        let (is_held, half) = holds(it, value);
                        singles.push(is_held);
                        halves.push(half);
                    }
                }
            }
            halves.sort_by(f64::total_cmp);
            let share =
                |all: &[bool]| all.iter().filter(|it| **it).count() as f64 / all.len() as f64;
            let [low, high] = [1, 49].map(|part| halves[halves.len() * part / 50]);
            let [means, singles] = [share(&means), share(&singles)];
            assert!(means >= 0.93 && singles >= 0.93, "{patterns} {sd}: {means} {singles}");
            assert!(high / low < 3.0, "{patterns} {sd}: {low} to {high}");
        }
    }
}

/// Where a toggle changes what the others do, the model with products is that of its values, each alone:
/// in all combinations effects are differences of means of one half of the rule sets, and predictions
/// from the tables of the additive model are sums of them.
#[test]
fn effects_where_another_rule_changes_them_are_those_of_half_the_rule_sets() {
    let experiment = sound(
        r#"
        seed = 1
        games = 1
        setups = ["catalogue-05"]
        bots = ["random"]
        [factorial]
        base = "brunei-slide"
        runs = "all"
        capture = ["whole", "partial"]
        stuck = ["loses", "score-decides"]
        reply = ["diagonal", "diagonal-or-middle", "any-other", "any-but-rotated"]
        ka-stone = ["unscored", "scored"]
        "#,
    );
    let factorial = experiment.factorial.as_ref().unwrap();
    let levels: Vec<Vec<usize>> = (experiment.rules.iter())
        .map(|it| factorial.levels(&it.rules).unwrap().into_iter().flatten().collect())
        .collect();
    let mut rng = SeedKey::new(3, &[b"effects"]).rng(0);
    let mut score = || f64::from(rng.below(1 << 24)) / f64::from(1 << 24);
    let scores: Vec<Vec<f64>> = (0..6).map(|_| levels.iter().map(|_| score()).collect()).collect();
    let sums = simulated(&scores, &mut rng);
    let found = fitted(&experiment, &sums);
    let mean = |is_of: &dyn Fn(&[usize]) -> bool| {
        let cells = sums.iter().flat_map(|row| row.iter().zip(&levels));
        let bots = cells.filter(|(_, levels)| is_of(levels)).flat_map(|(cell, _)| cell);
        let (wins, games) = bots.fold((0.0, 0), |of, it| (of.0 + it.sums[0], of.1 + it.games));
        wins / games as f64
    };
    // The effect of a level of a factor where the second factor has this level.
    let effect = |factor: usize, level: usize, stuck: usize| {
        let at = |level| mean(&|it: &[usize]| it[factor] == level && it[1] == stuck);
        at(level) - at(0)
    };
    let (told, products) = found.told.as_ref().unwrap();
    assert_eq!(products, &[[1, 0], [1, 2], [1, 3], [1, 4], [1, 5]]);
    let mains = [(0, 1), (2, 1), (2, 2), (2, 3), (3, 1)];
    for ((place, product), (factor, level)) in [0, 2, 3, 4, 5].iter().zip(&told.products).zip(mains)
    {
        let expected = effect(factor, level, 0);
        assert!((told.effects[*place].all.mean - expected).abs() < 1e-12, "{factor} {level}");
        let change = effect(factor, level, 1) - expected;
        assert!((product.all.mean - change).abs() < 1e-12, "{factor} {level}");
    }
    // The tables of the additive model, and predictions from them.
    let all = experiment.rules.iter().map(|it| factorial.levels(&it.rules).unwrap());
    let design = Design::new(factorial, all.collect());
    let with = design.with_products(factorial).unwrap();
    let score = &found.measures[0];
    let of_pair = |pair: &[usize; 2]| {
        let is_of = |it: &&Interaction| it.terms == *pair || it.terms == [pair[1], pair[0]];
        score.interactions.iter().find(is_of).unwrap().effect.all.mean
    };
    let alone: Vec<f64> = with.products.iter().map(of_pair).collect();
    let effects = || std::iter::once(&score.base).chain(&score.effects);
    let own = (0..6).map(|at| effects().map(|it| it.own[at]).collect()).collect();
    let (components, bots) = (score.components, score.bots);
    let additive = Predictor { design: &design, components, bots, own };
    let predictor = additive.with_products(&with, &alone);
    for row in &levels {
        let half = mean(&|it: &[usize]| it[1] == row[1]);
        let of = |factor: usize| {
            mean(&|it: &[usize]| it[factor] == row[factor] && it[1] == row[1]) - half
        };
        let expected = half + of(0) + of(2) + of(3);
        let predicted =
            predictor.predict(&factorial.row(&row.iter().map(|it| Some(*it)).collect()));
        assert!((predicted.all.mean - expected).abs() < 1e-12, "{row:?}");
    }
    // What is left of the rule sets' means, as far as it exceeds chance.
    let [own, expected] = [predictor.components, told.components];
    let square = |it: Components| it.cell.0 + 6.0 * it.lack.0;
    assert!(own.lack.0 > 0.0 && (square(own) - square(expected)).abs() < 1e-12);
    assert_eq!(own.lack.1, expected.lack.1);
}

/// An interaction of the size that would be found in nine of ten experiments is found as often.
#[test]
fn interactions_of_the_stated_size_are_found() {
    let experiment = sound(include_str!("../data/effects/design.toml"));
    let factorial = experiment.factorial.as_ref().unwrap();
    let rows =
        experiment.rules.iter().map(|it| factorial.row(&factorial.levels(&it.rules).unwrap()));
    let both: Vec<f64> = rows.map(|row| row[1] * row[2]).collect();
    let mut rng = SeedKey::new(2, &[b"effects"]).rng(0);
    let mut play = |size: f64| {
        let scores = vec![both.iter().map(|it| 0.4 + size * it).collect::<Vec<f64>>(); 10];
        fitted(&experiment, &simulated(&scores, &mut rng)).measures.swap_remove(1)
    };
    let count = amount(100, 400);
    let sizes = (0..count).map(|_| {
        // The size is that of the interaction with the largest variance, not of this one.
        let none = play(0.0);
        let variance = |it: &Interaction| it.effect.told().variance;
        let largest = none.interactions.iter().map(variance).fold(0.0, f64::max);
        let own = none.interactions.iter().find(|it| it.terms == [0, 1]).map(variance);
        none.detectable.unwrap() * (own.unwrap() / largest).sqrt()
    });
    let size = sizes.sum::<f64>() / count as f64;
    let is_found = |of: MeasureEffects| {
        of.interactions.iter().any(|it| it.terms == [0, 1] && it.chance < 0.05)
    };
    let found = (0..count).filter(|_| is_found(play(size))).count() as f64 / count as f64;
    assert!((0.8..1.0).contains(&found), "{size}: {found}");
}

#[test]
fn a_plan_tells_what_a_design_can_tell() {
    let place = Place::with(&format!("{HEAD}{TABLE}").replace("crew:beginner", PLAIN));
    let plan = place.json("plan e.toml --json");
    let design = &plan["design"];
    assert_eq!(design["combinations"], 10);
    assert_eq!(design["half_widths"].as_array().unwrap().len(), 4);
    let all = place.text("e.toml").replace("runs = 8", "runs = \"all\"");
    place.write("e.toml", all);
    let design = &place.json("plan e.toml --json")["design"];
    assert!((design["efficiency"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(design["largest_correlation"].as_f64().unwrap().max(1e-9), 1e-9);
    // Half of 20 cells with 16 games each: 1.96 (4 x 0.2415 / 320)^(1/2) for a toggle of two values.
    let stuck = design["half_widths"][0][1][0].as_f64().unwrap();
    assert!((stuck - 1.96 * (4.0 * 0.2415_f64 / 160.0).sqrt()).abs() < 1e-4, "{stuck}");
    // Five patterns are a sample: their effects vary as those of the kept experiment, squares pooled.
    let more = "\"catalogue-02\", \"catalogue-03\", \"catalogue-04\", \"catalogue-05\"";
    place.write("e.toml", place.text("e.toml").replace("\"catalogue-02\"", more));
    let design = &place.json("plan e.toml --json")["design"];
    let stuck = design["half_widths"][0][1][0].as_f64().unwrap();
    let kept = include_str!("../../experiments/results/disputed-rules/effects.csv");
    let kept = crate::support::table(kept);
    let effects = kept.iter().filter(|it| it["measure"] == "score" && it["toggle"] != "base");
    let squares: Vec<f64> =
        effects.map(|it| it["patterns_sd"].parse::<f64>().unwrap().powi(2)).collect();
    let between = squares.iter().sum::<f64>() / squares.len() as f64 / 5.0;
    // Student's quantile with four degrees of freedom, from a table.
    let expected = 2.776_445 * (4.0 * 0.2415_f64 / 400.0 + between).sqrt();
    assert!((stuck - expected).abs() < 1e-4, "{stuck} {expected}");
}

fn close(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{what}: {found} {expected}");
}

fn same_effect(found: &Effect, expected: &Value) {
    let estimated = |it: &Estimated, of: &Value, what: &str| {
        close(it.mean, &expected["mean"], what);
        close(it.variance, &of[0], what);
        close(it.degrees, &of[1], what);
    };
    estimated(&found.all, &expected["all"], "all");
    estimated(&found.played, &expected["played"], "played");
    close(found.patterns_sd.unwrap(), &expected["patterns_sd"], "sd");
    for (at, pattern) in found.patterns.iter().enumerate() {
        close(pattern.mean, &expected["patterns"][at], "pattern");
        close(pattern.variance, &expected["of_patterns"][at][0], "variance of a pattern");
        close(pattern.degrees, &expected["of_patterns"][at][1], "degrees of a pattern");
        close(found.own[at], &expected["own"][at], "own");
    }
}

/// `analysis/effects.py --cases` computes the same by other means, and statsmodels' REML what it has in
/// common: the effects, their standard errors over patterns, and the cells' variance.
#[test]
fn effects_are_those_of_other_programs() {
    let experiment = sound(include_str!("../data/effects/design.toml"));
    let cases: Value = serde_json::from_str(include_str!("../data/effects/cases.json")).unwrap();
    let games = cases["games"].as_u64().unwrap();
    let sums = |it: &Value| {
        let sums = [it.as_f64().unwrap(); MEASURES];
        MeasureSums { games, sums, squares: sums }
    };
    let list = |it: &Value| it.as_array().unwrap().clone();
    let table: Vec<Vec<Vec<MeasureSums>>> = list(&cases["sums"])
        .iter()
        .map(|row| list(row).iter().map(|cell| list(cell).iter().map(sums).collect()).collect())
        .collect();
    let found = fitted(&experiment, &table);
    for (measure, name) in ["score", "other"].into_iter().enumerate() {
        let (found, expected) = (&found.measures[measure], &cases[name]);
        same_effect(&found.base, &expected["base"]);
        for (at, effect) in found.effects.iter().enumerate() {
            same_effect(effect, &expected["effects"][at]);
        }
        assert_eq!(found.interactions.len(), list(&expected["interactions"]).len());
        for (at, it) in found.interactions.iter().enumerate() {
            let expected = &expected["interactions"][at];
            assert_eq!(it.terms.map(Value::from).to_vec(), list(&expected["terms"]));
            same_effect(&it.effect, expected);
            close(it.chance, &expected["chance"], "chance");
        }
        let (sd, chance) = found.lack_of_fit.unwrap();
        close(sd, &expected["lack_of_fit"][0], "lack of fit");
        close(chance, &expected["lack_of_fit"][1], "its chance");
        close(found.components.cell.0, &expected["cell"], "cells");
    }
    let (of, mixed) = (&found.measures[1], &cases["mixed"]);
    let patterns = table.len() as f64;
    let near = |found: f64, expected: &Value, by: f64| {
        assert!((found / expected.as_f64().unwrap() - 1.0).abs() < by, "{found} {expected}");
    };
    for (at, effect) in std::iter::once(&of.base).chain(&of.effects).enumerate() {
        let (mean, own) = (effect.all.mean, &effect.own);
        let squares: f64 = own.iter().map(|it| (it - mean) * (it - mean)).sum();
        near(mean, &mixed["effects"][at], 1e-9);
        near((squares / (patterns - 1.0) / patterns).sqrt(), &mixed["errors"][at], 1e-3);
    }
    // REML does not part what rule sets have in common from what is a cell's own.
    let (cell, lack) = (of.components.cell.0, of.components.lack.0);
    near(cell + lack, &mixed["cell"], 1e-3);
}

/// From the command line all combinations are played, also of a toggle that is nested in another.
#[test]
fn options_vary_toggles_in_all_combinations() {
    let place = Place::new();
    let words = "plan --setup catalogue-01 --bots crew:beginner --vary stuck --vary jump";
    place.good(&format!("{words} --vary entry=slide,jump --save e.toml"));
    let experiment = sound(&place.text("e.toml"));
    assert_eq!((experiment.rules.len(), experiment.games), (8, 48));
    assert_eq!(experiment.openings, Openings::Shuffled);
    // Without bots one crew plays as many, and not several a part of a design.
    let plan = place.json("plan --json --setup catalogue-01 --vary stuck");
    assert_eq!((&plan["cells"], &plan["games_a_cell"]), (&2.into(), &48.into()));
    for (more, said) in [
        ("--vary stuck", "duplicate key"),
        ("--vary stick", "unknown toggle `stick`"),
        ("--vary entry=glide", "unknown value `glide` for `entry`"),
        ("--vary values", "unknown value `` for `values`"),
        ("", "`jump` does nothing beside entry=slide"),
        ("--vary entry=slide", "`entry` does not vary"),
        ("--rules brunei-slide --rules brunei-jump", "several `--rules` beside `--vary`"),
    ] {
        place.refuses(&format!("{words} {more} --save f.toml"), 2, said);
        assert!(!place.has("f.toml"));
    }
}
