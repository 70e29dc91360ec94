//! Records the runs that added games to a folder, with machine and time: all that may differ
//! between two equal runs. It proves nothing, and no result depends on it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::FolderError;
use super::folder::{Folder, RUN_INFO};

/// Interval between syncs of the journal to disk.
pub const SAVE_EVERY: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It is running, or was killed and no later run has noticed yet.
    Playing,
    /// All games are there.
    Done,
    Stopped,
    /// It was killed or failed: the next run found that it had not ended.
    BrokenOff,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunEntry {
    /// The shard of the games that the run was about; `None` for all of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<String>,
    /// The number of games, or matches, that it added.
    pub games: u64,
    pub ended: End,
    /// The program, the machine and the time: for information only.
    #[serde(flatten)]
    pub about: Map<String, Value>,
}

/// All runs that added games to a folder, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunHistory {
    pub runs: Vec<RunEntry>,
}

impl Folder {
    pub fn history(&self) -> Result<RunHistory, FolderError> {
        if !self.has(RUN_INFO) {
            return Ok(RunHistory::default());
        }
        let bytes = self.read(RUN_INFO)?;
        serde_json::from_slice(&bytes).map_err(|error| {
            let what = format!("this does not tell of runs: {error}");
            let help = "move it away: the games are there without it".to_owned();
            FolderError::Damaged(self.file(RUN_INFO), what, Some(help))
        })
    }

    /// Writes the runs that added games; removes the file if there are none.
    pub fn write_history(&self, history: &RunHistory) -> Result<(), FolderError> {
        if history.runs.is_empty() {
            return self.remove(RUN_INFO);
        }
        // A struct of texts and numbers always serialises.
        let text = serde_json::to_string_pretty(history).unwrap_or_default() + "\n";
        self.write(RUN_INFO, text.as_bytes())
    }
}

impl RunHistory {
    /// Returns whether the last run that added games was of this version and commit of the program;
    /// `None` if no run is recorded.
    pub fn is_of_this_program(&self) -> Option<bool> {
        let own = [
            ("version", Value::from(env!("CARGO_PKG_VERSION"))),
            ("commit", Value::from(option_env!("PASANG_COMMIT"))),
        ];
        let last = self.runs.last()?;
        Some(own.iter().all(|(key, value)| last.about.get(*key) == Some(value)))
    }

    /// Adds the runs recorded in another folder, which holds the shard `shard` of the games.
    pub fn add_part(&mut self, other: RunHistory, shard: Option<&str>) {
        self.runs.extend(other.runs.into_iter().map(|turn| RunEntry {
            shard: turn.shard.or_else(|| shard.map(str::to_owned)),
            ..turn
        }));
    }

    /// Closes the record of a run that was killed, from the number of games that are there. Returns
    /// whether there was such a run.
    fn settle(&mut self, games: u64) -> bool {
        let Some((last, before)) = self.runs.split_last_mut() else { return false };
        if last.ended != End::Playing {
            return false;
        }
        let there = games.saturating_sub(before.iter().map(|turn| turn.games).sum());
        last.games = there;
        last.ended = End::BrokenOff;
        if last.games == 0 {
            self.runs.pop();
        }
        true
    }
}

/// Records a run while it plays.
#[derive(Debug)]
pub struct RunLog<'f> {
    folder: &'f Folder,
    history: RunHistory,
    turn: RunEntry,
    begin: Instant,
    /// The time of the last write.
    written: Option<Instant>,
    /// `true` if the file differs from the record.
    is_stale: bool,
}

impl RunLog<'_> {
    /// Starts the record of a run on `threads` threads, in a folder of `games` games. The run must
    /// be recorded before its first game is.
    pub fn open(
        folder: &Folder,
        shard: Option<String>,
        threads: usize,
        games: u64,
    ) -> Result<RunLog<'_>, FolderError> {
        let mut history = folder.history()?;
        let is_stale = history.settle(games);
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let host = host.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let about = [
            ("program", env!("CARGO_PKG_NAME").into()),
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("commit", option_env!("PASANG_COMMIT").into()),
            ("host", host.trim().into()),
            ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).into()),
            ("threads", threads.into()),
            ("begun", utc(now.as_secs()).into()),
        ];
        let about =
            about.map(|(key, value): (&str, Value)| (key.to_owned(), value)).into_iter().collect();
        let turn = RunEntry { shard, games: 0, ended: End::Playing, about };
        let begin = Instant::now();
        Ok(RunLog { folder, history, turn, begin, written: None, is_stale })
    }

    /// Counts games that are about to be written, with the identities of the engines that played
    /// them. Writes the record at once and then at intervals of `every`, since a killed run cannot
    /// write it later.
    pub fn add(
        &mut self,
        games: u64,
        engines: BTreeMap<String, String>,
        every: Duration,
    ) -> Result<(), FolderError> {
        self.turn.games += games;
        if !engines.is_empty() {
            self.turn.about.insert("engines".to_owned(), engines.into_iter().collect());
        }
        if self.written.is_none_or(|at| at.elapsed() > every) {
            self.write()?;
        }
        Ok(())
    }

    /// Records how the run ended, if it added games.
    pub fn end(mut self, end: End) -> Result<(), FolderError> {
        self.turn.ended = end;
        if self.turn.games > 0 || self.is_stale { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), FolderError> {
        let seconds = self.begin.elapsed().as_secs_f64();
        let speed = self.turn.games as f64 / seconds.max(f64::MIN_POSITIVE);
        self.turn.about.insert("seconds".to_owned(), seconds.into());
        self.turn.about.insert("games_per_second".to_owned(), speed.into());
        self.written = Some(Instant::now());
        let mut runs = self.history.runs.clone();
        runs.extend((self.turn.games > 0).then(|| self.turn.clone()));
        self.folder.write_history(&RunHistory { runs })
    }
}

/// Formats the time `seconds` after the start of 1970 in UTC (Howard Hinnant, "chrono-compatible
/// low-level date algorithms").
pub fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Counts from March, so that the leap day comes last.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (year + 400 * era, month + 3),
        _ => (year + 400 * era + 1, month - 9),
    };
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}
