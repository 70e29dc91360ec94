//! Monte Carlo tree search: the same games from the same random numbers, regardless of earlier
//! games, for any number of seats, and stronger than `greedy`.
//!
//! Its proven values are tested beside its code.

use pasang_core::base::random::SeedKey;
use pasang_core::games::GameKind;
use pasang_core::{BotSpec, Game, GameResult, GameRunner, Seat, Setup};

fn runner(game: Game, words: &[&str]) -> GameRunner<'static> {
    let setup = if game.kind() == GameKind::Bell { "bell-chequer" } else { "catalogue-01" };
    let start = game.start(&Setup::builtin(setup).unwrap()).unwrap();
    let bots: Vec<BotSpec> = words.iter().map(|word| word.parse().unwrap()).collect();
    let mut runner = GameRunner::new(&start);
    runner.specs(&bots);
    runner
}

fn play(runner: &mut GameRunner<'_>, index: u64) -> (Vec<u32>, GameResult) {
    let mut indices = Vec::new();
    let key = SeedKey::new(5, &[b"mcts"]);
    let played = runner.key(&key, index).run(&mut |_, chosen| indices.push(chosen.index));
    (indices, played.expect("not cancelled"))
}

/// Replays each game in another order, with a bot that has played others before.
fn independent(rules: &str, words: &[&str], games: u64) {
    let game = Game::preset(rules).unwrap();
    let mut one = runner(game, words);
    let first: Vec<Vec<u32>> = (0..games).map(|index| play(&mut one, index).0).collect();
    for index in (0..games).rev() {
        assert_eq!(play(&mut one, index).0, first[index as usize], "{words:?}");
    }
    let mut other = runner(game, words);
    assert_eq!(play(&mut other, games - 1).0, first[games as usize - 1], "{words:?}");
    // Other random numbers make other games.
    assert_ne!(first[0], first[1], "{words:?}");
}

#[test]
fn equal_numbers_make_equal_games_whatever_was_played_before() {
    independent("brunei-slide", &["mcts:playouts=40", "mcts:playouts=90,noise=0.1"], 3);
    independent("brunei-slide", &["mcts:playouts=40,noise=1", "greedy"], 3);
    independent("bell", &["mcts:playouts=30", "random"], 2);
}

/// Returns the share of games, with seats swapped after each, that a bot wins.
fn score(rules: &str, words: [&str; 2], games: u64) -> f64 {
    let game = Game::preset(rules).unwrap();
    let mut tables = [words, [words[1], words[0]]].map(|words| runner(game, &words));
    let mut sum = 0.0;
    for index in 0..games {
        let swapped = (index % 2) as usize;
        let winners = play(&mut tables[swapped], index).1.outcome.winners;
        let seat = [Seat::FIRST, Seat::SECOND][swapped];
        sum += if winners.has(seat) { 1.0 / f64::from(winners.count()) } else { 0.0 };
    }
    sum / games as f64
}

/// The seeds are fixed, and so are the games: the bounds leave room for changes that keep the
/// strength.
#[test]
fn it_beats_greedy_and_more_playouts_beat_fewer() {
    let share = score("brunei-slide", ["mcts:playouts=100", "greedy"], 60);
    assert!(share > 0.8, "{share}");
    let share = score("brunei-slide", ["mcts:playouts=300", "mcts:playouts=30"], 40);
    assert!(share > 0.7, "{share}");
    let share = score("bell", ["mcts:playouts=100", "greedy"], 16);
    assert!(share > 0.55, "{share}");
}

/// With three and four seats it wins more than its share.
#[test]
fn it_plays_with_three_and_four_seats() {
    for (players, part) in [(3, 1.0 / 3.0), (4, 0.25)] {
        let game = Game::preset("bell").unwrap().with("players", &players.to_string()).unwrap();
        let mut words = vec!["random"; players];
        words[1] = "mcts:playouts=40";
        let mut table = runner(game, &words);
        let (games, mut won) = (12, 0.0);
        for index in 0..games {
            let winners = play(&mut table, index).1.outcome.winners;
            won += if winners.has(Seat::SECOND) { 1.0 / f64::from(winners.count()) } else { 0.0 };
        }
        assert!(won / games as f64 > 1.5 * part, "{won} of {games}");
        let all = vec!["mcts:playouts=10"; players];
        assert!(play(&mut runner(game, &all), 0).0.len() > 10);
    }
}
