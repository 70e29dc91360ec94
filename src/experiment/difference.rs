//! In what two experiments differ, in words.

use super::Engine;
use super::{Experiment, Lineup};
use crate::games::rules::{Named, Rules};
use crate::games::setup::Setup;

impl Experiment {
    /// The first key in which this experiment, `here`, differs from another one, `there`; nothing
    /// where they are equal.
    pub fn difference(&self, there: &Experiment) -> Option<String> {
        let plain = self.plain_values().into_iter().zip(there.plain_values());
        for ((key, here), (_, there)) in plain {
            if here != there {
                let shown = |value: Option<String>| value.unwrap_or_else(|| "missing".to_owned());
                return Some(format!("`{key}` is {} there and {} here", shown(there), shown(here)));
            }
        }
        if let Some(how) = find_differs(there, self) {
            return Some(how);
        }
        let in_setups = || differ(&there.setups, &self.setups, |setup| &setup.name, setups_differ);
        let in_rules = || differ(&there.rules, &self.rules, |rules| &rules.name, rules_differ);
        let in_bots = || {
            let words = |lineups: &[Lineup]| -> Vec<String> {
                lineups.iter().map(Lineup::to_string).collect()
            };
            let (there, here) = (words(&there.lineups), words(&self.lineups));
            differ(&there, &here, |word| word, |_, _| None)
        };
        let said = |key: &str, how: String| format!("`{key}` differ: {how}");
        in_setups()
            .map(|how| said("setups", how))
            .or_else(|| in_rules().map(|how| said("rules", how)))
            .or_else(|| in_bots().map(|how| said("bots", how)))
            .or_else(|| {
                // How long somebody waits for an engine may change from run to run.
                let all = |engines: &[Engine]| -> Vec<Engine> {
                    engines.iter().map(|it| Engine { patience: 0, ..it.clone() }).collect()
                };
                let differs = all(&self.engines) != all(&there.engines);
                differs.then(|| "`engine` differs: other commands, options or budgets".to_owned())
            })
            .or_else(|| (self.same != there.same).then(|| "`same` differs: other names".to_owned()))
    }
}

/// The first key of `[find]` that differs.
fn find_differs(there: &Experiment, here: &Experiment) -> Option<String> {
    // Where one of them has none, it has `games`.
    let (there_find, here_find) = (there.find?, here.find?);
    let (there, here) = (there_find.to_toml(there.games), here_find.to_toml(here.games));
    let ((key, there), (_, here)) = there.iter().zip(&here).find(|(there, here)| there != here)?;
    Some(format!("`{key}` in `[find]` is {there} there and {here} here"))
}

/// How two lists differ: in the names, else in what the first name stands for that stands for
/// different things.
fn differ<T>(
    there: &[T],
    here: &[T],
    name: impl Fn(&T) -> &str,
    thing: impl Fn(&T, &T) -> Option<String>,
) -> Option<String> {
    for place in 0..there.len().max(here.len()) {
        let how = match (there.get(place), here.get(place)) {
            (Some(there), Some(here)) if name(there) == name(here) => continue,
            (Some(there), Some(here)) => {
                let (there, here) = (name(there), name(here));
                format!("number {} is `{there}` there and `{here}` here", place + 1)
            }
            (Some(there), None) => format!("`{}` is there and not here", name(there)),
            (None, Some(here)) => format!("`{}` is here and not there", name(here)),
            (None, None) => continue,
        };
        return Some(how);
    }
    there.iter().zip(here).find_map(|(there, here)| thing(there, here))
}

fn setups_differ(there: &Setup, here: &Setup) -> Option<String> {
    let what = if there.stones != here.stones {
        "other stones"
    } else if there.source != here.source {
        "another source"
    } else if there.origin != here.origin {
        "another origin"
    } else if there.any_counts != here.any_counts {
        "another value of `stones`"
    } else {
        return None;
    };
    Some(format!("`{}` has {what} there", here.name))
}

fn rules_differ(there: &Named, here: &Named) -> Option<String> {
    let name = &here.name;
    if there.rules.kind() != here.rules.kind() {
        let (there, here) = (there.rules.kind(), here.rules.kind());
        return Some(format!("`{name}` is a rule set of {there} there and of {here} here"));
    }
    let (toggle, there, here) = first_toggle(&there.rules, &here.rules)?;
    Some(format!("`{toggle}` of `{name}` is {there} there and {here} here"))
}

/// The first toggle that two rule sets of one game set differently, with its two values.
pub(super) fn first_toggle(a: &Rules, b: &Rules) -> Option<(&'static str, String, String)> {
    let toggles = a.toggles().into_iter().zip(b.toggles());
    toggles.filter(|(a, b)| a.value != b.value).map(|(a, b)| (a.name, a.value, b.value)).next()
}
