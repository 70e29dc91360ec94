//! The content of a report, independent of its format.

use crate::board::Stones;
use crate::report::svg::{Board, Hollow};
use crate::stats::Verdict;
use crate::stats::interval::Interval;
use crate::stats::table::Table;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub title: String,
    /// The facts about the data: games, cells, seed.
    pub facts: Vec<String>,
    /// The answer, one entry a paragraph; the first states the finding.
    pub lead: Vec<String>,
    pub sections: Vec<Section>,
    /// The setups by name. Several parts show them, and each is rendered once.
    pub setups: Vec<(String, Stones)>,
    /// The hollow in the middle of the setups' boards.
    pub hollow: Hollow,
}

#[derive(Clone, Debug)]
pub struct Section {
    /// Its anchor within the report: a word.
    pub id: &'static str,
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A block of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A paragraph that belongs to the table above it.
    Note(String),
    /// A list of remarks.
    Notes(Vec<String>),
    /// Preformatted text: a file or a command.
    Listing(String),
    /// A table with its caption; empty if the section's heading suffices.
    Table(String, Table),
    /// Charts side by side, and the blocks that replace them on the terminal.
    DiagramFormat(Vec<Forest>, Vec<Block>),
    /// Blocks that a page shows on request, with their title.
    Fold(String, Vec<Block>),
    /// Games, position by position.
    Steps(Vec<Steps>),
}

#[derive(Clone, Debug)]
pub struct Steps {
    pub title: String,
    /// Its anchor within the report: a word.
    pub id: String,
    /// Every position, including the first.
    pub boards: Vec<Board>,
    /// All its moves.
    pub moves: String,
}

/// A forest plot: figures with their intervals, a row each.
#[derive(Clone, Debug)]
pub struct Forest {
    pub title: String,
    /// A remark on its rows.
    pub note: String,
    /// The range of the axis.
    pub ends: (f64, f64),
    /// The figure without an advantage for either player.
    pub fair: f64,
    /// The equivalence margin, on both sides of `fair`.
    pub within: f64,
    /// In the order in which they are shown.
    pub rows: Vec<ForestRow>,
    /// The number of rows left out in the middle.
    pub left_out: usize,
}

#[derive(Clone, Debug)]
pub struct ForestRow {
    /// Its anchor within the report: a word.
    pub id: String,
    pub name: String,
    /// The number of the setup whose board stands before the name; `None` for a known pattern,
    /// which is shown for comparison only.
    pub setup: Option<usize>,
    pub figure: f64,
    pub interval: Option<Interval>,
    /// The reason why there is no interval; empty if there is one.
    pub why_none: &'static str,
    pub verdict: Option<Verdict>,
    /// A warning about the figure, if any.
    pub warning: Option<String>,
}
