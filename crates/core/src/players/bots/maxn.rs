//! Search for games of more than two players: max^n.
//!
//! With two players, what one wins the other loses, and alpha-beta needs no more than that. With
//! more, each player takes the move that is best for the own seat: max^n (Luckhardt and Irani 1986,
//! "An algorithmic solution of N-person games", AAAI, pp. 158-162). A position's value for a seat
//! is that seat's lead over the best of the others; at the end of the game, winning counts more.
//!
//! Paranoid search, in which all others play against the searching player (Sturtevant and Korf
//! 2000, "On pruning techniques for multi-player games", AAAI, pp. 201-207), may prune what max^n
//! must search. It searched deeper here and played worse, for real opponents do not play so.

use std::cmp::Reverse;

use crate::base::cancel::CancelToken;
use crate::games::{GameRules, Outcome, Scores, Seat};
use crate::players::search::{Budget, Interrupted, Limits};

/// Value of winning, in points.
const WON: i32 = 10_000;

/// Value of a position for each seat.
type SeatValues = [i32; Seat::MAX];

/// Max^n search for games of more than two players.
pub(super) struct MaxN<G: GameRules> {
    /// Moves in the order in which they are tried, by remaining depth.
    moves: Vec<Vec<G::Move>>,
    scratch: Vec<G::Move>,
    budget: Budget,
}

impl<G: GameRules> MaxN<G> {
    pub(super) fn new() -> MaxN<G> {
        MaxN { moves: Vec::new(), scratch: Vec::new(), budget: Budget::UNLIMITED }
    }

    /// Sets the cancellation token.
    pub(super) fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.budget.set_observer(cancel.clone());
    }

    /// Returns the index of the best move, found by iterative deepening up to a depth and a number
    /// of positions. `indices` holds the indices of all moves: of equal ones the first is best.
    pub(super) fn best(
        &mut self,
        game: &G,
        position: &G::Position,
        indices: &[u32],
        Limits { depth, nodes }: Limits,
    ) -> u32 {
        self.budget.set_limit(nodes);
        let me = game.to_move(position).index();
        let moves = game.all_moves(position);
        let mut order = indices.to_vec();
        order.sort_by_key(|&move_index| {
            Reverse(game.captured_points(position, moves[move_index as usize]))
        });
        // Each move removes at least one stone, which limits the depth.
        let deepest = usize::from(depth).min(game.stones(position).points().len() as usize + 1);
        self.moves.resize_with(deepest + 1, Vec::new);
        for depth in 1..=deepest {
            let mut best: Option<(usize, i32)> = None;
            let mut whole = true;
            for (place, &move_index) in order.iter().enumerate() {
                let next = game.after_move(position, moves[move_index as usize]);
                let Ok(seat_values) = self.search(game, &next, depth - 1) else {
                    whole = false;
                    break;
                };
                if best.is_none_or(|(_, most)| seat_values[me] > most) {
                    best = Some((place, seat_values[me]));
                }
            }
            // The best move is searched first in the next iteration, and its value counts even if
            // the budget ends before the others are searched.
            if let Some((place, _)) = best {
                order[..=place].rotate_right(1);
            }
            if !whole {
                break;
            }
        }
        order[0]
    }

    /// Returns the value of a position, searched to a depth in plies.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        depth: usize,
    ) -> Result<SeatValues, Interrupted> {
        self.budget.count(1)?;
        let (seats, mut scores) = (game.seats(), game.scores(position));
        if depth == 0 {
            let over = (game.move_count(position, &mut self.scratch) == 0)
                .then(|| game.outcome(position))
                .flatten();
            return Ok(seat_values(seats, &scores, over));
        }
        let mut moves = std::mem::take(&mut self.moves[depth]);
        game.moves(position, &mut moves);
        let me = game.to_move(position).index();
        let found = if moves.is_empty() {
            seat_values(seats, &scores, game.outcome(position))
        } else if depth == 1 {
            // At the frontier the largest gain is best, and no move needs to be made.
            self.budget.count(moves.len() as u64)?;
            scores[me] +=
                moves.iter().map(|&mv| game.captured_points(position, mv)).max().unwrap_or(0);
            seat_values(seats, &scores, None)
        } else {
            let mut best: Option<SeatValues> = None;
            for &mv in &moves {
                let seat_values = self.search(game, &game.after_move(position, mv), depth - 1)?;
                if best.is_none_or(|best| seat_values[me] > best[me]) {
                    best = Some(seat_values);
                }
            }
            best.unwrap_or_default()
        };
        self.moves[depth] = moves;
        Ok(found)
    }
}

/// Returns each seat's lead over the best of the others, with the value of winning or losing.
fn seat_values(seats: u8, scores: &Scores, over: Option<Outcome>) -> SeatValues {
    let mut seat_values = [0; Seat::MAX];
    for seat in Seat::first(seats) {
        let others = Seat::first(seats).filter(|&other| other != seat);
        let best = others.map(|other| scores[other.index()]).max().unwrap_or(0);
        let won = match over {
            None => 0,
            Some(outcome) if outcome.winners.has(seat) => WON / outcome.winners.count() as i32,
            Some(_) => -WON,
        };
        seat_values[seat.index()] = i32::from(scores[seat.index()]) - i32::from(best) + won;
    }
    seat_values
}
