//! Level of a player: the strength that explains the moves of written games best.
//!
//! A search values every legal move of each position, and the model of the bot `slip` says how likely
//! the move that was played is for a player of a given strength. Bots of known strength, of three
//! kinds, gave the proportion of the model's precision to Elo; how far they scatter around it is part of
//! every interval.

use crate::base::cancel::CancelToken;
use crate::board::Point;
use crate::games::Seat;
use crate::games::game_record::GameRecord;
use crate::games::rules::GameKind;
use crate::players::bots::{BotSpec, LURE, log_odds};
use crate::review::Analyzer;

/// Number of positions searched for each legal move. The precision holds for it.
const POSITIONS: u64 = 6400;

/// Largest Elo of the scale: the search that values moves sees no further. The smallest is 0, that of
/// random moves.
const HIGHEST: u32 = 1500;

/// Step of the grid on which the posterior is computed, in Elo.
const STEP: u32 = 5;

/// Named levels, with their Elo: `experiments/ladder-levels.toml`.
pub const ANCHORS: [(&str, f64); 5] =
    [("beginner", 87.0), ("easy", 295.0), ("medium", 621.0), ("good", 954.0), ("strong", 1308.0)];

/// Precision of a player of 1,000 Elo; that of others is in proportion. Fitted to bots of the ladder;
/// `analysis/level.py` measures the errors that are left.
const PRECISION: f64 = 1.27;

/// Greatest loss of a move, in hundredths of a point. Who gets stuck unawares errs no more than who
/// overlooks some points, and on some patterns such moves are frequent.
const MOST_LOST: i32 = 800;

/// Number of legal moves for which the precision holds, and the power of their number with which it
/// rises: positions of some patterns have more moves.
const MOVES: (f64, f64) = (6.0, 0.25);

/// Standard deviation of bots of one precision around the proportion, in Elo, pattern by pattern.
const SCATTER: f64 = 85.0;

/// Fewest moves that tell a level.
const FEWEST: usize = 15;

/// Distance from the ends of the scale at which a bound of an interval is none, in Elo.
const END: f64 = 25.0;

/// A move that was chosen among several.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Value of each legal move in hundredths of a point, and the points that it takes.
    moves: Vec<(i32, u16)>,
    /// Index of the move that was played.
    played: usize,
}

/// Estimated level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Median of the posterior, in Elo above random moves.
    pub elo: f64,
    /// Bounds of the 95 % interval; a bound at an end of the scale is none.
    pub interval: [Option<f64>; 2],
    /// Number of moves.
    pub moves: usize,
}

impl Level {
    /// Returns whether the moves say little: they are fewer than 15, or the interval is wider than 900
    /// Elo, where an open end counts as that of the scale.
    pub fn says_little(&self) -> bool {
        let [low, high] = self.interval;
        self.moves < FEWEST || high.unwrap_or(f64::from(HIGHEST)) - low.unwrap_or(0.0) > 900.0
    }
}

/// Returns the named level that is nearest to a strength.
pub fn nearest(elo: f64) -> &'static str {
    let beyond = |&&(_, anchor): &&(&str, f64)| anchor <= elo;
    let place = ANCHORS.iter().take_while(beyond).count().clamp(1, ANCHORS.len() - 1);
    let [below, above] = [ANCHORS[place - 1], ANCHORS[place]];
    if elo - below.1 < above.1 - elo { below.0 } else { above.0 }
}

/// Returns whether the scale holds for a game: it is Brunei's game of two players on a full board.
pub fn is_rated(game: &GameRecord) -> bool {
    let start = &game.start;
    let is_full = start.board_size().points().len() == u32::from(Point::COUNT);
    start.rules().kind() == GameKind::Brunei && start.seats() == 2 && is_full
}

/// Returns a player's choices in a game; `None` if cancelled.
///
/// The choices of several games are joined to estimate a level:
/// ```
/// use pasang_core::{CancelToken, GameRecord, Seat, level};
///
/// let game: GameRecord = "setup: catalogue-05\nmoves: c h".parse()?;
/// let choices = level::choices(&game, Seat::FIRST, &CancelToken::default()).expect("not cancelled");
/// assert!(level::estimate(&choices).says_little());
/// # Ok::<(), pasang_core::Diagnostics>(())
/// ```
pub fn choices(game: &GameRecord, seat: Seat, cancel: &CancelToken) -> Option<Vec<Choice>> {
    let bot: BotSpec = format!("search:nodes={POSITIONS},hash=1").parse().ok()?;
    let mut analyzer = Analyzer::by(bot, cancel);
    let mut choices = Vec::new();
    for (position, &mv) in game.positions().zip(&game.moves) {
        let legal = position.legal_moves();
        // The choice of a column says nothing.
        let is_column = position.phase_index() == 0;
        if position.turn() != seat || is_column || legal.len() < 2 {
            continue;
        }
        let values = analyzer.moves(&position)?;
        let best = values.iter().map(|&(_, value)| value).max()?;
        let takes = legal.iter().map(|&mv| position.captured_points(mv));
        let values = values.into_iter().map(|(_, value)| value.max(best - MOST_LOST));
        let moves = values.zip(takes).collect();
        choices
            .extend(legal.iter().position(|&it| it == mv).map(|played| Choice { moves, played }));
    }
    Some(choices)
}

/// Estimates the level of a player who made these choices: the posterior from a uniform prior over
/// the scale.
pub fn estimate(choices: &[Choice]) -> Level {
    let grid: Vec<f64> = (0..=HIGHEST / STEP).map(|step| f64::from(step * STEP)).collect();
    let log_of = |&elo: &f64| log_likelihood(choices, PRECISION * elo / 1000.0);
    let logs: Vec<f64> = grid.iter().map(log_of).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
    // The scatter of players of one precision.
    let kernel = |from: f64, to: f64| libm::exp(-0.5 * ((to - from) / SCATTER).powi(2));
    let posterior: Vec<f64> = grid
        .iter()
        .map(|&to| grid.iter().zip(&weights).map(|(&from, it)| it * kernel(from, to)).sum())
        .collect();
    let total: f64 = posterior.iter().sum();
    let quantile = |share: f64| {
        let mut sum = 0.0;
        let place = posterior.iter().position(|weight| {
            sum += weight / total;
            sum >= share
        });
        place.map_or(f64::from(HIGHEST), |place| grid[place])
    };
    let is_inside = |elo: &f64| *elo > END && *elo < f64::from(HIGHEST) - END;
    Level {
        elo: quantile(0.5),
        interval: [0.025, 0.975].map(|it| Some(quantile(it)).filter(is_inside)),
        moves: choices.len(),
    }
}

/// Returns the logarithm of the probability of the choices by a player of this precision.
fn log_likelihood(choices: &[Choice], precision: f64) -> f64 {
    let (usual, power) = MOVES;
    let log_of = |choice: &Choice| {
        let precision = precision * libm::pow(choice.moves.len() as f64 / usual, power);
        let odds: Vec<f64> = log_odds(&choice.moves, precision, f64::from(LURE) / 100.0).collect();
        let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = odds.iter().map(|it| libm::exp(it - most)).sum();
        odds[choice.played] - most - libm::log(sum)
    };
    choices.iter().map(log_of).sum()
}
