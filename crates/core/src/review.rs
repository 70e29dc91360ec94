//! Game review: the chance to win at every position, the cost of each move, and the moves that
//! mattered.
//!
//! Each position of the game is searched alone, to a given number of positions, and so is the one
//! after the best move: the move played is compared with the best one by two searches of equal
//! size, one move further on. With few stones left the solver replaces the search, and its values
//! are proven.

use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::games::{Evaluate, Seat};
use crate::players::PlayableGame;
use crate::players::bots::{Bot, BotSpec, Evaluation};

/// Default number of positions searched for a position.
pub const POSITIONS: u64 = 10_000;

/// Number of stones at or below which a position is solved.
pub const SOLVED: u32 = 16;

/// Cost in thousandths of the chance below which a move is as good as the best.
pub const SMALL: u16 = 20;

/// Factor on the positions searched for a move that seems to cost something: a player who searched
/// further than the review is not blamed for it.
const SECOND_LOOK: u64 = 10;

/// Maximum number of moves that are listed as decisive.
const MAX_KEY_MOVES: usize = 3;

/// Greatest chance in thousandths that is not proven.
const SUREST: u16 = 990;

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
    /// Notation of the move.
    pub word: String,
    /// Number of stones captured, and their points.
    pub takes: (u32, u16),
    /// Number of moves of the next player.
    pub leaves: usize,
    /// Mover's chance after it, in thousandths.
    pub win_probability: u16,
    /// Evaluation for the mover.
    pub evaluation: Evaluation,
    /// Expected moves after it.
    pub line: Vec<String>,
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
    /// Reviews a game of two players; `None` if cancelled.
    pub fn of<G: PlayableGame>(
        game: &G,
        start: &G::Position,
        moves: &[G::Move],
        positions: u64,
        cancel: &CancelToken,
    ) -> Option<Review> {
        let mut eye = Analyzer::new(game, positions, cancel)?;
        let mut far = Analyzer::new(game, positions.saturating_mul(SECOND_LOOK), cancel)?;
        let mut position = *start;
        let mut sight = eye.look(&position)?;
        let mut review = Review { points: vec![sight.point], plies: vec![], key_moves: vec![] };
        for &mv in moves {
            let next = game.after_move(&position, mv);
            let found = eye.look(&next)?;
            let mut ply = eye.ply(&position, mv, &sight, &found)?;
            if ply.is_doubtful() {
                let (sight, found) = (far.look(&position)?, far.look(&next)?);
                ply = far.ply(&position, mv, &sight, &found)?;
            }
            review.plies.push(ply);
            review.points.push(found.point);
            (position, sight) = (next, found);
        }
        let mut dear: Vec<usize> = (0..moves.len()).collect();
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
    /// Evaluates a single position; `None` if cancelled.
    pub fn of<G: PlayableGame>(game: &G, position: &G::Position, positions: u64) -> Option<Point> {
        Some(Analyzer::new(game, positions, &CancelToken::default())?.look(position)?.point)
    }
}

/// Returns the chance to win, in thousandths, of a player with this expected final lead in
/// hundredths of a point and these points left on the board: a logistic regression, fitted to games
/// ([`Evaluate::ODDS`]).
pub fn win_probability<G: Evaluate>(lead: i32, left: u16) -> u16 {
    let [sure, unsure] = G::ODDS;
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

fn chance_of<G: Evaluate>(evaluation: Evaluation, left: u16) -> u16 {
    match evaluation {
        Evaluation::Lead(lead) => win_probability::<G>(lead, left),
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

/// Returns the final lead in hundredths of a point; `None` if a player seems to get stuck, or the
/// evaluation is a chance.
fn points(evaluation: Evaluation) -> Option<i32> {
    match evaluation {
        Evaluation::Lead(lead) => Some(lead),
        Evaluation::Proven { margin, .. } => Some(100 * margin),
        Evaluation::Stuck { .. } | Evaluation::WinProbability(_) => None,
    }
}

/// Analyzer of positions.
struct Analyzer<'g, G: PlayableGame> {
    game: &'g G,
    bot: Box<dyn Bot<G>>,
    moves: Vec<G::Move>,
    cancel: CancelToken,
}

/// Evaluation of a position.
struct PositionEval<M> {
    point: Point,
    best: Option<M>,
    line: Vec<String>,
}

impl<'g, G: PlayableGame> Analyzer<'g, G> {
    fn new(game: &'g G, positions: u64, cancel: &CancelToken) -> Option<Analyzer<'g, G>> {
        let word = format!("search:nodes={positions},solve={SOLVED},hash=4");
        let mut bot = word.parse::<BotSpec>().ok()?.make::<G>();
        bot.set_cancel_token(cancel);
        Some(Analyzer { game, bot, moves: Vec::new(), cancel: cancel.clone() })
    }

    fn look(&mut self, position: &G::Position) -> Option<PositionEval<G::Move>> {
        let game = self.game;
        let left = game.values().sum(game.stones(position));
        let (evaluation, best, moves) = match game.outcome(position) {
            Some(outcome) => {
                let [first, second, ..] = game.adjusted_scores(&game.scores(position));
                let margin = i32::from(first) - i32::from(second);
                (Evaluation::Proven { result: outcome.winners.of_two(), margin }, None, Vec::new())
            }
            None => {
                self.bot.new_game();
                let mut rng = GameRng::new(1, "review");
                let analysis = self.bot.analyze(game, position, &mut rng, u64::MAX)?;
                // The result of a cancelled search is no answer.
                if self.cancel.is_set() {
                    return None;
                }
                let evaluation = analysis.evaluation.unwrap_or(Evaluation::Lead(0));
                let is_first = game.to_move(position) == Seat::FIRST;
                let evaluation = if is_first { evaluation } else { turned(evaluation) };
                (evaluation, Some(analysis.best_move.mv), analysis.principal_variation)
            }
        };
        let (mut position, mut line) = (*position, Vec::new());
        for mv in moves {
            line.push(game.format_move(&position, mv));
            game.apply(&mut position, mv);
        }
        let point = Point { win_probability: chance_of::<G>(evaluation, left), evaluation, left };
        Some(PositionEval { point, best, line })
    }

    /// Compares a move with the best one; `found` is the evaluation of the position after it.
    fn ply(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        sight: &PositionEval<G::Move>,
        found: &PositionEval<G::Move>,
    ) -> Option<Ply> {
        let game = self.game;
        let played = self.seen(position, mv, found);
        let mut ply = Ply {
            by: game.to_move(position),
            of: game.move_count(position, &mut self.moves) as usize,
            points_lost: points(played.evaluation).map(|_| 0),
            played,
            better: None,
        };
        if let Some(best) = sight.best.filter(|&best| best != mv) {
            let found = self.look(&game.after_move(position, best))?;
            let best = self.seen(position, best, &found);
            let lost = points(best.evaluation).zip(points(ply.played.evaluation));
            ply.points_lost = lost.map(|(best, played)| (best - played).max(0).unsigned_abs());
            // A search one move further on may disagree.
            ply.better =
                Some(best).filter(|best| best.win_probability > ply.played.win_probability);
        }
        Some(ply)
    }

    fn seen(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        found: &PositionEval<G::Move>,
    ) -> MoveEval {
        let game = self.game;
        let Point { win_probability: chance, evaluation, .. } = found.point;
        let is_first = game.to_move(position) == Seat::FIRST;
        let (chance, evaluation) =
            if is_first { (chance, evaluation) } else { (1000 - chance, turned(evaluation)) };
        MoveEval {
            word: game.format_move(position, mv),
            takes: (game.captures(position, mv).len(), game.captured_points(position, mv)),
            leaves: game.move_count(&game.after_move(position, mv), &mut self.moves) as usize,
            win_probability: chance,
            evaluation,
            line: found.line.clone(),
        }
    }
}
