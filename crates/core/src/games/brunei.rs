//! Pasang as it is taught in Brunei: the game with kas.
//!
//! # Rules
//!
//! The board has 121 points less the centre f6, which no piece passes and no line crosses. Stones
//! lie on the other 120, black worth 1 and white worth 2; both players capture both colours.
//!
//! 1. **Opening.** The first player takes a column of five from rows 1-5, the second player one
//!    from rows 7-11, as [`Reply`] permits. The emptied column is the player's passage.
//! 2. **Entry.** Each player slides a stone from a neighbouring column into the own passage, or
//!    jumps it there over a stone, along the row (see [`Jump`]); the stone becomes the player's
//!    *ka*. The entry must capture a line.
//! 3. **Main phase.** The ka moves like a rook and must capture a line perpendicular to its move:
//!    in the row after a move along a column, in the column after a move along a row.
//!
//! A line is all stones of one colour in sight of the landing point in one direction; if both
//! directions show the same colour they are one line. Only a line with an odd number of stones can
//! be captured, one per move. A player who cannot move while stones are left is stuck, and by
//! custom loses.
//!
//! # Sources
//!
//! The turn, the opening on opposite quarters, and lines that count both directions together: J. P.
//! Neto's page on Pasang with its diagrams, and Wikipedia's article, which agree; they leave slide
//! or jump to the players ([`presets`](Rules::preset) `brunei-slide`, `brunei-jump`). A jump passes
//! over a stone for Neto and Geoludie; Wikipedia's eighth rule requires a column or more between,
//! its tenth rule one. The booklet on Geoludie and the Zillions file allow the second player column
//! f (`geoludie`; by jump, the booklet's variant, `geoludie-jump`). The computer game Pasang Emas
//! forbids one column only, and lets each player slide or jump (`pasang-emas`); its author also
//! reports the custom of taking part of a line (`traditional`). Each difference is a toggle, whose
//! values are documented.
//!
//! Two toggles come from no source; they compensate for the first move: points given in advance
//! (`handicap`), and the second player's right to take over the first player's column
//! (`swap-sides`). They were added later: all earlier rules had their default values, which files
//! omit.

mod bitboard;
mod diagram;
#[cfg(feature = "bots")]
mod eval;
mod game;
mod movegen;
#[cfg(feature = "bots")]
mod net_inputs;
mod position;
mod rules;
#[cfg(feature = "bots")]
mod search_node;

pub use bitboard::Axis;
pub use position::{Half, Move, Phase, Position};
pub use rules::{
    Capture, Entry, EntryCapture, EntryMode, Jump, KaStone, PRESETS, Reply, Rules, Stuck,
};
