//! Built-in setups, and the names that stand for setups without a file.

use std::sync::LazyLock;

use super::{Setup, fourfold, generate};
use crate::base::diagnostic::{Diagnostic, ErrorKind, Source};
use crate::base::text::nearest;
use crate::board::Group;

macro_rules! files {
    ($($name:literal)+) => {
        [$((
            concat!("setups/", $name, ".txt"),
            include_str!(concat!("../../../setups/", $name, ".txt")),
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
            // The tests parse every file: a build that passes them cannot panic here.
            Setup::parse(&Source::new(path, text)).unwrap_or_else(|faults| panic!("{faults}"))
        })
        .collect()
});

/// Returns all built-in setups: the catalogue by number, then Bell's chequer.
pub fn builtins() -> &'static [Setup] {
    &BUILTINS
}

/// Returns the built-in setup with this name; `None` if there is none.
pub fn builtin(name: &str) -> Option<Setup> {
    builtins().iter().find(|setup| setup.name == name).cloned()
}

/// Names of groups of setups.
pub const GROUPS: &[&str] = &[
    "catalogue",
    "catalogue-distinct",
    "all",
    FOUND[0].0,
    FOUND[1].0,
    fourfold::GROUPS[0],
    fourfold::GROUPS[1],
];

/// Generated patterns, selected by play: in `even` neither player was significantly favoured;
/// `uneven` are far from even. The numbers refer to `generate --symmetry full --seed 2044`.
pub const FOUND: [(&str, &[u64]); 2] =
    [("even", &[739, 879, 1010]), ("uneven", &[294, 1183, 1188])];

const MIRROR: &str = "mirror:";

/// Returns the setups of a group; `None` if there is no such group.
///
/// `catalogue` has all 39 numbers; `catalogue-distinct` omits those with the stones of an earlier
/// number; `all` has every built-in setup, without those with the stones of an earlier one.
/// `fourfold-5` and `fourfold-7` have all patterns of these board sizes that are invariant under a
/// quarter turn, with as many black as white stones. `even` and `uneven` are [`FOUND`].
pub fn group(name: &str) -> Option<Vec<Setup>> {
    let catalogue = builtins().iter().filter(|setup| setup.name.starts_with("catalogue-"));
    match name {
        "catalogue" => Some(catalogue.cloned().collect()),
        "catalogue-distinct" => Some(distinct(catalogue)),
        "all" => Some(distinct(builtins())),
        _ => found(name).or_else(|| fourfold::group(name)),
    }
}

fn found(name: &str) -> Option<Vec<Setup>> {
    let (_, numbers) = FOUND.into_iter().find(|(group, _)| *group == name)?;
    Some(numbers.iter().map(|&number| generate(Group::Full, 2044, number)).collect())
}

fn distinct<'a>(setups: impl IntoIterator<Item = &'a Setup>) -> Vec<Setup> {
    let mut kept: Vec<Setup> = Vec::new();
    for setup in setups {
        if kept.iter().all(|earlier| earlier.stones != setup.stones) {
            kept.push(setup.clone());
        }
    }
    kept
}

/// Returns the setup with a name, or its mirror image for `mirror:` and a name; never a file.
///
/// # Errors
/// If there is none: the fault has no span.
pub fn by_name(text: &str) -> Result<Setup, Diagnostic> {
    let (is_mirrored, word) = split_mirror(text);
    let setup = without_file(word).ok_or_else(|| {
        let names = builtins().iter().map(|setup| setup.name.as_str());
        let list = "`pasang setups list` names those there are; another one is given by its rows";
        let what = format!("unknown setup `{}`", word.escape_debug());
        Diagnostic::whole(what).kind(ErrorKind::Unknown).help(match nearest(word, names) {
            Some(near) => format!("did you mean `{near}`? {list}"),
            None => list.to_owned(),
        })
    })?;
    Ok(if is_mirrored { setup.mirrored() } else { setup })
}

/// Returns the setup that a name stands for without a file; `None` if there is none.
pub fn without_file(name: &str) -> Option<Setup> {
    builtin(name).or_else(|| fourfold::named(name))
}

/// Splits off the prefix `mirror:`; returns whether it was there, and the name.
pub fn split_mirror(text: &str) -> (bool, &str) {
    text.strip_prefix(MIRROR).map_or((false, text), |word| (true, word))
}
