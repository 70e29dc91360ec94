//! Play of one game, and replay of a recorded one.

use std::fmt;

use crate::base::cancel::CancelToken;
use crate::base::random::{GameRng, SeedKey};
use crate::board::{Stones, Symmetry};
use crate::games::rules::Game;
use crate::games::{IndexedMove, Outcome, Scores, Seat};
use crate::players::PlayableGame;
use crate::players::bots::{Bot, BotSpec};
use crate::players::crew::Image;

/// Observer of a game, for statistics.
pub trait GameObserver<G: PlayableGame> {
    /// Receives a move before it is played.
    fn on_move(&mut self, game: &G, position: &G::Position, chosen: &IndexedMove<G::Move>);
}

impl<G: PlayableGame, F: FnMut(&G, &G::Position, &IndexedMove<G::Move>)> GameObserver<G> for F {
    fn on_move(&mut self, game: &G, position: &G::Position, chosen: &IndexedMove<G::Move>) {
        self(game, position, chosen);
    }
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult<P> {
    /// End reason and winners.
    pub outcome: Outcome,
    /// Points at the end.
    pub scores: Scores,
    /// Final position.
    pub position: P,
}

/// One bot in each seat, ready to play any number of games.
pub struct GameRunner<G: PlayableGame> {
    bots: Vec<Box<dyn Bot<G>>>,
    /// `true` if all bots play at random: the game then runs by itself.
    all_random: bool,
    rngs: Vec<GameRng>,
    moves: Vec<G::Move>,
    /// Start of the game for external players, if there are any.
    start: Option<String>,
    /// Seat that moves first.
    starter: Seat,
    /// Image of the board that the bots see.
    image: Image,
}

impl<G: PlayableGame> GameRunner<G> {
    /// Creates a runner with built-in bots.
    pub fn new(bots: &[BotSpec]) -> GameRunner<G> {
        GameRunner::with_bots(bots, |bot| bot.make())
    }

    /// Creates a runner with bots that the caller builds.
    pub fn with_bots(bots: &[BotSpec], make: impl Fn(BotSpec) -> Box<dyn Bot<G>>) -> GameRunner<G> {
        let all_random = bots.iter().all(|bot| *bot == BotSpec::Random);
        let bots = bots.iter().map(|&bot| make(bot)).collect();
        let (rngs, moves, starter) = (Vec::new(), Vec::new(), Seat::FIRST);
        GameRunner { bots, all_random, rngs, moves, start: None, starter, image: Image::Board }
    }

    /// Sets the start of the next games, for external players.
    pub fn set_start(&mut self, start: &str) {
        self.start = Some(start.to_owned());
    }

    /// Sets the cancellation token: a cancelled game is dropped.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.bots.iter_mut().for_each(|bot| bot.set_cancel_token(cancel));
    }

    /// Sets the seat that moves first; the others follow in order. Random streams go by turn, not
    /// by seat.
    pub fn set_first_player(&mut self, starter: Seat) {
        self.starter = starter;
    }

    /// Sets the image of the board that the bots see. The games themselves, their first moves and
    /// what an observer sees stay on the board.
    pub fn set_image(&mut self, image: Image) {
        self.image = image;
    }

    /// Plays a game. Each turn has a random stream of its own, given by `key` and the game's
    /// `index`. The `first` moves, which must be legal, are played in place of the bots' choices.
    /// `None` if the game is dropped.
    pub fn play(
        &mut self,
        game: &G,
        start: &G::Position,
        key: &SeedKey,
        index: u64,
        first: &[G::Move],
        observer: &mut dyn GameObserver<G>,
    ) -> Option<GameResult<G::Position>> {
        game.run(self, start, key, index, first, observer)
    }

    pub(super) fn run(
        &mut self,
        game: &G,
        start: &G::Position,
        key: &SeedKey,
        index: u64,
        first: &[G::Move],
        observer: &mut dyn GameObserver<G>,
    ) -> Option<GameResult<G::Position>> {
        let rngs = &mut self.rngs;
        rngs.clear();
        let numbers = (0..self.bots.len()).map(|seat| index * Seat::MAX as u64 + seat as u64);
        rngs.extend(numbers.map(|number| key.rng(number)));
        self.bots.iter_mut().for_each(|bot| bot.new_game());
        if let Some(start) = &self.start {
            self.bots.iter_mut().for_each(|bot| bot.start_from(start));
        }
        let (mut position, has_external) = (*start, self.start.is_some());
        for &mv in first {
            game.moves(&position, &mut self.moves);
            let Some(chosen) = IndexedMove::find(&self.moves, mv) else {
                unreachable!("openings are checked before games are played")
            };
            observer.on_move(game, &position, &chosen);
            notify(&mut self.bots, has_external, (game, &position, mv));
            game.apply(&mut position, mv);
        }
        if self.all_random && self.image == Image::Board {
            let see = |at: &G::Position, chosen: &IndexedMove<G::Move>| {
                observer.on_move(game, at, chosen)
            };
            game.play_randomly(&mut position, rngs, &mut self.moves, see);
        } else {
            loop {
                let turn = game.to_move(&position);
                let seat = turn.at_table(self.starter, self.bots.len() as u8).index();
                let (bot, rng) = (&mut self.bots[seat], &mut rngs[turn.index()]);
                let chosen = match self.image {
                    Image::Board => bot.choose_move(game, &position, rng),
                    Image::Mirror => choose_mirrored(bot, (game, &position), rng, &mut self.moves),
                };
                match chosen {
                    Some(chosen) => {
                        observer.on_move(game, &position, &chosen);
                        notify(&mut self.bots, has_external, (game, &position, chosen.mv));
                        game.apply(&mut position, chosen.mv);
                    }
                    None => break,
                }
            }
        }
        // A bot returns no move if there is none, or if it was cancelled.
        let outcome = game.outcome(&position)?;
        Some(GameResult { outcome, scores: game.scores(&position), position })
    }
}

/// Shows a bot the mirror image of a position and returns the mirror image of its move.
fn choose_mirrored<G: PlayableGame>(
    bot: &mut Box<dyn Bot<G>>,
    (game, position): (&G, &G::Position),
    rng: &mut GameRng,
    moves: &mut Vec<G::Move>,
) -> Option<IndexedMove<G::Move>> {
    let image = game.map_position(position, Symmetry::MirrorColumnF);
    let chosen = bot.choose_move(game, &image, rng)?;
    let mv = game.map_move(chosen.mv, Symmetry::MirrorColumnF);
    game.moves(position, moves);
    let found = IndexedMove::find(moves, mv);
    Some(found.unwrap_or_else(|| unreachable!("the rules treat left and right alike")))
}

/// Notifies all bots of a move, if any of them is an external player.
fn notify<G: PlayableGame>(
    bots: &mut [Box<dyn Bot<G>>],
    has_external: bool,
    (game, position, mv): (&G, &G::Position, G::Move),
) {
    if has_external {
        bots.iter_mut().for_each(|bot| bot.on_move(game, position, mv));
    }
}

/// Keys of the random numbers of an experiment's games, as docs/files.md describes them.
#[derive(Clone, Debug)]
pub struct CellKeys {
    /// Key of the bots' random numbers: a game with index `i` is played by [`GameRunner::play`]
    /// with this key and `i`.
    pub games: SeedKey,
    /// Key of the random moves after the openings, which are equal for all bots.
    pub openings: SeedKey,
}

impl CellKeys {
    /// Returns the keys for a seed, these bots, and a cell's stones and rules; with common random
    /// numbers they depend on the seed and the bots alone, and `cell` is `None`.
    pub fn new(seed: u64, cell: Option<(Stones, &Game)>, bots: &[BotSpec]) -> CellKeys {
        let [black, white, rules] = cell.map_or_else(Default::default, |(stones, rules)| {
            let [black, white] = [stones.black, stones.white].map(|it| format!("{:x}", it.bits()));
            [black, white, rules.identity()]
        });
        let bots: Vec<String> = bots.iter().map(|bot| bot.to_canonical_string()).collect();
        let bots = bots.join("/");
        let games = ["game", &black, &white, &rules, &bots].map(str::as_bytes);
        let openings = ["opening", &black, &white, &rules].map(str::as_bytes);
        CellKeys { games: SeedKey::new(seed, &games), openings: SeedKey::new(seed, &openings) }
    }
}

/// Reason why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError(String);

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplayError {}

/// Replays a recorded game from its move indices. `moves` is scratch space.
///
/// # Errors
/// If the record is not a whole game.
pub fn replay<G: PlayableGame>(
    game: &G,
    start: &G::Position,
    indices: &[u32],
    moves: &mut Vec<G::Move>,
    observer: &mut impl GameObserver<G>,
) -> Result<GameResult<G::Position>, ReplayError> {
    let mut position = *start;
    for (ply, &move_index) in (1_usize..).zip(indices) {
        let Some(chosen) = game.move_at(&position, move_index, moves) else {
            let of = game.move_count(&position, moves);
            return Err(ReplayError(format!("ply {ply} is recorded as move {move_index} of {of}")));
        };
        observer.on_move(game, &position, &chosen);
        game.apply(&mut position, chosen.mv);
    }
    let Some(outcome) = game.outcome(&position) else {
        let last = indices.len();
        return Err(ReplayError(format!("the game goes on after its last recorded ply, {last}")));
    };
    Ok(GameResult { outcome, scores: game.scores(&position), position })
}
