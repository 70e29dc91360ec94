//! Proofs that others can check: certificates of forced wins.
//!
//! A certificate has the winner's answer to every legal move of the loser, from the position that
//! it is about to every end. proofs/README.md has the format. [`build()`] walks real positions, and asks
//! of each where it is the winner's turn for a move that wins; where the answers come from does not
//! matter, for [`check()`] believes none of them.

mod build;
mod certificate;
mod check;
mod read;

pub use build::{Answers, NoProof, build};
pub use certificate::{Beginning, Certificate, Claim, Claimed};
pub use check::{Checked, check};
