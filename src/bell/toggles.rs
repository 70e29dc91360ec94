//! What can differ from one Bell table to the next.

use crate::game::Values;

crate::words! {
    /// Whether hops run along the marked diagonals.
    pub enum Diagonals ("diagonals") {
        /// Along the four marked diagonals too
        Marked = "marked",
        /// Along rows and columns only
        None = "none",
    }
}

crate::words! {
    /// What an even number of hops means.
    pub enum EvenChain ("even-chain") {
        /// A chain may only end after an odd hop (Lhote)
        Forbidden = "forbidden",
        /// A chain may end after an even hop, and the stone hopped last stays (Ludii)
        Forfeited = "forfeited",
    }
}

/// The longest chain that a table may allow.
pub const MAX_CHAIN: u8 = 15;

/// A table's rules: a value for every toggle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// How many play: 2, 3 or 4.
    pub players: u8,
    /// Whether hops run along the marked diagonals.
    pub diagonals: Diagonals,
    /// What an even number of hops means.
    pub even_chain: EvenChain,
    /// The most hops in one turn; odd.
    pub max_chain: u8,
    /// What stones are worth.
    pub values: Values,
}

/// The named rule sets.
pub const PRESETS: [(&str, Rules); 2] = {
    const BELL: Rules = Rules {
        players: 2,
        diagonals: Diagonals::Marked,
        even_chain: EvenChain::Forbidden,
        max_chain: 7,
        values: Values::CUSTOMARY,
    };
    [("bell", BELL), ("bell-ludii", Rules { even_chain: EvenChain::Forfeited, ..BELL })]
};

impl Rules {
    /// The named rule set.
    pub fn preset(name: &str) -> Option<Rules> {
        PRESETS.into_iter().find(|&(known, _)| known == name).map(|(_, rules)| rules)
    }
}

impl Default for Rules {
    /// `bell`.
    fn default() -> Rules {
        PRESETS[0].1
    }
}
