//! Proof of a results folder: its digests, its rows, its tables, and its games played again.

use std::convert::Infallible;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::base::random::Key;
use crate::base::words::counted;
use crate::experiment::memory;
use crate::experiment::schedule::{GameId, Schedule, Shard};
use crate::experiment::{Adaptive, Aim, Experiment, Records};
use crate::playing::agenda::Course;
use crate::playing::journal::difference;
use crate::playing::prepared::Player;
use crate::playing::{Batch, Crew, Interrupt, Played, Signal};
use crate::report::{Digests, Exporter, Html, document};
use crate::results::folder::{
    EXPERIMENT, FIND, FORMAT, Folder, FolderError, JOURNAL, MANIFEST, Manifest, REPORT, ROUNDS,
    STOP, TALLIES, beside_the_manifest, hex,
};
use crate::results::{Known, Prefix, read_journal, tables};
use crate::tasks::run::{Opened, must_have_manifest, read_tallies};

/// What was looked at, and what differs.
#[derive(Debug, Default)]
pub struct Findings {
    /// What was looked at and found right, a line each.
    pub agree: Vec<String>,
    /// What differs, a line each.
    pub differ: Vec<String>,
    /// Why the games, and what is made from them, were not looked at, where that is so.
    pub left_out: Option<&'static str>,
    /// The signal that ended the search before its end.
    pub interrupted: Option<Signal>,
}

struct Search<'a> {
    folder: &'a Folder,
    opened: Opened,
    crew: &'a Crew,
    interrupt: &'a Interrupt,
    findings: Findings,
}

/// Looks for differences: checks digests, rows and tables, and plays games again, so many drawn
/// by the folder's seed or all of them.
///
/// # Errors
/// When something cannot be read, or needs another version of the program.
pub fn verify(
    folder: &Folder,
    games: Option<u64>,
    crew: &Crew,
    interrupt: &Interrupt,
) -> Result<Findings, FolderError> {
    let mut findings = Findings::default();
    let Some(opened) = look(folder, &mut findings)? else { return Ok(findings) };
    let mut search = Search { folder, opened, crew, interrupt, findings };
    search.manifest()?;
    search.digests()?;
    if !search.is_experiment_proven()? {
        search.findings.left_out = Some(OF_ANOTHER_EXPERIMENT);
        return Ok(search.findings);
    }
    // The games are played again, by bots that want as much memory as they did.
    memory::check(&search.opened.experiment, crew.threads())?;
    match search.opened.experiment.records {
        Records::None => search.without_records()?,
        Records::All if search.is_slim() => search.slim()?,
        Records::All => search.with_journal(games)?,
    }
    search.findings.interrupted = interrupt.signal();
    Ok(search.findings)
}

const UNKNOWN: &str = "nothing says any more which they must be";
const OF_ANOTHER_EXPERIMENT: &str = "they are not those of this experiment";

/// What a folder says of itself. Where that is damaged, what differs is told instead, and whatever
/// can be looked at without it.
fn look(folder: &Folder, findings: &mut Findings) -> Result<Option<Opened>, FolderError> {
    let manifest = match must_have_manifest(folder) {
        Ok(manifest) => Some(manifest),
        Err(error) => {
            findings.differ.push(format!("{MANIFEST}: {}", error.into_damage()?));
            None
        }
    };
    // What this machine does not let anybody read is no difference.
    let text = folder.read(EXPERIMENT)?;
    let experiment = match folder.experiment() {
        Err(FolderError::Experiment(faults)) => Err(faults),
        experiment => Ok(experiment?),
    };
    let Some(manifest) = manifest else {
        match experiment {
            Ok(experiment) => as_resolved(&experiment, &text, findings),
            Err(faults) => findings.differ.push(format!("{EXPERIMENT}: {}", faults.in_a_line())),
        }
        findings.left_out = Some(UNKNOWN);
        return Ok(None);
    };
    if let Err(version) = manifest.check_versions() {
        // A bot that the experiment does not have is a fault of the manifest; an experiment that
        // cannot be read is one of another version, if it is the one that the manifest proves.
        let is_meant = match &experiment {
            Ok(experiment) => {
                let played = Manifest::begin(experiment, 0, 0, Shard::WHOLE).bots;
                played.keys().eq(manifest.bots.keys())
            }
            Err(_) => {
                let proven = manifest.files.get(EXPERIMENT);
                proven.is_none_or(|proven| *proven == hex(&Sha256::digest(&text)))
            }
        };
        if manifest.format != FORMAT || is_meant {
            return Err(version);
        }
    }
    let fault = match experiment {
        Ok(experiment) => match Opened::of(folder, manifest.clone(), experiment) {
            Ok(opened) => return Ok(Some(opened)),
            Err(error) => format!("{MANIFEST}: {}", error.into_damage()?),
        },
        Err(faults) => format!("{EXPERIMENT}: {}", faults.in_a_line()),
    };
    findings.differ.push(fault);
    digests(folder, &manifest, findings)?;
    findings.left_out = Some(UNKNOWN);
    Ok(None)
}

/// What the experiment says is written in one way only.
fn as_resolved(experiment: &Experiment, text: &[u8], findings: &mut Findings) {
    if experiment.to_toml().as_bytes() != text {
        let what = "it is not written as this program resolves it";
        findings.differ.push(format!("{EXPERIMENT}: {what}"));
    }
}

/// Every file must have the digest that the manifest gives it. The journal may be left out of
/// a finished folder: its games are then played again. The report may be left out with it.
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
            None if is_slim && (name == JOURNAL || name == REPORT) => {}
            None => findings.differ.push(format!("{name}: it is gone")),
        }
    }
    if !equal.is_empty() {
        findings.agree.push(format!("{}: digests agree", equal.join(", ")));
    }
    Ok(())
}

impl Search<'_> {
    fn agree(&mut self, what: impl Into<String>) {
        self.findings.agree.push(what.into());
    }

    /// What the experiment counts: games, or matches.
    fn units(&self) -> &'static str {
        self.opened.experiment.units()
    }

    /// Whether the journal was left out.
    fn is_slim(&self) -> bool {
        self.opened.experiment.records == Records::All && !self.folder.has(JOURNAL)
    }

    fn differ(&mut self, what: impl Into<String>) {
        self.findings.differ.push(what.into());
    }

    /// The manifest must say what the experiment says, and prove all that a finished run writes.
    fn manifest(&mut self) -> Result<(), FolderError> {
        let Opened { experiment, manifest, schedule, .. } = &self.opened;
        let seed = experiment.seed.unwrap_or_default();
        // How many games there are in rounds, their decisions say.
        let in_rounds = schedule.is_open();
        let games = if in_rounds { manifest.games } else { schedule.len() };
        let expected = Manifest::begin(experiment, seed, games, manifest.shard()?);
        let mut wrong = Vec::new();
        if manifest.seed != seed {
            wrong.push(format!("`seed` is {}, and that of {EXPERIMENT} is {seed}", manifest.seed));
        }
        // An extension that was stopped at once has written here what its experiment does not
        // say yet.
        if manifest.finished && manifest.games != expected.games {
            let (found, expected) = (manifest.games, expected.games);
            wrong.push(format!("`games` is {found}, and the experiment has {expected}"));
        }
        if manifest.bots != expected.bots {
            wrong.push(format!("`bots` are not those of {EXPERIMENT}"));
        }
        let in_order = manifest.looks.windows(2).all(|pair| pair[0] < pair[1]);
        let early = manifest.looks.last().is_none_or(|&last| last < experiment.games);
        // An extension that was stopped at once has looks as its own experiment is to have them.
        if !in_order || manifest.looks.contains(&0) || (manifest.finished && !early) {
            wrong.push(
                "`looks` are no numbers of games with which it was finished before".to_owned(),
            );
        }
        let truth = match experiment.records {
            Records::All => JOURNAL,
            Records::None => TALLIES,
        };
        if manifest.finished {
            let decisions = experiment.adaptive.filter(|_| in_rounds).map(decisions_file);
            let rounds = experiment.rounds.map(|_| ROUNDS);
            let made = [REPORT].into_iter().chain(decisions).chain(rounds);
            // A part has no tables until somebody asks for them.
            let made = made.filter(|_| !manifest.is_part());
            let proven = [EXPERIMENT, truth].into_iter().chain(made);
            let without = proven.filter(|&name| !manifest.files.contains_key(name));
            wrong.extend(without.map(|name| format!("it has no digest of {name}")));
        } else if !manifest.files.is_empty() {
            wrong.push("it has digests, and says that the run is not finished".to_owned());
        }
        if wrong.is_empty() && self.folder.read(MANIFEST)? != manifest.to_json().as_bytes() {
            wrong.push("it is not written as this program writes it".to_owned());
        }
        wrong.iter().for_each(|what| self.findings.differ.push(format!("{MANIFEST}: {what}")));
        Ok(())
    }

    fn digests(&mut self) -> Result<(), FolderError> {
        digests(self.folder, &self.opened.manifest, &mut self.findings)?;
        let text = self.folder.read(EXPERIMENT)?;
        as_resolved(&self.opened.experiment, &text, &mut self.findings);
        Ok(())
    }

    /// Whether the experiment is the one whose games these are, as far as it is proven. The games
    /// of another one need not even come to an end.
    fn is_experiment_proven(&self) -> Result<bool, FolderError> {
        let proven = self.opened.manifest.files.get(EXPERIMENT);
        Ok(proven.is_none() || self.folder.digest(EXPERIMENT)?.as_ref() == proven)
    }

    fn with_journal(&mut self, games: Option<u64>) -> Result<(), FolderError> {
        let Opened { stage, schedule, .. } = &self.opened;
        let prefix = match read_journal(self.folder, stage, schedule, self.crew) {
            Ok(prefix) => prefix,
            Err(error) => {
                self.differ(format!("{JOURNAL} {}", error.into_damage()?));
                return Ok(());
            }
        };
        let rows = prefix.games;
        let form = self.opened.stage.form();
        let all = rows * form.rounds;
        let counted = counted(all, "row");
        self.agree(format!("{JOURNAL}: {counted}, each agrees with its own moves"));
        let course = &prefix.course;
        let finished = self.opened.manifest.finished;
        let of = course.schedule.len();
        if finished && (rows < of || prefix.torn) {
            let line = form.line(rows);
            let torn = if prefix.torn { "is torn" } else { "is missing" };
            let of = self.opened.manifest.games * form.rounds;
            self.differ(format!("{JOURNAL} line {line} {torn}: the finished run had {of} rows"));
        } else if finished && course.decider().is_some() && self.opened.manifest.games != of {
            let games = self.opened.manifest.games;
            self.differ(format!("{MANIFEST}: `games` is {games}, and {of} were decided on"));
        }
        if course.decider().is_some() {
            let rounds = prefix.round_ends.len();
            self.agree(format!("{rounds} rounds: decided anew, each as it was played"));
        }
        if finished {
            let Opened { experiment, stage, manifest, .. } = &self.opened;
            let (whole, games) = ((experiment, stage), (course, rows));
            let (tallies, sampling) = (prefix.tallies.clone(), manifest.sampling());
            let known = Known::read(self.folder, whole, games, tallies, sampling, self.crew)?;
            self.tables(None, &course.schedule, &known)?;
        }
        match games {
            Some(games) if games < rows => self.play_some(games, &prefix)?,
            _ => self.play_all(&prefix)?,
        }
        if !self.opened.manifest.finished {
            let torn = match prefix.torn {
                true if form.rounds > 1 => ", and a torn match behind them",
                true => ", and a torn line behind them",
                false => "",
            };
            let open = prefix.course.is_open();
            let of = if open { self.opened.schedule.most() } else { of };
            let at_most = if open { " at most" } else { "" };
            let units = self.units();
            self.agree(format!("unfinished: {rows} of {of} {units}{at_most} are there{torn}"));
        }
        Ok(())
    }

    /// The tables and the report must be those that the tallies and the games make; where the
    /// journal was left out, that of the games played again has this digest.
    fn tables(
        &mut self,
        journal: Option<&str>,
        schedule: &Schedule,
        known: &Known,
    ) -> Result<(), FolderError> {
        let Opened { experiment, stage, manifest, .. } = &self.opened;
        let mut equal = Vec::new();
        let mut made = tables(experiment, stage, known);
        // The report names the digests of the other files. What is wrong with one of those, or
        // with what the manifest says of it, is told of that alone.
        let mut report = Vec::new();
        for trusted in [Some(&manifest.files), None] {
            let mut digests = Digests::new();
            for (name, bytes) in &made {
                digests.insert((*name).to_owned(), hex(&Sha256::digest(bytes)));
            }
            for name in [EXPERIMENT, JOURNAL, TALLIES] {
                let told = trusted.and_then(|files| files.get(name)).cloned();
                let digest = match told.filter(|_| self.folder.has(name)) {
                    Some(told) => Some(told),
                    None if self.folder.has(name) => self.folder.digest(name)?,
                    None => journal.filter(|_| name == JOURNAL).map(str::to_owned),
                };
                digests.extend(digest.map(|digest| (name.to_owned(), digest)));
            }
            let results = (experiment, stage, schedule);
            report = Html.export(&document(results, known, &digests));
            let agrees = match self.folder.has(REPORT) {
                true => self.is_equal(REPORT, &report)?,
                false => manifest.files.get(REPORT) == Some(&hex(&Sha256::digest(&report))),
            };
            if agrees {
                break;
            }
        }
        // Its digest is what is left of a report that was left out.
        let told =
            manifest.files.get(REPORT).filter(|_| self.is_slim() && !self.folder.has(REPORT));
        if let Some(told) = told {
            if *told == hex(&Sha256::digest(&report)) {
                let what = format!("{REPORT}: made again, it has the manifest's digest");
                self.findings.agree.push(what);
            } else {
                let what = "made again, its digest is not that of the manifest";
                self.findings.differ.push(format!("{REPORT}: {what}"));
            }
        }
        made.push((REPORT, report));
        for (name, expected) in made {
            // Which tables there are, the games say.
            if !manifest.files.contains_key(name) && !manifest.is_part() {
                self.findings.differ.push(format!("{MANIFEST}: it has no digest of {name}"));
            }
            if !self.folder.has(name) {
                // Told already.
                continue;
            }
            if self.is_equal(name, &expected)? {
                equal.push(name);
                continue;
            }
            let mut found = BufReader::with_capacity(1 << 16, self.folder.open_file(name)?).bytes();
            let same = expected.iter().take_while(|&made| {
                found.next().and_then(Result::ok).is_some_and(|found| found == *made)
            });
            let line = 1 + same.filter(|&&byte| byte == b'\n').count();
            self.findings
                .differ
                .push(format!("{name} line {line}: it is not what the games make it"));
        }
        if !equal.is_empty() {
            self.agree(format!("{}: recomputed, all equal", equal.join(", ")));
        }
        Ok(())
    }

    /// Whether a file has just these bytes; it may be far longer.
    fn is_equal(&self, name: &str, expected: &[u8]) -> Result<bool, FolderError> {
        let length = std::fs::metadata(self.folder.file(name)).map_or(0, |found| found.len());
        let is_as_long = length == expected.len() as u64;
        Ok(is_as_long && self.folder.read_up_to(name, length)? == expected)
    }

    /// Plays all games of the journal again.
    fn play_all(&mut self, prefix: &Prefix) -> Result<(), FolderError> {
        if prefix.games == 0 {
            // There may not even be a header.
            return Ok(());
        }
        let path = self.folder.file(JOURNAL);
        let read = |error| FolderError::Read(path.clone(), error);
        let mut journal = BufReader::with_capacity(1 << 18, self.folder.open_file(JOURNAL)?);
        let (stage, schedule) = (&self.opened.stage, &prefix.course.schedule);
        let form = stage.form();
        let mut found = vec![0; form.header().len()];
        journal.read_exact(&mut found).map_err(read)?;
        let mut line = 2;
        let compare = |batch: Batch| {
            found.resize(batch.rows.len(), 0);
            let whole = journal.read_exact(&mut found).is_ok();
            if whole && found == batch.rows {
                line += batch.games * form.rounds;
                return Ok(());
            }
            // One of these rows differs, and may be longer or shorter than its twin.
            let mut expected = batch.rows.split(|&byte| byte == b'\n');
            let differing = found.split(|&byte| byte == b'\n').find_map(|found| {
                let expected = expected.next().unwrap_or_default();
                line += 1;
                (found != expected).then(|| difference(found, expected, form))
            });
            let what = differing.unwrap_or_else(|| "it ends too early".to_owned());
            Err(format!("{JOURNAL} line {}: played again, {what}", line - 1))
        };
        let range = (Played::nothing(stage), prefix.games);
        let played = self.crew.play(stage, schedule, range, (self.interrupt, None), true, compare);
        match played {
            Ok(played) => {
                let all = if played.reached == prefix.games { "all" } else { "so far all" };
                let (reached, of) = (played.reached, prefix.games);
                let units = self.units();
                self.agree(format!("{reached} of {of} {units} played again: {all} equal"));
            }
            Err(difference) => self.differ(difference),
        }
        Ok(())
    }

    /// Plays some games again, drawn by the seed.
    fn play_some(&mut self, games: u64, prefix: &Prefix) -> Result<(), FolderError> {
        let drawn = draw(self.opened.manifest.seed, games, prefix.games);
        let form = self.opened.stage.form();
        let mut journal = self.folder.rows(form)?;
        let mut rows: Vec<(GameId, Vec<u8>)> = Vec::with_capacity(drawn.len());
        let mut wanted = drawn.iter().copied().peekable();
        let mut next = 0;
        while let Some(&place) = wanted.peek() {
            let Some(found) = journal.next_rows()? else { break };
            if next == place {
                rows.push((prefix.course.schedule.game(place), found.to_vec()));
                wanted.next();
            }
            next += 1;
        }
        let (stage, halt) = (&self.opened.stage, self.interrupt.halt());
        let play = || {
            let differing = rows.par_iter().zip(&drawn).map_init(
                || (Player::new(stage).heeding(halt), Vec::new()),
                |(player, made), ((id, found), place)| {
                    player.play(*id)?;
                    made.clear();
                    player.write_rows(*id, made);
                    made.pop();
                    let split = |&sign: &u8| sign == b'\n';
                    let both = found.split(split).zip(made.split(split));
                    (form.line(*place)..).zip(both).find(|(_, (found, made))| found != made).map(
                        |(line, (found, made))| {
                            let what = difference(found, made, form);
                            format!("{JOURNAL} line {line}: played again, {what}")
                        },
                    )
                },
            );
            differing.collect::<Vec<Option<String>>>()
        };
        let differing: Vec<String> = self.crew.install(play).into_iter().flatten().collect();
        if differing.is_empty() && !halt.is_set() {
            let of = prefix.games;
            self.agree(format!(
                "{} of {of} {}, drawn by the seed, played again: all equal",
                rows.len(),
                self.units()
            ));
        }
        self.findings.differ.extend(differing);
        Ok(())
    }

    /// Plays everything again where no games are recorded.
    fn without_records(&mut self) -> Result<(), FolderError> {
        if !self.folder.has(TALLIES) {
            // That a finished folder lacks them is told with the digests.
            if !self.opened.manifest.finished {
                let of = self.opened.schedule.len();
                let units = self.units();
                self.agree(format!("unfinished: 0 of {of} {units} are there"));
            }
            return Ok(());
        }
        let Opened { stage, schedule, manifest, .. } = &self.opened;
        let (finished, of) = (manifest.finished, schedule.len());
        let found = match read_tallies(self.folder, stage, schedule) {
            Ok(found) => Some(found),
            Err(error) => {
                self.findings.differ.push(format!("{TALLIES}: {}", error.into_damage()?));
                if !finished {
                    return Ok(());
                }
                // What all the games come to proves the tables still.
                None
            }
        };
        let games = found.as_ref().map_or(of, |found| found.reached);
        let (sampling, whole) = (manifest.sampling(), schedule.clone());
        let listen = (self.interrupt, None);
        let played =
            self.crew.play(stage, schedule, (Played::nothing(stage), games), listen, false, |_| {
                Ok::<_, Infallible>(())
            });
        let Ok(played) = played;
        if played.reached < games {
            return Ok(());
        }
        let units = self.units();
        match found.map(|found| found.tallies == played.tallies) {
            Some(true) => self.agree(format!("{games} {units} played again: {TALLIES} agrees")),
            Some(false) => {
                self.differ(format!(
                    "{TALLIES}: these are not the tallies of the games played again"
                ));
            }
            None => {}
        }
        if finished && games < of {
            self.differ(format!("{TALLIES}: {games} {units} of the {of} that were played"));
        }
        if finished {
            let known = Known::without_records(played.tallies, sampling);
            self.tables(None, &whole, &known)?;
        } else {
            self.agree(format!("unfinished: {games} of {of} {units} are there"));
        }
        Ok(())
    }

    /// Plays everything again where the journal was left out, into a journal elsewhere.
    fn slim(&mut self) -> Result<(), FolderError> {
        let Some(expected) = self.opened.manifest.files.get(JOURNAL).cloned() else {
            // That the manifest of a finished folder lacks the digest is told with the manifest.
            if !self.opened.manifest.finished {
                let of = self.opened.schedule.len();
                let units = self.units();
                self.agree(format!("unfinished: 0 of {of} {units} are there"));
            }
            return Ok(());
        };
        let elsewhere = Elsewhere::make()?;
        let write = |error| FolderError::Write(elsewhere.path.clone(), error);
        let mut journal = &*elsewhere.journal;
        let Opened { stage, schedule, experiment, manifest } = &self.opened;
        let header = stage.form().header();
        let mut digest = Sha256::new_with_prefix(header);
        journal.write_all(header.as_bytes()).map_err(write)?;
        let mut course = Course::new(stage, schedule);
        let mut played = Played::nothing(stage);
        let mut record = |batch: Batch| {
            digest.update(&batch.rows);
            journal.write_all(&batch.rows).map_err(write)
        };
        loop {
            let (schedule, of) = (&course.schedule, course.schedule.len());
            let (range, listen) = ((played, of), (self.interrupt, None));
            played = self.crew.play(stage, schedule, range, listen, true, &mut record)?;
            if played.reached < of {
                return Ok(());
            }
            if !course.go_on(&played.tallies) {
                break;
            }
        }
        let Played { reached: of, tallies } = played;
        let (whole, games) = ((experiment, stage), (&course, of));
        let sampling = manifest.sampling();
        let folder = Folder::of_journal(&elsewhere.path, Arc::clone(&elsewhere.journal));
        let known = Known::read(&folder, whole, games, tallies, sampling, self.crew)?;
        let digest = hex(&digest.finalize());
        if digest == expected {
            let units = self.units();
            self.agree(format!("{of} {units} played again: the journal has the manifest's digest"));
        } else {
            self.differ(format!("{JOURNAL}: played again, its digest is not that of the manifest"));
        }
        self.tables(Some(&digest), &course.schedule, &known)
    }
}

/// Where it stands what was decided.
fn decisions_file(adaptive: Adaptive) -> &'static str {
    match adaptive.aim {
        Aim::HalfWidth(_) | Aim::Verdict => STOP,
        Aim::MostBalanced(_) => FIND,
    }
}

/// So many places below `of`, in order, drawn by the seed.
fn draw(seed: u64, count: u64, of: u64) -> Vec<u64> {
    // Floyd's sampling: count draws, whatever `of` is.
    let mut stream = Key::new(seed, &[b"verify"]).stream(0);
    let mut drawn = std::collections::BTreeSet::new();
    for last in of - count..of {
        let place = stream.below_u64(last + 1);
        if !drawn.insert(place) {
            drawn.insert(last);
        }
    }
    drawn.into_iter().collect()
}

/// A file for a journal that is wanted for the time being. It loses its name as soon as it has one,
/// so that nothing is left of it however the program ends.
struct Elsewhere {
    /// What it was called.
    path: PathBuf,
    journal: Arc<File>,
    /// Whether the system keeps the name for as long as the file is open.
    is_named: bool,
}

impl Elsewhere {
    /// A file that nobody else has, even where temporary folders are shared with other machines.
    fn make() -> Result<Elsewhere, FolderError> {
        let id = std::process::id();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut attempt = 0;
        loop {
            let path = std::env::temp_dir().join(format!("pasang-verify-{id}-{attempt}"));
            match options.open(&path) {
                Ok(journal) => {
                    let is_named = std::fs::remove_file(&path).is_err();
                    return Ok(Elsewhere { path, journal: Arc::new(journal), is_named });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => attempt += 1,
                Err(error) => return Err(FolderError::Write(path, error)),
            }
        }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        if self.is_named {
            // Left behind it does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
