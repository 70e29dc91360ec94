//! `pasang verify`: checks a results folder: digests, rows and tables, and the games by playing them again.

use std::collections::BTreeSet;
use std::io::{Read, Seek, Write, stderr};
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::publish::artifacts;
use super::run::draw_seed;
use crate::base::diagnostic::render;
use crate::base::digest::{Digester, digest_of};
use crate::base::random::SeedKey;
use crate::base::terminal::is_lively;
use crate::base::text::{is_control, plural};
use crate::cli::exit::{CommandError, CommandResult, combine, complain, note, print, print_json};
use crate::cli::options::{Threads, listen, seed, some_of, whole};
use crate::experiment::Experiment;
use crate::experiment::schedule::{GameId, Schedule};
use crate::playing::journal::difference;
use crate::playing::player::ExperimentPlayer;
use crate::playing::{Batch, Interrupt, RunState, Signal, Workers};
use crate::results::folder::{
    CELLS, EXPERIMENT, Folder, JOURNAL, JUDGED, MANIFEST, MATCH, PROFILE, PROFILE_PAGE, REPORT,
    ROUNDS, beside_the_manifest,
};
use crate::results::{
    Entry, FORMAT, FolderError, JournalPrefix, JournalReader, Manifest, RunFolder, RunSummary,
    bots_of, differing, experiment_stats,
};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang verify results/quick --games 1000")]
pub struct Verify {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Number of games to play again, sampled at random [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    games: Option<u64>,
    /// Seed of the sample [default: drawn and printed]
    #[arg(long, value_name = "S", requires = "games", value_parser = seed(), allow_negative_numbers = true)]
    sample_seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Verify {
    pub fn run(self) -> CommandResult {
        let folder = Folder::open(&self.results)?;
        let lock = folder.lock_shared();
        let workers = self.threads.workers()?;
        let interrupt = listen()?;
        // A forger must not be able to predict the sample.
        let sample_seed = self.sample_seed.unwrap_or_else(draw_seed);
        let found = verify(&folder, (self.games, sample_seed), &workers, &interrupt);
        let is_sound = found.as_ref().is_ok_and(|findings| findings.differ.is_empty());
        if !is_sound && let Err(in_use) = lock {
            // A concurrent run makes a sound folder look damaged.
            return Err(in_use.into());
        }
        let findings = found?;
        if let Ok((_, warnings)) = Experiment::read_with_warnings(&folder.file(EXPERIMENT))
            && !warnings.is_empty()
        {
            note(render(&warnings, is_lively(&stderr())));
        }
        let printed = findings.print(self.json);
        let found = match findings.interrupted {
            Some(signal) => {
                complain("stopped before everything was looked at");
                Err(CommandError::Interrupted(signal))
            }
            None if findings.differ.is_empty() => Ok(()),
            None => Err(CommandError::Differs),
        };
        combine(printed, found)
    }
}

impl Findings {
    fn print(&self, json: bool) -> CommandResult {
        let Findings { agree, differ, not_proved, not_examined, left_out, interrupted, .. } = self;
        let is_verified = differ.is_empty() && interrupted.is_none();
        if json {
            return print_json(&serde_json::json!({
                "verified": is_verified,
                "agree": agree,
                "differ": differ,
                "not_proved": not_proved,
                "not_examined": not_examined,
                "left_out": left_out,
                "interrupted": interrupted.is_some(),
            }));
        }
        let mut text: String = agree.iter().map(|line| format!("{line}\n")).collect();
        text.extend(differ.iter().map(|line| format!("DIFFERS {line}\n")));
        if !not_examined.is_empty() {
            text += &format!("not examined: {}\n", not_examined.join(", "));
        }
        if let Some(why) = left_out {
            text += &format!("rows, tables and games were not looked at: {why}\n");
        }
        if is_verified {
            text += "verified: nothing differs";
            if !not_proved.is_empty() {
                text += &format!("; not proved: {}", not_proved.join(", "));
            }
            text += "\n";
        }
        print(text)
    }
}

/// Files and folders that other commands make from the games, with the commands.
const MADE_ELSEWHERE: [(&str, &str); 4] = [
    (JUDGED, "pasang-exact judge --out NEW"),
    (PROFILE, "pasang profile"),
    (PROFILE_PAGE, "pasang profile"),
    (MATCH, "pasang match"),
];

/// Checks digests, rows and tables, and plays games again: a sample of `games`, or all. Without the
/// journal there is nothing to sample from.
fn verify(
    folder: &Folder,
    (games, sample_seed): (Option<u64>, u64),
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<Findings, FolderError> {
    let mut findings = Findings::default();
    let Some(run_folder) = look(folder, &mut findings)? else { return Ok(findings) };
    let mut search = Search { run_folder, workers, interrupt, findings, sample_seed };
    if games.is_some() && search.is_slim() {
        let what = "has no games to draw from: without `--games` all are played again";
        return Err(FolderError::refused(folder.path(), what));
    }
    search.manifest()?;
    search.digests()?;
    // Games of another experiment might not even terminate.
    let proven = search.run_folder.manifest.files.get(EXPERIMENT);
    if proven.is_some() && folder.digest(EXPERIMENT)?.as_ref() != proven {
        search.findings.left_out = Some("they are not those of this experiment");
        return Ok(search.findings);
    }
    // Playing them again takes as much memory as the run did.
    search.run_folder.experiment().check_memory(workers.threads())?;
    if !search.is_slim() {
        search.with_journal(games)?;
    } else if !search.run_folder.manifest.finished {
        search.without_games();
    } else if !search.run_folder.experiment().is_all_seeded() {
        search.differ(format!("{JOURNAL}: it is gone, and no seed brings its games back"));
    } else {
        search.slim()?;
    }
    for (name, command) in MADE_ELSEWHERE.iter().filter(|(name, _)| folder.has(name)) {
        search.findings.not_proved.push(format!("`{name}` (`{command}` makes it again)"));
    }
    search.list_not_examined()?;
    search.findings.interrupted = interrupt.signal();
    Ok(search.findings)
}

/// Result of a verification.
#[derive(Debug, Default)]
struct Findings {
    /// Checks that passed, one per line.
    agree: Vec<String>,
    /// Differences, one per line.
    differ: Vec<String>,
    /// Claims of the folder that were not, or cannot be, recomputed.
    not_proved: Vec<String>,
    /// Files that are not part of the results, and logs of the runs.
    not_examined: Vec<String>,
    /// Tables and reports that were recomputed and compared.
    examined: Vec<&'static str>,
    /// Reason why games and tables were not checked, if they were not.
    left_out: Option<&'static str>,
    /// Signal that ended the verification early.
    interrupted: Option<Signal>,
}

struct Search<'a> {
    run_folder: RunFolder,
    workers: &'a Workers,
    interrupt: &'a Interrupt,
    findings: Findings,
    /// Seed of the sample of games.
    sample_seed: u64,
}

impl Search<'_> {
    fn agree(&mut self, what: impl Into<String>) {
        self.findings.agree.push(what.into());
    }

    /// Returns the unit of the experiment: games or matches.
    fn units(&self) -> &'static str {
        self.run_folder.experiment().units()
    }

    fn is_slim(&self) -> bool {
        !self.run_folder.folder.has(JOURNAL)
    }

    fn differ(&mut self, what: impl Into<String>) {
        self.findings.differ.push(what.into());
    }
}

/// Number of games played again per batch.
const AT_ONCE: usize = 4096;

/// Maximum number of names in a line.
const NAMED: usize = 10;

/// Reason for not checking the games of a damaged folder.
const UNKNOWN: &str = "nothing says any more which they must be";

/// Opens the folder. `None` if manifest or experiment is damaged: then only the digests are
/// checked, if the manifest is readable.
fn look(folder: &Folder, findings: &mut Findings) -> Result<Option<RunFolder>, FolderError> {
    let manifest = match folder.must_have_manifest() {
        Ok(manifest) => Some(manifest),
        Err(error) => {
            findings.differ.push(format!("{MANIFEST}: {}", error.into_damage()?));
            None
        }
    };
    // A file that cannot be accessed is an error, not a difference.
    let text = folder.read(EXPERIMENT)?;
    let experiment = match folder.experiment() {
        Err(FolderError::Experiment(faults)) => Err(faults.in_a_line()),
        Err(error) => Err(error.into_damage()?),
        Ok(experiment) => Ok(experiment),
    };
    let Some(manifest) = manifest else {
        findings.left_out = Some(UNKNOWN);
        return Ok(None);
    };
    if let Err(version) = manifest.check_versions() {
        // Bots missing in the experiment are a fault of the manifest. An unreadable experiment is
        // from another version if the manifest proves it.
        let is_meant = match &experiment {
            Ok(experiment) => bots_of(experiment).keys().eq(manifest.bots.keys()),
            Err(_) => {
                let proven = manifest.files.get(EXPERIMENT);
                proven.is_none_or(|proven| *proven == digest_of(&text))
            }
        };
        if manifest.format != FORMAT || is_meant {
            return Err(version);
        }
    }
    let fault = match experiment {
        Ok(experiment) => match RunFolder::of(folder, manifest.clone(), experiment) {
            Ok(run_folder) => return Ok(Some(run_folder)),
            Err(error) => format!("{MANIFEST}: {}", error.into_damage()?),
        },
        Err(fault) => format!("{EXPERIMENT}: {fault}"),
    };
    findings.differ.push(fault);
    digests(folder, &manifest, findings)?;
    findings.left_out = Some(UNKNOWN);
    Ok(None)
}

/// Checks each file against its digest in the manifest. A finished folder may lack the journal,
/// whose games are then played again, and with it all files but the experiment and its cells.
fn digests(
    folder: &Folder,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Result<(), FolderError> {
    let mut equal = Vec::new();
    let is_slim = manifest.files.contains_key(JOURNAL) && !folder.has(JOURNAL);
    for (name, expected) in &manifest.files {
        if !beside_the_manifest().any(|known| known == name) {
            let what = format!("{MANIFEST}: it has a digest of `{name}`, which no results have");
            findings.differ.push(what);
            continue;
        }
        match folder.digest(name)? {
            Some(found) if found == *expected => equal.push(name.as_str()),
            Some(_) => {
                findings.differ.push(format!("{name}: its digest is not that of the manifest"));
            }
            None if is_slim && ![EXPERIMENT, CELLS].contains(&name.as_str()) => {}
            None => findings.differ.push(format!("{name}: it is gone")),
        }
    }
    if !equal.is_empty() {
        findings.agree.push(format!("{}: digests agree", equal.join(", ")));
    }
    Ok(())
}

/// Returns the first line, from 1, in which two texts differ; `None` if they are equal.
fn differing_line(found: &[u8], expected: &[u8]) -> Option<usize> {
    let same = found.iter().zip(expected).take_while(|(found, expected)| found == expected);
    (found != expected).then(|| 1 + same.filter(|(byte, _)| **byte == b'\n').count())
}

/// Lists the digests of files that the experiment does not make.
fn surplus(manifest: &Manifest, artifacts: &[&str]) -> Vec<String> {
    let names = manifest.files.keys().map(String::as_str).filter(|name| !artifacts.contains(name));
    // Names that no results have are reported with the digests.
    let names = names.filter(|&name| beside_the_manifest().any(|known| known == name));
    names
        .map(|name| format!("it has a digest of {name}, which this experiment does not make"))
        .collect()
}

impl Search<'_> {
    /// Checks that the manifest agrees with the experiment, and covers all that a finished run writes.
    fn manifest(&mut self) -> Result<(), FolderError> {
        let RunFolder { folder, manifest, compiled, shard, schedule } = &self.run_folder;
        let experiment = compiled.experiment();
        let begun = Manifest::begin(experiment, schedule.len(), *shard);
        let files = manifest.files.clone();
        let finished = manifest.finished;
        // An interrupted extension may have written the manifest and not yet the experiment.
        let games = if finished { begun.games } else { manifest.games };
        let expected = Manifest { files, finished, games, ..begun };
        let mut wrong = Vec::new();
        if manifest.finished {
            let rounds = experiment.rounds.map(|_| ROUNDS);
            let artifacts = [REPORT].into_iter().chain(rounds);
            // A shard has no tables before `pasang report` makes them.
            let artifacts = artifacts.filter(|_| !manifest.is_part());
            let proven = [EXPERIMENT, JOURNAL].into_iter().chain(artifacts);
            let without = proven.filter(|&name| !manifest.files.contains_key(name));
            wrong.extend(without.map(|name| format!("it has no digest of {name}")));
            if manifest.is_part() {
                wrong.extend(surplus(manifest, &[EXPERIMENT, JOURNAL]));
            }
        } else if !manifest.files.is_empty() {
            wrong.push("it has digests, and says that the run is not finished".to_owned());
        }
        let line = differing_line(&folder.read(MANIFEST)?, expected.to_json().as_bytes());
        wrong.extend(line.map(|line| format!("line {line} is not what {EXPERIMENT} makes it")));
        if games != schedule.len() {
            let expected = schedule.len();
            self.findings.not_proved.push(format!(
                "`games` of {MANIFEST}, which is {games} where the experiment has {expected}"
            ));
        }
        wrong.iter().for_each(|what| self.findings.differ.push(format!("{MANIFEST}: {what}")));
        Ok(())
    }

    fn digests(&mut self) -> Result<(), FolderError> {
        digests(&self.run_folder.folder, &self.run_folder.manifest, &mut self.findings)?;
        // An experiment has only one canonical text.
        let text = self.run_folder.folder.read(EXPERIMENT)?;
        if self.run_folder.experiment().to_toml().as_bytes() != text {
            self.differ(format!("{EXPERIMENT}: it is not written as this program resolves it"));
        }
        Ok(())
    }

    /// Recomputes tables and report, and compares them. An unfinished folder may have some, made by
    /// `pasang report`.
    fn tables(&mut self, known: &RunSummary) -> Result<(), FolderError> {
        let RunFolder { compiled, manifest, .. } = &self.run_folder;
        let made = artifacts(&self.run_folder, known, &experiment_stats(compiled, known));
        let (mut equal, mut differing) = (Vec::new(), Vec::new());
        let names = made.tables.iter().map(|(name, _)| *name);
        if manifest.finished && !manifest.is_part() {
            // The games determine which tables there are.
            let without = names.clone().filter(|&name| !manifest.files.contains_key(name));
            differing.extend(without.map(|name| format!("it has no digest of {name}")));
            let names: Vec<&str> = names.clone().chain([EXPERIMENT, JOURNAL, REPORT]).collect();
            differing.extend(surplus(manifest, &names));
            differing.iter_mut().for_each(|what| what.insert_str(0, &format!("{MANIFEST}: ")));
        }
        self.findings.examined.extend(names.chain([REPORT]));
        for (name, expected) in &made.tables {
            self.examine(name, expected, &mut equal, &mut differing)?;
        }
        // The report contains the digests of all other files, so a difference in one of them is
        // reported only there.
        self.findings.differ.extend(differing);
        if self.findings.differ.is_empty() {
            let mut differing = Vec::new();
            self.examine(REPORT, &made.report, &mut equal, &mut differing)?;
            // Another version may have made another layout: then the figures stay unproved.
            let history = self.run_folder.folder.history().ok();
            match history.and_then(|history| history.is_of_this_program()) {
                Some(true) => self.findings.differ.extend(differing),
                _ => self.findings.not_proved.extend(differing.first().map(|_| format!(
                    "{REPORT} (another version of the program may have made it; `pasang report` makes it again)"
                ))),
            }
        }
        if !equal.is_empty() {
            self.agree(format!("{}: recomputed, all equal", equal.join(", ")));
        }
        Ok(())
    }

    /// Reports an unfinished folder that has no games.
    fn without_games(&mut self) {
        let tables = self.run_folder.folder.derived();
        let faults = tables.map(|name| format!("{name}: it is there, and no games are"));
        self.findings.differ.extend(faults);
        let (of, units) = (self.run_folder.schedule.len(), self.units());
        self.agree(format!("unfinished: 0 of {of} {units} are there"));
    }

    /// Lists other files, logs of the runs, and names for which only the experiment vouches.
    fn list_not_examined(&mut self) -> Result<(), FolderError> {
        let Findings { examined, not_examined, not_proved, .. } = &mut self.findings;
        let files = &self.run_folder.manifest.files;
        for name in self.run_folder.folder.names()? {
            let is_examined = [MANIFEST, EXPERIMENT, JOURNAL].contains(&name.as_str())
                || MADE_ELSEWHERE.iter().any(|(own, _)| *own == name)
                || examined.contains(&name.as_str())
                || files.contains_key(&name);
            if !is_examined {
                let is_plain = !name.contains(is_control);
                not_examined.push(if is_plain { name } else { name.escape_debug().to_string() });
            }
        }
        let names = self.run_folder.experiment().unproved_names();
        if !names.is_empty() {
            not_proved.push(format!(
                "that {} {} the same stones or toggles as `[same]` says",
                some_of(names.iter().map(|name| format!("`{name}`")), NAMED),
                if names.len() == 1 { "has" } else { "have" }
            ));
        }
        Ok(())
    }

    /// Compares a file, or its digest in the manifest if it was left out with the journal, with
    /// `expected`. What is missing beside a journal is reported with the digests.
    fn examine<'n>(
        &self,
        name: &'n str,
        expected: &[u8],
        equal: &mut Vec<&'n str>,
        differing: &mut Vec<String>,
    ) -> Result<(), FolderError> {
        let RunFolder { folder, manifest, .. } = &self.run_folder;
        let difference = if folder.has(name) {
            // The file may be far longer than expected.
            let (mut found, most) = (Vec::new(), 1 + expected.len() as u64);
            let read = folder.open_file(name)?.take(most).read_to_end(&mut found);
            read.map_err(|error| FolderError::Read(folder.file(name), error))?;
            let line = differing_line(&found, expected);
            line.map(|line| format!("{name} line {line}: it is not what this program makes of the games (`pasang report` makes it again)"))
        } else if let Some(proven) = manifest.files.get(name).filter(|_| self.is_slim()) {
            (*proven != digest_of(expected))
                .then(|| format!("{name}: made again, its digest is not that of the manifest"))
        } else {
            return Ok(());
        };
        match difference {
            None => equal.push(name),
            Some(difference) => differing.push(difference),
        }
        Ok(())
    }

    fn with_journal(&mut self, games: Option<u64>) -> Result<(), FolderError> {
        let prefix = match self.run_folder.games(self.workers) {
            Ok(prefix) => prefix,
            Err(error) => {
                self.differ(format!("{JOURNAL} {}", error.into_damage()?));
                return Ok(());
            }
        };
        let rows = prefix.played.reached;
        let form = self.run_folder.compiled.form();
        let all = rows * form.rounds;
        let counted = plural(all, "row");
        self.agree(format!("{JOURNAL}: {counted}, each agrees with its own moves"));
        let played = &prefix.played;
        let finished = self.run_folder.manifest.finished;
        let of = played.schedule.len();
        let is_cut = finished && (rows < of || prefix.torn);
        if is_cut {
            let line = form.line(rows);
            let torn = if prefix.torn { "is torn" } else { "is missing" };
            let of = self.run_folder.manifest.games * form.rounds;
            self.differ(format!("{JOURNAL} line {line} {torn}: the finished run had {of} rows"));
        }
        // Tables of a truncated journal would differ.
        let has_tables = match finished {
            true => !is_cut,
            false => self.run_folder.folder.derived().next().is_some(),
        };
        if has_tables {
            let (run_folder, played) = (&self.run_folder, played.clone());
            let known = RunSummary::read(run_folder, played, self.workers, || {
                run_folder.folder.open_file(JOURNAL)
            })?;
            self.tables(&known)?;
        }
        self.play_again(games.filter(|&games| games < rows), &prefix)?;
        if !self.run_folder.manifest.finished {
            let torn = match prefix.torn {
                true if form.rounds > 1 => ", and a torn match behind them",
                true => ", and a torn line behind them",
                false => "",
            };
            let units = self.units();
            self.agree(format!("unfinished: {rows} of {of} {units} are there{torn}"));
        }
        Ok(())
    }

    /// Plays games again, a sample of `games` or all, as far as the seed determines them.
    fn play_again(
        &mut self,
        games: Option<u64>,
        prefix: &JournalPrefix,
    ) -> Result<(), FolderError> {
        let (schedule, of) = (&prefix.played.schedule, prefix.played.reached);
        let experiment = self.run_folder.experiment();
        let is_seeded = |place: &u64| experiment.is_seeded(schedule.game(*place).cell);
        let seeded = (0..of).filter(is_seeded).count() as u64;
        let draw = |games| draw(self.sample_seed, games, of).into_iter().filter(is_seeded);
        let drawn: Option<BTreeSet<u64>> = games.map(|games| draw(games).collect());
        let wanted = drawn.as_ref().map_or(seeded, |drawn| drawn.len() as u64);
        if seeded < of {
            let games = plural(of - seeded, "game");
            self.agree(format!(
                "{games} by players from outside: every move is legal, and no seed brings the others back"
            ));
            self.findings.not_proved.push(format!("what players from outside chose in {games}"));
        }
        if drawn.is_some() {
            let left = plural(seeded - wanted, "game");
            self.findings.not_proved.push(format!("{left} that were not played again"));
        }
        if wanted == 0 {
            return Ok(());
        }
        let is_wanted = |place: u64| drawn.as_ref().is_none_or(|drawn| drawn.contains(&place));
        match self.compare(schedule, is_wanted)? {
            (_, Some(other)) => self.differ(format!("{JOURNAL} {other}")),
            (equal, None) => {
                let all = if equal == wanted { "all" } else { "so far all" };
                let number = |&place: &u64| schedule.game(place).number.to_string();
                let sample = drawn.as_ref().map_or_else(String::new, |drawn| {
                    let named = some_of(drawn.iter().map(number), NAMED);
                    format!("; drawn by `--sample-seed {}`: {named}", self.sample_seed)
                });
                let units = self.units();
                self.agree(format!("{equal} of {of} {units} played again: {all} equal{sample}"));
            }
        }
        Ok(())
    }

    /// Plays the wanted games of the journal again, as far as the seed determines them. Returns the
    /// number of equal games before the first difference, and the difference.
    fn compare(
        &self,
        schedule: &Schedule,
        is_wanted: impl Fn(u64) -> bool,
    ) -> Result<(u64, Option<String>), FolderError> {
        let RunFolder { folder, compiled, .. } = &self.run_folder;
        let (form, cancel) = (compiled.form(), self.interrupt.cancel());
        let journal = folder.open_file(JOURNAL)?;
        let mut journal = JournalReader::of(journal, folder, compiled, schedule)?;
        let mut equal = 0;
        loop {
            let mut rows: Vec<(GameId, u64, Vec<u8>)> = Vec::new();
            while rows.len() < AT_ONCE
                && let Some(Entry { id, place, lines }) = journal.next()?
            {
                if is_wanted(place) && compiled.experiment().is_seeded(id.cell) {
                    rows.push((id, place, lines.to_vec()));
                }
            }
            let compared: Vec<Option<Option<String>>> = self.workers.install(|| {
                let player = || (ExperimentPlayer::new(compiled).with(cancel, &[]), Vec::new());
                let compare =
                    |(player, artifacts): &mut (ExperimentPlayer<'_>, Vec<u8>),
                     (id, place, found): &(GameId, u64, Vec<u8>)| {
                        player.play(*id).filter(|()| !cancel.is_cancelled())?;
                        artifacts.clear();
                        player.write_rows(*id, artifacts);
                        Some(differing(found, artifacts).map(|(row, found, artifacts)| {
                            let line = form.line(*place) + row;
                            let why = difference(found, artifacts, form);
                            format!("line {line}: played again, {why}")
                        }))
                    };
                rows.par_iter().map_init(player, compare).collect()
            });
            for compared in compared.into_iter().flatten() {
                match compared {
                    None => equal += 1,
                    other => return Ok((equal, other)),
                }
            }
            if rows.len() < AT_ONCE || cancel.is_cancelled() {
                return Ok((equal, None));
            }
        }
    }

    /// Plays everything again into a temporary journal, for a folder without one.
    fn slim(&mut self) -> Result<(), FolderError> {
        // A missing digest is reported with the manifest.
        let Some(expected) = self.run_folder.manifest.files.get(JOURNAL).cloned() else {
            return Ok(());
        };
        // An unnamed file vanishes however the program ends.
        let write = |error| FolderError::Write(std::env::temp_dir(), error);
        let mut journal = tempfile::tempfile().map_err(write)?;
        let RunFolder { compiled, schedule, .. } = &self.run_folder;
        let header = compiled.form().header();
        let mut digest = Digester::default();
        digest.add(header.as_bytes());
        journal.write_all(header.as_bytes()).map_err(write)?;
        let mut played = RunState::nothing(compiled, *schedule);
        let record = |batch: Batch| {
            digest.add(&batch.rows);
            journal.write_all(&batch.rows).map_err(write)
        };
        self.workers.play(compiled, &mut played, self.interrupt, record)?;
        if !played.is_all() {
            return Ok(());
        }
        let of = played.reached;
        let known = RunSummary::read(&self.run_folder, played, self.workers, || {
            let mut journal = journal.try_clone().map_err(write)?;
            journal.rewind().map_err(write)?;
            Ok(journal)
        })?;
        let digest = digest.finish();
        if digest == expected {
            let units = self.units();
            self.agree(format!("{of} {units} played again: the journal has the manifest's digest"));
        } else {
            self.differ(format!("{JOURNAL}: played again, its digest is not that of the manifest"));
        }
        self.tables(&known)
    }
}

/// Draws `count` places below `of`, in order.
fn draw(seed: u64, count: u64, of: u64) -> BTreeSet<u64> {
    // Floyd's sampling: `count` draws, whatever `of` is.
    let mut rng = SeedKey::new(seed, &[b"verify"]).rng(0);
    let mut drawn = BTreeSet::new();
    for last in of - count..of {
        let place = rng.below_u64(last + 1);
        if !drawn.insert(place) {
            drawn.insert(last);
        }
    }
    drawn
}
