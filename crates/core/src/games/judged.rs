//! What a position promises: features that are counted, and what each is worth.
//!
//! A net is a small one of whole numbers. Each number that is counted of a position picks a row of a
//! table; the rows are added up into sixteen sums. The first counts as it is, the others where they are positive and up to a limit;
//! each is weighed, by weights that differ from stage to stage of the game. So a number need not
//! count in proportion, and one may count more where another is small.

use super::Ruled;

/// What judges positions. Which features there are, and what makes a stage, is the game's own affair;
/// a position is worth the sum of its features, each times its weight, or what the net says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By stage, then by feature: hundredths of a point for one of the feature.
    pub linear: &'static [i32],
    /// Judges where there is one, and where the game can count its inputs.
    pub net: Option<Net>,
}

impl Weights {
    /// A point of the score, in the unit of weights.
    pub const POINT: i32 = 100;

    /// What the features are worth at a stage.
    #[inline(always)]
    pub fn worth<const N: usize>(&self, stage: usize, features: &[i32; N]) -> i32 {
        let Some(from) = self.linear.get(stage * N..) else { return 0 };
        // As many weights as features: the loop is unrolled.
        let Some(weights) = from.first_chunk::<N>() else { return 0 };
        (0..N).map(|index| weights[index] * features[index]).sum()
    }
}

/// A game whose positions can be judged.
pub trait Judged: Ruled {
    /// The stages of a game between which the weights of features differ, in order.
    const STAGES: &'static [&'static str];

    /// How many kinds of rules there are between which weights differ too.
    const KINDS: usize;

    /// What is counted to judge a position, by short names.
    const FEATURES: &'static [&'static str];

    /// What is counted for a net.
    const INPUTS: &'static [Input];

    /// How many stages a net has.
    const NET_STAGES: usize;

    /// What a point by which a player is expected to lead adds to the logarithm of the odds: by itself, and
    /// divided by the points on the board. `analysis/chance.py` fits it.
    const ODDS: [f64; 2];

    /// Counts the features of a position, as many as [`Judged::FEATURES`] names and in their order,
    /// and yields its stage, counted through all kinds of rules. None of it depends on the scores.
    fn features(&self, position: &Self::Position, features: &mut [i32]) -> usize;

    /// Counts the inputs of a position, as many as [`Judged::INPUTS`] names and in their order, and
    /// yields its stage; nothing where nets do not judge.
    fn inputs(&self, position: &Self::Position, inputs: &mut [u8]) -> Option<usize>;

    /// [`Judged::fitted`], [`Judged::second`] and [`Judged::linear`].
    const WEIGHTS: [&'static Weights; 3];

    /// The weights that the program brings for this game.
    fn fitted(&self) -> &'static Weights {
        Self::WEIGHTS[0]
    }

    /// The same with a net that was fitted to other games, with another seed: a second opinion.
    fn second(&self) -> &'static Weights {
        Self::WEIGHTS[1]
    }

    /// The same without the net.
    fn linear(&self) -> &'static Weights {
        Self::WEIGHTS[2]
    }

    /// What a position of a game for two promises the mover beyond the difference of the scores,
    /// in hundredths of a point. It does not depend on the scores, unless they may change hands.
    /// Nothing without weights.
    fn judge(&self, position: &Self::Position, weights: &Weights) -> i32;
}

/// How many sums there are.
pub const SUMS: usize = 16;

/// What a sum of 1 is.
pub const ONE: i32 = 256;

/// Something about a position that is counted for a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// A short name.
    pub name: &'static str,
    /// The most that it can be: more is taken for this.
    pub most: u8,
}

/// Sixteen numbers, handled all at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub [i16; SUMS]);

/// A net for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    /// The rows of all inputs, one for each value that an input can have.
    pub rows: &'static [Row],
    /// By stage: what each sum is worth, in hundredths of a point.
    pub worth: &'static [Row],
}

/// The numbers that a text has; what stands behind a `#` in a line is none.
pub(crate) const fn numbers<const N: usize>(text: &str) -> [i32; N] {
    let text = text.as_bytes();
    let mut numbers = [0; N];
    let (mut at, mut count) = (0, 0);
    while at < text.len() {
        if text[at] == b'#' {
            while text[at] != b'\n' {
                at += 1;
            }
        }
        let is_negative = text[at] == b'-';
        if is_negative {
            at += 1;
        }
        if text[at].is_ascii_digit() {
            let mut number = 0;
            while text[at].is_ascii_digit() {
                number = 10 * number + (text[at] - b'0') as i32;
                at += 1;
            }
            numbers[count] = if is_negative { -number } else { number };
            count += 1;
        }
        at += 1;
    }
    assert!(count == N, "as many numbers as are asked for");
    numbers
}

/// The same numbers as rows.
pub(crate) const fn rows<const N: usize>(numbers: &[i32]) -> [Row; N] {
    let mut rows = [Row([0; SUMS]); N];
    let mut index = 0;
    while index < N * SUMS {
        rows[index / SUMS].0[index % SUMS] = numbers[index] as i16;
        index += 1;
    }
    rows
}

/// Where each input's rows begin.
pub const fn starts<const N: usize>(inputs: &[Input; N]) -> [u16; N] {
    let mut starts = [0; N];
    let mut index = 1;
    while index < N {
        starts[index] = starts[index - 1] + inputs[index - 1].most as u16 + 1;
        index += 1;
    }
    starts
}

impl Net {
    /// A net of so many stages, whose rows stand before those of the inputs.
    pub(crate) const fn of(table: &'static [Row], stages: usize) -> Net {
        let (worth, rows) = table.split_at(stages);
        Net { rows, worth }
    }

    /// What a position is worth at a stage, in hundredths of a point, from its inputs and where the
    /// rows of each begin.
    // By index, which compiles to fewer instructions than iterators do.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    pub fn judge<const N: usize>(&self, stage: usize, starts: &[u16; N], inputs: &[u8; N]) -> i32 {
        let mut sums = [0_i16; SUMS];
        for index in 0..N {
            let row = &self.rows[usize::from(starts[index]) + usize::from(inputs[index])];
            for place in 0..SUMS {
                sums[place] = sums[place].wrapping_add(row.0[place]);
            }
        }
        let Some(worth) = self.worth.get(stage) else { return 0 };
        let straight = i32::from(sums[0]) * i32::from(worth.0[0]);
        let mut bent = 0;
        for place in 0..SUMS {
            let sum = sums[place].clamp(0, ONE as i16);
            let weight = if place == 0 { 0 } else { worth.0[place] };
            bent += i32::from(sum) * i32::from(weight);
        }
        (straight + bent) >> ONE.trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::digest::digest_of;
    use crate::games::{bell, brunei};

    /// The digests of all numbers in order, as they were when games were first played by them.
    fn are_those_recorded<G: Judged>(game: &G, weights: &str, nets: [&str; 2]) {
        for (of, net) in [game.fitted(), game.second()].into_iter().zip(nets) {
            let Weights { linear, net: Some(of_net) } = *of else { panic!("a net judges") };
            assert_eq!(*game.linear(), Weights { linear, net: None });
            assert_eq!(linear.len(), G::KINDS * G::STAGES.len() * G::FEATURES.len());
            let bytes: Vec<u8> = linear.iter().flat_map(|weight| weight.to_le_bytes()).collect();
            assert_eq!(digest_of(&bytes), weights);
            assert_eq!(of_net.worth.len(), G::NET_STAGES);
            let values = G::INPUTS.iter().map(|input| usize::from(input.most) + 1);
            assert_eq!(of_net.rows.len(), values.sum::<usize>());
            let rows = of_net.worth.iter().chain(of_net.rows);
            let bytes: Vec<u8> = rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes).collect();
            assert_eq!(digest_of(&bytes), net);
        }
    }

    #[test]
    fn tables_are_those_that_recorded_games_were_played_by() {
        are_those_recorded(
            &brunei::Rules::default(),
            "fd0ba72157c99382c8f7d6298262d961b421001afbcc1ce36868692f899e4867",
            [
                "54f4c275dbf192e561cdec88ce695cc092c4aa6b3b9f6168e0f3d4c3a3cc7c27",
                "8b8f978c48d73cf9896f3e5352a68768d6ce93b6a11f4ec127628733b51e1642",
            ],
        );
        are_those_recorded(
            &bell::Rules::default(),
            "f584c854483ade1d6c16548f74c5b14f31f4c191d12e63769e5085598148c204",
            [
                "8ec665a2889e4f22990b31f25043088ff03a99a319b262a1c57b616669579a2d",
                "885450db3f26a172690b6bb630c829f12504259446ba028d61869351eaaae7a4",
            ],
        );
    }
}
