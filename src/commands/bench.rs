//! `pasang bench`: fixed work, its speed, and a fingerprint of the games played.

use std::io::Write;

use anyhow::Context;
use clap::Args;

use super::Done;
use crate::bench::bench;

/// The options of `pasang bench`.
#[derive(Clone, Debug, Args)]
pub struct Bench {
    /// Threads for the measurements on several [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
        let threads = match self.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let report = bench(threads).context("cannot start threads")?;
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut out, &report)?;
            writeln!(out)?;
            return Ok(());
        }
        writeln!(
            out,
            "{:<6} {:<13} {:<13} {:<7} {:>7} {:>11} {:>8} {:>12}",
            "work", "rules", "setup", "bots", "threads", "amount", "seconds", "per second"
        )?;
        for row in &report.rows {
            writeln!(
                out,
                "{:<6} {:<13} {:<13} {:<7} {:>7} {:>11} {:>8.2} {:>12.0}",
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
        writeln!(out, "fingerprint {}", report.fingerprint)?;
        Ok(())
    }
}
