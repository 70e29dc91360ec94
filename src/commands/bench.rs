//! `pasang bench`: fixed work, its speed, and a fingerprint of the games played.

use std::io::Write;

use anyhow::Context;
use clap::Args;

use super::ended::{Done, complain};
use super::options::{Threads, listen};
use crate::tasks::bench::{Report, Row, bench};

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
            out.write_all(table(&report).as_bytes())?;
        }
        if report.fingerprint.is_none() {
            complain("stopped before all was measured");
            interrupt.ends()?;
        }
        Ok(())
    }
}

fn table(report: &Report) -> String {
    let mut table = format!(
        "{:<8} {:<13} {:<13} {:<19} {:>7} {:>11} {:>8} {:>12}\n",
        "work", "rules", "setup", "bots", "threads", "amount", "seconds", "per second"
    );
    for row in &report.rows {
        let Row { work, rules, setup, bots, threads, amount, seconds, per_second } = row;
        table += &format!(
            "{work:<8} {rules:<13} {setup:<13} {bots:<19} {threads:>7} {amount:>11} {seconds:>8.2} \
             {per_second:>12.0}\n"
        );
    }
    if let Some(fingerprint) = &report.fingerprint {
        table += &format!("fingerprint {fingerprint}\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What scripts read; README's own run of the bench shows that the fingerprint is the same each
    /// time.
    #[test]
    fn table_and_json_say_the_same() {
        let row = |threads| Row {
            work: "games",
            rules: "brunei-slide",
            setup: "catalogue-01",
            bots: "greedy".to_owned(),
            threads,
            amount: 50_000,
            seconds: 0.25,
            per_second: 200_000.0,
        };
        let report =
            Report { rows: vec![row(1), row(3)], fingerprint: Some("0123456789abcdef".into()) };
        assert_eq!(
            table(&report),
            "work     rules         setup         bots                threads      amount  seconds   \
             per second\n\
             games    brunei-slide  catalogue-01  greedy                    1       50000     0.25       \
             200000\n\
             games    brunei-slide  catalogue-01  greedy                    3       50000     0.25       \
             200000\n\
             fingerprint 0123456789abcdef\n"
        );
        let row = |threads: u32| {
            serde_json::json!({
                "work": "games", "rules": "brunei-slide", "setup": "catalogue-01", "bots": "greedy",
                "threads": threads, "amount": 50_000, "seconds": 0.25, "per_second": 200_000.0,
            })
        };
        assert_eq!(
            serde_json::to_value(&report).unwrap(),
            serde_json::json!({ "rows": [row(1), row(3)], "fingerprint": "0123456789abcdef" })
        );
    }
}
