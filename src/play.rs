//! One game, from the first move to the last.

use crate::bots::{Bot, BotSpec};
use crate::game::{Chosen, Game, Outcome, Scores, Seat};
use crate::random::{Key, Stream};

/// Watches a game being played, and so learns what statistics need.
pub trait Watch<G: Game> {
    /// A move is about to be played.
    fn ply(&mut self, game: &G, position: &G::Position, chosen: &Chosen<G::Move>);
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<P> {
    /// How it ended.
    pub outcome: Outcome,
    /// The points at the end.
    pub scores: Scores,
    /// The last position.
    pub last: P,
}

/// One bot in each seat, ready to play game after game.
pub struct Table<G: Game> {
    bots: Vec<Box<dyn Bot<G>>>,
}

impl<G: Game> Table<G> {
    /// Seats the bots.
    pub fn new(bots: &[BotSpec]) -> Table<G> {
        Table { bots: bots.iter().map(|bot| bot.make()).collect() }
    }

    /// Plays a game. Each seat draws from a stream of its own, which `key` and the game's `index`
    /// decide.
    pub fn play(
        &mut self,
        game: &G,
        start: &G::Position,
        key: &Key,
        index: u64,
        watch: &mut impl Watch<G>,
    ) -> Played<G::Position> {
        let mut streams: [Stream; Seat::MOST] =
            std::array::from_fn(|seat| key.stream(index * Seat::MOST as u64 + seat as u64));
        let mut position = *start;
        loop {
            let seat = game.to_move(&position).index();
            let bot = &mut self.bots[seat];
            match bot.choose(game, &position, &mut streams[seat]) {
                Some(chosen) => {
                    watch.ply(game, &position, &chosen);
                    game.apply(&mut position, chosen.mv);
                }
                None => break,
            }
        }
        let Some(outcome) = game.outcome(&position) else {
            unreachable!("a bot gives up only where there is no move")
        };
        Played { outcome, scores: game.scores(&position), last: position }
    }
}
