//! What carries over from bot to bot and from rule set to rule set.

use super::blocks_of;
use crate::report::chart::{Numbers, Span, spans};
use crate::report::document::{Block, Section};
use crate::report::material::Material;
use crate::stats::carrying::Carrying;
use crate::stats::interval::Interval;
use crate::stats::summary;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "What carries over".to_owned();
    let carrying = material.carrying.as_ref()?;
    let charts = charts(carrying);
    let mut blocks = Vec::new();
    if !charts.is_empty() {
        blocks.push(Block::Beside(charts));
    }
    blocks.extend(blocks_of(summary::carrying::parts(carrying), &title));
    (!blocks.is_empty()).then_some(Section { id: "carrying", title, blocks })
}

/// For each rule set the setups' scores by all bots that are pooled.
fn charts(carrying: &Carrying) -> Vec<Block> {
    let chart = |rules: &str| {
        let mut from = None;
        let mut rows: Vec<Span> = carrying
            .lasting
            .iter()
            .filter(|it| it.rules == rules)
            .filter_map(|it| {
                let pooled = it.pooled.as_ref().filter(|pooled| pooled.rungs > 1)?;
                from = Some(pooled.from.clone());
                let points = |score: f64| 100.0 * (score - 0.5);
                let Interval { low, high } = pooled.interval;
                Some(Span {
                    name: it.setup.clone(),
                    at: points(pooled.score),
                    interval: Some(Interval { low: points(low), high: points(high) }),
                    stands_out: it.verdict.is_some(),
                })
            })
            .collect();
        rows.sort_by(|one, other| other.at.total_cmp(&one.at));
        let caption = format!(
            "Points of a hundred by which the first player's score lies above an even one, by the games of {} and \
             all bots listed behind it or stronger; intervals of all setups hold together. Dark: somebody is shown to \
             be favoured.",
            from?
        );
        let title = format!("Whom the setups favour, {rules}");
        spans(&title, &caption, Numbers::Differences, &rows).map(Block::Figure)
    };
    carrying.groups.iter().filter_map(|group| chart(&group.rules)).collect()
}
