//! Monte Carlo tree search.
//!
//! A tree grows from the position to play. Each playout descends it by UCT (UCB applied to trees):
//! at every node it selects the move with the highest upper confidence bound, mean result plus
//! exploration bonus (Kocsis and Szepesvari 2006, "Bandit based Monte-Carlo planning", ECML, pp.
//! 282-293), and it expands a leaf at the end. Each seat maximizes its own result, for any number
//! of players. Moves proven lost are not selected any more (Winands, Bjornsson and Saito 2008,
//! "Monte-Carlo tree search solver", CG, pp. 25-36): a node is *proven* when a move wins it, or
//! when all its moves are proven.
//!
//! With two players a new move is *judged* by the static evaluation with the fitted weights: the
//! playout ends there, and costs a hundredth of a rollout. Evaluations are also backed up the tree
//! by minimax, and count beside the mean (Lanctot, Winands, Pepels and Sturtevant 2014, "Monte
//! Carlo tree search with heuristic evaluations using implicit minimax backups", CIG). Otherwise
//! the game is *played* on at random to its end, a rollout.
//!
//! Every move starts a new tree in the memory of the one before: a move depends only on the
//! position, the options and the random numbers. Logarithms and exponentials come from the `libm`
//! crate, results are integers, and the memory is counted in nodes and not in bytes, so that games
//! are the same on every machine.

use std::cmp::Ordering;

use super::options::{MAX_MEBIBYTES, OptionText, Options, bernoulli, word_of};
use super::{Analysis, Evaluation, Strategy};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::memory::OutOfMemory;
use crate::base::random::GameRng;
use crate::games::{
    Chosen, Evaluate, IndexedMove, Scores, Seat, ToggleType, Weights, Winners, bell, brunei,
};

crate::games::toggles! {
    /// Options of `mcts`.
    pub struct MctsOptions {
        /// Number of playouts per move.
        playouts: u32 = "playouts" {
            500, ToggleType::Number { least: 1, most: MAX_PLAYOUTS as i64, odd: None }
        }

        /// Evaluation of a move that was not tried before, with two players.
        leaf: Leaf = "leaf" {
            /// Static evaluation by the fitted weights
            Evaluation = "judged",
            /// Rollout: random moves to the end of the game
            Played = "played",
        }

        /// Probability of a random move, in millionths.
        noise: u32 = "noise" { 0, ToggleType::SHARE }

        /// Size of the tree's memory in MiB.
        hash: u32 = "hash" { 16, ToggleType::Number { least: 1, most: MAX_MEBIBYTES, odd: None } }
    }
}

const MAX_PLAYOUTS: u64 = 1_000_000_000;

impl Options for MctsOptions {
    fn read(text: OptionText<'_>) -> Result<MctsOptions, Diagnostic> {
        text.read(MctsOptions::TOGGLES, |_, _| Ok(()))
    }

    fn word(&self, bot: &str, full: bool) -> String {
        word_of(bot, MctsOptions::TOGGLES, self, full)
    }

    fn set_budget(&mut self, playouts: u64) {
        self.playouts = playouts.clamp(1, MAX_PLAYOUTS) as u32;
    }

    fn hash(&self) -> u64 {
        self.hash.into()
    }
}

/// Result of a won game; a draw, or a share of the points, is a part of it.
const WIN: u64 = 1 << 16;

/// Weight of the share of the points in a result; the rest is who won. A tenth lost no strength in
/// Brunei's game and gained some in Bell's; three tenths weakened play in Brunei's.
const POINTS_WEIGHT: u64 = WIN / 10;

/// Exploration constant of UCT with rollouts.
const EXPLORATION: f64 = 0.7;

/// First-play urgency: value of an untried move, to which its prior is added. The usual infinity
/// tries all moves once before any is tried twice, which is hopeless with a hundred moves: with 50
/// playouts a move, it lost 59 of 60 games of Bell's game to `greedy`.
const FIRST_PLAY_URGENCY: f64 = 0.5;

/// Progressive bias (Chaslot and others 2008): prior of a point gained, and of each reply fewer
/// than [`FEW_REPLIES`] that a move leaves, as shares of a result that fade with its visits. In
/// Brunei's game the two won 60 games of 100 against none; in Bell's points alone won 90, and
/// replies, of which there are many, hardly count.
const PRIOR_PER_POINT: f64 = 0.05;
const PRIOR_PER_REPLY: f64 = 0.1;
const FEW_REPLIES: u32 = 6;

/// Scale of the logistic function: the lead, in hundredths of a point, at which the win probability
/// is 1 / (1 + 1/e).
const LOGISTIC_SCALE: f64 = 1000.0;

/// Weight of the minimax value of a statically evaluated move; the rest is the mean of all playouts
/// behind it.
const MINIMAX_WEIGHT: f64 = 0.5;

/// Exploration constant with static evaluation.
const EXPLORATION_EVALUATION: f64 = 0.2;

/// Unit of the noise on the priors of the root's moves, at most a thousand units, so that games
/// differ: with static evaluation nothing else is random.
const TIE_NOISE: f32 = 1.0 / (1 << 20) as f32;

/// Number of nodes per MiB: a node takes no more than 64 bytes.
const NODES_PER_MEBIBYTE: usize = (1 << 20) / 64;
const _: () = assert!(size_of::<Node<brunei::Move>>() <= 64 && size_of::<Node<bell::Move>>() <= 64);

/// Number of cached logarithms.
const MAX_LOGS: usize = 1 << 16;

/// Node of the tree: a move and the position after it.
#[derive(Clone, Copy, Debug)]
struct Node<M> {
    mv: M,
    /// Sum of its playouts' results for the player who made the move.
    sum: u64,
    /// Number of playouts through it.
    visits: u32,
    /// Index of its first child and number of its children; no children before it is expanded.
    first: u32,
    count: u32,
    /// Prior: value of the move before it was tried.
    prior: f32,
    /// Winners, once that is proven.
    winners: Option<Winners>,
}

impl<M> Node<M> {
    fn new(mv: M) -> Node<M> {
        Node { mv, sum: 0, visits: 0, first: 0, count: 0, prior: 0.0, winners: None }
    }

    fn moves(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Player that plays the most visited move of the tree.
pub struct Mcts<G: Evaluate> {
    options: MctsOptions,
    /// Tree; its root is the first node.
    nodes: Vec<Node<G::Move>>,
    /// Nodes of the current playout, each with the seat that moved to it.
    path: Vec<(usize, Seat)>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// Logarithms of 0 (unused), 1, 2 and so on.
    logs: Vec<f64>,
    playouts: u64,
    cancel: CancelToken,
}

impl<G: Evaluate> Mcts<G> {
    /// Creates a bot with these options.
    pub fn new(options: MctsOptions) -> Mcts<G> {
        let (nodes, path) = (Vec::new(), Vec::new());
        let (moves, scratch) = (Vec::new(), Vec::new());
        let (logs, cancel) = (vec![0.0], CancelToken::default());
        Mcts { options, nodes, path, moves, scratch, logs, playouts: 0, cancel }
    }

    /// Returns what the last search has proved of its position, its playouts, and the nodes of its tree.
    #[doc(hidden)]
    pub fn tree(&self) -> (Option<Winners>, u32, usize) {
        (self.nodes[0].winners, self.nodes[0].visits, self.nodes.len())
    }

    /// Returns the index of the move to play, of several.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        any: G::Move,
        rng: &mut GameRng,
    ) -> usize {
        self.nodes.clear();
        self.nodes.push(Node::new(any));
        for _ in 0..self.options.playouts {
            self.playout(game, position, rng);
            if self.nodes[0].winners.is_some() || self.cancel.is_cancelled() {
                break;
            }
        }
        let mover = game.to_move(position);
        let standing = |node: &Node<G::Move>| {
            let proven = match node.winners {
                Some(winners) if winners == Winners::only(mover) => 2,
                Some(winners) if !winners.has(mover) => 0,
                _ => 1,
            };
            (proven, node.visits, node.sum)
        };
        // The first of equal ones.
        let moves = &self.nodes[self.nodes[0].moves()];
        let indices = 0..moves.len();
        indices.rev().max_by_key(|&move_index| standing(&moves[move_index])).unwrap_or(0)
    }

    /// Returns the principal variation from a child of the root: the most visited move at each
    /// node.
    fn line(&self, first: usize) -> Vec<G::Move> {
        let (mut line, mut at) = (vec![self.nodes[first].mv], first);
        loop {
            // The first of equal ones, as for the move to play.
            let most = self.nodes[at].moves().rev().max_by_key(|&next| self.nodes[next].visits);
            match most.filter(|&next| self.nodes[next].visits > 0) {
                Some(next) => at = next,
                None => return line,
            }
            line.push(self.nodes[at].mv);
        }
    }

    /// Runs a playout: descends the tree, evaluates the new move, and backs the result up.
    fn playout(&mut self, game: &G, root: &G::Position, rng: &mut GameRng) {
        self.playouts += 1;
        let most = self.options.hash as usize * NODES_PER_MEBIBYTE;
        let judged = self.uses_evaluation(game);
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        self.path.push((0, game.to_move(root)));
        let results = loop {
            let node = self.nodes[at];
            if node.count == 0 && node.winners.is_none() {
                if at > 0 && (node.visits == 0 || self.nodes.len() >= most) {
                    break match self.path.last() {
                        Some(&(_, mover)) if judged => shared(mover, node.prior),
                        _ => self.rollout(game, position, rng),
                    };
                }
                self.expand(game, at, &position, rng);
            }
            if let Some(winners) = self.nodes[at].winners {
                break results(game.seats(), winners);
            }
            let mover = game.to_move(&position);
            let Some(next) = self.select_child(at, mover, judged) else {
                // With more than two players, a mover who loses decides which of the others wins.
                break self.rollout(game, position, rng);
            };
            game.apply(&mut position, self.nodes[next].mv);
            self.path.push((next, mover));
            at = next;
        };
        if judged {
            self.back_up();
        }
        for place in (0..self.path.len()).rev() {
            let (at, mover) = self.path[place];
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += results[mover.index()];
            if node.winners.is_some() && place > 0 {
                self.update_proven(self.path[place - 1].0, mover);
            }
        }
    }

    fn expand(&mut self, game: &G, at: usize, position: &G::Position, rng: &mut GameRng) {
        game.moves(position, &mut self.moves);
        if self.moves.is_empty() {
            self.nodes[at].winners = game.outcome(position).map(|outcome| outcome.winners);
            return;
        }
        if self.nodes.try_reserve(self.moves.len()).is_err() {
            OutOfMemory { mebibytes: self.options.hash.into() }.unwind();
        }
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = self.moves.len() as u32;
        let (judged, mover) = (self.uses_evaluation(game), game.to_move(position));
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            let next = game.after_move(position, mv);
            let replies = game.move_count(&next, &mut self.scratch);
            let mut node = Node::new(mv);
            if replies == 0 {
                node.winners = game.outcome(&next).map(|outcome| outcome.winners);
            }
            node.prior = if judged {
                match node.winners {
                    Some(winners) => results(2, winners)[mover.index()] as f32 / WIN as f32,
                    None => self.win_probability(game, &next, mover),
                }
            } else {
                let gain = f64::from(game.captured_points(position, mv));
                let fewer = f64::from(FEW_REPLIES.saturating_sub(replies));
                (PRIOR_PER_POINT * gain + PRIOR_PER_REPLY * fewer) as f32
            };
            if judged && at == 0 {
                // Breaks ties between equal moves at random.
                node.prior += rng.below(1 << 10) as f32 * TIE_NOISE;
            }
            self.nodes.push(node);
        }
        self.update_proven(at, game.to_move(position));
    }

    /// Marks a node as proven if its moves determine who wins it.
    fn update_proven(&mut self, at: usize, mover: Seat) {
        if self.nodes[at].winners.is_some() {
            return;
        }
        // A win suffices; otherwise the best result for the mover counts once no move is open. Two
        // results that are equal for the mover may differ for the others: then nothing is proven.
        let share = |winners: Winners| if winners.has(mover) { 12 / winners.count() } else { 0 };
        let (mut best, mut open) = (None, false);
        for node in &self.nodes[self.nodes[at].moves()] {
            let Some(winners) = node.winners else {
                open = true;
                continue;
            };
            match best.map(|best| share(winners).cmp(&share(best))) {
                None | Some(Ordering::Greater) => best = Some(winners),
                Some(Ordering::Equal) if best != Some(winners) => open = true,
                Some(_) => {}
            }
            if winners == Winners::only(mover) {
                open = false;
                break;
            }
        }
        if !open {
            self.nodes[at].winners = best;
        }
    }

    /// Returns the child to try next; `None` if the mover loses with all of them.
    fn select_child(&mut self, at: usize, mover: Seat, judged: bool) -> Option<usize> {
        let log = self.log(self.nodes[at].visits + 1);
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for place in self.nodes[at].moves() {
            let node = &self.nodes[place];
            if node.winners.is_some_and(|winners| !winners.has(mover)) {
                continue;
            }
            let visits = f64::from(node.visits);
            let value = if judged {
                let prior = f64::from(node.prior);
                let mean = (node.sum as f64 / WIN as f64 + prior) / (visits + 1.0);
                let even = MINIMAX_WEIGHT * prior + (1.0 - MINIMAX_WEIGHT) * mean;
                even + EXPLORATION_EVALUATION * (log / (visits + 1.0)).sqrt()
            } else if node.visits == 0 {
                FIRST_PLAY_URGENCY + f64::from(node.prior)
            } else {
                let mean = node.sum as f64 / (visits * WIN as f64);
                let prior = f64::from(node.prior) / (visits + 1.0);
                mean + EXPLORATION * (log / visits).sqrt() + prior
            };
            if value > highest {
                (best, highest) = (Some(place), value);
            }
        }
        best
    }

    /// Returns whether new moves are evaluated statically and not by rollouts.
    fn uses_evaluation(&self, game: &G) -> bool {
        self.options.leaf == Leaf::Evaluation && game.seats() == 2
    }

    /// Returns the win probability of the player who moved to a position, by the fitted weights.
    fn win_probability(&self, game: &G, position: &G::Position, mover: Seat) -> f32 {
        let scores = game.scores(position);
        let (own, other) = (scores[mover.index()], scores[1 - mover.index()]);
        let lead = i32::from(own) - i32::from(other) + game.handicap_of(mover);
        let evaluation = lead * Weights::POINT - game.evaluate(position, game.fitted());
        (1.0 / (1.0 + libm::exp(-f64::from(evaluation) / LOGISTIC_SCALE))) as f32
    }

    /// Backs the evaluations up the path by minimax: each move is worth what the best answer
    /// leaves.
    fn back_up(&mut self) {
        for &(at, _) in self.path.iter().rev() {
            if self.nodes[at].count == 0 {
                continue;
            }
            let replies = self.nodes[self.nodes[at].moves()].iter().map(|node| node.prior);
            self.nodes[at].prior = 1.0 - replies.fold(0.0, f32::max);
        }
    }

    fn log(&mut self, number: u32) -> f64 {
        let place = number as usize;
        if place >= MAX_LOGS {
            return libm::log(f64::from(number));
        }
        while self.logs.len() <= place {
            self.logs.push(libm::log(self.logs.len() as f64));
        }
        self.logs[place]
    }

    /// Plays at random to the end (rollout) and returns each seat's result.
    fn rollout(
        &mut self,
        game: &G,
        mut position: G::Position,
        rng: &mut GameRng,
    ) -> [u64; Seat::MAX] {
        while let Some(chosen) = game.random_move(&position, &mut self.scratch, rng) {
            game.apply(&mut position, chosen.mv);
        }
        let Some(outcome) = game.outcome(&position) else {
            unreachable!("without a move a game is over")
        };
        let (seats, scores) = (game.seats(), game.adjusted_scores(&game.scores(&position)));
        let mut mixed = results(seats, outcome.winners);
        for seat in Seat::first(seats) {
            let result = &mut mixed[seat.index()];
            *result = ((WIN - POINTS_WEIGHT) * *result
                + POINTS_WEIGHT * points(seats, &scores, seat))
                / WIN;
        }
        mixed
    }
}

/// Returns each seat's result: all of it for a win, an equal part of it for a draw.
fn results(seats: u8, winners: Winners) -> [u64; Seat::MAX] {
    let mut results = [0; Seat::MAX];
    for seat in Seat::first(seats).filter(|&seat| winners.has(seat)) {
        results[seat.index()] = WIN / u64::from(winners.count());
    }
    results
}

/// Returns the results of two seats, given the win probability of one.
fn shared(seat: Seat, win_probability: f32) -> [u64; Seat::MAX] {
    let mut results = [0; Seat::MAX];
    let own = ((win_probability * WIN as f32) as u64).min(WIN);
    results[seat.index()] = own;
    results[1 - seat.index()] = WIN - own;
    results
}

/// Returns a seat's points as a share of its own and those of the best other seat.
fn points(seats: u8, scores: &Scores, seat: Seat) -> u64 {
    let others = Seat::first(seats).filter(|&other| other != seat);
    let other = u64::from(others.map(|other| scores[other.index()]).max().unwrap_or(0));
    let own = u64::from(scores[seat.index()]);
    (WIN * own).checked_div(own + other).unwrap_or(WIN / 2)
}

impl<G: Evaluate> Strategy<G> for Mcts<G> {
    fn playouts(&self) -> u64 {
        self.playouts
    }

    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
    }

    fn choose_move(&mut self, game: &G, position: &G::Position, rng: &mut GameRng) -> Chosen<G> {
        if bernoulli(self.options.noise, rng) {
            return game.random_move(position, &mut self.moves, rng);
        }
        game.moves(position, &mut self.moves);
        let &any = self.moves.first()?;
        if self.moves.len() == 1 {
            return IndexedMove::of(&self.moves, 0);
        }
        let move_index = self.search(game, position, any, rng);
        // The search uses the list for other positions.
        game.moves(position, &mut self.moves);
        IndexedMove::of(&self.moves, move_index as u32).filter(|_| !self.cancel.is_cancelled())
    }

    fn analyze(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut GameRng,
        _most: u64,
    ) -> Option<Analysis<G::Move>> {
        if bernoulli(self.options.noise, rng) {
            return game
                .random_move(position, &mut self.moves, rng)
                .map(|it| Analysis::bare(it.mv));
        }
        game.moves(position, &mut self.moves);
        let &any = self.moves.first()?;
        let before = self.playouts;
        let move_index = self.search(game, position, any, rng);
        let first = self.nodes[0].first as usize + move_index;
        let Node { mv, sum, visits, .. } = self.nodes[first];
        let chance = (sum * 1000).checked_div(u64::from(visits) * WIN);
        Some(Analysis {
            best_move: mv,
            evaluation: chance.map(|chance| Evaluation::WinProbability(chance as u32)),
            principal_variation: self.line(first),
            nodes: self.playouts - before,
        })
    }
}
