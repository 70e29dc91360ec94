//! The command line: what can be typed, and who does it. Each command has a file; what several of them
//! share is in `experiment_args` (which experiment), `position` (which position), `options`, and `exit` (how
//! they end).

mod balance;
mod bench;
mod cite;
mod compare;
mod completions;
mod engine;
pub(crate) mod exit;
mod experiment_args;
mod experiments;
mod export;
mod game;
mod level;
mod matches;
mod merge;
mod moves;
pub(crate) mod options;
mod page;
mod plan;
mod play;
mod position;
mod predict;
mod profile;
mod repair;
mod replay;
mod report;
mod review;
mod rules;
mod run;
mod setups;
mod solve;
mod verify;

use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Parser, Subcommand};

use self::exit::EXIT_STATUS;
use crate::run::FORMAT;
use crate::run::benchmark::FINGERPRINT;
use crate::text::failure::CommandResult;
use crate::text::interrupt::stop_with_stdin;
use crate::text::terminal::STOP_WITH_STDIN;
pub use exit::{ending, say};
pub use options::{TableSize, Threads, choice, listen, whole};

/// Groups of commands, each with those that `-h` lists, and those that only `--help` adds.
const GROUPS: [(&str, &[&str], &[&str]); 4] = [
    (
        "Play and look",
        &["play", "page", "review", "level", "setups", "solve"],
        &["replay", "rules", "moves"],
    ),
    (
        "Ask and compare",
        &["run", "match", "balance", "profile", "compare", "repair"],
        &["plan", "experiments"],
    ),
    ("Prove and cite", &["verify"], &["report", "cite"]),
    ("For programs and clusters", &["export"], &["engine", "merge", "bench", "completions"]),
];

const TEMPLATE: &str =
    "{about}\n\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";

/// The list of commands for `-h`, and the one for `--help`. Building all commands takes long, so
/// that both are made of the same.
static COMMAND_LISTS: LazyLock<[String; 2]> = LazyLock::new(|| {
    let all = Command::augment_subcommands(clap::Command::new("pasang"));
    [false, true].map(|is_long| command_list(&all, is_long))
});

/// The version, and what changes with it: two programs that agree in the rest play the same games
/// into the same files.
static LONG_VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}\nfingerprint {FINGERPRINT}, format {FORMAT}", crate::VERSION));

/// Returns the list of commands, with the rarer ones if `is_long`.
fn command_list(all: &clap::Command, is_long: bool) -> String {
    let line = |name: &&str| {
        let about = all.find_subcommand(name).and_then(clap::Command::get_about);
        format!("\n  {name:<12} {}", about.map(ToString::to_string).unwrap_or_default())
    };
    let groups = GROUPS.map(|(title, names, more)| {
        let more = if is_long { more } else { &[] };
        format!("{title}:{}", names.iter().chain(more).map(line).collect::<String>())
    });
    groups.join("\n\n")
}

/// Plays the traditional board game Pasang by the thousand and measures it.
#[derive(Debug, Parser)]
#[command(name = "pasang", version = crate::VERSION, long_version = LONG_VERSION.as_str(), max_term_width = 100)]
#[command(help_template = TEMPLATE, before_help = &*COMMAND_LISTS[0])]
#[command(before_long_help = &*COMMAND_LISTS[1], after_long_help = exit_status())]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say nothing on stderr but errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Stop when stdin is closed, as by SIGTERM: so a program ends with the one that has started it
    #[arg(long = STOP_WITH_STDIN, global = true, hide = true)]
    stop_with_stdin: bool,
}

/// Makes the enum of the commands, each with its arguments, which run it.
macro_rules! commands {
    ($($(#[$about:meta])* $name:ident($arguments:ty),)+) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$about])* $name($arguments),)+
        }

        impl Command {
            fn run(self) -> CommandResult {
                match self {
                    $(Command::$name(arguments) => arguments.run(),)+
                }
            }
        }
    };
}

commands! {
    /// Play an experiment and write its results folder
    Run(run::Run),
    /// List or show the built-in experiments
    #[command(subcommand, after_help = "Example:\n  pasang experiments list")]
    Experiments(experiments::Experiments),
    /// Say what an experiment will take: games, time, disk, memory, precision
    Plan(plan::PlanCommand),
    /// Find out which bot is better, or rate several
    Match(matches::Match),
    /// Say which patterns are balanced, by crews of all strengths
    Balance(balance::Balance),
    /// Measure how games play: length, choice, drama, ends
    Profile(profile::Profile),
    /// Make the tables and the report of a results folder again
    Report(report::Report),
    /// Prove a results folder: its digests, tables and games
    Verify(verify::Verify),
    /// Compare results folders
    Compare(compare::Compare),
    /// Find the smallest change that makes a pattern even
    Repair(repair::Repair),
    /// Say what a methods section needs, with an entry for BibTeX
    Cite(cite::Cite),
    /// Merge shards into the folder that one run would have written
    Merge(merge::Merge),
    /// Play a game yourself, against a bot or with other people
    Play(play::Play),
    /// Write the page to play in a browser, one file
    Page(page::Page),
    /// Answer another program that asks the bots for moves
    Engine(engine::Engine),
    /// Show one game again, on the board, step by step
    Replay(replay::Replay),
    /// Review a game: the chance to win, and the moves that mattered
    Review(review::Review),
    /// Estimate how strong a player is, from games
    Level(level::LevelCommand),
    /// Print games of a results folder as text
    Export(export::Export),
    /// List, show, check or generate setups
    #[command(subcommand, after_help = "Example:\n  pasang setups show catalogue-07")]
    Setups(setups::Setups),
    /// List or show rule sets
    #[command(subcommand, after_help = "Example:\n  pasang rules show brunei-slide")]
    Rules(rules::RulesCommand),
    /// List the legal moves of a position
    Moves(moves::Moves),
    /// Count the move sequences from a position: a line `DEPTH COUNT` for each depth
    #[command(hide = true)]
    Perft(moves::Perft),
    /// Say who wins a position under best play, by how much, and how
    Solve(solve::Solve),
    /// Do fixed work, and say how fast, with a fingerprint of the games
    Bench(bench::Bench),
    /// Print completions for a shell
    Completions(completions::Completions),
    /// Write the manual pages, one per command
    #[command(hide = true)]
    Man(completions::Man),
}

fn exit_status() -> String {
    let line = |(status, meaning): (u8, &str)| format!("\n  {status:<4} {meaning}");
    format!("Exit status:{}", EXIT_STATUS.map(line).concat())
}

pub fn run(cli: Cli) -> ExitCode {
    if cli.stop_with_stdin {
        std::thread::spawn(stop_with_stdin);
    }
    ending(cli.quiet, || cli.command.run())
}
