//! `pasang-exact judge`: solves the last positions of the games of a finished results folder.

mod exact_value;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use pasang::commands::{Threads, whole};
use pasang::experiment::{Cell, Experiment};
use pasang::show::Table;
use pasang::text::failure::{CommandError, CommandResult, missing, wrong};
use pasang::text::files;
use pasang::text::messages::{note, print};
use pasang::text::new_files::must_be_new;
use pasang::{JUDGED, RunFolder};
use pasang_core::base::cancel::CancelToken;
use pasang_core::base::digest::Digester;
use serde_json::json;

use self::exact_value::{EndgameLimits, JudgedPosition, judge};
use crate::files::{AppendFile, failed};

/// The options of `pasang-exact judge`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example: how often does each bot keep a result that it has, near the end?\n  \
    pasang-exact judge results/quick --stones 14\n  \
    python3 analysis/judge.py results/quick\n\n\
    Every position with so few stones is solved, last ones first. Twenty stones take seconds a game, and each three more \
    ten times as long. worths.csv has for each game what its last positions are worth, and datapackage.json what its columns \
    mean; the script prints how often each bot's moves kept what it had.\n\n\
    Stopped in whatever way, the same command goes on where it stopped; until all is done the table is in RESULTS/.judge.*.part. \
    The files are the same whatever the number of threads, and each time: with another --out they can be held against those that are there."
)]
pub struct Judge {
    /// Judge the games of this finished results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Solve positions with at most N stones on the board
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole::<u8>(1..=120))]
    stones: u8,
    /// Limit each search to N positions; unsolved positions are not judged
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    #[arg(value_parser = whole::<u64>(1000..=1_000_000_000_000))]
    nodes: u64,
    /// Write the tables into this new folder [default: RESULTS/judge]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Judge {
    /// Solves the positions with few stones, writes the tables and prints how many were solved.
    ///
    /// # Errors
    /// If the folder cannot be judged, the tables are there already or cannot be written, or the
    /// user interrupts: the same command then resumes.
    pub fn run(self) -> CommandResult {
        let recorded = RunFolder::open_finished(&self.results)?;
        let experiment = recorded.experiment();
        let is_for_two = |cell: usize| experiment.cell(cell).rules.rules.seats() == 2;
        if !(0..experiment.cell_count()).any(is_for_two) {
            return Err(missing("only games of two players can be solved, and there are none"));
        }
        let out = self.out.clone().unwrap_or_else(|| self.results.join(JUDGED));
        must_be_new(&out)?;
        let mut played: Vec<PlayedGame> = Vec::new();
        recorded.check_files()?;
        // Each row is checked against its moves.
        recorded.each(
            |_| true,
            |id, player| {
                if is_for_two(id.cell) {
                    let moves = player.facts().indices.clone();
                    played.push((id.number, id.cell, moves));
                }
                Ok::<(), CommandError>(())
            },
        )?;
        let part = self.part(&out, experiment, &played);
        fs::create_dir_all(&part).map_err(|error| failed(&error, "make the folder", &part))?;
        let told = self.judge(&part, &recorded, &played)?;
        let package = self.package(experiment);
        write(&part.join(PACKAGE), &package)
            .and_then(|()| fs::rename(&part, &out))
            .map_err(|error| failed(&error, "write", &out))?;
        print(told)?;
        note(format_args!("the worths are in {}", out.display()));
        Ok(())
    }

    /// Returns the folder that holds the tables until they are complete, beside the requested one.
    /// Its name depends on the games and the options, so that a command resumes its own rows alone.
    fn part(&self, out: &Path, experiment: &Experiment, games: &[PlayedGame]) -> PathBuf {
        let asked = (pasang::VERSION, self.stones, self.nodes, experiment.to_toml(), games);
        let mut digest = Digester::default();
        // Digesting does not fail.
        let _ = write!(digest, "{asked:?}");
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        out.with_file_name(format!(".{name}.{}.part", &digest.finish()[..8]))
    }

    /// Judges the games that the table in this folder lacks, and returns in words how many positions of all
    /// were solved.
    fn judge(
        &self,
        folder: &Path,
        recorded: &RunFolder,
        played: &[PlayedGame],
    ) -> Result<String, CommandError> {
        let few = EndgameLimits { stones: self.stones, nodes: self.nodes };
        let header = String::from_utf8(table(&[]).csv()).unwrap_or_default();
        let file = AppendFile {
            path: &folder.join(WORTHS),
            header: &header,
            rows: played.len(),
            begin: |place: usize| vec![played[place].0.to_string()],
            end: |place: usize, cancel: &CancelToken| {
                let (number, cell, ref indices) = played[place];
                let Cell { rules, setup, .. } = recorded.experiment().cell(cell);
                let start = rules.rules.start(setup).ok()?;
                let judged = judge(&start, indices, few, cancel)?;
                let game = JudgedGame { number, judged };
                Some(table(&[game]).rows.into_iter().flatten().skip(1).collect())
            },
        };
        file.grow(self.threads)?;
        let text =
            files::read(file.path, u64::MAX).map_err(|error| failed(&error, "read", file.path))?;
        let (mut solved, mut unsolved, mut games) = (0, 0, 0);
        for row in csv::Reader::from_reader(&*text).into_records() {
            let read = row.ok().and_then(|row| Some((row.get(1)?.parse::<u64>().ok()?, row)));
            let Some((left, row)) = read else {
                let what =
                    format!("`{}` has rows that this program does not write", folder.display());
                return Err(wrong(what, "remove it, and the same command begins anew"));
            };
            solved += row[4].split('/').filter(|position| !position.is_empty()).count() as u64;
            unsolved += left;
            games += u64::from(left > 0);
        }
        Ok(match unsolved {
            0 => format!("All {solved} positions with so few stones are solved.\n"),
            _ => format!(
                "For {unsolved} of {} positions, the first ones with so few stones in {games} games, the budget \
                 did not suffice:\nthese are not judged.\n",
                solved + unsolved
            ),
        })
    }

    /// Returns the description of the file for other programs: a tabular data package
    /// (Frictionless).
    fn package(&self, experiment: &Experiment) -> String {
        let description = format!(
            "The games held against perfect play: positions with {} stones or fewer, {} looked at for \
             each at most",
            self.stones, self.nodes
        );
        let package = json!({
            "profile": "tabular-data-package",
            "name": "pasang-exact",
            "title": experiment.title,
            "description": description,
            "resources": [table(&[]).resource()],
        });
        format!("{package:#}\n")
    }
}

fn table(games: &[JudgedGame]) -> Table {
    Table::file(WORTHS, "One row a game.", games)
        .whole("game", "the game's number in the experiment, from 0", |row| row.number)
        .whole(
            "unsolved",
            "positions with so few stones that were not solved, all before the first one here",
            |row| row.judged.unsolved,
        )
        .whole("ply", "the ply, from 1, of the move made in the first one here", |row| {
            row.judged.solved.first().map(|first| first.ply)
        })
        .empty("none was solved")
        .word("worths", WORTHS_OF, |row| row.judged.worths())
        .word("positions", POSITIONS, |row| row.judged.positions())
        .empty("none was solved")
        .done()
}

/// Writes a file and syncs it to the disk, in place of one that is there.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Game of the journal: its number, its cell and its move indices.
type PlayedGame = (u64, usize, Vec<u32>);

/// Game of the journal, and the exact values of its last positions.
struct JudgedGame {
    number: u64,
    judged: JudgedPosition,
}

/// Name of the table of all games.
const WORTHS: &str = "worths.csv";

/// Name of the description of its columns.
const PACKAGE: &str = "datapackage.json";

const WORTHS_OF: &str = "what the last positions in which a move was made are worth under best play, in order, and \
                      behind them the end of the game; joined by `/`: `f` the first player wins, `s` the \
                      second, `d` a draw, and the first's points less the second's at the end";

const POSITIONS: &str = "of each of these positions the seat to move, `f` or `s`, how many legal moves it has, and \
                         behind an `x` the stones on the board; joined by `/`";
