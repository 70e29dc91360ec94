//! `pasang moves`: lists the legal moves of a position.

use clap::Args;
use serde_json::{Value, json};

use super::exit::{self, CommandResult, note, print};
use super::position::{AtPosition, Meant, PositionArgs};
use crate::base::text::{Keyword, listed};
use crate::games::position_string::word_of;
use crate::games::{Outcome, Seat, score_words};
use crate::players::PlayableGame;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang moves --setup catalogue-07 --after \"c j\"")]
pub struct Moves {
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON; for a list of positions, one line each
    ///
    /// Moves with their captures, the player to move, and the outcome.
    #[arg(long)]
    json: bool,
}

impl Moves {
    pub fn run(self) -> CommandResult {
        self.position.each(self.json, &self)
    }
}

impl AtPosition for Moves {
    fn at<G: PlayableGame>(&self, game: &G, position: G::Position, meant: &Meant) -> CommandResult {
        let moves = game.all_moves(&position);
        if self.json {
            return print_json(game, &position, &moves, meant);
        }
        let mut texts: Vec<String> =
            moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
        texts.sort();
        print(texts.iter().map(|text| format!("{text}\n")).collect::<String>())?;
        if let Some(ending) = ending(game, &position) {
            note(format_args!("the game is over: {ending}"));
        }
        Ok(())
    }
}

/// Prints the moves sorted by notation, each with its index, captured points and gain.
fn print_json<G: PlayableGame>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    meant: &Meant,
) -> CommandResult {
    let side = game.board_size(position);
    let listed = (0..).zip(moves).map(|(move_index, &mv): (u32, _)| {
        let takes: Vec<String> = game.captures(position, mv).map(|at| side.name(at)).collect();
        let (word, points) = (game.format_move(position, mv), game.captured_points(position, mv));
        let said = json!({ "move": word, "rank": move_index, "takes": takes, "points": points });
        (word, said)
    });
    let mut listed: Vec<(String, Value)> = listed.collect();
    listed.sort_by(|one, other| one.0.cmp(&other.0));
    let listed: Vec<Value> = listed.into_iter().map(|(_, said)| said).collect();
    let outcome = game.outcome(position);
    let said = json!({
        "position": word_of(game, &meant.rules, position),
        "to_move": outcome.is_none().then(|| game.to_move(position).number()),
        "scores": &game.scores(position)[..usize::from(game.seats())],
        "moves": listed,
        "outcome": outcome.map(|outcome| outcome_json(&outcome)),
    });
    match &meant.listed {
        Some(_) => print(format_args!("{said}\n")),
        None => exit::print_json(&said),
    }
}

/// Returns the ending and the winners as JSON.
pub fn outcome_json(outcome: &Outcome) -> Value {
    let winners: Vec<u8> = outcome.winners.seats().map(Seat::number).collect();
    json!({ "ending": outcome.ending.word(), "winners": winners })
}

/// Formats an outcome: `stuck, player 1 wins, 86-89`.
pub fn in_words(outcome: &Outcome, scores: &[u16]) -> String {
    let winners = listed(outcome.winners.seats().map(|seat| seat.to_string()), "and");
    let who = match outcome.winners.count() {
        1 => format!("player {winners} wins"),
        _ => format!("a draw of players {winners}"),
    };
    format!("{}, {who}, {}", outcome.ending.word(), score_words(scores))
}

/// Formats the outcome of a position; `None` if the game is not over.
pub fn ending<G: PlayableGame>(game: &G, position: &G::Position) -> Option<String> {
    let scores = &game.scores(position)[..usize::from(game.seats())];
    game.outcome(position).map(|outcome| in_words(&outcome, scores))
}
