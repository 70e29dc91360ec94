//! Bots: the interface that others implement, and the built-in ones.

use super::bots::{self, Analysis, BotSpec, Strategy};
use super::search::Limits;
use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::games::position::either;
use crate::games::{GameRules, IndexedMove, Move, Position, SearchGame, bell, brunei};

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

    /// Prepares for a new game: earlier ones must no longer affect the bot's moves.
    fn new_game(&mut self) {}

    /// Receives each move of any player before it is made, those of an opening included.
    fn on_move(&mut self, _: &Position, _: Move) {}

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

    fn on_move(&mut self, position: &Position, mv: Move) {
        (**self).on_move(position, mv);
    }

    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        (**self).set_cancel_token(cancel);
    }
}

/// A built-in bot, which plays either game. It keeps its tables from move to move.
pub struct BuiltinBot {
    spec: BotSpec,
    cancel: CancelToken,
    /// The last limits, and the specification within them.
    within: (Limits, BotSpec),
    brunei: Own<brunei::Rules>,
    bell: Own<bell::Rules>,
}

/// A strategy of one game with the last rules, made when it is first asked.
type Own<G> = Option<(G, Box<dyn Strategy<G>>)>;

impl BotSpec {
    /// Builds the bot. An external player yields no move.
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
        BuiltinBot { spec: self, cancel, within: (Limits::NONE, self), brunei: None, bell: None }
    }
}

impl BuiltinBot {
    /// Returns the specification.
    pub fn spec(&self) -> BotSpec {
        self.spec
    }

    /// Returns the total number of playouts made; 0 for bots that make none.
    pub fn playouts(&self) -> u64 {
        let brunei = self.brunei.as_ref().map_or(0, |(_, strategy)| strategy.playouts());
        brunei + self.bell.as_ref().map_or(0, |(_, strategy)| strategy.playouts())
    }

    /// Chooses a move, with its place among the legal ones; see [`Bot::choose_move`].
    pub fn choose_indexed(
        &mut self,
        position: &Position,
        rng: &mut GameRng,
    ) -> Option<IndexedMove<Move>> {
        self.set_limits(Limits::NONE);
        either!(position, game, at, wrap, slot of self => {
            let strategy = own(slot, game, self.spec, &self.cancel);
            Some(strategy.choose_move(game, at, rng)?.map(wrap))
        })
    }

    /// Analyzes a position within limits, with randomness from `rng`. The analysis of a cancelled
    /// bot is that of the search so far.
    pub fn analyze_with(
        &mut self,
        position: &Position,
        limits: Limits,
        rng: &mut GameRng,
    ) -> Option<Analysis> {
        self.set_limits(limits);
        either!(position, game, at, wrap, slot of self => {
            let strategy = own(slot, game, self.within.1, &self.cancel);
            Some(strategy.analyze(game, at, rng, limits.nodes)?.map(wrap))
        })
    }

    /// Sets the limits of the next search, and drops the strategies if they make another
    /// specification.
    #[inline]
    fn set_limits(&mut self, limits: Limits) {
        if self.within.0 != limits {
            let before = self.within.1;
            self.within = (limits, self.spec.within(limits));
            if before != self.within.1 {
                // The old tables are freed before there are new ones.
                (self.brunei, self.bell) = (None, None);
            }
        }
    }
}

/// Returns the strategy, which forgets what it remembers if the rules change.
#[inline(always)]
fn own<'b, G: SearchGame>(
    slot: &'b mut Own<G>,
    game: &G,
    spec: BotSpec,
    cancel: &CancelToken,
) -> &'b mut dyn Strategy<G> {
    let (rules, strategy) = slot.get_or_insert_with(|| {
        let mut made = bots::build(spec);
        made.set_cancel_token(cancel);
        (game.clone(), made)
    });
    if rules != game {
        *rules = game.clone();
        strategy.new_game();
    }
    strategy.as_mut()
}

impl Bot for BuiltinBot {
    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        Some(self.choose_indexed(position, rng)?.mv)
    }

    fn analyze(&mut self, position: &Position, limits: Limits) -> Option<Analysis> {
        self.new_game();
        self.analyze_with(position, limits, &mut GameRng::new(0, "analysis"))
    }

    fn new_game(&mut self) {
        self.brunei.iter_mut().for_each(|(_, it)| it.new_game());
        self.bell.iter_mut().for_each(|(_, it)| it.new_game());
    }

    /// A cancelled bot chooses no move.
    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
        self.brunei.iter_mut().for_each(|(_, it)| it.set_cancel_token(cancel));
        self.bell.iter_mut().for_each(|(_, it)| it.set_cancel_token(cancel));
    }
}
