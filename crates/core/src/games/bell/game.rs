//! Implementation of [`GameRules`] and [`BoardSymmetry`] for Bell's game.

use super::position::{Chain, Move, Position};
use super::rules::Rules;
use crate::base::avx2::with_avx2;
use crate::base::random::GameRng;
use crate::board::{BoardSize, Point, PointSet, Stones, Symmetry};
use crate::games::{
    BoardSymmetry, Chosen, EndReason, GameRules, Handicap, Outcome, Scores, Seat, SetupError,
    Values,
};

impl GameRules for Rules {
    type Position = Position;
    type Move = Move;
    const PHASES: &'static [&'static str] = &["corner", "hop"];

    fn phase(&self, position: &Position) -> usize {
        usize::from(!position.opening)
    }

    fn seats(&self) -> u8 {
        self.players
    }

    fn check_setup(&self, stones: Stones) -> Result<(), SetupError> {
        match BoardSize::of(stones) {
            BoardSize::FULL => Ok(()),
            other => Err(SetupError::BoardSize(other.length())),
        }
    }

    fn start(&self, stones: Stones) -> Position {
        Position::start(stones)
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move
    }

    fn scores(&self, position: &Position) -> Scores {
        position.scores
    }

    fn stones(&self, position: &Position) -> Stones {
        position.stones
    }

    fn values(&self) -> Values {
        self.values
    }

    fn handicap(&self) -> Handicap {
        self.handicap
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.generate(position, moves);
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn apply(&self, position: &mut Position, mv: Move) {
        self.advance(position, mv);
    }

    fn captures(&self, _: &Position, mv: Move) -> PointSet {
        mv.captures()
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Point> {
        match mv {
            Move::Corner(_) => Vec::new(),
            Move::Chain(chain) => chain.points().collect(),
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (self.count_first_hops(position) == 0).then(|| Outcome {
            ending: EndReason::NoHops,
            winners: self.winners_by_score(&position.scores),
        })
    }

    fn move_count(&self, position: &Position, _: &mut Vec<Move>) -> u32 {
        let rules = self;
        with_avx2!(generic Rules::number(rules: &Rules, position: &Position) -> u32)
    }

    fn move_at(&self, position: &Position, move_index: u32, _: &mut Vec<Move>) -> Chosen<Rules> {
        let rules = self;
        with_avx2!(generic Rules::nth(
            rules: &Rules, position: &Position, move_index: u32
        ) -> Chosen<Rules>)
    }

    fn random_move(
        &self,
        position: &Position,
        _: &mut Vec<Move>,
        rng: &mut GameRng,
    ) -> Chosen<Rules> {
        let rules = self;
        with_avx2!(generic Rules::draw(
            rules: &Rules, position: &Position, rng: &mut GameRng
        ) -> Chosen<Rules>)
    }

    fn captured_points(&self, position: &Position, mv: Move) -> u16 {
        self.values.sum(position.stones.only(mv.captures()))
    }
}

impl BoardSymmetry for Rules {
    fn respects(&self, _: &Position, _: Symmetry) -> bool {
        true
    }

    fn map_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position { stones: position.stones.mapped(symmetry), ..*position }
    }

    fn map_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        match mv {
            Move::Corner(corner) => Move::Corner(symmetry.point(corner)),
            Move::Chain(chain) => {
                let points = chain.points().map(|point| symmetry.point(point));
                Move::Chain(Chain::through(&points.collect::<Vec<_>>()))
            }
        }
    }
}
