//! Setups on the board, in words and as JSON.

use serde_json::{Value, json};

use super::svg::CentreMark;
use super::{Table, board, width};
use crate::text::diagnostic::sanitized;
use pasang_core::base::text::Keyword;
use pasang_core::board::{BoardSize, Colour, Point, PointSet, Stones, Symmetry, Trail};
use pasang_core::games::setup::{self, Likeness, Origin, Report, Setup};

/// Returns the names of other built-in setups with the same stones.
pub fn same_as(setup: &Setup) -> Vec<&'static str> {
    let same = |other: &&Setup| other.stones == setup.stones && other.name != setup.name;
    setup::builtins().iter().filter(same).map(|other| other.name.as_str()).collect()
}

/// Returns a setup as JSON.
pub fn listed(setup: &Setup) -> Value {
    json!({
        "name": setup.name,
        "source": setup.source,
        "origin": setup.origin.word(),
        "symmetry": setup.symmetry().word(),
        "black": setup.count(Colour::Black),
        "white": setup.count(Colour::White),
        "same_as": same_as(setup),
    })
}

/// Returns a setup with its board as JSON.
pub fn shown(setup: &Setup) -> Value {
    let mut object = listed(setup);
    object["side"] = setup.side().length().into();
    object["rows"] = setup.board().lines().collect();
    object["on_bells_board"] = on_bells_board(setup)
        .map(|it| json!({ "black": it.black.len(), "white": it.white.len() }))
        .into();
    object
}

/// Returns the stones of a setup on Bell's board, without those in the store; `None` if the setup
/// is laid on Brunei's board.
fn on_bells_board(setup: &Setup) -> Option<Stones> {
    (centre_mark(setup) == CentreMark::Store).then(|| setup.stones.without(PointSet::STORE))
}

/// Returns the hollow in the middle of a setup's board: Bell's store if the setup is Bell's own or
/// leaves the store empty.
pub fn centre_mark(setup: &Setup) -> CentreMark {
    let leaves_it = (setup.stones.points() & PointSet::STORE).is_empty();
    let is_free = leaves_it && setup.side() == BoardSize::FULL;
    CentreMark::store_if(setup.origin == Origin::Bell || is_free)
}

fn counts(stones: Stones) -> String {
    format!("{} black, {} white", stones.black.len(), stones.white.len())
}

const INDENT: &str = "            ";

/// Says what a check of a setup found.
pub fn report_text(given: &str, report: &Report, setup: &Setup) -> String {
    let side = setup.side();
    let mut text = format!("{given}\n");
    if setup.name != given {
        text += &format!("  name      {}\n", setup.name);
    }
    let should = match report.miscounted {
        true => format!(": should be {0} and {0}", side.each()),
        false => String::new(),
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
            for change in &broken.changes {
                let [is, should] = [change.is, change.should].map(word);
                let point = side.name(change.point);
                text += &format!("{INDENT}{point} is {is}, should be {should}\n");
            }
            for &points in &broken.undecided {
                let stones: Vec<String> = points
                    .map(|point| format!("{} {}", side.name(point), word(setup.stones.at(point))))
                    .collect();
                text += &format!("{INDENT}{}: should be equal\n", stones.join(", "));
            }
        }
    }
    let known = report.known.as_ref().map_or("none".to_owned(), likeness_text);
    text + &format!("  known     {known}\n")
}

fn likeness_text(likeness: &Likeness) -> String {
    let names = likeness.names.join(", ");
    match likeness.under {
        Symmetry::Identity => names,
        under => format!("{names} under {}", under.describe()),
    }
}

fn word(stone: Option<Colour>) -> &'static str {
    stone.map_or("empty", Colour::word)
}

/// Lists setups.
pub fn table_of(setups: &[Setup]) -> String {
    let table = Table::of(setups)
        .left("name", |it| it.name.as_str())
        .left("symmetry", |it| it.symmetry().word())
        .right("black", |it| it.count(Colour::Black))
        .right("white", |it| it.count(Colour::White))
        .left("same as", |it| same_as(it).join(", "))
        .done();
    let mut text = format!("{}\n", table.text(width()));
    for (group, numbers) in setup::FOUND {
        let numbers = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        text +=
            &format!("{group:<6} as far as they were played: generated-full-2044-N, N {numbers}\n");
    }
    text
}

/// Shows a setup on the board, with its source and its stones.
pub fn described(setup: &Setup) -> String {
    let mut text = format!("{}\n", setup.name);
    if let Some(source) = &setup.source {
        text += &format!("  source    {source}\n");
    }
    text += &format!("  origin    {}\n", setup.origin);
    text += &format!("  stones    {}", counts(setup.stones));
    if let Some(played) = on_bells_board(setup).filter(|played| *played != setup.stones) {
        text += &format!("; on Bell's board, without those in the store, {}", counts(played));
    }
    text.push('\n');
    text += &format!("  symmetry  {}\n\n", setup.symmetry());
    let text = sanitized(&text).into_owned();
    let sign = |point| match setup.stones.at(point) {
        Some(colour) => colour.sign(),
        None if point == Point::CENTRE => '_',
        None => '.',
    };
    text + &board(setup.side(), sign, &Trail::default())
}
