//! Exact solutions.
//!
//! First who wins, then by how much: the winner makes the margin of points as large as possible,
//! the loser as small. A draw's margin is 0. What a player is given counts: a lead is one of scores
//! as they are held against each other in the end. Where being stuck loses whatever the scores are, a
//! player may win with fewer points: the margin is then below 0, or 0.
//!
//! # How it is found
//!
//! Let `d` be the mover's lead now, and `v` the value of the position when a stuck loss outweighs
//! all points. `v` does not depend on `d`, and the mover wins where `d + v > 0`, draws where it is
//! 0 and loses where it is less: two searches with windows of no width at `-d` tell who wins. Where half
//! a point decides ties there is no draw, and one of the two windows is that of the other.
//!
//! Let then `w` be the value of the position, in the winner's view, when the winner's being stuck
//! outweighs all points and the other's being stuck brings nothing more than the points.
//!
//! - Where `lead + w` wins by points, this is the margin. A winner who plays for `w` ends with more points or
//!   with the other stuck, so it is reached by a win; and it cannot be exceeded, for the winner
//!   has nothing to gain from valuing a lost or drawn board by its points.
//! - Else the winner wins only by the other's being stuck, with fewer points or as many. Then a
//!   cleared board is worth nothing to the winner unless the points win, and whether they do
//!   depends on the lead: this search has the lead in its keys.
//!
//! Where the margin is asked for, `w` comes first, for the player who leads: where it tells that
//! this player wins by points, which is often, `v` is not needed.

use super::exact::{Ends, Solver, Stop};
use super::solution::{Bound, Extent, Solution};
use crate::games::{BranchOf, NodeOf, Searched, Seat};

/// The branches of a position, and what is proved about it in the mover's view.
struct Proof<'e, G: Searched> {
    solver: &'e mut Solver<G>,
    game: &'e G,
    mover: Seat,
    /// Each with the most that it can be worth to the mover.
    branches: Vec<(BranchOf<G>, i32)>,
    /// The least that the mover's lead must come to for a win, and for a win or a draw.
    wins: i32,
    draws: i32,
    /// What these are worth depends on how ends are valued.
    ends: Option<Ends>,
    result: Bound,
    margin: Bound,
    rank: Option<u32>,
}

/// Proves who wins, and by how much, as far as so many nodes suffice, those after the legal moves
/// among them, or until whoever watches the solver wants no more. `roots` are the ranks of the
/// legal moves; of moves that are equally good the one that leaves the fewest replies is best, and
/// of those the first. So what is found does not depend on threads, nor on what is known already.
pub fn solve<G: Searched>(
    solver: &mut Solver<G>,
    game: &G,
    position: &G::Position,
    roots: &[u32],
    (extent, nodes): (Extent, u64),
) -> Solution {
    let node = game.node(position, &mut Vec::new());
    let lead = game.lead(&node);
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        let margin = Bound::only(lead).for_seat(mover);
        return Solution { result: Bound::only(outcome.winners.of_two()), margin, rank: None };
    }
    solver.look_at(nodes);
    let mut proof = Proof::new(solver, game, &node, mover);
    // Where it stops early, what is proved by then stands.
    let _ = proof.branch(&node, roots).and_then(|()| proof.run(lead, extent));
    let so_far = proof.so_far();
    let rank = proof.rank.filter(|_| so_far.answers(extent));
    solver.look_at(u64::MAX);
    Solution { rank, ..so_far }
}

fn winner(mover: Seat, sign: i32) -> Seat {
    if sign > 0 { mover } else { mover.next(2) }
}

impl<G: Searched> Proof<'_, G> {
    /// Nothing is proved but that there are no more points than those on the board.
    fn new<'e>(
        solver: &'e mut Solver<G>,
        game: &'e G,
        node: &NodeOf<G>,
        mover: Seat,
    ) -> Proof<'e, G> {
        let (lead, points) = (game.lead(node), i32::from(node.points));
        let result = Bound { low: -1, high: 1 };
        let margin = Bound { low: lead - points, high: lead + points };
        let (wins, draws) = match game.handicap().tie() {
            None => (1, 0),
            Some(seat) if seat == mover => (0, 0),
            Some(_) => (1, 1),
        };
        let (branches, ends, rank) = (Vec::new(), None, None);
        Proof { solver, game, mover, branches, wins, draws, ends, result, margin, rank }
    }

    fn branch(&mut self, node: &NodeOf<G>, roots: &[u32]) -> Result<(), Stop> {
        let mut branches = self.solver.branches_of(self.game, node)?;
        let place = |rank: u32| roots.iter().position(|&root| root == rank);
        branches.sort_by_key(|branch| (branch.node.replies, place(branch.rank)));
        self.branches = branches.into_iter().map(|branch| (branch, i32::MAX)).collect();
        Ok(())
    }

    /// What is proved by now, without a move.
    fn so_far(&self) -> Solution {
        let Proof { mover, result, margin, .. } = *self;
        Solution { result: result.for_seat(mover), margin: margin.for_seat(mover), rank: None }
    }

    /// Tells whoever watches what is proved by now.
    fn tell(&mut self) {
        let so_far = self.so_far();
        self.solver.tell(&so_far);
    }

    /// Finds the result and the margin, in the mover's view.
    fn run(&mut self, lead: i32, extent: Extent) -> Result<(), Stop> {
        let Proof { game, mover, wins, draws, .. } = *self;
        let both = extent == Extent::Margin && game.stuck_loses();
        // Who leads often wins by points: then this is all that is to be asked of the outcome.
        let guess = if lead > 0 { 1 } else { -1 };
        if both && self.wins_by_points(guess, lead)? {
            self.result = Bound::only(guess);
            self.tell();
            return self.narrow(&Ends::margin(game, winner(mover, guess)), lead);
        }
        let ends = Ends::outcome(game);
        for (beats, low, high) in [(wins - lead, 1, 0), (draws - lead, 0, -1)] {
            if self.reaches(&ends, beats)? {
                self.result.low = low;
                break;
            }
            self.result.high = high;
            self.tell();
        }
        let sign = self.result.low;
        self.result.high = sign;
        if sign == 0 {
            self.margin = Bound::only(0);
        } else if !game.stuck_loses() {
            let Bound { low, high } = &mut self.margin;
            if sign > 0 { *low = wins } else { *high = draws - 1 }
        }
        self.tell();
        if sign == 0 || extent == Extent::Outcome {
            return Ok(());
        }
        let by_points = !both || sign != guess && self.wins_by_points(sign, lead)?;
        let winner = winner(mover, sign);
        if by_points {
            return self.narrow(&Ends::margin(game, winner), lead);
        }
        if sign > 0 {
            self.margin.high = self.margin.high.min(wins - 1);
        } else {
            self.margin.low = self.margin.low.max(draws);
        }
        self.narrow(&Ends::stuck_margin(game, winner), lead)
    }

    /// Whether the mover (1) or the other player (-1) can win with more points; what is then known
    /// of the margin.
    fn wins_by_points(&mut self, sign: i32, lead: i32) -> Result<bool, Stop> {
        let ends = Ends::margin(self.game, winner(self.mover, sign));
        let ahead = if sign > 0 { self.wins } else { self.draws } - lead;
        let found = self.bound(&ends, ahead)?;
        if (found >= ahead) != (sign > 0) {
            return Ok(false);
        }
        self.narrowed(sign > 0, found + lead);
        Ok(true)
    }

    /// Halves the margin's bounds until they meet; what a search answers often narrows them more.
    fn narrow(&mut self, ends: &Ends, lead: i32) -> Result<(), Stop> {
        // The move found so far is one for the outcome.
        self.rank = None;
        while self.margin.low < self.margin.high {
            let Bound { low, high } = self.margin;
            let middle = low + (high - low + 1) / 2;
            let found = self.bound(ends, middle - lead)?;
            self.narrowed(found >= middle - lead, found + lead);
            self.tell();
        }
        if self.rank.is_none() {
            // No search has come to a move yet: this one does.
            self.reaches(ends, self.margin.low - lead)?;
        }
        Ok(())
    }

    /// The margin is not less than what was found, or not more.
    fn narrowed(&mut self, is_least: bool, found: i32) {
        let Bound { low, high } = &mut self.margin;
        if is_least {
            *low = (*low).max(found.min(*high));
        } else {
            *high = (*high).min(found.max(*low));
        }
    }

    /// Whether the position is worth so much or more; the move by which it is.
    fn reaches(&mut self, ends: &Ends, value: i32) -> Result<bool, Stop> {
        Ok(self.bound(ends, value)? >= value)
    }

    /// Whether the position is worth so much or more: a number from `value` on that it is worth
    /// at least, and the move by which it is, or a number below that it is worth at most.
    fn bound(&mut self, ends: &Ends, value: i32) -> Result<i32, Stop> {
        if self.ends != Some(*ends) {
            self.ends = Some(*ends);
            self.branches.iter_mut().for_each(|(_, most)| *most = i32::MAX);
        }
        let mut least = i32::MIN;
        for (branch, most) in &mut self.branches {
            if *most >= value {
                let found = self.solver.ask(self.game, ends, branch, value)?;
                if found >= value {
                    // The first that is worth so much: those before it are worth less.
                    self.rank = Some(branch.rank);
                    return Ok(found);
                }
                *most = found;
            }
            least = least.max(*most);
        }
        Ok(least)
    }
}
