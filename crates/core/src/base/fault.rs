//! What is wrong with a text that somebody wrote, shown where it is wrong.
//!
//! A reader of files gathers every [`Fault`] it finds before it gives up, so that a user mends a
//! file once. Together with the text they are [`Faults`], an error that draws itself:
//!
//! ```text
//! error: unknown sign `x`
//!  --> mine.txt:4:5
//!   |
//! 4 | wwwwxbwwwwb
//!   |     ^ expected `b`, `w` or `_`
//! ```

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// What stands for stdin in place of a file.
pub const STDIN: &str = "-";

/// How messages call it, and what a setup from there is called that has no name.
pub const STDIN_IN_WORDS: &str = "stdin";

/// Files larger than this are refused: no setup, rules file or experiment comes near it.
pub const LARGEST_FILE: u64 = 1 << 20;

/// More faults than this are counted and not shown.
const MOST_SHOWN: usize = 20;

/// A text and where it came from: the path as the user gave it, or the option's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How messages call it.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
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
    weight: Weight,
    faults: Vec<Fault>,
    /// What is wrong with other texts, to which this one led.
    elsewhere: Vec<Faults>,
}

/// Whether something can be done in spite of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// Nothing can be done.
    Error,
    /// It is done, and may not be what was meant.
    Warning,
}

impl Source {
    /// A text that came from no file: an option on the command line, say.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads a file of text, or stdin where that is what `-` names; a byte order mark is dropped.
    ///
    /// # Errors
    /// When it cannot be read, is larger than [`LARGEST_FILE`], or is no UTF-8.
    pub fn read(path: &Path) -> Result<Source, Faults> {
        Source::read_up_to(path, LARGEST_FILE)
    }

    /// The same where files may have so many bytes.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read_up_to(path: &Path, largest: u64) -> Result<Source, Faults> {
        use std::io::Read;

        let is_stdin = path.as_os_str() == STDIN;
        let name = if is_stdin { STDIN_IN_WORDS.to_owned() } else { path.display().to_string() };
        let refuse = |fault: Fault| Source::new(name.clone(), "").faults(vec![fault]);
        let unreadable = |error: std::io::Error| {
            refuse(Fault::whole(format!("cannot read `{name}`: {}", in_words(&error))))
        };
        let file: Box<dyn Read> = match is_stdin {
            true => Box::new(std::io::stdin()),
            false => Box::new(std::fs::File::open(path).map_err(unreadable)?),
        };
        // Reads a byte beyond the limit at most: the size that a file system reports may be
        // nothing (a pipe) or stale.
        let mut bytes = Vec::new();
        file.take(largest + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > largest {
            let most = largest >> 20;
            return Err(refuse(Fault::whole(format!(
                "`{name}` is larger than {most} MiB, the most that is read"
            ))));
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
                Ok(Source { name, text })
            }
            Err(error) => {
                // The text up to the first wrong byte is sound: it tells line and column.
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let before = String::from_utf8_lossy(&bytes[..valid]);
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
                Err(refuse(
                    Fault::whole(format!(
                        "`{name}` is not UTF-8 text: byte 0x{:02x} at line {line}, column {column}",
                        bytes[valid]
                    ))
                    .help("save the file as UTF-8"),
                ))
            }
        }
    }

    /// The text with what is wrong with it.
    pub fn faults(&self, faults: Vec<Fault>) -> Faults {
        Faults { source: self.clone(), weight: Weight::Error, faults, elsewhere: Vec::new() }
    }

    /// The text with what is odd about it, and wrong perhaps.
    pub fn warnings(&self, faults: Vec<Fault>) -> Faults {
        Faults { weight: Weight::Warning, ..self.faults(faults) }
    }
}

/// Whether a word means a file and not a name: it is stdin's, it has a folder before it, it ends as such
/// files do, or there is something at the path that it would have.
pub fn looks_like_a_file(word: &str, ending: &str, path: &Path) -> bool {
    let found = Path::new(word).extension();
    word == STDIN
        || word.contains(std::path::is_separator)
        || found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
        || !word.is_empty() && path.exists()
}

/// What the operating system says went wrong, without its error number.
pub fn in_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut signs = text.chars();
    signs.next().map(|first| first.to_lowercase().chain(signs).collect()).unwrap_or_default()
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

    /// Draws the faults, with colours for a terminal if wanted: those of this text, then those of
    /// the texts to which it led.
    pub fn render(&self, coloured: bool) -> String {
        let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
        let faults = self.in_order();
        let mut reports: Vec<String> = faults
            .iter()
            .take(MOST_SHOWN)
            .map(|(of, fault)| renderer.render(&[of.group(fault)]).to_string())
            .collect();
        if faults.len() > MOST_SHOWN {
            reports.push(format!("and {} more like these", faults.len() - MOST_SHOWN));
        }
        // The renderer shows what ASCII has of control signs; terminals obey these as well.
        reports.join("\n\n").replace(|sign| ('\u{80}'..='\u{9f}').contains(&sign), "\u{fffd}")
    }

    /// The first fault with its place, in a line, for lists of other things.
    pub fn in_a_line(&self) -> String {
        let faults = self.in_order();
        let Some((of, first)) = faults.first() else { return String::new() };
        let text = &of.source.text;
        let place = first.span.as_ref().map_or_else(String::new, |span| {
            let before = &text[..text.floor_char_boundary(span.start)];
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            format!("line {}, column {column}: ", before.matches('\n').count() + 1)
        });
        let more = match faults.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more like this"),
        };
        format!("{place}{}{more}", harmless(&first.what.replace('\n', " ")))
    }

    /// Every fault, with the faults of its text.
    fn in_order(&self) -> Vec<(&Faults, &Fault)> {
        let mut faults: Vec<(&Faults, &Fault)> =
            self.faults.iter().map(|fault| (self, fault)).collect();
        faults.sort_by_key(|(_, fault)| fault.span.as_ref().map_or(0, |span| span.start));
        faults.extend(self.elsewhere.iter().flat_map(Faults::in_order));
        faults
    }

    fn group<'a>(&'a self, fault: &'a Fault) -> Group<'a> {
        let level = match self.weight {
            Weight::Error => Level::ERROR,
            Weight::Warning => Level::WARNING,
        };
        let title = level.primary_title(&fault.what);
        let mut group = match &fault.span {
            None => Group::with_title(title),
            Some(span) => {
                let mark = AnnotationKind::Primary.span(self.drawable(span));
                let mark = if fault.expected.is_empty() {
                    mark
                } else {
                    mark.label(harmless(&fault.expected))
                };
                let path = harmless(&self.source.name);
                title.element(Snippet::source(&self.source.text).path(path).annotation(mark))
            }
        };
        if let Some(help) = &fault.help {
            group = group.element(Level::HELP.message(harmless(help)));
        }
        group
    }

    /// The span, moved onto whole characters of the text.
    fn drawable(&self, span: &Range<usize>) -> Range<usize> {
        let text = &self.source.text;
        let start = text.floor_char_boundary(span.start);
        start..text.ceil_char_boundary(span.end).max(start)
    }
}

/// A text for the terminal: what would steer it stands there as a sign. The renderer does so itself
/// with titles and with the text that it shows.
fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |sign: char| sign.is_control() && sign != '\n';
    if text.contains(steers) { text.replace(steers, "\u{fffd}").into() } else { text.into() }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Faults {}
