//! The tables of adaptive sampling: `find.csv` and `choice.csv`, one row a cell.

use crate::base::text::Keyword as _;
use crate::stats::adaptive_sampler::AdaptiveSampler;
use crate::stats::best_arm::{self, ArmStatus, BestArmSearch, ContestView, interval, mean_or_half};
use crate::stats::maximin::{self, CellValue, Maximin};
use crate::stats::{CellStats, ExperimentStats, Table};

pub fn adaptive(all: &ExperimentStats<'_>, sampler: &AdaptiveSampler) -> Table {
    match sampler {
        AdaptiveSampler::Find(by) => find(all, by),
        AdaptiveSampler::Choice(by) => choice(all, by),
    }
}

struct Row<'f, 'c> {
    cell: &'c CellStats<'c>,
    seen: &'f ContestView<'f>,
    place: usize,
}

pub fn find(all: &ExperimentStats<'_>, by: &BestArmSearch) -> Table {
    let cells = all.cells;
    let contests = by.contests.iter();
    let seen: Vec<ContestView<'_>> =
        contests.map(|contest| ContestView::new(cells, contest, by)).collect();
    let mut rows: Vec<Row<'_, '_>> = Vec::new();
    for seen in &seen {
        let places = seen.contest.cells.iter().enumerate();
        rows.extend(places.map(|(place, &of)| Row { cell: &cells[of], seen, place }));
    }
    rows.sort_by_key(|row| row.cell.number);
    let distance = |row: &Row<'_, '_>| row.seen.contest.distance(row.place);
    let shrunken = |row: &Row<'_, '_>| row.seen.shrunken[row.place];
    let standing = |row: &Row<'_, '_>| row.seen.contest.standings[row.place];
    let away = |score: f64, row: &Row<'_, '_>| (score - row.seen.contest.even_share).abs();
    Table::file("find.csv", "One row a cell, with `[find]`.", rows)
        .cell(|row| row.cell)
        .whole("games", "games played", |row| row.cell.tally.games())
        .share("first_score", "the first player's mean score", |row| row.cell.tally.first().mean())
        .ends("first_score", "its interval, which holds with those of all cells at any time", {
            |row| Some(interval(row.cell.tally.first(), by.alpha_each()))
        })
        .share("distance", "how far the score is from an even one", |row| {
            away(mean_or_half(row.cell.tally.first()), row)
        })
        .share("distance_low", "no true distance is less", |row| distance(row).low)
        .share("distance_high", "no true distance is more", |row| distance(row).high)
        .share("shrunken_score", "the score drawn towards the mean of the contest", shrunken)
        .share("shrunken_distance", "how far that is from an even one", |row| {
            away(shrunken(row), row)
        })
        .word(
            "standing",
            "`winner`; `close`: none is more balanced by more than `within`; `open`: nothing proved; `out`: \
             less balanced than another",
            |row| row.seen.standing(row.place),
        )
        .whole("round", "after which round that was proved", |row| match standing(row) {
            ArmStatus::Active => None,
            ArmStatus::NearBest { round } | ArmStatus::Eliminated { round, .. } => Some(round),
        })
        .empty("nothing is")
        .word("than", "which setup is more balanced", |row| match standing(row) {
            ArmStatus::Eliminated { than, .. } => Some(cells[than].labels.setup),
            _ => None,
        })
        .empty("it is not out")
        .word("contest", "how it ended: `winner`, `set`, `max-games`; `open` while it goes on", |row| {
            row.seen.contest.end.map_or("open", best_arm::End::word)
        })
        .whole("more_games", "about how many more games would tell it from the leader", |row| {
            row.seen.more_games(row.place)
        })
        .empty("it is out, or the leader, or no number would")
        .done()
}

/// Builds the table of maximin values.
pub fn choice(all: &ExperimentStats<'_>, by: &Maximin) -> Table {
    let rows = all.cells.iter().map(|cell| CellValue::of(by, cell));
    Table::file("choice.csv", "One row a cell, with `[choice]`.", rows)
        .cell(|row| row.cell)
        .whole("games", "games played", |row| row.cell.tally.games())
        .share(
            "value",
            "the first player's score where both choose their first moves: the greatest, over the first \
             moves, of the least mean score over the replies",
            |row| (row.cell.tally.games() > 0).then_some(row.value.estimate),
        )
        .empty("no games")
        .ends("value", "its interval, which holds at any time", |row| Some(row.value.interval))
        .ends("value_joint", "the same, together with those of all cells", |row| {
            Some(row.value.joint)
        })
        .word("verdict", "what may be said of the value, from where its joint interval lies", |row| {
            row.verdict().word()
        })
        .word(
            "best",
            "the first moves that may be best, joined by `/`, that of the value first",
            CellValue::best,
        )
        .word("replies", "the replies to the first of them that may be best, likewise", |row| {
            row.design.openings.reply_words(&row.value, usize::MAX)
        })
        .word(
            "losing",
            "first moves with a reply that is shown to leave less than one half, joined by `/`",
            CellValue::refuted,
        )
        .empty("none")
        .whole("pairs", "pairs of first moves that were weighed: of two mirror images one", |row| {
            row.design.openings.pairs()
        })
        .whole("pair_games", "games of the pair that the value is the score of", |row| {
            row.value.games
        })
        .word("ended", "how it ended: `width`, `max-games`; `open` while it goes on", |row| {
            row.design.end.map_or("open", maximin::End::word)
        })
        .done()
}
