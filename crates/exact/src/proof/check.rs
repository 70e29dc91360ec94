//! Checks that a certificate proves its claim.

use std::collections::BTreeMap;
use std::ops::Range;

use super::certificate::{Certificate, Claim, Claimed, Step};
use pasang::text::diagnostic::Diagnostic;
use pasang_core::games::brunei::{self, Move, Position};
use pasang_core::games::setup::{generated, split_mirror, without_file};
use pasang_core::games::{GameRules, Outcome, SearchGame};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSummary {
    /// Number of positions where it is the loser's turn.
    pub positions: usize,
    /// Greatest number of plies to an end.
    pub plies: usize,
}

/// Checks a certificate.
///
/// # Errors
/// If it does not prove its claim: where, and why.
pub fn check(certificate: &Certificate) -> Result<CheckSummary, Diagnostic> {
    let game = &certificate.beginning.rules;
    if certificate.claim.what == Claimed::WinsByStuck && !game.stuck_loses() {
        return Err(Diagnostic::whole("no player wins by stuck where `stuck` is `score-decides`"));
    }
    let position = beginning(certificate)?;
    let count = certificate.answered.len();
    let mut check = Check {
        game,
        claim: certificate.claim,
        reached: vec![None; count + 1],
        depths: vec![0; count + 1],
    };
    check.reach(&position, certificate)?;
    for (number, answered) in (1..).zip(&certificate.answered) {
        let Some(position) = check.reached[number] else {
            let what = format!("no move leads to position {number}");
            return Err(Diagnostic::at(answered.span.clone(), what, "it is never reached"));
        };
        let mut missing = texts(game, &position);
        for step in &answered.steps {
            check.step(number, &position, step, &mut missing)?;
        }
        if let Some(reply) = missing.keys().next() {
            let what = format!("position {number} has no answer to `{reply}`, a legal move");
            return Err(Diagnostic::at(answered.span.clone(), what, "each reply needs one"));
        }
    }
    let plies = (0..=count).map(|number| check.deepest(number)).max().unwrap_or(0);
    Ok(CheckSummary { positions: count, plies })
}

fn beginning(certificate: &Certificate) -> Result<Position, Diagnostic> {
    let about = &certificate.beginning;
    let game = &about.rules;
    let name = &about.setup.name;
    let (is_mirrored, word) = split_mirror(name);
    let fixed = without_file(word).or_else(|| generated(word));
    let fixed = fixed.map(|setup| if is_mirrored { setup.mirrored() } else { setup });
    if fixed.is_some_and(|fixed| fixed.stones != about.setup.stones) {
        return Err(Diagnostic::whole(format!(
            "the setup is called `{name}` and has other stones than that"
        )));
    }
    let mut position = game.start(about.setup.stones);
    for (number, word) in (1..).zip(&about.after) {
        let Some(&mv) = texts(game, &position).get(word) else {
            let what = format!("move {number} of those before, `{word}`, is not legal");
            return Err(Diagnostic::whole(what));
        };
        position = game.after_move(&position, mv);
    }
    Ok(position)
}

fn texts(game: &brunei::Rules, position: &Position) -> BTreeMap<String, Move> {
    game.all_moves(position).into_iter().map(|mv| (game.format_move(position, mv), mv)).collect()
}

struct Check<'c> {
    game: &'c brunei::Rules,
    claim: Claim,
    /// By number: the position, once a move has led there.
    reached: Vec<Option<Position>>,
    /// By number: the greatest number of plies to there.
    depths: Vec<usize>,
}

impl Check<'_> {
    /// Reaches the first position: the proof begins with number 1, or the first move leads there.
    fn reach(&mut self, position: &Position, certificate: &Certificate) -> Result<(), Diagnostic> {
        if self.game.outcome(position).is_some() {
            return Err(Diagnostic::whole("the game is over where the proof should begin"));
        }
        let is_winners = self.game.to_move(position) == self.claim.player;
        match (&certificate.first, is_winners) {
            (Some(first), true) => self.answer(0, position, first, 1),
            (None, false) if certificate.answered.is_empty() => {
                Err(Diagnostic::whole("the proof has no position"))
            }
            (None, false) => {
                self.reached[1] = Some(*position);
                Ok(())
            }
            (None, true) => Err(Diagnostic::whole(format!(
                "it is the turn of player {}, and the proof has no first move `0: ..`",
                self.claim.player
            ))),
            (Some(first), false) => {
                let what = "it is not the winner's turn at first";
                Err(Diagnostic::at(first.span.clone(), what, "expected no move here"))
            }
        }
    }

    /// Checks a reply and its answer, and removes the reply from `missing`.
    fn step(
        &mut self,
        number: usize,
        position: &Position,
        step: &Step,
        missing: &mut BTreeMap<String, Move>,
    ) -> Result<(), Diagnostic> {
        let Some(reply) = missing.remove(&step.reply) else {
            let what = format!("`{}` is not legal in position {number}", step.reply);
            let expected = "expected a legal move of the loser, each once";
            return Err(Diagnostic::at(step.span.clone(), what, expected));
        };
        let next = self.game.after_move(position, reply);
        if step.answer.is_some() {
            return self.answer(number, &next, step, 2);
        }
        let outcome = self.game.outcome(&next);
        self.ends(outcome, &step.span)
    }

    /// Checks an answer, made `plies` plies after the position with this number.
    fn answer(
        &mut self,
        number: usize,
        position: &Position,
        step: &Step,
        plies: usize,
    ) -> Result<(), Diagnostic> {
        let answer = step.answer.as_deref().unwrap_or_default();
        let legal = texts(self.game, position);
        let Some(&mv) = legal.get(answer) else {
            let what = format!("the answer `{answer}` is not legal");
            return Err(Diagnostic::at(step.span.clone(), what, "expected a legal answer"));
        };
        let position = self.game.after_move(position, mv);
        let outcome = self.game.outcome(&position);
        let Some(next) = step.next else { return self.ends(outcome, &step.span) };
        if outcome.is_some() {
            let what = "the game is over after this answer";
            return Err(Diagnostic::at(step.span.clone(), what, "expected `.` and no number"));
        }
        if next <= number || next >= self.reached.len() {
            let what = format!("after position {number} there is no position {next}");
            let expected = "expected the number of a position further below";
            return Err(Diagnostic::at(step.span.clone(), what, expected));
        }
        self.depths[next] = self.depths[next].max(self.depths[number] + plies);
        let identity = |position| self.claim.identity(self.game, position);
        match &self.reached[next] {
            None => self.reached[next] = Some(position),
            Some(there) if identity(there) == identity(&position) => {}
            Some(_) => {
                let what = format!("this does not lead to position {next}");
                let expected = "another move that refers to it leads to another position";
                return Err(Diagnostic::at(step.span.clone(), what, expected));
            }
        }
        Ok(())
    }

    fn ends(&self, outcome: Option<Outcome>, span: &Range<usize>) -> Result<(), Diagnostic> {
        match outcome {
            Some(outcome) if self.claim.holds(outcome) => Ok(()),
            Some(_) => {
                let what = "the game does not end here as is claimed";
                Err(Diagnostic::at(span.clone(), what, format!("expected that {}", self.claim)))
            }
            None => {
                let expected = "expected an answer and a position's number";
                Err(Diagnostic::at(span.clone(), "the game is not over here", expected))
            }
        }
    }

    /// Returns the greatest number of plies to an end right after a position.
    fn deepest(&self, number: usize) -> usize {
        self.depths[number] + if number == 0 { 1 } else { 2 }
    }
}
