//! Fuzzes moves as people write them, played from a setup for as long as they are legal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::games::parse_move;
use pasang::games::rules::preset;
use pasang::games::setup::builtin;
use pasang::players::{PlayableGame, GameVisitor};

struct Play<'t>(&'t str);

impl GameVisitor for Play<'_> {
    type Output = ();

    fn visit<G: PlayableGame>(self, game: &G) {
        let setup = builtin("catalogue-01").expect("it is one of the setups");
        let mut position = game.start(setup.stones);
        for word in self.0.split_whitespace() {
            match parse_move(game, &position, word) {
                Ok(mv) => {
                    // The program's own notation stands for the same move.
                    let again = parse_move(game, &position, &game.format_move(&position, mv));
                    assert_eq!(again.ok(), Some(mv));
                    position = game.after_move(&position, mv);
                }
                Err(refusal) => {
                    assert!(!refusal.instead().is_empty());
                    return;
                }
            }
        }
    }
}

fuzz_target!(|text: &str| {
    for name in ["brunei-slide", "bell"] {
        preset(name).expect("it is one of the presets").dispatch(Play(text));
    }
});
