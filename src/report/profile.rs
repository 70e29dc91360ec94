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
struct Group<'c> {
    rules: &'c str,
    bots: &'c str,
    cells: Vec<&'c CellProfile>,
}

/// Returns the groups, those with the same bots side by side.
fn groups(cells: &[CellProfile]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for cell in cells {
        let (rules, bots) = (cell.rules.as_str(), cell.bots.as_str());
        match groups.iter_mut().find(|group| (group.rules, group.bots) == (rules, bots)) {
            Some(group) => group.cells.push(cell),
            None => groups.push(Group { rules, bots, cells: vec![cell] }),
        }
    }
    let bots: Vec<&str> = groups.iter().map(|group| group.bots).collect();
    groups.sort_by_key(|group| bots.iter().position(|bots| *bots == group.bots));
    groups
}

/// The changes of the measures from one rule set to another, with intervals.
type Changes = Vec<Option<(f64, Interval)>>;

/// Builds the report of some cells, whose positions were searched to `nodes` each.
pub fn profile_report(cells: &[CellProfile], title: &str, nodes: u64) -> Document {
    let groups = groups(cells);
    let (mut lead, mut tables) = (Vec::new(), Vec::new());
    for same_bots in groups.chunk_by(|one, other| one.bots == other.bots) {
        let (first, others) = same_bots.split_first().expect("a chunk has a group");
        let alpha = ALPHA / (MEASURES.len() * others.len().max(1)) as f64;
        // All differences between rule sets with the same bots hold jointly.
        let by = |group: &Group<'_>| changes(&first.cells, &group.cells, alpha);
        let others: Vec<(&Group<'_>, Changes)> =
            others.iter().map(|group| (group, by(group))).collect();
        lead.extend(others.iter().map(|(group, by)| group.difference_in_words(by, first)));
        if others.is_empty() {
            lead.push(first.in_words());
        }
        tables.push(Block::Table(first.bots.to_owned(), table(first, &others)));
    }
    let boards = maps(cells).into_iter().map(|(_, board)| board).collect();
    let title = format!("How games play: {title}");
    let [measures, wear] = ["Measures", "Use of the board"].map(str::to_owned);
    let sections = vec![
        Section { id: "profile", title: measures, blocks: tables },
        Section { id: "wear", title: wear, blocks: vec![Block::Boards(boards)] },
    ];
    let games = |measure: usize| {
        let games = cells.iter().flat_map(|cell| cell.games.values());
        games.filter(|values| values.len() > measure).count() as u64
    };
    let setups = plural(groups[0].cells.len() as u64, "pattern");
    let (all, searched) = (plural(games(0), "game"), games(MEASURES.len() - 1));
    lead.push(format!(
        "Means over {setups} and {all}; from the chance to win on, over {searched} of them whose positions were searched ({nodes} \
         nodes each). docs/statistics.md defines the measures."
    ));
    Document { title, lead, sections, ..Document::default() }
}

fn table(first: &Group<'_>, others: &[(&Group<'_>, Changes)]) -> Table {
    let mean =
        |group: &Group<'_>, measure| Some(value(measure, pooled(&group.cells, measure, ALPHA)?.0));
    let mut table = Table::of(0..MEASURES.len())
        .left("measure", |&measure| MEASURES[measure].title)
        .right(first.rules, |&measure| mean(first, measure));
    if others.is_empty() {
        table = table.left("95 % CI", |&measure| {
            let (_, Interval { low, high }) = pooled(&first.cells, measure, ALPHA)?;
            Some(format!("{} to {}", bare(measure, low), bare(measure, high)))
        });
    }
    for (group, by) in others {
        table = table.right(group.rules, |&measure| mean(group, measure)).left(
            "change, joint 95 % CI",
            |&measure| {
                let (by, Interval { low, high }) = by[measure]?;
                let [by, low, high] = [by, low, high].map(|it| signed(measure, it));
                Some(format!("{by} ({low} to {high})"))
            },
        );
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

impl Group<'_> {
    /// Describes the games in a sentence.
    fn in_words(&self) -> String {
        let words = ["plies", "legal_moves", "turning_point", "decided", "stuck"].map(|name| {
            let measure = MEASURES.iter().position(|it| it.name == name)?;
            Some(value(measure, pooled(&self.cells, measure, ALPHA)?.0))
        });
        let [plies, moves, turned, decided, stuck] = words.map(Option::unwrap_or_default);
        format!(
            "By {}, between {}, a game takes {plies} plies, with {moves} legal moves each; the lead turns for the last \
             time after {turned} of the game, it is decided after {decided}, and {stuck} of games end stuck.",
            self.rules, self.bots
        )
    }

    /// Describes the significant differences from another rule set, the surest first.
    fn difference_in_words(&self, by: &Changes, from: &Group<'_>) -> String {
        let (rules, bots, base) = (self.rules, self.bots, from.rules);
        let known = by.iter().enumerate().filter_map(|(at, change)| Some((at, (*change)?)));
        let known: Vec<(usize, (f64, Interval))> = known.collect();
        let mut significant = known.clone();
        significant.retain(|(_, (_, Interval { low, high }))| *low > 0.0 || *high < 0.0);
        significant.sort_by(|one, other| {
            let sureness = |(by, Interval { low, high }): (f64, Interval)| by.abs() / (high - low);
            sureness(other.1).total_cmp(&sureness(one.1))
        });
        if significant.is_empty() {
            return format!(
                "{rules} plays like {base} between {bots}: no measure differs significantly."
            );
        }
        let told = significant.iter().take(MAX_TOLD).map(|&(at, (by, _))| {
            let unit = if MEASURES[at].kind == MeasureKind::Number { "" } else { " points" };
            format!("{} {}{unit}", MEASURES[at].title, signed(at, by))
        });
        let more = match significant.len().saturating_sub(MAX_TOLD) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        format!(
            "{rules} plays differently from {base} between {bots}: {}{more}. {} of {} measures do not differ significantly.",
            told.collect::<Vec<_>>().join("; "),
            known.len() - significant.len(),
            known.len()
        )
    }
}

/// The largest number of differences in a sentence.
const MAX_TOLD: usize = 4;

/// Maps of the board's use, in the order of [`pasang_core::profile::Wear`].
const MAPS: [&str; 3] = ["landed", "passed", "captured"];

/// Returns maps of the board's use by each rule set and bots, with names for files.
pub fn maps(cells: &[CellProfile]) -> Vec<(String, Board)> {
    let map = |Group { rules, bots, cells }: &Group<'_>, kind: usize| {
        let games = cells.iter().map(|cell| cell.games.len()).sum::<usize>() as f64;
        let mean = |point: usize| {
            cells.iter().map(|cell| f64::from(cell.wear.0[kind][point])).sum::<f64>() / games
        };
        let heat: Vec<f64> = (0..cells[0].wear.0[kind].len()).map(mean).collect();
        let most = rounded(heat.iter().copied().fold(0.0, f64::max), 2);
        let caption = format!("{rules}, {bots}: {}, at most {most} times a game", MAPS[kind]);
        let board = Board::new(caption.clone(), BoardSize::FULL, |_| '.');
        let name = format!("{}-{rules}-{bots}", MAPS[kind]).replace([':', '/', ',', '='], "-");
        (name, Board { caption, heat, ..board })
    };
    groups(cells)
        .iter()
        .flat_map(|group| (0..MAPS.len()).map(|kind| map(group, kind)).collect::<Vec<_>>())
        .collect()
}
