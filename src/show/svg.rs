//! Renders boards as SVG, without fonts, style sheets or scripts. Coordinates are in points, a11 at
//! 1 1 and k1 at 11 11; a smaller board lies in the middle, as it lies on the large one.

use pasang_core::base::markup::escaped;
use pasang_core::board::{BOARD_SIZE, BoardSize, Colour, Point, PointSet, Stones, Trail};
use pasang_core::picture::{dots, place};

const WOOD: &str = "#e3bd7f";
/// The colour of the hollow: darker than the wood, so that it does not look like a stone.
const CUT: &str = "#b8904f";
const INK: &str = "#5d4420";
/// The colour of the path of a ka or a stone.
const WAY: &str = "#7a2e8a";

/// The colours of the players' kas, which also bear their numbers.
const KAS: [(char, &str); 2] = [('1', "#a3241c"), ('2', "#1b4a8a")];

/// The hollow in the middle of a board: a square without lines. The marked diagonals run from the
/// board's corners to the corners of the square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CentreMark {
    /// Brunei's hole: the centre and the four segments that meet there, as e5 to g7.
    #[default]
    Hole,
    /// Bell's store: nine points and all lines between them, as d4 to h8.
    Store,
}

impl CentreMark {
    pub fn store_if(is_store: bool) -> CentreMark {
        if is_store { CentreMark::Store } else { CentreMark::Hole }
    }

    /// Returns the distance from the centre to each edge, in points.
    const fn reach(self) -> u32 {
        match self {
            CentreMark::Hole => 1,
            CentreMark::Store => 2,
        }
    }
}

/// A board with its pieces.
#[derive(Clone, Debug)]
pub struct Board {
    pub title: String,
    /// The caption below it.
    pub caption: String,
    pub side: BoardSize,
    /// The sign of each point, as in a diagram, by point index.
    pub signs: Vec<char>,
    /// The traces of the last move.
    pub trail: Trail,
    /// The use of each point, by point index; empty for a board of a game.
    pub heat: Vec<f64>,
}

/// Returns the diagram sign of a point on a setup's board.
pub fn sign_of(stones: Stones, centre_mark: CentreMark, point: Point) -> char {
    match centre_mark {
        CentreMark::Store if PointSet::STORE.has(point) => '_',
        _ => stones.at(point).map_or('.', Colour::sign),
    }
}

impl Board {
    /// Creates a board from the signs of its points.
    pub fn new(title: String, side: BoardSize, sign: impl Fn(Point) -> char) -> Board {
        let signs = Point::all().map(sign).collect();
        Board {
            title,
            caption: String::new(),
            side,
            signs,
            trail: Trail::default(),
            heat: Vec::new(),
        }
    }

    /// Returns the sign of a point.
    pub fn sign(&self, point: Point) -> char {
        self.signs.get(usize::from(point.index())).copied().unwrap_or('.')
    }

    /// Returns the hollow of the board: Bell's board has `_` on all points of the store.
    pub fn centre_mark(&self) -> CentreMark {
        let mut store = PointSet::STORE;
        CentreMark::store_if(store.all(|point| self.sign(point) == '_'))
    }

    /// Renders the board as a self-contained picture with labels of columns and rows. Equal boards
    /// make equal bytes.
    pub fn svg(&self) -> String {
        let Board { title, side, trail, heat, .. } = self;
        // Room for the labels, and 40 pixels from point to point.
        let (corner, wide) = (f64::from(side.margin()) - 0.5, side.length() as f64 + 1.9);
        let pixels = (40.0 * wide) as u32;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {margin} {wide:.1} {wide:.1}\" \
             width=\"{pixels}\" height=\"{pixels}\" role=\"img\">\n\
             <title>{}</title>\n\
             <rect x=\"{corner}\" y=\"{margin}\" width=\"{wide:.1}\" height=\"{wide:.1}\" fill=\"#fff\"/>\n\
             {}\n{}\n{}\n\
             <g font-family=\"sans-serif\" font-size=\".35\" fill=\"#333\" text-anchor=\"middle\">\n\
             {}</g>\n\
             </svg>\n",
            escaped(title),
            empty(*side, self.centre_mark()),
            traced(trail) + &heated(heat),
            pieces(|point| self.sign(point)),
            names(*side),
            margin = side.margin(),
        )
    }
}

/// Returns the view box of a board.
pub fn view(board: BoardSize) -> String {
    let (corner, side) = (board.margin(), board.length() + 1);
    format!("{corner} {corner} {side} {side}")
}

/// Renders an empty board: columns and rows stop at the edge of the hollow, the four marked
/// diagonals run to its corners.
pub fn empty(board: BoardSize, centre_mark: CentreMark) -> String {
    let (middle, reach) = (u32::from(BOARD_SIZE / 2) + 1, centre_mark.reach());
    let (near, length) = (u32::from(board.margin()) + 1, board.length() as u32);
    let (far, before, after) = (near + length - 1, middle - reach, middle + reach);
    let mut lines = String::new();
    for at in near..=far {
        if at.abs_diff(middle) < reach {
            lines += &format!("M{at} {near}V{before}M{at} {after}V{far}");
            lines += &format!("M{near} {at}H{before}M{after} {at}H{far}");
        } else {
            lines += &format!("M{at} {near}V{far}M{near} {at}H{far}");
        }
    }
    let diagonals = format!(
        "M{near} {near}L{before} {before}M{far} {near}L{after} {before}\
         M{near} {far}L{before} {after}M{far} {far}L{after} {after}"
    );
    let (cut, rim) = (2 * reach, board.margin());
    format!(
        "<g fill=\"none\" stroke=\"{INK}\" stroke-width=\".05\">\
         <rect x=\"{rim}.15\" y=\"{rim}.15\" width=\"{length}.7\" height=\"{length}.7\" rx=\".3\" \
         fill=\"{WOOD}\" stroke=\"none\"/>\
         <path d=\"M{before} {before}h{cut}v{cut}h-{cut}z\" fill=\"{CUT}\" stroke=\"none\"/>\
         <path stroke-opacity=\".4\" d=\"{diagonals}\"/>\
         <path stroke-opacity=\".8\" stroke-linecap=\"square\" d=\"{lines}\"/></g>"
    )
}

/// Renders the pieces as in a diagram: stones `b` and `w`, kas `1` and `2`. All stones are one dark
/// path, the white ones a second, narrower path upon it, so that each has a rim.
pub fn pieces(sign: impl Fn(Point) -> char) -> String {
    let of = |wanted: &[char]| {
        let is_wanted = |point: &Point| wanted.contains(&sign(*point));
        Point::all().filter(is_wanted).collect::<Vec<Point>>()
    };
    let (all, white) = (dots(of(&['b', 'w']).into_iter()), dots(of(&['w']).into_iter()));
    let mut text = format!(
        "<g fill=\"none\" stroke-linecap=\"round\">\
         <path stroke=\"#161616\" stroke-width=\".86\" d=\"{all}\"/>\
         <path stroke=\"#fcfcfa\" stroke-width=\".74\" d=\"{white}\"/></g>"
    );
    for (number, fill) in KAS {
        for (x, y) in of(&[number]).into_iter().map(place) {
            text += &format!(
                "<g transform=\"translate({x} {y})\"><rect x=\"-.45\" y=\"-.45\" width=\".9\" \
                 height=\".9\" rx=\".14\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\".09\"/>\
                 <text y=\".25\" font-family=\"sans-serif\" font-size=\".7\" font-weight=\"bold\" \
                 fill=\"#fff\" text-anchor=\"middle\">{number}</text></g>"
            );
        }
    }
    text
}

/// Renders the traces of the last move: a dot on each point from which it captured a stone, and the
/// path of the piece that moved, from a ring to its present point.
pub fn traced(trail: &Trail) -> String {
    let mut text = String::new();
    if trail.captured != PointSet::EMPTY {
        let taken = dots(trail.captured);
        text +=
            &format!("<path stroke=\"{INK}\" stroke-width=\".34\" opacity=\".7\" d=\"{taken}\"/>");
    }
    let way: Vec<String> =
        trail.path.iter().map(|&point| place(point)).map(|(x, y)| format!("{x} {y}")).collect();
    if let Some(first) = way.first() {
        let way = way.join("L");
        text += &format!(
            "<path stroke=\"{WAY}\" stroke-width=\".12\" d=\"M{way}\"/>\
             <path stroke=\"{WAY}\" stroke-width=\".5\" d=\"M{first}h0\"/>\
             <path stroke=\"{WOOD}\" stroke-width=\".26\" d=\"M{first}h0\"/>"
        );
    }
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{text}</g>")
}

/// Renders the use of points as discs whose area is their share of the most used point's.
pub fn heated(heat: &[f64]) -> String {
    let most = heat.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let disc = |(point, &it): (Point, &f64)| {
        let ((x, y), radius) = (place(point), 0.45 * (it / most).sqrt());
        (it > 0.0).then(|| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.3}\"/>"))
    };
    let discs: String = Point::all().zip(heat).filter_map(disc).collect();
    if discs.is_empty() {
        return discs;
    }
    format!("<g fill=\"{WAY}\" fill-opacity=\".75\">{discs}</g>")
}

/// Renders the column letters below the board and the row numbers to its left.
fn names(board: BoardSize) -> String {
    let mut names = String::new();
    let near = f64::from(board.margin()) + 1.0;
    for (place, column) in board.columns().enumerate() {
        let (x, y) = (near + place as f64, near + board.length() as f64 + 0.25);
        names += &format!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", board.letter(column));
    }
    for (place, row) in board.rows().enumerate() {
        let (x, y) = (near - 1.15, near + board.length() as f64 - 0.88 - place as f64);
        names += &format!("<text x=\"{x:.2}\" y=\"{y:.2}\">{}</text>\n", board.number(row));
    }
    names
}
