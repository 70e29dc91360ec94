//! Parsing and formatting of diagrams.

use super::position::{Half, Phase, Position};
use super::rules::{Entry, EntryMode, KaStone, Rules};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Source};
use crate::base::text::Keyword;
use crate::board::{BoardSize, Colour, Column, Point, PointSet, Row, Stones};
use crate::games::board_file::Sheet;
use crate::games::{DiagramFormat, Seat};

impl DiagramFormat for Rules {
    fn sign(&self, position: &Position, point: Point) -> char {
        match position.boards.at(point) {
            Some(colour) => colour.sign(),
            None if point == Point::CENTRE => '_',
            None if position.kas[0] == point => '1',
            None if position.kas[1] == point => '2',
            None => '.',
        }
    }

    fn phase_label(&self, position: &Position) -> String {
        let letter = |column| position.side.letter(column);
        match position.phase {
            Phase::FirstOpening => "opening".to_owned(),
            Phase::SecondOpening { first } => format!("opening-{}", letter(first)),
            Phase::FirstEntry { passages: [lower, upper] } => {
                format!("entry-{}-{}", letter(lower), letter(upper))
            }
            Phase::SecondEntry { passage, bound } => {
                let bound = bound.map(|way| format!("-{}", way.word())).unwrap_or_default();
                format!("entry-{}{bound}", letter(passage))
            }
            Phase::Main => "main".to_owned(),
        }
    }

    fn read_diagram(&self, source: &Source) -> Result<Position, Diagnostics> {
        let (mut sheet, said) = Sheet::diagram(source, &['b', 'w', '.', '1', '2', '_'], 2)?;
        let (mut stones, mut kas) = (Stones::default(), [None; 2]);
        let (mut wrong, mut second) = (Vec::new(), Vec::new());
        for (point, sign) in sheet.signs() {
            let is_known = ['b', 'w', '.', '1', '2', '_'].contains(&sign);
            if is_known && (sign == '_') != (point == Point::CENTRE) {
                wrong.push(point);
            }
            match sign {
                '1' | '2' if kas[usize::from(sign == '2')].replace(point).is_some() => {
                    second.push(point);
                }
                'b' if point != Point::CENTRE => stones.put(point, Colour::Black),
                'w' if point != Point::CENTRE => stones.put(point, Colour::White),
                _ => {}
            }
        }
        let expected = match wrong.first() {
            Some(&Point::CENTRE) => "expected `_`: the centre is no point",
            _ => "expected a stone, a ka or `.`: `_` stands on the centre alone",
        };
        let fault = sheet.fault_at(&wrong, expected);
        if wrong.len() >= PointSet::STORE.len() as usize - 1 {
            let help = "a diagram of Bell's game needs its rules, as `--rules bell`";
            sheet.faults.extend(fault.map(|fault| fault.help(help)));
            return sheet.finish(None);
        }
        let second = sheet.fault_at(&second, "expected one ka for each player");
        sheet.faults.extend(fault.into_iter().chain(second));
        let Some(phase) = read_stage(sheet.phase(), sheet.side()) else {
            sheet.fault_of_phase(
                "expected `opening`, `opening-c` behind a first column, `entry-c-j` behind both, `entry-j` (or \
                 `entry-j-slide`, `entry-j-jump`) where the second player enters, or `main`",
            );
            return sheet.finish(None);
        };
        if phase == Phase::Main && sheet.has_board() {
            for (player, _) in (1..).zip(kas).filter(|(_, ka)| ka.is_none()) {
                let what = format!("player {player} has no ka: no point is marked `{player}`");
                let help = "a diagram shows the main phase, with both kas on the board, where no line `phase: ..` says otherwise";
                sheet.faults.push(Diagnostic::whole(what).kind(ErrorKind::Missing).help(help));
            }
        }
        if let Some((_, scores)) = &said {
            // A stone that became a ka is missing too, unscored by most rules.
            let kas = kas.into_iter().flatten().filter(|_| self.ka_stone == KaStone::Unscored);
            let there = kas.fold(stones.points(), PointSet::with).with(Point::CENTRE);
            sheet.check_scores(scores, sheet.side().points() - there, self.values);
        }
        let position = match (kas, said) {
            ([Some(first), Some(second)], Some((mover, [one, two, ..])))
                if phase == Phase::Main =>
            {
                Position::main_phase(sheet.side(), stones, [first, second], [one, two], mover)
            }
            (_, Some((mover, [one, two, ..]))) if phase != Phase::Main && sheet.has_board() => {
                let kas = kas.map(|ka| ka.unwrap_or(Point::CENTRE));
                let (side, scores, to_move) = (sheet.side(), [one, two], mover);
                let start = Position::start(stones);
                let position = Position { side, scores, kas, to_move, phase, ..start };
                if let Err(expected) = self.fits_stage(&position) {
                    sheet.fault_of_phase(&expected);
                }
                Some(position)
            }
            _ => None,
        };
        sheet.finish(position)
    }
}

/// Parses the phase of a diagram.
fn read_stage(text: &str, side: BoardSize) -> Option<Phase> {
    let column = |word: &str| -> Option<Column> {
        let mut signs = word.chars();
        side.column(signs.next()?).filter(|_| signs.next().is_none())
    };
    let parts: Vec<&str> = text.split('-').collect();
    match *parts {
        ["" | "main"] => Some(Phase::Main),
        ["opening"] => Some(Phase::FirstOpening),
        ["opening", first] => Some(Phase::SecondOpening { first: column(first)? }),
        ["entry", passage] => Some(Phase::SecondEntry { passage: column(passage)?, bound: None }),
        ["entry", one, two] => {
            let one = column(one)?;
            let second = |bound| Phase::SecondEntry { passage: one, bound: Some(bound) };
            match column(two) {
                Some(two) => Some(Phase::FirstEntry { passages: [one, two] }),
                None => EntryMode::from_word(two).map(second),
            }
        }
        _ => None,
    }
}

impl Rules {
    /// Checks that a board fits its phase before the main phase; `Err` describes the expected
    /// input.
    fn fits_stage(&self, position: &Position) -> Result<(), String> {
        let Position { side, to_move, phase, .. } = *position;
        let refuse = |expected: &str| Err(expected.to_owned());
        let stones = position.stones().points();
        let own = |half: Half, column: Column| -> PointSet {
            let is_own = |point: &Point| match half {
                Half::Lower => point.row() < Row::MIDDLE,
                Half::Upper => point.row() > Row::MIDDLE,
            };
            (PointSet::column(column) & side.points()).filter(is_own).collect()
        };
        let (empty, mover) = match phase {
            Phase::FirstOpening => (PointSet::EMPTY, Seat::FIRST),
            Phase::SecondOpening { first } => (own(Half::Lower, first), Seat::SECOND),
            Phase::FirstEntry { passages: [lower, upper] } => {
                self.fits_reply(lower, upper)?;
                (own(Half::Lower, lower) | own(Half::Upper, upper), Seat::FIRST)
            }
            Phase::SecondEntry { passage, .. } => (own(Half::Upper, passage), Seat::SECOND),
            Phase::Main => return Ok(()),
        };
        // Players who have changed sides play in each other's half.
        let may_change = self.swap_sides && phase != Phase::FirstOpening;
        if to_move != mover && !may_change {
            return Err(format!("player {mover} is to move there"));
        }
        let Phase::SecondEntry { bound, passage: upper } = phase else {
            if position.kas != [Point::CENTRE; 2] {
                return refuse("no ka stands there");
            }
            if side.points().without(Point::CENTRE) - stones != empty {
                return refuse("all points but those of the columns taken have a stone there");
            }
            return Ok(());
        };
        if bound.is_some() != (self.entry == Entry::FirstDecides) {
            return refuse(
                "only with `entry = first-decides` does a diagram say how the second player enters",
            );
        }
        let has_ka = |seat: Seat| position.ka(seat).is_some();
        if has_ka(to_move) || !has_ka(to_move.next(2)) {
            return refuse(
                "the player who has entered has a ka there, and the one to move has none",
            );
        }
        if !(stones & empty).is_empty() {
            return refuse("the column of the player to move is empty there");
        }
        let ka = position.kas[to_move.next(2).index()];
        let passage = own(Half::Lower, ka.column());
        if !passage.has(ka) || !(stones & passage).is_empty() {
            return refuse(
                "the player who has entered has a ka in the own passage there, in a column of \
                 the other half that has no stones",
            );
        }
        self.fits_reply(ka.column(), upper)
    }

    fn fits_reply(&self, lower: Column, upper: Column) -> Result<(), String> {
        let refusal = "by these rules the second column is no reply to the first";
        if self.allows_reply(lower, upper) { Ok(()) } else { Err(refusal.to_owned()) }
    }
}
