//! Exact solutions: first the winner, then the margin.
//!
//! The winner maximizes the margin of points, the loser minimizes it. A draw's margin is 0.
//! Handicaps count: a lead is one of the final scores with the handicap. Where being stuck loses
//! regardless of the scores, a player may win with fewer points: the margin is then 0 or below.
//!
//! # Method
//!
//! Let `d` be the mover's lead now, and `v` the value of the position when a stuck loss outweighs
//! all points. `v` does not depend on `d`, and the mover wins if `d + v > 0`, draws if it is 0 and
//! loses if it is less: two null-window searches at `-d` determine the winner. If half a point
//! decides ties there is no draw, and the two windows are the same.
//!
//! Then let `w` be the value of the position, in the winner's view, when the winner's being stuck
//! outweighs all points and the other's being stuck gains nothing more than the points.
//!
//! - If `lead + w` wins by points, this is the margin. A winner who plays for `w` ends with more
//!   points or with the other stuck, so a win attains it; and it cannot be exceeded, for the winner
//!   has nothing to gain from valuing a lost or drawn board by its points.
//! - Otherwise the winner wins only by the other's being stuck, with fewer points or as many. Then
//!   a cleared board counts as lost for the winner unless the points win, which depends on the
//!   lead: this search has the lead in its keys.
//!
//! If the margin is asked for, `w` comes first, for the player who leads: if it shows that this
//! player wins by points, which is often so, `v` is not needed.

use super::Limits;
use super::null_window::{Interrupted, NullWindowSearch, TerminalValues};
use super::solution::{Solution, SolveGoal, ValueRange};
use crate::games::{ChildOf, NodeOf, SearchGame, Seat};

/// Children of a position, and what is proven about it in the mover's view.
struct Proof<'e, G: SearchGame> {
    solver: &'e mut NullWindowSearch<G>,
    game: &'e G,
    mover: Seat,
    /// Each with the upper bound on its value to the mover.
    children: Vec<(ChildOf<G>, i32)>,
    /// Least final lead of the mover for a win, and for a win or a draw.
    wins: i32,
    draws: i32,
    /// Terminal values that the children's bounds are about.
    terminal_values: Option<TerminalValues>,
    result: ValueRange,
    margin: ValueRange,
    move_index: Option<u32>,
}

/// Proves the winner, and the margin if `goal` asks for it, as far as `nodes` positions suffice,
/// the root's children included, or until the solver's observer stops it. `roots` holds the indices
/// of the legal moves; of equally good moves the one that leaves the fewest replies is best, and of
/// those the first. The solution, whose moves are such indices, thus depends neither on threads nor on
/// what the table has.
pub fn solve<G: SearchGame>(
    solver: &mut NullWindowSearch<G>,
    game: &G,
    position: &G::Position,
    roots: &[u32],
    goal: SolveGoal,
    limits: Limits,
) -> Solution<u32> {
    let node = game.node(position, &mut Vec::new());
    let lead = game.lead(&node);
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        let (result, lead) = (outcome.winners.of_two(), ValueRange::only(lead).for_seat(mover));
        return Solution { result: ValueRange::only(result), lead, best_move: None, nodes: 0 };
    }
    let before = solver.nodes();
    solver.budget.set_limit(limits.nodes);
    let mut proof = Proof::new(solver, game, &node, mover);
    // Bounds proven before an early stop remain valid.
    let _ = proof.expand(&node, roots).and_then(|()| proof.run(lead, goal));
    let Proof { result, margin, move_index, .. } = proof;
    solver.budget.set_limit(u64::MAX);
    let (result, lead) = (result.for_seat(mover), margin.for_seat(mover));
    let nodes = solver.nodes() - before;
    let mut found = Solution { result, lead, best_move: move_index, nodes };
    found.best_move = move_index.filter(|_| found.answers(goal));
    found
}

fn winner(mover: Seat, sign: i32) -> Seat {
    if sign > 0 { mover } else { mover.next(2) }
}

impl<G: SearchGame> Proof<'_, G> {
    /// Starts with the only known bounds, by the points on the board.
    fn new<'e>(
        solver: &'e mut NullWindowSearch<G>,
        game: &'e G,
        node: &NodeOf<G>,
        mover: Seat,
    ) -> Proof<'e, G> {
        let (lead, points) = (game.lead(node), i32::from(node.remaining_points));
        let result = ValueRange { low: -1, high: 1 };
        let margin = ValueRange { low: lead - points, high: lead + points };
        let (wins, draws) = match game.handicap().tie() {
            None => (1, 0),
            Some(seat) if seat == mover => (0, 0),
            Some(_) => (1, 1),
        };
        let (children, terminal_values, move_index) = (Vec::new(), None, None);
        Proof {
            solver,
            game,
            mover,
            children,
            wins,
            draws,
            terminal_values,
            result,
            margin,
            move_index,
        }
    }

    fn expand(&mut self, node: &NodeOf<G>, roots: &[u32]) -> Result<(), Interrupted> {
        let mut children = self.solver.children_of(self.game, node)?;
        let place = |move_index: u32| roots.iter().position(|&root| root == move_index);
        children.sort_by_key(|child| (child.node.mobility, place(child.move_index)));
        self.children = children.into_iter().map(|child| (child, i32::MAX)).collect();
        Ok(())
    }

    /// Finds the result and the margin, in the mover's view.
    fn run(&mut self, lead: i32, goal: SolveGoal) -> Result<(), Interrupted> {
        let Proof { game, mover, wins, draws, .. } = *self;
        let both = goal == SolveGoal::Margin && game.stuck_loses();
        // The player who leads often wins by points: then nothing more is asked of the outcome.
        let guess = if lead > 0 { 1 } else { -1 };
        if both && self.wins_by_points(guess, lead)? {
            self.result = ValueRange::only(guess);
            return self.narrow(&TerminalValues::margin(game, winner(mover, guess)), lead);
        }
        let terminal_values = TerminalValues::outcome(game);
        for (beats, low, high) in [(wins - lead, 1, 0), (draws - lead, 0, -1)] {
            if self.reaches(&terminal_values, beats)? {
                self.result.low = low;
                break;
            }
            self.result.high = high;
        }
        let sign = self.result.low;
        self.result.high = sign;
        if sign == 0 {
            self.margin = ValueRange::only(0);
        } else if !game.stuck_loses() {
            let ValueRange { low, high } = &mut self.margin;
            if sign > 0 { *low = wins } else { *high = draws - 1 }
        }
        if sign == 0 || goal == SolveGoal::Outcome {
            return Ok(());
        }
        let by_points = !both || sign != guess && self.wins_by_points(sign, lead)?;
        let winner = winner(mover, sign);
        if by_points {
            return self.narrow(&TerminalValues::margin(game, winner), lead);
        }
        if sign > 0 {
            self.margin.high = self.margin.high.min(wins - 1);
        } else {
            self.margin.low = self.margin.low.max(draws);
        }
        self.narrow(&TerminalValues::stuck_margin(game, winner), lead)
    }

    /// Tests whether the mover (1) or the other player (-1) can win with more points, and narrows
    /// the margin by the answer.
    fn wins_by_points(&mut self, sign: i32, lead: i32) -> Result<bool, Interrupted> {
        let terminal_values = TerminalValues::margin(self.game, winner(self.mover, sign));
        let ahead = if sign > 0 { self.wins } else { self.draws } - lead;
        let found = self.bound(&terminal_values, ahead)?;
        if (found >= ahead) != (sign > 0) {
            return Ok(false);
        }
        self.narrowed(sign > 0, found + lead);
        Ok(true)
    }

    /// Bisects the margin by null-window searches, as C* does (Coplan 1982), until its bounds meet;
    /// fail-soft answers often narrow them more.
    fn narrow(&mut self, terminal_values: &TerminalValues, lead: i32) -> Result<(), Interrupted> {
        // The move found so far is one for the outcome.
        self.move_index = None;
        while self.margin.low < self.margin.high {
            let ValueRange { low, high } = self.margin;
            let middle = low + (high - low + 1) / 2;
            let found = self.bound(terminal_values, middle - lead)?;
            self.narrowed(found >= middle - lead, found + lead);
        }
        if self.move_index.is_none() {
            // No search has found a move yet: this one does.
            self.reaches(terminal_values, self.margin.low - lead)?;
        }
        Ok(())
    }

    /// Narrows the margin by a lower or an upper bound.
    fn narrowed(&mut self, is_least: bool, found: i32) {
        let ValueRange { low, high } = &mut self.margin;
        if is_least {
            *low = (*low).max(found.min(*high));
        } else {
            *high = (*high).min(found.max(*low));
        }
    }

    /// Tests whether the position is worth at least `value`, and keeps the move that shows it.
    fn reaches(
        &mut self,
        terminal_values: &TerminalValues,
        value: i32,
    ) -> Result<bool, Interrupted> {
        Ok(self.bound(terminal_values, value)? >= value)
    }

    /// Tests whether the position is worth at least `value`: returns a lower bound of at least
    /// `value` and keeps the move that shows it, or returns an upper bound below it.
    fn bound(&mut self, terminal_values: &TerminalValues, value: i32) -> Result<i32, Interrupted> {
        if self.terminal_values != Some(*terminal_values) {
            self.terminal_values = Some(*terminal_values);
            self.children.iter_mut().for_each(|(_, most)| *most = i32::MAX);
        }
        let mut least = i32::MIN;
        for (child, most) in &mut self.children {
            if *most >= value {
                let found = self.solver.search_with(self.game, terminal_values, child, value)?;
                if found >= value {
                    // The first child that is worth `value`: those before it are worth less.
                    self.move_index = Some(child.move_index);
                    return Ok(found);
                }
                *most = found;
            }
            least = least.max(*most);
        }
        Ok(least)
    }
}
