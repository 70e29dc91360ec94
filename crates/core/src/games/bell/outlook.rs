//! What lies ready for the player to move, in small whole numbers: what the net is given to judge a
//! position by.

use crate::games::Input;
use crate::games::starts;

/// How many numbers there are.
pub(super) const COUNT: usize = 6;

/// The numbers, made of the features of the weights.
pub(super) const INPUTS: [Input; COUNT] = {
    const fn input(name: &'static str, meaning: &'static str, most: u8) -> Input {
        Input { name, meaning, most }
    }
    [
        input("black-hops", "single hops over a black stone", 63),
        input("white-hops", "single hops over a white stone", 63),
        input("ends-3", "ends of chains of three hops, by direction of the last", 127),
        input("longest", "the longest chain, up to seven", 7),
        input("hops", "single hops, and longest chain", 127),
        input("left", "stones on the board, halved", 56),
    ]
};

/// Where the rows of each begin in a net's table.
pub(super) const STARTS: [u16; COUNT] = starts(&INPUTS);

/// The numbers of a position with so many stones, from its features.
// By index, which compiles to fewer instructions than iterators do.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
pub(super) fn count(features: &[i32], left: u32, inputs: &mut [u8; COUNT]) {
    let [_, black, white, _, ends, chains @ ..] = features else { return };
    let hops = black + white;
    let mut longest = i32::from(hops > 0);
    for chain in chains {
        longest += chain;
    }
    let put = [*black, *white, *ends, longest, hops.min(15) * 8 + longest, left as i32 / 2];
    for index in 0..COUNT {
        inputs[index] = put[index].min(i32::from(INPUTS[index].most)) as u8;
    }
}
