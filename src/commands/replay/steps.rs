//! The positions of a game, one after the other, on the screen and as pictures.

use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::base::terminal::is_lively;
use crate::board::{Trail, draw, in_colours, with_coordinates};
use crate::commands::ended::Done;
use crate::commands::moves::{in_words, outcome_json};
use crate::games::{Game, Outcome, Seat, scores_at_table, sign_at_table};
use crate::playing::prepared::Visit;
use crate::report::{Board, Document, Exporter, Svg};
use crate::results::folder::write_into;

/// A position and the move that led to it.
pub(super) struct Step {
    pub(super) caption: String,
    /// What somebody said of it.
    pub(super) said: Vec<String>,
    pub(super) picture: Board,
    /// The same for programs.
    pub(super) told: Value,
}

impl Step {
    pub(super) fn show(&self, out: &mut impl Write, is_lively: bool) -> Done {
        let Board { side, trail, .. } = &self.picture;
        let sign = |point| self.picture.sign(point);
        let board = if is_lively {
            in_colours(*side, sign, trail)
        } else {
            with_coordinates(*side, |point| sign(point).to_string())
        };
        let said: String = self.said.iter().map(|said| format!("  {said}\n")).collect();
        Ok(write!(out, "\n{}\n{said}{board}", self.caption)?)
    }
}

/// Shows one position after the other, each when somebody asks for it.
pub(super) fn walk(steps: &[Step]) -> Done {
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

pub(super) struct Steps<'t> {
    pub(super) title: &'t str,
    /// Who is the first to move: players are told by where they sit.
    pub(super) starter: Seat,
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
            Step { picture: Board { trail, ..board }, caption, said: Vec::new(), told }
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
pub(super) fn write_pictures(
    folder: &Path,
    game: &str,
    steps: Vec<Step>,
    only: Option<u64>,
) -> Done {
    let shown = (0_u64..).zip(steps).filter(|(ply, _)| only.is_none_or(|only| only == *ply));
    let pictures = shown.map(|(ply, step)| {
        let picture = Svg.export(&Document::of_board(step.picture));
        (format!("game-{game}-ply-{ply:03}.svg"), picture)
    });
    Ok(write_into(folder, pictures)?)
}
