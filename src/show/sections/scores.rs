//! The first player's score in every cell, with its interval and statements, and their meaning.

use super::known::{KnownPattern, known};
use super::parts::{SHOWN, brief, counts};
use super::{Group, MAX_LINES, ReportContext, section as made};
use crate::answer::balance::sign;
use crate::answer::interval::Interval;
use crate::answer::{CellStats, ExperimentStats};
use crate::show::Table;
use crate::show::document::{Block, ForestPlot, ForestRow, Section};
use crate::show::format::{percent, range};
use pasang_core::base::text::{plural, rounded};
use pasang_core::games::Seat;

/// The largest number of rows in a forest plot; of more, half are kept at each end.
const MAX_ROWS: usize = 300;

/// The largest number of forest plots, one a group.
const MAX_PLOTS: usize = 12;

/// The largest number of rule sets with a column each.
const MAX_RULES: usize = 12;

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let all = context.all;
    if all.cells.iter().all(|cell| cell.balance.is_some()) {
        // They have a section of their own.
        return None;
    }
    let is_wide = all.cells.len() > MAX_LINES && context.rules.len() > 1;
    let tables = match is_wide {
        true => {
            let each = all.names(|cell| cell.labels.bots);
            each.into_iter().flat_map(|bots| by_rules(context, bots)).collect()
        }
        false => vec![Block::Table(String::new(), by_cell(all))],
    };
    let blocks = vec![Block::Charts(forests(context), tables), Block::Notes(explanations(all))];
    made("scores", "First player's score", blocks)
}

fn by_cell(all: &ExperimentStats<'_>) -> Table {
    let distinct = |cell: &CellStats<'_>| cell.distinct.filter(|_| cell.tally.games() > 0);
    Table::of(&all.cells)
        .left("setup", |cell| cell.labels.setup)
        .left("rules", |cell| cell.labels.rules)
        .left("bots", |cell| cell.labels.bots)
        .right("games", |cell| cell.tally.games())
        .right("first %", |cell| cell.score(Seat::FIRST).map(|score| percent(score.mean)))
        .left("95 % CI", |cell| cell.score(Seat::FIRST).map(|score| range(&score)))
        .left("shown", |cell| match cell.tally.games() {
            0 => "no game".to_owned(),
            _ => brief(cell.statement(Seat::FIRST)),
        })
        .right("draws %", |cell| cell.tally.draws_share().map(percent))
        .right("stuck %", |cell| cell.tally.stuck_share().map(percent))
        .right("plies", |cell| cell.tally.plies.mean().map(|plies| rounded(plies, 1)))
        .right("distinct", |cell| distinct(cell).map(|it| it.games))
        .right("most", |cell| distinct(cell).map(|it| it.largest))
        .done()
}

/// Tabulates the cells of the same bots, one row a setup and one column a rule set, up to
/// [`MAX_RULES`].
fn by_rules(context: &ReportContext<'_>, bots: &str) -> Vec<Block> {
    let groups: Vec<&Group<'_>> =
        context.groups.iter().filter(|group| group.bots == bots).collect();
    let (shown, omitted) = groups.split_at(groups.len().min(MAX_RULES));
    let score = |cell: &CellStats<'_>| {
        let score = cell.score(Seat::FIRST)?;
        let sign = sign(cell.statement(Seat::FIRST));
        let text = format!("{:>5} {:<12} {sign}", percent(score.mean), range(&score));
        Some(text.trim_end().to_owned())
    };
    let mut table =
        Table::of(context.setups.iter().enumerate()).left("setup", |(_, setup)| **setup);
    for group in shown {
        table = table.left(group.rules, |(place, _)| score(group.cells.get(*place)?));
    }
    let games = shown.iter().flat_map(|group| &group.cells).map(|cell| cell.tally.games());
    let games = match (games.clone().min(), games.max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (_, most) => most.unwrap_or_default().to_string(),
    };
    let caption =
        format!("{bots}, {games} games a cell: first player's score in %, with its 95 % CI");
    let mut blocks = vec![Block::Table(caption, table.done())];
    if !omitted.is_empty() {
        let more = plural(omitted.len() as u64, "rule set");
        blocks.push(Block::Note(format!("and {more} more: see cells.csv")));
    }
    blocks
}

const STOPPING: &str = "These are fixed-sample-size intervals: adding games until something is shown (optional \
                        stopping) raises the error rate.";
const SIGNS: &str = "Signs: + favours the first player, - the second, = is within 10 points of even; no sign is open, which \
                     does not show that the cell is fair.";

/// Explains figures, signs and words, and counts the statements.
fn explanations(all: &ExperimentStats<'_>) -> Vec<String> {
    let cells = &all.cells;
    let others = cells.iter().any(|cell| cell.tally.seats > 2);
    let mut words = Vec::new();
    let rest =
        if others { "1/k for a draw of k players, else 0" } else { "1/2 for a draw, 0 for a loss" };
    words.push(format!("The first player scores 1 for a win, {rest}."));
    words.push("The interval is a 95 % confidence interval (Wilson).".to_owned());
    words.extend([STOPPING, SHOWN, SIGNS].map(str::to_owned));
    if others {
        words.push("Where k players play an even share is 1/k.".to_owned());
    }
    if cells.iter().any(CellStats::one_game) {
        let what = "one game: all games of the cell are identical, so there is no interval.";
        words.push(what.to_owned());
    }
    if cells.len() > 1 {
        let all_cells: Vec<&CellStats<'_>> = cells.iter().collect();
        let told = counts(&all_cells);
        words.push(format!("Of {}: {told}.", plural(cells.len() as u64, "cell")));
    }
    words
}

/// Builds the forest plots of the groups, all with the same axis.
pub(super) fn forests(context: &ReportContext<'_>) -> Vec<ForestPlot> {
    // The groups of the headline come first.
    let mains = context.strongest();
    let is_main = |group: &&Group<'_>| mains.iter().any(|main| std::ptr::eq(*main, *group));
    let mut groups: Vec<&Group<'_>> =
        context.groups.iter().filter(|group| group.tally.games() > 0).collect();
    groups.sort_by_key(|group| !is_main(group));
    groups.truncate(MAX_PLOTS);
    let mut forests: Vec<ForestPlot> =
        groups.into_iter().map(|group| forest(context, group)).collect();
    let (mut low, mut high) = (100.0, 0.0);
    for forest in &forests {
        (low, high) = (f64::min(low, forest.axis_range.0), f64::max(high, forest.axis_range.1));
    }
    // A little padding.
    let room = f64::max((high - low) * 0.04, 1.0);
    let ends = (f64::max(low - room, 0.0), f64::min(high + room, 100.0));
    forests.iter_mut().for_each(|forest| forest.axis_range = ends);
    forests
}

fn forest(context: &ReportContext<'_>, group: &Group<'_>) -> ForestPlot {
    let per_cent = |it: Interval| Interval { low: 100.0 * it.low, high: 100.0 * it.high };
    let row = |&cell: &&CellStats<'_>| {
        let score = cell.score(Seat::FIRST)?;
        let few = cell.distinct_share().filter(|_| cell.has_few_games());
        Some(ForestRow {
            id: format!("c{}", cell.number),
            name: cell.labels.setup.to_owned(),
            setup: context.setups.iter().position(|&setup| setup == cell.labels.setup),
            estimate: 100.0 * score.mean,
            interval: score.interval.map(per_cent),
            statement: cell.statement(Seat::FIRST),
            warning: few.map(|share| format!("{} % of its games are distinct", percent(share))),
        })
    };
    let mut rows: Vec<ForestRow> = group.cells.iter().filter_map(row).collect();
    let mut note = match rows.iter().filter(|row| row.interval.is_some()).count() {
        0 => String::new(),
        _ if context.joint().is_some() => {
            "The first player's score in %, by all games together, with 95 % confidence intervals for the mean over \
             bots."
                .to_owned()
        }
        1 => "The first player's score in % with its 95 % confidence interval.".to_owned(),
        _ => {
            "The first player's score in % with 95 % confidence intervals.".to_owned()
        }
    };
    if let &[cell] = group.cells.as_slice()
        && let Some(own) = &context.all.known_as
    {
        let others = known(cell.labels.rules, cell.labels.bots);
        let others = others.filter(|it| own.iter().all(|name| name != it.setup));
        let others: Vec<KnownPattern> = others.collect();
        if !others.is_empty() {
            note +=
                " Pale: the known patterns between the same players, each with its own 95 % CI.";
        }
        rows.extend(others.into_iter().enumerate().map(|(place, it)| ForestRow {
            id: format!("c{}k{place}", cell.number),
            name: it.setup.to_owned(),
            estimate: 100.0 * it.figures.score.0,
            interval: Some(per_cent(it.figures.score.1)),
            ..ForestRow::default()
        }));
    }
    // The sort is stable: of equal scores the earlier cell comes first.
    rows.sort_by(|one, other| other.estimate.total_cmp(&one.estimate));
    let within = 10.0;
    let even_share = 100.0 * group.cells[0].even_share();
    let axis_range = rows.iter().fold((even_share - within, even_share + within), |ends, row| {
        let it = row.interval.unwrap_or(Interval { low: row.estimate, high: row.estimate });
        (f64::min(ends.0, it.low), f64::max(ends.1, it.high))
    });
    let omitted_rows = rows.len().saturating_sub(MAX_ROWS);
    if omitted_rows > 0 {
        rows.drain(MAX_ROWS / 2..rows.len() - MAX_ROWS / 2);
    }
    ForestPlot { title: group.name(), note, axis_range, even_share, within, rows, omitted_rows }
}
