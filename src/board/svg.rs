//! Boards as SVG pictures that need nothing else: no font, no style sheet, no script.

use crate::base::markup::escaped;
use crate::board::{Colour, Column, Point, Row, SIDE, Stones};

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
/// and `_` where the board is covered. The same board always makes the same bytes.
pub fn position(title: &str, sign: impl Fn(Point) -> char) -> String {
    let mut stones = Stones::default();
    let mut pieces = String::new();
    let mut covered = String::new();
    for point in Point::all() {
        match sign(point) {
            'b' => stones.put(point, Colour::Black),
            'w' => stones.put(point, Colour::White),
            '_' => covered += &square(point, RADIUS),
            sign => pieces += &ka(point, sign),
        }
    }
    let side = 2 * MARGIN + STEP * u32::from(SIDE - 1);
    let last = side - MARGIN;
    let (wood, wood_side) = (MARGIN - RIM, side - 2 * (MARGIN - RIM));
    let black = disks(stones, Colour::Black);
    let white = disks(stones, Colour::White);
    let (lines, diagonals) = (lines(last), diagonals());
    let names = names();
    let title = escaped(title);
    covered += &square(Point::CENTRE, RADIUS);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         width=\"{side}\" height=\"{side}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/>\n\
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
fn lines(last: u32) -> String {
    let centre = MARGIN + STEP * u32::from(SIDE / 2);
    let mut lines = String::new();
    for index in 0..SIDE {
        let at = MARGIN + STEP * u32::from(index);
        if at == centre {
            let (before, after) = (centre - RADIUS, centre + RADIUS);
            lines += &format!("M{at} {MARGIN}V{before}M{at} {after}V{last}");
            lines += &format!("M{MARGIN} {at}H{before}M{after} {at}H{last}");
        } else {
            lines += &format!("M{at} {MARGIN}V{last}M{MARGIN} {at}H{last}");
        }
    }
    lines
}

/// The four marked diagonals, from each corner to the fourth point inwards.
fn diagonals() -> String {
    let (near, far) = (0, SIDE - 1);
    [(near, near, 3, 3), (far, near, -3, 3), (near, far, 3, -3), (far, far, -3, -3)]
        .into_iter()
        .filter_map(|(column, row, right, up)| {
            let corner = Point::new(Column::new(column), Row::new(row));
            let ((x1, y1), (x2, y2)) = (place(corner), place(corner.offset(right, up)?));
            Some(format!("M{x1} {y1}L{x2} {y2}"))
        })
        .collect()
}

/// The columns' letters below the board, the rows' numbers to its left.
fn names() -> String {
    let mut names = String::new();
    for column in Column::all() {
        let (x, y) = place(Point::new(column, Row::new(0)));
        names += &format!("<text x=\"{x}\" y=\"{}\">{column}</text>\n", y + RIM + 16);
    }
    for row in Row::all() {
        let (x, y) = place(Point::new(Column::new(0), row));
        names += &format!("<text x=\"{}\" y=\"{}\">{row}</text>\n", x - RIM - 12, y + 5);
    }
    names
}

/// Where a point lies on a board that is measured in points: a11 at 1 1, k1 at 11 11.
pub fn unit(point: Point) -> (u32, u32) {
    (u32::from(point.column().index()) + 1, u32::from(SIDE - point.row().index()))
}

/// What boards within a larger drawing share, to be written once among its definitions: `wood`,
/// the empty board; `lines`, the same without the wood; `ka1` and `ka2`. Measured in points, on
/// 12 by 12. Colours that follow the page's come from classes.
pub fn definitions() -> String {
    let (near, far) = (1, SIDE);
    let mut lines = String::new();
    for at in near..=far {
        if at == SIDE / 2 + 1 {
            lines += &format!("M{at} 1V5.55M{at} 6.45V11M1 {at}H5.55M6.45 {at}H11");
        } else {
            lines += &format!("M{at} 1V11M1 {at}H11");
        }
    }
    let diagonals = "M1 1l3 3M11 1l-3 3M1 11l3-3M11 11l-3-3";
    let cut = "M5.55 5.55h.9v.9h-.9z";
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
    format!(
        "<g id=\"lines\" fill=\"none\"><path class=\"lc\" d=\"{cut}\"/>\
         <path class=\"ld\" stroke-width=\".05\" d=\"{diagonals}\"/>\
         <path class=\"ll\" stroke-width=\".05\" d=\"{lines}\"/></g>\
         <g id=\"wood\" fill=\"none\"><rect x=\".15\" y=\".15\" width=\"11.7\" height=\"11.7\" \
         rx=\".3\" fill=\"{WOOD}\"/><path fill=\"{CUT}\" d=\"{cut}\"/>\
         <path stroke=\"{INK}\" stroke-opacity=\".4\" stroke-width=\".05\" d=\"{diagonals}\"/>\
         <path stroke=\"{INK}\" stroke-opacity=\".8\" stroke-width=\".05\" d=\"{lines}\"/></g>{kas}"
    )
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
        let picture = position("", |_| '.');
        assert!(picture.contains("M250 50V234M250 266V450M50 250H234M266 250H450"));
        assert!(!picture.contains("M250 50V450") && !picture.contains("M50 250H450"));
    }

    #[test]
    fn the_title_is_escaped() {
        let stones = builtin("catalogue-01").unwrap().stones;
        let sign = |point| stones.at(point).map_or('.', Colour::sign);
        let picture = position("<a> & </title>\u{1b}", sign);
        let title = "<title>&lt;a&gt; &amp; &lt;/title&gt;\u{fffd}</title>";
        assert_eq!(picture.lines().nth(1), Some(title));
    }
}
