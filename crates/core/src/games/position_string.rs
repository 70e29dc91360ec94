//! Position strings: a position in one word, like FEN in chess.
//!
//! ```text
//! ....1/...../..w_b/2..../b....:main:2:17-9:brunei-slide:stuck=score-decides
//! ```
//!
//! They are diagrams in one line: the rows separated by `/`, the phase, the player to move, the
//! scores, the name of a preset, and a part for each toggle that differs from it. docs/protocol.md
//! is the reference for users.

use super::Position;
use super::rules::Game;
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::base::text::shortened;

/// Separator of the parts.
const BETWEEN: char = ':';

impl Position {
    /// Returns whether a text looks like a position string: rows, then another part.
    pub fn is_like(text: &str) -> bool {
        let (rows, _) = text.split_once(BETWEEN).unwrap_or_default();
        rows.matches('/').count() >= 4 && rows.chars().all(|sign| "bw12._/".contains(sign))
    }

    /// Parses a position string.
    ///
    /// # Errors
    /// If it is malformed, or not a position by its rules.
    pub(super) fn parse(text: &str) -> Result<Position, Diagnostic> {
        let mut parts = text.split(BETWEEN);
        let [Some(rows), Some(phase), Some(turn), Some(score), Some(name)] =
            [(); 5].map(|()| parts.next())
        else {
            let what = format!("`{}` is no word for a position", shortened(text));
            return Err(Diagnostic::whole(what).help("expected ROWS:PHASE:TURN:SCORE:RULES"));
        };
        let mut rules = Game::preset(name)?;
        if let Some((_, fault)) = rules.set_all(parts).into_iter().next() {
            return Err(Diagnostic { span: None, ..fault });
        }
        let diagram = format!(
            "to-move: {turn}\nscore: {score}\nphase: {phase}\n\n{}\n",
            rows.replace('/', "\n")
        );
        let diagram = Source::new("the position", diagram);
        rules.read_diagram(&diagram).map_err(|faults: Diagnostics| {
            // The user does not see the lines of the diagram.
            let first = faults.list().first().cloned();
            let Diagnostic { kind, message, label, help, .. } = first.unwrap_or_default();
            let told = if label.is_empty() { message } else { format!("{message}: {label}") };
            Diagnostic { kind, help, ..Diagnostic::whole(told) }
        })
    }
}
