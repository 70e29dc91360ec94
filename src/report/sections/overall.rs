//! All setups together: what rules and bots come to, whichever setup it is.

use super::blocks_of;
use crate::report::document::Section;
use crate::report::material::Material;
use crate::stats::summary::overall;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "All setups together".to_owned();
    let blocks = blocks_of(overall::parts(material.all), &title);
    (!blocks.is_empty()).then_some(Section { id: "overall", title, blocks })
}
