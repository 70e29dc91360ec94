//! Bots against perfect play, where positions were solved.

use super::blocks_of;
use crate::report::chart::{Curve, curves};
use crate::report::document::{Block, Figure, Section};
use crate::report::material::Material;
use crate::report::words::percent;
use crate::results::survey::MOST_CELLS;
use crate::stats::Against;
use crate::stats::summary::exact::parts;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Against perfect play".to_owned();
    let tables = blocks_of(parts(material.all, MOST_CELLS), &title);
    if tables.is_empty() {
        return None;
    }
    let mut blocks: Vec<Block> = chart(material).into_iter().collect();
    blocks.extend(tables);
    Some(Section { id: "exact", title, blocks })
}

/// How often each bot keeps the result, where there is one to be kept and there are several bots.
fn chart(material: &Material<'_>) -> Option<Block> {
    let found = Against::bots(material.all);
    let mut bots: Vec<&str> = Vec::new();
    let mut rules: Vec<&str> = Vec::new();
    for of in &found {
        if !bots.contains(&of.bot) {
            bots.push(of.bot);
        }
        if !rules.contains(&of.rules) {
            rules.push(of.rules);
        }
    }
    if bots.len() < 2 {
        return None;
    }
    let share = |rules: &str, bot: &str| {
        let of = found.iter().find(|of| (of.rules, of.bot) == (rules, bot))?;
        Some(of.open_held()?.mean)
    };
    let curve = |&rules: &&str| Curve {
        name: rules.to_owned(),
        points: bots.iter().map(|bot| share(rules, bot)).collect(),
    };
    let many: Vec<Curve> = rules.iter().map(curve).collect();
    let mean = Curve::mean("Mean over the rule sets", &many, bots.len());
    // The names of many bots would run into one another: they stand below.
    let places: Vec<String> = (1..=bots.len()).map(|place| place.to_string()).collect();
    let title = "Moves that keep the result, in % of those in positions that were not lost";
    let joined = vec![true; places.len()];
    let figure = curves(title, &places, &many, &mean, (1.0, &joined));
    let told = places.iter().zip(&bots).zip(&mean.points).map(|((place, bot), share)| {
        let share = share.map_or_else(|| "no such moves".to_owned(), |it| percent(it) + " %");
        format!("{place} {bot}: {share}")
    });
    let told = told.collect::<Vec<String>>().join("; ");
    let words = format!("{}: {told}. Thin lines are rule sets.", mean.name);
    let figure = Figure { caption: words.clone(), words: format!("{title}. {words}"), ..figure };
    Some(Block::Beside(vec![Block::Figure(figure)]))
}
