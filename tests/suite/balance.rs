//! The model of the first player's score over a crew's games: compared with another implementation
//! (`analysis/crew.py`), in its limits, and under simulation.

use crate::support::amount;
use crate::support::chance::{normal, uniform};
use pasang_balance::openings::{CrewGames, fit_together};
use pasang_balance::{
    BalanceSummary, CrewSize, Normal, OpeningDesign, OpeningMove, OpeningPair, Statement,
    VarianceComponents, fit,
};
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::base::text::Keyword;
use pasang_core::board::{Group, Symmetry};
use pasang_core::games::rules::GameKind;
use pasang_core::score::{Interval, ScoreSum};
use pasang_core::{Game, Setup};

const COMPONENTS: VarianceComponents =
    VarianceComponents { column: 0.02, pair: 0.005, interaction: 0.025, game: 0.18, bot: 0.0007 };

const CREW: CrewSize = CrewSize { bots: 4, players: 8 };

/// Returns the design of the legal pairs of some columns.
fn design(count: u32, symmetries: &[Symmetry], legal: fn(u32, u32) -> bool) -> OpeningDesign {
    let word = |column: u32| char::from(b'a' + column as u8).to_string();
    let pairs = (0..count * count).map(|at| [at / count, at % count]);
    let openings = pairs.filter(|&[first, reply]| legal(first, reply));
    let openings = openings.map(|pair| (pair.map(Some), pair.map(word)));
    OpeningDesign::new(openings, &(0..count).map(word).collect::<Vec<_>>(), symmetries)
}

/// Returns the design of all pairs of two different columns of five.
fn five_columns(symmetries: &[Symmetry]) -> OpeningDesign {
    design(5, symmetries, |first, reply| first != reply)
}

fn summary(design: &OpeningDesign, sums: &[ScoreSum], draws: usize) -> BalanceSummary {
    let posterior = fit(design, sums, CREW, &COMPONENTS).unwrap();
    posterior.summary(draws, &SeedKey::new(1, &[b"balance"]), 0.05)
}

/// Returns the distribution of the score with random openings.
fn score(design: &OpeningDesign, sums: &[ScoreSum]) -> Normal {
    fit(design, sums, CREW, &COMPONENTS).unwrap().random_openings()
}

fn is_near(found: f64, expected: f64, most: f64, what: &str) {
    assert!((found - expected).abs() <= most, "{what}: {found} instead of {expected}");
}

#[test]
fn figures_are_those_of_another_implementation() {
    let mut seen = 0;
    for case in include_str!("../data/balance/cases.txt").split("case ").skip(1) {
        let (head, lines) = case.split_once('\n').unwrap();
        let lines: Vec<Vec<&str>> = lines.lines().map(|line| line.split(' ').collect()).collect();
        let group = Group::ALL.iter().find(|group| head.starts_with(group.word())).unwrap();
        let design = five_columns(group.elements());
        let word = |column: Option<u32>| ["a", "b", "c", "d", "e"][column.unwrap() as usize];
        let sums = design.sums(|&[first, reply]| {
            let pair = ["pair", word(first), word(reply)];
            let line = lines.iter().find(|line| line.starts_with(&pair)).unwrap();
            ScoreSum { twelfths: line[3].parse().unwrap(), games: line[4].parse().unwrap() }
        });
        let it = summary(&design, &sums, 100_000);
        let score = score(&design, &sums);
        let unseen = Normal { sd: (score.sd * score.sd + COMPONENTS.bot).sqrt(), ..score };
        let place = |moves: &[OpeningMove], word: &str| {
            moves.iter().position(|mv| mv.words.iter().any(|it| it == word)).unwrap()
        };
        let sd = |interval: Interval| (interval.high - interval.low) / (2.0 * 1.959_963_985);
        // Only the value and what follows from it rest on draws.
        let exact = |found: f64| (found, 2e-9);
        for line in &lines {
            let numbers: Vec<f64> = line[1..].iter().filter_map(|it| it.parse().ok()).collect();
            let found = match line[0] {
                "score" => [score.mean, score.sd, unseen.sd].map(exact).to_vec(),
                "within" => {
                    let within = |by: f64| unseen.between(0.5 - by, 0.5 + by);
                    [0.05, 0.1].map(within).map(exact).to_vec()
                }
                "value" => {
                    let Interval { low, high } = it.value.interval;
                    vec![(it.value.mean, 0.001), (low, 0.003), (high, 0.003)]
                }
                "first" => {
                    let first = &it.firsts[place(&design.firsts, line[1])];
                    let effect = [first.effect.mean, sd(first.effect.interval)].map(exact);
                    [effect, [(first.value.mean, 0.001), (first.best, 0.008)]].concat()
                }
                "reply" => {
                    let reply = &it.replies[place(&design.replies, line[1])];
                    [reply.mean, sd(reply.interval)].map(exact).to_vec()
                }
                _ => continue,
            };
            assert_eq!(found.len(), numbers.len());
            for ((found, most), expected) in found.into_iter().zip(numbers) {
                is_near(found, expected, most, &format!("{head} {line:?}"));
                seen += 1;
            }
        }
        is_near(it.firsts.iter().map(|first| first.best).sum(), 1.0, 1e-12, "best");
    }
    assert!(seen > 200, "{seen}");
}

/// Pairs by the games of several crews together (`analysis/joint.py --opening-cases`).
#[test]
fn openings_of_several_classes_are_those_of_another_implementation() {
    let (mut seen, number) = (0, |text: &str| text.parse::<f64>().unwrap());
    for case in include_str!("../data/balance/openings.txt").split("case ").skip(1) {
        let (head, lines) = case.split_once('\n').unwrap();
        let lines: Vec<Vec<&str>> = lines.lines().map(|line| line.split(' ').collect()).collect();
        let group = Group::ALL.iter().find(|group| head.starts_with(group.word())).unwrap();
        let design = five_columns(if head == "none" { &[] } else { group.elements() });
        let crews = lines.iter().filter(|line| line[0] == "crew").enumerate().map(|(at, line)| {
            let sums = design.sums(|&[first, reply]| {
                let word =
                    |column: Option<u32>| ["a", "b", "c", "d", "e"][column.unwrap() as usize];
                let pair = ["pair", &at.to_string(), word(first), word(reply)];
                let line = lines.iter().find(|line| line.starts_with(&pair)).unwrap();
                ScoreSum { twelfths: line[4].parse().unwrap(), games: line[5].parse().unwrap() }
            });
            let bots = line[4].parse().unwrap();
            let size = CrewSize { bots, players: 2 * bots };
            let games = CrewGames { game: GameKind::Brunei, class: line[1].to_owned(), sums, size };
            (games, Normal { mean: number(line[2]), sd: number(line[3]) })
        });
        let crews: Vec<(CrewGames, Normal)> = crews.collect();
        let crews: Vec<_> = crews.iter().map(|(games, score)| (games, *score)).collect();
        let found = fit_together(&design, &crews).unwrap();
        for line in lines.iter().filter(|line| line[0] == "joint") {
            let found = &found[line[1].parse::<usize>().unwrap()];
            let is_pair = |pair: &OpeningPair| pair.words == [line[2], line[3]];
            let at = design.pairs.iter().position(is_pair).unwrap();
            is_near(found.pairs()[at], number(line[4]), 1e-9, &line.join(" "));
            is_near(found.pair(at).sd, number(line[5]), 1e-9, &line.join(" "));
            seen += 1;
        }
        for (posterior, (_, score)) in found.iter().zip(&crews) {
            let level = posterior.random_openings();
            is_near(level.mean, score.mean, 1e-9, "level");
            is_near(level.sd, score.sd, 1e-9, "its error");
        }
    }
    assert_eq!(seen, 3 * 20 + 2 * 20 + 3 * 10);
    // A class alone, and one that no table knows, keep the posterior of their own games.
    let design = five_columns(&[Symmetry::HalfTurn]);
    let sums = sums_of(&design, 8, &mut GameRng::new(3, "alone"));
    let alone = fit(&design, &sums, CREW, &VarianceComponents::BRUNEI).unwrap();
    let games = |class: &str| CrewGames {
        game: GameKind::Brunei,
        class: class.to_owned(),
        sums: sums.clone(),
        size: CREW,
    };
    let (score, all) = (alone.random_openings(), ["club", "mine", "quick"].map(games));
    let [club, mine, quick] = all.each_ref().map(|it| (it, score));
    for (crews, at) in [(vec![club], 0), (vec![club, mine], 0), (vec![quick, mine, club], 1)] {
        let found = &fit_together(&design, &crews).unwrap()[at];
        for (one, other) in found.pairs().iter().zip(alone.pairs()) {
            is_near(*one, *other, 1e-12, "a class alone");
        }
    }
}

fn sums_of(design: &OpeningDesign, games: u64, rng: &mut GameRng) -> Vec<ScoreSum> {
    let sum = |_| ScoreSum { twelfths: rng.below_u64(12 * games + 1), games };
    design.pairs.iter().map(sum).collect()
}

#[test]
fn limits_are_sample_means() {
    let (design, mut rng) = (five_columns(&[Symmetry::HalfTurn]), GameRng::new(1, "limits"));
    let sums = sums_of(&design, 1_000_000_000, &mut rng);
    let exact = VarianceComponents { interaction: 0.0, bot: 0.0, ..COMPONENTS };
    let posterior = fit(&design, &sums, CREW, &exact).unwrap();
    for (found, sum) in posterior.pairs().iter().zip(&sums) {
        is_near(*found, sum.mean().unwrap(), 1e-6, "pair");
    }
    assert!(posterior.random_openings().sd < 1e-4);
    let none = VarianceComponents { column: 0.0, pair: 0.0, game: 0.0, ..exact };
    let posterior = fit(&design, &sums, CREW, &none).unwrap();
    let mean = sums.iter().map(|sum| sum.mean().unwrap() / sums.len() as f64).sum();
    posterior.pairs().iter().for_each(|&found| is_near(found, mean, 1e-9, "mean of all"));
    // Without games, or with a variance that is none, there is no posterior.
    assert!(fit(&design, &vec![ScoreSum::default(); 20], CREW, &COMPONENTS).is_none());
    for pair in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(fit(&design, &sums, CREW, &VarianceComponents { pair, ..COMPONENTS }).is_none());
    }
    assert!(fit(&design, &sums, CrewSize { bots: 0, players: 0 }, &COMPONENTS).is_none());
}

#[test]
fn sides_and_mirror_images_can_be_exchanged() {
    let mut rng = GameRng::new(2, "exchange");
    for (symmetries, turn) in [(&[Symmetry::HalfTurn][..], 4), (&[Symmetry::MirrorRow6], 0)] {
        let design = five_columns(symmetries);
        let sums = sums_of(&design, 24, &mut rng);
        let turned = |column: Option<u32>| column.map(|it| if turn > 0 { turn - it } else { it });
        let sum_of = |key| sums[design.pairs.iter().position(|pair| pair.keys[0] == key).unwrap()];
        let swapped = design.sums(|&[first, reply]| {
            let ScoreSum { twelfths, games } = sum_of([turned(reply), turned(first)]);
            ScoreSum { twelfths: 12 * games - twelfths, games }
        });
        let mirrored = design.sums(|key| sum_of(key.map(|column| column.map(|it| 4 - it))));
        let all = [&sums, &swapped, &mirrored].map(|sums| score(&design, sums));
        let statements = all.map(Statement::of);
        is_near(all[1].mean, 1.0 - all[0].mean, 1e-12, "swapped");
        is_near(statements[1].within[0], statements[0].within[0], 1e-12, "swapped");
        is_near(statements[1].first, 1.0 - statements[0].first, 1e-12, "swapped");
        is_near(all[2].mean, all[0].mean, 1e-12, "mirrored");
        let it = summary(&design, &sums, 4000);
        let [swapped, mirrored] = [swapped, mirrored].map(|it| summary(&design, &it, 4000));
        is_near(mirrored.value.mean, it.value.mean, 0.005, "mirrored");
        for (at, first) in it.firsts.iter().enumerate() {
            is_near(swapped.firsts[at].effect.mean, first.effect.mean, 1e-12, "swapped");
            is_near(mirrored.firsts[4 - at].effect.mean, first.effect.mean, 1e-12, "mirrored");
        }
    }
}

/// Simulates 480 games of eight players. The true score of a pair is the mean over players, whose
/// scores are clipped to 0..1; games are won or lost.
#[test]
fn intervals_cover_the_mean_over_bots() {
    let design = design(11, &[Symmetry::HalfTurn], |first, reply| {
        reply != 5 && (first == 5 || (first < 5) == (reply > 5))
    });
    let (mut rng, patterns) = (GameRng::new(3, "crew"), amount(100, 1000));
    let (mut missed, mut verdicts, mut wrong) = ([0; 2], [0; 2], [0; 2]);
    for _ in 0..patterns {
        let effects: Vec<f64> = (0..11).map(|_| 0.02_f64.sqrt() * normal(&mut rng)).collect();
        let bots: Vec<f64> = (0..4).map(|_| 0.022 * normal(&mut rng)).collect();
        let (m, mut mean_score, mut least) = (0.53 + 0.04 * normal(&mut rng), 0.0, [1.0_f64; 11]);
        let of_pair = |pair: &OpeningPair| {
            let [first, reply] = pair.keys[0].map(|column| column.unwrap() as usize);
            let u = m + effects[first] - effects[10 - reply] + 0.07 * normal(&mut rng);
            let mut player = |bot: f64| (u + bot + 0.158 * normal(&mut rng)).clamp(0.0, 1.0);
            let mean = (0..200).map(|_| player(0.0)).sum::<f64>() / 200.0;
            mean_score += mean / design.pairs.len() as f64;
            least[first] = least[first].min(mean);
            let players: Vec<f64> = (0..8).map(|at| player(bots[at / 2])).collect();
            let wins = players.iter().filter(|&&score| uniform(&mut rng) < score).count();
            ScoreSum { twelfths: 12 * wins as u64, games: 8 }
        };
        let sums: Vec<ScoreSum> = design.pairs.iter().map(of_pair).collect();
        let it = summary(&design, &sums, 1000);
        let value = least.into_iter().fold(0.0, f64::max);
        let of_score = score(&design, &sums).score_interval(0.05);
        let found = [(of_score, mean_score), (it.value.interval, value)];
        for (at, (Interval { low, high }, truth)) in found.into_iter().enumerate() {
            missed[at] += i32::from(truth < low || high < truth);
            verdicts[at] += i32::from(low > 0.5 || high < 0.5);
            wrong[at] += i32::from(low > 0.5 && truth < 0.5 || high < 0.5 && truth > 0.5);
        }
    }
    println!("missed {missed:?} of {patterns}, wrong {wrong:?} of {verdicts:?} verdicts");
    for at in 0..2 {
        assert!(10 * missed[at] <= patterns, "missed {missed:?}");
        // One more may be wrong by chance.
        assert!(100 * (wrong[at] - 1) <= 3 * verdicts[at], "wrong {wrong:?} of {verdicts:?}");
    }
}

/// The end of an interval of a score is never below 0 or above 1; that of any other figure may be.
#[test]
fn intervals_of_scores_have_possible_ends() {
    let ends = |Interval { low, high }: Interval| [low, high].map(|it| (1000.0 * it).round());
    let near = |mean| Normal { mean, sd: 0.05 };
    assert_eq!(ends(near(0.5).score_interval(0.05)), [402.0, 598.0]);
    assert_eq!(ends(near(0.96).score_interval(0.05)), [862.0, 1000.0]);
    assert_eq!(ends(near(0.04).score_interval(0.05)), [0.0, 138.0]);
    assert_eq!(ends(near(1.2).score_interval(0.05)), [1000.0, 1000.0]);
    assert_eq!(ends(near(0.04).interval(0.05)), [-58.0, 138.0]);
}

fn design_of(rules: &str, setup: &Setup) -> OpeningDesign {
    let start = Game::preset(rules).unwrap().start(setup).unwrap();
    OpeningDesign::of(&start, &start.opening_pairs(), setup)
}

/// Of 60 pairs half are left if the pattern is its own mirror image. With a half-turn, or a
/// mirror in row 6, replies have no effects of their own.
#[test]
fn designs_follow_the_symmetries_of_a_pattern() {
    for number in 1..=35 {
        let setup = Setup::builtin(&format!("catalogue-{number:02}")).unwrap();
        let has = |symmetry| setup.symmetry().elements().contains(&symmetry);
        let design = design_of("brunei-slide", &setup);
        let all = design.pairs.iter().map(|pair| pair.keys.len()).sum::<usize>();
        let [pairs, columns] = if has(Symmetry::MirrorColumnF) { [30, 6] } else { [60, 11] };
        // Only f is no reply.
        let own =
            if has(Symmetry::HalfTurn) || has(Symmetry::MirrorRow6) { 0 } else { columns - 1 };
        assert_eq!((all, design.pairs.len()), (60, pairs), "{number}");
        assert_eq!((design.firsts.len(), design.effects), (columns, columns + own), "{number}");
    }
    let chequer = Setup::builtin("bell-chequer").unwrap();
    let design = design_of("bell", &chequer);
    assert_eq!(design.effects, design.firsts.len() + design.replies.len());
}

/// A posterior of unequal games that is given its own score stays as it is.
#[test]
fn the_own_score_changes_nothing() {
    let setup = Setup::builtin("catalogue-20").unwrap();
    let start = Game::preset("brunei-slide").unwrap().start(&setup).unwrap();
    let design = OpeningDesign::of(&start, &start.opening_pairs(), &setup);
    let sum = |at: usize| ScoreSum { games: 2 + (at % 9) as u64, twelfths: 12 + (at % 7) as u64 };
    let sums: Vec<ScoreSum> = (0..design.pairs.len()).map(sum).collect();
    let size = CrewSize { bots: 4, players: 8 };
    let own = fit(&design, &sums, size, &VarianceComponents::BRUNEI).unwrap();
    let given = own.clone().with_score(own.random_openings(), false);
    for at in 0..design.pairs.len() {
        let (one, other) = (own.pair(at), given.pair(at));
        assert!((one.mean - other.mean).abs() < 1e-12 && (one.sd - other.sd).abs() < 1e-12);
    }
    let games = CrewGames { game: GameKind::Brunei, class: "quick".to_owned(), sums, size };
    assert!(!games.is_even(&design));
}
