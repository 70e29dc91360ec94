//! Where the advantage comes from: openings, being stuck, points.

use super::blocks_of;
use crate::report::document::Section;
use crate::report::material::Material;
use crate::results::survey::MOST_CELLS;
use crate::stats::summary::sources;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Where the advantage comes from".to_owned();
    let blocks = blocks_of(sources::parts(material.all, MOST_CELLS), &title);
    (!blocks.is_empty()).then_some(Section { id: "sources", title, blocks })
}
