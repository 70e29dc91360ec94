//! Toggles: the settings of rule sets and bots.
//!
//! A game declares each of its toggles, and a bot each of its options, once, with [`toggles!`]: its
//! description, field, name, [`Facts`], and values with their meanings and [`Standing`], the default
//! first. Parsers, lists and the names of rule sets of a design are derived from the declaration.

use super::Values;
use crate::base::diagnostic::Diagnostic;
use crate::base::text::{Keyword, one_of, shortened};

/// A toggle of rules `R`, or an option of a bot `R`.
pub struct Toggle<R: 'static> {
    /// Name.
    pub name: &'static str,
    /// Description.
    pub about: &'static str,
    /// Type of its values.
    pub toggle_type: ToggleType,
    /// Facts beside its values.
    pub facts: Facts,
    /// Standings of its words; of a toggle without words, that of every value but the default.
    pub(crate) standings: &'static [(&'static str, Standing)],
    /// Parses a value and sets the toggle to it; `false` if the toggle has no such value.
    pub(crate) read: fn(&mut R, &str) -> bool,
    pub(crate) show: fn(&R) -> ShownValue,
}

/// Facts of a toggle beside its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// `true` if the default value is omitted from files: see [`Setting::is_omitted`].
    pub omits_default: bool,
    /// Another toggle, with the value beside which this one does nothing.
    pub idle_beside: Option<(&'static str, &'static str)>,
    /// Variance of the deviation that a value makes of a pattern's fairness, if the toggle changes
    /// that little: conditions of the balance model share it. `None` if rule sets of different values
    /// share nothing.
    pub deviation: Option<f64>,
    /// Values that change the loading of the balance model, with the factor.
    pub loadings: &'static [(&'static str, f64)],
    /// `true` if what other toggles do to the score depends on this one: a model of effects has a
    /// product of each with it.
    pub changes_others: bool,
}

impl Facts {
    /// Nothing is known.
    pub const NONE: Facts = Facts {
        omits_default: false,
        idle_beside: None,
        deviation: None,
        loadings: &[],
        changes_others: false,
    };
}

/// Standing of a value with the sources of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Sources have it, and none contradicts them.
    Agreed,
    /// These sources have it, and others contradict them.
    Disputed(&'static str),
    /// This source tells of people who play so.
    Custom(&'static str),
    /// No source has it.
    WhatIf,
}

impl Standing {
    /// Returns the word: `agreed`, `disputed`, `custom` or `what if`.
    pub const fn word(self) -> &'static str {
        match self {
            Standing::Agreed => "agreed",
            Standing::Disputed(_) => "disputed",
            Standing::Custom(_) => "custom",
            Standing::WhatIf => "what if",
        }
    }

    /// Returns the sources of what is disputed, or of a custom.
    pub const fn source(self) -> Option<&'static str> {
        match self {
            Standing::Disputed(source) | Standing::Custom(source) => Some(source),
            Standing::Agreed | Standing::WhatIf => None,
        }
    }
}

/// A value in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownValue {
    /// As one word.
    pub(crate) word: String,
    /// As TOML.
    toml: String,
    /// Its meaning, where each value has its own.
    meaning: Option<&'static str>,
}

/// A named rule set.
#[derive(Clone, Copy, Debug)]
pub struct Preset<R> {
    /// Name.
    pub name: &'static str,
    /// Source of the rules, or who plays by them.
    pub source: &'static str,
    /// The rules.
    pub rules: R,
}

/// The value of a toggle in a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name of the toggle.
    pub name: &'static str,
    /// The value as TOML.
    pub value: String,
    /// The value as one word.
    pub word: String,
    /// Meaning of the value.
    pub meaning: &'static str,
    /// Its standing with the sources.
    pub standing: Standing,
    /// `true` if files omit it: it is the default, which all rules had before the toggle existed.
    pub is_omitted: bool,
}

/// The type of a toggle's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToggleType {
    /// One of these words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// An integer in this range.
    Number {
        /// Minimum.
        least: i64,
        /// Maximum.
        most: i64,
        /// The reason why it must be odd, if it must.
        odd: Option<&'static str>,
    },
    /// `false` or `true`, with their meanings.
    Flag([&'static str; 2]),
    /// Points for each colour, from 0 to [`Values::MAX`].
    Points,
    /// A fixed-point number, stored as an integer number of its smallest units, so that it is
    /// written as it was read.
    Decimal {
        /// Maximum number of digits after the point.
        places: usize,
        /// Minimum, in smallest units.
        least: i64,
        /// Maximum, in smallest units.
        most: i64,
        /// A divisor of every value, in smallest units.
        step: i64,
        /// The expected input, for messages.
        expected: &'static str,
    },
}

/// Millionths in 1.
pub(crate) const MILLION: u32 = 1_000_000;

/// Strips a pair of delimiters; `None` if they are not there.
fn within(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// Strips the quotes of a TOML string.
fn unquoted(text: &str) -> &str {
    within(text, '"', '"').or_else(|| within(text, '\'', '\'')).unwrap_or(text)
}

/// Parses an integer that consists of digits and at most a minus sign.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|sign| sign.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Parses `0`, `12` or `0.05`, with at most `places` digits after the point, into smallest units.
fn decimal(text: &str, places: usize) -> Option<i64> {
    let text = if text.starts_with('.') { &format!("0{text}") } else { text };
    let (before, behind) = text.split_once('.').unwrap_or((text, "0"));
    let has_sign = !before.starts_with(|sign: char| sign.is_ascii_digit());
    let is_padded = before.len() > 1 && before.starts_with('0');
    if has_sign || is_padded || behind.is_empty() || behind.len() > places {
        return None;
    }
    whole(&format!("{before}{behind:0<places$}"))
}

impl ToggleType {
    /// A fraction from 0 to 1, in millionths.
    pub(crate) const SHARE: ToggleType = ToggleType::Decimal {
        places: 6,
        least: 0,
        most: MILLION as i64,
        step: 1,
        expected: "expected a share from 0 to 1, as `0.05`, to the millionth",
    };

    /// Returns the words; none for other types.
    fn words(&self) -> impl Iterator<Item = &'static str> {
        let words = if let ToggleType::Words(words) = self { words } else { &[][..] };
        words.iter().map(|(word, _)| *word)
    }

    /// Parses a number of this type, a decimal one in its smallest units.
    fn number(&self, text: &str) -> Option<i64> {
        match *self {
            ToggleType::Number { least, most, odd } => {
                let fits = |number: &i64| odd.is_none() || number % 2 != 0;
                whole(text).filter(|number| (least..=most).contains(number)).filter(fits)
            }
            ToggleType::Decimal { places, least, most, step, .. } => {
                let number = match text.strip_prefix('-').filter(|_| least < 0) {
                    Some(text) => -decimal(text, places)?,
                    None => decimal(text, places)?,
                };
                Some(number).filter(|it| (least..=most).contains(it) && it % step == 0)
            }
            _ => None,
        }
    }

    /// Describes the expected input.
    pub(crate) fn expected(&self) -> String {
        match *self {
            ToggleType::Words(_) => format!("expected {}", one_of(self.words())),
            ToggleType::Number { least, most, odd: None } => {
                format!("expected a whole number from {least} to {most}")
            }
            ToggleType::Number { least, most, odd: Some(why) } => {
                format!("expected an odd number from {least} to {most}: {why}")
            }
            ToggleType::Flag(_) => "expected `true` or `false`".to_owned(),
            ToggleType::Points => {
                let most = Values::MAX;
                format!(
                    "expected a table as `{{ black = 1, white = 2 }}`, of numbers from 0 to {most}"
                )
            }
            ToggleType::Decimal { expected, .. } => expected.to_owned(),
        }
    }

    /// Formats a number, a decimal one from its smallest units.
    pub(crate) fn number_word(&self, number: i64) -> String {
        let ToggleType::Decimal { places, .. } = *self else { return number.to_string() };
        let one = 10_i64.pow(places as u32);
        let (sign, number) = (if number < 0 { "-" } else { "" }, number.abs());
        let word = format!("{sign}{}.{:0places$}", number / one, number % one);
        word.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl<R: Default> Toggle<R> {
    /// Parses a value, as TOML or a bare word, and sets the toggle to it.
    ///
    /// # Errors
    /// If the toggle has no such value.
    pub fn read(&self, rules: &mut R, text: &str) -> Result<(), Diagnostic> {
        if (self.read)(rules, text) {
            return Ok(());
        }
        let text = shortened(unquoted(text.trim())).replace("\\\"", "\"");
        let what = format!("unknown value `{text}` for `{}`", self.name);
        let fault = Diagnostic { label: self.toggle_type.expected(), ..Diagnostic::whole(what) };
        Err(fault.did_you_mean(&text, self.toggle_type.words()))
    }

    /// Returns the toggle's setting in these rules.
    pub fn setting(&self, rules: &R) -> Setting {
        let shown = (self.show)(rules);
        let is_default = shown == (self.show)(&R::default());
        let ShownValue { word, toml, meaning } = shown;
        let standing = match self.toggle_type {
            ToggleType::Words(_) => self.standings.iter().find(|(value, _)| *value == word),
            _ => self.standings.first().filter(|_| !is_default),
        };
        Setting {
            name: self.name,
            value: toml,
            meaning: meaning.unwrap_or(self.about),
            standing: standing.map_or(Standing::Agreed, |(_, standing)| *standing),
            word,
            is_omitted: self.facts.omits_default && is_default,
        }
    }

    /// Returns the values with their standings; of a toggle without words the default, which is
    /// agreed, and `others`.
    pub fn standings(&self) -> Vec<(String, Standing)> {
        let own = self.standings.iter().map(|&(word, standing)| (word.to_owned(), standing));
        if let ToggleType::Words(_) = self.toggle_type {
            return own.collect();
        }
        let default = ((self.show)(&R::default()).word, Standing::Agreed);
        std::iter::once(default).chain(own).collect()
    }
}

/// The value of a toggle. Texts have no spaces around them.
pub(crate) trait ToggleValue: Copy {
    /// Parses a value, as TOML or a bare word. A text that sets only part of it leaves the rest.
    fn read(self, text: &str, toggle_type: &ToggleType) -> Option<Self>;

    fn show(self, toggle_type: &ToggleType) -> ShownValue;
}

/// Shows a value that is one word, also in TOML.
fn plain(word: String, meaning: Option<&'static str>) -> ShownValue {
    ShownValue { toml: word.clone(), word, meaning }
}

impl<C: Keyword> ToggleValue for C {
    fn read(self, text: &str, _: &ToggleType) -> Option<C> {
        C::from_word(unquoted(text))
    }

    fn show(self, _: &ToggleType) -> ShownValue {
        let word = self.word().to_owned();
        ShownValue { toml: format!("\"{word}\""), word, meaning: Some(self.meaning()) }
    }
}

macro_rules! numbers {
    ($($type:ty)+) => {$(
        impl ToggleValue for $type {
            fn read(self, text: &str, toggle_type: &ToggleType) -> Option<$type> {
                toggle_type.number(text)?.try_into().ok()
            }

            fn show(self, toggle_type: &ToggleType) -> ShownValue {
                plain(toggle_type.number_word(self as i64), None)
            }
        }
    )+};
}

numbers! { i16 u8 u16 u32 u64 }

impl ToggleValue for bool {
    fn read(self, text: &str, _: &ToggleType) -> Option<bool> {
        text.parse().ok()
    }

    fn show(self, toggle_type: &ToggleType) -> ShownValue {
        let ToggleType::Flag(meanings) = toggle_type else { return plain(self.to_string(), None) };
        plain(self.to_string(), Some(meanings[usize::from(self)]))
    }
}

impl ToggleValue for Values {
    fn read(self, text: &str, _: &ToggleType) -> Option<Values> {
        let points = |text: &str| {
            let points = whole(text).and_then(|points| u8::try_from(points).ok());
            points.filter(|&points| points <= Values::MAX)
        };
        if let Some((black, white)) = text.split_once('/') {
            return Some(Values { black: points(black)?, white: points(white)? });
        }
        let mut read = [None; 2];
        let parts = within(text, '{', '}')?.split(',');
        for part in parts.filter(|part| !part.trim().is_empty()) {
            let (key, text) = part.split_once('=')?;
            let place = ["black", "white"].iter().position(|&known| known == key.trim())?;
            if read[place].replace(points(text.trim())?).is_some() {
                return None;
            }
        }
        let [black, white] = read;
        Some(Values { black: black.unwrap_or(self.black), white: white.unwrap_or(self.white) })
    }

    fn show(self, _: &ToggleType) -> ShownValue {
        let Values { black, white } = self;
        ShownValue {
            word: format!("{black}/{white}"),
            toml: format!("{{ black = {black}, white = {white} }}"),
            meaning: None,
        }
    }
}

/// Declares a game's rules, toggle by toggle: `field: Type = "name" [facts] { values }`. Facts that
/// differ from [`Facts::NONE`] are listed. The values are either words, for which the type is declared
/// as by [`keyword_enum!`](crate::keyword_enum!), the default first; or the default value and the
/// [`ToggleType`]. Behind a word, or behind the type for every value but the default, stands its
/// [`Standing`] in parentheses, unless it is agreed.
macro_rules! toggles {
    ($(#[doc = $doc:literal])* pub struct $rules:ident {$(
        $(#[doc = $about:literal])*
        $field:ident: $type:ident = $name:literal $([$($fact:ident: $known:expr),+])? { $($values:tt)+ }
    )+}) => {
        $($crate::games::toggles! {
            @type $(#[doc = $about])* $type = $name { $($values)+ }
        })+

        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $rules { $($(#[doc = $about])* pub $field: $type,)+ }

        impl $rules {
            /// Every toggle at its default value.
            pub const DEFAULT: $rules = $rules {
                $($field: $crate::games::toggles!(@default $type { $($values)+ }),)+
            };

            /// Every toggle, in the order of the documentation.
            pub const TOGGLES: &'static [$crate::games::Toggle<$rules>] = &[$(
                $crate::games::Toggle {
                    name: $name,
                    about: concat!($($about),*).trim_ascii(),
                    toggle_type: $crate::games::toggles!(@toggle_type $type { $($values)+ }),
                    facts: $crate::games::Facts {
                        $($($fact: $known,)+)?
                        ..$crate::games::Facts::NONE
                    },
                    standings: $crate::games::toggles!(@standings { $($values)+ }),
                    read: |rules, text| {
                        let own = rules.$field;
                        let of = $crate::games::toggles!(@toggle_type $type { $($values)+ });
                        let read = $crate::games::toggle::ToggleValue::read(own, text.trim(), &of);
                        rules.$field = read.unwrap_or(own);
                        read.is_some()
                    },
                    show: |rules| {
                        let of = $crate::games::toggles!(@toggle_type $type { $($values)+ });
                        $crate::games::toggle::ToggleValue::show(rules.$field, &of)
                    },
                },
            )+];
        }

        impl Default for $rules {
            fn default() -> $rules {
                $rules::DEFAULT
            }
        }
    };

    (@type $(#[doc = $about:literal])* $type:ident = $name:literal {
        $($(#[doc = $meaning:literal])* $value:ident = $word:literal $(($($standing:tt)+))?,)+
    }) => {
        $crate::keyword_enum! {
            $(#[doc = $about])*
            pub enum $type ($name) { $($(#[doc = $meaning])* $value = $word,)+ }
        }
    };
    (@type $($other:tt)+) => {};

    (@default $type:ident { $(#[doc = $meaning:literal])* $value:ident = $word:literal $($rest:tt)+ }) => {
        <$type as $crate::base::text::Keyword>::ALL[0]
    };
    (@default $type:ident { $default:expr, $($rest:tt)+ }) => { $default };

    (@toggle_type $type:ident { $(#[doc = $meaning:literal])* $value:ident = $word:literal $($rest:tt)+ }) => {
        $crate::games::ToggleType::Words(<$type as $crate::base::text::Keyword>::MEANINGS)
    };
    (@toggle_type $type:ident { $default:expr, $toggle_type:expr $(, ($($standing:tt)+))? }) => { $toggle_type };

    (@standings {
        $($(#[doc = $meaning:literal])* $value:ident = $word:literal $(($($standing:tt)+))?,)+
    }) => {
        &[$(($word, $crate::games::toggles!(@standing $($($standing)+)?)),)+]
    };
    (@standings { $default:expr, $toggle_type:expr $(, ($($standing:tt)+))? }) => {
        &[("others", $crate::games::toggles!(@standing $($($standing)+)?))]
    };
    (@standing) => { $crate::games::Standing::Agreed };
    (@standing disputed: $source:literal) => { $crate::games::Standing::Disputed($source) };
    (@standing custom: $source:literal) => { $crate::games::Standing::Custom($source) };
    (@standing what if) => { $crate::games::Standing::WhatIf };
}

pub(crate) use toggles;
