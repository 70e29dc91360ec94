//! What a methods section says of a results folder.

use serde_json::Value;

use crate::base::words::{counted, listed, of_so_many};
use crate::experiment::{Aim, Openings, Settled};
use crate::results::folder::{EXPERIMENT, Folder};
use crate::results::{FolderError, Opened};

/// The file that tells the world what to cite.
const CITATION: &str = include_str!("../../CITATION.cff");

/// So many names of a list are told.
const NAMED: usize = 12;

/// What is to be said of the games, line by line, and then the entry of a bibliography.
///
/// # Errors
/// When the folder cannot be read, or is not finished.
pub fn cite(folder: &Folder) -> Result<String, FolderError> {
    let opened = Opened::read(folder)?;
    let manifest = &opened.manifest;
    if !manifest.finished {
        let run = folder.run_again();
        return Err(FolderError::Unfinished(folder.path().to_owned(), run));
    }
    let (experiment, rounds) = (opened.experiment(), opened.prepared.rounds());
    let made_by = Made::of(folder)?;
    let digest = match manifest.files.get(EXPERIMENT) {
        Some(digest) => digest.clone(),
        None => folder.digest(EXPERIMENT)?.unwrap_or_default(),
    };
    let mut lines = Vec::new();
    let mut line = |key: &str, value: String| lines.push(format!("{key:<12}{value}"));
    line("program", made_by.in_words());
    if !experiment.title.is_empty() {
        line("experiment", experiment.title.clone());
    }
    line("sha-256", format!("{digest} (experiment.toml)"));
    if experiment.imported.is_none() {
        line("seed", experiment.seed().to_string());
    }
    line("design", design(experiment));
    let names = experiment.setups.iter().map(|setup| setup.name.clone()).collect();
    line("setups", some(names));
    line("rules", some(experiment.rules.iter().map(|named| named.name.clone()).collect()));
    line("bots", bots(experiment));
    let games = counted(manifest.games, "game");
    line(
        "games",
        match rounds {
            1 => games,
            _ => format!("{} of {rounds} rounds", counted(manifest.games, "match")),
        },
    );
    if let Some(shard) = &manifest.shard {
        line("part", format!("shard {shard}: not all games of the experiment"));
    }
    let proof = if experiment.imported.is_some() {
        "`pasang verify` checks every move; the games were imported, and have no seed"
    } else if !experiment.is_all_seeded() {
        "`pasang verify` checks every move; games of engines cannot be played again"
    } else {
        "`pasang verify` plays the games again from the seed"
    };
    line("to prove it", proof.to_owned());
    let mut note = made_by.commits();
    note.push(format!("experiment SHA-256 {digest}"));
    if experiment.imported.is_none() {
        note.push(format!("seed {}", experiment.seed()));
    }
    Ok(format!("{}\n\n{}", lines.join("\n"), made_by.bibtex(&note.join("; "))))
}

/// The versions that played, each with its commit where that is known, in the order in which they
/// did.
struct Made {
    versions: Vec<(String, Option<String>)>,
    year: Option<String>,
}

impl Made {
    fn of(folder: &Folder) -> Result<Made, FolderError> {
        let (mut versions, mut year) = (Vec::new(), None);
        for run in folder.turns()?.runs {
            let said = |key: &str| run.about.get(key).and_then(Value::as_str).map(str::to_owned);
            year = said("begun").and_then(|begun| begun.get(..4).map(str::to_owned)).or(year);
            let made = said("version").map(|version| (version, said("commit")));
            versions.extend(made.filter(|made| !versions.contains(made)));
        }
        if versions.is_empty() {
            // Nobody says who played: this version plays the same games.
            let commit = option_env!("PASANG_COMMIT").map(str::to_owned);
            versions.push((env!("CARGO_PKG_VERSION").to_owned(), commit));
        }
        Ok(Made { versions, year })
    }

    fn in_words(&self) -> String {
        let all = self.versions.iter().map(|(version, commit)| match commit {
            Some(commit) => format!("pasang {version}, commit {commit}"),
            None => format!("pasang {version}"),
        });
        listed(all, "and")
    }

    fn commits(&self) -> Vec<String> {
        let known = self.versions.iter().filter_map(|(_, commit)| commit.as_ref());
        known.map(|commit| format!("commit {commit}")).collect()
    }

    fn bibtex(&self, note: &str) -> String {
        let versions = self.versions.iter().map(|(version, _)| version.clone());
        let mut versions: Vec<String> = versions.collect();
        versions.dedup();
        let mut fields = vec![
            ("author", format!("{{{}}}", cited("  - name: "))),
            ("title", format!("{{{}}}", cited("title: "))),
            ("version", versions.join(", ")),
        ];
        fields.extend(self.year.clone().map(|year| ("year", year)));
        fields.push(("note", note.to_owned()));
        let fields = fields.iter().map(|(key, value)| format!("  {key:<7} = {{{value}}},\n"));
        format!("@software{{pasang,\n{}}}\n", fields.collect::<String>())
    }
}

/// The first value behind a key of `CITATION.cff`.
fn cited(key: &str) -> &'static str {
    CITATION.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().trim_matches('"')
}

/// How the experiment is laid out, in a sentence without its end.
fn design(experiment: &Settled) -> String {
    let parts = [
        (experiment.setups.len(), "setup"),
        (experiment.rules.len(), "rule set"),
        (experiment.lineups.len(), "line-up"),
    ];
    let parts: Vec<String> =
        parts.iter().map(|&(number, what)| counted(number as u64, what)).collect();
    let cells = counted(experiment.cell_count() as u64, "cell");
    let has_most = experiment.adaptive.is_some() || experiment.imported.is_some();
    let most = if has_most { "up to " } else { "" };
    let one = if experiment.rounds.is_some() { "match" } else { "game" };
    let games = format!("{} {}", experiment.games, of_so_many(experiment.games, one));
    let mut said = vec![format!("{} = {cells}, {most}{games} in each", parts.join(" x "))];
    if experiment.rounds.is_some() {
        said.push(format!("{} rounds a match", experiment.rounds()));
    }
    said.push(match &experiment.openings {
        Openings::AsChosen if experiment.imported.is_some() => "imported".to_owned(),
        Openings::AsChosen => "first moves as the bots choose them".to_owned(),
        Openings::All => "every legal pair of first moves equally often".to_owned(),
        Openings::Pairs(pairs) => {
            format!("{} of first moves, each equally often", counted(pairs.len() as u64, "pair"))
        }
    });
    if experiment.opening_plies > 0 {
        let moves = counted(experiment.opening_plies.into(), "move");
        said.push(format!("{moves} drawn behind them"));
    }
    if experiment.common_random {
        said.push("common random numbers in all cells".to_owned());
    }
    if let Some(few) = experiment.exact {
        said.push(format!("positions of up to {} solved", counted(few.stones.into(), "stone")));
    }
    if let Some(adaptive) = experiment.adaptive {
        let aim = match adaptive.aim {
            Aim::HalfWidth(margin) => format!("each score is known within {margin}"),
            Aim::Verdict => "there is a verdict on each cell".to_owned(),
            Aim::MostBalanced(_) => "the most balanced setup is found".to_owned(),
        };
        let (batch, sure) = (counted(adaptive.batch, "game"), adaptive.confidence);
        said.push(format!("added by {batch} a cell until {aim}, at confidence {sure}"));
    }
    said.join("; ")
}

/// Each bot once, with the version of its play.
fn bots(experiment: &Settled) -> String {
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots());
    let mut told = Vec::new();
    for bot in bots {
        let words = format!("{bot} (version {})", bot.version());
        if !told.contains(&words) {
            told.push(words);
        }
    }
    some(told)
}

/// Names, as many as are read well.
fn some(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let names = names.join(", ");
    if more > 0 { format!("{names} and {more} more") } else { names }
}
