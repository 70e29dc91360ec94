//! Boards, setups and charts within a page. What they share stands once, among its definitions.

use maud::{Markup, PreEscaped, html};

use super::text::{Plain, Prose};
use crate::board::{Colour, Point, PointSet, Side, svg};
use crate::report::document::{Board, Document, Figure};

/// The empty board.
fn wood(side: Side) -> PreEscaped<String> {
    PreEscaped(format!("<use href=\"#{}\"/>", svg::named("wood", side)))
}

/// The marks of forests: one for each verdict, and the two arrows beyond the axis.
const MARKS: PreEscaped<&str> = PreEscaped(
    "<path id=\"mf\" d=\"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z\"/>\
     <path id=\"mo\" d=\"M0-5L5 0 0 5-5 0z\"/>\
     <path id=\"mb\" d=\"M-4-4H4V4H-4z\"/>\
     <path id=\"mx\" d=\"M0-5L5 4H-5z\"/>\
     <path id=\"mn\" d=\"M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z\"/>\
     <path id=\"ml\" d=\"M0 0l8-5v10z\"/><path id=\"mr\" d=\"M0 0l-8-5v10z\"/>",
);

/// What drawings share: the board, the kas, the marks, and every setup.
pub fn definitions(document: &Document) -> Markup {
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                (PreEscaped(svg::definitions(&document.sides())))
                (MARKS)
                @for (number, (_, stones)) in document.setups.iter().enumerate() {
                    symbol id={ "s" (number) } viewBox=(svg::view(Side::of(*stones))) {
                        (wood(Side::of(*stones)))
                        (pieces(|point| stones.at(point).map_or('.', Colour::sign)))
                    }
                }
            }
        } "\n"
    }
}

fn pieces(sign: impl Fn(Point) -> char) -> PreEscaped<String> {
    PreEscaped(svg::pieces(sign))
}

/// The setup of this number, drawn among the definitions.
pub fn stones(number: usize) -> PreEscaped<String> {
    PreEscaped(format!("<use href=\"#s{number}\"/>"))
}

/// A setup with its name.
pub fn setup(document: &Document, number: usize) -> Markup {
    let name = document.setups.get(number).map_or("", |(name, _)| name.as_str());
    html! {
        figure.setup {
            svg viewBox="0 0 12 12" role="img" aria-label={ "The setup " (Plain(name)) } {
                (stones(number))
            }
            figcaption { (Plain(name)) }
        } "\n"
    }
}

/// A board with what lies on it.
pub fn board(board: &Board, class: &str) -> Markup {
    html! {
        figure class=(class) {
            svg viewBox=(svg::view(board.side)) role="img" aria-label=(Plain(&board.title)) {
                (wood(board.side))
                (taken(board))
                (pieces(|point| board.sign(point)))
            }
            @if !board.caption.is_empty() {
                figcaption { (Plain(&board.caption)) }
            }
        } "\n"
    }
}

/// Where stones have just been taken.
fn taken(board: &Board) -> PreEscaped<String> {
    if board.taken == PointSet::EMPTY {
        return PreEscaped(String::new());
    }
    let place = |point| {
        let (x, y) = svg::unit(point);
        format!("M{x} {y}h0")
    };
    let path: String = board.taken.map(place).collect();
    PreEscaped(format!("<path class=\"tk\" d=\"{path}\"/>"))
}

/// A chart, or a map of the board.
pub fn figure(figure: &Figure) -> Markup {
    let (width, height) = figure.size;
    html! {
        figure class=(if width <= 12 { "map" } else { "chart" }) {
            h4 { (Plain(&figure.title)) } "\n"
            svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(Plain(&figure.words)) {
                (PreEscaped(&figure.svg))
            } "\n"
            @if !figure.caption.is_empty() {
                figcaption { (Prose(&figure.caption)) } "\n"
            }
        } "\n"
    }
}
