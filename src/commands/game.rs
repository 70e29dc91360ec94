//! Experiments whose games a command of the user's plays: what `run`, `plan`, `verify`, `merge` and
//! `cite` do with them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::DecimalBytes;
use serde_json::json;

use super::balance::any_game;
use super::findings::{Findings, digests, draw};
use super::looks::Looks;
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Source;
use crate::base::random::SeedKey;
use crate::base::text::{listed, plural};
use crate::cli::exit::{CommandError, CommandResult, complain, note, print, print_json, wrong};
use crate::cli::options::{ADDED, Form, Threads, draw_seed, listen, stopped};
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use crate::playing::game_command::{GameCommands, failure};
use crate::playing::{Interrupt, Look, Progress, Workers, duration};
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST};
use crate::results::{
    End, FORMAT, FolderError, GameColumns, GameJournal, Manifest, RunHistory, RunLog, SAVE_EVERY,
    check_resumable,
};
use crate::stats::interval::wilson_share;
use crate::stats::{ALPHA, quantile, rounded};
use pasang_core::balance::table::gate::sizes;
use pasang_core::balance::table::{Answer, Gate, Table as Games, TableOptions, Verdict};

/// The number of games that are given to the threads at once.
const BATCH: u64 = 1 << 14;

/// The time in which `plan` plays games.
const CALIBRATION: Duration = Duration::from_secs(2);

/// The bytes of a row without its record, about.
const ROW_BYTES: u64 = 60;

/// Adds a row to the results so far, of which only progress tells.
fn add(so_far: &mut Option<Games>, columns: &GameColumns, row: &[String]) {
    if so_far.is_none() {
        let names = columns.results();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        *so_far = Games::new(&names, &TableOptions::default()).ok();
    }
    if let Some(games) = so_far {
        // What a table refuses, the answer tells.
        let _ = games.add(0, columns.result(row));
    }
}

/// Tells the results so far.
fn told(games: &Games) -> String {
    let (without, shares) = games.so_far();
    let share = |(seat, it): (usize, f64)| format!("seat {seat} {} %", rounded(100.0 * it, 1));
    let without = match without {
        0 => String::new(),
        count => format!("{count} without result, which are not counted; "),
    };
    without + &listed((1..).zip(shares).map(share), "and")
}

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

/// Fixes seed and seats of the experiment to play in a folder; `Err` if the folder cannot take it.
fn settle(folder: &Folder, mut wanted: GameExperiment) -> Result<GameExperiment, FolderError> {
    folder.refuse_foreign()?;
    if let Some(manifest) = folder.manifest()?.filter(|_| folder.has(EXPERIMENT)) {
        manifest.check_versions()?;
        folder.check_files(&manifest)?;
        let recorded = folder.game()?.unwrap_or_default();
        wanted.seed = wanted.seed.or(recorded.seed);
        wanted.seats = wanted.seats.or(recorded.seats);
        let as_long = GameExperiment { games: recorded.games, ..wanted.clone() };
        if let Some(difference) = as_long.difference(&recorded) {
            let what = format!("holds another experiment: {difference}; choose another --out");
            return Err(FolderError::refused(folder.path(), what));
        }
        if wanted.games < recorded.games {
            let what = "holds more games: results can be extended, not cut; choose another --out";
            return Err(FolderError::refused(folder.path(), what));
        }
    }
    wanted.seed = wanted.seed.or_else(|| Some(draw_seed()));
    wanted.seats = wanted.seats.or(Some(wanted.seat_count()));
    Ok(wanted)
}

/// Returns the manifest of a folder that begins.
fn begun(experiment: &GameExperiment, shard: Shard) -> Manifest {
    Manifest {
        format: FORMAT,
        finished: false,
        seed: experiment.seed.unwrap_or_default(),
        games: experiment.schedule(shard).len(),
        shard: shard.word(),
        sharing: shard.word().map(|_| Shard::VERSION),
        bots: BTreeMap::new(),
        profile: None,
        files: BTreeMap::new(),
    }
}

/// Writes what is known of a folder before its games.
fn begin(folder: &Folder, experiment: &GameExperiment, shard: Shard) -> Result<(), FolderError> {
    folder.write(MANIFEST, begun(experiment, shard).to_json().as_bytes())?;
    folder.write(EXPERIMENT, experiment.to_toml().as_bytes())
}

/// Writes the manifest of a folder whose games are all there.
fn finish(folder: &Folder, experiment: &GameExperiment, shard: Shard) -> Result<(), FolderError> {
    let mut manifest = Manifest { finished: true, ..begun(experiment, shard) };
    for name in [EXPERIMENT, JOURNAL] {
        let digest = folder.digest(name)?.map(|digest| (name.to_owned(), digest));
        manifest.files.extend(digest);
    }
    folder.write(MANIFEST, manifest.to_json().as_bytes())
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
    let experiment = settle(&folder, experiment)?;
    let seed = experiment.seed.unwrap_or_default();
    check_resumable(&folder, seed, shard)?;
    folder.create()?;
    let _lock = folder.lock()?;
    // Another run may have started there since.
    let experiment = settle(&folder, experiment)?;
    if is_drawn {
        // The run goes on even if stdout is closed.
        let _ = run.form.say(format_args!("seed {seed}, drawn because none was given"));
    }
    let workers = run.threads.workers()?;
    let complete = |experiment: GameExperiment, look| {
        let all = experiment.schedule(shard).len();
        let before = folder.manifest()?.filter(|manifest| manifest.finished);
        if before.as_ref().is_none_or(|before| before.games < all || !folder.has(JOURNAL)) {
            begin(&folder, &experiment, shard)?;
            play(&folder, &experiment, (shard, look), (&workers, &interrupt))?;
            finish(&folder, &experiment, shard)?;
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

/// Plays the remaining games of a shard.
fn play(
    folder: &Folder,
    experiment: &GameExperiment,
    (shard, look): (Shard, Option<Look>),
    (workers, interrupt): (&Workers, &Interrupt),
) -> CommandResult {
    let (schedule, cancel) = (experiment.schedule(shard), interrupt.cancel());
    let mut so_far = None;
    let take = |columns: &GameColumns, _, row: &[String]| add(&mut so_far, columns, row);
    let mut journal = GameJournal::read(folder, experiment, schedule, take)?;
    let mut log = RunLog::open(folder, shard.word(), workers.threads(), journal.reached)?;
    let commands = GameCommands::new(experiment, cancel);
    let mut file = journal.append()?;
    let mut progress = Progress::new(journal.reached, schedule.len(), look);
    let (mut next, mut saved) = (journal.reached, Instant::now());
    let sync = |file: &std::fs::File| {
        file.sync_data().map_err(|error| FolderError::Write(folder.file(JOURNAL), error))
    };
    while next < schedule.len() && !interrupt.is_set() {
        let places: Vec<u64> = (next..schedule.len().min(next + BATCH)).collect();
        let order = |place| experiment.order(schedule.game(place));
        let work = |&place: &u64| commands.play(&order(place), place + 1);
        let done = workers.in_order(&places, cancel, work, |&place, answer| {
            let is_new = journal.columns.is_none();
            let rows = journal.add(answer).map_err(|why| {
                cancel.fail(failure(experiment, &order(place), place + 1, &why));
                FolderError::Other(why)
            })?;
            log.add(1, cancel.met(), SAVE_EVERY)?;
            journal.write(&mut file, &rows)?;
            if let Some(columns) = &journal.columns {
                // The first row is the header.
                rows.iter()
                    .skip(usize::from(is_new))
                    .for_each(|row| add(&mut so_far, columns, row));
            }
            if saved.elapsed() > SAVE_EVERY {
                saved = Instant::now();
                sync(&file)?;
            }
            next = place + 1;
            progress.say(so_far.as_ref().map_or(String::new(), told));
            progress.add(1);
            Ok::<(), FolderError>(())
        });
        if cancel.why().is_none() {
            done?;
        }
    }
    drop(progress);
    sync(&file)?;
    let reached = journal.reached;
    if let Some(why) = cancel.why() {
        log.end(End::BrokenOff)?;
        let kept = plural(reached, "game");
        return Err(CommandError::Failed(anyhow!(
            "{why}kept: {kept}; once the game is mended, the same command goes on from there"
        )));
    }
    if let Some(signal) = interrupt.signal().filter(|_| reached < schedule.len()) {
        log.end(End::Stopped)?;
        return Err(stopped(signal, reached, schedule.len()));
    }
    Ok(log.end(End::Done)?)
}

/// Returns the answer that the games of a folder give, as a table of any game.
fn found(folder: &Folder, experiment: &GameExperiment) -> Result<Answer, CommandError> {
    let varying = experiment.options.factors.iter().filter(|it| it.values.len() > 1);
    let factors = varying.map(|it| it.toggle.clone()).collect();
    let options = TableOptions { factors, ..TableOptions::default() };
    any_game::answer(&[folder.file(JOURNAL)], &[], &options)
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

/// Returns the number of cells, and what they are made of.
fn design(experiment: &GameExperiment) -> String {
    let GameExperiment { setups, rules, lineups, .. } = experiment;
    format!(
        "{} ({} x {} x {})",
        experiment.cell_count(),
        plural(setups.len() as u64, "setup"),
        plural(rules.len() as u64, "rule set"),
        plural(lineups.len() as u64, "line-up"),
    )
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
    let (width, cells) = (rounded(100.0 * half_width, 2), design(&experiment));
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
    if is_finished {
        folder.check_has_journal()?;
    }
    let files = manifest.files.clone();
    let expected = Manifest { finished: is_finished, files, ..begun(experiment, shard) };
    if expected != manifest || is_finished && !manifest.files.contains_key(JOURNAL) {
        findings.differ.push(format!("{MANIFEST}: it is not that of this experiment"));
    }
    let mut rows = BTreeMap::new();
    let take = |_: &GameColumns, place, row: &[String]| drop(rows.insert(place, row.to_vec()));
    let journal = match GameJournal::read(folder, experiment, experiment.schedule(shard), take) {
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
        findings.agree.push(format!("unfinished: {there} of {of} games are there"));
        findings.not_proved.push(format!("{} games, which are still to be played", of - there));
    }
    let is_own = |name: &String| [MANIFEST, EXPERIMENT, JOURNAL].contains(&name.as_str());
    let others = folder.names()?.into_iter().filter(|name| !is_own(name));
    findings.not_examined.extend(others.map(|name| name.escape_debug().to_string()));
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

/// Writes the folder that one run would have written, from all of its shards.
pub(super) fn merge(
    shards: &[Folder],
    out: &Folder,
    interrupt: &Interrupt,
) -> Result<GameExperiment, FolderError> {
    let mut all = Vec::new();
    for folder in shards {
        let manifest = folder.must_have_manifest()?;
        manifest.check_versions()?;
        folder.check_files(&manifest)?;
        folder.check_has_journal()?;
        let found = folder.game()?.filter(|_| manifest.finished).ok_or_else(|| {
            FolderError::refused(folder.path(), "is no finished shard of a game of its own")
        })?;
        all.push((folder.shard(&manifest)?, folder, found));
    }
    all.sort_by_key(|(shard, ..)| shard.part);
    let (of, first) = (all[0].0.of, all[0].2.clone());
    for (_, folder, experiment) in &all {
        if let Some(difference) = experiment.difference(&first) {
            let what = format!("is of another experiment: {difference}");
            return Err(FolderError::refused(folder.path(), what));
        }
    }
    if !all.iter().map(|(shard, ..)| *shard).eq((1..=of).map(|part| Shard { part, of })) {
        let parts = listed(all.iter().map(|(shard, ..)| shard.to_string()), "and");
        let what = format!("these are {parts}: each shard is needed once");
        return Err(FolderError::Refused(what));
    }
    begin(out, &first, Shard::WHOLE)?;
    let schedule = first.schedule(Shard::WHOLE);
    let (mut journals, mut turns) = (Vec::new(), RunHistory::default());
    for (shard, folder, _) in &all {
        let file = folder.open_file(JOURNAL)?;
        journals.push(
            csv::ReaderBuilder::new().has_headers(false).from_reader(file).into_byte_records(),
        );
        turns.add_part(folder.history()?, shard.word().as_deref());
    }
    out.write_with(JOURNAL, |file| {
        let failed = |error: csv::Error| FolderError::Other(format!("{JOURNAL}: {error}"));
        let mut writer = csv::Writer::from_writer(file);
        let mut next = |at: usize| journals[at].next().transpose().map_err(failed);
        let header = next(0)?.unwrap_or_default();
        for (at, (_, folder, _)) in all.iter().enumerate().skip(1) {
            if next(at)?.as_ref() != Some(&header) {
                let what = "has other columns than the first shard";
                return Err(FolderError::refused(folder.path(), what));
            }
        }
        writer.write_byte_record(&header).map_err(failed)?;
        for place in (0..schedule.len()).take_while(|_| !interrupt.is_set()) {
            let part = Shard::of(schedule.game(place), of).part;
            let row = next(part as usize - 1)?.unwrap_or_default();
            writer.write_byte_record(&row).map_err(failed)?;
        }
        writer.flush().map_err(|error| FolderError::Write(out.file(JOURNAL), error))
    })?;
    let journal = GameJournal::read(out, &first, schedule, |_, _, _| {})?;
    if journal.reached < schedule.len() {
        let what = "games are missing; `pasang verify` names the shard";
        return Err(FolderError::Refused(what.to_owned()));
    }
    out.write_turns(&turns)?;
    finish(out, &first, Shard::WHOLE)?;
    Ok(first)
}

/// Returns what a methods section needs of the games of a command, line by line.
pub(super) fn cited(
    folder: &Folder,
    experiment: &GameExperiment,
) -> Result<Vec<(&'static str, String)>, FolderError> {
    let manifest = folder.must_have_manifest()?;
    folder.must_be_finished(&manifest)?;
    let text = experiment.to_toml();
    let written = |key: &str| {
        let lines = text.lines().filter(|line| line.starts_with(key));
        lines
            .map(|line| line.split_once(" = ").map_or("", |it| it.1))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let options = text.split_once("[factorial]\n").map_or("", |(_, options)| options);
    let mut lines = vec![
        ("experiment", experiment.title.clone()),
        ("sha-256", format!("{} ({EXPERIMENT})", folder.digest(EXPERIMENT)?.unwrap_or_default())),
        ("seed", experiment.seed.unwrap_or_default().to_string()),
        ("cells", format!("{}, games = {}", design(experiment), experiment.games)),
        ("game", experiment.shell_command()),
        ("setups", written("setups = ")),
        ("options", options.trim().replace('\n', "; ")),
        ("players", written("bots = ")),
        ("members", written("members = ")),
        ("games", plural(manifest.games, "game")),
        ("part", manifest.shard.map_or(String::new(), |it| format!("shard {it}: not all games"))),
        ("to prove it", "`pasang verify --engines` lets the command play them again".to_owned()),
    ];
    lines.retain(|(_, value)| !value.is_empty());
    Ok(lines)
}
