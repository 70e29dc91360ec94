//! Experiments whose games a command of the user's plays: what `run`, `plan`, `verify`, `merge` and
//! `cite` do with them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::DecimalBytes;
use serde_json::json;

use super::run::{Run, SAVE_EVERY, draw_seed};
use super::verify::{Findings, digests, draw};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::{Source, read_text};
use crate::base::random::SeedKey;
use crate::base::text::{listed, plural};
use crate::cli::exit::{CommandError, CommandResult, complain, note, print, print_json, wrong};
use crate::cli::options::{Threads, command_line_without, listen};
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use crate::playing::game_command::{GameCommands, failure};
use crate::playing::{Interrupt, Progress, Workers, duration};
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST};
use crate::results::{
    End, FORMAT, FolderError, GameColumns, GameJournal, Manifest, RunHistory, RunLog,
    check_resumable,
};
use crate::stats::interval::wilson_share;
use crate::stats::{ALPHA, half_away, quantile, rounded};

/// The number of games that are given to the threads at once.
const BATCH: u64 = 1 << 14;

/// The most reasons for games without result that are named.
const MAX_REASONS: usize = 5;

/// The time in which `plan` plays games.
const CALIBRATION: Duration = Duration::from_secs(2);

/// Results of games so far.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    /// Points by seat: 1 for the winner, shared by ties.
    points: Vec<f64>,
    reasons: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds the row of a game.
    fn add(&mut self, columns: &GameColumns, seats: usize, row: &[String]) {
        self.games += 1;
        self.points.resize(seats, 0.0);
        match columns.points(row) {
            Some(points) => self.points.iter_mut().zip(points).for_each(|(sum, it)| *sum += it),
            None => *self.reasons.entry(columns.end(row).to_owned()).or_default() += 1,
        }
    }

    fn with_result(&self) -> u64 {
        self.games - self.reasons.values().sum::<u64>()
    }

    /// Returns the share of each seat in percent.
    fn shares(&self) -> impl Iterator<Item = f64> {
        let games = self.with_result().max(1) as f64;
        self.points.iter().map(move |sum| 100.0 * sum / games)
    }

    fn first(&self) -> String {
        self.shares().next().map_or_else(String::new, |it| format!("seat 1 {it:.0} % so far"))
    }

    fn text(&self) -> String {
        let shares = (1..).zip(self.shares()).map(|(seat, it)| format!("seat {seat} {it:.1} %"));
        let mut text = format!("{}: {}\n", plural(self.games, "game"), listed(shares, "and"));
        if !self.reasons.is_empty() {
            let reason = |(why, count): (&String, &u64)| format!("{count} {why}");
            let reasons = self.reasons.iter().take(MAX_REASONS).map(reason);
            let count = self.games - self.with_result();
            text +=
                &format!("without result, and not counted: {count} ({})\n", listed(reasons, "and"));
        }
        text
    }
}

/// Reads the experiment of a results folder; `None` if its games are the program's own.
pub(super) fn of_folder(folder: &Folder) -> Result<Option<GameExperiment>, FolderError> {
    if !folder.has(EXPERIMENT) {
        return Ok(None);
    }
    folder.open_file(EXPERIMENT)?;
    let source = read_text(&folder.file(EXPERIMENT))?;
    Ok(GameExperiment::parse(&source, Path::new(""), None)?.map(|(experiment, _)| experiment))
}

/// Refuses to start a command without the user's consent.
fn must_be_allowed(experiment: &GameExperiment, is_allowed: bool) -> CommandResult {
    let command = experiment.shell_command();
    if is_allowed {
        note(format_args!("starting `{command}`"));
        return Ok(());
    }
    let what = format!("the experiment starts another program: `{command}`");
    Err(wrong(what, "`--engines` allows it, if you trust it"))
}

/// Lets the command describe itself, and checks the experiment against that.
fn describe(experiment: &mut GameExperiment, cancel: &CancelToken) -> CommandResult {
    let described = GameCommands::new(experiment, cancel).describe();
    let command = experiment.shell_command();
    let help = "the command of `[game]` is started in this folder";
    let described = described.map_err(|why| wrong(format!("`{command}`: {why}"), help))?;
    let Some(described) = described else {
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
        let path = folder.path().display();
        let Some(recorded) = of_folder(folder)? else {
            return Err(FolderError::OtherExperiment(format!(
                "`{path}` holds another experiment; choose another --out"
            )));
        };
        wanted.seed = wanted.seed.or(recorded.seed);
        wanted.seats = wanted.seats.or(recorded.seats);
        let as_long = GameExperiment { games: recorded.games, ..wanted.clone() };
        if let Some(difference) = as_long.difference(&recorded) {
            return Err(FolderError::OtherExperiment(format!(
                "`{path}` holds another experiment: {difference}; choose another --out"
            )));
        }
        if wanted.games < recorded.games {
            let what = "holds more games of this experiment: results can be extended, not cut; choose another --out";
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
        files: BTreeMap::new(),
    }
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

/// Plays an experiment into its folder, or goes on with it there, and prints the answer.
pub(super) fn run(run: &Run, mut experiment: GameExperiment) -> CommandResult {
    let out = run.out.clone().unwrap_or_else(|| Path::new("results").join(run.args.name()));
    let (folder, shard) = (Folder::at(&out), run.shard);
    if experiment.seed.is_none() && shard != Shard::WHOLE && !folder.has(EXPERIMENT) {
        let what = format!("`--shard {shard}` of an experiment without a seed");
        return Err(wrong(what, "give `--seed S`, or `seed = S` in the file"));
    }
    must_be_allowed(&experiment, run.args.engines)?;
    let workers = run.threads.workers()?;
    let interrupt = listen()?;
    describe(&mut experiment, interrupt.cancel())?;
    let is_drawn = experiment.seed.is_none() && !folder.has(EXPERIMENT);
    let experiment = settle(&folder, experiment)?;
    let seed = experiment.seed.unwrap_or_default();
    check_resumable(&folder, seed, shard)?;
    folder.create()?;
    let _lock = folder.lock()?;
    let experiment = settle(&folder, experiment)?;
    if is_drawn {
        // The run goes on even if stdout is closed.
        let _ = run.form.say(format_args!("seed {seed}, drawn because none was given"));
    }
    let before = folder.manifest()?.filter(|manifest| manifest.finished);
    let all = experiment.schedule(shard).len();
    if before.as_ref().is_none_or(|before| before.games < all || !folder.has(JOURNAL)) {
        folder.write(MANIFEST, begun(&experiment, shard).to_json().as_bytes())?;
        folder.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
        play(&folder, &experiment, shard, (&workers, &interrupt))?;
        finish(&folder, &experiment, shard)?;
    }
    if before.is_some_and(|before| before.games < all) {
        note(
            "warning: games were added to finished results; if that was because of the outcome (optional stopping), the intervals are too narrow",
        );
    }
    answer(&folder, &experiment, shard, run.form.json)?;
    note(format_args!("results are in {}", out.display()));
    Ok(())
}

/// Plays the remaining games of a shard.
fn play(
    folder: &Folder,
    experiment: &GameExperiment,
    shard: Shard,
    (workers, interrupt): (&Workers, &Interrupt),
) -> CommandResult {
    let (schedule, seats) = (experiment.schedule(shard), experiment.seat_count());
    let (mut tally, cancel) = (Tally::default(), interrupt.cancel());
    let take = |columns: &GameColumns, _, row: &[String]| tally.add(columns, seats, row);
    let mut journal = GameJournal::read(folder, experiment, schedule, take)?;
    let mut log = RunLog::open(folder, shard.word(), workers.threads(), journal.reached)?;
    let commands = GameCommands::new(experiment, cancel);
    let mut file = journal.append()?;
    let mut progress = Progress::new(journal.reached, schedule.len(), None);
    let (mut next, mut saved) = (journal.reached, Instant::now());
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
            // The first row is the header.
            for (columns, row) in
                journal.columns.iter().cycle().zip(&rows).skip(usize::from(is_new))
            {
                tally.add(columns, seats, row);
            }
            if saved.elapsed() > SAVE_EVERY {
                saved = Instant::now();
                file.sync_data()
                    .map_err(|error| FolderError::Write(folder.file(JOURNAL), error))?;
            }
            next = place + 1;
            progress.say(tally.first());
            progress.add(1);
            Ok::<(), FolderError>(())
        });
        if cancel.why().is_none() {
            done?;
        }
    }
    drop(progress);
    file.sync_data().map_err(|error| FolderError::Write(folder.file(JOURNAL), error))?;
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
        let (of, again) = (schedule.len(), command_line_without(&[]));
        complain(format_args!("stopped with {reached} of {of} games played; to go on:\n  {again}"));
        return Err(CommandError::Interrupted(signal));
    }
    Ok(log.end(End::Done)?)
}

/// Prints the answer that the games of a folder give.
fn answer(
    folder: &Folder,
    experiment: &GameExperiment,
    shard: Shard,
    is_json: bool,
) -> CommandResult {
    let seats = experiment.seat_count();
    let mut tally = Tally::default();
    let take = |columns: &GameColumns, _, row: &[String]| tally.add(columns, seats, row);
    GameJournal::read(folder, experiment, experiment.schedule(shard), take)?;
    if is_json {
        let shares: Vec<f64> = tally.shares().map(|it| half_away(it, 2)).collect();
        let reasons = &tally.reasons;
        return print_json(
            &json!({ "games": tally.games, "seats": shares, "without_result": reasons }),
        );
    }
    print(tally.text())?;
    if shard == Shard::WHOLE {
        note(format_args!(
            "what moving first is worth: pasang balance {}",
            folder.file(JOURNAL).display()
        ));
    }
    Ok(())
}

/// Says what an experiment will take, by a few games if the command may be started.
pub(super) fn plan(
    mut experiment: GameExperiment,
    is_allowed: bool,
    threads: Threads,
    is_json: bool,
) -> CommandResult {
    let interrupt = listen()?;
    let (mut played, mut bytes, begin) = (0_u64, 0, Instant::now());
    if is_allowed {
        must_be_allowed(&experiment, true)?;
        describe(&mut experiment, interrupt.cancel())?;
        let commands = GameCommands::new(&experiment, interrupt.cancel());
        let schedule = experiment.schedule(Shard::WHOLE);
        while played < schedule.len() && (played == 0 || begin.elapsed() < CALIBRATION) {
            let Some(answer) = commands.play(&experiment.order(schedule.game(played)), played + 1)
            else {
                return interrupt.ends();
            };
            let facts: usize = answer.facts.iter().map(|(_, value)| value.len() + 1).sum();
            bytes += 60 + answer.record.len() + facts;
            played += 1;
        }
    }
    let all = experiment.schedule(Shard::WHOLE).len();
    let each = |sum: f64| (played > 0).then(|| sum / played as f64 * all as f64);
    let seconds = each(begin.elapsed().as_secs_f64()).map(|it| it / threads.started() as f64);
    let bytes = each(bytes as f64).map(|it| it as u64);
    let z = quantile::normal(ALPHA / 2.0);
    let interval = wilson_share(0.5, experiment.games as f64, z);
    let half_width = 0.5 * (interval.high - interval.low);
    let (cells, games) = (experiment.cell_count(), experiment.games);
    if is_json {
        return print_json(&json!({
            "setups": experiment.setups.len(), "rules": experiment.rules.len(), "bots": experiment.lineups.len(),
            "cells": cells, "games_a_cell": games, "games": all, "seconds": seconds, "bytes": bytes,
            "calibration_games": played, "half_width": half_width,
        }));
    }
    let cost = match seconds.zip(bytes) {
        Some((seconds, bytes)) => format!(
            "time      about {} on {} (from {played} games played now)\ndisk      about {} for {JOURNAL}\n",
            duration(seconds.max(1.0)),
            plural(threads.started() as u64, "thread"),
            DecimalBytes(bytes)
        ),
        None => format!(
            "time      not known: with `--engines` a few games are played by `{}`\n",
            experiment.shell_command()
        ),
    };
    print(format!(
        "cells     {cells} ({} x {} x {})\ngames     {all} ({games} a cell)\n{cost}\
         95 % CI   a seat's share of wins \u{b1}{} percentage points in each cell, if players are alike\n",
        plural(experiment.setups.len() as u64, "setup"),
        plural(experiment.rules.len() as u64, "rule set"),
        plural(experiment.lineups.len() as u64, "line-up"),
        rounded(100.0 * half_width, 2)
    ))
}

/// Checks a folder: digests, rows, and games by playing them again if the command may be started.
pub(super) fn verify(
    folder: &Folder,
    experiment: &GameExperiment,
    (games, seed): (Option<u64>, u64),
    is_allowed: bool,
    (workers, interrupt): (&Workers, &Interrupt),
) -> Result<Findings, CommandError> {
    let manifest = folder.must_have_manifest()?;
    manifest.check_versions()?;
    let mut findings = Findings::default();
    digests(folder, &manifest, &mut findings)?;
    let shard = folder.shard(&manifest)?;
    let begun = begun(experiment, shard);
    let expected = Manifest { finished: manifest.finished, files: manifest.files.clone(), ..begun };
    if expected != manifest || expected.finished && !expected.files.contains_key(JOURNAL) {
        findings.differ.push(format!("{MANIFEST}: it is not that of this experiment"));
    }
    let schedule = experiment.schedule(shard);
    let mut rows = BTreeMap::new();
    let take = |_: &GameColumns, place, row: &[String]| drop(rows.insert(place, row.to_vec()));
    let journal = match GameJournal::read(folder, experiment, schedule, take) {
        Ok(journal) => journal,
        Err(error) => {
            findings.differ.push(format!("{JOURNAL} {}", error.into_damage()?));
            return Ok(findings);
        }
    };
    let there = plural(journal.reached, "row");
    if manifest.finished && (journal.reached < schedule.len() || journal.is_torn) {
        findings.differ.push(format!("{JOURNAL}: {there} of {}", schedule.len()));
    } else if manifest.finished {
        findings
            .agree
            .push(format!("{JOURNAL}: {there}, each with the players and the seed of its game"));
    } else {
        findings.agree.push(format!(
            "unfinished: {} of {} games are there",
            journal.reached,
            schedule.len()
        ));
        let left = schedule.len() - journal.reached;
        findings.not_proved.push(format!("{left} games, which are still to be played"));
    }
    for name in folder.names()? {
        if ![MANIFEST, EXPERIMENT, JOURNAL].contains(&name.as_str()) {
            findings.not_examined.push(name.escape_debug().to_string());
        }
    }
    let command = experiment.shell_command();
    let sample = draw(seed, games.unwrap_or(u64::MAX).min(journal.reached), journal.reached);
    if !findings.differ.is_empty() {
        findings.left_out = Some("they are not those of this experiment");
    } else if !is_allowed {
        let what = format!("the games (`--engines` lets `{command}` play them again)");
        findings.not_proved.push(what);
    } else if let Some(columns) = &journal.columns {
        let mut places: Vec<u64> = sample.into_iter().collect();
        note(format_args!("starting `{command}`"));
        // In another order than they were played: what a command remembers differs then.
        SeedKey::new(seed, &[b"order of games"]).rng(0).shuffle(&mut places);
        play_again(
            experiment,
            &journal,
            columns,
            (&places, &rows),
            (workers, interrupt),
            &mut findings,
        )?;
    }
    findings.verified = findings.differ.is_empty() && is_allowed && manifest.finished;
    Ok(findings)
}

/// Plays games of a journal again and compares their rows.
fn play_again(
    experiment: &GameExperiment,
    journal: &GameJournal<'_>,
    columns: &GameColumns,
    (places, rows): (&[u64], &BTreeMap<u64, Vec<String>>),
    (workers, interrupt): (&Workers, &Interrupt),
    findings: &mut Findings,
) -> CommandResult {
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
    match differing.first_key_value() {
        Some((&place, what)) => {
            let count = differing.len();
            findings.differ.push(format!(
                "{JOURNAL}: {count} of {played} games played again have other answers: the game is not reproducible from its seed"
            ));
            findings
                .differ
                .push(failure(experiment, &order(place), place + 1, what).trim_end().to_owned());
        }
        None => findings.agree.push(format!("{played} of {all} games played again: all equal")),
    }
    if played < all {
        findings
            .not_proved
            .push(format!("{} that were not played again", plural(all - played, "game")));
    }
    Ok(())
}

/// Writes the folder that one run would have written, from all of its shards.
pub(super) fn merge(
    shards: &[Folder],
    out: &Folder,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    let mut all = Vec::new();
    for folder in shards {
        let manifest = folder.must_have_manifest()?;
        manifest.check_versions()?;
        folder.check_files(&manifest)?;
        folder.check_has_journal()?;
        let is_finished = manifest.finished;
        let found = of_folder(folder)?.filter(|_| is_finished).ok_or_else(|| {
            FolderError::refused(folder.path(), "is no finished shard of a game of its own")
        })?;
        all.push((folder.shard(&manifest)?, folder, found));
    }
    all.sort_by_key(|(shard, ..)| shard.part);
    let (first, of) = (all[0].2.clone(), all[0].0.of);
    for (shard, folder, experiment) in &all {
        if let Some(difference) = experiment.difference(&first) {
            return Err(FolderError::refused(
                folder.path(),
                format!("is of another experiment: {difference}"),
            ));
        }
        if shard.of != of {
            return Err(FolderError::refused(
                folder.path(),
                format!("is shard {shard}, and others are of {of}"),
            ));
        }
    }
    if !all.iter().map(|(shard, ..)| shard.part).eq(1..=of) {
        let parts: Vec<String> = all.iter().map(|(shard, ..)| shard.to_string()).collect();
        return Err(FolderError::Refused(format!(
            "these are {}: each shard is needed once",
            parts.join(", ")
        )));
    }
    out.write(MANIFEST, begun(&first, Shard::WHOLE).to_json().as_bytes())?;
    out.write(EXPERIMENT, first.to_toml().as_bytes())?;
    let mut journals = Vec::new();
    let mut turns = RunHistory::default();
    for (shard, folder, _) in &all {
        let reader =
            csv::ReaderBuilder::new().has_headers(false).from_reader(folder.open_file(JOURNAL)?);
        journals.push(reader.into_byte_records());
        turns.add_part(folder.history()?, shard.word().as_deref());
    }
    out.write_with(JOURNAL, |file| {
        let failed =
            |error: csv::Error| FolderError::Other(format!("cannot merge {JOURNAL}: {error}"));
        let mut writer = csv::Writer::from_writer(file);
        let mut header = None;
        for (journal, (_, folder, _)) in journals.iter_mut().zip(&all) {
            let own = journal.next().transpose().map_err(failed)?;
            if header.get_or_insert_with(|| own.clone()) != &own {
                return Err(FolderError::refused(
                    folder.path(),
                    "has other columns than the first shard",
                ));
            }
        }
        header
            .flatten()
            .map_or(Ok(()), |header| writer.write_byte_record(&header))
            .map_err(failed)?;
        let schedule = first.schedule(Shard::WHOLE);
        for place in (0..schedule.len()).take_while(|_| !interrupt.is_set()) {
            let shard = Shard::of(schedule.game(place), of);
            let row = journals[shard.part as usize - 1].next().transpose().map_err(failed)?;
            row.map_or(Ok(()), |row| writer.write_byte_record(&row)).map_err(failed)?;
        }
        writer.flush().map_err(|error| FolderError::Write(out.file(JOURNAL), error))
    })?;
    let journal = GameJournal::read(out, &first, first.schedule(Shard::WHOLE), |_, _, _| {})?;
    if journal.reached < first.schedule(Shard::WHOLE).len() {
        return Err(FolderError::Refused(
            "games are missing; `pasang verify` names the shard".to_owned(),
        ));
    }
    out.write_turns(&turns)?;
    finish(out, &first, Shard::WHOLE)
}

/// Prints the answer of a merged folder.
pub(super) fn answer_merged(out: &Folder, is_json: bool) -> CommandResult {
    match of_folder(out)? {
        Some(experiment) => answer(out, &experiment, Shard::WHOLE, is_json),
        None => Ok(()),
    }
}

/// Returns what a methods section needs of the games of a command, line by line.
pub(super) fn cited(
    folder: &Folder,
    experiment: &GameExperiment,
) -> Result<Vec<(&'static str, String)>, FolderError> {
    let manifest = folder.must_have_manifest()?;
    if !manifest.finished {
        let what = format!("is not finished; to go on: {} --engines", folder.run_again());
        return Err(FolderError::refused(folder.path(), what));
    }
    let classes = experiment.lineups.iter().map(|lineup| {
        let players: Vec<String> =
            lineup.seatings.iter().map(|players| players.join("/")).collect();
        if players.len() > 1 {
            format!("{}: {}", lineup.class, players.join(", "))
        } else {
            players.concat()
        }
    });
    let options = experiment.options.factors.iter().map(|factor| {
        let values: Vec<&str> = factor.values.iter().map(|it| it.word.as_str()).collect();
        format!("{} = {}", factor.toggle, values.join(" or "))
    });
    let options = options.collect::<Vec<_>>().join("; ");
    let digest = |name| {
        Ok::<_, FolderError>(format!("{} ({name})", folder.digest(name)?.unwrap_or_default()))
    };
    let mut lines = vec![
        ("experiment", experiment.title.clone()),
        ("sha-256", digest(EXPERIMENT)?),
        ("sha-256", digest(JOURNAL)?),
        ("seed", experiment.seed.unwrap_or_default().to_string()),
        (
            "design",
            format!(
                "{} x {} x {} = {}; games = {}",
                plural(experiment.setups.len() as u64, "setup"),
                plural(experiment.rules.len() as u64, "rule set"),
                plural(experiment.lineups.len() as u64, "line-up"),
                plural(experiment.cell_count() as u64, "cell"),
                experiment.games
            ),
        ),
        ("game", experiment.shell_command()),
        ("setups", experiment.setups.join(", ")),
        ("options", options),
        ("players", classes.collect::<Vec<_>>().join("; ")),
        ("games", plural(manifest.games, "game")),
        (
            "to prove it",
            "`pasang verify --engines` lets the command play the games again".to_owned(),
        ),
    ];
    lines.extend(
        manifest
            .shard
            .map(|shard| ("part", format!("shard {shard}: not all games of the experiment"))),
    );
    lines.retain(|(_, value)| !value.is_empty());
    Ok(lines)
}
