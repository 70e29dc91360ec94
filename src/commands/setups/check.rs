//! `pasang setups check`: what a setup's counts and symmetry are, and where they break.

use std::io;

use super::counts;
use crate::base::fault::{Faults, drawn};
use crate::base::terminal::is_lively;
use crate::base::words::counted;
use crate::board::{Colour, Side};
use crate::commands::ended::{Done, Stop, complain, ended, print};
use crate::games::setup::{self, Change, Likeness, Report, Setup};

/// Says of each setup how sound it is, and what it is like.
pub fn check(given: &[String]) -> Done {
    let mut checked = Vec::new();
    let mut wrong: Vec<Faults> = Vec::new();
    for given in given {
        match crate::read::setups::look(given) {
            Ok((setup, _)) => checked.push((given, setup::check(&setup), setup)),
            Err(faults) => wrong.push(faults),
        }
    }
    let texts: Vec<String> =
        checked.iter().map(|(given, report, setup)| report_text(given, report, setup)).collect();
    let printed = print(texts.join("\n"));
    // What could not be checked at all is worse than what is broken.
    if let Some(last) = wrong.pop() {
        for faults in wrong {
            complain(format_args!("{}\n", drawn(&faults, is_lively(&io::stderr()))));
        }
        return ended(printed, Err(Stop::Wrong(last)));
    }
    let all_sound = checked.iter().all(|(_, report, _)| report.is_sound());
    ended(printed, if all_sound { Ok(()) } else { Err(Stop::Differs) })
}

/// Indents what belongs to the line above.
const INDENT: &str = "            ";

fn report_text(given: &str, report: &Report, setup: &Setup) -> String {
    let side = setup.side();
    let mut text = format!("{given}\n");
    if setup.name != given {
        text += &format!("  name      {}\n", setup.name);
    }
    let should = if report.miscounted {
        format!(": should be {0} and {0}", setup.side().each())
    } else {
        String::new()
    };
    text += &format!("  stones    {}{should}\n", counts(setup.stones));
    match &report.broken {
        None => text += &format!("  symmetry  {}\n", report.symmetry),
        Some(broken) => {
            let points = match broken.points {
                1 => "1 point breaks it".to_owned(),
                points => format!("{points} points break it"),
            };
            text += &format!(
                "  symmetry  {}, but nearly {}: {points}\n",
                report.symmetry, broken.symmetry
            );
            text += &changes_text(side, &broken.changes, "should be");
            for &points in &broken.undecided {
                let stones: Vec<String> = points
                    .map(|point| format!("{} {}", side.name(point), word(setup.stones.at(point))))
                    .collect();
                text += &format!("{INDENT}{}: should be equal\n", stones.join(", "));
            }
        }
    }
    text += &known_text(side, report);
    text
}

fn known_text(side: Side, report: &Report) -> String {
    if let Some(known) = &report.known {
        return format!("  known     {}\n", likeness_text(known));
    }
    if let Some(broken) = &report.broken
        && let Some(then) = &broken.then
    {
        let changes = if broken.points == 1 { "this change" } else { "these changes" };
        return format!("  known     with {changes} {}\n", likeness_text(then));
    }
    match &report.near {
        None => "  known     none\n".to_owned(),
        Some(near) => {
            let points = counted(near.changes.len() as u64, "point");
            let known = likeness_text(&near.known);
            format!("  known     nearly {known}: {points} otherwise\n")
                + &changes_text(side, &near.changes, "there")
        }
    }
}

fn changes_text(side: Side, changes: &[Change], should: &str) -> String {
    changes
        .iter()
        .map(|change| {
            let (is, other) = (word(change.is), word(change.should));
            format!("{INDENT}{} is {is}, {should} {other}\n", side.name(change.point))
        })
        .collect()
}

fn likeness_text(likeness: &Likeness) -> String {
    let names = likeness.names.join(", ");
    match likeness.under {
        crate::board::Symmetry::Identity => names,
        under => format!("{names} under {}", under.describe()),
    }
}

fn word(stone: Option<Colour>) -> &'static str {
    stone.map_or("empty", Colour::word)
}
