//! Tables of any game's results: what their columns mean, and one row after the other. [`answer`] tells
//! what each seat is worth.
//!
//! ```
//! use pasang_balance::table::{Table, TableOptions};
//!
//! let mut table = Table::new(&["map", "winner", "games"], &TableOptions::default())?;
//! table.add(2, &["hills", "first", "31"])?;
//! table.add(3, &["hills", "second", "9"])?;
//! let row = &table.answer()?.rows[0];
//! assert!(row.score.low > 0.6 && row.score.high < 0.9);
//! # Ok::<(), pasang_balance::table::TableError>(())
//! ```

pub mod answer;
mod cells;
mod columns;
pub mod csv_file;
mod effects;
mod facts;
pub mod gate;
mod openings;
mod share;
mod skill;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use pasang_core::base::diagnostic::sanitized;

use self::columns::{BOT, BOTS, CLASS, Columns, FIRST, GAMES, PATTERN, RATINGS, REPLY, Told};

pub use self::answer::{Answer, ClassAnswer, SeatRow};
pub use self::effects::OptionEffect;
pub use self::facts::FactAnswer;
pub use self::gate::{Gate, Verdict};
pub use self::openings::{Opening, OpeningCell};
pub use self::share::Share;

/// Names of a table's columns, and those of them that are options of the rules, and facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// Meanings with the names of their columns.
    pub columns: Vec<(String, String)>,
    /// Columns that are options of the rules.
    pub factors: Vec<String>,
    /// Columns that are facts: numbers, whose means are wanted.
    pub facts: Vec<String>,
}

impl TableOptions {
    /// Reads names of columns, `MEANING=NAME` each.
    ///
    /// # Errors
    /// If one is none.
    pub fn of(
        columns: &[String],
        factors: Vec<String>,
        facts: Vec<String>,
    ) -> Result<TableOptions, TableError> {
        let pair = |it: &String| {
            let (meaning, name) = it.split_once('=').ok_or_else(|| {
                wrong(
                    format!("`{it}` is no name of a column"),
                    "write MEANING=NAME, as `pattern=map`",
                )
            })?;
            Ok((meaning.trim().to_owned(), name.trim().to_owned()))
        };
        let columns = columns.iter().map(pair).collect::<Result<_, TableError>>()?;
        Ok(TableOptions { columns, factors, facts })
    }
}

/// Reason why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// Row, as the caller numbers it.
    pub row: Option<u64>,
    /// The fault.
    pub what: String,
    /// The remedy.
    pub help: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row.map_or(String::new(), |row| format!("row {row}: "));
        write!(f, "{row}{}; {}", self.what, self.help)
    }
}

impl Error for TableError {}

fn wrong(what: impl Into<String>, help: impl Into<String>) -> TableError {
    TableError { row: None, what: what.into(), help: help.into() }
}

/// Limits of what is kept, so that memory and time are bounded.
const MOST_SEATS: usize = 16;
const MOST_PATTERNS: usize = 100_000;
const MOST_PLAYERS: usize = 20_000;
const MOST_SUMS: usize = 1_000_000;
const MOST_GAMES: u64 = 1 << 53;
/// Fewest games that tell of a share, or of a mean.
const LEAST_GAMES: u64 = 5;
/// Squares of larger ones could not be added up.
const MOST_FACT: f64 = 1e100;
/// Tens of points that a rating may be from the mean of its game: beyond, upsets tell of the ratings, not of
/// the seat.
const MOST_FAR: i32 = 40;

/// Numbers of names, in the order of their first use.
#[derive(Clone, Debug, Default)]
struct Numbers<T: Ord>(BTreeMap<T, u32>);

impl<T: Ord + Clone> Numbers<T> {
    fn of<Q: Ord + ToOwned<Owned = T> + ?Sized>(&mut self, name: &Q) -> u32
    where
        T: std::borrow::Borrow<Q>,
    {
        if let Some(number) = self.0.get(name) {
            return *number;
        }
        let next = self.0.len() as u32;
        self.0.insert(name.to_owned(), next);
        next
    }

    fn names(&self) -> Vec<T> {
        let mut all: Vec<(u32, &T)> = self.0.iter().map(|(name, it)| (*it, name)).collect();
        all.sort_unstable_by_key(|it| it.0);
        all.into_iter().map(|it| it.1.clone()).collect()
    }
}

/// Sums values by key, in the order of the keys.
fn summed<K: Ord + Copy, const N: usize>(
    parts: impl Iterator<Item = (K, [f64; N])>,
) -> Vec<(K, [f64; N])> {
    let mut all: Vec<_> = parts.collect();
    // The sort is stable: what has one key is added in its own order.
    all.sort_by_key(|it| it.0);
    all.dedup_by(|next, sum| {
        let is_same = next.0 == sum.0;
        (0..N).filter(|_| is_same).for_each(|at| sum.1[at] += next.1[at]);
        is_same
    });
    all
}

/// Class, pattern, options, opening and players of games, by their numbers.
type Key = [u32; 5];

/// Games that tell a fact, and the sums over them of what it is more than in the first one, and of its
/// squares: so that facts far from 0 lose no digits.
type Fact = [f64; 3];

/// Results of some games.
#[derive(Clone, Debug, Default)]
struct Sum {
    games: u64,
    /// Games that all seats share.
    draws: f64,
    /// By seat, of all other games: sum of the scores, and of their squares.
    seats: Vec<[f64; 2]>,
}

/// Way of a column to say who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Word,
    Chess,
    Name,
}

/// Seats that won a row's games; none if all share them.
type Won = Vec<usize>;

/// Table of results, row by row.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Columns,
    patterns: Numbers<String>,
    classes: Numbers<String>,
    players: Numbers<String>,
    options: Numbers<Vec<String>>,
    openings: Numbers<[String; 2]>,
    /// Players by seat, one for all seats, or a tenth of the ratings' distances from their mean.
    sittings: Numbers<Vec<i32>>,
    sums: BTreeMap<Key, Sum>,
    /// By class, pattern and options.
    facts: BTreeMap<[u32; 3], Vec<Fact>>,
    /// The first value of each.
    first_facts: Vec<Option<f64>>,
    seats: usize,
    /// `true` if tables before have told the number of seats.
    is_of_known_seats: bool,
    games: u64,
    without_result: u64,
    without_rating: u64,
    /// Games of ratings that are too far apart.
    far: u64,
    kind: Option<(Kind, u64)>,
    zeros: u64,
    /// Set if crews of Pasang are among the players.
    pub has_crews: bool,
}

const NO_RESULT: [&str; 18] = [
    "",
    "*",
    "?",
    "-",
    "none",
    "null",
    "nan",
    "na",
    "n/a",
    "unknown",
    "unfinished",
    "timeout",
    "time limit",
    "time_limit",
    "crash",
    "error",
    "aborted",
    "no result",
];
const DRAWS: [&str; 9] = ["draw", "drawn", "tie", "tied", "1/2-1/2", "½-½", "0.5-0.5", "0", "0.0"];
const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Returns as much of a value as a message shows.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short += "..";
    }
    short
}

/// Returns a name in one line, without signs that steer a terminal.
fn printable(name: &str) -> String {
    sanitized(name).replace('\n', "\u{fffd}")
}

/// Returns whether a number may have signs between its thousands, as `1,000` or `12.000.000`.
fn has_thousands(text: &str, signs: &[char]) -> bool {
    let mut groups = text.split(signs);
    let is_number = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    let leads = |it: &str| (1..=3).contains(&it.len()) && is_number(it) && !it.starts_with('0');
    groups.next().is_some_and(leads)
        && groups.clone().next().is_some()
        && groups.all(|it| it.len() == 3 && is_number(it))
}

/// Reads a number, whose decimal sign may be a comma; `None` if that may be a thousand.
fn number(text: &str) -> Option<f64> {
    if text != "1,000" && has_thousands(text, &[',']) {
        return None;
    }
    let found = text.parse().or_else(|_| text.replacen(',', ".", 1).parse::<f64>()).ok();
    found.filter(|it: &f64| it.is_finite())
}

impl Table {
    /// Begins a table with these columns.
    ///
    /// # Errors
    /// If it has no result, or a column that the options name is not there.
    pub fn new(names: &[&str], options: &TableOptions) -> Result<Table, TableError> {
        let columns = Columns::of(names, options)?;
        Ok(Table {
            seats: columns.has_seats().max(2),
            is_of_known_seats: false,
            columns,
            patterns: Numbers::default(),
            classes: Numbers::default(),
            players: Numbers::default(),
            options: Numbers::default(),
            openings: Numbers::default(),
            sittings: Numbers::default(),
            sums: BTreeMap::new(),
            facts: BTreeMap::new(),
            first_facts: Vec::new(),
            games: 0,
            without_result: 0,
            without_rating: 0,
            far: 0,
            kind: None,
            zeros: 0,
            has_crews: false,
        })
    }

    /// Takes other columns for the rows that follow, as those of another file.
    ///
    /// # Errors
    /// As [`Table::new`], or if the columns tell of another number of seats.
    pub fn columns(&mut self, names: &[&str], options: &TableOptions) -> Result<(), TableError> {
        let (before, columns) = (&self.columns, Columns::of(names, options)?);
        let told = columns.has_seats();
        let seats = told.max(2);
        if !self.sums.is_empty() {
            // Columns may leave it to the rows.
            if told > 0 && seats != self.seats {
                let what = format!("it has {seats} seats, and the tables before {}", self.seats);
                return Err(wrong(what, "analyse it alone"));
            }
            if columns.seated[RATINGS].is_empty() != before.seated[RATINGS].is_empty() {
                let what = "one table has ratings by seat, and another one has none";
                return Err(wrong(what, "analyse them apart"));
            }
            self.is_of_known_seats = true;
        }
        self.seats = self.seats.max(seats);
        self.columns = columns;
        self.kind = None;
        Ok(())
    }

    /// Returns the places of the columns that are read.
    pub fn used(&self) -> Vec<usize> {
        self.columns.used()
    }

    /// Adds a row, which errors call by this number.
    ///
    /// # Errors
    /// If a value is none that its column may have, or the table becomes too large.
    pub fn add<T: AsRef<str>>(&mut self, row: u64, fields: &[T]) -> Result<(), TableError> {
        self.add_row(row, &|at| fields.get(at).map_or("", |it| it.as_ref().trim()))
            .map_err(|error| TableError { row: error.row.or(Some(row)), ..error })
    }

    fn add_row<'r>(
        &mut self,
        row: u64,
        field: &dyn Fn(usize) -> &'r str,
    ) -> Result<(), TableError> {
        let games = self.count(field)?;
        let bots: Vec<&str> = self.columns.seated[BOTS].iter().map(|&at| field(at)).collect();
        let told = std::mem::take(&mut self.columns.told);
        let found = self.result(&told, (row, games as f64), &bots, field);
        self.columns.told = told;
        let Some((draws, seats)) = found? else {
            self.without_result += games;
            return Ok(());
        };
        let Some(mut sitting) = self.sitting(&bots, field)? else {
            self.without_rating += games;
            return Ok(());
        };
        if !self.columns.seated[RATINGS].is_empty() {
            self.far += if sitting.iter().any(|it| it.abs() > MOST_FAR) { games } else { 0 };
            sitting.iter_mut().for_each(|it| *it = (*it).clamp(-MOST_FAR, MOST_FAR));
        }
        let columns = &self.columns;
        let of = |at: usize| columns.single[at].map_or("", field);
        let options: Vec<String> = columns.factors.iter().map(|&at| field(at).to_owned()).collect();
        let opening = [FIRST, REPLY].map(|at| of(at).to_owned());
        let key = [
            self.classes.of(of(CLASS)),
            self.patterns.of(of(PATTERN)),
            self.options.of(&options),
            self.openings.of(&opening),
            self.sittings.of(&sitting),
        ];
        let facts = columns.facts.iter().map(|&at| columns.fact(at, field(at)));
        let facts: Vec<Option<f64>> = facts.collect::<Result<_, TableError>>()?;
        if !facts.is_empty() {
            let of_facts = self.facts.entry([key[0], key[1], key[2]]).or_default();
            of_facts.resize(facts.len(), [0.0; 3]);
            self.first_facts.resize(facts.len(), None);
            let told = of_facts.iter_mut().zip(&mut self.first_facts).zip(facts);
            for ((sum, first), value) in told.filter_map(|(sum, it)| Some((sum, it?))) {
                if games > 1 {
                    let what = format!("a row of {games} games tells a fact");
                    return Err(wrong(what, "a fact is of one game: give each its row"));
                }
                let more = value - *first.get_or_insert(value);
                *sum = [sum[0] + 1.0, sum[1] + more, sum[2] + more * more];
            }
        }
        let sum = self.sums.entry(key).or_default();
        sum.games += games;
        sum.draws += draws;
        if sum.seats.len() < seats.len() {
            sum.seats.resize(seats.len(), [0.0; 2]);
        }
        for (sum, score) in sum.seats.iter_mut().zip(seats) {
            let each = score / games as f64;
            // Of several games only the mean is known: as if they were won or lost.
            let square = if games == 1 { each * each } else { score };
            *sum = [sum[0] + score, sum[1] + square];
        }
        let sizes = [
            (self.patterns.0.len(), MOST_PATTERNS, "patterns"),
            (self.players.0.len(), MOST_PLAYERS, "players"),
            (
                self.sums.len(),
                MOST_SUMS,
                "combinations of pattern, class, opening, options and players",
            ),
        ];
        match sizes.iter().find(|it| it.0 > it.1) {
            Some((_, most, what)) => Err(wrong(
                format!("more than {most} {what}"),
                "make several tables of it, or leave columns out",
            )),
            None => Ok(()),
        }
    }

    /// Reads the number of games of a row.
    fn count<'r>(&mut self, field: &dyn Fn(usize) -> &'r str) -> Result<u64, TableError> {
        let Some(at) = self.columns.single[GAMES] else { return self.more(1) };
        let text = field(at);
        let whole = text.parse::<u64>().ok().or_else(|| {
            let is_plain = !has_thousands(text, &[',', '.']);
            let found = number(text).filter(|it| it.fract() == 0.0 && (1.0..1e16).contains(it));
            found.filter(|_| is_plain).map(|it| it as u64)
        });
        match whole {
            Some(games) if games > 0 => self.more(games),
            _ => {
                let name = &self.columns.names[at];
                Err(wrong(
                    format!("`{name}` is `{}`", shown(text)),
                    "it must be a whole number from 1, without signs between thousands",
                ))
            }
        }
    }

    /// Counts games, which must fit into a number.
    fn more(&mut self, games: u64) -> Result<u64, TableError> {
        match self.games.checked_add(games).filter(|&all| all <= MOST_GAMES) {
            Some(all) => self.games = all,
            None => {
                let what = format!("the games add up to more than {MOST_GAMES}");
                return Err(wrong(what, "are these numbers of games?"));
            }
        }
        Ok(games)
    }

    /// Returns the games that all seats share, and the sums of the seats' scores of the others, by the first
    /// columns of results; `None` if the row has no result.
    fn result<'r>(
        &mut self,
        told: &[Told],
        (row, games): (u64, f64),
        bots: &[&str],
        field: &dyn Fn(usize) -> &'r str,
    ) -> Result<Option<(f64, Vec<f64>)>, TableError> {
        let Some(won) = self.won(&told[0], row, bots, field)? else { return Ok(None) };
        let kept = (self.kind, self.seats, self.zeros);
        for other in &told[1..] {
            self.kind = None;
            // What is no result is of something else.
            let says = self.won(other, row, bots, field).ok().flatten().unwrap_or(won.clone());
            if says != won && (says.len() == 1 || won.len() == 1) {
                let [one, two] = [&told[0], other].map(|it| &self.columns.names[it.1[0]]);
                let meaning = told[0].0;
                return Err(wrong(
                    format!("`{one}` and `{two}` tell different winners"),
                    format!("say which counts, as `--columns {meaning}={one}`"),
                ));
            }
        }
        (self.kind, self.seats, self.zeros) = kept;
        Ok(Some(match told[0].0 {
            "score" => {
                let score = number(field(told[0].1[0])).unwrap_or_default();
                (0.0, vec![games * score, games * (1.0 - score)])
            }
            _ if won.is_empty() => (games, Vec::new()),
            _ => {
                let mut scores = vec![0.0; won.iter().max().map_or(0, |it| it + 1)];
                won.iter().for_each(|&it| scores[it] = games / won.len() as f64);
                (0.0, scores)
            }
        }))
    }

    /// Reads who won by columns; `None` if they tell no result.
    fn won<'r>(
        &mut self,
        (meaning, columns): &Told,
        row: u64,
        bots: &[&str],
        field: &dyn Fn(usize) -> &'r str,
    ) -> Result<Option<Won>, TableError> {
        let at = columns[0];
        match *meaning {
            "winner" => self.winner(row, field(at), bots, at),
            "place_1" => self.best(columns, true, field),
            "score_1" => self.best(columns, false, field),
            _ => match (number(field(at)), field(at)) {
                (Some(0.5), _) => Ok(Some(Vec::new())),
                (Some(it), _) if (0.0..=1.0).contains(&it) => Ok(Some(vec![usize::from(it < 0.5)])),
                (None, text) if NO_RESULT.contains(&&*text.to_lowercase()) => Ok(None),
                (_, text) => {
                    let what = format!("`{}` is `{}`", self.columns.names[at], shown(text));
                    Err(wrong(what, "it must be the first player's score, a number from 0 to 1"))
                }
            },
        }
    }

    /// Reads who won.
    fn winner(
        &mut self,
        row: u64,
        text: &str,
        bots: &[&str],
        at: usize,
    ) -> Result<Option<Won>, TableError> {
        let name = self.columns.names[at].clone();
        let word = text.to_lowercase();
        if NO_RESULT.contains(&&*word) {
            return Ok(None);
        }
        let seated = self.columns.has_seats();
        let most = if seated > 1 { seated } else { MOST_SEATS };
        let seat = |word: &str| -> Option<(Kind, usize)> {
            let bare =
                ["seat", "player"].iter().find_map(|it| word.strip_prefix(it)).unwrap_or(word);
            let digits = bare.trim_matches([' ', '_']).trim_end_matches(".0");
            if let Ok(seat @ 1..) = digits.parse::<usize>() {
                return Some((Kind::Number, seat - 1));
            }
            if let Some(seat) = ORDINALS.iter().position(|it| *it == word) {
                return Some((Kind::Word, seat));
            }
            match word {
                "1-0" => Some((Kind::Chess, 0)),
                "0-1" => Some((Kind::Chess, 1)),
                "white" => Some((Kind::Word, 0)),
                "black" => Some((Kind::Word, 1)),
                _ => None,
            }
        };
        let of_name = || {
            let mut seats = (0..bots.len()).filter(|&it| bots[it] == text);
            seats.next().filter(|_| seats.next().is_none()).map(|it| (Kind::Name, vec![it]))
        };
        let all = || {
            let seats: Option<Vec<_>> = word.split(['/', '+']).map(|it| seat(it.trim())).collect();
            let seats = seats.filter(|it| it.windows(2).all(|two| two[0].0 == two[1].0))?;
            Some((seats.first()?.0, seats.into_iter().map(|it| it.1).collect::<Vec<_>>()))
        };
        if DRAWS.contains(&&*word) {
            self.zeros += u64::from(word.starts_with('0') && !word.contains('-'));
            return Ok(Some(Vec::new()));
        }
        let Some((kind, mut seats)) = of_name().or_else(all) else {
            let help = format!(
                "it must be a seat from 1, `first`, `second`, `1-0`, `0-1` or `draw`{}; the first player's score is called so by `--columns score={name}`",
                if bots.is_empty() { "" } else { ", or one player of the row" }
            );
            return Err(wrong(format!("`{name}` is `{}`", shown(text)), help));
        };
        if let Some(seat) = seats.iter().find(|it| **it >= most) {
            let what = format!("`{name}` is `{}`: there is no seat {}", shown(text), seat + 1);
            return Err(wrong(what, format!("the columns tell of {most} seats")));
        }
        match self.kind {
            Some((before, since)) if before != kind => {
                let what =
                    format!("`{name}` is `{}`, of another kind than in row {since}", shown(text));
                return Err(wrong(what, "say in one way who won"));
            }
            None => self.kind = Some((kind, row)),
            _ => (),
        }
        seats.sort_unstable();
        seats.dedup();
        if self.is_of_known_seats && seats.last().is_some_and(|&it| it >= self.seats) {
            let what = format!("`{name}` is `{}`", shown(text));
            return Err(wrong(what, format!("the tables before have {} seats", self.seats)));
        }
        self.seats = self.seats.max(seats.last().map_or(0, |it| it + 1));
        Ok(Some(seats))
    }

    /// Finds the seats with the best place, or the most points.
    fn best<'r>(
        &self,
        columns: &[usize],
        is_place: bool,
        field: &dyn Fn(usize) -> &'r str,
    ) -> Result<Option<Won>, TableError> {
        let mut values = Vec::with_capacity(columns.len());
        for &at in columns {
            let text = field(at);
            match number(text) {
                Some(value) if !is_place => values.push(value),
                Some(value) if value >= 1.0 => values.push(-value),
                None if NO_RESULT.contains(&&*text.to_lowercase()) => (),
                _ => {
                    let what = format!("`{}` is `{}`", self.columns.names[at], shown(text));
                    let a = if is_place { "place, from 1" } else { "number" };
                    return Err(wrong(what, format!("it must be a {a}")));
                }
            }
        }
        if values.is_empty() {
            return Ok(None);
        }
        if values.len() < columns.len() {
            let what = format!("{} of {} seats have a result", values.len(), columns.len());
            return Err(wrong(what, "make a table of each number of seats"));
        }
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let seats: Vec<usize> = (0..values.len()).filter(|&it| values[it] == most).collect();
        Ok(Some(if seats.len() == values.len() { Vec::new() } else { seats }))
    }

    /// Returns who sits where; `None` without a rating.
    fn sitting<'r>(
        &mut self,
        bots: &[&str],
        field: &dyn Fn(usize) -> &'r str,
    ) -> Result<Option<Vec<i32>>, TableError> {
        let ratings = &self.columns.seated[RATINGS];
        if !ratings.is_empty() {
            let mut found = Vec::with_capacity(ratings.len());
            for &at in ratings {
                let text = field(at);
                match number(text).filter(|it| it.abs() < 1e5) {
                    Some(rating) => found.push(rating),
                    None if NO_RESULT.contains(&&*text.to_lowercase()) => return Ok(None),
                    None => {
                        let name = &self.columns.names[at];
                        return Err(wrong(
                            format!("`{name}` is `{}`", shown(text)),
                            "it must be a rating",
                        ));
                    }
                }
            }
            let mean = found.iter().sum::<f64>() / found.len() as f64;
            return Ok(Some(found.iter().map(|it| (0.1 * (it - mean)).round() as i32).collect()));
        }
        if bots.is_empty() {
            let Some(at) = self.columns.single[BOT] else { return Ok(Some(Vec::new())) };
            return Ok(Some(vec![self.players.of(field(at)) as i32]));
        }
        if let Some(seat) = bots.iter().position(|it| it.is_empty()) {
            let name = &self.columns.names[self.columns.seated[BOTS][seat]];
            let what = format!("`{name}` is empty");
            return Err(wrong(
                what,
                "name who sits there, and make a table of each number of seats",
            ));
        }
        let seated: Vec<i32> = bots.iter().map(|it| self.players.of(*it) as i32).collect();
        // One player in all seats is as strong as the others.
        let is_one = seated.iter().all(|it| *it == seated[0]);
        Ok(Some(if is_one { vec![seated[0]] } else { seated }))
    }

    /// Returns the number of games without a result, and the mean score of each seat in the others.
    pub fn so_far(&self) -> (u64, Vec<f64>) {
        let games: u64 = self.sums.values().map(|it| it.games).sum();
        let score = |seat: usize| {
            let of = |it: &Sum| {
                it.seats.get(seat).map_or(0.0, |sums| sums[0]) + it.draws / self.seats as f64
            };
            self.sums.values().map(of).sum::<f64>() / games as f64
        };
        let seats = if games == 0 { 0 } else { self.seats };
        (self.without_result, (0..seats).map(score).collect())
    }

    /// Answers what each seat is worth, class by class and pattern by pattern.
    ///
    /// # Errors
    /// If there are no games with a result, or too many unequal players.
    pub fn answer(self) -> Result<Answer, TableError> {
        Answer::of(self)
    }
}
