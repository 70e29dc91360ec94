//! How much moving first is worth: every cell's score with its interval, and curves over bots.

use crate::games::Seat;
use crate::report::chart::{Curve, curves};
use crate::report::document::{Block, DotRow, Dots, Forest, ForestRow, Section};
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
             the score of endlessly many such games is expected. Setups are sorted by score. The \
             dashed line is an even score; within the band around it a score is called balanced."
                .to_owned(),
        ),
        Block::Beside(panels),
    ];
    let glances = glances(material);
    if !glances.is_empty() {
        blocks.insert(0, Block::Beside(glances));
    }
    if !folded.is_empty() {
        blocks.push(Block::Fold(format!("{} more", folded.len()), vec![Block::Beside(folded)]));
    }
    blocks.push(Block::Caveats(meaning(material)));
    let curves = strength(material);
    if !curves.is_empty() {
        blocks.push(Block::Heading("By the bots' strength".to_owned()));
        blocks.push(Block::Text(
            "The same bot in every seat, in the order in which the experiment lists them. Small dots are \
             setups, large ones their mean. Lines join bots that differ only in how far they think."
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

/// Every setup on one line with its scores between several bots, or under several rule sets.
fn glances(material: &Material<'_>) -> Vec<Block> {
    if material.experiment.setups.len() < 2 {
        return Vec::new();
    }
    let played =
        || material.groups.iter().filter(|group| group.is_mirror() && group.tally.games() > 0);
    let mut charts = Vec::new();
    for rules in &material.experiment.rules {
        let groups: Vec<&Group<'_>> =
            played().filter(|group| std::ptr::eq(group.rules, rules)).collect();
        let title = format!("All bots under {}", rules.name);
        charts.extend(dots(material, title, &groups, |group| group.lineup.to_string()));
    }
    if let Some(last) = played().next_back() {
        let groups: Vec<&Group<'_>> =
            played().filter(|group| std::ptr::eq(group.lineup, last.lineup)).collect();
        let title = format!("All rule sets between {}", last.lineup);
        charts.extend(dots(material, title, &groups, |group| group.rules.name.clone()));
    }
    charts
}

/// Nothing where there is one group, or more than marks, or their even scores differ.
fn dots(
    material: &Material<'_>,
    title: String,
    groups: &[&Group<'_>],
    name: impl Fn(&Group<'_>) -> String,
) -> Option<Block> {
    let first = groups.first()?;
    let alike = groups.iter().all(|group| group.tally.seats() == first.tally.seats());
    if !(2..=Dots::MOST).contains(&groups.len()) || !alike {
        return None;
    }
    let score =
        |group: &Group<'_>, place: usize| Some(group.cells.get(place)?.1.score(Seat::FIRST)?.mean);
    let mut rows: Vec<(f64, DotRow)> = first
        .cells
        .iter()
        .enumerate()
        .take(MOST_ROWS)
        .map(|(place, (number, cell))| {
            let scores: Vec<Option<f64>> = groups.iter().map(|group| score(group, place)).collect();
            let known: Vec<f64> = scores.iter().copied().flatten().collect();
            let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
            let (setup, name) = (material.setup_of(*number), cell.labels.setup.to_owned());
            (mean, DotRow { setup, name, scores })
        })
        .collect();
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    let scores = || rows.iter().flat_map(|(_, row)| row.scores.iter().copied().flatten());
    let margin = material.within();
    let low = scores().fold(first.fair() - margin, f64::min);
    let high = scores().fold(first.fair() + margin, f64::max);
    Some(Block::Dots(Dots {
        title,
        series: groups.iter().map(|group| name(group)).collect(),
        axis: with_room(low, high),
        fair: first.fair(),
        within: margin,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    }))
}

/// An axis from the one to the other with a little room beyond.
fn with_room(low: f64, high: f64) -> (f64, f64) {
    let room = ((high - low) * 0.04).max(0.01);
    ((low - room).max(0.0), (high + room).min(1.0))
}

/// From where to where scores are drawn: all of them, with their intervals. Nothing without games.
fn axis(material: &Material<'_>) -> Option<(f64, f64)> {
    let margin = material.within();
    let mut ends: Option<(f64, f64)> = None;
    for group in &material.groups {
        for score in group.cells.iter().filter_map(|(_, cell)| cell.joint(Seat::FIRST)) {
            let own = score.interval.map_or((score.mean, score.mean), |it| (it.low, it.high));
            let (low, high) = ends.unwrap_or((1.0, 0.0));
            let (least, most) = (group.fair() - margin, group.fair() + margin);
            ends = Some((low.min(own.0).min(least), high.max(own.1).max(most)));
        }
    }
    ends.map(|(low, high)| with_room(low, high))
}

fn forest(material: &Material<'_>, group: &Group<'_>, axis: (f64, f64)) -> Forest {
    let mut rows: Vec<ForestRow> = group
        .cells
        .iter()
        .filter_map(|(number, cell)| {
            let score = cell.joint(Seat::FIRST)?;
            Some(ForestRow {
                cell: *number,
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
        has_more: super::cells::are_shown(material),
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
        let mean = Curve::mean("Mean over the setups", &many, groups.len());
        let title = format!("First player's score in %, {}", rules.name);
        let joined: Vec<bool> =
            places.windows(2).map(|two| thinks_farther(&two[0], &two[1])).collect();
        let figure = curves(&title, &places, &many, &mean, (first.fair(), &joined));
        charts.push(Block::Figure(figure));
    }
    charts
}

/// Whether the second bot is the first with one number raised: words of bots, as `search:nodes=250`.
pub(super) fn thinks_farther(one: &str, other: &str) -> bool {
    let parts = |word: &str| -> (String, Vec<String>) {
        let (kind, options) = word.split_once(':').unwrap_or((word, ""));
        (kind.to_owned(), options.split(',').map(str::to_owned).collect())
    };
    let ((kind, options), (other_kind, others)) = (parts(one), parts(other));
    if kind != other_kind || options.len() != others.len() {
        return false;
    }
    let changed: Vec<(&String, &String)> =
        options.iter().zip(&others).filter(|(one, other)| one != other).collect();
    let [(one, other)] = changed.as_slice() else { return false };
    let number = |option: &str| {
        let (key, value) = option.split_once('=')?;
        Some((key.to_owned(), value.parse::<u64>().ok()?))
    };
    match (number(one), number(other)) {
        (Some((key, less)), Some((other_key, more))) => key == other_key && less < more,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::thinks_farther;

    #[test]
    fn only_bots_of_one_kind_are_joined() {
        assert!(thinks_farther("search:nodes=250", "search:nodes=1000"));
        assert!(thinks_farther("search:nodes=250,spread=1", "search:nodes=1000,spread=1"));
        for (one, other) in [
            ("random", "greedy"),
            ("search:nodes=1000", "search:nodes=250"),
            ("search:nodes=250", "mcts:playouts=640"),
            ("search:nodes=250", "search:depth=300"),
            ("search:nodes=250,spread=1", "search:nodes=1000,spread=2"),
            ("search:nodes=250", "search:nodes=250"),
        ] {
            assert!(!thinks_farther(one, other), "{one} {other}");
        }
    }
}
