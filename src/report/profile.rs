//! The report of `pasang profile`: how the games of rule sets differ.

use pasang_core::profile::{MEASURES, MeasureKind};

use super::document::{Block, Document, Section};
use super::format::plural;
use super::svg::Board;
use crate::board::BoardSize;
use crate::stats::interval::Interval;
use crate::stats::profile::{CellProfile, changes, pooled};
use crate::stats::{ALPHA, Table, rounded};

/// The cells with the same rules and bots, one a setup.
type Group<'c> = Vec<&'c CellProfile>;

/// The changes of the measures from one rule set to another, with intervals.
type Changes = Vec<Option<(f64, Interval)>>;

/// Returns the groups, those with the same bots side by side.
fn groups(cells: &[CellProfile]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for cell in cells {
        let is_own = |it: &&mut Group<'_>| it[0].rules == cell.rules && it[0].bots == cell.bots;
        match groups.iter_mut().find(is_own) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    groups.sort_by_key(|group| cells.iter().position(|cell| cell.bots == group[0].bots));
    groups
}

/// Builds the report of some cells, whose positions were searched to `nodes` each.
pub fn profile_report(cells: &[CellProfile], title: &str, nodes: u64) -> Document {
    let groups = groups(cells);
    let (mut lead, mut tables) = (Vec::new(), Vec::new());
    for same_bots in groups.chunk_by(|one, other| one[0].bots == other[0].bots) {
        let (first, others) = same_bots.split_first().expect("a chunk has a group");
        // All differences between rule sets with the same bots hold jointly.
        let alpha = ALPHA / (MEASURES.len() * others.len().max(1)) as f64;
        let by = |group: &'_ Group<'_>| changes(first, group, alpha);
        let others: Vec<_> = others.iter().map(|group| (group, by(group))).collect();
        lead.extend(others.iter().map(|(group, by)| difference_in_words(first[0], group[0], by)));
        if others.is_empty() {
            lead.push(in_words(first));
        }
        tables.push(Block::Table(first[0].bots.clone(), table(first, &others)));
    }
    let games = |measure: usize| {
        let games = cells.iter().flat_map(|cell| cell.games.values());
        games.filter(|game| game.values.len() > measure).count() as u64
    };
    let setups = plural(groups[0].len() as u64, "pattern");
    let (all, searched) = (plural(games(0), "game"), games(MEASURES.len() - 1));
    lead.push(format!(
        "Means over {setups} and {all}; from the chance to win on, over {searched} of them whose positions were searched ({nodes} \
         nodes each). docs/statistics.md defines the measures."
    ));
    let [measures, wear] = ["Measures", "Use of the board"].map(str::to_owned);
    let boards = maps(cells).into_iter().map(|(_, board)| board).collect();
    let sections = vec![
        Section { id: "profile", title: measures, blocks: tables },
        Section { id: "wear", title: wear, blocks: vec![Block::Boards(boards)] },
    ];
    Document { title: format!("How games play: {title}"), lead, sections, ..Document::default() }
}

fn table(first: &Group<'_>, others: &[(&Group<'_>, Changes)]) -> Table {
    let mean = |group, measure| Some(value(measure, pooled(group, measure, ALPHA)?.0));
    let mut table = Table::of(0..MEASURES.len())
        .left("measure", |&measure| MEASURES[measure].title)
        .right(&first[0].rules, |&measure| mean(first, measure));
    if others.is_empty() {
        table = table.left("95 % CI", |&measure| {
            let (_, Interval { low, high }) = pooled(first, measure, ALPHA)?;
            Some(format!("{} to {}", bare(measure, low), bare(measure, high)))
        });
    }
    for (group, by) in others {
        let change = |&measure: &usize| {
            let (by, Interval { low, high }) = by[measure]?;
            let [by, low, high] = [by, low, high].map(|it| signed(measure, it));
            Some(format!("{by} ({low} to {high})"))
        };
        table = table
            .right(&group[0].rules, |&measure| mean(group, measure))
            .left("change, joint 95 % CI", change);
    }
    table.done()
}

/// Formats a value of a measure without its unit: shares in per cent.
fn bare(measure: usize, value: f64) -> String {
    match MEASURES[measure].kind {
        MeasureKind::Number => rounded(value, 2),
        _ => rounded(100.0 * value, 1),
    }
}

fn value(measure: usize, value: f64) -> String {
    let unit = if MEASURES[measure].kind == MeasureKind::Number { "" } else { " %" };
    bare(measure, value) + unit
}

fn signed(measure: usize, by: f64) -> String {
    let text = bare(measure, by);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// Describes the games of a group in a sentence.
fn in_words(cells: &Group<'_>) -> String {
    let words = ["plies", "legal_moves", "turning_point", "decided", "stuck"].map(|name| {
        let measure = MEASURES.iter().position(|it| it.name == name)?;
        Some(value(measure, pooled(cells, measure, ALPHA)?.0))
    });
    let [plies, moves, turned, decided, stuck] = words.map(Option::unwrap_or_default);
    format!(
        "By {}, between {}, a game takes {plies} plies, with {moves} legal moves each; the lead turns for the last \
         time after {turned} of the game, it is decided after {decided}, and {stuck} of games end stuck.",
        cells[0].rules, cells[0].bots
    )
}

/// Describes the significant differences between the rules of two cells, the surest first.
fn difference_in_words(from: &CellProfile, to: &CellProfile, by: &Changes) -> String {
    let (rules, bots, base) = (&to.rules, &to.bots, &from.rules);
    let known = by.iter().flatten().count();
    let is_sure = |Interval { low, high }: Interval| low > 0.0 || high < 0.0;
    let changes = by.iter().enumerate().filter_map(|(at, change)| Some((at, (*change)?)));
    let mut significant: Vec<_> = changes.filter(|(_, (_, interval))| is_sure(*interval)).collect();
    if significant.is_empty() {
        return format!(
            "{rules} plays like {base} between {bots}: no measure differs significantly."
        );
    }
    let sureness = |(by, Interval { low, high }): (f64, Interval)| by.abs() / (high - low);
    significant.sort_by(|one, other| sureness(other.1).total_cmp(&sureness(one.1)));
    let told = significant.iter().take(MAX_TOLD).map(|&(at, (by, _))| {
        let unit = if MEASURES[at].kind == MeasureKind::Number { "" } else { " points" };
        format!("{} {}{unit}", MEASURES[at].title, signed(at, by))
    });
    let told = told.collect::<Vec<_>>().join("; ");
    let more = match significant.len().saturating_sub(MAX_TOLD) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!(
        "{rules} plays differently from {base} between {bots}: {told}{more}. {} of {known} measures do not differ significantly.",
        known - significant.len()
    )
}

/// The largest number of differences in a sentence.
const MAX_TOLD: usize = 4;

/// Maps of the board's use, in the order of [`pasang_core::profile::Wear`].
const MAPS: [&str; 3] = ["landed", "passed", "captured"];

/// Returns maps of the board's use by each rule set and bots, with names for files.
pub fn maps(cells: &[CellProfile]) -> Vec<(String, Board)> {
    let maps = |group: Group<'_>| [0, 1, 2].map(|kind| map(&group, kind));
    groups(cells).into_iter().flat_map(maps).collect()
}

fn map(cells: &Group<'_>, kind: usize) -> (String, Board) {
    let (rules, bots, what) = (&cells[0].rules, &cells[0].bots, MAPS[kind]);
    let games = cells.iter().map(|cell| cell.games.len()).sum::<usize>() as f64;
    let sum =
        |point: usize| cells.iter().map(|cell| f64::from(cell.wear[point][kind])).sum::<f64>();
    let heat: Vec<f64> = (0..cells[0].wear.len()).map(|point| sum(point) / games).collect();
    let most = rounded(heat.iter().copied().fold(0.0, f64::max), 2);
    let caption = format!("{rules}, {bots}: {what}, at most {most} times a game");
    let board = Board::new(caption.clone(), BoardSize::FULL, |_| '.');
    let name = format!("{what}-{rules}-{bots}").replace([':', '/', ',', '='], "-");
    (name, Board { caption, heat, ..board })
}
