//! `pasang universe`: all small patterns of one kind, solved whole.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use pasang::cli::{Done, Stop, complain};
use pasang::cli::{TableSize, Threads, listen, room, whole};
use pasang_core::base::fault::{Fault, Source};
use pasang::base::terminal::Line;
use pasang_core::board::Side;
use pasang::experiment::HIGHEST_SEED;
use pasang::experiment::schedule::Shard;
use pasang_core::games::rules::{self, Kind, presets};
use pasang::results::folder::Folder;
use pasang::stats::columns::decimal;
use pasang::stats::interval::Interval;
use pasang::stats::{self, Grid};
use crate::tasks::universe::{
    Found, Judged, Solved, Universe as Task, UniverseError, against, merge,
};

/// The options of `pasang universe`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "The patterns of a side are those that look the same after a quarter turn, with as many \
    black as white stones: 20 of side 5, 924 of side 7. `pasang setups show fourfold-7-100` shows one.\n\n\
    Interrupted, the command goes on where it stopped when it is given again. The file is the same \
    whatever the number of threads.\n\n\
    With --against, `pairs` is the share of decided pairs of first moves after which the games' score is \
    on the side of the proved winner; `winner` the share of decided patterns whose mean score over all \
    pairs is; `choice` the share of all patterns where each side's best pairs, by the games, have the \
    proved result; each with its interval at 95 %. `r` is the correlation of the mean score with the \
    proved one over patterns, `excess` the difference of their means."
)]
pub struct Universe {
    /// How many points a side of the boards has
    #[arg(long, value_name = "N", default_value = "5", value_parser = side)]
    side: Side,
    /// Solve by these rules
    #[arg(long, value_name = "NAME|FILE", default_value = "brunei-slide")]
    rules: String,
    /// The file of the solved patterns, a row each
    #[arg(long, value_name = "FILE.csv", required_unless_present = "against")]
    out: Option<PathBuf>,
    /// Take the patterns in an order drawn with this seed, instead of by number
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>(0..=HIGHEST_SEED))]
    #[arg(allow_negative_numbers = true)]
    sample: Option<u64>,
    /// Solve so many patterns at most
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    patterns: Option<u64>,
    /// Solve only part I of N of the patterns
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// Put the parts that shards have solved together, and solve nothing
    #[arg(long, value_name = "FILE.csv", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Hold the bots of this results folder against the solved patterns of `--truth`, and solve
    /// nothing: the folder must have played them with all pairs of first moves
    #[arg(long, value_name = "RESULTS", requires = "truth")]
    against: Option<PathBuf>,
    /// The files of solved patterns
    #[arg(long, value_name = "FILE.csv", num_args = 1.., requires = "against")]
    truth: Vec<PathBuf>,
    /// With --against: print JSON
    #[arg(long, requires = "against")]
    json: bool,
    /// Look at so many positions at most for each pair of first moves; what is not proved then stays
    /// open
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,
    #[command(flatten)]
    hash: TableSize,
    #[command(flatten)]
    threads: Threads,
}

/// Reads a side whose patterns are few enough.
fn side(text: &str) -> Result<Side, String> {
    let side = text.parse().ok().and_then(Side::of_length);
    side.filter(|side| side.length() <= 7).ok_or_else(|| "expected 5 or 7".to_owned())
}

/// Prints how near bots come to the truth: a line for each rule set and line-up.
fn print(judged: &[Judged], json: bool) -> Done {
    let mut stdout = std::io::stdout().lock();
    if json {
        writeln!(stdout, "{:#}", serde_json::to_value(judged)?)?;
        return Ok(stdout.flush()?);
    }
    let share = |found: &Found| match found.share() {
        Some((share, Interval { low, high })) => {
            let [share, low, high] = [share, low, high].map(|it| decimal(100.0 * it, 0));
            format!("{share} ({low}-{high})")
        }
        None => "none".to_owned(),
    };
    let number = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), |it| decimal(it, 2));
    let columns = ["rules", "bots", "patterns", "pairs %", "winner %", "choice %", "r", "excess"];
    let mut grid = Grid::new(&columns.map(|name| (name, stats::Side::Left)));
    for it in judged {
        grid.row([
            it.rules.clone(),
            it.bots.clone(),
            it.patterns.to_string(),
            share(&it.by_pair),
            share(&it.by_share),
            share(&it.by_choice),
            number(it.correlation),
            number(it.excess),
        ]);
    }
    write!(stdout, "{}", grid.text(room()))?;
    Ok(stdout.flush()?)
}

/// A file that cannot be used is wrong, one that cannot be written is a failure.
fn stop(error: UniverseError) -> Stop {
    let help = match &error {
        UniverseError::Folder(_) | UniverseError::File(..) => {
            return anyhow::Error::from(error).into();
        }
        UniverseError::Parts(_) => None,
        UniverseError::Other(..) => {
            Some("name another file, or the options that it was begun with")
        }
    };
    let fault = Fault::whole(error.to_string());
    let fault = match help {
        Some(help) => fault.help(help),
        None => fault,
    };
    Source::new("", "").faults(vec![fault]).into()
}

impl Universe {
    /// Solves, and says how far it came.
    ///
    /// # Errors
    /// When the options are wrong, the file cannot be written, or somebody interrupts.
    pub fn run(self) -> Done {
        let wrong = |option: &str, fault: Fault| -> Stop {
            Source::new(option, "").faults(vec![fault]).into()
        };
        let said = |Solved { rows, digest, .. }: Solved| -> Done {
            let mut stdout = std::io::stdout().lock();
            writeln!(stdout, "{rows} patterns, SHA-256 {digest}")?;
            Ok(stdout.flush()?)
        };
        if let Some(results) = &self.against {
            let judged = against(&Folder::open(results)?, &self.truth).map_err(stop)?;
            return print(&judged, self.json);
        }
        let Some(out) = &self.out else { return Ok(()) };
        if !self.merge.is_empty() {
            return said(merge(&self.merge, out).map_err(stop)?);
        }
        let threads = self.threads.started();
        let hash = self.hash.of_tables(threads)?;
        let rules = rules::find(&self.rules)?;
        if rules.rules.kind() != Kind::Brunei {
            let fault =
                Fault::whole("small boards are of Brunei's game, and these rules are Bell's");
            return Err(wrong(
                "--rules",
                fault.help("`pasang rules list` lists those of Brunei's"),
            ));
        }
        let preset = presets().find(|preset| preset.name == rules.name);
        if preset.is_some_and(|preset| preset.rules != rules.rules) {
            let what =
                format!("these rules are called `{}` and differ from the preset", rules.name);
            return Err(wrong("--rules", Fault::whole(what).help("give them another name")));
        }
        let interrupt = listen()?;
        let task = Task {
            side: self.side,
            rules,
            seed: self.sample,
            patterns: self.patterns,
            shard: self.shard,
            limit: self.nodes,
            hash,
        };
        let line = Line::new();
        let solved = task.solve(out, threads, interrupt.halt(), |rows, of| {
            line.write(|_| format!("{rows} of {of} patterns solved"));
        });
        line.clear();
        let solved = solved.map_err(stop)?;
        let Solved { rows, of, .. } = solved;
        if interrupt.is_set() {
            complain(format_args!(
                "stopped: {rows} of {of} patterns are solved; the same command goes on"
            ));
            return interrupt.ends();
        }
        said(solved)
    }
}
