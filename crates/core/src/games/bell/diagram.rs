//! Parsing and formatting of diagrams.

use super::position::Position;
use super::rules::Rules;
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::board::{Colour, Point, PointSet, Stones};
use crate::games::board_file::Sheet;
use crate::games::{DiagramFormat, Seat};

impl DiagramFormat for Rules {
    fn sign(&self, position: &Position, point: Point) -> char {
        match position.stones.at(point) {
            Some(colour) => colour.sign(),
            None if PointSet::STORE.has(point) => '_',
            None => '.',
        }
    }

    /// Reads a diagram like the Brunei game's, but without kas, with `_` on all nine points of the
    /// store, and one score per seat.
    fn read_diagram(&self, source: &Source) -> Result<Position, Diagnostics> {
        let (mut sheet, said) = Sheet::diagram(source, &['b', 'w', '.', '_'], self.players)?;
        let mut stones = Stones::default();
        let signs: Vec<(Point, char)> = sheet.signs().collect();
        let laid = signs.iter().find(|&&(point, sign)| PointSet::STORE.has(point) && sign != '_');
        if let Some(&(first, _)) = laid {
            let fault = Diagnostic::at(
                sheet.span(first),
                "the store, e5 to g7, is not left out",
                "expected `_` on all nine points of it",
            );
            let no_points = signs.iter().filter(|(_, sign)| *sign == '_').map(|&(point, _)| point);
            sheet.faults.push(if no_points.eq([Point::CENTRE]) {
                fault.help("a diagram of Brunei's game needs its rules, as `--rules brunei-slide`")
            } else {
                fault
            });
        }
        for (point, sign) in signs {
            match sign {
                _ if PointSet::STORE.has(point) => {}
                '_' => {
                    sheet.fault_at(point, "expected a stone or `.`: `_` stands on the store alone")
                }
                'b' => stones.put(point, Colour::Black),
                'w' => stones.put(point, Colour::White),
                _ => {}
            }
        }
        let opening = match sheet.phase() {
            "corner" => true,
            "hop" | "" => false,
            _ => {
                sheet.fault_of_phase("expected `corner` or `hop`");
                false
            }
        };
        if opening && said.is_some_and(|(mover, _)| mover != Seat::FIRST) {
            sheet.fault_of_phase("the first player takes a corner's stone");
        }
        let position =
            said.and_then(|(mover, scores)| Position::after_opening(stones, scores, mover));
        sheet.finish(position.map(|position| Position { opening, ..position }))
    }
}
