//! `pasang plan`: estimates the cost of an experiment by playing a few of its games. It starts no
//! engine: what games of engines take is not known.

use clap::Args;

use super::experiment_args::ExperimentArgs;
use super::game;
use super::options::{Threads, listen, seed};
use crate::answer::plan::plan;
use crate::show::plan::in_words;
use crate::text::failure::CommandResult;
use crate::text::messages::{complain, print, print_json};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang plan ladder --threads 8")]
pub struct PlanCommand {
    #[command(flatten)]
    args: ExperimentArgs,
    /// Random seed; overrides the file
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl PlanCommand {
    pub fn run(mut self) -> CommandResult {
        if let Some(experiment) = self.args.game(self.seed)? {
            let how = (self.args.engines, self.threads.started(), self.json);
            return game::plan(experiment, how);
        }
        self.args.for_levels = true;
        let experiment = self.args.read(self.seed)?;
        experiment.check_memory(self.threads.count())?;
        let interrupt = listen()?;
        let Some(plan) = plan(&experiment, self.threads.count(), interrupt.cancel()) else {
            if interrupt.cancel().why().is_none() {
                complain("stopped before one game of each rule set and line-up was finished");
            }
            return interrupt.ends();
        };
        if self.json { print_json(&plan) } else { print(in_words(&plan)) }
    }
}
