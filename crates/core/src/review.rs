//! Game review: the chance to win at every position, the cost of each move, and the moves that
//! mattered.
//!
//! Each position of the game is searched alone, to a given number of positions, and so is the one
//! after the best move: the move played is compared with the best one by two searches of equal
//! size, one move further on. With few stones left the solver replaces the search, and its values
//! are proven.

use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::games::game_record::GameRecord;
use crate::games::rules::GameKind;
use crate::games::{Evaluate, Move, Position, Seat, bell, brunei};
use crate::players::bot::{Bot, BuiltinBot};
use crate::players::bots::{BotSpec, Evaluation};
use crate::players::search::Limits;

/// Default number of positions searched for a position.
pub const POSITIONS: u64 = 10_000;

/// Number of stones at or below which a position is solved.
pub const SOLVED: u32 = 16;

/// Largest number of positions searched for a position.
const MAX_POSITIONS: u64 = 1_000_000_000;

/// Cost in thousandths of the chance below which a move is as good as the best.
pub const SMALL: u16 = 20;

/// Factor on the positions searched for a move that seems to cost something: a player who searched
/// further than the review is not blamed for it.
const SECOND_LOOK: u64 = 10;

/// Maximum number of moves that are listed as decisive.
const MAX_KEY_MOVES: usize = 3;

/// Greatest chance in thousandths that is not proven.
const SUREST: u16 = 990;

/// Evaluation of a move that leaves a player stuck, in hundredths of a point: beyond all leads.
const STUCK: i32 = 1_000_000;

/// Review of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// Positions before each move and after the last one.
    pub points: Vec<Point>,
    /// Moves of the game.
    pub plies: Vec<Ply>,
    /// Moves that cost most, the costliest first, as indices into `plies`.
    pub key_moves: Vec<usize>,
}

/// Position of the game.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// First player's chance to win in thousandths, a draw counting as half a win.
    pub win_probability: u16,
    /// Evaluation for the first player.
    pub evaluation: Evaluation,
    /// Points of the stones on the board.
    pub left: u16,
}

/// Move of the game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Player who made it.
    pub by: Seat,
    /// Number of legal moves.
    pub of: usize,
    /// Move played.
    pub played: MoveEval,
    /// Better move; `None` if there was none.
    pub better: Option<MoveEval>,
    /// Hundredths of a point by which the best move would have ended better; `None` if a player
    /// gets stuck.
    pub points_lost: Option<u32>,
}

/// Move with its consequences.
#[derive(Clone, Debug)]
pub struct MoveEval {
    /// The move.
    pub mv: Move,
    /// Number of stones captured, and their points.
    pub takes: (u32, u16),
    /// Number of moves of the next player.
    pub leaves: usize,
    /// Mover's chance after it, in thousandths.
    pub win_probability: u16,
    /// Evaluation for the mover.
    pub evaluation: Evaluation,
    /// Expected moves after it.
    pub line: Vec<Move>,
}

/// Accuracy of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accuracy {
    /// Number of moves where there was a choice.
    pub choices: u32,
    /// Number of these that cost less than [`SMALL`].
    pub good: u32,
    /// Total cost of these in thousandths of the chance.
    pub lost: u32,
    /// Accuracy in thousandths ([`Review::accuracy`]); `None` without a choice.
    pub share: Option<u16>,
    /// Mean of the moves' [`Ply::points_lost`]; `None` if no move has it.
    pub points_lost: Option<u32>,
}

impl Ply {
    /// Returns the cost of the move in thousandths of the mover's chance.
    pub fn lost(&self) -> u16 {
        self.better
            .as_ref()
            .map_or(0, |better| better.win_probability - self.played.win_probability)
    }

    /// Returns whether a larger search might clear the move of its apparent cost.
    fn is_doubtful(&self) -> bool {
        self.lost() >= SMALL || self.points_lost.is_some_and(|lost| lost >= 100)
    }
}

impl Review {
    /// Reviews a game of two players, with a search of this many positions for each position of the
    /// game; `None` if cancelled, or if there are more players.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{CancelToken, GameRecord, Review, Seat};
    ///
    /// let game: GameRecord = "setup: catalogue-05\nmoves: c h".parse()?;
    /// let review = Review::of(&game, 200, &CancelToken::default()).expect("not cancelled");
    /// assert_eq!(review.accuracy(Seat::FIRST).choices, 1);
    /// # Ok::<(), pasang_core::Diagnostics>(())
    /// ```
    pub fn of(game: &GameRecord, positions: u64, cancel: &CancelToken) -> Option<Review> {
        if game.start.seats() != 2 {
            return None;
        }
        let mut near = Analyzer::new(positions, cancel)?;
        let mut far = Analyzer::new(positions.saturating_mul(SECOND_LOOK), cancel)?;
        let mut position = game.start;
        let mut before = near.evaluate(&position)?;
        let mut review = Review { points: vec![before.point], plies: vec![], key_moves: vec![] };
        for &mv in &game.moves {
            let next = position.after_unchecked(mv);
            let found = near.evaluate(&next)?;
            let mut ply = near.ply(&position, mv, [&before, &found])?;
            if ply.is_doubtful() {
                let (before, found) = (far.evaluate(&position)?, far.evaluate(&next)?);
                ply = far.ply(&position, mv, [&before, &found])?;
            }
            review.plies.push(ply);
            review.points.push(found.point);
            (position, before) = (next, found);
        }
        let mut dear: Vec<usize> = (0..game.moves.len()).collect();
        dear.retain(|&at| review.plies[at].lost() >= SMALL);
        dear.sort_by_key(|&at| std::cmp::Reverse(review.plies[at].lost()));
        dear.truncate(MAX_KEY_MOVES);
        review.key_moves = dear;
        Some(review)
    }

    /// Computes a player's accuracy as lichess does (`AccuracyPercent.scala` of its server lila;
    /// described at <https://lichess.org/page/accuracy>): the cost of a move gives its accuracy,
    /// moves are weighted by the volatility of the chance around them, and the result is the mean
    /// of the weighted mean and the weighted harmonic mean.
    ///
    /// Two things differ. A move is compared with the best one, not with the position before it.
    /// The harmonic mean is weighted too: most games of Pasang are decided long before they end,
    /// and moves that decide nothing would hide those that did.
    pub fn accuracy(&self, seat: Seat) -> Accuracy {
        let (mut weights, mut sum, mut inverse) = (0.0, 0.0, 0.0);
        let (mut choices, mut good, mut lost) = (0, 0, 0);
        let (mut points, mut with_points) = (0, 0);
        for (at, ply) in self.plies.iter().enumerate() {
            if ply.by != seat || ply.of < 2 {
                continue;
            }
            let (weight, accuracy) = (self.volatility(at), move_accuracy(ply.lost()));
            weights += weight;
            sum += weight * accuracy;
            inverse += weight / accuracy.max(1.0);
            choices += 1;
            good += u32::from(ply.lost() < SMALL);
            lost += u32::from(ply.lost());
            points += ply.points_lost.unwrap_or(0);
            with_points += u32::from(ply.points_lost.is_some());
        }
        let percent = (sum / weights + weights / inverse) / 2.0;
        Accuracy {
            choices,
            good,
            lost,
            share: (choices > 0).then(|| (10.0 * percent).round() as u16),
            points_lost: (points + with_points / 2).checked_div(with_points),
        }
    }

    /// Returns the standard deviation of the chance, in percentage points, over a tenth of the game
    /// around a move: 2 to 8 positions, and the result within 0.5 and 12, as in lichess.
    fn volatility(&self, at: usize) -> f64 {
        let size = (self.plies.len() / 10).clamp(2, 8);
        let from = (at + 1).saturating_sub(size / 2).min(self.points.len() - size);
        let window = &self.points[from..from + size];
        let chances = || window.iter().map(|point| f64::from(point.win_probability) / 10.0);
        let mean = chances().sum::<f64>() / size as f64;
        let squares = chances().map(|chance| (chance - mean) * (chance - mean));
        (squares.sum::<f64>() / size as f64).sqrt().clamp(0.5, 12.0)
    }

    /// Returns the index in `points` from which on all positions are proven.
    pub fn proved_from(&self) -> usize {
        let is_open = |point: &Point| !matches!(point.evaluation, Evaluation::Proven { .. });
        self.points.iter().rposition(is_open).map_or(0, |last| last + 1)
    }
}

impl Point {
    /// Evaluates a single position of a game of two players; `None` if there are more.
    pub fn of(position: &Position, positions: u64) -> Option<Point> {
        let cancel = CancelToken::default();
        let mut analyzer = Analyzer::new(positions, &cancel).filter(|_| position.seats() == 2)?;
        Some(analyzer.evaluate(position)?.point)
    }

    /// Returns a player's chance in thousandths, and the evaluation for this player.
    fn seen_by(self, seat: Seat) -> (u16, Evaluation) {
        match seat {
            Seat::FIRST => (self.win_probability, self.evaluation),
            _ => (1000 - self.win_probability, turned(self.evaluation)),
        }
    }
}

/// Returns the chance to win, in thousandths, of a player with this expected final lead in
/// hundredths of a point and these points left on the board: a logistic regression, fitted to games
/// ([`Evaluate::LOGISTIC`]).
pub fn win_probability(game: GameKind, lead: i32, left: u16) -> u16 {
    let [sure, unsure] = match game {
        GameKind::Brunei => brunei::Rules::LOGISTIC,
        GameKind::Bell => bell::Rules::LOGISTIC,
    };
    let odds = f64::from(lead) / 100.0 * (sure + unsure / f64::from(left.max(1)));
    ((1000.0 / (1.0 + libm::exp(-odds))).round() as u16).clamp(1000 - SUREST, SUREST)
}

/// Returns the accuracy in percent of a move that costs `lost` thousandths of the chance: lichess's
/// curve, including its point for the uncertainty of the analysis.
fn move_accuracy(lost: u16) -> f64 {
    let points = f64::from(lost) / 10.0;
    let raw = 103.166_810_071_164_9 * libm::exp(-0.043_544_153_867_539_51 * points);
    (raw - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

fn chance_of(position: &Position, evaluation: Evaluation) -> u16 {
    match evaluation {
        Evaluation::Lead(lead) => {
            win_probability(position.rules().kind(), lead, position.remaining_points())
        }
        Evaluation::Stuck { wins } => match wins {
            true => SUREST,
            false => 1000 - SUREST,
        },
        Evaluation::Proven { result, .. } => (500 * (result + 1)) as u16,
        Evaluation::WinProbability(thousandths) => thousandths as u16,
    }
}

fn turned(evaluation: Evaluation) -> Evaluation {
    match evaluation {
        Evaluation::Lead(lead) => Evaluation::Lead(-lead),
        Evaluation::Stuck { wins } => Evaluation::Stuck { wins: !wins },
        Evaluation::Proven { result, margin } => {
            Evaluation::Proven { result: -result, margin: -margin }
        }
        Evaluation::WinProbability(thousandths) => Evaluation::WinProbability(1000 - thousandths),
    }
}

/// Analyzer of positions.
pub(crate) struct Analyzer<'c> {
    bot: BuiltinBot,
    cancel: &'c CancelToken,
}

/// Evaluation of a position.
pub(crate) struct PositionEval {
    pub(crate) point: Point,
    best: Option<Move>,
    line: Vec<Move>,
}

impl<'c> Analyzer<'c> {
    fn new(positions: u64, cancel: &'c CancelToken) -> Option<Analyzer<'c>> {
        let positions = positions.clamp(1, MAX_POSITIONS);
        let word = format!("search:nodes={positions},solve={SOLVED},hash=4");
        Some(Analyzer::by(word.parse().ok()?, cancel))
    }

    pub(crate) fn by(bot: BotSpec, cancel: &'c CancelToken) -> Analyzer<'c> {
        let mut bot = bot.build();
        bot.set_cancel_token(cancel);
        Analyzer { bot, cancel }
    }

    pub(crate) fn evaluate(&mut self, position: &Position) -> Option<PositionEval> {
        let (evaluation, best, line) = match position.outcome() {
            Some(outcome) => {
                let [first, second, ..] = position.adjusted_scores();
                let margin = i32::from(first) - i32::from(second);
                (Evaluation::Proven { result: outcome.winners.of_two(), margin }, None, Vec::new())
            }
            None => {
                self.bot.new_game();
                let mut rng = GameRng::new(1, "review");
                let analysis = self.bot.analyze_with(position, Limits::NONE, &mut rng)?;
                // The result of a cancelled search is no answer.
                if self.cancel.is_cancelled() {
                    return None;
                }
                let evaluation = analysis.evaluation.unwrap_or(Evaluation::Lead(0));
                let is_first = position.turn() == Seat::FIRST;
                let evaluation = if is_first { evaluation } else { turned(evaluation) };
                (evaluation, Some(analysis.best_move), analysis.principal_variation)
            }
        };
        let left = position.remaining_points();
        let win_probability = chance_of(position, evaluation);
        Some(PositionEval { point: Point { win_probability, evaluation, left }, best, line })
    }

    /// Evaluates every legal move: the mover's chance after it in thousandths, and hundredths of a
    /// point. `None` if cancelled.
    pub(crate) fn moves(&mut self, position: &Position) -> Option<Vec<(u16, i32)>> {
        let value = |mv| {
            let point = self.evaluate(&position.after_unchecked(mv))?.point;
            let (chance, evaluation) = point.seen_by(position.turn());
            let value = match evaluation {
                // Who leads and loses is stuck.
                Evaluation::Proven { result, margin } if result * margin < 0 => result * STUCK,
                Evaluation::Stuck { wins } => STUCK * if wins { 1 } else { -1 },
                other => other.hundredths().unwrap_or(0),
            };
            Some((chance, value))
        };
        position.legal_moves().into_iter().map(value).collect()
    }

    /// Compares a move with the best one; `found` is the evaluation of the position after it.
    fn ply(
        &mut self,
        position: &Position,
        mv: Move,
        [before, found]: [&PositionEval; 2],
    ) -> Option<Ply> {
        let played = move_eval(position, mv, found);
        let mut ply = Ply {
            by: position.turn(),
            of: position.legal_moves().len(),
            points_lost: played.evaluation.hundredths().map(|_| 0),
            played,
            better: None,
        };
        if let Some(best) = before.best.filter(|&best| best != mv) {
            let found = self.evaluate(&position.after_unchecked(best))?;
            let best = move_eval(position, best, &found);
            let lost = best.evaluation.hundredths().zip(ply.played.evaluation.hundredths());
            ply.points_lost = lost.map(|(best, played)| (best - played).max(0).unsigned_abs());
            // A search one move further on may disagree.
            ply.better =
                Some(best).filter(|best| best.win_probability > ply.played.win_probability);
        }
        Some(ply)
    }
}

/// Returns the evaluation of a move by that of the position after it.
fn move_eval(position: &Position, mv: Move, found: &PositionEval) -> MoveEval {
    let (win_probability, evaluation) = found.point.seen_by(position.turn());
    MoveEval {
        mv,
        takes: (position.captures(mv).len(), position.captured_points(mv)),
        leaves: position.after_unchecked(mv).legal_moves().len(),
        win_probability,
        evaluation,
        line: found.line.clone(),
    }
}
