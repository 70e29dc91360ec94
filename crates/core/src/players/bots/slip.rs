//! Player that errs: it slips the more easily, the less the moves differ.
//!
//! It values every legal move by a small search and draws one by a conditional logit model (McFadden
//! 1974, "Conditional logit analysis of qualitative choice behavior"; of chess players: Regan and
//! Haworth 2011, "Intrinsic chess ratings"). A move that is g points worse than the best is chosen
//! (1 + g)^precision times less often: a difference is felt in proportion, and large blunders happen
//! to good players, too. Captures catch the eye: each point that a move takes at once makes its
//! choice e^lure times likelier, so that a good move that takes little is overlooked.

use super::options::{OptionText, Options, word_of};
use super::{Analysis, Eval, Evaluation, Strategy};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::random::GameRng;
use crate::base::text::Keyword;
use crate::games::{Chosen, EndReason, IndexedMove, SearchGame, ToggleType};
use crate::players::search::{AlphaBeta, Limits, SearchConfig, search_root};

crate::games::toggles! {
    /// Options of `slip`.
    pub struct SlipOptions {
        /// Precision of the choice: a move that is g points worse than the best is chosen
        /// (1 + g)^precision times less often.
        precision: u16 = "precision" { 100, ToggleType::Decimal {
            places: 2,
            least: 0,
            most: 10_000,
            step: 1,
            expected: "expected a number from 0 to 100, as `1.5`, to the hundredth",
        } }

        /// Maximum number of positions searched for each legal move.
        nodes: u32 = "nodes" { 100, ToggleType::Number { least: 1, most: 1_000_000_000, odd: None } }

        /// Attraction of captures: the log-odds of a move rise by this with each point that it takes.
        lure: u16 = "lure" { LURE, ToggleType::Decimal {
            places: 2,
            least: 0,
            most: 1000,
            step: 1,
            expected: "expected a number from 0 to 10, as `0.3`, to the hundredth",
        } }

        /// Static evaluation, as of `search`.
        eval: Eval = "eval" { Eval::Fitted, ToggleType::Words(Eval::MEANINGS) }
    }
}

/// Attraction of captures, in hundredths: what fits the moves of searches of 30 to 4,000 positions
/// and of random playouts.
pub const LURE: u16 = 30;

/// Size of the transposition table in MiB.
const HASH: u32 = 1;

/// Value of leaving the opponent stuck, in hundredths of a point.
pub const STUCK: i32 = 20_000;

impl Options for SlipOptions {
    fn read(text: OptionText<'_>) -> Result<SlipOptions, Diagnostic> {
        text.read(SlipOptions::TOGGLES, |options, _| options.eval.settle())
    }

    fn word(&self, bot: &str, full: bool) -> String {
        word_of(bot, SlipOptions::TOGGLES, self, full)
    }

    fn hash(&self) -> u64 {
        HASH.into()
    }
}

/// Returns the logarithms of the moves' odds, up to a constant. Each move has its value in hundredths
/// of a point, and the points that it takes at once.
pub fn log_odds(moves: &[(i32, u16)], precision: f64, lure: f64) -> impl Iterator<Item = f64> {
    let best = moves.iter().map(|&(value, _)| value).max().unwrap_or(0);
    moves.iter().map(move |&(value, takes)| {
        let gap = f64::from(best - value) / 100.0;
        f64::from(takes) * lure - precision * libm::log1p(gap)
    })
}

/// Player that errs.
pub(super) struct Slip<G: SearchGame> {
    options: SlipOptions,
    engine: AlphaBeta<G>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    cancel: CancelToken,
}

impl<G: SearchGame> Slip<G> {
    pub(super) fn new(options: SlipOptions) -> Slip<G> {
        let (moves, replies, cancel) = (Vec::new(), Vec::new(), CancelToken::default());
        Slip { options, engine: AlphaBeta::new(HASH), moves, replies, cancel }
    }

    /// Values a move for the player who makes it, in hundredths of a point. With more than two
    /// players it is worth what it takes.
    fn value(&mut self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        if game.seats() > 2 {
            return 100 * i32::from(game.captured_points(position, mv));
        }
        let (mover, next) = (game.to_move(position).index(), game.after_move(position, mv));
        if let Some(outcome) = game.outcome(&next) {
            let sign = if mover == 0 { 1 } else { -1 };
            let scores = game.adjusted_scores(&game.scores(&next));
            let lead = i32::from(scores[mover]) - i32::from(scores[1 - mover]);
            return match outcome.ending {
                EndReason::Stuck if game.stuck_loses() => sign * outcome.winners.of_two() * STUCK,
                _ => 100 * lead,
            };
        }
        let weights = self.options.eval.weights::<G>();
        let config = SearchConfig::selective(game, weights);
        game.moves(&next, &mut self.replies);
        let roots: Vec<u32> = (0..self.replies.len() as u32).collect();
        let limits = Limits::nodes(self.options.nodes.into());
        let found = search_root(&mut self.engine, game, &config, &next, &roots, limits);
        match Evaluation::searched(game, &next, found.value.unwrap_or(0)) {
            Evaluation::Stuck { wins: true } => -STUCK,
            Evaluation::Stuck { wins: false } => STUCK,
            Evaluation::Lead(lead) => -lead,
            Evaluation::Proven { .. } | Evaluation::WinProbability(_) => 0,
        }
    }

    /// Draws a move by its value.
    fn draw(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G> {
        game.moves(position, &mut self.moves);
        let legal = std::mem::take(&mut self.moves);
        let mut seen = Vec::with_capacity(legal.len());
        for &mv in &legal {
            seen.push((self.value(game, position, mv), game.captured_points(position, mv)));
        }
        self.moves = legal;
        if seen.is_empty() {
            return None;
        }
        let hundredth = |option: u16| f64::from(option) / 100.0;
        let SlipOptions { precision, lure, .. } = self.options;
        let odds: Vec<f64> = log_odds(&seen, hundredth(precision), hundredth(lure)).collect();
        let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Whole weights, so that a draw rests on integers.
        let weight = |odds: &f64| (UNIT * libm::exp(odds - most)).round() as u64;
        let weights: Vec<u64> = odds.iter().map(weight).collect();
        let mut drawn = rng.below_u64(weights.iter().sum());
        let index = weights.iter().position(|&weight| {
            let is_here = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            is_here
        });
        IndexedMove::of(&self.moves, index? as u32)
    }
}

impl<G: SearchGame> Strategy<G> for Slip<G> {
    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
        self.engine.set_observer(cancel.clone());
    }

    fn choose_move(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G> {
        self.draw(game, position, rng).filter(|_| !self.cancel.is_cancelled())
    }

    /// Draws a move, without an evaluation; a cancelled search draws by what it saw.
    fn analyze(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut GameRng,
        most: u64,
    ) -> Option<Analysis<G::Move>> {
        let own = self.options.nodes;
        let share = most / u64::from(game.move_count(position, &mut self.moves).max(1));
        self.options.nodes = u64::from(own).min(share.max(1)) as u32;
        let drawn = self.draw(game, position, rng);
        self.options.nodes = own;
        drawn.map(|drawn| Analysis::bare(drawn.mv))
    }
}

/// Weight of the likeliest move.
const UNIT: f64 = (1_u64 << 32) as f64;
