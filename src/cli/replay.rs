//! `pasang replay`: one game again, on the board, step by step.

use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};

use super::ended::{Done, Stop};
use super::moves::{in_words, outcome_json};
use super::options::whole;
use crate::base::fault::{Fault, Source};
use crate::base::terminal::is_lively;
use crate::board::{Trail, draw, in_colours, with_coordinates};
use crate::games::{Game, Outcome, Seat, scores_at_table, sign_at_table};
use crate::playing::player::Player;
use crate::playing::prepared::Visit;
use crate::report::{Board, Document, Exporter, Svg};
use crate::results::folder::{Folder, JOURNAL};
use crate::results::{FolderError, Opened};
use crate::stats::Round;

/// The options of `pasang replay`.
#[derive(Clone, Debug, Args)]
pub struct Replay {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// The game's number, as in the column `game` of games.csv; of a match, each round has one
    #[arg(value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    game: u64,
    /// Write a picture of each position into this folder instead, as game-5-ply-000.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Show the position after so many plies alone; 0 is the one before the first move
    #[arg(long, value_name = "N", conflicts_with = "step")]
    #[arg(value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    ply: Option<u64>,
    /// Show one position at a time, the next when Enter is pressed
    #[arg(long, conflicts_with = "svg")]
    step: bool,
    /// Print the game as JSON: its moves, what they take, the scores and the board after each
    #[arg(long, conflicts_with_all = ["svg", "step"])]
    json: bool,
}

impl Replay {
    /// Shows the game.
    ///
    /// # Errors
    /// When there is no such game, or files cannot be read or written.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let opened = Opened::read(&folder)?;
        let prepared = &opened.prepared;
        let rounds = prepared.rounds();
        let number = self.game / rounds;
        if !opened.may_have(number) {
            return Err(no_such_game(self.game, opened.most() * rounds));
        }
        let id = opened.schedule.numbered(number);
        // The journal has the moves; where it was left out, the bots play them again.
        let mut player = Player::new(prepared);
        if folder.has(JOURNAL) {
            let Some(records) = opened.recorded(number)? else {
                let rows = folder.whole_lines(JOURNAL)?.saturating_sub(1);
                return Err(not_played(self.game, rows / rounds * rounds));
            };
            player.replay(id, &records, &[]).map_err(|(_, fault)| fault).context(NO_GAME)?;
        } else {
            player.play(id);
        }
        let round = self.game % rounds;
        let Round { starter, facts } = &player.rounds()[round as usize];
        let cell = opened.experiment().cell(id.cell);
        let mut title = format!(
            "game {}: {}, {}, {}, number {} of its cell",
            self.game, cell.setup.name, cell.rules.name, cell.lineup, id.index
        );
        if rounds > 1 {
            title += &format!(", round {} of match {}", round + 1, id.number);
        }
        if let Some(words) = cell.rules.rules.in_advance() {
            title += &format!(", where {words} (the scores are without them)");
        }
        let steps = Steps { title: &title, starter: *starter };
        let steps = prepared.visit(id.cell, &facts.ranks, steps).context(NO_GAME)?;
        let first = match self.ply {
            Some(ply) if ply as usize >= steps.len() => return Err(no_such_ply(ply, steps.len())),
            Some(ply) => ply as usize,
            None => 0,
        };
        if let Some(folder) = &self.svg {
            return write_pictures(folder, self.game, steps, self.ply);
        }
        let shown = if self.ply.is_some() { &steps[first..=first] } else { &steps[..] };
        if self.json {
            let mut said = json!({
                "game": self.game,
                "setup": cell.setup.name,
                "rules": cell.rules.name,
                "bots": cell.lineup.to_string(),
                "cell": id.cell,
                "index": id.index,
                "positions": shown.iter().map(|step| &step.told).collect::<Vec<_>>(),
            });
            if rounds > 1 {
                said["match"] = id.number.into();
                said["round"] = (round + 1).into();
            }
            return Ok(writeln!(std::io::stdout(), "{said:#}")?);
        }
        writeln!(std::io::stdout(), "{title}")?;
        if self.step {
            return walk(&steps);
        }
        let mut stdout = std::io::stdout().lock();
        let is_lively = is_lively(&stdout);
        shown.iter().try_for_each(|step| step.show(&mut stdout, is_lively))
    }
}

/// What is said of a record that cannot be played.
const NO_GAME: &str = "the record is no game";

fn no_such_game(game: u64, games: u64) -> Stop {
    let what = format!("there is no game {game} among the {games} games of this folder");
    Source::new("", "").faults(vec![Fault::whole(what)]).into()
}

fn no_such_ply(ply: u64, steps: usize) -> Stop {
    let what = format!("`--ply {ply}`: this game has {} plies", steps - 1);
    Source::new("--ply", "").faults(vec![Fault::whole(what)]).into()
}

fn not_played(game: u64, games: u64) -> Stop {
    let what = format!("game {game} has not been played: it is none of the {games} in `{JOURNAL}`");
    Source::new("", "").faults(vec![Fault::whole(what)]).into()
}

/// A position and the move that led to it.
struct Step {
    caption: String,
    picture: Board,
    /// The same for programs.
    told: Value,
}

impl Step {
    fn show(&self, out: &mut impl Write, is_lively: bool) -> Done {
        let Board { side, trail, .. } = &self.picture;
        let sign = |point| self.picture.sign(point);
        let board = if is_lively {
            in_colours(*side, sign, trail)
        } else {
            with_coordinates(*side, |point| sign(point).to_string())
        };
        Ok(write!(out, "\n{}\n{board}", self.caption)?)
    }
}

/// Shows one position after the other, each when somebody asks for it.
fn walk(steps: &[Step]) -> Done {
    let (stdin, mut stdout) = (std::io::stdin(), std::io::stdout());
    let (asks, is_lively) = (stdin.is_terminal(), is_lively(&stdout));
    let last = steps.len() - 1;
    let mut at = 0;
    loop {
        steps[at].show(&mut stdout, is_lively)?;
        let mut line = String::new();
        loop {
            if asks {
                write!(
                    stdout,
                    "\nply {at} of {last}: Enter, `b` back, a ply's number, `q` quit> "
                )?;
            }
            stdout.flush()?;
            line.clear();
            if stdin.lock().take(LONGEST).read_line(&mut line).unwrap_or(0) == 0 {
                return Ok(());
            }
            at = match line.trim() {
                "q" | "quit" => return Ok(()),
                "" if at == last => return Ok(()),
                "" => at + 1,
                "b" | "back" if at > 0 => at - 1,
                "b" | "back" => continue,
                number => match number.parse::<usize>() {
                    Ok(ply) if ply <= last => ply,
                    _ => {
                        writeln!(stdout, "expected a ply from 0 to {last}")?;
                        continue;
                    }
                },
            };
            break;
        }
    }
}

/// More of a line is not read.
const LONGEST: u64 = 100;

struct Steps<'t> {
    title: &'t str,
    /// Who is the first to move: players are told by where they sit.
    starter: Seat,
}

impl Visit for Steps<'_> {
    type Output = Vec<Step>;

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> Vec<Step> {
        let seats = game.seats();
        let seated =
            |position: &G::Position| scores_at_table(&game.scores(position), self.starter, seats);
        let scores = |position: &G::Position| {
            let scores = seated(position);
            let scores = scores[..usize::from(seats)].iter().map(u16::to_string);
            scores.collect::<Vec<_>>().join("-")
        };
        // A digit is the ka of whoever has that turn.
        let sign = |position: &G::Position, point| {
            sign_at_table(game.sign(position, point), self.starter, seats)
        };
        let side = game.side(&start);
        let step = |position: &G::Position, trail: Trail, caption: String, mut told: Value| {
            let title = format!("{}; {caption}", self.title);
            let rows = draw(side, |point| sign(position, point));
            told["scores"] = json!(&seated(position)[..usize::from(seats)]);
            told["rows"] = rows.lines().collect();
            let board = Board::new(title, side, |point| sign(position, point));
            Step { picture: Board { trail, ..board }, caption, told }
        };
        let mut position = start;
        let before = "before the first move".to_owned();
        let mut steps = vec![step(&position, Trail::default(), before, json!({ "ply": 0 }))];
        for (ply, &mv) in (1..).zip(moves) {
            let player = game.to_move(&position).at_table(self.starter, seats);
            let word = game.word(&position, mv);
            let trail = Trail { way: game.way(&position, mv), taken: game.taken(&position, mv) };
            let mut told = json!({
                "ply": ply,
                "player": player.number(),
                "move": word,
                "takes": trail.taken.map(|point| side.name(point)).collect::<Vec<_>>(),
            });
            game.apply(&mut position, mv);
            let mut caption =
                format!("ply {ply}: player {player} plays {word}, {}", scores(&position));
            if let Some(Outcome { ending, winners }) = game.outcome(&position) {
                let outcome = Outcome { ending, winners: winners.at_table(self.starter, seats) };
                let scores = &seated(&position)[..usize::from(seats)];
                caption += &format!("; the game is over: {}", in_words(&outcome, scores));
                told["outcome"] = outcome_json(&outcome);
            }
            steps.push(step(&position, trail, caption, told));
        }
        steps
    }
}

/// Writes `game-5-ply-000.svg`, `game-5-ply-001.svg` and so on: pictures of several games may lie
/// in one folder.
fn write_pictures(folder: &Path, game: u64, steps: Vec<Step>, only: Option<u64>) -> Done {
    let write = |path: &Path, error| FolderError::Write(path.to_owned(), error);
    std::fs::create_dir_all(folder).map_err(|error| write(folder, error))?;
    for (ply, step) in (0_u64..).zip(steps).filter(|(ply, _)| only.is_none_or(|only| only == *ply))
    {
        let path = folder.join(format!("game-{game}-ply-{ply:03}.svg"));
        let picture = Svg.export(&Document::of_board(step.picture));
        std::fs::write(&path, picture).map_err(|error| write(&path, error))?;
    }
    Ok(())
}
