//! Diagrams: a position of the main phase as text, both ways.

use super::position::Position;
use super::toggles::Rules;
use crate::base::fault::{Fault, Faults, Source};
use crate::board::{Colour, Point, PointSet, Side, Stones};
use crate::games::Drawn;
use crate::games::board_file::Sheet;

impl Drawn for Rules {
    fn sign(&self, position: &Position, point: Point) -> char {
        match position.weave.at(point) {
            Some(colour) => colour.sign(),
            None if point == Point::CENTRE => '_',
            None if position.kas[0] == point => '1',
            None if position.kas[1] == point => '2',
            None => '.',
        }
    }

    fn read_diagram(&self, source: &Source) -> Result<Position, Faults> {
        let (mut sheet, said) = Sheet::diagram(source, &['b', 'w', '.', '1', '2', '_'], 2)?;
        let mut stones = Stones::default();
        let mut kas: [Option<Point>; 2] = [None; 2];
        let signs: Vec<(Point, char)> = sheet.signs().collect();
        let no_points = signs.iter().filter(|(_, sign)| *sign == '_').map(|&(point, _)| point);
        if sheet.side() == Side::FULL && no_points.clone().collect::<PointSet>() == PointSet::STORE
        {
            let what = "the store of Bell's board, e5 to g7, is left out";
            let fault = Fault {
                span: no_points.clone().next().map(|point| sheet.span(point)),
                expected: "expected `_` on f6 alone".to_owned(),
                ..Fault::whole(what)
            };
            sheet
                .faults
                .push(fault.help("a diagram of Bell's game needs its rules, as `--rules bell`"));
            return sheet.finish(None);
        }
        for &(point, sign) in &signs {
            match sign {
                '_' if point == Point::CENTRE => {}
                '_' => {
                    let centre = sheet.side().name(Point::CENTRE);
                    let expected =
                        format!("expected a stone, a ka or `.`: `_` stands on {centre} alone");
                    sheet.fault_at(point, &expected);
                }
                'b' | 'w' | '.' if point == Point::CENTRE => {
                    sheet.fault_at(point, "expected `_`: the centre is no point");
                }
                'b' => stones.put(point, Colour::Black),
                'w' => stones.put(point, Colour::White),
                '1' | '2' => {
                    let is_second = kas[usize::from(sign == '2')].replace(point).is_some();
                    if point == Point::CENTRE {
                        sheet.fault_at(point, "expected `_`: no ka stands on the centre");
                    } else if is_second {
                        sheet.fault_at(point, &format!("player {sign} has one ka only"));
                    }
                }
                _ => {}
            }
        }
        let has_board = sheet.has_board();
        for (player, _) in (1..).zip(kas).filter(|(_, ka)| has_board && ka.is_none()) {
            sheet.faults.push(
                Fault::whole(format!("player {player} has no ka: no point is marked `{player}`"))
                    .help("a diagram shows the main phase, with both kas on the board"),
            );
        }
        let position = match (kas, said) {
            ([Some(first), Some(second)], Some((mover, [one, two, ..]))) => {
                Position::main_phase(sheet.side(), stones, [first, second], [one, two], mover)
            }
            _ => None,
        };
        sheet.finish(position)
    }
}
