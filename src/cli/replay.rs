//! `pasang replay`: one game again, on the board, step by step.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::ended::{Done, Stop};
use super::moves::in_words;
use super::options::whole;
use crate::base::fault::{Fault, Source};
use crate::board::with_coordinates;
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
            player.replay(id, &records).map_err(|(_, fault)| fault).context(NO_GAME)?;
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
        let steps = Steps { title: &title, starter: *starter };
        let steps = prepared.visit(id.cell, &facts.ranks, steps).context(NO_GAME)?;
        match &self.svg {
            Some(folder) => write_pictures(folder, self.game, steps),
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

/// What is said of a record that cannot be played.
const NO_GAME: &str = "the record is no game";

fn no_such_game(game: u64, games: u64) -> Stop {
    let what = format!("there is no game {game} among the {games} games of this folder");
    Source::new("", "").faults(vec![Fault::whole(what)]).into()
}

fn not_played(game: u64, games: u64) -> Stop {
    let what = format!("game {game} has not been played: it is none of the {games} in `{JOURNAL}`");
    Source::new("", "").faults(vec![Fault::whole(what)]).into()
}

/// A position and the move that led to it.
struct Step {
    caption: String,
    board: String,
    picture: Board,
}

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
        let step = |position: &G::Position, caption: String| Step {
            board: with_coordinates(game.side(position), |point| sign(position, point).to_string()),
            picture: Board::new(
                format!("{}; {caption}", self.title),
                game.side(position),
                |point| sign(position, point),
            ),
            caption,
        };
        let mut position = start;
        let mut steps = vec![step(&position, "before the first move".to_owned())];
        for (ply, &mv) in (1..).zip(moves) {
            let player = game.to_move(&position).at_table(self.starter, seats);
            let word = game.word(&position, mv);
            game.apply(&mut position, mv);
            let mut caption =
                format!("ply {ply}: player {player} plays {word}, {}", scores(&position));
            if let Some(Outcome { ending, winners }) = game.outcome(&position) {
                let outcome = Outcome { ending, winners: winners.at_table(self.starter, seats) };
                let scores = &seated(&position)[..usize::from(seats)];
                caption += &format!("; the game is over: {}", in_words(&outcome, scores));
            }
            steps.push(step(&position, caption));
        }
        steps
    }
}

/// Writes `game-5-ply-000.svg`, `game-5-ply-001.svg` and so on: pictures of several games may lie
/// in one folder.
fn write_pictures(folder: &Path, game: u64, steps: Vec<Step>) -> Done {
    let write = |path: &Path, error| FolderError::Write(path.to_owned(), error);
    std::fs::create_dir_all(folder).map_err(|error| write(folder, error))?;
    for (ply, step) in steps.into_iter().enumerate() {
        let path = folder.join(format!("game-{game}-ply-{ply:03}.svg"));
        let picture = Svg.export(&Document::of_board(step.picture));
        std::fs::write(&path, picture).map_err(|error| write(&path, error))?;
    }
    Ok(())
}
