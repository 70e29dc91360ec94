//! Boards within a page. What they share stands once, among its definitions.

use maud::{Markup, PreEscaped, html};

use super::Plain;
use crate::board::Side;
use crate::report::document::{Document, sign_of};
use crate::report::svg::{self, Hollow};

/// The address of an empty board among the definitions.
fn wood(side: Side, hollow: Hollow) -> String {
    match (hollow, side) {
        (Hollow::Store, _) => "woods".to_owned(),
        (Hollow::Hole, side) => format!("wood{}", side.length()),
    }
}

/// What drawings share: the empty boards, the marks of forests, one for each verdict, and every setup.
pub fn definitions(document: &Document) -> Markup {
    let boards = Side::ALL.into_iter().map(|side| (side, Hollow::Hole));
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                @for (side, hollow) in boards.chain([(Side::FULL, Hollow::Store)]) {
                    g id=(wood(side, hollow)) { (PreEscaped(svg::empty(side, hollow))) }
                }
                path id="lf" d="M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" {}
                path id="lo" d="M0-5L5 0 0 5-5 0z" {}
                path id="lb" d="M-4-4H4V4H-4z" {}
                path id="lx" d="M0-5L5 4H-5z" {}
                path id="ln" d="M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z" {}
                @for (number, (_, stones)) in document.setups.iter().enumerate() {
                    symbol id={ "s" (number) } viewBox=(svg::view(Side::of(*stones))) {
                        use href={ "#" (wood(Side::of(*stones), document.hollow)) } {}
                        (PreEscaped(svg::pieces(|point| sign_of(*stones, document.hollow, point))))
                    }
                }
            }
        } "\n"
    }
}

/// A setup with its name.
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
