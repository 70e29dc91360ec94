//! Fuzzes game records as people write them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::base::diagnostic::Source;
use pasang::games::game_record::{GameRecord, Parts, StartPosition, board_of, read_moves};
use pasang::players::{PlayableGame, GameVisitor};
use pasang_fuzz::said;

/// Notation of a game's moves, all of them legal.
struct Words<'a>(&'a GameRecord);

impl GameVisitor for Words<'_> {
    type Output = Vec<String>;

    fn visit<G: PlayableGame>(self, game: &G) -> Vec<String> {
        let mut position = self.0.start.position(game, "").expect("it was looked at");
        let moves = read_moves(game, &position, &self.0.moves).expect("they were looked at");
        let word = |mv| {
            let word = game.format_move(&position, mv);
            game.apply(&mut position, mv);
            word
        };
        moves.into_iter().map(word).collect()
    }
}

fuzz_target!(|text: &str| {
    let games = match GameRecord::parse_all(&Source::new("g.txt", text)) {
        Ok(games) => games,
        Err(faults) => return said(&faults),
    };
    for game in games {
        let StartPosition::Setup(setup) = &game.start else { continue };
        let (rules, moves) = (&game.rules, &game.rules.dispatch(Words(&game)));
        assert!(game.comments.iter().all(|(ply, _)| *ply <= moves.len()));
        let parts = Parts { headers: &[], rules, board: &board_of(setup), moves, numbered: true };
        let again = GameRecord::parse_all(&Source::new("", parts.to_text())).expect("it was written");
        assert_eq!(again[0].rules, game.rules);
        assert_eq!(again[0].rules.dispatch(Words(&again[0])), *moves);
    }
});
