//! What programs learn from: numbers of moves, lines, planes and environments.

use pasang_core::base::random::SeedKey;
use pasang_core::learning::{
    ActionList, Design, Environment, OBSERVATION, action_count, move_of, observe,
};
use pasang_core::{Game, GameRng, Position, Setup};

fn planes(position: &Position) -> [u8; OBSERVATION] {
    // All of them are written.
    let mut planes = [7; OBSERVATION];
    observe(position, &mut planes);
    planes
}

#[test]
fn moves_are_chosen_by_number_or_drawn() {
    let rules = Game::preset("brunei-slide").unwrap();
    let start = rules.start(&Setup::builtin("catalogue-05").unwrap()).unwrap();
    let design = Design::new(start, false, SeedKey::new(1, &[b"moves"]), None).unwrap();
    let mut game = Environment::new(&design, 0, None);
    game.reset(&design);
    let drawn = game.draw();
    assert!(game.choose(drawn.into()) && game.choose(2) && !game.choose(979));
    // The last legal choice counts.
    game.step(&design);
    let mut after = start;
    after.play(move_of(&start, 2).unwrap()).unwrap();
    let (mut seen, mut mask) = ([7; OBSERVATION], vec![true; action_count(&rules)]);
    game.write(&mut seen, &mut mask);
    assert_eq!(seen, planes(&after));
    assert_ne!(seen, planes(&start));
    let legal: Vec<u16> = (0..).zip(&mask).filter(|(_, it)| **it).map(|(at, _)| at).collect();
    let mut numbers = ActionList::of(&after).numbers().to_vec();
    numbers.sort_unstable();
    assert_eq!(legal, numbers);
}

#[test]
fn lines_and_planes_are_those_of_the_moves() {
    let start = Setup::builtin("catalogue-32").unwrap();
    let (mut rng, mut actions) = (GameRng::new(1, "lines"), ActionList::default());
    let mut positions = 0;
    for _ in 0..100 {
        let mut position = Game::preset("geoludie").unwrap().start(&start).unwrap();
        loop {
            actions.list(&position);
            let moves = position.legal_moves();
            assert_eq!(actions.numbers().len(), moves.len());
            if moves.is_empty() {
                break;
            }
            for (place, &mv) in moves.iter().enumerate() {
                let mut after = position;
                actions.play(&mut after, place);
                assert_eq!(after, position.after_unchecked(mv));
            }
            position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
            positions += 1;
        }
    }
    assert!(positions > 3_000, "{positions}");
}
