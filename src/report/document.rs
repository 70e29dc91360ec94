//! What a report consists of, however it is shown.

use crate::board::Stones;
use crate::report::svg::{Board, Hollow};
use crate::stats::Verdict;
use crate::stats::interval::Interval;
use crate::stats::table::Table;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub title: String,
    /// What it is drawn from.
    pub facts: Vec<String>,
    /// The answer: a paragraph each, the first of which says what was found.
    pub lead: Vec<String>,
    pub sections: Vec<Section>,
    /// The setups, which several parts show: each is drawn once.
    pub setups: Vec<(String, Stones)>,
    /// What is left out in the middle of the setups' boards.
    pub hollow: Hollow,
}

#[derive(Clone, Debug)]
pub struct Section {
    /// Its address within the report: a word.
    pub id: &'static str,
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A paragraph that belongs to the table above it.
    Note(String),
    /// Remarks, one below the other.
    Notes(Vec<String>),
    /// A text as a file has it, or as it is typed.
    Listing(String),
    /// Rows and columns, and what they show; nothing where the section's heading says it.
    Table(String, Table),
    /// Drawings side by side, and what stands in their place where nothing can be drawn.
    Drawn(Vec<Forest>, Vec<Block>),
    /// Pieces that a page shows on request.
    Fold(String, Vec<Block>),
    /// Games, position by position.
    Steps(Vec<Steps>),
}

#[derive(Clone, Debug)]
pub struct Steps {
    pub title: String,
    /// Its address within the report: a word.
    pub id: String,
    /// Every position, the first one included.
    pub boards: Vec<Board>,
    /// All its moves.
    pub moves: String,
}

/// Figures with their intervals, a line each.
#[derive(Clone, Debug)]
pub struct Forest {
    pub title: String,
    /// What is to be known of its lines.
    pub note: String,
    /// From where to where figures are drawn.
    pub ends: (f64, f64),
    /// The figure of nobody's advantage.
    pub fair: f64,
    /// How far from it a figure may lie and still be called balanced.
    pub within: f64,
    /// In the order in which they are shown.
    pub rows: Vec<ForestRow>,
    /// How many more there are in the middle, which are not shown.
    pub left_out: usize,
}

#[derive(Clone, Debug)]
pub struct ForestRow {
    /// Its address within the report: a word.
    pub id: String,
    pub name: String,
    /// The number of the setup whose board stands before the name; none of a known pattern, which stands there only
    /// for others to be held against it.
    pub setup: Option<usize>,
    pub figure: f64,
    pub interval: Option<Interval>,
    /// Why there is no interval, where there is none.
    pub why_none: &'static str,
    pub verdict: Option<Verdict>,
    /// What is to be known besides, where something is.
    pub warning: Option<String>,
}
