//! The answer first: a sentence for each question that the experiment asks, then the caveats. What
//! is said of a score is what its verdict says.

use super::caveats::caveats;
use crate::base::words::{Choice, listed};
use crate::games::Seat;
use crate::report::document::{Answer, Block, Section};
use crate::report::material::{Group, Material};
use crate::report::words::{count, counted, percent, signed};
use crate::stats::across::over;
use crate::stats::decisions::{Found, found};
use crate::stats::elo::{Above, Missing, Rated};
use crate::stats::find::End;
use crate::stats::{Counted, Sampling, Verdict};

/// So many setups are named in a sentence.
const MOST_NAMED: usize = 12;

/// So many groups get a sentence; the scores of all of them stand in the next section.
const MOST_SENTENCES: usize = 24;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let mut answers = contests(material);
    let ladders = &material.ladders;
    answers.extend(ladders.iter().filter_map(strongest).map(Block::Answer));
    // Where bots differ, who is better hides what the seat is worth: the ladder speaks of them.
    let shown = |group: &&Group<'_>| group.is_mirror() || ladders.is_empty();
    let groups = material
        .groups
        .iter()
        .filter(|group| group.tally.games() > 0)
        .filter(shown)
        .take(MOST_SENTENCES)
        .map(|group| Block::Answer(answer(material, group)));
    answers.extend(groups);
    let mut blocks = Vec::new();
    if answers.is_empty() {
        blocks.push(Block::Text("No game has been played yet.".to_owned()));
    } else {
        blocks.push(Block::Beside(answers));
    }
    let left = material.groups.iter().filter(shown).count().saturating_sub(MOST_SENTENCES) as u64;
    if left > 0 {
        blocks.push(Block::Text(format!(
            "{} of rules and bots more: their scores stand in the next section.",
            counted(left, "pair")
        )));
    }
    blocks.push(Block::Caveats(caveats(material)));
    Some(Section { id: "answer", title: "What the games say, in full".to_owned(), blocks })
}

/// What contests between setups have shown.
fn contests(material: &Material<'_>) -> Vec<Block> {
    let Some(find) = material.all.decider else { return Vec::new() };
    let contests = found(material.cells, find);
    contests.iter().map(|found| Block::Answer(contest(found))).collect()
}

fn contest(found: &Found<'_>) -> Answer {
    let setups = counted(found.setups as u64, "setup");
    let (figure, what) = match (found.end, found.contenders.as_slice(), found.close.as_slice()) {
        (Some(End::Winner), &[winner], _) => {
            (winner.to_owned(), format!("most balanced of {setups}"))
        }
        (_, _, &[close]) => (
            close.to_owned(),
            format!("shown to be within {} points of the most balanced of {setups}", found.within),
        ),
        (None, ..) => ("not decided yet".to_owned(), format!("most balanced of {setups}")),
        (_, contenders, _) => {
            (format!("one of {}", contenders.len()), format!("most balanced of {setups}"))
        }
    };
    let mut text = format!("Proved: {}.", found.proved.replace('`', ""));
    if found.end.is_none() || found.end == Some(End::MostGames) {
        text = text.replacen("Proved: ", "Found: ", 1);
    }
    if found.contenders.len() > 1 && found.contenders.len() <= MOST_NAMED {
        let names = found.contenders.iter().map(|&name| name.to_owned());
        text += &format!(" They are {}.", listed(names, "and"));
    }
    text += &format!(" {} were spent on it.", counted(found.games, "game"));
    Answer { label: format!("{}, {}", found.rules, found.bots), figure, what, text }
}

/// Who stands highest on a ladder.
pub(super) fn strongest(rated: &Rated<'_>) -> Option<Answer> {
    let steps = &rated.ladder.steps;
    let name = |place: usize| Some(*rated.bots.get(steps.get(place)?.player)?);
    let (first, second) = (name(0)?, name(1)?);
    let mut text = match (steps.first()?.above, rated.ladder.missing) {
        (above @ Above::By(by), _) => {
            let [elo, low, high] =
                [by.elo, by.interval.low, by.interval.high].map(|elo| signed(elo.round()));
            let [elo, low, high] = [elo, low, high].map(|elo| elo.replace(".0", ""));
            let lies = format!("{elo} Elo above {second} (95 % interval {low} to {high})");
            match above.separated() {
                Some(true) => format!("It lies {lies}: it is shown to be stronger."),
                _ => format!("It lies {lies}: these games do not tell the two apart."),
            }
        }
        (Above::AtLeast(bound), _) if bound <= 0.0 => {
            format!(
                "It lost no game against {second}, in too few to say by how much it is stronger."
            )
        }
        (Above::AtLeast(bound), _) => format!(
            "It lost no game against {second}, which makes it {} Elo stronger at least.",
            signed(bound.round()).replace(".0", "")
        ),
        (_, Some(Missing::Confounded)) => {
            "Seats were not swapped, so who is better cannot be told from who moves first."
                .to_owned()
        }
        _ => format!("No games tell whether it is better than {second}."),
    };
    let apart = |place: &usize| steps[*place].above.separated() == Some(true);
    let told = (0..steps.len() - 1).filter(apart).count();
    text += &format!(" {told} of {} steps of the ladder are told apart.", steps.len() - 1);
    let what = format!("highest of {} players", steps.len());
    Some(Answer { label: rated.rules.to_owned(), figure: first.to_owned(), what, text })
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
    let score = cell.joint(Seat::FIRST);
    let mean = score.map_or_else(String::new, |score| percent(score.mean));
    let mut text = format!(
        "On {} under {}, {}, the first player scores {mean} %",
        cell.labels.setup,
        group.rules.name,
        players(group)
    );
    if let Some(interval) = score.and_then(|score| score.interval) {
        let kind = match cell.terms.sampling {
            Sampling::Fixed => "interval",
            Sampling::Open => "interval for any time",
        };
        text += &format!(" ({kind} {} to {} %", percent(interval.low), percent(interval.high));
        text += &match cell.terms.statements {
            1 => ", right with a chance of 95 %)".to_owned(),
            all => format!(", one of {all} that are right together with a chance of 95 %)"),
        };
    }
    text += ". ";
    text += &said(cell);
    if let Some(margin) = cell.margin() {
        text += &format!(" On average it ends with a margin of {} points", signed(margin.mean));
        text += &match margin.interval {
            Some(interval) => format!(
                " ({} to {}, an interval at 95 % of its own).",
                signed(interval.low),
                signed(interval.high)
            ),
            None => ".".to_owned(),
        };
    }
    let what = format!("first player's score, {}", material.counted(cell.tally.games()));
    (format!("{mean} %"), what, text)
}

/// What the verdict says.
fn said(cell: &Counted<'_>) -> String {
    let (even, points) = (percent(cell.fair()), points(cell));
    match cell.verdict() {
        Some(Verdict::First) => {
            format!("All of it lies above an even {even} %: the first player is ahead.")
        }
        Some(Verdict::Second) => {
            format!("All of it lies below an even {even} %: the second player is ahead.")
        }
        Some(Verdict::Balanced) => {
            format!("It lies within {points} points of an even {even} %: balanced, but for that.")
        }
        Some(Verdict::Undecided) => format!(
            "Neither is it on one side of an even {even} % nor within {points} points of it: \
             undecided, which does not say that it is even."
        ),
        Some(Verdict::Uneven) => {
            let seats = Seat::first(cell.tally.seats()).filter_map(|seat| {
                let score = percent(cell.joint(seat)?.mean);
                Some(format!("player {seat} is {} ({score} %)", cell.standing(seat)?.word()))
            });
            format!("Against an even {even} %, {}.", listed(seats, "and"))
        }
        None => "There is no interval: all games are the same one.".to_owned(),
    }
}

/// The margin in points of a hundred.
pub(super) fn points(cell: &Counted<'_>) -> String {
    let text = percent(cell.terms.within);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
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
    let first = over(cells, material.all.draws).first;
    let mean = first.map_or_else(String::new, |first| percent(first.mean));
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
    if let Some(interval) = first.and_then(|first| first.interval) {
        text += &format!(
            " The mean over these setups is {mean} % (interval {} to {} %, at 95 % of its own).",
            percent(interval.low),
            percent(interval.high)
        );
    }
    let all = cells.len();
    let found = [
        (Some(Verdict::First), "first player ahead"),
        (Some(Verdict::Second), "second player ahead"),
        (Some(Verdict::Uneven), "some player ahead or behind"),
        (Some(Verdict::Balanced), "balanced"),
        (Some(Verdict::Undecided), "undecided"),
        (None, "without an interval"),
    ];
    let found = found.into_iter().filter_map(|(wanted, words)| {
        let number = cells.iter().filter(|cell| cell.verdict() == wanted).count();
        (number > 0).then(|| format!("{number} {words}"))
    });
    text += &format!(" Verdicts on {all} setups: {}.", listed(found, "and"));
    if let Some(cell) = cells.first() {
        let kind = match cell.terms.sampling {
            Sampling::Fixed => "",
            Sampling::Open => " for any time",
        };
        text += &format!(
            " They come from {} intervals{kind} that are right together with a chance of 95 %; \
             balanced is what lies within {} points of {} %.",
            count(cell.terms.statements),
            points(cell),
            percent(cell.fair())
        );
    }
    (format!("{mean} %"), format!("first player's score, mean of {all} setups"), text)
}
