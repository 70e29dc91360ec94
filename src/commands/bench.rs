//! `pasang bench`: fixed work, its speed, and a fingerprint of the games played.

use std::io::Write;

use anyhow::Context;
use clap::Args;

use super::{Done, Threads, listen, note};
use crate::bench::{Report, bench};

/// The options of `pasang bench`.
#[derive(Clone, Debug, Args)]
pub struct Bench {
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
    /// Does the work and prints what was measured.
    ///
    /// # Errors
    /// When threads cannot be started, or nothing can be written.
    pub fn run(self) -> Done {
        let interrupt = listen()?;
        let report = bench(self.threads.started(), interrupt.halt());
        let report = report.context("cannot start threads")?;
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut out, &report)?;
            writeln!(out)?;
        } else {
            print(&report, &mut out)?;
        }
        if report.fingerprint.is_none() {
            note("stopped before all was measured");
            interrupt.ends()?;
        }
        Ok(())
    }
}

fn print(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:<8} {:<13} {:<13} {:<19} {:>7} {:>11} {:>8} {:>12}",
        "work", "rules", "setup", "bots", "threads", "amount", "seconds", "per second"
    )?;
    for row in &report.rows {
        writeln!(
            out,
            "{:<8} {:<13} {:<13} {:<19} {:>7} {:>11} {:>8.2} {:>12.0}",
            row.work,
            row.rules,
            row.setup,
            row.bots,
            row.threads,
            row.amount,
            row.seconds,
            row.per_second
        )?;
    }
    if let Some(fingerprint) = &report.fingerprint {
        writeln!(out, "fingerprint {fingerprint}")?;
    }
    Ok(())
}
