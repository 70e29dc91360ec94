//! What any game must be for the rest of the program, in parts: each asks for the part it uses.
//!
//! [`Ruled`]: positions, moves, how a game ends. [`Judged`]: what a position promises. [`Drawn`]:
//! diagrams. [`Turned`]: symmetries. [`Searched`]: the form of positions that a search uses. A
//! [`Game`](crate::players::Game) is all of them.

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
