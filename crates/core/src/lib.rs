//! The traditional board game Pasang of Brunei, and the hopping game of the same name that R. C.
//! Bell printed: rules with every disputed toggle, positions and moves, bots, and an exact solver.
//!
//! The crate does no I/O, reads no clock and starts no thread or process; the same seed gives the
//! same game on every machine.
//!
//! # Modules
//!
//! Each module uses only modules above it.
//!
//! ```text
//! base      text, diagnostics with positions, random numbers, digests, cancellation
//! board     points, stones, symmetries
//! games     game traits; the games of Brunei and Bell; rule sets; setups; game records
//! players   bots, search, solver, and playing of one game from first move to last
//! review    game analysis: the cost of each move
//! protocol  line-based protocol by which other programs use the bots
//! maximin   maximin value of a game in which both players choose their openings
//! ```
//!
//! A game is a value of its rules, such as [`games::brunei::Rules`]. It implements
//! [`games::Game`] for positions and moves; [`players::PlayableGame`] adds everything that bots and
//! parsers of diagrams need. [`games::rules::Rules`] is either game, chosen at run time.
//!
//! # Legal moves
//!
//! ```
//! use pasang_core::games::{Game, brunei, parse_move, setup};
//!
//! let rules = brunei::Rules::default();
//! let pattern = setup::builtin("catalogue-01").expect("a setup that is built in");
//! let mut position = rules.start(pattern.stones);
//! for word in ["c", "j", "b4-c4xn3", "k7-j7xw3", "c4-c7xe1w2", "j7-g7xn4s1"] {
//!     let mv = parse_move(&rules, &position, word)?;
//!     rules.apply(&mut position, mv);
//! }
//! let mut moves = Vec::new();
//! rules.moves(&position, &mut moves);
//! let words: Vec<String> = moves.iter().map(|&mv| rules.format_move(&position, mv)).collect();
//! assert_eq!(words.len(), 4);
//! assert!(words.contains(&"c7-d7xs1".to_owned()), "{words:?}");
//! # Ok::<(), pasang_core::games::IllegalMoveError>(())
//! ```
//!
//! # Play a game
//!
//! Two bots play one game from a seed; a [`players::play::GameObserver`] observes every move.
//!
//! ```
//! use pasang_core::base::random::SeedKey;
//! use pasang_core::games::{Game, IndexedMove, brunei, setup};
//! use pasang_core::players::PlayableGame;
//! use pasang_core::players::bots::BotSpec;
//! use pasang_core::players::play::{GameObserver, GameRunner};
//!
//! struct Counter(u32);
//! impl<G: PlayableGame> GameObserver<G> for Counter {
//!     fn on_move(&mut self, _: &G, _: &G::Position, _: &IndexedMove<G::Move>) {
//!         self.0 += 1;
//!     }
//! }
//!
//! let rules = brunei::Rules::default();
//! let pattern = setup::builtin("catalogue-05").expect("a setup that is built in");
//! let bots: Vec<BotSpec> = vec!["greedy".parse()?, "search:nodes=200".parse()?];
//! let key = SeedKey::new(7, &[b"an example"]);
//! let mut plies = Counter(0);
//! let played = GameRunner::new(&bots)
//!     .play(&rules, &rules.start(pattern.stones), (&key, 0), &[], &mut plies)
//!     .expect("not cancelled");
//! println!("{:?} after {} moves, {:?}", played.outcome.winners, plies.0, played.scores);
//! # Ok::<(), pasang_core::base::diagnostic::Diagnostic>(())
//! ```
//!
//! # Best move
//!
//! ```
//! use pasang_core::base::random::GameRng;
//! use pasang_core::games::{Game, brunei, setup};
//! use pasang_core::players::bots::{Bot, BotSpec};
//!
//! let rules = brunei::Rules::default();
//! let pattern = setup::builtin("catalogue-05").expect("a setup that is built in");
//! let position = rules.start(pattern.stones);
//! let spec: BotSpec = "search:nodes=2000".parse()?;
//! let mut bot = spec.make::<brunei::Rules>();
//! let analysis = bot
//!     .analyze(&rules, &position, &mut GameRng::new(1, "advice"), 2000)
//!     .expect("the game is not over");
//! assert_eq!(rules.format_move(&position, analysis.best_move.mv).len(), 1, "a column's letter");
//! # Ok::<(), pasang_core::base::diagnostic::Diagnostic>(())
//! ```
//!
//! # Solve an endgame
//!
//! ```
//! use pasang_core::base::diagnostic::Source;
//! use pasang_core::games::{DiagramFormat, Game, Seat, brunei};
//! use pasang_core::players::search::{SolveGoal, Solver, solve};
//!
//! let drawing = "\
//! to-move: 1
//! score: 85-89
//!
//! ..........1
//! ...........
//! ...........
//! ...........
//! ...........
//! w...._.....
//! ...........
//! 2..........
//! ...........
//! ..b........
//! ...........
//! ";
//! let rules = brunei::Rules::default();
//! let position = rules.read_diagram(&Source::new("an ending", drawing))?;
//! let mut moves = Vec::new();
//! rules.moves(&position, &mut moves);
//! let all: Vec<u32> = (0..moves.len() as u32).collect();
//! let solution = solve(&mut Solver::new(1), &rules, &position, &all, (SolveGoal::Margin, 1000));
//! // The first player takes c2, and the second is stuck with a6 on the board.
//! assert_eq!(solution.known_result(), Some(Some((Seat::FIRST, -3))));
//! # Ok::<(), pasang_core::base::diagnostic::Diagnostics>(())
//! ```

// Other crates build on this one: every public item is documented.
#![warn(missing_docs)]

pub mod base;
pub mod board;
pub mod games;
pub mod maximin;
pub mod players;
pub mod protocol;
pub mod review;
