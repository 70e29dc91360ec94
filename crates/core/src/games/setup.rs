//! Setups: how the stones lie before the first move. Text to stones and back.
//!
//! A setup is written as a board with header lines, as `board_file` reads it:
//!
//! ```text
//! name: mine              all headers may be left out: the name is then the file's,
//! source: my own          the origin `designed`
//! origin: designed
//!
//! wwwwwbbbbbb             `b` black, `w` white, `_` for f6, which is no point of the board;
//! ...                     60 black and 60 white
//! ```
//!
//! With the header `stones: any` the counts are free, `.` is an empty point, and `_` may stand
//! on all nine points of Bell's store.

mod builtin;
mod check;
mod exchange;
mod fourfold;
mod generate;
mod parse;

pub use builtin::{FOUND, GROUPS, builtin, builtins, by_name, group, known, split_mirror};
pub use check::{Broken, Change, Likeness, Near, Report, check};
pub use exchange::Exchanges;
pub use fourfold::{fourfold, fourfold_count};
pub use generate::{NAME as GENERATED, generate, named as generated};

use crate::base::fault::{Faults, Source};
use crate::board::{Colour, Group, Point, PointSet, Side, Stones, Symmetry, draw};
use crate::games::Ruled;

crate::words! {
    /// Where a setup comes from.
    pub enum Origin ("origin") {
        /// One of the 39 numbered arrangements that computer versions have carried since 2017.
        Catalogue = "catalogue",
        /// The arrangement that Bell's book offers.
        Bell = "bell",
        /// Laid out by a person.
        Designed = "designed",
        /// Made by a program.
        Generated = "generated",
    }
}

/// How the stones lie before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What results call it.
    pub name: String,
    /// Where it was found or who made it.
    pub source: Option<String>,
    /// Which kind of source that is.
    pub origin: Origin,
    /// The stones; never one on f6.
    pub stones: Stones,
    /// Whether other counts than 60 black and 60 white are meant (`stones: any`).
    pub any_counts: bool,
}

impl Setup {
    /// Reads a setup; without a `name` header it is called as its file is.
    ///
    /// # Errors
    /// All that is wrong with the text, other counts than 60 and 60 among it unless they are
    /// meant.
    pub fn parse(source: &Source) -> Result<Setup, Faults> {
        let (setup, miscount) = parse::read(source)?;
        miscount.map_or(Ok(setup), Err)
    }

    /// Like [`Setup::parse`], for whoever only looks at the setup: what is wrong with its counts
    /// comes apart.
    ///
    /// # Errors
    /// As [`Setup::parse`], wrong counts excepted.
    pub fn look(source: &Source) -> Result<(Setup, Option<Faults>), Faults> {
        parse::read(source)
    }

    /// The first position of a game.
    ///
    /// # Errors
    /// Why it cannot be played from here.
    pub fn start<G: Ruled>(&self, game: &G) -> Result<G::Position, String> {
        game.refuses(self.stones).map_or_else(|| Ok(game.start(self.stones)), Err)
    }

    /// The setup as text that reads back as the same setup.
    pub fn to_text(&self) -> String {
        let mut text = format!("name: {}\n", self.name);
        if let Some(source) = &self.source {
            text += &format!("source: {source}\n");
        }
        text += &format!("origin: {}\n", self.origin);
        if self.any_counts {
            text += "stones: any\n";
        }
        text.push('\n');
        text + &self.board()
    }

    /// The board alone: on the game's own eleven lines of eleven signs, row 11 first.
    pub fn board(&self) -> String {
        let store_is_empty = (self.stones.points() & PointSet::STORE).is_empty();
        draw(self.side(), |point| match self.stones.at(point) {
            Some(colour) => colour.sign(),
            None if point == Point::CENTRE => '_',
            None if store_is_empty && PointSet::STORE.has(point) => '_',
            None => '.',
        })
    }

    /// How large the board is.
    pub fn side(&self) -> Side {
        Side::of(self.stones)
    }

    /// How many stones of a colour there are.
    pub fn count(&self, colour: Colour) -> u32 {
        self.stones.of(colour).len()
    }

    /// All the symmetries that the stones have together.
    pub fn symmetry(&self) -> Group {
        symmetry_of(self.stones)
    }

    /// The mirror image, columns reversed, called `mirror:NAME`.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        Setup {
            name: format!("mirror:{}", self.name),
            stones: self.stones.mapped(Symmetry::MirrorColumnF),
            ..self.clone()
        }
    }
}

fn symmetry_of(stones: Stones) -> Group {
    Group::of(|symmetry| stones.mapped(symmetry) == stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_reads_back_from_its_text() {
        let bell = {
            let chequer = builtin("bell-chequer").unwrap();
            let stones = chequer.stones.without(PointSet::STORE);
            Setup { stones, any_counts: true, source: None, ..chequer }
        };
        let mut sparse = bell.clone();
        sparse.stones = sparse.stones.without(PointSet::column(crate::board::Column::MIDDLE));
        sparse.stones.put("e5".parse().unwrap(), Colour::White);
        assert!(bell.board().contains("\nbwbw___wbwb\n"));
        assert!(sparse.board().contains("\nbwbww..wbwb\n"));
        let mirrored = builtin("catalogue-01").unwrap().mirrored();
        for setup in builtins().iter().chain([&bell, &sparse, &mirrored]) {
            let text = setup.to_text();
            assert_eq!(Setup::parse(&Source::new("any.txt", text)).as_ref(), Ok(setup));
        }
    }
}
