//! Parser of setup files.

use std::path::Path;

use super::{Origin, Setup};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Source};
use crate::base::text::{Keyword, is_control, one_of, unfit_for_tables};
use crate::board::{BoardSize, Colour, Point, PointSet, Stones};
use crate::games::board_file::{Header, Sheet};

const KEYS: &[&str] = &["name", "source", "origin", "stones"];

/// The declaration that permits other counts, in messages.
const ANY_COUNTS: &str = "the header `stones: any`, in an experiment `stones = \"any\"`";

/// Reads a setup, and returns a wrong number of stones separately: callers that only display a
/// setup do not need correct counts.
pub(super) fn read(source: &Source) -> Result<(Setup, Option<Diagnostics>), Diagnostics> {
    let mut sheet = Sheet::read(source, KEYS, &['b', 'w', '_', '.'])?;
    let any_counts = sheet.header_named("stones").is_some_and(|header| header.value == "any");
    let mut faults: Vec<Diagnostic> =
        sheet.headers.iter().filter_map(Header::control_fault).collect();
    let name = name(&sheet, source, &mut faults);
    let origin = origin(&sheet, &mut faults);
    if let Some(header) = sheet.header_named("stones").filter(|_| !any_counts) {
        let what = format!("unknown value `{}` of `stones`", header.value);
        let help = format!("without it a setup has {0} black and {0} white", sheet.side().each());
        let fault = Diagnostic::at(header.value_span.clone(), what, "expected `any`");
        faults.push(fault.help(help));
    }
    let header_faults = faults.len();
    let stones = stones(&sheet, any_counts, &mut faults);
    let is_sign = |sign: char| ['b', 'w', '_', '.'].contains(&sign);
    let miscount = miscount(source, sheet.side(), stones).filter(|_| {
        // Counts are meaningful only if every point is known.
        sheet.has_board()
            && sheet.signs().all(|(_, sign)| is_sign(sign))
            && faults.len() == header_faults
            && sheet.header_named("stones").is_none()
    });
    let about = sheet.header_named("source").map(|header| header.value.to_owned());
    let about = about.filter(|about| !about.is_empty());
    sheet.faults.extend(faults);
    if !sheet.faults.is_empty() {
        sheet.faults.extend(miscount.clone());
    }
    let setup = Setup { name, source: about, origin, stones, any_counts };
    sheet.finish(Some((setup, miscount.map(|fault| source.faults(vec![fault])))))
}

/// Returns the name in the headers, else the stem of the file's name.
fn name(sheet: &Sheet, source: &Source, faults: &mut Vec<Diagnostic>) -> String {
    if let Some(header) = sheet.header_named("name") {
        let span = header.value_span.clone();
        if header.value.is_empty() {
            let fault =
                Diagnostic::at(header.key_span.clone(), "the name is empty", "expected a name");
            faults.push(fault.help("without this header a setup is called as its file is"));
        } else if let Some(why) = unfit_for_tables(header.value) {
            faults.push(Diagnostic::at(span, why, "expected another name"));
        }
        return header.value.to_owned();
    }
    let stem = Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy();
    // A `#` would start a comment where the name is written into a file.
    let is_plain = !stem.contains(|sign| sign == '#' || is_control(sign)) && stem.trim() == stem;
    if stem.is_empty() || !is_plain || unfit_for_tables(&stem).is_some() {
        let file = source.name.escape_debug();
        let what =
            format!("`{file}` has no header `name`, and its file name does not serve as one");
        let help = "add a line `name: ..` above the board";
        faults.push(Diagnostic::whole(what).kind(ErrorKind::Missing).help(help));
    }
    stem.into_owned()
}

fn origin(sheet: &Sheet, faults: &mut Vec<Diagnostic>) -> Origin {
    let Some(header) = sheet.header_named("origin") else { return Origin::Designed };
    Origin::from_word(header.value).unwrap_or_else(|| {
        let what = format!("unknown origin `{}`", header.value);
        let expected = format!("expected {}", one_of(Origin::words()));
        let fault = Diagnostic::at(header.value_span.clone(), what, expected);
        faults.push(fault.did_you_mean(header.value, Origin::words()));
        Origin::Designed
    })
}

/// Reads the signs of the board; reports invalid ones and leaves their points empty.
fn stones(sheet: &Sheet, any_counts: bool, faults: &mut Vec<Diagnostic>) -> Stones {
    let side = sheet.side();
    let any_counts = any_counts && side == BoardSize::FULL;
    let none: PointSet =
        sheet.signs().filter(|&(_, sign)| sign == '_').map(|(point, _)| point).collect();
    let store_is_left_out = any_counts && PointSet::STORE - none == PointSet::EMPTY;
    let none = if store_is_left_out { PointSet::STORE } else { PointSet::of(Point::CENTRE) };
    let (mut stones, mut wrong) = (Stones::default(), Vec::new());
    for (point, sign) in sheet.signs() {
        match (sign, none.has(point)) {
            ('b', false) => stones.put(point, Colour::Black),
            ('w', false) => stones.put(point, Colour::White),
            ('_', true) => {}
            ('.', false) if any_counts => {}
            ('b' | 'w' | '_' | '.', _) => wrong.push(point),
            // Others are reported as unknown.
            _ => {}
        }
    }
    let expected = match wrong.first() {
        Some(&Point::CENTRE) => "expected `_`: the centre is no point",
        _ if any_counts => "expected `b`, `w` or `.`",
        _ => "expected `b` or `w`",
    };
    let help = match side {
        BoardSize::FULL if any_counts => {
            "`_` stands on f6 alone, or on all nine points e5 to g7 of Bell's store".to_owned()
        }
        BoardSize::FULL => format!("empty points and boards laid for Bell need {ANY_COUNTS}"),
        _ => "on a small board a stone lies on every point but the centre".to_owned(),
    };
    faults.extend(sheet.fault_at(&wrong, expected).map(|fault| match wrong[0] {
        Point::CENTRE => fault,
        _ => fault.help(help),
    }));
    stones
}

fn miscount(source: &Source, side: BoardSize, stones: Stones) -> Option<Diagnostic> {
    let (black, white, each) = (stones.black.len(), stones.white.len(), side.each());
    ((black, white) != (each, each)).then(|| {
        Diagnostic::whole(format!(
            "`{}` has {black} black and {white} white stones: expected {each} and {each}",
            source.name
        ))
        .help(format!(
            "`pasang setups check` shows where a pattern breaks; if these counts are meant, add {ANY_COUNTS}"
        ))
    })
}
