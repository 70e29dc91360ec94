//! The commands, one a file: each a few lines over the library.

pub mod bench;
pub mod cluster;
pub mod compare;
pub mod merge;
pub mod moves;
pub mod perft;
pub mod plan;
mod position;
pub mod published;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
pub mod schema;
pub mod setups;
pub mod shell;
pub mod solve;
pub mod tune;
pub mod verify;

use std::fmt::Display;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::{Cli, Command, whole};
use crate::experiment::Experiment;
use crate::fault::{Fault, Faults, Source, in_words};
use crate::folder::{FolderError, REPORT};
use crate::memory::Exhausted;
use crate::run::Finished;
use crate::runner::{Crew, Interrupt, Signal};
use crate::stats::PLAIN;
use crate::terminal::{columns_of_stdout, is_lively};
use crate::words::all_of;

/// Why a command ended without having done its work.
#[derive(Debug)]
pub enum Stop {
    /// What the user gave is wrong, or cannot be read: exit status 2.
    Wrong(Faults),
    /// The work failed: exit status 1.
    Failed(anyhow::Error),
    /// The work is done, and what it found differs from what it should be; said already: exit
    /// status 3.
    Differs,
    /// Somebody stopped it: exit status 130 or 143.
    Interrupted(Signal),
    /// Nobody reads on, and to be read was all that was left to do: no error.
    BrokenPipe,
}

/// The most threads for each core that are started.
const MOST_A_CORE: usize = 4;

/// So many threads are started on any machine, if so many are wanted.
const FEW: usize = 16;

/// How many threads can work at once on this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many threads to use.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Use so many threads [default: one for each core; no more than four for each are started]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    #[arg(allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl Threads {
    /// The number that is meant.
    pub fn count(self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => cores(),
        }
    }

    /// How many of them are started on this machine: more than a few for each core do no more work,
    /// and take time and memory.
    pub fn started(self) -> usize {
        self.count().min((MOST_A_CORE * cores()).max(FEW))
    }

    /// So many threads.
    ///
    /// # Errors
    /// When they cannot be started.
    pub fn crew(self) -> Result<Crew, Stop> {
        let crew = Crew::new(self.started()).context("cannot start threads")?;
        Ok(crew)
    }
}

/// Listens to signals from now on: the work must look whether one came.
///
/// # Errors
/// When the system does not let it.
fn listen() -> Result<Interrupt, Stop> {
    Ok(Interrupt::listen().context("cannot listen to signals")?)
}

impl Interrupt {
    /// Ends a command that somebody stopped.
    ///
    /// # Errors
    /// Where somebody did.
    fn ends(&self) -> Done {
        self.signal().map_or(Ok(()), |signal| Err(Stop::Interrupted(signal)))
    }
}

/// Reads an experiment, or the one that is built in, and says on stderr what is odd about it.
///
/// # Errors
/// All that is wrong with it.
fn read_experiment(path: Option<&Path>) -> Result<Experiment, Stop> {
    let Some(path) = path else { return Ok(Experiment::quick()?) };
    let (experiment, mut warnings) = Experiment::read_with_warnings(path)?;
    for names in &experiment.same.rules {
        let what =
            format!("rules {} are the same toggles", all_of(names.iter().map(String::as_str)));
        warnings.push(Fault::whole(what).help(format!("they are played once, as `{}`", names[0])));
    }
    if !warnings.is_empty() {
        note(warnings.render(is_lively(&io::stderr())));
    }
    Ok(experiment)
}

/// How to print what came of an experiment.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Form {
    /// Print the rows of the tables of cells, of Elo and of what was decided as JSON instead
    #[arg(long)]
    json: bool,
}

impl Form {
    /// Prints it.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn print(self, finished: &Finished) -> Done {
        let mut stdout = io::stdout().lock();
        if self.json {
            writeln!(stdout, "{:#}", finished.json())?;
        } else {
            write!(stdout, "{}", finished.summary(room()))?;
        }
        Ok(stdout.flush()?)
    }

    /// Says that a round is played and another one follows.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn print_round(self, number: u64, games: u64) -> Done {
        let mut stdout = io::stdout().lock();
        if self.json {
            let said = serde_json::json!({ "round": number, "games": games, "finished": false });
            writeln!(stdout, "{said:#}")?;
        } else {
            let next = number + 1;
            writeln!(
                stdout,
                "round {number} is played, {games} games in all; round {next} follows"
            )?;
        }
        Ok(stdout.flush()?)
    }

    /// Says something about the table: beside it, or on stderr where it would spoil the JSON.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn say(self, line: impl Display) -> Done {
        if self.json {
            note(line);
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{line}")?;
        Ok(stdout.flush()?)
    }
}

/// How a command ends.
pub type Done = Result<(), Stop>;

/// How a command ends that has found something out and told it: as what it found wants, whatever
/// became of telling it. That nobody read it, or that it could not be written, makes no difference
/// a good end.
fn ended(told: Done, found: Done) -> Done {
    match (told, found) {
        (Ok(()) | Err(Stop::BrokenPipe), found) => found,
        (told, Ok(())) => told,
        (Err(Stop::Failed(why)), found) => {
            note(format_args!("error: {why:#}"));
            found
        }
        (Err(_), found) => found,
    }
}

impl From<Faults> for Stop {
    fn from(faults: Faults) -> Stop {
        Stop::Wrong(faults)
    }
}

impl From<FolderError> for Stop {
    fn from(error: FolderError) -> Stop {
        match error {
            FolderError::Experiment(faults) => Stop::Wrong(faults),
            // The user has named the wrong folder.
            FolderError::Foreign(what) => {
                Stop::Wrong(Source::new("", "").faults(vec![Fault::whole(what)]))
            }
            other => Stop::Failed(other.into()),
        }
    }
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Stop {
        Stop::Failed(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::BrokenPipe,
            _ => Stop::Failed(anyhow::anyhow!("cannot write to stdout: {}", in_words(&error))),
        }
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Stop {
        io::Error::from(error).into()
    }
}

/// How many columns of signs a table on stdout has room for: those of the terminal, and where there
/// is none as many as anywhere.
fn room() -> usize {
    /// Nothing is read well in fewer.
    const LEAST: usize = 40;
    columns_of_stdout().map_or(PLAIN, |columns| columns.max(LEAST))
}

/// Says where the report is that people may look at, if there is one: unfinished rounds and
/// shards have none.
pub fn name_report(results: &Path) {
    let report = results.join(REPORT);
    if report.exists() {
        note(format_args!("the report is {}", report.display()));
    }
}

/// Says something on stderr; nobody may be listening, and that is no error.
pub fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says what there is to say instead of running a command: the help or the version on stdout,
/// what is wrong with the arguments on stderr.
pub fn say(instead: &clap::Error) -> ExitCode {
    match instead.print() {
        Err(error) if !instead.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            note(format_args!("error: cannot write to stdout: {}", in_words(&error)));
            ExitCode::from(1)
        }
        _ => ExitCode::from(u8::try_from(instead.exit_code()).unwrap_or(2)),
    }
}

/// Lets writing beyond the greatest size that a file may have fail as on a full disk. The signal
/// that comes first would end the program without a word.
#[cfg(unix)]
fn outlive_size_limits() {
    let seen = std::sync::Arc::default();
    // Where the signal cannot be caught, it ends the program, as it would have.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen);
}

/// Runs a command and says how it ended.
pub fn run(cli: Cli) -> ExitCode {
    #[cfg(unix)]
    outlive_size_limits();
    match catch_unwind(AssertUnwindSafe(|| done(cli.command))) {
        Ok(done) => exit(done),
        Err(thrown) => match thrown.downcast_ref::<Exhausted>() {
            Some(exhausted) => exit(Err(anyhow::Error::from(*exhausted).into())),
            None => resume_unwind(thrown),
        },
    }
}

fn done(command: Command) -> Done {
    match command {
        Command::Run(run) => run.run(),
        Command::Plan(plan) => plan.run(),
        Command::Report(report) => report.run(),
        Command::Verify(verify) => verify.run(),
        Command::Compare(compare) => compare.run(),
        Command::Published(published) => published.run(),
        Command::Merge(merge) => merge.run(),
        Command::Replay(replay) => replay.run(),
        Command::Setups(setups) => setups.run(),
        Command::Rules(rules) => rules.run(),
        Command::Moves(moves) => moves.run(),
        Command::Perft(perft) => perft.run(),
        Command::Solve(solve) => solve.run(),
        Command::Tune(tune) => tune.run(),
        Command::Cluster(cluster) => cluster.run(),
        Command::Bench(bench) => bench.run(),
        Command::Schema(schema) => schema.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}

/// Says how a command ended.
fn exit(done: Done) -> ExitCode {
    match done {
        Ok(()) | Err(Stop::BrokenPipe) => ExitCode::SUCCESS,
        Err(Stop::Failed(error)) => {
            note(format_args!("error: {error:#}"));
            ExitCode::from(1)
        }
        Err(Stop::Wrong(faults)) => {
            note(faults.render(is_lively(&io::stderr())));
            ExitCode::from(2)
        }
        Err(Stop::Differs) => ExitCode::from(3),
        Err(Stop::Interrupted(signal)) => ExitCode::from(signal.exit_status()),
    }
}
