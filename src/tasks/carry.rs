//! What carries over between the bots and the rule sets of several results folders.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use crate::experiment::Settled;
use crate::results::folder::{ELO, Folder, OPENINGS};
use crate::results::{FolderError, Opened, Refusal, begun, draws, is_mirror};
use crate::stats::Sampling;
use crate::stats::carrying::{Carrying, Pair, Pattern, Rung};

/// What is wanted of a row of `openings.csv`.
#[derive(Deserialize)]
struct OpeningRow {
    cell: usize,
    first: Option<String>,
    second: Option<String>,
    games: u64,
    wins_1: u64,
    draws: u64,
}

/// What is wanted of a row of `elo.csv`.
#[derive(Deserialize)]
struct EloRow {
    rules: String,
    ladder: u64,
    bot: String,
    elo: Option<f64>,
}

/// What is asked of the folders.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The bot from which on scores are pooled; without it, the weakest from which on bots agree.
    pub from: Option<String>,
    /// The setups that are left out.
    pub without: Vec<String>,
    /// How far from an even score a setup may be and count as even.
    pub within: f64,
}

/// What was found in the folders.
#[derive(Debug)]
pub struct Found {
    /// What carries over.
    pub carrying: Carrying,
    /// The folders that had nothing to say to it, and why.
    pub idle: Vec<(PathBuf, &'static str)>,
}

/// A folder as it was read.
struct Read {
    path: PathBuf,
    experiment: Settled,
    sampling: Sampling,
    openings: BTreeMap<usize, Vec<OpeningRow>>,
    elo: Vec<EloRow>,
}

/// Takes the bots and the rule sets of some finished folders together: all line-ups with the same bot in
/// both seats are rungs, and games between different bots say how strong they are. A setup is the same
/// where its stones are, a rule set where its toggles are; a bot that plays one rule set in several folders
/// is a rung in each. Tables are enough: a folder may have left its journal out.
///
/// # Errors
/// When a folder is not finished, or its tables are not those that the run wrote; when two folders
/// hold the same games; and when there is nothing to compare, or it has no such bot or setup.
pub fn carry(folders: &[Folder], wanted: &Wanted) -> Result<Found, FolderError> {
    let read = folders.iter().map(read).collect::<Result<Vec<Read>, FolderError>>()?;
    let strengths: Vec<&EloRow> =
        read.iter().flat_map(|it| &it.elo).filter(|it| it.ladder == 1).collect();
    let mut rungs: Vec<Rung> = Vec::new();
    let mut idle: Vec<(PathBuf, &'static str)> = Vec::new();
    // Rule sets are called as they are where they first occur.
    let mut names: Vec<(String, String)> = Vec::new();
    for (source, folder) in read.iter().enumerate() {
        let found = match folder.rungs(source, &mut names) {
            Ok(found) => found,
            Err(why) => {
                if folder.elo.is_empty() {
                    idle.push((folder.path.clone(), why));
                }
                continue;
            }
        };
        for rung in found {
            let same = |it: &&Rung| {
                (&it.rules, &it.bots) == (&rung.rules, &rung.bots)
                    && read[it.source].experiment.seed() == folder.experiment.seed()
            };
            if let Some(twin) = rungs.iter().find(same) {
                let folders = [&read[twin.source].path, &folder.path].map(PathBuf::clone);
                let [rules, bots] = [rung.rules, rung.bots];
                return Err(Refusal::SameGames { folders, rules, bots }.into());
            }
            rungs.push(rung);
        }
    }
    for place in 0..rungs.len() {
        let elo = |rules: Option<&str>| {
            let is_one = |it: &&&EloRow| {
                rules.is_none_or(|rules| it.rules == rules) && it.bot == rungs[place].bots
            };
            strengths.iter().find(is_one).and_then(|it| it.elo)
        };
        // A ladder of another rule set says more than none.
        let elo = elo(Some(&rungs[place].rules)).or_else(|| elo(None));
        rungs[place].elo = elo;
        let same = |it: &Rung| (&it.rules, &it.bots) == (&rungs[place].rules, &rungs[place].bots);
        if rungs[..place].iter().any(same) {
            let folder = &read[rungs[place].source].path;
            let folder = folder.file_name().unwrap_or_default().to_string_lossy();
            rungs[place].bots = format!("{} in {folder}", rungs[place].bots);
        }
    }
    let first = folders.first().map(|folder| folder.path().to_owned()).unwrap_or_default();
    if let Some(bot) = wanted.from.as_ref().filter(|bot| rungs.iter().all(|it| it.bots != **bot)) {
        return Err(Refusal::NoSuchBot(bot.clone()).into());
    }
    for setup in &wanted.without {
        let named = |pattern: &Pattern| pattern.name() == setup;
        if !rungs.iter().any(|rung| rung.patterns.iter().any(named)) {
            return Err(Refusal::NoSuchSetup(setup.clone()).into());
        }
        rungs.iter_mut().for_each(|rung| rung.patterns.retain(|pattern| !named(pattern)));
    }
    let from = wanted.from.as_deref();
    let carrying = Carrying::of(rungs, from, wanted.within);
    let carrying = carrying.ok_or_else(|| FolderError::from(Refusal::NothingCarries(first)))?;
    Ok(Found { carrying, idle })
}

fn read(folder: &Folder) -> Result<Read, FolderError> {
    let opened = Opened::read(folder)?;
    let mut openings: BTreeMap<usize, Vec<OpeningRow>> = BTreeMap::new();
    for row in opened.rows_of::<OpeningRow>(OPENINGS)? {
        openings.entry(row.cell).or_default().push(row);
    }
    let has_elo = opened.manifest.files.contains_key(ELO);
    let elo = if has_elo { opened.rows_of(ELO)? } else { Vec::new() };
    Ok(Read {
        path: folder.path().to_owned(),
        experiment: opened.experiment().clone(),
        sampling: opened.manifest.sampling(),
        openings,
        elo,
    })
}

impl Read {
    /// The folder's rungs, in order; or why there are none.
    fn rungs(
        &self,
        source: usize,
        names: &mut Vec<(String, String)>,
    ) -> Result<Vec<Rung>, &'static str> {
        let experiment = &self.experiment;
        let (begun, draws) = (begun(experiment), draws(experiment));
        let mut rungs: Vec<Rung> = Vec::new();
        if experiment.rounds.is_some() {
            return Err("it has matches, not games");
        }
        if experiment.find.is_some() {
            return Err("its results decided how many games there are");
        }
        if self.sampling != Sampling::Fixed {
            return Err("games were added after its results were seen");
        }
        for (number, cell) in experiment.cells().enumerate() {
            let is_one = is_mirror(cell.lineup) && cell.rules.rules.seats() == 2;
            let Some(rows) = self.openings.get(&number).filter(|_| is_one) else { continue };
            let identity = cell.rules.rules.identity();
            let rules = match names.iter().find(|(known, _)| *known == identity) {
                Some((_, name)) => name.clone(),
                None => {
                    names.push((identity, cell.rules.name.clone()));
                    cell.rules.name.clone()
                }
            };
            let pairs = rows.iter().map(|row| {
                let word = |word: &Option<String>| word.clone().unwrap_or_default();
                Pair::of([word(&row.first), word(&row.second)], row.games, row.wins_1, row.draws)
            });
            let key = cell.setup.board();
            let pattern = Pattern::of(&cell.setup.name, &key, begun, pairs);
            let bots = cell.lineup.to_string();
            match rungs.iter_mut().find(|rung| rung.rules == rules && rung.bots == bots) {
                Some(rung) => rung.patterns.push(pattern),
                None => rungs.push(Rung {
                    rules,
                    bots,
                    elo: None,
                    source,
                    draws,
                    begun,
                    patterns: vec![pattern],
                }),
            }
        }
        match rungs.is_empty() {
            true => Err("nobody plays two-player games against a player of the same kind"),
            false => Ok(rungs),
        }
    }
}
