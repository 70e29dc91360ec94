//! What any game must be for the rest of the program: its positions, its moves, how it ends.

mod law;
mod outcome;
mod perft;
mod refusal;
mod seat;
pub(crate) mod toggle;
mod tree;
mod values;
mod weights;

pub use law::{Chosen, Game};
pub use outcome::{Ending, Outcome, Scores, Winners, scores_at_table, sign_at_table};
pub use perft::{count_moves, perft};
pub use refusal::{NotAMove, find_move};
pub use seat::Seat;
pub(crate) use toggle::toggles;
pub use toggle::{Preset, Setting, Shape, Toggle};
pub use tree::{Branch, Node, Words};
pub use values::Values;
pub use weights::{Feature, Weights};
