//! Bots, the search behind them, and play of a game from the first move to the last.

pub mod bots;
pub mod crew;
pub mod play;
pub mod search;

use crate::base::random::SeedKey;
use crate::games::{BoardSymmetry, HasPosition, SearchGame, bell, brunei};
use bots::{Bot, BotSpec};
use play::{GameObserver, GameResult, GameRunner};
use search::{AlphaBeta, Limits, SearchConfig, SearchResult, Solution, SolveGoal, Solver};

/// A game with all its parts, and the entry points for bots, play, search and solving: these are
/// compiled here, once per game, and not again in every crate that asks for a move.
pub trait PlayableGame: SearchGame + HasPosition + BoardSymmetry {
    /// See [`BotSpec::make`].
    fn bot(bot: BotSpec) -> Box<dyn Bot<Self>>;

    /// See [`GameRunner::play`].
    fn run(
        &self,
        runner: &mut GameRunner<Self>,
        start: &Self::Position,
        key: &SeedKey,
        index: u64,
        first: &[Self::Move],
        observer: &mut dyn GameObserver<Self>,
    ) -> Option<GameResult<Self::Position>>;

    /// See [`search::search_root`].
    fn search_root(
        &self,
        engine: &mut AlphaBeta<Self>,
        config: &SearchConfig<'_>,
        position: &Self::Position,
        roots: &[u32],
        limits: Limits,
    ) -> SearchResult;

    /// See [`search::solve`].
    fn solve(
        &self,
        solver: &mut Solver<Self>,
        position: &Self::Position,
        roots: &[u32],
        goal: SolveGoal,
        limits: Limits,
    ) -> Solution;
}

macro_rules! impl_playable_game {
    ($($rules:ty),+) => {$(
        impl PlayableGame for $rules {
            #[inline(never)]
            fn bot(bot: BotSpec) -> Box<dyn Bot<Self>> {
                bots::build(bot)
            }

            #[inline(never)]
            fn run(
                &self,
                runner: &mut GameRunner<Self>,
                start: &Self::Position,
                key: &SeedKey,
                index: u64,
                first: &[Self::Move],
                observer: &mut dyn GameObserver<Self>,
            ) -> Option<GameResult<Self::Position>> {
                runner.run(self, start, key, index, first, observer)
            }

            #[inline(never)]
            fn search_root(
                &self,
                engine: &mut AlphaBeta<Self>,
                config: &SearchConfig<'_>,
                position: &Self::Position,
                roots: &[u32],
                limits: Limits,
            ) -> SearchResult {
                search::search_root(engine, self, config, position, roots, limits)
            }

            #[inline(never)]
            fn solve(
                &self,
                solver: &mut Solver<Self>,
                position: &Self::Position,
                roots: &[u32],
                goal: SolveGoal,
        limits: Limits,
            ) -> Solution {
                search::solve(solver, self, position, roots, goal, limits)
            }
        }
    )+};
}

impl_playable_game!(brunei::Rules, bell::Rules);
