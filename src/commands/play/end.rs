//! What is said when a game is over.

use super::table::Table;
use crate::games::{Ending, Outcome, Seat};

/// How a game ended: who won, the scores, and why. `last` is whoever had to move, `left` how many
/// stones are on the board.
pub fn told(table: &Table, outcome: &Outcome, scores: &[u16], last: Seat, left: u32) -> String {
    let score: Vec<String> = scores.iter().map(u16::to_string).collect();
    let score = score.join("-");
    let winners: Vec<String> = outcome.winners.seats().map(|seat| table.called(seat)).collect();
    let who = match winners.as_slice() {
        [only] if only.starts_with("you") => format!("{only} win"),
        [only] => format!("{only} wins"),
        several => format!("a draw between {}", several.join(" and ")),
    };
    let why = match outcome.ending {
        Ending::Cleared => "no stone is left".to_owned(),
        Ending::Stuck => {
            let stones = crate::base::words::counted(left.into(), "stone");
            format!("player {last} cannot move, and {stones} left", stones = are(&stones, left))
        }
        Ending::NoHops => format!("player {last} has no hop"),
    };
    format!("The game is over: {who}, {score}; {why}.")
}

fn are(stones: &str, number: u32) -> String {
    format!("{stones} {}", if number == 1 { "is" } else { "are" })
}
