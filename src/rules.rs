//! Rule sets of either game: named, read from files, written back.
//!
//! The one place where the two games meet: [`Rules`] says which game it is, and [`Rules::play`]
//! hands a worker to the one or the other.

mod read;

use crate::bell;
use crate::brunei;
use crate::game::{Game, Values};
use crate::words::{Choice, nearest};

pub use read::{find, from_table, parse, read_file, set, set_all, toggles};

crate::words! {
    /// Which of the two games.
    pub enum Kind ("game") {
        /// The game with kas, as taught in Brunei
        Brunei = "brunei",
        /// The hopping game that R. C. Bell printed
        Bell = "bell",
    }
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// The game with kas.
    Brunei(brunei::Rules),
    /// The hopping game.
    Bell(bell::Rules),
}

/// Rules and what they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The preset's name, the file's stem, or the name in the experiment.
    pub name: String,
    /// The rules.
    pub rules: Rules,
}

/// Something to be done with a game, whichever it is.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<G: Game>(self, game: &G) -> Self::Output;
}

/// A toggle of a rule set as a table would show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toggle {
    /// The toggle's name.
    pub name: &'static str,
    /// Its value, as TOML.
    pub value: String,
    /// What the value means.
    pub meaning: &'static str,
}

/// Every named rule set, Brunei first.
pub fn presets() -> impl Iterator<Item = Named> {
    let brunei = brunei::PRESETS.into_iter().map(|(name, rules)| (name, Rules::Brunei(rules)));
    let bell = bell::PRESETS.into_iter().map(|(name, rules)| (name, Rules::Bell(rules)));
    brunei.chain(bell).map(|(name, rules)| Named { name: name.to_owned(), rules })
}

/// Who plays by a preset.
pub fn who_plays(preset: &str) -> &'static str {
    match preset {
        "brunei-slide" => "Wikipedia, Neto, where the players agree to slide",
        "brunei-jump" => "Wikipedia, Neto, where the players agree to jump",
        "pasang-emas" => "the computer game Pasang Emas, as far as its rule is published",
        "geoludie" => "the booklet of Geoludie, the Zillions file",
        "traditional" => "players by custom, says the author of Pasang Emas",
        "bell" => "Bell 1973, with Lhote's odd chains",
        "bell-ludii" => "the Ludii system",
        _ => "",
    }
}

/// The named rule set.
pub fn preset(name: &str) -> Option<Rules> {
    presets().find(|preset| preset.name == name).map(|preset| preset.rules)
}

/// The preset's name nearest to a word.
pub fn nearest_preset(word: &str) -> Option<String> {
    let names: Vec<String> = presets().map(|preset| preset.name).collect();
    nearest(word, names.iter().map(String::as_str)).map(str::to_owned)
}

impl Rules {
    /// Which game it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Rules::Brunei(_) => Kind::Brunei,
            Rules::Bell(_) => Kind::Bell,
        }
    }

    /// Does work with the game that these are the rules of.
    pub fn play<W: Work>(&self, work: W) -> W::Output {
        match self {
            Rules::Brunei(rules) => work.with(rules),
            Rules::Bell(rules) => work.with(rules),
        }
    }

    /// How many play.
    pub fn seats(&self) -> u8 {
        match self {
            Rules::Brunei(rules) => rules.seats(),
            Rules::Bell(rules) => rules.seats(),
        }
    }

    /// The parts of a game under these rules, in order.
    pub const fn phases(&self) -> &'static [&'static str] {
        match self {
            Rules::Brunei(_) => brunei::Rules::PHASES,
            Rules::Bell(_) => bell::Rules::PHASES,
        }
    }

    /// What stones are worth.
    pub const fn values(&self) -> Values {
        match self {
            Rules::Brunei(rules) => rules.values,
            Rules::Bell(rules) => rules.values,
        }
    }

    /// Every toggle with its value, in the order of the documentation.
    pub fn toggles(&self) -> Vec<Toggle> {
        fn word<C: Choice>(choice: C) -> Toggle {
            let value = format!("\"{}\"", choice.word());
            Toggle { name: C::NAME, value, meaning: choice.meaning() }
        }
        fn number(name: &'static str, number: u8, meaning: &'static str) -> Toggle {
            Toggle { name, value: number.to_string(), meaning }
        }
        let Values { black, white } = self.values();
        let values = Toggle {
            name: "values",
            value: format!("{{ black = {black}, white = {white} }}"),
            meaning: "Points a stone",
        };
        match self {
            Rules::Brunei(rules) => vec![
                word(rules.reply),
                word(rules.entry),
                word(rules.entry_capture),
                word(rules.capture),
                word(rules.stuck),
                word(rules.ka_stone),
                values,
            ],
            Rules::Bell(rules) => vec![
                number("players", rules.players, "How many play"),
                word(rules.diagonals),
                word(rules.even_chain),
                number("max-chain", rules.max_chain, "Most hops in one turn"),
                values,
            ],
        }
    }

    /// Every toggle that differs from the first preset of the game, in order.
    pub fn differences(&self) -> Vec<Toggle> {
        let first = presets().find(|preset| preset.rules.kind() == self.kind());
        let first = first.map(|preset| preset.rules.toggles()).unwrap_or_default();
        let toggles = self.toggles().into_iter().zip(first);
        toggles.filter(|(toggle, first)| toggle != first).map(|(toggle, _)| toggle).collect()
    }

    /// What random numbers depend on: the game and the toggles that differ from its first preset.
    /// So a toggle that the program learns later changes no game that is played without it.
    pub fn identity(&self) -> String {
        let differences = self.differences();
        let toggles = differences.iter().map(|toggle| format!("{}={}", toggle.name, toggle.value));
        let words: Vec<String> = std::iter::once(self.kind().to_string()).chain(toggles).collect();
        words.join("\n")
    }

    /// The rules as TOML: `game = ..` and every toggle, a line each.
    pub fn to_toml(&self) -> String {
        let mut text = format!("game = \"{}\"\n", self.kind());
        for toggle in self.toggles() {
            text += &format!("{} = {}\n", toggle.name, toggle.value);
        }
        text
    }
}
