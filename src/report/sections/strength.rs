//! Who is better, where bots differ: a stronger bot in one seat hides what the seat is worth.

use super::{Asked, section as made};
use crate::report::document::{Block, Forest, ForestRow, Section};
use crate::report::words::percent;
use crate::stats::elo::{Above, Contest, Estimate, Ladder, Missing, Step};
use crate::stats::table::{Kind, Table, rounded};

/// A ladder, and what it is of.
type Rated<'r, 'a> = (&'r Contest<'a>, &'r Ladder);

/// The ladders of an experiment, in order.
pub(super) fn rated<'r, 'a>(asked: &'r Asked<'a>) -> impl Iterator<Item = Rated<'r, 'a>> {
    asked.ladders.iter().flat_map(|(contest, all)| all.iter().map(move |ladder| (contest, ladder)))
}

fn whole(elo: f64) -> String {
    rounded(elo, 0)
}

/// Who stands highest on a ladder, in a sentence or two.
pub(super) fn strongest((contest, ladder): Rated<'_, '_>) -> Option<String> {
    let steps = &ladder.steps;
    let name = |place: usize| Some(*contest.bots.get(steps.get(place)?.player)?);
    let (first, second) = (name(0)?, name(1)?);
    let mut text =
        format!("{first} is the highest of {} players under {}. ", steps.len(), contest.rules);
    text += &match (steps.first()?.above, ladder.missing) {
        (above @ Above::By(by), _) => {
            let [elo, low, high] =
                [by.elo, by.interval.low, by.interval.high].map(|elo| match whole(elo) {
                    text if elo >= 0.5 => format!("+{text}"),
                    text => text,
                });
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
            whole(bound)
        ),
        (_, Some(Missing::Confounded)) => {
            "Seats were not swapped, so who is better cannot be told from who moves first."
                .to_owned()
        }
        _ => format!("No games tell whether it is better than {second}."),
    };
    let is_apart = |step: &&Step| step.above.separated() == Some(true);
    let apart = steps.iter().filter(is_apart).count();
    Some(format!("{text} {apart} of {} steps of the ladder are told apart.", steps.len() - 1))
}

pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let charts: Vec<Forest> =
        rated(asked).enumerate().flat_map(|(place, rated)| charts(place, rated)).collect();
    let mut blocks = Vec::new();
    if !charts.is_empty() {
        blocks.push(Block::Drawn(charts, Vec::new()));
    }
    for (contest, ladders) in &asked.ladders {
        let setups = match contest.setups.len() {
            1 => "1 setup".to_owned(),
            setups => format!("{setups} setups"),
        };
        for ladder in ladders {
            let caption = format!("Who is better, {}, {setups}, in Elo", contest.rules);
            blocks.push(Block::Table(caption, lines(contest, ladder)));
            blocks.extend(below(ladder).into_iter().map(Block::Text));
        }
    }
    if !blocks.is_empty() {
        blocks.push(Block::Text(
            "Each interval is at 95 %; 100 Elo more win 64 games of 100, 200 more 76, 400 more 91."
                .to_owned(),
        ));
    }
    made("strength", "Who is better", blocks)
}

/// A drawing for each group of bots whose strengths can be compared by a number.
fn charts(number: usize, (contest, ladder): Rated<'_, '_>) -> Vec<Forest> {
    let chart = |group: &[Step]| {
        let row = |step: &Step| {
            let elo = step.elo?;
            let is_apart =
                matches!(step.above, Above::Last) || step.above.separated() == Some(true);
            Some(ForestRow {
                id: format!("l{number}-{}", step.player),
                name: contest.bots.get(step.player)?.to_string(),
                setup: None,
                figure: elo.elo,
                interval: Some(elo.interval),
                why_none: "",
                verdict: None,
                is_known: false,
                sign: if is_apart { "" } else { "~" },
                meaning: if is_apart { "" } else { "not separated from the next" },
                warning: None,
            })
        };
        let rows: Vec<ForestRow> = group.iter().filter_map(row).collect();
        let ends = rows
            .iter()
            .filter_map(|row| row.interval)
            .fold((0.0, 1.0), |ends, it| (f64::min(ends.0, it.low), f64::max(ends.1, it.high)));
        (rows.len() > 1).then(|| Forest {
            title: format!("Strength in Elo, {}", contest.rules),
            note: String::new(),
            heads: ["bot", "Elo"],
            ends,
            fair: 0.0,
            within: 0.0,
            decimals: 0,
            rows,
            left_out: 0,
        })
    };
    let steps = &ladder.steps;
    steps.chunk_by(|one, next| one.group == next.group).filter_map(chart).collect()
}

fn lines(contest: &Contest<'_>, ladder: &Ladder) -> Table {
    let mut table = Table::shown(&[
        ("bot", Kind::Word),
        ("games", Kind::Figure),
        ("score %", Kind::Figure),
        ("Elo", Kind::Figure),
        ("above the next", Kind::Word),
        ("", Kind::Word),
    ]);
    for step in &ladder.steps {
        let (games, score) = contest.score(step.player);
        let above = match step.above {
            Above::Last => String::new(),
            Above::By(Estimate { elo, interval }) => {
                format!("{} from {} to {}", whole(elo), whole(interval.low), whole(interval.high))
            }
            Above::AtLeast(bound) if bound <= 0.0 => "it lost no game of few".to_owned(),
            Above::AtLeast(bound) => format!("{} at least: it lost no game", whole(bound)),
            other => ladder.method(other).replace("none: ", ""),
        };
        let note = match step.above.separated() {
            Some(false) => "not separated",
            _ => "",
        };
        // Within a group figures can be compared, and one group follows another by a bound only.
        let elo = match (step.elo, ladder.missing) {
            (Some(elo), _) => whole(elo.elo),
            (None, None) if ladder.steps.iter().any(|step| step.elo.is_some()) => "-".to_owned(),
            _ => String::new(),
        };
        table.row([
            contest.bots[step.player].to_owned(),
            games.to_string(),
            percent(score),
            elo,
            above,
            note.to_owned(),
        ]);
    }
    table
}

/// What stands below a ladder.
fn below(ladder: &Ladder) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(Estimate { elo, interval }) = ladder.seat {
        let [elo, low, high] = [elo, interval.low, interval.high].map(whole);
        words.push(format!("Moving first is worth {elo} Elo, from {low} to {high}."));
    }
    if let Some(dispersion) = ladder.dispersion.filter(|&dispersion| dispersion > 1.0) {
        let times = rounded(dispersion, 2);
        words.push(format!("Cells differ {times} times as much as chance makes them."));
    }
    if ladder.seat.is_some() {
        words.push(
            match ladder.setups {
                1 => "These intervals are about this setup only; on others it may be otherwise.",
                _ => {
                    "These intervals allow for setups that differ: they are about other setups too, of which \
                     these are a sample."
                }
            }
            .to_owned(),
        );
    }
    let missing = ladder.missing.map(|missing| match missing {
        Missing::Confounded => {
            "Who is better cannot be told from who moves first: `swap = true` has bots change seats."
        }
        Missing::SeatDecides => "Moving first or second decided all games.",
    });
    words.extend(missing.map(str::to_owned));
    words
}
