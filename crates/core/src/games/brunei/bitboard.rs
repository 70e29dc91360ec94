//! Line detection on rotated bitboards: the hot core of the game.
//!
//! Every line that a move can capture lies along one row or one column. The stones are therefore
//! stored twice, as eleven rows and as eleven columns of eleven bits, each in a [`U16x16`] of
//! sixteen words, of which the last five stay empty. A landing point's line is then a few bits of
//! one word. All points on which a ka can land along its row have the same position in *their*
//! columns, so the lines of all eleven columns are found at once, lane by lane, in loops that the
//! compiler vectorizes.
//!
//! ```text
//! lane (a column)   bits: row 1 lowest
//!       a           0 0 w w b . K b b w .        K: the landing point
//!                       ──┬─┘     └─┬─┘
//!            two white lie behind   two black are in sight above, up to the white stone;
//!            the black one          one black below: together a line of three, odd
//! ```

use crate::board::{BOARD_SIZE, Colour, Column, Point, PointSet, Row, Stones};

const LANES: usize = 16;

/// Sixteen 16-bit lanes for SIMD, each a row or a column of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(32))]
pub(super) struct U16x16([u16; LANES]);

/// The bit of each lane in a 16-bit mask of lanes.
const BITS: [u16; LANES] = {
    let mut bits = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// For each lane: all bits set in it, none in the others.
static ONLY: [U16x16; LANES] = {
    let mut only = [U16x16([0; LANES]); LANES];
    let mut lane = 0;
    while lane < LANES {
        only[lane].0[lane] = u16::MAX;
        lane += 1;
    }
    only
};

/// Blockers other than stones, in rows (or columns), by axis and by the other ka's point: that ka
/// and the centre. The padding entries avoid a bounds check.
static BLOCKS: [[U16x16; 128]; 2] = {
    let mut blocks = [[U16x16([0; LANES]); 128]; 2];
    let mut index = 0;
    while index < Point::COUNT {
        let ka = Point::from_index(index);
        let (row, column) = (ka.row().index(), ka.column().index());
        let [by_row, by_column] = &mut blocks;
        by_row[index as usize].0[MIDDLE as usize] = 1 << MIDDLE;
        by_row[index as usize].0[row as usize] |= 1 << column;
        by_column[index as usize].0[MIDDLE as usize] = 1 << MIDDLE;
        by_column[index as usize].0[column as usize] |= 1 << row;
        index += 1;
    }
    blocks
};

static CENTRE: U16x16 = {
    let mut centre = U16x16([0; LANES]);
    centre.0[MIDDLE as usize] = 1 << MIDDLE;
    centre
};

/// The direction of a line or of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Along a row.
    Row = 0,
    /// Along a column.
    Column = 1,
}

/// Rotated bitboards: the stones by rows and by columns, each by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RotatedBitboards {
    /// By axis, then by colour.
    lanes: [[U16x16; 2]; 2],
}

impl Axis {
    /// Both directions.
    pub(super) const BOTH: [Axis; 2] = [Axis::Row, Axis::Column];

    /// Returns the perpendicular direction.
    pub const fn across(self) -> Axis {
        match self {
            Axis::Row => Axis::Column,
            Axis::Column => Axis::Row,
        }
    }

    /// Returns the row (or column) of a point and its place along it.
    pub(super) const fn place(self, point: Point) -> (u8, u8) {
        let (column, row) = (point.column().index(), point.row().index());
        match self {
            Axis::Row => (row, column),
            Axis::Column => (column, row),
        }
    }

    /// Returns the point at a place along a row (or column).
    pub(super) const fn point(self, lane: u8, place: u8) -> Point {
        match self {
            Axis::Row => Point::new(Column::new(place), Row::new(lane)),
            Axis::Column => Point::new(Column::new(lane), Row::new(place)),
        }
    }

    /// Returns the point at a place along the row (or column) of another point. Branch-free,
    /// because the branch would be unpredictable.
    #[inline(always)]
    pub(super) const fn other_on_lane(self, point: Point, place: u8) -> Point {
        let (column, row) = (point.column().index(), point.row().index());
        let (start, step) = match self {
            Axis::Row => (row * BOARD_SIZE, 1),
            Axis::Column => (column, BOARD_SIZE),
        };
        Point::from_index(start + place * step)
    }
}

impl U16x16 {
    pub(super) const NONE: U16x16 = U16x16([0; LANES]);

    /// Returns `bits` in one lane. Looked up and masked, not stored as one word: a wide load after
    /// a narrow store would stall the processor (failed store forwarding).
    #[inline(always)]
    fn one(lane: u8, bits: u16) -> U16x16 {
        let mut words = ONLY[usize::from(lane & 15)].0;
        // A loop instead of `map`, which may not be inlined and then is not compiled for AVX2.
        for word in &mut words {
            *word &= bits;
        }
        U16x16(words)
    }

    /// Returns the blockers of rows (or columns) other than stones, with the other ka on this
    /// point.
    #[inline(always)]
    fn blocking(axis: Axis, ka: Point) -> &'static U16x16 {
        &BLOCKS[axis as usize][usize::from(ka.index() & 127)]
    }

    /// Returns the bit `bit` in each lane that is set in the mask `lanes`.
    #[inline(always)]
    fn crossing<const WIDE: bool>(lanes: u16, bit: u8) -> U16x16 {
        #[cfg(target_arch = "x86_64")]
        if WIDE {
            // SAFETY: `with_avx2!` has checked that the processor has AVX2.
            return unsafe { U16x16::crossing_at_once(lanes, bit) };
        }
        let mut words = BITS;
        for word in &mut words {
            *word = if lanes & *word == *word { 1 << bit } else { 0 };
        }
        U16x16(words)
    }

    /// [`U16x16::crossing`] by AVX2 intrinsics: compilers emit five times as many instructions for
    /// the loop.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline]
    fn crossing_at_once(lanes: u16, bit: u8) -> U16x16 {
        use std::arch::x86_64::*;
        let bits = U16x16(BITS).vector();
        let lanes = _mm256_and_si256(_mm256_set1_epi16(lanes.cast_signed()), bits);
        let crossed = _mm256_set1_epi16(1 << bit);
        let words = _mm256_and_si256(_mm256_cmpeq_epi16(lanes, bits), crossed);
        // SAFETY: both are 32 bytes without invalid values.
        U16x16(unsafe { std::mem::transmute::<__m256i, [u16; LANES]>(words) })
    }

    /// Returns the lanes as an AVX2 vector.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn vector(self) -> std::arch::x86_64::__m256i {
        // SAFETY: both are 32 bytes without invalid values.
        unsafe { std::mem::transmute(self.0) }
    }

    #[inline(always)]
    fn without(self, other: U16x16) -> U16x16 {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word &= !other;
        }
        U16x16(words)
    }

    #[inline(always)]
    fn sum(&self) -> u16 {
        // Four sums at once, then their sum.
        let fours = self.word(0) + self.word(4) + self.word(8) + self.word(12);
        (fours.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
    }

    /// Returns the maximum of the lanes, whose highest bits must not be set.
    #[inline(always)]
    fn most(&self) -> u16 {
        let fours = more(more(self.word(0), self.word(4)), more(self.word(8), self.word(12)));
        let twos = more(fours, fours >> 32);
        more(twos, twos >> 16) as u16
    }

    /// Returns the bits at a place of all lanes, one bit per lane.
    #[inline(always)]
    pub(super) fn across(&self, place: u8) -> u16 {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{
                __m128i, _mm_cvtsi32_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_sll_epi16,
            };
            // SAFETY: both are 32 bytes without padding, and SSE2 is part of the x86-64 baseline.
            unsafe {
                let [low, high]: [__m128i; 2] = std::mem::transmute(self.0);
                let by = _mm_cvtsi32_si128(15 - i32::from(place));
                // The highest bit of a lane decides; packed into bytes it stays the highest.
                let low = _mm_sll_epi16(low, by);
                let high = _mm_sll_epi16(high, by);
                _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u16
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let bit = 1 << place;
            (0..LANES).fold(0, |lanes, index| {
                lanes | if self.0[index] & bit == 0 { 0 } else { BITS[index] }
            })
        }
    }

    /// Returns the transpose: rows by columns, and vice versa.
    #[inline(always)]
    pub(super) fn turned(&self) -> U16x16 {
        let mut turned = U16x16::default();
        for place in 0..BOARD_SIZE {
            turned.0[usize::from(place)] = self.across(place);
        }
        turned
    }

    /// Returns the number of bits set in all lanes, at most 15 in each.
    #[inline(always)]
    pub(super) fn count(&self) -> u16 {
        let mut counts = U16x16(self.0);
        for count in &mut counts.0 {
            *count = count_in_lanes(*count);
        }
        counts.sum()
    }

    #[inline(always)]
    fn word(&self, first: usize) -> u64 {
        let lanes = &self.0[first..first + 4];
        u64::from(lanes[0])
            | u64::from(lanes[1]) << 16
            | u64::from(lanes[2]) << 32
            | u64::from(lanes[3]) << 48
    }

    /// Returns the bits of one lane.
    #[inline(always)]
    pub(super) fn at(&self, lane: u8) -> u16 {
        // A lane is at most 15: the mask avoids a bounds check.
        self.0[usize::from(lane & 15)]
    }

    fn put(&mut self, lane: u8, place: u8) {
        self.0[usize::from(lane)] |= 1 << place;
    }
}

/// Returns the maximum of each of four pairs of lanes, whose highest bits must not be set (SWAR).
#[inline(always)]
fn more(these: u64, those: u64) -> u64 {
    const HIGH: u64 = 0x8000_8000_8000_8000;
    // No lane borrows from the next: its high bit is kept if `these` is not less than `those`.
    let stays = ((these | HIGH) - those) & HIGH;
    let mask = stays - (stays >> 15);
    those ^ (these ^ those) & mask
}

/// Available captures, by row or column, alone or with what lies beyond them.
#[derive(Clone, Copy, Default)]
pub(super) struct CaptureTotals {
    /// Number of lines.
    lines: U16x16,
    /// Total points of the lines.
    points: U16x16,
    /// Points of the best line, or the number of live points reachable after the best landing.
    most: U16x16,
}

impl CaptureTotals {
    /// Returns the number of lines, their total points, and the most of the last.
    #[inline(always)]
    pub(super) fn sums(&self) -> [u16; 3] {
        [self.lines.sum(), self.points.sum(), self.most.most()]
    }
}

/// Masks of the bits on either side of a place.
#[derive(Clone, Copy)]
struct RayMask {
    below: u16,
    above: u16,
}

impl RayMask {
    #[inline(always)]
    fn from(place: u8) -> RayMask {
        let below = (1 << place) - 1;
        RayMask { below, above: !(below << 1 | 1) }
    }

    /// Returns the bits of `own` that are nearer than the nearest bit of `stops`, on either side.
    #[inline(always)]
    fn seen(self, own: u16, stops: u16) -> u16 {
        // The bit above the highest stop below, or the lowest bit if there is no stop.
        let first = u32::BITS - u32::from(stops & self.below).leading_zeros();
        own & self.window(stops, (u32::MAX << first) as u16)
    }

    /// Returns the same as [`seen`](Self::seen), without the leading-zero count, which AVX2 vectors
    /// lack.
    #[inline(always)]
    fn seen_in_lanes(self, own: u16, stops: u16) -> u16 {
        // All bits down from the highest stop below.
        let mut hidden = stops & self.below;
        hidden |= hidden >> 1;
        hidden |= hidden >> 2;
        hidden |= hidden >> 4;
        hidden |= hidden >> 8;
        own & self.window(stops, !hidden)
    }

    /// Returns the bits up to the lowest stop above (all if there is none), and the bits of
    /// `below`.
    #[inline(always)]
    fn window(self, stops: u16, below: u16) -> u16 {
        let above = stops & self.above;
        self.above & (above ^ above.wrapping_sub(1)) | self.below & below
    }
}

/// Returns a mask of the lanes with an odd number of bits: the first sixteen lanes, then the
/// second.
#[inline(always)]
pub(super) fn odd_lanes<const WIDE: bool>(these: &U16x16, those: &U16x16) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: `with_avx2!` has checked that the processor has AVX2.
        return unsafe { odd_lanes_at_once(these, those) };
    }
    let (mut odd_these, mut odd_those) = (0, 0);
    for (index, bit) in BITS.into_iter().enumerate() {
        odd_these |= odd(these.0[index]) & bit;
        odd_those |= odd(those.0[index]) & bit;
    }
    u32::from(odd_these) | u32::from(odd_those) << 16
}

/// [`odd_lanes`] by AVX2 intrinsics, for 32 lanes at once: each lane is XOR-folded into a byte, and
/// the byte's parity into its highest bit.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn odd_lanes_at_once(these: &U16x16, those: &U16x16) -> u32 {
    use std::arch::x86_64::*;
    let low = _mm256_set1_epi16(0xff);
    let [these, those] = [these.vector(), those.vector()];
    // A lane has at most eleven bits: none is lost.
    let these = _mm256_xor_si256(_mm256_and_si256(these, low), _mm256_srli_epi16(these, 8));
    let those = _mm256_xor_si256(_mm256_and_si256(those, low), _mm256_srli_epi16(those, 8));
    // Packing works by halves and leaves the middle two quarters in the wrong order.
    let packed = _mm256_packus_epi16(these, those);
    let mut odd = _mm256_permute4x64_epi64(packed, 0b11_01_10_00);
    odd = _mm256_xor_si256(odd, _mm256_slli_epi16(odd, 4));
    odd = _mm256_xor_si256(odd, _mm256_slli_epi16(odd, 2));
    odd = _mm256_xor_si256(odd, _mm256_slli_epi16(odd, 1));
    _mm256_movemask_epi8(odd).cast_unsigned()
}

/// Returns all bits set if the number of bits is odd, none if it is even.
#[inline(always)]
fn odd(mut bits: u16) -> u16 {
    bits ^= bits << 8;
    bits ^= bits << 4;
    bits ^= bits << 2;
    bits ^= bits << 1;
    // The highest bit holds the parity; a signed shift spreads it.
    (bits.cast_signed() >> 15).cast_unsigned()
}

/// Returns, for every bit that is no stop, the parity of the bits of `own` between the nearest stop
/// below it and the nearest stop above it. The stops must include a bit above every other bit.
#[inline(always)]
fn parity_between(own: u16, stops: u16) -> u16 {
    let mut up_to = own;
    up_to ^= up_to << 1;
    up_to ^= up_to << 2;
    up_to ^= up_to << 4;
    up_to ^= up_to << 8;
    let at_stops = up_to & stops;
    let (mut below, mut above) = (at_stops, at_stops);
    let (mut rising, mut falling) = (!stops, !stops);
    below |= rising & below << 1;
    above |= falling & above >> 1;
    rising &= rising << 1;
    falling &= falling >> 1;
    below |= rising & below << 2;
    above |= falling & above >> 2;
    rising &= rising << 2;
    falling &= falling >> 2;
    below |= rising & below << 4;
    above |= falling & above >> 4;
    rising &= rising << 4;
    falling &= falling >> 4;
    below |= rising & below << 8;
    above |= falling & above >> 8;
    below ^ above
}

/// Returns the number of bits set, at most 15, without an instruction that vectors lack.
#[inline(always)]
fn count_in_lanes(bits: u16) -> u16 {
    let pairs = bits - ((bits >> 1) & 0x5555);
    let nibbles = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
    // The highest nibble of the product is the sum of all four; no sum exceeds 15.
    nibbles.wrapping_mul(0x1111) >> 12
}

impl RotatedBitboards {
    /// Creates the bitboards.
    pub(super) fn new(stones: Stones) -> RotatedBitboards {
        let mut boards = RotatedBitboards { lanes: [[U16x16::default(); 2]; 2] };
        for axis in [Axis::Row, Axis::Column] {
            for colour in Colour::BOTH {
                for point in stones.of(colour) {
                    let (lane, place) = axis.place(point);
                    boards.lanes[axis as usize][colour as usize].put(lane, place);
                }
            }
        }
        boards
    }

    /// Returns the stones as sets of points.
    pub(super) fn stones(&self) -> Stones {
        let set = |rows: U16x16| {
            let board = rows.0.iter().take(usize::from(BOARD_SIZE));
            board.enumerate().fold(PointSet::EMPTY, |set, (row, &bits)| {
                set | PointSet::from_bits(u128::from(bits) << (row * usize::from(BOARD_SIZE)))
            })
        };
        let [black, white] = self.lanes[Axis::Row as usize].map(set);
        Stones { black, white }
    }

    /// Returns the rows by colour, four to a word, the first lowest; the last word has three rows.
    #[inline(always)]
    pub(super) fn rows(&self) -> [[u64; 3]; 2] {
        let [black, white] = &self.lanes[Axis::Row as usize];
        [
            [black.word(0), black.word(4), black.word(8)],
            [white.word(0), white.word(4), white.word(8)],
        ]
    }

    /// Returns the stones of one row or column, by colour.
    #[inline(always)]
    pub(super) fn lane(&self, axis: Axis, lane: u8) -> [u16; 2] {
        let [black, white] = &self.lanes[axis as usize];
        // A lane is at most 15: the mask avoids a bounds check.
        let lane = usize::from(lane & 15);
        [black.0[lane], white.0[lane]]
    }

    /// Returns the colour of the stone on a point; `None` if the point is empty.
    pub(super) fn at(&self, point: Point) -> Option<Colour> {
        let (row, column) = Axis::Row.place(point);
        let stones = self.lane(Axis::Row, row);
        Colour::BOTH.into_iter().find(|&colour| stones[colour as usize] >> column & 1 == 1)
    }

    /// Removes stones of one colour from one row or column.
    #[inline(always)]
    pub(super) fn remove<const WIDE: bool>(
        &mut self,
        axis: Axis,
        lane: u8,
        colour: Colour,
        stones: u16,
    ) {
        let along = &mut self.lanes[axis as usize][colour as usize];
        *along = along.without(U16x16::one(lane, stones));
        let across = &mut self.lanes[axis.across() as usize][colour as usize];
        *across = across.without(U16x16::crossing::<WIDE>(stones, lane));
    }

    /// Writes to `seen`, by colour, the lines in sight from `place` of every row (or column). The
    /// other ka on `block` and the centre block the view.
    #[inline(always)]
    pub(super) fn in_sight(&self, axis: Axis, place: u8, block: Point, seen: [&mut U16x16; 2]) {
        let [black, white] = &self.lanes[axis as usize];
        let block = U16x16::blocking(axis, block);
        let sight = RayMask::from(place);
        // By index, which compiles to fewer instructions than iterators do.
        #[allow(clippy::needless_range_loop)]
        for index in 0..LANES {
            let (black, white, block) = (black.0[index], white.0[index], block.0[index]);
            seen[0].0[index] = sight.seen_in_lanes(black, white | block);
            seen[1].0[index] = sight.seen_in_lanes(white, black | block);
        }
    }

    /// Returns, in every row (or column), the live points: empty points from which a line along it
    /// could be captured if there were no kas.
    ///
    /// The parity of a line is the parity of the stones of its colour between the nearest stop on
    /// either side. With the prefix parity up to each bit, two bits decide; they are propagated
    /// from the stops over all points up to the next stop.
    #[inline(always)]
    pub(super) fn live(&self, axis: Axis) -> U16x16 {
        let [black, white] = &self.lanes[axis as usize];
        let mut live = U16x16::default();
        // By index, which compiles to fewer instructions than iterators do.
        #[allow(clippy::needless_range_loop)]
        for index in 0..LANES {
            let (black, white, block) = (black.0[index], white.0[index], CENTRE.0[index] | EDGE);
            let odd = parity_between(black, white | block) | parity_between(white, black | block);
            live.0[index] = odd & !(black | white | block);
        }
        live
    }

    /// Adds the captures by landing at `place` of the rows (or columns) in `reach`, as
    /// [`RotatedBitboards::add_captures`] does, and for each such landing the number of points of `live` that
    /// can be reached next along that row, plus `others`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn add_lookahead(
        &self,
        axis: Axis,
        place: u8,
        block: Point,
        reach: u16,
        [black_value, white_value]: [u16; 2],
        (live, others): (&U16x16, u16),
        lookahead: &mut CaptureTotals,
    ) {
        let [black, white] = &self.lanes[axis as usize];
        let block = U16x16::blocking(axis, block);
        let sight = RayMask::from(place);
        // No closure: it might not be inlined and then would not be compiled for AVX2.
        #[allow(clippy::needless_range_loop)]
        for index in 0..LANES {
            let (black, white, block) = (black.0[index], white.0[index], block.0[index]);
            let reached = if reach & BITS[index] == BITS[index] { u16::MAX } else { 0 };
            let black_line = count_in_lanes(sight.seen_in_lanes(black, white | block) & reached);
            let white_line = count_in_lanes(sight.seen_in_lanes(white, black | block) & reached);
            let (black_odd, white_odd) = (black_line & 1, white_line & 1);
            let black_points = (black_line & black_odd.wrapping_neg()) * black_value;
            let white_points = (white_line & white_odd.wrapping_neg()) * white_value;
            lookahead.lines.0[index] += black_odd + white_odd;
            lookahead.points.0[index] += black_points + white_points;
            let stops = black | white | block | EDGE;
            let further = sight.seen_in_lanes(!stops, stops) & live.0[index];
            let next = count_in_lanes(further) + others;
            let next = next & (black_odd | white_odd).wrapping_neg();
            lookahead.most.0[index] = lookahead.most.0[index].max(next);
        }
    }

    /// Adds the captures by landing at `place` of the rows (or columns) in `reach`: the odd lines
    /// in sight. `block` is the other ka's point.
    #[inline(always)]
    pub(super) fn add_captures(
        &self,
        axis: Axis,
        place: u8,
        block: Point,
        reach: u16,
        [black_value, white_value]: [u16; 2],
        totals: &mut CaptureTotals,
    ) {
        let [black, white] = &self.lanes[axis as usize];
        let block = U16x16::blocking(axis, block);
        let sight = RayMask::from(place);
        // No closure: it might not be inlined and then would not be compiled for AVX2.
        #[allow(clippy::needless_range_loop)]
        for index in 0..LANES {
            let (black, white, block) = (black.0[index], white.0[index], block.0[index]);
            let reached = if reach & BITS[index] == BITS[index] { u16::MAX } else { 0 };
            let black_line = count_in_lanes(sight.seen_in_lanes(black, white | block) & reached);
            let white_line = count_in_lanes(sight.seen_in_lanes(white, black | block) & reached);
            let (black_odd, white_odd) = (black_line & 1, white_line & 1);
            let black_points = (black_line & black_odd.wrapping_neg()) * black_value;
            let white_points = (white_line & white_odd.wrapping_neg()) * white_value;
            totals.lines.0[index] += black_odd + white_odd;
            totals.points.0[index] += black_points + white_points;
            totals.most.0[index] = totals.most.0[index].max(black_points).max(white_points);
        }
    }

    /// Returns the line of one colour in sight from a point, along a row or column.
    #[inline(always)]
    pub(super) fn line(&self, axis: Axis, from: Point, colour: Colour, block: Point) -> u16 {
        let (lane, place) = axis.place(from);
        let stones = self.lane(axis, lane);
        let stops = stones[colour.other() as usize] | blocked(axis, lane, block);
        RayMask::from(place).seen(stones[colour as usize], stops)
    }

    /// Returns the lines of both colours in sight from a point, without the stone on `gone`, a
    /// point of the same row or column.
    #[inline(always)]
    pub(super) fn lines(
        &self,
        axis: Axis,
        from: Point,
        gone: Option<Point>,
        block: Point,
    ) -> [u16; 2] {
        let (lane, place) = axis.place(from);
        let stays = gone.map_or(u16::MAX, |gone| !(1 << axis.place(gone).1));
        let [black, white] = self.lane(axis, lane).map(|stones| stones & stays);
        let blocked = blocked(axis, lane, block);
        let sight = RayMask::from(place);
        [sight.seen(black, white | blocked), sight.seen(white, black | blocked)]
    }

    /// Returns canonical indices of two rows (or columns): each moved down as far as possible
    /// without passing one with stones, the middle, or the other of the two.
    #[inline(always)]
    pub(super) fn lowest(&self, axis: Axis, one: u8, other: u8) -> [u8; 2] {
        let [black, white] = &self.lanes[axis.across() as usize];
        let words = |lanes: &U16x16| lanes.word(0) | lanes.word(4) | lanes.word(8);
        let four = words(black) | words(white);
        let two = four | four >> 32;
        let stops = (two | two >> 16) as u16 | 1 << MIDDLE;
        let first = |place: u8| {
            let below = stops & ((1 << place) - 1);
            let free = (u32::BITS - u32::from(below).leading_zeros()) as u8;
            if stops >> place & 1 == 1 { place } else { free }
        };
        let (low, other_low) = (first(one), first(other));
        let together = u8::from(low == other_low);
        [low + (together & u8::from(one > other)), other_low + (together & u8::from(other > one))]
    }

    /// Returns the points that a ka can reach along its row (or column), as bits of it.
    #[inline(always)]
    pub(super) fn reach(&self, axis: Axis, from: Point, block: Point) -> u16 {
        let (lane, place) = axis.place(from);
        let [black, white] = self.lane(axis, lane);
        let stops = black | white | blocked(axis, lane, block) | EDGE;
        RayMask::from(place).seen(!stops, stops)
    }
}

/// The bits beyond the edge of the board.
const EDGE: u16 = !((1 << BOARD_SIZE) - 1);

const MIDDLE: u8 = BOARD_SIZE / 2;

/// Returns the blockers of a row or column other than stones: the centre and the other ka.
#[inline(always)]
fn blocked(axis: Axis, lane: u8, block: Point) -> u16 {
    U16x16::blocking(axis, block).0[usize::from(lane & 15)]
}
