//! `pasang cite`: what a methods section needs to say of results.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::ended::{Done, print};
use crate::base::fault::harmless;
use crate::base::words::{counted, listed, of_so_many};
use crate::experiment::{Openings, Settled};
use crate::results::folder::{EXPERIMENT, Folder};
use crate::results::{FolderError, Opened};

/// The file that tells the world what to cite.
const CITATION: &str = include_str!("../../CITATION.cff");

/// A longer list of names is not printed: the line says where they stand.
const MOST_NAMED: usize = 100;

/// Of such a list so many names are examples.
const EXAMPLES: usize = 3;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang cite results/quick")]
pub struct Cite {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
}

impl Cite {
    /// Prints it, line by line, and then an entry for BibTeX.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let opened = Opened::read(&folder)?;
        let manifest = &opened.manifest;
        if !manifest.finished {
            return Err(FolderError::unfinished(&self.results, &folder.run_again()).into());
        }
        let experiment = opened.experiment();
        let made = Made::of(&folder)?;
        let digest = match manifest.files.get(EXPERIMENT) {
            Some(digest) => digest.clone(),
            None => folder.digest(EXPERIMENT)?.unwrap_or_default(),
        };
        let setups: Vec<&str> = experiment.setups.iter().map(|setup| setup.name.as_str()).collect();
        let rules: Vec<&str> = experiment.rules.iter().map(|named| named.name.as_str()).collect();
        let mut lines = vec![("program", made.in_words())];
        if !experiment.title.is_empty() {
            lines.push(("experiment", experiment.title.clone()));
        }
        lines.extend([
            ("sha-256", format!("{digest} ({EXPERIMENT})")),
            ("seed", experiment.seed().to_string()),
            ("design", design(experiment)),
            ("setups", named(&setups)),
            ("rules", named(&rules)),
            ("bots", bots(experiment)),
        ]);
        if !made.engines.is_empty() {
            lines.push(("engines", listed(made.engines.iter().cloned(), "and")));
        }
        for (who, &times) in &made.drawn_for {
            let games = counted(times, "game");
            let what =
                format!("{who} failed in {games}: its moves were drawn from there to the end");
            lines.push(("drawn", what));
        }
        lines.push(match opened.prepared.rounds() {
            1 => ("games", counted(manifest.games, "game")),
            rounds => ("games", format!("{} of {rounds} rounds", counted(manifest.games, "match"))),
        });
        if let Some(shard) = &manifest.shard {
            lines.push(("part", format!("shard {shard}: not all games of the experiment")));
        }
        lines.push((
            "to prove it",
            match experiment.is_all_seeded() {
                true => "`pasang verify` plays the games again from the seed".to_owned(),
                false => {
                    "`pasang verify` checks every move; games of engines cannot be played again"
                        .to_owned()
                }
            },
        ));
        let lines = lines.into_iter().map(|(key, value)| format!("{key:<12}{value}\n"));
        let entry = made.bibtex(&digest, experiment.seed());
        print(harmless(&format!("{}\n{entry}", lines.collect::<String>())))
    }
}

/// Who played, as `run-info.json` says.
struct Made {
    /// Each version that played, with its commit where that is known, in the order in which they did.
    versions: Vec<(String, Option<String>)>,
    /// The year of the last run.
    year: Option<String>,
    /// What engines said that they are, as `mine: mine 0.1`.
    engines: BTreeSet<String>,
    /// In how many games moves were drawn for an engine that did something wrong.
    drawn_for: BTreeMap<String, u64>,
}

impl Made {
    fn of(folder: &Folder) -> Result<Made, FolderError> {
        let (mut versions, mut year, mut engines) = (Vec::new(), None, BTreeSet::new());
        let mut drawn_for: BTreeMap<String, u64> = BTreeMap::new();
        for run in folder.turns()?.runs {
            let said = |key: &str| run.about.get(key).and_then(Value::as_str).map(str::to_owned);
            let table =
                |key: &str| run.about.get(key).and_then(Value::as_object).into_iter().flatten();
            year = said("begun").and_then(|begun| begun.get(..4).map(str::to_owned)).or(year);
            for (name, says) in table("engines") {
                engines.insert(match says.as_str().filter(|says| !says.is_empty()) {
                    Some(says) => format!("{name}: {says}"),
                    None => name.clone(),
                });
            }
            for (who, times) in table("drawn_for") {
                *drawn_for.entry(who.clone()).or_default() += times.as_u64().unwrap_or(0);
            }
            let made = said("version").map(|version| (version, said("commit")));
            versions.extend(made.filter(|made| !versions.contains(made)));
        }
        if versions.is_empty() {
            // Nobody says who played: this version plays the same games.
            let commit = option_env!("PASANG_COMMIT").map(str::to_owned);
            versions.push((env!("CARGO_PKG_VERSION").to_owned(), commit));
        }
        Ok(Made { versions, year, engines, drawn_for })
    }

    fn in_words(&self) -> String {
        let all = self.versions.iter().map(|(version, commit)| match commit {
            Some(commit) => format!("pasang {version}, commit {commit}"),
            None => format!("pasang {version}"),
        });
        listed(all, "and")
    }

    fn bibtex(&self, digest: &str, seed: u64) -> String {
        let commits = self.versions.iter().filter_map(|(_, commit)| commit.as_ref());
        let mut note: Vec<String> = commits.map(|commit| format!("commit {commit}")).collect();
        note.extend([format!("experiment SHA-256 {digest}"), format!("seed {seed}")]);
        let mut versions: Vec<&str> =
            self.versions.iter().map(|(version, _)| version.as_str()).collect();
        versions.dedup();
        let mut fields = vec![
            ("author", format!("{{{}}}", cited("  - name: "))),
            ("title", format!("{{{}}}", cited("title: "))),
            ("version", versions.join(", ")),
        ];
        fields.extend(self.year.clone().map(|year| ("year", year)));
        fields.push(("note", note.join("; ")));
        let fields = fields.iter().map(|(key, value)| format!("  {key:<7} = {{{value}}},\n"));
        format!("@software{{pasang,\n{}}}\n", fields.collect::<String>())
    }
}

/// The first value behind a key of `CITATION.cff`.
fn cited(key: &str) -> &'static str {
    CITATION.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().trim_matches('"')
}

/// How the experiment is laid out.
fn design(experiment: &Settled) -> String {
    let parts = [
        (experiment.setups.len(), "setup"),
        (experiment.rules.len(), "rule set"),
        (experiment.lineups.len(), "line-up"),
    ];
    let parts: Vec<String> =
        parts.iter().map(|&(number, what)| counted(number as u64, what)).collect();
    let cells = counted(experiment.cell_count() as u64, "cell");
    let most = if experiment.find.is_some() { "up to " } else { "" };
    let one = if experiment.rounds.is_some() { "match" } else { "game" };
    let games = format!("{} {}", experiment.games, of_so_many(experiment.games, one));
    let mut said = vec![format!("{} = {cells}, {most}{games} in each", parts.join(" x "))];
    if experiment.rounds.is_some() {
        said.push(format!("{} rounds a match", experiment.rounds()));
    }
    let drawn = counted(experiment.opening_plies.into(), "move");
    said.push(match &experiment.openings {
        Openings::AsChosen if experiment.opening_plies > 0 => format!("the first {drawn} drawn"),
        Openings::AsChosen => "first moves as the bots choose them".to_owned(),
        Openings::All => "every legal pair of first moves equally often".to_owned(),
        Openings::Pairs(pairs) => {
            format!("{} of first moves, each equally often", counted(pairs.len() as u64, "pair"))
        }
    });
    if experiment.opening_plies > 0 && experiment.openings != Openings::AsChosen {
        said.push(format!("{drawn} drawn behind them"));
    }
    if experiment.common_random {
        said.push("common random numbers in all cells".to_owned());
    }
    if let Some(find) = experiment.find {
        let (batch, sure) = (counted(find.batch, "game"), find.confidence());
        said.push(format!(
            "added by {batch} a cell until the most balanced setup is found, at confidence {sure}"
        ));
    }
    said.join("; ")
}

/// Each bot once, with the version of its play.
fn bots(experiment: &Settled) -> String {
    let mut told = Vec::new();
    for bot in experiment.lineups.iter().flat_map(|lineup| lineup.bots()) {
        let with_version = format!("{bot} (version {})", bot.version());
        if !told.contains(&with_version) {
            told.push(with_version);
        }
    }
    named(&told.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All names, or how many there are and where they stand.
fn named(names: &[&str]) -> String {
    if names.len() <= MOST_NAMED {
        return names.join(", ");
    }
    let (many, examples) = (names.len(), names[..EXAMPLES].join(", "));
    format!("{many}, such as {examples}; {EXPERIMENT} names all of them")
}
