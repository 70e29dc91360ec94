//! All setups together, rounds of matches, and seats beyond two.

use super::{Asked, MOST_LINES, section as made};
use crate::base::words::Choice;
use crate::games::Seat;
use crate::report::document::{Block, Section};
use crate::report::words::{ends, figure, percent, range};
use crate::stats::across::{across, mean, over};
use crate::stats::matches::Matches;
use crate::stats::overview::Overview;
use crate::stats::table::{Kind, Table, rounded};
use crate::stats::{Counted, Labels, Verdict, WHOLE};

/// What rules and bots come to, whichever setup it is.
pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let all = asked.all;
    let lines = across(all);
    if lines.is_empty() {
        return None;
    }
    let found = |wanted: Verdict| all.cells.iter().any(|cell| cell.verdict() == Some(wanted));
    let verdicts: Vec<Verdict> = Verdict::ALL
        .iter()
        .copied()
        .filter(|&verdict| verdict != Verdict::Undecided && found(verdict))
        .collect();
    let mut columns = vec![
        ("rules", Kind::Word),
        ("bots", Kind::Word),
        ("setups", Kind::Figure),
        ("first %", Kind::Figure),
        ("interval", Kind::Word),
    ];
    columns.extend(verdicts.iter().map(|verdict| (verdict.word(), Kind::Figure)));
    columns.extend(["draws %", "stuck %", "plies"].map(|name| (name, Kind::Figure)));
    let mut table = Table::shown(&columns);
    for line in lines {
        let mut fields = vec![line.rules.to_owned(), line.bots.to_owned(), line.setups.to_string()];
        fields.push(figure(line.first.map(|first| first.mean)));
        fields.push(line.first.and_then(|first| first.interval).map_or_else(String::new, ends));
        fields.extend(verdicts.iter().map(|&wanted| {
            line.cells.iter().filter(|cell| cell.verdict() == Some(wanted)).count().to_string()
        }));
        fields.push(figure(line.draws));
        fields.push(figure(line.stuck));
        fields.push(line.plies.map_or_else(String::new, |plies| rounded(plies, 1)));
        table.row(fields);
    }
    let verdicts = match verdicts.as_slice() {
        [] => "",
        _ => "; then how many setups have which verdict",
    };
    let words =
        format!("Every setup counts alike. interval: at 95 % for each line alone{verdicts}.");
    let blocks = vec![Block::Table(String::new(), table), Block::Note(words)];
    made("overall", "All setups together", blocks)
}

/// So many rounds have a column each.
const MOST_ROUNDS: usize = 8;

/// What moving first is worth in a round, whoever it is.
pub fn rounds(asked: &Asked<'_>) -> Option<Section> {
    let all = asked.all;
    let rounds = all.cells.iter().filter_map(|cell| cell.tally.matches.as_ref());
    let rounds = rounds.map(|matches| matches.rounds.len()).max()?;
    let is_wide = all.cells.len() > MOST_LINES && asked.rules.len() > 1;
    let words = "seat 1 starts %: in so many rounds seat 1 was the first to move; it starts round 1. The \
                 interval, of all rounds, is at 95 % for each line alone.";
    let blocks = vec![
        Block::Table(String::new(), by_round(all, rounds, is_wide)),
        Block::Text(words.to_owned()),
    ];
    made("rounds", "Score of whoever is the first to move in a round, in %", blocks)
}

/// A line a cell, or for many cells one for all setups of the same rules and bots, with a column
/// for each of the first rounds, one for all of them, and how often seat 1 starts.
fn by_round(all: &Overview<'_>, rounds: usize, is_wide: bool) -> Table {
    let shown = rounds.min(MOST_ROUNDS);
    let names: Vec<String> = (1..=shown).map(|round| format!("round {round}")).collect();
    let mut columns = ["setup", "rules", "bots"].map(|name| (name, Kind::Word)).to_vec();
    columns.extend(names.iter().map(|name| (&**name, Kind::Figure)));
    let last = [("all", Kind::Figure), ("interval", Kind::Word), ("seat 1 starts %", Kind::Figure)];
    columns.extend(last);
    let mut table = Table::shown(&columns);
    let mut line = |setup: &str, of: &[&Counted<'_>]| {
        let Some(Labels { rules, bots, .. }) = of.first().map(|cell| cell.labels) else { return };
        let mean = |figure: &dyn Fn(&Matches) -> Option<f64>| {
            mean(of.iter().filter_map(|cell| cell.tally.matches.as_ref()).filter_map(figure))
        };
        let part = |some: u64, of: u64| (of > 0).then(|| some as f64 / of as f64);
        let mut fields = vec![setup.to_owned(), rules.to_owned(), bots.to_owned()];
        fields.extend((0..shown).map(|round| {
            figure(mean(&|matches| {
                part(matches.rounds.get(round)?.starter_score, WHOLE * matches.count())
            }))
        }));
        let starters = over(of, all.common_random).starters;
        fields.push(figure(starters.map(|it| it.mean)));
        fields.push(starters.and_then(|it| it.interval).map_or_else(String::new, ends));
        fields.push(figure(mean(&|matches| {
            let starts = matches.rounds.iter().map(|sums| sums.first_starts).sum();
            part(starts, matches.count() * matches.rounds.len() as u64)
        })));
        table.row(fields);
    };
    if !is_wide {
        all.cells.iter().for_each(|cell| line(cell.labels.setup, &[cell]));
        return table;
    }
    for rules in all.names(|cell| cell.labels.rules) {
        for bots in all.names(|cell| cell.labels.bots) {
            let is_of =
                |cell: &&Counted<'_>| (cell.labels.rules, cell.labels.bots) == (rules, bots);
            line("mean", &all.cells.iter().filter(is_of).collect::<Vec<_>>());
        }
    }
    table
}

/// What each of more than two seats wins and scores, of a few cells.
pub fn seats(asked: &Asked<'_>) -> Option<Section> {
    let is_there = |cell: &&Counted<'_>| cell.tally.seats > 2 && cell.tally.games() > 0;
    let cells: Vec<&Counted<'_>> = asked.cells.iter().filter(is_there).collect();
    let mut table = Table::shown(&[
        ("setup", Kind::Word),
        ("rules", Kind::Word),
        ("bots", Kind::Word),
        ("seat", Kind::Figure),
        ("wins %", Kind::Figure),
        ("score %", Kind::Figure),
        ("interval", Kind::Word),
        ("", Kind::Word),
        ("points", Kind::Figure),
    ]);
    for cell in cells.iter().take(MOST_LINES) {
        let (tally, labels) = (cell.tally, &cell.labels);
        for seat in Seat::first(tally.seats) {
            let Some(score) = cell.joint(seat) else { continue };
            let games = tally.games() as f64;
            table.row([
                labels.setup.to_owned(),
                labels.rules.to_owned(),
                labels.bots.to_owned(),
                seat.to_string(),
                percent(tally.wins(seat) as f64 / games),
                percent(score.mean),
                range(&score),
                cell.standing(seat).map_or("", Choice::word).to_owned(),
                // Of rounds only the turns' points are summed, not those of the seats.
                match tally.matches {
                    None => rounded(tally.points(seat) as f64 / games, 1),
                    Some(_) => String::new(),
                },
            ]);
        }
    }
    let mut blocks = match table.is_empty() {
        true => Vec::new(),
        false => vec![Block::Table(String::new(), table)],
    };
    if cells.len() > MOST_LINES {
        let more = cells.len() - MOST_LINES;
        blocks.push(Block::Note(format!("{more} cells more: see seats.csv.")));
    }
    made("seats", "Seat by seat, against an even share for each", blocks)
}
