//! How long games are, how close, how free, and how they end.

use super::headed;
use crate::base::words::Choice;
use crate::games::rules::preset;
use crate::games::{Ending, Seat};
use crate::report::chart::{Marker, Range, Sides, histogram, pairs, ranges};
use crate::report::document::{Block, Section, Table};
use crate::report::material::Material;
use crate::report::words::{count, percent, signed};
use crate::stats::{Histogram, Tally, decimal, published};

pub fn section(material: &Material<'_>) -> Option<Section> {
    let mut parts = Vec::new();
    for group in material.groups.iter().filter(|group| group.tally.games() > 0) {
        let emas = Some(group.rules.rules) == preset("pasang-emas");
        let mut blocks =
            vec![Block::Beside(charts(&group.tally, group.rules.rules.phases(), emas))];
        if emas {
            blocks.push(Block::Text(format!(
                "The published figures are those that the author of Pasang Emas measured in 2010 \
                 in more than 3000 games between computer players weak and strong: {} plies on \
                 average and {} at most, {} moves to choose from. The rule that the program plays \
                 by is published only in part, so equal figures are not to be expected.",
                decimal(published::PLIES.0, 0),
                decimal(published::PLIES.1, 0),
                decimal(published::MEAN, 0)
            )));
        }
        parts.push((group.name(), blocks));
    }
    if parts.is_empty() {
        return None;
    }
    let title = "How long, how close, how free".to_owned();
    Some(Section { id: "shapes", title, blocks: headed(parts) })
}

/// A cell's charts of length and margin, and its endings.
pub fn of_cell(tally: &Tally) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        [length(tally, false), margin(tally)].into_iter().flatten().map(Block::Figure).collect();
    blocks.push(endings(tally));
    blocks
}

fn charts(tally: &Tally, phases: &[&str], emas: bool) -> Vec<Block> {
    let mut figures: Vec<Block> = Vec::new();
    figures.extend(length(tally, emas).map(Block::Figure));
    figures.extend(margin(tally).map(Block::Figure));
    let rows: Vec<Range<'_>> = phases
        .iter()
        .enumerate()
        .map(|(phase, name)| Range {
            name: (*name).to_owned(),
            numbers: tally.moves(phase),
            published: published::MOVES.get(phase).copied().filter(|_| emas),
        })
        .collect();
    figures.extend(ranges("Moves to choose from, by phase", &rows).map(|mut figure| {
        figure.caption = "Line: all positions where a move was made; bar: the middle half; disk: \
                          the mean."
            .to_owned();
        if emas {
            figure.caption += " Below each, dashed with a diamond: published.";
        }
        Block::Figure(figure)
    }));
    figures.push(Block::Figure(choices(tally, phases.len(), emas)));
    figures.push(endings(tally));
    figures
}

fn length(tally: &Tally, emas: bool) -> Option<crate::report::document::Figure> {
    let mean = tally.plies().mean()?;
    let mut markers =
        vec![Marker { at: mean, label: format!("mean {}", decimal(mean, 1)), class: "own" }];
    if emas {
        let (mean, longest) = published::PLIES;
        let marker = |at: f64, what: &str| Marker {
            at,
            label: format!("published {what} {}", decimal(at, 0)),
            class: "pub",
        };
        markers.push(marker(mean, "mean"));
        markers.push(marker(longest, "longest"));
    }
    histogram("Length", "plies", tally.plies(), Sides::One, &markers)
}

fn margin(tally: &Tally) -> Option<crate::report::document::Figure> {
    let mean = tally.margin().mean()?;
    let markers = [Marker { at: mean, label: format!("mean {}", signed(mean)), class: "own" }];
    let title = match tally.matches() {
        None => "Points of the first player less the second's",
        Some(_) => "Points of player 1 less those of player 2, over a match",
    };
    histogram(title, "points", tally.margin(), Sides::Two, &markers)
}

/// How many moves there were to choose from, in all phases together.
fn choices(tally: &Tally, phases: usize, emas: bool) -> crate::report::document::Figure {
    let mut moves = Histogram::default();
    (0..phases).for_each(|phase| moves.merge(tally.moves(phase)));
    let most = published::SHARES.len();
    let mut ours = vec![0u64; most];
    for (number, times) in moves.iter() {
        let place = usize::try_from(number - 1).unwrap_or(0).min(most - 1);
        ours[place] += times;
    }
    let all = moves.count().max(1) as f64;
    let ours: Vec<f64> = ours.into_iter().map(|times| times as f64 / all).collect();
    let label = |number: usize| match number {
        last if last == most => format!("{last}+"),
        number => number.to_string(),
    };
    let labels: Vec<String> = (1..=most).map(label).collect();
    let theirs = emas.then_some(&published::SHARES[..]);
    let mut figure = pairs("Positions by number of moves, in %", &labels, &ours, theirs);
    let mean = moves.mean().unwrap_or(0.0);
    figure.caption = format!("{} moves to choose from on average.", decimal(mean, 1));
    figure
}

/// Endings by winner.
fn endings(tally: &Tally) -> Block {
    let games = tally.rounds().max(1);
    let seats: Vec<Seat> = Seat::first(tally.seats()).collect();
    let mut columns = vec!["ending".to_owned()];
    columns.extend(seats.iter().map(|seat| format!("won by {seat}")));
    columns.extend(["drawn", "in all"].map(str::to_owned));
    let share = |times: u64| format!("{} %", percent(times as f64 / games as f64));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for ending in Ending::ALL.iter().copied().filter(|&ending| tally.endings(ending) > 0) {
        let mut row = vec![ending.word().to_owned()];
        row.extend(seats.iter().map(|&seat| share(tally.ended(ending, Some(seat)))));
        row.push(share(tally.ended(ending, None)));
        row.push(share(tally.endings(ending)));
        rows.push(row);
    }
    let mut all = vec!["all".to_owned()];
    // Of rounds as of games: who won a match does not stand here.
    let won = |winner| Ending::ALL.iter().map(|&ending| tally.ended(ending, winner)).sum();
    all.extend(seats.iter().map(|&seat| share(won(Some(seat)))));
    all.extend([share(won(None)), share(tally.rounds())]);
    rows.push(all);
    let caption = match tally.matches() {
        None => format!("Endings by winner, {} games", count(tally.rounds())),
        Some(_) => format!(
            "Endings of {} rounds by winner; 1 is whoever was the first to move",
            count(tally.rounds())
        ),
    };
    Block::Table(Table { caption, columns, rows })
}
