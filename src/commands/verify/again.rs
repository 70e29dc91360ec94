//! The games of a folder, played again: those of its journal, or, where the journal was left out, all of
//! them.

use std::collections::BTreeSet;
use std::io::{Seek, Write};

use rayon::prelude::*;

use super::Search;
use crate::base::digest::Digester;
use crate::base::random::Key;
use crate::base::words::counted;
use crate::commands::options::some_of;
use crate::experiment::schedule::{GameId, Schedule};
use crate::playing::journal::{Form, difference};
use crate::playing::player::Player;
use crate::playing::{Batch, Played};
use crate::results::folder::{JOURNAL, MANIFEST};
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
            self.tables(&known)?;
        }
        self.play_again(games.filter(|&games| games < rows), &prefix)?;
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

    /// Plays games again, so many that are drawn or all of them; of those, the ones that come from the seed.
    fn play_again(&mut self, games: Option<u64>, prefix: &Prefix) -> Result<(), FolderError> {
        let (schedule, of) = (&prefix.played.schedule, prefix.played.reached);
        let experiment = self.opened.experiment();
        let is_seeded = |place: &u64| experiment.is_seeded(schedule.game(*place).cell);
        let seeded = (0..of).filter(is_seeded).count() as u64;
        let drawn = games.map(|games| draw(self.sample_seed, games, of));
        let drawn: Option<BTreeSet<u64>> =
            drawn.map(|all| all.into_iter().filter(is_seeded).collect());
        let wanted = drawn.as_ref().map_or(seeded, |drawn| drawn.len() as u64);
        if seeded < of {
            let games = counted(of - seeded, "game");
            self.agree(format!(
                "{games} by players from outside: every move is legal, and no seed brings the others back"
            ));
            self.findings.not_proved.push(format!("what players from outside chose in {games}"));
        }
        if drawn.is_some() {
            let left = counted(seeded - wanted, "game");
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
                let number = |&place: &u64| schedule.game(place).number;
                let sample = drawn
                    .as_ref()
                    .map_or_else(String::new, |drawn| self.sample(drawn.iter().map(number)));
                let units = self.units();
                self.agree(format!("{equal} of {of} {units} played again: {all} equal{sample}"));
            }
        }
        Ok(())
    }

    /// Plays games of the journal again, those that are wanted and come from the seed: how many are equal up to the first
    /// that is not, and what is said of that one.
    fn compare(
        &self,
        schedule: &Schedule,
        is_wanted: impl Fn(u64) -> bool,
    ) -> Result<(u64, Option<String>), FolderError> {
        let Opened { folder, prepared, .. } = &self.opened;
        let halt = self.interrupt.halt();
        let mut journal = Rows::of(folder, prepared, schedule)?;
        let mut equal = 0;
        loop {
            let mut rows: Vec<(GameId, u64, Vec<u8>)> = Vec::new();
            while rows.len() < AT_ONCE
                && let Some(Entry { id, place, lines }) = journal.next()?
            {
                if is_wanted(place) && prepared.experiment().is_seeded(id.cell) {
                    rows.push((id, place, lines.to_vec()));
                }
            }
            let compared: Vec<Option<Result<(), String>>> = self.workers.install(|| {
                let player = || (Player::new(prepared).with_halt(halt, false), Vec::new());
                let compare =
                    |(player, made): &mut (Player<'_>, Vec<u8>),
                     (id, place, found): &(GameId, u64, Vec<u8>)| {
                        player.play(*id).filter(|()| !halt.is_set())?;
                        made.clear();
                        player.write_rows(*id, made);
                        Some(first_other(prepared.form(), *place, found, made))
                    };
                rows.par_iter().map_init(player, compare).collect()
            });
            for compared in compared.into_iter().flatten() {
                match compared {
                    Ok(()) => equal += 1,
                    Err(other) => return Ok((equal, Some(other))),
                }
            }
            if rows.len() < AT_ONCE || halt.is_set() {
                return Ok((equal, None));
            }
        }
    }
}

/// So many games are played again at a time.
const AT_ONCE: usize = 4096;

/// Whether rows are those that were made now; else the first that is another.
fn first_other(form: Form, place: u64, found: &[u8], made: &[u8]) -> Result<(), String> {
    let [found, made] = [found, made].map(|rows| rows.split(|&byte| byte == b'\n'));
    let mut others =
        (form.line(place)..).zip(found.zip(made)).filter(|(_, (found, made))| found != made);
    others.next().map_or(Ok(()), |(line, (found, made))| {
        Err(format!("line {line}: played again, {}", difference(found, made, form)))
    })
}

/// More that were drawn are not named.
const NAMED: usize = 10;

impl Search<'_> {
    /// What was drawn by chance, and how to draw the same again.
    fn sample(&self, drawn: impl ExactSizeIterator<Item = u64>) -> String {
        let named = some_of(drawn.map(|number| number.to_string()), NAMED);
        format!("; drawn by `--sample-seed {}`: {named}", self.sample_seed)
    }
}

/// So many places below `of`, in order.
fn draw(seed: u64, count: u64, of: u64) -> BTreeSet<u64> {
    // Floyd's sampling: count draws, whatever `of` is.
    let mut stream = Key::new(seed, &[b"verify"]).stream(0);
    let mut drawn = BTreeSet::new();
    for last in of - count..of {
        let place = stream.below_u64(last + 1);
        if !drawn.insert(place) {
            drawn.insert(last);
        }
    }
    drawn
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
        // A file without a name: nothing is left of it however the program ends.
        let write = |error| FolderError::Write(std::env::temp_dir(), error);
        let mut journal = tempfile::tempfile().map_err(write)?;
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
        self.workers.play(prepared, &mut played, self.interrupt, record)?;
        if !played.is_all() {
            return Ok(());
        }
        let of = played.reached;
        let known = Known::read(&self.opened, played, self.workers, || {
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
