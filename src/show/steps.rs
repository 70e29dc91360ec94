//! Games step by step: on the board, as JSON, and as text that reads back.

use serde_json::{Value, json};

use super::{Board, board};
use crate::experiment::schedule::GameId;
use crate::run::{GameFacts, RunFolder};
use pasang_core::base::text::{Keyword, is_control};
use pasang_core::board::{Trail, draw};
use pasang_core::games::game_record::{GameRecord, winner_word};
use pasang_core::games::{Outcome, Position, Seat, score_words};

/// Returns the JSON header of a game of a results folder.
pub fn head(run_folder: &RunFolder, id: GameId) -> Value {
    let cell = run_folder.experiment().cell(id.cell);
    let mut head = json!({
        "game": id.number,
        "setup": cell.setup.name,
        "rules": cell.rules.name,
        "bots": cell.lineup.to_string(),
        "cell": id.cell,
        "index": id.index,
    });
    if let Some(player) = run_folder.compiled.crew_player(id) {
        head["member"] = run_folder.compiled.bots(id)[0].to_string().into();
        head["image"] = player.image.word().into();
    }
    head
}

/// Adds a game's positions and, if it is over, its outcome in the terms of games.csv.
pub fn add_steps(head: &mut Value, steps: Vec<Step>) {
    if let Some(Step { object, outcome: Some(outcome), .. }) = steps.last() {
        let seats = object["scores"].as_array().map_or(0, Vec::len);
        head["winner"] = winner_word(outcome.winners, seats).into();
        head["ending"] = outcome.ending.word().into();
        head["scores"] = object["scores"].clone();
    }
    head["positions"] = steps.into_iter().map(|step| step.object).collect();
}

/// A position of a game, with the move before it.
pub struct Step {
    caption: String,
    /// Comments on it in the file.
    pub said: Vec<String>,
    pub picture: Board,
    /// Outcome by seat, if the game is over here.
    outcome: Option<Outcome>,
    pub object: Value,
}

impl Step {
    /// Draws the board under its caption.
    pub fn text(&self) -> String {
        let Board { side, trail, .. } = &self.picture;
        let board = board(*side, |point| self.picture.sign(point), trail);
        let said: String = self.said.iter().map(|said| format!("  {said}\n")).collect();
        format!("\n{}\n{said}{board}", self.caption)
    }
}

/// Returns the positions of a game, each with the move before it.
pub fn steps_of(game: &GameRecord, title: &str) -> Vec<Step> {
    let (seats, size) = (usize::from(game.start.seats()), game.start.board_size());
    let step = |position: &Position, trail: Trail, caption: String, mut object: Value| {
        let sign = |point| position.sign(point);
        object["scores"] = json!(&position.scores()[..seats]);
        object["rows"] = draw(size, sign).lines().collect();
        object["position"] = position.to_string().into();
        let board = Board::new(format!("{title}; {caption}"), size, sign);
        let picture = Board { trail, ..board };
        Step { picture, caption, said: Vec::new(), outcome: None, object }
    };
    let mut position = game.start;
    let before = "before the first move".to_owned();
    let mut steps = vec![step(&position, Trail::default(), before, json!({ "ply": 0 }))];
    for (ply, &mv) in (1..).zip(&game.moves) {
        let player = position.turn();
        let trail = Trail { path: position.path(mv), captured: position.captures(mv) };
        let mut object = json!({
            "ply": ply,
            "player": player.number(),
            "move": mv.to_string(),
            "takes": trail.captured.map(|point| size.name(point)).collect::<Vec<_>>(),
        });
        position.play_unchecked(mv);
        let scores = score_words(&position.scores()[..seats]);
        let mut caption = format!("ply {ply}: player {player} plays {mv}, {scores}");
        let outcome = position.outcome();
        if let Some(outcome) = &outcome {
            caption += &format!("; the game is over: {outcome}, {scores}");
            object["outcome"] = outcome_json(outcome);
        }
        steps.push(Step { outcome, ..step(&position, trail, caption, object) });
    }
    steps
}

/// Returns the outcome of a game as JSON.
pub fn outcome_json(outcome: &Outcome) -> Value {
    let winners: Vec<u8> = outcome.winners.seats().map(Seat::number).collect();
    json!({ "ending": outcome.ending.word(), "winners": winners })
}

/// Formats the outcome of a position, as `stuck, player 1 wins, 86-89`; `None` if the game is not
/// over.
pub fn ending(position: &Position) -> Option<String> {
    Some(format!("{}, {}", position.outcome()?, position.format_scores()))
}

/// Says of which games an export is.
pub fn export_head(run_folder: &RunFolder) -> String {
    let experiment = run_folder.experiment();
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("# Games of Pasang, written by pasang {version}.\n");
    if !experiment.title.is_empty() {
        let plain: String = experiment.title.chars().filter(|&sign| !is_control(sign)).collect();
        text += &format!("# {plain}\n");
    }
    text += &format!("# seed {}\n", run_folder.compiled.seed);
    text
}

/// Returns a game of a results folder as a line of JSON.
pub fn json_of(run_folder: &RunFolder, id: GameId, facts: &GameFacts) -> String {
    let steps = steps_of(&run_folder.compiled.game(id.cell, &facts.indices), "");
    let mut game = head(run_folder, id);
    add_steps(&mut game, steps);
    format!("{game}\n")
}

/// Returns a game of a results folder as text.
pub fn text_of(run_folder: &RunFolder, id: GameId, facts: &GameFacts) -> String {
    let mut game = run_folder.compiled.game(id.cell, &facts.indices);
    let (seats, cell) = (game.start.seats(), run_folder.experiment().cell(id.cell));
    let bots = run_folder.compiled.bots(id);
    game.setup = Some(cell.setup.clone());
    game.name = id.number.to_string();
    let bot = |seat: Seat| (seat.word(), bots[seat.index()].to_string());
    game.about = Seat::first(seats).map(bot).collect();
    format!("\n{game}")
}
