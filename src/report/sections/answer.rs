//! The answer first: a sentence for each question that the experiment asks, then the caveats.

use crate::experiment::{NextStart, Openings, Records};
use crate::game::Seat;
use crate::report::document::{Answer, Block, Lean, Section};
use crate::report::material::{Group, Material, lean};
use crate::report::words::{count, counted, percent, signed};
use crate::stats::Counted;

/// So many groups get a sentence; the scores of all of them stand in the next section.
const MOST_SENTENCES: usize = 24;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let answers: Vec<Block> = material
        .groups
        .iter()
        .filter(|group| group.tally.games() > 0)
        .take(MOST_SENTENCES)
        .map(|group| Block::Answer(answer(material, group)))
        .collect();
    let mut blocks = Vec::new();
    if answers.is_empty() {
        blocks.push(Block::Text("No game has been played yet.".to_owned()));
    } else {
        blocks.push(Block::Beside(answers));
    }
    if material.groups.len() > MOST_SENTENCES {
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
        [first, ..] if group.is_mirror() => format!("between {first} bots"),
        [first, others @ ..] => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            format!("with {first} moving first against {}", others.join(" and "))
        }
        [] => String::new(),
    }
}

fn answer(material: &Material<'_>, group: &Group<'_>) -> Answer {
    let played: Vec<&Counted<'_>> =
        group.cells.iter().map(|&(_, cell)| cell).filter(|cell| cell.tally.games() > 0).collect();
    let (figure, what, text) = match played.as_slice() {
        [cell] => of_one(material, group, cell),
        several => of_several(material, group, several),
    };
    Answer { label: group.name(), figure, what, text }
}

fn of_one(
    material: &Material<'_>,
    group: &Group<'_>,
    cell: &Counted<'_>,
) -> (String, String, String) {
    let score = cell.score(Seat::FIRST);
    let mean = score.map_or_else(String::new, |score| percent(score.mean));
    let fair = group.fair();
    let even = percent(fair);
    let mut text = format!(
        "On {} under {}, {}, the first player scores {mean} %",
        cell.labels.setup,
        group.rules.name,
        players(group)
    );
    let interval = score.and_then(|score| score.interval);
    if let Some(interval) = interval {
        let ends = [interval.low, interval.high].map(percent);
        text += &format!(" (95 % interval {} to {} %)", ends[0], ends[1]);
    }
    text += &match lean(cell) {
        Lean::First => format!(", more than an even {even} %: here moving first helps."),
        Lean::Others => format!(", less than an even {even} %: here moving first hurts."),
        Lean::Neither => format!(
            ", and an even {even} % lies within that interval: these games do not show whom moving \
             first helps."
        ),
        Lean::Unknown => {
            format!(", and there is no interval: all {} are the same one.", material.all.units())
        }
    };
    if let (Some(within), Some(interval)) = (material.experiment.within, interval) {
        let margin = within.share();
        let inside = interval.low >= fair - margin && interval.high <= fair + margin;
        let outside = interval.high < fair - margin || interval.low > fair + margin;
        let points = percent(margin);
        text += &match (inside, outside) {
            (true, _) => format!(" The whole interval lies within {points} points of even."),
            (_, true) => format!(" The whole interval lies beyond {points} points of even."),
            _ => format!(
                " Whether it lies within {points} points of even is not decided by so many games."
            ),
        };
    }
    if let Some(margin) = cell.margin() {
        text += &format!(" On average it ends with a margin of {} points", signed(margin.mean));
        text += &match margin.interval {
            Some(interval) => {
                format!(" ({} to {}).", signed(interval.low), signed(interval.high))
            }
            None => ".".to_owned(),
        };
    }
    let what = format!("first player's score, {}", material.counted(cell.tally.games()));
    (format!("{mean} %"), what, text)
}

fn of_several(
    material: &Material<'_>,
    group: &Group<'_>,
    cells: &[&Counted<'_>],
) -> (String, String, String) {
    let scores: Vec<(f64, &str)> = cells
        .iter()
        .filter_map(|cell| Some((cell.score(Seat::FIRST)?.mean, cell.labels.setup)))
        .collect();
    let mean = scores.iter().map(|(score, _)| score).sum::<f64>() / scores.len().max(1) as f64;
    let mean = percent(mean);
    // Of equal scores the first setup is named.
    let least = scores.iter().copied().reduce(|one, next| if next.0 < one.0 { next } else { one });
    let most = scores.iter().copied().reduce(|one, next| if next.0 > one.0 { next } else { one });
    let mut text = format!("Under {}, {}, the first player", group.rules.name, players(group));
    if let (Some(least), Some(most)) = (least, most) {
        text += &format!(
            " scores from {} % on {} to {} % on {}.",
            percent(least.0),
            least.1,
            percent(most.0),
            most.1
        );
    }
    let leaning = |wanted: Lean| cells.iter().filter(|cell| lean(cell) == wanted).count() as u64;
    let (first, others) = (leaning(Lean::First), leaning(Lean::Others));
    let all = cells.len() as u64;
    let second = if group.tally.seats() == 2 { "the second" } else { "the others" };
    let chance = ((all as f64 * 0.05).round() as u64).max(1);
    text += &format!(
        " {} the first player beyond their own 95 % intervals and {} {second}; {} not decided. \
         If all were even, about {} of {} would still seem not to be.",
        favour(first),
        count(others),
        match all - first - others {
            1 => "1 is".to_owned(),
            left => format!("{} are", count(left)),
        },
        count(chance),
        count(all)
    );
    if let Some(within) = material.experiment.within {
        let (fair, margin) = (group.fair(), within.share());
        let inside = cells
            .iter()
            .filter_map(|cell| cell.score(Seat::FIRST)?.interval)
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
    (format!("{mean} %"), format!("first player's score, mean of {all} setups"), text)
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
    if let Some(rounds) = experiment.rounds {
        caveats.push(format!(
            "These are matches of {} rounds. The first player, seat 1, starts round 1; {}. A match \
             goes to the highest sum of its rounds' scores, and scores as a round does. Scores, \
             intervals and margins are of matches, all else is of rounds.",
            rounds.count(),
            match rounds.next_start {
                NextStart::Alternate => "then the seats take turns",
                NextStart::LastCapturer =>
                    "whoever captured the last stone of a round starts the next",
            }
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
            "{}: all {} are the same one, and repeating it says nothing new.",
            counted(alike as u64, "cell"),
            material.all.units()
        ));
    }
    let repeated = |cell: &&Counted<'_>| {
        let games = cell.tally.games();
        !cell.one_game() && cell.distinct().is_some_and(|distinct| distinct.games <= games / 2)
    };
    let repeated = material.cells.iter().filter(repeated).count();
    if repeated > 0 {
        caveats.push(format!(
            "{}: at most half of the {} differ from one another, and the intervals are too \
             narrow.",
            counted(repeated as u64, "cell"),
            material.all.units()
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
            "Unfinished: {} of {} {} are played.",
            count(material.games()),
            count(material.of),
            material.all.units()
        ));
    }
    caveats
}
