//! Seats beyond two: what each of them wins and scores.

use super::blocks_of;
use crate::report::document::Section;
use crate::report::material::Material;
use crate::results::survey::MOST_CELLS;
use crate::stats::summary::seats;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Seat by seat".to_owned();
    let blocks = blocks_of(seats::parts(material.all, MOST_CELLS), &title);
    (!blocks.is_empty()).then_some(Section { id: "seats", title, blocks })
}
