//! A position later than the first, as what games start from.

use super::{Origin, Setup, parse};
use crate::base::fault::{Faults, Source};
use crate::board::{Colour, Point, Stones, draw};
use crate::games::board_file::{DIAGRAM_HEADERS, Sheet};
use crate::games::{Game, Seat};

/// What a diagram says besides its stones: whose turn it is, the points, and where kas stand. Which game
/// it is one of, the rules say that it is read by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Later {
    /// Whose turn it is.
    pub to_move: String,
    /// The points so far, joined by `-`.
    pub score: String,
    /// The board, row by row, the highest first.
    pub board: String,
}

impl Later {
    /// As a diagram.
    pub fn to_text(&self) -> String {
        format!("to-move: {}\nscore: {}\n\n{}", self.to_move, self.score, self.board)
    }
}

/// The signs of the diagrams of both games.
const SIGNS: [char; 8] = ['b', 'w', '.', '_', '1', '2', '3', '4'];

impl Setup {
    /// A diagram as a setup, called as its header `name` says, or as its file. What else may be wrong
    /// with it depends on the game.
    ///
    /// # Errors
    /// What is wrong with the headers, or with the board as a drawing.
    pub fn of_diagram(source: &Source) -> Result<Setup, Faults> {
        let mut sheet = Sheet::read(source, DIAGRAM_HEADERS, &SIGNS);
        if sheet.refuse_setup() {
            return sheet.finish(None);
        }
        let told = |key: &str| sheet.header_named(key).map(|header| header.value.to_owned());
        let mut faults = Vec::new();
        let name = parse::name(&sheet, source, &mut faults);
        let about = told("source").filter(|about| !about.is_empty());
        // How many play, the points say.
        let seats = told("score").map_or(2, |score| score.split('-').count());
        let seats = seats.clamp(2, Seat::MOST) as u8;
        sheet.faults.extend(faults);
        let (to_move, scores) = (sheet.mover(seats), sheet.scores(seats));
        let signs: Vec<(Point, char)> = sheet.signs().collect();
        let sign_at = |point| {
            let found = signs.iter().find(|&&(at, _)| at == point);
            found.map_or('.', |&(_, sign)| sign)
        };
        let mut stones = Stones::default();
        for &(point, sign) in &signs {
            match sign {
                'b' => stones.put(point, Colour::Black),
                'w' => stones.put(point, Colour::White),
                _ => {}
            }
        }
        let board = draw(sheet.side(), sign_at);
        let later = to_move.zip(scores).map(|(to_move, scores)| {
            let scores = &scores[..usize::from(seats)];
            let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
            Later { to_move: to_move.to_string(), score: scores.join("-"), board }
        });
        let setup = later.map(|later| Setup {
            name,
            source: about,
            origin: Origin::Designed,
            stones,
            any_counts: true,
            later: Some(later),
        });
        sheet.finish(setup)
    }

    /// The first position of a game; nothing where it cannot be played from here.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn start<G: Game>(&self, game: &G) -> Result<G::Position, String> {
        let Some(later) = &self.later else {
            return match game.refuses(self.stones) {
                None => Ok(game.start(self.stones)),
                Some(why) => Err(why),
            };
        };
        let source = Source::new(self.name.as_str(), later.to_text());
        let position = game.read_diagram(&source).map_err(|faults| faults.in_a_line())?;
        match game.outcome(&position) {
            None => Ok(position),
            Some(_) => Err("the game is over in this position".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::brunei;

    const DIAGRAM: &str = "name: late\nto-move: 2\nscore: 85-80\n\n..........1\n...........\n...........\n\
                           ...........\n...........\nw...._.....\n...........\n2.........b\n...........\n\
                           ..b........\n...........\n";

    #[test]
    fn a_diagram_is_a_setup_that_reads_back() {
        let setup = Setup::of_diagram(&Source::new("a.txt", DIAGRAM)).unwrap();
        assert_eq!((setup.name.as_str(), setup.stones.points().len()), ("late", 3));
        let later = setup.later.clone().unwrap();
        assert_eq!((later.to_move.as_str(), later.score.as_str()), ("2", "85-80"));
        let again = Setup::of_diagram(&Source::new("late.txt", later.to_text())).unwrap();
        assert_eq!(again, setup);
        let rules = brunei::Rules::default();
        let position = setup.start(&rules).unwrap();
        assert_eq!(position.to_move(), Seat::SECOND);
        let bell = crate::games::bell::Rules::default();
        assert!(setup.start(&bell).is_err());
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (from, to, said) in [
            ("to-move: 2", "to-move: 7", "no player's number"),
            ("score: 85-80", "score: many", "no score"),
            ("..b...", "..x...", "`x`"),
            ("name: late", "nmae: late", "nmae"),
        ] {
            let text = DIAGRAM.replacen(from, to, 1);
            let wrong = Setup::of_diagram(&Source::new("a.txt", text)).unwrap_err().to_string();
            assert!(wrong.contains(said), "{said}: {wrong}");
        }
        let over = DIAGRAM.replace('w', ".").replace("..b", "...").replace(".b\n", "..\n");
        let setup = Setup::of_diagram(&Source::new("a.txt", over)).unwrap();
        let why = setup.start(&brunei::Rules::default()).unwrap_err();
        assert!(why.contains("over"), "{why}");
    }
}
