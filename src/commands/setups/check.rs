//! `pasang setups check`: what a setup's counts and symmetry are, and where they break.

use std::io;

use serde_json::{Value, json};

use super::counts;
use crate::base::fault::{Faults, drawn};
use crate::base::terminal::is_lively;
use crate::base::words::{Choice, counted};
use crate::board::{Colour, PointSet, Side};
use crate::commands::ended::{Done, Stop, complain, ended, print, print_json};
use crate::games::setup::{self, Change, Likeness, Report, Setup};

/// Says of each setup how sound it is, and what it is like.
pub fn check(given: &[String], json: bool) -> Done {
    let mut checked = Vec::new();
    let mut wrong: Vec<Faults> = Vec::new();
    for given in given {
        match crate::read::setups::look(given) {
            Ok((setup, _)) => checked.push((given, setup::check(&setup), setup)),
            Err(faults) => wrong.push(faults),
        }
    }
    let told = if checked.is_empty() {
        // Nothing to print, not even an empty list.
        Ok(())
    } else if json {
        let told = checked.iter().map(|(given, report, setup)| report_json(given, report, setup));
        print_json(&told.collect::<Value>())
    } else {
        let texts: Vec<String> = checked
            .iter()
            .map(|(given, report, setup)| report_text(given, report, setup))
            .collect();
        print(texts.join("\n"))
    };
    // What could not be checked at all is worse than what is broken.
    if let Some(last) = wrong.pop() {
        for faults in wrong {
            complain(format_args!("{}\n", drawn(&faults, is_lively(&io::stderr()))));
        }
        return ended(told, Err(Stop::Wrong(last)));
    }
    let all_sound = checked.iter().all(|(_, report, _)| report.is_sound());
    ended(told, if all_sound { Ok(()) } else { Err(Stop::Differs) })
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

/// The lines about known setups.
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

/// A report as JSON.
fn report_json(given: &str, report: &Report, setup: &Setup) -> Value {
    let side = setup.side();
    let changes = |changes: &[Change]| -> Value {
        let told = changes.iter().map(|change| {
            let (is, should) = (word(change.is), word(change.should));
            json!({ "point": side.name(change.point), "is": is, "should": should })
        });
        told.collect()
    };
    let known = |it: &Likeness| json!({ "names": it.names, "under": it.under.describe() });
    let nearly = report.broken.as_ref().map(|broken| {
        let names = |points: &PointSet| points.map(|point| side.name(point)).collect::<Value>();
        json!({
            "symmetry": broken.symmetry.word(),
            "points": broken.points,
            "changes": changes(&broken.changes),
            "undecided": broken.undecided.iter().map(names).collect::<Value>(),
        })
    });
    let nearly_known = report.near.as_ref().map(|near| {
        let mut told = known(&near.known);
        told["changes"] = changes(&near.changes);
        told
    });
    json!({
        "given": given,
        "name": setup.name,
        "black": report.black,
        "white": report.white,
        "counts": match (setup.any_counts, report.miscounted) {
            (true, _) => "any",
            (false, true) => "broken",
            (false, false) => "sound",
        },
        "symmetry": report.symmetry.word(),
        "nearly": nearly,
        "known": report.known.as_ref().map(known),
        "nearly_known": nearly_known,
        "sound": report.is_sound(),
    })
}
