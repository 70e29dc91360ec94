//! The facts that a methods section needs, with an entry for BibTeX.

use std::collections::BTreeSet;

use serde_json::Value;

use super::plan::{design_of_game, factors};
use crate::experiment::Experiment;
use crate::experiment::game::GameExperiment;
use crate::run::folder::{EXPERIMENT, Folder};
use crate::run::{FolderError, RunFolder};
use crate::text::diagnostic::sanitized;
use pasang_core::base::text::{listed, plural};

/// Returns the facts about the games of a folder, one per line, and a BibTeX entry.
pub fn citation(folder: &Folder) -> Result<String, FolderError> {
    if let Some(experiment) = folder.game()? {
        let digest = folder.digest(EXPERIMENT)?.unwrap_or_default();
        let seed = experiment.seed.unwrap_or_default();
        let (versions, engines) = programs(folder)?;
        let mut lines = vec![("program", format!("pasang {}", listed(versions.clone(), "and")))];
        lines.extend(cited(folder, &experiment)?);
        lines.extend((!engines.is_empty()).then(|| ("says", listed(engines, "and"))));
        return Ok(facts(lines, &listed(versions, "and"), (&digest, seed)));
    }
    let run_folder = RunFolder::read(folder)?;
    let manifest = &run_folder.manifest;
    folder.must_be_finished(manifest)?;
    let experiment = run_folder.experiment();
    let (versions, engines) = programs(folder)?;
    let digest = folder.digest(EXPERIMENT)?.unwrap_or_default();
    let versions = listed(versions, "and");
    let mut lines = vec![("program", format!("pasang {versions}"))];
    if !experiment.title.is_empty() {
        lines.push(("experiment", experiment.title.clone()));
    }
    lines.extend([
        ("sha-256", format!("{digest} ({EXPERIMENT})")),
        ("seed", run_folder.compiled.seed.to_string()),
        ("design", design(experiment)),
        ("setups", named(experiment.setups.iter().map(|setup| setup.name.clone()))),
        ("rules", named(experiment.rules.iter().map(|named| named.name.clone()))),
        ("bots", bots(experiment)),
    ]);
    if !engines.is_empty() {
        lines.push(("engines", listed(engines, "and")));
    }
    lines.push(("games", plural(manifest.games, "game")));
    lines.extend(manifest.looked.map(|it| ("stopped", it.told())));
    if let Some(shard) = &manifest.shard {
        lines.push(("part", format!("shard {shard}: not all games of the experiment")));
    }
    let proof = match experiment.is_all_seeded() {
        true => "`pasang verify` plays the games again from the seed",
        false => "`pasang verify` checks every move; games of engines cannot be played again",
    };
    lines.push(("to prove it", proof.to_owned()));
    lines.push(("method", "docs/method.md; every formula: docs/statistics.md".to_owned()));
    Ok(facts(lines, &versions, (&digest, run_folder.compiled.seed)))
}

/// Returns what a methods section needs of the games of a command, line by line.
fn cited(
    folder: &Folder,
    experiment: &GameExperiment,
) -> Result<Vec<(&'static str, String)>, FolderError> {
    let manifest = folder.must_have_manifest()?;
    folder.must_be_finished(&manifest)?;
    let text = experiment.to_toml();
    let written = |key: &str| {
        let lines = text.lines().filter(|line| line.starts_with(key));
        lines
            .map(|line| line.split_once(" = ").map_or("", |it| it.1))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let options = text.split_once("[factorial]\n").map_or("", |(_, options)| options);
    let mut lines = vec![
        ("experiment", experiment.title.clone()),
        ("sha-256", format!("{} ({EXPERIMENT})", folder.digest(EXPERIMENT)?.unwrap_or_default())),
        ("seed", experiment.seed.unwrap_or_default().to_string()),
        ("cells", format!("{}, games = {}", design_of_game(experiment), experiment.games)),
        ("game", experiment.shell_command()),
        ("setups", written("setups = ")),
        ("options", options.trim().replace('\n', "; ")),
        ("players", written("bots = ")),
        ("members", written("members = ")),
        ("games", plural(manifest.games, "game")),
        ("stopped", manifest.looked.map_or(String::new(), |it| it.told())),
        ("part", manifest.shard.map_or(String::new(), |it| format!("shard {it}: not all games"))),
        ("to prove it", "`pasang verify --engines` lets the command play them again".to_owned()),
    ];
    lines.retain(|(_, value)| !value.is_empty());
    Ok(lines)
}

const CITATION: &str = include_str!("../../CITATION.cff");

/// Longer lists of names are not printed; the output refers to the file.
const MAX_NAMED: usize = 100;

/// Formats the BibTeX entry, with the fields that the citation metadata has.
pub fn entry(citation: &str, versions: &str, note: &str) -> String {
    let cited = |key: &str| {
        let value = citation.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        value.map(|value| value.trim_matches('"').to_owned())
    };
    let repository = Some(env!("CARGO_PKG_REPOSITORY").to_owned()).filter(|it| !it.is_empty());
    let fields = [
        ("author", Some(authors(citation))),
        ("title", cited("title").map(|title| format!("{{{title}}}"))),
        ("year", cited("date-released").and_then(|date| Some(date.split('-').next()?.to_owned()))),
        ("version", Some(versions.to_owned())),
        ("url", cited("repository-code").or(cited("url")).or(repository)),
        ("note", Some(note.to_owned())),
    ];
    let field =
        |(key, value): (&str, Option<String>)| Some(format!("  {key:<7} = {{{}}},\n", value?));
    format!("@software{{pasang,\n{}}}\n", fields.into_iter().filter_map(field).collect::<String>())
}

/// Lists the authors as BibTeX wants them: `Bell, R. C. and {The pasang authors}`.
fn authors(citation: &str) -> String {
    let (_, list) = citation.split_once("\nauthors:\n").unwrap_or_default();
    let list: Vec<&str> = list.lines().take_while(|line| line.starts_with(' ')).collect();
    let author = |lines: &[&str]| {
        let value = |key: &str| {
            let fields = lines.iter().filter_map(|line| line[4..].split_once(": "));
            fields.clone().find(|(name, _)| *name == key).map(|(_, value)| value.trim_matches('"'))
        };
        match (value("family-names"), value("given-names")) {
            (Some(family), Some(given)) => format!("{family}, {given}"),
            (name, _) => format!("{{{}}}", name.or(value("name")).unwrap_or_default()),
        }
    };
    list.chunk_by(|_, line| !line.starts_with("  - ")).map(author).collect::<Vec<_>>().join(" and ")
}

/// Returns the programs that played, from `run-info.json`: each version with its commit, if known, in order
/// of first use, and external engines with their self-reported names, as `mine: mine 0.1`.
fn programs(folder: &Folder) -> Result<(Vec<String>, BTreeSet<String>), FolderError> {
    let (mut versions, mut all_engines) = (Vec::new(), BTreeSet::new());
    for run in folder.run_log()?.about() {
        let said = |key: &str| run.get(key).and_then(Value::as_str);
        let engines = run.get("engines").and_then(Value::as_object).into_iter().flatten();
        all_engines.extend(engines.map(|(name, says)| {
            match says.as_str().filter(|says| !says.is_empty()) {
                Some(says) => format!("{name}: {says}"),
                None => name.clone(),
            }
        }));
        let version = said("version").map(|version| with_commit(version, said("commit")));
        versions.extend(version.filter(|version| !versions.contains(version)));
    }
    if versions.is_empty() {
        // No version is recorded: this version plays the same games, whatever its commit.
        versions.push(env!("CARGO_PKG_VERSION").to_owned());
    }
    Ok((versions, all_engines))
}

fn with_commit(version: &str, commit: Option<&str>) -> String {
    commit.map_or_else(|| version.to_owned(), |commit| format!("{version}, commit {commit}"))
}

/// Describes the experimental design in the terms of its file.
fn design(experiment: &Experiment) -> String {
    let Experiment { setups, rules, lineups, .. } = experiment;
    let parts = factors([setups.len(), rules.len(), lineups.len()]);
    let cells = plural(experiment.cell_count() as u64, "cell");
    let text = experiment.to_toml();
    let plain = text.lines().take_while(|line| !line.starts_with("setups = "));
    let unsaid = ["title = ", "seed = ", "common-random = false"];
    let said = plain.filter(|line| !unsaid.iter().any(|it| line.starts_with(it)));
    [format!("{parts} = {cells}").as_str()].into_iter().chain(said).collect::<Vec<_>>().join("; ")
}

/// Lists each distinct bot with its version.
fn bots(experiment: &Experiment) -> String {
    let mut names = Vec::new();
    for bot in experiment.lineups.iter().flat_map(|lineup| lineup.bots()) {
        let with_version = format!("{bot} (version {})", bot.version());
        if !names.contains(&with_version) {
            names.push(with_version);
        }
    }
    named(names.into_iter())
}

/// Lists all names or, if there are too many, their number.
fn named(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.len() {
        0..=MAX_NAMED => names.join(", "),
        many => format!("{many}, such as {}; {EXPERIMENT} names all of them", names[0]),
    }
}

/// Writes lines with their keys, and the entry.
fn facts(lines: Vec<(&str, String)>, versions: &str, (digest, seed): (&str, u64)) -> String {
    let lines = lines.into_iter().map(|(key, value)| format!("{key:<12}{value}\n"));
    let note = format!("experiment SHA-256 {digest}; seed {seed}");
    let entry = entry(CITATION, versions, &note);
    sanitized(&format!("{}\n{entry}", lines.collect::<String>())).into_owned()
}
