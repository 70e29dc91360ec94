//! What a block shows as rows and columns, for formats that have tables and no charts.

use super::document::{Block, DotRow, Dots, Forest, Matrix};
use super::words::{count, percent, verdict};

/// A table of texts.
pub struct Grid {
    /// What it shows; nothing where the words around it say so.
    pub caption: String,
    /// The columns' names.
    pub columns: Vec<String>,
    /// The fields, row by row.
    pub rows: Vec<Vec<String>>,
    /// What stands below it, if anything does.
    pub note: String,
}

impl Grid {
    /// What a block shows, where it is rows and columns, or a chart of such.
    pub fn of(block: &Block) -> Option<Grid> {
        Some(match block {
            Block::Table(table) => Grid {
                caption: table.caption.clone(),
                columns: table.columns.clone(),
                rows: table.rows.clone(),
                note: String::new(),
            },
            Block::Files(files) => Grid {
                caption: String::new(),
                columns: ["file", "SHA-256"].map(str::to_owned).to_vec(),
                rows: files
                    .iter()
                    .map(|(name, digest)| vec![name.clone(), digest.clone()])
                    .collect(),
                note: String::new(),
            },
            Block::Forest(it) => forest(it),
            Block::Dots(it) => dots(it),
            Block::Matrix(it) => matrix(it),
            _ => return None,
        })
    }
}

fn forest(forest: &Forest) -> Grid {
    let columns = ["setup", "first %", "interval", "verdict", "different games %"];
    let rows = forest.rows.iter().map(|row| {
        let interval = row.interval.map(|interval| [interval.low, interval.high].map(percent));
        vec![
            row.name.clone(),
            percent(row.score),
            interval
                .map_or_else(|| row.why_none.to_owned(), |[low, high]| format!("{low} to {high}")),
            verdict(row.verdict).to_owned(),
            row.few.map_or_else(|| "90 or more".to_owned(), percent),
        ]
    });
    let note = match forest.left_out {
        0 => String::new(),
        left_out => format!("{left_out} rows between them are left out."),
    };
    Grid {
        caption: forest.caption.clone(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note,
    }
}

fn dots(dots: &Dots) -> Grid {
    let mut columns = vec!["setup".to_owned()];
    columns.extend(dots.series.iter().cloned());
    let rows = dots.rows.iter().map(|DotRow { name, scores, .. }| {
        let scores = scores.iter().map(|score| score.map_or_else(String::new, percent));
        [name.clone()].into_iter().chain(scores).collect()
    });
    let caption = format!("{}, first player's score in %", dots.title);
    Grid { caption, columns, rows: rows.collect(), note: String::new() }
}

fn matrix(matrix: &Matrix) -> Grid {
    let columns = ["first", "second", "games", "first %"].map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    for (first, fields) in &matrix.firsts {
        for (second, opened) in matrix.seconds.iter().zip(fields) {
            if let Some(opened) = opened {
                let (games, score) = (count(opened.games), percent(opened.score()));
                rows.push(vec![first.clone(), second.clone(), games, score]);
            }
        }
    }
    Grid { caption: matrix.caption.clone(), columns, rows, note: matrix.words.clone() }
}
