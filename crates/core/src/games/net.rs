//! A small net of whole numbers that judges a position.
//!
//! Each number that is counted of a position picks a row of a table; the rows are added up into
//! sixteen sums. The first counts as it is, the others where they are positive and up to a limit;
//! each is weighed, by weights that differ from stage to stage of the game. So a number need not
//! count in proportion, and one may count more where another is small.

use std::fmt::Write as _;

use serde::Deserialize;

/// How many sums there are.
pub const SUMS: usize = 16;

/// What a sum of 1 is.
pub const ONE: i32 = 256;

/// Something about a position that is counted for a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// A short name, as in files of nets.
    pub name: &'static str,
    /// What is counted.
    pub meaning: &'static str,
    /// The most that it can be: more is taken for this.
    pub most: u8,
}

/// Sixteen numbers, handled all at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub [i16; SUMS]);

/// A net for one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// Where each input's rows begin.
    starts: Vec<u16>,
    /// The rows of all inputs, one for each value that it can have.
    rows: Vec<Row>,
    /// By stage: what each sum is worth, in hundredths of a point.
    worth: Vec<Row>,
}

/// What a file of a net must hold; the rest says where it comes from.
#[derive(Deserialize)]
struct File {
    worth: Vec<[i16; SUMS]>,
    input: Vec<OfInput>,
}

#[derive(Deserialize)]
struct OfInput {
    name: String,
    rows: Vec<[i16; SUMS]>,
}

impl Net {
    /// A net for these inputs, or nothing where there are not as many rows as they can have values.
    pub fn new(inputs: &[Input], rows: Vec<Row>, worth: Vec<Row>) -> Option<Net> {
        let mut next = 0;
        let start = |input: &Input| {
            let start = next;
            next += u16::from(input.most) + 1;
            start
        };
        let starts = inputs.iter().map(start).collect();
        (usize::from(next) == rows.len()).then_some(Net { starts, rows, worth })
    }

    /// Reads a file of a net, for a game with these inputs and so many stages.
    ///
    /// # Errors
    /// When it is none, or one for other inputs or stages.
    pub fn read(text: &str, inputs: &[Input], stages: usize) -> Result<Net, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if !file.input.iter().map(|input| &input.name).eq(inputs.iter().map(|input| input.name)) {
            return Err("the file's inputs are not those of the game".to_owned());
        }
        let unlike =
            |(there, here): &(&OfInput, &Input)| there.rows.len() != here.most as usize + 1;
        if let Some((there, _)) = file.input.iter().zip(inputs).find(unlike) {
            return Err(format!("input `{}` has not a row for each value", there.name));
        }
        if file.worth.len() != stages {
            return Err("the file's stages are not those of the game".to_owned());
        }
        let rows = file.input.into_iter().flat_map(|input| input.rows).map(Row).collect();
        let worth = file.worth.into_iter().map(Row).collect();
        Net::new(inputs, rows, worth).ok_or_else(|| "the net has not the right size".to_owned())
    }

    /// The same for a file that the program brings: the tests read it, so that no build that passed
    /// them can panic here.
    pub fn shipped(text: &str, inputs: &[Input], stages: usize) -> Net {
        Net::read(text, inputs, stages).unwrap_or_else(|what| panic!("{what}"))
    }

    /// The file of the net, without what says where it comes from.
    pub fn to_toml(&self, inputs: &[Input]) -> String {
        let list = |rows: &[Row]| {
            let mut text = "[\n".to_owned();
            for Row(row) in rows {
                let _ = writeln!(text, "  {row:?},");
            }
            text + "]\n"
        };
        let mut text = format!("worth = {}", list(&self.worth));
        for (input, &start) in inputs.iter().zip(&self.starts) {
            let rows = &self.rows[usize::from(start)..][..usize::from(input.most) + 1];
            let Input { name, meaning, .. } = input;
            let _ =
                write!(text, "\n# {meaning}\n[[input]]\nname = \"{name}\"\nrows = {}", list(rows));
        }
        text
    }

    /// What a position is worth at a stage, in hundredths of a point.
    // By index, which compiles to fewer instructions than iterators do.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    pub fn judge<const N: usize>(&self, stage: usize, inputs: &[u8; N]) -> i32 {
        let mut sums = [0_i16; SUMS];
        if self.starts.len() != N {
            return 0;
        }
        for index in 0..N {
            let row = &self.rows[usize::from(self.starts[index]) + usize::from(inputs[index])];
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
