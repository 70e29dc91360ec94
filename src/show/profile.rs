//! The report of `pasang profile`: how the games of rule sets differ.

use pasang_core::profile::{MEASURES, MeasureKind, OF_MOVES};

use super::Table;
use super::document::{Block, Document, Section};
use super::format::{plural, with_sign};
use super::svg::Board;
use crate::answer::ALPHA;
use crate::answer::interval::Interval;
use crate::answer::profile::{CellProfile, Group, SCORE, UNEVENNESS, change, pooled};
use pasang_core::base::text::{listed, rounded};
use pasang_core::board::BoardSize;

/// The pace by which plies are minutes.
const SECONDS_A_PLY: f64 = 15.0;

/// The names of rules and bots in a brief report have no more characters.
const MAX_NAME: usize = 16;

/// Returns the groups, those with the same bots side by side, in the order of their first cells.
fn groups(cells: &[CellProfile]) -> Vec<Group<'_>> {
    let rules = |cell: &CellProfile| cells.iter().position(|it| it.rules == cell.rules);
    let bots = |cell: &CellProfile| cells.iter().position(|it| it.bots == cell.bots);
    let mut all: Group<'_> = cells.iter().collect();
    all.sort_by_key(|cell| (bots(cell), rules(cell)));
    let groups = all.chunk_by(|one, it| (&one.rules, &one.bots) == (&it.rules, &it.bots));
    groups.map(<[_]>::to_vec).collect()
}

/// Builds the report of some cells, which says how their positions were searched. A brief one has the
/// main measures, and its findings at the end.
pub fn profile_report(
    cells: &[CellProfile],
    title: &str,
    searches: &str,
    is_brief: bool,
) -> Document {
    let groups = groups(cells);
    let shown: Vec<usize> = (0..SCORE).filter(|&it| !is_brief || MEASURES[it].3).collect();
    let (mut lead, mut blocks) = (Vec::new(), Vec::new());
    for same_bots in groups.chunk_by(|one, other| one[0].bots == other[0].bots) {
        // All differences between rule sets with the same bots hold jointly.
        let differences = (UNEVENNESS + 1) * (same_bots.len() - 1).max(1);
        let alpha = ALPHA / differences as f64;
        blocks.push(Block::Table(String::new(), table(same_bots, alpha, &shown, is_brief)));
        let findings = same_bots[1..].iter().map(|to| finding(&same_bots[0], to, alpha));
        if is_brief { blocks.extend(findings.map(Block::Text)) } else { lead.extend(findings) }
    }
    let games = || cells.iter().flat_map(|cell| cell.games.values());
    let searched = shown.iter().find(|&&it| it >= OF_MOVES).map_or("", |&it| MEASURES[it].1);
    lead.push(format!(
        "Means (95 % CI) over {} on {}; from {searched} down over {} of them, {searches}.",
        plural(games().count() as u64, "game"),
        plural(groups[0].len() as u64, "pattern"),
        games().filter(|game| !game.chances.is_empty()).count(),
    ));
    let boards = maps(cells).into_iter().map(|(_, board)| board).collect();
    let section = |id, title: &str, blocks| Section { id, title: title.to_owned(), blocks };
    let measures = section("profile", if is_brief { "" } else { "Measures" }, blocks);
    let sections = vec![measures, section("wear", "Use of the board", vec![Block::Boards(boards)])];
    Document { title: format!("How games play: {title}"), lead, sections, ..Document::default() }
}

/// Tabulates the first player's score, the minutes of a game, and measures. A brief table of two rule
/// sets fits into 80 columns.
fn table(groups: &[Group<'_>], alpha: f64, shown: &[usize], is_brief: bool) -> Table {
    let decimals = if is_brief { 1 } else { 2 };
    let measures = shown.iter().map(|&it| match MEASURES[it] {
        (_, title, MeasureKind::Number, _) => (title.to_owned(), it, 1.0, decimals),
        (_, title, ..) => (format!("{title} %"), it, 100.0, 1),
    });
    // Different bots that meet have none.
    let has_score = groups.iter().all(|group| pooled(group, SCORE, ALPHA).is_some());
    let score = has_score.then(|| ("first player score %".to_owned(), SCORE, 100.0, 1));
    let minutes = (format!("minutes, {SECONDS_A_PLY} s a ply"), 0, SECONDS_A_PLY / 60.0, 1);
    let head = |name: &str| match is_brief && name.chars().count() > MAX_NAME {
        true => format!("{name:.0$}\u{2026}", MAX_NAME - 1),
        false => name.to_owned(),
    };
    let rows = score.into_iter().chain([minutes]).chain(measures);
    let mut table = Table::of(rows).left(&head(&groups[0][0].bots), |row| row.0.clone());
    for (place, group) in groups.iter().enumerate() {
        table = table.right(&head(&group[0].rules), |&(_, measure, scale, digits)| {
            let (mean, range) = pooled(group, measure, ALPHA)?;
            let [mean, low, high] =
                [mean, range.low, range.high].map(|it| rounded(scale * it, digits));
            let is_alone = groups.len() == 1 || measure == SCORE;
            Some(if is_alone { format!("{mean} ({low}-{high})") } else { mean })
        });
        if place > 0 {
            table = table.left("change, joint 95 % CI", |&(_, measure, scale, digits)| {
                let (by, range) = change(&groups[0], group, measure, alpha)?;
                let [by, low, high] =
                    [by, range.low, range.high].map(|it| with_sign(rounded(scale * it, digits)));
                Some(format!("{by} ({low} to {high})"))
            });
        }
    }
    table.done()
}

/// Says by which rules games are shorter, have fewer moves to choose from and are nearer to even.
fn finding(from: &Group<'_>, to: &Group<'_>, alpha: f64) -> String {
    let (base, rules) = (&from[0].rules, &to[0].rules);
    let (mut differ, mut alike) = (Vec::new(), Vec::new());
    for (figure, less, what) in [
        (0, "makes shorter games", "length"),
        (1, "has fewer moves to choose from", "choice"),
        (UNEVENNESS, "is nearer to even", "fairness"),
    ] {
        let Some((by, Interval { low, high })) = change(from, to, figure, alpha) else { continue };
        let by = match figure {
            UNEVENNESS => format!("{} percentage points", rounded(100.0 * by.abs(), 1)),
            0 => format!("{} plies", rounded(by.abs(), 1)),
            _ => format!("{} a ply", rounded(by.abs(), 1)),
        };
        match () {
            () if low > 0.0 => differ.push(format!("{base} {less}, by {by}")),
            () if high < 0.0 => differ.push(format!("{rules} {less}, by {by}")),
            () => alike.push(what.to_owned()),
        }
    }
    if !alike.is_empty() {
        differ.push(format!("no significant difference in {}", listed(alike, "or")));
    }
    format!("{rules} against {base}: {}.", differ.join("; "))
}

/// Returns maps of the board's use by each rule set and bots, with names for files.
pub fn maps(cells: &[CellProfile]) -> Vec<(String, Board)> {
    let uses = ["landed", "passed", "captured"].into_iter().enumerate();
    let map = |group: &Group<'_>, (kind, what): (usize, &str)| {
        let CellProfile { rules, bots, wear, .. } = group[0];
        let games = group.iter().map(|cell| cell.games.len()).sum::<usize>() as f64;
        let times =
            |at: usize| group.iter().map(|cell| f64::from(cell.wear[at][kind])).sum::<f64>();
        let heat: Vec<f64> = (0..wear.len()).map(|at| times(at) / games).collect();
        let most = rounded(heat.iter().copied().fold(0.0, f64::max), 2);
        let caption = format!("{rules}, {bots}: {what}, at most {most} times a game");
        let board = Board::new(caption.clone(), BoardSize::FULL, |_| '.');
        let name = format!("{what}-{rules}-{bots}").replace([':', '/', ',', '='], "-");
        (name, Board { caption, heat, ..board })
    };
    let of_group = |group: &Group<'_>| uses.clone().map(|it| map(group, it)).collect::<Vec<_>>();
    groups(cells).iter().flat_map(of_group).collect()
}
