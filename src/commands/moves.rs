//! `pasang moves`: lists the legal moves of a position. `pasang perft`: counts move sequences.

use clap::Args;
use serde_json::{Value, json};

use super::options::{listen, whole};
use super::position::PositionArgs;
use crate::show::steps::{ending, outcome_json};
use crate::text::failure::CommandResult;
use crate::text::messages;
use crate::text::messages::{complain, note, print};
use pasang_core::games::{Move, Position};

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
        self.position.each(self.json, |position, listed| match self.json {
            true => print_json(&position, listed.is_some()),
            false => print_list(&position),
        })
    }
}

fn print_list(position: &Position) -> CommandResult {
    let mut texts: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    texts.sort();
    print(texts.iter().map(|text| format!("{text}\n")).collect::<String>())?;
    if let Some(ending) = ending(position) {
        note(format_args!("the game is over: {ending}"));
    }
    Ok(())
}

/// Prints the moves sorted by notation, each with its index, captures and points, on one line if
/// the position is one of a list.
fn print_json(position: &Position, is_listed: bool) -> CommandResult {
    let size = position.board_size();
    let moves = position.legal_moves();
    let mut listed: Vec<(String, usize)> =
        moves.iter().enumerate().map(|(index, mv)| (mv.to_string(), index)).collect();
    listed.sort();
    let listed = listed.into_iter().map(|(text, index)| {
        let mv = moves[index];
        let takes: Vec<String> = position.captures(mv).map(|at| size.name(at)).collect();
        let points = position.captured_points(mv);
        json!({ "move": text, "rank": index, "takes": takes, "points": points })
    });
    let outcome = position.outcome();
    let said = json!({
        "position": position.to_string(),
        "to_move": outcome.is_none().then(|| position.turn().number()),
        "scores": *position.scores(),
        "moves": listed.collect::<Vec<Value>>(),
        "outcome": outcome.map(|outcome| outcome_json(&outcome)),
    });
    if is_listed { print(format_args!("{said}\n")) } else { messages::print_json(&said) }
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang perft --rules bell --depth 5")]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Maximum depth
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=120))]
    depth: u32,
}

impl Perft {
    pub fn run(self) -> CommandResult {
        self.position.each(false, |position, _| {
            let interrupt = listen()?;
            for depth in 1..=self.depth {
                let Some(count) = position.perft_until(depth, interrupt.cancel()) else {
                    complain(format_args!("stopped while counting depth {depth}"));
                    return interrupt.ends();
                };
                print(format_args!("{depth} {count}\n"))?;
            }
            Ok(())
        })
    }
}
