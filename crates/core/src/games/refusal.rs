//! Reading a move, and saying why a text is none.

use super::Ruled;
use crate::base::words::one_of;

/// A text that is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAMove {
    /// The text.
    pub text: String,
    /// The legal moves nearest to it, nearest first; none where the game is over.
    pub nearest: Vec<String>,
    /// How many legal moves there are.
    pub legal: usize,
}

impl NotAMove {
    /// What could be played instead, in words.
    pub fn instead(&self) -> String {
        if self.legal == 0 {
            return "the game is over here".to_owned();
        }
        let nearest = one_of(self.nearest.iter().map(String::as_str));
        match self.legal - self.nearest.len() {
            0 => format!("legal here: {nearest}"),
            more => format!("nearest legal moves: {nearest}; {more} more"),
        }
    }
}

/// How many legal moves a refusal names.
const NAMED: usize = 5;

/// The legal move with this text.
///
/// # Errors
/// When no legal move has it.
pub fn find_move<G: Ruled>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Move, NotAMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if let Some(&mv) = moves.iter().find(|&&mv| game.word(position, mv) == text) {
        return Ok(mv);
    }
    let mut nearest: Vec<(usize, String)> = moves
        .iter()
        .map(|&mv| game.word(position, mv))
        .map(|legal| (strsim::osa_distance(text, &legal), legal))
        .collect();
    nearest.sort();
    nearest.truncate(NAMED);
    Err(NotAMove {
        text: text.to_owned(),
        nearest: nearest.into_iter().map(|(_, legal)| legal).collect(),
        legal: moves.len(),
    })
}
