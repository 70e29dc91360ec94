//! Pasang as R. C. Bell printed it: the hopping game.
//!
//! # Rules
//!
//! A store covers the nine points e5-g7. Stones lie on the other 112, black worth 1 and white 2,
//! initially in a chequer; they belong to neither player.
//!
//! 1. The first player takes a stone from a corner.
//! 2. From then on the player to move hops with any stone over a stone on the adjacent point to
//!    the empty point behind it, along rows, columns and (toggle) the four marked diagonals. The
//!    hopped stone is captured. The same stone may continue in any direction.
//! 3. A turn must capture an odd number of stones, at most seven by custom; [`EvenChain`] is the
//!    rule for an even number of hops.
//! 4. The game ends when the player to move has no hop. The highest score wins.
//!
//! # Sources
//!
//! R. C. Bell, *Discovering Old Board Games* (1973), pp. 19-21; F. Lhote, *Histoire des jeux de
//! societe* (1994), pp. 571-572, who allows odd chains only (`bell`); the version of the Ludii
//! system, in which a chain may end on an even hop that captures nothing (`bell-ludii`).

mod diagram;
#[cfg(feature = "bots")]
mod eval;
mod game;
mod hops;
mod movegen;
mod position;
mod rules;
#[cfg(feature = "bots")]
mod search_node;

pub use position::{Move, Position};
pub use rules::{Diagonals, EvenChain, PRESETS, Rules};
