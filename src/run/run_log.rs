//! Records the runs that added games to a folder, with machine and time: all that may differ
//! between two equal runs. It proves nothing, and no result depends on it.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::FolderError;
use super::folder::{Folder, RUN_INFO};

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

/// All runs that added games to a folder, in order; while one plays, it is the last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunLog {
    runs: Vec<Entry>,
    /// `true` if the file differs.
    #[serde(skip)]
    is_stale: bool,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    /// The shard of the games that the run was about; `None` for all of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    shard: Option<String>,
    /// The number of games that it added.
    games: u64,
    ended: End,
    /// The program, the machine and the time: for information only.
    #[serde(flatten)]
    about: Map<String, Value>,
}

impl Folder {
    pub fn run_log(&self) -> Result<RunLog, FolderError> {
        if !self.has(RUN_INFO) {
            return Ok(RunLog::default());
        }
        let bytes = self.read(RUN_INFO)?;
        serde_json::from_slice(&bytes).map_err(|error| {
            let what = format!("this does not tell of runs: {error}");
            let help = "move it away: the games are there without it".to_owned();
            FolderError::Damaged(self.file(RUN_INFO), what, Some(help))
        })
    }

    /// Writes the runs that added games; removes the file if there are none.
    pub fn write_log(&self, log: &RunLog) -> Result<(), FolderError> {
        let runs: Vec<Entry> = log.runs.iter().filter(|run| run.games > 0).cloned().collect();
        if runs.is_empty() {
            return self.remove(RUN_INFO);
        }
        // A struct of texts and numbers always serialises.
        let log = RunLog { runs, is_stale: false };
        let text = serde_json::to_string_pretty(&log).unwrap_or_default() + "\n";
        self.write(RUN_INFO, text.as_bytes())
    }
}

impl RunLog {
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

    /// Lists what is known of the program and machine of each run.
    pub fn about(&self) -> impl Iterator<Item = &Map<String, Value>> {
        self.runs.iter().map(|run| &run.about)
    }

    /// Adds the runs recorded in another folder, which holds the shard `shard` of the games.
    pub fn add_part(&mut self, other: RunLog, shard: Option<&str>) {
        let of_shard = |run: Entry| {
            let shard = run.shard.or_else(|| shard.map(str::to_owned));
            Entry { shard, ..run }
        };
        self.runs.extend(other.runs.into_iter().map(of_shard));
    }

    /// Begins a run on `threads` threads, in a folder of `games` games.
    pub fn begin(&mut self, shard: Option<String>, threads: usize, games: u64) {
        self.is_stale = self.settle(games);
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
        self.runs.push(Entry { shard, games: 0, ended: End::Playing, about });
    }

    /// Closes the record of a run that was killed, from the number of games that are there. Returns
    /// whether there was such a run.
    fn settle(&mut self, games: u64) -> bool {
        let Some((last, before)) = self.runs.split_last_mut() else { return false };
        if last.ended != End::Playing {
            return false;
        }
        let there = games.saturating_sub(before.iter().map(|run| run.games).sum());
        last.games = there;
        last.ended = End::BrokenOff;
        if last.games == 0 {
            self.runs.pop();
        }
        true
    }

    /// Counts games of the run that plays, with the identities of the engines that played them.
    pub fn add(&mut self, games: u64, engines: BTreeMap<String, String>) {
        let Some(run) = self.runs.last_mut() else { return };
        run.games += games;
        if !engines.is_empty() {
            run.about.insert("engines".to_owned(), engines.into_iter().collect());
        }
    }

    /// Records how long the run has played.
    pub fn time(&mut self, seconds: f64) {
        let Some(run) = self.runs.last_mut() else { return };
        let speed = run.games as f64 / seconds.max(f64::MIN_POSITIVE);
        run.about.insert("seconds".to_owned(), seconds.into());
        run.about.insert("games_per_second".to_owned(), speed.into());
    }

    /// Records how the run ended. Returns whether the file is to be written again.
    pub fn end(&mut self, end: End) -> bool {
        let Some(run) = self.runs.last_mut() else { return self.is_stale };
        run.ended = end;
        run.games > 0 || self.is_stale
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
