//! `pasang compare`: two results folders, cell by cell.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::ended::Done;
use super::options::{Threads, room};
use crate::base::words::counted;
use crate::results::folder::Folder;
use crate::stats::{Grid, Side};
use crate::tasks::compare::{Comparison, compare};

/// The options of `pasang compare`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang compare results/before results/after")]
pub struct Compare {
    /// A results folder
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Another
    #[arg(value_name = "B")]
    second: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Compare {
    /// Compares, and prints a row a cell.
    pub fn run(self) -> Done {
        let first = Folder::open(&self.first)?;
        let second = Folder::open(&self.second)?;
        let comparison = compare(&first, &second, &self.threads.workers()?)?;
        let mut stdout = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &comparison)?;
            writeln!(stdout)?;
            return Ok(());
        }
        write!(stdout, "{}", table(&comparison, room()))?;
        Ok(())
    }
}

/// The comparison as columns, in so many columns of signs.
fn table(comparison: &Comparison, room: usize) -> String {
    let percent = |share: Option<f64>| match share {
        Some(share) => format!("{:.2}", 100.0 * share),
        None => "-".to_owned(),
    };
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("rules", Side::Left),
        ("bots", Side::Left),
        ("games", Side::Right),
        ("A %", Side::Right),
        ("B %", Side::Right),
        ("B - A", Side::Right),
        ("interval", Side::Left),
        ("method", Side::Left),
        ("verdict", Side::Left),
    ]);
    for row in &comparison.rows {
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) => format!("{:+.2} to {:+.2}", 100.0 * low, 100.0 * high),
            _ => "-".to_owned(),
        };
        let difference = row.difference.map_or("-".to_owned(), |by| format!("{:+.2}", 100.0 * by));
        grid.row([
            row.setup.clone(),
            row.rules.clone(),
            row.bots.clone(),
            match row.games {
                [one, other] if one == other => one.to_string(),
                [one, other] => format!("{one}, {other}"),
            },
            percent(row.first_score[0]),
            percent(row.first_score[1]),
            difference,
            interval,
            row.method.to_owned(),
            row.verdict.to_owned(),
        ]);
    }
    let mut text = grid.text(room);
    for (name, unfinished) in ["A", "B"].iter().zip(comparison.unfinished) {
        if let Some([games, of]) = unfinished {
            text += &format!("{name} is unfinished: {games} of {of}\n");
        }
    }
    text + &format!(
        "{} in both, {} only in A, {} only in B; first player's score, each interval for its own cell at 95 %\n",
        counted(comparison.rows.len() as u64, "cell"),
        comparison.only_first,
        comparison.only_second
    )
}
