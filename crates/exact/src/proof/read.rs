//! Parses certificates.

use std::ops::Range;
use std::path::Path;

use super::certificate::{Certificate, CertificateNode, Claim, END, FORMAT, Header, OVER, Step};
use pasang::base::diagnostic::{Diagnostic, Diagnostics, Source, read_text_up_to};
use pasang_core::games::brunei;
use pasang_core::games::rules::{GameKind, Rules};
use pasang_core::games::setup::Setup;

/// Largest file that is read, in bytes: a pattern's proof has many positions.
const LARGEST: u64 = 1 << 26;

/// Upper bound on the numbers of positions.
const MAX_POSITIONS: usize = 1_000_000_000;

impl Certificate {
    /// Reads a file, or stdin if the path is `-`.
    ///
    /// # Errors
    /// If it cannot be read, or is not a certificate.
    pub fn read(path: &Path) -> Result<(Certificate, Source), Diagnostics> {
        let source = read_text_up_to(path, LARGEST)?;
        let certificate = Certificate::parse(&source)?;
        Ok((certificate, source))
    }

    /// Parses a text, without checking its claim.
    ///
    /// # Errors
    /// If it is not a certificate: the first error.
    pub fn parse(source: &Source) -> Result<Certificate, Diagnostics> {
        let read = Reader::new(&source.text).and_then(|mut reader| reader.certificate());
        read.map_err(|fault| source.faults(vec![fault]))
    }
}

/// Line with its byte offset.
#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    start: usize,
}

impl Line<'_> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn place(self, part: &str) -> Range<usize> {
        let start = self.start + (part.as_ptr() as usize - self.text.as_ptr() as usize);
        start..start + part.len()
    }
}

struct Reader<'t> {
    text: &'t str,
    lines: std::vec::IntoIter<Line<'t>>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Result<Reader<'t>, Diagnostic> {
        let mut start = 0;
        let line = |whole: &'t str| {
            let text = whole.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text));
            let line = Line { text: text.unwrap_or(whole), start };
            start += whole.len();
            line
        };
        let mut lines: Vec<Line<'t>> = text.split_inclusive('\n').map(line).collect();
        if let Some(line) = lines.iter().find(|line| line.text.contains(char::is_control)) {
            let what = "a control character in a proof";
            return Err(Diagnostic::at(line.span(), what, "expected none but line breaks"));
        }
        lines.retain(|line| !line.text.starts_with('#'));
        Ok(Reader { text, lines: lines.into_iter() })
    }

    fn next(&mut self) -> Result<Line<'t>, Diagnostic> {
        let end = self.text.len();
        let short = || Diagnostic::at(end..end, "the text ends here", "expected more of the proof");
        self.lines.next().ok_or_else(short)
    }

    fn header(&mut self, key: &str) -> Result<(Line<'t>, &'t str), Diagnostic> {
        let line = self.next()?;
        let rest = line.text.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
        let value = |rest: &'t str| {
            let value = rest.strip_prefix(' ').unwrap_or(rest);
            let is_one = !value.is_empty() && value.trim_matches(' ') == value && value != rest;
            (is_one || rest.is_empty()).then_some(value)
        };
        let Some(value) = rest.and_then(value) else {
            let what = format!("a proof has `{key}: ..` here");
            return Err(Diagnostic::at(line.span(), what, format!("expected `{key}: ..`")));
        };
        Ok((line, value))
    }

    fn certificate(&mut self) -> Result<Certificate, Diagnostic> {
        let (line, format) = self.header("proof")?;
        if format != FORMAT.to_string() {
            let what = format!("proofs of format {FORMAT} are read, and this is another");
            return Err(Diagnostic::at(line.place(format), what, format!("expected {FORMAT}")));
        }
        let (line, game) = self.header("game")?;
        if game != GameKind::Brunei.to_string() {
            let what = "proofs are about the game with kas";
            return Err(Diagnostic::at(line.place(game), what, "expected `brunei`"));
        }
        let (line, name) = self.header("setup")?;
        if name.is_empty() {
            return Err(Diagnostic::at(line.span(), "the setup has no name", "expected a name"));
        }
        let rules = self.rules()?;
        let (line, after) = self.header("after")?;
        let moves = if after.is_empty() { Vec::new() } else { words(line, after)? };
        let after = moves.into_iter().map(str::to_owned).collect();
        let (line, claim) = self.header("claim")?;
        let claim = Claim::from_text(claim).ok_or_else(|| {
            let expected = "expected `player 1` or `player 2`, and `wins by stuck`, `wins` or \
                            `does not lose`";
            Diagnostic::at(line.place(claim), "this is no claim", expected)
        })?;
        self.blank()?;
        let setup = self.setup(name)?;
        let (first, answered) = self.body()?;
        Ok(Certificate { beginning: Header { setup, rules, after }, claim, first, answered })
    }

    fn blank(&mut self) -> Result<(), Diagnostic> {
        let line = self.next()?;
        if line.text.is_empty() {
            return Ok(());
        }
        Err(Diagnostic::at(line.span(), "a blank line stands here in a proof", "expected nothing"))
    }

    fn rules(&mut self) -> Result<brunei::Rules, Diagnostic> {
        let mut rules = Rules::default_of(GameKind::Brunei);
        let said = rules.toggles().into_iter().filter(|toggle| !toggle.is_omitted);
        for name in said.map(|toggle| toggle.name) {
            let (line, value) = self.header(name)?;
            rules
                .set(name, value)
                .map_err(|fault| Diagnostic { span: Some(line.place(value)), ..fault })?;
            // A value can be written in one way only.
            let toggles = rules.toggles();
            let written = toggles.iter().find(|toggle| toggle.name == name);
            let written = written.map_or("", |toggle| toggle.value.trim_matches('"'));
            if written != value {
                let what = format!("this is another way to write `{written}`");
                return Err(Diagnostic::at(
                    line.place(value),
                    what,
                    format!("expected `{written}`"),
                ));
            }
        }
        match rules {
            Rules::Brunei(rules) => Ok(rules),
            Rules::Bell(_) => unreachable!("those of the game with kas"),
        }
    }

    /// Parses the rows up to the blank line after them.
    fn setup(&mut self, name: &str) -> Result<Setup, Diagnostic> {
        let first = self.next()?;
        let (mut line, mut rows) = (first, Vec::new());
        while !line.text.is_empty() {
            rows.push(line);
            line = self.next()?;
        }
        let is_plain = |row: &&Line<'t>| row.text.bytes().all(|sign| b"bw_".contains(&sign));
        let centres: usize = rows.iter().map(|row| row.text.matches('_').count()).sum();
        let other = rows.iter().find(|row| !is_plain(row));
        if let Some(row) = other.or(rows.first().filter(|_| centres != 1)) {
            let what = "the rows of the setup cannot be read";
            let expected = "expected `b` or `w` for each point, and one `_` in the middle";
            return Err(Diagnostic::at(row.span(), what, expected));
        }
        let head = "name: proof\nstones: any\n\n";
        let text: Vec<&str> = rows.iter().map(|row| row.text).collect();
        let setup = Setup::parse(&Source::new("proof", format!("{head}{}\n", text.join("\n"))));
        let setup = setup.map_err(|faults| {
            let Some(fault) = faults.list().first().cloned() else { unreachable!("an error") };
            // The span is one in the text made of the rows alone.
            let mut place = fault.span.map_or(0, |span| span.start.saturating_sub(head.len()));
            let row = rows.iter().find(|row| {
                let is_here = place <= row.text.len();
                place -= if is_here { 0 } else { row.text.len() + 1 };
                is_here
            });
            let what = format!("the rows of the setup cannot be read: {}", fault.message);
            Diagnostic { message: what, span: Some(row.unwrap_or(&first).span()), ..fault }
        })?;
        Ok(Setup { name: name.to_owned(), ..setup })
    }

    fn body(&mut self) -> Result<(Option<Step>, Vec<CertificateNode>), Diagnostic> {
        let (mut first, mut answered) = (None, Vec::new());
        loop {
            let line = self.next()?;
            if line.text == END {
                break;
            }
            let (number, steps) = line.text.split_once(": ").ok_or_else(|| {
                let expected = "expected `NUMBER: REPLY ANSWER NEXT; ..`, or `end`";
                Diagnostic::at(line.span(), "this line is no part of a proof", expected)
            })?;
            let at_start = answered.is_empty() && first.is_none();
            if at_start && number == "0" {
                first = Some(step(line, steps, true)?);
                continue;
            }
            let expected = answered.len() + 1;
            if number != expected.to_string() {
                let what = "positions are numbered in order, from 1";
                return Err(Diagnostic::at(
                    line.place(number),
                    what,
                    format!("expected {expected}"),
                ));
            }
            let steps: Result<Vec<Step>, Diagnostic> =
                steps.split("; ").map(|text| step(line, text, false)).collect();
            answered.push(CertificateNode { steps: steps?, span: line.place(number) });
        }
        match self.lines.find(|line| !line.text.is_empty()) {
            Some(more) => {
                Err(Diagnostic::at(more.span(), "the proof has ended before", "expected nothing"))
            }
            None => Ok((first, answered)),
        }
    }
}

/// Splits a part of a line into words.
fn words<'t>(line: Line<'t>, text: &'t str) -> Result<Vec<&'t str>, Diagnostic> {
    let words: Vec<&str> = text.split(' ').collect();
    if words.contains(&"") {
        let what = "words have one blank between them";
        return Err(Diagnostic::at(line.place(text), what, "expected one blank between words"));
    }
    Ok(words)
}

/// Parses `REPLY ANSWER NEXT`, `REPLY .` if the reply ends the game, or `ANSWER NEXT` if there is
/// no reply to answer.
fn step(line: Line<'_>, text: &str, is_first: bool) -> Result<Step, Diagnostic> {
    let words = words(line, text)?;
    let (reply, answer, next) = match (&words[..], is_first) {
        (&[answer, next], true) => ("", Some(answer), next),
        (&[reply, answer, next], false) => (reply, Some(answer), next),
        (&[reply, next], false) if next == OVER => (reply, None, next),
        _ => {
            let expected = if is_first { "ANSWER NEXT" } else { "REPLY ANSWER NEXT" };
            let what = "this is no reply with its answer";
            return Err(Diagnostic::at(line.place(text), what, format!("expected `{expected}`")));
        }
    };
    let number = match next {
        OVER => None,
        // A number can be written in one way only.
        _ => {
            let number = next.parse().ok().filter(|number: &usize| {
                (1..MAX_POSITIONS).contains(number) && number.to_string() == next
            });
            Some(number.ok_or_else(|| {
                let expected = "expected a position's number, or `.` where the game is over";
                Diagnostic::at(line.place(next), "this is no number of a position", expected)
            })?)
        }
    };
    Ok(Step {
        reply: reply.to_owned(),
        answer: answer.map(str::to_owned),
        next: number,
        span: line.place(text),
    })
}
