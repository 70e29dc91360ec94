//! Options common to several commands, and helpers for them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::answer::ExperimentStats;
use crate::run::Workers;
use crate::run::folder::REPORT;
use crate::show::tables::json;
use crate::show::{brief, full, text, width};
use crate::text::diagnostic::in_words;
use crate::text::failure::{CommandError, CommandResult, missing};
use crate::text::interrupt::Interrupt;
use crate::text::messages::{note, print, print_json};
use crate::text::{memory, terminal};
use pasang_core::base::random::HIGHEST_SEED;
use pasang_core::base::text::Keyword;

const MAX_PER_CORE: usize = 4;

/// Number of threads that may be started on any machine.
const FEW: usize = 16;

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Number of threads [default: one per core]
    ///
    /// No more than 16, or four per core if that is more, are started.
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    pub fn count(self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    /// Returns the number of threads to start: more than a few per core only cost time and memory.
    pub fn started(self) -> usize {
        self.count().min((MAX_PER_CORE * cores()).max(FEW))
    }

    pub fn workers(self) -> Result<Workers, CommandError> {
        Ok(Workers::new(self.started()).context("cannot start threads")?)
    }
}

/// Size of a transposition table.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TableSize {
    /// Transposition table size; independent searches have one each
    #[arg(long = "hash", value_name = "MiB", default_value_t = 256)]
    #[arg(value_parser = whole::<u32>(1..=1 << 20))]
    mebibytes: u32,
}

impl TableSize {
    pub fn of_tables(self, tables: usize) -> Result<u32, CommandError> {
        let TableSize { mebibytes } = self;
        match memory::lacks(u64::from(mebibytes) * tables as u64) {
            None => Ok(mebibytes),
            Some(what) => Err(missing(format!("`--hash {mebibytes}`: {what}"))),
        }
    }
}

/// Starts listening for signals; the work must poll the result.
pub fn listen() -> Result<Interrupt, CommandError> {
    Ok(Interrupt::listen().context("cannot listen to signals")?)
}

/// Output format of results.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Form {
    /// Print JSON: cells and pooled results
    #[arg(long)]
    pub json: bool,
    /// Print all tables and notes, not only the answer
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
    /// Open the report in a browser
    #[arg(long, hide_short_help = true)]
    pub open: bool,
}

impl Form {
    /// Returns whether the answer alone is printed.
    pub fn is_brief(self) -> bool {
        !self.json && !self.full
    }

    pub fn print(self, all: &ExperimentStats<'_>) -> CommandResult {
        if self.json {
            return print_json(&json(all));
        }
        print(text(&if self.full { full(all) } else { brief(all) }, width()))
    }

    /// Prints the path of the report, if there is one, and opens it if that is wanted.
    pub fn name_report(self, results: &Path) {
        let report = results.join(REPORT);
        if report.exists() {
            note(format_args!("the report is {}", report.display()));
        }
        if self.open
            && let Err(error) = terminal::show(&report)
        {
            note(format_args!("cannot open the report: {}", in_words(&error)));
        }
    }

    /// Prints a remark: on stdout, or on stderr beside JSON.
    pub fn say(self, line: impl Display) -> CommandResult {
        if self.json {
            note(line);
            return Ok(());
        }
        print(format_args!("{line}\n"))
    }
}

/// Returns a parser for whole numbers in `range`.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
            match (range.start(), range.end()) {
                (least, &u64::MAX) => format!("expected a whole number, {least} or more"),
                (least, most) => format!("expected a whole number from {least} to {most}"),
            }
        })
    }
}

/// Returns a parser for finite numbers in `range`.
pub fn number(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

/// Returns a parser for seeds.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone {
    whole(0..=HIGHEST_SEED)
}

/// Returns a parser for the words of a [`Keyword`], which shells complete.
pub fn choice<C: Keyword + Send + Sync>() -> impl TypedValueParser<Value = C> {
    let read = |word: String| C::from_word(&word).ok_or("there is no such word");
    PossibleValuesParser::new(C::words()).try_map(read)
}
