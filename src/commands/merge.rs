//! `pasang merge`: combines shards into the folder that an unsharded run would have written.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::game;
use super::options::{Form, Threads, listen};
use crate::experiment::Experiment;
use crate::experiment::schedule::Shard;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::folder::{Folder, LOCK, MANIFEST};
use crate::run::shards::{Part, check_all, go_on, in_order, join_history, join_journals};
use crate::run::{FolderError, RunFolder, Workers, merge_games};
use crate::show::publish::PlayedRun;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::files;
use crate::text::interrupt::Interrupt;
use crate::text::messages::{complain, note};
use crate::text::terminal::command_line_without;

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
            let experiment = merge(&out, |part| merge_games(&folders, part, &interrupt))?;
            note(format_args!("results are in {}", self.out.display()));
            return game::answer(&out, &experiment, (None, None), self.form.json);
        }
        let merged = in_order(&folders, &interrupt)
            .and_then(|shards| merge(&out, |part| write(&shards, part, (&workers, &interrupt))));
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
    parts: &[Part<Experiment>],
    out: &Folder,
    (workers, interrupt): (&Workers, &Interrupt),
) -> Result<PlayedRun, FolderError> {
    let mut shards = Vec::new();
    for Part { folder, .. } in parts {
        shards.push(RunFolder::read(folder)?);
    }
    let compiled = CompiledExperiment::new(shards[0].experiment().clone());
    let whole = RunFolder::begun(out, compiled, Shard::WHOLE);
    whole.write_beginning()?;
    let mut journals = Vec::new();
    for shard in &shards {
        let mut rows = shard.rows()?;
        journals.push((&shard.folder, move || {
            Ok(rows.read()?.map(|row| [row.line.as_slice(), b"\n"].concat()))
        }));
    }
    let header = whole.compiled.form().header();
    join_journals((out, whole.schedule), header.as_bytes(), &mut journals, interrupt)?;
    let games = whole.games(workers)?;
    go_on(interrupt)?;
    check_all(parts, games.played.is_all())?;
    join_history(parts, out)?;
    let played = PlayedRun::finish(whole, games, workers)?;
    played.publish(&played.stats())?;
    Ok(played)
}
