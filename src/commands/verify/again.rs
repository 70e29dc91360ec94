//! The games of a folder, played again: those of its journal, or, where the journal was left out, all of
//! them or some cells.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, Write};
use std::path::PathBuf;

use rayon::prelude::*;

use super::Search;
use crate::base::digest::Digester;
use crate::base::random::Key;
use crate::base::words::counted;
use crate::experiment::Openings;
use crate::experiment::schedule::{GameId, Schedule};
use crate::playing::journal::{Form, difference};
use crate::playing::player::Player;
use crate::playing::{Batch, Played};
use crate::results::folder::{BRANCHING, CELLS, JOURNAL, MANIFEST, OPENINGS};
use crate::results::tables::tables;
use crate::results::{Entry, FolderError, Known, Opened, Prefix, Rows, read_journal};

impl Search<'_> {
    pub(super) fn with_journal(&mut self, games: Option<u64>) -> Result<(), FolderError> {
        let prefix = match read_journal(&self.opened, self.workers) {
            Ok(prefix) => prefix,
            Err(error) => {
                self.differ(format!("{JOURNAL} {}", error.into_damage()?));
                return Ok(());
            }
        };
        let rows = prefix.played.reached;
        let form = self.opened.prepared.form();
        let all = rows * form.rounds;
        let counted = counted(all, "row");
        self.agree(format!("{JOURNAL}: {counted}, each agrees with its own moves"));
        let played = &prefix.played;
        let finished = self.opened.manifest.finished;
        let of = played.schedule.len();
        let is_cut = finished && (rows < of || prefix.torn);
        if is_cut {
            let line = form.line(rows);
            let torn = if prefix.torn { "is torn" } else { "is missing" };
            let of = self.opened.manifest.games * form.rounds;
            self.differ(format!("{JOURNAL} line {line} {torn}: the finished run had {of} rows"));
        } else if finished && played.decider().is_some() && self.opened.manifest.games != of {
            let games = self.opened.manifest.games;
            self.differ(format!("{MANIFEST}: `games` is {games}, and {of} were decided on"));
        }
        if played.decider().is_some() {
            let rounds = played.rounds();
            self.agree(format!("{rounds} rounds: decided anew, each as it was played"));
        }
        // Of a part of the games the tables would be others.
        if finished && !is_cut {
            let (opened, played) = (&self.opened, played.clone());
            let known =
                Known::read(opened, played, self.workers, || opened.folder.open_file(JOURNAL))?;
            self.tables(None, &known)?;
        }
        match games {
            Some(games) if games < rows => {
                self.play_some(draw(self.sample_seed, games, rows), &prefix)?;
            }
            // What no seed brings back is in between.
            _ if !self.opened.experiment().is_all_seeded() => {
                self.play_some((0..rows).collect(), &prefix)?;
            }
            _ => self.play_all(&prefix)?,
        }
        if !self.opened.manifest.finished {
            let torn = match prefix.torn {
                true if form.rounds > 1 => ", and a torn match behind them",
                true => ", and a torn line behind them",
                false => "",
            };
            let of = prefix.played.of();
            let at_most = if prefix.played.is_open() { " at most" } else { "" };
            let units = self.units();
            self.agree(format!("unfinished: {rows} of {of} {units}{at_most} are there{torn}"));
        }
        Ok(())
    }

    fn play_all(&mut self, prefix: &Prefix) -> Result<(), FolderError> {
        if prefix.played.reached == 0 {
            // There may not even be a header.
            return Ok(());
        }
        let Opened { folder, prepared, .. } = &self.opened;
        let (form, schedule) = (prepared.form(), &prefix.played.schedule);
        let differs = |what: String| FolderError::damaged(folder.file(JOURNAL), what);
        let mut journal = Rows::of(folder, prepared, schedule)?;
        let compare = |batch: Batch| {
            let mut made = batch.rows.split(|&byte| byte == b'\n');
            for _ in 0..batch.games {
                let Some(Entry { place, lines, .. }) = journal.next()? else {
                    return Err(differs("it ends too early".to_owned()));
                };
                if let Some(what) = first_other(form, place, lines, &mut made) {
                    return Err(differs(what));
                }
            }
            Ok(())
        };
        let mut played = Played::nothing(prepared, schedule);
        let to = prefix.played.reached;
        let compared = self.workers.play(prepared, &mut played, to, self.interrupt, compare);
        match compared {
            Ok(()) => {
                let (reached, of) = (played.reached, to);
                let all = if reached == of { "all" } else { "so far all" };
                let units = self.units();
                self.agree(format!("{reached} of {of} {units} played again: {all} equal"));
            }
            Err(error) => self.differ(format!("{JOURNAL} {}", error.into_damage()?)),
        }
        Ok(())
    }

    /// Plays some games again, by their places; of those, the ones that come from the seed.
    fn play_some(&mut self, mut drawn: Vec<u64>, prefix: &Prefix) -> Result<(), FolderError> {
        let (schedule, of) = (&prefix.played.schedule, prefix.played.reached);
        let is_sample = (drawn.len() as u64) < of;
        let experiment = self.opened.experiment();
        let is_seeded = |place: &u64| experiment.is_seeded(schedule.game(*place).cell);
        let seeded = (0..of).filter(is_seeded).count() as u64;
        drawn.retain(is_seeded);
        if seeded < of {
            let begins =
                match experiment.openings == Openings::AsChosen && experiment.opening_plies == 0 {
                    true => "",
                    false => ", the first ones are those that the seed gives",
                };
            let games = counted(of - seeded, "game");
            self.agree(format!(
                "{games} by players from outside: every move is legal{begins}, and no seed brings the others back"
            ));
            self.findings.not_proved.push(format!("what players from outside chose in {games}"));
        }
        if is_sample {
            let left = counted(seeded - drawn.len() as u64, "game");
            self.findings.not_proved.push(format!("{left} that were not played again"));
        }
        if drawn.is_empty() {
            return Ok(());
        }
        let form = self.opened.prepared.form();
        let mut journal = Rows::of(&self.opened.folder, &self.opened.prepared, schedule)?;
        let mut rows: Vec<(GameId, Vec<u8>)> = Vec::with_capacity(drawn.len());
        let mut wanted = drawn.iter().copied().peekable();
        while let Some(&place) = wanted.peek() {
            let Some(row) = journal.next()? else { break };
            if row.place == place {
                rows.push((row.id, row.lines.to_vec()));
                wanted.next();
            }
        }
        let (prepared, halt) = (&self.opened.prepared, self.interrupt.halt());
        let play = || {
            let differing = rows.par_iter().zip(&drawn).map_init(
                || (Player::new(prepared).with_halt(halt, false), Vec::new()),
                |(player, made), ((id, found), place)| {
                    player.play(*id)?;
                    made.clear();
                    player.write_rows(*id, made);
                    made.pop();
                    let mut made = made.split(|&sign| sign == b'\n');
                    let other = first_other(form, *place, found, &mut made)?;
                    Some(format!("{JOURNAL} {other}"))
                },
            );
            differing.collect::<Vec<Option<String>>>()
        };
        let differing: Vec<String> = self.workers.install(play).into_iter().flatten().collect();
        if differing.is_empty() && !halt.is_set() {
            let sample = match is_sample {
                true => self.sample(rows.iter().map(|(id, _)| id.number)),
                false => String::new(),
            };
            self.agree(format!(
                "{} of {of} {} played again: all equal{sample}",
                rows.len(),
                self.units()
            ));
        }
        self.findings.differ.extend(differing);
        Ok(())
    }
}

/// The first row of a game that is another one than was made now.
fn first_other<'m>(
    form: Form,
    place: u64,
    found: &[u8],
    made: &mut impl Iterator<Item = &'m [u8]>,
) -> Option<String> {
    let rows = (form.line(place)..).zip(found.split(|&byte| byte == b'\n').zip(made));
    let mut others = rows.filter(|(_, (found, made))| found != made);
    let (line, (found, made)) = others.next()?;
    Some(format!("line {line}: played again, {}", difference(found, made, form)))
}

/// More that were drawn are not named.
const NAMED: usize = 10;

impl Search<'_> {
    /// What was drawn by chance, and how to draw the same again.
    fn sample(&self, drawn: impl ExactSizeIterator<Item = u64>) -> String {
        let more = match drawn.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let named: Vec<String> = drawn.take(NAMED).map(|number| number.to_string()).collect();
        format!("; drawn by `--sample-seed {}`: {}{more}", self.sample_seed, named.join(", "))
    }
}

/// So many places below `of`, in order.
fn draw(seed: u64, count: u64, of: u64) -> Vec<u64> {
    // Floyd's sampling: count draws, whatever `of` is.
    let mut stream = Key::new(seed, &[b"verify"]).stream(0);
    let mut drawn = BTreeSet::new();
    for last in of - count..of {
        let place = stream.below_u64(last + 1);
        if !drawn.insert(place) {
            drawn.insert(last);
        }
    }
    drawn.into_iter().collect()
}

impl Search<'_> {
    /// Plays everything again where the journal was left out, into a journal elsewhere.
    pub(super) fn slim(&mut self) -> Result<(), FolderError> {
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
        let mut journal = &elsewhere.journal;
        let Opened { prepared, schedule, .. } = &self.opened;
        let header = prepared.form().header();
        let mut digest = Digester::default();
        digest.add(header.as_bytes());
        journal.write_all(header.as_bytes()).map_err(write)?;
        let mut played = Played::nothing(prepared, schedule);
        let record = |batch: Batch| {
            digest.add(&batch.rows);
            journal.write_all(&batch.rows).map_err(write)
        };
        self.workers.play(prepared, &mut played, u64::MAX, self.interrupt, record)?;
        if !played.is_all() {
            return Ok(());
        }
        let of = played.reached;
        let known = Known::read(&self.opened, played, self.workers, || {
            let mut journal = elsewhere.journal.try_clone().map_err(write)?;
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
        self.tables(Some(&digest), &known)
    }
}

/// A file for a journal that is wanted for the time being. It loses its name as soon as it has one,
/// so that nothing is left of it however the program ends.
struct Elsewhere {
    /// What it was called.
    path: PathBuf,
    journal: File,
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
                    return Ok(Elsewhere { path, journal, is_named });
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

impl Search<'_> {
    /// Plays whole cells again, drawn by chance: so many that they have this many games or more.
    /// Their rows must say what the games come to.
    pub(super) fn some_cells(&mut self, games: u64) -> Result<(), FolderError> {
        let Opened { folder, prepared, .. } = &self.opened;
        let experiment = prepared.experiment();
        let (all, each) = (experiment.cells().count() as u64, experiment.games);
        let count = games.div_ceil(each.max(1)).clamp(1, all);
        let drawn = draw(self.sample_seed, count, all);
        let cells: Vec<(usize, u64)> = drawn.iter().map(|&cell| (cell as usize, 0)).collect();
        let chosen: BTreeSet<String> = drawn.iter().map(u64::to_string).collect();
        let mut schedule = Schedule::in_rounds(all as usize, each, 1);
        schedule.add_round(each, cells);
        let mut played = Played::nothing(prepared, &schedule);
        let pass = |_| Ok::<_, Infallible>(());
        let Ok(()) = self.workers.play(prepared, &mut played, u64::MAX, self.interrupt, pass);
        if !played.is_all() {
            return Ok(());
        }
        let reached = played.reached;
        let known = Known::of_tallies(played);
        let mut differing = Vec::new();
        let made = tables(prepared, &known);
        for (name, made) in
            made.iter().filter(|(name, _)| [CELLS, OPENINGS, BRANCHING].contains(name))
        {
            if !folder.has(name) {
                // Told already.
                continue;
            }
            let found = folder.read_up_to(name, u64::MAX)?;
            differing.extend(other_row(name, &found, made, &chosen));
        }
        if differing.is_empty() {
            let cells = counted(drawn.len() as u64, "cell");
            let (units, sample) = (self.units(), self.sample(drawn.iter().copied()));
            self.agree(format!(
                "{reached} {units} of {cells} of {all} played again: their rows say what they come to{sample}"
            ));
        }
        if count < all {
            let left = counted(all - count, "cell");
            self.findings.not_proved.push(format!("{left} that were not played again"));
        }
        self.findings.differ.extend(differing);
        Ok(())
    }
}

type Row = (usize, Vec<String>);

/// The first difference in the rows of these cells.
fn other_row(name: &str, found: &[u8], made: &[u8], chosen: &BTreeSet<String>) -> Option<String> {
    let rows = |bytes: &[u8]| -> Option<(Vec<String>, Vec<Row>)> {
        let mut reader = csv::Reader::from_reader(bytes);
        let header = reader.headers().ok()?.iter().map(str::to_owned).collect();
        let mut rows = Vec::new();
        for (number, row) in reader.records().enumerate() {
            let row: Vec<String> = row.ok()?.iter().map(str::to_owned).collect();
            if row.first().is_some_and(|cell| chosen.contains(cell)) {
                rows.push((number + 2, row));
            }
        }
        Some((header, rows))
    };
    let (Some((header, found)), Some((_, made))) = (rows(found), rows(made)) else {
        return Some(format!("{name}: this is no table of this experiment"));
    };
    if found.len() != made.len() {
        let (there, wanted) = (found.len(), made.len());
        return Some(format!("{name}: the cells have {there} rows, and their games make {wanted}"));
    }
    found.iter().zip(&made).find_map(|((line, found), (_, made))| {
        let mut fields = header.iter().zip(found.iter().zip(made));
        let (column, (found, made)) =
            fields.find(|(column, (found, made))| is_of_the_cell(column) && found != made)?;
        Some(format!(
            "{name} line {line}: {column} is {found}, and the games played again make it {made}"
        ))
    })
}

/// Whether a column says what a cell's games come to, and nothing that hangs on other cells or on which
/// games are the same.
fn is_of_the_cell(column: &str) -> bool {
    let others = [
        "joint",
        "p_value",
        "p_holm",
        "verdict",
        "standing",
        "method",
        "_low",
        "_high",
        "distinct",
        "multiplicity",
    ];
    !others.iter().any(|part| column.contains(part))
}
