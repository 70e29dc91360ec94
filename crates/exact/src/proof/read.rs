//! Parses certificates. A certificate has one spelling, that of [`Certificate::to_text`], but for
//! comments and line breaks.

use std::ops::Range;
use std::path::Path;

use super::certificate::{Certificate, CertificateNode, Claim, END, Header, OVER, Step};
use pasang::text::diagnostic::{Diagnostic, Diagnostics, Source, read_text_up_to};
use pasang_core::base::text::shortened;
use pasang_core::games::GameRules;
use pasang_core::games::rules::{Game, GameKind};
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
        let read = lines(&source.text).and_then(|lines| {
            let mut reader = Reader { end: source.text.len(), lines: lines.clone().into_iter() };
            let certificate = reader.certificate()?;
            let text = certificate.to_text();
            match lines.iter().zip(text.lines()).find(|(line, expected)| line.text != *expected) {
                None => Ok(certificate),
                Some((line, expected)) => {
                    let expected = format!("expected `{}`", shortened(expected));
                    Err(Diagnostic::at(line.span(), "a proof spells this in another way", expected))
                }
            }
        });
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

/// Returns the lines of a text without comments.
fn lines(text: &str) -> Result<Vec<Line<'_>>, Diagnostic> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|whole| {
        let text = whole.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text));
        let line = Line { text: text.unwrap_or(whole), start };
        start += whole.len();
        line
    });
    let mut lines: Vec<Line<'_>> = lines.collect();
    if let Some(line) = lines.iter().find(|line| line.text.contains(char::is_control)) {
        let what = "a control character in a proof";
        return Err(Diagnostic::at(line.span(), what, "expected none but line breaks"));
    }
    lines.retain(|line| !line.text.starts_with('#'));
    Ok(lines)
}

struct Reader<'t> {
    lines: std::vec::IntoIter<Line<'t>>,
    /// Length of the text.
    end: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<Line<'t>, Diagnostic> {
        let place = self.end..self.end;
        let short = || Diagnostic::at(place, "the text ends here", "expected more of the proof");
        self.lines.next().ok_or_else(short)
    }

    fn header(&mut self, key: &str) -> Result<(Line<'t>, &'t str), Diagnostic> {
        let line = self.next()?;
        let rest = line.text.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
        let Some(rest) = rest else {
            let what = format!("a proof has `{key}: ..` here");
            return Err(Diagnostic::at(line.span(), what, format!("expected `{key}: ..`")));
        };
        Ok((line, rest.strip_prefix(' ').unwrap_or(rest)))
    }

    fn certificate(&mut self) -> Result<Certificate, Diagnostic> {
        self.header("proof")?;
        self.header("game")?;
        let (line, name) = self.header("setup")?;
        if name.trim_matches(' ') != name {
            return Err(Diagnostic::at(line.span(), "blanks around a name", "expected a name"));
        }
        let mut rules = Game::default_of(GameKind::Brunei);
        for toggle in rules.toggles().into_iter().filter(|toggle| !toggle.is_omitted) {
            let (line, value) = self.header(toggle.name)?;
            let at = |fault| Diagnostic { span: Some(line.place(value)), ..fault };
            rules.set(toggle.name, value).map_err(at)?;
        }
        let Game::Brunei(rules) = rules else { unreachable!("rules of the game with kas") };
        let (_, after) = self.header("after")?;
        let after = after.split_whitespace().map(str::to_owned).collect();
        let (line, claim) = self.header("claim")?;
        let claim = Claim::from_text(claim).ok_or_else(|| {
            let expected = "expected `player 1` or `player 2`, and `wins by stuck`, `wins` or \
                            `does not lose`";
            Diagnostic::at(line.place(claim), "this is no claim", expected)
        })?;
        let blank = self.next()?;
        let (mut last, mut rows) = (blank, String::new());
        loop {
            let line = self.next()?;
            if line.text.is_empty() {
                break;
            }
            rows += line.text;
            rows.push('\n');
            last = line;
        }
        let wrong = |why: String| {
            let what = format!("the rows of the setup cannot be read: {why}");
            let expected = "expected `b` or `w` for each point, and one `_` in the middle";
            Diagnostic::at(last.span(), what, expected)
        };
        let rows = Source::new("proof", format!("name: proof\nstones: any\n\n{rows}"));
        let setup = Setup::parse(&rows).map_err(|faults| wrong(faults.in_a_line()))?;
        rules.check_setup(setup.stones).map_err(|why| wrong(why.to_string()))?;
        let setup = Setup { name: name.to_owned(), ..setup };
        let (first, answered) = self.body()?;
        Ok(Certificate { beginning: Header { setup, rules, after }, claim, first, answered })
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
            if number == "0" && first.is_none() && answered.is_empty() {
                first = Some(step(line, steps, true)?);
                continue;
            }
            let steps = steps.split("; ").map(|text| step(line, text, false));
            let steps = steps.collect::<Result<Vec<Step>, Diagnostic>>()?;
            answered.push(CertificateNode { steps, span: line.place(number) });
        }
        match self.lines.find(|line| !line.text.is_empty()) {
            Some(more) => {
                Err(Diagnostic::at(more.span(), "the proof has ended before", "expected nothing"))
            }
            None => Ok((first, answered)),
        }
    }
}

/// Parses `REPLY ANSWER NEXT`, `REPLY .` if the reply ends the game, or `ANSWER NEXT` if there is
/// no reply to answer.
fn step(line: Line<'_>, text: &str, is_first: bool) -> Result<Step, Diagnostic> {
    let words: Vec<&str> = text.split(' ').collect();
    let (reply, answer, next) = match (&words[..], is_first) {
        (&[answer, next], true) => ("", Some(answer), next),
        (&[reply, answer, next], false) => (reply, Some(answer), next),
        (&[reply, OVER], false) => (reply, None, OVER),
        _ => {
            let expected = if is_first { "ANSWER NEXT" } else { "REPLY ANSWER NEXT" };
            let what = "this is no reply with its answer";
            return Err(Diagnostic::at(line.place(text), what, format!("expected `{expected}`")));
        }
    };
    let number = next.parse().ok().filter(|number| (1..MAX_POSITIONS).contains(number));
    if number.is_none() && next != OVER {
        let expected = "expected a position's number, or `.` where the game is over";
        return Err(Diagnostic::at(line.place(next), "this is no number of a position", expected));
    }
    let (reply, answer) = (reply.to_owned(), answer.map(str::to_owned));
    Ok(Step { reply, answer, next: number, span: line.place(text) })
}
