//! One game as a few boards.

use super::document::Board;
use crate::board::Trail;
use crate::games::{Game, Scores, Seat, scores_at_table, sign_at_table};
use crate::playing::prepared::Visit;

/// How many boards show a game.
const FRAMES: usize = 6;

/// Draws a game as a few boards, and writes its moves down. Players are told by where they sit.
pub struct Film {
    /// Who was the first to move.
    pub starter: Seat,
}

/// A game as boards and words.
#[derive(Debug)]
pub struct Frames {
    /// A few positions, from the first one to the last.
    pub boards: Vec<Board>,
    /// The moves in their notation.
    pub moves: String,
}

impl Visit for Film {
    type Output = Frames;

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> Frames {
        let (starter, seats) = (self.starter, game.seats());
        let seated = |scores: &Scores| scores_at_table(scores, starter, seats);
        let last = moves.len();
        let mut shown: Vec<usize> =
            (1..=FRAMES).map(|frame| (last * frame).div_ceil(FRAMES)).collect();
        shown.dedup();
        let mut boards = Vec::new();
        let mut words = Vec::with_capacity(last);
        let mut position = start;
        for (ply, &mv) in (1..).zip(moves) {
            let seat = game.to_move(&position).at_table(starter, seats);
            let (way, taken) = (game.way(&position, mv), game.taken(&position, mv));
            let word = game.word(&position, mv);
            game.apply(&mut position, mv);
            if shown.contains(&ply) {
                let scores = &seated(&game.scores(&position))[..usize::from(seats)];
                let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
                let scores = scores.join("\u{2013}");
                let title = format!("after ply {ply}, player {seat} played {word}, score {scores}");
                let caption = format!("{ply} \u{b7} {word} \u{b7} {scores}");
                let sign = |point| sign_at_table(game.sign(&position, point), starter, seats);
                let board = Board::new(title, game.side(&position), sign);
                boards.push(Board { trail: Trail { way, taken }, caption, ..board });
            }
            words.push(word);
        }
        Frames { boards, moves: words.join(" ") }
    }
}
