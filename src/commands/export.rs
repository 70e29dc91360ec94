//! `pasang export`: games of a results folder, as a text.

use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::ended::{Done, Stop};
use super::options::whole;
use crate::base::fault::{Fault, Source};
use crate::results::Opened;
use crate::results::folder::Folder;
use crate::tasks::export::export;

/// The options of `pasang export`.
#[derive(Clone, Debug, Args)]
pub struct Export {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// The games' numbers, as in the column `game` of games.csv: `5`, or `10-20` [default: all]
    #[arg(value_name = "GAMES", value_parser = range, value_delimiter = ',')]
    games: Vec<RangeInclusive<u64>>,
}

impl Export {
    /// Prints the games.
    ///
    /// # Errors
    /// When there are none such, or files cannot be read.
    pub fn run(self) -> Done {
        let opened = Opened::read(&Folder::open(&self.results)?)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let found = export(&opened, &self.games, |text| {
            out.write_all(text.as_bytes()).map_err(Stop::from)
        })?;
        out.flush()?;
        let missing = self.games.iter().zip(found).filter(|(_, found)| *found == 0);
        let fault = |(range, _): (&RangeInclusive<u64>, _)| {
            let what = match range.start() == range.end() {
                true => format!("game {}", range.start()),
                false => format!("game from {} to {}", range.start(), range.end()),
            };
            Fault::whole(format!("there is no {what} in `{}`", self.results.display()))
        };
        let faults: Vec<Fault> = missing.map(fault).collect();
        if faults.is_empty() { Ok(()) } else { Err(Source::new("", "").faults(faults).into()) }
    }
}

/// Reads a number, or two with a `-` between them.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = whole::<u64>(0..=u64::MAX);
    let read = |text: &str| number(text).map_err(|why| format!("{why}, or two as `10-20`"));
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = read(first)?..=read(last)?;
    if range.is_empty() { Err("the second number is the less".to_owned()) } else { Ok(range) }
}
