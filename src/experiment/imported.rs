//! Games that were played elsewhere: `imported`.
//!
//! They are of nobody's seed. An experiment tells how many games each cell has, for people do not meet
//! equally often.

use super::{Experiment, MOST_GAMES, Openings, Records};
use crate::base::fault::{Fault, Faults, Source};
use crate::base::toml_reader::{Table, Value};
use crate::base::words::counted;
use crate::players::bots::BotSpec;

/// How many games each cell has, in the order of the cells.
pub(super) fn read(whole: &Table<'_, '_>) -> Option<Vec<u64>> {
    let reader = whole.reader();
    let list = reader.list(whole.value("imported")?, "imported")?;
    let number = |value: &Value<'_>| reader.integer(value, "imported", 0..=MOST_GAMES);
    list.iter().map(number).collect()
}

/// Notes what does not go with games that were imported, or with players who play in no others.
pub(super) fn fits(experiment: &Experiment, whole: &Table<'_, '_>) {
    let at = |key: &str, what: String, expected: String| {
        let span = whole.entry(key).map(|entry| entry.key_span);
        whole.reader().fault(Fault { span, expected, ..Fault::whole(what) });
    };
    let Some(games) = &experiment.imported else {
        let mut bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots());
        if let Some(person) = bots.find(|bot| bot.name() == BotSpec::PERSON) {
            let expected = "expected a bot: `pasang import` takes the games that people played";
            at("bots", format!("`{person}` does not play here"), expected.to_owned());
        }
        return;
    };
    let cells = experiment.cell_count();
    if games.len() != cells {
        let what = format!("`imported` has {}", counted(games.len() as u64, "number"));
        at("imported", what, format!("expected {cells}, one a cell"));
    } else if games.iter().max() != Some(&experiment.games) {
        let most = games.iter().max().copied().unwrap_or_default();
        let what = format!("`games` is {}, and no cell has so many", experiment.games);
        at("games", what, format!("expected {most}, the most of `imported`"));
    }
    for (key, is_there) in [
        ("rounds", experiment.rounds.is_some()),
        ("openings", experiment.openings != Openings::AsChosen),
        ("opening-plies", experiment.opening_plies > 0),
        ("records", experiment.records == Records::None),
        ("exact", experiment.exact.is_some()),
        ("find", whole.entry("find").is_some()),
    ] {
        if is_there {
            at(key, format!("`{key}` beside `imported`"), "expected to be left out".to_owned());
        }
    }
}

/// Refuses an experiment whose games are there already, and cannot be played.
///
/// # Errors
/// When it is one.
pub fn refuse_playing(experiment: &Experiment) -> Result<(), Faults> {
    if experiment.imported.is_none() {
        return Ok(());
    }
    let fault = Fault::whole("the games of this experiment were imported: nobody can play them");
    let help = "`pasang import` takes games, `pasang report` makes the tables again";
    Err(Source::new("", "").faults(vec![fault.help(help)]))
}
