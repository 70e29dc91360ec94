//! Adaptive decisions under simulation: coins with known biases replace games, thousands of times,
//! in the production code. The same simulations show the errors of rules that this program does not
//! use.

use crate::support::amount;
use crate::support::chance::{normal, uniform};
use pasang::base::random::GameRng;
use pasang::stats::ScoreSum;
use pasang::stats::best_arm::{
    ArmStatus, BestArmSearch, End, StoppingRule, mean_or_half as mean, shrunken,
};

/// Distribution function of the number of wins in a batch (binomial).
struct Coin(Vec<f64>);

impl Coin {
    fn new(p: f64, batch: u64) -> Coin {
        // Each probability from its neighbour, outwards from the mode, where none underflows.
        let (odds, likeliest) = (p / (1.0 - p), (p * batch as f64) as u64);
        let mut each = vec![1.0; batch as usize + 1];
        for k in likeliest..batch {
            let ratio = (batch - k) as f64 / (k + 1) as f64 * odds;
            each[k as usize + 1] = each[k as usize] * ratio;
        }
        for k in (0..likeliest).rev() {
            let ratio = (batch - k) as f64 / (k + 1) as f64 * odds;
            each[k as usize] = each[k as usize + 1] / ratio;
        }
        let whole: f64 = each.iter().sum();
        let mut sum = 0.0;
        for chance in &mut each {
            sum += *chance / whole;
            *chance = sum;
        }
        Coin(each)
    }

    /// Draws a batch's number of wins.
    fn toss(&self, rng: &mut GameRng) -> u64 {
        let chance = uniform(rng);
        self.0.partition_point(|&sum| sum < chance) as u64
    }
}

/// Adds a batch of `batch` games, `won` of them won.
fn add(sums: &mut ScoreSum, won: u64, batch: u64) {
    sums.twelfths += 12 * won;
    sums.games += batch;
}

/// Allocation of a round's games.
#[derive(Clone, Copy, PartialEq)]
enum Share {
    /// To the selected setups.
    IndexedMove,
    /// To all setups, until the contest ends.
    Equal,
}

/// Simulates a contest between setups with these true scores to its end.
fn contest(
    scores: &[f64],
    stopping: StoppingRule,
    within: f64,
    share: Share,
    rng: &mut GameRng,
) -> (BestArmSearch, Vec<ScoreSum>) {
    let coins: Vec<Coin> = scores.iter().map(|&p| Coin::new(p, stopping.batch)).collect();
    let everybody: Vec<usize> = (0..scores.len()).collect();
    let mut find = BestArmSearch::new(stopping, within, [(everybody.clone(), 0.5)]);
    let mut sums = vec![ScoreSum::default(); scores.len()];
    loop {
        let chosen = find.next_round(&sums);
        if chosen.is_empty() {
            return (find, sums);
        }
        let playing = if share == Share::Equal { &everybody } else { &chosen };
        for &cell in playing {
            add(&mut sums[cell], coins[cell].toss(rng), stopping.batch);
        }
    }
}

/// Returns whether all statements are true of these true scores.
fn all_true(find: &BestArmSearch, scores: &[f64]) -> bool {
    let distance = |cell: usize| (scores[cell] - 0.5).abs();
    let least = (0..scores.len()).map(distance).fold(1.0, f64::min);
    let contest = &find.contests[0];
    let each = contest.standings.iter().enumerate().all(|(cell, standing)| match *standing {
        ArmStatus::Active => true,
        ArmStatus::NearBest { .. } => distance(cell) <= least + find.within + 1e-12,
        ArmStatus::Eliminated { than, .. } => distance(cell) > distance(than),
    });
    let winner = contest.end != Some(End::Winner)
        || contest.contenders().all(|cell| distance(cell) <= least);
    each && winner
}

/// Draws realistic setups: true first player's scores around one half, standard deviation 3 points.
fn drawn_scores(rng: &mut GameRng) -> Vec<f64> {
    (0..30).map(|_| 0.5 + 0.03 * normal(rng)).collect()
}

const TERMS: StoppingRule = StoppingRule { alpha: 0.05, batch: 2_000, most: 200_000 };

/// The naive rule: a thousand games for each of 30 setups, and the one with the smallest raw bias
/// is selected.
#[test]
fn the_smallest_raw_bias_is_seldom_the_smallest_true_one() {
    let mut rng = GameRng::new(1, "simulation");
    let repetitions = 3_000;
    let mut right = 0;
    let (mut raw_error, mut shrunken_error, mut picked_raw, mut picked_true) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..repetitions {
        let scores = drawn_scores(&mut rng);
        let mut sums = vec![ScoreSum::default(); 30];
        for (sums, &p) in sums.iter_mut().zip(&scores) {
            // A normal approximation of 1,000 tosses; rounded to whole games.
            let won = 1_000.0 * p + (1_000.0 * p * (1.0 - p)).sqrt() * normal(&mut rng);
            add(sums, won.round() as u64, 1_000);
        }
        let nearest = |of: &dyn Fn(usize) -> f64| {
            (0..30).min_by(|&a, &b| (of(a) - 0.5).abs().total_cmp(&(of(b) - 0.5).abs())).unwrap()
        };
        let picked = nearest(&|cell| mean(sums[cell]));
        right += usize::from(picked == nearest(&|cell| scores[cell]));
        picked_raw += (mean(sums[picked]) - 0.5).abs();
        picked_true += (scores[picked] - 0.5).abs();
        for (cell, estimate) in shrunken(&sums).into_iter().enumerate() {
            raw_error += (mean(sums[cell]) - scores[cell]).powi(2);
            shrunken_error += (estimate - scores[cell]).powi(2);
        }
    }
    let share = right as f64 / repetitions as f64;
    println!(
        "right: {share:.3}; raw distance {:.4}, true distance {:.4}",
        picked_raw / 3e3,
        picked_true / 3e3
    );
    assert!((0.04..0.10).contains(&share), "{share}");
    // The estimate of the selected setup is far too good (selection bias).
    assert!(picked_raw * 5.0 < picked_true);
    // Shrinkage estimates are nearer to the truth: by t / (t + v), 0.78 here.
    let ratio = shrunken_error / raw_error;
    println!("squared error, shrunken to raw: {ratio:.3}");
    assert!((0.74..0.86).contains(&ratio), "{ratio}");
}

#[test]
fn find_is_seldom_wrong_and_spends_few_games() {
    let mut rng = GameRng::new(2, "simulation");
    let (mut wrong, mut games, mut ends) = (0, [0_u64; 2], [0; 3]);
    let repetitions = amount(200, 2_000);
    for repetition in 0..repetitions {
        let scores = drawn_scores(&mut rng);
        let (find, sums) = contest(&scores, TERMS, 0.02, Share::IndexedMove, &mut rng);
        wrong += usize::from(!all_true(&find, &scores));
        let end = find.contests[0].end.unwrap();
        ends[end as usize] += 1;
        if repetition % 20 == 0 {
            games[0] += sums.iter().map(|sums| sums.games).sum::<u64>();
            let (find, sums) = contest(&scores, TERMS, 0.02, Share::Equal, &mut rng);
            assert!(find.contests[0].end.is_some());
            games[1] += sums.iter().map(|sums| sums.games).sum::<u64>();
        }
    }
    let saved = games[1] as f64 / games[0] as f64;
    println!("wrong: {wrong} of {repetitions}; winner, set, most games: {ends:?}");
    println!(
        "games: {} by doubt, {} in equal shares: {saved:.2} times",
        games[0] / (repetitions / 20),
        games[1] / (repetitions / 20)
    );
    assert!(wrong as f64 <= 0.05 * repetitions as f64);
    assert!(ends[End::Set as usize] > ends[End::MostGames as usize]);
    assert!(saved > 2.0, "{saved}");
}

/// Negative control: the same simulation finds errors of intervals about as narrow as those for a
/// fixed number of games.
#[test]
fn find_with_careless_intervals_is_convicted() {
    let mut rng = GameRng::new(3, "simulation");
    let careless = StoppingRule { alpha: 10.0 * 30.0, batch: 1_000, ..TERMS };
    let repetitions = amount(60, 300);
    let wrong = (0..repetitions).filter(|_| {
        let scores = drawn_scores(&mut rng);
        let (find, _) = contest(&scores, careless, 0.01, Share::IndexedMove, &mut rng);
        !all_true(&find, &scores)
    });
    let wrong = wrong.count();
    println!("careless: {wrong} of {repetitions} wrong");
    assert!(wrong > repetitions / 10, "{wrong}");
}

/// Exactly even setups, and setups equally far from even on both sides, cannot be distinguished;
/// the contest still ends, with all of them in the set, and declares no winner.
#[test]
fn exact_ties_end_as_sets() {
    let mut rng = GameRng::new(4, "simulation");
    for (scores, tied) in
        [(vec![0.5; 4], 4), (vec![0.53, 0.47, 0.6], 2), (vec![0.5, 0.5, 0.45, 0.4, 0.62], 2)]
    {
        let stopping = StoppingRule { most: 1_000_000, ..TERMS };
        let (mut wrong, mut sets) = (0, 0);
        for _ in 0..100 {
            let (find, sums) = contest(&scores, stopping, 0.02, Share::IndexedMove, &mut rng);
            let contest = &find.contests[0];
            wrong += usize::from(!all_true(&find, &scores));
            sets +=
                usize::from(contest.end == Some(End::Set) && contest.contenders().count() == tied);
            assert!(sums.iter().all(|sums| sums.games < stopping.most));
        }
        println!("{scores:?}: {wrong} wrong, {sets} sets of {tied}, of 100");
        assert!(wrong <= 5 && sets >= 95);
    }
}

/// A setup that is clearly the most balanced is found, alone.
#[test]
fn a_clear_winner_is_found() {
    let mut rng = GameRng::new(8, "simulation");
    let scores = [0.56, 0.505, 0.44, 0.57, 0.3, 0.55];
    let found = (0..100).filter(|_| {
        let (find, _) = contest(&scores, TERMS, 0.01, Share::IndexedMove, &mut rng);
        let contest = &find.contests[0];
        contest.end == Some(End::Winner) && contest.contenders().eq([1])
    });
    assert!(found.count() >= 95);
}

/// Two contests with separate setups share one family-wise level.
#[test]
fn contests_share_the_chance_of_a_mistake() {
    let find = BestArmSearch::new(TERMS, 0.01, [(vec![0, 2, 4], 0.5), (vec![1, 3, 5], 1.0 / 3.0)]);
    assert_eq!(find.alpha_each(), 0.05 / 6.0);
}
