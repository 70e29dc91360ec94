//! Shards of an experiment: whether they make up one, and its journal.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;

use super::error::FolderError;
use super::folder::{Folder, JOURNAL, LOCK, MANIFEST};
use super::manifest::Manifest;
use super::playable::Playable;
use super::run_log::RunLog;
use crate::experiment::schedule::{Schedule, Shard};
use crate::text::diagnostic::some_of;
use crate::text::files;
use crate::text::interrupt::Interrupt;
use pasang_core::base::text::all_of;

const MAX_NAMED: usize = 20;

/// Refuses to go on after an interrupt.
pub fn go_on(interrupt: &Interrupt) -> Result<(), FolderError> {
    if interrupt.is_set() { Err(FolderError::Other("stopped".to_owned())) } else { Ok(()) }
}

/// A shard's folder, as it was found.
#[derive(Debug)]
pub struct Part<E> {
    pub folder: Folder,
    pub manifest: Manifest,
    pub shard: Shard,
    pub experiment: E,
}

impl<E> Part<E> {
    fn name(&self) -> String {
        self.folder.path().display().to_string()
    }
}

/// Opens and sorts the shards, and checks that they make up one experiment.
pub fn in_order<E: Playable>(
    shards: &[Folder],
    interrupt: &Interrupt,
) -> Result<Vec<Part<E>>, FolderError> {
    let mut all: Vec<Part<E>> = Vec::new();
    for folder in shards {
        go_on(interrupt)?;
        let manifest = folder.must_have_manifest()?;
        manifest.check_versions()?;
        let (experiment, shard) = (E::of(folder)?, folder.shard(&manifest)?);
        // A shard changed since it was finished must not be merged.
        folder.check_files(&manifest)?;
        if manifest.finished {
            folder.check_has_journal()?;
        }
        all.push(Part { folder: folder.clone(), manifest, shard, experiment });
    }
    all.sort_by_key(|part| part.shard.part);
    let problems = problems(&all);
    if !problems.is_empty() {
        let problems = problems.join("; ");
        return Err(FolderError::Refused(format!("these shards cannot be merged: {problems}")));
    }
    Ok(all)
}

/// Lists the reasons why these shards do not make up one experiment.
fn problems<E: Playable>(all: &[Part<E>]) -> Vec<String> {
    let first = all.first().expect("one shard or more");
    let mut problems = Vec::new();
    for part in all {
        let mut is = |what: String| problems.push(format!("`{}` {what}", part.name()));
        if let Some(difference) = part.experiment.difference(&first.experiment) {
            let other = first.name();
            is(format!("is of another experiment than `{other}`: {difference}"));
        } else if part.manifest.bots != first.manifest.bots {
            is("was played by other versions of the bots".to_owned());
        }
        let (shard, of) = (part.shard, first.shard.of);
        if shard.of != of {
            is(format!("is shard {shard}, others are of {of}"));
        }
        if !part.manifest.finished {
            is("is not finished".to_owned());
        }
    }
    for pair in all.windows(2) {
        if let [one, twin] = pair
            && one.shard == twin.shard
        {
            let (one, twin, shard) = (one.name(), twin.name(), one.shard);
            problems.push(format!("`{one}` and `{twin}` are both shard {shard}"));
        }
    }
    let there: BTreeSet<u64> = all.iter().map(|part| part.shard.part).collect();
    let of = first.shard.of;
    let missing: Vec<u64> = (1..=of).filter(|part| !there.contains(part)).collect();
    if !missing.is_empty() {
        let names = missing.iter().map(|&part| Shard { part, of }.to_string());
        problems.push(format!("missing: {}", some_of(names, MAX_NAMED)));
    }
    problems
}

/// Writes the journal of the whole from a header and the shards, each of which reads its next row, with the
/// line break.
pub fn join_journals<R: FnMut() -> Result<Option<Vec<u8>>, FolderError>>(
    (out, schedule): (&Folder, Schedule),
    header: &[u8],
    shards: &mut [(&Folder, R)],
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    out.write_with(JOURNAL, |file| {
        let failed = |error| FolderError::Write(out.file(JOURNAL), error);
        file.write_all(header).map_err(failed)?;
        for place in 0..schedule.len() {
            go_on(interrupt)?;
            let shard = Shard::of(schedule.game(place), shards.len() as u64);
            let (folder, next) = &mut shards[shard.part as usize - 1];
            let row = next()?.ok_or_else(|| {
                let what = "it ends too early; `pasang verify` says what differs";
                FolderError::damaged(folder.file(JOURNAL), what)
            })?;
            file.write_all(&row).map_err(failed)?;
        }
        Ok(())
    })
}

/// Writes which runs played the games of the whole: those of all shards.
pub fn join_logs<E>(shards: &[Part<E>], out: &Folder) -> Result<(), FolderError> {
    let mut log = RunLog::default();
    for Part { folder, manifest, .. } in shards {
        log.add_part(folder.run_log()?, manifest.shard.as_deref());
    }
    out.write_log(&log)
}

/// Refuses shards whose journals are too short, contrary to their manifests.
pub fn check_all<E>(shards: &[Part<E>], is_all: bool) -> Result<(), FolderError> {
    if is_all {
        return Ok(());
    }
    let names: Vec<String> = shards.iter().map(Part::name).collect();
    Err(FolderError::Refused(format!(
        "{} cannot be merged: games are missing; `pasang verify` names the difference",
        all_of(names.iter().map(String::as_str))
    )))
}

/// Refuses an output path that is neither new nor an empty folder: the merge replaces it.
pub fn check_room(out: &Folder) -> Result<(), FolderError> {
    out.refuse_foreign()?;
    if out.has(MANIFEST) {
        return Err(FolderError::refused(
            out.path(),
            "holds results already: choose another --out",
        ));
    }
    let is_empty = fs::read_dir(out.path()).map_or(true, |mut files| files.next().is_none());
    if is_empty && !out.path().is_symlink() {
        return Ok(());
    }
    Err(FolderError::refused(out.path(), "holds other files; choose another --out"))
}

/// Merges shards atomically: writes a `.part` folder beside `out`, then renames it. A killed merge
/// leaves its `.part` folder to the next one.
pub fn merge<M>(
    out: &Folder,
    write: impl FnOnce(&Folder) -> Result<M, FolderError>,
) -> Result<M, FolderError> {
    let Some(name) = out.path().file_name() else {
        let what = "is no name, beside which a merge writes before it takes it: name the folder";
        return Err(FolderError::refused(out.path(), what));
    };
    let name = name.to_string_lossy();
    let part = Folder::at(&out.path().with_file_name(format!(".{name}.part")));
    part.check_is_left_over()?;
    part.create()?;
    let lock = part.lock()?;
    part.remove_results()?;
    let merged = write(&part).inspect_err(|_| {
        // The next merge removes the rest.
        let _ = part.remove_results().and_then(|()| part.remove(LOCK));
        let _ = fs::remove_dir(part.path());
    })?;
    check_room(out)?;
    // Windows renames no folder with an open file, and none over another.
    let lock = (!cfg!(windows)).then_some(lock);
    if lock.is_none() {
        let _ = fs::remove_dir(out.path());
    }
    files::rename(part.path(), out.path())
        .map_err(|error| FolderError::Write(out.path().to_owned(), error))?;
    drop(lock);
    Ok(merged)
}
