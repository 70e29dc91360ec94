//! Runs that stop when their question is answered: `pasang run --until decided` and `pasang match`.
//!
//! A run looks after whole turns, later less often. The k-th look has the error probability
//! alpha / (k (k + 1)), and these add up to alpha: the verdict of any look holds (union bound).

use std::iter::successors;

use super::ALPHA;
use crate::run::folder::Folder;
use crate::run::{FolderError, Looked, OpenQuestion};
use crate::text::failure::CommandError;
use crate::text::messages::note;
use crate::text::terminal::is_lively;
use pasang_core::base::text::plural;
use std::path::{Path, PathBuf};

/// Fewest games of a cell at the first look.
const FIRST: u64 = 48;

/// Games grow at least by a quarter from one look to the next: later looks come less often.
const GROWTH: u64 = 4;

/// Numbers of games of a cell at which a run looks whether its question is answered.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    turn: u64,
    /// The most games of a cell.
    pub limit: u64,
    cells: u64,
}

impl Looks {
    /// Plans looks after whole turns of a cell's games, up to `games` of each of `cells` cells.
    pub fn new(turn: u64, games: u64, cells: usize) -> Looks {
        let limit = if games < turn { games } else { games - games % turn };
        Looks { turn, limit, cells: cells as u64 }
    }

    /// Returns the looks of a run without a limit.
    pub fn all(self) -> impl Iterator<Item = u64> {
        let next = move |games: &u64| games + games.div_ceil(GROWTH).next_multiple_of(self.turn);
        successors(Some(FIRST.next_multiple_of(self.turn)), move |games| Some(next(games)))
    }

    /// Returns the first look at this number of games or more.
    pub fn from(self, least: u64) -> u64 {
        self.all().find(|&games| games >= least).unwrap_or(self.limit).min(self.limit)
    }

    /// Returns the looks of a run that stopped at a number of games; `None` if it could stop nowhere else.
    pub fn stopped(self, games: u64) -> Option<Looked> {
        let before = self.all().take_while(|&it| it < games).count() as u64;
        let looked = Looked { looks: before + 1, games, most: self.limit };
        Some(looked).filter(|_| self.from(0) < self.limit)
    }

    /// Returns the error probability of the look at a number of games.
    pub fn error(self, games: u64) -> f64 {
        self.stopped(games).map_or(ALPHA, Looked::error)
    }

    /// Plays from `there` games of a cell on until a look finds nothing `open`, at an error
    /// probability, or the most games are played.
    pub fn play<P>(
        self,
        there: u64,
        mut play: impl FnMut(u64, Option<OpenQuestion>) -> Result<P, CommandError>,
        open: impl Fn(&P, f64) -> Result<Option<String>, CommandError>,
    ) -> Result<P, CommandError> {
        let (mut games, mut look) = (self.from(there), None);
        loop {
            let played = play(games, look)?;
            let open = open(&played, self.error(games))?;
            let Some(words) = open.filter(|_| games < self.limit) else { return Ok(played) };
            let words = words.trim_end_matches('.').to_owned();
            if !is_lively(&std::io::stderr()) {
                note(format_args!("{words}, {} games", games * self.cells));
            }
            look = Some(OpenQuestion { limit: self.limit * self.cells, words });
            games = self.from(games + 1);
        }
    }
}

impl Looked {
    /// Returns the error probability of the last look.
    pub fn error(self) -> f64 {
        let number = self.looks as f64;
        ALPHA / (number * (number + 1.0))
    }

    /// Says where a run stopped, and what holds in spite of the looks.
    pub fn told(self) -> String {
        let Looked { looks, games, most } = self;
        let looks = plural(looks, "look");
        let held = "with 95 % a verdict holds however often the run looked; other intervals are for a fixed number of games";
        match games < most {
            true => {
                format!("Decided after {games} of at most {most} games a cell, in {looks}: {held}.")
            }
            false => format!("Played to the most, {games} games a cell, in {looks}: {held}."),
        }
    }
}

/// Tells where the runs of folders stopped, and returns the error probability that their looks leave.
pub fn stops(folders: &[PathBuf]) -> Result<(Vec<String>, f64), FolderError> {
    let (mut told, mut error) = (Vec::new(), ALPHA);
    for path in folders {
        let manifest = Folder::at(path).manifest()?;
        if let Some(looked) = manifest.and_then(|it| it.looked) {
            let which = match folders {
                [_] => String::new(),
                _ => format!("`{}`: ", path.display()),
            };
            told.push(which + &looked.told());
            error = looked.error().min(error);
        }
    }
    Ok((told, error))
}

/// Returns the number of games of a cell that a folder's experiment has; 0 without one. Says so if it goes
/// on to them before it looks.
pub fn games_in(out: &Path) -> u64 {
    let folder = Folder::at(out);
    let games = folder.experiment().map_or(0, |experiment| experiment.games);
    if games > 0 && folder.manifest().is_ok_and(|it| it.is_some_and(|it| !it.finished)) {
        let out = out.display();
        note(format_args!(
            "`{out}` goes on to {games} games a cell, as it was begun, and then looks"
        ));
    }
    games
}
