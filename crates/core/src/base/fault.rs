//! What is wrong with a text that somebody wrote, and where.
//!
//! A reader of texts gathers every [`Fault`] it finds before it gives up, so that a user mends a
//! text once. Together with the text they are [`Faults`], an error. Whoever shows them may draw the
//! text with what is wrong marked; here each is a line.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// What stands for stdin in place of a file.
pub const STDIN: &str = "-";

/// How messages call it, and what a setup from there is called that has no name.
pub const STDIN_IN_WORDS: &str = "stdin";

/// A text and where it came from: the path as the user gave it, or the option's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How messages call it.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
}

/// The byte at or before this one where a sign of a text begins.
pub fn floor_char(text: &str, byte: usize) -> usize {
    let is_whole = |at: &usize| text.is_char_boundary(*at);
    (0..=byte.min(text.len())).rev().find(is_whole).unwrap_or(0)
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in a line.
    pub what: String,
    /// The bytes of the text that are wrong; none where the text as a whole is.
    pub span: Option<Range<usize>>,
    /// What was expected there.
    pub expected: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// A text with all that is wrong with it, or with all that is odd about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    source: Source,
    /// Whether nothing can be done in spite of them.
    are_errors: bool,
    faults: Vec<Fault>,
    /// What is wrong with other texts, to which this one led.
    elsewhere: Vec<Faults>,
}

impl Source {
    /// A text that came from no file: an option on the command line, say.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Line and column of a byte, counted from 1.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..floor_char(&self.text, byte)];
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// The text with what is wrong with it.
    pub fn faults(&self, faults: Vec<Fault>) -> Faults {
        Faults { source: self.clone(), are_errors: true, faults, elsewhere: Vec::new() }
    }

    /// The text with what is odd about it, and wrong perhaps.
    pub fn warnings(&self, faults: Vec<Fault>) -> Faults {
        Faults { are_errors: false, ..self.faults(faults) }
    }
}

impl Fault {
    /// A fault of the text as a whole.
    pub fn whole(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), span: None, expected: String::new(), help: None }
    }

    /// A fault at a place.
    pub fn at(span: Range<usize>, what: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault { what: what.into(), span: Some(span), expected: expected.into(), help: None }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// Names the known word nearest to the one found, if one is near.
    #[must_use]
    pub fn did_you_mean<'a>(self, found: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
        match crate::base::words::nearest(found, known) {
            Some(word) => self.help(format!("did you mean `{word}`?")),
            None => self,
        }
    }
}

impl Faults {
    /// What is wrong, in the order in which it stands in the text.
    pub fn list(&self) -> &[Fault] {
        &self.faults
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty() && self.elsewhere.is_empty()
    }

    /// Adds what else was found wrong with the same text.
    pub fn push(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// The faults that concern a text as a whole, and those that have a place, text by text.
    pub fn apart(mut self) -> (Vec<Fault>, Vec<Faults>) {
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let (placed, mut whole): (Vec<Fault>, Vec<Fault>) =
            std::mem::take(&mut self.faults).into_iter().partition(|fault| fault.span.is_some());
        let mut texts = Vec::new();
        if !placed.is_empty() {
            self.faults = placed;
            texts.push(self);
        }
        for (its_whole, its_texts) in elsewhere.into_iter().map(Faults::apart) {
            whole.extend(its_whole);
            texts.extend(its_texts);
        }
        (whole, texts)
    }

    /// Adds what is wrong with another text, to which this one led.
    pub fn push_elsewhere(&mut self, faults: Faults) {
        self.elsewhere.push(faults);
    }

    /// The first fault with its place, in a line, for lists of other things.
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
        format!("{place}{}{more}", harmless(&first.what.replace('\n', " ")))
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Whether nothing can be done in spite of them.
    pub fn are_errors(&self) -> bool {
        self.are_errors
    }

    /// Every fault, with the faults of its text: those of this text, in its order, then those of the
    /// texts to which it led.
    pub fn in_order(&self) -> Vec<(&Faults, &Fault)> {
        let mut faults: Vec<(&Faults, &Fault)> =
            self.faults.iter().map(|fault| (self, fault)).collect();
        faults.sort_by_key(|(_, fault)| fault.span.as_ref().map_or(0, |span| span.start));
        faults.extend(self.elsewhere.iter().flat_map(Faults::in_order));
        faults
    }
}

/// A stranger's text for the terminal: what would steer it, turn the order of signs about, or not be
/// seen stands there as a sign.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |sign: char| {
        let is_unseen = matches!(sign,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
        is_unseen || sign.is_control() && sign != '\n'
    };
    if text.contains(steers) { text.replace(steers, "\u{fffd}").into() } else { text.into() }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (of, fault)) in self.in_order().into_iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            if let Some(span) = &fault.span {
                let (line, column) = of.source.place(span.start);
                write!(f, "{}:{line}:{column}: ", harmless(&of.source.name))?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", harmless(&self.what))?;
        for more in [Some(&self.expected), self.help.as_ref()].into_iter().flatten() {
            if !more.is_empty() {
                write!(f, "; {}", harmless(more))?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

impl std::error::Error for Faults {}
