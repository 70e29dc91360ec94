//! Static evaluation of Bell's game.
//!
//! Stones belong to no player: a stone that one player can capture now, the opponent can capture
//! next. The evaluation therefore counts the captures available to the player to move, and above
//! all the length of the longest chain.
//!
//! Chains are followed for all stones at once, as sets of end points, one set per direction of the
//! last hop. The hopped stones are treated as still present, except that a chain does not turn back
//! over the stone that it has just hopped: for orthogonal hops that is exact up to three hops, and
//! nearly so beyond.

use super::hops::{CORNERS, SHIFTS, STARTS};
use super::position::Position;
use super::rules::{Diagonals, Rules};
use crate::base::avx2::with_avx2;
use crate::games::evaluate::evaluations;
use crate::games::{Evaluate, Net, Weights, starts};

const FEATURES: [&str; COUNT] = [
    "turn",       // always 1: what it is worth to be to move
    "black-hops", // single hops over a black stone
    "white-hops", // single hops over a white stone
    "any-white",  // 1 where a white stone can be hopped
    "ends-3",     // ends of chains of three hops, by direction of the last
    "chain-2",    // 1 where a chain of two hops is possible
    "chain-3",    // 1 where a chain of three hops is possible
    "chain-4",    // 1 where a chain of four hops is possible
    "chain-5",    // 1 where a chain of five hops is possible
    "chain-6",    // 1 where a chain of six hops is possible
    "chain-7",    // 1 where a chain of seven hops is possible
];

const COUNT: usize = 11;

const STAGES: [&str; 13] = [
    "corner", "left-110", "left-100", "left-90", "left-80", "left-70", "left-60", "left-50",
    "left-40", "left-30", "left-20", "left-10", "left-0",
];

/// The longest chain that is counted.
const MAX_LENGTH: usize = 7;

/// Shifts a set of points by steps in a direction.
#[inline(always)]
fn shifted<const DIRECTION: usize>(set: u128, steps: i32) -> u128 {
    let by = steps * SHIFTS[DIRECTION];
    if by > 0 { set << by } else { set >> -by }
}

/// Counts the features and returns the stage.
#[inline(always)]
fn count(rules: &Rules, position: &Position, features: &mut [i32; COUNT]) -> usize {
    let stones = position.stones.points();
    features[0] = 1;
    if position.opening {
        for corner in CORNERS {
            features[1] += i32::from(position.stones.black.has(corner));
            features[2] += i32::from(position.stones.white.has(corner));
        }
        features[3] = i32::from(features[2] > 0);
        return 0;
    }
    let (all, white) = (stones.bits(), position.stones.white.bits());
    // By direction: the points from which a stone could hop, and the landing points of the stones
    // that can.
    let (mut can, mut ends) = ([0; 8], [0; 8]);
    let (mut hops, mut whites) = (0, 0);
    // A macro, so that every shift is by a constant.
    macro_rules! count_hops {
        ($($direction:literal)+) => {$(
            let starts = STARTS[$direction].bits();
            can[$direction] = starts & shifted::<$direction>(all, -1) & !shifted::<$direction>(all, -2);
            let starts = all & can[$direction];
            hops += starts.count_ones();
            whites += (starts & shifted::<$direction>(white, -1)).count_ones();
            ends[$direction] = shifted::<$direction>(starts, 2);
        )+};
    }
    count_hops!(0 1 2 3);
    if rules.diagonals == Diagonals::Marked {
        count_hops!(4 5 6 7);
    }
    // Most positions have no diagonal hop.
    let diagonals = can[4] | can[5] | can[6] | can[7] != 0;
    features[1] = (hops - whites) as i32;
    features[2] = whites as i32;
    features[3] = i32::from(whites > 0);
    for length in 2..=MAX_LENGTH {
        ends = if diagonals { further(&ends, &can) } else { further_straight(&ends, &can, 0) };
        let mut any = 0;
        for ends in ends {
            any |= ends;
        }
        if any == 0 {
            break;
        }
        if length == 3 {
            for ends in ends {
                features[4] += ends.count_ones() as i32;
            }
        }
        features[3 + length] = 1;
    }
    12 - (stones.len() / 10) as usize
}

/// Returns the ends of chains that are one hop longer, by direction of the last hop. No hop goes
/// back.
#[inline(always)]
fn further(ends: &[u128; 8], can: &[u128; 8]) -> [u128; 8] {
    let straight = ends[0] | ends[1] | ends[2] | ends[3];
    let diagonal = ends[4] | ends[5] | ends[6] | ends[7];
    let mut next = further_straight(ends, can, diagonal);
    next[4] = shifted::<4>((straight | ends[4] | ends[5] | ends[7]) & can[4], 2);
    next[5] = shifted::<5>((straight | ends[5] | ends[6] | ends[4]) & can[5], 2);
    next[6] = shifted::<6>((straight | ends[6] | ends[7] | ends[5]) & can[6], 2);
    next[7] = shifted::<7>((straight | ends[7] | ends[4] | ends[6]) & can[7], 2);
    next
}

/// Returns the ends of such chains whose last hop is orthogonal, from `ends` and from the ends
/// `diagonal` of diagonal hops.
#[inline(always)]
fn further_straight(ends: &[u128; 8], can: &[u128; 8], diagonal: u128) -> [u128; 8] {
    let mut next = [0; 8];
    next[0] = shifted::<0>((diagonal | ends[0] | ends[1] | ends[3]) & can[0], 2);
    next[1] = shifted::<1>((diagonal | ends[1] | ends[2] | ends[0]) & can[1], 2);
    next[2] = shifted::<2>((diagonal | ends[2] | ends[3] | ends[1]) & can[2], 2);
    next[3] = shifted::<3>((diagonal | ends[3] | ends[0] | ends[2]) & can[3], 2);
    next
}

/// Number of inputs of a net.
const NUMBERS: usize = 6;

/// Greatest values of the inputs, which are computed from the features and clamped to these.
const MOST: [u8; NUMBERS] = [
    63,  // single hops over a black stone
    63,  // single hops over a white stone
    127, // ends of chains of three hops, by direction of the last
    7,   // the longest chain, up to seven
    127, // single hops, and longest chain
    56,  // stones on the board, halved
];

/// Index of each input's first row in a net's table.
const STARTS_OF_ROWS: [u16; NUMBERS] = starts(&MOST);

/// Computes the inputs from the features and the number of stones on the board.
// By index, which compiles to fewer instructions than iterators do.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn count_inputs(features: &[i32], left: u32, inputs: &mut [u8; NUMBERS]) {
    let [_, black, white, _, ends, chains @ ..] = features else { return };
    let hops = black + white;
    let mut longest = i32::from(hops > 0);
    for chain in chains {
        longest += chain;
    }
    let put = [*black, *white, *ends, longest, hops.min(15) * 8 + longest, left as i32 / 2];
    for index in 0..NUMBERS {
        inputs[index] = put[index].min(i32::from(MOST[index])) as u8;
    }
}

/// Evaluates a position after the opening by a net.
#[inline(always)]
fn by_net(rules: &Rules, position: &Position, net: &Net) -> i32 {
    let (mut features, mut inputs) = ([0; COUNT], [0; NUMBERS]);
    count(rules, position, &mut features);
    count_inputs(&features, position.stones.points().len(), &mut inputs);
    net.evaluate(net_stage(position), &STARTS_OF_ROWS, &inputs)
}

#[inline(always)]
fn net_stage(position: &Position) -> usize {
    (position.stones.points().len() / 10) as usize
}

const NET_STAGES: usize = 12;

impl Evaluate for Rules {
    const STAGES: &'static [&'static str] = &STAGES;
    const RULE_GROUPS: usize = 1;
    const FEATURES: &'static [&'static str] = &FEATURES;

    fn features(&self, position: &Position, features: &mut [i32]) -> usize {
        let mut counted = [0; COUNT];
        let stage = count(self, position, &mut counted);
        features.copy_from_slice(&counted);
        stage
    }

    const WEIGHTS: &'static [Weights] = &BY_EVALUATION;
    const LOGISTIC: [f64; 2] = [-0.102, 55.583];

    fn evaluate(&self, position: &Position, weights: &Weights) -> i32 {
        if self.players != 2 {
            return 0;
        }
        let rules = self;
        if let Some(net) = &weights.net
            && !position.opening
        {
            return with_avx2!(by_net(rules: &Rules, position: &Position, net: &Net) -> i32);
        }
        with_avx2!(evaluate_position(rules: &Rules, position: &Position, weights: &Weights) -> i32)
    }
}

const LINEAR: usize = STAGES.len() * COUNT;

evaluations!("bell", 449);
