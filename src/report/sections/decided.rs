//! What was decided while games were played: the most balanced setup, or when enough was known.

use super::{blocks_of, table};
use crate::report::document::{Block, Section};
use crate::report::material::Material;
use crate::report::words::counted;
use crate::stats::Part;
use crate::stats::adaptive::Decider;
use crate::stats::decisions::{found, parts};

pub fn section(material: &Material<'_>) -> Option<Section> {
    let decider = material.all.decider?;
    let mut parts = parts(material.cells, decider);
    let title = match decider {
        Decider::Stop(_) => "When enough was known".to_owned(),
        Decider::Find(_) => "The most balanced setup".to_owned(),
    };
    let mut blocks = Vec::new();
    if let Decider::Find(find) = decider {
        let contests = found(material.cells, find);
        let alone = contests.len() == 1;
        for found in contests {
            let name = format!("{}, {}", found.rules, found.bots);
            if !alone {
                blocks.push(Block::Heading(name.clone()));
            }
            let spent = counted(found.games, "game");
            let proved = found.proved.replace('`', "");
            let so_far = if found.end.is_some() { "Result" } else { "So far" };
            blocks.push(Block::Text(format!("{so_far}: {proved}; {spent} were spent.")));
            blocks.extend(table(format!("Setups, {name}"), &found.grid));
        }
        // Of the rest of the summary, the words that explain the tables.
        parts = parts.pop().into_iter().filter(|part| matches!(part, Part::Words(_))).collect();
    }
    blocks.extend(blocks_of(parts, &title));
    Some(Section { id: "decided", title, blocks })
}
