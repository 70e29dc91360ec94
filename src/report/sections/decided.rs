//! What was decided while games were played: the most balanced setup.

use super::{blocks_of, table};
use crate::games::Seat;
use crate::report::chart::{Numbers, Span, spans};
use crate::report::document::{Block, Section};
use crate::report::material::Material;
use crate::report::words::counted;
use crate::stats::Part;
use crate::stats::decisions::{found, parts};
use crate::stats::find::{Contest, Standing};
use crate::stats::interval::Interval;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let find = material.all.decider?;
    let title = "The most balanced setup".to_owned();
    let mut blocks = Vec::new();
    let contests = found(material.cells, find);
    let alone = contests.len() == 1;
    for (found, contest) in contests.into_iter().zip(find.contests()) {
        let name = format!("{}, {}", found.rules, found.bots);
        if !alone {
            blocks.push(Block::Heading(name.clone()));
        }
        let spent = counted(found.games, "game");
        let proved = found.proved.replace('`', "");
        let so_far = if found.end.is_some() { "Result" } else { "So far" };
        blocks.push(Block::Text(format!("{so_far}: {proved}; {spent} were spent.")));
        blocks.extend(chart(material, contest));
        blocks.extend(table(format!("Setups, {name}"), &found.grid));
    }
    // Of the rest of the summary, the words that explain the tables.
    let words = parts(material.cells, find).pop();
    let words = words.into_iter().filter(|part| matches!(part, Part::Words(_))).collect();
    blocks.extend(blocks_of(words, &title));
    Some(Section { id: "decided", title, blocks })
}

/// How far each setup's score lies from even, the nearest first.
fn chart(material: &Material<'_>, contest: &Contest) -> Option<Block> {
    let mut rows: Vec<Span> = contest
        .cells()
        .iter()
        .enumerate()
        .filter_map(|(place, &number)| {
            let cell = &material.cells[number];
            let bounds = contest.distance(place);
            let score = cell.score(Seat::FIRST)?.mean;
            Some(Span {
                name: cell.labels.setup.to_owned(),
                at: 100.0 * (score - contest.fair()).abs(),
                interval: Some(Interval { low: 100.0 * bounds.low, high: 100.0 * bounds.high }),
                stands_out: !matches!(contest.standings()[place], Standing::Out { .. }),
            })
        })
        .collect();
    rows.sort_by(|one, other| one.at.total_cmp(&other.at));
    let caption = "Points of a hundred by which the first player's score lies off even, with bounds that hold \
                   together. Dark: still in the contest; pale: shown to be less even than another setup.";
    let figure = spans("How far from even each setup is", caption, Numbers::Distances, &rows);
    figure.map(|figure| Block::Beside(vec![Block::Figure(figure)]))
}
