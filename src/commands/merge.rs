//! `pasang merge`: combines shards into the folder that an unsharded run would have written.

use std::path::PathBuf;

use clap::Args;

use super::game;
use super::options::{Form, Threads, listen};
use crate::answer::experiment_stats;
use crate::run::folder::Folder;
use crate::run::merge_games;
use crate::run::shards::{check_room, in_order, merge};
use crate::show::publish::merged;
use crate::text::failure::{CommandError, CommandResult};
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
            .and_then(|shards| merge(&out, |part| merged(&shards, part, (&workers, &interrupt))));
        // An interrupted read may look like damage.
        if let (Err(_), Some(signal)) = (&merged, interrupt.signal()) {
            let again = command_line_without(&[]);
            complain(format_args!(
                "stopped before the merge was finished; to merge again:\n  {again}"
            ));
            return Err(CommandError::Interrupted(signal));
        }
        let (run_folder, summary) = merged?;
        self.form.print(&experiment_stats(&run_folder, &summary))?;
        note(format_args!("results are in {}", self.out.display()));
        self.form.name_report(&self.out);
        Ok(())
    }
}
