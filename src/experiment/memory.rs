//! Whether this machine has the memory that an experiment's bots want.

use super::Experiment;
use crate::base::fault::{Fault, Faults, Source};
use crate::base::memory::lacks;
use crate::players::bots::BotSpec;

/// How many MiB the bots of an experiment want on each thread, which has tables of its own for each
/// line-up, each game and each seat.
pub fn a_thread(experiment: &Experiment) -> u64 {
    let mut kinds: Vec<_> = experiment.rules.iter().map(|named| named.rules.kind()).collect();
    kinds.sort();
    kinds.dedup();
    let most_seats = experiment.rules.iter().map(|named| named.rules.seats()).max().unwrap_or(2);
    let lineup = |bots: Vec<BotSpec>| bots.iter().map(|bot| bot.hash()).sum::<u64>();
    let lineups = experiment.lineups.iter().map(|bots| lineup(bots.in_seats(most_seats)));
    lineups.sum::<u64>() * kinds.len() as u64
}

/// Refuses an experiment whose bots want more memory than there is.
pub fn check(experiment: &Experiment, threads: usize) -> Result<(), Faults> {
    let a_thread = a_thread(experiment);
    let Some(what) = lacks(a_thread * threads as u64) else { return Ok(()) };
    let what = format!("{what}: {a_thread} MiB a thread, threads: {threads}");
    let fault = Fault::whole(what).help("lower `hash` of the bots, or use fewer `--threads`");
    Err(Source::new("bots", "").faults(vec![fault]))
}
