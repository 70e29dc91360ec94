//! Code that is compiled for AVX2, too, does what the baseline code does: in every position of random games.

use pasang_core::base::avx2::without_avx2;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::bell::{Diagonals, EvenChain};
use pasang_core::games::setup::builtins;
use pasang_core::games::{GameRules, SearchGame, bell, brunei};
use pasang_core::learning::{OBSERVATION, observe};
use pasang_core::{Game, Setup};

/// Returns all that a game says of a position in either version, as text.
fn told<G: SearchGame>(game: &G, position: &G::Position, rng: &GameRng) -> String {
    let (mut moves, mut best, mut children) = (Vec::new(), Vec::new(), Vec::new());
    let all = game.all_moves(position);
    let count = game.move_count(position, &mut moves);
    let last = game.move_at(position, count.saturating_sub(1), &mut moves);
    let random = game.random_move(position, &mut moves, &mut rng.clone());
    let greedy = game.greedy_move(position, &mut moves, &mut best, &mut rng.clone());
    let worth = [game.fitted(), game.linear()].map(|it| game.evaluate(position, it));
    let node = game.node(position, &mut moves);
    let child = game.child(&node, 0, &mut moves);
    game.expand(&node, &mut moves, &mut children);
    let after = all.first().map(|&mv| game.after_move(position, mv));
    format!(
        "{all:?} {count} {last:?} {random:?} {greedy:?} {worth:?} {node:?} {child:?} {children:?} {after:?}"
    )
}

/// Returns the moves of a game that is played at once.
fn at_once<G: GameRules>(game: &G, start: &G::Position, rng: &GameRng) -> String {
    let (mut position, mut moves, mut seen) = (*start, Vec::new(), Vec::new());
    let mut rngs = [0; 4].map(|_| rng.clone());
    game.play_randomly(
        &mut position,
        |it| it,
        &mut rngs,
        &mut moves,
        |_, chosen| {
            seen.push(format!("{chosen:?}"));
        },
    );
    format!("{seen:?} {position:?}")
}

/// Compares both versions, and returns in how many positions nets evaluate.
fn compare<G: SearchGame>(game: &G, setup: &str, games: u64) -> u64 {
    let setup = builtins().iter().find(|it| it.name == setup).unwrap();
    let (mut moves, mut by_net) = (Vec::new(), 0);
    for number in 0..games {
        let mut rng = SeedKey::new(1, &[b"versions"]).rng(number);
        let mut position = game.start(setup.stones);
        let once = |rng: &GameRng| at_once(game, &position, rng);
        assert_eq!(once(&rng), without_avx2(|| once(&rng)));
        loop {
            assert_eq!(
                told(game, &position, &rng),
                without_avx2(|| told(game, &position, &rng)),
                "{position:?}"
            );
            let [net, linear] =
                [game.fitted(), game.linear()].map(|it| game.evaluate(&position, it));
            by_net += u64::from(net != linear);
            let Some(chosen) = game.random_move(&position, &mut moves, &mut rng) else { break };
            let wide = game.after_move(&position, chosen.mv);
            assert_eq!(wide, without_avx2(|| game.after_move(&position, chosen.mv)));
            position = wide;
        }
    }
    by_net
}

/// Compares the planes that programs learn from, in positions of random games.
fn compare_planes() {
    let setup = Setup::builtin("catalogue-32").unwrap();
    let mut rng = GameRng::new(1, "planes");
    for _ in 0..20 {
        let mut position = Game::preset("geoludie").unwrap().start(&setup).unwrap();
        loop {
            // All of them are written.
            let [mut wide, mut narrow] = [7, 8].map(|it| [it; OBSERVATION]);
            observe(&position, &mut wide);
            without_avx2(|| observe(&position, &mut narrow));
            assert_eq!(wide, narrow);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
        }
    }
}

/// One test, for the switch is that of all threads.
#[test]
fn both_versions_do_the_same() {
    compare_planes();
    for (number, preset) in ["brunei-slide", "brunei-jump", "pasang-emas"].iter().enumerate() {
        let rules = brunei::Rules::preset(preset).unwrap();
        for setup in ["catalogue-01", "catalogue-32"] {
            let by_net = compare(&rules, setup, 20 + number as u64);
            assert!(by_net > 300, "{preset}: {by_net}");
        }
    }
    let default = bell::Rules::default();
    for rules in [
        default,
        bell::Rules { even_chain: EvenChain::Forfeited, max_chain: 15, ..default },
        bell::Rules { diagonals: Diagonals::None, max_chain: 1, ..default },
    ] {
        assert!(compare(&rules, "bell-chequer", 10) > 300);
    }
}
