//! The sections of a report, in the order in which they are read. A new one is a line in
//! [`document`]: pieces of the summary, where they say it all, or else a function from the material
//! to a section, in a file of its own.

mod answer;
mod boards;
mod carrying;
mod caveats;
mod cells;
mod decided;
mod gallery;
mod games;
mod lead;
mod making;
mod openings;
mod rounds;
mod scores;
mod shapes;
mod sources;
mod strength;
mod toggles;

use super::document::{Block, Document, Section, Table};
use super::material::{Material, hollow_of};
use super::words::{count, counted, paragraph};
use crate::base::svg::Hollow;
use crate::results::survey::MOST_CELLS;
use crate::stats::{Grid, Part, summary};

/// Everything but the rows of `cells.csv`.
pub fn document(material: &Material<'_>) -> Document {
    let (experiment, all) = (material.experiment, material.all);
    // Who is better hides what the seat is worth: where bots differ, it comes first.
    let (first, later) = match material.ladders.is_empty() {
        true => (None, strength::section(material)),
        false => (strength::section(material), None),
    };
    let sections = [
        answer::section(material),
        decided::section(material),
        first,
        scores::section(material),
        of_summary("overall", "All setups together", summary::overall::parts(all)),
        rounds::section(material),
        of_summary("seats", "Seat by seat", summary::seats::parts(all, MOST_CELLS)),
        sources::section(material),
        of_summary("balance", "Balance and strength", summary::strength::parts(all)),
        carrying::section(material),
        toggles::section(material),
        later,
        openings::section(material),
        shapes::section(material),
        boards::section(material),
        games::section(material),
        gallery::section(material),
        cells::section(material),
        making::section(material),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    let lead = lead::lead(material);
    Document {
        title: match experiment.title.trim() {
            "" => "Games of Pasang".to_owned(),
            title => title.to_owned(),
        },
        lead: lead.words,
        concerned: lead.setups,
        facts: facts(material),
        emblem: None,
        sections,
        setups: experiment.setups.iter().map(|setup| (setup.name.clone(), setup.stones)).collect(),
        hollow: material.hollow(),
        has_store: experiment.rules.iter().any(|named| hollow_of(named) == Hollow::Store),
    }
}

/// Pieces of the summary as a section; nothing where there are none.
fn of_summary(id: &'static str, title: &str, parts: Vec<Part>) -> Option<Section> {
    let blocks = blocks_of(parts, title);
    (!blocks.is_empty()).then(|| Section { id, title: title.to_owned(), blocks })
}

/// A table with more rows than this is shown on request.
const MOST_ROWS: usize = 24;

/// Pieces of the summary as the report shows them, under a heading that need not be said again.
fn blocks_of(parts: Vec<Part>, heading: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut caption: Option<String> = None;
    let mut first = true;
    for part in parts {
        match part {
            Part::Title(title) => caption = Some(title),
            Part::Words(words) | Part::Note(words) => {
                blocks.extend(caption.take().map(Block::Heading));
                blocks.push(Block::Text(paragraph(&words)));
            }
            Part::Table(grid) => {
                let caption = caption.take().filter(|caption| caption != heading);
                blocks.extend(table(
                    caption.unwrap_or_else(|| {
                        if first { "In figures" } else { later_table(heading) }.to_owned()
                    }),
                    &grid,
                ));
                first = false;
            }
        }
    }
    blocks
}

/// What a table behind the first one shows, where the summary needs no heading for it.
fn later_table(heading: &str) -> &'static str {
    match heading {
        heading if heading.starts_with("Balance") => "How alike the orders are",
        heading if heading.starts_with("What the rules change") => "Setup by setup",
        _ => "More figures",
    }
}

/// A table of the summary; a long one is folded away.
fn table(caption: String, grid: &Grid) -> Option<Block> {
    let rows: Vec<Vec<String>> = grid.rows().map(<[String]>::to_vec).collect();
    let (many, columns) = (rows.len(), grid.columns().to_vec());
    let summary = format!("{caption}: {}", counted(many as u64, "row"));
    let table = Block::Table(Table { caption, columns, rows });
    match many {
        0 => None,
        _ if many > MOST_ROWS => Some(Block::Fold(summary, vec![table])),
        _ => Some(table),
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
        counted(experiment.lineups.len() as u64, "pairing"),
    ];
    vec![played, cells.join(" \u{d7} "), format!("seed {}", experiment.seed())]
}
