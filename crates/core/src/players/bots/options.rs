//! The options of a bot: what stands behind the colon of its word, `depth=4,noise=0.05`.

use std::fmt;
use std::ops::Range;

use crate::base::random::Stream;
use crate::base::words::{all_of, nearest, one_of};

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

impl NoBot {
    pub(super) fn new(span: Range<usize>, what: String, expected: impl Into<String>) -> NoBot {
        NoBot { what, expected: expected.into(), nearest: None, span }
    }
}

/// An option of a bot with options `O`: its name, its values, and where they are, as numbers.
pub(super) struct Opt<O>(
    pub(super) &'static str,
    pub(super) Values,
    pub(super) fn(&O) -> u64,
    pub(super) fn(&mut O, u64),
);

/// The values of an option, each of which stands for a number.
pub(super) enum Values {
    /// Whole numbers from one to another, written in digits alone.
    Whole(u64, u64),
    /// Whole numbers from 1 up to this; 0 is no limit.
    Limit(u64),
    /// Words, by their places.
    Words(fn() -> Vec<&'static str>),
    /// Shares from 0 to 1, in millionths, so that they are written as they were read.
    Share,
}

/// The sizes in MiB that a bot's table may have: up to a tebibyte.
pub(super) const MEBIBYTES: Values = Values::Whole(1, 1 << 20);

/// Millionths in a whole.
const MILLION: u32 = 1_000_000;

/// Draws whether what happens with this share, in millionths, happens now; nothing is drawn where it
/// never does.
pub(super) fn falls(share: u32, stream: &mut Stream) -> bool {
    share > 0 && stream.below(MILLION) < share
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit())
}

/// Reads `0`, `1`, `0.05`.
fn share(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    if !is_number(whole) || !is_number(part) || whole.len() > 1 || part.len() > 6 {
        return None;
    }
    let millionths = format!("{whole}{part:0<6}").parse().ok()?;
    (millionths <= u64::from(MILLION)).then_some(millionths)
}

impl Values {
    /// The number that a text stands for.
    ///
    /// # Errors
    /// When it is no value: says what was expected.
    fn read(&self, text: &str) -> Result<u64, String> {
        let whole = |least, most| {
            let number = text.parse().ok().filter(|_| is_number(text));
            let fits = number.filter(|number| (least..=most).contains(number));
            fits.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
        };
        match *self {
            Values::Whole(least, most) => whole(least, most),
            Values::Limit(_) if is_number(text) && text.bytes().all(|sign| sign == b'0') => Ok(0),
            Values::Limit(most) => whole(1, most),
            Values::Words(words) => {
                let place = words().iter().position(|&word| word == text);
                place
                    .map(|place| place as u64)
                    .ok_or_else(|| format!("expected {}", one_of(words())))
            }
            Values::Share => share(text)
                .ok_or_else(|| "expected a share from 0 to 1, as `0.05`, to the millionth".into()),
        }
    }

    fn text(&self, value: u64) -> String {
        match *self {
            Values::Words(words) => words()[value as usize].to_owned(),
            Values::Share if value > 0 && value < MILLION.into() => {
                format!("0.{value:06}").trim_end_matches('0').to_owned()
            }
            Values::Share => (value / u64::from(MILLION)).to_string(),
            Values::Whole(..) | Values::Limit(_) => value.to_string(),
        }
    }
}

/// The options of one kind of bot.
pub(super) trait Options: Default + 'static {
    /// The bot's name.
    const BOT: &'static str;
    /// Its options, in the order in which they are written: first its budget, which is always told, for
    /// it is what a reader of results wants to know.
    const OPTIONS: &'static [Opt<Self>];

    /// Whether the budget is another option's.
    fn is_limited_otherwise(&self) -> bool {
        false
    }

    /// Decides what the options that are given leave open.
    ///
    /// # Errors
    /// When they do not go together: which one is wrong, and what was expected.
    fn settle(&mut self, _given: &[&str]) -> Result<(), (&'static str, String)> {
        Ok(())
    }

    /// The bot's word, with every option or without those that are as they are anyway.
    fn word(&self, full: bool) -> String {
        let usual = Self::default();
        let mut word = Self::BOT.to_owned();
        let mut sign = ':';
        for (place, Opt(name, values, of, _)) in Self::OPTIONS.iter().enumerate() {
            let is_unsaid = match place {
                0 => self.is_limited_otherwise(),
                _ => of(self) == of(&usual),
            };
            if full || !is_unsaid {
                word += &format!("{sign}{name}={}", values.text(of(self)));
                sign = ',';
            }
        }
        word
    }

    /// Reads what stands behind the colon, which is byte `start - 1` of the word; nothing is no
    /// option.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn read(text: Option<&str>, start: usize) -> Result<Self, NoBot> {
        let bot = Self::BOT;
        let mut options = Self::default();
        // Each name, with its value and where that stands.
        let mut given: Vec<(&str, &str, Range<usize>)> = Vec::new();
        let mut at = start;
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let end = at + option.len();
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let name_span = at..at + name.len();
            let Some(Opt(_, values, _, set)) = Self::OPTIONS.iter().find(|it| it.0 == name) else {
                let names = || Self::OPTIONS.iter().map(|it| it.0);
                let what = match name {
                    "" => format!("an option of `{bot}` is empty"),
                    _ => format!("`{bot}` has no option `{name}`"),
                };
                let no =
                    NoBot::new(name_span, what, format!("its options are {}", all_of(names())));
                return Err(NoBot { nearest: nearest(name, names()), ..no });
            };
            if given.iter().any(|(other, ..)| *other == name) {
                let what = format!("option `{name}` of `{bot}` is given twice");
                return Err(NoBot::new(name_span, what, "once is enough"));
            }
            let span = end - value.len()..end;
            let number = values.read(value).map_err(|expected| {
                let what = match option.contains('=') {
                    true => format!("`{value}` is no `{name}` of `{bot}`"),
                    false => format!("option `{name}` of `{bot}` has no value"),
                };
                // Where the value is missing, the name is shown.
                NoBot::new(if value.is_empty() { at..end } else { span.clone() }, what, expected)
            })?;
            set(&mut options, number);
            given.push((name, value, span));
            at = end + 1;
        }
        let names: Vec<&str> = given.iter().map(|(name, ..)| *name).collect();
        options.settle(&names).map_err(|(wrong, expected)| {
            let given = given.into_iter().find(|(name, ..)| *name == wrong);
            let (_, value, span) = given.unwrap_or((wrong, "", start..start));
            NoBot::new(span, format!("`{value}` is no `{wrong}` of `{bot}`"), expected)
        })?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_written_as_they_were_read() {
        let again = |text| Some(Values::Share.text(share(text)?));
        for text in ["0", "1", "0.05", "0.000001", "0.999999", "0.5"] {
            assert_eq!(again(text).as_deref(), Some(text));
        }
        assert_eq!((again("0.50"), again("1.0")), (Some("0.5".into()), Some("1".into())));
        for text in ["", ".", "1.", ".5", "1.000001", "2", "0.0000001", "-0", "+1", "1e-3", "0,5"] {
            assert_eq!(share(text), None, "{text}");
        }
    }
}
