//! `pasang merge`: combines shards into the folder that an unsharded run would have written.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::game;
use crate::base::files;
use crate::base::text::all_of;
use crate::cli::exit::{CommandError, CommandResult, complain, note};
use crate::cli::options::{Form, Threads, command_line_without, listen, some_of};
use crate::commands::publish::PlayedRun;
use crate::experiment::schedule::Shard;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::playing::{Interrupt, Workers};
use crate::results::folder::{Folder, JOURNAL, LOCK, MANIFEST};
use crate::results::{FolderError, RunFolder, RunHistory};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang merge shards/* --out results/fair")]
pub struct Merge {
    /// Results folders of the shards, in any order
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    /// Folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Merge {
    pub fn run(self) -> CommandResult {
        let folders: Vec<Folder> =
            self.shards.iter().map(|path| Folder::open(path)).collect::<Result<_, _>>()?;
        let workers = self.threads.workers()?;
        let interrupt = listen()?;
        let out = Folder::at(&self.out);
        // Validate before creating a folder.
        check_room(&out)?;
        if folders[0].game()?.is_some() {
            let experiment = merge(&out, |part| game::merge(&folders, part, &interrupt))?;
            note(format_args!("results are in {}", self.out.display()));
            return game::answer(&out, &experiment, (None, None), self.form.json);
        }
        let merged = in_order(&folders, &interrupt)
            .and_then(|shards| merge(&out, |part| write(&shards, part, &workers, &interrupt)));
        // An interrupted read may look like damage.
        if let (Err(_), Some(signal)) = (&merged, interrupt.signal()) {
            let again = command_line_without(&[]);
            complain(format_args!(
                "stopped before the merge was finished; to merge again:\n  {again}"
            ));
            return Err(CommandError::Interrupted(signal));
        }
        let played = merged?;
        self.form.print(&played.stats())?;
        note(format_args!("results are in {}", self.out.display()));
        self.form.name_report(&self.out);
        Ok(())
    }
}

/// Refuses an output path that is neither new nor an empty folder: the merge replaces it.
fn check_room(out: &Folder) -> Result<(), FolderError> {
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

fn go_on(interrupt: &Interrupt) -> Result<(), FolderError> {
    if interrupt.is_set() { Err(FolderError::Other("stopped".to_owned())) } else { Ok(()) }
}

/// Merges shards atomically: writes a `.part` folder beside `out`, then renames it. A killed merge
/// leaves its `.part` folder to the next one.
fn merge<M>(
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

fn write(
    shards: &[RunFolder],
    out: &Folder,
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<PlayedRun, FolderError> {
    let first = shards.first().expect("one shard or more");
    let compiled = CompiledExperiment::new(first.experiment().clone());
    let whole = RunFolder::begun(out, compiled, Shard::WHOLE);
    whole.write_beginning()?;
    join_journals(shards, &whole, interrupt)?;
    let games = whole.games(workers)?;
    go_on(interrupt)?;
    if !games.played.is_all() {
        // The journals are too short, contrary to the manifests.
        let names = shards.iter().map(|shard| shard.folder.path().display().to_string());
        let names: Vec<String> = names.collect();
        return Err(FolderError::Refused(format!(
            "{} cannot be merged: games are missing; `pasang verify` names the difference",
            all_of(names.iter().map(String::as_str))
        )));
    }
    let mut turns = RunHistory::default();
    for RunFolder { folder, manifest, .. } in shards {
        turns.add_part(folder.history()?, manifest.shard.as_deref());
    }
    out.write_turns(&turns)?;
    let played = PlayedRun::finish(whole, games, workers)?;
    played.publish(&played.stats())?;
    Ok(played)
}

const MAX_NAMED: usize = 20;

/// Opens and sorts the shards, and checks that they make up one experiment.
fn in_order(shards: &[Folder], interrupt: &Interrupt) -> Result<Vec<RunFolder>, FolderError> {
    let mut all: Vec<RunFolder> = Vec::new();
    for folder in shards {
        go_on(interrupt)?;
        let shard = RunFolder::read(folder)?;
        // A shard changed since it was finished must not be merged.
        shard.check_files()?;
        if shard.manifest.finished {
            shard.folder.check_has_journal()?;
        }
        all.push(shard);
    }
    all.sort_by_key(|run_folder| run_folder.shard.part);
    let problems = problems(&all);
    if !problems.is_empty() {
        let problems = problems.join("; ");
        return Err(FolderError::Refused(format!("these shards cannot be merged: {problems}")));
    }
    Ok(all)
}

/// Lists the reasons why these shards do not make up one experiment.
fn problems(all: &[RunFolder]) -> Vec<String> {
    let first = all.first().expect("one shard or more");
    let name = |run_folder: &RunFolder| run_folder.folder.path().display().to_string();
    let mut problems = Vec::new();
    for run_folder in all {
        let mut is = |what: String| problems.push(format!("`{}` {what}", name(run_folder)));
        if let Some(difference) = run_folder.experiment().difference(first.experiment()) {
            let other = name(first);
            is(format!("is of another experiment than `{other}`: {difference}"));
        } else if run_folder.manifest.bots != first.manifest.bots {
            is("was played by other versions of the bots".to_owned());
        }
        let (shard, of) = (run_folder.shard, first.shard.of);
        if shard.of != of {
            is(format!("is shard {shard}, others are of {of}"));
        }
        if !run_folder.manifest.finished {
            is("is not finished".to_owned());
        }
    }
    for pair in all.windows(2) {
        if let [one, twin] = pair
            && one.shard == twin.shard
        {
            let (both, shard) = ([one, twin].map(name), one.shard);
            problems.push(format!("`{}` and `{}` are both shard {shard}", both[0], both[1]));
        }
    }
    let there: BTreeSet<u64> = all.iter().map(|run_folder| run_folder.shard.part).collect();
    let of = first.shard.of;
    let missing: Vec<u64> = (1..=of).filter(|part| !there.contains(part)).collect();
    if !missing.is_empty() {
        let names = missing.iter().map(|&part| Shard { part, of }.to_string());
        problems.push(format!("missing: {}", some_of(names, MAX_NAMED)));
    }
    problems
}

fn join_journals(
    shards: &[RunFolder],
    out: &RunFolder,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    out.folder.write_with(JOURNAL, |file| {
        let path = out.folder.file(JOURNAL);
        let failed = |error| FolderError::Write(path.clone(), error);
        file.write_all(out.compiled.form().header().as_bytes()).map_err(failed)?;
        let mut journals = Vec::new();
        for shard in shards {
            journals.push((&shard.folder, shard.rows()?));
        }
        for place in 0..out.schedule.len() {
            go_on(interrupt)?;
            let shard = Shard::of(out.schedule.game(place), journals.len() as u64);
            let (folder, journal) = &mut journals[shard.part as usize - 1];
            let row = journal.read()?.ok_or_else(|| {
                let what = "it ends too early; `pasang verify` says what differs";
                FolderError::damaged(folder.file(JOURNAL), what)
            })?;
            file.write_all(&row.line).and_then(|()| file.write_all(b"\n")).map_err(failed)?;
        }
        Ok(())
    })
}
