//! A game as boards.

use super::document::Board;
use crate::board::Trail;
use crate::games::{Game, Scores, Seat, scores_at_table, sign_at_table};
use crate::players::search::{Extent, Solver, solve};
use crate::playing::prepared::Visit;

/// Where so few stones are left, what best play would make of a position is looked for.
const FEW: u32 = 14;
/// Looking at so many positions at most: that is soon done, and always finds the same.
const LOOKED_AT: u64 = 5_000;
const HASH: u32 = 1;

/// Draws a game as boards, the first position and that after each move, and writes its moves down.
/// Players are named by where they sit.
pub struct Film {
    /// Who was the first to move.
    pub starter: Seat,
}

impl Visit for Film {
    type Output = (Vec<Board>, String);

    fn visit<G: Game>(self, game: &G, start: G::Position, moves: &[G::Move]) -> Self::Output {
        let (Film { starter }, seats) = (self, game.seats());
        let last = moves.len();
        let mut words = Vec::with_capacity(last);
        let mut position = start;
        let board = |position: &G::Position, title: String| {
            let sign = |point| sign_at_table(game.sign(position, point), starter, seats);
            Board::new(title, game.side(position), sign)
        };
        let begin = "the beginning".to_owned();
        let mut boards = vec![Board { caption: begin.clone(), ..board(&position, begin) }];
        let mut solver = (seats == 2).then(|| Solver::new(HASH));
        let mut best_play = |position: &G::Position| -> Option<String> {
            let solver = solver.as_mut()?;
            if game.outcome(position).is_some() || game.stones(position).points().len() > FEW {
                return None;
            }
            let mut of = Vec::new();
            game.moves(position, &mut of);
            let ranks: Vec<u32> = (0..of.len() as u32).collect();
            let asked = (Extent::Margin, LOOKED_AT);
            let found = solve(solver, game, position, &ranks, asked).proven()?;
            let at_table = |seat: Seat| seat.at_table(starter, seats);
            Some(match found {
                None => "best play: a draw".to_owned(),
                Some((winner, ahead @ 1..)) => {
                    format!("best play: player {} by {ahead}", at_table(winner))
                }
                Some((winner, _)) => format!("best play: player {} wins", at_table(winner)),
            })
        };
        for (ply, &mv) in (1..).zip(moves) {
            let seat = game.to_move(&position).at_table(starter, seats);
            let (way, taken) = (game.way(&position, mv), game.taken(&position, mv));
            let word = game.word(&position, mv);
            game.apply(&mut position, mv);
            let scores: &Scores = &scores_at_table(&game.scores(&position), starter, seats);
            let scores: Vec<String> =
                scores[..usize::from(seats)].iter().map(u16::to_string).collect();
            let scores = scores.join("\u{2013}");
            let title = format!("after ply {ply}, player {seat} played {word}, score {scores}");
            let mut caption =
                format!("{ply} of {last} \u{b7} player {seat}: {word} \u{b7} {scores}");
            if let Some(words) = best_play(&position) {
                caption += &format!(" \u{b7} {words}");
            }
            let trail = Trail { way, taken };
            boards.push(Board { trail, caption, ..board(&position, title) });
            words.push(word);
        }
        (boards, words.join(" "))
    }
}
