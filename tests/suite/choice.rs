//! Value of a pattern when both players choose their first moves (maximin): compared with solved
//! boards, and under simulation.

use crate::support::chance::uniform;
use crate::support::{Place, amount, table};
use pasang::base::random::GameRng;
use pasang::stats::best_arm::StoppingRule;
use pasang::stats::maximin::{FirstMove, Maximin, OpeningMatrix, Reply, value};
use pasang::stats::{ScoreSum, Tally};

/// The patterns of side 5 are solved pair by pair (`universe/`, made by `pasang-exact`). Bots that
/// search to the end of the game play perfectly, so the value is the exact result, and the first
/// moves that win, draw and lose are those of the file.
#[test]
fn perfect_bots_find_the_truth_of_solved_boards() {
    let truth = include_str!("../../universe/fourfold-5-brunei-jump.csv");
    // With two patterns of each result, or all.
    let some = [0, 1, 2, 4, 9, 10].map(|number| format!("fourfold-5-{number}"));
    let setups = amount(some.to_vec(), vec!["fourfold-5".to_owned()]);
    let place = Place::with(&format!(
        "seed = 4\nsetups = {setups:?}\nrules = [\"brunei-jump\"]\nbots = [\"search:nodes=100,solve=30\"]\n\n\
         [choice]\nbatch = 60\nmax-games = 120\n",
    ));
    let said = place.good("run e.toml --out out");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("opening pairs allocated adaptively, "), "{said}");
    assert!(!said.contains("equally often"), "{said}");
    place.good("run e.toml --out other --seed 5");
    let compared = place.good("compare out other");
    let played = amount(some.len(), 20);
    // Values are compared, and these are exact.
    assert_eq!(compared.matches("  not significant\n").count(), played, "{compared}");
    assert_eq!(compared.matches("  +0.00  ").count(), played, "{compared}");
    assert!(!compared.contains("newcombe"), "{compared}");
    let rows = place.text("out/choice.csv").replace("\"search:nodes=100,solve=30\"", "perfect");
    let mut seen = [0; 3];
    let (rows, truths) = (table(&rows), table(truth));
    assert_eq!(rows.len(), played);
    for row in &rows {
        let truth = truths.iter().find(|truth| truth["setup"] == row["setup"]).unwrap();
        let (winner, (exact, best)) = match truth["winner"] {
            "first" => (0, (1.0, truth["wins"])),
            "draw" => (1, (0.5, truth["draws"])),
            _ => (2, (0.0, truth["loses"])),
        };
        seen[winner] += 1;
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert!((number("value") - exact).abs() < 1e-6, "{row:?}");
        assert!(number("value_low") <= exact && exact <= number("value_high"), "{row:?}");
        let sorted = |words: &str| {
            let mut words: Vec<String> = words.split('/').map(str::to_owned).collect();
            words.sort();
            words
        };
        // More games eliminate the others, never the best.
        let found = sorted(row["best"]);
        assert!(sorted(best).iter().all(|word| found.contains(word)), "{row:?}");
        let losing = sorted(row["losing"]);
        assert!(row["losing"].is_empty() || losing.iter().all(|it| truth["loses"].contains(it)));
    }
    assert!(seen.iter().all(|&number| number > 1), "{seen:?}");
}

/// Error level above 1: its interval is about as narrow as a fixed-n interval.
const CARELESS: f64 = 4.0;

/// Creates a cell of `firsts` first moves with `replies` replies each, without games.
fn chooser(firsts: u64, replies: u64) -> OpeningMatrix {
    let reply = |first: u64, reply: u64| Reply {
        words: vec![reply.to_string()],
        pair: [Some(first as u32), Some(reply as u32)],
        place: first * replies + reply,
    };
    let first = |first: u64| FirstMove {
        words: vec![first.to_string()],
        replies: (0..replies).map(|number| reply(first, number)).collect(),
    };
    OpeningMatrix { firsts: (0..firsts).map(first).collect(), stride: firsts * replies }
}

/// Simulates games with these scores of the first player until it stops. Returns whether the
/// interval, and a too narrow one, ever missed the value at the end of a round, the final error,
/// the final width, and the number of games.
fn played(
    chances: &[Vec<f64>],
    (width, most): (Option<f64>, u64),
    rng: &mut GameRng,
) -> ([bool; 2], f64, f64, u64) {
    let (firsts, replies) = (chances.len() as u64, chances[0].len() as u64);
    let stopping = StoppingRule { alpha: 0.05, batch: 120, most };
    let mut choice = Maximin::new(stopping, width, [chooser(firsts, replies)]);
    let mut tallies = vec![Tally::new(2, 1)];
    let least = |first: &Vec<f64>| first.iter().copied().fold(1.0, f64::min);
    let truth = chances.iter().map(least).fold(0.0, f64::max);
    let mut missed = [false; 2];
    loop {
        let games = choice.next_round(&tallies);
        let sums: Vec<Vec<ScoreSum>> = choice.cells[0].sums(&tallies[0]);
        let interval = value(&sums, stopping.alpha);
        for (missed, it) in missed.iter_mut().zip([interval, value(&sums, CARELESS)]) {
            *missed |= truth < it.low || it.high < truth;
        }
        if games.is_empty() {
            let games = sums.iter().flatten().map(|sums| sums.games).sum();
            let estimate = choice.value(0, &tallies[0]).estimate;
            return (missed, estimate - truth, interval.high - interval.low, games);
        }
        for (_, index) in games {
            let pair = index % (firsts * replies);
            let (first, reply) = (pair / replies, pair % replies);
            let key = [Some(first as u32), Some(reply as u32)];
            let opening = tallies[0].openings.entry(key).or_default();
            assert_eq!(opening.games, index / (firsts * replies), "each game of a pair once");
            let won = uniform(rng) < chances[first as usize][reply as usize];
            opening.games += 1;
            opening.first_score += 12 * u64::from(won);
        }
    }
}

/// Draws a realistic pattern: six first moves with five replies, some of which lose and some win.
fn drawn_chances(rng: &mut GameRng) -> Vec<Vec<f64>> {
    let of_first = |rng: &mut GameRng| {
        let middle = 0.35 + 0.3 * uniform(rng);
        (0..5).map(|_| middle + 0.3 * (uniform(rng) - 0.5)).collect()
    };
    (0..6).map(|_| of_first(rng)).collect()
}

#[test]
fn intervals_hold_at_every_stop() {
    let mut rng = GameRng::new(5, "choice");
    let repetitions = amount(40, 200);
    let (mut missed, mut careless, mut bias, mut width, mut games) = (0, 0, 0.0, 0.0, 0);
    for _ in 0..repetitions {
        let chances = drawn_chances(&mut rng);
        let (misses, off, wide, spent) = played(&chances, (None, 3600), &mut rng);
        missed += usize::from(misses[0]);
        careless += usize::from(misses[1]);
        bias += off / f64::from(repetitions);
        width += wide / f64::from(repetitions);
        games += spent;
    }
    println!(
        "drawn: missed {missed} of {repetitions}, carelessly {careless}, bias {bias:.4}, width {width:.4}, games {games}"
    );
    // With a chance of 5 % each, more than 5 of 40 miss with one of 1.4 %; 10 are the mean of 200.
    assert!(missed <= amount(5, 10), "{missed}");
    // Negative control: the same simulation finds errors of too narrow intervals, if it is long.
    assert!(careless > 10 || repetitions < 200, "{careless}");
    assert!(bias.abs() < 0.015, "{bias}");
    assert!(width < 0.2, "{width}");
}
