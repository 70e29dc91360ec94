//! A document's board as a picture that needs nothing else.

use super::Exporter;
use super::document::Document;
use crate::base::svg;

/// Writes the board that stands beside a document's title.
#[derive(Clone, Copy, Debug)]
pub struct Svg;

impl Exporter for Svg {
    fn export(&self, document: &Document) -> Vec<u8> {
        let board = document.emblem.as_ref();
        let picture = board.map(|board| {
            svg::position(&board.title, board.side, &board.trail, |point| board.sign(point))
        });
        picture.unwrap_or_default().into_bytes()
    }
}
