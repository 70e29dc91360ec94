//! Matches: what moving first is worth in a round, whoever it is.

use crate::report::chart::{Curve, curves};
use crate::report::document::{Block, Section, Table};
use crate::report::material::{Group, Material};
use crate::report::words::percent;
use crate::stats::{Counted, WHOLE};

/// So many cells have a line each.
const MOST_LINES: usize = 210;

/// So many rounds have a column each.
const MOST_ROUNDS: usize = 8;

/// So many pairs of rules and bots have a chart.
const MOST_CHARTS: usize = 12;

/// Nothing where single games are played.
pub fn section(material: &Material<'_>) -> Option<Section> {
    let rounds = material.experiment.rounds?.count() as usize;
    let shown = rounds.min(MOST_ROUNDS);
    let mut columns = ["setup", "rules", "bots"].map(str::to_owned).to_vec();
    columns.extend((1..=shown).map(|round| format!("round {round} %")));
    columns.extend(["all %", "95 % interval", "seat 1 starts %"].map(str::to_owned));
    let played: Vec<&Counted<'_>> =
        material.cells.iter().filter(|cell| cell.tally.games() > 0).collect();
    let mut blocks = vec![Block::Text(
        "The score of whoever is the first to move in a round, in per cent, and in how many rounds \
         that was seat 1, which starts round 1."
            .to_owned(),
    )];
    let charts: Vec<Block> =
        material.groups.iter().filter_map(|group| chart(group, shown)).take(MOST_CHARTS).collect();
    blocks.push(Block::Beside(charts));
    blocks.push(Block::Table(Table {
        caption: "Score of the first to move, by round".to_owned(),
        columns,
        rows: played.iter().take(MOST_LINES).filter_map(|cell| row(cell, shown)).collect(),
    }));
    if played.len() > MOST_LINES {
        let words = "The other cells stand in rounds.csv beside this report.".to_owned();
        blocks.push(Block::Text(words));
    }
    Some(Section {
        id: "rounds",
        title: "What moving first is worth in a round".to_owned(),
        blocks,
    })
}

/// The score round by round, of each setup and of all.
fn chart(group: &Group<'_>, shown: usize) -> Option<Block> {
    let curve = |cell: &Counted<'_>, name: &str| {
        let matches = cell.tally.matches().filter(|matches| matches.count() > 0)?;
        let of = (WHOLE * matches.count()) as f64;
        let rounds = matches.rounds().iter().take(shown);
        let points = rounds.map(|sums| Some(sums.starter_score as f64 / of)).collect();
        Some(Curve { name: name.to_owned(), points })
    };
    let many: Vec<Curve> =
        group.cells.iter().filter_map(|(_, cell)| curve(cell, cell.labels.setup)).collect();
    let name = match many.len() {
        0 => return None,
        1 => many[0].name.clone(),
        _ => "Mean over the setups".to_owned(),
    };
    let mean = Curve::mean(&name, &many, shown);
    let places: Vec<String> = (1..=shown).map(|round| format!("round {round}")).collect();
    let title = format!("Score of the first to move in %, {}", group.name());
    let joined = vec![true; shown];
    Some(Block::Figure(curves(&title, &places, &many, &mean, (group.fair(), &joined))))
}

fn row(cell: &Counted<'_>, shown: usize) -> Option<Vec<String>> {
    let (matches, score) = (cell.tally.matches()?, cell.starters()?);
    let share = |some: u64, of: u64| percent(some as f64 / of as f64);
    let labels = [cell.labels.setup, cell.labels.rules, cell.labels.bots];
    let mut row = labels.map(str::to_owned).to_vec();
    let rounds = matches.rounds().iter().take(shown);
    row.extend(rounds.map(|sums| share(sums.starter_score, WHOLE * matches.count())));
    row.push(percent(score.mean));
    row.push(score.interval.map_or_else(String::new, |interval| {
        format!("{} to {}", percent(interval.low), percent(interval.high))
    }));
    let starts: u64 = matches.rounds().iter().map(|sums| sums.first_starts).sum();
    row.push(share(starts, cell.tally.rounds()));
    Some(row)
}
