//! Implementation of [`GameRules`] and [`BoardSymmetry`] for the Brunei game.

use super::bitboard::{Axis, RotatedBitboards};
use super::movegen::{Captures, count_parts, home_column};
use super::position::{Half, Move, Phase, Position};
use super::rules::{Capture, Rules, Stuck};
use crate::base::avx2::with_avx2;
use crate::base::random::GameRng;
use crate::board::{BOARD_SIZE, BoardSize, Column, Point, PointSet, Row, Stones, Symmetry};
use crate::games::{
    BoardSymmetry, Chosen, EndReason, GameRules, Handicap, IndexedMove, Outcome, Scores, Seat,
    SetupError, Values, Winners, any_of_highest,
};

impl GameRules for Rules {
    type Position = Position;
    type Move = Move;
    const PHASES: &'static [&'static str] = &["opening", "entry", "main"];

    fn phase(&self, position: &Position) -> usize {
        match position.phase {
            Phase::FirstOpening | Phase::SecondOpening { .. } => 0,
            Phase::FirstEntry { .. } | Phase::SecondEntry { .. } => 1,
            Phase::Main => 2,
        }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn check_setup(&self, stones: Stones) -> Result<(), SetupError> {
        let side = BoardSize::of(stones);
        let empty = side.points().without(Point::CENTRE) - stones.points();
        empty.first().map_or(Ok(()), |point| Err(SetupError::EmptyPoint(side.name(point))))
    }

    fn start(&self, stones: Stones) -> Position {
        Position::start(stones)
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move
    }

    fn scores(&self, position: &Position) -> Scores {
        position.scores()
    }

    fn stones(&self, position: &Position) -> Stones {
        position.stones()
    }

    fn values(&self) -> Values {
        self.values
    }

    fn handicap(&self) -> Handicap {
        self.handicap
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let rules = self;
        with_avx2!(Rules::list(rules: &Rules, position: &Position, moves: &mut Vec<Move>) -> ());
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        mv.notation(position.side)
    }

    fn board_size(&self, position: &Position) -> BoardSize {
        position.side
    }

    #[inline]
    fn apply(&self, position: &mut Position, mv: Move) {
        let rules = self;
        with_avx2!(generic Rules::apply_move_simd(rules: &Rules, position: &mut Position, mv: Move) -> ());
    }

    fn captures(&self, position: &Position, mv: Move) -> PointSet {
        match mv {
            // The stones have left the board already; only their points change hands.
            Move::Swap => PointSet::EMPTY,
            Move::Open(column) => {
                let below = position.half(position.to_move) == Half::Lower;
                let own = |point: &Point| (point.row() < Row::MIDDLE) == below;
                let whole = PointSet::column(column) & position.side.points();
                (whole - PointSet::row(Row::MIDDLE)).filter(own).collect()
            }
            Move::Capture { to, axis, stones, .. } => line(to, axis, stones).collect(),
        }
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Point> {
        match mv {
            Move::Open(_) | Move::Swap => Vec::new(),
            Move::Capture { from, to, .. } => vec![from, to],
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Checked first: an empty board leaves no move either.
        if position.left == 0 {
            let winners = self.winners_by_score(&position.scores());
            return Some(Outcome { ending: EndReason::Cleared, winners });
        }
        if self.move_count(position, &mut Vec::new()) > 0 {
            return None;
        }
        let winners = match self.stuck {
            Stuck::Loses => Winners::only(position.to_move.next(2)),
            Stuck::ScoreDecides => self.winners_by_score(&position.scores()),
        };
        Some(Outcome { ending: EndReason::Stuck, winners })
    }

    fn move_count(&self, position: &Position, moves: &mut Vec<Move>) -> u32 {
        if position.phase != Phase::Main {
            self.moves(position, moves);
            return moves.len() as u32;
        }
        let captures = Captures::of(position);
        match self.capture {
            Capture::Whole => captures.count(),
            Capture::Partial => captures.each(position).map(count_parts).sum(),
        }
    }

    fn move_at(
        &self,
        position: &Position,
        move_index: u32,
        moves: &mut Vec<Move>,
    ) -> Chosen<Rules> {
        if position.phase == Phase::Main && self.capture == Capture::Whole {
            return Captures::move_at(position, move_index);
        }
        self.moves(position, moves);
        IndexedMove::of(moves, move_index)
    }

    #[inline]
    fn random_move(
        &self,
        position: &Position,
        moves: &mut Vec<Move>,
        rng: &mut GameRng,
    ) -> Chosen<Rules> {
        if position.phase == Phase::Main && self.capture == Capture::Whole {
            return Captures::any(position, rng);
        }
        self.moves(position, moves);
        IndexedMove::any(moves, rng)
    }

    fn greedy_move(
        &self,
        position: &Position,
        moves: &mut Vec<Move>,
        best: &mut Vec<u32>,
        rng: &mut GameRng,
    ) -> Chosen<Rules> {
        if position.phase == Phase::Main && self.capture == Capture::Whole {
            return Captures::best(position, self.values, rng);
        }
        self.moves(position, moves);
        let gains = moves.iter().map(|&mv| self.captured_points(position, mv));
        let move_index = any_of_highest(gains, best, rng)?;
        IndexedMove::of(moves, move_index)
    }

    fn play_randomly<P>(
        &self,
        whole: &mut P,
        own: impl Fn(&mut P) -> &mut Position,
        rngs: &mut [GameRng],
        moves: &mut Vec<Move>,
        mut see: impl FnMut(&P, &IndexedMove<Move>),
    ) {
        while own(whole).phase != Phase::Main || self.capture != Capture::Whole {
            if self.play_random_move(whole, &own, rngs, moves, &mut see).is_none() {
                return;
            }
        }
        self.capture_randomly(whole, &own, rngs, &mut see);
    }

    fn captured_points(&self, position: &Position, mv: Move) -> u16 {
        match mv {
            Move::Open(column) => {
                let half = position.half(position.to_move);
                let [black, white] = home_column(position, half, column).map(u16::count_ones);
                self.values.worth(black, white)
            }
            Move::Swap => position.scores[0],
            Move::Capture { from, colour, stones, .. } => {
                let captured = stones.count_ones() as u16 * self.values.of(colour);
                captured + self.ka_stone_gain(position, from)
            }
        }
    }
}

impl BoardSymmetry for Rules {
    fn respects(&self, position: &Position, symmetry: Symmetry) -> bool {
        // Before the main phase the players sit at the bottom and at the top.
        position.phase == Phase::Main
            || matches!(symmetry, Symmetry::Identity | Symmetry::MirrorColumnF)
    }

    fn map_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        let column = |column| image_of_column(column, symmetry);
        let phase = match position.phase {
            Phase::FirstOpening => Phase::FirstOpening,
            Phase::SecondOpening { first } => Phase::SecondOpening { first: column(first) },
            Phase::FirstEntry { passages } => Phase::FirstEntry { passages: passages.map(column) },
            Phase::SecondEntry { passage, bound } => {
                Phase::SecondEntry { passage: column(passage), bound }
            }
            Phase::Main => Phase::Main,
        };
        let boards = RotatedBitboards::new(position.stones().mapped(symmetry));
        Position { boards, kas: position.kas.map(|ka| symmetry.point(ka)), phase, ..*position }
    }

    fn map_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        match mv {
            Move::Open(column) => Move::Open(image_of_column(column, symmetry)),
            Move::Swap => Move::Swap,
            Move::Capture { from, to, axis, colour, stones } => {
                let (lane, _) = axis.place(to);
                let [first, second] = [0, 1].map(|place| symmetry.point(axis.point(lane, place)));
                let turned = if first.row() == second.row() { Axis::Row } else { Axis::Column };
                let stones = line(to, axis, stones)
                    .map(|point| turned.place(symmetry.point(point)).1)
                    .fold(0, |bits, place| bits | 1 << place);
                let [from, to] = [from, to].map(|point| symmetry.point(point));
                Move::Capture { from, to, axis: turned, colour, stones }
            }
        }
    }
}

/// Returns the image of a column under a symmetry that keeps columns.
fn image_of_column(column: Column, symmetry: Symmetry) -> Column {
    symmetry.point(Point::new(column, Row::MIDDLE)).column()
}

/// Iterates over the points of a line that is captured from a landing point.
fn line(to: Point, axis: Axis, stones: u16) -> impl Iterator<Item = Point> {
    let (lane, _) = axis.place(to);
    let places = (0..BOARD_SIZE).filter(move |place| stones >> place & 1 == 1);
    places.map(move |place| axis.point(lane, place))
}
