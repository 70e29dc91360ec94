//! Whether this machine has the memory that an experiment's bots want.

use super::Experiment;
use crate::base::fault::{Fault, Faults, Source};
use crate::base::memory::lacks;

/// Refuses an experiment whose bots want more memory than there is.
pub fn check(experiment: &Experiment, threads: usize) -> Result<(), Faults> {
    let mut kinds: Vec<_> = experiment.rules.iter().map(|named| named.rules.kind()).collect();
    kinds.sort();
    kinds.dedup();
    let most_seats = experiment.rules.iter().map(|named| named.rules.seats()).max().unwrap_or(2);
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.in_seats(most_seats));
    // Each thread has tables of its own for each line-up, each game and each seat.
    let a_thread = bots.map(|bot| bot.hash()).sum::<u64>() * kinds.len() as u64;
    let Some(what) = lacks(a_thread * threads as u64) else { return Ok(()) };
    let what = format!("{what}: {a_thread} MiB a thread, threads: {threads}");
    let fault = Fault::whole(what).help("lower `hash` of the bots, or use fewer `--threads`");
    Err(Source::new("bots", "").faults(vec![fault]))
}
