//! A small net of whole numbers that judges a position.
//!
//! Each number that is counted of a position picks a row of a table; the rows are added up into
//! sixteen sums. The first counts as it is, the others where they are positive and up to a limit;
//! each is weighed, by weights that differ from stage to stage of the game. So a number need not
//! count in proportion, and one may count more where another is small.

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
