//! One version of the program, as the referee needs it: behind a trait, for the types of two
//! versions are different types.
//!
//! Moves pass between versions by their notation, which no version changes.

use anyhow::Result;

/// Which version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Version {
    Old,
    New,
}

/// A game in progress and a bot that plays it, in one version.
pub trait Side: Send {
    /// Takes another setup.
    fn lay(&mut self, setup: &str) -> Result<()>;
    /// Begins a game from the setup; the bot draws from the stream of this seed and number.
    fn begin(&mut self, seed: u64, number: u64);
    /// The legal moves.
    fn moves(&mut self) -> Vec<String>;
    /// What the bot plays; nothing where the game is over.
    fn choose(&mut self) -> Option<String>;
    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<()>;
    /// Whose turn it is: 0 or 1.
    fn turn(&self) -> usize;
    /// How many stones are left.
    fn stones(&self) -> u32;
    /// Which stones are left, in a form to compare.
    fn board(&self) -> [u128; 2];
    /// Once the game is over: 1 where the first player won, 0 for a draw, -1 where the second won.
    fn result(&self) -> Option<i32>;
    /// Solves the position.
    fn solve(&self, outcome_only: bool, mebibytes: u32) -> Solved;
}

/// What an exact solver says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    pub result: Option<i32>,
    pub margin: Option<i32>,
    pub nodes: u64,
}

/// Seats a bot of a version at a setup, by their words.
pub fn seat(version: Version, bot: &str, setup: &str, rules: &str) -> Result<Box<dyn Side>> {
    match version {
        Version::Old => old_side::seat(bot, setup, rules),
        Version::New => new_side::seat(bot, setup, rules),
    }
}

/// The names of the setups that a word stands for.
pub fn setups(word: &str) -> Result<Vec<String>> {
    new_side::setups(word)
}

/// Where things are in the old version.
mod old_paths {
    pub use old::search::{Extent, solve};
    pub use old::{bots, game, random, rules, setup};

    /// A solver whose table has so many MiB at most.
    pub fn solver<G: old::game::Searched>(mebibytes: u32) -> old::search::Engine<G> {
        old::search::Engine::growing(mebibytes)
    }

    /// How a move is written.
    pub fn word<G: old::game::Game>(_: &G, _: &G::Position, mv: G::Move) -> String {
        mv.to_string()
    }
}

/// Where the same things are in the new one.
mod new_paths {
    pub use new::base::random;
    pub use new::games::{self as game, rules, setup};
    pub use new::players::bots;
    pub use new::players::search::{Extent, solve};

    /// A solver whose table has so many MiB at most.
    pub fn solver<G: new::games::Searched>(mebibytes: u32) -> new::players::search::Solver<G> {
        new::players::search::Solver::new(mebibytes)
    }

    /// How a move is written.
    pub fn word<G: new::games::Game>(game: &G, position: &G::Position, mv: G::Move) -> String {
        game.word(position, mv)
    }
}

/// A version's part: the same text for both.
macro_rules! side {
    ($name:ident, $paths:ident) => {
        mod $name {
            use super::$paths::bots::{Bot, BotSpec};
            use super::$paths::game::{Game, Seat, Winners, find_move};
            use super::$paths::random::{Key, Stream};
            use super::$paths::rules::{self, Work};
            use super::$paths::setup::{self, Setup};
            use super::$paths::{Extent, solve, solver, word};

            use super::{Side, Solved};
            use anyhow::{Context, Result};

            struct Seated<G: Game> {
                game: G,
                start: G::Position,
                position: G::Position,
                moves: Vec<G::Move>,
                bot: Box<dyn Bot<G>>,
                stream: Stream,
            }

            struct Seating<'a>(&'a Setup, BotSpec);

            impl Work for Seating<'_> {
                type Output = Box<dyn Side>;

                fn with<G: Game>(self, game: &G) -> Box<dyn Side> {
                    let start = game.start(self.0.stones);
                    Box::new(Seated {
                        game: game.clone(),
                        start,
                        position: start,
                        moves: Vec::new(),
                        bot: self.1.make(),
                        stream: Stream::new(0, "versions"),
                    })
                }
            }

            pub(super) fn seat(bot: &str, setup: &str, rules: &str) -> Result<Box<dyn Side>> {
                let setup = setup::find(setup, None)?;
                let named = rules::find(rules)?;
                let version = stringify!($version);
                let bot = bot.parse().with_context(|| format!("in the {version} version"))?;
                Ok(named.rules.play(Seating(&setup, bot)))
            }

            #[allow(dead_code)]
            pub(super) fn setups(word: &str) -> Result<Vec<String>> {
                match setup::group(word) {
                    Some(group) => Ok(group.into_iter().map(|setup| setup.name).collect()),
                    None => {
                        setup::find(word, None).map(|_| vec![word.to_owned()]).map_err(Into::into)
                    }
                }
            }

            impl<G: Game> Side for Seated<G> {
                fn lay(&mut self, setup: &str) -> Result<()> {
                    self.start = self.game.start(setup::find(setup, None)?.stones);
                    Ok(())
                }

                fn begin(&mut self, seed: u64, number: u64) {
                    self.position = self.start;
                    self.stream = Key::new(seed, &[b"versions"]).stream(number);
                    self.bot.begin();
                }

                fn moves(&mut self) -> Vec<String> {
                    self.game.moves(&self.position, &mut self.moves);
                    let Seated { game, position, moves, .. } = self;
                    moves.iter().map(|&mv| word(game, position, mv)).collect()
                }

                fn choose(&mut self) -> Option<String> {
                    let chosen = self.bot.choose(&self.game, &self.position, &mut self.stream)?;
                    Some(word(&self.game, &self.position, chosen.mv))
                }

                fn play(&mut self, text: &str) -> Result<()> {
                    let mv = find_move(&self.game, &self.position, text)
                        .map_err(|no| anyhow::anyhow!("{no:?}"))?;
                    self.game.apply(&mut self.position, mv);
                    Ok(())
                }

                fn turn(&self) -> usize {
                    self.game.to_move(&self.position).index()
                }

                fn stones(&self) -> u32 {
                    self.game.stones(&self.position).points().len()
                }

                fn board(&self) -> [u128; 2] {
                    let stones = self.game.stones(&self.position);
                    [stones.black.bits(), stones.white.bits()]
                }

                fn result(&self) -> Option<i32> {
                    let winners = self.game.outcome(&self.position)?.winners;
                    let only = |seat| i32::from(winners == Winners::only(seat));
                    Some(only(Seat::FIRST) - only(Seat::SECOND))
                }

                fn solve(&self, outcome_only: bool, mebibytes: u32) -> Solved {
                    let mut table = solver(mebibytes);
                    let mut moves = Vec::new();
                    self.game.moves(&self.position, &mut moves);
                    let ranks: Vec<u32> = (0..moves.len() as u32).collect();
                    let extent = if outcome_only { Extent::Outcome } else { Extent::Margin };
                    let extent = (extent, u64::MAX);
                    let found = solve(&mut table, &self.game, &self.position, &ranks, extent);
                    let (result, margin) = (found.result.value(), found.margin.value());
                    Solved { result, margin, nodes: table.nodes() }
                }
            }
        }
    };
}

side!(old_side, old_paths);
side!(new_side, new_paths);
