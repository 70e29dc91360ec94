//! Games with two implementations: the engine's, and the reference implementation in `reference/`.

use crate::random_rules::{Board, RandomRules, Settings};
use crate::reference::{self, ReferenceGame};
use pasang_core::games::{bell, brunei};

/// Rules that the reference implementation has too.
pub trait Twice: RandomRules {
    type Plain: ReferenceGame + Clone;

    /// Creates the reference game from a setup.
    fn reference(preset: &str, settings: &Settings, board: &Board) -> Self::Plain;
    /// Creates the reference game from a diagram.
    fn plain_diagram(preset: &str, settings: &Settings, text: &str) -> Self::Plain;
}

/// Creates the reference rules of a preset, with toggles set on top of it.
macro_rules! reference_rules {
    ($game:ident, $preset:expr, $settings:expr) => {{
        let mut rules = crate::reference::$game::Rules::preset($preset);
        $settings.iter().for_each(|(toggle, value)| rules.set(toggle, value));
        rules
    }};
}

pub(crate) use reference_rules;

macro_rules! twice {
    ($game:ident) => {
        impl Twice for $game::Rules {
            type Plain = reference::$game::Game;

            fn reference(preset: &str, settings: &Settings, board: &Board) -> Self::Plain {
                reference::$game::Game::new(
                    &reference_rules!($game, preset, settings.0),
                    &board.rows(),
                )
            }

            fn plain_diagram(preset: &str, settings: &Settings, text: &str) -> Self::Plain {
                reference::$game::Game::from_diagram(
                    &reference_rules!($game, preset, settings.0),
                    text,
                )
            }
        }
    };
}

twice!(brunei);
twice!(bell);
