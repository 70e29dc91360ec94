//! `pasang perft`: how many move sequences there are.

use std::io::Write;

use clap::Args;

use super::Done;
use super::position::{AtPosition, PositionArgs};
use crate::cli::whole;
use crate::game::{Game, perft};

/// The options of `pasang perft`.
#[derive(Clone, Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Count up to this depth
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=120))]
    #[arg(allow_negative_numbers = true)]
    depth: u32,
}

impl Perft {
    /// Prints the counts.
    ///
    /// # Errors
    /// When the options are wrong, or nothing can be written.
    pub fn run(self) -> Done {
        self.position.at(Count(self.depth))?
    }
}

struct Count(u32);

impl AtPosition for Count {
    type Output = Done;

    fn at<G: Game>(self, game: &G, position: G::Position) -> Done {
        let mut out = std::io::stdout().lock();
        for depth in 1..=self.0 {
            writeln!(out, "{depth} {}", perft(game, &position, depth))?;
            // The next depth may take long: this one shall be seen.
            out.flush()?;
        }
        Ok(())
    }
}
