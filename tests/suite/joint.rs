//! The joint model of several classes and rule sets: compared with another implementation
//! (`analysis/joint.py`), in its limits, and in its statements.

use std::path::Path;

use crate::support::Place;
use crate::support::chance::normal;
use pasang_core::balance::answer::{CrewCell, JointBalance};
use pasang_core::balance::joint::{Condition, CrewScore, Joint, Statements};
use pasang_core::balance::{BalanceVerdict, Normal, VarianceComponents};
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
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
                    let told = joint.statements(&draws, &all, one);
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

/// Of independent scores the verdicts hold together as often as they promise, and the set that
/// may be even has all that are.
#[test]
fn verdicts_hold_together() {
    let mut rng = SeedKey::new(7, &[b"joint"]).rng(0);
    let truths: Vec<f64> = (0..35).map(|at| 0.42 + 0.005 * f64::from(at)).collect();
    let (mut wrong, mut lost, mut told, trials) = (0, 0, 0, 200);
    for _ in 0..trials {
        let means: Vec<f64> = truths.iter().map(|it| it + 0.0165 * normal(&mut rng)).collect();
        let mut draw = || {
            let draw = |mean: &f64| {
                let [score, bot] = [0.0165, BOT.sqrt()].map(|sd| sd * normal(&mut rng));
                [mean + score, bot]
            };
            means.iter().map(draw).collect::<Vec<[f64; 2]>>()
        };
        let made = Statements::of(&(0..1000).map(|_| draw()).collect::<Vec<_>>());
        let is_wrong = |(verdict, truth): (&BalanceVerdict, &f64)| match verdict {
            BalanceVerdict::First => *truth < 0.5,
            BalanceVerdict::Second => *truth > 0.5,
            _ => false,
        };
        told += made.verdicts.iter().filter(|it| **it != BalanceVerdict::Inconclusive).count();
        wrong += usize::from(made.verdicts.iter().zip(&truths).any(is_wrong));
        let is_lost = |(may, truth): (&bool, &f64)| !may && (truth - 0.5).abs() <= 0.02;
        lost += usize::from(made.may_be_within_2.iter().zip(&truths).any(is_lost));
    }
    assert!(
        wrong <= trials / 20 && lost <= trials / 20,
        "{wrong} and {lost} of {trials} are wrong"
    );
    assert!(told > trials * 15, "{told} verdicts");
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
            let setup = Setup::builtin(&format!("catalogue-{:02}", pattern + 1)).unwrap();
            let cell = CrewCell::of(&setup, &rules("slide"), &crew, 120, score);
            // Bots of their own, so that errors are independent.
            let bots = (0..4).map(|bot| format!("{class} {pattern} {bot}")).collect();
            cells.push(CrewCell { bots, ..cell });
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
        let (trials, mut held, mut sum) = (60, 0, 0.0);
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
    let place = Place::new();
    place.good(&format!("balance {folders} --svg pictures"));
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
        assert!(made.len() < 40_000 && made.contains("<title") && made.contains("<desc"), "{name}");
        assert!(!made.contains("script") && !made.contains("href"), "{name}");
    }
}
