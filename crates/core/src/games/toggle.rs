//! Toggles: what can differ from one table to the next.
//!
//! A game declares each of its toggles once, by [`toggles!`]: what it is about, the field that
//! holds it, its name, and its values with what they mean, the usual one first. Texts are read by
//! that declaration, and lists and the names of swept rules made from it.

use std::fmt;

use super::Values;
use crate::base::fault::Fault;
use crate::base::words::{Choice, all_of, one_of};

/// A toggle of rules `R`.
pub struct Toggle<R: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// What it may be set to.
    pub shape: Shape,
    /// Whether its usual value goes without saying: see [`Setting::unsaid`].
    pub(crate) usual_is_unsaid: bool,
    pub(crate) usual: &'static R,
    pub(crate) get: fn(&R) -> Value,
    pub(crate) set: fn(&mut R, Value),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One of these words, each with what it means.
    Words(&'static [(&'static str, &'static str)]),
    /// A whole number in this range.
    Number {
        /// The least.
        least: i16,
        /// The greatest.
        most: i16,
        /// Why it must be odd, if it must.
        odd: Option<&'static str>,
    },
    /// `false` or `true`, with what each means.
    Flag([&'static str; 2]),
    /// Points for each colour, from 0 to so many.
    Points {
        /// The greatest.
        most: u8,
    },
}

/// What a toggle is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// One of a choice of words.
    Word(&'static str),
    /// A whole number.
    Number(i16),
    /// Yes or no.
    Flag(bool),
    /// What stones are worth.
    Points(Values),
}

/// Why a toggle cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The game has no such toggle.
    Toggle(Fault),
    /// The toggle has no such value.
    Value(Fault),
}

impl Unfit {
    /// What is wrong, without a place.
    pub fn fault(self) -> Fault {
        match self {
            Unfit::Toggle(fault) | Unfit::Value(fault) => fault,
        }
    }
}

impl<R> Toggle<R> {
    /// Sets it to the value that a text stands for: as TOML, or a bare word.
    ///
    /// # Errors
    /// When it has no such value.
    pub fn read(&self, rules: &mut R, text: &str) -> Result<(), Fault> {
        let value = self.value(Text::of(text), (self.get)(rules))?;
        (self.set)(rules, value);
        Ok(())
    }

    /// It as these rules have it.
    pub fn setting(&self, rules: &R) -> Setting {
        let value = (self.get)(rules);
        let (text, word) = match value {
            Value::Word(word) => (format!("\"{word}\""), word.to_owned()),
            Value::Number(number) => (number.to_string(), number.to_string()),
            Value::Flag(flag) => (flag.to_string(), flag.to_string()),
            Value::Points(Values { black, white }) => {
                (format!("{{ black = {black}, white = {white} }}"), format!("{black}/{white}"))
            }
        };
        let meaning = match (self.shape, value) {
            (Shape::Words(words), Value::Word(own)) => {
                words.iter().find(|(word, _)| *word == own).map_or(self.about, |(_, means)| means)
            }
            (Shape::Flag(meanings), Value::Flag(flag)) => meanings[usize::from(flag)],
            _ => self.about,
        };
        let unsaid = self.usual_is_unsaid && value == (self.get)(self.usual);
        Setting { name: self.name, value: text, word, meaning, unsaid }
    }

    /// The value that a text stands for, where the toggle has `own` now.
    fn value(&self, text: Text<'_>, own: Value) -> Result<Value, Fault> {
        let name = self.name;
        let wrong = |what: String, expected: String| Fault { expected, ..Fault::whole(what) };
        let other = |expected: &str| {
            wrong(format!("`{name}` is {}", text.kind()), format!("expected {expected}"))
        };
        match (self.shape, &text) {
            (Shape::Words(words), Text::Word(found)) => {
                let known = || words.iter().map(|&(word, _)| word);
                known().find(|word| word == found).map(Value::Word).ok_or_else(|| {
                    wrong(
                        format!("unknown value `{found}` for `{name}`"),
                        format!("expected {}", one_of(known())),
                    )
                    .did_you_mean(found, known())
                })
            }
            (Shape::Words(words), _) => Err(other(&one_of(words.iter().map(|&(word, _)| word)))),
            (Shape::Number { least, most, odd }, _) => {
                let number = text.number(name, i128::from(least), i128::from(most))? as i16;
                match odd {
                    Some(why) if number % 2 == 0 => Err(wrong(
                        format!("`{name}` is {number}"),
                        format!("expected an odd number: {why}"),
                    )),
                    _ => Ok(Value::Number(number)),
                }
            }
            (Shape::Flag(_), &Text::Flag(flag)) => Ok(Value::Flag(flag)),
            (Shape::Flag(_), _) => Err(other("`true` or `false`")),
            (Shape::Points { most }, Text::Table(parts)) => {
                let mut values = match own {
                    Value::Points(values) => values,
                    _ => Values::CUSTOMARY,
                };
                for (key, text) in parts {
                    let place = match *key {
                        "black" => &mut values.black,
                        "white" => &mut values.white,
                        _ => {
                            let keys = ["black", "white"];
                            let expected = format!("`{name}` has {}", all_of(keys));
                            let fault = wrong(format!("unknown key `{key}`"), expected);
                            return Err(fault.did_you_mean(key, keys));
                        }
                    };
                    *place = Text::of(text).number(key, 0, i128::from(most))? as u8;
                }
                Ok(Value::Points(values))
            }
            (Shape::Points { .. }, _) => Err(other("a table as `{ black = 1, white = 2 }`")),
        }
    }
}

impl<R> fmt::Debug for Toggle<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toggle").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a text of a value is.
enum Text<'t> {
    Word(&'t str),
    Number(i128),
    Flag(bool),
    Table(Vec<(&'t str, &'t str)>),
    Other(&'static str),
}

impl<'t> Text<'t> {
    fn of(text: &'t str) -> Text<'t> {
        let text = text.trim();
        let within = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
        if let Some(word) = within('"', '"').or_else(|| within('\'', '\'')) {
            return Text::Word(word);
        }
        if let Some(parts) = within('{', '}') {
            let parts = parts.split(',').map(str::trim).filter(|part| !part.is_empty());
            let parts = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
            return Text::Table(parts.map(|(key, text)| (key.trim(), text.trim())).collect());
        }
        match (text, text.parse(), text.parse::<f64>()) {
            ("true", ..) => Text::Flag(true),
            ("false", ..) => Text::Flag(false),
            (_, Ok(number), _) => Text::Number(number),
            (_, _, Ok(_)) if text.starts_with(|sign: char| !sign.is_alphabetic()) => {
                Text::Other("a number")
            }
            _ if text.starts_with('[') => Text::Other("a list"),
            _ if text.starts_with(['"', '\'', '{']) => Text::Other("not closed"),
            _ => Text::Word(text),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Text::Word(_) => "a text",
            Text::Number(_) => "a whole number",
            Text::Flag(true) => "`true`",
            Text::Flag(false) => "`false`",
            Text::Table(_) => "a table",
            Text::Other(kind) => kind,
        }
    }

    /// As a whole number within bounds.
    fn number(&self, name: &str, least: i128, most: i128) -> Result<i128, Fault> {
        let what = match self {
            Text::Number(number) if (least..=most).contains(number) => return Ok(*number),
            Text::Number(_) => "out of range",
            other => other.kind(),
        };
        let expected = format!("expected a whole number from {least} to {most}");
        Err(Fault { expected, ..Fault::whole(format!("`{name}` is {what}")) })
    }
}

/// What the field of a toggle holds, as a value.
pub(crate) trait Held: Copy {
    fn to_value(self) -> Value;

    /// Nothing where it is a value of another shape.
    fn of_value(value: Value) -> Option<Self>;
}

impl<C: Choice> Held for C {
    fn to_value(self) -> Value {
        Value::Word(self.word())
    }

    fn of_value(value: Value) -> Option<C> {
        if let Value::Word(word) = value { C::from_word(word) } else { None }
    }
}

macro_rules! held {
    ($($type:ty: $kind:ident($number:ident => $back:expr),)+) => {$(
        impl Held for $type {
            fn to_value(self) -> Value {
                Value::$kind(self.into())
            }

            fn of_value(value: Value) -> Option<$type> {
                if let Value::$kind($number) = value { $back } else { None }
            }
        }
    )+};
}

held! {
    u8: Number(number => u8::try_from(number).ok()),
    i8: Number(number => i8::try_from(number).ok()),
    bool: Flag(flag => Some(flag)),
    Values: Points(points => Some(points)),
}

/// Declares a game's rules, toggle by toggle: `field: Type = "name" { values }`. Values are either
/// words, for which the type is made as [`words!`](crate::words!) does, the usual one first; or the
/// usual value and the shape of all values, and `unsaid` where the usual one goes without saying.
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
                    shape: $crate::games::toggles!(@shape $type { $($values)+ }),
                    usual_is_unsaid: $crate::games::toggles!(@unsaid { $($values)+ }),
                    usual: &$rules::USUAL,
                    get: |rules| $crate::games::toggle::Held::to_value(rules.$field),
                    set: |rules, value| {
                        if let Some(value) = $crate::games::toggle::Held::of_value(value) {
                            rules.$field = value;
                        }
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
    (@usual $type:ident { $usual:expr, $($rest:tt)+ }) => { $usual };

    (@shape $type:ident { $($(#[doc = $meaning:literal])* $value:ident = $word:literal,)+ }) => {
        $crate::games::Shape::Words(<$type as $crate::base::words::Choice>::MEANINGS)
    };
    (@shape $type:ident { $usual:expr, $shape:expr $(, unsaid)? }) => { $shape };

    (@unsaid { $usual:expr, $shape:expr, unsaid }) => { true };
    (@unsaid { $($values:tt)+ }) => { false };
}

pub(crate) use toggles;
