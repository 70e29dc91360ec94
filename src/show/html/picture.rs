//! Renders boards within a page. Shared shapes are defined once.

use maud::{Markup, PreEscaped, html};

use super::Plain;
use crate::show::document::{Document, GameReplay};
use crate::show::svg;
use crate::show::svg::{Board, CentreMark, sign_of};
use pasang_core::board::BoardSize;

/// Returns the identifier of an empty board among the definitions.
fn wood(side: BoardSize, centre_mark: CentreMark) -> String {
    match (centre_mark, side) {
        (CentreMark::Store, _) => "woods".to_owned(),
        (CentreMark::Hole, side) => format!("wood{}", side.length()),
    }
}

/// Renders the shared shapes: the empty boards, the marks of forest plots, one for each direction,
/// and every setup.
pub fn definitions(document: &Document) -> Markup {
    let boards = BoardSize::ALL.into_iter().map(|side| (side, CentreMark::Hole));
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                @for (side, centre_mark) in boards.chain([(BoardSize::FULL, CentreMark::Store)]) {
                    g id=(wood(side, centre_mark)) { (PreEscaped(svg::empty(side, centre_mark))) }
                }
                path id="lf" d="M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" {}
                path id="lo" d="M0-5L5 0 0 5-5 0z" {}
                path id="lb" d="M-4-4H4V4H-4z" {}
                path id="ln" d="M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z" {}
                @for (number, (_, stones)) in document.setups.iter().enumerate() {
                    symbol id={ "s" (number) } viewBox=(svg::view(BoardSize::of(*stones))) {
                        use href={ "#" (wood(BoardSize::of(*stones), document.centre_mark)) } {}
                        (PreEscaped(svg::pieces(|point| sign_of(*stones, document.centre_mark, point))))
                    }
                }
            }
        } "\n"
    }
}

/// Renders a picture as an image, described for readers who do not see it.
pub fn plot(svg: &str) -> Markup {
    let told = svg.split("<desc id=\"d\">").nth(1).and_then(|it| it.split("</desc>").next());
    // Signs that mean something in an address.
    let signs = [('%', "%25"), ('#', "%23"), ('<', "%3C"), ('>', "%3E"), ('\n', "")];
    let address = signs.into_iter().fold(svg.to_owned(), |it, (sign, code)| it.replace(sign, code));
    html! { img src={ "data:image/svg+xml," (address) } alt=(PreEscaped(told.unwrap_or_default())); }
}

pub fn setup(number: usize, name: &str) -> Markup {
    html! {
        figure.setup {
            svg viewBox="0 0 12 12" role="img" aria-label={ "The setup " (Plain(name)) } {
                use href={ "#s" (number) } {}
            }
            figcaption { (Plain(name)) }
        } "\n"
    }
}

/// Renders a board with its pieces and the last move.
pub fn board(board: &Board) -> Markup {
    html! {
        figure.frame {
            svg viewBox=(svg::view(board.side)) role="img" aria-label=(Plain(&board.title)) {
                use href={ "#" (wood(board.side, board.centre_mark())) } {}
                (PreEscaped(svg::traced(&board.trail)))
                (PreEscaped(svg::heated(&board.heat)))
                (PreEscaped(svg::pieces(|point| board.sign(point))))
            }
            figcaption { (Plain(&board.caption)) }
        } "\n"
    }
}

pub fn games(games: &[GameReplay]) -> Markup {
    html! {
        div.beside { "\n"
            @for one in games {
                div {
                    h3 { (Plain(&one.title)) } "\n"
                    (steps(one))
                    details {
                        summary { "All its moves" }
                        p.text { (Plain(&one.moves)) }
                    } "\n"
                } "\n"
            }
        } "\n"
    }
}

/// Renders a game to step through, without a script: the position whose button is selected is
/// shown; the arrow keys and the labels below the board select the next one.
fn steps(steps: &GameReplay) -> Markup {
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
