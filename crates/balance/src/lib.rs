//! Is a game fair? Models of the first player's score, over bots, patterns and rules; and of any
//! game's table of results.
//!
//! ```text
//! matrix     matrices of cold code
//! quantile   quantiles and tails of the normal distribution and Student's t
//! normal     normal distributions and seeded draws
//! statement  size and direction: the sentence on a score
//! design     pairs of first moves
//! cell       the games of a crew on one pattern
//! joint      cells of several classes and rule sets together
//! openings   pairs of first moves of several classes together
//! answer     what is known of patterns, classes and rules
//! table      the same of any game's table of results
//! ```

// Other crates build on this one: every public item is documented.
#![warn(missing_docs)]

pub mod answer;
mod cell;
mod design;
pub mod joint;
mod matrix;
mod normal;
pub mod openings;
pub mod quantile;
mod statement;
pub mod table;

pub use self::cell::{
    BalanceSummary, BestMove, CrewSize, FirstMoveSummary, Posterior, VarianceComponents, fit,
};
pub use self::design::{OpeningDesign, OpeningMove, OpeningPair, Pair, described};
pub use self::matrix::{cholesky, dot, gram, inverse, matrix, solve};
pub use self::normal::{ALPHA, DRAWS, Estimate, Normal, central, draws_key};
pub use self::statement::{Direction, Size, Statement, shown};

use self::cell::{LEAST_VARIANCE, posterior};
use self::matrix::inverse_columns;
use self::normal::{nearest_to_even, normal};
