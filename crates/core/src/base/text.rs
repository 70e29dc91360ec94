//! Text helpers: keyword enums, lists, plurals, names and near misses.

/// Returns the known word nearest to an unknown one by edit distance; its last hyphenated part
/// alone counts as an exact match. `None` if no word is near enough.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (found, last) = (found.to_lowercase(), format!("-{}", found.to_lowercase()));
    let distance = |word: &str| match found.len() > 1 && word.ends_with(&last) {
        true => 0,
        false => strsim::osa_distance(&found, &word.to_lowercase()),
    };
    known
        .into_iter()
        .map(|word| (distance(word), word))
        .filter(|&(distance, word)| distance * 3 <= word.len().max(found.chars().count()) + 1)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// Formats alternatives, each in backticks: `a`, `a or b`, `a, b or c`.
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    listed(words.into_iter().map(|word| format!("`{word}`")), "or")
}

/// Formats a list, each word in backticks: `a`, `a and b`, `a, b and c`.
pub fn all_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    listed(words.into_iter().map(|word| format!("`{word}`")), "and")
}

/// Joins items by commas, with `before_last` before the last one: `a, b and c`.
pub fn listed(items: impl IntoIterator<Item = String>, before_last: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {before_last} {last}", most.join(", ")),
    }
}

/// Formats a number with its noun: `1 setup`, `2 setups`.
pub fn plural(number: u64, what: &str) -> String {
    format!("{number} {}", of_so_many(number, what))
}

/// Returns the singular or plural of a noun: `setup` or `setups`.
pub fn of_so_many(number: u64, what: &str) -> String {
    if number == 1 { what.to_owned() } else { format!("{what}s") }
}

/// Formats a number with `digits` decimals; empty if it is not finite, and without a minus before
/// zero.
pub fn decimal(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// Formats a number for readers, with halves rounded away from zero, also those that lie a hair
/// below one half because no binary fraction is exact.
pub fn rounded(value: f64, digits: usize) -> String {
    decimal(half_away(value, digits), digits)
}

/// Rounds to `digits` decimals, as [`rounded`] does.
pub fn half_away(value: f64, digits: usize) -> f64 {
    let scale = (0..digits).fold(1.0, |scale, _| scale * 10.0);
    ((value * scale).abs() + 1e-9).round().copysign(value) / scale
}

/// Wraps a text in lines of at most `columns` columns; a longer word gets a line of its own.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut lines = String::new();
    let mut width = 0;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut word = word.to_owned();
        // A number and its `%` stay together.
        if let Some(sign) = words.next_if(|next| next.starts_with('%')) {
            word += &format!(" {sign}");
        }
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= columns;
            lines.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        lines += &word;
        width += length;
    }
    lines.push('\n');
    lines
}

/// Returns whether a sign steers what is written around it: a control character, a separator of lines, or one that
/// changes the direction of writing (Unicode Bidirectional Algorithm, UAX #9).
pub fn is_control(sign: char) -> bool {
    let turns = matches!(sign,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || sign.is_control()
}

/// The most characters of a name: a row of the journal has three names and must stay readable.
pub const MAX_NAME_SIGNS: usize = 1000;

/// Characters that no name begins with: a spreadsheet runs a field that begins so as a formula. The
/// wide ones are typed on East Asian keyboards.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Words that programs read from tables as a missing or Boolean value.
const NO_WORDS: [&str; 7] = ["na", "n/a", "null", "none", "nil", "true", "false"];

/// Returns why a setup or rule set cannot have this name in tables and journals; `None` if it can.
pub fn unfit_for_tables(name: &str) -> Option<String> {
    // The mirror image of a setup may have a name as long as the setup's own.
    let signs = name.strip_prefix("mirror:").unwrap_or(name).chars().count();
    if signs > MAX_NAME_SIGNS {
        return Some(format!("a name has {signs} signs, and {MAX_NAME_SIGNS} is the most"));
    }
    if let Some(first) = name.chars().next().filter(|first| FORMULA.contains(first)) {
        let what = format!("a name begins with `{first}`");
        return Some(what + ", and a spreadsheet would run it as a formula");
    }
    // A column has one type whatever the data, so no name is a number, a date or a missing value.
    let is_other = !name.is_empty() && !name.chars().any(char::is_alphabetic)
        || name.parse::<f64>().is_ok()
        || NO_WORDS.contains(&name.to_lowercase().as_str());
    let what = "which programs take for a number, a date or a missing value";
    is_other.then(|| format!("a name is `{name}`, {what}"))
}

/// Quotes a word for a shell, if necessary: on Windows for both of them.
pub fn shell_word(word: &str) -> String {
    let signs = if cfg!(windows) { r"-_./=:+\" } else { "-_./=:,+@%" };
    let plain = |sign: char| sign.is_ascii_alphanumeric() || signs.contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{}\"", word.replace('"', "\\\""))
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Shortens user input for a message, to one line.
pub fn shortened(text: &str) -> String {
    const MAX: usize = 40;
    let signs = text.chars().count();
    let shown: String = text.chars().take(MAX).flat_map(char::escape_debug).collect();
    if signs > MAX { shown + ".." } else { shown }
}

/// An enum whose variants are keywords in files and on the command line.
pub trait Keyword: Copy + 'static {
    /// Name of the choice, such as a toggle's.
    const NAME: &'static str;
    /// All variants, in the order in which they are listed.
    const ALL: &'static [Self];
    /// Keyword and one-line description of each variant.
    const MEANINGS: &'static [(&'static str, &'static str)];

    /// Returns the keyword.
    fn word(self) -> &'static str;

    /// Returns the description.
    fn meaning(self) -> &'static str {
        let own = Self::MEANINGS.iter().find(|(word, _)| *word == self.word());
        own.map_or("", |(_, meaning)| meaning)
    }

    /// Parses a keyword; `None` if it is unknown.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.word() == word)
    }

    /// Returns all keywords.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|choice| choice.word())
    }
}

/// Declares a keyword enum: variants with their keywords, and their doc comments as descriptions.
#[macro_export]
#[doc(hidden)]
macro_rules! keyword_enum {
    ($(#[doc = $doc:literal])* $vis:vis enum $name:ident ($toggle:literal) {
        $($(#[doc = $meaning:literal])* $variant:ident = $word:literal,)+
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[doc = $meaning])* $variant,)+ }

        impl $crate::base::text::Keyword for $name {
            const NAME: &'static str = $toggle;
            const ALL: &'static [$name] = &[$($name::$variant),+];
            const MEANINGS: &'static [(&'static str, &'static str)] =
                &[$(($word, concat!($($meaning),+).trim_ascii())),+];

            fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::base::text::Keyword::word(*self))
            }
        }
    };
}
