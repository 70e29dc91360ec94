//! What any game must be for the rest of the program: its positions, its moves, how it ends.

mod law;
mod outcome;
mod perft;
mod refusal;
mod seat;
mod tree;
mod values;
mod weights;

pub use law::{Chosen, Game};
pub use outcome::{Ending, Outcome, Scores, Winners, scores_at_table, sign_at_table};
pub use perft::{count_moves, perft, perft_until};
pub use refusal::{NotAMove, find_move};
pub use seat::Seat;
pub use tree::{Branch, Node, Words};
pub use values::Values;
pub use weights::{Feature, Weights};
