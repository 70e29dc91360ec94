//! Setups, the stones before the first move: parsing and formatting.
//!
//! A setup is a board with header lines, as parsed by `board_file`:
//!
//! ```text
//! name: mine              all headers are optional: the name defaults to the file's,
//! source: my own          the origin to `designed`
//! origin: designed
//!
//! wwwwwbbbbbb             `b` black, `w` white, `_` for f6, which is no point of the board;
//! ...                     60 black and 60 white
//! ```
//!
//! The header `stones: any` allows any counts; `.` is then an empty point, and `_` may stand on
//! all nine points of Bell's store.

mod builtin;
mod check;
mod exchange;
mod fourfold;
mod generate;
mod parse;

pub use builtin::{FOUND, GROUPS, builtin, builtins, by_name, group, split_mirror, without_file};
pub use check::{Broken, Change, Likeness, Report, check};
pub use exchange::Exchanges;
pub use fourfold::{fourfold, fourfold_count};
pub use generate::{NAME as GENERATED, generate, named as generated, random_stones};

use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Source};
use crate::board::{BoardSize, Colour, Group, Point, PointSet, Stones, Symmetry, draw};
use crate::games::{GameRules, SetupError};

crate::keyword_enum! {
    /// The kind of source of a setup.
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

/// The stones before the first move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Name in results.
    pub name: String,
    /// The source or the author.
    pub source: Option<String>,
    /// The kind of source.
    pub origin: Origin,
    /// The stones; never one on f6.
    pub stones: Stones,
    /// `true` if other counts than 60 black and 60 white are intended (`stones: any`).
    pub any_counts: bool,
}

impl Setup {
    /// Returns the built-in or generated setup of this name, or its mirror image for `mirror:NAME`.
    ///
    /// # Errors
    /// If there is none; the error has the nearest name.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::Setup;
    ///
    /// assert_eq!(Setup::builtin("catalogue-07")?.board().lines().count(), 11);
    /// assert!(Setup::builtin("catalogue-7").unwrap_err().to_string().contains("catalogue-07"));
    /// # Ok::<(), pasang_core::Diagnostic>(())
    /// ```
    pub fn builtin(name: &str) -> Result<Setup, Diagnostic> {
        by_name(name)
    }

    /// Parses a setup; without a `name` header it is named after its file.
    ///
    /// # Errors
    /// All faults of the text, including counts other than 60 and 60 unless these are intended.
    pub fn parse(source: &Source) -> Result<Setup, Diagnostics> {
        let (setup, miscount) = parse::read(source)?;
        miscount.map_or(Ok(setup), Err)
    }

    /// Parses a setup like [`Setup::parse`], but returns wrong counts separately, for callers that
    /// only display the setup.
    ///
    /// # Errors
    /// As [`Setup::parse`], except wrong counts.
    pub fn look(source: &Source) -> Result<(Setup, Option<Diagnostics>), Diagnostics> {
        parse::read(source)
    }

    /// Returns the first position of a game.
    ///
    /// # Errors
    /// If the game cannot be played from this setup.
    pub fn start<G: GameRules>(&self, game: &G) -> Result<G::Position, SetupError> {
        game.check_setup(self.stones).map(|()| game.start(self.stones))
    }

    /// Returns the diagnostic for a game that cannot be played from this setup.
    pub fn unplayable(&self, why: &SetupError) -> Diagnostic {
        let what = format!("setup `{}` cannot be played: {why}", self.name);
        Diagnostic::whole(what).kind(ErrorKind::UnplayableSetup)
    }

    /// Formats the setup as a text that reads back as the same setup, if name and source are plain
    /// text of one line without `#`.
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

    /// Formats the board alone: on the full board eleven lines of eleven signs, row 11 first.
    pub fn board(&self) -> String {
        let store_is_empty = (self.stones.points() & PointSet::STORE).is_empty();
        draw(self.side(), |point| match self.stones.at(point) {
            Some(colour) => colour.sign(),
            None if point == Point::CENTRE => '_',
            None if store_is_empty && PointSet::STORE.has(point) => '_',
            None => '.',
        })
    }

    /// Returns the board size.
    pub fn side(&self) -> BoardSize {
        BoardSize::of(self.stones)
    }

    /// Returns the number of stones of a colour.
    pub fn count(&self, colour: Colour) -> u32 {
        self.stones.of(colour).len()
    }

    /// Returns the symmetry group of the stones.
    pub fn symmetry(&self) -> Group {
        symmetry_of(self.stones)
    }

    /// Returns the mirror image, with columns reversed, named `mirror:NAME`.
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
