//! Setups as files, and what is wrong with a board.

use pasang::text::diagnostic::Source;
use pasang::text::setups::find_all;
use pasang_core::base::text::Keyword;
use pasang_core::board::{Colour, Column, Group, Point, PointSet, Stones, Symmetry};
use pasang_core::games::setup::{Change, Origin, Setup, builtin, builtins, check, generate, group};

use crate::support::{Place, amount};

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Returns the setup with the colours of the stones on these points exchanged.
pub fn with_flipped(setup: &Setup, points: &[Point]) -> Setup {
    let flipped = points.iter().fold(setup.stones, |stones, &point| {
        let other = stones.at(point).map(Colour::other);
        let mut stones = stones.without(PointSet::of(point));
        other.into_iter().for_each(|colour| stones.put(point, colour));
        stones
    });
    Setup { stones: flipped, ..setup.clone() }
}

#[test]
fn one_wrong_stone_is_found_in_every_known_setup_wherever_it_lies() {
    let mut first = 0;
    for setup in group("all").unwrap() {
        // All points, or every eighth, which are others in the next setup.
        let step = amount(8, 1);
        first += 1;
        for point in setup.stones.points().into_iter().skip(first % step).step_by(step) {
            let report = check(&with_flipped(&setup, &[point]));
            let broken = report.broken.unwrap_or_else(|| panic!("{} {point}", setup.name));
            assert_eq!(broken.symmetry, setup.symmetry(), "{} {point}", setup.name);
            let found: Vec<Point> = broken.changes.iter().map(|change| change.point).collect();
            assert_eq!(found, [point], "{}", setup.name);
        }
    }
}

#[test]
fn known_setups_are_sound_and_found_however_they_lie() {
    for setup in builtins() {
        for under in Symmetry::ALL {
            let stones = setup.stones.mapped(under);
            let report = check(&Setup { stones, ..setup.clone() });
            assert!(report.is_sound(), "{} {under:?}: {report:?}", setup.name);
            let known = report.known.unwrap();
            assert!(known.names.contains(&setup.name.as_str()));
            assert_eq!(setup.stones.mapped(known.under), stones);
        }
    }
}

#[test]
fn random_boards_are_not_called_nearly_symmetric() {
    for &symmetry in Group::ALL {
        for number in 1..=amount(40, 300) {
            let setup = generate(symmetry, 3, number);
            let report = check(&setup);
            assert_eq!(report.symmetry, symmetry);
            assert!(report.is_sound(), "{}: {report:?}", setup.name);
            assert_eq!(report.known, None, "{}", setup.name);
        }
    }
}

#[test]
fn few_stones_are_not_called_nearly_symmetric() {
    let mut stones = Stones::default();
    for (name, colour) in
        [("a1", Colour::Black), ("c4", Colour::White), ("f2", Colour::Black), ("k3", Colour::White)]
    {
        stones.put(point(name), colour);
    }
    let setup = Setup { stones, any_counts: true, ..builtin("catalogue-01").unwrap() };
    let report = check(&setup);
    assert_eq!((report.symmetry, report.broken), (Group::None, None));
    assert!(!report.miscounted);
    assert!(check(&Setup { any_counts: false, ..setup }).miscounted);
}

/// f1 lies on the mirror along column f, whose symmetry is kept. f1 and f11 are white, f2 and f10 black:
/// exchanged, only the mirrors along f and 6 hold.
#[test]
fn one_point_breaks_a_symmetry_and_four_may_be_meant() {
    let setup = builtin("catalogue-02").unwrap();
    let report = check(&with_flipped(&setup, &[point("f1")]));
    assert_eq!(report.symmetry, Group::MirrorColumn);
    assert_eq!(report.broken.unwrap().symmetry, Group::Full);
    let report = check(&with_flipped(&setup, &["f1", "f2", "f10", "f11"].map(point)));
    assert_eq!((report.symmetry, report.is_sound()), (Group::Axes, true), "{report:?}");
}

#[test]
fn an_empty_point_breaks_a_symmetry_too() {
    let chequer = builtin("bell-chequer").unwrap();
    let stones = chequer.stones.without(PointSet::STORE).without(PointSet::of(point("b9")));
    let report = check(&Setup { stones, any_counts: true, ..chequer });
    let broken = report.broken.unwrap();
    let change = Change { point: point("b9"), is: None, should: Some(Colour::White) };
    assert_eq!((broken.symmetry, broken.changes), (Group::Full, vec![change]));
}

fn board() -> String {
    builtin("catalogue-32").unwrap().board()
}

/// Returns the message of every fault, in the order of the text.
fn faults(name: &str, text: &str) -> Vec<String> {
    let faults = Setup::parse(&Source::new(name, text)).expect_err(text);
    faults.in_order().into_iter().map(|(_, fault)| fault.message.clone()).collect()
}

#[test]
fn without_headers_the_file_gives_the_name() {
    let setup = Setup::parse(&Source::new("some/folder/my own.txt", board())).unwrap();
    assert_eq!((setup.name.as_str(), setup.source.as_deref()), ("my own", None));
    assert_eq!(setup.origin, Origin::Designed);
    assert_eq!(setup.stones, builtin("catalogue-32").unwrap().stones);
    for name in ["", "draft#2.txt", "two\nlines.txt", " .txt"] {
        let found = faults(name, &board());
        assert_eq!(found.len(), 1, "{name:?}");
        assert!(found[0].contains("has no header `name`"), "{name:?}: {}", found[0]);
        // With a header the file may have any name.
        let text = format!("name: mine\n{}", board());
        assert_eq!(Setup::parse(&Source::new(name, text)).unwrap().name, "mine");
    }
}

#[test]
fn wrong_texts_are_refused() {
    let with = |headers: &str| format!("{headers}\n\n{}", board());
    let rows = |number: usize| board().split_inclusive('\n').take(number).collect::<String>();
    let white = board().replacen('b', "w", 1);
    let counts = "`any.txt` has 59 black and 61 white stones: expected 60 and 60";
    for (text, expected) in [
        (with("name:"), &["the name is empty"][..]),
        (with("name: # comment"), &["the name is empty"]),
        (with("name: a\tb"), &["control characters in `name`"]),
        (with("source: \u{1b}[31mred"), &["control characters in `source`"]),
        (with("origin: home"), &["unknown origin `home`"]),
        (with("origin:"), &["unknown origin ``"]),
        (with("stones: 59"), &["unknown value `59` of `stones`"]),
        (with("Name: a"), &["unknown header `Name`"]),
        (with("name: a\nname: a"), &["header `name` given twice"]),
        (board() + "\nname: a", &["header line below the board"]),
        (rows(10), &["the board has 10 rows"]),
        (rows(10) + "bbwbwwbbwwbb\n", &["this row has 12 signs"]),
        (rows(10) + "bbwbw\nwbbwwb\n", &["this row has 5 signs"]),
        ("# nothing\nname: a\n".to_owned(), &["`any.txt` holds no board"]),
        // Counts stand beside other faults, but not where a sign is unknown.
        (white.clone(), &[counts]),
        (format!("origin: home\n{white}"), &[counts, "unknown origin `home`"]),
        (board().replacen('b', "é", 1), &["unknown sign `é`"]),
    ] {
        assert_eq!(faults("any.txt", &text), expected, "{text}");
    }
    let (setup, miscount) = Setup::look(&Source::new("any.txt", white)).unwrap();
    assert_eq!(setup.stones.white.len(), 61);
    assert_eq!(miscount.unwrap().list()[0].message, counts);
}

#[test]
fn only_free_counts_allow_empty_points_and_bells_board() {
    let chequer = builtin("bell-chequer").unwrap();
    let stones = chequer.stones.without(PointSet::STORE);
    let bell = Setup { stones, any_counts: true, ..chequer.clone() }.board();
    let chequer = chequer.board();
    let gaps = chequer.replacen("bw", "..", 2);
    let free = |text: &str| Setup::parse(&Source::new("a", format!("stones: any\n{text}")));
    assert_eq!(free(&bell).unwrap().stones, stones);
    assert_eq!(free(&chequer).unwrap().stones.points().len(), 120);
    assert_eq!(free(&gaps).unwrap().stones.points().len(), 116);
    let any = |text: &str| format!("stones: any\n{text}");
    for (text, expected) in [
        (bell, "`_` on e7, and 7 more points"),
        (gaps, "`.` on a11, and 3 more points"),
        (any(&chequer.replacen("w_w", "___", 1)), "`_` on e6, and 1 more point"),
        (any(&chequer.replace('_', ".")), "`.` on f6"),
    ] {
        assert_eq!(faults("any.txt", &text), [expected]);
    }
}

#[test]
fn every_setup_reads_back_from_its_text() {
    let chequer = builtin("bell-chequer").unwrap();
    let stones = chequer.stones.without(PointSet::STORE);
    let bell = Setup { stones, any_counts: true, source: None, ..chequer };
    let mut sparse = bell.clone();
    sparse.stones = sparse.stones.without(PointSet::column(Column::MIDDLE));
    sparse.stones.put(point("e5"), Colour::White);
    assert!(bell.board().contains("\nbwbw___wbwb\n"));
    assert!(sparse.board().contains("\nbwbww..wbwb\n"));
    let mirrored = builtin("catalogue-01").unwrap().mirrored();
    for setup in builtins().iter().chain([&bell, &sparse, &mirrored]) {
        let text = setup.to_text();
        assert_eq!(Setup::parse(&Source::new("any.txt", text)).as_ref(), Ok(setup));
    }
}

#[test]
fn a_built_in_name_goes_before_a_file_and_a_file_may_have_any_name() {
    let place = Place::new();
    let board_of = |name| builtin(name).unwrap().board();
    place.write("catalogue-01", board_of("catalogue-02"));
    place.write("no-ending", board_of("catalogue-03"));
    place.write("with.txt", board_of("catalogue-04"));
    let find = |text: &str| find_all(text, &place.path("")).map(|found| found[0].clone());
    assert_eq!(find("catalogue-01").unwrap(), builtin("catalogue-01").unwrap());
    assert_eq!(find("./catalogue-01").unwrap().board(), board_of("catalogue-02"));
    assert_eq!(find("no-ending").unwrap().name, "no-ending");
    assert_eq!(find("with.txt").unwrap().name, "with");
    assert_eq!(find("mirror:with.txt").unwrap().name, "mirror:with");
    let mirrored = builtin("catalogue-01").unwrap().stones.mapped(Symmetry::MirrorColumnF);
    assert_eq!(find("mirror:catalogue-01").unwrap().stones, mirrored);
    for file in ["missing.txt", "MISSING.TXT", "missing/"] {
        let missing = find(file).unwrap_err().to_string();
        assert!(missing.ends_with(&format!("{file}`: no such file or directory")), "{missing}");
    }
}
