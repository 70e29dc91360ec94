//! Shards into the one folder that an unsharded run would have written.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};

use super::finish::{Finished, finish};
use crate::base::words::all_of;
use crate::experiment::schedule::Shard;
use crate::playing::prepared::Prepared;
use crate::playing::{Interrupt, Signal, Workers};
use crate::results::folder::{
    EXPERIMENT, Folder, JOURNAL, MANIFEST, MERGING, REPORT, RUN_INFO, TABLES,
};
use crate::results::{FolderError, Opened, Refusal, Turns, read_journal};

/// What came of merging.
#[derive(Debug)]
pub enum Merged {
    /// All games are there.
    Finished(Box<Finished>),
    /// Somebody stopped it; the same can be merged again.
    Interrupted(Signal),
}

/// Shards that make up one experiment, in order.
#[derive(Debug)]
pub struct Shards(Vec<Opened>);

/// Refuses a folder that these shards cannot be merged into: they want an empty one, or one that was
/// left half merged.
pub fn check_room<'f>(
    shards: impl IntoIterator<Item = &'f Folder>,
    out: &Folder,
) -> Result<(), FolderError> {
    out.refuse_foreign()?;
    out.check_journal_is_own()?;
    let place = |folder: &Folder| folder.path().canonicalize().ok();
    let path = || out.path().to_owned();
    if let Some(own) = place(out)
        && shards.into_iter().any(|shard| place(shard).as_ref() == Some(&own))
        && out.has(MERGING)
    {
        return Err(Refusal::IsAShard(path()).into());
    }
    match out.has(MANIFEST) && !out.has(MERGING) {
        true => Err(Refusal::HoldsResults(path()).into()),
        false => Ok(()),
    }
}

impl Shards {
    /// Opens shards; nothing where somebody interrupts.
    ///
    /// # Errors
    /// When one is missing, given twice, unfinished, or of another experiment, or files cannot be
    /// read.
    pub fn read(folders: &[Folder], interrupt: &Interrupt) -> Result<Option<Shards>, FolderError> {
        Ok(in_order(folders, interrupt)?.map(Shards))
    }

    fn first(&self) -> Result<&Opened, FolderError> {
        Ok(self.0.first().ok_or(Refusal::NoShards)?)
    }

    /// How many games, or matches, they have together.
    fn games(&self) -> u64 {
        self.0.iter().map(|shard| shard.manifest.games).sum()
    }

    /// That they end before all is decided, whatever their manifests say.
    fn too_short(&self) -> FolderError {
        let names = self.0.iter().map(|shard| shard.folder.path().display().to_string());
        let names: Vec<String> = names.collect();
        Refusal::TooShort(all_of(names.iter().map(String::as_str))).into()
    }

    /// Merges them into a folder, which must be locked.
    pub fn merge(
        &self,
        out: &Folder,
        workers: &Workers,
        interrupt: &Interrupt,
    ) -> Result<Merged, FolderError> {
        check_room(self.0.iter().map(|shard| &shard.folder), out)?;
        match (self.merge_whole(out, workers, interrupt)?, interrupt.signal()) {
            (Some(merged), _) => Ok(merged),
            (None, signal) => Ok(Merged::Interrupted(signal.unwrap_or(Signal::Interrupt))),
        }
    }

    /// Adds the runs that the shards tell of.
    fn add_turns(&self, turns: &mut Turns) -> Result<(), FolderError> {
        self.0.iter().try_for_each(|Opened { folder, manifest, .. }| {
            turns.add_part(folder.turns()?, manifest.shard.as_deref());
            Ok(())
        })
    }

    /// Merges all there is; nothing where somebody interrupts.
    fn merge_whole(
        &self,
        out: &Folder,
        workers: &Workers,
        interrupt: &Interrupt,
    ) -> Result<Option<Merged>, FolderError> {
        // From here on, and until all is there, the same command may begin anew.
        out.mark(MERGING)?;
        clear(out)?;
        let merged = self.write(out, workers, interrupt);
        if matches!(merged, Err(_) | Ok(None)) {
            // What cannot be removed now, the next merge removes.
            let _ = clear(out).and_then(|()| out.remove(MERGING));
            // To be stopped in the middle of a file may look like a fault of it.
            return if interrupt.is_set() { Ok(None) } else { merged };
        }
        out.remove(MERGING)?;
        merged
    }

    /// Writes all there is; nothing where somebody interrupts.
    fn write(
        &self,
        out: &Folder,
        workers: &Workers,
        interrupt: &Interrupt,
    ) -> Result<Option<Merged>, FolderError> {
        let prepared = Prepared::new(self.first()?.experiment().clone());
        // Whoever looked at a shard has looked.
        let looks = self.0.iter().flat_map(|shard| shard.manifest.looks.iter().copied());
        let whole = Opened::begun(out, prepared, Shard::WHOLE).looked_at(looks);
        whole.write_beginning()?;
        join_journals(&self.0, &whole, self.games(), interrupt)?;
        let games = read_journal(&whole, workers)?;
        if interrupt.is_set() {
            return Ok(None);
        }
        // In rounds the games alone say which there are.
        if !games.played.is_all() {
            return Err(self.too_short());
        }
        let mut turns = Turns::default();
        self.add_turns(&mut turns)?;
        out.write_turns(&turns)?;
        Ok(Some(Merged::Finished(Box::new(finish(whole, games, workers)?))))
    }
}

/// What is written into the merged folder, the manifest last: without it the rest is nobody's.
fn written() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().chain([REPORT, RUN_INFO, JOURNAL, EXPERIMENT, MANIFEST])
}

/// Removes what a merge writes.
fn clear(out: &Folder) -> Result<(), FolderError> {
    written().try_for_each(|name| out.remove(name))
}

/// So many missing shards are named.
const MOST_NAMED: usize = 20;

/// The shards, opened and in order, once they are seen to make up one experiment; nothing where
/// somebody interrupts.
fn in_order(shards: &[Folder], interrupt: &Interrupt) -> Result<Option<Vec<Opened>>, FolderError> {
    let mut all: Vec<(Shard, Opened)> = Vec::new();
    for folder in shards {
        if interrupt.is_set() {
            return Ok(None);
        }
        let shard = Opened::read(folder)?;
        // What is not what the shard was finished with would merge into nonsense.
        shard.check_files()?;
        if shard.manifest.finished {
            shard.folder.check_has_journal()?;
        }
        all.push((shard.manifest.shard()?, shard));
    }
    all.sort_by_key(|(shard, _)| shard.part);
    let problems = problems(&all);
    if !problems.is_empty() {
        return Err(Refusal::NoExperiment(problems).into());
    }
    Ok(Some(all.into_iter().map(|(_, shard)| shard).collect()))
}

/// Why these shards do not make up one experiment.
fn problems(all: &[(Shard, Opened)]) -> Vec<String> {
    let Some((first, reference)) = all.first() else { return Vec::new() };
    let name = |opened: &Opened| opened.folder.path().display().to_string();
    let mut problems = Vec::new();
    for (shard, opened) in all {
        let mut is = |what: String| problems.push(format!("`{}` {what}", name(opened)));
        if let Some(difference) = opened.experiment().difference(reference.experiment()) {
            let other = name(reference);
            is(format!("is of another experiment than `{other}`: {difference}"));
        } else if opened.manifest.bots != reference.manifest.bots {
            is("was played by other versions of the bots".to_owned());
        }
        if shard.of != first.of {
            let of = first.of;
            is(format!("is shard {shard}, others are of {of}"));
        }
        if !opened.manifest.finished {
            is("is not finished".to_owned());
        }
    }
    for pair in all.windows(2) {
        if let [(one, opened), (other, twin)] = pair
            && one == other
        {
            problems.push(format!("`{}` and `{}` are both shard {one}", name(opened), name(twin)));
        }
    }
    problems.extend(missing(all, first.of));
    problems
}

/// Which shards of so many are not there, if there are any.
fn missing(all: &[(Shard, Opened)], of: u64) -> Option<String> {
    let there: BTreeSet<u64> = all.iter().map(|(shard, _)| shard.part).collect();
    let missing: Vec<String> = (1..=of)
        .filter(|part| !there.contains(part))
        .map(|part| Shard { part, of }.to_string())
        .collect();
    let more = match missing.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named: Vec<&str> = missing.iter().take(MOST_NAMED).map(String::as_str).collect();
    (!missing.is_empty()).then(|| format!("missing: {}{more}", named.join(", ")))
}

/// Writes the rows of all shards in game order.
fn join_journals(
    shards: &[Opened],
    out: &Opened,
    games: u64,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    let mut fault = None;
    let written = out.folder.write_with(JOURNAL, |file| {
        file.write_all(out.prepared.form().header().as_bytes())?;
        write_rows(shards, games, file, (&mut fault, interrupt))
    });
    match fault {
        Some(fault) => Err(fault),
        None => written,
    }
}

/// Writes the rows of so many games, or matches, from each journal in turn, until somebody
/// interrupts. Where one of them cannot be read, `fault` says why.
fn write_rows(
    shards: &[Opened],
    games: u64,
    file: &mut impl Write,
    (fault, interrupt): (&mut Option<FolderError>, &Interrupt),
) -> std::io::Result<()> {
    let mut journals = Vec::new();
    for shard in shards {
        match shard.rows() {
            Ok(journal) => journals.push((&shard.folder, journal)),
            Err(found) => {
                *fault = Some(found);
                return Err(ErrorKind::NotFound.into());
            }
        }
    }
    for place in 0..games {
        if interrupt.is_set() {
            return Err(ErrorKind::Interrupted.into());
        }
        let turn = (place % journals.len() as u64) as usize;
        let (folder, journal) = &mut journals[turn];
        match journal.next() {
            Ok(Some(row)) => {
                file.write_all(row.lines)?;
                file.write_all(b"\n")?;
            }
            Ok(None) => {
                let what = "it ends too early; `pasang verify` says what differs".to_owned();
                *fault = Some(FolderError::Damaged(folder.file(JOURNAL), what));
                return Err(ErrorKind::UnexpectedEof.into());
            }
            Err(found) => {
                *fault = Some(found);
                return Err(ErrorKind::InvalidData.into());
            }
        }
    }
    Ok(())
}
