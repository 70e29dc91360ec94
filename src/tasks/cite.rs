//! What a methods section says of a results folder.

pub mod ro_crate;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::base::words::{counted, listed, of_so_many};
use crate::experiment::{Openings, Settled};
use crate::results::folder::{EXPERIMENT, Folder};
use crate::results::{FolderError, Opened};

/// The file that tells the world what to cite.
const CITATION: &str = include_str!("../../CITATION.cff");

/// A longer list of names is not told: it says where they stand.
const MOST_NAMED: usize = 100;

/// Of such a list so many names are told as examples.
const EXAMPLES: usize = 3;

/// What there is to say of a folder's games.
#[derive(Debug)]
pub struct Citation {
    made_by: Made,
    title: String,
    digest: String,
    /// Nothing where all games were imported.
    seed: Option<u64>,
    design: String,
    setups: Vec<String>,
    rules: Vec<String>,
    bots: Vec<(String, u32)>,
    games: u64,
    rounds: u64,
    shard: Option<String>,
    proof: &'static str,
}

/// What is to be said of a folder's games.
///
/// # Errors
/// When the folder cannot be read, or is not finished.
pub fn cite(folder: &Folder) -> Result<Citation, FolderError> {
    let opened = Opened::read(folder)?;
    let manifest = &opened.manifest;
    if !manifest.finished {
        let run = folder.run_again();
        return Err(FolderError::Unfinished(folder.path().to_owned(), run));
    }
    let experiment = opened.experiment();
    Ok(Citation {
        made_by: Made::of(folder)?,
        title: experiment.title.clone(),
        digest: match manifest.files.get(EXPERIMENT) {
            Some(digest) => digest.clone(),
            None => folder.digest(EXPERIMENT)?.unwrap_or_default(),
        },
        seed: Some(experiment.seed()),
        design: design(experiment),
        setups: experiment.setups.iter().map(|setup| setup.name.clone()).collect(),
        rules: experiment.rules.iter().map(|named| named.name.clone()).collect(),
        bots: bots(experiment),
        games: manifest.games,
        rounds: opened.prepared.rounds(),
        shard: manifest.shard.clone(),
        proof: proof(experiment),
    })
}

impl Citation {
    /// Line by line, and then the entry of a bibliography.
    pub fn to_text(&self) -> String {
        let mut lines = Vec::new();
        let mut line = |key: &str, value: String| lines.push(format!("{key:<12}{value}"));
        line("program", self.made_by.in_words());
        if !self.title.is_empty() {
            line("experiment", self.title.clone());
        }
        line("sha-256", format!("{} ({EXPERIMENT})", self.digest));
        if let Some(seed) = self.seed {
            line("seed", seed.to_string());
        }
        line("design", self.design.clone());
        line("setups", named(&self.setups));
        line("rules", named(&self.rules));
        let bots = self.bots.iter().map(|(bot, version)| format!("{bot} (version {version})"));
        line("bots", named(&bots.collect::<Vec<_>>()));
        if !self.made_by.engines.is_empty() {
            line("engines", listed(self.made_by.engines.iter().cloned(), "and"));
        }
        for (who, times) in &self.made_by.drawn_for {
            let games = counted(*times, "game");
            line(
                "drawn",
                format!("{who} failed in {games}: its moves were drawn from there to the end"),
            );
        }
        let games = match self.rounds {
            1 => counted(self.games, "game"),
            rounds => format!("{} of {rounds} rounds", counted(self.games, "match")),
        };
        line("games", games);
        if let Some(shard) = &self.shard {
            line("part", format!("shard {shard}: not all games of the experiment"));
        }
        line("to prove it", self.proof.to_owned());
        format!("{}\n\n{}", lines.join("\n"), self.bibtex())
    }

    /// The same for programs; lists are whole.
    pub fn to_json(&self) -> Value {
        let programs = self.made_by.versions.iter();
        let bots = self.bots.iter();
        json!({
            "programs": programs.map(|(version, commit)| json!({ "version": version, "commit": commit }))
                .collect::<Vec<_>>(),
            "year": self.made_by.year(),
            "title": self.title,
            "sha256": self.digest,
            "seed": self.seed,
            "design": self.design,
            "setups": self.setups,
            "rules": self.rules,
            "bots": bots.map(|(bot, version)| json!({ "bot": bot, "version": version }))
                .collect::<Vec<_>>(),
            "engines": self.made_by.engines,
            "drawn_for": self.made_by.drawn_for,
            "games": self.games,
            "rounds": self.rounds,
            "shard": self.shard,
            "bibtex": self.bibtex(),
        })
    }

    fn bibtex(&self) -> String {
        let mut note = self.made_by.commits();
        note.push(format!("experiment SHA-256 {}", self.digest));
        note.extend(self.seed.map(|seed| format!("seed {seed}")));
        self.made_by.bibtex(&note.join("; "))
    }
}

/// The versions that played, each with its commit where that is known, in the order in which they
/// did.
#[derive(Debug)]
struct Made {
    versions: Vec<(String, Option<String>)>,
    /// When the last run began.
    day: Option<String>,
    /// What engines said that they are, as `mine: mine 0.1`.
    engines: BTreeSet<String>,
    /// In how many games moves were drawn for an engine that did something wrong.
    drawn_for: BTreeMap<String, u64>,
}

impl Made {
    fn of(folder: &Folder) -> Result<Made, FolderError> {
        let (mut versions, mut day, mut engines) = (Vec::new(), None, BTreeSet::new());
        let mut drawn_for: BTreeMap<String, u64> = BTreeMap::new();
        for run in folder.turns()?.runs {
            let said = |key: &str| run.about.get(key).and_then(Value::as_str).map(str::to_owned);
            day = said("begun").and_then(|begun| begun.get(..10).map(str::to_owned)).or(day);
            let met = run.about.get("engines").and_then(Value::as_object);
            for (name, says) in met.into_iter().flatten() {
                match says.as_str().filter(|says| !says.is_empty()) {
                    Some(says) => engines.insert(format!("{name}: {says}")),
                    None => engines.insert(name.clone()),
                };
            }
            let drawn = run.about.get("drawn_for").and_then(Value::as_object);
            for (who, times) in drawn.into_iter().flatten() {
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
        Ok(Made { versions, day, engines, drawn_for })
    }

    fn year(&self) -> Option<&str> {
        self.day.as_ref()?.get(..4)
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
        fields.extend(self.year().map(|year| ("year", year.to_owned())));
        fields.push(("note", note.to_owned()));
        let fields = fields.iter().map(|(key, value)| format!("  {key:<7} = {{{value}}},\n"));
        format!("@software{{pasang,\n{}}}\n", fields.collect::<String>())
    }
}

/// The first value behind a key of `CITATION.cff`.
fn cited(key: &str) -> &'static str {
    CITATION.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().trim_matches('"')
}

/// How others can see that it is so.
fn proof(experiment: &Settled) -> &'static str {
    if !experiment.is_all_seeded() {
        "`pasang verify` checks every move; games of engines cannot be played again"
    } else {
        "`pasang verify` plays the games again from the seed"
    }
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
    let most = if experiment.find.is_some() { "up to " } else { "" };
    let one = if experiment.rounds.is_some() { "match" } else { "game" };
    let games = format!("{} {}", experiment.games, of_so_many(experiment.games, one));
    let mut said = vec![format!("{} = {cells}, {most}{games} in each", parts.join(" x "))];
    let diagrams = experiment.setups.iter().filter(|setup| setup.later.is_some()).count() as u64;
    if diagrams > 0 {
        said.push(format!("{} drawn as diagrams of later positions", counted(diagrams, "setup")));
    }
    if experiment.rounds.is_some() {
        said.push(format!("{} rounds a match", experiment.rounds()));
    }
    said.push(match &experiment.openings {
        Openings::AsChosen if experiment.opening_plies > 0 => {
            format!("the first {} drawn", counted(experiment.opening_plies.into(), "move"))
        }
        Openings::AsChosen => "first moves as the bots choose them".to_owned(),
        Openings::All => "every legal pair of first moves equally often".to_owned(),
        Openings::Pairs(pairs) => {
            format!("{} of first moves, each equally often", counted(pairs.len() as u64, "pair"))
        }
    });
    if experiment.opening_plies > 0 && experiment.openings != Openings::AsChosen {
        let moves = counted(experiment.opening_plies.into(), "move");
        said.push(format!("{moves} drawn behind them"));
    }
    if experiment.common_random {
        said.push("common random numbers in all cells".to_owned());
    }
    if let Some(few) = experiment.exact {
        said.push(format!("positions of up to {} solved", counted(few.stones.into(), "stone")));
    }
    if let Some(find) = experiment.find {
        let (batch, sure) = (counted(find.batch, "game"), find.confidence);
        said.push(format!(
            "added by {batch} a cell until the most balanced setup is found, at confidence {sure}"
        ));
    }
    said.join("; ")
}

/// Each bot once, with the version of its play.
fn bots(experiment: &Settled) -> Vec<(String, u32)> {
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots());
    let mut told = Vec::new();
    for bot in bots {
        let with_version = (bot.to_string(), bot.version());
        if !told.contains(&with_version) {
            told.push(with_version);
        }
    }
    told
}

/// All names, or how many there are and where they stand.
fn named(names: &[String]) -> String {
    if names.len() <= MOST_NAMED {
        return names.join(", ");
    }
    let (many, examples) = (names.len(), names[..EXAMPLES].join(", "));
    format!("{many}, such as {examples}; {EXPERIMENT} names all of them, and so does `--json`")
}
