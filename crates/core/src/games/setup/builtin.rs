//! The setups that the program brings along.

use std::sync::LazyLock;

use super::Setup;
use crate::base::fault::Source;

macro_rules! files {
    ($($name:literal)+) => {
        [$((
            concat!("setups/", $name, ".txt"),
            include_str!(concat!("../../../../../setups/", $name, ".txt")),
        )),+]
    };
}

/// The files, in the order in which they are listed.
const FILES: [(&str, &str); 40] = files! {
    "catalogue-01" "catalogue-02" "catalogue-03" "catalogue-04" "catalogue-05"
    "catalogue-06" "catalogue-07" "catalogue-08" "catalogue-09" "catalogue-10"
    "catalogue-11" "catalogue-12" "catalogue-13" "catalogue-14" "catalogue-15"
    "catalogue-16" "catalogue-17" "catalogue-18" "catalogue-19" "catalogue-20"
    "catalogue-21" "catalogue-22" "catalogue-23" "catalogue-24" "catalogue-25"
    "catalogue-26" "catalogue-27" "catalogue-28" "catalogue-29" "catalogue-30"
    "catalogue-31" "catalogue-32" "catalogue-33" "catalogue-34" "catalogue-35"
    "catalogue-36" "catalogue-37" "catalogue-38" "catalogue-39" "bell-chequer"
};

static BUILTINS: LazyLock<Vec<Setup>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|&(path, text)| {
            // The tests below read every one of them: no build that passed them can panic here.
            Setup::parse(&Source::new(path, text)).unwrap_or_else(|faults| panic!("{faults}"))
        })
        .collect()
});

/// Every setup that the program brings along: the catalogue by number, then Bell's chequer.
pub fn builtins() -> &'static [Setup] {
    &BUILTINS
}

/// The setup of this name that the program brings along.
pub fn builtin(name: &str) -> Option<Setup> {
    builtins().iter().find(|setup| setup.name == name).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Colour, Group, PointSet};
    use crate::games::setup::Origin;

    #[test]
    fn every_file_holds_the_setup_it_is_named_after() {
        for (setup, (path, _)) in builtins().iter().zip(FILES) {
            assert_eq!(format!("setups/{}.txt", setup.name), path);
            assert_eq!(setup.count(Colour::Black), 60, "{path}");
            assert_eq!(setup.count(Colour::White), 60, "{path}");
            assert!(setup.source.is_some() && !setup.any_counts, "{path}");
            let origin =
                if setup.name == "bell-chequer" { Origin::Bell } else { Origin::Catalogue };
            assert_eq!(setup.origin, origin, "{path}");
        }
    }

    /// The list of patterns from which the files were made gives three rows to check.
    #[test]
    fn row_1_reads_as_the_list_of_patterns_says() {
        for (name, row) in [
            ("catalogue-01", "wbbbbbwwwww"),
            ("catalogue-05", "bwbbwwwbbwb"),
            ("catalogue-32", "bbwbwwbbwwb"),
        ] {
            assert_eq!(builtin(name).unwrap().board().lines().last(), Some(row), "{name}");
        }
    }

    /// The list of patterns gives each one's symmetry.
    #[test]
    fn each_setup_has_the_symmetry_that_the_list_of_patterns_gives() {
        for setup in builtins() {
            let expected = match setup.name.trim_start_matches("catalogue-").parse::<u32>() {
                Ok(4) => Group::Diagonals,
                Ok(1 | 25..=37) => Group::Fourfold,
                _ => Group::Full,
            };
            assert_eq!(setup.symmetry(), expected, "{}", setup.name);
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
}
