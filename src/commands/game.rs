//! Experiments whose games a command of the user's plays: what `run`, `plan`, `verify` and `cite` do
//! with them.

use std::path::PathBuf;

use super::any_game;
use super::options::{Form, Threads, listen};
use crate::answer::ALPHA;
use crate::answer::any_tables::of_game;
use crate::answer::looks::Looks;
use crate::answer::requirement::of_table;
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use crate::run::folder::{EXPERIMENT, Folder, JOURNAL};
use crate::run::game_command::introduce;
use crate::run::{ADDED, draw_seed, stopped};
use crate::run::{GameFolder, check_resumable, enter, settle};
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{complain, note};
use pasang_balance::table::{Gate, Verdict};

/// Options of a run.
#[derive(Debug)]
pub(super) struct GameRun {
    pub out: PathBuf,
    /// `true` if programs may be started.
    pub engines: bool,
    pub shard: Shard,
    pub gate: Option<Gate>,
    /// The looks of a run that stops when its question is answered.
    pub looks: Option<Looks>,
    pub form: Form,
    pub threads: Threads,
}

/// Plays an experiment into its folder, or goes on with it there, and prints the answer.
pub(super) fn run(run: &GameRun, mut experiment: GameExperiment) -> CommandResult {
    let (folder, shard) = (Folder::at(&run.out), run.shard);
    let is_drawn = experiment.seed.is_none() && !folder.has(EXPERIMENT);
    if is_drawn && shard != Shard::WHOLE {
        let what = format!("`--shard {shard}` of an experiment without a seed");
        return Err(wrong(what, "give `--seed S`, or `seed = S` in the file"));
    }
    let interrupt = listen()?;
    introduce(&mut experiment, run.engines, interrupt.cancel())?;
    let mut experiment = settle(&folder, experiment)?;
    experiment.seats = experiment.seats.or(Some(experiment.seat_count()));
    let seed = *experiment.seed.get_or_insert_with(draw_seed);
    check_resumable(&folder, seed, shard)?;
    if let Some(gate) = &run.gate {
        let varies = experiment.options.factors.iter().any(|it| it.values.len() > 1);
        let checked = gate.check(experiment.seat_count(), varies);
        checked?;
    }
    let (_lock, experiment) = enter(&folder, experiment)?;
    if let Some(manifest) = folder.manifest()? {
        folder.check_files(&manifest)?;
    }
    if is_drawn {
        // The run goes on even if stdout is closed.
        let _ = run.form.say(format_args!("seed {seed}, drawn because none was given"));
    }
    let workers = run.threads.workers()?;
    let complete = |experiment: GameExperiment, look| {
        let games = GameFolder { folder: &folder, experiment: &experiment, shard };
        let all = games.schedule().len();
        let before = folder.manifest()?.filter(|manifest| manifest.finished);
        if (before.as_ref().is_none_or(|before| before.games < all || !folder.has(JOURNAL)))
            && let Some((signal, reached)) = games.play((&workers, &interrupt), look)?
        {
            return Err(stopped(signal, reached, all));
        }
        if run.looks.is_none() && before.is_some_and(|before| before.games < all) {
            note(ADDED);
        }
        Ok(experiment)
    };
    let gate = run.gate.as_ref();
    let experiment = match run.looks {
        None => complete(experiment, None)?,
        Some(looks) => {
            let there = folder.game()?.map_or(0, |experiment| experiment.games);
            let play = |games, look| complete(GameExperiment { games, ..experiment.clone() }, look);
            let open = |played: &GameExperiment, error| {
                // Games without result may be followed by others.
                let Ok(found) = of_game(&folder, played) else {
                    return Ok(Some("no result".to_owned()));
                };
                let (verdict, told) = of_table(gate, &found, error)?;
                Ok((verdict == Verdict::Open).then_some(told))
            };
            looks.play(there, play, open)?
        }
    };
    note(format_args!("results are in {}", run.out.display()));
    answer(&folder, &experiment, (gate, run.looks), run.form.json)
}

/// Prints the answer, and judges the question.
pub(super) fn answer(
    folder: &Folder,
    experiment: &GameExperiment,
    (gate, looks): (Option<&Gate>, Option<Looks>),
    is_json: bool,
) -> CommandResult {
    let mut found = match of_game(folder, experiment) {
        // Its games are there all the same.
        Err(CommandError::Wrong(faults)) if gate.is_none() && !is_json => {
            complain(faults);
            return Ok(());
        }
        found => found?,
    };
    let games = experiment.games;
    let error = looks.map_or(ALPHA, |looks| looks.error(games));
    let (verdict, told) = of_table(gate, &found, error)?;
    if let Some(looks) = looks {
        let stopped = looks.told(games, verdict == Verdict::Open);
        found.notes.push(if gate.is_some() { stopped } else { format!("{told} {stopped}") });
    }
    any_game::end(&found, gate.map(|_| (verdict, told)), is_json)
}
