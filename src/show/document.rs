//! The content of a report, independent of its format.

use super::svg::{Board, CentreMark};
use super::table::Table;
use crate::answer::balance::Statement;
use crate::answer::interval::Interval;
use pasang_core::board::Stones;

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
    /// The mark in the centre of the setups' boards.
    pub centre_mark: CentreMark,
}

#[derive(Clone, Debug)]
pub struct Section {
    /// Its anchor within the report: a word.
    pub id: &'static str,
    pub title: String,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub enum Block {
    Text(String),
    /// A paragraph that belongs to the table above it.
    Note(String),
    Notes(Vec<String>),
    /// Preformatted text: a file or a command.
    Listing(String),
    /// A table with its caption; empty if the section's heading suffices.
    Table(String, Table),
    /// A picture as SVG, which a terminal leaves out; a card also shows the setup's board.
    Picture {
        svg: String,
        is_card: bool,
    },
    /// Charts side by side, and the blocks that replace them on the terminal.
    Charts(Vec<ForestPlot>, Vec<Block>),
    /// Blocks that a page shows on request, with their title.
    Fold(String, Vec<Block>),
    Boards(Vec<Board>),
    /// Games, position by position.
    Replays(Vec<GameReplay>),
}

#[derive(Clone, Debug, Default)]
pub struct GameReplay {
    pub title: String,
    /// Its anchor within the report: a word.
    pub id: String,
    /// Every position, including the first.
    pub boards: Vec<Board>,
    pub moves: String,
}

/// A forest plot: estimates with their intervals, a row each.
#[derive(Clone, Debug, Default)]
pub struct ForestPlot {
    pub title: String,
    pub note: String,
    pub axis_range: (f64, f64),
    /// The estimate without an advantage for either player.
    pub even_share: f64,
    /// The shaded distance, on both sides of `even_share`.
    pub within: f64,
    /// In the order in which they are shown.
    pub rows: Vec<ForestRow>,
    /// The number of rows left out in the middle.
    pub omitted_rows: usize,
}

#[derive(Clone, Debug, Default)]
pub struct ForestRow {
    /// Its anchor within the report: a word.
    pub id: String,
    pub name: String,
    /// The number of the setup whose board stands before the name; `None` for a known pattern,
    /// which is shown for comparison only.
    pub setup: Option<usize>,
    pub estimate: f64,
    pub interval: Option<Interval>,
    pub statement: Option<Statement>,
    pub warning: Option<String>,
}
