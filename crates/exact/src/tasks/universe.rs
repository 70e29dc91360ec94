//! Whole games solved, pattern by pattern, into a file that is a prefix of itself at any time.

mod against;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::in_order::in_order;
use pasang_core::base::digest::digest_of;
use pasang_core::base::fault::in_words;
use crate::growing::{Growing, may_be_cut};
use pasang_core::base::halt::Halt;
use pasang_core::base::random::Key;
use pasang_core::board::Side;
use pasang::experiment::schedule::Shard;
use pasang_core::games::Game;
use pasang_core::games::rules::{Named, Work};
use pasang_core::games::setup::{Setup, fourfold, fourfold_count};
use pasang_core::players::search::{Extent, Pairs, Solver, solve, standing, winner_word};
use pasang::results::FolderError;
use pasang::stats::tables::{UniverseRow, universe};

pub use against::{Found, Judged, against};

/// What is to be solved.
#[derive(Clone, Debug)]
pub struct Universe {
    /// How large the boards are.
    pub side: Side,
    /// By which rules.
    pub rules: Named,
    /// Patterns in the order of this seed; without one by number.
    pub seed: Option<u64>,
    /// So many patterns at most.
    pub patterns: Option<u64>,
    /// Which part of them.
    pub shard: Shard,
    /// The most positions for a pair.
    pub limit: Option<u64>,
    /// The MiB of each thread's table.
    pub hash: u32,
}

/// What came of it.
#[derive(Debug)]
pub struct Solved {
    /// How many patterns the file has.
    pub rows: usize,
    /// How many it has once all are solved.
    pub of: usize,
    /// The file's SHA-256.
    pub digest: String,
}

/// Why nothing was solved.
#[derive(Debug, thiserror::Error)]
pub enum UniverseError {
    /// A file that cannot be read or written.
    #[error("cannot {1} `{path}`: {why}", path = .0.display(), why = in_words(.2))]
    File(PathBuf, &'static str, io::Error),
    /// A results folder that cannot be used.
    #[error(transparent)]
    Folder(FolderError),
    /// Parts that do not make a whole.
    #[error("{0}")]
    Parts(String),
    /// A file with other rows.
    #[error("`{path}` is not the beginning of what is asked for: line {1} is another", path = .0.display())]
    Other(PathBuf, usize),
}

impl Universe {
    /// The numbers of the patterns, in order.
    fn numbers(&self) -> Vec<(u64, u64)> {
        let mut numbers: Vec<u64> = (0..fourfold_count(self.side)).collect();
        if let Some(seed) = self.seed {
            let side = [self.side.length() as u8];
            Key::new(seed, &[b"universe", &side]).stream(0).shuffle(&mut numbers);
        }
        numbers.truncate(self.patterns.unwrap_or(u64::MAX).try_into().unwrap_or(usize::MAX));
        let Shard { part, of } = self.shard;
        let placed = (0..).zip(numbers);
        placed.filter(|(place, _)| place % of == part - 1).collect()
    }

    /// Solves what the file lacks, with so many threads, and adds it row by row. `tell` is told how
    /// many rows there are of how many.
    ///
    /// # Errors
    /// When the file cannot be read or written, or begins with something else.
    pub fn solve(
        &self,
        out: &Path,
        threads: usize,
        halt: &Halt,
        mut tell: impl FnMut(usize, usize),
    ) -> Result<Solved, UniverseError> {
        let failed = |what| move |error| UniverseError::File(out.to_owned(), what, error);
        let numbers = self.numbers();
        let setups: Vec<(u64, Setup)> = numbers
            .iter()
            .filter_map(|&(place, number)| Some((place, fourfold(self.side, number)?)))
            .collect();
        let (mut file, text) = Growing::open(out).map_err(failed("go on with"))?;
        let done = self.rows_there(&text, &setups, out)?;
        // What was cut off in the middle of a line is written again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.cut(whole).map_err(failed("write"))?;
        if whole == 0 {
            let header = universe().csv(std::iter::empty());
            file.put(&header).map_err(failed("write"))?;
        }
        tell(done, setups.len());
        let mut written = done;
        let places: Vec<usize> = (done..setups.len()).collect();
        let solve = |index: usize| {
            let (place, setup) = &setups[index];
            let row =
                self.rules.rules.play(SolveWhole { universe: self, place: *place, setup, halt });
            // What was stopped is not known.
            (!halt.is_set()).then_some(row)
        };
        in_order(&places, (threads, halt), solve, |_, row| {
            file.put(&universe().csv_rows(std::iter::once(row)))?;
            written += 1;
            tell(written, setups.len());
            Ok(())
        })
        .map_err(failed("write"))?;
        let bytes = std::fs::read(out).map_err(failed("read"))?;
        Ok(Solved { rows: written, of: setups.len(), digest: digest_of(&bytes) })
    }

    /// How many of the rows a file has, which must be the first ones.
    fn rows_there(
        &self,
        text: &str,
        setups: &[(u64, Setup)],
        out: &Path,
    ) -> Result<usize, UniverseError> {
        let header = String::from_utf8_lossy(&universe().csv(std::iter::empty())).into_owned();
        let other = |line| UniverseError::Other(out.to_owned(), line);
        let (whole, cut) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        if whole.is_empty() {
            // Only what this program may have begun to write is dropped.
            return if header.starts_with(cut) { Ok(0) } else { Err(other(1)) };
        }
        let rows = whole.strip_prefix(&header).ok_or(other(1))?;
        let commas = header.matches(',').count();
        let mut count = 0;
        for (index, row) in rows.lines().enumerate() {
            let begin = setups.get(index).map(|(place, setup)| self.begin(*place, setup));
            let sound = begin.is_some_and(|begin| row.starts_with(&begin));
            if !sound || row.matches(',').count() != commas {
                return Err(other(index + 2));
            }
            count += 1;
        }
        let next = setups.get(count).map(|(place, setup)| self.begin(*place, setup));
        if !cut.is_empty() && !next.is_some_and(|begin| may_be_cut(cut, &begin)) {
            return Err(other(count + 2));
        }
        Ok(count)
    }

    /// How a pattern's row begins.
    fn begin(&self, place: u64, setup: &Setup) -> String {
        let row = self.row(place, setup);
        let limit = row.limit.map_or_else(String::new, |limit| limit.to_string());
        [row.place.to_string(), row.setup, row.rows, row.rules, limit].join(",") + ","
    }

    /// A row of which nothing is proved yet.
    fn row(&self, place: u64, setup: &Setup) -> UniverseRow {
        UniverseRow {
            place,
            setup: setup.name.clone(),
            rows: setup.board().trim_end().replace('\n', "/"),
            rules: self.rules.name.clone(),
            limit: self.limit,
            ..UniverseRow::default()
        }
    }
}

/// Puts parts together, in the order of their rows' places.
///
/// # Errors
/// When a part is no such file, or the parts do not make a whole.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<Solved, UniverseError> {
    let header = String::from_utf8_lossy(&universe().csv(std::iter::empty())).into_owned();
    let wrong = |what: String| UniverseError::Parts(what);
    let mut rows: BTreeMap<u64, String> = BTreeMap::new();
    for part in parts {
        let text = std::fs::read_to_string(part)
            .map_err(|error| UniverseError::File(part.clone(), "read", error))?;
        let name = part.display();
        let lines = text
            .strip_prefix(&header)
            .filter(|_| text.ends_with('\n'))
            .ok_or_else(|| wrong(format!("`{name}` is no whole file of solved patterns")))?;
        for line in lines.lines() {
            let place = line.split(',').next().and_then(|place| place.parse().ok());
            let place =
                place.ok_or_else(|| wrong(format!("`{name}` has a row without a place")))?;
            if rows.insert(place, line.to_owned()).is_some_and(|other| other != line) {
                return Err(wrong(format!(
                    "`{name}` has another row {place} than a part before it"
                )));
            }
        }
    }
    if let Some(missing) = (0..).zip(rows.keys()).find_map(|(at, &it)| (at != it).then_some(at)) {
        return Err(wrong(format!(
            "none of the parts has row {missing}: give every part of one run"
        )));
    }
    if out.exists() {
        return Err(wrong(format!("`{}` is there already; nothing was written", out.display())));
    }
    let whole = rows.values().fold(header, |whole, row| whole + row + "\n");
    std::fs::write(out, &whole)
        .map_err(|error| UniverseError::File(out.to_owned(), "write", error))?;
    Ok(Solved { rows: rows.len(), of: rows.len(), digest: digest_of(whole.as_bytes()) })
}

/// Results as the file has them, by their standing.
const LETTERS: [char; 4] = ['f', 'd', 's', 'o'];

/// Solves the game from one setup.
struct SolveWhole<'u> {
    universe: &'u Universe,
    place: u64,
    setup: &'u Setup,
    halt: &'u Halt,
}

impl Work for SolveWhole<'_> {
    type Output = UniverseRow;

    fn with<G: Game>(self, game: &G) -> UniverseRow {
        let Universe { hash, limit, .. } = *self.universe;
        let row = self.universe.row(self.place, self.setup);
        let start = game.start(self.setup.stones);
        let Some(mut pairs) = Pairs::of(game, &start) else { return row };
        let mut solver = Solver::new(hash);
        solver.watched_by(self.halt.clone());
        let limit = limit.unwrap_or(u64::MAX);
        let asked = (Extent::Outcome, u64::MAX, limit);
        pairs.prove(&mut solver, (game, &start), asked, |_| !self.halt.is_set());
        let result = pairs.result();
        let margin = match result.value() {
            Some(0) => Some(0),
            Some(_) => {
                let roots: Vec<u32> = (0..game.count(&start, &mut Vec::new())).collect();
                let asked = (Extent::Margin, limit.saturating_mul(pairs.all.len() as u64));
                solve(&mut solver, game, &start, &roots, asked).margin.value()
            }
            None => None,
        };
        let mut columns = [const { Vec::new() }; 4];
        for column in pairs.columns() {
            columns[standing(column.result)].push(game.word(&start, column.first));
        }
        let letters = pairs.all.iter().map(|pair| LETTERS[standing(pair.solution.result)]);
        UniverseRow {
            winner: winner_word(result),
            margin: margin.map(i64::from),
            columns: columns.map(|words| words.join("/")),
            pairs: pairs.counts(),
            results: letters.collect(),
            ..row
        }
    }
}
