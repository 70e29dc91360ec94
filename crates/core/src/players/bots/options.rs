//! The options of a bot: what stands behind the colon of its word, `depth=4,noise=0.05`.
//!
//! A bot declares each of its options once, by [`options!`]: the field that holds it,
//! its values and the usual one. The option's name is the field's.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::base::random::Stream;
use crate::base::words::{Choice, all_of, nearest, one_of};

/// A word that names no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoBot {
    /// What is wrong with it.
    pub what: String,
    /// What was expected.
    pub expected: String,
    /// The nearest known name.
    pub nearest: Option<&'static str>,
    /// The bytes of the word that are wrong.
    pub span: Range<usize>,
}

impl fmt::Display for NoBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for NoBot {}

/// An option of a bot with options `O`.
pub(super) struct Opt<O: 'static> {
    /// Its name.
    pub(super) name: &'static str,
    pub(super) place: &'static dyn Place<O>,
}

/// How values of a type are read.
pub(super) trait Domain<T>: Sync {
    /// Reads a value.
    ///
    /// # Errors
    /// When the text is none: says what was expected.
    fn read(&self, text: &str) -> Result<T, String>;
}

/// Where options hold one of them, and what it may be.
pub(super) trait Place<O>: Sync {
    fn read(&self, options: &mut O, text: &str) -> Result<(), String>;
    fn text(&self, options: &O) -> String;
}

/// A field of options `O`.
pub(super) struct Field<O, T, D> {
    pub(super) of: fn(&O) -> &T,
    pub(super) of_mut: fn(&mut O) -> &mut T,
    pub(super) domain: D,
}

impl<O, T: fmt::Display, D: Domain<T>> Place<O> for Field<O, T, D> {
    fn read(&self, options: &mut O, text: &str) -> Result<(), String> {
        *(self.of_mut)(options) = self.domain.read(text)?;
        Ok(())
    }

    fn text(&self, options: &O) -> String {
        (self.of)(options).to_string()
    }
}

/// Declares the options of a bot, one by one: `field: Type = usual value, domain of all values;`.
macro_rules! options {
    ($(#[doc = $doc:literal])* pub struct $options:ident {$(
        $(#[doc = $about:literal])*
        $field:ident: $type:ty = $usual:expr, $domain:expr;
    )+}) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $options { $($(#[doc = $about])* pub $field: $type,)+ }

        impl Default for $options {
            fn default() -> $options {
                $options { $($field: $usual,)+ }
            }
        }

        impl $options {
            const ALL: &'static [$crate::players::bots::options::Opt<$options>] = &[$(
                $crate::players::bots::options::Opt {
                    name: stringify!($field),
                    place: &$crate::players::bots::options::Field {
                        of: |options: &$options| &options.$field,
                        of_mut: |options: &mut $options| &mut options.$field,
                        domain: $domain,
                    },
                },
            )+];
        }
    };
}

pub(super) use options;

/// The options of one kind of bot.
pub(super) trait Options: Default + 'static {
    /// The bot's name.
    const BOT: &'static str;
    /// Its options, in the order in which they are written.
    const OPTIONS: &'static [Opt<Self>];

    /// Whether a word without this option means these options all the same.
    fn goes_without_saying(&self, option: &Opt<Self>) -> bool {
        option.place.text(self) == option.place.text(&Self::default())
    }

    /// What options leave open that others decide.
    ///
    /// # Errors
    /// When they do not go together: which option of those given is wrong, and what was expected.
    fn settle(&mut self, _given: &[&str]) -> Result<(), (&'static str, String)> {
        Ok(())
    }

    /// The bot's word with every option.
    fn to_full(&self) -> String {
        self.word(|_| true)
    }

    /// The bot's word without the options that are as they are anyway.
    fn to_short(&self) -> String {
        self.word(|option| !self.goes_without_saying(option))
    }

    /// The bot's word with some of its options.
    fn word(&self, shown: impl Fn(&Opt<Self>) -> bool) -> String {
        let shown = Self::OPTIONS.iter().filter(|option| shown(option));
        let written = |option: &Opt<Self>| format!("{}={}", option.name, option.place.text(self));
        let options: Vec<String> = shown.map(written).collect();
        match options.len() {
            0 => Self::BOT.to_owned(),
            _ => format!("{}:{}", Self::BOT, options.join(",")),
        }
    }

    /// Reads what stands behind the colon, which is byte `start - 1` of the word; nothing is no
    /// option.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn read(text: Option<&str>, start: usize) -> Result<Self, NoBot> {
        let mut options = Self::default();
        let mut given: Vec<&str> = Vec::new();
        let mut spans: Vec<Range<usize>> = Vec::new();
        let mut at = start;
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let end = at + option.len();
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let name_span = at..at + name.len();
            let Some(known) = Self::OPTIONS.iter().find(|known| known.name == name) else {
                return Err(unknown::<Self>(name, name_span));
            };
            if given.contains(&name) {
                return Err(NoBot {
                    what: format!("option `{name}` of `{}` is given twice", Self::BOT),
                    expected: "once is enough".to_owned(),
                    nearest: None,
                    span: name_span,
                });
            }
            known.place.read(&mut options, value).map_err(|expected| NoBot {
                what: match option.contains('=') {
                    true => format!("`{value}` is no `{name}` of `{}`", Self::BOT),
                    false => format!("option `{name}` of `{}` has no value", Self::BOT),
                },
                expected,
                nearest: None,
                // Where the value is missing, the name is shown.
                span: if value.is_empty() { at..end } else { end - value.len()..end },
            })?;
            given.push(name);
            spans.push(end - value.len()..end);
            at = end + 1;
        }
        options.settle(&given).map_err(|(wrong, expected)| {
            let given = given.iter().zip(&spans).find(|(name, _)| **name == wrong);
            let span = given.map_or(start..start, |(_, span)| span.clone());
            let value = text.and_then(|text| text.get(span.start - start..span.end - start));
            NoBot {
                what: format!("`{}` is no `{wrong}` of `{}`", value.unwrap_or_default(), Self::BOT),
                expected,
                nearest: None,
                span,
            }
        })?;
        Ok(options)
    }
}

fn unknown<O: Options>(name: &str, span: Range<usize>) -> NoBot {
    let names = || O::OPTIONS.iter().map(|option| option.name);
    NoBot {
        what: match name {
            "" => format!("an option of `{}` is empty", O::BOT),
            _ => format!("`{}` has no option `{name}`", O::BOT),
        },
        expected: format!("its options are {}", all_of(names())),
        nearest: nearest(name, names()),
        span,
    }
}

/// A whole number in a range, written in digits alone.
pub(super) struct Whole(pub(super) RangeInclusive<u64>);

impl<T: TryFrom<u64>> Domain<T> for Whole {
    fn read(&self, text: &str) -> Result<T, String> {
        let Whole(range) = self;
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| text.parse().ok()).flatten();
        number
            .filter(|number| range.contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                format!("expected a whole number from {} to {}", range.start(), range.end())
            })
    }
}

/// A number that limits something: a whole number from 1, or 0 for no limit.
pub(super) struct Limit(pub(super) u64);

impl Domain<u64> for Limit {
    fn read(&self, text: &str) -> Result<u64, String> {
        if !text.is_empty() && text.bytes().all(|digit| digit == b'0') {
            return Ok(0);
        }
        Whole(1..=self.0).read(text)
    }
}

/// The words of a choice.
pub(super) struct Words;

impl<C: Choice> Domain<C> for Words {
    fn read(&self, text: &str) -> Result<C, String> {
        C::from_word(text).ok_or_else(|| format!("expected {}", one_of(C::words())))
    }
}

/// A share from 0 to 1, in whole millionths, so that it is written as it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u32);

impl Share {
    /// Millionths in a whole.
    pub const WHOLE: u32 = 1_000_000;

    /// So many millionths, if they are no more than a whole.
    pub fn from_millionths(millionths: u32) -> Option<Share> {
        (millionths <= Share::WHOLE).then_some(Share(millionths))
    }

    /// The share in millionths.
    pub const fn millionths(self) -> u32 {
        self.0
    }

    /// Draws whether what happens with this share happens now; nothing is drawn where it never does.
    pub(super) fn falls(self, stream: &mut Stream) -> bool {
        self.0 > 0 && stream.below(Share::WHOLE) < self.0
    }

    /// Reads `0`, `1`, `0.05`.
    fn read(value: &str) -> Result<Share, String> {
        let expected = || "expected a share from 0 to 1, as `0.05`, to the millionth".to_owned();
        let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(part) || whole.len() > 1 || part.len() > 6 {
            return Err(expected());
        }
        let whole: u32 = whole.parse().map_err(|_| expected())?;
        let part: u32 = format!("{part:0<6}").parse().map_err(|_| expected())?;
        Share::from_millionths(whole * Share::WHOLE + part).ok_or_else(expected)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            Share::WHOLE => f.pad("1"),
            part => f.pad(format!("0.{part:06}").trim_end_matches('0')),
        }
    }
}

/// All shares.
pub(super) struct Shares;

impl Domain<Share> for Shares {
    fn read(&self, text: &str) -> Result<Share, String> {
        Share::read(text)
    }
}

/// The sizes in MiB that a bot's table may be told to have: up to a tebibyte.
pub(super) const MEBIBYTES: Whole = Whole(1..=1 << 20);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_written_as_they_were_read() {
        for text in ["0", "1", "0.05", "0.000001", "0.999999", "0.5"] {
            assert_eq!(Share::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Share::read("0.50").unwrap().to_string(), "0.5");
        assert_eq!(Share::read("1.0").unwrap().to_string(), "1");
        for text in ["", ".", "1.", ".5", "1.000001", "2", "0.0000001", "-0", "+1", "1e-3", "0,5"] {
            assert!(Share::read(text).is_err(), "{text}");
        }
    }
}
