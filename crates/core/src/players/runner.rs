//! One game from the first move to the last, and the replay of a recorded one.

use super::bot::{Bot, BuiltinBot};
use super::bots::BotSpec;
use super::crew::Image;
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::random::{GameRng, SeedKey};
use crate::base::text::plural;
use crate::board::{Stones, Symmetry};
use crate::games::game_record::GameRecord;
use crate::games::position::Scratch;
use crate::games::{Game, IllegalMoveError, IndexedMove, Move, Outcome, Position, Seat};

/// Plays games from a position; the same bots and seed play the same game.
///
/// # Examples
/// ```
/// use pasang_core::{Game, GameRunner, Setup};
///
/// let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
/// let mut moves = 0;
/// let record = GameRunner::new(&start)
///     .bots(["greedy", "search:nodes=200"])?
///     .seed(7)
///     .opening(["c", "j"])?
///     .on_move(|_, _| moves += 1)
///     .play();
/// assert_eq!(record.moves.len(), moves);
/// println!("{}", record.last().outcome().expect("the game is over"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reused for many games, it allocates nothing per game. Each game has random numbers of its own:
/// ```
/// use pasang_core::base::random::SeedKey;
/// use pasang_core::{Game, GameRunner, Setup};
///
/// let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
/// let mut runner = GameRunner::new(&start);
/// let key = SeedKey::new(1, &[b"example"]);
/// let mut plies = 0;
/// for index in 0..100 {
///     let result = runner.key(&key, index).run(&mut |_, _| plies += 1).expect("not cancelled");
///     assert!(result.last.legal_moves().is_empty());
/// }
/// println!("{} plies a game", plies / 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameRunner<'a> {
    start: Position,
    players: Vec<Player<'a>>,
    key: SeedKey,
    index: u64,
    opening: Vec<IndexedMove<Move>>,
    image: Image,
    on_move: Option<Box<Observer<'a>>>,
    rngs: Vec<GameRng>,
    scratch: Scratch,
}

/// Sees each position with the move that is about to be made, and its place among the legal moves.
pub type Observer<'a> = dyn FnMut(&Position, &IndexedMove<Move>) + 'a;

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// End reason and winners.
    pub outcome: Outcome,
    /// Last position.
    pub last: Position,
}

enum Player<'a> {
    Builtin(Box<BuiltinBot>),
    Other(Box<dyn Bot + 'a>),
}

impl<'a> GameRunner<'a> {
    /// Creates a runner with random players and seed 0.
    pub fn new(start: &Position) -> GameRunner<'a> {
        let (key, rngs, scratch) = (SeedKey::new(0, &[b"game"]), Vec::new(), Scratch::default());
        let mut runner = GameRunner {
            start: *start,
            players: Vec::new(),
            key,
            index: 0,
            opening: Vec::new(),
            image: Image::Board,
            on_move: None,
            rngs,
            scratch,
        };
        runner.specs(&vec![BotSpec::Random; start.seats().into()]);
        runner
    }

    /// Sets the position in which games start, of as many players.
    ///
    /// # Panics
    /// If it has another number of players.
    pub fn start(&mut self, start: &Position) -> &mut Self {
        assert_eq!(usize::from(start.seats()), self.players.len(), "as many players");
        self.start = *start;
        self
    }

    /// Returns the number of players.
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// Seats built-in bots: one per player, the first player's first, or one for all.
    ///
    /// # Errors
    /// If a text names no bot of this crate, or the number of bots is wrong.
    pub fn bots<'s>(
        &mut self,
        bots: impl IntoIterator<Item = &'s str>,
    ) -> Result<&mut Self, Diagnostic> {
        let specs = bots.into_iter().map(BotSpec::builtin).collect::<Result<Vec<BotSpec>, _>>()?;
        let seats = usize::from(self.start.seats());
        let specs = if let [only] = specs[..] { vec![only; seats] } else { specs };
        if specs.len() != seats {
            let (bots, players) = (specs.len() as u64, seats as u64);
            let what = format!("{} for {}", plural(bots, "bot"), plural(players, "player"));
            return Err(Diagnostic::whole(what).help("give one bot per player, or one for all"));
        }
        Ok(self.specs(&specs))
    }

    /// Seats built-in bots, the first player's first.
    ///
    /// # Panics
    /// If their number is not the number of players.
    pub fn specs(&mut self, bots: &[BotSpec]) -> &mut Self {
        assert_eq!(bots.len(), usize::from(self.start.seats()), "one bot per player");
        let player = |bot: &BotSpec| Player::Builtin(Box::new(bot.build()));
        self.players = bots.iter().map(player).collect();
        self
    }

    /// Seats players, the first player's first: bots, or `&mut` references to bots.
    ///
    /// # Panics
    /// If their number is not the number of players.
    pub fn players(&mut self, players: Vec<Box<dyn Bot + 'a>>) -> &mut Self {
        assert_eq!(players.len(), usize::from(self.start.seats()), "one bot per player");
        self.players = players.into_iter().map(Player::Other).collect();
        self
    }

    /// Seats one player.
    pub fn player(&mut self, seat: Seat, player: Box<dyn Bot + 'a>) -> &mut Self {
        self.players[seat.index()] = Player::Other(player);
        self
    }

    /// Ends games early once the token is cancelled: at the next choice of a bot that heeds it.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.players.iter_mut().for_each(|player| player.bot().set_cancel_token(cancel));
    }

    /// Sets the seed of a single game.
    pub fn seed(&mut self, seed: u64) -> &mut Self {
        self.key(&SeedKey::new(seed, &[b"game"]), 0)
    }

    /// Sets the key of a series of games, and the index of the next game in it: each player has a
    /// random stream of its own.
    pub fn key(&mut self, key: &SeedKey, index: u64) -> &mut Self {
        (self.key, self.index) = (*key, index);
        self
    }

    /// Sets the first moves, as text or as moves, which are played in place of the players' choices.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn opening<M: ToString>(
        &mut self,
        moves: impl IntoIterator<Item = M>,
    ) -> Result<&mut Self, IllegalMoveError> {
        let mut position = self.start;
        self.opening.clear();
        for text in moves {
            let mv = position.parse_move(&text.to_string())?;
            self.opening.extend(self.scratch.find(&position, mv));
            position.play_unchecked(mv);
        }
        Ok(self)
    }

    /// Sets the first moves, which must be legal, with their places among the legal moves.
    pub fn opening_moves(&mut self, moves: &[IndexedMove<Move>]) -> &mut Self {
        self.opening.clear();
        self.opening.extend(moves);
        self
    }

    /// Sets the image of the board that the players see. The games themselves, their first moves and
    /// what an observer sees stay on the board.
    pub fn image(&mut self, image: Image) -> &mut Self {
        self.image = image;
        self
    }

    /// Sets an observer of [`GameRunner::play`].
    pub fn on_move(
        &mut self,
        observer: impl FnMut(&Position, &IndexedMove<Move>) + 'a,
    ) -> &mut Self {
        self.on_move = Some(Box::new(observer));
        self
    }

    /// Plays a game to its end, or until a player chooses no move.
    ///
    /// # Panics
    /// If a player chooses an illegal move.
    pub fn play(&mut self) -> GameRecord {
        let mut moves = Vec::new();
        let mut on_move = self.on_move.take();
        self.run_to_stop(&mut { self.start }, &mut |position, chosen| {
            on_move.iter_mut().for_each(|see| see(position, chosen));
            moves.push(chosen.mv);
        });
        self.on_move = on_move;
        GameRecord::new_unchecked(self.start, moves)
    }

    /// Plays a game that an observer sees; `None` if a player chose no move, so that the game is
    /// dropped.
    ///
    /// # Panics
    /// If a player chooses an illegal move.
    pub fn run(&mut self, observer: &mut Observer<'_>) -> Option<GameResult> {
        let mut last = self.start;
        self.run_to_stop(&mut last, observer);
        Some(GameResult { outcome: last.outcome()?, last })
    }

    /// Plays from the start until the game is over or a player chooses no move.
    fn run_to_stop(&mut self, position: &mut Position, observer: &mut Observer<'_>) {
        let seats = self.players.len() as u64;
        self.rngs.clear();
        let numbers = (0..seats).map(|seat| self.index * Seat::MAX as u64 + seat);
        self.rngs.extend(numbers.map(|number| self.key.rng(number)));
        self.players.iter_mut().for_each(|player| player.bot().new_game());
        for place in 0..self.opening.len() {
            self.make(position, self.opening[place], observer);
        }
        if self.image == Image::Board && self.players.iter().all(Player::is_random) {
            return self.scratch.play_randomly(position, &mut self.rngs, observer);
        }
        while let Some(chosen) = self.choose(position) {
            self.make(position, chosen, observer);
        }
    }

    /// Returns the choice of the player to move.
    #[inline]
    fn choose(&mut self, position: &Position) -> Option<IndexedMove<Move>> {
        const MIRROR: Symmetry = Symmetry::MirrorColumnF;
        let turn = position.turn();
        let (player, rng) = (&mut self.players[turn.index()], &mut self.rngs[turn.index()]);
        if self.image == Image::Board {
            return player.choose(position, rng, &mut self.scratch);
        }
        let image = position.mapped(MIRROR)?;
        let chosen = player.choose(&image, rng, &mut self.scratch)?;
        let found = self.scratch.find(position, chosen.mv.mapped(MIRROR));
        Some(found.unwrap_or_else(|| unreachable!("the rules treat left and right alike")))
    }

    #[inline]
    fn make(
        &mut self,
        position: &mut Position,
        chosen: IndexedMove<Move>,
        observer: &mut Observer<'_>,
    ) {
        observer(position, &chosen);
        for player in &mut self.players {
            if let Player::Other(bot) = player {
                bot.on_move(position, chosen.mv);
            }
        }
        position.play_unchecked(chosen.mv);
    }
}

impl<'a> Player<'a> {
    fn bot(&mut self) -> &mut (dyn Bot + 'a) {
        match self {
            Player::Builtin(bot) => bot.as_mut(),
            Player::Other(bot) => bot.as_mut(),
        }
    }

    fn is_random(&self) -> bool {
        matches!(self, Player::Builtin(bot) if bot.spec() == BotSpec::Random)
    }

    #[inline]
    fn choose(
        &mut self,
        position: &Position,
        rng: &mut GameRng,
        scratch: &mut Scratch,
    ) -> Option<IndexedMove<Move>> {
        let bot = match self {
            Player::Builtin(bot) => return bot.choose_indexed(position, rng),
            Player::Other(bot) => bot,
        };
        if position.outcome().is_some() {
            return None;
        }
        let mv = bot.choose_move(position, rng)?;
        let found = scratch.find(position, mv);
        Some(found.unwrap_or_else(|| {
            let refusal = position.after(mv).expect_err("an illegal move");
            panic!("player {}: {refusal}", position.turn())
        }))
    }
}

/// Keys of the random numbers of an experiment's games, as docs/files.md describes them.
#[derive(Clone, Debug)]
pub struct CellKeys {
    /// Key of the bots' random numbers: a game with index `i` is played by a [`GameRunner`] with
    /// this key and `i`.
    pub games: SeedKey,
    /// Key of the order of shuffled openings, which is the same for all bots.
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

/// Replays a recorded game from its move indices, which an observer sees.
///
/// # Errors
/// If the record is not a whole game: the fault has no span.
pub fn replay(
    start: &Position,
    indices: &[u32],
    observer: &mut Observer<'_>,
) -> Result<GameResult, Diagnostic> {
    let (mut position, mut scratch) = (*start, Scratch::default());
    for (ply, &move_index) in (1_usize..).zip(indices) {
        let Some(chosen) = scratch.at(&position, move_index) else {
            let of = position.legal_moves().len();
            let what = format!("ply {ply} is recorded as move {move_index} of {of}");
            return Err(Diagnostic::whole(what));
        };
        observer(&position, &chosen);
        position.play_unchecked(chosen.mv);
    }
    let Some(outcome) = position.outcome() else {
        let last = indices.len();
        let what = format!("the game goes on after its last recorded ply, {last}");
        return Err(Diagnostic::whole(what));
    };
    Ok(GameResult { outcome, last: position })
}
