//! Detection of a text's kind, for messages about a file of the wrong kind.

use crate::base::diagnostic::{Diagnostic, STDIN, STDIN_IN_WORDS};

/// A kind of text that may be given in place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A pattern of stones.
    Setup,
    /// A position.
    Diagram,
    /// An experiment file.
    Experiment,
    /// A table of toggles.
    Rules,
    /// A CSV table of a results folder.
    Results,
    /// HTML or SVG.
    Markup,
    /// JSON.
    Json,
}

const OF_EXPERIMENTS: [&str; 5] = ["setups", "rules", "bots", "games", "openings"];

/// Number of rows of the smallest board.
const MIN_ROWS: usize = 5;

const OF_RULES: [&str; 2] = ["game", "base"];

impl TextKind {
    /// Guesses the kind of a text; `None` if nothing fits.
    pub fn of(text: &str) -> Option<TextKind> {
        let begin = text.trim_start();
        let has = |keys: &[&str]| text.lines().any(|line| keys.iter().any(|key| sets(line, key)));
        let boards = text.lines().filter(|line| is_like_a_row(line)).count();
        if begin.starts_with('<') {
            Some(TextKind::Markup)
        } else if begin.starts_with('{') {
            Some(TextKind::Json)
        } else if begin.starts_with("game,cell,") || begin.starts_with("cell,setup,") {
            Some(TextKind::Results)
        } else if has(&OF_EXPERIMENTS) {
            Some(TextKind::Experiment)
        } else if has(&OF_RULES) {
            Some(TextKind::Rules)
        } else if boards >= MIN_ROWS {
            let of_diagrams =
                |line: &str| line.starts_with("to-move:") || line.starts_with("score:");
            Some(if text.lines().any(of_diagrams) { TextKind::Diagram } else { TextKind::Setup })
        } else {
            None
        }
    }

    /// Creates the fault of a file that is of this kind instead of the wanted one, with a remedy if
    /// there is one.
    pub fn instead_of(self, wanted: &str, file: &str) -> Diagnostic {
        let path = if file == STDIN_IN_WORDS { STDIN } else { file };
        let (is, command) = match self {
            TextKind::Setup => ("a setup: a pattern of stones", "pasang run --setup "),
            TextKind::Diagram => ("a diagram: a position", "pasang solve --position "),
            TextKind::Experiment => ("an experiment", "pasang run "),
            TextKind::Rules => ("a table of rules", "pasang run --rules "),
            TextKind::Results => ("a table of results", ""),
            TextKind::Markup => ("a web page or a picture", ""),
            TextKind::Json => ("JSON", ""),
        };
        let fault = Diagnostic::whole(format!("`{file}` is {is}, and no {wanted}"));
        if command.is_empty() { fault } else { fault.help(format!("`{command}{path}` takes it")) }
    }
}

/// Returns whether a line of TOML assigns a key.
fn sets(line: &str, key: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Returns whether a line may be a row of a board, with or without row number and blanks: most of
/// its signs are signs of boards.
pub(super) fn is_like_a_row(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or("");
    let of_boards = |sign: &char| "bw._12".contains(sign.to_ascii_lowercase());
    let signs = || line.chars().filter(|sign| !sign.is_whitespace());
    let (all, known) = (signs().count(), signs().filter(of_boards).count());
    known >= 5 && known * 3 >= all * 2 && !line.contains(['=', ':', '"', ','])
}
