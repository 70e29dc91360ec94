//! Tests that run `pasang-exact`, in one program.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/suite/drawn.rs"]
mod drawn;
mod judge;
mod pages;
#[allow(dead_code)]
#[path = "../../../../tests/suite/plain/mod.rs"]
mod plain;
mod proofs;
#[allow(dead_code)]
#[path = "../../../../tests/suite/support.rs"]
mod support;
mod universe;

use std::collections::HashMap;

use clap::Parser;

use crate::plain::PlainGame;
use crate::support::{Place, Ran, finished};

impl Place {
    /// `pasang-exact` with these words, which may have spaces.
    fn exact(&self, words: &[&str]) -> Ran {
        finished(self.command("").args(words))
    }

    /// It must refuse what it is given, saying this; its exit status is 2.
    fn refused(&self, words: &str, said: &str) {
        let ran = self.pasang(words);
        assert_eq!(ran.status, 2, "{words}\n{ran:?}");
        assert!(ran.stderr.contains(said), "{words}: {said}\n{ran:?}");
    }

    /// What the program `pasang`, of whose library this is made, prints.
    fn other(&self, words: &str) -> String {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "other", "--ignored", "--nocapture"]).env(WORDS, words);
        finished(command.current_dir(self.path(""))).stdout
    }
}

/// What [`other`] is told.
const WORDS: &str = "PASANG_WORDS";

/// The other program, for other tests: this crate's tests are not given its path.
#[test]
#[ignore = "other tests call it"]
fn other() {
    let Ok(words) = std::env::var(WORDS) else { return };
    let words = ["pasang", "-q"].into_iter().chain(words.split_whitespace());
    let _ = pasang::commands::run(pasang::commands::Cli::parse_from(words));
}

/// What is known of positions, by the board, the seat to move and the scores.
type Known = HashMap<(String, u8, Vec<u32>), (i32, i32)>;

/// Who wins, 1 the first player, -1 the second, and by how much the first leads, by the plain rules: the
/// result first, then the margin; each player chooses what is best, and nothing is left out.
fn minimax(game: &(impl PlainGame + Clone), known: &mut Known) -> (i32, i32) {
    if let Some(ended) = game.ended() {
        let (scores, winners) = (game.scores(), ended.winners);
        let result = i32::from(winners == [1]) - i32::from(winners == [2]);
        return (result, scores[0] as i32 - scores[1] as i32);
    }
    let board: String = game.board().into_iter().flatten().collect();
    let key = (board, game.to_move(), game.scores());
    let has = |ka| key.0.contains(ka);
    // Before both kas are in, the board does not say which columns the players have; Bell's game has no kas.
    let is_bell = key.0.matches('_').count() > 1;
    let is_whole = is_bell || has('1') && has('2');
    if let Some(&value) = known.get(&key).filter(|_| is_whole) {
        return value;
    }
    let values = game.moves().into_iter().map(|text| {
        let mut next = game.clone();
        next.play(&text);
        minimax(&next, known)
    });
    let values: Vec<(i32, i32)> = values.collect();
    let best = if game.to_move() == 1 { values.iter().max() } else { values.iter().min() };
    let best = *best.unwrap();
    if is_whole {
        known.insert(key, best);
    }
    best
}
