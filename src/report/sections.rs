//! The sections of a report, one a file, in the order in which they are read. A new one is a file
//! with a function from the material to a section, and a line in [`document`].

mod answer;
mod boards;
mod cells;
mod games;
mod making;
mod openings;
mod rounds;
mod scores;
mod shapes;

use super::document::{Block, Board, Document, Section};
use super::material::Material;
use super::words::{count, counted};

/// Everything but the rows of `cells.csv`.
pub fn document(material: &Material<'_>) -> Document {
    let experiment = material.experiment;
    let sections = [
        answer::section(material),
        scores::section(material),
        rounds::section(material),
        openings::section(material),
        shapes::section(material),
        boards::section(material),
        games::section(material),
        cells::section(material),
        making::section(material),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    let emblem = experiment.setups.first();
    let emblem = emblem.map(|setup| Board {
        caption: setup.name.clone(),
        ..Board::of_stones(&format!("The setup {}", setup.name), setup.stones)
    });
    Document {
        title: match experiment.title.trim() {
            "" => "Games of Pasang".to_owned(),
            title => title.to_owned(),
        },
        facts: facts(material),
        emblem,
        sections,
        setups: experiment.setups.iter().map(|setup| (setup.name.clone(), setup.stones)).collect(),
        cells: Vec::new(),
    }
}

/// So many pairs of rules and bots are shown at once.
const MOST_OPEN: usize = 3;

/// Pieces of a section under their headings; those behind the first few are shown on request.
fn headed(parts: Vec<(String, Vec<Block>)>) -> Vec<Block> {
    let alone = parts.len() == 1;
    let mut all = Vec::new();
    for (place, (heading, mut blocks)) in parts.into_iter().enumerate() {
        if place >= MOST_OPEN {
            all.push(Block::Fold(heading, blocks));
            continue;
        }
        if !alone {
            all.push(Block::Heading(heading));
        }
        all.append(&mut blocks);
    }
    all
}

/// What stands under the title.
fn facts(material: &Material<'_>) -> Vec<String> {
    let experiment = material.experiment;
    let (games, of) = (material.games(), material.of);
    let played = if games < of {
        format!("{} of {} {}", count(games), count(of), material.all.units())
    } else {
        material.counted(games)
    };
    let cells = [
        counted(experiment.setups.len() as u64, "setup"),
        counted(experiment.rules.len() as u64, "rule set"),
        counted(experiment.lineups.len() as u64, "line-up"),
    ];
    vec![played, cells.join(" \u{d7} "), format!("seed {}", experiment.seed.unwrap_or_default())]
}
