//! `pasang export`: prints games of a results folder as text.

use std::io::{self, BufWriter, Write};
use std::mem;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::options::whole;
use crate::run::RunFolder;
use crate::run::folder::Folder;
use crate::show::steps::{export_head, json_of, text_of};
use crate::text::diagnostic::{Diagnostic, Source};
use crate::text::failure::{CommandError, CommandResult};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang export results/quick 5 10-20\n  pasang export results/quick --json | gzip > games.jsonl.gz"
)]
pub struct Export {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Numbers in the column `game` of games.csv, as `5` or `10-20` [default: all]
    #[arg(value_name = "GAMES", value_parser = range, value_delimiter = ',')]
    games: Vec<RangeInclusive<u64>>,
    /// Print JSON, one line per game, as `pasang replay --json` does
    #[arg(long)]
    json: bool,
}

impl Export {
    pub fn run(self) -> CommandResult {
        let Export { results, games: wanted, json } = self;
        let run_folder = RunFolder::read(&Folder::open(&results)?)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut found = vec![false; wanted.len()];
        // Printed before the first game found.
        let mut head = if json { String::new() } else { export_head(&run_folder) };
        let is_one =
            |number: u64| wanted.is_empty() || wanted.iter().any(|range| range.contains(&number));
        run_folder.each(is_one, |id, player| {
            for (range, found) in wanted.iter().zip(&mut found) {
                *found |= range.contains(&id.number);
            }
            let text_of = if json { json_of } else { text_of };
            let text = text_of(&run_folder, id, player.facts());
            write!(out, "{}{text}", mem::take(&mut head))?;
            Ok::<(), CommandError>(())
        })?;
        if wanted.is_empty() {
            out.write_all(head.as_bytes())?;
        }
        out.flush()?;
        let missing = wanted.iter().zip(found).filter(|(_, found)| !found);
        let fault = |(range, _): (&RangeInclusive<u64>, _)| {
            let what = match range.start() == range.end() {
                true => format!("game {}", range.start()),
                false => format!("game from {} to {}", range.start(), range.end()),
            };
            Diagnostic::whole(format!("there is no {what} in `{}`", results.display()))
        };
        let faults: Vec<Diagnostic> = missing.map(fault).collect();
        if faults.is_empty() { Ok(()) } else { Err(Source::new("", "").faults(faults).into()) }
    }
}

/// Parses a number, or a range with a `-`.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = whole::<u64>(0..=u64::MAX);
    let read = |text: &str| number(text).map_err(|why| format!("{why}, or two as `10-20`"));
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = read(first)?..=read(last)?;
    if range.is_empty() { Err("the second number is the less".to_owned()) } else { Ok(range) }
}
