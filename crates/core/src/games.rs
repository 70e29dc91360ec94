//! Game rules, split into traits so that each part of the program requires only what it uses.
//!
//! [`GameRules`]: positions, moves, end of the game. [`Evaluate`]: static evaluation. [`DiagramFormat`]:
//! diagrams. [`BoardSymmetry`]: symmetries. [`SearchGame`]: all of them, with search nodes. [`Game`],
//! [`Position`] and [`Move`] hold those of either game.

pub mod bell;
mod board_file;
pub mod brunei;
#[cfg(feature = "bots")]
mod evaluate;
pub mod game_record;
mod game_rules;
mod handicap;
mod outcome;
pub(crate) mod position;
pub mod position_string;
pub mod rules;
#[cfg(feature = "bots")]
mod search_game;
pub mod setup;
pub mod text_kind;
pub(crate) mod toggle;

#[cfg(feature = "bots")]
pub(crate) use evaluate::starts;
#[cfg(feature = "bots")]
pub use evaluate::{Evaluate, MORE_NETS, Net, Row, Weights};
pub(crate) use game_rules::any_of_highest;
pub use game_rules::{
    BoardSymmetry, Chosen, DiagramFormat, GameRules, IllegalMoveError, IndexedMove, SetupError,
    StateKey, parse_move, perft,
};
pub use handicap::Handicap;
pub use outcome::{EndReason, Outcome, Scores, Seat, SeatScores, Values, Winners, score_words};
pub use position::{Move, MoveList, Position};
pub use rules::{Game, GameKind};
#[cfg(feature = "bots")]
pub use search_game::{Child, ChildOf, MoveGain, Node, NodeOf, SearchGame};
pub(crate) use toggle::toggles;
pub use toggle::{Facts, Preset, Setting, Standing, Toggle, ToggleType};
