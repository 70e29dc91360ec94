//! The cost of an experiment whose games a command plays, by a few of them.

use std::time::{Duration, Instant};

use super::interval::{ALPHA, wilson_share};
use super::quantile;
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use crate::run::game_command::{GameCommands, introduce};
use crate::text::failure::CommandError;
use crate::text::interrupt::Interrupt;

/// The time in which games are played.
const CALIBRATION: Duration = Duration::from_secs(2);

/// The bytes of a row without its record, about.
const ROW_BYTES: u64 = 60;

/// Cost of an experiment, and what its games can tell.
#[derive(Clone, Copy, Debug)]
pub struct GamePlan {
    /// Number of games that were played now; if 0, time and bytes are not known.
    pub played: u64,
    /// Number of games of all cells.
    pub all: u64,
    pub seconds: f64,
    pub bytes: u64,
    /// Half the width of the interval of a seat's share of wins in a cell.
    pub half_width: f64,
}

/// Plans an experiment, by a few games if the command may be started; `None` after an interrupt.
///
/// # Errors
/// If the command cannot be started, or does not know what the experiment names.
pub fn plan(
    experiment: &mut GameExperiment,
    (engines, threads): (bool, usize),
    interrupt: &Interrupt,
) -> Result<Option<GamePlan>, CommandError> {
    let (mut played, mut bytes, begin) = (0, 0, Instant::now());
    let schedule = experiment.schedule(Shard::WHOLE);
    if engines {
        introduce(experiment, engines, interrupt.cancel())?;
        let commands = GameCommands::new(experiment, interrupt.cancel());
        while played < schedule.len() && (played == 0 || begin.elapsed() < CALIBRATION) {
            let order = experiment.order(schedule.game(played));
            let Some(answer) = commands.play(&order, played + 1) else { return Ok(None) };
            bytes += ROW_BYTES + answer.record.len() as u64;
            played += 1;
        }
    }
    let all = schedule.len();
    let factor = all as f64 / played as f64;
    let seconds = begin.elapsed().as_secs_f64() * factor / threads as f64;
    let bytes = (bytes as f64 * factor) as u64;
    let interval = wilson_share(0.5, experiment.games as f64, quantile::normal(ALPHA / 2.0));
    let half_width = 0.5 * (interval.high - interval.low);
    Ok(Some(GamePlan { played, all, seconds, bytes, half_width }))
}
