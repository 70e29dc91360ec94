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
        let (is, help) = match self {
            TextKind::Setup => (
                "a setup: a pattern of stones",
                format!(
                    "`pasang run --setup {path}` plays it, and an experiment with `setups = [\"{path}\"]`; \
                     `pasang setups check {path}` looks for misprints"
                ),
            ),
            TextKind::Diagram => {
                ("a diagram: a position", format!("`pasang solve --position {path}` takes it"))
            }
            TextKind::Experiment => ("an experiment", format!("`pasang run {path}` plays it")),
            TextKind::Rules => {
                ("a table of rules", format!("an experiment names it: `rules = [\"{path}\"]`"))
            }
            TextKind::Results => {
                let help = "`pasang report FOLDER` reads the folder that it is in";
                ("a table of results", help.to_owned())
            }
            TextKind::Markup => ("a web page or a picture", String::new()),
            TextKind::Json => ("JSON", String::new()),
        };
        let help = Some(help).filter(|help| !help.is_empty());
        Diagnostic { help, ..Diagnostic::whole(format!("`{file}` is {is}, and no {wanted}")) }
    }
}

/// Returns whether a line of TOML assigns a key.
fn sets(line: &str, key: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Returns whether a line may be a row of a board, with or without row number and blanks: most of
/// its signs are signs of boards.
pub fn is_like_a_row(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or("");
    let of_boards = |sign: &char| "bw._12".contains(sign.to_ascii_lowercase());
    let signs = || line.chars().filter(|sign| !sign.is_whitespace());
    let (all, known) = (signs().count(), signs().filter(of_boards).count());
    known >= 5 && known * 3 >= all * 2 && !line.contains(['=', ':', '"', ','])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::setup::builtin;

    #[test]
    fn texts_are_told_apart() {
        let board = builtin("catalogue-01").unwrap().board();
        let rules = "base = \"bell\"\n";
        for (text, kind) in [
            (board.as_str(), Some(TextKind::Setup)),
            (&format!("to-move: 1\nscore: 1-2\n{board}"), Some(TextKind::Diagram)),
            (&format!("# mine\nname: x\n{}", board.to_uppercase()), Some(TextKind::Setup)),
            (include_str!("../../../../experiments/quick.toml"), Some(TextKind::Experiment)),
            ("setups = [\"a\n", Some(TextKind::Experiment)),
            (rules, Some(TextKind::Rules)),
            ("game,cell,index\n0,0,0\n", Some(TextKind::Results)),
            ("<svg>", Some(TextKind::Markup)),
            ("{\"a\": 1}", Some(TextKind::Json)),
            ("", None),
            ("hello\n", None),
            ("bwbwb wbwbw\n", None),
        ] {
            assert_eq!(TextKind::of(text), kind, "{text}");
        }
    }
}
