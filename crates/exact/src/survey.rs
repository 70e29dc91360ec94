//! `pasang-exact survey`: searches every opening pair of many patterns under several rule sets for
//! a forced win by stuck, with the same effort each.
//!
//! # The table
//!
//! One row per pair, in a fixed order: setups, then rules, then columns. An interrupted table is
//! thus a prefix of the finished one, and can be resumed. If a pattern is its own mirror image,
//! left and right, each pair stands for its mirror image too, and only the first of both has a row.

use std::path::{Path, PathBuf};

use clap::Args;
use pasang::commands::{TableSize, Threads, whole};
use pasang::text::failure::{CommandError, CommandResult};
use pasang::text::{rules, setups};
use pasang_core::base::cancel::CancelToken;
use pasang_core::board::Symmetry;
use pasang_core::games::brunei;
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
use pasang_core::{Move, Position, Seat};

use crate::files::AppendFile;
use crate::proof::{Header, check};
use crate::prove::{Effort, Task, not_by_stuck, refuse_new};

/// The options of `pasang-exact survey`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example: try all pairs of one pattern under one rule set\n  \
    pasang-exact survey --setup catalogue-20 --rules brunei-slide --out pairs.csv\n\n\
    Interrupted, the command goes on where it stopped when it is given again. The table is the same \
    whatever the number of threads.")]
pub struct Survey {
    /// Search these patterns
    #[arg(long, value_name = "NAME|GROUP|FILE", default_value = "catalogue-distinct")]
    setup: String,
    /// Use these rules [default: pasang-emas, brunei-slide, brunei-jump, geoludie and
    /// geoludie-jump]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Change a toggle of the rules, as `entry=jump`; may be given several times
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Limit each search to N positions, for each player
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: u64,
    /// Write the table to this file; an unfinished one is resumed
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
    #[command(flatten)]
    hash: TableSize,
    #[command(flatten)]
    threads: Threads,
}

/// Default rules.
const RULES: [&str; 5] =
    ["pasang-emas", "brunei-slide", "brunei-jump", "geoludie", "geoludie-jump"];

const HEADER: &str = "setup,rules,first,second,tried,winner,nodes,positions,plies\n";

#[derive(Clone, Debug)]
struct Pair {
    setup: Setup,
    rules: String,
    start: Position,
    moves: [Move; 2],
}

impl Survey {
    /// Tries the pairs that the table lacks, and adds their rows.
    ///
    /// # Errors
    /// If the options are wrong, a file cannot be written, or the user interrupts.
    pub fn run(self) -> CommandResult {
        let setups = setups::find_all(&self.setup, Path::new(".")).map_err(CommandError::Wrong)?;
        let pairs = pairs(&setups, &self.games()?);
        let hash = self.hash.of_tables(self.threads.started())?;
        let effort = Effort { nodes: self.nodes, hash };
        let tried = self.nodes.to_string();
        let table = AppendFile {
            path: &self.out,
            header: HEADER,
            rows: pairs.len(),
            begin: |place: usize| {
                let pair = &pairs[place];
                let [first, second] = pair.columns();
                vec![pair.setup.name.clone(), pair.rules.clone(), first, second, tried.clone()]
            },
            end: |place: usize, cancel: &CancelToken| pairs[place].attempt(effort, cancel),
        };
        table.grow(self.threads)
    }

    fn games(&self) -> Result<Vec<(String, brunei::Rules)>, CommandError> {
        let names = match &self.rules {
            Some(name) => vec![name.as_str()],
            None => RULES.to_vec(),
        };
        let mut games = Vec::new();
        for name in names {
            let mut named = rules::find(name)?;
            rules::set_all(&mut named.rules, &self.set)?;
            refuse_new(&named.rules)?;
            match named.rules {
                Game::Brunei(game) if game.stuck == brunei::Stuck::Loses => {
                    games.push((named.name, game));
                }
                _ => return Err(not_by_stuck()),
            }
        }
        Ok(games)
    }
}

/// Returns the pairs of all these patterns under all these rules, in order.
fn pairs(setups: &[Setup], rules: &[(String, brunei::Rules)]) -> Vec<Pair> {
    const MIRROR: Symmetry = Symmetry::MirrorColumnF;
    let mut all: Vec<Pair> = Vec::new();
    for setup in setups {
        let is_own_mirror = setup.stones.mapped(MIRROR) == setup.stones;
        for (name, game) in rules {
            let Ok(start) = Game::Brunei(*game).start(setup) else { continue };
            for moves in start.opening_pairs() {
                if is_own_mirror && moves.map(|mv| mv.mapped(MIRROR)) < moves {
                    continue;
                }
                let (setup, rules) = (setup.clone(), name.clone());
                all.push(Pair { setup, rules, start, moves });
            }
        }
    }
    all
}

impl Pair {
    fn columns(&self) -> [String; 2] {
        self.moves.map(|mv| mv.to_string())
    }

    /// Returns the end of the pair's row; `None` if interrupted.
    fn attempt(&self, effort: Effort, cancel: &CancelToken) -> Option<Vec<String>> {
        let row = |word: &str, numbers: [Option<u64>; 3]| {
            let numbers = numbers.map(|it| it.map_or_else(String::new, |it| it.to_string()));
            Some([vec![word.to_owned()], numbers.to_vec()].concat())
        };
        let last = self.moves.into_iter().fold(self.start, Position::after_unchecked);
        let Position::Brunei(game, position) = &last else { return None };
        if let Some(outcome) = last.outcome() {
            // The player who is to enter first cannot.
            let winner = outcome.winners.seats().next()?;
            return row(winner.word(), [Some(0); 3]);
        }
        let after = self.columns().to_vec();
        let about = Header { setup: self.setup.clone(), rules: *game, after };
        let players = [Seat::FIRST, Seat::SECOND];
        let task = Task { beginning: &about, position, players: &players, effort, cancel };
        let found = task.force();
        if let (Err(why), false) = (&found, cancel.is_cancelled()) {
            cancel.fail(format!("{} {}: {why}", self.setup.name, self.columns().join(" ")));
        }
        let attempt = found.ok().filter(|_| !cancel.is_cancelled())?;
        let nodes = Some(attempt.nodes);
        match attempt.proof {
            None if attempt.averted == [true; 2] => row("neither", [nodes, None, None]),
            None => row("open", [nodes, None, None]),
            Some(proof) => {
                let checked = check(&proof).ok()?;
                let size = [checked.positions, checked.plies].map(|it| Some(it as u64));
                row(proof.claim.player.word(), [nodes, size[0], size[1]])
            }
        }
    }
}
