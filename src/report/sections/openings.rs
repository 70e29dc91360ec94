//! The first two moves: which are chosen, and what comes of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Side;
use crate::experiment::Openings;
use crate::report::document::{Block, Matrix, Opened, Section, Shade, Table};
use crate::report::material::{Group, Material, fair};
use crate::report::words::{count, percent};
use crate::stats::Counted;

/// A matrix with more first moves, or more replies, than this is a list of the most frequent.
const MOST_SIDES: usize = 14;

/// So long is that list.
const LISTED: usize = 12;

/// First move and reply, as they are written; empty where there was none.
type Pairs = BTreeMap<(String, String), Opened>;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let given = material.experiment.openings != Openings::AsChosen;
    let mut blocks = vec![Block::Text(if given {
        "The experiment gives the first two moves, each pair equally often: rows are the first player's, \
         columns the reply."
            .to_owned()
    } else {
        "Rows are the first player's first move, columns the reply.".to_owned()
    })];
    if material.all.has_matches() {
        blocks.push(Block::Text(
            "All of it is of rounds: the first player is whoever was the first to move in one."
                .to_owned(),
        ));
    }
    let mut matrices = Vec::new();
    for group in material.groups.iter().filter(|group| group.tally.games() > 0) {
        let mut pairs = Pairs::new();
        for (number, cell) in &group.cells {
            add(material, *number, cell, &mut pairs);
        }
        let what = match group.cells.len() {
            1 => group.name(),
            cells => format!("{}, all {cells} setups", group.name()),
        };
        let words = if given { String::new() } else { chosen(group, &pairs) };
        let sides = group.cells.iter().map(|&(number, _)| material.side(number));
        let board = sides.max().unwrap_or(Side::FULL);
        matrices.push(show((&what, words), (&pairs, board), group.fair(), given));
    }
    blocks.push(Block::Beside(matrices));
    Some(Section { id: "openings", title: "How games open".to_owned(), blocks })
}

/// The openings of one cell.
pub fn of_cell(material: &Material<'_>, number: usize, cell: &Counted<'_>) -> Block {
    let mut pairs = Pairs::new();
    add(material, number, cell, &mut pairs);
    let given = material.experiment.openings != Openings::AsChosen;
    let board = material.side(number);
    show(("First move by reply", String::new()), (&pairs, board), fair(cell.tally), given)
}

fn add(material: &Material<'_>, number: usize, cell: &Counted<'_>, pairs: &mut Pairs) {
    for (pair, opening) in cell.tally.openings() {
        let ranks: Vec<u32> = pair.into_iter().flatten().collect();
        let mut texts = material.prepared.opening_texts(number, &ranks).into_iter();
        let mut next = || texts.next().unwrap_or_default();
        let opened = pairs.entry((next(), next())).or_default();
        opened.games += opening.games;
        opened.twelfths += opening.first_score;
    }
}

fn show(
    (what, words): (&str, String),
    (pairs, board): (&Pairs, Side),
    fair: f64,
    given: bool,
) -> Block {
    let firsts: BTreeSet<&str> = pairs.keys().map(|(first, _)| first.as_str()).collect();
    let seconds: BTreeSet<&str> = pairs.keys().map(|(_, second)| second.as_str()).collect();
    let letter = |text: &&str| text.len() == 1 && text.chars().all(|it| it.is_ascii_lowercase());
    // Columns stand where they stand on the board, played or not.
    let columns: Vec<String> = board.columns().map(|it| board.letter(it).to_string()).collect();
    let all_columns = firsts.iter().chain(&seconds).all(letter);
    let side = |found: BTreeSet<&str>| -> Vec<String> {
        if all_columns { columns.clone() } else { found.into_iter().map(str::to_owned).collect() }
    };
    if firsts.len() > MOST_SIDES || seconds.len() > MOST_SIDES {
        return list(what, pairs);
    }
    let (firsts, seconds) = (side(firsts), side(seconds));
    let row = |first: String| {
        let fields = seconds
            .iter()
            .map(|second| pairs.get(&(first.clone(), second.clone())).copied())
            .collect();
        (first, fields)
    };
    Block::Matrix(Matrix {
        caption: what.to_owned(),
        words,
        shade: if given { Shade::Score } else { Shade::Games },
        fair,
        seconds: seconds.clone(),
        firsts: firsts.into_iter().map(row).collect(),
    })
}

fn list(what: &str, pairs: &Pairs) -> Block {
    let mut order: Vec<(&(String, String), &Opened)> = pairs.iter().collect();
    order.sort_by_key(|(_, opened)| std::cmp::Reverse(opened.games));
    let rows = order.iter().take(LISTED).map(|((first, second), opened)| {
        vec![format!("{first} {second}"), count(opened.games), percent(opened.score())]
    });
    Block::Table(Table {
        caption: format!(
            "{what}: the {} most frequent of {} openings",
            LISTED.min(order.len()),
            order.len()
        ),
        columns: ["opening", "games", "first %"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    })
}

/// What bots choose, in a sentence.
fn chosen(group: &Group<'_>, pairs: &Pairs) -> String {
    let games = group.tally.rounds().max(1);
    let most = |which: fn(&(String, String)) -> &str| {
        let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
        for (pair, opened) in pairs {
            *sums.entry(which(pair)).or_default() += opened.games;
        }
        let mut order: Vec<(&str, u64)> = sums.into_iter().collect();
        order.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
        let named: Vec<String> = order
            .iter()
            .take(4)
            .map(|&(text, times)| {
                let text = if text.is_empty() { "none" } else { text };
                format!("{text} {} %", percent(times as f64 / games as f64))
            })
            .collect();
        named.join(", ")
    };
    format!(
        "First moves chosen most often: {}; replies: {}.",
        most(|pair| &pair.0),
        most(|pair| &pair.1)
    )
}
