//! `pasang perft`: how many move sequences there are.

use clap::Args;
use serde_json::json;

use super::ended::{Done, complain, print, print_json};
use super::options::{listen, whole};
use super::position::{AtPosition, PositionArgs};
use crate::games::{Game, perft_until};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang perft --rules bell --depth 5")]
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
    pub fn run(self) -> Done {
        self.position.at(Count { depth: self.depth, json: self.json })?
    }
}

struct Count {
    depth: u32,
    json: bool,
}

impl AtPosition for Count {
    type Output = Done;

    fn at<G: Game>(self, game: &G, position: G::Position) -> Done {
        let interrupt = listen()?;
        let mut rows = Vec::new();
        for depth in 1..=self.depth {
            let Some(count) = perft_until(game, &position, depth, interrupt.halt()) else { break };
            if !self.json {
                print(format_args!("{depth} {count}\n"))?;
            }
            rows.push(json!({ "depth": depth, "count": count }));
        }
        if self.json {
            print_json(&rows)?;
        }
        if rows.len() < self.depth as usize {
            complain(format_args!("stopped while counting depth {}", rows.len() + 1));
            interrupt.ends()?;
        }
        Ok(())
    }
}
