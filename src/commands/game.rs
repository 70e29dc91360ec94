//! Experiments whose games a command of the user's plays: what `run`, `plan`, `verify` and `cite` do
//! with them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::DecimalBytes;
use serde_json::json;

use super::any_game;
use super::options::{ADDED, Form, Threads, draw_seed, listen, stopped};
use crate::answer::interval::wilson_share;
use crate::answer::looks::Looks;
use crate::answer::{ALPHA, quantile};
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use crate::run::findings::{Findings, digests, draw};
use crate::run::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST};
use crate::run::game_command::{GameCommands, failure};
use crate::run::{
    FolderError, GameColumns, GameFolder, GameJournal, Manifest, Workers, check_resumable,
    duration, enter, settle,
};
use crate::show::plan::design_of_game;
use crate::text::diagnostic::Source;
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::interrupt::Interrupt;
use crate::text::messages::{complain, note, print, print_json};
use crate::text::numbers::rounded;
use pasang_balance::table::gate::sizes;
use pasang_balance::table::{Answer, Gate, TableOptions, Verdict};
use pasang_core::base::cancel::CancelToken;
use pasang_core::base::random::SeedKey;
use pasang_core::base::text::plural;

/// The time in which `plan` plays games.
const CALIBRATION: Duration = Duration::from_secs(2);

/// The bytes of a row without its record, about.
const ROW_BYTES: u64 = 60;

/// Starts a command, which the user must have allowed, lets it describe itself, and checks the
/// experiment against that.
fn introduce(
    experiment: &mut GameExperiment,
    engines: bool,
    cancel: &CancelToken,
) -> CommandResult {
    let command = experiment.shell_command();
    if !engines {
        let what = format!("the experiment starts another program: `{command}`");
        return Err(wrong(what, "`--engines` allows it, if you trust it"));
    }
    note(format_args!("starting `{command}`"));
    let described = GameCommands::new(experiment, cancel).describe();
    let help = "`command` below `[game]` is a program with its arguments, started in this folder";
    let Some(described) = described.map_err(|why| wrong(format!("`{command}`: {why}"), help))?
    else {
        note(format_args!("`{command}` does not describe itself: names are not checked"));
        return Ok(());
    };
    described.check(experiment).map_err(|fault| Source::new(command, "").faults(vec![fault]))?;
    cancel.meet("game", &described.name);
    experiment.seats = experiment.seats.or(described.seats);
    Ok(())
}

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
        checked.map_err(|error| wrong(error.what, error.help))?;
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
                let Ok(found) = found(&folder, played) else {
                    return Ok(Some("no result".to_owned()));
                };
                let (verdict, told) = judged(gate, &found, error)?;
                Ok((verdict == Verdict::Open).then_some(told))
            };
            looks.play(there, play, open)?
        }
    };
    note(format_args!("results are in {}", run.out.display()));
    answer(&folder, &experiment, (gate, run.looks), run.form.json)
}

/// Returns the answer that the games of a folder give, as a table of any game.
fn found(folder: &Folder, experiment: &GameExperiment) -> Result<Answer, CommandError> {
    any_game::answer(&[folder.file(JOURNAL)], &[], &options(folder, experiment)?)
}

/// Returns the options and facts of a folder's games.
pub(super) fn options(
    folder: &Folder,
    experiment: &GameExperiment,
) -> Result<TableOptions, CommandError> {
    let varying = experiment.options.factors.iter().filter(|it| it.values.len() > 1);
    let factors = varying.map(|it| it.toggle.clone()).collect();
    Ok(TableOptions { factors, facts: folder.facts()?, ..TableOptions::default() })
}

/// Judges what is required, or else whether the size of each score is shown.
fn judged(
    gate: Option<&Gate>,
    answer: &Answer,
    error: f64,
) -> Result<(Verdict, String), CommandError> {
    let rows = || answer.rows.iter().map(|row| Some(row.score.statement)).collect::<Vec<_>>();
    gate.map_or_else(|| Ok(sizes(&rows(), error)), |gate| any_game::judged(gate, answer, error))
}

/// Prints the answer, and judges the question.
pub(super) fn answer(
    folder: &Folder,
    experiment: &GameExperiment,
    (gate, looks): (Option<&Gate>, Option<Looks>),
    is_json: bool,
) -> CommandResult {
    let mut found = match found(folder, experiment) {
        // Its games are there all the same.
        Err(CommandError::Wrong(faults)) if gate.is_none() && !is_json => {
            complain(faults);
            return Ok(());
        }
        found => found?,
    };
    let games = experiment.games;
    let error = looks.map_or(ALPHA, |looks| looks.error(games));
    let (verdict, told) = judged(gate, &found, error)?;
    if let Some(looks) = looks {
        let stopped = looks.told(games, verdict == Verdict::Open);
        found.notes.push(if gate.is_some() { stopped } else { format!("{told} {stopped}") });
    }
    any_game::end(&found, gate.map(|_| (verdict, told)), is_json)
}

/// Says what an experiment will take, by a few games if the command may be started.
pub(super) fn plan(
    mut experiment: GameExperiment,
    (engines, threads, is_json): (bool, usize, bool),
) -> CommandResult {
    let interrupt = listen()?;
    let (mut played, mut bytes, begin) = (0, 0, Instant::now());
    let schedule = experiment.schedule(Shard::WHOLE);
    if engines {
        introduce(&mut experiment, engines, interrupt.cancel())?;
        let commands = GameCommands::new(&experiment, interrupt.cancel());
        while played < schedule.len() && (played == 0 || begin.elapsed() < CALIBRATION) {
            let order = experiment.order(schedule.game(played));
            let Some(answer) = commands.play(&order, played + 1) else { return interrupt.ends() };
            bytes += ROW_BYTES + answer.record.len() as u64;
            played += 1;
        }
    }
    let (all, games) = (schedule.len(), experiment.games);
    let factor = all as f64 / played as f64;
    let seconds = begin.elapsed().as_secs_f64() * factor / threads as f64;
    let bytes = (bytes as f64 * factor) as u64;
    let interval = wilson_share(0.5, games as f64, quantile::normal(ALPHA / 2.0));
    let half_width = 0.5 * (interval.high - interval.low);
    if is_json {
        return print_json(&json!({
            "cells": experiment.cell_count(), "games_a_cell": games, "games": all,
            "calibration_games": played, "seconds": seconds, "bytes": bytes, "half_width": half_width,
        }));
    }
    let cost = match played {
        0 => format!(
            "time      not known: with `--engines` a few games are played by `{}`\n",
            experiment.shell_command()
        ),
        _ => format!(
            "time      about {} on {} (from {played} games played now)\n\
             disk      about {} for {JOURNAL}\n",
            duration(seconds.max(1.0)),
            plural(threads as u64, "thread"),
            DecimalBytes(bytes)
        ),
    };
    let (width, cells) = (rounded(100.0 * half_width, 2), design_of_game(&experiment));
    print(format!(
        "cells     {cells}\ngames     {all} ({games} a cell)\n{cost}\
         95 % CI   a seat's share of wins \u{b1}{width} percentage points in each cell\n"
    ))
}

/// Checks a folder: digests, rows, and games by playing them again if the command may be started.
pub(super) fn verify(
    folder: &Folder,
    experiment: &GameExperiment,
    (games, seed): (Option<u64>, u64),
    engines: bool,
    work: (&Workers, &Interrupt),
) -> Result<Findings, CommandError> {
    let manifest = folder.must_have_manifest()?;
    manifest.check_versions()?;
    let mut findings = Findings::default();
    digests(folder, &manifest, &mut findings)?;
    let (shard, is_finished) = (folder.shard(&manifest)?, manifest.finished);
    let played = GameFolder { folder, experiment, shard };
    if is_finished {
        folder.check_has_journal()?;
    }
    let files = manifest.files.clone();
    let expected = Manifest { finished: is_finished, files, ..played.begun() };
    if expected != manifest || is_finished && !manifest.files.contains_key(JOURNAL) {
        findings.differ.push(format!("{MANIFEST}: it is not that of this experiment"));
    }
    let mut rows = BTreeMap::new();
    let take = |_: &GameColumns, place, row: &[String]| drop(rows.insert(place, row.to_vec()));
    let journal = match played.journal(take) {
        Ok(journal) => journal,
        Err(error) => {
            findings.differ.push(format!("{JOURNAL} {}", error.into_damage()?));
            return Ok(findings);
        }
    };
    let (there, of) = (journal.reached, journal.schedule.len());
    if is_finished && (there < of || journal.is_torn) {
        findings.differ.push(format!("{JOURNAL}: {there} of {of} rows"));
    } else if is_finished {
        let what =
            format!("{JOURNAL}: {there} rows, each with the players and the seed of its game");
        findings.agree.push(what);
    } else {
        findings.unfinished(there, of, journal.is_torn);
    }
    findings.list_not_examined(folder, &manifest)?;
    let command = experiment.shell_command();
    if !findings.differ.is_empty() {
        findings.left_out = Some("they are not those of this experiment");
    } else if !engines {
        let what = format!("the games (`--engines` lets `{command}` play them again)");
        findings.not_proved.push(what);
    } else {
        note(format_args!("starting `{command}`"));
        let sample = draw(seed, games.unwrap_or(u64::MAX).min(there), there);
        let mut places: Vec<u64> = sample.into_iter().collect();
        // In another order than they were played: what a command remembers differs then.
        SeedKey::new(seed, &[b"order of games"]).rng(0).shuffle(&mut places);
        play_again(experiment, &journal, (&places, &rows), work, &mut findings)?;
    }
    findings.verified = findings.differ.is_empty() && engines && is_finished;
    Ok(findings)
}

/// Plays games of a journal again and compares their rows.
fn play_again(
    experiment: &GameExperiment,
    journal: &GameJournal<'_>,
    (places, rows): (&[u64], &BTreeMap<u64, Vec<String>>),
    (workers, interrupt): (&Workers, &Interrupt),
    findings: &mut Findings,
) -> CommandResult {
    let Some(columns) = &journal.columns else { return Ok(()) };
    let commands = GameCommands::new(experiment, interrupt.cancel());
    let order = |place| experiment.order(journal.schedule.game(place));
    let work = |&place: &u64| commands.play(&order(place), place + 1);
    let (mut played, mut differing) = (0, BTreeMap::new());
    workers.in_order(places, interrupt.cancel(), work, |&place, answer| {
        played += 1;
        let again = columns.row(&order(place), &answer);
        let difference = again.map_or_else(Some, |row| columns.difference(&rows[&place], &row));
        differing.extend(difference.map(|what| (place, what)));
        Ok::<(), FolderError>(())
    })?;
    if let Some(why) = interrupt.cancel().why() {
        return Err(CommandError::Failed(anyhow!("{}", why.trim_end())));
    }
    findings.signal = interrupt.signal();
    findings.interrupted = findings.signal.is_some();
    let all = journal.reached;
    let Some((&place, what)) = differing.first_key_value() else {
        findings.agree.push(format!("{played} of {all} games played again: all equal"));
        if played < all {
            findings.not_proved.push(format!("{} games, not played again", all - played));
        }
        return Ok(());
    };
    let count = differing.len();
    findings.differ.push(format!(
        "{JOURNAL}: {count} of {played} games played again have other answers: the game is not \
         reproducible from its seed; {}",
        failure(experiment, &order(place), place + 1, what).trim_end().replace("\n", " ")
    ));
    Ok(())
}
