//! Diagrams: a position after the first capture as text, both ways.

use super::position::Position;
use super::toggles::Rules;
use crate::board::{Colour, Point, PointSet, Stones};
use crate::fault::{Faults, Source};
use crate::sheet::{DIAGRAM_HEADERS, Sheet};

/// Reads a diagram: as one of the Brunei game, without kas, with `_` on all nine points of the
/// store, and one score for each seat.
///
/// # Errors
/// When anything is wrong with it: all that is.
pub(super) fn parse_diagram(rules: &Rules, source: &Source) -> Result<Position, Faults> {
    let mut sheet = Sheet::read(source, DIAGRAM_HEADERS, &['b', 'w', '.', '_']);
    let to_move = sheet.to_move(rules.players);
    let scores = sheet.scores(rules.players);
    let mut stones = Stones::default();
    if sheet.has_board() {
        let signs: Vec<(Point, char)> = sheet.signs().collect();
        for (point, sign) in signs {
            if (sign == '_') != PointSet::STORE.has(point) {
                sheet.fault_at(point, "the store e5-g7, and nothing else, is `_`");
                continue;
            }
            match sign {
                'b' => stones.put(point, Colour::Black),
                'w' => stones.put(point, Colour::White),
                _ => {}
            }
        }
    }
    let position = match (scores, to_move) {
        (Some(scores), Some(to_move)) => Position::after_opening(stones, scores, to_move),
        _ => None,
    };
    sheet.finish(position)
}

/// The sign that a diagram shows on a point.
pub(super) fn sign_at(position: &Position, point: Point) -> char {
    match position.stones.at(point) {
        Some(colour) => colour.sign(),
        None if PointSet::STORE.has(point) => '_',
        None => '.',
    }
}
