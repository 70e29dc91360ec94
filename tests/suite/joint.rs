//! The joint model of several classes and rule sets: compared with another implementation
//! (`analysis/joint.py`), in its limits, and in its statements.

use std::path::Path;

use crate::known_patterns::STRENGTHS;
use crate::support::chance::normal;
use crate::support::{Place, amount};
use pasang_balance::answer::{CrewCell, JointBalance};
use pasang_balance::joint::{Condition, CrewScore, Joint, PatternComparison};
use pasang_balance::{Direction, Normal, Size, Statement, VarianceComponents};
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::rules::Game;
use pasang_core::players::crew::Crew;

const BOT: f64 = VarianceComponents::BRUNEI.bot;

fn rules(name: &str) -> Game {
    Game::preset(match name {
        "slide" => "brunei-slide",
        "jump" => "brunei-jump",
        _ => "pasang-emas",
    })
    .unwrap()
}

fn condition(label: &str) -> Condition {
    let (class, name) = label.split_once(':').unwrap();
    Condition::of(class, &rules(name))
}

fn is_near(found: f64, expected: f64, most: f64, what: &str) {
    assert!((found - expected).abs() <= most, "{what}: {found} instead of {expected}");
}

fn score_of(line: &[&str]) -> CrewScore {
    CrewScore {
        pattern: line[1].parse().unwrap(),
        condition: line[2].parse().unwrap(),
        bots: line[3].split(',').map(|bot| bot.parse().unwrap()).collect(),
        score: Normal { mean: line[4].parse().unwrap(), sd: line[5].parse().unwrap() },
    }
}

#[test]
fn figures_are_those_of_another_implementation() {
    let mut seen = 0;
    for case in include_str!("../data/balance/joint.txt").split("case ").skip(1) {
        let (head, lines) = case.split_once('\n').unwrap();
        let conditions: Vec<Condition> = head.split(' ').map(condition).collect();
        let lines: Vec<Vec<&str>> = lines.lines().map(|line| line.split(' ').collect()).collect();
        let scores = lines.iter().filter(|line| line[0] == "score").map(|line| score_of(line));
        let joint = Joint::fit(&conditions, &scores.collect::<Vec<_>>());
        let (draws, all) = (joint.draws(0), [0, 1, 2, 3, 4, 5]);
        for line in lines.iter().filter(|line| line[0] != "score") {
            let number = |at: usize| line[at].parse::<f64>().unwrap();
            let (one, other) = (number(1) as usize, number(2) as usize);
            let found = match line[0] {
                "joint" => joint.score(one, other),
                "difference" => joint.contrast(all, &[(one, 1.0), (other, -1.0)]),
                _ => {
                    let told = Joint::comparison(&draws, &all, one);
                    let chances = if line[0] == "near" { told.near } else { told.nearest };
                    let pairs = chances.iter().enumerate();
                    pairs.for_each(|(at, it)| is_near(*it, number(2 + at), 0.035, line[0]));
                    continue;
                }
            };
            is_near(found.mean, number(3), 1e-9, &line.join(" "));
            is_near(found.sd, number(4), 1e-9, &line.join(" "));
            seen += 1;
        }
    }
    assert_eq!(seen, 24 + 18 + 6 + 6 + 3);
}

/// A class alone, or a pattern alone, keeps the posteriors of the cells' own games, however far out.
#[test]
fn without_other_games_cells_keep_their_own_posterior() {
    let score = |pattern, condition, mean, sd| {
        let bots = vec![0, 1, 2, 3];
        CrewScore { pattern, condition, bots, score: Normal { mean, sd } }
    };
    let one_class = [0.53, 0.12, 0.97, 0.5].iter().enumerate();
    let one_class = one_class.map(|(at, mean)| score(at, 0, *mean, 0.02 + 0.001 * at as f64));
    let one_pattern = [score(0, 0, 0.44, 0.023), score(0, 1, 0.61, 0.025)];
    let cases: [(&[&str], Vec<CrewScore>, f64); 3] = [
        (&["club:slide"], one_class.clone().collect(), 1e-12),
        (&["mine:jump"], one_class.collect(), 1e-12),
        // The wide prior of the means lets next to nothing pass from one to the other.
        (&["quick:slide", "strong:slide"], one_pattern.to_vec(), 2e-4),
    ];
    for (labels, scores, most) in cases {
        let conditions: Vec<Condition> = labels.iter().map(|label| condition(label)).collect();
        let joint = Joint::fit(&conditions, &scores);
        for CrewScore { pattern, condition, score, .. } in scores {
            let found = joint.score(pattern, condition);
            is_near(found.mean, score.mean, most, "mean");
            is_near(found.sd, score.sd, most, "standard deviation");
            let unseen = joint.unseen_bot(pattern, condition);
            is_near(unseen.sd, (found.sd * found.sd + BOT).sqrt(), 1e-12, "an unseen bot's");
        }
    }
}

/// Rule sets that end otherwise share nothing; a class that no table knows shares less.
#[test]
fn conditions_take_their_components_from_the_table() {
    let stuck = rules("slide").with("stuck", "score-decides").unwrap();
    let [club, jump, new] = ["club:slide", "club:jump", "mine:slide"].map(condition);
    assert_ne!(Condition::of("club", &stuck).family, club.family);
    assert_eq!(club.family, jump.family);
    assert!(jump.loading < club.loading && new.own > club.own && new.loading < club.loading);
    let differ = club.toggles.iter().zip(&jump.toggles).filter(|(one, other)| one != other);
    assert_eq!(differ.map(|(one, _)| one.0.as_str()).collect::<Vec<_>>(), ["entry=slide"]);
    let bell = Condition::of("club", &Game::preset("bell").unwrap());
    assert_eq!((bell.own, bell.toggles.len()), (new.own, 0));
}

/// Of independent scores the set that may be even has all that are, and the intervals of numbers of
/// patterns hold the true ones.
#[test]
fn sets_and_counts_hold_the_truth() {
    let mut rng = SeedKey::new(7, &[b"joint"]).rng(0);
    let (mut lost, mut missed, trials) = (0, [0; 4], 200);
    for _ in 0..trials {
        // Scores of patterns, and their posterior by a measurement.
        let truths: Vec<f64> = (0..35).map(|_| 0.53 + 0.05 * normal(&mut rng)).collect();
        let count = |of: fn(f64) -> bool| truths.iter().filter(|it| of(**it)).count() as f64;
        let expected = [
            count(|it| (it - 0.5).abs() <= 0.05),
            count(|it| (it - 0.5).abs() <= 0.1),
            count(|it| (it - 0.5).abs() > 0.1),
            count(|it| it > 0.5),
        ];
        let error: f64 = 0.02;
        let share = 0.05 * 0.05 / (0.05 * 0.05 + error * error);
        let mut measured = |truth: &f64| 0.53 + share * (truth + error * normal(&mut rng) - 0.53);
        let means: Vec<f64> = truths.iter().map(&mut measured).collect();
        let sd = share.sqrt() * error;
        let mut draw =
            || means.iter().map(|mean| mean + sd * normal(&mut rng)).collect::<Vec<f64>>();
        let made = PatternComparison::of(&(0..1000).map(|_| draw()).collect::<Vec<_>>());
        let is_lost = |(may, truth): (&bool, &f64)| !may && (truth - 0.5).abs() <= 0.02;
        lost += usize::from(made.may_be_within_2.iter().zip(&truths).any(is_lost));
        for ((missed, of), truth) in missed.iter_mut().zip(&made.counts).zip(expected) {
            *missed += usize::from(!(of.low..=of.high).contains(&truth));
        }
    }
    assert!(lost <= trials / 20, "{lost} of {trials} lost one");
    assert!(missed.iter().all(|it| *it <= trials / 14), "{missed:?} of {trials} missed");
}

/// A world in which scores are simulated: tails of patterns' fairness and of own parts, the factor of the
/// variance between bots on a pattern, and the standard deviation of what a bot has on all patterns.
struct World {
    heavy: bool,
    bots: f64,
    common: f64,
}

/// Of the statements that are made, at least as many are true as their probabilities say, less 2 percentage
/// points in the model's own world and less 5 in three wrong ones.
#[test]
fn statements_are_as_often_true_as_they_say() {
    let worlds = [
        ("the model", World { heavy: false, bots: 1.0, common: 0.01 }, 0.02),
        ("heavy tails", World { heavy: true, bots: 1.0, common: 0.01 }, 0.05),
        ("bots differ twice as much", World { heavy: false, bots: 2.0, common: 0.01 }, 0.05),
        ("crews have more in common", World { heavy: false, bots: 1.0, common: 0.02 }, 0.05),
    ];
    let conditions = THREE.map(condition);
    for (name, world, most) in worlds {
        let mut rng = SeedKey::new(9, &[b"calibration", name.as_bytes()]).rng(0);
        // Told, expected to be true, true: of sizes, of directions.
        let (mut sums, trials) = ([[0.0; 3]; 2], amount(20, 200));
        for _ in 0..trials {
            let (truths, scores) = simulated(&conditions, &world, &mut rng);
            let joint = Joint::fit(&conditions, &scores);
            for (pattern, truths) in truths.iter().enumerate() {
                for (at, truth) in truths.iter().enumerate() {
                    let told = Statement::of(joint.score(pattern, at));
                    if let Some(size) = told.size() {
                        let distance = (truth - 0.5).abs();
                        let is_true = match size {
                            Size::Within5 => distance <= 0.05,
                            Size::Within10 => distance <= 0.1,
                            Size::Beyond10 => distance > 0.1,
                        };
                        let is_true = f64::from(u8::from(is_true));
                        sums[0]
                            .iter_mut()
                            .zip([1.0, told.chance(size), is_true])
                            .for_each(|(sum, it)| *sum += it);
                    }
                    if let Some(of) = told.direction() {
                        let is_true =
                            f64::from(u8::from((of == Direction::First) == (*truth > 0.5)));
                        let chance = told.first.max(1.0 - told.first);
                        sums[1]
                            .iter_mut()
                            .zip([1.0, chance, is_true])
                            .for_each(|(sum, it)| *sum += it);
                    }
                }
            }
        }
        let [size, direction] = sums.map(|[told, expected, right]| [expected / told, right / told]);
        println!(
            "{name}: sizes {:.3} true, {:.3} said; directions {:.3} true, {:.3} said",
            size[1], size[0], direction[1], direction[0]
        );
        for [expected, right] in [size, direction] {
            assert!(right >= expected - most, "{name}: {right} are true, {expected} expected");
        }
        assert!(sums[0][0] > 20.0 * f64::from(trials), "{name}: {} sizes told", sums[0][0]);
    }
}

/// Intervals of means over patterns, and of differences between them, hold the true ones whether bots have
/// a part that is theirs on all patterns or none; without that part in the model they would not.
#[test]
fn means_over_patterns_are_covered() {
    let conditions = THREE.map(condition);
    let unaware = conditions.clone().map(|it| Condition { common: 0.0, ..it });
    let weights =
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]];
    for common in [0.0, 0.01] {
        let world = World { heavy: false, bots: 1.0, common };
        let mut rng = SeedKey::new(12, &[b"means"]).rng(0);
        let (mut held, trials) = ([[0; 5]; 2], amount(200, 400));
        for _ in 0..trials {
            let (truths, scores) = simulated(&conditions, &world, &mut rng);
            for (held, conditions) in held.iter_mut().zip([&conditions, &unaware]) {
                let joint = Joint::fit(conditions, &scores);
                for (held, weights) in held.iter_mut().zip(weights) {
                    let of: f64 = truths
                        .iter()
                        .flat_map(|of| of.iter().zip(weights))
                        .map(|(it, by)| it * by)
                        .sum();
                    let pairs: Vec<(usize, f64)> = weights.into_iter().enumerate().collect();
                    let told = joint.contrast(0..35, &pairs).interval(0.05);
                    *held += u32::from((told.low..=told.high).contains(&(of / 35.0)));
                }
            }
        }
        let [aware, unaware] = held.map(|it| it.map(|it| f64::from(it) / f64::from(trials)));
        println!("common part {common}: covered {aware:?}, {unaware:?} without it");
        let all = aware.iter().sum::<f64>() / 5.0;
        assert!(
            all >= 0.93 && aware.iter().all(|it| *it >= 0.9),
            "common part {common}: {aware:?}"
        );
        assert!(common == 0.0 || unaware.iter().all(|it| *it < 0.9), "{unaware:?}");
    }
}

const THREE: [&str; 3] = ["quick:slide", "club:slide", "strong:slide"];

/// Draws the true scores of 35 patterns under three conditions, and what crews of four would measure.
fn simulated(
    conditions: &[Condition],
    world: &World,
    rng: &mut GameRng,
) -> (Vec<Vec<f64>>, Vec<CrewScore>) {
    // Student's distribution with 4 degrees of freedom, scaled to variance 1.
    let deviate = |rng: &mut GameRng| {
        let it = normal(rng);
        if !world.heavy {
            return it;
        }
        let square: f64 = (0..4).map(|_| normal(rng)).map(|it| it * it).sum();
        it / (square / 4.0).sqrt() / 2.0_f64.sqrt()
    };
    let means = [0.534, 0.5465, 0.5633];
    // Crews of four.
    let common: Vec<f64> = conditions.iter().map(|_| world.common / 2.0 * normal(rng)).collect();
    let of_pattern_alone = world.bots * BOT - conditions[0].common;
    let (mut truths, mut scores) = (Vec::new(), Vec::new());
    for pattern in 0..35 {
        let fairness = deviate(rng);
        let mut of_pattern = Vec::new();
        for (at, condition) in conditions.iter().enumerate() {
            let own = condition.own.sqrt() * deviate(rng);
            let truth = means[at] + condition.loading * fairness + own;
            let crew = (of_pattern_alone / 4.0).sqrt() * normal(rng) + common[at];
            let error = 0.018;
            let score = Normal {
                mean: truth + crew + error * normal(rng),
                sd: (error * error + BOT / 4.0).sqrt(),
            };
            of_pattern.push(truth);
            // Bots of their own, so that errors on a pattern are independent.
            let bots = (0..4).map(|bot| at * 4 + bot).collect();
            scores.push(CrewScore { pattern, condition: at, bots, score });
        }
        truths.push(of_pattern);
    }
    (truths, scores)
}

/// Cells of some classes on twelve patterns, whose mean score rises by 6 percentage points in 1,000 Elo;
/// each class lies off the line by a normal deviation.
fn cells_on_a_line(classes: &[&str], off: f64, rng: &mut GameRng) -> Vec<CrewCell> {
    // Without means, so that the line is that of these patterns.
    let mut centred = || {
        let all: Vec<f64> = (0..12).map(|_| normal(rng)).collect();
        let mean = all.iter().sum::<f64>() / 12.0;
        all.into_iter().map(|it| it - mean).collect::<Vec<f64>>()
    };
    let fairness = centred();
    let own: Vec<Vec<f64>> = classes.iter().map(|_| centred()).collect();
    let mut cells = Vec::new();
    for (class, own) in classes.iter().zip(own) {
        let crew = Crew::builtin(class).unwrap();
        let condition = Condition::of(class, &rules("slide"));
        let mean = 0.5 + 6e-5 * (crew.elo().unwrap() - 600.0) + off * normal(rng);
        for (pattern, fairness) in fairness.iter().enumerate() {
            let truth = mean + condition.loading * fairness + condition.own.sqrt() * own[pattern];
            let score = Normal { mean: truth + 0.02 * normal(rng), sd: 0.02 };
            cells.push(CrewCell {
                number: 0,
                setup: format!("catalogue-{:02}", pattern + 1),
                stones: format!("pattern {pattern}"),
                class: (*class).to_owned(),
                rules: "slide".to_owned(),
                condition: condition.clone(),
                // Bots of their own, so that errors are independent.
                bots: (0..4).map(|bot| format!("{class} {bot}")).collect(),
                elo: crew.elo(),
                games: 120,
                score: Some(score),
                openings: None,
            });
        }
    }
    cells
}

/// The line over strength holds the true slope as often as its interval says, also where classes lie
/// off it; fewer than three classes, or classes without Elo, have none.
#[test]
fn lines_over_strength_hold_the_true_slope() {
    let all = ["beginner", "easy", "medium", "quick", "club", "strong"];
    let mut rng = SeedKey::new(8, &[b"line"]).rng(0);
    for (off, least) in [(0.0, 0.93), (0.01, 0.88)] {
        let (trials, mut held, mut sum) = (amount(20, 60), 0, 0.0);
        for _ in 0..trials {
            let found = JointBalance::of(&cells_on_a_line(&all, off, &mut rng)).strengths;
            let [line, strong] = &found[..] else { panic!("{found:?}") };
            assert_eq!((line.count, strong.count, line.classes[1].as_str()), (6, 3, "strong"));
            held += usize::from(line.slope.low <= 0.006 && 0.006 <= line.slope.high);
            sum += line.slope.mean / f64::from(trials);
        }
        is_near(sum, 0.006, 0.0004, "mean slope");
        assert!(held as f64 >= least * f64::from(trials), "{held} of {trials}");
    }
    let two = JointBalance::of(&cells_on_a_line(&all[..2], 0.0, &mut rng));
    assert!(two.strengths.is_empty());
    let mut unknown = cells_on_a_line(&all, 0.0, &mut rng);
    unknown.iter_mut().for_each(|cell| cell.elo = None);
    assert!(JointBalance::of(&unknown).strengths.is_empty());
}

/// The games in docs/answers.md are those of its command.
#[test]
#[ignore = "plays and searches games"]
fn games_in_documents_are_those_of_the_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/answers.md")).unwrap();
    let command = text.split('`').find(|it| it.ends_with("--svg docs")).unwrap();
    let place = Place::new();
    place.good(command.strip_prefix("pasang ").unwrap());
    let shown = std::fs::read_to_string(root.join("docs/games.svg")).unwrap();
    assert_eq!(place.text("docs/games.svg"), shown);
}

/// The pictures in the documents are what the program draws from the kept results: small, and told in
/// words for those who do not see them.
#[test]
fn pictures_in_documents_are_those_of_the_kept_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = |name| root.join("experiments/results/balance-").display().to_string() + name;
    let folders =
        ["levels", "quick", "club", "strong", "master", "master-jump"].map(kept).join(" ");
    let place = &STRENGTHS.1;
    // Of too many lines the strongest classes are shown.
    let more = ["256k", "1m", "toggles", "unsymmetric"];
    let said = place.good(&format!("balance {folders} {}", more.map(kept).join(" ")));
    assert!(said.contains("\n 16  deepest ") && !said.contains("  beginner "), "{said}");
    assert!(said.contains("\nLines of the weakest classes are left out"), "{said}");
    let rules = root.join("experiments/results/disputed-rules").display().to_string();
    place.good(&format!("rules predict {rules} --svg pictures"));
    for name in ["patterns.svg", "strengths.svg", "effects.svg"] {
        let made = place.text(&format!("pictures/{name}"));
        let shown = std::fs::read_to_string(root.join("docs").join(name)).unwrap();
        assert!(made == shown, "docs/{name}: `--svg docs` draws it again");
        assert!(made.len() < 44_000 && made.contains("<title") && made.contains("<desc"), "{name}");
        assert!(!made.contains("script") && !made.contains("href"), "{name}");
    }
}
