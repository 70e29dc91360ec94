//! What rules change, game by game, where games draw the same random numbers.

use super::blocks_of;
use crate::report::document::Section;
use crate::report::material::Material;
use crate::results::survey::MOST_CELLS;
use crate::stats::summary::toggles;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "What the rules change".to_owned();
    let blocks = blocks_of(toggles::parts(material.all, MOST_CELLS), &title);
    (!blocks.is_empty()).then_some(Section { id: "toggles", title, blocks })
}
