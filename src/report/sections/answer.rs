//! The answer first: a sentence for each question that the experiment asks, then the caveats.

use crate::experiment::{Openings, Records};
use crate::game::Seat;
use crate::report::document::{Block, Lean, Section};
use crate::report::material::{Group, Material, lean};
use crate::report::words::{count, counted, percent, signed};
use crate::stats::Counted;

/// So many groups get a sentence; the scores of all of them stand in the next section.
const MOST_SENTENCES: usize = 24;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let mut blocks: Vec<Block> = material
        .groups
        .iter()
        .filter(|group| group.tally.games() > 0)
        .take(MOST_SENTENCES)
        .map(|group| Block::Lead(sentence(material, group)))
        .collect();
    if blocks.is_empty() {
        blocks.push(Block::Lead("No game has been played yet.".to_owned()));
    } else if material.groups.len() > MOST_SENTENCES {
        let left = (material.groups.len() - MOST_SENTENCES) as u64;
        blocks.push(Block::Text(format!(
            "{} of rules and bots more: their scores stand in the next section.",
            counted(left, "pair")
        )));
    }
    blocks.push(Block::Caveats(caveats(material)));
    Some(Section { id: "answer", title: "What the games say".to_owned(), blocks })
}

/// Who plays, in words.
fn players(group: &Group<'_>) -> String {
    let bots = group.lineup.in_seats(group.tally.seats());
    match bots.as_slice() {
        [first, ..] if group.is_mirror() => format!("{first} bots among themselves"),
        [first, others @ ..] => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            format!("{first} moving first against {}", others.join(" and "))
        }
        [] => String::new(),
    }
}

fn sentence(material: &Material<'_>, group: &Group<'_>) -> String {
    let played: Vec<&(usize, &Counted<'_>)> =
        group.cells.iter().filter(|(_, cell)| cell.tally.games() > 0).collect();
    let head = format!("{}, {}: the first player scores", group.rules.name, players(group));
    match played.as_slice() {
        [(_, cell)] => of_one(material, &head, cell),
        several => of_several(material, group, &head, several),
    }
}

fn of_one(material: &Material<'_>, head: &str, cell: &Counted<'_>) -> String {
    let Some(score) = cell.score(Seat::FIRST) else { return String::new() };
    let even = percent(crate::report::material::fair(cell.tally));
    let mut text = format!("{head} {} % on {}", percent(score.mean), cell.labels.setup);
    if let Some(interval) = score.interval {
        text +=
            &format!(" (95 % interval {} to {} %)", percent(interval.low), percent(interval.high));
    }
    text += &match lean(cell) {
        Lean::First => format!(", more than an even {even} %: here moving first helps."),
        Lean::Others => format!(", less than an even {even} %: here moving first hurts."),
        Lean::Neither => format!(
            ", and an even {even} % lies within that interval: these games do not show whom moving \
             first helps."
        ),
        Lean::Unknown => ", and there is no interval: all games are the same one.".to_owned(),
    };
    if let (Some(within), Some(interval)) = (material.experiment.within, score.interval) {
        let (fair, margin) = (crate::report::material::fair(cell.tally), within.share());
        let inside = interval.low >= fair - margin && interval.high <= fair + margin;
        let outside = interval.high < fair - margin || interval.low > fair + margin;
        text += &match (inside, outside) {
            (true, _) => {
                format!(" The whole interval lies within {} points of even.", percent(margin))
            }
            (_, true) => {
                format!(" The whole interval lies beyond {} points of even.", percent(margin))
            }
            _ => format!(
                " Whether it lies within {} points of even is not decided by so many games.",
                percent(margin)
            ),
        };
    }
    if let Some(margin) = cell.margin() {
        text += &format!(" On average it ends {} points ahead", signed(margin.mean));
        text += &match margin.interval {
            Some(interval) => {
                format!(" ({} to {}).", signed(interval.low), signed(interval.high))
            }
            None => ".".to_owned(),
        };
    }
    text
}

fn of_several(
    material: &Material<'_>,
    group: &Group<'_>,
    head: &str,
    cells: &[&(usize, &Counted<'_>)],
) -> String {
    let scores: Vec<(f64, &str)> = cells
        .iter()
        .filter_map(|(_, cell)| Some((cell.score(Seat::FIRST)?.mean, cell.labels.setup)))
        .collect();
    let mean = scores.iter().map(|(score, _)| score).sum::<f64>() / scores.len().max(1) as f64;
    let least =
        scores.iter().copied().reduce(|one, other| if other.0 < one.0 { other } else { one });
    let most =
        scores.iter().copied().reduce(|one, other| if other.0 > one.0 { other } else { one });
    let mut text = format!("{head} {} % on average over {} setups", percent(mean), cells.len());
    if let (Some(least), Some(most)) = (least, most) {
        text += &format!(
            ", from {} % on {} to {} % on {}.",
            percent(least.0),
            least.1,
            percent(most.0),
            most.1
        );
    }
    let leaning =
        |wanted: Lean| cells.iter().filter(|(_, cell)| lean(cell) == wanted).count() as u64;
    let (first, others) = (leaning(Lean::First), leaning(Lean::Others));
    let second = if group.tally.seats() == 2 { "the second player" } else { "the others" };
    let chance = (cells.len() as f64 * 0.05).round() as u64;
    text += &format!(
        " {} beyond their own 95 % intervals the first player, {} {second}, and {} decide \
         nothing; if all were even, about {} of {} would seem not to be.",
        favour(first),
        count(others),
        count(cells.len() as u64 - first - others),
        count(chance.max(1)),
        count(cells.len() as u64)
    );
    if let Some(within) = material.experiment.within {
        let (fair, margin) = (group.fair(), within.share());
        let inside = cells.iter().filter_map(|(_, cell)| cell.score(Seat::FIRST)?.interval);
        let inside = inside
            .filter(|interval| interval.low >= fair - margin && interval.high <= fair + margin)
            .count() as u64;
        text += &format!(
            " {} the whole interval within {} points of even.",
            match inside {
                0 => "None has".to_owned(),
                1 => "1 has".to_owned(),
                inside => format!("{} have", count(inside)),
            },
            percent(margin)
        );
    }
    text
}

fn favour(setups: u64) -> String {
    match setups {
        0 => "No setup favours".to_owned(),
        1 => "1 setup favours".to_owned(),
        setups => format!("{} setups favour", count(setups)),
    }
}

/// What a reader must know before believing any of it.
fn caveats(material: &Material<'_>) -> Vec<String> {
    let experiment = material.experiment;
    let mut caveats = vec![
        "These are games between bots. They say how setups and rules treat such players, not how \
         people, or stronger bots, would fare."
            .to_owned(),
        "A score is 1 for a win, an equal part of 1 for a draw, 0 for a loss. Its interval is \
         Wilson's at 95 %, that of a margin Student's; each is for its own cell."
            .to_owned(),
    ];
    let cells = material.cells.len();
    if cells > 1 {
        caveats.push(format!(
            "With {cells} cells about one interval in twenty misses its mark, and the highest and \
             the lowest scores look more extreme than they are: this report names no most balanced \
             setup."
        ));
    }
    if experiment.openings != Openings::AsChosen {
        caveats.push(
            "The first two moves were given, each pair equally often: no bot chose them."
                .to_owned(),
        );
    }
    if experiment.common_random {
        caveats.push(
            "All cells drew the same random numbers, game by game, so that they can be compared; \
             their scores are not independent of one another."
                .to_owned(),
        );
    }
    let alike = material.cells.iter().filter(|cell| cell.one_game()).count();
    if alike > 0 {
        caveats.push(format!(
            "{}: all games are the same one, and repeating it says nothing new.",
            counted(alike as u64, "cell")
        ));
    }
    let repeated = |cell: &&Counted<'_>| {
        let games = cell.tally.games();
        !cell.one_game() && cell.distinct().is_some_and(|distinct| distinct.games <= games / 2)
    };
    let repeated = material.cells.iter().filter(repeated).count();
    if repeated > 0 {
        caveats.push(format!(
            "{}: at most half of the games differ from one another, and the intervals are too \
             narrow.",
            counted(repeated as u64, "cell")
        ));
    }
    if experiment.records == Records::None {
        caveats.push(
            "No games were recorded (records = \"none\"): there are no maps of the board and no \
             games to look at, and how many games differ is not known."
                .to_owned(),
        );
    }
    if material.games() < material.of {
        caveats.push(format!(
            "Unfinished: {} of {} games are played.",
            count(material.games()),
            count(material.of)
        ));
    }
    caveats
}
