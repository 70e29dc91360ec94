//! The options of a bot: what stands behind the colon of its word, `depth=4,noise=0.05`.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::NoBot;
use crate::random::Stream;
use crate::words::{Choice, all_of, nearest, one_of};

/// The options of one kind of bot.
pub(super) trait Options: Default {
    /// The bot's name.
    const BOT: &'static str;
    /// The names of its options, in the order in which they are written.
    const NAMES: &'static [&'static str];

    /// Sets the option of this name.
    ///
    /// # Errors
    /// When the value is none of it: says what was expected.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// The value of the option of this name, as it is read.
    fn value(&self, name: &str) -> String;

    /// Whether a word without the option of this name means these options all the same.
    fn is_default(&self, name: &str) -> bool;

    /// What options leave open that others decide.
    ///
    /// # Errors
    /// When they do not go together: which option of those given is wrong, and what was expected.
    fn settle(&mut self, given: &[&str]) -> Result<(), (&'static str, String)>;

    /// A regular expression for the values of the option of this name.
    fn pattern(name: &str) -> String;

    /// The bot's word with every option.
    fn to_full(&self) -> String {
        self.word(|_| true)
    }

    /// The bot's word without the options that are as they are anyway.
    fn to_short(&self) -> String {
        self.word(|name| !self.is_default(name))
    }

    /// The bot's word with some of its options.
    fn word(&self, shown: impl Fn(&str) -> bool) -> String {
        let names = Self::NAMES.iter().filter(|name| shown(name));
        let options: Vec<String> =
            names.map(|name| format!("{name}={}", self.value(name))).collect();
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
            if !Self::NAMES.contains(&name) {
                return Err(unknown::<Self>(name, name_span));
            }
            if given.contains(&name) {
                return Err(NoBot {
                    what: format!("option `{name}` of `{}` is given twice", Self::BOT),
                    expected: "once is enough".to_owned(),
                    nearest: None,
                    span: name_span,
                });
            }
            options.set(name, value).map_err(|expected| NoBot {
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
    NoBot {
        what: match name {
            "" => format!("an option of `{}` is empty", O::BOT),
            _ => format!("`{}` has no option `{name}`", O::BOT),
        },
        expected: format!("its options are {}", all_of(O::NAMES.iter().copied())),
        nearest: nearest(name, O::NAMES.iter().copied()),
        span,
    }
}

/// A whole number in a range, written in digits alone.
pub(super) fn whole(value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| value.parse().ok()).flatten();
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

/// The regular expression of [`whole`] numbers.
pub(super) fn whole_pattern(range: RangeInclusive<u64>) -> String {
    let most = range.end().to_string();
    let rest = |places: usize| match places {
        0 => String::new(),
        _ => format!("[0-9]{{{places}}}"),
    };
    // Numbers with fewer digits, then those that are below in the first digit, in the second ..
    let shorter = (1..most.len()).map(|length| format!("[1-9]{}", rest(length - 1)));
    let below = most.bytes().enumerate().filter_map(|(place, digit)| {
        let lowest = if place == 0 { b'1' } else { b'0' };
        let before = (digit > lowest).then(|| char::from(digit - 1))?;
        let lowest = char::from(lowest);
        Some(format!("{}[{lowest}-{before}]{}", &most[..place], rest(most.len() - place - 1)))
    });
    let numbers: Vec<String> = shorter.chain(below).chain([most.clone()]).collect();
    let numbers = numbers.join("|");
    if *range.start() == 0 { format!("(0+|0*({numbers}))") } else { format!("0*({numbers})") }
}

/// The regular expression of the words of a choice.
pub(super) fn choice_pattern<C: Choice>() -> String {
    format!("({})", C::words().collect::<Vec<_>>().join("|"))
}

/// One of the words of a choice.
pub(super) fn choice<C: Choice>(value: &str) -> Result<C, String> {
    C::from_word(value).ok_or_else(|| format!("expected {}", one_of(C::words())))
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

    /// The regular expression of what [`Share::read`] reads.
    pub(super) fn pattern() -> String {
        "(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)".to_owned()
    }

    /// Reads `0`, `1`, `0.05`.
    pub(super) fn read(value: &str) -> Result<Share, String> {
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

/// The most MiB that a bot's table may be told to have: a tebibyte.
const MOST_HASH: u64 = 1 << 20;

/// The regular expression of [`mebibytes`].
pub(super) fn mebibytes_pattern() -> String {
    whole_pattern(1..=MOST_HASH)
}

/// A size in MiB.
pub(super) fn mebibytes(value: &str) -> Result<u32, String> {
    whole(value, 1..=MOST_HASH).map(|number| number as u32)
}

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
