//! The traditional board game Pasang of Brunei, and the hopping game of the same name that R. C.
//! Bell printed: rules with every disputed toggle, positions and moves, bots, and an exact solver.
//!
//! The crate does no I/O, reads no clock and starts no thread or process; the same seed gives the
//! same game on every machine.
//!
//! ```
//! use pasang_core::{Game, Setup};
//!
//! let game = Game::preset("brunei-slide")?.with("stuck", "score-decides")?;
//! let mut position = game.start(&Setup::builtin("catalogue-01")?)?;
//! for mv in position.legal_moves() {
//!     println!("{mv} +{}", position.captured_points(mv));
//! }
//! position.play(position.parse_move("c")?)?;
//! println!("{}\n{position}", position.diagram());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | choose rules | [`Game`], by preset and toggles |
//! | read or list patterns | [`Setup`], [`builtins`](games::setup::builtins) |
//! | move | [`Position`], [`Move`], [`MoveList`], [`Outcome`] |
//! | play and analyze | [`BotSpec`], [`Bot`], [`Analysis`], [`GameRunner`] |
//! | keep and read games | [`GameRecord`] |
//! | solve | [`Solver`], [`Solution`] |
//! | review a game | [`Review`] |
//! | match on an error | [`ErrorKind`], [`IllegalMoveError`], [`SetupError`] |
//! | measure how a game plays | [`profile`] |
//! | train a program | [`learning`] |
//! | play by the million | [`engine`] |
//!
//! # Modules
//!
//! Each module uses only modules above it.
//!
//! ```text
//! base      text, diagnostics with positions, random numbers, digests, cancellation
//! board     points, stones, symmetries
//! games     the games of Brunei and Bell; positions of either; rule sets; setups; game records
//! players   bots, solver, games from first move to last, and the search behind them
//! score     scores of games, their sums, intervals
//! picture   marks of pictures, and the card of a pattern
//! learning  numbers of moves, planes and environments for programs that learn
//! review    game analysis: the cost of each move
//! profile   measures of how a game plays
//! protocol  line-based protocol by which other programs use the bots
//! ```

// Other crates build on this one: every public item is documented.
#![warn(missing_docs)]
// Without bots much of the games is unused.
#![cfg_attr(
    not(feature = "bots"),
    allow(dead_code, unused_imports, rustdoc::broken_intra_doc_links)
)]

pub mod base;
pub mod board;
pub mod games;
#[cfg(feature = "bots")]
pub mod learning;
#[cfg(feature = "bots")]
pub mod level;
#[cfg(feature = "bots")]
pub mod picture;
#[cfg(feature = "bots")]
pub mod players;
#[cfg(feature = "bots")]
pub mod profile;
#[cfg(feature = "bots")]
pub mod protocol;
#[cfg(feature = "bots")]
pub mod review;
pub mod score;
#[cfg(feature = "serde")]
mod serde;

/// The examples of the readme are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use base::cancel::CancelToken;
pub use base::diagnostic::{Diagnostic, Diagnostics, ErrorKind};
pub use base::random::GameRng;
pub use games::game_record::GameRecord;
#[doc(inline)]
pub use games::rules::Game;
pub use games::setup::Setup;
pub use games::{
    EndReason, IllegalMoveError, Move, MoveList, Outcome, Position, Seat, SetupError, Winners,
};
#[cfg(feature = "bots")]
pub use {
    players::bot::{Bot, BuiltinBot},
    players::bots::{Analysis, BotSpec, Evaluation},
    players::crew::Crew,
    players::runner::{GameResult, GameRunner},
    players::search::{Limits, SolveGoal},
    players::solver::{Solution, Solver},
    review::Review,
};

/// The generic layer: each game as a type of its own, for loops that play by the million.
///
/// A game is a value of its rules, such as [`games::brunei::Rules`], and implements
/// [`GameRules`](engine::GameRules) for positions and moves, and [`SearchGame`](engine::SearchGame)
/// for search.
///
/// ```
/// use pasang_core::engine::{GameRules, brunei};
/// use pasang_core::{GameRng, Setup};
///
/// let rules = brunei::Rules::default();
/// let mut position = Setup::builtin("catalogue-01")?.start(&rules)?;
/// let (mut rng, mut moves) = (GameRng::new(1, "example"), Vec::new());
/// while let Some(chosen) = rules.random_move(&position, &mut moves, &mut rng) {
///     rules.apply(&mut position, chosen.mv);
/// }
/// assert!(rules.outcome(&position).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod engine {
    pub use crate::games::{
        BoardSymmetry, Chosen, DiagramFormat, GameRules, IndexedMove, bell, brunei,
    };
    #[cfg(feature = "bots")]
    pub use {
        crate::games::{Evaluate, SearchGame},
        crate::players::search::{AlphaBeta, NullWindowSearch, solve},
    };
}
