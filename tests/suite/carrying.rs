//! What carries over, in simulated experiments whose truth is known.

use crate::support::chance::{normal, uniform};
use pasang::base::random::Stream;
use pasang::stats::carrying::{Carrying, Pair, Pattern, Rung};
use pasang::stats::interval::Interval;
use pasang::stats::{Begun, Draws};

/// A world of patterns: the standard deviations of what belongs to a pattern, to a pattern with one bot, to a
/// pair of first moves, and to a pair with one bot.
#[derive(Clone, Copy)]
struct World {
    pattern: f64,
    by_bot: f64,
    pair: f64,
    pair_by_bot: f64,
    patterns: usize,
    pairs: usize,
    games: u64,
    rungs: usize,
}

/// As the kept results are: 35 patterns, four games of each pair.
const WORLD: World = World {
    pattern: 0.08,
    by_bot: 0.03,
    pair: 0.10,
    pair_by_bot: 0.10,
    patterns: 35,
    pairs: 30,
    games: 4,
    rungs: 3,
};

impl World {
    /// The correlation of true scores: pairs are given, and their mean is the pattern's.
    fn correlation(&self) -> f64 {
        let of_pairs = |deviation: f64| deviation * deviation / self.pairs as f64;
        let common = self.pattern * self.pattern + of_pairs(self.pair);
        common / (common + self.by_bot * self.by_bot + of_pairs(self.pair_by_bot))
    }

    fn rungs(&self, random: &mut Stream) -> Vec<Rung> {
        let mut rungs: Vec<Rung> = (0..self.rungs)
            .map(|rung| Rung {
                rules: "rules".to_owned(),
                bots: format!("bot-{rung}"),
                elo: None,
                source: 0,
                draws: Draws::Own,
                begun: Begun::All,
                patterns: Vec::new(),
            })
            .collect();
        for pattern in 0..self.patterns {
            let lasting = self.pattern * normal(random);
            let of_pair: Vec<f64> = (0..self.pairs).map(|_| self.pair * normal(random)).collect();
            for rung in &mut rungs {
                let own = lasting + self.by_bot * normal(random);
                let pairs: Vec<Pair> = (0..self.pairs)
                    .map(|pair| {
                        let chance = 0.5 + own + of_pair[pair] + self.pair_by_bot * normal(random);
                        let wins =
                            (0..self.games).filter(|_| uniform(random) < chance).count() as u64;
                        let words = ["a".to_owned(), format!("{pair}-")];
                        Pair::of(words, self.games, wins, 0)
                    })
                    .collect();
                let name = format!("pattern-{pattern}");
                let pattern = Pattern::of(&name, &name, Begun::All, pairs.into_iter());
                rung.patterns.push(pattern);
            }
        }
        rungs
    }
}

fn holds(interval: Interval, truth: f64) -> bool {
    interval.low <= truth && truth <= interval.high
}

/// In each of four worlds the interval of the true correlation holds the truth in 93 of 100 cases or more,
/// and the estimate is as often too low as too high, within what 300 samples tell. The correlation that is
/// seen, without chance taken out, is too low more often.
#[test]
fn correlations_of_true_scores_are_found() {
    const SAMPLES: usize = 300;
    let worlds = [
        WORLD,
        // Alike, as far as patterns go.
        World { by_bot: 0.0, pair_by_bot: 0.0, ..WORLD },
        // Half and half.
        World { by_bot: 0.08, ..WORLD },
        // Few patterns and few games: a low reliability.
        World { patterns: 20, pattern: 0.05, games: 2, ..WORLD },
    ];
    for (number, world) in worlds.into_iter().enumerate() {
        let mut random = Stream::new(17 + number as u64, "carrying");
        let (mut held, mut below, mut seen_below, mut told) = (0, 0, 0, 0);
        for _ in 0..SAMPLES {
            let found = Carrying::of(world.rungs(&mut random), None, 0.02).unwrap();
            let first = &found.agreements[0];
            let truth = world.correlation();
            // Where patterns seem to differ by chance alone, nothing is told.
            let Some(found) = first.truth else { continue };
            told += 1;
            held += usize::from(holds(first.interval.unwrap(), truth));
            below += usize::from(found < truth);
            seen_below += usize::from(first.seen.unwrap() < truth);
        }
        assert!(told * 10 >= SAMPLES * 9, "{number}: told in {told}");
        let share = |count: usize| count as f64 / told as f64;
        assert!(share(held) >= 0.93, "{number}: held in {held}");
        assert!((0.35..=0.65).contains(&share(below)), "{number}: below in {below}");
        assert!(seen_below > below, "{number}: seen below in {seen_below}");
    }
}

/// The shares of the variance, each with its interval, against what the world was made of: a game's
/// score has the mean p and the variance p (1 - p), of which the parts that differ between patterns and
/// pairs take theirs.
#[test]
fn the_parts_of_the_variance_are_found() {
    const SAMPLES: usize = 1000;
    let world = WORLD;
    let square = |deviation: f64| deviation * deviation;
    let k = world.pairs as f64;
    let within = (k - 1.0) / k;
    let common = square(world.pattern) + square(world.pair) / k;
    let own = square(world.by_bot) + square(world.pair_by_bot) / k;
    let (pair, pair_own) = (square(world.pair) * within, square(world.pair_by_bot) * within);
    // The variance of a game is 1/4 in all: p is even in the mean.
    let truth = [common, own, pair, pair_own, 0.25 - common - own - pair - pair_own];
    let mut random = Stream::new(5, "carrying");
    let mut held = [0; 5];
    let mut sums = [0.0; 5];
    for _ in 0..SAMPLES {
        let found = Carrying::of(world.rungs(&mut random), None, 0.02).unwrap();
        for (part, (share, interval)) in found.parts[0].shares.into_iter().enumerate() {
            held[part] += usize::from(holds(interval, truth[part] / 0.25));
            sums[part] += share / SAMPLES as f64;
        }
    }
    for part in 0..5 {
        let share = held[part] as f64 / SAMPLES as f64;
        assert!(share >= 0.92, "part {part}: held in {share}");
        let expected = truth[part] / 0.25;
        assert!((sums[part] - expected).abs() < 0.1 * expected + 0.004, "part {part}: {sums:?}");
    }
}

/// A rung with one game a pair does not tell chance: whatever takes chance out is as if it were not there, and its
/// scores and verdicts stand beside the others'.
#[test]
fn a_rung_that_does_not_tell_chance_takes_nothing_from_the_others() {
    let mut random = Stream::new(3, "carrying");
    let world = World { rungs: 4, by_bot: 0.0, pair_by_bot: 0.0, ..WORLD };
    let mut rungs = world.rungs(&mut random);
    for (place, rung) in rungs.iter_mut().enumerate() {
        rung.elo = Some(100.0 * place as f64);
    }
    // Between the others, and above all of them.
    for poor in [1, 3] {
        let others: Vec<Rung> =
            (0..4).filter(|&it| it != poor).map(|it| rungs[it].clone()).collect();
        let mut all = rungs.clone();
        for pattern in &mut all[poor].patterns {
            for pair in &mut pattern.pairs {
                *pair = Pair::of(pair.words.clone(), 1, pair.twelfths / 12 % 2, 0);
            }
        }
        for from in [None, Some("bot-0")] {
            let of = |rungs: Vec<Rung>| Carrying::of(rungs, from, 0.02).unwrap();
            let (without, with) = (of(others.clone()), of(all.clone()));
            assert_eq!(without.parts, with.parts);
            assert_eq!(without.choosing, with.choosing);
            assert!(!with.parts.is_empty() && !with.choosing.is_empty());
            // What is said of the average is known of it, too.
            assert!(with.axes[0].setup.is_none() && with.axes[0].rungs == 4);
            for (without, with) in without.lasting.iter().zip(&with.lasting) {
                assert_eq!(without.pooled, with.pooled);
                assert!(with.pooled.is_some());
                assert_eq!((without.scores.len(), with.scores.len()), (3, 4));
            }
            let of_poor =
                with.agreements.iter().filter(|it| it.two.contains(&format!("bot-{poor}")));
            assert!(of_poor.clone().count() == 3 && of_poor.clone().all(|it| it.truth.is_none()));
        }
    }
}

/// Where patterns are all alike, nothing lasts and nothing correlates, but in one sample of twenty.
#[test]
fn nothing_is_found_where_there_is_nothing() {
    const SAMPLES: usize = 200;
    let world = World { pattern: 0.0, by_bot: 0.0, pair: 0.0, pair_by_bot: 0.0, ..WORLD };
    let mut random = Stream::new(9, "carrying");
    let (mut wrong, mut certain) = (0, 0);
    for _ in 0..SAMPLES {
        let found = Carrying::of(world.rungs(&mut random), None, 0.02).unwrap();
        let said = |it: &pasang::stats::carrying::lasting::Lasting| it.verdict.is_some();
        wrong += usize::from(found.lasting.iter().any(said));
        let first = &found.agreements[0];
        certain += usize::from(first.interval.is_some_and(|it| !holds(it, 0.0)));
    }
    assert!(wrong * 20 <= SAMPLES, "verdicts in {wrong}");
    assert!(certain * 10 <= SAMPLES, "a correlation in {certain}");
}

/// The scores that a summary of one pattern is held against are those of the kept experiment.
/// `PASANG_WRITE=1 cargo test known_patterns` writes them anew.
#[test]
fn known_patterns_are_those_of_the_kept_results() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept =
        std::fs::read_to_string(root.join("experiments/results/first-player/cells.csv")).unwrap();
    let line = |row: std::collections::BTreeMap<&str, &str>| {
        let score: f64 = row["first_score"].parse().unwrap();
        format!("{},{},{},{score:.4}\n", row["rules"], row["bots"], row["setup"])
    };
    let expected: String = crate::support::table(&kept).into_iter().map(line).collect();
    let path = root.join("src/report/sections/known_patterns.csv");
    if std::env::var_os("PASANG_WRITE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert!(expected.lines().count() >= 35 * 4);
    let games = format!("games = {}\n", pasang::report::KNOWN_GAMES);
    assert!(include_str!("../../experiments/first-player.toml").contains(&games));
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}

/// A pattern is held against the others, whatever it is called; how many are nearer to even is told by
/// the bounds of its score, from the kept table. Expected figures are counted here, from the tables.
#[test]
fn a_pattern_is_not_held_against_itself_and_not_more_sharply_than_it_is_known() {
    let place = crate::support::Place::new();
    let kept = include_str!("../../experiments/results/first-player/cells.csv");
    let from_even = |score: &str| (score.parse::<f64>().unwrap() - 0.5).abs();
    let known = |same: &[&str]| -> Vec<f64> {
        let rows = crate::support::table(kept).into_iter();
        let wanted = rows.filter(|row| row["rules"] == "brunei-slide" && row["bots"] == "greedy");
        let others = wanted.filter(|row| !same.contains(&row["setup"]));
        // As many digits as the program knows.
        others
            .map(|row| from_even(&format!("{:.4}", row["first_score"].parse::<f64>().unwrap())))
            .collect()
    };
    let rows = |name: &str| {
        let shown = place.good(&format!("setups show {name} --text"));
        shown
            .lines()
            .filter(|line| !line.contains(':') && !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    place.write("renamed.txt", rows("catalogue-18")).write("chequer.txt", rows("bell-chequer"));
    let mut told = 0;
    for (setup, same, games) in [
        ("catalogue-18", Some("catalogue-18"), 960),
        ("renamed.txt", Some("catalogue-18"), 960),
        ("mirror:catalogue-18", Some("catalogue-18"), 960),
        ("catalogue-33", Some("catalogue-26"), 960),
        ("bell-chequer", Some("catalogue-39"), 960),
        ("chequer.txt", Some("catalogue-39"), 960),
        ("generated-full-7-1", None, 960),
        ("catalogue-01", Some("catalogue-01"), 6),
    ] {
        let out = setup.replace(':', "-");
        let said = place.good(&format!(
            "run --setup {setup} --bots greedy --games {games} --seed 1 --out out-{out}"
        ));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let others = known(&Vec::from_iter(same));
        let other = if same.is_some() { "other " } else { "" };
        assert_eq!(others.len(), if same.is_some() { 34 } else { 35 }, "{setup}");
        let cells = place.text(&format!("out-{out}/cells.csv"));
        let row = crate::support::table(&cells).remove(0);
        let bounds = ["first_joint_low", "first_joint_high"].map(|key| row[key]);
        let [low, high] = bounds.map(|bound| bound.parse::<f64>().unwrap());
        let ends = bounds.map(from_even);
        let least = if low < 0.5 && 0.5 < high { 0.0 } else { ends[0].min(ends[1]) };
        let nearer = |end: f64| others.iter().filter(|&&it| it < end).count();
        let (least, most) = (nearer(least), nearer(ends[0].max(ends[1])));
        let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let expected = format!(
            "Of the {} {other}known patterns, in 240 games each between the same players, {many} came out \
             nearer to even.",
            others.len()
        );
        let is_told = 2 * (most - least) <= others.len();
        told += usize::from(is_told);
        assert_eq!(said.contains(&expected), is_told, "{setup}: {expected}\n{said}");
        assert_eq!(said.contains("known patterns"), is_told, "{setup}: {said}");
        assert!(games > 6 || !is_told, "few games say little: {said}");
    }
    assert!(told >= 3, "{told}");
}

const PATTERNS: &str = r#"
title = "Patterns"
seed = 1
games = 6
setups = ["catalogue-distinct"]
rules = ["brunei-slide"]
bots = ["random", "greedy"]
openings = "all"
"#;

/// What can be said of folders together depends on what they hold.
#[test]
fn what_a_folder_holds_decides_whether_it_is_compared() {
    let place = crate::support::Place::with(PATTERNS);
    place.write("other.toml", PATTERNS.replace("seed = 1", "seed = 2"));
    place.write("rounds.toml", format!("{PATTERNS}opening-plies = 2\nrounds = 2\n"));
    place.good("run e.toml --out one");
    let more = PATTERNS.replace("games = 6", "games = 12");
    place.write("more.toml", &more).good("run more.toml --out more");
    place.good("run other.toml --out other");
    place.good("run rounds.toml --out rounds");
    // One folder twice, and one whose first games are the same.
    for (folders, other) in [("one one", "one"), ("one more", "more")] {
        let ran = place.pasang(&format!("carry {folders}"));
        assert_eq!(ran.status, 2, "{folders}");
        let said = format!("`one` and `{other}` have one seed, so their games of `random`");
        assert!(ran.stderr.contains(&said), "{}", ran.stderr);
    }
    // Other random numbers: another rung.
    assert!(place.good("carry one other").contains("random in other"));
    // Matches, and games that were added when their results were known, are not rungs; it is said.
    let alone = place.good("carry one");
    place
        .write("other.toml", more.replace("seed = 1", "seed = 2"))
        .good("run other.toml --out other");
    for (folder, why) in [("rounds", "matches"), ("other", "games were added")] {
        let ran = place.pasang(&format!("carry one {folder}"));
        assert_eq!((ran.status, &ran.stdout), (0, &alone), "{folder}");
        assert!(ran.stderr.contains(&format!("`{folder}` says nothing here")), "{}", ran.stderr);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
    let ran = place.pasang("carry one --out e.toml/tables");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("e.toml/tables"), "{}", ran.stderr);
}
