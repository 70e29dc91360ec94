//! `universe.csv`: whole games solved, a row a pattern.

use pasang::stats::columns::Table;

/// What is proved of the game from one setup.
#[derive(Clone, Debug, Default)]
pub struct UniverseRow {
    /// Its place in the order in which patterns are solved.
    pub place: u64,
    /// Its name.
    pub setup: String,
    /// Its board.
    pub rows: String,
    /// The rules' name.
    pub rules: String,
    /// The most positions for a pair.
    pub limit: Option<u64>,
    /// `first`, `second` or `draw`.
    pub winner: Option<&'static str>,
    /// By how many points the first player leads in the end.
    pub margin: Option<i64>,
    /// The first player's columns that win, draw, lose, and those of which it is not known.
    pub columns: [String; 4],
    /// Of how many pairs the first player wins, nobody, the second, and of how many it is not known.
    pub pairs: [u64; 4],
    /// The result of each pair, a letter each.
    pub results: String,
}

/// The columns of the file.
pub fn universe<'r>() -> Table<'r, UniverseRow> {
    let list = |which: usize| {
        move |row: &UniverseRow| {
            Some(row.columns[which].clone()).filter(|columns| !columns.is_empty())
        }
    };
    let none = "none";
    Table::new("universe.csv", "One row a pattern, as `pasang universe` solves them.")
        .whole(
            "place",
            "its place in the order in which patterns are solved, from 0",
            |row: &UniverseRow| row.place,
        )
        .word("setup", "the pattern's name", |row| row.setup.clone())
        .word("rows", "its board, the highest row first, joined by `/`", |row| row.rows.clone())
        .word("rules", "the rule set", |row| row.rules.clone())
        .whole("limit", "the most positions that were looked at for a pair", |row| row.limit)
        .empty("there was no limit")
        .word("winner", "who wins when both play perfectly: `first`, `second` or `draw`", |row| {
            row.winner
        })
        .empty("not proved")
        .whole(
            "margin",
            "the first player's points less the second's when both play perfectly",
            |row| row.margin,
        )
        .unit("points")
        .empty("not proved")
        .word("wins", "the first player's columns that win, joined by `/`", list(0))
        .empty(none)
        .word("draws", "those that draw", list(1))
        .empty(none)
        .word("loses", "those that lose", list(2))
        .empty(none)
        .word("open", "those of which it is not proved", list(3))
        .empty(none)
        .whole("pairs", "how many pairs of first moves there are", |row| {
            row.pairs.iter().sum::<u64>()
        })
        .whole("pairs_first", "after how many of them the first player wins", |row| row.pairs[0])
        .whole("pairs_drawn", "after how many nobody does", |row| row.pairs[1])
        .whole("pairs_second", "after how many the second player wins", |row| row.pairs[2])
        .whole("pairs_open", "of how many it is not proved", |row| row.pairs[3])
        .share("pairs_first_share", "the share of pairs after which the first player wins", |row| {
            let all: u64 = row.pairs.iter().sum();
            (row.pairs[3] == 0).then(|| row.pairs[0] as f64 / all.max(1) as f64)
        })
        .empty("some pairs are open")
        .word(
            "results",
            "the result after each pair of first moves, in the order of moves: `f` the first player \
             wins, `s` the second, `d` a draw, `o` not proved",
            |row| row.results.clone(),
        )
}
