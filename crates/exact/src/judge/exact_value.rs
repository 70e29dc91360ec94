//! Exact values of the positions of a game that was played.
//!
//! The last positions are solved first: the table then has most of what the ones before them need.
//! The values depend on the game and the budget alone.

use pasang_core::base::cancel::CancelToken;
use pasang_core::games::IndexedMove;
use pasang_core::players::runner::replay;
use pasang_core::{GameResult, Limits, Move, Position, Seat, SolveGoal, Solver};

/// Size of a solver's table in MiB: as much as is of use at the numbers of stones that can be
/// solved in every game.
const HASH: u32 = 32;

/// Limits of the positions to solve.
#[derive(Clone, Copy, Debug)]
pub struct EndgameLimits {
    /// Greatest number of stones on the board.
    pub stones: u8,
    /// Maximum number of positions searched to solve one of them.
    pub nodes: u64,
}

/// Exact value of a position under best play: winner and margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactValue {
    /// 1 if the first player wins, 0 for a draw, -1 if the second wins.
    pub result: i32,
    /// First player's final lead in points, with the handicap; a player who wins by the other's
    /// being stuck may have fewer.
    pub margin: i32,
}

/// Position with few stones in which a move was made.
#[derive(Clone, Copy, Debug)]
pub struct SolvedPosition {
    pub worth: ExactValue,
    pub seat: Seat,
    pub choices: u32,
    /// The ply of the move, from 1.
    pub ply: usize,
    pub stones: u8,
}

#[derive(Clone, Debug)]
pub struct JudgedPosition {
    /// Solved positions, in order: the last ones with few stones.
    pub solved: Vec<SolvedPosition>,
    /// Number of positions with few stones before those, which were not solved.
    pub unsolved: usize,
    pub end: ExactValue,
}

impl JudgedPosition {
    /// Formats the values as in files, with the one of the end: `f` if the first player wins, `s`
    /// if the second does, `d` for a draw, and then the first player's points less the second's;
    /// joined by `/`.
    pub fn worths(&self) -> String {
        let word = |it: &ExactValue| {
            let sign = ['s', 'd', 'f'][(it.result + 1) as usize];
            format!("{sign}{}", it.margin)
        };
        let worths = self.solved.iter().map(|it| &it.worth).chain([&self.end]);
        worths.map(word).collect::<Vec<String>>().join("/")
    }

    /// Formats the solved positions as in files: the seat, the choices and the stones of each, as
    /// `f5x21`; `None` if there are none.
    pub fn positions(&self) -> Option<String> {
        let word = |it: &SolvedPosition| {
            let sign = if it.seat == Seat::FIRST { 'f' } else { 's' };
            format!("{sign}{}x{}", it.choices, it.stones)
        };
        let words: Vec<String> = self.solved.iter().map(word).collect();
        Some(words.join("/")).filter(|text| !text.is_empty())
    }
}

/// Solves the positions in which the last moves of a game were made, from the first on that has few
/// stones. If one cannot be solved within the budget, it and those before it are left out. `None`
/// if cancelled.
pub fn judge(
    start: &Position,
    played: &[u32],
    few: EndgameLimits,
    cancel: &CancelToken,
) -> Option<JudgedPosition> {
    let mut positions = Vec::new();
    let mut see = |position: &Position, chosen: &IndexedMove<Move>| {
        positions.push((*position, chosen.count));
    };
    let GameResult { outcome, last } = replay(start, played, &mut see).ok()?;
    let [first, second, ..] = last.adjusted_scores();
    let margin = i32::from(first) - i32::from(second);
    let end = ExactValue { result: outcome.winners.of_two(), margin };
    let stones = |position: &Position| position.stones().points().len() as u8;
    let is_late = |(_, (position, _)): &(usize, &(Position, u32))| stones(position) <= few.stones;
    let late: Vec<_> = (1..).zip(&positions).filter(is_late).collect();
    let mut solver = Solver::with_table_mib(HASH);
    solver.set_cancel_token(cancel);
    let (mut worth, mut solved) = (end, Vec::new());
    for &(ply, &(ref position, choices)) in late.iter().rev() {
        // With a single legal move, the position is worth what it leads to.
        if choices > 1 {
            let found = solver.solve(position, SolveGoal::Margin, Limits::nodes(few.nodes));
            if cancel.is_cancelled() {
                return None;
            }
            let (Some(result), Some(margin)) = (found.result.value(), found.lead.value()) else {
                break;
            };
            worth = ExactValue { result, margin };
        }
        let (seat, stones) = (position.turn(), stones(position));
        solved.push(SolvedPosition { worth, seat, choices, ply, stones });
    }
    solved.reverse();
    Some(JudgedPosition { unsolved: late.len() - solved.len(), solved, end })
}
