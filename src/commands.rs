//! The command line: what can be typed, and who does it. Each command has a file; what they share is in
//! `asked` (which experiment), `position` (which position), `options`, and `ended` (how commands end).

mod asked;
mod bench;
mod cite;
mod cluster;
mod compare;
mod completions;
mod ended;
mod engine;
mod experiments;
mod export;
mod finish;
mod merge;
mod moves;
mod options;
mod perft;
mod plan;
mod play;
mod position;
mod replay;
mod report;
mod rules;
mod run;
mod setups;
mod solve;
mod verify;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use self::bench::Bench;
use self::cite::Cite;
use self::cluster::Cluster;
use self::compare::Compare;
use self::completions::Completions;
use self::ended::{EXIT_STATUS, exit};
use self::engine::Engine;
use self::experiments::Experiments;
use self::export::Export;
use self::merge::Merge;
use self::moves::Moves;
use self::perft::Perft;
use self::plan::PlanCommand;
use self::play::Play;
use self::replay::Replay;
use self::report::Report;
use self::rules::RulesCommand;
use self::run::Run;
use self::setups::Setups;
use self::solve::Solve;
use self::verify::Verify;
use crate::base::terminal::be_quiet;
use pasang_core::base::memory::Exhausted;

pub use self::ended::{Done, Stop, complain, must_be_new, note, say, write_new};
pub use self::options::{TableSize, Threads, listen, whole};

/// The commands by what people want of them.
const HELP: &str = "{about}

{usage-heading} {usage}

Play and look:
  play         Play a game yourself, against a bot or with other people
  replay       Show one game again, on the board, step by step
  setups       List, show, check or generate setups
  rules        List or show rule sets
  moves        List the legal moves of a position
  solve        Say who wins a position under best play, by how much, and how

Ask and compare:
  run          Play an experiment and write its results folder
  plan         Say what an experiment will take: games, time, disk, precision
  compare      Hold results folders beside each other
  experiments  List or show the experiments that the program brings along

Prove and cite:
  report       Make the tables and the report of a results folder again
  verify       Prove a results folder: its digests, tables and games
  cite         Say what a methods section needs, with an entry for BibTeX

For programs and clusters:
  export       Print games of a results folder as text
  engine       Answer another program that asks the bots for moves
  merge        Merge shards into the folder that one run would have written
  cluster      Write a script for Slurm: shards, and their merge
  bench        Do fixed work, and say how fast, with a fingerprint of the games
  completions  Print completions for a shell

Options:
{options}{after-help}";

/// Plays the traditional board game Pasang by the thousand and measures it.
#[derive(Debug, Parser)]
#[command(name = "pasang", version = env!("PASANG_VERSION"), max_term_width = 100)]
#[command(help_template = HELP, after_help = exit_status())]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say nothing on stderr but errors
    #[arg(short, long, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play an experiment and write its results folder
    Run(Run),
    /// List or show the experiments that the program brings along
    #[command(subcommand)]
    Experiments(Experiments),
    /// Say what an experiment will take: games, time, disk, precision
    Plan(PlanCommand),
    /// Make the tables and the report of a results folder again, from its games alone
    Report(Report),
    /// Prove a results folder: its digests, its tables, and its games played again
    Verify(Verify),
    /// Hold results folders beside each other: cells, rule sets, and what bots say of patterns
    Compare(Compare),
    /// Say what a methods section needs to say of a results folder, with an entry for BibTeX
    Cite(Cite),
    /// Merge shards into the folder that an unsharded run would have written
    Merge(Merge),
    /// Play a game yourself, against a bot or with other people
    Play(Play),
    /// Answer another program that asks the bots for moves, line by line (docs/protocol.md)
    Engine(Engine),
    /// Show one game again, on the board, step by step
    Replay(Replay),
    /// Print games of a results folder as a text that people can read (docs/games.md)
    Export(Export),
    /// List, show, check or generate setups
    #[command(subcommand)]
    Setups(Setups),
    /// List or show rule sets
    #[command(subcommand)]
    Rules(RulesCommand),
    /// List the legal moves of a position, one a line
    Moves(Moves),
    /// Count the move sequences from a position: a line `DEPTH COUNT` for each depth
    #[command(hide = true)]
    Perft(Perft),
    /// Say who wins a position under best play, by how much, and how
    Solve(Solve),
    /// Write an experiment as one array script for Slurm, with its merge
    #[command(subcommand)]
    Cluster(Cluster),
    /// Do a fixed amount of work, and say how fast and whether the games are the ones expected
    Bench(Bench),
    /// Print completions for a shell
    Completions(Completions),
}

/// The exit statuses, for the help.
fn exit_status() -> String {
    let line = |(status, meaning): (u8, &str)| format!("\n  {status:<4} {meaning}");
    format!("Exit status:{}", EXIT_STATUS.map(line).concat())
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
    ending(cli.quiet, || done(cli.command))
}

/// Does a command's work, saying nothing but errors on stderr where that is wanted, and says how it ended.
pub fn ending(quiet: bool, work: impl FnOnce() -> Done) -> ExitCode {
    #[cfg(unix)]
    outlive_size_limits();
    if quiet {
        be_quiet();
    }
    match catch_unwind(AssertUnwindSafe(work)) {
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
        Command::Experiments(experiments) => experiments.run(),
        Command::Plan(plan) => plan.run(),
        Command::Report(report) => report.run(),
        Command::Verify(verify) => verify.run(),
        Command::Compare(compare) => compare.run(),
        Command::Cite(cite) => cite.run(),
        Command::Merge(merge) => merge.run(),
        Command::Play(play) => play.run(),
        Command::Engine(engine) => engine.run(),
        Command::Replay(replay) => replay.run(),
        Command::Export(export) => export.run(),
        Command::Setups(setups) => setups.run(),
        Command::Rules(rules) => rules.run(),
        Command::Moves(moves) => moves.run(),
        Command::Perft(perft) => perft.run(),
        Command::Solve(solve) => solve.run(),
        Command::Cluster(cluster) => cluster.run(),
        Command::Bench(bench) => bench.run(),
        Command::Completions(completions) => completions.run(Cli::command()),
    }
}
