//! `games.csv`, the journal: one row a game, or a round of a match. Rows are written in `journal`,
//! for speed; here stands what their columns mean.

use crate::stats::columns::{Description, Table};

/// A row, which is never made here.
enum Row {}

/// The columns of `games.csv` where single games are played.
pub fn games() -> Description {
    plain("One row a game, in the order of their numbers.").described()
}

/// The columns of `games.csv` where matches of several rounds are played.
pub fn match_games() -> Description {
    of_matches(plain(ROUNDS)).described()
}

const ROUNDS: &str = "One row a game, or a round of a match, in the order of their numbers.";

fn of_matches(table: Table<'_, Row>) -> Table<'_, Row> {
    table
        .whole("match", "the number of the match; only where matches are played", Row::never)
        .whole("round", "the round of the match, from 1; only where matches are played", Row::never)
        .whole(
            "starter",
            "the seat that was the first to move; only where matches are played",
            Row::never,
        )
}

impl Row {
    fn never(&self) -> u64 {
        match *self {}
    }

    fn no_word(&self) -> &'static str {
        match *self {}
    }
}

fn plain<'r>(rows: &'static str) -> Table<'r, Row> {
    let mut table = Table::new("games.csv", rows)
        .whole("game", "the game's number in the experiment, from 0", Row::never)
        .whole("cell", "its cell's number, from 0", Row::never)
        .whole("index", "its number in the cell, from 0", Row::never)
        .word("setup", "the setup", Row::no_word)
        .word("rules", "the rule set", Row::no_word)
        .word("bots", "the bots, joined by `/` where seats have different ones", Row::no_word)
        .word(
            "winner",
            "`first`, `second`, `third`, `fourth`; `draw` for two players with equal scores; with three or \
             four, who shares the top, as `second/third`",
            Row::no_word,
        )
        .word("ending", "`cleared`: no stone left; `stuck`: no move; `no-hops`: Bell's end", Row::no_word);
    for (seat, name) in super::seats() {
        table = table
            .whole(
                format!("score_{seat}"),
                format!("the {name} player's points at the end"),
                Row::never,
            )
            .unit("points")
            .empty("no such seat");
    }
    table
        .whole("plies", "moves of all players together", Row::never)
        .unit("plies")
        .word("moves_digest", "the first 16 hex digits of the SHA-256 of `moves`", Row::no_word)
        .word(
            "moves",
            "the whole game: `m`, then for each ply the rank of its move, from 0, as two base-36 digits",
            Row::no_word,
        )
}
