//! Where the advantage comes from: openings, being stuck, points.

use std::collections::{BTreeMap, BTreeSet};

use super::{Asked, Group, MOST_LINES, section as made};
use crate::base::words::Choice;
use crate::games::{Ending, Seat};
use crate::report::chart::stacked;
use crate::report::document::{Block, Chart, Matrix, Opened, Section, Shade, Shown};
use crate::report::words::{figure, named, percent, range};
use crate::stats::Counted;
use crate::stats::compensation::Points;
use crate::stats::overview::Overview;
use crate::stats::table::{Kind, Table};

/// So many cells have their openings drawn up as a table each.
const MOST_MATRICES: usize = 4;

/// So many groups have their openings drawn.
const MOST_DRAWN: usize = 6;

/// More first moves, or more replies, than this are not drawn.
const MOST_SIDES: usize = 14;

/// So many pairs of rules and bots have a bar.
const MOST_BARS: usize = 24;

/// How a game of two can end, from the first player's side to the second's.
const KINDS: [(&str, &str); 5] = [
    ("b1", "the first player wins, for the second is stuck"),
    ("b1 half", "the first player wins by points"),
    ("b0", "drawn"),
    ("b2 half", "the second player wins by points"),
    ("b2", "the second player wins, for the first is stuck"),
];

/// The cells of two seats that have games, with their numbers.
fn of_two<'a>(asked: &Asked<'a>) -> Vec<(usize, &'a Counted<'a>)> {
    let cells = asked.cells.iter().enumerate();
    cells.filter(|(_, cell)| cell.tally.seats == 2 && cell.tally.games() > 0).collect()
}

pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let cells = of_two(asked);
    if cells.is_empty() {
        return None;
    }
    let is_shown = |group: &&Group<'_>| group.tally.seats == 2 && group.tally.games() > 0;
    let groups = asked.groups.iter().filter(is_shown).take(MOST_BARS);
    let rows: Vec<(String, Vec<f64>)> = groups.map(|group| (group.name(), shares(group))).collect();
    let units = if asked.all.has_matches() { "rounds" } else { "games" };
    let chart = stacked(&format!("How {units} are won"), &KINDS, &rows).map(Chart::Figure);
    let mut blocks = vec![Block::Drawn(chart.into_iter().collect(), Vec::new())];
    if cells.len() > MOST_LINES {
        blocks.push(Block::Text(
            "seats.csv has for each cell the wins by being stuck and by points, cells.csv the points that \
             would even it out."
                .to_owned(),
        ));
    } else {
        blocks.push(Block::Table(String::new(), wins(&cells)));
        blocks.push(Block::Text(
            "1 stuck %: games that the first player won by the second being stuck, 1 points %: by points; so \
             for 2. points: so many given to the second player would bring the first to one half, games lost \
             by being stuck standing as they ended, with an interval as above; none: no number would. Of bots \
             that did not know it. margin: the median of the first's points less the second's where points \
             decided the game."
                .to_owned(),
        ));
    }
    made("sources", "Where the advantage comes from", Shown::More, blocks)
}

/// The shares of the kinds.
fn shares(group: &Group<'_>) -> Vec<f64> {
    let tally = &group.tally;
    let of = tally.rounds().max(1) as f64;
    let mut shares = vec![0.0; KINDS.len()];
    for ending in Ending::ALL.iter().copied() {
        let is_stuck = ending == Ending::Stuck;
        for (seat, kinds) in Seat::first(2).zip([[0, 1], [4, 3]]) {
            let kind = kinds[usize::from(!is_stuck)];
            shares[kind] += tally.ended(ending, Some(seat)) as f64 / of;
        }
        shares[2] += tally.ended(ending, None) as f64 / of;
    }
    shares
}

fn wins(cells: &[(usize, &Counted<'_>)]) -> Table {
    let mut table = Table::shown(&[
        ("setup", Kind::Word),
        ("rules", Kind::Word),
        ("bots", Kind::Word),
        ("1 stuck %", Kind::Figure),
        ("1 points %", Kind::Figure),
        ("2 stuck %", Kind::Figure),
        ("2 points %", Kind::Figure),
        ("points", Kind::Figure),
        ("interval", Kind::Word),
        ("margin", Kind::Figure),
    ]);
    for (_, cell) in cells {
        let (tally, labels) = (cell.tally, &cell.labels);
        let by_stuck = |ending| ending == Ending::Stuck && cell.terms.stuck_loses;
        let won = |seat: Seat, stuck: bool| {
            let counts = |&ending: &Ending| by_stuck(ending) == stuck;
            let wins = Ending::ALL.iter().copied().filter(counts);
            let wins: u64 = wins.map(|ending| tally.ended(ending, Some(seat))).sum();
            percent(wins as f64 / tally.rounds() as f64)
        };
        let compensation = cell.compensation();
        let interval = compensation.and_then(|it| it.interval);
        let margin = cell.decided_margin().percentile(50);
        table.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            won(Seat::FIRST, true),
            won(Seat::FIRST, false),
            won(Seat::SECOND, true),
            won(Seat::SECOND, false),
            compensation.map_or_else(String::new, |it| it.points.to_string()),
            interval.map_or_else(String::new, |it| match it {
                [Points::NoneTaken, Points::NoneGiven] => "any".to_owned(),
                [low, high] => format!("{low} to {high}"),
            }),
            margin.map_or_else(String::new, |margin| margin.to_string()),
        ]);
    }
    table
}

/// The first two moves: which are played, and what comes of them.
pub fn openings(asked: &Asked<'_>) -> Option<Section> {
    let is_given = asked.cells.first()?.terms.given_openings;
    let cells = of_two(asked);
    let mut blocks = Vec::new();
    if is_given && !cells.is_empty() && cells.len() <= MOST_LINES {
        blocks.push(Block::Table(String::new(), best(asked.all, &cells)));
        blocks.push(Block::Text(
            "alike %: the first player's score where every opening is as frequent as the others. Games of bots \
             that choose their openings are another experiment, without `openings`. best: the first move whose \
             worst reply leaves the first player most, and that reply, chosen by one half of the games; worth \
             %: what the other half says, which had no part in the choice."
                .to_owned(),
        ));
    }
    let charts: Vec<Chart> = asked
        .main_groups(MOST_DRAWN)
        .iter()
        .filter_map(|group| matrix(asked.all, group, is_given))
        .map(Chart::Matrix)
        .collect();
    let tables = match is_given && cells.len() <= MOST_MATRICES {
        true => cells.iter().flat_map(|(number, cell)| scores(asked.all, *number, cell)).collect(),
        false => Vec::new(),
    };
    if !charts.is_empty() || !tables.is_empty() {
        blocks.push(Block::Drawn(charts, tables));
    }
    let shown = if is_given { Shown::More } else { Shown::Page };
    made("openings", "The first two moves", shown, blocks)
}

fn best(all: &Overview<'_>, cells: &[(usize, &Counted<'_>)]) -> Table {
    let mut table = Table::shown(&[
        ("setup", Kind::Word),
        ("rules", Kind::Word),
        ("bots", Kind::Word),
        ("openings", Kind::Figure),
        ("alike %", Kind::Figure),
        ("best", Kind::Word),
        ("chosen by %", Kind::Figure),
        ("worth %", Kind::Figure),
        ("interval", Kind::Word),
    ]);
    for &(number, cell) in cells {
        let labels = &cell.labels;
        let best = cell.best_opening();
        let texts = |pair: [u32; 2]| (all.texts)(number, &pair).join(" ");
        table.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            cell.pair_count().to_string(),
            figure(cell.starters().or(cell.score(Seat::FIRST)).map(|score| score.mean)),
            best.map_or_else(String::new, |best| texts(best.pair)),
            figure(best.map(|best| best.chosen_by)),
            figure(best.map(|best| best.score.mean)),
            best.map_or_else(String::new, |best| range(&best.score)),
        ]);
    }
    table
}

/// The first player's score in a cell by first move, downwards, and second move.
fn scores(all: &Overview<'_>, number: usize, cell: &Counted<'_>) -> Vec<Block> {
    let mut scores = BTreeMap::new();
    let (mut firsts, mut seconds) = (Vec::new(), BTreeSet::new());
    let mut widest: f64 = 0.0;
    for (pair, opening) in &cell.tally.openings {
        let &[Some(first), Some(second)] = pair else { continue };
        let texts = (all.texts)(number, &[first, second]);
        let [first, second] = texts.as_slice() else { continue };
        if !firsts.contains(first) {
            firsts.push(first.clone());
        }
        seconds.insert(second.clone());
        let opened = Opened { games: opening.games, twelfths: opening.first_score };
        let interval = cell.opening_joint(opening);
        if let Some(interval) = interval {
            widest = widest.max((interval.high - interval.low) / 2.0);
        }
        let side = match interval {
            Some(interval) if interval.low > cell.fair() => "+",
            Some(interval) if interval.high < cell.fair() => "-",
            _ => " ",
        };
        let score = format!("{}{side}", percent(opened.score()));
        scores.insert((first.clone(), second.clone()), score);
    }
    let columns: Vec<(&str, Kind)> = std::iter::once(("", Kind::Word))
        .chain(seconds.iter().map(|second| (second.as_str(), Kind::Word)))
        .collect();
    let mut table = Table::shown(&columns);
    for first in &firsts {
        let score = |second: &String| scores.get(&(first.clone(), second.clone())).cloned();
        let row = seconds.iter().map(|second| score(second).unwrap_or_default());
        table.row(std::iter::once(first.clone()).chain(row));
    }
    let caption = format!("{}: first-player score in %, first move by second", named(cell));
    let mut blocks = vec![Block::Table(caption, table)];
    if widest > 0.0 {
        blocks.push(Block::Note(format!(
            "All these intervals hold together with a chance of about 95 %, but for those near 0 and 100 %; the \
             widest is {} to either side; + and - are beyond their interval.",
            percent(widest)
        )));
    }
    blocks
}

/// The openings of some cells together; nothing where there are too many of them.
fn matrix(all: &Overview<'_>, group: &Group<'_>, is_given: bool) -> Option<Matrix> {
    let mut pairs: BTreeMap<(String, String), Opened> = BTreeMap::new();
    for (number, cell) in &group.cells {
        for (pair, opening) in &cell.tally.openings {
            let ranks: Vec<u32> = pair.iter().copied().flatten().collect();
            let mut texts = (all.texts)(*number, &ranks).into_iter();
            // A game may end before it had two moves.
            let mut next = || texts.next().unwrap_or_else(|| "none".to_owned());
            let opened = pairs.entry((next(), next())).or_default();
            opened.games += opening.games;
            opened.twelfths += opening.first_score;
        }
    }
    let firsts: BTreeSet<String> = pairs.keys().map(|(first, _)| first.clone()).collect();
    let seconds: BTreeSet<String> = pairs.keys().map(|(_, second)| second.clone()).collect();
    if firsts.is_empty() || firsts.len() > MOST_SIDES || seconds.len() > MOST_SIDES {
        return None;
    }
    let row = |first: String| {
        let field = |second: &String| pairs.get(&(first.clone(), second.clone())).copied();
        let fields = seconds.iter().map(field).collect();
        (first, fields)
    };
    let firsts = firsts.into_iter().map(row).collect();
    Some(Matrix {
        caption: match group.cells.len() {
            1 => format!("First move by reply, {}", group.name()),
            setups => format!("First move by reply, {}, all {setups} setups", group.name()),
        },
        shade: if is_given { Shade::Score } else { Shade::Games },
        fair: group.fair(),
        seconds: seconds.into_iter().collect(),
        firsts,
    })
}
