//! Parser of setup files.

use std::path::Path;

use super::{Origin, Setup};
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::base::text::{Keyword, is_control, one_of, unfit_for_tables};
use crate::board::{BoardSize, Colour, Point, PointSet, Stones};
use crate::games::board_file::Sheet;

const KEYS: &[&str] = &["name", "source", "origin", "stones"];

/// The declaration that permits other counts, in messages.
const ANY_COUNTS: &str = "the header `stones: any`, in an experiment `stones = \"any\"`";

/// Reads a setup, and returns a wrong number of stones separately: callers that only display a
/// setup do not need correct counts.
pub(super) fn read(source: &Source) -> Result<(Setup, Option<Diagnostics>), Diagnostics> {
    let mut sheet = Sheet::read(source, KEYS, &['b', 'w', '_', '.']);
    let any_counts = sheet.header_named("stones").is_some_and(|header| header.value == "any");
    if !any_counts && sheet.signs().all(|(_, sign)| sign != '.') {
        // No point is left empty: messages about other signs need not offer `.`.
        sheet = Sheet::read(source, KEYS, &['b', 'w', '_']);
    }
    let foreign_signs = sheet.signs().any(|(_, sign)| !['b', 'w', '_', '.'].contains(&sign));
    let mut faults = Vec::new();
    for header in sheet.headers.iter().filter(|header| has_control_signs(header.value)) {
        // They would reach the user's terminal, and break lines of files that contain the text.
        faults.push(Diagnostic::at(
            header.value_span.clone(),
            format!("control characters in `{}`", header.key),
            "expected plain text",
        ));
    }
    let name = name(&sheet, source, &mut faults);
    let origin = origin(&sheet, &mut faults);
    if let Some(header) = sheet.header_named("stones").filter(|_| !any_counts) {
        faults.push(
            Diagnostic::at(
                header.value_span.clone(),
                format!("unknown value `{}` of `stones`", header.value),
                "expected `any`",
            )
            .help(format!("without it a setup has {0} black and {0} white", sheet.side().each())),
        );
    }
    let header_faults = faults.len();
    let stones = stones(&sheet, any_counts, &mut faults);
    let miscount = miscount(source, sheet.side(), stones).filter(|_| {
        // Counts are meaningful only if every point is known.
        let board_is_sound = sheet.has_board() && !foreign_signs && faults.len() == header_faults;
        board_is_sound && sheet.header_named("stones").is_none()
    });
    let about = sheet.header_named("source").map(|header| header.value.to_owned());
    sheet.faults.extend(faults);
    if !sheet.faults.is_empty() {
        sheet.faults.extend(miscount.clone());
    }
    let about = about.filter(|about| !about.is_empty());
    let setup = Setup { name, source: about, origin, stones, any_counts };
    sheet.finish(Some((setup, miscount.map(|fault| source.faults(vec![fault])))))
}

/// Returns the name in the headers, else the stem of the file's name.
pub(super) fn name(sheet: &Sheet, source: &Source, faults: &mut Vec<Diagnostic>) -> String {
    match sheet.header_named("name") {
        Some(header) => {
            if header.value.is_empty() {
                faults.push(
                    Diagnostic::at(header.key_span.clone(), "the name is empty", "expected a name")
                        .help("without this header a setup is called as its file is"),
                );
            }
            if let Some(why) = unfit_for_tables(header.value) {
                faults.push(Diagnostic::at(
                    header.value_span.clone(),
                    why,
                    "expected another name",
                ));
            }
            header.value.to_owned()
        }
        None => {
            let stem = Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy();
            // A `#` would start a comment where the name is written into a file.
            if stem.is_empty()
                || has_control_signs(&stem)
                || stem.contains('#')
                || stem.trim() != stem
                || unfit_for_tables(&stem).is_some()
            {
                faults.push(
                    Diagnostic::whole(format!(
                        "`{}` has no header `name`, and its file name does not serve as one",
                        source.name.escape_debug()
                    ))
                    .help("add a line `name: ..` above the board"),
                );
            }
            stem.into_owned()
        }
    }
}

fn has_control_signs(text: &str) -> bool {
    text.contains(is_control)
}

fn origin(sheet: &Sheet, faults: &mut Vec<Diagnostic>) -> Origin {
    let Some(header) = sheet.header_named("origin") else {
        return Origin::Designed;
    };
    Origin::from_word(header.value).unwrap_or_else(|| {
        faults.push(
            Diagnostic::at(
                header.value_span.clone(),
                format!("unknown origin `{}`", header.value),
                format!("expected {}", one_of(Origin::words())),
            )
            .did_you_mean(header.value, Origin::words()),
        );
        Origin::Designed
    })
}

/// Reads the signs of the board; reports invalid ones and leaves their points empty.
fn stones(sheet: &Sheet, any_counts: bool, faults: &mut Vec<Diagnostic>) -> Stones {
    let mut stones = Stones::default();
    let mut empty = PointSet::EMPTY;
    let mut no_point = PointSet::EMPTY;
    let mut on_centre = None;
    let side = sheet.side();
    let (is_small, centre) = (side != BoardSize::FULL, side.name(Point::CENTRE));
    for (point, sign) in sheet.signs() {
        match sign {
            'b' | 'w' if point == Point::CENTRE => on_centre = Some(sheet.span(point)),
            'b' => stones.put(point, Colour::Black),
            'w' => stones.put(point, Colour::White),
            '.' if point == Point::CENTRE => faults.push(Diagnostic::at(
                sheet.span(point),
                format!("{centre} as an empty point"),
                "expected `_`: the centre is no point",
            )),
            '.' => empty = empty.with(point),
            '_' => no_point = no_point.with(point),
            _ => {}
        }
    }
    // A single `_` elsewhere is part of the same mistake.
    if let Some(span) = on_centre.clone().filter(|_| no_point.len() != 1) {
        let expected = "expected `_`: the centre is no point";
        faults.push(Diagnostic::at(span, format!("a stone on {centre}"), expected));
    }
    // The first in reading order, for faults that concern several points.
    let topmost =
        |points: PointSet| sheet.signs().map(|(point, _)| point).find(|&point| points.has(point));
    if let Some(first) = topmost(empty).filter(|_| !any_counts || is_small) {
        let points = if empty.len() == 1 { "point is" } else { "points are" };
        let fault = Diagnostic::at(
            sheet.span(first),
            format!("{} {points} left empty", empty.len()),
            "expected `b` or `w`",
        );
        faults.push(if is_small {
            fault.help("on a small board a stone lies on every point but the centre")
        } else {
            fault.help(format!("if empty points are meant, add {ANY_COUNTS}"))
        });
    }
    let store_left_out = !is_small && PointSet::STORE - no_point == PointSet::EMPTY;
    let may_be_left_out =
        if store_left_out { PointSet::STORE } else { PointSet::of(Point::CENTRE) };
    if let Some(first) = topmost(PointSet::STORE).filter(|_| store_left_out && !any_counts) {
        faults.push(
            Diagnostic::at(
                sheet.span(first),
                "the store, e5 to g7, is left out",
                "expected `b` or `w` on all points but f6",
            )
            .help(format!("a board laid for Bell needs {ANY_COUNTS}")),
        );
    }
    let wrong = no_point - may_be_left_out;
    if let Some(point) = topmost(wrong) {
        let signs: &[&str] = if any_counts && !is_small { &["b", "w", "."] } else { &["b", "w"] };
        let more = match wrong.len() {
            1 => String::new(),
            number => format!(", and on {} more", number - 1),
        };
        let fault = Diagnostic::at(
            sheet.span(point),
            format!("no point on {}{more}", side.name(point)),
            format!("expected {}", one_of(signs.iter().copied())),
        );
        faults.push(if wrong.len() == 1 && on_centre.is_some() {
            // The row was shifted: one sign too many or too few before the centre, and the opposite
            // after it.
            Diagnostic { label: format!("expected `_` on {centre}"), ..fault }
        } else if any_counts && !is_small && PointSet::STORE.has(point) {
            fault.help("`_` stands on f6 alone, or on all nine points e5 to g7 of Bell's store")
        } else {
            fault
        });
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::{GameRng, SeedKey};
    use crate::games::setup::builtin;

    fn rows() -> Vec<String> {
        builtin("catalogue-32").unwrap().board().lines().map(str::to_owned).collect()
    }

    /// Returns the message of every fault, in the order of the text.
    fn faults(name: &str, text: &str) -> Vec<String> {
        let source = Source::new(name, text);
        let faults = Setup::parse(&source).expect_err(text);
        let mut found: Vec<(usize, String)> = faults
            .list()
            .iter()
            .map(|fault| {
                let start = fault.span.as_ref().map_or(0, |span| span.start);
                (start, fault.message.clone())
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, what)| what).collect()
    }

    #[test]
    fn without_headers_the_file_gives_the_name() {
        let setup =
            Setup::parse(&Source::new("some/folder/my own.txt", rows().join("\n"))).unwrap();
        assert_eq!((setup.name.as_str(), setup.source.as_deref()), ("my own", None));
        assert_eq!(setup.origin, Origin::Designed);
        assert_eq!(setup.stones, builtin("catalogue-32").unwrap().stones);
        for name in ["", "draft#2.txt", "two\nlines.txt", " .txt"] {
            let found = faults(name, &rows().join("\n"));
            assert_eq!(found.len(), 1, "{name:?}");
            assert!(found[0].contains("has no header `name`"), "{name:?}: {}", found[0]);
            // With a header the file may have any name.
            let text = format!("name: mine\n{}", rows().join("\n"));
            assert_eq!(Setup::parse(&Source::new(name, text)).unwrap().name, "mine");
        }
    }

    #[test]
    fn headers_must_mean_something() {
        for (headers, expected) in [
            ("name:", "the name is empty"),
            ("name: # comment", "the name is empty"),
            ("name: a\tb", "control characters in `name`"),
            ("source: \u{1b}[31mred", "control characters in `source`"),
            ("origin: home", "unknown origin `home`"),
            ("origin:", "unknown origin ``"),
            ("stones: 59", "unknown value `59` of `stones`"),
            ("Name: a", "unknown header `Name`"),
            ("name: a\nname: a", "header `name` given twice"),
        ] {
            let text = format!("{headers}\n\n{}", rows().join("\n"));
            assert_eq!(faults("any.txt", &text), [expected], "{headers}");
        }
    }

    #[test]
    fn only_free_counts_allow_empty_points_and_bells_board() {
        let chequer = builtin("bell-chequer").unwrap().board();
        let bell: Vec<String> = chequer
            .lines()
            .enumerate()
            .map(|(index, row)| match index {
                4..=6 => format!("{}___{}", &row[..4], &row[7..]),
                _ => row.to_owned(),
            })
            .collect();
        let bell = bell.join("\n");
        let read = |text: &str| Setup::parse(&Source::new("any.txt", text));
        let free = |text: &str| read(&format!("stones: any\n{text}"));
        let on_bells_board = free(&bell).unwrap();
        assert_eq!(
            (on_bells_board.stones.black.len(), on_bells_board.stones.white.len()),
            (56, 56)
        );
        assert_eq!(free(&chequer).unwrap().stones.points().len(), 120);
        assert_eq!(free(&chequer.replacen("bw", "..", 2)).unwrap().stones.points().len(), 116);
        assert_eq!(faults("any.txt", &bell), ["the store, e5 to g7, is left out"]);
        assert_eq!(
            faults("any.txt", &chequer.replacen("bw", "..", 2)),
            ["4 points are left empty"]
        );
        let half_a_store = format!("stones: any\n{}", chequer.replacen("w_w", "___", 1));
        assert_eq!(faults("any.txt", &half_a_store), ["no point on e6, and on 1 more"]);
        let empty_centre = format!("stones: any\n{}", chequer.replace('_', "."));
        assert_eq!(faults("any.txt", &empty_centre), ["f6 as an empty point"]);
    }

    #[test]
    fn counts_are_told_beside_other_faults_and_not_where_a_sign_is_unknown() {
        let mut rows = rows();
        rows[10].replace_range(3..4, "w");
        let counts = "`any.txt` has 59 black and 61 white stones: expected 60 and 60";
        assert_eq!(faults("any.txt", &rows.join("\n")), [counts]);
        let text = format!("origin: home\n{}", rows.join("\n"));
        assert_eq!(faults("any.txt", &text), [counts, "unknown origin `home`"]);
        let text = rows.join("\n").replacen('b', "é", 1);
        assert_eq!(faults("any.txt", &text), ["unknown sign `é`"]);
        let source = Source::new("any.txt", rows.join("\n"));
        let (setup, miscount) = read(&source).unwrap();
        assert_eq!(setup.stones.white.len(), 61);
        assert_eq!(miscount.unwrap().list()[0].message, counts);
    }

    #[test]
    fn boards_of_another_shape_are_refused() {
        let short = rows()[..10].join("\n");
        assert_eq!(faults("any.txt", &short), ["the board has 10 rows"]);
        assert_eq!(
            faults("any.txt", &format!("{short}\nbbwbwwbbwwbb\n\nbbb")),
            ["this row has 12 signs", "the board has 12 rows", "this row has 3 signs"]
        );
        assert_eq!(
            faults("any.txt", "# nothing\nname: a\n"),
            ["`any.txt` holds no board: expected 11 rows of 11 signs, found none"]
        );
        let below = format!("{}\nname: a", rows().join("\n"));
        assert_eq!(faults("any.txt", &below), ["header line below the board"]);
    }

    /// Returns the random streams of the texts to try.
    fn drawn(purpose: &str) -> impl Iterator<Item = GameRng> {
        let key = SeedKey::new(1, &[b"setups", purpose.as_bytes()]);
        (0..256).map(move |number| key.rng(number))
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        let signs: Vec<char> = "bw_.:#é \r\n\u{1b}".chars().collect();
        for mut rng in drawn("any text") {
            let text: String = (0..rng.below(201)).map(|_| one(&mut rng, &signs)).collect();
            if let Err(faults) = Setup::parse(&Source::new("any.txt", text)) {
                assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn a_setup_with_any_signs_changed_reads_back_or_is_refused() {
        let mut read = 0;
        for mut rng in drawn("changes") {
            let mut board: Vec<char> = rows().join("\n").chars().collect();
            for _ in 0..rng.below(6) {
                let index = rng.below(board.len() as u32) as usize;
                board[index] = one(&mut rng, &['b', 'w', '_', '.', 'x', 'é', ':', '\n']);
            }
            let header = if rng.below(2) == 0 { "stones: any\n" } else { "" };
            let text = header.to_owned() + &String::from_iter(board);
            match Setup::parse(&Source::new("any.txt", text)) {
                Ok(setup) => {
                    let again = Setup::parse(&Source::new("other.txt", setup.to_text()));
                    assert_eq!(again, Ok(setup));
                    read += 1;
                }
                Err(faults) => assert!(!faults.list().is_empty()),
            }
        }
        assert!((30..=226).contains(&read), "{read}");
    }

    fn one(rng: &mut GameRng, signs: &[char]) -> char {
        signs[rng.below(signs.len() as u32) as usize]
    }
}
