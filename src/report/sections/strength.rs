//! Who is better, where bots differ: ladders in Elo.

use super::blocks_of;
use crate::report::chart::{Next, Rung, ladder};
use crate::report::document::{Block, Section};
use crate::report::material::Material;
use crate::stats::elo::{Rated, elo_parts};
use crate::stats::summary::rivals;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Who is better".to_owned();
    let mut blocks = Vec::new();
    let charts: Vec<Block> = material.ladders.iter().flat_map(charts).collect();
    if !charts.is_empty() {
        blocks.push(Block::Beside(charts));
    }
    blocks.extend(blocks_of(elo_parts(material.all), &title));
    blocks.extend(blocks_of(rivals::parts(material.all), &title));
    (!blocks.is_empty()).then_some(Section { id: "strength", title, blocks })
}

/// A chart for each group of bots whose strengths can be compared by a number.
fn charts(rated: &Rated<'_>) -> Vec<Block> {
    let steps = &rated.ladder.steps;
    let groups = steps.chunk_by(|one, next| one.group == next.group);
    let chart = |group: &[crate::stats::elo::Step]| {
        let rungs: Vec<Rung> = group
            .iter()
            .enumerate()
            .filter_map(|(place, step)| {
                let apart = group.get(place + 1).map(|_| step.above.separated());
                let next = match apart {
                    Some(Some(true)) | None => Next::Below,
                    Some(_) => Next::NotSeparated,
                };
                Some(Rung { name: rated.bots.get(step.player)?.to_string(), elo: step.elo?, next })
            })
            .collect();
        let title = format!("Strength in Elo, {}", rated.rules);
        (rungs.len() > 1).then(|| Block::Figure(ladder(&title, &rungs)))
    };
    groups.filter_map(chart).collect()
}
