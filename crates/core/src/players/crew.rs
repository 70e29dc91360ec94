//! Crews: sets of different bots that share the games of a cell.
//!
//! A single bot measures itself, however many games it plays; the members of a crew together tell
//! what bots have in common. Each member plays against itself, every pair of first moves equally
//! often, on the board and on its mirror image.

use std::fmt;

use super::bots::{BotSpec, Eval, SearchOptions, SlipOptions};

/// Set of bots with a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crew {
    /// Its name.
    pub name: String,
    /// Its bots, all different.
    pub members: Vec<BotSpec>,
}

crate::keyword_enum! {
    /// The board as the setup has it, or its mirror image.
    pub enum Image ("image") {
        /// As the setup has it
        Board = "board",
        /// Reflected in its middle column: the bots see this, the record of the game does not
        Mirror = "mirror",
    }
}

/// Member of a crew at an image of the board: each plays like a bot of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CrewPlayer {
    /// Index of the member in the crew.
    pub member: usize,
    /// Image of the board that it sees.
    pub image: Image,
}

/// Built-in crew.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinCrew {
    /// Its name.
    pub name: &'static str,
    /// Name of its strength class, that of the crew of four.
    pub class: &'static str,
    /// Strength of its members.
    pub strength: Strength,
    /// Its strength class.
    pub about: &'static str,
}

/// Strength of the members of a built-in crew.
#[derive(Clone, Copy, Debug)]
pub enum Strength {
    /// Precision of bots that slip, in hundredths.
    Slip(u16),
    /// Positions that the strongest search for a move, and the number of stones left from which
    /// the game is solved; 0 for never.
    Search(u64, u8),
}

/// Prefix of a crew's word: `crew:club`.
pub const PREFIX: &str = "crew:";

const fn builtin(name: &'static str, strength: Strength, about: &'static str) -> BuiltinCrew {
    BuiltinCrew { name, class: name, strength, about }
}

/// Built-in crews of twelve bots: the four of their class, and eight with nets of their own. The more
/// bots there are, the less depends on the tastes of each.
const CREWS_OF_TWELVE: [BuiltinCrew; 2] =
    [BuiltinCrew { name: "quick12", ..CREWS[3] }, BuiltinCrew { name: "club12", ..CREWS[4] }];

/// Built-in crews of four bots, from weak to strong.
pub const CREWS: [BuiltinCrew; 7] = [
    builtin("beginner", Strength::Slip(10), "bots that slip like the level `beginner`"),
    builtin("easy", Strength::Slip(40), "bots that slip like the level `easy`"),
    builtin("medium", Strength::Slip(100), "bots that slip like the level `medium`"),
    builtin("quick", Strength::Search(1000, 0), "searches of about 1,000 positions a move"),
    builtin("club", Strength::Search(4000, 0), "searches of about 4,000 positions a move"),
    builtin("strong", Strength::Search(16_000, 0), "searches of about 16,000 positions a move"),
    builtin(
        "master",
        Strength::Search(64_000, 16),
        "searches of about 64,000 positions a move, with solved endings",
    ),
];

/// Evaluations of the members, each with tenths of the positions, and hundredths of the lure.
const EVALUATIONS: [(Eval, u64, u16); 12] = [
    (Eval::Fitted, 10, 30),
    (Eval::Second, 10, 20),
    (Eval::Results, 12, 40),
    (Eval::Linear, 17, 30),
    (Eval::Third, 10, 30),
    (Eval::Fourth, 10, 30),
    (Eval::Fifth, 10, 30),
    (Eval::Sixth, 10, 30),
    (Eval::Results2, 12, 30),
    (Eval::Results3, 12, 30),
    (Eval::Results4, 12, 30),
    (Eval::Results5, 12, 30),
];

impl BuiltinCrew {
    /// Returns the built-in crew of this name.
    pub fn named(name: &str) -> Option<BuiltinCrew> {
        BuiltinCrew::all().find(|crew| crew.name == name)
    }

    /// Returns all built-in crews: those of four from weak to strong, and then those of twelve.
    pub fn all() -> impl Iterator<Item = BuiltinCrew> {
        CREWS.into_iter().chain(CREWS_OF_TWELVE)
    }

    /// Returns its members, bots of different evaluations: of four, two nets that learnt from
    /// searches, one that learnt from results, and linear weights. The weaker the evaluation, the more
    /// positions its bot searches, so that searches of a crew play about equally well; bots that slip
    /// differ in how much captures attract them, too.
    pub fn members(&self) -> Vec<BotSpec> {
        let member = |(eval, tenths, lure)| match self.strength {
            Strength::Search(nodes, solve) => {
                let options = SearchOptions { eval, solve, ..SearchOptions::DEFAULT };
                BotSpec::Search(options).with_budget(nodes * tenths / 10)
            }
            Strength::Slip(precision) => {
                BotSpec::Slip(SlipOptions { precision, lure, eval, ..SlipOptions::DEFAULT })
            }
        };
        let four = self.name == self.class;
        EVALUATIONS[..if four { 4 } else { EVALUATIONS.len() }]
            .iter()
            .copied()
            .map(member)
            .collect()
    }
}

/// Elo above random moves of bots that slip, by precision in hundredths, and of searches by positions:
/// `experiments/ladder-levels.toml`, from 64,000 positions on with the steps of
/// `experiments/ladder-strong.toml`.
const SLIP_ELO: [(u16, f64); 3] = [(10, 87.0), (40, 295.0), (100, 621.0)];
const SEARCH_ELO: [(u64, f64); 6] = [
    (1_000, 1105.0),
    (4_000, 1308.0),
    (16_000, 1454.0),
    (64_000, 1593.0),
    (256_000, 1709.0),
    (1_000_000, 1767.0),
];

/// Returns the Elo of a search, between those of the ladder in proportion to the logarithm of its
/// positions.
fn search_elo(positions: u64) -> Option<f64> {
    let next = SEARCH_ELO.iter().position(|(known, _)| *known >= positions)?;
    let (above, elo) = SEARCH_ELO[next];
    if above == positions {
        return Some(elo);
    }
    let (below, least) = SEARCH_ELO[next.checked_sub(1)?];
    let log = |it: u64| libm::log(it as f64);
    Some(least + (elo - least) * (log(positions) - log(below)) / (log(above) - log(below)))
}

/// Returns the name of a crew's strength class, as [`Crew::class`].
pub fn class_of(name: &str) -> &str {
    BuiltinCrew::named(name).map_or(name, |it| it.class)
}

impl Crew {
    /// Returns its Elo above random moves: that of the search of the fewest positions, which has the
    /// strongest evaluation, or of bots that slip alike. `None` for other bots, and beyond the ladder.
    pub fn elo(&self) -> Option<f64> {
        let positions = |bot: &BotSpec| match bot {
            BotSpec::Search(options) => Some(options.nodes),
            _ => None,
        };
        let precision = |bot: &BotSpec| match bot {
            BotSpec::Slip(options) => Some(options.precision),
            _ => None,
        };
        if let Some(all) = self.members.iter().map(positions).collect::<Option<Vec<u64>>>() {
            return search_elo(all.into_iter().min()?);
        }
        let all: Vec<u16> = self.members.iter().map(precision).collect::<Option<_>>()?;
        let is_alike = all.iter().all(|it| *it == all[0]);
        let known = SLIP_ELO.iter().find(|(known, _)| is_alike && *known == all[0])?;
        Some(known.1)
    }

    /// Returns the built-in crew of this name.
    pub fn builtin(name: &str) -> Option<Crew> {
        let found = BuiltinCrew::named(name)?;
        Some(Crew { name: name.to_owned(), members: found.members() })
    }

    /// Returns the name of its strength class: its own, but of a built-in crew of twelve that of the
    /// crew of four.
    pub fn class(&self) -> &str {
        class_of(&self.name)
    }

    /// Returns the number of players: each member on each image of the board.
    pub fn players(&self) -> u64 {
        2 * self.members.len() as u64
    }

    /// Returns the player of the game with this index, where `pairs` pairs of first moves take
    /// turns: a Latin square, in which each player meets each pair once in `pairs` times
    /// [`Crew::players`] games, and the first games are spread over all players.
    pub fn player(&self, pairs: u64, index: u64) -> CrewPlayer {
        let pairs = pairs.max(1);
        self.player_at(index % pairs, index / pairs)
    }

    /// Returns the player of a pair of first moves, by its place among all, in this of its games.
    pub fn player_at(&self, pair: u64, game: u64) -> CrewPlayer {
        let number = (pair + game) % self.players();
        let image = if number.is_multiple_of(2) { Image::Board } else { Image::Mirror };
        CrewPlayer { member: (number / 2) as usize, image }
    }
}

impl fmt::Display for Crew {
    /// Writes the crew's word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{PREFIX}{}", self.name))
    }
}
