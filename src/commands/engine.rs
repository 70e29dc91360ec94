//! `pasang engine`: serves the bots to other programs, line by line on stdin and stdout.

use clap::Args;

use super::options::seed;
use crate::run::bot_server::serve;
use crate::text::failure::CommandResult;
use pasang_core::players::bots::BotSpec;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  echo 'go positions 10000' | pasang engine --bot search:depth=4"
)]
pub struct Engine {
    /// Bot that answers, until the other program sets another
    #[arg(long, value_name = "BOT", default_value = crate::commands::play::DEFAULT_BOT, value_parser = BotSpec::builtin)]
    bot: BotSpec,
    /// Seed of the bot's random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed(), allow_negative_numbers = true)]
    seed: u64,
}

impl Engine {
    pub fn run(self) -> CommandResult {
        serve(self.bot, self.seed)
    }
}
