//! Move generation in canonical order, and execution of moves.
//!
//! # The order of moves
//!
//! A game is recorded by the index of each move in this order: changing the order changes the
//! format.
//!
//! - Openings: columns a to k, then the swap of sides, if the rules allow it.
//! - Entries: by landing row, lowest first; within it slides before jumps; within these by starting
//!   column, leftmost first; for each the capture in the row before the capture in the column, and
//!   black lines before white ones.
//! - Main phase: moves along the row before moves along the column; within each all captures of
//!   black lines before all captures of white ones; within these by landing point, left to right or
//!   bottom to top.
//! - Where parts of a line may be captured: in place of the line its parts, ordered by the number
//!   of stones to the east or north, then by the number to the west or south, fewest first.

use super::bitboard::{Axis, U16x16, odd_lanes};
use super::position::{Half, Move, Phase, Position};
use super::rules::{Capture, Entry, EntryCapture, EntryMode, Jump, KaStone, Rules};
use crate::base::avx2::with_avx2;
use crate::base::random::GameRng;
use crate::board::{Colour, Column, Point, Row};
use crate::games::{Chosen, GameRules, IndexedMove, Seat, Values};

/// Captures of the main phase: a bit for each landing point with an odd line, in four groups of
/// sixteen, lowest first: along the row taking black, along the row taking white, along the column
/// taking black, along the column taking white. The lowest bit is the move with index 0.
#[derive(Clone, Copy, Debug)]
pub struct Captures(u64);

impl Captures {
    pub(super) const NONE: Captures = Captures(0);

    /// Finds the captures of a position.
    pub(super) fn of(position: &Position) -> Captures {
        with_avx2!(Captures::find(position: &Position) -> Captures)
    }

    /// Returns the capture with this move index; `None` if the index is too high.
    pub(super) fn move_at(position: &Position, move_index: u32) -> Chosen<Rules> {
        let captures = Captures::of(position);
        (move_index < captures.count()).then(|| {
            let mv = Captures::decode(captures.nth(move_index), position);
            IndexedMove { mv, index: move_index, count: captures.count() }
        })
    }

    /// Returns a uniformly random capture; `None` if there is none.
    pub(super) fn any(position: &Position, rng: &mut GameRng) -> Chosen<Rules> {
        with_avx2!(generic CaptureScan::draw(position: &Position, rng: &mut GameRng) -> Chosen<Rules>)
    }

    /// Returns the capture worth most, ties broken at random; `None` if there is none.
    pub(super) fn best(position: &Position, values: Values, rng: &mut GameRng) -> Chosen<Rules> {
        with_avx2!(generic CaptureScan::best(
            position: &Position, values: Values, rng: &mut GameRng
        ) -> Chosen<Rules>)
    }

    #[inline(always)]
    pub(super) fn find(position: &Position) -> Captures {
        let mut scan = CaptureScan::NONE;
        scan.scan::<false>(position);
        scan.captures
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// Returns the bit index of the capture with this move index, which must be below the count.
    #[inline(always)]
    pub(super) fn nth(self, move_index: u32) -> u32 {
        nth_bit::<false>(self.0, move_index)
    }

    /// Iterates over all captures in order.
    pub(super) fn each(self, position: &Position) -> impl Iterator<Item = Move> + '_ {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                Captures::decode(bit, position)
            })
        })
    }

    /// Iterates over all captures in order, as [`Rules::take_line`] reads them: four times the
    /// landing point, plus two for a line in the column, plus one for a white line.
    #[cfg(feature = "bots")]
    #[inline]
    pub(crate) fn lines(self, position: &Position) -> impl Iterator<Item = u16> + use<> {
        let (own, _) = position.own_and_other_ka();
        let at = |along: Axis, place| {
            u16::from(along.other_on_lane(own, place).index()) * 4 + along.across() as u16 * 2
        };
        let first = Axis::BOTH.map(|along| at(along, 0));
        let step = Axis::BOTH.map(|along| at(along, 1) - at(along, 0));
        let mut bits = self.0;
        // Of a known length, which spares looking for room at each.
        (0..self.count()).map(move |_| {
            let bit = bits.trailing_zeros() as u16;
            bits &= bits - 1;
            let along = usize::from(bit >> 5 & 1);
            first[along] + (bit & 15) * step[along] + (bit >> 4 & 1)
        })
    }

    #[inline(always)]
    pub(super) fn decode(bit: u32, position: &Position) -> Move {
        let (own, other) = position.own_and_other_ka();
        let along = if bit < 32 { Axis::Row } else { Axis::Column };
        let colour = if bit & 16 == 0 { Colour::Black } else { Colour::White };
        let (lane, _) = along.place(own);
        let to = along.point(lane, (bit & 15) as u8);
        let axis = along.across();
        let stones = position.boards.line(axis, to, colour, other);
        Move::Capture { from: own, to, axis, colour, stones }
    }
}

/// The captures of a position with the lines that they take, kept so that a chosen capture need not
/// look for its line again.
struct CaptureScan {
    captures: Captures,
    /// The lines in sight, by the four groups of captures, then by place.
    lines: [U16x16; 4],
}

impl CaptureScan {
    const NONE: CaptureScan = CaptureScan { captures: Captures::NONE, lines: [U16x16::NONE; 4] };

    /// Scans a position, in place, because the lines are looked up here later.
    #[inline(always)]
    fn scan<const WIDE: bool>(&mut self, position: &Position) {
        let [row_black, row_white, column_black, column_white] = &mut self.lines;
        let row = CaptureScan::along::<WIDE>(Axis::Row, position, [row_black, row_white]);
        let column =
            CaptureScan::along::<WIDE>(Axis::Column, position, [column_black, column_white]);
        self.captures = Captures(u64::from(row) | u64::from(column) << 32);
    }

    /// Returns the captures of moves along one axis: two groups.
    #[inline(always)]
    fn along<const WIDE: bool>(
        axis: Axis,
        position: &Position,
        [black, white]: [&mut U16x16; 2],
    ) -> u32 {
        let (own, other) = position.own_and_other_ka();
        let (lane, _) = axis.place(own);
        let reach = u32::from(position.boards.reach(axis, own, other));
        // A move along row 4 lands on the fourth place of some column.
        position.boards.in_sight(axis.across(), lane, other, [black, white]);
        odd_lanes::<WIDE>(black, white) & (reach | reach << 16)
    }

    /// Returns a uniformly random capture; `None` if there is none.
    #[inline(always)]
    fn draw<const WIDE: bool>(position: &Position, rng: &mut GameRng) -> Chosen<Rules> {
        let mut scan = CaptureScan::NONE;
        scan.scan::<WIDE>(position);
        let of = scan.captures.count();
        // No closure: it might not be inlined and then would not be compiled for AVX2.
        if of == 0 {
            return None;
        }
        let move_index = rng.below(of);
        let decoded = scan.decode_cached(nth_bit::<WIDE>(scan.captures.0, move_index), position);
        Some(IndexedMove { mv: decoded.capture(position), index: move_index, count: of })
    }

    /// Returns the capture worth most, ties broken at random; `None` if there is none.
    #[inline(always)]
    fn best<const WIDE: bool>(
        position: &Position,
        values: Values,
        rng: &mut GameRng,
    ) -> Chosen<Rules> {
        let mut scan = CaptureScan::NONE;
        scan.scan::<WIDE>(position);
        let (mut rest, mut best, mut highest) = (scan.captures.0, 0, 0);
        if rest == 0 {
            return None;
        }
        while rest != 0 {
            let DecodedCapture { colour, stones, .. } =
                scan.decode_cached(rest.trailing_zeros(), position);
            let (bit, gain) =
                (rest & rest.wrapping_neg(), values.of(colour) * stones.count_ones() as u16);
            // Branch-free, because the branch would be unpredictable.
            best = if gain > highest { 0 } else { best } | if gain >= highest { bit } else { 0 };
            highest = highest.max(gain);
            rest ^= bit;
        }
        let bit = nth_bit::<WIDE>(best, rng.below(best.count_ones()));
        let move_index = (scan.captures.0 & ((1 << bit) - 1)).count_ones();
        let mv = scan.decode_cached(bit, position).capture(position);
        Some(IndexedMove { mv, index: move_index, count: scan.captures.count() })
    }

    /// Decodes the capture at bit index `bit`.
    #[inline(always)]
    fn decode_cached(&self, bit: u32, position: &Position) -> DecodedCapture {
        let (own, _) = position.own_and_other_ka();
        let along = if bit < 32 { Axis::Row } else { Axis::Column };
        let colour = if bit & 16 == 0 { Colour::Black } else { Colour::White };
        let place = (bit & 15) as u8;
        let stones = self.lines[(bit >> 4 & 3) as usize].at(place);
        let to = along.other_on_lane(own, place);
        DecodedCapture { to, along, place, colour, stones }
    }
}

/// A decoded capture of the main phase, by the ka's landing place along its row (or column).
#[derive(Clone, Copy)]
struct DecodedCapture {
    to: Point,
    along: Axis,
    place: u8,
    colour: Colour,
    stones: u16,
}

impl DecodedCapture {
    #[inline(always)]
    fn capture(self, position: &Position) -> Move {
        let (from, _) = position.own_and_other_ka();
        let DecodedCapture { to, along, colour, stones, .. } = self;
        Move::Capture { from, to, axis: along.across(), colour, stones }
    }
}

/// Returns the rows of a half, in which its player opens a column and enters.
fn own_rows(half: Half) -> impl DoubleEndedIterator<Item = Row> {
    let lowest = if half == Half::Lower { 0 } else { Row::MIDDLE.index() + 1 };
    (lowest..lowest + Row::MIDDLE.index()).map(Row::new)
}

/// Returns the five stones of a column in one half, by colour, as bits along the column.
pub(super) fn home_column(position: &Position, half: Half, column: Column) -> [u16; 2] {
    let own = own_rows(half).fold(0, |rows, row| rows | 1 << row.index());
    position.boards.lane(Axis::Column, column.index()).map(|stones| stones & own)
}

impl Rules {
    /// Returns the captures of a position; `None` before the main phase, and where parts of lines
    /// may be taken.
    #[cfg(feature = "bots")]
    #[inline]
    pub(crate) fn whole_captures(&self, position: &Position) -> Option<Captures> {
        let is_of_lines = position.phase == Phase::Main && self.capture == Capture::Whole;
        is_of_lines.then(|| Captures::of(position))
    }

    /// Makes the capture of a line that [`Captures::lines`] has listed.
    #[cfg(feature = "bots")]
    #[inline]
    pub(crate) fn take_line(&self, position: &mut Position, line: u16) {
        let (from, other) = position.own_and_other_ka();
        let to = Point::from_index((line / 4) as u8);
        let axis = Axis::BOTH[usize::from(line / 2 % 2)];
        let colour = Colour::BOTH[usize::from(line % 2)];
        let stones = position.boards.line(axis, to, colour, other);
        self.apply(position, Move::Capture { from, to, axis, colour, stones });
    }

    /// Lists the legal moves.
    #[inline(always)]
    pub(super) fn list(rules: &Rules, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        match position.phase {
            Phase::FirstOpening => moves.extend(position.side.columns().map(Move::Open)),
            Phase::SecondOpening { first } => {
                let columns = position.side.columns();
                let allowed = columns.filter(|&column| rules.allows_reply(first, column));
                moves.extend(allowed.map(Move::Open));
                if rules.swap_sides && position.may_swap() {
                    moves.push(Move::Swap);
                }
            }
            Phase::FirstEntry { .. } | Phase::SecondEntry { .. } => {
                rules.entries(position, position.to_move, |whole| match rules.capture {
                    Capture::Whole => moves.push(whole),
                    Capture::Partial => parts(whole, moves),
                });
            }
            Phase::Main => {
                let captures = Captures::of(position).each(position);
                match rules.capture {
                    Capture::Whole => moves.extend(captures),
                    Capture::Partial => captures.for_each(|whole| parts(whole, moves)),
                }
            }
        }
    }

    /// Calls `see` with every entry that takes a whole line, for a player who has not entered yet.
    #[inline(always)]
    pub(super) fn entries(&self, position: &Position, seat: Seat, mut see: impl FnMut(Move)) {
        let (passage, modes) = match &position.phase {
            Phase::FirstEntry { passages } => (passages[position.half(seat).index()], self.modes()),
            Phase::SecondEntry { passage, bound } => {
                (*passage, bound.as_ref().map_or(self.modes(), std::slice::from_ref))
            }
            _ => return,
        };
        let boards = &position.boards;
        let other = position.kas[1 - seat.index()];
        for row in own_rows(position.half(seat)) {
            let to = Point::new(passage, row);
            let stones = boards.lane(Axis::Row, row.index());
            // The lines along the column do not depend on the stone's starting column.
            let in_column = match self.entry_capture {
                EntryCapture::Row => [0; 2],
                EntryCapture::RowOrColumn => boards.lines(Axis::Column, to, None, other),
            };
            for &mode in modes {
                let mut columns = self.entering(stones, passage, mode);
                while columns != 0 {
                    let from = Point::new(Column::new(columns.trailing_zeros() as u8), row);
                    columns &= columns - 1;
                    // The stone that becomes the ka does not block the row.
                    let in_row = boards.lines(Axis::Row, to, Some(from), other);
                    for (axis, lines) in [(Axis::Row, in_row), (Axis::Column, in_column)] {
                        for (colour, stones) in Colour::BOTH.into_iter().zip(lines) {
                            if stones.count_ones() % 2 == 1 {
                                see(Move::Capture { from, to, axis, colour, stones });
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the columns from which a stone of a row can enter a passage in this way, as bits of
    /// the row.
    #[inline(always)]
    fn entering(&self, stones: [u16; 2], passage: Column, mode: EntryMode) -> u16 {
        let row = stones[0] | stones[1];
        let passage = 1 << passage.index();
        let (left, right) = (passage >> 1, passage << 1);
        row & match (mode, self.jump) {
            (EntryMode::Slide, _) => left | right,
            (EntryMode::Jump, Jump::Stone) => (row & left) >> 1 | (row & right) << 1,
            (EntryMode::Jump, Jump::Column) => left >> 1 | right << 1,
            (EntryMode::Jump, Jump::Far) => !(left | passage | right),
        }
    }

    /// Makes a legal move.
    #[inline(always)]
    pub(super) fn apply_move_simd<const WIDE: bool>(
        rules: &Rules,
        position: &mut Position,
        mv: Move,
    ) {
        if let Move::Capture { from, to, axis, colour, stones } = mv {
            if position.phase != Phase::Main {
                rules.enter(position, from, to);
            }
            let (lane, _) = axis.place(to);
            rules.take::<WIDE>(position, to, (axis, lane), colour, stones);
        } else {
            rules.open(position, mv);
        }
        position.to_move = position.to_move.next(2);
    }

    /// Plays random captures of whole lines until there is none, from a position of the main phase
    /// in `whole`.
    pub(super) fn capture_randomly<P>(
        &self,
        whole: &mut P,
        own: &impl Fn(&mut P) -> &mut Position,
        rngs: &mut [GameRng],
        see: &mut impl FnMut(&P, &IndexedMove<Move>),
    ) {
        /// A named function, as [`with_avx2!`] requires.
        fn all<P, F: Fn(&mut P) -> &mut Position, S: FnMut(&P, &IndexedMove<Move>)>(
            rules: &Rules,
            whole: &mut P,
            own: &F,
            rngs: &mut [GameRng],
            see: &mut S,
        ) {
            with_avx2!(generic
                <P: Sized, F: Fn(&mut P) -> &mut Position, S: FnMut(&P, &IndexedMove<Move>)>
                Rules::captures_at_once(
                    rules: &Rules, whole: &mut P, own: &F, rngs: &mut [GameRng], see: &mut S
                ) -> ())
        }
        all(self, whole, own, rngs, see);
    }

    #[inline(always)]
    fn captures_at_once<
        const WIDE: bool,
        P,
        F: Fn(&mut P) -> &mut Position,
        S: FnMut(&P, &IndexedMove<Move>),
    >(
        rules: &Rules,
        whole: &mut P,
        own: &F,
        rngs: &mut [GameRng],
        see: &mut S,
    ) {
        let mut scan = CaptureScan::NONE;
        loop {
            let at = own(whole);
            scan.scan::<WIDE>(at);
            let of = scan.captures.count();
            if of == 0 {
                return;
            }
            let move_index = rngs[at.to_move.index()].below(of);
            let decoded = scan.decode_cached(nth_bit::<WIDE>(scan.captures.0, move_index), at);
            let chosen = IndexedMove { mv: decoded.capture(at), index: move_index, count: of };
            see(whole, &chosen);
            let at = own(whole);
            let DecodedCapture { to, along, place, colour, stones } = decoded;
            rules.take::<WIDE>(at, to, (along.across(), place), colour, stones);
            at.to_move = at.to_move.next(2);
        }
    }

    /// Moves the ka to a point and removes the captured stones of one row (or column).
    #[inline(always)]
    fn take<const WIDE: bool>(
        &self,
        position: &mut Position,
        to: Point,
        (axis, lane): (Axis, u8),
        colour: Colour,
        stones: u16,
    ) {
        let seat = position.to_move.index();
        let taken = stones.count_ones() as u8;
        position.boards.remove::<WIDE>(axis, lane, colour, stones);
        position.left -= taken;
        position.scores[seat] += u16::from(taken) * self.values.of(colour);
        position.kas[seat] = to;
    }

    #[inline(never)]
    fn open(&self, position: &mut Position, mv: Move) {
        let Move::Open(column) = mv else {
            // The first player's column with its points becomes the second player's.
            return position.scores.swap(0, 1);
        };
        let seat = position.to_move;
        let five = home_column(position, position.half(seat), column);
        for (colour, stones) in Colour::BOTH.into_iter().zip(five) {
            position.boards.remove::<false>(Axis::Column, column.index(), colour, stones);
            position.left -= stones.count_ones() as u8;
            position.scores[seat.index()] += stones.count_ones() as u16 * self.values.of(colour);
        }
        position.phase = match position.phase {
            Phase::SecondOpening { first } => Phase::FirstEntry { passages: [first, column] },
            _ => Phase::SecondOpening { first: column },
        };
    }

    /// Returns the mover's points for the stone on `from` that becomes a ka; 0 in the main phase.
    pub(super) fn ka_stone_gain(&self, position: &Position, from: Point) -> u16 {
        match (self.ka_stone, position.phase) {
            (KaStone::Unscored, _) | (_, Phase::Main) => 0,
            (KaStone::Scored, _) => {
                position.boards.at(from).map_or(0, |stone| self.values.of(stone))
            }
        }
    }

    /// Removes the stone that becomes the mover's ka; the capture follows.
    fn enter(&self, position: &mut Position, from: Point, to: Point) {
        position.scores[position.to_move.index()] += self.ka_stone_gain(position, from);
        if let Some(stone) = position.boards.at(from) {
            let (row, column) = Axis::Row.place(from);
            position.boards.remove::<false>(Axis::Row, row, stone, 1 << column);
            position.left -= 1;
        }
        position.phase = match position.phase {
            Phase::FirstEntry { passages } => {
                let columns = from.column().index().abs_diff(to.column().index());
                let mode = if columns == 1 { EntryMode::Slide } else { EntryMode::Jump };
                let bound = (self.entry == Entry::FirstDecides).then_some(mode);
                Phase::SecondEntry { passage: passages[1], bound }
            }
            _ => Phase::Main,
        };
    }
}

/// Returns the index of the set bit with this `index`, counted from 0 (select). Branch-free, because
/// the branches would be unpredictable: PDEP with BMI2; otherwise SWAR prefix counts of all eight
/// bytes select the byte, and a table the bit.
#[inline(always)]
fn nth_bit<const WIDE: bool>(bits: u64, move_index: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: `with_avx2!` has checked that the processor has BMI2.
        return unsafe { std::arch::x86_64::_pdep_u64(1 << move_index, bits) }.trailing_zeros();
    }

    /// Returns a word with this value in each of its eight bytes.
    const fn each(byte: u64) -> u64 {
        u64::MAX / 255 * byte
    }

    let pairs = bits - ((bits >> 1) & each(0x55));
    let nibbles = (pairs & each(0x33)) + ((pairs >> 2) & each(0x33));
    let bytes = (nibbles + (nibbles >> 4)) & each(0x0f);
    let up_to = bytes.wrapping_mul(each(1));
    // A byte's top bit is set if the bits up to its end are too few.
    let too_few = (each(u64::from(move_index) | 0x80) - up_to) & each(0x80);
    let byte = 8 * ((too_few >> 7).wrapping_mul(each(1)) >> 56) as u32;
    let before = (up_to << 8 >> byte) as u32 & 0xff;
    byte + u32::from(
        NTH_BIT_OF_BYTE[(move_index - before) as usize & 7][(bits >> byte) as usize & 0xff],
    )
}

/// By `index`, then by byte: the index of the set bit with this `index`.
const NTH_BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut move_index, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[move_index][byte] = bit;
                move_index += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the number of parts of a line that can be captured: pairs of numbers of stones from
/// either side with an odd sum.
pub(super) fn count_parts(whole: Move) -> u32 {
    let (above, below) = sides(whole);
    (above.count_ones() + 1) * (below.count_ones() + 1) / 2
}

/// Returns the captured stones beyond the landing point, to the north or east, and those before it.
fn sides(whole: Move) -> (u16, u16) {
    match whole {
        Move::Open(_) | Move::Swap => (0, 0),
        Move::Capture { to, axis, stones, .. } => {
            let (_, place) = axis.place(to);
            let below = stones & ((1 << place) - 1);
            (stones & !below, below)
        }
    }
}

/// Appends the captures of every odd number of stones of an odd line, nearest first on each side.
fn parts(whole: Move, moves: &mut Vec<Move>) {
    let Move::Capture { from, to, axis, colour, .. } = whole else { return };
    let (above, below) = sides(whole);
    for ahead in 0..=above.count_ones() {
        for behind in 0..=below.count_ones() {
            if (ahead + behind) % 2 == 1 {
                let stones = lowest(above, ahead) | highest(below, behind);
                moves.push(Move::Capture { from, to, axis, colour, stones });
            }
        }
    }
}

fn lowest(bits: u16, count: u32) -> u16 {
    let beyond = (0..count).fold(bits, |bits, _| bits & bits.wrapping_sub(1));
    bits & !beyond
}

fn highest(bits: u16, count: u32) -> u16 {
    lowest(bits.reverse_bits(), count).reverse_bits()
}
