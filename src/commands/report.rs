//! `pasang report`: rebuilds tables and report from the journal.

use std::path::PathBuf;

use clap::Args;

use super::options::{Form, Threads};
use crate::answer::experiment_stats;
use crate::run::RunFolder;
use crate::run::folder::{COUNTS, Folder, JOURNAL};
use crate::show::publish::publish;
use crate::text::failure::CommandResult;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang report results/quick --full")]
pub struct Report {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Report {
    /// Rewrites tables and report, and prints the results; with `--json` only prints.
    pub fn run(self) -> CommandResult {
        let folder = Folder::open(&self.results)?;
        // Validate before changing the folder.
        folder.must_have_manifest()?.check_versions()?;
        // Printing alone needs no lock, and works on read-only results.
        let is_written = !self.form.json && folder.has(JOURNAL);
        let _lock = if is_written { Some(folder.lock()?) } else { None };
        let workers = self.threads.workers()?;
        let mut run_folder = RunFolder::read(&folder)?;
        if self.form.is_brief()
            && !folder.has(JOURNAL)
            && let Some(summary) = run_folder.counted()?
        {
            self.form.print(&experiment_stats(&run_folder, &summary))?;
            self.form.name_report(&self.results);
            return self.form.say(format_args!(
                "told by `{COUNTS}`, without lengths of games; without `{JOURNAL}` the files stay as they are"
            ));
        }
        folder.check_has_journal()?;
        run_folder.check_files()?;
        let summary = run_folder.summarize(run_folder.games(&workers)?, &workers)?;
        run_folder.is_published = !is_written;
        let all = publish(&run_folder, &summary)?;
        self.form.print(&all)?;
        if is_written {
            self.form.name_report(&self.results);
        }
        if run_folder.manifest.is_part() {
            self.form.say("one shard of several: `pasang merge` puts them together")?;
        }
        let games = all.cells.iter().map(|cell| cell.tally.games()).sum::<u64>();
        let of = run_folder.schedule.len();
        if games < of {
            self.form.say(format_args!("unfinished: {games} of {of} games"))?;
        }
        Ok(())
    }
}
