//! What the positions of a game that was played are worth under best play.
//!
//! The last positions are solved first: the table then knows most of what the ones before them
//! ask. All that is found depends on the game alone, and on the budget.

use super::search::{Extent, Solver, solve};
use crate::base::halt::Halt;
use crate::games::{Outcome, Ruled, Scores, Searched, Seat};

/// Which positions are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    /// Those with so many stones on the board or fewer.
    pub stones: u8,
    /// No more than so many positions are looked at for one of them.
    pub nodes: u64,
}

/// The table of a judge, in MiB: so much as is of use at the numbers of stones that can be solved
/// for every game.
pub const HASH: u32 = 32;

/// What a position is worth under best play: who wins, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// 1 where the first player wins, 0 for a draw, -1 where the second wins.
    pub result: i32,
    /// By how many points the first player leads in the end, with what a player is given; whoever
    /// wins by the other's being stuck may have fewer.
    pub margin: i32,
}

impl Worth {
    /// What a finished game came to.
    pub fn of_end<G: Ruled>(game: &G, outcome: &Outcome, scores: &Scores) -> Worth {
        let (result, scores) = (outcome.winners.of_two(), game.held(scores));
        Worth { result, margin: i32::from(scores[0]) - i32::from(scores[1]) }
    }

    /// The same in the view of a player: of two worths the better one is the greater.
    #[must_use]
    pub fn for_seat(self, seat: Seat) -> (i32, i32) {
        if seat == Seat::FIRST { (self.result, self.margin) } else { (-self.result, -self.margin) }
    }
}

/// Solves the positions of games for two, one game after the other.
pub struct Judge<G: Searched> {
    few: Few,
    solver: Solver<G>,
    halt: Halt,
    moves: Vec<G::Move>,
    ranks: Vec<u32>,
    /// The positions with few stones in which a move was made, in order, each with how many moves
    /// there were.
    positions: Vec<(G::Position, u32)>,
}

impl<G: Searched> Judge<G> {
    /// A judge of such positions, who drops a game as soon as somebody wants it.
    pub fn new(few: Few, halt: &Halt) -> Judge<G> {
        let mut solver = Solver::new(HASH);
        solver.watched_by(halt.clone());
        let (moves, ranks, positions) = (Vec::new(), Vec::new(), Vec::new());
        Judge { few, solver, halt: halt.clone(), moves, ranks, positions }
    }

    /// Solves the positions of a game in which its last moves were made, from the first on that has
    /// few stones; their worths in the order of the game. Where one cannot be solved within the
    /// budget, it and those before it are left out. Nothing comes of a game that is dropped.
    pub fn judge(
        &mut self,
        game: &G,
        start: &G::Position,
        played: &[u32],
        worths: &mut Vec<Worth>,
    ) -> Option<()> {
        worths.clear();
        self.positions.clear();
        self.solver.clear();
        let mut position = *start;
        for &rank in played {
            game.moves(&position, &mut self.moves);
            if game.stones(&position).points().len() <= self.few.stones.into() {
                self.positions.push((position, self.moves.len() as u32));
            }
            game.apply(&mut position, *self.moves.get(rank as usize)?);
        }
        let end = Worth::of_end(game, &game.outcome(&position)?, &game.scores(&position));
        let mut next = end;
        for (position, of) in self.positions.iter().rev() {
            // Where there is one move, the position is worth what it leads to.
            if *of > 1 {
                self.ranks.clear();
                self.ranks.extend(0..*of);
                let asked = (Extent::Margin, self.few.nodes);
                let found = solve(&mut self.solver, game, position, &self.ranks, asked);
                if self.halt.is_set() {
                    return None;
                }
                let (Some(result), Some(margin)) = (found.result.value(), found.margin.value())
                else {
                    break;
                };
                next = Worth { result, margin };
            }
            worths.push(next);
        }
        worths.reverse();
        Some(())
    }
}
