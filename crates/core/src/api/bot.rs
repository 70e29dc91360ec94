//! Bots: the interface that others implement, and the built-in ones.

use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::games::{HasPosition, Move, Position, State, bell, brunei};
use crate::players::PlayableGame;
use crate::players::bots::{self, BotSpec, Evaluation};
use crate::players::search::Limits;

/// Analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The best move found.
    pub best_move: Move,
    /// Evaluation from the mover's view; `None` if the bot makes none.
    pub evaluation: Option<Evaluation>,
    /// Best play of both players, beginning with the best move, as far as it is known.
    pub principal_variation: Vec<Move>,
    /// Number of positions searched.
    pub nodes: u64,
}

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
/// let record = GameRunner::new(&start).players(vec![Box::new(MostStones), opponent]).play();
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
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        (**self).choose_move(position, rng)
    }

    fn analyze(&mut self, position: &Position, limits: Limits) -> Option<Analysis> {
        (**self).analyze(position, limits)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }
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
}

/// A built-in bot, which plays either game. It keeps its tables from move to move.
pub struct BuiltinBot {
    spec: BotSpec,
    cancel: CancelToken,
    /// The bot's specification within the last limits, and the bot for the last rules.
    slot: Option<(BotSpec, Slot)>,
}

/// A bot of the generic layer, with the rules that its tables are about.
enum Slot {
    Brunei(brunei::Rules, Box<dyn bots::Bot<brunei::Rules>>),
    Bell(bell::Rules, Box<dyn bots::Bot<bell::Rules>>),
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
    pub fn build(self) -> Box<BuiltinBot> {
        Box::new(BuiltinBot { spec: self, cancel: CancelToken::default(), slot: None })
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
        let spec = self.spec.within(limits);
        match position {
            Position::Brunei(state) => analyze(self.brunei(spec, state.game), state, limits, rng),
            Position::Bell(state) => analyze(self.bell(spec, state.game), state, limits, rng),
        }
    }

    fn brunei(&mut self, spec: BotSpec, game: brunei::Rules) -> &mut dyn bots::Bot<brunei::Rules> {
        if !matches!(&self.slot, Some((own, Slot::Brunei(of, _))) if (own, of) == (&spec, &game)) {
            // The old tables are freed before there are new ones.
            self.slot = None;
            self.slot = Some((spec, Slot::Brunei(game, spec.make())));
        }
        let Some((_, Slot::Brunei(_, bot))) = &mut self.slot else { unreachable!("it was built") };
        bot.set_cancel_token(&self.cancel);
        bot.as_mut()
    }

    fn bell(&mut self, spec: BotSpec, game: bell::Rules) -> &mut dyn bots::Bot<bell::Rules> {
        if !matches!(&self.slot, Some((own, Slot::Bell(of, _))) if (own, of) == (&spec, &game)) {
            self.slot = None;
            self.slot = Some((spec, Slot::Bell(game, spec.make())));
        }
        let Some((_, Slot::Bell(_, bot))) = &mut self.slot else { unreachable!("it was built") };
        bot.set_cancel_token(&self.cancel);
        bot.as_mut()
    }
}

impl Bot for BuiltinBot {
    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        let spec = self.spec;
        match position {
            Position::Brunei(state) => choose_move(self.brunei(spec, state.game), state, rng),
            Position::Bell(state) => choose_move(self.bell(spec, state.game), state, rng),
        }
    }

    fn analyze(&mut self, position: &Position, limits: Limits) -> Option<Analysis> {
        self.new_game();
        self.analyze_with(position, limits, &mut GameRng::new(0, "analysis"))
    }

    fn new_game(&mut self) {
        match &mut self.slot {
            Some((_, Slot::Brunei(_, bot))) => bot.new_game(),
            Some((_, Slot::Bell(_, bot))) => bot.new_game(),
            None => {}
        }
    }
}

fn choose_move<G: HasPosition>(
    bot: &mut dyn bots::Bot<G>,
    State { game, position }: &State<G>,
    rng: &mut GameRng,
) -> Option<Move> {
    bot.choose_move(game, position, rng).map(|chosen| game.wrap_move(position, chosen.mv))
}

fn analyze<G: PlayableGame>(
    bot: &mut dyn bots::Bot<G>,
    State { game, position }: &State<G>,
    limits: Limits,
    rng: &mut GameRng,
) -> Option<Analysis> {
    let found = bot.analyze(game, position, rng, limits.nodes)?;
    let wrap = |mv| game.wrap_move(position, mv);
    Some(Analysis {
        best_move: wrap(found.best_move.mv),
        evaluation: found.evaluation,
        principal_variation: found.principal_variation.into_iter().map(wrap).collect(),
        nodes: found.nodes,
    })
}
