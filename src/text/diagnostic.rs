//! Reads texts from files, and renders faults at their place in the text:
//!
//! ```text
//! error: unknown sign `x`
//!  --> mine.txt:4:5
//!   |
//! 4 | wwwwxbwwwwb
//!   |     ^ expected `b`, `w` or `_`
//! ```

use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::files;

pub use pasang_core::base::diagnostic::*;

/// The size limit of files, in bytes: no setup, rules file or experiment comes near it.
pub const LARGEST_FILE: u64 = 1 << 20;

/// The largest number of faults shown; of more, the rest is counted.
const MAX_SHOWN: usize = 20;

/// Reads a text file, or stdin for `-`; a byte order mark is dropped.
pub fn read_text(path: &Path) -> Result<Source, Diagnostics> {
    read_text_up_to(path, LARGEST_FILE)
}

/// Reads a text file of at most `largest` bytes, as [`read_text`] does.
pub fn read_text_up_to(path: &Path, largest: u64) -> Result<Source, Diagnostics> {
    use std::io::Read;

    let is_stdin = path.as_os_str() == STDIN;
    let name = if is_stdin { STDIN_IN_WORDS.to_owned() } else { path.display().to_string() };
    let refuse = |fault: Diagnostic| Source::new(name.clone(), "").faults(vec![fault]);
    let cannot = |why: String| refuse(Diagnostic::whole(format!("cannot read `{name}`: {why}")));
    let unreadable = |error: std::io::Error| cannot(in_words(&error));
    if let Some(why) = files::unfit_name(path).filter(|_| cfg!(windows)) {
        return Err(cannot(why));
    }
    let file: Box<dyn Read> = match is_stdin {
        true => Box::new(std::io::stdin()),
        // A shell's pipe, as `<(command)` makes it, has a writer; that of a folder may lack one.
        false if path.starts_with("/dev") || path.starts_with("/proc") => {
            Box::new(std::fs::File::open(path).map_err(unreadable)?)
        }
        false => Box::new(files::to_read(path).map_err(unreadable)?),
    };
    // Reads at most one byte beyond the limit: the size that a file system reports may be 0 (a
    // pipe) or stale.
    let mut bytes = Vec::new();
    file.take(largest + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > largest {
        let most = largest >> 20;
        let what = format!("`{name}` is larger than {most} MiB, the most that is read");
        return Err(refuse(Diagnostic::whole(what)));
    }
    if let Some(text) = from_utf16(&bytes) {
        return Ok(Source { name, text });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let what = format!("`{name}` is not UTF-8 text: line {line} has another encoding");
        refuse(Diagnostic::whole(what).help("save the file as UTF-8"))
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(Source { name, text })
}

/// Decodes the text that a Windows PowerShell writes to a file; `None` without its byte order mark.
fn from_utf16(bytes: &[u8]) -> Option<String> {
    let pairs = bytes.strip_prefix(b"\xff\xfe")?.chunks(2);
    let units: Option<Vec<u16>> =
        pairs.map(|pair| Some(u16::from_le_bytes(pair.try_into().ok()?))).collect();
    String::from_utf16(&units?).ok()
}

/// Returns whether a word means a file and not a name: it is `-`, it contains a path separator, it
/// has the file ending, or the path exists.
pub fn looks_like_a_file(word: &str, ending: &str, path: &Path) -> bool {
    let found = Path::new(word).extension();
    word == STDIN
        || word.contains(std::path::is_separator)
        || found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
        || !word.is_empty() && path.exists()
}

/// Returns the operating system's message, without its error number.
pub fn in_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut signs = text.trim_end_matches('.').chars();
    signs.next().map(|first| first.to_lowercase().chain(signs).collect()).unwrap_or_default()
}

/// Returns a remedy if the disk is full or another program has the file: the files written so far stay,
/// and the command resumes from there.
pub fn what_to_do(error: &std::io::Error) -> &'static str {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};

    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => {
            "; make room, then give the same command again"
        }
        _ if files::is_kept(error) => {
            "; if another program has it open, close it there, then give the same command again"
        }
        _ => "",
    }
}

/// Renders faults, with colours for a terminal if wanted: the faults of the text, then those of the
/// texts that it refers to.
pub fn render(faults: &Diagnostics, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let faults = faults.in_order();
    let shown = faults.iter().take(MAX_SHOWN);
    let mut reports: Vec<String> =
        shown.map(|(of, fault)| renderer.render(&[group(of, fault)]).to_string()).collect();
    if faults.len() > MAX_SHOWN {
        reports.push(format!("and {} more like these", faults.len() - MAX_SHOWN));
    }
    // The renderer replaces ASCII control characters; terminals obey these as well.
    reports.join("\n\n").replace(|sign| ('\u{80}'..='\u{9f}').contains(&sign), "\u{fffd}")
}

fn group<'a>(of: &'a Diagnostics, fault: &'a Diagnostic) -> Group<'a> {
    let level = if of.are_errors() { Level::ERROR } else { Level::WARNING };
    let title = level.primary_title(&fault.message);
    let text = &of.source().text;
    let mut group = match &fault.span {
        // Only a fault with a place shows what was expected, beside it.
        None => Group::with_title(title),
        Some(span) => {
            // Moved onto whole characters.
            let start = floor_char(text, span.start);
            let is_whole = |at: &usize| text.is_char_boundary(*at);
            let end = (span.end..text.len()).find(is_whole).unwrap_or(text.len());
            let mark = AnnotationKind::Primary.span(start..end.max(start));
            let label = (!fault.label.is_empty()).then(|| sanitized(&fault.label));
            let mark = mark.label(label);
            title.element(Snippet::source(text).path(sanitized(&of.source().name)).annotation(mark))
        }
    };
    if let Some(help) = &fault.help {
        group = group.element(Level::HELP.message(sanitized(help)));
    }
    group
}

/// Lists the first `most` names, and the number of the others.
pub fn some_of(names: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = match names.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names.take(most).collect::<Vec<String>>().join(", ") + &more
}
