//! What a report consists of, however it is shown.

use crate::board::{Point, PointSet, Side, Stones, Trail};
use crate::report::svg::{self, Hollow};
use crate::stats::interval::Interval;
use crate::stats::table::Table;
use crate::stats::{Verdict, WHOLE};

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What it is drawn from.
    pub facts: Vec<String>,
    /// The setups that the answer is about, by their numbers, with a few words on each.
    pub concerned: Vec<(usize, String)>,
    /// The parts, in order; the first one answers the question.
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
    /// Where it is shown.
    pub shown: Shown,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// Where a section is shown. The page and Markdown show all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// First of all on the terminal, without a heading.
    First,
    /// On the terminal too.
    More,
    /// Not on the terminal.
    Page,
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
    /// Something to be typed.
    Command(String),
    /// A text as a file has it.
    Listing(String),
    /// Rows and columns, and what they show; nothing where the section's heading says it.
    Table(String, Table),
    /// Drawings side by side, and what stands in their place where nothing can be drawn.
    Drawn(Vec<Chart>, Vec<Block>),
    /// Pieces that a page shows on request.
    Fold(String, Vec<Block>),
    /// The files beside the document: their names and digests.
    Files(Vec<(String, String)>),
    /// A game, position by position.
    Steps(Steps),
}

/// A drawing.
#[derive(Clone, Debug)]
pub enum Chart {
    /// Scores with their intervals, by cell.
    Forest(Forest),
    /// Several scores a setup, on one line.
    Dots(Dots),
    /// Openings.
    Matrix(Matrix),
    /// Any other.
    Figure(Figure),
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

/// On what scores are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axis {
    /// The least and the greatest score.
    pub ends: (f64, f64),
    /// The score of nobody's advantage.
    pub fair: f64,
    /// How far from it a score may lie and still be called balanced.
    pub within: f64,
}

/// Scores of the same setups under several names, a line a setup.
#[derive(Clone, Debug)]
pub struct Dots {
    /// What it shows.
    pub title: String,
    /// What the marks stand for, in order; no more than [`Dots::MOST`].
    pub series: Vec<String>,
    /// On what they are drawn.
    pub axis: Axis,
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
    /// On what they are drawn.
    pub axis: Axis,
    /// The scores, in the order in which they are shown.
    pub rows: Vec<ForestRow>,
    /// How many more there are, which are not shown.
    pub left_out: usize,
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

impl Opened {
    /// The mean of what the first player scored.
    pub fn score(&self) -> f64 {
        self.twelfths as f64 / (WHOLE as f64 * self.games.max(1) as f64)
    }
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

    /// The board as a picture that needs nothing else.
    pub fn svg(&self) -> String {
        svg::position(&self.title, self.side, &self.trail, |point| self.sign(point))
    }
}

impl Document {
    /// The empty boards that it shows something on; the game's own always.
    pub fn boards(&self) -> Vec<(Side, Hollow)> {
        let of_setups =
            |side: &Side| self.setups.iter().any(|(_, stones)| Side::of(*stones) == *side);
        let sides = Side::ALL.into_iter().filter(|side| *side == Side::FULL || of_setups(side));
        let store = self.has_store.then_some((Side::FULL, Hollow::Store));
        sides.rev().map(|side| (side, Hollow::Hole)).chain(store).collect()
    }
}
