//! Balance against strength: whether other bots find other setups balanced.

use super::blocks_of;
use crate::report::document::Section;
use crate::report::material::Material;
use crate::stats::summary::strength;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Balance and strength".to_owned();
    let blocks = blocks_of(strength::parts(material.all), &title);
    (!blocks.is_empty()).then_some(Section { id: "balance", title, blocks })
}
