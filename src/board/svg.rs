//! Boards as SVG pictures that need nothing else: no font, no style sheet, no script.

use crate::base::markup::escaped;
use crate::board::{Colour, Point, SIDE, Side, Stones};

/// From one point to the next.
const STEP: u32 = 40;
/// From the edge of the picture to the point a11.
const MARGIN: u32 = 50;
/// Of a stone.
const RADIUS: u32 = 16;
/// From the outermost lines to the edge of the wood.
const RIM: u32 = 26;

const WOOD: &str = "#e3bd7f";
/// Of the centre: darker than the wood, so that nobody takes it for a stone.
const CUT: &str = "#b8904f";
const INK: &str = "#5d4420";

/// Of the players' kas: told apart by their numbers, and by their colours besides.
const KAS: [(char, &str); 2] = [('1', "#a3241c"), ('2', "#1b4a8a")];

/// A board with what lies on it, as a diagram would show it: stones `b` and `w`, kas `1` and `2`,
/// and `_` where the board is covered. The same board always makes the same bytes. A small board is
/// drawn where it lies on the large one, and the picture shows no more than it.
pub fn position(title: &str, board: Side, sign: impl Fn(Point) -> char) -> String {
    let mut stones = Stones::default();
    let mut pieces = String::new();
    let mut covered = String::new();
    for point in board.points() {
        match sign(point) {
            'b' => stones.put(point, Colour::Black),
            'w' => stones.put(point, Colour::White),
            '_' => covered += &square(point, RADIUS),
            sign => pieces += &ka(point, sign),
        }
    }
    let corner = STEP * u32::from(board.margin());
    let side = 2 * MARGIN + STEP * (board.length() as u32 - 1);
    let (wood, wood_side) = (corner + MARGIN - RIM, side - 2 * (MARGIN - RIM));
    let black = disks(stones, Colour::Black);
    let white = disks(stones, Colour::White);
    let (lines, diagonals) = (lines(board), diagonals(board));
    let names = names(board);
    let title = escaped(title);
    covered += &square(Point::CENTRE, RADIUS);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {corner} {side} {side}\" \
         width=\"{side}\" height=\"{side}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <rect x=\"{corner}\" y=\"{corner}\" width=\"{side}\" height=\"{side}\" fill=\"#fff\"/>\n\
         <rect x=\"{wood}\" y=\"{wood}\" width=\"{wood_side}\" height=\"{wood_side}\" rx=\"6\" \
         fill=\"{WOOD}\"/>\n\
         <path d=\"{diagonals}\" fill=\"none\" stroke=\"{INK}\" stroke-opacity=\".35\"/>\n\
         <path d=\"{lines}\" fill=\"none\" stroke=\"{INK}\" stroke-linecap=\"square\"/>\n\
         <path d=\"{covered}\" fill=\"{CUT}\"/>\n\
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

/// Columns and rows; those through the centre stop beside it.
fn lines(board: Side) -> String {
    let centre = MARGIN + STEP * u32::from(SIDE / 2);
    let (first, last) = ends(board, |index| MARGIN + STEP * index);
    let mut lines = String::new();
    for at in (first..=last).step_by(STEP as usize) {
        if at == centre {
            let (before, after) = (centre - RADIUS, centre + RADIUS);
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

/// How far the marked diagonals run inwards from the corners, in points.
fn diagonal(board: Side) -> u32 {
    board.length() as u32 / 2 - 2
}

/// The four marked diagonals: on the full board from each corner to the fourth point inwards.
fn diagonals(board: Side) -> String {
    let (near, far) = ends(board, |index| MARGIN + STEP * index);
    let long = STEP * diagonal(board);
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
/// a small one.
pub fn named(word: &str, board: Side) -> String {
    if board == Side::FULL { word.to_owned() } else { format!("{word}{}", board.length()) }
}

/// The part of a drawing, measured in points, on which a board lies.
pub fn view(board: Side) -> String {
    let (corner, side) = (board.margin(), board.length() + 1);
    format!("{corner} {corner} {side} {side}")
}

/// What boards within a larger drawing share, to be written once among its definitions: `wood`,
/// the empty board; `lines`, the same without the wood, of each of these sides; `ka1` and `ka2`.
/// Measured in points, on 12 by 12; a small board lies in the middle. Colours that follow the
/// page's come from classes.
pub fn definitions(boards: &[Side]) -> String {
    let boards: String = boards.iter().map(|&board| empty(board)).collect();
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
fn empty(board: Side) -> String {
    let (near, far) = ends(board, |index| index + 1);
    let mut lines = String::new();
    for at in near..=far {
        if at == u32::from(SIDE / 2) + 1 {
            lines += &format!("M{at} {near}V5.55M{at} 6.45V{far}M{near} {at}H5.55M6.45 {at}H{far}");
        } else {
            lines += &format!("M{at} {near}V{far}M{near} {at}H{far}");
        }
    }
    let long = diagonal(board);
    let diagonals = format!(
        "M{near} {near}l{long} {long}M{far} {near}l-{long} {long}\
         M{near} {far}l{long}-{long}M{far} {far}l-{long}-{long}"
    );
    let cut = "M5.55 5.55h.9v.9h-.9z";
    let (corner, side) = (f64::from(board.margin()) + 0.15, board.length() as f64 + 0.7);
    let (corner, side) = (decimal(corner), decimal(side));
    let (named_lines, named_wood) = (named("lines", board), named("wood", board));
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
            '_' if point != Point::CENTRE => {
                rest += &format!("<path class=\"cv\" d=\"M{x} {y}m-.5-.5h1v1h-1z\"/>");
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

    #[test]
    fn no_line_crosses_the_centre() {
        let picture = position("", Side::FULL, |_| '.');
        assert!(picture.contains("M250 50V234M250 266V450M50 250H234M266 250H450"));
        assert!(!picture.contains("M250 50V450") && !picture.contains("M50 250H450"));
    }

    #[test]
    fn the_title_is_escaped() {
        let stones = builtin("catalogue-01").unwrap().stones;
        let sign = |point| stones.at(point).map_or('.', Colour::sign);
        let picture = position("<a> & </title>\u{1b}", Side::FULL, sign);
        let title = "<title>&lt;a&gt; &amp; &lt;/title&gt;\u{fffd}</title>";
        assert_eq!(picture.lines().nth(1), Some(title));
    }
}
