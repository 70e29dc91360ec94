//! A game to step through, without a script: of the positions, that one is shown whose button is
//! chosen; the arrow keys choose the next one, and so do the labels below the board.

use maud::{Markup, html};

use super::picture;
use super::text::Plain;
use crate::report::document::Steps;

/// All positions of a game, of which one is seen. On paper all are.
pub fn steps(steps: &Steps) -> Markup {
    let last = steps.boards.len().saturating_sub(1);
    let to = |ply: usize| format!("{}-{ply}", steps.id);
    html! {
        div.steps role="radiogroup" aria-label=(Plain(&steps.title)) { "\n"
            @for (ply, board) in steps.boards.iter().enumerate() {
                input type="radio" name=(steps.id) id=(to(ply)) checked[ply == 0]
                    aria-label=(Plain(&board.title));
                div.step {
                    (picture::board(board, "frame"))
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
