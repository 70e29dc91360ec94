//! Diagnostics: errors and warnings in a text, with their positions.
//!
//! A parser collects every [`Diagnostic`] before it fails, so that a user corrects a text once. Together
//! with the text they form [`Diagnostics`], an error. Callers may render the text with the faults
//! marked; `Display` prints one line each.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A range of bytes in a text.
pub type Span = Range<usize>;

/// The path that stands for stdin.
pub const STDIN: &str = "-";

/// Name of stdin in messages, and of an unnamed setup read from there.
pub const STDIN_IN_WORDS: &str = "stdin";

/// A text and its origin: the path as the user gave it, or the name of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Name in messages.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
}

/// Returns the start of the character that contains this byte.
pub fn floor_char(text: &str, byte: usize) -> usize {
    let is_whole = |at: &usize| text.is_char_boundary(*at);
    (0..=byte.min(text.len())).rev().find(is_whole).unwrap_or(0)
}

/// Kind of an error, for programs; the message is for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value, or a text as a whole, that is not what is expected.
    #[default]
    Invalid,
    /// A name that is not known: of a bot, an option, a toggle or its value, a header, a setup.
    Unknown,
    /// A part that has to be there is not.
    Missing,
    /// A name that is given twice.
    Repeated,
    /// A move that the rules do not allow in its position.
    IllegalMove,
    /// A setup that cannot be played by the rules.
    UnplayableSetup,
}

/// One error or warning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// Kind, to match on.
    pub kind: ErrorKind,
    /// One-line message.
    pub message: String,
    /// The offending bytes; `None` if the text as a whole is at fault, and in errors of a position
    /// in one word.
    pub span: Option<Span>,
    /// The expected input, or empty.
    pub label: String,
    /// Suggested remedy.
    pub help: Option<String>,
}

/// A text with its errors, or with its warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    source: Source,
    /// `true` for errors, `false` for warnings.
    are_errors: bool,
    faults: Vec<Diagnostic>,
    /// Diagnostics of other texts that this one refers to.
    elsewhere: Vec<Diagnostics>,
}

impl Source {
    /// Creates a source that is not a file, such as a command-line option.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Returns the line and column of a byte, counted from 1.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..floor_char(&self.text, byte)];
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// Returns these faults of the text, as errors.
    pub fn faults(&self, faults: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics { source: self.clone(), are_errors: true, faults, elsewhere: Vec::new() }
    }

    /// Returns these faults of the text, as warnings.
    pub fn warnings(&self, faults: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics { are_errors: false, ..self.faults(faults) }
    }
}

impl Diagnostic {
    /// Creates a fault of the text as a whole.
    pub fn whole(what: impl Into<String>) -> Diagnostic {
        Diagnostic { message: what.into(), ..Diagnostic::default() }
    }

    /// Creates a fault at a span of the text.
    pub fn at(span: Span, what: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span), label: expected.into(), ..Diagnostic::whole(what) }
    }

    /// Creates a fault at the second of two alike.
    pub fn repeated(span: Span, what: impl Into<String>) -> Diagnostic {
        Diagnostic::at(span, what, "once is enough").kind(ErrorKind::Repeated)
    }

    /// Sets the kind.
    #[must_use]
    pub fn kind(self, kind: ErrorKind) -> Diagnostic {
        Diagnostic { kind, ..self }
    }

    /// Sets the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Says that `found` is not known, and suggests the nearest known word if one is close enough.
    #[must_use]
    pub fn did_you_mean<'a>(
        self,
        found: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let fault = self.kind(ErrorKind::Unknown);
        match crate::base::text::nearest(found, known) {
            Some(word) => fault.help(format!("did you mean `{word}`?")),
            None => fault,
        }
    }
}

impl Diagnostics {
    /// Returns the faults of this text, in the order in which they were added.
    pub fn list(&self) -> &[Diagnostic] {
        &self.faults
    }

    /// Returns whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty() && self.elsewhere.is_empty()
    }

    /// Adds a fault of the same text.
    pub fn push(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }

    /// Splits into the faults without a position and, text by text, the faults with one.
    pub fn apart(mut self) -> (Vec<Diagnostic>, Vec<Diagnostics>) {
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let (placed, mut whole): (Vec<Diagnostic>, Vec<Diagnostic>) =
            std::mem::take(&mut self.faults).into_iter().partition(|fault| fault.span.is_some());
        let mut texts = Vec::new();
        if !placed.is_empty() {
            self.faults = placed;
            texts.push(self);
        }
        for (its_whole, its_texts) in elsewhere.into_iter().map(Diagnostics::apart) {
            whole.extend(its_whole);
            texts.extend(its_texts);
        }
        (whole, texts)
    }

    /// Adds the faults of another text that this one refers to.
    pub fn push_elsewhere(&mut self, faults: Diagnostics) {
        self.elsewhere.push(faults);
    }

    /// Formats the first fault with its position in one line, and counts the others.
    pub fn in_a_line(&self) -> String {
        let faults = self.in_order();
        let Some((of, first)) = faults.first() else { return String::new() };
        let place = first.span.as_ref().map_or_else(String::new, |span| {
            let (line, column) = of.source.place(span.start);
            format!("line {line}, column {column}: ")
        });
        let more = match faults.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more like this"),
        };
        format!("{place}{}{more}", sanitized(&first.message.replace('\n', " ")))
    }

    /// Returns the text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns whether the faults are errors; otherwise they are warnings.
    pub fn are_errors(&self) -> bool {
        self.are_errors
    }

    /// Returns every fault with the faults of its text: this text's by position, then those of the
    /// texts that it refers to.
    pub fn in_order(&self) -> Vec<(&Diagnostics, &Diagnostic)> {
        let mut faults: Vec<(&Diagnostics, &Diagnostic)> =
            self.faults.iter().map(|fault| (self, fault)).collect();
        faults.sort_by_key(|(_, fault)| fault.span.as_ref().map_or(0, |span| span.start));
        faults.extend(self.elsewhere.iter().flat_map(Diagnostics::in_order));
        faults
    }
}

/// Makes untrusted text safe for a terminal: control, bidirectional and invisible characters become
/// U+FFFD.
pub fn sanitized(text: &str) -> Cow<'_, str> {
    let steers = |sign: char| {
        let is_unseen = matches!(sign,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
        is_unseen || sign.is_control() && sign != '\n'
    };
    if text.contains(steers) { text.replace(steers, "\u{fffd}").into() } else { text.into() }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (of, fault)) in self.in_order().into_iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            if let Some(span) = &fault.span {
                let (line, column) = of.source.place(span.start);
                write!(f, "{}:{line}:{column}: ", sanitized(&of.source.name))?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", sanitized(&self.message))?;
        for more in [Some(&self.label), self.help.as_ref()].into_iter().flatten() {
            if !more.is_empty() {
                write!(f, "; {}", sanitized(more))?;
            }
        }
        Ok(())
    }
}

impl From<Diagnostic> for Diagnostics {
    /// Returns a fault that is not in a text.
    fn from(fault: Diagnostic) -> Diagnostics {
        Source::new("", "").faults(vec![fault])
    }
}

impl std::error::Error for Diagnostic {}

impl std::error::Error for Diagnostics {}
