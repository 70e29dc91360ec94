//! A report as JSON: its words, its tables, its scores, and the rows of `cells.csv`.

use serde_json::{Value, json};

use super::Exporter;
use super::document::{Block, Document, DotRow, Dots, Forest, Matrix, Table};
use super::words::verdict;

/// Writes JSON.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, document: &Document) -> Vec<u8> {
        let section = |section: &super::Section| {
            json!({
                "id": section.id,
                "title": section.title,
                "blocks": section.blocks.iter().map(block).collect::<Vec<Value>>(),
            })
        };
        let value = json!({
            "title": document.title,
            "lead": document.lead,
            "facts": document.facts,
            "sections": document.sections.iter().map(section).collect::<Vec<Value>>(),
            "cells": document.cells.json,
        });
        format!("{value:#}\n").into_bytes()
    }
}

fn blocks(blocks: &[Block]) -> Vec<Value> {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> Value {
    match block {
        Block::Answer(answer) => json!({
            "answer": {
                "of": answer.label,
                "figure": answer.figure,
                "what": answer.what,
                "text": answer.text,
            }
        }),
        Block::Text(text) => json!({ "text": text }),
        Block::Caveats(texts) => json!({ "caveats": texts }),
        Block::Heading(text) => json!({ "heading": text }),
        Block::Command(text) => json!({ "command": text }),
        Block::Listing(text) => json!({ "listing": text }),
        Block::Table(Table { caption, columns, rows }) => {
            json!({ "table": { "caption": caption, "columns": columns, "rows": rows } })
        }
        Block::Forest(forest) => forest_json(forest),
        Block::Dots(dots) => dots_json(dots),
        Block::Gallery(setups) => {
            let words: Vec<&str> = setups.iter().map(|(_, words)| words.as_str()).collect();
            json!({ "gallery": words })
        }
        Block::Files(files) => {
            let files: Vec<Value> = files
                .iter()
                .map(|(name, digest)| json!({ "name": name, "sha256": digest }))
                .collect();
            json!({ "files": files })
        }
        Block::Steps(steps) => {
            let titles: Vec<&str> = steps.boards.iter().map(|board| board.title.as_str()).collect();
            json!({ "game": { "title": steps.title, "boards": titles } })
        }
        Block::Cell(number, title, inner) => {
            json!({ "cell": { "number": number, "title": title, "blocks": blocks(inner) } })
        }
        Block::Matrix(matrix) => matrix_json(matrix),
        Block::Figure(figure) => {
            json!({ "figure": { "title": figure.title, "words": figure.words } })
        }
        Block::Boards(boards) => {
            let titles: Vec<&str> = boards.iter().map(|board| board.title.as_str()).collect();
            json!({ "boards": titles })
        }
        Block::Setup(number) => json!({ "setup": number }),
        Block::Beside(inner) => json!({ "beside": blocks(inner) }),
        Block::Fold(title, inner) => json!({ "fold": { "title": title, "blocks": blocks(inner) } }),
    }
}

fn dots_json(dots: &Dots) -> Value {
    let row = |row: &DotRow| json!({ "setup": row.name, "scores": row.scores });
    json!({
        "dots": {
            "title": dots.title,
            "series": dots.series,
            "fair": dots.fair,
            "within": dots.within,
            "rows": dots.rows.iter().map(row).collect::<Vec<Value>>(),
        }
    })
}

fn forest_json(forest: &Forest) -> Value {
    let row = |row: &super::ForestRow| {
        json!({
            "setup": row.name,
            "score": row.score,
            "low": row.interval.map(|interval| interval.low),
            "high": row.interval.map(|interval| interval.high),
            "verdict": verdict(row.verdict),
            "few_different_games": row.few,
        })
    };
    json!({
        "scores": {
            "title": forest.title,
            "fair": forest.fair,
            "within": forest.within,
            "rows": forest.rows.iter().map(row).collect::<Vec<Value>>(),
            "left_out": forest.left_out,
        }
    })
}

fn matrix_json(matrix: &Matrix) -> Value {
    let mut rows = Vec::new();
    for (first, fields) in &matrix.firsts {
        for (second, opened) in matrix.seconds.iter().zip(fields) {
            if let Some(opened) = opened {
                rows.push(json!({
                    "first": first,
                    "second": second,
                    "games": opened.games,
                    "first_score": opened.score(),
                }));
            }
        }
    }
    json!({ "openings": { "caption": matrix.caption, "words": matrix.words, "rows": rows } })
}
