//! What a report consists of, whatever format it is written in.

use crate::base::svg::Hollow;
use crate::board::{Point, PointSet, Side, Stones, Trail};
use crate::stats::interval::Interval;
use crate::stats::{Verdict, WHOLE};

/// A report, or a picture alone: what an exporter writes.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What answers its question, a paragraph each.
    pub lead: Vec<String>,
    /// The setups that the answer is about, by their numbers, with a few words on each.
    pub concerned: Vec<(usize, String)>,
    /// What it is drawn from.
    pub facts: Vec<String>,
    /// The board that a picture alone consists of.
    pub emblem: Option<Board>,
    /// The parts, in order.
    pub sections: Vec<Section>,
    /// The setups, which several parts show: each is drawn once.
    pub setups: Vec<(String, Stones)>,
    /// What is left out in the middle of the setups' boards.
    pub hollow: Hollow,
    /// Whether boards of Bell's game are among its drawings besides.
    pub has_store: bool,
}

/// A part of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its address within the report: a word.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// What a reader should take home.
    Answer(Answer),
    /// A paragraph.
    Text(String),
    /// Paragraphs that say with how much salt to take the rest.
    Caveats(Vec<String>),
    /// A heading below that of the section.
    Heading(String),
    /// Something to be typed.
    Command(String),
    /// A text as a file has it.
    Listing(String),
    /// Rows and columns.
    Table(Table),
    /// Scores with their intervals, by cell.
    Forest(Forest),
    /// Several scores a setup, on one line.
    Dots(Dots),
    /// Openings.
    Matrix(Matrix),
    /// A drawing.
    Figure(Figure),
    /// Boards in a row.
    Boards(Vec<Board>),
    /// The setup of this number, drawn large.
    Setup(usize),
    /// Pieces side by side, where there is room.
    Beside(Vec<Block>),
    /// Setups in a row, by their numbers, with a few words on each.
    Gallery(Vec<(usize, String)>),
    /// Pieces that are shown on request.
    Fold(String, Vec<Block>),
    /// All about the cell of this number, shown on request.
    Cell(usize, String, Vec<Block>),
    /// The files beside the document: their names and digests.
    Files(Vec<(String, String)>),
    /// A game, position by position.
    Steps(Steps),
}

/// An answer to one of the questions that an experiment asks.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Which games it is drawn from.
    pub label: String,
    /// Its most important figure.
    pub figure: String,
    /// What that figure is.
    pub what: String,
    /// The answer: a sentence, or a few.
    pub text: String,
}

/// Rows and columns; the first column names the rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The columns' names.
    pub columns: Vec<String>,
    /// The fields, row by row.
    pub rows: Vec<Vec<String>>,
}

/// A game, position by position.
#[derive(Clone, Debug)]
pub struct Steps {
    /// What it is called.
    pub title: String,
    /// Its address within the report: a word.
    pub id: String,
    /// Every position, the first one included.
    pub boards: Vec<Board>,
}

/// Scores of the same setups under several names, a line a setup.
#[derive(Clone, Debug)]
pub struct Dots {
    /// What it shows.
    pub title: String,
    /// What the marks stand for, in order; no more than [`Dots::MOST`].
    pub series: Vec<String>,
    /// The least and the greatest score that is drawn.
    pub axis: (f64, f64),
    /// The score of nobody's advantage.
    pub fair: f64,
    /// How far from it a score may lie and still be called balanced.
    pub within: f64,
    /// The setups, in the order in which they are shown.
    pub rows: Vec<DotRow>,
}

/// A setup with several scores.
#[derive(Clone, Debug)]
pub struct DotRow {
    /// The number of the setup.
    pub setup: usize,
    /// Its name.
    pub name: String,
    /// Its scores, in the order of the series.
    pub scores: Vec<Option<f64>>,
}

impl Dots {
    /// So many kinds of marks are told apart.
    pub const MOST: usize = 6;
}

/// Scores with their intervals.
#[derive(Clone, Debug)]
pub struct Forest {
    /// What it shows: the rules and the bots.
    pub title: String,
    /// What the marks mean.
    pub caption: String,
    /// The least and the greatest score that is drawn.
    pub axis: (f64, f64),
    /// The score of nobody's advantage.
    pub fair: f64,
    /// How far from it a score may lie and still be called balanced.
    pub within: f64,
    /// The scores, in the order in which they are shown.
    pub rows: Vec<ForestRow>,
    /// How many more there are, which are not shown.
    pub left_out: usize,
    /// Whether all about each cell is shown elsewhere.
    pub has_more: bool,
}

/// A score with its interval.
#[derive(Clone, Debug)]
pub struct ForestRow {
    /// The number of the cell.
    pub cell: usize,
    /// The number of the setup.
    pub setup: usize,
    /// The name of the setup.
    pub name: String,
    /// The score.
    pub score: f64,
    /// Where it is expected; all intervals of a report hold together.
    pub interval: Option<Interval>,
    /// Why there is no interval, where there is none.
    pub why_none: &'static str,
    /// What may be said of the cell.
    pub verdict: Option<Verdict>,
    /// The share of different games, where they are fewer than nine of ten.
    pub few: Option<f64>,
}

/// What the strength of an opening's colour stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// How often it was played.
    Games,
    /// What the first player scored.
    Score,
}

/// First moves by replies.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// What it shows.
    pub caption: String,
    /// What stands below it.
    pub words: String,
    /// What the strength of a field's colour stands for.
    pub shade: Shade,
    /// The score of nobody's advantage.
    pub fair: f64,
    /// The replies.
    pub seconds: Vec<String>,
    /// The first moves, with the fields in the order of the replies.
    pub firsts: Vec<(String, Vec<Option<Opened>>)>,
}

/// The games of an opening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    /// How many.
    pub games: u64,
    /// What the first player scored, in twelfths.
    pub twelfths: u64,
}

/// A drawing.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its heading.
    pub title: String,
    /// What it shows, in words, for whoever does not see it.
    pub words: String,
    /// What stands below it.
    pub caption: String,
    /// Its width and height.
    pub size: (u32, u32),
    /// The drawing: SVG, sound and escaped.
    pub svg: String,
}

/// A board with what lies on it.
#[derive(Clone, Debug)]
pub struct Board {
    /// What it shows.
    pub title: String,
    /// What stands below it.
    pub caption: String,
    /// How large it is.
    pub side: Side,
    /// What lies on each point, as a diagram writes it, by the points' indices.
    pub signs: Vec<char>,
    /// What the last move left behind.
    pub trail: Trail,
}

/// What lies on a point of a setup's board, as a diagram writes it.
pub fn sign_of(stones: Stones, hollow: Hollow, point: Point) -> char {
    match hollow {
        Hollow::Store if PointSet::STORE.has(point) => '_',
        _ => stones.at(point).map_or('.', crate::board::Colour::sign),
    }
}

impl Board {
    /// A board by the signs of its points.
    pub fn new(title: String, side: Side, sign: impl Fn(Point) -> char) -> Board {
        let signs = Point::all().map(sign).collect();
        Board { title, caption: String::new(), side, signs, trail: Trail::default() }
    }

    /// The stones of a setup; on Bell's board those that lie in its store are left off.
    pub fn of_stones(title: &str, stones: Stones, hollow: Hollow) -> Board {
        Board::new(title.to_owned(), Side::of(stones), |point| sign_of(stones, hollow, point))
    }

    /// What is left out in its middle.
    pub fn hollow(&self) -> Hollow {
        Hollow::of(|point| self.sign(point))
    }

    /// What lies on a point.
    pub fn sign(&self, point: Point) -> char {
        self.signs.get(usize::from(point.index())).copied().unwrap_or('.')
    }
}

impl Document {
    /// A document of one board.
    pub fn of_board(board: Board) -> Document {
        let title = board.title.clone();
        Document { title, emblem: Some(board), ..Document::default() }
    }

    /// The empty boards that it shows something on; the game's own always.
    pub fn boards(&self) -> Vec<(Side, Hollow)> {
        let of_setups =
            |side: &Side| self.setups.iter().any(|(_, stones)| Side::of(*stones) == *side);
        let sides = Side::ALL.into_iter().filter(|side| *side == Side::FULL || of_setups(side));
        let store = self.has_store.then_some((Side::FULL, Hollow::Store));
        sides.rev().map(|side| (side, Hollow::Hole)).chain(store).collect()
    }
}

impl Opened {
    /// The mean of what the first player scored.
    pub fn score(&self) -> f64 {
        self.twelfths as f64 / (WHOLE as f64 * self.games.max(1) as f64)
    }
}
