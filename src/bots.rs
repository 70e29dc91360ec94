//! Players that the program brings: each knows a game by its trait only.
//!
//! A bot is named by one word, the same in files, on the command line and in results. What it
//! plays depends on the position, its options and its stream of random numbers, on nothing else:
//! no bot looks at a clock.

mod greedy;
mod random;

use std::fmt;
use std::str::FromStr;

use crate::game::{Chosen, Game};
use crate::random::Stream;
use crate::words::{nearest, one_of};

/// Chooses moves.
pub trait Bot<G: Game>: Send {
    /// A move, or nothing where the game is over.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>>;
}

/// Which bot, with all its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotSpec {
    /// Any legal move, each as likely as the others.
    Random,
    /// The move that captures most points at once; of equal ones any.
    Greedy,
}

/// The names of all bots, with what they do and the version of their play: it changes when the
/// same seed makes a bot play another game.
pub const BOTS: [(&str, &str, u32); 2] = [
    ("random", "any legal move, each as likely as the others", 1),
    ("greedy", "the move that captures most points at once; of equal ones any", 1),
];

/// A word that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct NoBot {
    /// What is wrong with it.
    pub what: String,
    /// What was expected.
    pub expected: String,
    /// The nearest known name.
    pub nearest: Option<&'static str>,
}

impl BotSpec {
    /// A bot of this kind, ready to play a game.
    pub fn make<G: Game>(self) -> Box<dyn Bot<G>> {
        match self {
            BotSpec::Random => Box::new(random::Random::<G>::default()),
            BotSpec::Greedy => Box::new(greedy::Greedy::<G>::default()),
        }
    }

    /// The bot's name without options.
    pub const fn name(self) -> &'static str {
        match self {
            BotSpec::Random => "random",
            BotSpec::Greedy => "greedy",
        }
    }

    /// Whether it ever draws a random number. Where no bot does, a game follows from its opening,
    /// and playing it again says nothing new.
    pub const fn draws(self) -> bool {
        match self {
            BotSpec::Random | BotSpec::Greedy => true,
        }
    }

    /// The version of its play.
    pub fn version(self) -> u32 {
        BOTS.iter().find(|(name, ..)| *name == self.name()).map_or(0, |&(.., version)| version)
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for BotSpec {
    type Err = NoBot;

    fn from_str(word: &str) -> Result<BotSpec, NoBot> {
        let names = || BOTS.iter().map(|&(name, ..)| name);
        let (name, options) = match word.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (word, None),
        };
        let spec = match name {
            "random" => BotSpec::Random,
            "greedy" => BotSpec::Greedy,
            _ => {
                return Err(NoBot {
                    what: format!("unknown bot `{name}`"),
                    expected: format!("expected {}", one_of(names())),
                    nearest: nearest(name, names()),
                });
            }
        };
        match options {
            None => Ok(spec),
            Some(options) => Err(NoBot {
                what: format!("`{name}` has no options, found `{options}`"),
                expected: format!("expected `{name}`"),
                nearest: None,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_reads_back_from_its_name_and_has_a_version() {
        for (name, ..) in BOTS {
            let spec: BotSpec = name.parse().unwrap();
            assert_eq!(spec.to_string(), name);
            assert!(spec.version() > 0);
        }
    }

    #[test]
    fn other_words_are_refused() {
        assert_eq!("greddy".parse::<BotSpec>().unwrap_err().nearest, Some("greedy"));
        assert!("random:noise=1".parse::<BotSpec>().is_err());
        assert!("".parse::<BotSpec>().is_err());
    }
}
