//! Setups that a name stands for, without a file.

use super::{Setup, builtin, builtins, fourfold};
use crate::base::fault::Fault;
use crate::base::words::nearest;

/// The names that stand for several setups.
pub const GROUPS: &[&str] =
    &["catalogue", "catalogue-distinct", "all", fourfold::GROUPS[0], fourfold::GROUPS[1]];

const MIRROR: &str = "mirror:";

/// The built-in setups that a group's name stands for.
///
/// `catalogue` is all 39; `catalogue-distinct` leaves out those whose stones an earlier number
/// has; `all` is every built-in setup, less those whose stones an earlier one has. `fourfold-5` and
/// `fourfold-7` are all patterns of these sides that a quarter turn leaves as they are, with as many
/// black as white stones.
pub fn group(name: &str) -> Option<Vec<Setup>> {
    let catalogue = builtins().iter().filter(|setup| setup.name.starts_with("catalogue-"));
    match name {
        "catalogue" => Some(catalogue.cloned().collect()),
        "catalogue-distinct" => Some(distinct(catalogue)),
        "all" => Some(distinct(builtins())),
        _ => fourfold::group(name),
    }
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

/// The setup that a name stands for, or `mirror:` and a name; never a file.
///
/// # Errors
/// When there is none: the fault has no place.
pub fn by_name(text: &str) -> Result<Setup, Fault> {
    let (is_mirrored, word) = split_mirror(text);
    let setup = known(word).ok_or_else(|| {
        let names = builtins().iter().map(|setup| setup.name.as_str());
        let list = "`pasang setups list` names those there are; another one is given by its rows";
        Fault::whole(format!("unknown setup `{}`", word.escape_debug())).help(
            match nearest(word, names) {
                Some(near) => format!("did you mean `{near}`? {list}"),
                None => list.to_owned(),
            },
        )
    })?;
    Ok(if is_mirrored { setup.mirrored() } else { setup })
}

/// The setup that a name stands for, without a file.
pub fn known(name: &str) -> Option<Setup> {
    builtin(name).or_else(|| fourfold::named(name))
}

/// The name without `mirror:`, and whether that stood before it.
pub fn split_mirror(text: &str) -> (bool, &str) {
    text.strip_prefix(MIRROR).map_or((false, text), |word| (true, word))
}
