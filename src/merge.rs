//! Shards into the one folder that an unsharded run would have written.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Write};

use crate::experiment::Records;
use crate::folder::{
    BRANCHING, CELLS, EXPERIMENT, Folder, FolderError, JOURNAL, MANIFEST, Manifest, OPENINGS,
    ROUNDS, TALLIES,
};
use crate::journal::Lines;
use crate::results::{distinct_games, read_journal};
use crate::run::{Finished, Opened, check_truth, finish, open, read_tallies, write_tallies};
use crate::runner::Crew;
use crate::schedule::Shard;
use crate::stage::Stage;

/// Merges shards into a folder, which must be locked and empty.
///
/// # Errors
/// When a shard is missing, given twice, unfinished, or of another experiment, or files cannot be
/// read or written.
pub fn merge(shards: &[Folder], out: &Folder, crew: &Crew) -> Result<Finished, FolderError> {
    out.refuse_foreign()?;
    if out.has(MANIFEST) {
        return Err(FolderError::Foreign(format!(
            "`{}` holds results already: choose another --out",
            out.path().display()
        )));
    }
    let shards = in_order(shards)?;
    let merged = write(&shards, out, crew);
    if merged.is_err() {
        // Half a merged folder would stand in the way of the same command given again.
        for name in WRITTEN {
            out.remove(name)?;
        }
    }
    merged
}

/// What is written into the merged folder.
const WRITTEN: [&str; 8] =
    [CELLS, OPENINGS, BRANCHING, ROUNDS, JOURNAL, TALLIES, EXPERIMENT, MANIFEST];

fn write(shards: &[(&Folder, Opened)], out: &Folder, crew: &Crew) -> Result<Finished, FolderError> {
    let Some((_, Opened { experiment, stage, .. })) = shards.first() else {
        return Err(FolderError::Foreign("there are no shards to merge".to_owned()));
    };
    let (experiment, seed) = (experiment.clone(), experiment.seed.unwrap_or_default());
    let schedule = stage.schedule(Shard::WHOLE);
    let manifest = Manifest::begin(&experiment, seed, schedule.len(), Shard::WHOLE);
    out.write(MANIFEST, manifest.to_json().as_bytes())?;
    out.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
    let (tallies, distinct) = match experiment.records {
        Records::All => {
            join_journals(shards, out, stage, schedule.len())?;
            let prefix = read_journal(out, stage, &schedule, crew)?;
            (prefix.tallies, Some(distinct_games(out, stage, &schedule, prefix.games)?))
        }
        Records::None => {
            let mut tallies = stage.tallies();
            for (folder, opened) in shards {
                let part = read_tallies(folder, &opened.stage, &opened.schedule)?;
                tallies.iter_mut().zip(&part.tallies).for_each(|(all, part)| all.merge(part));
            }
            write_tallies(out, schedule.len(), &tallies)?;
            (tallies, None)
        }
    };
    let finished = Finished { experiment, tallies, distinct, of: schedule.len() };
    finish(out, &finished, stage, &schedule, Shard::WHOLE)?;
    Ok(finished)
}

/// So many missing shards are named.
const MOST_NAMED: usize = 20;

/// The shards, opened and in order, once they are seen to make up one experiment.
fn in_order(shards: &[Folder]) -> Result<Vec<(&Folder, Opened)>, FolderError> {
    let mut opened: Vec<(Shard, &Folder, Opened)> = Vec::new();
    for folder in shards {
        let there = open(folder)?;
        // What is not what the shard was finished with would merge into nonsense.
        check_truth(folder, &there.manifest)?;
        opened.push((there.manifest.shard()?, folder, there));
    }
    opened.sort_by_key(|(shard, ..)| shard.part);
    let mut problems = Vec::new();
    if let Some((first, first_folder, reference)) = opened.first() {
        let name = |folder: &Folder| folder.path().display().to_string();
        for (shard, folder, there) in &opened {
            let is = |what: String| format!("`{}` {what}", name(folder));
            if let Some(difference) = there.experiment.difference(&reference.experiment) {
                let other = name(first_folder);
                problems.push(is(format!("is of another experiment than `{other}`: {difference}")));
            } else if there.manifest.bots != reference.manifest.bots {
                problems.push(is("was played by other versions of the bots".to_owned()));
            }
            if shard.of != first.of {
                let (is_shard, of) = (shard, first.of);
                problems.push(is(format!("is shard {is_shard}, others are of {of}")));
            }
            if !there.manifest.finished {
                problems.push(is("is not finished".to_owned()));
            }
        }
        for pair in opened.windows(2) {
            if let [(one, folder, _), (other, second, _)] = pair
                && one == other
            {
                problems.push(format!(
                    "`{}` and `{}` are both shard {one}",
                    name(folder),
                    name(second)
                ));
            }
        }
        let there: BTreeSet<u64> = opened.iter().map(|(shard, ..)| shard.part).collect();
        let missing: Vec<String> = (1..=first.of)
            .filter(|part| !there.contains(part))
            .map(|part| Shard { part, of: first.of }.to_string())
            .collect();
        if !missing.is_empty() {
            let more = match missing.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named: Vec<&str> = missing.iter().take(MOST_NAMED).map(String::as_str).collect();
            problems.push(format!("missing: {}{more}", named.join(", ")));
        }
    }
    if !problems.is_empty() {
        let problems = problems.join("; ");
        return Err(FolderError::Foreign(format!("these shards cannot be merged: {problems}")));
    }
    Ok(opened.into_iter().map(|(_, folder, opened)| (folder, opened)).collect())
}

/// Writes the rows of all shards in game order.
fn join_journals(
    shards: &[(&Folder, Opened)],
    out: &Folder,
    stage: &Stage,
    games: u64,
) -> Result<(), FolderError> {
    let mut journals = Vec::new();
    for (folder, _) in shards {
        let path = folder.file(JOURNAL);
        let file = File::open(&path).map_err(|error| FolderError::Read(path, error))?;
        let mut lines = Lines::by_match(BufReader::with_capacity(1 << 16, file), stage.form());
        lines.next_line().map_err(|fault| folder.journal_error(fault))?;
        journals.push((*folder, lines));
    }
    let mut fault = None;
    let written = out.write_with(JOURNAL, |file| {
        file.write_all(stage.form().header().as_bytes())?;
        for number in 0..games {
            let turn = (number % journals.len() as u64) as usize;
            let (folder, lines) = &mut journals[turn];
            match lines.next_rows() {
                Ok(Some(rows)) => {
                    file.write_all(rows)?;
                    file.write_all(b"\n")?;
                }
                Ok(None) => {
                    let what = "it ends too early".to_owned();
                    fault = Some(FolderError::Damaged(folder.file(JOURNAL), what));
                    return Err(std::io::ErrorKind::UnexpectedEof.into());
                }
                Err(found) => {
                    fault = Some(folder.journal_error(found));
                    return Err(std::io::ErrorKind::InvalidData.into());
                }
            }
        }
        Ok(())
    });
    match fault {
        Some(fault) => Err(fault),
        None => written,
    }
}
