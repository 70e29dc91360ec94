//! The setups that have a name, and `pasang setups` for programs; `tests/data/commands/setups.txt`
//! has the output for users.

use std::collections::BTreeSet;

use crate::support::Place;
use pasang_core::base::text::Keyword;
use pasang_core::board::{BoardSize, Colour, Group, Point, PointSet, Stones, Symmetry};
use pasang_core::games::setup::{
    Exchanges, Origin, builtin, builtins, fourfold_count, generate, generated, group, without_file,
};

#[test]
fn the_list_names_every_setup_and_its_twins() {
    let folder = Place::new();
    let seen = folder.shell("pasang setups list").to_string();
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines.len(), 1 + 40 + 3 + 1);
    assert_eq!(lines[0], "name          symmetry   black  white  same as");
    assert_eq!(lines[1], "catalogue-01  fourfold      60     60");
    assert_eq!(lines[4], "catalogue-04  diagonals     60     60");
    assert_eq!(lines[40], "bell-chequer  full          60     60  catalogue-39");
    let played = "as far as they were played: generated-full-2044-N, N";
    assert_eq!(lines[42], format!("even   {played} 739 879 1010"));
    assert_eq!(lines[43], format!("uneven {played} 294 1183 1188"));
    assert_eq!(lines[44], "-- exit 0");
    // The catalogue lists these twins.
    for (twin, first) in [(33, 26), (36, 25), (37, 29), (38, 19)] {
        assert!(lines[twin].ends_with(&format!("  60  catalogue-{first}")), "{}", lines[twin]);
        assert!(lines[first].ends_with(&format!("  60  catalogue-{twin}")), "{}", lines[first]);
    }
    let json = folder.json("setups list --json");
    assert_eq!(json.as_array().unwrap().len(), 40);
    assert_eq!(json[32]["name"], "catalogue-33");
    assert_eq!(json[32]["same_as"], serde_json::json!(["catalogue-26"]));
    assert_eq!(json[39]["origin"], "bell");
}

/// Invisible characters, and those that change the direction of writing, are not printed on a terminal.
#[test]
fn a_strangers_words_are_shown_harmless() {
    let folder = Place::new();
    let (name, safe) = ("a\u{feff}b\u{200b}c\u{ad}", "a\u{fffd}b\u{fffd}c\u{fffd}");
    folder.write(
        "mine.txt",
        format!("name: {name}\nsource: {name}\n{}", builtin("catalogue-32").unwrap().board()),
    );
    let shown = folder.quiet("pasang setups show mine.txt");
    assert!(shown.starts_with(&format!("{safe}\n  source    {safe}\n")), "{shown}");
    // Files keep the name unchanged.
    assert!(folder.quiet("pasang setups show --text mine.txt").contains(name));
    let experiment =
        "seed = 1\ngames = 1\nsetups = [\"mine.txt\"]\nrules = [\"bell\"]\nbots = [\"random\"]\n";
    folder.write("e.toml", format!("title = \"{name}\"\n{experiment}"));
    let cited = folder.shell("pasang run e.toml -q --out out && pasang cite out").stdout;
    assert!(cited.contains(&format!("experiment  {safe}\n")), "{cited}");
    assert!(cited.contains(&format!("setups      {safe}\n")), "{cited}");
}

/// The list of patterns gives the symmetry of each.
#[test]
fn each_setup_is_as_the_list_of_patterns_says() {
    for (number, setup) in (1..).zip(builtins()) {
        let (name, origin) = match number {
            40 => ("bell-chequer".to_owned(), Origin::Bell),
            _ => (format!("catalogue-{number:02}"), Origin::Catalogue),
        };
        assert_eq!((&setup.name, setup.origin), (&name, origin));
        assert!(setup.source.is_some() && !setup.any_counts, "{name}");
        let symmetry = match number {
            4 => Group::Diagonals,
            1 | 25..=37 => Group::Fourfold,
            _ => Group::Full,
        };
        assert_eq!(setup.symmetry(), symmetry, "{name}");
    }
}

#[test]
fn bells_chequer_is_black_where_column_and_row_add_up_to_an_even_number() {
    let chequer = builtin("bell-chequer").unwrap();
    for point in chequer.stones.points() {
        let even = (point.column().index() + point.row().index()) % 2 == 0;
        let colour = if even { Colour::Black } else { Colour::White };
        assert_eq!(chequer.stones.at(point), Some(colour), "{point}");
    }
    let on_bells_board = chequer.stones.without(PointSet::STORE);
    assert_eq!((on_bells_board.black.len(), on_bells_board.white.len()), (56, 56));
}

#[test]
fn there_are_20_and_924_fourfold_patterns() {
    for (side, count) in [(5, 20), (7, 924)] {
        let all = group(&format!("fourfold-{side}")).unwrap();
        let different: BTreeSet<_> = all.iter().map(|setup| setup.stones).collect();
        assert_eq!([all.len(), different.len()], [count; 2]);
        for setup in &all {
            let each = setup.side().each();
            assert_eq!([setup.stones.black.len(), setup.stones.white.len()], [each; 2]);
            assert!([Group::Fourfold, Group::Full].contains(&setup.symmetry()));
            assert_eq!(without_file(&setup.name).as_ref(), Some(setup));
        }
    }
    assert_eq!(BoardSize::ALL.map(fourfold_count), [20, 924, 184_756, 155_117_520]);
    for name in ["fourfold-5-20", "fourfold-6-0", "fourfold-5-00", "fourfold-5-", "fourfold-5"] {
        assert_eq!(without_file(name), None, "{name}");
    }
    assert_eq!(group("fourfold-9"), None);
}

#[test]
fn a_generated_setup_is_found_by_its_name() {
    for &symmetry in Group::ALL {
        for (seed, number) in [(0, 1), (7, 12), (i64::MAX as u64, 3)] {
            let setup = generate(symmetry, seed, number);
            assert_eq!(generated(&setup.name), Some(setup));
        }
    }
    for name in ["full-7-0", "full-7-01", "full-+7-1", "full-7", "round-7-1", "-7-1"] {
        assert_eq!(generated(&format!("generated-{name}")), None, "{name}");
    }
    assert_eq!(generated("generated-full-9223372036854775808-1"), None);
}

/// Counted from the boards by an independent script: in catalogue-05 three orbits of four points
/// and six of eight are black, seven and four are white; in catalogue-01 fifteen of four are black,
/// and fifteen white.
#[test]
fn each_exchange_is_another_pattern_with_the_counts_and_the_symmetry_of_the_first() {
    for (name, sizes) in
        [("catalogue-05", [(4, 21), (8, 9 * 25)]), ("catalogue-01", [(4, 15 * 15), (8, 105 * 105)])]
    {
        let setup = builtin(name).unwrap();
        let all = Exchanges::of(setup.stones, setup.symmetry());
        for ((size, exchanges), expected) in all.iter().zip(sizes) {
            assert_eq!((*size, exchanges.count()), expected, "{name}");
            let made: BTreeSet<Stones> =
                (0..exchanges.count()).map(|it| exchanges.nth(it)).collect();
            assert_eq!(made.len() as u64, exchanges.count());
            for stones in made {
                assert_eq!((stones.black.len(), stones.white.len()), (60, 60));
                assert_eq!((stones.black - setup.stones.black).len(), *size);
                let mut kept = setup.symmetry().elements().iter();
                assert!(kept.all(|&symmetry| stones.mapped(symmetry) == stones));
            }
        }
    }
}

/// Every closed set of symmetries is one of the ten groups.
#[test]
fn the_ten_groups_are_all_there_are() {
    let compose = |a: Symmetry, b: Symmetry| {
        let is_both = |c: &Symmetry| Point::all().all(|p| c.point(p) == b.point(a.point(p)));
        Symmetry::ALL.into_iter().find(is_both).unwrap()
    };
    let mut closed = 0;
    for choice in 0u32..256 {
        let chosen = (0..8).filter(|i| choice >> i & 1 == 1).map(|i| Symmetry::ALL[i]);
        let chosen: Vec<Symmetry> = chosen.collect();
        let is_closed =
            chosen.iter().all(|&a| chosen.iter().all(|&b| chosen.contains(&compose(a, b))));
        if is_closed && !chosen.is_empty() {
            closed += 1;
            assert!(Group::ALL.iter().any(|group| {
                let elements = group.elements();
                elements.len() == chosen.len() && elements.iter().all(|it| chosen.contains(it))
            }));
        }
    }
    assert_eq!(closed, Group::ALL.len());
}
