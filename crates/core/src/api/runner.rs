//! One game from the first move to the last.

use super::bot::Bot;
use crate::balance::pairs;
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::random::SeedKey;
use crate::base::text::plural;
use crate::games::game_record::GameRecord;
use crate::games::{IllegalMoveError, Move, Position, State};
use crate::players::PlayableGame;
use crate::players::bots::BotSpec;

/// Sees each position with the move that is about to be made.
type Observer<'a> = Box<dyn FnMut(&Position, Move) + 'a>;

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
pub struct GameRunner<'a> {
    start: Position,
    players: Vec<Box<dyn Bot + 'a>>,
    seed: u64,
    opening: Vec<Move>,
    observer: Observer<'a>,
}

impl<'a> GameRunner<'a> {
    /// Creates a runner with random players and seed 0.
    pub fn new(start: &Position) -> GameRunner<'a> {
        let random = |_| Box::new(BotSpec::Random.build()) as Box<dyn Bot + 'a>;
        GameRunner {
            start: *start,
            players: (0..start.seats()).map(random).collect(),
            seed: 0,
            opening: Vec::new(),
            observer: Box::new(|_, _| {}),
        }
    }

    /// Seats built-in bots: one per player, the first player's first, or one for all.
    ///
    /// # Errors
    /// If a text names no bot of this crate, or the number of bots is wrong.
    pub fn bots<'s>(
        mut self,
        bots: impl IntoIterator<Item = &'s str>,
    ) -> Result<GameRunner<'a>, Diagnostic> {
        let specs = bots.into_iter().map(BotSpec::builtin).collect::<Result<Vec<BotSpec>, _>>()?;
        let specs = match specs[..] {
            [only] => vec![only; self.players.len()],
            _ => specs,
        };
        if specs.len() != self.players.len() {
            let (bots, players) = (specs.len() as u64, self.players.len() as u64);
            let what = format!("{} for {}", plural(bots, "bot"), plural(players, "player"));
            return Err(Diagnostic::whole(what).help("give one bot per player, or one for all"));
        }
        let boxed = |spec: BotSpec| Box::new(spec.build()) as Box<dyn Bot + 'a>;
        self.players = specs.into_iter().map(boxed).collect();
        Ok(self)
    }

    /// Seats players, the first player's first: bots, or `&mut` references to bots.
    ///
    /// # Panics
    /// If their number is not the number of players.
    pub fn players(mut self, players: Vec<Box<dyn Bot + 'a>>) -> GameRunner<'a> {
        assert_eq!(players.len(), self.players.len(), "one bot per player");
        self.players = players;
        self
    }

    /// Ends the game early once the token is cancelled: at the next choice of a bot that heeds it.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.players.iter_mut().for_each(|bot| bot.set_cancel_token(cancel));
    }

    /// Sets the seed.
    pub fn seed(mut self, seed: u64) -> GameRunner<'a> {
        self.seed = seed;
        self
    }

    /// Sets the first moves, as text or as moves, which are played in place of the players' choices.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn opening<M: ToString>(
        mut self,
        moves: impl IntoIterator<Item = M>,
    ) -> Result<GameRunner<'a>, IllegalMoveError> {
        let mut position = self.start;
        self.opening.clear();
        for text in moves {
            let mv = position.parse_move(&text.to_string())?;
            position.play_unchecked(mv);
            self.opening.push(mv);
        }
        Ok(self)
    }

    /// Sets an observer, which sees each position with the move that is about to be made.
    pub fn on_move(mut self, observer: impl FnMut(&Position, Move) + 'a) -> GameRunner<'a> {
        self.observer = Box::new(observer);
        self
    }

    /// Plays the game to its end, or until a bot chooses no move.
    ///
    /// # Panics
    /// If a bot chooses an illegal move.
    pub fn play(&mut self) -> GameRecord {
        let key = SeedKey::new(self.seed, &[b"game"]);
        let seats = self.players.len() as u64;
        let mut rngs: Vec<_> = (0..seats).map(|seat| key.rng(seat)).collect();
        self.players.iter_mut().for_each(|bot| bot.new_game());
        let (mut position, mut moves) = (self.start, Vec::new());
        while position.outcome().is_none() {
            let seat = position.turn().index();
            let chosen = match self.opening.get(moves.len()) {
                Some(&mv) => Some(mv),
                None => self.players[seat].choose_move(&position, &mut rngs[seat]),
            };
            let Some(mv) = chosen else { break };
            (self.observer)(&position, mv);
            position.play(mv).unwrap_or_else(|error| panic!("player {}: {error}", seat + 1));
            moves.push(mv);
        }
        GameRecord::new_unchecked(self.start, moves)
    }
}

impl Position {
    /// Returns all pairs of first moves, such as the pairs of columns of the game with kas.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, Setup};
    ///
    /// let position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
    /// assert_eq!(position.opening_pairs().len(), 60);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn opening_pairs(&self) -> Vec<[Move; 2]> {
        fn wrapped<G: PlayableGame>(State { game, position }: &State<G>) -> Vec<[Move; 2]> {
            let pairs = pairs(game, position).into_iter();
            pairs.map(|pair| pair.map(|mv| game.wrap_move(position, mv))).collect()
        }
        match self {
            Position::Brunei(state) => wrapped(state),
            Position::Bell(state) => wrapped(state),
        }
    }
}
