//! `pasang perft`: how many move sequences there are.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::ended::{Done, complain};
use super::options::{listen, whole};
use super::position::{AtPosition, PositionArgs};
use crate::games::{Game, perft_until};

/// The options of `pasang perft`.
#[derive(Clone, Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Count up to this depth
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=120))]
    #[arg(allow_negative_numbers = true)]
    depth: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Prints the counts.
    ///
    /// # Errors
    /// When the options are wrong, or nothing can be written.
    pub fn run(self) -> Done {
        self.position.at(Count { depth: self.depth, json: self.json })?
    }
}

struct Count {
    depth: u32,
    json: bool,
}

/// How many sequences of so many moves there are.
#[derive(Serialize)]
struct Row {
    depth: u32,
    count: u64,
}

impl AtPosition for Count {
    type Output = Done;

    fn at<G: Game>(self, game: &G, position: G::Position) -> Done {
        let interrupt = listen()?;
        let mut out = std::io::stdout().lock();
        let mut rows = Vec::new();
        for depth in 1..=self.depth {
            let Some(count) = perft_until(game, &position, depth, interrupt.halt()) else { break };
            if !self.json {
                writeln!(out, "{depth} {count}")?;
                // The next depth may take long: this one shall be seen.
                out.flush()?;
            }
            rows.push(Row { depth, count });
        }
        if self.json {
            serde_json::to_writer_pretty(&mut out, &rows)?;
            writeln!(out)?;
        }
        if rows.len() < self.depth as usize {
            complain(format_args!("stopped while counting depth {}", rows.len() + 1));
            interrupt.ends()?;
        }
        Ok(())
    }
}
