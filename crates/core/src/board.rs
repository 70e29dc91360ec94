//! Board geometry and stones, independent of the rules.
//!
//! ```text
//!   11  · · · · · · · · · · ·      Columns a to k run left to right,
//!   10  · · · · · · · · · · ·      rows 1 to 11 bottom to top.
//!    9  · · · · · · · · · · ·
//!    8  · · · · · · · · · · ·      A point's index counts from a1 along
//!    7  · · · · · · · · · · ·      the row, then on to the row above:
//!    6  · · · · · _ · · · · ·      a1 is 0, b1 is 1, a2 is 11, f6 is 60,
//!    5  · · · · · · · · · · ·      k11 is 120.
//!    4  · · · · · · · · · · ·
//!    3  · · · · · · · · · · ·
//!    2  · · · · · · · · · · ·
//!    1  · · · · · · · · · · ·
//!       a b c d e f g h i j k
//! ```

mod picture;
mod point;
mod set;
mod size;
mod stones;
mod symmetry;

pub use picture::{Trail, draw, in_colours, with_coordinates};
pub use point::{BOARD_SIZE, Column, Point, Row};
pub use set::PointSet;
pub use size::BoardSize;
pub use stones::{Colour, Stones};
pub use symmetry::{Group, Symmetry};
