//! Pasang as it is taught in Brunei: the game with kas.
//!
//! # The rules in short
//!
//! The board has 121 points less the centre f6, which no piece passes and no line crosses. Stones
//! lie on the other 120, black worth 1 and white worth 2; both players capture both colours.
//!
//! 1. **Opening.** The first player takes a column of five from rows 1-5, the second one from
//!    rows 7-11; [`Reply`] says which. The emptied column is the player's passage.
//! 2. **Entry.** Each player slides a stone from a neighbouring column into the own passage, or
//!    jumps it there over a stone, along the row ([`Jump`] says from where); the stone becomes the
//!    player's *ka*. The entry must capture a line.
//! 3. **Main phase.** The ka moves like a rook and must capture a line across its way: in the
//!    row after a move along a column, in the column after a move along a row.
//!
//! A line is all stones of one colour in sight of the landing point to one side; where both sides
//! show the same colour they are one line. Only a line with an odd number of stones can be taken,
//! one a move. Whoever cannot move while stones are left is stuck, and by custom loses.
//!
//! # Sources
//!
//! The turn, the opening on opposite quarters, and lines that count both sides together: J. P.
//! Neto's page on Pasang with its diagrams, and Wikipedia's article, which agree; they leave slide
//! or jump to the players ([`presets`](Rules::preset) `brunei-slide`, `brunei-jump`). What is
//! jumped over is a stone for Neto and Geoludie; Wikipedia's eighth rule asks for a column or more
//! between, and its tenth for one. The booklet on Geoludie and the Zillions file open column f to
//! the second player (`geoludie`; by jump, the booklet's variant, `geoludie-jump`). The
//! computer game Pasang Emas forbids one column only, and lets each player slide or jump
//! (`pasang-emas`); its author also tells the custom of taking part of a line (`traditional`).
//! Where they differ there is a toggle, and each value of it says what it means.
//!
//! Two toggles are no source's, and make up for who moves first: points given in advance
//! (`handicap`), and the second player's right to take over the first one's column
//! (`swap-sides`). All rules had their usual values before there were these two, and no file names
//! them.

mod diagram;
mod game;
mod judge;
mod lines;
mod movegen;
mod outlook;
mod position;
mod toggles;
mod tree;

pub use lines::Axis;
pub use position::{Half, Move, Phase, Position};
pub use toggles::{Capture, Entry, EntryCapture, Jump, KaStone, PRESETS, Reply, Rules, Stuck, Way};
