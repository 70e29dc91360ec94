//! Monte Carlo tree search: the same games from the same random numbers, regardless of earlier
//! games, for any number of seats, and stronger than `greedy`.
//!
//! Its proven values are tested beside its code.

use crate::random_rules::{self, Ranks};
use pasang::base::random::SeedKey;
use pasang::games::{GameRules, Seat};
use pasang::games::{bell, brunei};
use pasang::players::PlayableGame;
use pasang::players::bots::BotSpec;
use pasang::players::play::{GameResult, GameRunner};

fn bots(words: &[&str]) -> Vec<BotSpec> {
    words.iter().map(|word| word.parse().expect("the word of a bot")).collect()
}

fn play<G: PlayableGame>(
    game: &G,
    setup: &str,
    table: &mut GameRunner<G>,
    index: u64,
) -> (Vec<u32>, GameResult<G::Position>) {
    let start = game.start(random_rules::setup(setup).stones());
    let mut indices = Ranks::default();
    let key = SeedKey::new(5, &[b"mcts"]);
    let played = table.play(game, &start, &key, index, &[], &mut indices).expect("not cancelled");
    (indices.0, played)
}

/// Replays each game in another order, with a bot that has played others before.
fn independent<G: PlayableGame>(game: &G, setup: &str, words: &[&str], games: u64) {
    let specs = bots(words);
    let mut one = GameRunner::new(&specs);
    let first: Vec<Vec<u32>> =
        (0..games).map(|index| play(game, setup, &mut one, index).0).collect();
    for index in (0..games).rev() {
        assert_eq!(play(game, setup, &mut one, index).0, first[index as usize], "{words:?}");
    }
    let mut other = GameRunner::new(&specs);
    assert_eq!(play(game, setup, &mut other, games - 1).0, first[games as usize - 1], "{words:?}");
    // Other random numbers make other games.
    assert_ne!(first[0], first[1], "{words:?}");
}

#[test]
fn equal_numbers_make_equal_games_whatever_was_played_before() {
    let brunei = brunei::Rules::default();
    independent(&brunei, "catalogue-01", &["mcts:playouts=40", "mcts:playouts=90,noise=0.1"], 3);
    independent(&brunei, "catalogue-01", &["mcts:playouts=40,noise=1", "greedy"], 3);
    let bell = bell::Rules::default();
    independent(&bell, "bell-chequer", &["mcts:playouts=30", "random"], 2);
}

/// Returns the share of games, with seats swapped after each, that a bot wins.
fn score<G: PlayableGame>(game: &G, setup: &str, words: [&str; 2], games: u64) -> f64 {
    let mut tables = [words, [words[1], words[0]]].map(|words| GameRunner::new(&bots(&words)));
    let mut sum = 0.0;
    for index in 0..games {
        let swapped = (index % 2) as usize;
        let winners = play(game, setup, &mut tables[swapped], index).1.outcome.winners;
        let seat = [Seat::FIRST, Seat::SECOND][swapped];
        sum += if winners.has(seat) { 1.0 / f64::from(winners.count()) } else { 0.0 };
    }
    sum / games as f64
}

/// The seeds are fixed, and so are the games: the bounds leave room for changes that keep the
/// strength.
#[test]
fn it_beats_greedy_and_more_playouts_beat_fewer() {
    let brunei = brunei::Rules::default();
    let share = score(&brunei, "catalogue-01", ["mcts:playouts=100", "greedy"], 60);
    assert!(share > 0.8, "{share}");
    let share = score(&brunei, "catalogue-01", ["mcts:playouts=300", "mcts:playouts=30"], 40);
    assert!(share > 0.7, "{share}");
    let bell = bell::Rules::default();
    let share = score(&bell, "bell-chequer", ["mcts:playouts=100", "greedy"], 16);
    assert!(share > 0.55, "{share}");
}

/// With three and four seats it wins more than its share.
#[test]
fn it_plays_with_three_and_four_seats() {
    for (players, part) in [(3, 1.0 / 3.0), (4, 0.25)] {
        let game = bell::Rules { players, ..bell::Rules::default() };
        let mut words = vec!["random"; usize::from(game.seats())];
        words[1] = "mcts:playouts=40";
        let mut table = GameRunner::new(&bots(&words));
        let (games, mut won) = (12, 0.0);
        for index in 0..games {
            let winners = play(&game, "bell-chequer", &mut table, index).1.outcome.winners;
            won += if winners.has(Seat::SECOND) { 1.0 / f64::from(winners.count()) } else { 0.0 };
        }
        assert!(won / games as f64 > 1.5 * part, "{won} of {games}");
        let all = vec!["mcts:playouts=10"; usize::from(game.seats())];
        assert!(play(&game, "bell-chequer", &mut GameRunner::new(&bots(&all)), 0).0.len() > 10);
    }
}
