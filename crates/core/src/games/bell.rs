//! Pasang as R. C. Bell printed it: the hopping game.
//!
//! # The rules in short
//!
//! A store covers the nine points e5-g7; stones lie on the other 112, black worth 1 and white 2,
//! in a chequer to begin with. Nobody owns a stone.
//!
//! 1. The first player takes a stone from a corner.
//! 2. From then on the player to move hops with any stone: over a stone on the next point into
//!    the empty point behind it, along rows, columns and (toggle) the four marked diagonals. The
//!    hopped stone is captured. The same stone may go on, in any direction.
//! 3. A turn must capture an odd number of stones, at most seven by custom; [`EvenChain`] says
//!    what an even number of hops means.
//! 4. The game ends when the player to move has no hop. The highest score wins.
//!
//! # Sources
//!
//! R. C. Bell, *Discovering Old Board Games* (1973), pp. 19-21; F. Lhote, *Histoire des jeux de
//! societe* (1994), pp. 571-572, who wants odd chains only (`bell`); the Ludii system's version,
//! which lets a chain end on an even hop that captures nothing (`bell-ludii`).

mod diagram;
mod game;
mod hops;
mod judge;
mod movegen;
mod position;
mod toggles;

pub use position::{Move, Position};
pub use toggles::{Diagonals, EvenChain, PRESETS, Rules};
