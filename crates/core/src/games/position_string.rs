//! Position strings: a position in one word, like FEN in chess.
//!
//! ```text
//! ....1/...../..w_b/2..../b....:main:2:17-9:brunei-slide:stuck=score-decides
//! ```
//!
//! They are diagrams in one line: the rows separated by `/`, the phase, the player to move, the
//! scores, the name of a preset, and a part for each toggle that differs from it. docs/protocol.md
//! is the reference for users.

use super::rules::{self, Rules};
use super::{DiagramFormat, score_words};
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::base::text::shortened;
use crate::board::draw;

/// A parsed position string.
#[derive(Clone, Debug)]
pub struct PositionString {
    /// The rules.
    pub rules: Rules,
    /// The position, as a diagram of these rules' game.
    pub diagram: Source,
}

/// Separator of the parts.
const BETWEEN: char = ':';

impl PositionString {
    /// Returns whether a text looks like a position string: rows, then another part.
    pub fn is_meant(text: &str) -> bool {
        let (rows, _) = text.split_once(BETWEEN).unwrap_or_default();
        rows.matches('/').count() >= 4 && rows.chars().all(|sign| "bw12._/".contains(sign))
    }

    /// Parses a position string.
    ///
    /// # Errors
    /// If it is malformed, or not a position by its rules.
    pub fn parse(text: &str) -> Result<PositionString, Diagnostic> {
        let mut parts = text.split(BETWEEN);
        let [Some(rows), Some(phase), Some(turn), Some(score), Some(name)] =
            [(); 5].map(|()| parts.next())
        else {
            let what = format!("`{}` is no word for a position", shortened(text));
            return Err(Diagnostic::whole(what).help("expected ROWS:PHASE:TURN:SCORE:RULES"));
        };
        let mut rules = rules::preset(name).ok_or_else(|| {
            let fault = Diagnostic::whole(format!("unknown rules `{}`", shortened(name)));
            let near = rules::nearest_preset(name).map(|near| format!("did you mean `{near}`?"));
            Diagnostic { help: near, ..fault }
        })?;
        if let Some((_, fault)) = rules.set_all(parts).into_iter().next() {
            return Err(Diagnostic { span: None, ..fault });
        }
        let diagram = format!(
            "to-move: {turn}\nscore: {score}\nphase: {phase}\n\n{}\n",
            rows.replace('/', "\n")
        );
        let diagram = Source::new("the position", diagram);
        let read = match &rules {
            Rules::Brunei(game) => game.read_diagram(&diagram).map(drop),
            Rules::Bell(game) => game.read_diagram(&diagram).map(drop),
        };
        // The user does not see the lines of the diagram.
        if let Some(Diagnostic { message: what, label: expected, help, .. }) =
            read.err().and_then(|faults: Diagnostics| faults.list().first().cloned())
        {
            let told = if expected.is_empty() { what } else { format!("{what}: {expected}") };
            return Err(Diagnostic { help, ..Diagnostic::whole(told) });
        }
        Ok(PositionString { rules, diagram })
    }
}

/// Formats a position of a game by these rules as a position string.
pub fn word_of<G: DiagramFormat>(game: &G, rules: &Rules, position: &G::Position) -> String {
    let rows = draw(game.board_size(position), |point| game.sign(position, point));
    let (base, settings) = rules.by_a_preset();
    let scores = score_words(&game.scores(position)[..usize::from(game.seats())]);
    let rows = rows.trim_end().replace('\n', "/");
    let (stage, turn) = (game.phase_label(position), game.to_move(position));
    let head = format!("{rows}:{stage}:{turn}:{scores}:{base}");
    settings.iter().fold(head, |word, it| format!("{word}:{}={}", it.name, it.word))
}
