//! Game rules, split into traits so that each part of the program requires only what it uses.
//!
//! [`Ruled`]: positions, moves, end of the game. [`Judged`]: static evaluation. [`Drawn`]:
//! diagrams. [`Turned`]: symmetries. [`Searched`]: search nodes. A [`Game`](crate::players::Game)
//! implements all of them.

pub mod bell;
mod board_file;
pub mod brunei;
mod handicap;
mod judged;
mod outcome;
mod ruled;
pub mod rules;
mod searched;
pub mod setup;
pub mod text_kind;
pub(crate) mod toggle;
pub mod word;
pub mod written;

pub use handicap::Handicap;
pub use judged::{Input, Judged, Net, ONE, Row, SUMS, Weights, starts};
pub use outcome::{
    Ending, Outcome, Scores, Seat, Values, Winners, score_words, scores_at_table, sign_at_table,
};
pub(crate) use ruled::any_of_highest;
pub use ruled::{Chosen, Drawn, NotAMove, Ruled, Turned};
pub use ruled::{find_move, perft};
pub use searched::{Branch, BranchOf, Node, NodeOf, Searched, Sketch, Words};
pub(crate) use toggle::toggles;
pub use toggle::{Preset, Setting, Shape, Toggle};
