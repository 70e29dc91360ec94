//! Games that people wrote down become a results folder, with all tables.
//!
//! A cell is a setup, a rule set, and who sat where. Its games stand in the order of the files. Nothing of
//! them comes from a seed, so that nobody can play them again; each move is checked whenever the
//! folder is read, as those of all journals are.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use super::finish::{Finished, finish};
use crate::base::fault::{Fault, Faults, Source};
use crate::base::words::{counted, listed};
use crate::experiment::{
    Experiment, Lineup, MOST_CELLS, Openings, Records, Same, Settled, hidden_by,
};
use crate::games::rules::{Named, Rules, Work};
use crate::games::setup::Setup;
use crate::games::written::{Start, Written, read_moves};
use crate::games::{Game, Seat};
use crate::players::bots::{BotSpec, Name, Outsider, outside};
use crate::playing::Workers;
use crate::playing::player::Player;
use crate::playing::prepared::Prepared;
use crate::results::folder::{Folder, JOURNAL};
use crate::results::{End, FolderError, Ledger, Opened, Part, Refusal};

/// Games to be imported.
#[derive(Debug)]
pub struct Imports {
    experiment: Settled,
    /// The moves of each cell's games, by their ranks.
    games: Vec<Vec<Vec<u32>>>,
    /// Which games are there twice, if any are.
    pub twice: Option<String>,
    /// What was left out, and why, if anything was.
    pub left_out: Option<String>,
}

/// Somebody whom nobody names.
const UNNAMED: &str = "unnamed";

/// So many of the games that are left out are named.
const NAMED: usize = 8;

/// Whose seed it is that imported games have none of: one must stand in the experiment.
const NO_SEED: u64 = 0;

impl Imports {
    /// Reads the games of files.
    ///
    /// # Errors
    /// All that is wrong with them, or that none of them is a whole game.
    pub fn read<P: AsRef<Path>>(files: &[P], title: Option<&str>) -> Result<Imports, Faults> {
        let (mut written, mut wrong): (Vec<Written>, Option<Faults>) = (Vec::new(), None);
        for file in files {
            match (Written::read_all(file.as_ref()), &mut wrong) {
                (Ok(games), _) => written.extend(games),
                (Err(faults), Some(wrong)) => wrong.push_elsewhere(faults),
                (Err(faults), None) => wrong = Some(faults),
            }
        }
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let names: Vec<String> =
            files.iter().map(|file| file.as_ref().display().to_string()).collect();
        let title =
            title.map_or_else(|| format!("Games of {}", listed(names, "and")), str::to_owned);
        Imports::of(&written, title)
    }

    /// Puts games into cells.
    fn of(written: &[Written], title: String) -> Result<Imports, Faults> {
        let (mut setups, mut rules, mut lineups): (Vec<Setup>, Vec<Named>, Vec<Lineup>) =
            Default::default();
        let hidden = hidden_by(written.iter().map(|game| &game.rules));
        let mut whole = Vec::new();
        let mut left = Vec::new();
        let mut names = Vec::new();
        for (number, game) in (1..).zip(written) {
            let setup = match &game.start {
                Start::Setup(setup) => setup.clone(),
                Start::Diagram(diagram) => Setup::of_diagram(diagram)?,
            };
            let Some(ranks) = game.rules.play(Ranks(game)) else {
                left.push(called(game, number));
                continue;
            };
            let lineup = seated(game, number)?;
            let setup = place_of(
                &mut setups,
                |it: &Setup| {
                    it.stones.without(hidden) == setup.stones.without(hidden)
                        && it.later == setup.later
                },
                |known| {
                    let name = free(&setup.name, known.iter().map(|it| it.name.as_str()));
                    Setup { name, ..setup.clone() }
                },
            );
            let rules = place_of(
                &mut rules,
                |it| it.rules == game.rules,
                |known| {
                    let name = name_of(&game.rules);
                    let name = free(&name, known.iter().map(|it| it.name.as_str()));
                    Named { name, rules: game.rules }
                },
            );
            let lineup = place_of(&mut lineups, |it| *it == lineup, |_| lineup.clone());
            whole.push(([setup, rules, lineup], ranks));
            names.push(called(game, number));
        }
        if whole.is_empty() {
            let mut fault = Fault::whole("there is no game here that came to its end");
            if let Some(left) = left_out(&left) {
                fault = fault.help(left);
            }
            return Err(Source::new("", "").faults(vec![fault]));
        }
        let twice = twice(&whole, &names);
        let cells = setups.len() * rules.len() * lineups.len();
        if cells as u64 > MOST_CELLS {
            let what = format!("so many players, setups and rules make {cells} cells");
            let fault = Fault::whole(what).help("import the games in several folders");
            return Err(Source::new("", "").faults(vec![fault]));
        }
        let mut games = vec![Vec::new(); cells];
        for ([setup, rule, lineup], ranks) in whole {
            games[(setup * rules.len() + rule) * lineups.len() + lineup].push(ranks);
        }
        let counts: Vec<u64> = games.iter().map(|games| games.len() as u64).collect();
        let experiment = Experiment {
            title,
            seed: Some(NO_SEED),
            games: counts.iter().max().copied().unwrap_or_default(),
            rounds: None,
            setups,
            rules,
            engines: Vec::new(),
            same: Same::default(),
            lineups,
            common_random: false,
            openings: Openings::AsChosen,
            opening_plies: 0,
            records: Records::All,
            exact: None,
            within: None,
            find: None,
            imported: Some(counts),
        };
        // Whatever an experiment must be, the reader of experiments knows.
        let source = Source::new("the imported games, as an experiment", experiment.to_toml());
        let read = Experiment::parse(&source, Path::new("")).map_err(|faults| {
            let why = faults.in_a_line();
            let what = format!("these games do not go into one folder: {why}");
            let help = "import them apart: by number of players, by size of board, or by club";
            Source::new("", "").faults(vec![Fault::whole(what).help(help)])
        })?;
        Ok(Imports { experiment: read.settle(|| NO_SEED), games, twice, left_out: left_out(&left) })
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games.iter().map(|games| games.len() as u64).sum()
    }

    /// Writes the results folder, which must be new.
    ///
    /// # Errors
    /// When there is something else, or it cannot be written.
    pub fn write(self, folder: &Folder, workers: &Workers) -> Result<Finished, FolderError> {
        folder.refuse_foreign()?;
        if folder.manifest()?.is_some() {
            return Err(Refusal::HoldsResults(folder.path().to_owned()).into());
        }
        folder.create()?;
        let _lock = folder.lock()?;
        let opened = Opened::begun(folder, Prepared::new(self.experiment), &Part::WHOLE);
        let mut ledger = Ledger::open(folder, (None, None), workers.threads(), 0)?;
        opened.write_beginning()?;
        let mut journal = opened.prepared.form().header().as_bytes().to_vec();
        let mut player = Player::new(&opened.prepared);
        for place in 0..opened.schedule.len() {
            let id = opened.schedule.game(place);
            let ranks = self.games[id.cell][id.index as usize].clone();
            if let Err((_, why)) = player.replay(id, &[ranks], &[]) {
                unreachable!("a game whose moves are legal: {why}");
            }
            player.write_rows(id, &mut journal);
        }
        folder.write(JOURNAL, &journal)?;
        ledger.add(opened.schedule.len(), std::time::Duration::ZERO)?;
        ledger.end(End::Done)?;
        // Each row is read again, and held against its moves.
        let games = opened.games(workers)?;
        finish(opened, games, workers)
    }
}

/// What a game is called in messages.
fn called(game: &Written, number: usize) -> String {
    match game.name.as_str() {
        "" => format!("number {number} of `{}`", game.moves.name),
        name => format!("`{name}` of `{}`", game.moves.name),
    }
}

/// What is said of games that are there twice, move by move and with the same players.
fn twice(games: &[([usize; 3], Vec<u32>)], names: &[String]) -> Option<String> {
    let mut first: HashMap<&([usize; 3], Vec<u32>), &String> = HashMap::new();
    let mut told = Vec::new();
    for (game, name) in games.iter().zip(names) {
        match first.entry(game) {
            Entry::Vacant(free) => {
                free.insert(name);
            }
            Entry::Occupied(earlier) => told.push(format!("{name} is {}", earlier.get())),
        }
    }
    if told.is_empty() {
        return None;
    }
    let many = told.len();
    told.truncate(NAMED);
    if many > NAMED {
        told.push(format!("{} more", many - NAMED));
    }
    let many = counted(many as u64, "game");
    Some(format!(
        "warning: {many} written down before, move by move, and imported again: {}",
        listed(told, "and")
    ))
}

/// What is said of games that are left out; nothing where none are.
fn left_out(games: &[String]) -> Option<String> {
    let why = match games.len() {
        0 => return None,
        1 => "that did not come to its end",
        _ => "that did not come to their end",
    };
    let mut names: Vec<String> = games.iter().take(NAMED).cloned().collect();
    if games.len() > NAMED {
        names.push(format!("{} more", games.len() - NAMED));
    }
    let many = counted(games.len() as u64, "game");
    Some(format!("left out: {many} {why}: {}", listed(names, "and")))
}

/// The place of the first thing of which something is true; one is added where there is none.
fn place_of<T>(things: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl Fn(&[T]) -> T) -> usize {
    things.iter().position(is_it).unwrap_or_else(|| {
        let thing = new(things);
        things.push(thing);
        things.len() - 1
    })
}

/// A name that none of these has: this one, or with a number behind it.
fn free<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    let numbered = (2..).map(|number: u64| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let is_free = |name: &String| !known.clone().any(|known| known == name);
    names.find(is_free).unwrap_or_default()
}

/// What rules are called: as the preset, or as the one that they change.
fn name_of(rules: &Rules) -> String {
    let (base, settings) = rules.by_a_preset();
    if settings.is_empty() { base } else { format!("{base}-changed") }
}

/// Who sits where: a bot where its word stands, somebody else by name.
fn seated(game: &Written, number: usize) -> Result<Lineup, Faults> {
    let player = |seat: Seat| {
        let said = game.about.iter().find(|(key, _)| *key == seat.word());
        let said = said.map_or(UNNAMED, |(_, name)| name.as_str());
        if let Ok(bot) = said.parse::<BotSpec>() {
            return Ok(bot);
        }
        let outsider = |name| BotSpec::Outside(Outsider { kind: outside::Kind::Person, name });
        Name::of_person(said).map(outsider).ok_or_else(|| {
            let (most, long) = (outside::LONGEST, said.len() > outside::LONGEST);
            let game = called(game, number);
            let what =
                format!("game {game}: `{said}` is {}", if long { "too long" } else { "no name" });
            let expected = format!("expected a name of letters and digits, {most} bytes at most");
            Source::new("", "").faults(vec![Fault::whole(what).help(expected)])
        })
    };
    let players = Seat::first(game.rules.seats()).map(player).collect::<Result<Vec<_>, _>>()?;
    Ok(Lineup::seated(players))
}

/// The ranks of a game's moves; nothing where it did not come to its end.
struct Ranks<'a>(&'a Written);

impl Work for Ranks<'_> {
    type Output = Option<Vec<u32>>;

    fn with<G: Game>(self, game: &G) -> Self::Output {
        let source = &self.0.moves;
        let mut position = self.0.start.position(game, &source.name).ok()?;
        let (mut ranks, mut legal) = (Vec::new(), Vec::new());
        for mv in read_moves(game, &position, source).ok()? {
            game.moves(&position, &mut legal);
            ranks.push(legal.iter().position(|&it| it == mv)? as u32);
            game.apply(&mut position, mv);
        }
        game.outcome(&position).map(|_| ranks)
    }
}
