//! The games of a journal, played again.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::Search;
use crate::base::random::Key;
use crate::base::words::counted;
use crate::experiment::schedule::GameId;
use crate::playing::journal::difference;
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
            let known = Known::read(&opened.folder, opened, played, self.workers)?;
            self.tables(None, &known)?;
        }
        match games {
            Some(games) if games < rows => {
                self.play_some(draw(self.opened.manifest.seed, games, rows), &prefix)?;
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

    /// Plays all games of the journal again.
    fn play_all(&mut self, prefix: &Prefix) -> Result<(), FolderError> {
        if prefix.played.reached == 0 {
            // There may not even be a header.
            return Ok(());
        }
        let Opened { folder, prepared, .. } = &self.opened;
        let (form, schedule) = (prepared.form(), &prefix.played.schedule);
        let differs = |what: String| FolderError::Damaged(folder.file(JOURNAL), what);
        let mut journal = Rows::of(folder, prepared, schedule)?;
        let compare = |batch: Batch| {
            let mut made = batch.rows.split(|&byte| byte == b'\n');
            for _ in 0..batch.games {
                let Some(Entry { place, lines, .. }) = journal.next()? else {
                    return Err(differs("it ends too early".to_owned()));
                };
                let found = lines.split(|&byte| byte == b'\n');
                for (line, (found, made)) in (form.line(place)..).zip(found.zip(&mut made)) {
                    if found != made {
                        let what = difference(found, made, form);
                        return Err(differs(format!("line {line}: played again, {what}")));
                    }
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
        let (schedule, asked) = (&prefix.played.schedule, drawn.len() as u64);
        drawn.retain(|&place| self.opened.experiment().is_seeded(schedule.game(place).cell));
        let outside = asked - drawn.len() as u64;
        if outside > 0 {
            let games = counted(outside, "game");
            self.agree(format!(
                "{games} by players from outside: every move is legal, and no seed brings them back"
            ));
            if drawn.is_empty() {
                return Ok(());
            }
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
                || (Player::new(prepared).heeding(halt), Vec::new()),
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
        let differing: Vec<String> = self.workers.install(play).into_iter().flatten().collect();
        if differing.is_empty() && !halt.is_set() {
            let of = prefix.played.reached;
            let drawn = if asked < of { ", drawn by the seed," } else { "" };
            self.agree(format!(
                "{} of {of} {}{drawn} played again: all equal",
                rows.len(),
                self.units()
            ));
        }
        self.findings.differ.extend(differing);
        Ok(())
    }
}

/// So many places below `of`, in order, drawn by the seed.
pub(super) fn draw(seed: u64, count: u64, of: u64) -> Vec<u64> {
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
