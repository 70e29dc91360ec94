//! QR codes (ISO/IEC 18004) of a text: bytes at the lowest level of correction, up to version 10.
//!
//! The page shows one to a phone beside it. A screen is read without dirt, so that the smallest
//! code serves best.

/// Modules of a code, `true` where dark, row by row.
type Matrix = Vec<Vec<bool>>;

/// Total codewords, and blocks with the codewords of correction in each, by version from 1 on.
const VERSIONS: [(usize, usize, usize); 10] = [
    (26, 1, 7),
    (44, 1, 10),
    (70, 1, 15),
    (100, 1, 20),
    (134, 1, 26),
    (172, 2, 18),
    (196, 2, 20),
    (242, 2, 24),
    (292, 2, 30),
    (346, 4, 18),
];

/// Bits of the level of correction in the format.
const LEVEL_L: u32 = 1;

/// Returns the rows of a text's code, of `1` and `0`.
///
/// # Errors
///
/// If the text is longer than the largest code holds.
pub fn rows(text: &str) -> Result<String, String> {
    let matrix = encode(text.as_bytes()).ok_or_else(|| "the text is too long".to_owned())?;
    let row = |row: &Vec<bool>| row.iter().map(|&dark| if dark { '1' } else { '0' }).collect();
    Ok(matrix.iter().map(row).collect::<Vec<String>>().join("/"))
}

fn encode(bytes: &[u8]) -> Option<Matrix> {
    let version = (1..=VERSIONS.len()).find(|&version| bytes.len() <= capacity(version))?;
    let codewords = codewords(bytes, version);
    (0..8).map(|mask| drawn(&codewords, version, mask)).min_by_key(penalty)
}

/// Number of bytes of text that a version holds.
fn capacity(version: usize) -> usize {
    data_codewords(version) - if version < 10 { 2 } else { 3 }
}

fn data_codewords(version: usize) -> usize {
    let (all, blocks, correction) = VERSIONS[version - 1];
    all - blocks * correction
}

/// Returns data and correction, interleaved as they are laid.
fn codewords(bytes: &[u8], version: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut push =
        |value: usize, count: usize| bits.extend((0..count).rev().map(|at| value >> at & 1 == 1));
    push(0b0100, 4);
    push(bytes.len(), if version < 10 { 8 } else { 16 });
    bytes.iter().for_each(|&byte| push(usize::from(byte), 8));
    push(0, 4);
    let mut data: Vec<u8> = bits
        .chunks(8)
        .map(|bits| bits.iter().fold(0, |sum, &bit| sum << 1 | u8::from(bit)) << (8 - bits.len()))
        .collect();
    data.truncate(data_codewords(version));
    data.extend([0xEC, 0x11].iter().cycle().take(data_codewords(version) - data.len()));
    let (_, count, correction) = VERSIONS[version - 1];
    // The last blocks have one codeword more, where they do not divide evenly.
    let (short, longer) = (data.len() / count, data.len() % count);
    let mut rest = data.as_slice();
    let blocks: Vec<&[u8]> = (0..count)
        .map(|at| {
            let (block, others) = rest.split_at(short + usize::from(at >= count - longer));
            rest = others;
            block
        })
        .collect();
    let checks: Vec<Vec<u8>> = blocks.iter().map(|block| remainder(block, correction)).collect();
    let interleaved = (0..=short).flat_map(|at| blocks.iter().filter_map(move |it| it.get(at)));
    let corrections = (0..correction).flat_map(|at| checks.iter().map(move |it| &it[at]));
    interleaved.chain(corrections).copied().collect()
}

/// Product in the field of 256 elements by the polynomial 0x11D.
fn product(one: u8, other: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, bit| {
        let doubled = sum << 1 ^ if sum & 0x80 != 0 { 0x1D } else { 0 };
        doubled ^ if other >> bit & 1 == 1 { one } else { 0 }
    })
}

/// Reed-Solomon correction of a block.
fn remainder(block: &[u8], count: usize) -> Vec<u8> {
    let mut divisor = vec![0; count];
    divisor[count - 1] = 1;
    let mut root = 1;
    for _ in 0..count {
        for at in 0..count {
            divisor[at] = product(divisor[at], root) ^ divisor.get(at + 1).copied().unwrap_or(0);
        }
        root = product(root, 2);
    }
    let mut left = vec![0; count];
    for byte in block {
        let factor = byte ^ left[0];
        left.rotate_left(1);
        left[count - 1] = 0;
        for (it, &of) in left.iter_mut().zip(&divisor) {
            *it ^= product(of, factor);
        }
    }
    left
}

/// Remainder of a number by a polynomial over bits, of `count` bits.
fn bch(number: u32, polynomial: u32, count: u32) -> u32 {
    let degree = polynomial.ilog2();
    (degree..count + degree).rev().fold(number << degree, |left, bit| {
        if left >> bit & 1 == 1 { left ^ polynomial << (bit - degree) } else { left }
    })
}

/// A code that is drawn: `None` where data goes.
struct Canvas {
    size: usize,
    modules: Vec<Vec<Option<bool>>>,
}

impl Canvas {
    fn set(&mut self, x: usize, y: usize, dark: bool) {
        self.modules[y][x] = Some(dark);
    }

    /// Draws rings around a centre, dark at these distances from it.
    fn rings(&mut self, (x, y): (usize, usize), reach: usize, dark: &[usize]) {
        for down in 0..=2 * reach {
            for right in 0..=2 * reach {
                let (Some(x), Some(y)) =
                    ((x + right).checked_sub(reach), (y + down).checked_sub(reach))
                else {
                    continue;
                };
                if x < self.size && y < self.size {
                    let far = right.abs_diff(reach).max(down.abs_diff(reach));
                    self.set(x, y, dark.contains(&far));
                }
            }
        }
    }
}

fn drawn(codewords: &[u8], version: usize, mask: u32) -> Matrix {
    let size = 17 + 4 * version;
    let mut canvas = Canvas { size, modules: vec![vec![None; size]; size] };
    for at in 0..size {
        canvas.set(6, at, at % 2 == 0);
        canvas.set(at, 6, at % 2 == 0);
    }
    for centre in [(3, 3), (size - 4, 3), (3, size - 4)] {
        canvas.rings(centre, 4, &[0, 1, 3]);
    }
    let places = match version {
        1 => vec![],
        2..=6 => vec![6, size - 7],
        _ => vec![6, (size - 1) / 2, size - 7],
    };
    for (row, &y) in places.iter().enumerate() {
        for (column, &x) in places.iter().enumerate() {
            let last = places.len() - 1;
            if ![(0, 0), (0, last), (last, 0)].contains(&(row, column)) {
                canvas.rings((x, y), 2, &[0, 2]);
            }
        }
    }
    draw_format(&mut canvas, version, mask);
    let mut bits =
        codewords.iter().flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1 == 1));
    for (pair, right) in (1..size).rev().step_by(2).enumerate() {
        // The column of the timing pattern is left out.
        let right = if right <= 6 { right - 1 } else { right };
        for step in 0..size {
            let y = if pair % 2 == 0 { size - 1 - step } else { step };
            for x in [right, right - 1] {
                if canvas.modules[y][x].is_none() {
                    canvas.set(x, y, bits.next().unwrap_or(false) ^ is_masked(mask, x, y));
                }
            }
        }
    }
    canvas
        .modules
        .into_iter()
        .map(|row| row.into_iter().map(|it| it == Some(true)).collect())
        .collect()
}

fn draw_format(canvas: &mut Canvas, version: usize, mask: u32) {
    let size = canvas.size;
    let data = LEVEL_L << 3 | mask;
    let format = (data << 10 | bch(data, 0x537, 5)) ^ 0x5412;
    for at in 0..15 {
        let dark = format >> at & 1 == 1;
        let beside = match at {
            0..=5 => (8, at),
            6 => (8, 7),
            7 => (8, 8),
            8 => (7, 8),
            _ => (14 - at, 8),
        };
        canvas.set(beside.0, beside.1, dark);
        let other = if at < 8 { (size - 1 - at, 8) } else { (8, size - 15 + at) };
        canvas.set(other.0, other.1, dark);
    }
    canvas.set(8, size - 8, true);
    if version >= 7 {
        let number = version as u32;
        let information = number << 12 | bch(number, 0x1F25, 6);
        for at in 0..18 {
            let (near, far) = (at / 3, size - 11 + at % 3);
            canvas.set(near, far, information >> at & 1 == 1);
            canvas.set(far, near, information >> at & 1 == 1);
        }
    }
}

fn is_masked(mask: u32, x: usize, y: usize) -> bool {
    let (sum, product) = (x + y, x * y);
    let remainder = match mask {
        0 => sum % 2,
        1 => y % 2,
        2 => x % 3,
        3 => sum % 3,
        4 => (x / 3 + y / 2) % 2,
        5 => product % 2 + product % 3,
        6 => (product % 2 + product % 3) % 2,
        _ => (sum % 2 + product % 3) % 2,
    };
    remainder == 0
}

/// Penalty of a code for what makes it hard to read: long runs, blocks of one colour, what looks like a
/// corner, and one colour in excess.
fn penalty(matrix: &Matrix) -> usize {
    const CORNER: [bool; 7] = [true, false, true, true, true, false, true];
    let size = matrix.len();
    let columns: Matrix = (0..size).map(|x| matrix.iter().map(|row| row[x]).collect()).collect();
    let of_line = |line: &Vec<bool>| {
        let runs = line.chunk_by(|one, other| one == other).map(|run| run.len());
        let long: usize = runs.filter(|&run| run >= 5).map(|run| run - 2).sum();
        let corners = line.windows(7).enumerate().filter(|(at, window)| {
            let light =
                |from: usize| line.get(from..from + 4).is_some_and(|it| !it.contains(&true));
            *window == CORNER && (*at >= 4 && light(at - 4) || light(at + 7))
        });
        long + 40 * corners.count()
    };
    let lines: usize = matrix.iter().chain(&columns).map(of_line).sum();
    let is_block = |x: usize, y: usize| {
        [(x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().all(|&(x, y)| matrix[y][x]) == matrix[y][x]
            && [(x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().any(|&(x, y)| matrix[y][x])
                == matrix[y][x]
    };
    let blocks = (0..size - 1).flat_map(|y| (0..size - 1).map(move |x| (x, y)));
    let dark = matrix.iter().flatten().filter(|&&dark| dark).count();
    lines
        + 3 * blocks.filter(|&(x, y)| is_block(x, y)).count()
        + 10 * ((20 * dark).abs_diff(10 * size * size) / (size * size))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of ISO/IEC 18004, annex I, has these codewords of correction.
    #[test]
    fn corrections_are_those_of_the_standard() {
        let data = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
            0xEC, 0x11,
        ];
        let expected = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55];
        assert_eq!(remainder(&data, 10), expected);
    }

    /// Format and version information of the standard's tables (C.1 and D.1).
    #[test]
    fn information_is_that_of_the_standard() {
        assert_eq!((0b00101 << 10 | bch(0b00101, 0x537, 5)) ^ 0x5412, 0x40CE);
        assert_eq!(7 << 12 | bch(7, 0x1F25, 6), 0x07C94);
    }

    #[test]
    fn every_version_has_its_size() {
        for version in 1..=10 {
            let text = "x".repeat(capacity(version));
            let rows = rows(&text).unwrap();
            assert_eq!(rows.split('/').count(), 17 + 4 * version);
            assert_eq!(codewords(text.as_bytes(), version).len(), VERSIONS[version - 1].0);
        }
        assert!(rows(&"x".repeat(capacity(10) + 1)).is_err());
    }
}
