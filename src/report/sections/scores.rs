//! How much moving first is worth: every cell's score with its interval, and curves over bots.

use crate::games::Seat;
use crate::report::chart::{Curve, curves};
use crate::report::document::{Block, Forest, ForestRow, Section};
use crate::report::material::{Group, Material};
use crate::report::words::paragraph;
use crate::stats::summary::cells::{Tell, legend};
use crate::stats::summary::why_none;
use crate::stats::{Sampling, Variety};

/// So many rows of a group are shown; of more, as many of both ends.
const MOST_ROWS: usize = 300;

/// So many groups stand side by side; more are shown on request.
const MOST_OPEN: usize = 12;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let axis = axis(material)?;
    let mut panels: Vec<Block> = material
        .groups
        .iter()
        .filter(|group| group.tally.games() > 0)
        .map(|group| Block::Forest(forest(material, group, axis)))
        .collect();
    let folded = panels.split_off(panels.len().min(MOST_OPEN));
    let mut blocks = vec![
        Block::Text(
            "Each row is a setup: the first player's score in per cent, and the interval in which \
             the score of endlessly many such games is expected. Setups are sorted by score; the \
             band is the margin around an even score, and an arrow points to a score beyond the \
             edge."
                .to_owned(),
        ),
        Block::Beside(panels),
    ];
    if !folded.is_empty() {
        blocks.push(Block::Fold(format!("{} more", folded.len()), vec![Block::Beside(folded)]));
    }
    blocks.push(Block::Caveats(meaning(material)));
    let curves = strength(material);
    if !curves.is_empty() {
        blocks.push(Block::Heading("By the bots' strength".to_owned()));
        blocks.push(Block::Text(
            "The same bot in every seat, in the order in which the experiment lists them. Thin \
             lines are setups, the strong line is their mean."
                .to_owned(),
        ));
        blocks.push(Block::Beside(curves));
    }
    let title = "How much moving first is worth".to_owned();
    Some(Section { id: "scores", title, blocks })
}

/// What the marks mean, in the words of the summary.
fn meaning(material: &Material<'_>) -> Vec<String> {
    let legend = legend(material.all, Tell::Signs);
    let mut meaning: Vec<String> = legend.iter().map(|words| paragraph(words)).collect();
    let fixed = |cell: &crate::stats::Counted<'_>| cell.terms.sampling == Sampling::Fixed;
    if material.cells.iter().all(fixed) {
        meaning.push(
            "The intervals are Wilson's, for a number of games that was fixed beforehand."
                .to_owned(),
        );
    }
    if material.cells.iter().any(|cell| cell.variety() == Variety::Few) {
        meaning.push(
            "\u{2020} and a dotted line: fewer than 90 % of the cell's games are different."
                .to_owned(),
        );
    }
    meaning
}

/// From where to where scores are drawn; nothing without games. A few scores far away from all
/// others would press the rest together: twice the width of the middle half on either side
/// of it is enough, and what lies beyond is an arrow at the edge.
fn axis(material: &Material<'_>) -> Option<(f64, f64)> {
    let margin = material.within();
    let (mut lows, mut highs, mut fairs) = (Vec::new(), Vec::new(), Vec::new());
    for group in &material.groups {
        for score in group.cells.iter().filter_map(|(_, cell)| cell.joint(Seat::FIRST)) {
            let ends = score.interval.map(|interval| (interval.low, interval.high));
            let (low, high) = ends.unwrap_or((score.mean, score.mean));
            lows.push(low);
            highs.push(high);
            fairs.push(group.fair());
        }
    }
    lows.sort_by(f64::total_cmp);
    highs.sort_by(f64::total_cmp);
    let (least, most) = (*lows.first()?, *highs.last()?);
    let (q1, q3) = (lows[lows.len() / 4], highs[highs.len() * 3 / 4]);
    let far = 2.0 * (q3 - q1).max(0.01);
    let fair = |pick: fn(f64, f64) -> f64| fairs.iter().copied().reduce(pick).unwrap_or(0.5);
    let low = least.max(q1 - far).min(fair(f64::min) - margin);
    let high = most.min(q3 + far).max(fair(f64::max) + margin);
    let room = ((high - low) * 0.04).max(0.01);
    Some(((low - room).max(0.0), (high + room).min(1.0)))
}

fn forest(material: &Material<'_>, group: &Group<'_>, axis: (f64, f64)) -> Forest {
    let mut rows: Vec<ForestRow> = group
        .cells
        .iter()
        .filter_map(|(number, cell)| {
            let score = cell.joint(Seat::FIRST)?;
            Some(ForestRow {
                setup: material.setup_of(*number),
                name: cell.labels.setup.to_owned(),
                score: score.mean,
                interval: score.interval,
                why_none: why_none(&score),
                verdict: cell.verdict(),
                few: cell.distinct_share().filter(|_| cell.variety() == Variety::Few),
            })
        })
        .collect();
    // The sort is stable: of equal scores the earlier cell comes first.
    rows.sort_by(|one, other| other.score.total_cmp(&one.score));
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    if left_out > 0 {
        rows.drain(MOST_ROWS / 2..rows.len() - MOST_ROWS / 2);
    }
    Forest {
        title: group.name(),
        caption: format!("First player's score, {}", group.name()),
        axis,
        fair: group.fair(),
        within: material.within(),
        rows,
        left_out,
    }
}

/// A chart a rule set, where several bots play against themselves.
fn strength(material: &Material<'_>) -> Vec<Block> {
    let mut charts = Vec::new();
    for rules in &material.experiment.rules {
        let groups: Vec<&Group<'_>> = material
            .groups
            .iter()
            .filter(|group| std::ptr::eq(group.rules, rules) && group.is_mirror())
            .collect();
        let Some(first) = groups.first().filter(|_| groups.len() > 1) else { continue };
        let places: Vec<String> = groups.iter().map(|group| group.lineup.to_string()).collect();
        let points = |place: usize| {
            groups.iter().map(move |group| Some(group.cells.get(place)?.1.score(Seat::FIRST)?.mean))
        };
        let many: Vec<Curve> = (0..first.cells.len().min(MOST_ROWS))
            .map(|place| Curve { name: String::new(), points: points(place).collect() })
            .collect();
        let mean = |place: usize| {
            let scores: Vec<f64> = many
                .iter()
                .filter_map(|curve| curve.points.get(place).copied().flatten())
                .collect();
            (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
        };
        let mean = Curve {
            name: "Mean over the setups".to_owned(),
            points: (0..groups.len()).map(mean).collect(),
        };
        let title = format!("First player's score in %, {}", rules.name);
        let mut figure = curves(&title, &places, &many, &mean, first.fair());
        figure.caption = figure.words.clone();
        charts.push(Block::Figure(figure));
    }
    charts
}
