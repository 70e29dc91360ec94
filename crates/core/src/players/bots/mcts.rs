//! Monte Carlo tree search: moves tried in playouts, the better ones more often.
//!
//! From the position to play a tree grows. Each playout goes down it, at every node to the move
//! whose mean result and whose uncertainty together are highest (Kocsis and Szepesvari 2006,
//! "Bandit based Monte-Carlo planning", ECML, pp. 282-293), and adds a move at the end. Each seat
//! looks at its own result, however many play. What is decided under any play is not tried any more
//! (Winands, Bjornsson and Saito 2008, "Monte-Carlo tree search solver", CG, pp. 25-36): a node is
//! *decided* when a move wins it, or when all its moves are decided.
//!
//! What a new move is worth is *judged*, where two play, by the fitted weights: a playout ends there,
//! and costs a hundredth of a game played on. What moves promise is taken back up the tree as well,
//! each promising what its best answer leaves, and counts beside the mean (Lanctot, Winands, Pepels
//! and Sturtevant 2014, "Monte Carlo tree search with heuristic evaluations using implicit minimax
//! backups", CIG). Otherwise the game is *played* on at random to its end.
//!
//! Every move starts a tree of its own, in the memory of the one before: what is played depends on
//! the position, the options and the random numbers alone. Logarithms and exponentials come from the
//! `libm` crate, results are whole numbers, and the memory counts nodes and not bytes, so that games
//! are the same on every machine.

use std::cmp::Ordering;

use super::options::{MOST_MEBIBYTES, Options, falls};
use super::{Advice, Bot, Worth};
use crate::base::halt::Halt;
use crate::base::memory::Exhausted;
use crate::base::random::Stream;
use crate::games::{Chosen, Judged, Scores, Seat, Shape, Toggle, Weights, Winners};

crate::games::toggles! {
    /// The options of `mcts`.
    pub struct MctsOptions {
        /// How many playouts there are for a move.
        playouts: u32 = "playouts" {
            500, Shape::Number { least: 1, most: MOST_PLAYOUTS as i64, odd: None }
        }

        /// What a move is worth that was not tried before, with two players.
        leaf: Leaf = "leaf" {
            /// What the fitted weights say of the position behind it
            Judged = "judged",
            /// What a game played on at random brings
            Played = "played",
        }

        /// The share of moves that are played at random, in millionths.
        noise: u32 = "noise" { 0, Shape::SHARE }

        /// The size of the tree's memory in MiB.
        hash: u32 = "hash" { 16, Shape::Number { least: 1, most: MOST_MEBIBYTES, odd: None } }
    }
}

const MOST_PLAYOUTS: u64 = 1_000_000_000;

impl MctsOptions {
    /// The same with so many playouts.
    pub(super) fn with_budget(self, playouts: u64) -> MctsOptions {
        MctsOptions { playouts: playouts.clamp(1, MOST_PLAYOUTS) as u32, ..self }
    }
}

impl Options for MctsOptions {
    const BOT: &'static str = "mcts";
    const OPTIONS: &'static [Toggle<Self>] = MctsOptions::TOGGLES;
}

/// A won game's result; what a draw, or a share of the points, is worth is a part of it.
const WON: u64 = 1 << 16;

/// So much of a result is the share of the points, and the rest who won. A tenth lost no strength
/// in Brunei's game and won some in Bell's; with three tenths Brunei's was played worse.
const POINTS: u64 = WON / 10;

/// How much uncertainty is worth beside the mean result.
const EXPLORATION: f64 = 0.7;

/// What a move that was not tried yet is taken for, beside what it promises. With the usual
/// "better than all others" no move is tried twice before all are tried once, which is hopeless
/// where there are a hundred: of 60 games of Bell's game, with 50 playouts a move, it lost 59 to
/// `greedy`.
const UNTRIED: f64 = 0.5;

/// What a point that a move gains promises, and what each reply fewer than [`FEW_REPLIES`] that it
/// leaves: shares of a result, which count less and less as the move is tried. In Brunei's game the
/// two won 60 games of 100 against none; in Bell's points alone won 90, and replies, of which there
/// are many, hardly count.
const PROMISE_OF_POINT: f64 = 0.05;
const PROMISE_OF_REPLY: f64 = 0.1;
const FEW_REPLIES: u32 = 6;

/// So many hundredths of a point of lead are a chance of 1 / (1 + 1/e).
const SPREAD: f64 = 1000.0;

/// How much of a judged move's value is what its best answer leaves; the rest is the mean of all
/// playouts behind it.
const MINIMAX: f64 = 0.5;

/// How much uncertainty is worth beside that.
const UNCERTAINTY: f64 = 0.2;

/// Chance adds this up to a thousand times to what the moves at the root promise, so that games
/// differ: nothing else is drawn where positions are judged.
const CHANCE: f32 = 1.0 / (1 << 20) as f32;

/// A node takes no more than 64 bytes.
const NODES_PER_MEBIBYTE: usize = (1 << 20) / 64;

/// Logarithms are kept up to this number.
const MOST_LOGS: usize = 1 << 16;

/// A move of the tree and the position behind it.
#[derive(Clone, Copy, Debug)]
struct Node<M> {
    mv: M,
    /// The sum of the results that its playouts had for whoever made the move.
    sum: u64,
    /// How many playouts went through it.
    visits: u32,
    /// Where its moves are among the nodes, and how many: none before it is grown.
    first: u32,
    count: u32,
    /// What the move promised before it was tried.
    promise: f32,
    /// Who wins, once that is decided.
    winners: Option<Winners>,
}

impl<M> Node<M> {
    fn new(mv: M) -> Node<M> {
        Node { mv, sum: 0, visits: 0, first: 0, count: 0, promise: 0.0, winners: None }
    }

    fn moves(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Plays the move that most playouts went to.
pub struct Mcts<G: Judged> {
    options: MctsOptions,
    /// The tree; its root is the first.
    nodes: Vec<Node<G::Move>>,
    /// The nodes of a playout, each with the seat that moved to it.
    path: Vec<(usize, Seat)>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// The logarithms of 0 (nothing), 1, 2 and so on.
    logs: Vec<f64>,
    playouts: u64,
    halt: Halt,
}

impl<G: Judged> Mcts<G> {
    /// A bot with these options.
    pub fn new(options: MctsOptions) -> Mcts<G> {
        let (nodes, path) = (Vec::new(), Vec::new());
        let (moves, scratch) = (Vec::new(), Vec::new());
        let (logs, halt) = (vec![0.0], Halt::default());
        Mcts { options, nodes, path, moves, scratch, logs, playouts: 0, halt }
    }

    /// The rank of the move to play, of several.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        any: G::Move,
        stream: &mut Stream,
    ) -> usize {
        self.nodes.clear();
        self.nodes.push(Node::new(any));
        for _ in 0..self.options.playouts {
            self.playout(game, position, stream);
            if self.nodes[0].winners.is_some() || self.halt.is_set() {
                break;
            }
        }
        let mover = game.to_move(position);
        let standing = |node: &Node<G::Move>| {
            let decided = match node.winners {
                Some(winners) if winners == Winners::only(mover) => 2,
                Some(winners) if !winners.has(mover) => 0,
                _ => 1,
            };
            (decided, node.visits, node.sum)
        };
        // The first of equal ones.
        let moves = &self.nodes[self.nodes[0].moves()];
        let ranks = 0..moves.len();
        ranks.rev().max_by_key(|&rank| standing(&moves[rank])).unwrap_or(0)
    }

    /// A move, and behind it those that most playouts went to.
    fn line(&self, first: usize) -> Vec<G::Move> {
        let (mut line, mut at) = (vec![self.nodes[first].mv], first);
        loop {
            // The first of equal ones, as where the move to play is chosen.
            let most = self.nodes[at].moves().rev().max_by_key(|&next| self.nodes[next].visits);
            match most.filter(|&next| self.nodes[next].visits > 0) {
                Some(next) => at = next,
                None => return line,
            }
            line.push(self.nodes[at].mv);
        }
    }

    /// Goes down the tree, on to the end of a game, and back up.
    fn playout(&mut self, game: &G, root: &G::Position, stream: &mut Stream) {
        self.playouts += 1;
        let most = self.options.hash as usize * NODES_PER_MEBIBYTE;
        let judged = self.judges(game);
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        self.path.push((0, game.to_move(root)));
        let results = loop {
            let node = self.nodes[at];
            if node.count == 0 && node.winners.is_none() {
                if at > 0 && (node.visits == 0 || self.nodes.len() >= most) {
                    break match self.path.last() {
                        Some(&(_, mover)) if judged => shared(mover, node.promise),
                        _ => self.play_on(game, position, stream),
                    };
                }
                self.grow(game, at, &position, stream);
            }
            if let Some(winners) = self.nodes[at].winners {
                break results(game.seats(), winners);
            }
            let mover = game.to_move(&position);
            let Some(next) = self.best(at, mover, judged) else {
                // More than two play, and the mover, who loses, decides which of them wins.
                break self.play_on(game, position, stream);
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
                self.decide(self.path[place - 1].0, mover);
            }
        }
    }

    fn grow(&mut self, game: &G, at: usize, position: &G::Position, stream: &mut Stream) {
        game.moves(position, &mut self.moves);
        if self.moves.is_empty() {
            self.nodes[at].winners = game.outcome(position).map(|outcome| outcome.winners);
            return;
        }
        if self.nodes.try_reserve(self.moves.len()).is_err() {
            Exhausted { mebibytes: self.options.hash.into() }.unwind();
        }
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = self.moves.len() as u32;
        let (judged, mover) = (self.judges(game), game.to_move(position));
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            let next = game.play(position, mv);
            let replies = game.count(&next, &mut self.scratch);
            let mut node = Node::new(mv);
            if replies == 0 {
                node.winners = game.outcome(&next).map(|outcome| outcome.winners);
            }
            node.promise = if judged {
                match node.winners {
                    Some(winners) => results(2, winners)[mover.index()] as f32 / WON as f32,
                    None => self.chance(game, &next, mover),
                }
            } else {
                let gain = f64::from(game.gain(position, mv));
                let fewer = f64::from(FEW_REPLIES.saturating_sub(replies));
                (PROMISE_OF_POINT * gain + PROMISE_OF_REPLY * fewer) as f32
            };
            if judged && at == 0 {
                // Of moves that are worth the same now this one and now that is tried first.
                node.promise += stream.below(1 << 10) as f32 * CHANCE;
            }
            self.nodes.push(node);
        }
        self.decide(at, game.to_move(position));
    }

    /// Decides a node whose moves tell who wins it.
    fn decide(&mut self, at: usize, mover: Seat) {
        if self.nodes[at].winners.is_some() {
            return;
        }
        // A win needs no more; otherwise the best for the mover counts once nothing is open. Two
        // ends that are alike for the mover may be not for the others: then nothing is decided.
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

    /// The move of a node to try next; none where the mover loses with all of them.
    fn best(&mut self, at: usize, mover: Seat, judged: bool) -> Option<usize> {
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
                let promise = f64::from(node.promise);
                let mean = (node.sum as f64 / WON as f64 + promise) / (visits + 1.0);
                let even = MINIMAX * promise + (1.0 - MINIMAX) * mean;
                even + UNCERTAINTY * (log / (visits + 1.0)).sqrt()
            } else if node.visits == 0 {
                UNTRIED + f64::from(node.promise)
            } else {
                let mean = node.sum as f64 / (visits * WON as f64);
                let promise = f64::from(node.promise) / (visits + 1.0);
                mean + EXPLORATION * (log / visits).sqrt() + promise
            };
            if value > highest {
                (best, highest) = (Some(place), value);
            }
        }
        best
    }

    /// Whether positions are judged, and not played on.
    fn judges(&self, game: &G) -> bool {
        self.options.leaf == Leaf::Judged && game.seats() == 2
    }

    /// The chance of whoever moved to a position, as the fitted weights see it.
    fn chance(&self, game: &G, position: &G::Position, mover: Seat) -> f32 {
        let scores = game.scores(position);
        let (own, other) = (scores[mover.index()], scores[1 - mover.index()]);
        let lead = i32::from(own) - i32::from(other) + game.given(mover);
        let worth = lead * Weights::POINT - game.judge(position, game.fitted());
        (1.0 / (1.0 + libm::exp(-f64::from(worth) / SPREAD))) as f32
    }

    /// Takes what is promised now behind the last move tried back to all moves before it: each move
    /// promises what the best answer leaves.
    fn back_up(&mut self) {
        for &(at, _) in self.path.iter().rev() {
            if self.nodes[at].count == 0 {
                continue;
            }
            let replies = self.nodes[self.nodes[at].moves()].iter().map(|node| node.promise);
            self.nodes[at].promise = 1.0 - replies.fold(0.0, f32::max);
        }
    }

    fn log(&mut self, number: u32) -> f64 {
        let place = number as usize;
        if place >= MOST_LOGS {
            return libm::log(f64::from(number));
        }
        while self.logs.len() <= place {
            self.logs.push(libm::log(self.logs.len() as f64));
        }
        self.logs[place]
    }

    /// Plays at random to the end: what that brings each seat.
    fn play_on(
        &mut self,
        game: &G,
        mut position: G::Position,
        stream: &mut Stream,
    ) -> [u64; Seat::MOST] {
        while let Some(chosen) = game.random_move(&position, &mut self.scratch, stream) {
            game.apply(&mut position, chosen.mv);
        }
        let Some(outcome) = game.outcome(&position) else {
            unreachable!("without a move a game is over")
        };
        let (seats, scores) = (game.seats(), game.held(&game.scores(&position)));
        let mut mixed = results(seats, outcome.winners);
        for seat in Seat::first(seats) {
            let result = &mut mixed[seat.index()];
            *result = ((WON - POINTS) * *result + POINTS * points(seats, &scores, seat)) / WON;
        }
        mixed
    }
}

/// What each seat gets of a game: all of it, or an equal part of a draw.
fn results(seats: u8, winners: Winners) -> [u64; Seat::MOST] {
    let mut results = [0; Seat::MOST];
    for seat in Seat::first(seats).filter(|&seat| winners.has(seat)) {
        results[seat.index()] = WON / u64::from(winners.count());
    }
    results
}

/// What each of two seats gets where one has this chance.
fn shared(seat: Seat, chance: f32) -> [u64; Seat::MOST] {
    let mut results = [0; Seat::MOST];
    let own = ((chance * WON as f32) as u64).min(WON);
    results[seat.index()] = own;
    results[1 - seat.index()] = WON - own;
    results
}

/// A seat's points as a share of its own and those of the best of the others.
fn points(seats: u8, scores: &Scores, seat: Seat) -> u64 {
    let others = Seat::first(seats).filter(|&other| other != seat);
    let other = u64::from(others.map(|other| scores[other.index()]).max().unwrap_or(0));
    let own = u64::from(scores[seat.index()]);
    (WON * own).checked_div(own + other).unwrap_or(WON / 2)
}

impl<G: Judged> Bot<G> for Mcts<G> {
    fn playouts(&self) -> u64 {
        self.playouts
    }

    fn set_halt(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>> {
        if falls(self.options.noise, stream) {
            return game.random_move(position, &mut self.moves, stream);
        }
        game.moves(position, &mut self.moves);
        let (&any, of) = (self.moves.first()?, self.moves.len());
        if of == 1 {
            return Some(Chosen { mv: any, rank: 0, of: 1 });
        }
        let rank = self.search(game, position, any, stream);
        if self.halt.is_set() {
            return None;
        }
        let mv = self.nodes[self.nodes[0].first as usize + rank].mv;
        Some(Chosen { mv, rank: rank as u32, of: of as u32 })
    }

    fn advise(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
        _most: u64,
    ) -> Option<Advice<G::Move>> {
        if falls(self.options.noise, stream) {
            return game.random_move(position, &mut self.moves, stream).map(Advice::bare);
        }
        game.moves(position, &mut self.moves);
        let (&any, of) = (self.moves.first()?, self.moves.len() as u32);
        let before = self.playouts;
        let rank = self.search(game, position, any, stream);
        let first = self.nodes[0].first as usize + rank;
        let Node { mv, sum, visits, .. } = self.nodes[first];
        let chance = (sum * 1000).checked_div(u64::from(visits) * WON);
        let worth = chance.map(|chance| Worth::Chance(chance as u32));
        let looked_at = self.playouts - before;
        let chosen = Chosen { mv, rank: rank as u32, of };
        Some(Advice { chosen, worth, line: self.line(first), looked_at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Key;
    use crate::games::Ruled;
    use crate::games::{bell, brunei, setup};

    /// Who wins under best play, by trying everything, for two seats; nothing where that is more
    /// than so many positions.
    fn best_play<G: Ruled>(game: &G, position: &G::Position, budget: &mut u32) -> Option<Winners> {
        *budget = budget.checked_sub(1)?;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if moves.is_empty() {
            return game.outcome(position).map(|outcome| outcome.winners);
        }
        let mover = game.to_move(position).index();
        let mut best: Option<Winners> = None;
        for mv in moves {
            let winners = best_play(game, &game.play(position, mv), budget)?;
            if best.is_none_or(|best| results(2, winners)[mover] > results(2, best)[mover]) {
                best = Some(winners);
            }
        }
        best
    }

    /// Ends of random games, each from as far back as everything can be tried: what `mcts` says is
    /// decided is what trying everything says, wins and losses are decided once there are playouts
    /// enough, and the move keeps them.
    fn ends<G: Judged>(game: &G, setup: &str, count: u64) {
        const BUDGET: u32 = 1000;
        let start = game.start(setup::builtin(setup).unwrap().stones);
        let key = Key::new(1, &[b"ends"]);
        let mut mcts = Mcts::new(MctsOptions { playouts: 5000, ..MctsOptions::default() });
        let (mut moves, mut wins) = (Vec::new(), [0; 2]);
        for number in 0..count {
            let mut stream = key.stream(number);
            let mut way = vec![start];
            while let Some(chosen) = game.random_move(way.last().unwrap(), &mut moves, &mut stream)
            {
                way.push(game.play(way.last().unwrap(), chosen.mv));
            }
            let solved = way.iter().rev().map_while(|position| {
                Some((position, best_play(game, position, &mut BUDGET.clone())?))
            });
            let (position, expected) = solved.last().unwrap();
            let Some(chosen) = mcts.choose(game, position, &mut stream) else { continue };
            if chosen.of == 1 {
                continue;
            }
            let decided = mcts.nodes[0].winners;
            if decided.is_none() && expected.count() == 2 {
                // A drawn move is not left for others that are hardly better than lost.
                continue;
            }
            assert_eq!(decided, Some(expected), "{position:?}");
            let kept = best_play(game, &game.play(position, chosen.mv), &mut BUDGET.clone());
            assert_eq!(kept, Some(expected));
            wins[usize::from(expected.has(game.to_move(position)))] += 1;
        }
        assert!(wins.iter().all(|&wins| wins > 5), "{wins:?}");
    }

    #[test]
    fn what_is_decided_is_what_trying_everything_says() {
        ends(&brunei::Rules::default(), "catalogue-01", 150);
        ends(&bell::Rules::default(), "bell-chequer", 60);
    }

    /// With a tree of a few nodes games go on, and in no more memory.
    #[test]
    fn a_full_tree_grows_no_more() {
        let game = brunei::Rules::default();
        let start = game.start(setup::builtin("catalogue-01").unwrap().stones);
        let mut mcts =
            Mcts::new(MctsOptions { playouts: 30_000, hash: 1, ..MctsOptions::default() });
        let mut stream = Key::new(1, &[b"full"]).stream(0);
        assert!(mcts.choose(&game, &start, &mut stream).is_some());
        assert!(mcts.nodes.len() >= NODES_PER_MEBIBYTE);
        assert!(mcts.nodes.len() < NODES_PER_MEBIBYTE + 200);
        assert_eq!(mcts.nodes[0].visits, 30_000);
        assert_eq!(mcts.playouts, 30_000);
        assert!(size_of::<Node<brunei::Move>>() <= 64 && size_of::<Node<bell::Move>>() <= 64);
    }

    #[test]
    fn logarithms_are_kept_and_beyond_that_computed() {
        let mut mcts = Mcts::<brunei::Rules>::new(MctsOptions::default());
        for number in [1, 2, 10, 65_535, 65_536, 1_000_000] {
            let log = mcts.log(number);
            assert!((log - f64::from(number).ln()).abs() < 1e-12, "{number}: {log}");
        }
        assert_eq!(mcts.logs.len(), MOST_LOGS);
    }
}
