//! Code that is compiled for AVX2, too, does what the baseline code does: in every position of random games.

use pasang_core::base::avx2::without_avx2;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::bell::{Diagonals, EvenChain};
use pasang_core::games::setup::{builtin, builtins};
use pasang_core::games::{Chosen, GameRules, SearchGame, bell, brunei};
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

/// Returns what is compared in every position: what is chosen, what it makes, and what it is worth.
fn chosen<G: SearchGame>(
    game: &G,
    position: &G::Position,
    rng: &GameRng,
) -> (Chosen<G>, Chosen<G>, Option<G::Position>, i32) {
    let (mut moves, mut best) = (Vec::new(), Vec::new());
    let random = game.random_move(position, &mut moves, &mut rng.clone());
    let greedy = game.greedy_move(position, &mut moves, &mut best, &mut rng.clone());
    let after = random.as_ref().map(|it| game.after_move(position, it.mv));
    (random, greedy, after, game.evaluate(position, game.fitted()))
}

/// Compares both versions, all that a game says in every 16th position; returns the numbers of positions
/// and of those that nets evaluate.
fn compare<G: SearchGame>(game: &G, setup: &Setup, games: u64) -> [u64; 2] {
    let (mut positions, mut by_net) = (0, 0);
    for number in 0..games {
        let mut rng = SeedKey::new(1, &[b"versions"]).rng(number);
        let mut position = game.start(setup.stones);
        let once = |rng: &GameRng| at_once(game, &position, rng);
        assert_eq!(once(&rng), without_avx2(|| once(&rng)));
        loop {
            let wide = chosen(game, &position, &rng);
            assert!(wide == without_avx2(|| chosen(game, &position, &rng)), "{position:?}");
            if positions % 16 == 0 {
                let all = told(game, &position, &rng);
                assert_eq!(all, without_avx2(|| told(game, &position, &rng)), "{position:?}");
            }
            by_net += u64::from(wide.3 != game.evaluate(&position, game.linear()));
            let Some(mv) = game.random_move(&position, &mut Vec::new(), &mut rng) else { break };
            position = game.after_move(&position, mv.mv);
            positions += 1;
        }
    }
    [positions, by_net]
}

/// Compares the planes that programs learn from, in positions of random games.
fn compare_planes() {
    let setup = Setup::builtin("catalogue-32").unwrap();
    let mut rng = GameRng::new(1, "planes");
    let mut positions = 0;
    for _ in 0..100 {
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
            positions += 1;
        }
    }
    assert!(positions > 3_000, "{positions}");
}

/// One test, for the switch is that of all threads.
#[test]
fn both_versions_do_the_same() {
    compare_planes();
    let slide = brunei::Rules::default();
    let [positions, _] = compare(&slide, &builtin("catalogue-32").unwrap(), 300);
    assert!(positions > 10_000, "{positions}");
    let mut evaluated = 0;
    for (number, setup) in builtins().iter().cycle().take(60).enumerate() {
        let presets = ["brunei-slide", "brunei-jump", "pasang-emas"];
        let rules = brunei::Rules::preset(presets[number % 3]).unwrap();
        evaluated += compare(&rules, setup, 1)[1];
    }
    assert!(evaluated > 1_000, "{evaluated}");
    let default = bell::Rules::default();
    let rules = [
        default,
        bell::Rules { even_chain: EvenChain::Forfeited, max_chain: 15, ..default },
        bell::Rules { diagonals: Diagonals::None, max_chain: 1, ..default },
    ];
    let setup = builtin("bell-chequer").unwrap();
    let found = rules.map(|rules| compare(&rules, &setup, 30));
    let [positions, evaluated] = [0, 1].map(|at| found.iter().map(|it| it[at]).sum::<u64>());
    assert!(positions > 5_000 && evaluated > 1_000, "{positions} {evaluated}");
}
