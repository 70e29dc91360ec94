//! `pasang replay`: one game again, on the board, step by step.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::moves::in_words;
use super::{Done, Stop};
use crate::board::with_coordinates;
use crate::fault::{Fault, Source};
use crate::folder::{Folder, FolderError, JOURNAL};
use crate::game::Game;
use crate::report::{Board, Document, Exporter, Svg};
use crate::results::{find_number, find_row};
use crate::run::{Opened, open};
use crate::stage::{Player, Visit};

/// The options of `pasang replay`.
#[derive(Clone, Debug, Args)]
pub struct Replay {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// The game's number, as in the column `game` of games.csv
    game: u64,
    /// Write a picture of each position into this folder instead
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
}

impl Replay {
    /// Shows the game.
    ///
    /// # Errors
    /// When there is no such game, or files cannot be read or written.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let Opened { experiment, stage, schedule, .. } = open(&folder)?;
        // Where games are played in rounds, the journal alone knows which there are.
        let place = match schedule.is_open() {
            true => (self.game < schedule.most()).then_some(None),
            false => schedule.place(self.game).map(Some),
        };
        let Some(place) = place else {
            return Err(no_such_game(
                self.game,
                if schedule.is_open() { schedule.most() } else { schedule.len() },
            ));
        };
        let id = schedule.numbered(self.game);
        // The journal has the moves; where it was left out, the bots play them again.
        let ranks = if folder.has(JOURNAL) {
            let found = match place {
                Some(place) => find_row(&folder, &stage, &schedule, place)?,
                None => find_number(&folder, &stage, &schedule, self.game)?,
            };
            match (found, place) {
                (Some(ranks), _) => ranks,
                (None, Some(place)) => return Err(no_such_game(self.game, place)),
                (None, None) => return Err(not_played(self.game)),
            }
        } else {
            let mut player = Player::new(&stage);
            player.play(id);
            player.facts.ranks
        };
        let cell = experiment.cell(id.cell);
        let title = format!(
            "game {}: {}, {}, {}, number {} of its cell",
            id.number, cell.setup.name, cell.rules.name, cell.lineup, id.index
        );
        let steps = stage.visit(id.cell, &ranks, Steps(&title)).context("the record is no game")?;
        match &self.svg {
            Some(folder) => write_pictures(folder, steps),
            None => {
                let mut stdout = std::io::stdout().lock();
                writeln!(stdout, "{title}")?;
                for step in &steps {
                    write!(stdout, "\n{}\n{}", step.caption, step.board)?;
                }
                Ok(())
            }
        }
    }
}

fn no_such_game(game: u64, games: u64) -> Stop {
    let what = format!("there is no game {game} among the {games} games of this folder");
    Source::new("", "").faults(vec![Fault::whole(what)]).into()
}

fn not_played(game: u64) -> Stop {
    let what = format!("game {game} has not been played: the journal has no row of it");
    Source::new("", "").faults(vec![Fault::whole(what)]).into()
}

/// A position and the move that led to it.
struct Step {
    caption: String,
    board: String,
    picture: Board,
}

struct Steps<'t>(&'t str);

impl Visit for Steps<'_> {
    type Output = Vec<Step>;

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> Vec<Step> {
        let scores = |position: &G::Position| {
            let scores = &game.scores(position)[..usize::from(game.seats())];
            scores.iter().map(u16::to_string).collect::<Vec<_>>().join("-")
        };
        let step = |position: &G::Position, caption: String| Step {
            board: with_coordinates(|point| game.sign(position, point).to_string()),
            picture: Board::new(format!("{}; {caption}", self.0), String::new(), |point| {
                game.sign(position, point)
            }),
            caption,
        };
        let mut position = start;
        let mut steps = vec![step(&position, "before the first move".to_owned())];
        for (ply, &mv) in (1..).zip(moves) {
            let player = game.to_move(&position);
            game.apply(&mut position, mv);
            let mut caption =
                format!("ply {ply}: player {player} plays {mv}, {}", scores(&position));
            if let Some(outcome) = game.outcome(&position) {
                let scores = &game.scores(&position)[..usize::from(game.seats())];
                caption += &format!("; the game is over: {}", in_words(&outcome, scores));
            }
            steps.push(step(&position, caption));
        }
        steps
    }
}

/// Writes `000.svg`, `001.svg` and so on.
fn write_pictures(folder: &Path, steps: Vec<Step>) -> Done {
    let write = |path: &Path, error| FolderError::Write(path.to_owned(), error);
    std::fs::create_dir_all(folder).map_err(|error| write(folder, error))?;
    for (ply, step) in steps.into_iter().enumerate() {
        let path = folder.join(format!("{ply:03}.svg"));
        let picture = Svg.export(&Document::of_board(step.picture));
        std::fs::write(&path, picture).map_err(|error| write(&path, error))?;
    }
    Ok(())
}
