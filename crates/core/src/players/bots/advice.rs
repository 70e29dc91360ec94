//! What a bot says to whoever asks it for a move outside a game: the move, what it is worth, and what
//! is expected to follow.

use crate::games::{Chosen, Searched, Weights};
use crate::players::search::Solution;

/// A move, with what a bot thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice<M> {
    /// The move.
    pub chosen: Chosen<M>,
    /// What it is worth to whoever makes it, where the bot has an opinion.
    pub worth: Option<Worth>,
    /// The move and those that are expected behind it; none where the bot does not look ahead.
    pub line: Vec<M>,
    /// How many positions were looked at, or playouts made.
    pub looked_at: u64,
}

/// What a position is worth to the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The player will lead by so many hundredths of a point in the end, it seems.
    Lead(i32),
    /// It seems that one of the two gets stuck, and loses by that: the other one, or the player.
    Stuck {
        /// Whether it is the other one.
        wins: bool,
    },
    /// Under best play the game ends so: 1 is won, 0 drawn, -1 lost, and by so many points.
    Proved {
        /// Who wins.
        result: i32,
        /// The points more.
        margin: i32,
    },
    /// Of a thousand such games the player wins so many, it seems, a draw being half a win.
    Chance(u32),
}

impl<M: Copy> Advice<M> {
    /// A move, and nothing to be said of it.
    pub(super) fn bare(chosen: Chosen<M>) -> Advice<M> {
        Advice { chosen, worth: None, line: Vec::new(), looked_at: 0 }
    }
}

impl Worth {
    /// What a search says, which values a position in hundredths of a point beyond the difference
    /// of the scores.
    pub fn searched<G: Searched>(game: &G, position: &G::Position, value: i32) -> Worth {
        let left = i32::from(game.values().sum(game.stones(position))) * Weights::POINT;
        if game.stuck_loses() && value.abs() > left {
            return Worth::Stuck { wins: value > 0 };
        }
        let (scores, mover) = (game.scores(position), game.to_move(position));
        let own = mover.index();
        let lead = i32::from(scores[own]) - i32::from(scores[1 - own]) + game.given(mover);
        Worth::Lead(lead * Weights::POINT + value)
    }

    /// What is proved, if all of it is.
    pub(super) fn solved<G: Searched>(
        game: &G,
        position: &G::Position,
        found: &Solution,
    ) -> Option<Worth> {
        let (result, margin) = (found.result.value()?, found.margin.value()?);
        let sign = if game.to_move(position).index() == 0 { 1 } else { -1 };
        Some(Worth::Proved { result: sign * result, margin: sign * margin })
    }
}
