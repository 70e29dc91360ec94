//! Parsing and formatting of diagrams.

use super::position::Position;
use super::rules::Rules;
use crate::base::diagnostic::{Diagnostics, Source};
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
        let (mut stones, mut wrong) = (Stones::default(), Vec::new());
        for (point, sign) in sheet.signs() {
            match (sign, PointSet::STORE.has(point)) {
                ('_', true) | ('.', false) => {}
                ('b', false) => stones.put(point, Colour::Black),
                ('w', false) => stones.put(point, Colour::White),
                ('b' | 'w' | '.' | '_', _) => wrong.push(point),
                // Others are reported as unknown.
                _ => {}
            }
        }
        let fault = match wrong.first() {
            Some(&first) if PointSet::STORE.has(first) => sheet
                .fault_at(&wrong, "expected `_` on all nine points of the store, e5 to g7")
                .map(|fault| {
                    fault.help(
                        "a diagram of Brunei's game needs its rules, as `--rules brunei-slide`",
                    )
                }),
            _ => sheet.fault_at(&wrong, "expected a stone or `.`: `_` stands on the store alone"),
        };
        sheet.faults.extend(fault);
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
        if let Some((_, scores)) = &said {
            let missing = PointSet::ALL - PointSet::STORE - stones.points();
            sheet.check_scores(scores, missing, self.values);
        }
        let position =
            said.and_then(|(mover, scores)| Position::after_opening(stones, scores, mover));
        sheet.finish(position.map(|position| Position { opening, ..position }))
    }
}
