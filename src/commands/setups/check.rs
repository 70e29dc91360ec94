//! `pasang setups check`: what a setup's counts and symmetry are, and where they break.

use std::io;

use serde::Serialize;

use super::{counts, print, print_json};
use crate::base::fault::{Faults, drawn};
use crate::base::terminal::is_lively;
use crate::base::words::{Choice, counted};
use crate::board::{Colour, Side};
use crate::commands::ended::{Done, Stop, complain, ended};
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
        let views: Vec<Checked> = checked
            .iter()
            .map(|(given, report, setup)| Checked::new(given, report, setup))
            .collect();
        print_json(&views)
    } else {
        let texts: Vec<String> = checked
            .iter()
            .map(|(given, report, setup)| report_text(given, report, setup))
            .collect();
        print(&texts.join("\n"))
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
#[derive(Serialize)]
struct Checked<'a> {
    given: &'a str,
    name: &'a str,
    black: u32,
    white: u32,
    counts: &'static str,
    symmetry: &'static str,
    nearly: Option<NearlyJson>,
    known: Option<KnownJson<'a>>,
    nearly_known: Option<NearlyKnownJson<'a>>,
    sound: bool,
}

#[derive(Serialize)]
struct NearlyJson {
    symmetry: &'static str,
    points: u32,
    changes: Vec<ChangeJson>,
    undecided: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct KnownJson<'a> {
    names: &'a [&'static str],
    under: &'static str,
}

#[derive(Serialize)]
struct NearlyKnownJson<'a> {
    #[serde(flatten)]
    known: KnownJson<'a>,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct ChangeJson {
    point: String,
    is: &'static str,
    should: &'static str,
}

impl<'a> Checked<'a> {
    fn new(given: &'a str, report: &'a Report, setup: &'a Setup) -> Checked<'a> {
        let side = setup.side();
        Checked {
            given,
            name: &setup.name,
            black: report.black,
            white: report.white,
            counts: match (setup.any_counts, report.miscounted) {
                (true, _) => "any",
                (false, true) => "broken",
                (false, false) => "sound",
            },
            symmetry: report.symmetry.word(),
            nearly: report.broken.as_ref().map(|broken| NearlyJson {
                symmetry: broken.symmetry.word(),
                points: broken.points,
                changes: changes_json(side, &broken.changes),
                undecided: broken
                    .undecided
                    .iter()
                    .map(|points| points.map(|point| side.name(point)).collect())
                    .collect(),
            }),
            known: report.known.as_ref().map(known_json),
            nearly_known: report.near.as_ref().map(|near| NearlyKnownJson {
                known: known_json(&near.known),
                changes: changes_json(side, &near.changes),
            }),
            sound: report.is_sound(),
        }
    }
}

fn known_json(known: &Likeness) -> KnownJson<'_> {
    KnownJson { names: &known.names, under: known.under.describe() }
}

fn changes_json(side: Side, changes: &[Change]) -> Vec<ChangeJson> {
    changes
        .iter()
        .map(|change| ChangeJson {
            point: side.name(change.point),
            is: word(change.is),
            should: word(change.should),
        })
        .collect()
}
