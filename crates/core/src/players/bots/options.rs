//! The options of a bot: what stands behind the colon of its word, `depth=4,noise=0.05`. Each is a
//! toggle, as those of rules are.

use std::ops::Range;

use crate::base::fault::Fault;
use crate::base::random::Stream;
use crate::base::words::all_of;
use crate::games::Toggle;
use crate::games::toggle::MILLION;

/// The sizes in MiB that a bot's table may have: up to a tebibyte.
pub(super) const MOST_MEBIBYTES: i64 = 1 << 20;

/// Draws whether what happens with this share, in millionths, happens now; nothing is drawn where it
/// never does.
pub(super) fn falls(share: u32, stream: &mut Stream) -> bool {
    share > 0 && stream.below(MILLION) < share
}

/// The options of one kind of bot.
pub(super) trait Options: Default + 'static {
    /// The bot's name.
    const BOT: &'static str;
    /// Its options, in the order in which they are written: first its budget, which is always told, for
    /// it is what a reader of results wants to know.
    const OPTIONS: &'static [Toggle<Self>];

    /// Those that came after games had been recorded. Where one is as it is anyway, no word has it: random numbers
    /// depend on the whole word.
    const LATER: &'static [&'static str] = &[];

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
        for (place, Toggle { name, shape, get, .. }) in Self::OPTIONS.iter().enumerate() {
            let is_unsaid = match place {
                0 => self.is_limited_otherwise(),
                _ => get(self) == get(&usual),
            };
            if !is_unsaid || full && !Self::LATER.contains(name) {
                word += &format!("{sign}{name}={}", shape.word(get(self)));
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
    fn read(text: Option<&str>, start: usize) -> Result<Self, Fault> {
        let bot = Self::BOT;
        let mut options = Self::default();
        // Each name, with its value and where that stands.
        let mut given: Vec<(&str, &str, Range<usize>)> = Vec::new();
        let mut at = start;
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let end = at + option.len();
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let name_span = at..at + name.len();
            let Some(toggle) = Self::OPTIONS.iter().find(|toggle| toggle.name == name) else {
                let names = || Self::OPTIONS.iter().map(|toggle| toggle.name);
                let what = match name {
                    "" => format!("an option of `{bot}` is empty"),
                    _ => format!("`{bot}` has no option `{name}`"),
                };
                let expected = format!("its options are {}", all_of(names()));
                return Err(Fault::at(name_span, what, expected).did_you_mean(name, names()));
            };
            if given.iter().any(|(other, ..)| *other == name) {
                let what = format!("option `{name}` of `{bot}` is given twice");
                return Err(Fault::at(name_span, what, "once is enough"));
            }
            let span = end - value.len()..end;
            // No word of a bot has quotes.
            let plain = Some(value).filter(|value| !value.contains(['"', '\'']));
            let read = plain.and_then(|value| toggle.shape.read(value, 0));
            let number = read.ok_or_else(|| {
                let what = match option.contains('=') {
                    true => format!("`{value}` is no `{name}` of `{bot}`"),
                    false => format!("option `{name}` of `{bot}` has no value"),
                };
                // Where the value is missing, the name is shown.
                let span = if value.is_empty() { at..end } else { span.clone() };
                Fault::at(span, what, toggle.shape.expected())
            })?;
            (toggle.set)(&mut options, number);
            given.push((name, value, span));
            at = end + 1;
        }
        let names: Vec<&str> = given.iter().map(|(name, ..)| *name).collect();
        options.settle(&names).map_err(|(wrong, expected)| {
            let given = given.into_iter().find(|(name, ..)| *name == wrong);
            let (_, value, span) = given.unwrap_or((wrong, "", start..start));
            Fault::at(span, format!("`{value}` is no `{wrong}` of `{bot}`"), expected)
        })?;
        Ok(options)
    }
}
