//! Rule toggles and presets of Bell's game.

use crate::games::{Handicap, Preset, ToggleType, Values};

/// The longest chain that rules may allow.
const MAX_CHAIN: u8 = 15;

crate::games::toggles! {
    /// A rule set: a value for every toggle.
    pub struct Rules {
        /// Number of players
        players: u8 = "players" { 2, ToggleType::Number { least: 2, most: 4, odd: None } }

        /// Hops along the marked diagonals.
        diagonals: Diagonals = "diagonals" {
            /// Along the four marked diagonals too
            Marked = "marked",
            /// Along rows and columns only
            None = "none" (what if),
        }

        /// Meaning of an even number of hops.
        even_chain: EvenChain = "even-chain" [idle_beside: Some(("max-chain", "1"))] {
            /// A chain may only end after an odd hop
            Forbidden = "forbidden" (disputed: "Lhote"),
            /// A chain may end after an even hop, and the stone hopped last stays
            Forfeited = "forfeited" (disputed: "Ludii"),
        }

        /// Most hops in one turn
        max_chain: u8 = "max-chain" {
            7,
            ToggleType::Number {
                least: 1,
                most: MAX_CHAIN as i64,
                odd: Some("a turn captures an odd number of stones"),
            },
            (what if)
        }

        /// Points a stone
        values: Values = "values" { Values::CUSTOMARY, ToggleType::Points, (what if) }

        /// Points given to the second player in the end; below 0, to the first
        handicap: Handicap = "handicap" [omits_default: true] {
            Handicap::NONE, Handicap::TOGGLE_TYPE, (what if)
        }
    }
}

/// The presets, the default first.
pub const PRESETS: &[Preset<Rules>] = &[
    Preset { name: "bell", source: "Bell 1973, with Lhote's odd chains", rules: Rules::DEFAULT },
    Preset {
        name: "bell-ludii",
        source: "the Ludii system",
        rules: Rules { even_chain: EvenChain::Forfeited, ..Rules::DEFAULT },
    },
];

impl Rules {
    /// Returns the preset with this name; `None` if there is none.
    pub fn preset(name: &str) -> Option<Rules> {
        PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.rules)
    }
}
