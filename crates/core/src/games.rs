//! What any game must be for the rest of the program, in parts: each asks for the part it uses.
//!
//! [`Ruled`]: positions, moves, how a game ends. [`Judged`]: what a position promises. [`Drawn`]:
//! diagrams. [`Turned`]: symmetries. [`Searched`]: the form of positions that a search uses. A
//! [`Game`] is all of them.

pub mod bell;
pub mod board_file;
pub mod brunei;
mod drawn;
mod judged;
mod net;
mod outcome;
mod perft;
mod refusal;
mod ruled;
pub mod rules;
mod searched;
mod seat;
pub mod setup;
pub mod text_kind;
pub(crate) mod toggle;
mod turned;
mod values;
pub mod written;

pub use drawn::Drawn;
pub use judged::{Feature, Judged, Weights};
pub use net::{Input, Net, ONE, Row, SUMS, starts};
pub use outcome::{Ending, Outcome, Scores, Winners, scores_at_table, sign_at_table};
pub use perft::{count_moves, perft, perft_until};
pub use refusal::{NotAMove, find_move};
pub use ruled::any_of_highest;
pub use ruled::{Chosen, Ruled};
pub use searched::{Branch, BranchOf, Node, NodeOf, Searched, Sketch, Words};
pub use seat::Seat;
pub(crate) use toggle::toggles;
pub use toggle::{Preset, Setting, Shape, Toggle, Unfit};
pub use turned::Turned;
pub use values::Values;

/// A game with all its parts.
pub trait Game: Searched + Drawn + Turned {}

impl<G: Searched + Drawn + Turned> Game for G {}
