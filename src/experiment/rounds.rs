//! Matches of several rounds: `rounds` and `next-start`.
//!
//! By tradition several rounds are played, and the player who captured the last piece of one moves
//! first in the next (Nor Jaidi Tuah, the author of Pasang Emas, "Pasang Emas vs traditional
//! pasang", 2012). The traditional rule for winning the whole match is not known. Here a round
//! counts as a game does, 1 for its only winner and an equal part for each of several, the match
//! goes to the highest sum, and equal highest sums are a draw (a choice of this program). Points
//! decide rounds, not matches: else a player who loses a round by being stuck could win the match
//! by it.

use crate::base::toml_reader::Table;

pub const MAX_ROUNDS: u64 = 1000;

pasang_core::keyword_enum! {
    /// The first mover of a round after the first, which seat 1 starts.
    pub enum NextStart ("next-start") {
        /// The seats take turns
        Alternate = "alternate",
        /// The player who captured the last stone of the previous round
        LastCapturer = "last-capturer",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Their number, from 2 to [`MAX_ROUNDS`].
    pub count: u64,
    /// The rule for the first mover of a round after the first.
    pub next_start: NextStart,
}

/// Reads the keys about matches; `None` for a single round.
pub(super) fn read(whole: &Table<'_, '_>) -> Option<Rounds> {
    let reader = whole.reader();
    let count = whole.value("rounds").map_or(Some(1), |_| whole.integer("rounds", 1..=MAX_ROUNDS));
    let next_start = whole.value("next-start");
    let chosen = next_start.and_then(|value| reader.choice(value));
    if let (Some(1), Some(value)) = (count, next_start) {
        let what = "`next-start` without several `rounds`";
        reader.fault_at(value.span(), what, "expected `rounds = 2` or more beside it");
    }
    let next_start = chosen.unwrap_or(NextStart::LastCapturer);
    count.filter(|&count| count > 1).map(|count| Rounds { count, next_start })
}
