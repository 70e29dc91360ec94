//! Running an experiment into a results folder: begun, gone on with, extended, finished.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::experiment::schedule::{Round, Schedule, Shard};
use crate::experiment::{Experiment, Records};
use crate::playing::agenda::Course;
use crate::playing::journal::JournalFault;
use crate::playing::prepared::{Player, Stage};
use crate::playing::{Crew, Interrupt, Mix, Played, Progress, Signal};
use crate::report::{Cells, Digests, Document, Exporter, Html, document};
use crate::results::folder::{
    EXPERIMENT, End, FORMAT, Folder, FolderError, JOURNAL, Ledger, MANIFEST, MERGING, Manifest,
    REPORT, RoundPart, TABLES, TALLIES, hex,
};
use crate::results::{Known, Prefix, cells, find_rows, json, read_journal, summary, tables};
use crate::stats::Tally;

/// The journal is brought to the disk, and tallies are written down, this often.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// All games are played.
    Finished(Box<Finished>),
    /// Somebody stopped it.
    Interrupted {
        /// Who.
        signal: Signal,
        /// How many games are there.
        games: u64,
        /// Of how many.
        of: u64,
        /// In which round, where games are played in rounds and nobody knows how many there are.
        round: Option<u64>,
    },
    /// The rounds that were wanted are played, and more rounds follow.
    Round {
        /// The last one played.
        number: u64,
        /// How many games are there.
        games: u64,
    },
}

/// Which games of an experiment are played in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All, or a shard of them.
    Shard(Shard),
    /// All up to the end of this round.
    UpTo(u64),
    /// A shard of one round.
    OfRound(RoundPart, Shard),
}

impl Part {
    /// Which shard it is.
    fn shard(&self) -> Shard {
        match self {
            Part::Shard(shard) | Part::OfRound(_, shard) => *shard,
            Part::UpTo(_) => Shard::WHOLE,
        }
    }

    /// The shard, where it is not the whole.
    fn shard_word(&self) -> Option<String> {
        Some(self.shard()).filter(|&shard| shard != Shard::WHOLE).map(|shard| shard.to_string())
    }

    /// Which round it is a part of.
    fn round(&self) -> Option<&RoundPart> {
        match self {
            Part::OfRound(round, _) => Some(round),
            _ => None,
        }
    }

    /// Its games, as far as they are known before any is played.
    fn schedule(&self, stage: &Stage) -> Schedule {
        match self {
            Part::OfRound(round, shard) => stage.schedule_of_round(round.round(), *shard),
            _ => stage.schedule(self.shard()),
        }
    }

    /// Whether the last of so many rounds is not to be played.
    fn ends_before(&self, rounds: usize) -> bool {
        matches!(self, Part::UpTo(last) if rounds as u64 > *last)
    }
}

impl RoundPart {
    /// The round itself.
    pub fn round(&self) -> Round {
        Round::new(self.number, self.batch, self.cells.clone())
    }
}

/// What a finished run knows.
#[derive(Debug)]
pub struct Finished {
    /// The experiment, with its seed.
    pub experiment: Experiment,
    /// What is known of its games.
    pub known: Known,
    /// How many games there are once all are played.
    pub of: u64,
}

impl Finished {
    /// How many games are played.
    pub fn games(&self) -> u64 {
        self.known.tallies.iter().map(Tally::games).sum()
    }

    /// The table of cells, as a report may hold it.
    pub fn cells(&self) -> Cells {
        cells(&self.experiment, &self.known)
    }

    /// The tables that `--json` prints.
    pub fn json(&self) -> serde_json::Value {
        json(&self.experiment, &self.known)
    }

    /// The summary for people, in so many columns of signs.
    pub fn summary(&self, room: usize) -> String {
        let stage = Stage::new(&self.experiment, self.experiment.seed.unwrap_or_default());
        summary(&self.experiment, &stage, &self.known, room)
    }
}

/// The truth of a run that records no games: written whole every few seconds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint {
    /// The number of the format.
    format: u32,
    /// How many games are played: the first so many of the schedule.
    games: u64,
    /// Their tallies, by cell.
    tallies: Vec<Tally>,
    /// The SHA-256 of all that stands before it in the file: until the run is finished, no manifest
    /// proves the sums.
    #[serde(default)]
    digest: Option<String>,
}

impl Checkpoint {
    /// What stands behind the sums.
    fn proof(digest: &str) -> String {
        format!(",\"digest\":\"{digest}\"}}\n")
    }

    /// Whether the file holds what was written, byte by byte.
    fn is_proven(&self, file: &[u8]) -> bool {
        let proof = Checkpoint::proof(self.digest.as_deref().unwrap_or_default());
        let sums = file.strip_suffix(proof.as_bytes());
        sums.is_some_and(|sums| self.digest == Some(hex(&Sha256::digest(sums))))
    }
}

/// A tally has some ten kilobytes, and one of very many openings a megabyte or two.
const MOST_BYTES_A_TALLY: u64 = 1 << 24;

/// What a folder held when the run began, and what has been added to it.
struct State {
    played: Played,
    journal: Option<File>,
    course: Course,
}

/// Which experiment is run in a folder: the given one, with the seed that the folder has recorded
/// or, in a new folder, with `draw` where it names none. The folder must be locked.
///
/// # Errors
/// When the folder holds another experiment: says which key differs.
pub fn settle(
    folder: &Folder,
    mut experiment: Experiment,
    draw: impl FnOnce() -> u64,
) -> Result<Experiment, FolderError> {
    folder.refuse_foreign()?;
    if !folder.has(EXPERIMENT) {
        if folder.has(JOURNAL) || folder.has(TALLIES) {
            return Err(FolderError::Foreign(format!(
                "`{}` holds games, and no `{EXPERIMENT}` that says of which experiment: choose another --out",
                folder.path().display()
            )));
        }
        experiment.seed = Some(experiment.seed.unwrap_or_else(draw));
        return Ok(experiment);
    }
    let recorded = folder.experiment()?;
    if recorded.seed.is_none() {
        let what = "it names no seed, so no run has written it: choose another --out".to_owned();
        return Err(FolderError::Damaged(folder.file(EXPERIMENT), what));
    }
    experiment.seed = experiment.seed.or(recorded.seed);
    let there = folder.path().display();
    let as_long = Experiment { games: recorded.games, ..experiment.clone() };
    if let Some(difference) = as_long.difference(&recorded) {
        return Err(FolderError::Foreign(format!(
            "`{there}` holds another experiment: {difference}; choose another --out"
        )));
    }
    if experiment.games < recorded.games {
        return Err(FolderError::Foreign(format!(
            "`{there}` holds this experiment with `{}` = {}, and here it is {}: \
             results can be extended, not cut; choose another --out",
            if experiment.adaptive.is_some() { "max-games" } else { "games" },
            recorded.games,
            experiment.games
        )));
    }
    Ok(experiment)
}

/// Plays what is not played yet. The folder must be locked and the experiment settled.
///
/// # Errors
/// When the folder is damaged or of another kind, or cannot be written.
pub fn run(
    folder: &Folder,
    experiment: Experiment,
    shard: Shard,
    crew: &Crew,
    interrupt: &Interrupt,
) -> Result<Ended, FolderError> {
    run_part(folder, experiment, &Part::Shard(shard), crew, interrupt)
}

/// The same for any part of an experiment.
///
/// # Errors
/// When the folder is damaged or of another kind, or cannot be written.
pub fn run_part(
    folder: &Folder,
    experiment: Experiment,
    part: &Part,
    crew: &Crew,
    interrupt: &Interrupt,
) -> Result<Ended, FolderError> {
    let seed = experiment.seed.unwrap_or_default();
    let stage = Stage::new(&experiment, seed);
    let schedule = part.schedule(&stage);
    // Everything that is there is looked at before any of it is changed: a folder that is refused
    // stays as it was, with whatever proves it or speaks against it.
    admit(folder, seed, part)?;
    if let Some(manifest) = folder.manifest()? {
        check_truth(folder, &manifest)?;
    }
    let found = match experiment.records {
        Records::All => read_prefix(folder, &stage, &schedule, (crew, interrupt))?,
        Records::None => read_checkpoint(folder, &stage, &schedule)?,
    };
    let looks = looks(folder, &experiment)?;
    let of_round = part.round().map(|round| round.number);
    let of = (part.shard_word(), of_round);
    let mut ledger = Ledger::open(folder, of, crew.threads(), found.games)?;
    begin(folder, &experiment, &looks, &schedule, part)?;
    let state = match experiment.records {
        Records::All => open_journal(folder, &stage, found)?,
        Records::None => {
            let Prefix { games, tallies, course, .. } = found;
            State { played: Played { reached: games, tallies }, journal: None, course }
        }
    };
    let before = state.played.reached;
    let most = if schedule.is_open() { schedule.most() } else { schedule.len() };
    let mix = if schedule.is_open() { Mix::Chosen } else { Mix::Even };
    let mut progress = Progress::new(before, most, mix);
    let told = (&mut progress, &mut ledger);
    let done = play(folder, &stage, part, crew, interrupt, state, told);
    progress.finish();
    let State { played: Played { reached: place, tallies }, course, .. } = done?;
    let rounds = schedule.is_open().then(|| course.schedule.rounds().len() as u64);
    if let Some(signal) = interrupt.signal()
        && (place < course.schedule.len() || course.is_open())
    {
        ledger.end(End::Stopped)?;
        return Ok(Ended::Interrupted { signal, games: place, of: most, round: rounds });
    }
    ledger.end(End::Done)?;
    if course.is_open() {
        // The round that follows is known already.
        let number = rounds.unwrap_or_default() - 1;
        return Ok(Ended::Round { number, games: place });
    }
    let manifest = manifest(&experiment, seed, &course.schedule, part);
    let manifest = manifest.looked_at(looks, &experiment).finished();
    let sampling = manifest.sampling();
    let known = match experiment.records {
        Records::All => {
            let whole = (&experiment, &stage);
            Known::read(folder, whole, (&course, place), tallies, sampling, crew)?
        }
        Records::None => Known::without_records(tallies, sampling),
    };
    let finished = Finished { experiment, known, of: course.schedule.len() };
    finish(folder, &finished, (&stage, &course.schedule), manifest)?;
    Ok(Ended::Finished(Box::new(finished)))
}

/// A round that can be played, split into shards, once all rounds before it are in `after`; the
/// first one needs nothing before it.
///
/// # Errors
/// When `after` lacks a round, has decided everything, or is of another experiment.
pub fn round_part(
    number: u64,
    experiment: &Experiment,
    after: Option<&Folder>,
    crew: &Crew,
) -> Result<RoundPart, FolderError> {
    let Some(after) = after.filter(|_| number > 1) else {
        if number > 1 {
            return Err(FolderError::Foreign(format!(
                "round {number} depends on those before it: name the folder that has them, \
                 as --after DIR"
            )));
        }
        let stage = Stage::new(experiment, experiment.seed.unwrap_or_default());
        let course = Course::new(&stage, &stage.schedule(Shard::WHOLE));
        return known_round(&course, number, None);
    };
    let Opened { experiment: there, stage, schedule, .. } = open(after)?;
    let shown = after.path().display();
    if let Some(difference) = experiment.difference(&there) {
        return Err(FolderError::Foreign(format!(
            "`{shown}` holds another experiment: {difference}"
        )));
    }
    let prefix = read_journal(after, &stage, &schedule, crew)?;
    let played = prefix.round_ends.len() as u64;
    if played + 1 < number && prefix.course.is_open() {
        return Err(FolderError::Foreign(format!(
            "`{shown}` has {played} whole rounds: round {number} cannot be played yet"
        )));
    }
    let digest = match usize::try_from(number - 2).ok().and_then(|n| prefix.round_ends.get(n)) {
        Some(&bytes) => Some(after.digest_of_first(JOURNAL, bytes)?),
        None => None,
    };
    known_round(&prefix.course, number, digest)
}

fn known_round(
    course: &Course,
    number: u64,
    after: Option<String>,
) -> Result<RoundPart, FolderError> {
    let Some(round) = course.round(number) else {
        let last = course.schedule.rounds().len();
        return Err(FolderError::Foreign(format!(
            "there is no round {number}: all is decided after round {last}"
        )));
    };
    Ok(RoundPart { number, batch: round.batch, cells: round.cells.clone(), after })
}

/// Refuses a folder that this run cannot go on with, as far as the manifest tells.
///
/// # Errors
/// When it holds another part of the games, is of another version, or its journal lies elsewhere.
pub fn admit(folder: &Folder, seed: u64, part: &Part) -> Result<(), FolderError> {
    folder.check_journal_is_own()?;
    let Some(found) = folder.manifest()? else { return Ok(()) };
    found.check_versions()?;
    let (there, here) = (found.shard()?, part.shard());
    if there != here || found.round.as_ref() != part.round() {
        let is = |shard, round: Option<&RoundPart>| match (round, shard) {
            (None, Shard::WHOLE) => "the whole experiment".to_owned(),
            (None, shard) => format!("shard {shard}"),
            (Some(round), shard) => format!("shard {shard} of round {}", round.number),
        };
        if there == here
            && found.round.as_ref().map(|it| it.number) == part.round().map(|it| it.number)
        {
            return Err(FolderError::Foreign(format!(
                "`{}` holds {} after other games than those of this run: choose another --out",
                folder.path().display(),
                is(there, found.round.as_ref())
            )));
        }
        return Err(FolderError::Foreign(format!(
            "`{}` holds {}, and this run plays {}: choose another --out",
            folder.path().display(),
            is(there, found.round.as_ref()),
            is(here, part.round())
        )));
    }
    // A run that ended before it had written its experiment has no games either.
    if found.seed != seed && folder.has(EXPERIMENT) {
        let what = format!("`seed` is {}, and that of {EXPERIMENT} is {seed}", found.seed);
        return Err(folder.manifest_error(what));
    }
    Ok(())
}

/// Refuses a finished folder if what all else is made from is not what the run finished with.
///
/// # Errors
/// When a file has changed, or cannot be read.
pub fn check_truth(folder: &Folder, manifest: &Manifest) -> Result<(), FolderError> {
    for truth in [EXPERIMENT, JOURNAL, TALLIES] {
        if let Some(then) = manifest.files.get(truth)
            && folder.digest(truth)?.is_some_and(|now| *then != now)
        {
            let what = "this is not the file that the run finished with; \
                        `pasang verify` says what differs";
            return Err(FolderError::Damaged(folder.file(truth), what.to_owned()));
        }
    }
    Ok(())
}

/// With how many games a cell the folder's results were finished so far. From then on they could
/// be looked at, and whether more games were wanted could depend on what they said.
fn looks(folder: &Folder, experiment: &Experiment) -> Result<Vec<u64>, FolderError> {
    if experiment.adaptive.is_some() {
        // Their intervals may always be looked at.
        return Ok(Vec::new());
    }
    let Some(found) = folder.manifest()? else { return Ok(Vec::new()) };
    let mut looks = found.looks;
    if found.finished && folder.has(EXPERIMENT) {
        looks.push(folder.experiment()?.games);
    }
    Ok(looks)
}

/// Writes down what will be played, before it is.
fn begin(
    folder: &Folder,
    experiment: &Experiment,
    looks: &[u64],
    schedule: &Schedule,
    part: &Part,
) -> Result<(), FolderError> {
    let seed = experiment.seed.unwrap_or_default();
    let manifest = manifest(experiment, seed, schedule, part);
    let manifest = manifest.looked_at(looks.iter().copied(), experiment);
    // What was left half merged becomes the results of a run, which no merge may replace.
    folder.remove(MERGING)?;
    // From here on the folder is unfinished, until all of it is written anew.
    folder.write(MANIFEST, manifest.to_json().as_bytes())?;
    for table in TABLES.into_iter().chain([REPORT]) {
        folder.remove(table)?;
    }
    folder.write(EXPERIMENT, experiment.to_toml().as_bytes())
}

/// The manifest of a run that begins. How many games there will be in rounds nobody knows: it has
/// the most that there can be.
pub fn manifest(experiment: &Experiment, seed: u64, schedule: &Schedule, part: &Part) -> Manifest {
    let games = if schedule.is_open() { schedule.most() } else { schedule.len() };
    let manifest = Manifest::begin(experiment, seed, games, part.shard());
    Manifest { round: part.round().cloned(), ..manifest }
}

/// What the journal holds, if there is one.
fn read_prefix(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    (crew, interrupt): (&Crew, &Interrupt),
) -> Result<Prefix, FolderError> {
    if !folder.has(JOURNAL) {
        return Ok(Prefix::empty(stage, schedule));
    }
    let prefix = read_journal(folder, stage, schedule, crew)?;
    // Each row is sound, and all of them may still be those of another seed: two are played again.
    let mut player = Player::new(stage).heeding(interrupt.halt());
    let schedule = &prefix.course.schedule;
    for place in BTreeSet::from([0, prefix.games.saturating_sub(1)]) {
        let Some(records) = find_rows(folder, stage, schedule, place)? else { continue };
        // Whoever interrupts this comes back to it before any game is added.
        if player.play(schedule.game(place)).is_none() {
            break;
        }
        let played = player.rounds().iter().map(|round| &round.facts.ranks);
        if let Some(row) = (0..).zip(played.zip(&records)).find(|(_, (made, found))| made != found)
        {
            let what = "this is not the game that the seed makes: the journal is of another run";
            let line = stage.form().line(place) + row.0;
            return Err(folder.journal_error(JournalFault::at(line, what)));
        }
    }
    Ok(prefix)
}

/// What the tallies hold, if there are any.
fn read_checkpoint(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
) -> Result<Prefix, FolderError> {
    let empty = Prefix::empty(stage, schedule);
    if !folder.has(TALLIES) {
        return Ok(empty);
    }
    let Played { reached: games, tallies } = read_tallies(folder, stage, schedule)?;
    Ok(Prefix { games, tallies, ..empty })
}

fn open_journal(folder: &Folder, stage: &Stage, found: Prefix) -> Result<State, FolderError> {
    let path = folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let mut journal = folder.append_to_journal()?;
    // Drops a torn last line.
    journal.set_len(found.bytes).map_err(write)?;
    if found.bytes == 0 {
        journal.write_all(stage.form().header().as_bytes()).map_err(write)?;
    }
    let Prefix { games, tallies, course, .. } = found;
    let played = Played { reached: games, tallies };
    Ok(State { played, journal: Some(journal), course })
}

/// Reads the tallies of a folder that records no games.
///
/// # Errors
/// When they cannot be read, or are none of this experiment.
pub fn read_tallies(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
) -> Result<Played, FolderError> {
    folder.check_has_truth(Records::None)?;
    let damaged = |what: String| folder.tallies_error(what);
    let empty = stage.tallies();
    let most = (1 + empty.len() as u64).saturating_mul(MOST_BYTES_A_TALLY);
    let bytes = folder.read_up_to(TALLIES, most)?;
    let checkpoint: Checkpoint = serde_json::from_slice(&bytes)
        .map_err(|error| damaged(format!("these are no tallies: {error}")))?;
    let is_proven = checkpoint.is_proven(&bytes);
    let Checkpoint { format, games: reached, tallies, .. } = checkpoint;
    let fits = format == FORMAT
        && reached <= schedule.len()
        && tallies.len() == empty.len()
        && tallies
            .iter()
            .zip(&empty)
            .all(|(tally, own)| tally.fits(own.seats(), own.phases(), stage.rounds()))
        && tallies.iter().map(|tally| u128::from(tally.games())).sum::<u128>() == reached.into();
    if !fits {
        return Err(damaged("these are no tallies of this experiment's games".to_owned()));
    }
    if !is_proven {
        return Err(damaged("these are not the tallies that a run has written".to_owned()));
    }
    Ok(Played { reached, tallies })
}

fn play(
    folder: &Folder,
    stage: &Stage,
    part: &Part,
    crew: &Crew,
    interrupt: &Interrupt,
    State { mut played, mut journal, mut course }: State,
    (progress, ledger): (&mut Progress, &mut Ledger<'_>),
) -> Result<State, FolderError> {
    let path = folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    while !interrupt.is_set() {
        let of = course.schedule.len();
        if played.reached == of {
            // A round has come to its end, or everything.
            if !course.go_on(&played.tallies) {
                break;
            }
            continue;
        }
        if part.ends_before(course.schedule.rounds().len()) {
            break;
        }
        // Tallies without rows can only be written down when they are those of the first so many
        // games: all threads stop for it.
        let until = journal.is_none().then(|| Instant::now() + SAVE_EVERY);
        let mut saved = Instant::now();
        let rows = journal.is_some();
        let hand_on = |batch: crate::playing::Batch| {
            ledger.add(batch.games, SAVE_EVERY)?;
            if let Some(journal) = journal.as_mut() {
                journal.write_all(&batch.rows).map_err(write)?;
                if saved.elapsed() > SAVE_EVERY {
                    saved = Instant::now();
                    journal.sync_data().map_err(write)?;
                }
            }
            progress.add(batch.games, batch.first_score);
            Ok::<(), FolderError>(())
        };
        let (schedule, listen) = (&course.schedule, (interrupt, until));
        played = crew.play(stage, schedule, (played, of), listen, rows, hand_on)?;
        match &journal {
            Some(journal) => journal.sync_data().map_err(write)?,
            None => write_tallies(folder, played.reached, &played.tallies)?,
        }
    }
    Ok(State { played, journal, course })
}

/// Writes the tallies of a folder that records no games.
///
/// # Errors
/// When they cannot be written.
pub fn write_tallies(folder: &Folder, games: u64, tallies: &[Tally]) -> Result<(), FolderError> {
    folder.write_with(TALLIES, |file| {
        let mut sums = Digested { file: &mut *file, digest: Sha256::new() };
        write!(sums, "{{\"format\":{FORMAT},\"games\":{games},\"tallies\":")?;
        serde_json::to_writer(&mut sums, tallies)?;
        let digest = hex(&sums.digest.finalize());
        file.write_all(Checkpoint::proof(&digest).as_bytes())
    })
}

/// Digests what is written, on its way.
struct Digested<W> {
    file: W,
    digest: Sha256,
}

impl<W: Write> Write for Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// Writes the tables, and the run's manifest, which proves them. A part has no tables until
/// somebody asks for them.
///
/// # Errors
/// When they cannot be written.
pub fn finish(
    folder: &Folder,
    finished: &Finished,
    (stage, schedule): (&Stage, &Schedule),
    mut manifest: Manifest,
) -> Result<(), FolderError> {
    if manifest.is_part() {
        // A merge makes the tables of the whole from the games; those of a part nobody reads.
        manifest.files = digests_of_truth(folder)?;
        return folder.write(MANIFEST, manifest.to_json().as_bytes());
    }
    let Finished { experiment, known, .. } = finished;
    for (name, bytes) in tables(experiment, stage, known) {
        folder.write(name, &bytes)?;
    }
    manifest.files = digests(folder)?;
    let report = document((experiment, stage, schedule), known, &manifest.files);
    folder.write(REPORT, &Html.export(&report))?;
    if let Some(digest) = folder.digest(REPORT)? {
        manifest.files.insert(REPORT.to_owned(), digest);
    }
    folder.write(MANIFEST, manifest.to_json().as_bytes())
}

/// The digests of what a finished folder holds, but for the report, which names them.
fn digests(folder: &Folder) -> Result<Digests, FolderError> {
    let mut digests = digests_of_truth(folder)?;
    for name in TABLES {
        digests.extend(folder.digest(name)?.map(|digest| (name.to_owned(), digest)));
    }
    Ok(digests)
}

/// The digests of what all tables are made from.
fn digests_of_truth(folder: &Folder) -> Result<Digests, FolderError> {
    let mut digests = Digests::new();
    for name in [EXPERIMENT, JOURNAL, TALLIES] {
        digests.extend(folder.digest(name)?.map(|digest| (name.to_owned(), digest)));
    }
    Ok(digests)
}

/// A results folder, opened to be read.
#[derive(Debug)]
pub struct Opened {
    /// Its experiment, with the seed.
    pub experiment: Experiment,
    /// Its manifest.
    pub manifest: Manifest,
    /// Its games, ready to be played.
    pub stage: Stage,
    /// Which games they are.
    pub schedule: Schedule,
}

/// Reads what a folder says of itself.
///
/// # Errors
/// When it cannot be read, or was written by another version.
pub fn open(folder: &Folder) -> Result<Opened, FolderError> {
    let manifest = must_have_manifest(folder)?;
    manifest.check_versions()?;
    Opened::of(folder, manifest, folder.experiment()?)
}

/// The manifest of a folder that must be one of results.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn must_have_manifest(folder: &Folder) -> Result<Manifest, FolderError> {
    folder.manifest()?.ok_or_else(|| {
        let shown = folder.path().display();
        FolderError::Foreign(format!("`{shown}` is no results folder: it has no `{MANIFEST}`"))
    })
}

impl Opened {
    /// A folder with this manifest and this experiment.
    ///
    /// # Errors
    /// When the manifest names games that the experiment does not have.
    pub fn of(
        folder: &Folder,
        manifest: Manifest,
        experiment: Experiment,
    ) -> Result<Opened, FolderError> {
        let damaged = |what: String| folder.manifest_error(what);
        let shard = manifest.shard().map_err(|_| {
            let shard = manifest.shard.as_deref().unwrap_or_default();
            damaged(format!("`shard` is `{shard}`, which is none"))
        })?;
        let stage = Stage::new(&experiment, experiment.seed.unwrap_or_default());
        let schedule = match &manifest.round {
            None => stage.schedule(shard),
            Some(round) if round.fits(&experiment) => stage.schedule_of_round(round.round(), shard),
            Some(_) => return Err(damaged("`round` is none of this experiment".to_owned())),
        };
        Ok(Opened { experiment, manifest, stage, schedule })
    }
}

/// Whether what is made again must be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It must.
    Always,
    /// It need not, where nothing may be written.
    WhereAllowed,
}

/// Makes the tables and the report again, from the journal alone.
///
/// # Errors
/// When the folder cannot be read or written, or its journal is not the one it was finished with.
pub fn rebuild(
    folder: &Folder,
    keep: Keep,
    crew: &Crew,
) -> Result<(Finished, Document), FolderError> {
    let Opened { experiment, manifest, stage, schedule } = open(folder)?;
    // A run that has just begun may have no tallies yet.
    let is_made = manifest.finished || TABLES.into_iter().chain([REPORT]).any(|it| folder.has(it));
    if experiment.records == Records::All || is_made {
        folder.check_has_truth(experiment.records)?;
    }
    check_truth(folder, &manifest)?;
    let (known, course) = known(folder, &experiment, &stage, &schedule, &manifest, crew)?;
    let made = tables(&experiment, &stage, &known);
    let mut digests = Digests::new();
    if manifest.finished {
        digests = digests_of_truth(folder)?;
        let of = |bytes: &[u8]| hex(&Sha256::digest(bytes));
        digests.extend(made.iter().map(|(name, bytes)| ((*name).to_owned(), of(bytes))));
    }
    let report = document((&experiment, &stage, &course.schedule), &known, &digests);
    let write = || {
        made.iter().try_for_each(|(name, bytes)| folder.write(name, bytes))?;
        folder.write(REPORT, &Html.export(&report))
    };
    match write() {
        Err(error) if keep == Keep::WhereAllowed && error.is_shut() => {}
        written => written?,
    }
    let of = if course.is_open() { schedule.most() } else { course.schedule.len() };
    Ok((Finished { experiment, known, of }, report))
}

/// What is known of a folder's games, from its journal or its tallies, and which games they are.
fn known(
    folder: &Folder,
    experiment: &Experiment,
    stage: &Stage,
    schedule: &Schedule,
    manifest: &Manifest,
    crew: &Crew,
) -> Result<(Known, Course), FolderError> {
    let sampling = manifest.sampling();
    match experiment.records {
        Records::All => {
            let Prefix { games, tallies, course, .. } =
                read_journal(folder, stage, schedule, crew)?;
            let whole = (experiment, stage);
            let known = Known::read(folder, whole, (&course, games), tallies, sampling, crew)?;
            Ok((known, course))
        }
        Records::None => {
            let Prefix { tallies, course, .. } = read_checkpoint(folder, stage, schedule)?;
            Ok((Known::without_records(tallies, sampling), course))
        }
    }
}
