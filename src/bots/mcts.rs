//! Monte Carlo: moves tried in random games.

use super::Bot;
use super::options::{Options, Share, mebibytes, whole};
use crate::game::{Chosen, Game, Seat};
use crate::random::Stream;

/// The options of `mcts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MctsOptions {
    /// How many random games are played for a move.
    pub playouts: u32,
    /// The share of moves that are played at random.
    pub noise: Share,
    /// The size of the tree's memory in MiB.
    pub hash: u32,
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions { playouts: 500, noise: Share::default(), hash: 16 }
    }
}

impl Options for MctsOptions {
    const BOT: &'static str = "mcts";
    const NAMES: &'static [&'static str] = &["playouts", "noise", "hash"];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "playouts" => self.playouts = whole(value, 1..=1_000_000_000)? as u32,
            "noise" => self.noise = Share::read(value)?,
            _ => self.hash = mebibytes(value)?,
        }
        Ok(())
    }

    fn value(&self, name: &str) -> String {
        match name {
            "playouts" => self.playouts.to_string(),
            "noise" => self.noise.to_string(),
            _ => self.hash.to_string(),
        }
    }

    fn is_default(&self, name: &str) -> bool {
        // The budget is always told: it is what a reader of results wants to know.
        name != "playouts" && self.value(name) == MctsOptions::default().value(name)
    }

    fn settle(&mut self, _: &[&str]) {}
}

/// Plays random games after each move in turn, and then the move whose games went best.
pub(super) struct Mcts<G: Game> {
    options: MctsOptions,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<G: Game> Mcts<G> {
    /// A bot with these options.
    pub(super) fn new(options: MctsOptions) -> Mcts<G> {
        Mcts { options, moves: Vec::new(), scratch: Vec::new() }
    }

    /// What a random game from here brings a seat, in twelfths.
    fn playout(&mut self, game: &G, mut position: G::Position, seat: Seat, s: &mut Stream) -> u64 {
        while let Some(chosen) = game.random_move(&position, &mut self.scratch, s) {
            game.apply(&mut position, chosen.mv);
        }
        match game.outcome(&position) {
            Some(end) if end.winners.has(seat) => 12 / u64::from(end.winners.count()),
            _ => 0,
        }
    }
}

impl<G: Game> Bot<G> for Mcts<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>> {
        game.moves(position, &mut self.moves);
        let moves = std::mem::take(&mut self.moves);
        let noise = self.options.noise.millionths();
        let chosen = if noise > 0 && stream.below(Share::WHOLE) < noise {
            Chosen::any(&moves, stream)
        } else {
            let seat = game.to_move(position);
            let mut sums = vec![(0_u64, 0_u64); moves.len()];
            for playout in 0..self.options.playouts as usize * usize::from(!moves.is_empty()) {
                let rank = playout % moves.len();
                let sum = self.playout(game, game.play(position, moves[rank]), seat, stream);
                sums[rank].0 += sum;
                sums[rank].1 += 1;
            }
            // The first of equal means; a fraction is compared by cross multiplication.
            let best = (0..moves.len()).reduce(|best, rank| {
                let ((sum, of), (most, of_most)) = (sums[rank], sums[best]);
                if sum * of_most > most * of { rank } else { best }
            });
            best.map(|rank| Chosen { mv: moves[rank], rank: rank as u32, of: moves.len() as u32 })
        };
        self.moves = moves;
        chosen
    }
}
