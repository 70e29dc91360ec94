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

/// Options of a bot, or `()` of one that has none.
pub(super) trait Options {
    /// Parses the options.
    ///
    /// # Errors
    /// The first error.
    fn read(text: OptionText<'_>) -> Result<Self, Diagnostic>
    where
        Self: Sized;

    /// Returns the bot's word, with every option if `full`, otherwise without those at their
    /// defaults.
    fn word(&self, bot: &str, full: bool) -> String;

    /// Replaces the budget by this number of positions or playouts.
    fn set_budget(&mut self, _: u64) {}

    /// Lowers the depth of a search to this number of plies.
    fn limit_depth(&mut self, _: u8) {}

    /// Returns the memory of its tables in MiB.
    fn hash(&self) -> u64 {
        0
    }
}

impl Options for () {
    fn read(OptionText { bot, text }: OptionText<'_>) -> Result<(), Diagnostic> {
        let Some(text) = text else { return Ok(()) };
        let span = bot.len()..bot.len() + 1 + text.len();
        let what = format!("`{bot}` has no options");
        Err(Diagnostic::at(span, what, format!("expected `{bot}`")))
    }

    fn word(&self, bot: &str, _: bool) -> String {
        bot.to_owned()
    }
}

/// The wrong option, and what was expected.
pub(super) type Misfit = (&'static str, &'static str);

/// Returns a bot's word, with every option if `full`. The first is its budget and always written,
/// since readers of results need it. Options that omit their default were added after games had been
/// recorded: no word has them at their defaults, since random numbers depend on the whole word.
pub(super) fn word_of<O: Default>(
    bot: &str,
    toggles: &[Toggle<O>],
    options: &O,
    full: bool,
) -> String {
    let default = O::default();
    let mut word = bot.to_owned();
    let mut sign = ':';
    for (place, Toggle { name, show, facts, .. }) in toggles.iter().enumerate() {
        let shown = show(options);
        let is_said = place == 0 || shown != show(&default);
        if is_said || full && !facts.omits_default {
            word += &format!("{sign}{name}={}", shown.word);
            sign = ',';
        }
    }
    word
}

/// Text behind a bot's name and a colon; `None` without a colon.
#[derive(Clone, Copy)]
pub(super) struct OptionText<'t> {
    pub(super) bot: &'static str,
    pub(super) text: Option<&'t str>,
}

impl OptionText<'_> {
    /// Parses options; `settle` derives those that were not given, by the names of those that were.
    ///
    /// # Errors
    /// The first error, or that options are incompatible.
    pub(super) fn read<O: Default>(
        self,
        toggles: &[Toggle<O>],
        settle: fn(&mut O, &[&str]) -> Result<(), Misfit>,
    ) -> Result<O, Diagnostic> {
        let OptionText { bot, text } = self;
        let mut options = O::default();
        // Each name, with its value and the value's span.
        let mut given: Vec<(&str, &str, Span)> = Vec::new();
        let mut at = bot.len() + 1;
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let end = at + option.len();
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let name_span = at..at + name.len();
            let Some(toggle) = toggles.iter().find(|toggle| toggle.name == name) else {
                let names = || toggles.iter().map(|toggle| toggle.name);
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
        settle(&mut options, &names).map_err(|(wrong, expected)| {
            let start = bot.len() + 1;
            let given = given.into_iter().find(|(name, ..)| *name == wrong);
            let (_, value, span) = given.unwrap_or((wrong, "", start..start));
            Diagnostic::at(span, format!("`{value}` is no `{wrong}` of `{bot}`"), expected)
        })?;
        Ok(options)
    }
}
