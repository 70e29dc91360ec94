//! Games with two implementations: the engine's, and the reference implementation in `plain/`.

use crate::drawn::{Board, Settings, Toggled};
use crate::plain::{self, PlainGame};
use pasang::games::{bell, brunei};

/// Rules that the reference implementation has too.
pub trait Twice: Toggled {
    type Plain: PlainGame + Clone;

    /// Creates the reference game from a setup.
    fn plain(preset: &str, settings: &Settings, board: &Board) -> Self::Plain;
    /// Creates the reference game from a diagram.
    fn plain_diagram(preset: &str, settings: &Settings, text: &str) -> Self::Plain;
}

/// Creates the reference rules of a preset, with toggles set on top of it.
macro_rules! plain_rules {
    ($game:ident, $preset:expr, $settings:expr) => {{
        let mut rules = crate::plain::$game::Rules::preset($preset);
        $settings.iter().for_each(|(toggle, value)| rules.set(toggle, value));
        rules
    }};
}

pub(crate) use plain_rules;

macro_rules! twice {
    ($game:ident) => {
        impl Twice for $game::Rules {
            type Plain = plain::$game::Game;

            fn plain(preset: &str, settings: &Settings, board: &Board) -> Self::Plain {
                plain::$game::Game::new(&plain_rules!($game, preset, settings.0), &board.rows())
            }

            fn plain_diagram(preset: &str, settings: &Settings, text: &str) -> Self::Plain {
                plain::$game::Game::from_diagram(&plain_rules!($game, preset, settings.0), text)
            }
        }
    };
}

twice!(brunei);
twice!(bell);
