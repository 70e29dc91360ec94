//! Diagrams: a position of the main phase as text, both ways.

use super::position::Position;
use super::toggles::Rules;
use crate::base::fault::{Fault, Faults, Source};
use crate::board::{Colour, Point, PointSet, Side, Stones};
use crate::games::Drawn;
use crate::games::board_file::{DIAGRAM_HEADERS, Sheet};

/// Reads a diagram:
///
/// ```
/// use pasang_core::base::fault::Source;
/// use pasang_core::games::{brunei, Drawn, Seat};
///
/// let text = "
/// to-move: 1
/// score: 85-89
///
/// ..........1
/// ...........
/// ...........
/// ...........
/// ...........
/// w...._.....
/// ...........
/// 2..........
/// ...........
/// ..b........
/// ...........
/// ";
/// let rules = brunei::Rules::default();
/// let position = rules.read_diagram(&Source::new("example", text)).unwrap();
/// assert_eq!(position.to_move(), Seat::FIRST);
/// assert_eq!(position.ka(Seat::SECOND).unwrap().to_string(), "a4");
/// ```
///
/// # Errors
/// When anything is wrong with it: all that is.
fn parse_diagram(source: &Source) -> Result<Position, Faults> {
    let mut sheet = Sheet::read(source, DIAGRAM_HEADERS, &['b', 'w', '.', '1', '2', '_']);
    if sheet.refuse_setup() {
        return sheet.finish(None);
    }
    let seats = 2;
    let to_move = sheet.mover(seats);
    let scores = sheet.scores(seats);
    let mut stones = Stones::default();
    let mut kas: [Option<Point>; 2] = [None; 2];
    if sheet.has_board() {
        let signs: Vec<(Point, char)> = sheet.signs().collect();
        let no_points: PointSet =
            signs.iter().filter(|(_, sign)| *sign == '_').map(|(point, _)| *point).collect();
        if no_points == PointSet::STORE && sheet.side() == Side::FULL {
            let first = signs.iter().find(|(_, sign)| *sign == '_').map(|(point, _)| *point);
            sheet.faults.push(
                Fault {
                    span: first.map(|point| sheet.span(point)),
                    expected: "expected `_` on f6 alone".to_owned(),
                    ..Fault::whole("the store of Bell's board, e5 to g7, is left out")
                }
                .help("a diagram of Bell's game needs its rules, as `--rules bell`"),
            );
            return sheet.finish(None);
        }
        for (point, sign) in signs {
            match sign {
                '_' if point != Point::CENTRE => {
                    let centre = sheet.side().name(Point::CENTRE);
                    let what =
                        format!("expected a stone, a ka or `.`: `_` stands on {centre} alone");
                    sheet.fault_at(point, &what);
                }
                'b' | 'w' | '.' if point == Point::CENTRE => {
                    sheet.fault_at(point, "expected `_`: the centre is no point");
                }
                'b' => stones.put(point, Colour::Black),
                'w' => stones.put(point, Colour::White),
                '1' | '2' => {
                    let ka = &mut kas[usize::from(sign == '2')];
                    let is_second = ka.replace(point).is_some();
                    if point == Point::CENTRE {
                        sheet.fault_at(point, "expected `_`: no ka stands on the centre");
                    } else if is_second {
                        sheet.fault_at(point, &format!("player {sign} has one ka only"));
                    }
                }
                _ => {}
            }
        }
        for (player, _) in (1..).zip(kas).filter(|(_, ka)| ka.is_none()) {
            sheet.faults.push(
                Fault::whole(format!("player {player} has no ka: no point is marked `{player}`"))
                    .help("a diagram shows the main phase, with both kas on the board"),
            );
        }
    }
    let position = match (kas, scores, to_move) {
        ([Some(first), Some(second)], Some(scores), Some(to_move)) => {
            let scores = [scores[0], scores[1]];
            Position::main_phase(sheet.side(), stones, [first, second], scores, to_move)
        }
        _ => None,
    };
    sheet.finish(position)
}

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
        parse_diagram(source)
    }
}
