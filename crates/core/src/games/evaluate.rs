//! Static evaluation: linear features, or a small neural net.
//!
//! The net works on integers and has one hidden layer of sixteen units. The value of each input
//! selects a row of a table; the sum of the rows is the hidden layer. Its first unit is linear, the
//! others are clamped to the range from 0 to [`ACTIVATION_MAX`]. The output weights differ by stage
//! of the game. An input therefore need not count in proportion, and one input may count more where
//! another is small.

use super::GameRules;

/// The parameters of an evaluation. Each game defines its features and stages; a position is worth
/// the weighted sum of its features, or the output of the net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Weights by stage, then by feature, in hundredths of a point per unit of the feature.
    pub linear: &'static [i32],
    /// The net, which evaluates where the game defines its inputs; `None` for the linear evaluation
    /// alone.
    pub net: Option<Net>,
}

impl Weights {
    /// One point of the score, in the unit of weights.
    pub const POINT: i32 = 100;

    /// Returns the weighted sum of the features at a stage.
    #[inline(always)]
    pub fn dot<const N: usize>(&self, stage: usize, features: &[i32; N]) -> i32 {
        let Some(from) = self.linear.get(stage * N..) else { return 0 };
        // A fixed number of weights lets the compiler unroll the loop.
        let Some(weights) = from.first_chunk::<N>() else { return 0 };
        (0..N).map(|index| weights[index] * features[index]).sum()
    }
}

/// A game with a static evaluation.
pub trait Evaluate: GameRules {
    /// The stages of a game that have linear weights of their own, in order.
    const STAGES: &'static [&'static str];

    /// Number of rule groups: groups of rule sets that have linear weights of their own.
    const RULE_GROUPS: usize;

    /// Short names of the features.
    const FEATURES: &'static [&'static str];

    /// Change in the log-odds of winning per point of expected lead: a constant term, and a term
    /// divided by the points on the board. Fitted by `analysis/chance.py`.
    const LOGISTIC: [f64; 2];

    /// Counts the features of a position, in the order of [`Evaluate::FEATURES`], and returns its
    /// stage, counted over all groups of rules. Independent of the scores.
    fn features(&self, position: &Self::Position, features: &mut [i32]) -> usize;

    /// The parameters: with the built-in net; with a net that was fitted to other games, from
    /// another seed, as a second opinion; with one fitted to results of games, not to search values;
    /// the linear weights without a net; and with [`MORE_NETS`].
    const WEIGHTS: &'static [Weights];

    /// Returns the built-in weights.
    fn fitted(&self) -> &'static Weights {
        &Self::WEIGHTS[0]
    }

    /// Returns the linear weights without a net.
    fn linear(&self) -> &'static Weights {
        &Self::WEIGHTS[3]
    }

    /// Evaluates a position of a two-player game for the mover: the expected gain in lead until the
    /// end, in hundredths of a point. Independent of the scores, unless these may change hands. 0
    /// without weights.
    fn evaluate(&self, position: &Self::Position, weights: &Weights) -> i32;
}

/// Number of nets beside the first three: four that were fitted to search values, and four to results,
/// each to games of its own. A page does without them.
pub const MORE_NETS: usize = if cfg!(feature = "nets") { 8 } else { 0 };

/// Includes what the build script makes of a text, by game and name.
macro_rules! made {
    ($game:literal, $name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $game, "/", $name, ".bin"))
    };
}
pub(crate) use made;

/// Defines `BY_EVALUATION`, the [`Evaluate::WEIGHTS`] of a game, from the files of its weights and of its nets
/// with this many rows of inputs, its `LINEAR` number of weights and its `NET_STAGES`.
macro_rules! evaluations {
    ($game:literal, $rows:literal) => {
        $crate::games::evaluate::evaluations!(@
            $game, $rows,
            "net.txt" "net-second.txt" "net-results.txt",
            "net-third.txt" "net-fourth.txt" "net-fifth.txt" "net-sixth.txt"
            "net-results-2.txt" "net-results-3.txt" "net-results-4.txt" "net-results-5.txt"
        );
    };
    (@ $game:literal, $rows:literal, $($file:literal)+, $($more:literal)+) => {
        static WEIGHTS: [i32; LINEAR] =
            $crate::games::evaluate::numbers($crate::games::evaluate::made!($game, "weights.txt"));

        type Table = [$crate::games::evaluate::Row; NET_STAGES + $rows];

        const fn table(bytes: &[u8]) -> Table {
            const COUNT: usize = (NET_STAGES + $rows) * $crate::games::evaluate::HIDDEN_UNITS;
            $crate::games::evaluate::rows(&$crate::games::evaluate::numbers::<COUNT>(bytes))
        }

        // Each in a block of its own, for a block is evaluated for a limited time.
        static NETS: [Table; 3] = [$(const { table($crate::games::evaluate::made!($game, $file)) }),+];
        #[cfg(feature = "nets")]
        static NETS_MORE: [Table; $crate::games::evaluate::MORE_NETS] = [$(const { table($crate::games::evaluate::made!($game, $more)) }),+];
        #[cfg(not(feature = "nets"))]
        static NETS_MORE: [Table; 0] = [];

        /// Weights with each net, and the linear weights for what nets do not cover.
        static BY_EVALUATION: [Weights; 4 + $crate::games::evaluate::MORE_NETS] = {
            let mut all = [Weights { linear: &WEIGHTS, net: None }; 4 + $crate::games::evaluate::MORE_NETS];
            let mut at = 0;
            while at < NETS.len() {
                all[at].net = Some(Net::of(&NETS[at], NET_STAGES));
                at += 1;
            }
            at = 0;
            while at < NETS_MORE.len() {
                all[4 + at].net = Some(Net::of(&NETS_MORE[at], NET_STAGES));
                at += 1;
            }
            all
        };

        #[inline(always)]
        fn evaluate_position(rules: &Rules, position: &Position, weights: &Weights) -> i32 {
            let mut features = [0; COUNT];
            let stage = count(rules, position, &mut features);
            weights.dot(stage, &features)
        }
    };
}
pub(crate) use evaluations;

/// Number of hidden units.
pub(crate) const HIDDEN_UNITS: usize = 16;

/// Maximum of a clamped unit's activation, which stands for 1.
const ACTIVATION_MAX: i32 = 256;

/// Sixteen numbers for SIMD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub [i16; HIDDEN_UNITS]);

/// A net for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    /// Rows of the hidden layer, one for each value of each input.
    pub hidden: &'static [Row],
    /// Output weights by stage, in hundredths of a point.
    pub output: &'static [Row],
}

/// Returns the integers in what the build script makes of a text.
pub(crate) const fn numbers<const N: usize>(bytes: &[u8]) -> [i32; N] {
    assert!(bytes.len() == 4 * N, "as many numbers as are asked for");
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        let at = 4 * index;
        numbers[index] =
            i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        index += 1;
    }
    numbers
}

/// Groups integers into rows.
pub(crate) const fn rows<const N: usize>(numbers: &[i32]) -> [Row; N] {
    let mut rows = [Row([0; HIDDEN_UNITS]); N];
    let mut index = 0;
    while index < N * HIDDEN_UNITS {
        rows[index / HIDDEN_UNITS].0[index % HIDDEN_UNITS] = numbers[index] as i16;
        index += 1;
    }
    rows
}

/// Returns the index of each input's first row, from the greatest values of the inputs.
pub(crate) const fn starts<const N: usize>(most: &[u8; N]) -> [u16; N] {
    let mut starts = [0; N];
    let mut index = 1;
    while index < N {
        starts[index] = starts[index - 1] + most[index - 1] as u16 + 1;
        index += 1;
    }
    starts
}

impl Net {
    /// Splits a table into the output weights by stage, which come first, and the rows of the
    /// inputs.
    pub(crate) const fn of(table: &'static [Row], stages: usize) -> Net {
        let (output, rows) = table.split_at(stages);
        Net { hidden: rows, output }
    }

    /// Evaluates a position at a stage from its inputs and the index of each input's first row, in
    /// hundredths of a point.
    // By index, which compiles to fewer instructions than iterators do.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    pub fn evaluate<const N: usize>(
        &self,
        stage: usize,
        starts: &[u16; N],
        inputs: &[u8; N],
    ) -> i32 {
        let mut sums = [0_i16; HIDDEN_UNITS];
        for index in 0..N {
            let row = &self.hidden[usize::from(starts[index]) + usize::from(inputs[index])];
            for place in 0..HIDDEN_UNITS {
                sums[place] = sums[place].wrapping_add(row.0[place]);
            }
        }
        let Some(output) = self.output.get(stage) else { return 0 };
        let linear = i32::from(sums[0]) * i32::from(output.0[0]);
        let mut clamped = 0;
        for place in 0..HIDDEN_UNITS {
            let sum = sums[place].clamp(0, ACTIVATION_MAX as i16);
            let weight = if place == 0 { 0 } else { output.0[place] };
            clamped += i32::from(sum) * i32::from(weight);
        }
        (linear + clamped) >> ACTIVATION_MAX.trailing_zeros()
    }
}
