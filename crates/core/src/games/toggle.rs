//! Toggles: what can differ from one table to the next.
//!
//! A game declares each of its toggles once, by [`toggles!`]: what it is about, the field that
//! holds it, its name, and its values with what they mean, the usual one first. Files and settings
//! are read by that declaration, and lists and the names of swept rules made from it.

use std::fmt;

use super::Values;
use crate::base::fault::Fault;
use crate::base::toml_reader::{Reader, Value};
use crate::base::words::Choice;

/// A toggle of rules `R`.
pub struct Toggle<R: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    pub(crate) place: &'static dyn Place<R>,
}

/// A rule set with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct Preset<R> {
    /// The name.
    pub name: &'static str,
    /// Who plays so.
    pub who: &'static str,
    /// The rules.
    pub rules: R,
}

/// A toggle as a rule set has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The toggle's name.
    pub name: &'static str,
    /// Its value, as TOML.
    pub value: String,
    /// Its value, in one word.
    pub word: String,
    /// What the value means.
    pub meaning: &'static str,
    /// Whether it goes without saying: it is the value that all rules had before there was the
    /// toggle, and files do not name it.
    pub unsaid: bool,
}

/// What a toggle may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One of these words, each with what it means.
    Words(Vec<(&'static str, &'static str)>),
    /// A whole number in this range.
    Number {
        /// The least.
        least: i16,
        /// The greatest.
        most: i16,
        /// Whether it must be odd.
        odd: bool,
    },
    /// `false` or `true`.
    Flag,
    /// Points for each colour, from 0 to so many.
    Points {
        /// The greatest.
        most: u8,
    },
}

impl<R> Toggle<R> {
    /// Sets it to a value of a file or of the command line; what is wrong with that is noted.
    pub(crate) fn read(&self, rules: &mut R, value: &Value<'_>, reader: &Reader<'_>) {
        self.place.read(self.name, rules, value, reader);
    }

    /// It as these rules have it.
    pub fn setting(&self, rules: &R) -> Setting {
        let (value, word) = (self.place.toml(rules), self.place.word(rules));
        let meaning = self.place.meaning(rules).unwrap_or(self.about);
        Setting { name: self.name, value, word, meaning, unsaid: self.place.unsaid(rules) }
    }

    /// What it may be set to.
    pub fn shape(&self) -> Shape {
        self.place.shape()
    }
}

impl<R> fmt::Debug for Toggle<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toggle").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How values of a type are read, written and described.
pub(crate) trait Domain<T>: Sync {
    /// Reads the value of this toggle.
    fn read(&self, toggle: &str, own: &mut T, value: &Value<'_>, reader: &Reader<'_>);

    /// The value as TOML.
    fn toml(&self, own: &T) -> String;

    /// The value in one word.
    fn word(&self, own: &T) -> String {
        self.toml(own)
    }

    /// What the value means, where that is not said by what the toggle is about.
    fn meaning(&self, _: &T) -> Option<&'static str> {
        None
    }

    /// Whether the value goes without saying: see [`Setting::unsaid`].
    fn unsaid(&self, _: &T) -> bool {
        false
    }

    /// All values.
    fn shape(&self) -> Shape;
}

/// The words of a choice.
pub(crate) struct Words;

impl<C: Choice> Domain<C> for Words {
    fn read(&self, _: &str, own: &mut C, value: &Value<'_>, reader: &Reader<'_>) {
        if let Some(choice) = reader.choice(value) {
            *own = choice;
        }
    }

    fn toml(&self, own: &C) -> String {
        format!("\"{}\"", own.word())
    }

    fn word(&self, own: &C) -> String {
        (*own).word().to_owned()
    }

    fn meaning(&self, own: &C) -> Option<&'static str> {
        Some((*own).meaning())
    }

    fn shape(&self) -> Shape {
        Shape::Words(C::ALL.iter().map(|choice| (choice.word(), choice.meaning())).collect())
    }
}

/// Whole numbers.
pub(crate) struct Number {
    pub(crate) least: u8,
    pub(crate) most: u8,
    /// Why the number must be odd, if it must.
    pub(crate) odd: Option<&'static str>,
}

impl Domain<u8> for Number {
    fn read(&self, toggle: &str, own: &mut u8, value: &Value<'_>, reader: &Reader<'_>) {
        let range = self.least.into()..=self.most.into();
        let Some(number) = reader.integer(value, toggle, range) else { return };
        match self.odd {
            Some(why) if number % 2 == 0 => reader.fault(Fault::at(
                value.span(),
                format!("`{toggle}` is {number}"),
                format!("expected an odd number: {why}"),
            )),
            _ => *own = number as u8,
        }
    }

    fn toml(&self, own: &u8) -> String {
        own.to_string()
    }

    fn shape(&self) -> Shape {
        let (least, most) = (self.least.into(), self.most.into());
        Shape::Number { least, most, odd: self.odd.is_some() }
    }
}

/// Points given in advance, to the one player or (below 0) to the other; none goes without saying.
pub(crate) struct Given {
    pub(crate) most: i8,
}

impl Domain<i8> for Given {
    fn read(&self, toggle: &str, own: &mut i8, value: &Value<'_>, reader: &Reader<'_>) {
        let most = i64::from(self.most);
        if let Some(number) = reader.signed(value, toggle, -most..=most) {
            *own = number as i8;
        }
    }

    fn toml(&self, own: &i8) -> String {
        own.to_string()
    }

    fn unsaid(&self, own: &i8) -> bool {
        *own == 0
    }

    fn shape(&self) -> Shape {
        let most = i16::from(self.most);
        Shape::Number { least: -most, most, odd: false }
    }
}

/// `false`, which goes without saying, or `true`.
pub(crate) struct Flag {
    /// What each means.
    pub(crate) meanings: [&'static str; 2],
}

impl Domain<bool> for Flag {
    fn read(&self, toggle: &str, own: &mut bool, value: &Value<'_>, reader: &Reader<'_>) {
        if let Some(flag) = reader.boolean(value, toggle) {
            *own = flag;
        }
    }

    fn toml(&self, own: &bool) -> String {
        own.to_string()
    }

    fn meaning(&self, own: &bool) -> Option<&'static str> {
        Some(self.meanings[usize::from(*own)])
    }

    fn unsaid(&self, own: &bool) -> bool {
        !own
    }

    fn shape(&self) -> Shape {
        Shape::Flag
    }
}

/// What stones are worth.
pub(crate) struct Points;

impl Domain<Values> for Points {
    fn read(&self, toggle: &str, own: &mut Values, value: &Value<'_>, reader: &Reader<'_>) {
        const SHAPE: &str = "a table as `{ black = 1, white = 2 }`";
        let Some(table) = reader.subtable_as(value, toggle, "`values`", SHAPE) else { return };
        table.refuse_unknown(&["black", "white"]);
        for (key, points) in [("black", &mut own.black), ("white", &mut own.white)] {
            let read = |value| reader.integer(value, key, 0..=u64::from(Values::MOST));
            if let Some(number) = table.value(key).and_then(read) {
                *points = number as u8;
            }
        }
    }

    fn toml(&self, own: &Values) -> String {
        format!("{{ black = {}, white = {} }}", own.black, own.white)
    }

    fn word(&self, own: &Values) -> String {
        format!("{}/{}", own.black, own.white)
    }

    fn shape(&self) -> Shape {
        Shape::Points { most: Values::MOST }
    }
}

/// Where rules hold a toggle, and what it may be.
pub(crate) trait Place<R>: Sync {
    fn read(&self, toggle: &str, rules: &mut R, value: &Value<'_>, reader: &Reader<'_>);
    fn toml(&self, rules: &R) -> String;
    fn word(&self, rules: &R) -> String;
    fn meaning(&self, rules: &R) -> Option<&'static str>;
    fn unsaid(&self, rules: &R) -> bool;
    fn shape(&self) -> Shape;
}

/// A field of rules `R`.
pub(crate) struct Field<R, T, D> {
    pub(crate) of: fn(&R) -> &T,
    pub(crate) of_mut: fn(&mut R) -> &mut T,
    pub(crate) domain: D,
}

impl<R, T, D: Domain<T>> Place<R> for Field<R, T, D> {
    fn read(&self, toggle: &str, rules: &mut R, value: &Value<'_>, reader: &Reader<'_>) {
        self.domain.read(toggle, (self.of_mut)(rules), value, reader);
    }

    fn toml(&self, rules: &R) -> String {
        self.domain.toml((self.of)(rules))
    }

    fn word(&self, rules: &R) -> String {
        self.domain.word((self.of)(rules))
    }

    fn meaning(&self, rules: &R) -> Option<&'static str> {
        self.domain.meaning((self.of)(rules))
    }

    fn unsaid(&self, rules: &R) -> bool {
        self.domain.unsaid((self.of)(rules))
    }

    fn shape(&self) -> Shape {
        self.domain.shape()
    }
}

/// Declares a game's rules, toggle by toggle: `field: Type = "name" { values }`. Values are either
/// words, for which the type is made as [`words!`](crate::words!) does, the usual one first; or the
/// usual value and the domain of all values.
macro_rules! toggles {
    ($(#[doc = $doc:literal])* pub struct $rules:ident {$(
        $(#[doc = $about:literal])*
        $field:ident: $type:ident = $name:literal { $($values:tt)+ }
    )+}) => {
        $($crate::games::toggles! {
            @type $(#[doc = $about])* $type = $name { $($values)+ }
        })+

        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $rules { $($(#[doc = $about])* pub $field: $type,)+ }

        impl $rules {
            /// Every toggle at its usual value.
            pub const USUAL: $rules = $rules {
                $($field: $crate::games::toggles!(@usual $type { $($values)+ }),)+
            };

            /// Every toggle, in the order of the documentation.
            pub const TOGGLES: &'static [$crate::games::Toggle<$rules>] = &[$(
                $crate::games::Toggle {
                    name: $name,
                    about: concat!($($about),*).trim_ascii(),
                    place: &$crate::games::toggle::Field {
                        of: |rules: &$rules| &rules.$field,
                        of_mut: |rules: &mut $rules| &mut rules.$field,
                        domain: $crate::games::toggles!(@domain { $($values)+ }),
                    },
                },
            )+];
        }

        impl Default for $rules {
            fn default() -> $rules {
                $rules::USUAL
            }
        }
    };

    (@type $(#[doc = $about:literal])* $type:ident = $name:literal {
        $($(#[doc = $meaning:literal])* $value:ident = $word:literal,)+
    }) => {
        $crate::words! {
            $(#[doc = $about])*
            pub enum $type ($name) { $($(#[doc = $meaning])* $value = $word,)+ }
        }
    };
    (@type $($other:tt)+) => {};

    (@usual $type:ident { $($(#[doc = $meaning:literal])* $value:ident = $word:literal,)+ }) => {
        <$type as $crate::base::words::Choice>::ALL[0]
    };
    (@usual $type:ident { $usual:expr, $domain:expr $(,)? }) => { $usual };

    (@domain { $($(#[doc = $meaning:literal])* $value:ident = $word:literal,)+ }) => {
        $crate::games::toggle::Words
    };
    (@domain { $usual:expr, $domain:expr $(,)? }) => { $domain };
}

pub(crate) use toggles;
