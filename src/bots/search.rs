//! Alpha-beta search.

use super::Bot;
use super::options::{
    Options, Share, choice, choice_pattern, mebibytes, mebibytes_pattern, whole, whole_pattern,
};
use crate::game::{Chosen, Game};
use crate::halt::Halt;
use crate::random::Stream;
use crate::search::{Aim, Engine, Extent, solve, think};

crate::words! {
    /// What a position is worth where the search stops.
    pub enum Eval ("eval") {
        /// The difference of the scores and what the position promises, by fitted weights
        Fitted = "fitted",
        /// The difference of the scores
        Score = "score",
    }
}

/// The options of `search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchOptions {
    /// How many moves it looks ahead at most.
    pub depth: u8,
    /// How many positions it looks at for a move at most; 0 is no limit.
    pub nodes: u64,
    /// At so many stones or fewer the game is solved to its end, whatever `depth` and `nodes` say.
    pub solve: u8,
    /// What a position is worth where the search stops.
    pub eval: Eval,
    /// The share of moves that are played at random.
    pub noise: Share,
    /// The size of the table in MiB.
    pub hash: u32,
}

impl SearchOptions {
    /// No game has more moves ahead.
    pub const DEEPEST: u8 = 120;
    /// The depth where neither `depth` nor `nodes` is given.
    const DEPTH: u8 = 4;
    /// The most positions that `nodes` may ask for.
    const MOST_NODES: u64 = 1_000_000_000_000;
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            depth: SearchOptions::DEPTH,
            nodes: 0,
            solve: 0,
            eval: Eval::Fitted,
            noise: Share::default(),
            hash: 16,
        }
    }
}

impl Options for SearchOptions {
    const BOT: &'static str = "search";
    const NAMES: &'static [&'static str] = &["depth", "nodes", "solve", "eval", "noise", "hash"];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "depth" => self.depth = whole(value, 1..=SearchOptions::DEEPEST.into())? as u8,
            // A word with every option says so that there is no limit.
            "nodes" if !value.is_empty() && value.bytes().all(|digit| digit == b'0') => {
                self.nodes = 0;
            }
            "nodes" => self.nodes = whole(value, 1..=SearchOptions::MOST_NODES)?,
            "solve" => self.solve = whole(value, 0..=SearchOptions::DEEPEST.into())? as u8,
            "eval" => self.eval = choice(value)?,
            "noise" => self.noise = Share::read(value)?,
            _ => self.hash = mebibytes(value)?,
        }
        Ok(())
    }

    fn value(&self, name: &str) -> String {
        match name {
            "depth" => self.depth.to_string(),
            "nodes" => self.nodes.to_string(),
            "solve" => self.solve.to_string(),
            "eval" => self.eval.to_string(),
            "noise" => self.noise.to_string(),
            _ => self.hash.to_string(),
        }
    }

    fn is_default(&self, name: &str) -> bool {
        match name {
            // The budget is always told: it is what a reader of results wants to know.
            "depth" => self.nodes > 0 && self.depth == SearchOptions::DEEPEST,
            _ => self.value(name) == SearchOptions::default().value(name),
        }
    }

    fn settle(&mut self, given: &[&str]) -> Result<(), (&'static str, String)> {
        match (given.contains(&"depth"), given.contains(&"nodes"), self.nodes) {
            // A budget of nodes alone is no budget of depth.
            (false, true, 1..) => self.depth = SearchOptions::DEEPEST,
            (false, true, 0) => {
                let most = SearchOptions::MOST_NODES;
                let expected = format!("expected a whole number from 1 to {most}");
                return Err(("nodes", format!("{expected}; 0, no limit, goes with a `depth`")));
            }
            _ => {}
        }
        Ok(())
    }

    fn pattern(name: &str) -> String {
        match name {
            "depth" => whole_pattern(1..=SearchOptions::DEEPEST.into()),
            "nodes" => whole_pattern(0..=SearchOptions::MOST_NODES),
            "solve" => whole_pattern(0..=SearchOptions::DEEPEST.into()),
            "eval" => choice_pattern::<Eval>(),
            "noise" => Share::pattern(),
            _ => mebibytes_pattern(),
        }
    }
}

/// Plays what an alpha-beta search finds best.
pub(super) struct Search<G: Game> {
    options: SearchOptions,
    engine: Engine<G>,
    moves: Vec<G::Move>,
    /// The ranks of the legal moves, in random order: of moves that are equally good the first is
    /// played, and so any of them.
    ranks: Vec<u32>,
    halt: Halt,
}

impl<G: Game> Search<G> {
    /// A bot with these options.
    pub(super) fn new(options: SearchOptions) -> Search<G> {
        let engine = Engine::new(options.hash);
        let (moves, ranks) = (Vec::new(), Vec::new());
        Search { options, engine, moves, ranks, halt: Halt::default() }
    }

    /// The rank of a best move; `ranks` are those of all moves.
    fn best(&mut self, game: &G, position: &G::Position) -> u32 {
        let SearchOptions { depth, nodes, solve: solved, eval, .. } = self.options;
        if let [only] = *self.ranks {
            return only;
        }
        if game.stones(position).points().len() <= solved.into() {
            let extent = (Extent::Margin, u64::MAX);
            let solution = solve(&mut self.engine, game, position, &self.ranks, extent);
            return solution.rank.unwrap_or(self.ranks[0]);
        }
        let weights = match eval {
            Eval::Fitted => Some(game.fitted()),
            Eval::Score => None,
        };
        let aim = Aim::play(game, weights);
        let nodes = if nodes == 0 { u64::MAX } else { nodes };
        think(&mut self.engine, game, &aim, position, &self.ranks, (depth, nodes)).rank
    }
}

impl<G: Game> Bot<G> for Search<G> {
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
        self.engine.watched_by(halt.clone());
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>> {
        if self.options.noise.falls(stream) {
            return game.random_move(position, &mut self.moves, stream);
        }
        game.moves(position, &mut self.moves);
        let of = self.moves.len() as u32;
        if of == 0 {
            return None;
        }
        self.ranks.clear();
        self.ranks.extend(0..of);
        stream.shuffle(&mut self.ranks);
        let rank = self.best(game, position);
        if self.halt.is_set() {
            return None;
        }
        Some(Chosen { mv: self.moves[rank as usize], rank, of })
    }
}
