//! Fuzzes diagrams of positions of either game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::base::diagnostic::Source;
use pasang::games::rules::preset;
use pasang::players::{PlayableGame, GameVisitor};
use pasang_fuzz::said;

struct Read<'t>(&'t str);

impl GameVisitor for Read<'_> {
    type Output = ();

    fn visit<G: PlayableGame>(self, game: &G) {
        let position = match game.read_diagram(&Source::new("d.txt", self.0)) {
            Ok(position) => position,
            Err(faults) => return said(&faults),
        };
        // The position can be played on, and written.
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(moves.is_empty(), game.outcome(&position).is_some());
        let text = game.write_diagram(&position);
        assert_eq!(game.read_diagram(&Source::new("", text)), Ok(position));
    }
}

fuzz_target!(|text: &str| {
    // A diagram belongs to one game; the number of bytes selects which.
    let name = ["brunei-slide", "bell"][text.len() % 2];
    preset(name).expect("it is one of the presets").dispatch(Read(text));
});
