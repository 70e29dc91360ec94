//! Alpha-beta player.

use super::maxn::MaxN;
use super::options::{MAX_MEBIBYTES, Misfit, OptionText, Options, bernoulli, word_of};
use super::{Analysis, Evaluation, Strategy};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::random::GameRng;
use crate::games::{Chosen, IndexedMove, MORE_NETS, SearchGame, ToggleType, Weights};
use crate::players::search::{
    AlphaBeta, Limits, NullWindowSearch, SearchConfig, SolveGoal, near_best_moves, search_root,
    solve,
};

crate::games::toggles! {
    /// Options of `search`.
    pub struct SearchOptions {
        /// Maximum search depth in plies.
        depth: u8 = "depth" { 4, ToggleType::Number { least: 1, most: MAX_DEPTH as i64, odd: None } }

        /// Maximum number of positions per move, spent by the selective search where they seem to
        /// matter; 0 is no limit.
        nodes: u64 = "nodes" { 0, ToggleType::Number { least: 0, most: MAX_NODES as i64, odd: None } }

        /// Number of stones at or below which the game is solved to its end, regardless of `depth`
        /// and `nodes`.
        solve: u8 = "solve" { 0, ToggleType::Number { least: 0, most: 120, odd: None } }

        /// Static evaluation of positions where the search stops.
        eval: Eval = "eval" {
            /// Score difference and the evaluation by a fitted net
            Fitted = "fitted",
            /// The same by a second net, fitted to other games with another seed
            Second = "second",
            /// The same by a net fitted to the results of games, not to search values
            Results = "results",
            /// The same by the linear weights used before there was a net
            Linear = "linear",
            /// Score difference
            Score = "score",
            /// As the second, by a third net
            Third = "third",
            /// As the second, by a fourth net
            Fourth = "fourth",
            /// As the second, by a fifth net
            Fifth = "fifth",
            /// As the second, by a sixth net
            Sixth = "sixth",
            /// As `results`, by a second net
            Results2 = "results-2",
            /// As `results`, by a third net
            Results3 = "results-3",
            /// As `results`, by a fourth net
            Results4 = "results-4",
            /// As `results`, by a fifth net
            Results5 = "results-5",
        }

        /// Probability of a random move, in millionths.
        noise: u32 = "noise" { 0, ToggleType::SHARE }

        /// Tie window in hundredths of a point: any move that is at most this much worse than the
        /// best may be played. Moves of an even game differ by no more than the maximum.
        spread: u16 = "spread" { 0, ToggleType::Decimal {
            places: 2,
            least: 0,
            most: 12_000,
            step: 1,
            expected: "expected points from 0 to 120, as `0.25`, to the hundredth",
        } }

        /// Size of the transposition table in MiB.
        hash: u32 = "hash" { 16, ToggleType::Number { least: 1, most: MAX_MEBIBYTES, odd: None } }

        /// Maximum number of positions for the endgame solver (`solve`). The bot then plays a move
        /// that keeps a win or a draw, and searches as usual if none is found; 0 is no limit, and
        /// the margin counts too.
        within: u64 = "within" [omits_default: true] {
            0, ToggleType::Number { least: 0, most: MAX_NODES as i64, odd: None }
        }
    }
}

/// Upper bound on the number of plies of a game.
const MAX_DEPTH: u8 = 120;

const MAX_NODES: u64 = 1_000_000_000_000;

impl Eval {
    /// Returns the weights that it takes; `None` for the score alone.
    pub(super) fn weights<G: SearchGame>(self) -> Option<&'static Weights> {
        match self {
            Eval::Score => None,
            of if of < Eval::Score => G::WEIGHTS.get(of as usize),
            of => G::WEIGHTS.get(of as usize - 1),
        }
    }

    /// Refuses a net that this build of the library leaves out.
    pub(super) fn settle(self) -> Result<(), Misfit> {
        let is_there = self <= Eval::Score || MORE_NETS != 0;
        if is_there { Ok(()) } else { Err(("eval", "expected one of the nets of a page")) }
    }
}

impl Options for SearchOptions {
    fn read(text: OptionText<'_>) -> Result<SearchOptions, Diagnostic> {
        text.read(SearchOptions::TOGGLES, SearchOptions::settle)
    }

    /// A node limit without a depth is a budget in place of the depth.
    fn word(&self, bot: &str, full: bool) -> String {
        let is_by_nodes = !full && self.nodes > 0 && self.depth == MAX_DEPTH;
        word_of(bot, &SearchOptions::TOGGLES[usize::from(is_by_nodes)..], self, full)
    }

    /// Sets a node limit in place of `depth` and `nodes`.
    fn set_budget(&mut self, positions: u64) {
        (self.depth, self.nodes) = (MAX_DEPTH, positions.clamp(1, MAX_NODES));
    }

    fn limit_depth(&mut self, plies: u8) {
        self.depth = self.depth.min(plies);
    }

    /// The endgame solver has a table of its own.
    fn hash(&self) -> u64 {
        u64::from(self.hash) * if self.solve > 0 { 2 } else { 1 }
    }
}

impl SearchOptions {
    fn settle(&mut self, given: &[&str]) -> Result<(), Misfit> {
        if given.contains(&"nodes") && !given.contains(&"depth") {
            if self.nodes == 0 {
                return Err(("nodes", "0, no limit, goes with a `depth`"));
            }
            // `nodes` alone leaves the depth unlimited.
            self.depth = MAX_DEPTH;
        }
        self.eval.settle()?;
        match self.within > 0 && self.solve == 0 {
            true => Err(("within", "expected a `solve` beside it, as `solve=24,within=20000`")),
            false => Ok(()),
        }
    }
}

/// Player that plays the best move of an alpha-beta search.
pub(super) struct Search<G: SearchGame> {
    options: SearchOptions,
    engine: AlphaBeta<G>,
    solver: NullWindowSearch<G>,
    /// Search for games of more than two players.
    maxn: MaxN<G>,
    moves: Vec<G::Move>,
    /// Indices of the legal moves in random order: of equally good moves the first is played, which
    /// breaks ties at random.
    indices: Vec<u32>,
    cancel: CancelToken,
}

impl<G: SearchGame> Search<G> {
    /// Creates a bot with these options.
    pub(super) fn new(options: SearchOptions) -> Search<G> {
        let engine = AlphaBeta::new(options.hash);
        let solver = NullWindowSearch::new(if options.solve > 0 { options.hash } else { 1 });
        let (moves, indices) = (Vec::new(), Vec::new());
        let (many, cancel) = (MaxN::new(), CancelToken::default());
        Search { options, engine, solver, maxn: many, moves, indices, cancel }
    }

    /// Returns whether few enough stones are left for the solver (`solve`).
    fn is_ending(&self, game: &G, position: &G::Position) -> bool {
        game.seats() == 2 && game.stones(position).points().len() <= self.options.solve.into()
    }

    /// Returns whether the game is solved to its end from here, without a node limit.
    fn is_solved(&self, game: &G, position: &G::Position) -> bool {
        self.options.within == 0 && self.is_ending(game, position)
    }

    /// Returns the search configuration: selective with a node limit, full-width with a depth
    /// limit.
    fn config(&self, game: &G) -> SearchConfig<'static> {
        let weights = self.options.eval.weights::<G>();
        match self.options.nodes {
            0 => SearchConfig::for_play(game, weights),
            _ => SearchConfig::selective(game, weights),
        }
    }

    /// Shuffles the indices of all moves; `None` if there is no legal move.
    fn shuffle(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Option<()> {
        game.moves(position, &mut self.moves);
        self.indices.clear();
        self.indices.extend(0..self.moves.len() as u32);
        rng.shuffle(&mut self.indices);
        (!self.moves.is_empty()).then_some(())
    }

    /// Returns the index of a best move, or of one within the tie window; `indices` holds the indices
    /// of all moves.
    fn best(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> u32 {
        if let [only] = *self.indices {
            return only;
        }
        if self.is_solved(game, position) {
            let (solver, indices) = (&mut self.solver, &self.indices);
            let solution = solve(solver, game, position, indices, SolveGoal::Margin, Limits::NONE);
            return solution.best_move.unwrap_or(self.indices[0]);
        }
        if let Some(move_index) = self.held(game, position, u64::MAX) {
            return move_index;
        }
        self.guess(game, position, rng, u64::MAX).0
    }

    /// Returns the index of a move that keeps a win or a draw; `None` if `within` does not ask for
    /// it, or no more than `most` positions do not prove one.
    fn held(&mut self, game: &G, position: &G::Position, most: u64) -> Option<u32> {
        let within = self.options.within;
        if within == 0 || !self.is_ending(game, position) {
            return None;
        }
        let (goal, limits) = (SolveGoal::Outcome, Limits::nodes(within.min(most)));
        let found = solve(&mut self.solver, game, position, &self.indices, goal, limits);
        let result = found.result.for_seat(game.to_move(position)).value();
        // A position lost against perfect play is left to the search, for the opponent may err.
        found.best_move.filter(|_| result.is_some_and(|result| result >= 0))
    }

    /// Searches at most `most` positions. Returns the index of the best move found, and its value
    /// beyond the score difference if that is known.
    fn guess(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut GameRng,
        most: u64,
    ) -> (u32, Option<i32>) {
        let SearchOptions { depth, nodes, spread, .. } = self.options;
        let limits = Limits { depth, nodes: if nodes == 0 { most } else { nodes.min(most) } };
        if game.seats() > 2 {
            return (self.maxn.best(game, position, &self.indices, limits), None);
        }
        let config = self.config(game);
        let (engine, indices) = (&mut self.engine, &self.indices);
        if spread == 0 {
            let result = search_root(engine, game, &config, position, indices, limits);
            return (result.move_index, result.value);
        }
        let near = near_best_moves(engine, game, &config, position, indices, limits, spread.into());
        (near[rng.below(near.len() as u32) as usize], None)
    }

    /// Solves the position by searching at most `most` positions. Returns its evaluation and the
    /// principal variation; `None` if it is not proven.
    fn proved(
        &mut self,
        game: &G,
        position: &G::Position,
        most: u64,
    ) -> Option<(Evaluation, Vec<G::Move>)> {
        let (mut position, mut evaluation, mut line) = (*position, None, Vec::new());
        let (mut moves, mut indices) = (self.moves.clone(), self.indices.clone());
        while !indices.is_empty() {
            let left = most.saturating_sub(self.solver.nodes());
            let (goal, limits) = (SolveGoal::Margin, Limits::nodes(left));
            let found = solve(&mut self.solver, game, &position, &indices, goal, limits);
            let Some(move_index) = found.best_move else { break };
            evaluation = evaluation.or_else(|| Evaluation::solved(game, &position, &found));
            line.push(moves[move_index as usize]);
            game.apply(&mut position, moves[move_index as usize]);
            game.moves(&position, &mut moves);
            indices = (0..moves.len() as u32).collect();
        }
        evaluation.map(|evaluation| (evaluation, line))
    }
}

impl<G: SearchGame> Strategy<G> for Search<G> {
    fn new_game(&mut self) {
        self.engine.clear();
        self.solver.clear();
    }

    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
        self.maxn.set_cancel_token(cancel);
        self.engine.set_observer(cancel.clone());
        self.solver.set_observer(cancel.clone());
    }

    fn choose_move(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G> {
        if bernoulli(self.options.noise, rng) {
            return game.random_move(position, &mut self.moves, rng);
        }
        self.shuffle(game, position, rng)?;
        let move_index = self.best(game, position, rng);
        if self.cancel.is_cancelled() {
            return None;
        }
        IndexedMove::of(&self.moves, move_index)
    }

    fn analyze(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut GameRng,
        most: u64,
    ) -> Option<Analysis<G::Move>> {
        if bernoulli(self.options.noise, rng) {
            return game
                .random_move(position, &mut self.moves, rng)
                .map(|it| Analysis::bare(it.mv));
        }
        self.shuffle(game, position, rng)?;
        let searched = |bot: &Search<G>| bot.engine.nodes() + bot.solver.nodes();
        let before = searched(self);
        // A solver that fails at half of the budget leaves the other half to the search.
        let of_solving = if most == u64::MAX { most } else { most / 2 };
        let mut evaluation = None;
        let mut line = Vec::new();
        let held = self.held(game, position, of_solving);
        let move_index = if let Some(move_index) = held {
            line.push(self.moves[move_index as usize]);
            move_index
        } else if self.is_solved(game, position)
            && let Some(proved) = self.proved(game, position, of_solving)
            && let Some(chosen) = IndexedMove::find(&self.moves, proved.1[0])
        {
            (evaluation, line) = (Some(proved.0), proved.1);
            chosen.index
        } else {
            let left = most.saturating_sub(searched(self) - before);
            let (move_index, value) = self.guess(game, position, rng, left);
            if let Some(value) = value {
                evaluation = Some(Evaluation::searched(game, position, value));
                let config = self.config(game);
                line = self.engine.principal_variation(game, &config, position, move_index);
            }
            move_index
        };
        Some(Analysis {
            best_move: self.moves[move_index as usize],
            evaluation,
            principal_variation: line,
            nodes: searched(self) - before,
        })
    }
}
