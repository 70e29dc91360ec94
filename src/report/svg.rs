//! Boards as SVG pictures that need nothing else: no font, no style sheet, no script.

use crate::base::markup::escaped;
use crate::board::{Colour, Point, PointSet, SIDE, Side, Stones, Trail};

/// From one point to the next.
const STEP: u32 = 40;
/// From the edge of the picture to the point a11.
const MARGIN: u32 = 50;
/// Of a stone.
const RADIUS: u32 = 16;
/// From the outermost lines to the edge of the wood.
const RIM: u32 = 26;

const WOOD: &str = "#e3bd7f";
/// Of the hollow in the middle: darker than the wood, so that nobody takes it for a stone.
const CUT: &str = "#b8904f";
const INK: &str = "#5d4420";
/// Of the way of a ka or a stone.
const WAY: &str = "#7a2e8a";

/// Of the players' kas: told apart by their numbers, and by their colours besides.
const KAS: [(char, &str); 2] = [('1', "#a3241c"), ('2', "#1b4a8a")];

/// What is left out in the middle of a board: a square, and with it the lines within. The marked
/// diagonals run from the board's corners to those of the square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hollow {
    /// Brunei's hole: the centre and the four segments that meet there, as e5 to g7.
    #[default]
    Hole,
    /// Bell's store: nine points and all lines between them, as d4 to h8.
    Store,
}

impl Hollow {
    /// What a board has that shows these signs: one of Bell's shows `_` on all of the store.
    pub fn of(sign: impl Fn(Point) -> char) -> Hollow {
        let mut store = PointSet::STORE;
        if store.all(|point| sign(point) == '_') { Hollow::Store } else { Hollow::Hole }
    }

    /// From the centre so far to each side, in points.
    const fn reach(self) -> u32 {
        match self {
            Hollow::Hole => 1,
            Hollow::Store => 2,
        }
    }
}

/// A board with what lies on it, as a diagram would show it: stones `b` and `w`, kas `1` and `2`,
/// and `_` where no point is; and what the last move left behind. The same board always makes the
/// same bytes. A small board is drawn where it lies on the large one, and the picture shows no more
/// than it.
pub fn position(title: &str, board: Side, trail: &Trail, sign: impl Fn(Point) -> char) -> String {
    let hollow = Hollow::of(&sign);
    let mut stones = Stones::default();
    let mut pieces = String::new();
    for point in board.points() {
        match sign(point) {
            'b' => stones.put(point, Colour::Black),
            'w' => stones.put(point, Colour::White),
            sign => pieces += &ka(point, sign),
        }
    }
    let corner = STEP * u32::from(board.margin());
    let side = 2 * MARGIN + STEP * (board.length() as u32 - 1);
    let (wood, wood_side) = (corner + MARGIN - RIM, side - 2 * (MARGIN - RIM));
    let black = disks(stones, Colour::Black);
    let white = disks(stones, Colour::White);
    let (lines, diagonals) = (lines(board, hollow), diagonals(board, hollow));
    let names = names(board);
    let title = escaped(title);
    let cut = square(Point::CENTRE, STEP * hollow.reach());
    let trail = traced(trail);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {corner} {side} {side}\" \
         width=\"{side}\" height=\"{side}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <rect x=\"{corner}\" y=\"{corner}\" width=\"{side}\" height=\"{side}\" fill=\"#fff\"/>\n\
         <rect x=\"{wood}\" y=\"{wood}\" width=\"{wood_side}\" height=\"{wood_side}\" rx=\"6\" \
         fill=\"{WOOD}\"/>\n\
         <path d=\"{cut}\" fill=\"{CUT}\"/>\n\
         <path d=\"{diagonals}\" fill=\"none\" stroke=\"{INK}\" stroke-opacity=\".35\"/>\n\
         <path d=\"{lines}\" fill=\"none\" stroke=\"{INK}\" stroke-linecap=\"square\"/>\n\
         {trail}\
         <path d=\"{black}\" fill=\"#161616\" stroke=\"#000\"/>\n\
         <path d=\"{white}\" fill=\"#fcfcfa\" stroke=\"#555\"/>\n\
         {pieces}\
         <g font-family=\"sans-serif\" font-size=\"14\" fill=\"#333\" text-anchor=\"middle\">\n\
         {names}</g>\n\
         </svg>\n"
    )
}

/// Where a point lies in the picture.
fn place(point: Point) -> (u32, u32) {
    let x = MARGIN + STEP * u32::from(point.column().index());
    let y = MARGIN + STEP * u32::from(SIDE - 1 - point.row().index());
    (x, y)
}

/// A square around a point, from its middle so far to each side.
fn square(point: Point, half: u32) -> String {
    let (x, y) = place(point);
    let side = 2 * half;
    format!("M{} {}h{side}v{side}h-{side}z", x - half, y - half)
}

/// A player's ka: a square with the player's number.
fn ka(point: Point, sign: char) -> String {
    let Some((number, fill)) = KAS.into_iter().find(|&(number, _)| number == sign) else {
        return String::new();
    };
    let (x, y) = place(point);
    format!(
        "<path d=\"{}\" fill=\"{fill}\" stroke=\"#fff\"/>\n<text x=\"{x}\" y=\"{}\" \
         font-family=\"sans-serif\" font-size=\"18\" font-weight=\"bold\" fill=\"#fff\" \
         text-anchor=\"middle\">{number}</text>\n",
        square(point, RADIUS - 2),
        y + 6
    )
}

/// All stones of a colour as one path: each a circle of two half arcs.
fn disks(stones: Stones, colour: Colour) -> String {
    let (r, d) = (RADIUS, 2 * RADIUS);
    stones
        .of(colour)
        .map(|point| {
            let (x, y) = place(point);
            format!("M{} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z", x - r)
        })
        .collect()
}

/// What the last move left behind: a dot on each point from which it took a stone, and the way of
/// what moved, from a ring to where it stands now.
fn traced(trail: &Trail) -> String {
    let mut text = String::new();
    if trail.taken != PointSet::EMPTY {
        let dot = |point| {
            let (x, y) = place(point);
            format!("M{x} {y}h0")
        };
        let dots: String = trail.taken.map(dot).collect();
        text += &format!(
            "<path d=\"{dots}\" stroke=\"{INK}\" stroke-opacity=\".7\" stroke-width=\"13\" \
             stroke-linecap=\"round\"/>\n"
        );
    }
    if let Some(&first) = trail.way.first() {
        let way: Vec<String> = trail
            .way
            .iter()
            .map(|&point| {
                let (x, y) = place(point);
                format!("{x} {y}")
            })
            .collect();
        let (x, y) = place(first);
        text += &format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{WAY}\" stroke-width=\"4\" \
             stroke-linejoin=\"round\"/>\n\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{WOOD}\" stroke=\"{WAY}\" \
             stroke-width=\"4\"/>\n",
            way.join("L")
        );
    }
    text
}

/// Columns and rows; those that meet the hollow stop at its edge.
fn lines(board: Side, hollow: Hollow) -> String {
    crossings(board, hollow, |index| MARGIN + STEP * index)
}

/// Columns and rows between the places of their ends.
fn crossings(board: Side, hollow: Hollow, place: impl Fn(u32) -> u32) -> String {
    let middle = u32::from(SIDE / 2);
    let reach = hollow.reach();
    let (first, last) = ends(board, &place);
    let (before, after) = (place(middle - reach), place(middle + reach));
    let margin = u32::from(board.margin());
    let mut lines = String::new();
    for index in margin..margin + board.length() as u32 {
        let at = place(index);
        if index.abs_diff(middle) < reach {
            lines += &format!("M{at} {first}V{before}M{at} {after}V{last}");
            lines += &format!("M{first} {at}H{before}M{after} {at}H{last}");
        } else {
            lines += &format!("M{at} {first}V{last}M{first} {at}H{last}");
        }
    }
    lines
}

/// Where a board's first and its last row (or column) lie.
fn ends(board: Side, place: impl Fn(u32) -> u32) -> (u32, u32) {
    let margin = u32::from(board.margin());
    (place(margin), place(margin + board.length() as u32 - 1))
}

/// How far the marked diagonals run inwards from the corners, in points: to the hollow.
fn diagonal(board: Side, hollow: Hollow) -> u32 {
    board.length() as u32 / 2 - hollow.reach()
}

/// The four marked diagonals, from each corner to the hollow.
fn diagonals(board: Side, hollow: Hollow) -> String {
    let (near, far) = ends(board, |index| MARGIN + STEP * index);
    let long = STEP * diagonal(board, hollow);
    let (near_end, far_end) = (near + long, far - long);
    format!(
        "M{near} {far}L{near_end} {far_end}M{far} {far}L{far_end} {far_end}\
         M{near} {near}L{near_end} {near_end}M{far} {near}L{far_end} {near_end}"
    )
}

/// The columns' letters below the board, the rows' numbers to its left.
fn names(board: Side) -> String {
    let mut names = String::new();
    let row = |row| board.columns().map(move |column| Point::new(column, row));
    for point in board.rows().take(1).flat_map(row) {
        let (x, y) = place(point);
        let column = board.letter(point.column());
        names += &format!("<text x=\"{x}\" y=\"{}\">{column}</text>\n", y + RIM + 16);
    }
    for point in board
        .columns()
        .take(1)
        .flat_map(|column| board.rows().map(move |row| Point::new(column, row)))
    {
        let (x, y) = place(point);
        let row = board.number(point.row());
        names += &format!("<text x=\"{}\" y=\"{}\">{row}</text>\n", x - RIM - 12, y + 5);
    }
    names
}

/// Where a point lies on a board that is measured in points: a11 at 1 1, k1 at 11 11.
pub fn unit(point: Point) -> (u32, u32) {
    (u32::from(point.column().index()) + 1, u32::from(SIDE - point.row().index()))
}

/// What the boards of a larger drawing are called there: `wood` with the side behind it where that is
/// a small one, and with `s` behind it where it has Bell's store.
pub fn named(word: &str, board: Side, hollow: Hollow) -> String {
    match (hollow, board) {
        (Hollow::Store, _) => format!("{word}s"),
        (Hollow::Hole, Side::FULL) => word.to_owned(),
        (Hollow::Hole, small) => format!("{word}{}", small.length()),
    }
}

/// The part of a drawing, measured in points, on which a board lies.
pub fn view(board: Side) -> String {
    let (corner, side) = (board.margin(), board.length() + 1);
    format!("{corner} {corner} {side} {side}")
}

/// What boards within a larger drawing share, to be written once among its definitions: `wood`,
/// the empty board; `lines`, the same without the wood, of each of these boards; `ka1` and `ka2`.
/// Measured in points, on 12 by 12; a small board lies in the middle. Colours that follow the
/// page's come from classes.
pub fn definitions(boards: &[(Side, Hollow)]) -> String {
    let boards: String = boards.iter().map(|&(board, hollow)| empty(board, hollow)).collect();
    let kas: String = KAS
        .iter()
        .map(|(number, fill)| {
            format!(
                "<g id=\"ka{number}\"><rect x=\"-.45\" y=\"-.45\" width=\".9\" height=\".9\" \
                 rx=\".14\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\".09\"/>\
                 <text y=\".25\" font-size=\".7\" font-weight=\"bold\" fill=\"#fff\" \
                 text-anchor=\"middle\">{number}</text></g>"
            )
        })
        .collect();
    boards + &kas
}

/// An empty board of a larger drawing, with and without its wood.
fn empty(board: Side, hollow: Hollow) -> String {
    let (near, far) = ends(board, |index| index + 1);
    let lines = crossings(board, hollow, |index| index + 1);
    let long = diagonal(board, hollow);
    let diagonals = format!(
        "M{near} {near}l{long} {long}M{far} {near}l-{long} {long}\
         M{near} {far}l{long}-{long}M{far} {far}l-{long}-{long}"
    );
    let (first, across) = (u32::from(SIDE / 2) + 1 - hollow.reach(), 2 * hollow.reach());
    let cut = format!("M{first} {first}h{across}v{across}h-{across}z");
    let (corner, side) = (f64::from(board.margin()) + 0.15, board.length() as f64 + 0.7);
    let (corner, side) = (decimal(corner), decimal(side));
    let (named_lines, named_wood) = (named("lines", board, hollow), named("wood", board, hollow));
    format!(
        "<g id=\"{named_lines}\" fill=\"none\"><path class=\"lc\" d=\"{cut}\"/>\
         <path class=\"ld\" stroke-width=\".05\" d=\"{diagonals}\"/>\
         <path class=\"ll\" stroke-width=\".05\" d=\"{lines}\"/></g>\
         <g id=\"{named_wood}\" fill=\"none\"><rect x=\"{corner}\" y=\"{corner}\" width=\"{side}\" \
         height=\"{side}\" rx=\".3\" fill=\"{WOOD}\"/><path fill=\"{CUT}\" d=\"{cut}\"/>\
         <path stroke=\"{INK}\" stroke-opacity=\".4\" stroke-width=\".05\" d=\"{diagonals}\"/>\
         <path stroke=\"{INK}\" stroke-opacity=\".8\" stroke-width=\".05\" d=\"{lines}\"/></g>"
    )
}

/// A number below 100 with the places that it has, two at most, and no leading zero.
fn decimal(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').trim_start_matches('0').to_owned()
}

/// What lies on a board, to be drawn over `wood`: all stones as one dark path, the white ones as
/// a second, narrower path upon it, so that each has a rim.
pub fn pieces(sign: impl Fn(Point) -> char) -> String {
    let (mut all, mut white, mut rest) = (String::new(), String::new(), String::new());
    for point in Point::all() {
        let (x, y) = unit(point);
        // A line of no length with round ends is a disk, and the shortest way to write one.
        let disk = || format!("M{x} {y}h0");
        match sign(point) {
            'b' => all += &disk(),
            'w' => {
                all += &disk();
                white += &disk();
            }
            ka @ ('1' | '2') => rest += &format!("<use href=\"#ka{ka}\" x=\"{x}\" y=\"{y}\"/>"),
            _ => {}
        }
    }
    format!("<path class=\"sb\" d=\"{all}\"/><path class=\"sw\" d=\"{white}\"/>{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::setup::builtin;

    #[test]
    fn each_stone_is_one_circle_in_the_path_of_its_colour() {
        let mut stones = Stones::default();
        stones.put("a11".parse().unwrap(), Colour::Black);
        stones.put("k1".parse().unwrap(), Colour::White);
        stones.put("b1".parse().unwrap(), Colour::White);
        let circle = |x, y| format!("M{x} {y}a16 16 0 1 0 32 0a16 16 0 1 0-32 0z");
        assert_eq!(disks(stones, Colour::Black), circle(34, 50));
        assert_eq!(disks(stones, Colour::White), circle(74, 450) + &circle(434, 450));
    }

    /// Rules 1.9 and 2.2: where the hollow begins, which lines it leaves out, and where the
    /// diagonals end, worked out by hand: column f lies at 250, row 6, too; a point is 40 on.
    #[test]
    fn lines_and_diagonals_stop_at_the_hollow() {
        let hole = position("", Side::FULL, &Trail::default(), |_| '.');
        // Column f: from row 11 to f7, and from f5 to row 1. Row 6: to e6, and from g6.
        assert!(hole.contains("M250 50V210M250 290V450M50 250H210M290 250H450"), "{hole}");
        // Columns e and g are whole.
        assert!(hole.contains("M210 50V450") && hole.contains("M290 50V450"));
        assert!(!hole.contains("M250 50V450") && !hole.contains("M50 250H450"));
        // From a1 to e5 and from k11 to g7.
        assert!(hole.contains("M50 450L210 290") && hole.contains("M450 50L290 210"), "{hole}");
        assert!(hole.contains("M210 210h80v80h-80z"));

        let sign = |point: Point| if PointSet::STORE.has(point) { '_' } else { '.' };
        let store = position("", Side::FULL, &Trail::default(), sign);
        // Columns e, f and g: from row 11 to row 8, and from row 4 to row 1.
        for column in [210, 250, 290] {
            assert!(store.contains(&format!("M{column} 50V170M{column} 330V450")), "{store}");
        }
        assert!(store.contains("M170 50V450") && store.contains("M330 50V450"));
        // From a1 to d4 and from k11 to h8.
        assert!(store.contains("M50 450L170 330") && store.contains("M450 50L330 170"));
        assert!(store.contains("M170 170h160v160h-160z"));

        // Side 5: a1 is d4 of the large board, and the hole's corner b2 is e5.
        let five = Side::of_length(5).unwrap();
        let small = position("", five, &Trail::default(), |_| '.');
        assert!(small.contains("M170 330L210 290") && small.contains("M250 170V210M250 290V330"));
    }

    #[test]
    fn the_last_move_is_marked() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let way = vec![point("c1"), point("a1"), point("a3")];
        let trail = Trail { way, taken: [point("b1"), point("a2")].into_iter().collect() };
        let picture = position("", Side::FULL, &trail, |_| '.');
        assert!(picture.contains("M130 450L50 450L50 370"), "{picture}");
        assert!(picture.contains("<circle cx=\"130\" cy=\"450\""));
        assert!(picture.contains("d=\"M90 450h0M50 410h0\""));
        assert!(!position("", Side::FULL, &Trail::default(), |_| '.').contains("circle"));
    }

    #[test]
    fn the_title_is_escaped() {
        let stones = builtin("catalogue-01").unwrap().stones;
        let sign = |point| stones.at(point).map_or('.', Colour::sign);
        let picture = position("<a> & </title>\u{1b}", Side::FULL, &Trail::default(), sign);
        let title = "<title>&lt;a&gt; &amp; &lt;/title&gt;\u{fffd}</title>";
        assert_eq!(picture.lines().nth(1), Some(title));
    }
}
