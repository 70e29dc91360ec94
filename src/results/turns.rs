//! Who added the games of a folder, and when: what may differ between two equal runs. It proves
//! nothing, and no result is made from it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::FolderError;
use super::folder::{Folder, RUN_INFO};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It has not ended, or nobody has seen it end.
    Playing,
    /// All that was to be played is there.
    Done,
    Stopped,
    /// It was killed, or it failed: the next run saw that it had not ended.
    BrokenOff,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The part of the games that it was about, where that is not all of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<String>,
    /// How many games it added, or matches.
    pub games: u64,
    pub ended: End,
    /// The program, the machine and the time: told, and asked for by nothing.
    #[serde(flatten)]
    pub about: Map<String, Value>,
}

/// All runs that added games to a folder, the first one first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turns {
    pub runs: Vec<Turn>,
}

impl Folder {
    pub fn turns(&self) -> Result<Turns, FolderError> {
        if !self.has(RUN_INFO) {
            return Ok(Turns::default());
        }
        let bytes = self.read(RUN_INFO)?;
        serde_json::from_slice(&bytes).map_err(|error| {
            let what = format!("this does not tell of runs: {error}");
            let help = "move it away: the games are there without it".to_owned();
            FolderError::Damaged(self.file(RUN_INFO), what, Some(help))
        })
    }

    /// Writes down the runs that added games, if there are any.
    pub fn write_turns(&self, turns: &Turns) -> Result<(), FolderError> {
        if turns.runs.is_empty() {
            return self.remove(RUN_INFO);
        }
        // A struct of texts and numbers always serialises.
        let text = serde_json::to_string_pretty(turns).unwrap_or_default() + "\n";
        self.write(RUN_INFO, text.as_bytes())
    }
}

impl Turns {
    /// Whether the last run that added games was of this version and commit of the program; `None`
    /// where no run is recorded.
    pub fn is_of_this_program(&self) -> Option<bool> {
        let own = [
            ("version", Value::from(env!("CARGO_PKG_VERSION"))),
            ("commit", Value::from(option_env!("PASANG_COMMIT"))),
        ];
        let last = self.runs.last()?;
        Some(own.iter().all(|(key, value)| last.about.get(*key) == Some(value)))
    }

    /// Adds the runs that another folder tells of, which was such a part of the games.
    pub fn add_part(&mut self, other: Turns, shard: Option<&str>) {
        self.runs.extend(
            other.runs.into_iter().map(|turn| Turn {
                shard: turn.shard.or_else(|| shard.map(str::to_owned)),
                ..turn
            }),
        );
    }

    /// What a run that was broken off could not tell any more is told for it, from how many games
    /// are there; whether there was such a run.
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

/// Writes down a run while it plays.
#[derive(Debug)]
pub struct Ledger<'f> {
    folder: &'f Folder,
    turns: Turns,
    turn: Turn,
    begin: Instant,
    /// When it was written down last.
    written: Option<Instant>,
    /// What is written down is not what is there.
    is_stale: bool,
}

impl Ledger<'_> {
    /// The ledger of a run that begins, on so many threads, with so many games in the folder. The
    /// run is to be written down before its first game is.
    pub fn open(
        folder: &Folder,
        shard: Option<String>,
        threads: usize,
        games: u64,
    ) -> Result<Ledger<'_>, FolderError> {
        let mut turns = folder.turns()?;
        let is_stale = turns.settle(games);
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let mut about = Map::new();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        for (key, value) in [
            ("program", env!("CARGO_PKG_NAME").into()),
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("commit", option_env!("PASANG_COMMIT").into()),
            ("host", host.trim().into()),
            ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).into()),
            ("threads", threads.into()),
            ("begun", utc(now.as_secs()).into()),
        ] {
            about.insert(key.to_owned(), value);
        }
        let turn = Turn { shard, games: 0, ended: End::Playing, about };
        let begin = Instant::now();
        Ok(Ledger { folder, turns, turn, begin, written: None, is_stale })
    }

    /// Counts games that are about to be written down, played by engines that say this of
    /// themselves, and tells of them at first and then every so often: who is killed cannot tell of it later.
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

    /// Tells how the run ended, where it added games.
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
        let mut runs = self.turns.runs.clone();
        runs.extend((self.turn.games > 0).then(|| self.turn.clone()));
        self.folder.write_turns(&Turns { runs })
    }
}

/// So many seconds after 1970 began, as people read it (Howard Hinnant, "chrono-compatible low-level
/// date algorithms").
fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Counted from March, so that the day that is not always there comes last.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (year + 400 * era, month + 3),
        _ => (year + 400 * era + 1, month - 9),
    };
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `date --utc --date=@N +%FT%TZ`.
    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, told) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), told);
        }
    }

    fn turn(games: u64, ended: End) -> Turn {
        Turn { shard: None, games, ended, about: Map::new() }
    }

    #[test]
    fn what_a_killed_run_added_is_what_nobody_else_did() {
        let (done, playing) = (End::Done, End::Playing);
        let settled = |runs: &[Turn], games| {
            let mut turns = Turns { runs: runs.to_vec() };
            (turns.settle(games), turns.runs)
        };
        let killed = turn(30, End::BrokenOff);
        // It told of 20, and had written 30 when it was killed.
        let before = [turn(70, done), turn(20, playing)];
        assert_eq!(settled(&before, 100), (true, vec![turn(70, done), killed]));
        // What it told of never came to the disk.
        assert_eq!(settled(&before, 70), (true, vec![turn(70, done)]));
        // Of games that nobody told of nothing is said.
        for runs in [vec![], vec![turn(70, done)]] {
            assert_eq!(settled(&runs, 100), (false, runs.clone()));
        }
    }

    #[test]
    fn what_was_told_before_and_by_others_is_kept() {
        let old = br#"{"runs": [{"program": "pasang", "commit": null, "games": 7, "ended": "done", "seconds": 0.5}]}"#;
        let turns = serde_json::from_slice::<Turns>(old).unwrap();
        assert_eq!((turns.runs.len(), turns.runs[0].games), (1, 7));
        let text = serde_json::to_vec(&turns).unwrap();
        assert_eq!(serde_json::from_slice::<Turns>(&text).unwrap(), turns);
        assert_eq!(turns.runs[0].about["seconds"], 0.5);
        assert!(turns.runs[0].about.contains_key("commit"));
        for none in ["", "[]", "{}", "{\"runs\": 1}", "{\"runs\": [{}]}"] {
            assert!(serde_json::from_str::<Turns>(none).is_err(), "{none}");
        }
    }
}
