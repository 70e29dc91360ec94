//! Shards into the one folder that an unsharded run would have written.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Write};

use crate::experiment::Records;
use crate::folder::{
    EXPERIMENT, Folder, FolderError, JOURNAL, MANIFEST, REPORT, RoundPart, TABLES, TALLIES,
};
use crate::journal::Lines;
use crate::results::{Known, Prefix, read_journal};
use crate::run::{
    Finished, Opened, Part, check_truth, finish, manifest, open, read_tallies, write_tallies,
};
use crate::runner::Crew;
use crate::schedule::Shard;
use crate::stage::Stage;

/// What came of merging.
#[derive(Debug)]
pub enum Merged {
    /// All games are there.
    Finished(Box<Finished>),
    /// A round is there, and another one follows.
    Round {
        /// Which round was merged.
        number: u64,
        /// How many games are there.
        games: u64,
    },
}

/// Merges shards into a folder, which must be locked: those of a whole experiment into an empty
/// one, those of a round into the one that has the rounds before it.
///
/// # Errors
/// When a shard is missing, given twice, unfinished, or of another experiment, or files cannot be
/// read or written.
pub fn merge_any(shards: &[Folder], out: &Folder, crew: &Crew) -> Result<Merged, FolderError> {
    let first = shards.first().map(Folder::manifest).transpose()?.flatten();
    match first.and_then(|manifest| manifest.round) {
        Some(round) => merge_round(shards, out, &round, crew),
        None => merge(shards, out, crew).map(|all| Merged::Finished(Box::new(all))),
    }
}

/// Adds a round to the folder that has the rounds before it.
fn merge_round(
    shards: &[Folder],
    out: &Folder,
    round: &RoundPart,
    crew: &Crew,
) -> Result<Merged, FolderError> {
    out.refuse_foreign()?;
    let shards = in_order(shards)?;
    let Some((_, Opened { experiment, stage, .. })) = shards.first() else {
        return Err(FolderError::Foreign("there are no shards to merge".to_owned()));
    };
    let seed = experiment.seed.unwrap_or_default();
    let shown = out.path().display();
    let foreign = |what: String| FolderError::Foreign(format!("`{shown}` {what}"));
    let number = round.number;
    // Everything is looked at before anything is changed.
    let before = rounds_before(out, &shards, number, crew)?;
    let kept = match usize::try_from(number).ok().and_then(|number| number.checked_sub(2)) {
        None => None,
        Some(last) => match before.round_ends.get(last) {
            Some(&bytes) => Some(bytes),
            None => {
                let there = before.round_ends.len();
                return Err(foreign(format!(
                    "has {there} whole rounds, and these are shards of round {number}"
                )));
            }
        },
    };
    if before.round_ends.len() as u64 > number {
        return Err(foreign(format!("has more than {number} rounds already")));
    }
    let digest = kept.map(|bytes| out.digest_of_first(JOURNAL, bytes)).transpose()?;
    if digest != round.after
        || !before.course.round(number).is_some_and(|known| known.is_same(&round.round()))
    {
        let before = number - 1;
        return Err(foreign(format!(
            "does not hold the {before} rounds after which these shards were played"
        )));
    }
    let schedule = stage.schedule(Shard::WHOLE);
    let part = Part::Shard(Shard::WHOLE);
    out.write(MANIFEST, manifest(experiment, seed, &schedule, &part).to_json().as_bytes())?;
    out.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
    append_round(&shards, (out, stage), kept, round.round().games())?;
    let Prefix { games, tallies, course, .. } = read_journal(out, stage, &schedule, crew)?;
    if course.is_open() {
        return Ok(Merged::Round { number, games });
    }
    let manifest = manifest(experiment, seed, &course.schedule, &part).finished();
    let whole = (experiment, stage);
    let known = Known::read(out, whole, (&course, games), tallies, manifest.sampling(), crew)?;
    let finished = Finished { experiment: experiment.clone(), known, of: course.schedule.len() };
    finish(out, &finished, (stage, &course.schedule), manifest)?;
    Ok(Merged::Finished(Box::new(finished)))
}

/// What the folder holds that a round is to be added to.
fn rounds_before(
    out: &Folder,
    shards: &[(&Folder, Opened)],
    number: u64,
    crew: &Crew,
) -> Result<Prefix, FolderError> {
    let shown = out.path().display();
    let Some((_, shard)) = shards.first() else {
        return Err(FolderError::Foreign("there are no shards to merge".to_owned()));
    };
    if !out.has(MANIFEST) {
        if number > 1 {
            return Err(FolderError::Foreign(format!(
                "`{shown}` is empty: shards of round {number} are merged into the folder that has \
                 the rounds before it"
            )));
        }
        return Ok(Prefix::empty(&shard.stage, &shard.stage.schedule(Shard::WHOLE)));
    }
    let there = open(out)?;
    if let Some(difference) = shard.experiment.difference(&there.experiment) {
        return Err(FolderError::Foreign(format!(
            "`{shown}` holds another experiment: {difference}"
        )));
    }
    if there.manifest.finished || there.manifest.round.is_some() {
        return Err(FolderError::Foreign(format!(
            "`{shown}` is finished, or a shard itself: nothing can be added to it"
        )));
    }
    let stage: &Stage = &there.stage;
    match out.has(JOURNAL) {
        true => read_journal(out, stage, &there.schedule, crew),
        false => Ok(Prefix::empty(stage, &there.schedule)),
    }
}

/// Puts the rows of a round behind the first so many bytes of the journal; without any, behind
/// its header. What an earlier attempt had put there is replaced.
fn append_round(
    shards: &[(&Folder, Opened)],
    (out, stage): (&Folder, &Stage),
    kept: Option<u64>,
    games: u64,
) -> Result<(), FolderError> {
    let path = out.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let journal = OpenOptions::new().create(true).append(true).open(&path).map_err(write)?;
    journal.set_len(kept.unwrap_or_default()).map_err(write)?;
    let mut journal = std::io::BufWriter::with_capacity(1 << 16, journal);
    if kept.is_none() {
        journal.write_all(stage.form().header().as_bytes()).map_err(write)?;
    }
    let mut fault = None;
    let rows = write_rows(shards, games, &mut journal, &mut fault);
    if let Some(fault) = fault {
        return Err(fault);
    }
    rows.map_err(write)?;
    let journal = journal.into_inner().map_err(|error| write(error.into_error()))?;
    journal.sync_all().map_err(write)
}

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
        for name in written() {
            out.remove(name)?;
        }
    }
    merged
}

/// What is written into the merged folder.
fn written() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().chain([REPORT, JOURNAL, TALLIES, EXPERIMENT, MANIFEST])
}

fn write(shards: &[(&Folder, Opened)], out: &Folder, crew: &Crew) -> Result<Finished, FolderError> {
    let Some((_, Opened { experiment, stage, .. })) = shards.first() else {
        return Err(FolderError::Foreign("there are no shards to merge".to_owned()));
    };
    let (experiment, seed) = (experiment.clone(), experiment.seed.unwrap_or_default());
    let schedule = stage.schedule(Shard::WHOLE);
    // Whoever looked at a shard has looked.
    let looks = shards.iter().flat_map(|(_, opened)| opened.manifest.looks.iter().copied());
    let manifest = manifest(&experiment, seed, &schedule, &Part::Shard(Shard::WHOLE));
    let manifest = manifest.looked_at(looks, &experiment);
    out.write(MANIFEST, manifest.to_json().as_bytes())?;
    out.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
    let manifest = manifest.finished();
    let sampling = manifest.sampling();
    let known = match experiment.records {
        Records::All => {
            join_journals(shards, out, stage, schedule.len())?;
            let prefix = read_journal(out, stage, &schedule, crew)?;
            let (whole, games) = ((&experiment, stage), (&prefix.course, prefix.games));
            Known::read(out, whole, games, prefix.tallies, sampling, crew)?
        }
        Records::None => {
            let mut tallies = stage.tallies();
            for (folder, opened) in shards {
                let part = read_tallies(folder, &opened.stage, &opened.schedule)?;
                tallies.iter_mut().zip(&part.tallies).for_each(|(all, part)| all.merge(part));
            }
            write_tallies(out, schedule.len(), &tallies)?;
            Known::without_records(tallies, sampling)
        }
    };
    let finished = Finished { experiment, known, of: schedule.len() };
    finish(out, &finished, (stage, &schedule), manifest)?;
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
        if there.manifest.finished {
            folder.check_has_truth(there.experiment.records)?;
        }
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
            if there.manifest.round != reference.manifest.round {
                let of = |round: &Option<RoundPart>| match round {
                    None => "no round".to_owned(),
                    Some(round) => format!("round {}", round.number),
                };
                let (its, other) = (of(&there.manifest.round), of(&reference.manifest.round));
                let after = if its == other { ", after other games" } else { "" };
                problems.push(is(format!("is a shard of {its}, others are of {other}{after}")));
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
    let mut fault = None;
    let written = out.write_with(JOURNAL, |file| {
        file.write_all(stage.form().header().as_bytes())?;
        write_rows(shards, games, file, &mut fault)
    });
    match fault {
        Some(fault) => Err(fault),
        None => written,
    }
}

/// Writes the rows of so many games, or matches, from each journal in turn. Where one of them cannot be read, `fault` says
/// why.
fn write_rows(
    shards: &[(&Folder, Opened)],
    games: u64,
    file: &mut impl Write,
    fault: &mut Option<FolderError>,
) -> std::io::Result<()> {
    let mut journals = Vec::new();
    for (folder, Opened { stage, .. }) in shards {
        let path = folder.file(JOURNAL);
        let opened = File::open(&path).map_err(|error| FolderError::Read(path, error));
        let lines = opened.and_then(|file| {
            let file = BufReader::with_capacity(1 << 16, file);
            let mut lines = Lines::by_match(file, stage.form());
            lines.next_line().map_err(|fault| folder.journal_error(fault))?;
            Ok(lines)
        });
        match lines {
            Ok(lines) => journals.push((*folder, lines)),
            Err(found) => {
                *fault = Some(found);
                return Err(std::io::ErrorKind::NotFound.into());
            }
        }
    }
    for place in 0..games {
        let turn = (place % journals.len() as u64) as usize;
        let (folder, lines) = &mut journals[turn];
        match lines.next_rows() {
            Ok(Some(rows)) => {
                file.write_all(rows)?;
                file.write_all(b"\n")?;
            }
            Ok(None) => {
                let what = "it ends too early".to_owned();
                *fault = Some(FolderError::Damaged(folder.file(JOURNAL), what));
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            Err(found) => {
                *fault = Some(folder.journal_error(found));
                return Err(std::io::ErrorKind::InvalidData.into());
            }
        }
    }
    Ok(())
}
