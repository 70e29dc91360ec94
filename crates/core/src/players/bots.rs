//! The built-in bots, generic over the game.
//!
//! A bot is named by one word, the same in files, on the command line and in results. Its play
//! depends only on the position, its options and its stream of random numbers: no bot looks at a
//! clock. Every bot uses random numbers, at least to break ties between equal moves, so that games
//! are independent and their scores a sample.

mod external;
mod maxn;
mod mcts;
mod options;
mod search;
mod slip;

use std::fmt;
use std::str::FromStr;

pub use self::external::{MAX_LENGTH, Name};
#[doc(hidden)]
pub use self::mcts::Mcts;
pub use self::mcts::MctsOptions;
use self::options::{OptionText, Options};
pub use self::search::{Eval, SearchOptions};
pub use self::slip::{LURE, STUCK, SlipOptions, log_odds};

use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::random::GameRng;
use crate::base::text::listed;
use crate::board::Symmetry;
use crate::games::{Chosen, DiagramFormat, GameRules, IndexedMove, Move, SearchGame, Weights};
use crate::players::search::{Limits, Solution};

/// Choice of moves by a built-in bot in one game.
#[doc(hidden)]
pub trait Strategy<G: GameRules>: Send {
    /// Forgets earlier games: they must no longer affect its moves.
    fn new_game(&mut self) {}

    /// Sets the cancellation token, which long searches poll.
    fn set_cancel_token(&mut self, _: &CancelToken) {}

    /// Chooses a move; `None` if the game is over or the search was cancelled.
    fn choose_move(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G>;

    /// Analyses a position outside a game and looks at no more than the given number of positions.
    /// A cancelled analysis returns the best move found by then; `None` if the game is over.
    fn analyze(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut GameRng,
        _most: u64,
    ) -> Option<Analysis<G::Move>> {
        self.choose_move(game, position, rng).map(|chosen| Analysis::bare(chosen.mv))
    }

    /// Returns the total number of playouts made; 0 for bots that make none.
    fn playouts(&self) -> u64 {
        0
    }
}

/// Analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M = Move> {
    /// The best move found.
    pub best_move: M,
    /// Evaluation from the mover's view; `None` if the bot makes none.
    pub evaluation: Option<Evaluation>,
    /// Best play of both players, beginning with the best move, as far as it is known.
    pub principal_variation: Vec<M>,
    /// Number of positions searched, or of playouts made.
    pub nodes: u64,
}

/// Evaluation of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Expected final lead in hundredths of a point.
    Lead(i32),
    /// Expected end by one of the two players getting stuck, who loses by that.
    Stuck {
        /// `true` if the opponent gets stuck.
        wins: bool,
    },
    /// Proven end under best play.
    Proven {
        /// 1 for a win, 0 for a draw, -1 for a loss.
        result: i32,
        /// Final lead in points.
        margin: i32,
    },
    /// Estimated chance to win in thousandths, a draw counting as half a win.
    WinProbability(u32),
}

impl<M: Copy> Analysis<M> {
    /// Wraps a move without any analysis.
    fn bare(best_move: M) -> Analysis<M> {
        Analysis { best_move, evaluation: None, principal_variation: Vec::new(), nodes: 0 }
    }

    /// Returns the analysis with other moves in place of these.
    pub(super) fn map<N>(self, to: impl Fn(M) -> N) -> Analysis<N> {
        let Analysis { best_move, evaluation, principal_variation, nodes } = self;
        let principal_variation = principal_variation.into_iter().map(&to).collect();
        Analysis { best_move: to(best_move), evaluation, principal_variation, nodes }
    }
}

impl Evaluation {
    /// Returns the expected or proven final lead in points; `None` if it expects a player to get
    /// stuck, or knows no lead.
    pub fn lead(self) -> Option<f64> {
        self.hundredths().map(|lead| f64::from(lead) / 100.0)
    }

    /// Returns the same lead in hundredths of a point.
    pub(crate) fn hundredths(self) -> Option<i32> {
        match self {
            Evaluation::Lead(lead) => Some(lead),
            Evaluation::Proven { margin, .. } => Some(100 * margin),
            Evaluation::Stuck { .. } | Evaluation::WinProbability(_) => None,
        }
    }

    /// Returns the estimated or proven chance to win, a draw counting as half a win; `None` if it
    /// knows none.
    pub fn win_probability(self) -> Option<f64> {
        match self {
            Evaluation::Proven { result, .. } => Some((f64::from(result) + 1.0) / 2.0),
            Evaluation::WinProbability(thousandths) => Some(f64::from(thousandths) / 1000.0),
            Evaluation::Lead(_) | Evaluation::Stuck { .. } => None,
        }
    }

    /// Returns whether the value is proven.
    pub fn is_proven(self) -> bool {
        matches!(self, Evaluation::Proven { .. })
    }

    /// Converts the value of a search, in hundredths of a point beyond the score difference.
    pub fn searched<G: SearchGame>(game: &G, position: &G::Position, value: i32) -> Evaluation {
        let left = i32::from(game.values().sum(game.stones(position))) * Weights::POINT;
        if game.stuck_loses() && value.abs() > left {
            return Evaluation::Stuck { wins: value > 0 };
        }
        let (scores, mover) = (game.scores(position), game.to_move(position));
        let own = mover.index();
        let lead = i32::from(scores[own]) - i32::from(scores[1 - own]) + game.handicap_of(mover);
        Evaluation::Lead(lead * Weights::POINT + value)
    }

    /// Converts a solution; `None` unless both result and margin are proven.
    fn solved<G: SearchGame>(
        game: &G,
        position: &G::Position,
        found: &Solution<u32>,
    ) -> Option<Evaluation> {
        let (result, margin) = (found.result.value()?, found.lead.value()?);
        let sign = if game.to_move(position).index() == 0 { 1 } else { -1 };
        Some(Evaluation::Proven { result: sign * result, margin: sign * margin })
    }
}

/// Player without lookahead: plays a uniformly random legal move or, if `greedy`, one of those that
/// capture most points at once.
struct OnePlyBot<G: GameRules> {
    greedy: bool,
    moves: Vec<G::Move>,
    /// Indices of the best moves.
    best: Vec<u32>,
}

impl<G: GameRules> OnePlyBot<G> {
    fn new(greedy: bool) -> OnePlyBot<G> {
        OnePlyBot { greedy, moves: Vec::new(), best: Vec::new() }
    }
}

impl<G: GameRules> Strategy<G> for OnePlyBot<G> {
    fn choose_move(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G> {
        match self.greedy {
            true => game.greedy_move(position, &mut self.moves, &mut self.best, rng),
            false => game.random_move(position, &mut self.moves, rng),
        }
    }
}

/// Copycat: plays the move after which the board equals itself turned by half a turn with the
/// players' pieces swapped; if there is none, plays greedily.
struct Mirror<G: GameRules>(OnePlyBot<G>);

impl<G: DiagramFormat> Strategy<G> for Mirror<G> {
    fn choose_move(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G> {
        let Mirror(plain) = self;
        game.moves(position, &mut plain.moves);
        let is_copy = |&mv: &G::Move| {
            let next = game.after_move(position, mv);
            game.board_size(&next).points().into_iter().all(|point| {
                let other = game.sign(&next, Symmetry::HalfTurn.point(point));
                game.sign(&next, point)
                    == match other {
                        '1' => '2',
                        '2' => '1',
                        other => other,
                    }
            })
        };
        match plain.moves.iter().position(is_copy) {
            Some(move_index) => IndexedMove::of(&plain.moves, move_index as u32),
            None => plain.choose_move(game, position, rng),
        }
    }
}

/// Declares the bots, a row each: `Variant(options: Type) = word, version N => strategy`. The version
/// of its play changes when the same seed makes the bot play another game.
macro_rules! bots {
    ($(
        $(#[doc = $doc:literal])*
        $bot:ident $(($options:ident: $of:ty))? = $word:literal, version $version:literal => $strategy:expr;
    )+) => {
        /// Bot with all its options.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum BotSpec {
            $($(#[doc = $doc])* $bot $(($of))?,)+
        }

        const ROWS: &[Row] = &[$(
            Row {
                word: $word,
                version: $version,
                read: |text| {
                    $(let $options =)? <bots!(@type $($of)?)>::read(text)?;
                    Ok(BotSpec::$bot $(($options))?)
                },
            },
        )+];

        impl BotSpec {
            /// Returns the bot's name without options.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(BotSpec::$bot { .. } => $word,)+
                }
            }

            /// Returns its options; `None` if it has none.
            fn options(&mut self) -> Option<&mut dyn Options> {
                match self {
                    $(BotSpec::$bot $(($options))? => bots!(@options $($options)?),)+
                }
            }
        }

        /// Builds a bot's strategy in one game. An external player's yields no move.
        #[allow(unused_variables)]
        pub(super) fn build<G: SearchGame>(bot: BotSpec) -> Box<dyn Strategy<G>> {
            match bot {
                $(BotSpec::$bot $(($options))? => Box::new($strategy),)+
            }
        }
    };

    (@type) => { () };
    (@type $of:ty) => { $of };
    (@options) => { None };
    (@options $options:ident) => { Some($options) };
}

bots! {
    /// Any legal move, uniformly at random.
    Random = "random", version 1 => OnePlyBot::new(false);

    /// The move that captures most points at once, ties broken at random.
    Greedy = "greedy", version 1 => OnePlyBot::new(true);

    /// The move that copies the other player's by half a turn; otherwise as greedy.
    Mirror = "mirror", version 1 => Mirror(OnePlyBot::new(true));

    /// The best move of an alpha-beta search.
    Search(options: SearchOptions) = "search", version 2 => search::Search::<G>::new(options);

    /// The most visited move of a Monte Carlo tree search.
    Mcts(options: MctsOptions) = "mcts", version 2 => mcts::Mcts::<G>::new(options);

    /// A move drawn by its value: the less it loses, the likelier.
    Slip(options: SlipOptions) = "slip", version 1 => slip::Slip::<G>::new(options);

    /// The move of an external player: no seed reproduces its games.
    External(name: Name) = "engine", version 1 => external::Unavailable;
}

/// A bot of the table.
struct Row {
    word: &'static str,
    version: u32,
    read: fn(OptionText<'_>) -> Result<BotSpec, Diagnostic>,
}

/// Named levels of play, weakest first: each is a bot, and its name is a word for it.
pub const LEVELS: [(&str, &str); 7] = [
    ("beginner", "slip:precision=0.1"),
    ("easy", "slip:precision=0.4"),
    ("medium", "slip:precision=1"),
    ("good", "slip:precision=2,nodes=400"),
    ("strong", "search:nodes=4000,solve=12"),
    ("expert", "search:nodes=60000,solve=16"),
    ("strongest", "search:nodes=400000,solve=18"),
];

impl BotSpec {
    /// Returns the bot within these limits; of the depth only `search` takes notice, which searches
    /// one ply at least.
    #[must_use]
    pub fn within(self, limits: Limits) -> BotSpec {
        let mut within = match limits.nodes {
            u64::MAX => self,
            nodes => self.with_budget(nodes),
        };
        within.options().into_iter().for_each(|it| it.limit_depth(limits.depth.max(1)));
        within
    }

    /// Returns the bot with its budget replaced by `positions` positions or playouts.
    #[must_use]
    pub fn with_budget(mut self, positions: u64) -> BotSpec {
        self.options().into_iter().for_each(|it| it.set_budget(positions));
        self
    }

    /// Returns the canonical string, the bot's word with every option, defaults included: it seeds
    /// the random numbers.
    pub fn to_canonical_string(self) -> String {
        self.word(true)
    }

    /// Returns the bot's word, with every option if `full`.
    fn word(mut self, full: bool) -> String {
        let name = self.name();
        self.options().map_or(name.to_owned(), |it| it.word(name, full))
    }

    /// Returns the memory of its tables in MiB.
    pub fn hash(mut self) -> u64 {
        self.options().map_or(0, |it| it.hash())
    }

    /// Returns the version of its play.
    pub fn version(self) -> u32 {
        BotSpec::version_of(self.name()).unwrap_or(0)
    }

    /// Returns the version of the play of all bots with this name; `None` if there is no such bot.
    pub fn version_of(name: &str) -> Option<u32> {
        ROWS.iter().find(|row| row.word == name).map(|row| row.version)
    }

    /// Returns the names of the bots that are words by themselves: all but external players.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let is_word = |row: &&Row| (row.read)(OptionText { bot: row.word, text: None }).is_ok();
        ROWS.iter().filter(is_word).map(|row| row.word)
    }

    /// Parses the word of a bot of this crate; external players are refused.
    ///
    /// # Errors
    /// If the word names no such bot.
    pub fn builtin(word: &str) -> Result<BotSpec, Diagnostic> {
        match word.parse::<BotSpec>()? {
            bot if bot.is_external() => {
                Err(Diagnostic::whole("another program plays in experiments only"))
            }
            bot => Ok(bot),
        }
    }

    /// Returns whether it is an external player, whose games no seed reproduces.
    pub const fn is_external(self) -> bool {
        matches!(self, BotSpec::External(_))
    }
}

impl fmt::Display for BotSpec {
    /// Writes the bot's word: its options in a fixed order, without those at their defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.word(false))
    }
}

impl FromStr for BotSpec {
    type Err = Diagnostic;

    fn from_str(word: &str) -> Result<BotSpec, Diagnostic> {
        if let Some((at, space)) = word.char_indices().find(|(_, sign)| sign.is_whitespace()) {
            let (span, what) = (at..at + space.len_utf8(), "a bot's word has no spaces");
            return Err(Diagnostic::at(span, what, "found one here"));
        }
        if let Some((_, bot)) = LEVELS.iter().find(|(level, _)| *level == word) {
            return bot.parse();
        }
        let (name, text) =
            word.split_once(':').map_or((word, None), |(name, text)| (name, Some(text)));
        if let Some(row) = ROWS.iter().find(|row| row.word == name) {
            return (row.read)(OptionText { bot: row.word, text });
        }
        let levels = LEVELS.map(|(level, _)| level);
        let [weakest, .., strongest] = levels;
        let level = format!("a level from `{weakest}` to `{strongest}`");
        let words = BotSpec::names().map(|name| format!("`{name}`")).chain([level]);
        let expected = format!("expected {}", listed(words, "or"));
        let fault = Diagnostic::at(0..name.len(), format!("unknown bot `{name}`"), expected);
        Err(fault.did_you_mean(name, BotSpec::names().chain(levels)))
    }
}
