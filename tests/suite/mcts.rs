//! Monte Carlo tree search: the same games from the same random numbers, regardless of earlier
//! games, for any number of seats, and stronger than `greedy`. What it
//! proves is what the solver finds.

use pasang_core::base::random::SeedKey;
use pasang_core::games::setup::builtin;
use pasang_core::games::{GameKind, GameRules, SearchGame, bell, brunei};
use pasang_core::players::bots::{Mcts, MctsOptions, Strategy};
use pasang_core::players::search::{NullWindowSearch, solve};
use pasang_core::{BotSpec, Game, GameResult, GameRunner, Limits, Seat, Setup, SolveGoal, Winners};

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

/// Compares `mcts` with the solver in endings of random games: what is proven agrees, the move
/// keeps it, and enough is proven.
fn ends<G: SearchGame>(game: &G, setup: &str, (count, stones): (u64, u32)) {
    let start = game.start(builtin(setup).unwrap().stones);
    let key = SeedKey::new(1, &[b"ends"]);
    let mut mcts = Mcts::new(MctsOptions { playouts: 5000, ..MctsOptions::default() });
    let mut solver = NullWindowSearch::new(1);
    let mut solve = |position: &G::Position| {
        let roots: Vec<u32> = (0..game.all_moves(position).len() as u32).collect();
        let (goal, limits) = (SolveGoal::Outcome, Limits::NONE);
        solve(&mut solver, game, position, &roots, goal, limits).result.value().unwrap()
    };
    let (mut moves, mut wins) = (Vec::new(), [0; 2]);
    for number in 0..count {
        let (mut rng, mut position) = (key.rng(number), start);
        while game.stones(&position).points().len() > stones
            && let Some(chosen) = game.random_move(&position, &mut moves, &mut rng)
        {
            game.apply(&mut position, chosen.mv);
        }
        let Some(chosen) = mcts.choose_move(game, &position, &mut rng) else { continue };
        if chosen.count == 1 {
            continue;
        }
        let Some(proven) = mcts.tree().0.map(Winners::of_two) else { continue };
        let expected = solve(&position);
        assert_eq!(proven, expected, "{position:?}");
        assert_eq!(solve(&game.after_move(&position, chosen.mv)), expected);
        wins[usize::from((expected > 0) == (game.to_move(&position) == Seat::FIRST))] += 1;
    }
    assert!(wins.iter().all(|&wins| wins > 20), "{wins:?}");
}

#[test]
fn what_is_proven_is_what_the_solver_says() {
    ends(&brunei::Rules::default(), "catalogue-01", (150, 10));
    ends(&bell::Rules::default(), "bell-chequer", (60, 22));
}

/// A full tree does not end the game, and takes no more memory.
#[test]
fn a_full_tree_grows_no_more() {
    let game = brunei::Rules::default();
    let start = game.start(builtin("catalogue-01").unwrap().stones);
    let options = MctsOptions { playouts: 30_000, hash: 1, ..MctsOptions::default() };
    let mut mcts = Mcts::new(options);
    let mut rng = SeedKey::new(1, &[b"full"]).rng(0);
    assert!(mcts.choose_move(&game, &start, &mut rng).is_some());
    // A node takes 64 bytes.
    const ROOM: usize = (1 << 20) / 64;
    let (proven, visits, nodes) = mcts.tree();
    assert_eq!((proven, visits, mcts.playouts()), (None, 30_000, 30_000));
    assert!((ROOM..ROOM + 200).contains(&nodes), "{nodes}");
}
