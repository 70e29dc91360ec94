//! What one of each feature of a position is worth, in hundredths of a point. Made by
//!
//! ```text
//! pasang-workshop tune --game bell --form linear --seed 1 --games 1000 --generations 3
//! ```
//!
//! and the same again wherever that is run. After each stage: how many positions were seen in it, the
//! log-odds of winning that a point of the score is worth, and the mean logarithmic loss of a forecast
//! by the score alone and by score and weights together.

#[rustfmt::skip]
pub(super) static LINEAR: [[i32; 11]; 13] = [
    [47, -5, 1, 31, 45, 0, 74, -71, 329, -145, 116], // corner: 74, 0.6154, 0.6931, 0.7079
    [58, -2, 4, 43, 45, 0, 74, -71, 329, -145, 116], // left-110: 303, 0.6154, 0.7021, 0.6788
    [58, -1, 2, 40, 45, 0, 74, -71, 327, -144, 116], // left-100: 4394, 0.6183, 0.6562, 0.6243
    [52, 0, 2, 33, 21, -5, 25, 37, 198, -267, -17], // left-90: 8384, 0.6445, 0.5600, 0.5312
    [51, 0, 2, 33, 15, -8, 3, 47, 166, -310, 62], // left-80: 9237, 0.6746, 0.5218, 0.4952
    [49, 0, 2, 36, 23, -13, -1, 10, 135, -284, 72], // left-70: 8922, 0.7059, 0.5029, 0.4751
    [47, 0, 2, 38, 18, -17, 6, 0, 167, -238, 106], // left-60: 8580, 0.7296, 0.4880, 0.4603
    [43, 0, 2, 36, 15, -14, 23, -3, 126, -265, 67], // left-50: 8283, 0.7557, 0.4647, 0.4357
    [39, 0, 2, 35, 21, -9, 22, 17, 198, -184, 141], // left-40: 8661, 0.7755, 0.4363, 0.4101
    [37, 0, 2, 43, 14, -9, 42, -15, 126, -254, 69], // left-30: 8746, 0.7802, 0.3949, 0.3683
    [32, -1, 3, 74, 16, -21, 71, 69, 115, -133, -438], // left-20: 7259, 0.6411, 0.3562, 0.3247
    [-32, 3, 36, 103, 85, -33, 59, 455, 0, 0, 0], // left-10: 413, 0.1504, 0.5185, 0.5091
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], // left-0: 0, 0.0000, 0.0000, 0.0000
];
