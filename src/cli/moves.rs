//! `pasang moves`: the legal moves of a position.

use std::io::Write;

use clap::Args;

use super::ended::{Done, note};
use super::position::{AtPosition, PositionArgs};
use crate::base::words::{Choice, listed};
use crate::games::{Game, Outcome};

/// The options of `pasang moves`.
#[derive(Clone, Debug, Args)]
pub struct Moves {
    #[command(flatten)]
    position: PositionArgs,
}

impl Moves {
    /// Prints the moves, sorted as text.
    ///
    /// # Errors
    /// When the options are wrong, or nothing can be written.
    pub fn run(self) -> Done {
        self.position.at(List)?
    }
}

struct List;

impl AtPosition for List {
    type Output = Done;

    fn at<G: Game>(self, game: &G, position: G::Position) -> Done {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&mv| game.word(&position, mv)).collect();
        texts.sort();
        let mut out = std::io::stdout().lock();
        for text in texts {
            writeln!(out, "{text}")?;
        }
        if let Some(outcome) = game.outcome(&position) {
            let scores = &game.scores(&position)[..usize::from(game.seats())];
            note(format_args!("the game is over: {}", in_words(&outcome, scores)));
        }
        Ok(())
    }
}

/// An outcome as a sentence without its beginning: `stuck, player 1 wins, 86-89`.
pub fn in_words(outcome: &Outcome, scores: &[u16]) -> String {
    let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
    let winners = listed(outcome.winners.seats().map(|seat| seat.to_string()), "and");
    let who = match outcome.winners.count() {
        1 => format!("player {winners} wins"),
        _ => format!("a draw of players {winners}"),
    };
    format!("{}, {who}, {}", outcome.ending.word(), scores.join("-"))
}
