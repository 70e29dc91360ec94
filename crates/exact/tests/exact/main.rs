//! Tests of `pasang-exact`, in one binary: they need bash and signals as Linux has them.

#![cfg(target_os = "linux")]
// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod judge;
mod pages;
#[allow(dead_code)]
#[path = "../../src/proof_number.rs"]
mod proof_number;
mod proofs;
#[path = "../../../../tests/suite/random_rules.rs"]
mod random_rules;
#[allow(dead_code)]
#[path = "../../../../tests/suite/reference/mod.rs"]
mod reference;
#[allow(dead_code)]
#[path = "../../../../tests/suite/support.rs"]
mod support;
mod universe;

use std::collections::HashMap;

use clap::Parser;

use crate::reference::ReferenceGame;
use crate::support::{Place, Ran, finished};

impl Place {
    /// Runs `pasang-exact` with these words, which may have spaces.
    fn exact(&self, words: &[&str]) -> Ran {
        finished(self.command("").args(words))
    }

    /// Runs `pasang-exact`, which must refuse its input with this message and exit status 2.
    fn refused(&self, words: &str, said: &str) {
        self.refuses(words, 2, said);
    }

    /// Returns the output of the program `pasang`.
    fn other(&self, words: &str) -> String {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "other", "--ignored", "--nocapture"]).env(WORDS, words);
        finished(command.current_dir(self.path(""))).stdout
    }
}

/// Environment variable with the arguments of [`other`].
const WORDS: &str = "PASANG_WORDS";

/// Acts as `pasang` for other tests: Cargo does not give this crate's tests its path.
#[test]
#[ignore = "other tests call it"]
fn other() {
    let Ok(words) = std::env::var(WORDS) else { return };
    let words = ["pasang", "-q"].into_iter().chain(words.split_whitespace());
    let _ = pasang::commands::run(pasang::commands::Cli::parse_from(words));
}

/// Memo of solved positions, by the board, the seat to move and the scores.
type Known = HashMap<(String, u8, Vec<u32>), (i32, i32)>;

/// Returns the result, 1 if the first player wins, -1 if the second, and the first player's margin under best
/// play, by exhaustive minimax with the reference implementation: the result first, then the margin.
fn minimax(game: &(impl ReferenceGame + Clone), known: &mut Known) -> (i32, i32) {
    if let Some(ended) = game.ended() {
        let (scores, winners) = (game.scores(), ended.winners);
        let result = i32::from(winners == [1]) - i32::from(winners == [2]);
        return (result, scores[0] as i32 - scores[1] as i32);
    }
    let board: String = game.board().into_iter().flatten().collect();
    let key = (board, game.to_move(), game.scores());
    let has = |ka| key.0.contains(ka);
    // Before both kas are in, the board does not show the players' columns; Bell's game has no kas.
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
