//! `games.csv`, the journal: one row a game, or a round of a match. Rows are written in `journal`,
//! for speed; here stands what their columns mean.

use crate::games::Seat;
use crate::stats::table::Table;

/// The columns of `games.csv`, with those of rounds of matches or without.
pub fn games(is_of_matches: bool) -> Table {
    // No row is made here.
    let (whole, word) = (|_: &()| 0_u64, |_: &()| "");
    let mut table = Table::file("games.csv", "One row a game, or a round of a match, in order.", [])
        .whole("game", "the game's number in the experiment, from 0", whole)
        .whole("cell", "its cell's number, from 0", whole)
        .whole("index", "its number in the cell, from 0", whole)
        .word("setup", "the setup", word)
        .word("rules", "the rule set", word)
        .word("bots", "the bots, joined by `/` where seats differ", word)
        .word(
            "winner",
            "`first`, `second`, `third`, `fourth`; `draw` of two players; of three or four who share the \
             top, as `second/third`",
            word,
        )
        .word("ending", "`cleared`: no stone left; `stuck`: no move; `no-hops`: Bell's end", word);
    for seat in Seat::first(Seat::MOST as u8) {
        let what = format!("the {} player's points at the end", seat.word());
        table =
            table.whole(format!("score_{seat}"), what, whole).unit("points").empty("no such seat");
    }
    table = table
        .whole("plies", "moves of all players together", whole)
        .unit("plies")
        .word("moves_digest", "the first 16 hex digits of the SHA-256 of `moves`", word)
        .word(
            "moves",
            "the game: `m`, then for each ply its move's rank from 0, two base-36 digits",
            word,
        );
    if is_of_matches {
        table = table
            .whole("match", "the number of the match; only of matches", whole)
            .whole("round", "the round of the match, from 1; only of matches", whole)
            .whole("starter", "the seat that was the first to move; only of matches", whole);
    }
    table.done()
}
