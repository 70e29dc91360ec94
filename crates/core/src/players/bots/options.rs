//! Options of a bot: the part of its word behind the colon, `depth=4,noise=0.05`. Each is a toggle,
//! like those of rules.

use crate::base::diagnostic::{Diagnostic, Span};
use crate::base::random::GameRng;
use crate::base::text::all_of;
use crate::games::Toggle;
use crate::games::toggle::MILLION;

/// Largest size of a bot's table in MiB: one tebibyte.
pub(super) const MAX_MEBIBYTES: i64 = 1 << 20;

/// Runs a Bernoulli trial with this probability in millionths. A probability of 0 uses no random
/// number.
pub(super) fn bernoulli(share: u32, rng: &mut GameRng) -> bool {
    share > 0 && rng.below(MILLION) < share
}

/// Options of one kind of bot.
pub(super) trait Options: Default + 'static {
    /// Name of the bot.
    const BOT: &'static str;
    /// Options in the order in which they are written. The budget comes first and is always
    /// written, since readers of results need it.
    const OPTIONS: &'static [Toggle<Self>];

    /// Options added after games had been recorded. No word has them at their defaults, since
    /// random numbers depend on the whole word.
    const OMIT_WHEN_DEFAULT: &'static [&'static str] = &[];

    /// Returns whether another option sets the budget.
    fn is_limited_otherwise(&self) -> bool {
        false
    }

    /// Derives the options that were not given.
    ///
    /// # Errors
    /// If the options are incompatible: the wrong one, and what was expected.
    fn settle(&mut self, _given: &[&str]) -> Result<(), (&'static str, &'static str)> {
        Ok(())
    }

    /// Returns the bot's word, with every option if `full`, otherwise without those at their
    /// defaults.
    fn word(&self, full: bool) -> String {
        let default = Self::default();
        let mut word = Self::BOT.to_owned();
        let mut sign = ':';
        for (place, Toggle { name, show, .. }) in Self::OPTIONS.iter().enumerate() {
            let shown = show(self);
            let is_unsaid = match place {
                0 => self.is_limited_otherwise(),
                _ => shown == show(&default),
            };
            if !is_unsaid || full && !Self::OMIT_WHEN_DEFAULT.contains(name) {
                word += &format!("{sign}{name}={}", shown.word);
                sign = ',';
            }
        }
        word
    }

    /// Parses what stands behind the colon, which is byte `start - 1` of the word; `None` stands
    /// for no options.
    ///
    /// # Errors
    /// The first error.
    fn read(text: Option<&str>, start: usize) -> Result<Self, Diagnostic> {
        let bot = Self::BOT;
        let mut options = Self::default();
        // Each name, with its value and the value's span.
        let mut given: Vec<(&str, &str, Span)> = Vec::new();
        let mut at = start;
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let end = at + option.len();
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let name_span = at..at + name.len();
            let Some(toggle) = Self::OPTIONS.iter().find(|toggle| toggle.name == name) else {
                let names = || Self::OPTIONS.iter().map(|toggle| toggle.name);
                let what = format!("`{bot}` has no option `{name}`");
                let expected = format!("its options are {}", all_of(names()));
                return Err(Diagnostic::at(name_span, what, expected).did_you_mean(name, names()));
            };
            if given.iter().any(|(other, ..)| *other == name) {
                let what = format!("option `{name}` of `{bot}` is given twice");
                return Err(Diagnostic::repeated(name_span, what));
            }
            let span = end - value.len()..end;
            // A bot's word has no quotes.
            let is_plain = !value.contains(['"', '\'']);
            if !is_plain || !(toggle.read)(&mut options, value) {
                let what = format!("`{value}` is no `{name}` of `{bot}`");
                // A missing value is reported at the name.
                let span = if value.is_empty() { at..end } else { span.clone() };
                return Err(Diagnostic::at(span, what, toggle.toggle_type.expected()));
            }
            given.push((name, value, span));
            at = end + 1;
        }
        let names: Vec<&str> = given.iter().map(|(name, ..)| *name).collect();
        options.settle(&names).map_err(|(wrong, expected)| {
            let given = given.into_iter().find(|(name, ..)| *name == wrong);
            let (_, value, span) = given.unwrap_or((wrong, "", start..start));
            Diagnostic::at(span, format!("`{value}` is no `{wrong}` of `{bot}`"), expected)
        })?;
        Ok(options)
    }
}
