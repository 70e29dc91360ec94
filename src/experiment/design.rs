//! The design of an experiment: what plays what, whether a file or the command line asks for it.

use std::ops::Range;

use super::aliases::{self, SameNames};
use super::{Experiment, Lineup, Located, MAX_CELLS, MAX_GAMES, Openings};
use crate::base::diagnostic::{Diagnostic, LARGEST_FILE};
use crate::base::toml_reader::Reader;
use crate::games::rules::NamedRules;
use crate::games::setup::Setup;

/// Setups, rule sets, line-ups and first moves, each found and with its place.
pub(super) struct Design {
    /// The games a cell; `None` for a whole design of the crews.
    pub games: Option<u64>,
    pub setups: Vec<Located<Setup>>,
    pub rules: Vec<Located<NamedRules>>,
    pub lineups: Vec<Located<Lineup>>,
    pub openings: Option<Openings>,
}

impl Design {
    /// Returns the experiment of this design alone, and reports setups that cannot be played. `same`
    /// are the names that the experiment calls the same.
    pub(super) fn experiment(self, same: [SameNames; 2], reader: &Reader<'_>) -> Experiment {
        for Located { thing: setup, span } in &self.setups {
            let refused = self.rules.iter().find_map(|named| {
                let why = named.thing.rules.start(setup).err()?;
                Some((&named.thing.name, why.to_string()))
            });
            if let Some((rules, why)) = refused {
                let what = format!("setup `{}` cannot be played by `{rules}`", setup.name);
                reader.fault_at(span.clone(), what, why);
            }
        }
        let (setups, rules, aliases) =
            aliases::deduplicate(things(self.setups), things(self.rules), same, reader);
        let lineups = things(self.lineups);
        let has_crew = lineups.iter().any(|lineup| lineup.crew().is_some());
        let default = if has_crew { Openings::All } else { Openings::AsChosen };
        let openings = self.openings.unwrap_or(default);
        let experiment =
            Experiment { setups, rules, aliases, lineups, openings, ..Experiment::default() };
        let games = self.games.unwrap_or_else(|| experiment.design());
        Experiment { games, ..experiment }
    }
}

fn things<T>(located: Vec<Located<T>>) -> Vec<T> {
    located.into_iter().map(|located| located.thing).collect()
}

/// Reports an experiment that is too large, or in which the members of a crew would play unequally.
/// `place` returns the place of a key.
pub(super) fn check(
    experiment: &Experiment,
    place: impl Fn(&str) -> Option<Range<usize>>,
    reader: &Reader<'_>,
) {
    check_crew(experiment, &place, reader);
    limits(experiment, place("setups"), reader);
}

/// Reports a design in which the members of a crew would play unequally.
fn check_crew(
    experiment: &Experiment,
    place: &impl Fn(&str) -> Option<Range<usize>>,
    reader: &Reader<'_>,
) {
    let Some(crew) = experiment.crews().next() else { return };
    let (design, games) = (experiment.design().max(1), experiment.games);
    let up = games.div_ceil(design).saturating_mul(design);
    let named = experiment.rules.iter().find(|named| named.rules.seats() != 2);
    let (key, what, expected) = if let Some(NamedRules { name, rules }) = named {
        let what = format!("`{crew}`, and `{name}` seats {}", rules.seats());
        ("rules", what, "crews play by twos".to_owned())
    } else if experiment.rounds.is_some() {
        ("rounds", format!("`{crew}` beside `rounds`"), "crews play single games".to_owned())
    } else if experiment.opening_plies > 0 {
        let expected = "a crew chooses all moves after the pair";
        ("opening-plies", format!("`{crew}` beside `opening-plies`"), expected.to_owned())
    } else if experiment.openings == Openings::AsChosen {
        let what = format!("`{crew}`, and the bots choose the first moves");
        ("openings", what, "expected `all` or a list of pairs".to_owned())
    } else if games != up {
        let what = format!(
            "`games` = {games} is no multiple of {design}, the games in which \
             every member plays every pair of first moves on both images of the board"
        );
        ("games", what, format!("expected a multiple, as {up}"))
    } else {
        return;
    };
    reader.fault(Diagnostic { span: place(key), label: expected, ..Diagnostic::whole(what) });
}

/// Reports an experiment that is too large.
fn limits(experiment: &Experiment, span: Option<Range<usize>>, reader: &Reader<'_>) {
    let refuse = |what: String, expected: String| {
        let fault = Diagnostic { span: span.clone(), label: expected, ..Diagnostic::whole(what) };
        reader.fault(fault.help("make several experiments of it"));
    };
    let lists = [experiment.setups.len(), experiment.rules.len(), experiment.lineups.len()];
    let cells = lists.into_iter().fold(1, |cells: u64, length| cells.saturating_mul(length as u64));
    if cells > MAX_CELLS {
        let [setups, rules, bots] = lists;
        let what = format!(
            "{setups} setups, {rules} rule sets and {bots} line-ups of bots make {cells} cells"
        );
        refuse(what, format!("expected at most {MAX_CELLS}"));
    } else if experiment.games.saturating_mul(experiment.rounds()) > MAX_GAMES {
        let (games, rounds) = (experiment.games, experiment.rounds());
        let what = format!("{games} matches of {rounds} rounds a cell");
        refuse(what, format!("expected at most {MAX_GAMES} rounds in all"));
    } else if experiment.to_toml().len() as u64 > LARGEST_FILE {
        let what =
            "with every setup and rule set written out, this experiment is larger than 1 MiB";
        refuse(what.to_owned(), "the most that is read again".to_owned());
    }
}
