//! `pasang perft`: counts move sequences.

use clap::Args;

use super::position::PositionArgs;
use crate::cli::exit::{CommandResult, complain, print};
use crate::cli::options::{listen, whole};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang perft --rules bell --depth 5")]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Maximum depth
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=120))]
    #[arg(allow_negative_numbers = true)]
    depth: u32,
}

impl Perft {
    pub fn run(self) -> CommandResult {
        self.position.each(false, |position, _| {
            let interrupt = listen()?;
            for depth in 1..=self.depth {
                let Some(count) = position.perft_until(depth, interrupt.cancel()) else {
                    complain(format_args!("stopped while counting depth {depth}"));
                    return interrupt.ends();
                };
                print(format_args!("{depth} {count}\n"))?;
            }
            Ok(())
        })
    }
}
