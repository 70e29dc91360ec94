//! One word for a position, as other programs have it for chess: the board, how far the game has come, whose turn it
//! is, the scores and the rules.
//!
//! ```text
//! ....1/...../..w_b/2..../b....:main:2:17-9:brunei-slide:stuck=score-decides
//! ```
//!
//! It is a diagram in one line: its rows with `/` between them, its phase, turn and scores, the name of a preset, and a
//! part for each toggle that is otherwise. docs/protocol.md tells it to people.

use super::rules::{self, Rules};
use super::{Drawn, score_words};
use crate::base::fault::{Fault, Faults, Source};
use crate::base::words::shortened;
use crate::board::draw;

/// What a word says.
#[derive(Clone, Debug)]
pub struct Word {
    /// The rules.
    pub rules: Rules,
    /// The rest, as a diagram of these rules' game.
    pub diagram: Source,
}

/// What stands between the parts.
const BETWEEN: char = ':';

impl Word {
    /// Whether a text is meant as one: rows, and something behind them.
    pub fn is_meant(text: &str) -> bool {
        let (rows, _) = text.split_once(BETWEEN).unwrap_or_default();
        rows.matches('/').count() >= 4 && rows.chars().all(|sign| "bw12._/".contains(sign))
    }

    /// Reads a word.
    ///
    /// # Errors
    /// When it is none, or no position by its rules.
    pub fn parse(text: &str) -> Result<Word, Fault> {
        let mut parts = text.split(BETWEEN);
        let [Some(rows), Some(phase), Some(turn), Some(score), Some(name)] =
            [(); 5].map(|()| parts.next())
        else {
            let what = format!("`{}` is no word for a position", shortened(text));
            return Err(Fault::whole(what).help("expected ROWS:PHASE:TURN:SCORE:RULES"));
        };
        let mut rules = rules::preset(name).ok_or_else(|| {
            let fault = Fault::whole(format!("unknown rules `{}`", shortened(name)));
            let near = rules::nearest_preset(name).map(|near| format!("did you mean `{near}`?"));
            Fault { help: near, ..fault }
        })?;
        if let Some((_, fault)) = rules.set_all(parts).into_iter().next() {
            return Err(Fault { span: None, ..fault });
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
        // Nobody sees the lines of the diagram.
        if let Some(Fault { what, expected, help, .. }) =
            read.err().and_then(|faults: Faults| faults.list().first().cloned())
        {
            let told = if expected.is_empty() { what } else { format!("{what}: {expected}") };
            return Err(Fault { help, ..Fault::whole(told) });
        }
        Ok(Word { rules, diagram })
    }
}

/// A position of a game by these rules, in a word.
pub fn word_of<G: Drawn>(game: &G, rules: &Rules, position: &G::Position) -> String {
    let rows = draw(game.side(position), |point| game.sign(position, point));
    let (base, settings) = rules.by_a_preset();
    let scores = score_words(&game.scores(position)[..usize::from(game.seats())]);
    let rows = rows.trim_end().replace('\n', "/");
    let (stage, turn) = (game.stage(position), game.to_move(position));
    let head = format!("{rows}:{stage}:{turn}:{scores}:{base}");
    settings.iter().fold(head, |word, it| format!("{word}:{}={}", it.name, it.word))
}
