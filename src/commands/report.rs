//! `pasang report`: the tables and the report again, from the journal alone.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::ended::{Done, note, wrong};
use super::options::{Form, Threads, choice, name_report};
use crate::base::words::counted;
use crate::report::{Format, figures};
use crate::results::folder::{Folder, write_into};
use crate::tasks::finish::{Made, rebuild};

/// The options of `pasang report`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang report results/quick --format markdown > report.md")]
pub struct Report {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Print the whole report in this format instead of the table, and write nothing into the folder,
    /// unless it is `html`
    #[arg(long, value_parser = choice::<Format>, default_value = "html", conflicts_with = "json")]
    format: Format,
    /// With `--format svg`: the folder for the pictures
    #[arg(long, value_name = "DIR", required_if_eq("format", "svg"))]
    out: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Report {
    /// Writes the tables and the report anew and prints the table for people, or only prints what is
    /// asked for.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        if let (Some(out), true) = (&self.out, self.format != Format::Svg) {
            let what = format!("`--out {}` is for pictures alone", out.display());
            return Err(wrong(what, "add `--format svg`"));
        }
        // A folder that is refused stays as it was.
        folder.must_have_manifest()?.check_versions()?;
        // What is only printed can be had from results that nobody may change, and leaves them as they are.
        let is_written = self.format == Format::Html && !self.form.json;
        let _lock = if is_written { Some(folder.lock()?) } else { None };
        let workers = self.threads.workers()?;
        let made = rebuild(&folder, &workers)?;
        if is_written {
            made.write()?;
        }
        let Made { finished, report, .. } = made;
        if let Some(out) = &self.out {
            let figures = figures(&report);
            let many = figures.len() as u64;
            write_into(out, figures)?;
            note(format_args!("{} are in {}", counted(many, "picture"), out.display()));
            return Ok(());
        }
        if let Some(exporter) = self.format.exporter().filter(|_| self.format != Format::Html) {
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(&exporter.export(&report))?;
            return Ok(stdout.flush()?);
        }
        self.form.print(&finished)?;
        if is_written {
            name_report(&self.results);
        }
        let (games, of) = (finished.games(), finished.known.played.of());
        let units = finished.prepared.experiment().units();
        if games < of {
            self.form.say(format_args!("unfinished: {games} of {of} {units}"))?;
        }
        Ok(())
    }
}
