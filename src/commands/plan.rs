//! `pasang plan`: estimates the cost of an experiment by playing a few of its games. It starts no
//! engine: what games of engines take is not known.

use clap::Args;

use super::experiment_args::ExperimentArgs;
use super::options::{Threads, listen, seed};
use crate::answer::game_plan;
use crate::answer::plan::plan;
use crate::show::plan::{game_in_words, game_json, in_words};
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
            let (mut experiment, threads) = (experiment, self.threads.started());
            let (interrupt, engines) = (listen()?, self.args.engines);
            let plan = game_plan::plan(&mut experiment, (engines, threads), &interrupt)?;
            return match plan {
                None => interrupt.ends(),
                Some(plan) if self.json => print_json(&game_json(&experiment, &plan)),
                Some(plan) => print(game_in_words(&experiment, &plan, threads)),
            };
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
