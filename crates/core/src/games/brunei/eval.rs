//! Static evaluation of the Brunei game.
//!
//! A player without a move is stuck, and by custom loses. Besides points, therefore, the mobility
//! of both players counts most, above all when it is low: the number of moves, for the opponent as
//! if to move. Then follow the points of the available captures and the reach of a ka.
//!
//! Left out, because they did not improve the forecasts: the stones left by colour, the parity of
//! their number, moves by direction, and points that a ka reaches in two moves.
//!
//! The weights differ by stage, that is by ply of opening and entry, then by the number of stones
//! left; and by the rule for stuck players.

use super::bitboard::{Axis, CaptureTotals};
use super::movegen::home_column;
use super::net_inputs;
use super::position::{Move, Phase, Position};
use super::rules::{Rules, Stuck};
use crate::base::avx2::with_avx2;
use crate::board::{Column, Point};
use crate::games::evaluate::evaluations;
use crate::games::{Evaluate, Net, Seat, Weights};

/// The features. The opponent's moves are counted as if the opponent were to move; lines are
/// counted whole even where parts may be captured.
const FEATURES: [&str; COUNT] = [
    "turn",          // always 1: what it is worth to be to move
    "moves",         // lines that the mover can take
    "moves-1",       // 1 where the mover can take one line
    "moves-2",       // 1 where the mover can take two lines
    "moves-3",       // 1 where the mover can take three lines
    "moves-4",       // 1 where the mover can take four lines
    "moves-5",       // 1 where the mover can take five lines
    "best",          // points of the mover's best line
    "all",           // points of all lines that the mover can take
    "reach",         // points to which the mover's ka can go, taking or not
    "other-moves",   // lines that the other could take
    "other-moves-0", // 1 where the other could take none
    "other-moves-1", // 1 where the other could take one line
    "other-moves-2", // 1 where the other could take two lines
    "other-moves-3", // 1 where the other could take three lines
    "other-moves-4", // 1 where the other could take four lines
    "other-moves-5", // 1 where the other could take five lines
    "other-best",    // points of the other's best line
    "other-all",     // points of all lines that the other could take
    "other-reach",   // points to which the other's ka could go
];

const COUNT: usize = 20;

/// Index of the first feature of the mover and of the opponent: the number of moves.
const SIDES: [usize; 2] = [1, 10];

/// The highest number of moves with a weight of its own.
const FEW: i32 = 5;

const STAGES: [&str; 15] = [
    "column-1", "column-2", "entry-1", "entry-2", "left-100", "left-90", "left-80", "left-70",
    "left-60", "left-50", "left-40", "left-30", "left-20", "left-10", "left-0",
];

#[derive(Clone, Copy, Default)]
struct EvalFeatures {
    moves: u16,
    best: u16,
    all: u16,
    reach: u16,
}

impl EvalFeatures {
    #[inline(always)]
    fn of_ka(rules: &Rules, position: &Position, own: Point, other: Point) -> EvalFeatures {
        let values = [u16::from(rules.values.black), u16::from(rules.values.white)];
        let mut totals = CaptureTotals::default();
        // One axis after the other, not a loop: each is then compiled with a constant axis.
        let row = EvalFeatures::along(Axis::Row, position, own, other, values, &mut totals);
        let column = EvalFeatures::along(Axis::Column, position, own, other, values, &mut totals);
        let [moves, all, best] = totals.sums();
        EvalFeatures { moves, best, all, reach: row + column }
    }

    /// Adds the captures by moves along one axis; returns the number of points in reach.
    #[inline(always)]
    fn along(
        axis: Axis,
        position: &Position,
        own: Point,
        other: Point,
        values: [u16; 2],
        totals: &mut CaptureTotals,
    ) -> u16 {
        let (lane, _) = axis.place(own);
        let reach = position.boards.reach(axis, own, other);
        // A move along row 4 lands on the fourth place of some column.
        position.boards.add_captures(axis.across(), lane, other, reach, values, totals);
        reach.count_ones() as u16
    }

    fn of_entry(rules: &Rules, position: &Position, seat: Seat) -> EvalFeatures {
        let mut features = EvalFeatures::default();
        rules.entries(position, seat, |mv| {
            if let Move::Capture { colour, stones, .. } = mv {
                features.take(stones.count_ones() as u16 * rules.values.of(colour));
            }
        });
        features
    }

    fn of_opening(rules: &Rules, position: &Position, seat: Seat) -> EvalFeatures {
        let mut features = EvalFeatures::default();
        for column in Column::all() {
            let open = match position.phase {
                Phase::SecondOpening { first } => rules.allows_reply(first, column),
                _ => true,
            };
            if open {
                let half = position.half(seat);
                let [black, white] = home_column(position, half, column).map(u16::count_ones);
                features.take(rules.values.worth(black, white));
            }
        }
        features
    }

    fn take(&mut self, gain: u16) {
        self.moves += 1;
        self.best = self.best.max(gain);
        self.all += gain;
    }

    #[inline(always)]
    fn put(self, features: &mut [i32; COUNT], side: usize) {
        let EvalFeatures { moves, best, all, reach } = self;
        let moves = i32::from(moves);
        let at = SIDES[side];
        features[at] = moves;
        // The mover has a move, or the game is over.
        let least = if side == 0 { 1 } else { 0 };
        let next = at + 1 + (FEW + 1 - least) as usize;
        if (least..=FEW).contains(&moves) {
            features[at + 1 + (moves - least) as usize] = 1;
        }
        features[next] = i32::from(best);
        features[next + 1] = i32::from(all);
        features[next + 2] = i32::from(reach);
    }
}

/// Counts the features and returns the stage.
#[inline(always)]
fn count(rules: &Rules, position: &Position, features: &mut [i32; COUNT]) -> usize {
    features[0] = 1;
    let stage = if position.phase == Phase::Main {
        let (own, other) = position.own_and_other_ka();
        EvalFeatures::of_ka(rules, position, own, other).put(features, 0);
        EvalFeatures::of_ka(rules, position, other, own).put(features, 1);
        4 + 10 - usize::from(position.left / 10).min(10)
    } else {
        let (own, other) = (position.to_move, position.to_move.next(2));
        before_main(rules, position, own, other, features)
    };
    match rules.stuck {
        Stuck::Loses => stage,
        Stuck::ScoreDecides => STAGES.len() + stage,
    }
}

#[inline(never)]
fn before_main(
    rules: &Rules,
    position: &Position,
    own: Seat,
    other: Seat,
    features: &mut [i32; COUNT],
) -> usize {
    match position.phase {
        Phase::FirstOpening => {
            EvalFeatures::of_opening(rules, position, own).put(features, 0);
            EvalFeatures::of_opening(rules, position, other).put(features, 1);
            0
        }
        Phase::SecondOpening { .. } => {
            EvalFeatures::of_opening(rules, position, own).put(features, 0);
            1
        }
        Phase::FirstEntry { .. } => {
            EvalFeatures::of_entry(rules, position, own).put(features, 0);
            EvalFeatures::of_entry(rules, position, other).put(features, 1);
            2
        }
        _ => {
            let (own_ka, other_ka) = position.own_and_other_ka();
            EvalFeatures::of_entry(rules, position, own).put(features, 0);
            EvalFeatures::of_ka(rules, position, other_ka, own_ka).put(features, 1);
            3
        }
    }
}

/// Evaluates a position of the main phase by a net.
#[inline(always)]
fn by_net(rules: &Rules, position: &Position, net: &Net) -> i32 {
    let mut inputs = [0; net_inputs::COUNT];
    net_inputs::count(rules, position, &mut inputs);
    net.evaluate(net_stage(position), &net_inputs::STARTS, &inputs)
}

/// Returns whether nets cover the position: the main phase of games in which a stuck player loses.
#[inline(always)]
fn judged_by_net(rules: &Rules, position: &Position) -> bool {
    position.phase == Phase::Main && rules.stuck == Stuck::Loses
}

fn net_stage(position: &Position) -> usize {
    usize::from(position.left / 10).min(NET_STAGES - 1)
}

const NET_STAGES: usize = 11;

impl Evaluate for Rules {
    const STAGES: &'static [&'static str] = &STAGES;
    const RULE_GROUPS: usize = 2;
    const FEATURES: &'static [&'static str] = &FEATURES;

    fn features(&self, position: &Position, features: &mut [i32]) -> usize {
        let mut counted = [0; COUNT];
        let stage = count(self, position, &mut counted);
        features.copy_from_slice(&counted);
        stage
    }

    const WEIGHTS: &'static [Weights] = &BY_EVALUATION;
    const LOGISTIC: [f64; 2] = [0.204, 4.038];

    #[inline]
    fn evaluate(&self, position: &Position, weights: &Weights) -> i32 {
        let rules = self;
        if let Some(net) = &weights.net
            && judged_by_net(self, position)
        {
            return with_avx2!(by_net(rules: &Rules, position: &Position, net: &Net) -> i32);
        }
        let worth = with_avx2!(evaluate_position(rules: &Rules, position: &Position, weights: &Weights) -> i32);
        if self.swap_sides && position.may_swap() {
            // The second player chooses the better of replying and swapping, which negates the
            // evaluation and moves the points of the column from one player to the other.
            return worth.max(2 * i32::from(position.scores[0]) * Weights::POINT - worth);
        }
        worth
    }
}

const LINEAR: usize = 30 * COUNT;

evaluations!("brunei", 718);
