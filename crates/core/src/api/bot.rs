//! Bots: the interface that others implement, and the built-in ones.

use super::slot::Slot;
use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::games::rules::Game;
use crate::games::{Move, Position, State};
use crate::players::PlayableGame;
use crate::players::bots::{self, BotSpec};
use crate::players::search::Limits;

/// Analysis of a position of either game.
pub type Analysis = bots::Analysis<Move>;

/// A player.
///
/// # Examples
/// A bot that captures as many stones as it can:
/// ```
/// use pasang_core::{Bot, Game, GameRng, GameRunner, Move, Position, Setup};
///
/// struct MostStones;
///
/// impl Bot for MostStones {
///     fn choose_move(&mut self, position: &Position, _: &mut GameRng) -> Option<Move> {
///         position.legal_moves().into_iter().max_by_key(|&mv| position.captures(mv).len())
///     }
/// }
///
/// let start = Game::preset("brunei-jump")?.start(&Setup::builtin("catalogue-05")?)?;
/// let opponent = "search:nodes=200".parse::<pasang_core::BotSpec>()?.build();
/// let record = GameRunner::new(&start).players(vec![Box::new(MostStones), Box::new(opponent)]).play();
/// assert!(record.last().outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot: Send {
    /// Chooses a legal move; `None` only if the game is over, or the bot was cancelled. All
    /// randomness must come from `rng`, so that a seed plays the same game again.
    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move>;

    /// Analyzes a position within limits; `None` only if the game is over. The same position has
    /// the same analysis. By default the move that the bot chooses.
    fn analyze(&mut self, position: &Position, _: Limits) -> Option<Analysis> {
        let best_move = self.choose_move(position, &mut GameRng::new(0, "analysis"))?;
        let principal_variation = vec![best_move];
        Some(Analysis { best_move, evaluation: None, principal_variation, nodes: 0 })
    }

    /// Prepares for a new game.
    fn new_game(&mut self) {}

    /// Ends the bot's thinking early once the token is cancelled. By default it thinks to the end.
    fn set_cancel_token(&mut self, _: &CancelToken) {}
}

impl<B: Bot + ?Sized> Bot for &mut B {
    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        (**self).choose_move(position, rng)
    }

    fn analyze(&mut self, position: &Position, limits: Limits) -> Option<Analysis> {
        (**self).analyze(position, limits)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        (**self).set_cancel_token(cancel);
    }
}

/// A built-in bot, which plays either game. It keeps its tables from move to move.
pub struct BuiltinBot {
    spec: BotSpec,
    cancel: CancelToken,
    /// The generic layer's bot, by its specification within the last limits and the last rules.
    slot: Slot<(BotSpec, Game)>,
    /// `true` if the bot must forget its last game before it is next asked.
    is_new_game: bool,
}

impl BotSpec {
    /// Builds the bot.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Bot, BotSpec, Game, Limits, Setup};
    ///
    /// let position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
    /// let mut bot = "search".parse::<BotSpec>()?.build();
    /// let analysis = bot.analyze(&position, Limits::nodes(2_000)).expect("the game is not over");
    /// assert!(position.is_legal(analysis.best_move) && analysis.nodes <= 2_100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(self) -> BuiltinBot {
        let cancel = CancelToken::default();
        BuiltinBot { spec: self, cancel, slot: Slot::EMPTY, is_new_game: false }
    }
}

impl BuiltinBot {
    /// Returns the specification.
    pub fn spec(&self) -> BotSpec {
        self.spec
    }

    /// Sets the token that cancels searches: a cancelled bot chooses no move, and its analysis is
    /// that of the search so far.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
    }

    /// Analyzes a position within limits, with randomness from `rng`.
    pub fn analyze_with(
        &mut self,
        position: &Position,
        limits: Limits,
        rng: &mut GameRng,
    ) -> Option<Analysis> {
        match position {
            Position::Brunei(state) => self.analyze_state(state, limits, rng),
            Position::Bell(state) => self.analyze_state(state, limits, rng),
        }
    }

    fn choose_by<G: PlayableGame>(&mut self, state: &State<G>, rng: &mut GameRng) -> Option<Move> {
        let State { game, position } = state;
        let chosen = self.bot(self.spec, state).choose_move(game, position, rng)?;
        Some(game.wrap_move(position, chosen.mv))
    }

    fn analyze_state<G: PlayableGame>(
        &mut self,
        state: &State<G>,
        limits: Limits,
        rng: &mut GameRng,
    ) -> Option<Analysis> {
        let State { game, position } = state;
        let bot = self.bot(self.spec.within(limits), state);
        let found = bot.analyze(game, position, rng, limits.nodes)?;
        let wrap = |mv| game.wrap_move(position, mv);
        Some(Analysis {
            best_move: wrap(found.best_move),
            evaluation: found.evaluation,
            principal_variation: found.principal_variation.into_iter().map(wrap).collect(),
            nodes: found.nodes,
        })
    }

    fn bot<G: PlayableGame>(&mut self, spec: BotSpec, state: &State<G>) -> &mut dyn bots::Bot<G> {
        let rules = state.game.wrap(state.position).rules();
        let bot: &mut Box<dyn bots::Bot<G>> = self.slot.get((spec, rules), || spec.make());
        if std::mem::take(&mut self.is_new_game) {
            bot.new_game();
        }
        bot.set_cancel_token(&self.cancel);
        bot.as_mut()
    }
}

impl Bot for BuiltinBot {
    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        match position {
            Position::Brunei(state) => self.choose_by(state, rng),
            Position::Bell(state) => self.choose_by(state, rng),
        }
    }

    fn analyze(&mut self, position: &Position, limits: Limits) -> Option<Analysis> {
        self.new_game();
        self.analyze_with(position, limits, &mut GameRng::new(0, "analysis"))
    }

    fn new_game(&mut self) {
        self.is_new_game = true;
    }

    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        BuiltinBot::set_cancel_token(self, cancel);
    }
}
