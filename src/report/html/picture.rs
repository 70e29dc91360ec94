//! Boards, setups and charts within a page. What they share stands once, among its definitions.

use maud::{Markup, PreEscaped, html};

use super::{Plain, Prose};

use crate::board::{Point, PointSet, Side, Trail};
use crate::report::document::{Board, Document, Figure, Steps, sign_of};
use crate::report::svg::{self, Hollow};

/// The empty board.
fn wood(side: Side, hollow: Hollow) -> PreEscaped<String> {
    PreEscaped(format!("<use href=\"#{}\"/>", svg::named("wood", side, hollow)))
}

/// The marks of forests: one for each verdict, and two besides for lists of dots.
const MARKS: PreEscaped<&str> = PreEscaped(
    "<path id=\"mf\" d=\"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z\"/>\
     <path id=\"mo\" d=\"M0-5L5 0 0 5-5 0z\"/>\
     <path id=\"mb\" d=\"M-4-4H4V4H-4z\"/>\
     <path id=\"mx\" d=\"M0-5L5 4H-5z\"/>\
     <path id=\"mn\" d=\"M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z\"/>\
     <path id=\"mv\" d=\"M0 5L5-4H-5z\"/>\
     <path id=\"mp\" d=\"M-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z\"/>",
);

/// What drawings share: the board, the kas, the marks, and every setup.
pub fn definitions(document: &Document) -> Markup {
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                (PreEscaped(svg::definitions(&document.boards())))
                (MARKS)
                @for (number, (_, stones)) in document.setups.iter().enumerate() {
                    symbol id={ "s" (number) } viewBox=(svg::view(Side::of(*stones))) {
                        (wood(Side::of(*stones), document.hollow))
                        (pieces(|point| sign_of(*stones, document.hollow, point)))
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

/// A setup with a few words on it.
pub fn setup(document: &Document, number: usize, words: &str) -> Markup {
    let name = document.setups.get(number).map_or("", |(name, _)| name.as_str());
    html! {
        figure.setup {
            svg viewBox="0 0 12 12" role="img" aria-label={ "The setup " (Plain(name)) } {
                (stones(number))
            }
            figcaption { (Prose(words)) }
        } "\n"
    }
}

/// A board with what lies on it.
fn board(board: &Board) -> Markup {
    html! {
        figure.frame {
            svg viewBox=(svg::view(board.side)) role="img" aria-label=(Plain(&board.title)) {
                (wood(board.side, board.hollow()))
                (trail(board))
                (pieces(|point| board.sign(point)))
            }
            @if !board.caption.is_empty() {
                figcaption { (Plain(&board.caption)) }
            }
        } "\n"
    }
}

/// What the last move left behind: dots where stones were taken, and the way of what moved.
fn trail(board: &Board) -> PreEscaped<String> {
    let Trail { way, taken } = &board.trail;
    let mut text = String::new();
    if *taken != PointSet::EMPTY {
        let place = |point| {
            let (x, y) = svg::unit(point);
            format!("M{x} {y}h0")
        };
        let path: String = taken.map(place).collect();
        text += &format!("<path class=\"tk\" d=\"{path}\"/>");
    }
    let places: Vec<String> = way
        .iter()
        .map(|&point| {
            let (x, y) = svg::unit(point);
            format!("{x} {y}")
        })
        .collect();
    if let Some(first) = places.first() {
        let (path, start) = (places.join("L"), format!("M{first}h0"));
        text += &format!(
            "<path class=\"wy\" d=\"M{path}\"/><path class=\"w0\" d=\"{start}\"/>\
             <path class=\"w1\" d=\"{start}\"/>"
        );
    }
    PreEscaped(text)
}

/// A chart.
pub fn figure(figure: &Figure) -> Markup {
    let (width, height) = figure.size;
    html! {
        figure.chart {
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

/// A game to step through, without a script: of the positions, that one is shown whose button is
/// chosen; the arrow keys choose the next one, and so do the labels below the board. On paper all are.
pub fn steps(steps: &Steps) -> Markup {
    let last = steps.boards.len().saturating_sub(1);
    let to = |ply: usize| format!("{}-{ply}", steps.id);
    html! {
        div.steps role="radiogroup" aria-label=(Plain(&steps.title)) { "\n"
            @for (ply, board) in steps.boards.iter().enumerate() {
                input type="radio" name=(steps.id) id=(to(ply)) checked[ply == 0]
                    aria-label=(Plain(&board.title));
                div.step {
                    (self::board(board))
                    p.by {
                        label for=(to(0)) title="the beginning" { "|\u{25c0}" }
                        label for=(to(ply.saturating_sub(1))) title="back" { "\u{25c0}" }
                        label for=(to((ply + 1).min(last))) title="on" { "\u{25b6}" }
                        label for=(to(last)) title="the end" { "\u{25b6}|" }
                    }
                } "\n"
            }
        } "\n"
    }
}
