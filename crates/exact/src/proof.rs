//! Certificates of forced wins, which others can check.
//!
//! A certificate has the winner's answer to every legal move of the loser, from the position that
//! it is about to every end. crates/exact/proofs/README.md has the format. [`build()`] traverses
//! real positions, and wherever it is the winner's turn asks for a move that wins; the source of the
//! answers does not matter, for [`check()`] trusts none of them.

mod build;
mod certificate;
mod check;
mod read;

pub use build::{NoProof, build};
pub use certificate::{Certificate, Claim, Claimed, Header};
pub use check::{CheckSummary, check};
