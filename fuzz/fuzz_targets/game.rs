//! Fuzzes game records as people write them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::text::diagnostic::Source;
use pasang_core::games::game_record::GameRecord;
use pasang_fuzz::said;

fuzz_target!(|text: &str| {
    let games = match GameRecord::parse_all(&Source::new("g.txt", text)) {
        Ok(games) => games,
        Err(faults) => return said(&faults),
    };
    for game in games {
        assert!(game.comments.iter().all(|(ply, _)| *ply <= game.moves.len()));
        let again =
            GameRecord::parse_all(&Source::new("", game.to_string())).expect("it was written");
        assert_eq!((again[0].start, &again[0].moves), (game.start, &game.moves));
    }
});
