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
pub use self::mcts::MctsOptions;
use self::options::Options;
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
pub(super) trait Strategy<G: GameRules>: Send {
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

/// Builds a bot's strategy in one game. An external player's yields no move.
pub(super) fn build<G: SearchGame>(bot: BotSpec) -> Box<dyn Strategy<G>> {
    let plain = |greedy| OnePlyBot { greedy, moves: Vec::new(), best: Vec::new() };
    match bot {
        BotSpec::Random => Box::new(plain(false)),
        BotSpec::Greedy => Box::new(plain(true)),
        BotSpec::Mirror => Box::new(Mirror(plain(true))),
        BotSpec::Search(options) => Box::new(search::Search::<G>::new(options)),
        BotSpec::Mcts(options) => Box::new(mcts::Mcts::<G>::new(options)),
        BotSpec::Slip(options) => Box::new(slip::Slip::<G>::new(options)),
        BotSpec::External(_) => Box::new(external::Unavailable),
    }
}

/// Bot with all its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotSpec {
    /// Any legal move, uniformly at random.
    Random,
    /// The move that captures most points at once, ties broken at random.
    Greedy,
    /// The move that copies the other player's by half a turn; otherwise as greedy.
    Mirror,
    /// The best move of an alpha-beta search.
    Search(SearchOptions),
    /// The most visited move of a Monte Carlo tree search.
    Mcts(MctsOptions),
    /// A move drawn by its value: the less it loses, the likelier.
    Slip(SlipOptions),
    /// The move of an external player: no seed reproduces its games.
    External(Name),
}

/// Names of all bots, each with a description and the version of its play, which changes when the
/// same seed makes the bot play another game.
pub const BOTS: [(&str, &str, u32); 6] = [
    ("random", "any legal move, each as likely as the others", 1),
    ("greedy", "the move that captures most points at once; of equal ones any", 1),
    ("mirror", "the move that copies the other player's by half a turn; else what greedy plays", 1),
    ("search", "the move that an alpha-beta search finds best, as `search:depth=4`", 2),
    ("mcts", "the move that a tree search by playouts finds best, as `mcts:playouts=500`", 2),
    ("slip", "a move drawn at random, the likelier the less it loses, as `slip:precision=1`", 1),
];

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

/// Prefix of an external player's name.
const EXTERNAL: &str = "engine";

impl BotSpec {
    /// Returns the bot within these limits; of the depth only `search` takes notice, which searches
    /// one ply at least.
    #[must_use]
    pub fn within(self, limits: Limits) -> BotSpec {
        let spec = match limits.nodes {
            u64::MAX => self,
            nodes => self.with_budget(nodes),
        };
        match spec {
            BotSpec::Search(options) => {
                let depth = options.depth.min(limits.depth.max(1));
                BotSpec::Search(SearchOptions { depth, ..options })
            }
            other => other,
        }
    }

    /// Returns the bot with its budget replaced by `positions` positions or playouts.
    #[must_use]
    pub fn with_budget(self, positions: u64) -> BotSpec {
        match self {
            BotSpec::Random | BotSpec::Greedy | BotSpec::Mirror => self,
            BotSpec::Slip(_) | BotSpec::External(_) => self,
            BotSpec::Search(options) => BotSpec::Search(options.with_budget(positions)),
            BotSpec::Mcts(options) => BotSpec::Mcts(options.with_budget(positions)),
        }
    }

    /// Returns the bot's name without options.
    pub const fn name(self) -> &'static str {
        match self {
            BotSpec::Random => "random",
            BotSpec::Greedy => "greedy",
            BotSpec::Mirror => "mirror",
            BotSpec::Search(_) => SearchOptions::BOT,
            BotSpec::Mcts(_) => MctsOptions::BOT,
            BotSpec::Slip(_) => SlipOptions::BOT,
            BotSpec::External(_) => EXTERNAL,
        }
    }

    /// Returns the canonical string, the bot's word with every option, defaults included: it seeds
    /// the random numbers.
    pub fn to_canonical_string(self) -> String {
        self.word(true)
    }

    /// Returns the bot's word, with every option if `full`.
    fn word(self, full: bool) -> String {
        match self {
            BotSpec::Random | BotSpec::Greedy | BotSpec::Mirror => self.name().to_owned(),
            BotSpec::Search(options) => options.word(full),
            BotSpec::Mcts(options) => options.word(full),
            BotSpec::Slip(options) => options.word(full),
            BotSpec::External(name) => format!("{EXTERNAL}:{name}"),
        }
    }

    /// Returns the memory of its tables in MiB.
    pub const fn hash(self) -> u64 {
        match self {
            BotSpec::Random | BotSpec::Greedy | BotSpec::Mirror | BotSpec::External(_) => 0,
            // The endgame solver has a table of its own.
            BotSpec::Search(options) if options.solve > 0 => 2 * options.hash as u64,
            BotSpec::Search(options) => options.hash as u64,
            BotSpec::Mcts(options) => options.hash as u64,
            BotSpec::Slip(_) => slip::HASH as u64,
        }
    }

    /// Returns the version of its play.
    pub fn version(self) -> u32 {
        BotSpec::version_of(self.name()).unwrap_or(0)
    }

    /// Returns the version of the play of all bots with this name; `None` if there is no such bot.
    pub fn version_of(name: &str) -> Option<u32> {
        let mut all = BOTS.iter().map(|&(name, _, version)| (name, version)).chain([(EXTERNAL, 1)]);
        all.find(|&(known, _)| known == name).map(|(_, version)| version)
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
        let names = || BOTS.iter().map(|&(name, ..)| name);
        let (name, options) =
            word.split_once(':').map_or((word, None), |(name, options)| (name, Some(options)));
        let start = name.len() + 1;
        let plain = match name {
            "random" => BotSpec::Random,
            "greedy" => BotSpec::Greedy,
            "mirror" => BotSpec::Mirror,
            SearchOptions::BOT => return SearchOptions::read(options, start).map(BotSpec::Search),
            MctsOptions::BOT => return MctsOptions::read(options, start).map(BotSpec::Mcts),
            SlipOptions::BOT => return SlipOptions::read(options, start).map(BotSpec::Slip),
            EXTERNAL => return Name::read(options, start).map(BotSpec::External),
            _ => {
                let levels = LEVELS.map(|(level, _)| level);
                let [weakest, .., strongest] = levels;
                let level = format!("a level from `{weakest}` to `{strongest}`");
                let words = names().map(|name| format!("`{name}`")).chain([level]);
                let expected = format!("expected {}", listed(words, "or"));
                let what = format!("unknown bot `{name}`");
                let fault = Diagnostic::at(0..name.len(), what, expected);
                return Err(fault.did_you_mean(name, names().chain(levels)));
            }
        };
        if options.is_none() {
            return Ok(plain);
        }
        let what = format!("`{name}` has no options");
        Err(Diagnostic::at(name.len()..word.len(), what, format!("expected `{name}`")))
    }
}
