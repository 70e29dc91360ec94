//! Experiments: which setups, under which rules, between which bots, how often.
//!
//! An experiment is written as a TOML file; `experiments/quick.toml` is one. Reading and checking
//! it gives an [`Experiment`], which leaves nothing open: every setup has its stones, every rule
//! set all its toggles, every bot its options. [`Experiment::to_toml`] writes all of that, and the
//! text reads back as the same experiment anywhere.

mod aliases;
pub mod arrays;
mod bots;
mod builtin;
mod design;
mod engines;
mod factorial;
pub(crate) mod game;
pub(crate) mod meetings;
mod openings;
mod read;
mod roster;
mod rules;
pub(crate) mod schedule;
mod setups;
mod write;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use crate::text::diagnostic::{Diagnostic, Diagnostics, Source, read_text};
use crate::text::memory;
use crate::text::toml_reader::{Reader, Word};
use pasang_core::base::text::{is_control, nearest, unfit_for_tables};
use pasang_core::games::rules::NamedRules;
use pasang_core::games::setup::Setup;
use pasang_core::players::bots::{BotSpec, Name};
use pasang_core::players::crew::{BuiltinCrew, Crew};

pub use aliases::Aliases;
pub(crate) use builtin::{BUILTIN_EXPERIMENTS, builtin_experiment};
pub(crate) use design::{DesignOptions, or_default};
pub use engines::Engine;
pub(crate) use engines::announce;
pub use factorial::{Factor, Factorial, Levels, Term};
pub use pasang_core::base::random::HIGHEST_SEED;
pub(crate) use read::read_experiment;
pub(crate) use roster::Roster;
pub use schedule::Shard;

pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The most cells: each takes about 18 kB of memory.
pub const MAX_CELLS: u64 = 100_000;

/// The keys of an experiment's file.
const KEYS: [&str; 15] = [
    "title",
    "seed",
    "games",
    "setups",
    "rules",
    "bots",
    "swap",
    "openings",
    "common-random",
    "crew",
    "engine",
    "rule",
    "setup",
    "same",
    "factorial",
];

// Every game has a number, which must fit integers of TOML and signed integers.
const _: () = assert!(MAX_GAMES * MAX_CELLS < 1 << 63);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Experiment {
    /// The question, in a line; may be empty.
    pub title: String,
    /// The seed of the random numbers, up to [`HIGHEST_SEED`]; if `None`, a random one is chosen.
    pub seed: Option<u64>,
    /// The number of games of each cell, from 1 to [`MAX_GAMES`].
    pub games: u64,
    /// The setups; no two have the same stones.
    pub setups: Vec<Setup>,
    /// The rule sets; no two have the same toggles.
    pub rules: Vec<NamedRules>,
    /// The toggles that a designed experiment varies in its rule sets.
    pub factorial: Option<Factorial>,
    pub engines: Vec<Engine>,
    pub aliases: Aliases,
    /// The line-ups; no two seat the same bots in the same seats.
    pub lineups: Vec<Lineup>,
    /// Crews of the experiment's own whose members meet all other bots: contestants of a match.
    pub teams: Vec<Crew>,
    /// `true` for common random numbers: games with the same index use the same ones in all cells.
    pub common_random: bool,
    pub openings: Openings,
}

/// The players of a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lineup {
    /// The bot in each seat, or one for all seats; written as the bots' names joined by `/`.
    Bots(Vec<BotSpec>),
    /// Bots that take turns, each in all seats.
    Crew(Crew),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    #[default]
    AsChosen,
    /// Every legal pair of first moves, each equally often.
    All,
    /// The same in an order that is random in each cell: any number of games is a fair sample.
    Shuffled,
    /// Every legal pair of first moves twice, and then those of which the value with best openings depends.
    Best,
    /// These pairs of first moves, each equally often; `*` stands for each legal move.
    Listed(Vec<[String; 2]>),
}

/// A setup, a rule set, and a bot in each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<'e> {
    pub number: usize,
    pub setup: &'e Setup,
    pub rules: &'e NamedRules,
    pub lineup: &'e Lineup,
}

impl Experiment {
    /// Reads an experiment from a file. Relative paths in it are relative to the file's folder.
    pub fn read(path: &Path) -> Result<Experiment, Diagnostics> {
        Experiment::read_with_warnings(path).map(|(experiment, _)| experiment)
    }

    /// Reads an experiment from a file, with warnings about what may be a mistake.
    pub fn read_with_warnings(path: &Path) -> Result<(Experiment, Diagnostics), Diagnostics> {
        let source = read_text(path)?;
        read::read(&source, Files::In(path.parent().unwrap_or(Path::new(""))), &[])
    }

    /// Reads the experiment of a results folder, with warnings: it has all in its own tables, and no file that
    /// it names is looked at.
    pub(crate) fn of_results(source: &Source) -> Result<(Experiment, Diagnostics), Diagnostics> {
        read::read(source, Files::None, &[])
    }

    /// Reads an experiment from a text. Relative paths in it are relative to `folder`.
    pub fn parse(source: &Source, folder: &Path) -> Result<Experiment, Diagnostics> {
        Experiment::parse_with(source, folder, &[])
    }

    /// Parses an experiment in which bots of the caller may play: `engine:NAME` is in no need of a
    /// table.
    ///
    /// # Errors
    /// If it is no experiment.
    pub fn parse_with(
        source: &Source,
        folder: &Path,
        own_bots: &[Name],
    ) -> Result<Experiment, Diagnostics> {
        read::read(source, Files::In(folder), own_bots).map(|(experiment, _)| experiment)
    }

    /// Returns every cell: setups outermost, then rules, then bots, each in the order listed.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        (0..self.cell_count()).map(|number| self.cell(number))
    }

    pub fn cell(&self, number: usize) -> Cell<'_> {
        let (rest, lineup) = (number / self.lineups.len(), number % self.lineups.len());
        let (setup, rules) = (rest / self.rules.len(), rest % self.rules.len());
        Cell {
            number,
            setup: &self.setups[setup],
            rules: &self.rules[rules],
            lineup: &self.lineups[lineup],
        }
    }

    /// Returns whether a cell's games follow from the seed, so that they can be played again.
    pub fn is_seeded(&self, cell: usize) -> bool {
        let lineup = &self.lineups[cell % self.lineups.len()];
        !lineup.bots().iter().any(|bot| bot.is_external())
    }

    pub fn is_all_seeded(&self) -> bool {
        (0..self.lineups.len()).all(|lineup| self.is_seeded(lineup))
    }

    /// Returns the number of games of a cell, the same for all cells, after which each of its pairs
    /// of first moves was played equally often.
    pub fn opening_pairs(&self) -> u64 {
        self.pair_counts().fold(1, lcm)
    }

    /// Returns the number of games after which every player of each crew has played equally many.
    pub fn players(&self) -> u64 {
        self.crews().map(Crew::players).fold(1, lcm)
    }

    /// Returns the number of games of a cell, the same for all cells, after which every player of
    /// each crew met every pair of first moves equally often; without crews, see
    /// [`Experiment::opening_pairs`]. Where cells differ in their numbers of pairs, it is the least
    /// number of whole turns in which every player met every pair, some of them once more.
    pub fn whole_design(&self) -> u64 {
        let players = self.players();
        let (turn, most) = (self.opening_pairs(), self.pair_counts().max().unwrap_or(1));
        most.saturating_mul(players).div_ceil(turn).saturating_mul(turn)
    }

    /// Returns the numbers of pairs of first moves that take turns in the cells of a line-up.
    fn pair_counts(&self) -> impl Iterator<Item = u64> {
        // The bots make no difference: the first line-up stands for all.
        let cells = self.cells().step_by(self.lineups.len().max(1));
        let starts = cells.filter_map(|cell| cell.rules.rules.start(cell.setup).ok());
        let turn =
            |pairs: usize| if self.openings == Openings::Shuffled { 1 } else { pairs as u64 };
        let counts = starts.map(move |start| turn(self.openings.pairs(&start).len()));
        counts.filter(|&pairs| pairs > 0)
    }

    /// Returns the number of games of a cell after which each pair of first moves and each player of a crew
    /// have had equally many.
    pub fn turn(&self) -> u64 {
        lcm(self.opening_pairs(), self.players())
    }

    /// Returns whether the members of a crew meet every other bot, and never each other.
    fn is_team(&self, crew: &Crew) -> bool {
        let met: BTreeSet<(BotSpec, BotSpec)> =
            self.lineups.iter().filter_map(Lineup::pair).collect();
        let seated: BTreeSet<BotSpec> = met.iter().map(|pair| pair.0).collect();
        let is_apart = |bot: &BotSpec| {
            let of_crew = |other: &BotSpec| crew.members.contains(other);
            seated.iter().all(|other| met.contains(&(*bot, *other)) != of_crew(other))
        };
        crew.members.iter().all(|bot| seated.contains(bot) && is_apart(bot))
    }

    /// Returns the crews that met other bots, each with the names of its members.
    pub fn contestants(&self) -> Vec<(String, Vec<String>)> {
        let builtin = BuiltinCrew::all().filter_map(|it| Crew::builtin(it.name));
        let all = self.teams.iter().chain(self.crews()).cloned().chain(builtin);
        let named =
            |crew: Crew| (crew.to_string(), crew.members.iter().map(BotSpec::to_string).collect());
        all.filter(|crew| self.is_team(crew)).map(named).collect()
    }

    pub fn crews(&self) -> impl Iterator<Item = &Crew> {
        self.lineups.iter().filter_map(Lineup::crew)
    }

    pub fn has_crew(&self) -> bool {
        self.crews().next().is_some()
    }

    pub fn cell_count(&self) -> usize {
        self.setups.len() * self.rules.len() * self.lineups.len()
    }

    /// Returns the mebibytes of the transposition tables of a thread: each line-up, game and seat has
    /// its own.
    pub fn mebibytes_a_thread(&self) -> u64 {
        let kinds: BTreeSet<_> = self.rules.iter().map(|named| named.rules.kind()).collect();
        let most_seats = self.rules.iter().map(|named| named.rules.seats()).max().unwrap_or(2);
        let bots = self.lineups.iter().flat_map(|lineup| lineup.seatings(most_seats)).flatten();
        bots.map(|bot| bot.hash()).sum::<u64>() * kinds.len() as u64
    }

    /// Refuses an experiment whose bots need more memory than there is, on `threads` threads.
    pub fn check_memory(&self, threads: usize) -> Result<(), Diagnostics> {
        let a_thread = self.mebibytes_a_thread();
        let Some(what) = memory::lacks(a_thread * threads as u64) else { return Ok(()) };
        let what = format!("{what}: {a_thread} MiB a thread, threads: {threads}");
        let help = match memory::total().map_or(0, |total| total / a_thread) {
            0 => "lower `hash` of the bots".to_owned(),
            fit => format!("`--threads {fit}` fits, or lower `hash` of the bots"),
        };
        Err(Source::new("bots", "").faults(vec![Diagnostic::whole(what).help(help)]))
    }
}

fn lcm(one: u64, other: u64) -> u64 {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).saturating_mul(other)
}

impl Lineup {
    pub fn same(bot: BotSpec) -> Lineup {
        Lineup::Bots(vec![bot])
    }

    /// Every bot that plays: one for all seats, one for each seat, or the members of a crew.
    pub fn bots(&self) -> &[BotSpec] {
        match self {
            Lineup::Bots(bots) => bots,
            Lineup::Crew(crew) => &crew.members,
        }
    }

    pub fn crew(&self) -> Option<&Crew> {
        match self {
            Lineup::Bots(_) => None,
            Lineup::Crew(crew) => Some(crew),
        }
    }

    /// Returns two different bots by seat; `None` for another line-up.
    pub fn pair(&self) -> Option<(BotSpec, BotSpec)> {
        match self {
            Lineup::Bots(bots) => match bots[..] {
                [one, other] if one != other => Some((one, other)),
                _ => None,
            },
            Lineup::Crew(_) => None,
        }
    }

    /// Returns the bots in the seats of a game: of each member's games with a crew, else of all.
    pub fn seatings(&self, seats: u8) -> Vec<Vec<BotSpec>> {
        let all = |bot: &BotSpec| vec![*bot; seats.into()];
        match self {
            Lineup::Crew(crew) => crew.members.iter().map(all).collect(),
            Lineup::Bots(bots) => match bots.as_slice() {
                [same] => vec![all(same)],
                each => vec![each.to_vec()],
            },
        }
    }

    /// Returns whether every game has the same bot in all seats.
    pub fn is_self_play(&self) -> bool {
        match self {
            Lineup::Bots(bots) => bots.windows(2).all(|pair| pair[0] == pair[1]),
            Lineup::Crew(_) => true,
        }
    }
}

impl fmt::Display for Lineup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lineup::Crew(crew) => crew.fmt(f),
            Lineup::Bots(bots) => {
                let words: Vec<String> = bots.iter().map(BotSpec::to_string).collect();
                f.pad(&words.join("/"))
            }
        }
    }
}

/// The files that an experiment may name.
#[derive(Clone, Copy, Debug)]
enum Files<'f> {
    /// Any that is typed, and a shell's pipe.
    Typed,
    /// Regular files, by paths relative to a folder.
    In(&'f Path),
    /// None: the experiment may be a stranger's.
    None,
}

impl Files<'_> {
    fn folder(&self) -> &Path {
        if let Files::In(folder) = self { folder } else { Path::new("") }
    }

    /// Returns the fault of a word that may not be looked up, unless it `is_known` without a file.
    fn refuse(&self, Word { text, span }: &Word<'_>, is_known: bool) -> Option<Diagnostic> {
        let file = self.folder().join(text);
        let (what, expected) = match self {
            _ if is_known => return None,
            Files::None => ("no table of these results", "results name no files"),
            Files::In(_) if *text == "-" || file.exists() && !file.is_file() && !file.is_dir() => {
                ("no regular file", "experiments name files on the disk")
            }
            _ => return None,
        };
        let what = format!("`{}` is {what}", text.escape_debug());
        Some(Diagnostic::at(span.clone(), what, expected))
    }
}

/// A value with its place in the experiment's file.
#[derive(Clone, Debug)]
struct Located<T> {
    thing: T,
    span: Range<usize>,
}

/// Returns the fault of a name that is taken, by the same thing or by another one.
fn given_twice(
    what: &str,
    name: &str,
    is_same: bool,
    rename: &str,
    span: Range<usize>,
) -> Diagnostic {
    match is_same {
        true => Diagnostic::repeated(span, format!("{what} `{name}` is given twice")),
        false => {
            Diagnostic::at(span, format!("two {what}s are called `{name}`"), "the second of them")
                .help(rename)
        }
    }
}

/// Reports that nothing has a name; a similar one of the experiment's own is suggested.
fn not_found<'n>(
    Word { text, span }: &Word<'_>,
    faults: Diagnostics,
    own: impl Iterator<Item = &'n String>,
    reader: &Reader<'_>,
) {
    match nearest(text, own.map(String::as_str)) {
        Some(near) => {
            let what = format!("unknown name `{}`", text.escape_debug());
            reader.fault_at(span.clone(), what, format!("did you mean `{near}`?"));
        }
        None => reader.fault_elsewhere(span.clone(), faults),
    }
}

/// Returns the reason why a name does not suit a setup or a rule set, if there is one: names go
/// into messages, tables and files.
fn unfit_name(name: &str) -> Option<String> {
    unfit(name).map(str::to_owned).or_else(|| unfit_for_tables(name))
}

/// Returns the reason why a text does not survive as a line of a file, if there is one.
fn unfit(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("a name is empty")
    } else if name.contains(is_control) {
        Some("a name has control characters")
    } else if name.trim() != name {
        Some("a name starts or ends with a space")
    } else {
        None
    }
}
